"""Rules find that something ended, or never began, without a reason, in a record by hand."""

import copy
import unittest

import rules_find as by_hand


class RulesFindOfEnds(unittest.TestCase):
    broken = by_hand.RulesFind.broken
    finds = by_hand.RulesFind.finds

    def checked(self, *outcomes):
        """The lines of a life whose program is checked each 100 ms, from 10.4 on, and ended at 10.9; and its configuration."""
        def change(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(by_hand.CONFIGURATION))
            found["wrote"].configuration["operations"]["web"]["health"] = {
                "exec": ["/bin/sh", "witness", "health", "web", "1", "turns:2"], "every": "100ms", "misses": 2}
            found["exited"].facts.update(output="Program 'web' failed its health check 2 times in a row: '/bin/sh' exited with 1\n")

        lines = ""
        for number, outcome in enumerate(outcomes):
            at = 10.4 + number / 10
            lines += f"{at:.2f} 20{number} health web 1 begin boot=1\n"
            lines += f"{at:.2f} 20{number} health web 1 {outcome}\n" if outcome else ""
        return by_hand.LINES.replace("11.00 102", lines + "11.00 102"), change

    def test_a_program_that_is_ended_though_its_checks_passed_in_between(self):
        rule = "a_check_that_passed_forgets_those_that_failed"
        self.finds(rule, *self.checked("failed status=1", "end", "failed status=1"))
        for right in (("failed status=1", "failed status=1"), ("end", "failed status=1", None), ("failed status=1", None)):
            self.assertNotIn(rule, self.broken(*self.checked(*right)))

    def test_what_is_skipped_for_what_it_only_comes_after(self):
        def skipped(state):
            def change(found):
                found["wrote"].facts.update(configuration=copy.deepcopy(by_hand.CONFIGURATION))
                found["wrote"].configuration["operations"].update(
                    mail={"optional": True, "exec": ["false"]}, late={"after": ["mail"], "requires": ["db"], "exec": ["true"]})
                found["snapshot"].facts.update(told=None)
                found["snapshot"].before["operations"].update(mail="failed", late=state)

            return change

        self.finds("what_is_skipped_lacks_something", change=skipped("skipped"))
        self.assertNotIn("what_is_skipped_lacks_something", self.broken(change=skipped("succeeded")))
        safe = lambda found: (skipped("skipped")(found), found["exited"].facts.update(output="safe mode"))
        self.assertNotIn("what_is_skipped_lacks_something", self.broken(change=safe))

    def test_what_was_skipped_for_what_it_does_not_require(self):
        def skipped(root, **keys):
            def change(found):
                found["wrote"].facts.update(configuration=copy.deepcopy(by_hand.CONFIGURATION))
                found["wrote"].configuration["operations"].update(
                    mail={"flags": "http://server"}, asks={"when": {"flag": "beta"}, "exec": ["true"]},
                    late={"after": ["mail"], "requires": ["web"], "exec": ["true"], **keys})
                found["exited"].facts.update(output=f"Operation 'late' was skipped: '{root}' did not succeed\n")

            return change

        self.finds("what_is_skipped_names_what_it_requires", change=skipped("mail"))
        for root, keys in (("db", {}), ("undo mail", {}), ("mail", {"requires": ["mail"]}), ("mail", {"requires": ["asks"]})):
            self.assertNotIn("what_is_skipped_names_what_it_requires", self.broken(change=skipped(root, **keys)))

    def test_what_an_action_requires_and_is_undone_at_a_stop_while_it_runs(self):
        rule = "what_an_action_requires_stays_until_it_ends"
        self.assertNotIn(rule, self.broken())
        # It began before the stop, and ends after the program that it requires.
        lines = by_hand.LINES.replace("11.10 102 action pay 1 end\n", "") + "20.30 102 action pay 1 end\n"
        self.finds(rule, lines)
        self.assertNotIn(rule, self.broken(lines, lambda found: found["exited"].facts.update(output="Program 'web' exited with 1\nProgram 'db' exited with 1")))

    def test_a_program_that_is_undone_while_it_starts_or_once_it_has_failed(self):
        def undone(until):
            return by_hand.LINES + f"21.00 109 program web 1 begin boot=1\n{until}21.20 110 stop web 1 begin boot=1\n"

        first = by_hand.LINES.replace("20.00 101", "19.95 111 stop web 1 begin boot=1\n20.00 101")
        lines = first + undone("")[len(by_hand.LINES):]
        self.assertNotIn("nothing_is_undone_twice", self.broken(lines))
        self.finds("nothing_is_undone_twice", first + undone("21.10 109 program web 1 failed status=1\n")[len(by_hand.LINES):])

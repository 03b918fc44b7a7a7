"""Rules find that something ended, or never began, without a reason, in a record by hand."""

import copy
import unittest

import rules_find as by_hand


class RulesFindOfEnds(unittest.TestCase):
    broken = by_hand.RulesFind.broken
    finds = by_hand.RulesFind.finds

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


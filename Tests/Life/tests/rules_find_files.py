"""Rules find what is wrong with the files that programs have, in a record by hand."""

import copy
import unittest

import rules_find as by_hand
from record import Fact


class RulesFindOfFiles(unittest.TestCase):
    broken = by_hand.RulesFind.broken
    finds = by_hand.RulesFind.finds
    reload = by_hand.RulesFind.reload

    def told_of(self, path):
        """A configuration with a program that is told of a file, and its reload at 15."""
        def change(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(by_hand.CONFIGURATION))
            found["wrote"].configuration["operations"]["web"]["reload"] = {"signal": "HUP", "files": [path]}

        return change

    def test_a_file_in_a_folder_of_a_program_that_it_is_not_told_of(self):
        edit = Fact("edited", 13.5, 13.5, dict(path="files/conf.d/one.conf", number=7))
        # What is done to another program is no excuse.
        kill = Fact("ended program", 13.8, 13.8, dict(program="db", pid=100, how="KILL"))
        more = [edit, kill, self.reload("done", generation=2)]
        lines = by_hand.LINES + "15.10 101 program web 1 reload\n"
        self.assertEqual(self.broken(lines, self.told_of("/x/files/conf.d"), more), {})
        self.finds("a_changed_file_is_told_to_its_program", change=self.told_of("/x/files/conf.d"), more=more)
        back = [Fact("edited", 13.7, 13.7, dict(path="files/conf.d/one.conf", number=None))]
        self.assertEqual(self.broken(change=self.told_of("/x/files/conf.d"), more=more + back), {})

    def test_a_program_that_is_told_of_what_it_did_itself(self):
        lines = by_hand.LINES + "15.10 101 program web 1 reload\n"
        reload = self.reload("done", generation=2)
        self.finds("a_program_is_told_of_changes_alone", lines, self.told_of("/x/life/web.conf"), [reload])
        other = Fact("edited", 13.5, 13.5, dict(path="files/a.env", number=7))
        self.finds("a_program_is_told_of_changes_alone", lines, self.told_of("/x/life/web.conf"), [reload, other])
        edit = Fact("edited", 13.5, 13.5, dict(path="files/web.conf", number=7))
        self.assertEqual(self.broken(lines, self.told_of("/x/files/web.conf"), [reload, edit]), {})
        # It may still have made its file while the reload looked.
        lines = by_hand.LINES + "10.50 101 program web 1 reload\n"
        for began, rule in (9.9, ()), (10.25, ("a_program_is_told_of_changes_alone",)):
            reload = Fact("reload", 10.5, began, dict(how="command", written=0, before=None, after=None, outcome="done", words=""))
            found = self.broken(lines, self.told_of("/x/life/web.conf"), [reload])
            self.assertEqual(tuple(one for one in found if one == "a_program_is_told_of_changes_alone"), rule)

    def test_a_program_that_does_not_come_back_without_its_file(self):
        def variables(found):
            found["wrote"].facts.update(configuration=copy.deepcopy(by_hand.CONFIGURATION))
            found["wrote"].configuration["operations"]["web"].update(ended="restart", restart={"initial": "50ms"})
            found["wrote"].configuration["operations"]["web"]["exec"]["environmentFiles"] = ["/x/files/a.env"]

        def killed(reason):
            after = dict(copy.deepcopy(by_hand.LOOK), programs={"web": dict(by_hand.WEB, state="pausing", pid=None, reason=reason)})
            return [Fact("ended program", 13.0, 13.0, dict(program="web", pid=101, how="KILL")),
                    Fact("spoiled", 14.0, 12.9, dict(name="a.env", program="web", how="kill", outcome=None, before=by_hand.LOOK, after=after))]

        self.assertEqual(self.broken(change=variables, more=killed("was killed by SIGKILL; it last said: environment file '/x/files/a.env'")), {})
        self.finds("what_was_spoiled_ended_nothing", change=variables, more=killed("environment file '/x/files/a.env' is missing"))

    def test_a_reload_that_ends_a_program_which_cannot_start(self):
        def variables(**keys):
            def change(found):
                found["wrote"].facts.update(configuration=copy.deepcopy(by_hand.CONFIGURATION))
                found["wrote"].configuration["operations"]["web"].update(keys)
                found["wrote"].configuration["operations"]["web"]["exec"]["environmentFiles"] = ["/x/files/a.env"]

            return change

        after = dict(copy.deepcopy(by_hand.LOOK), programs={"web": dict(by_hand.WEB, pid=109)})
        more = [Fact("spoiled", 14.0, 12.9, dict(name="a.env", program="web", how="reload", outcome="failed", before=by_hand.LOOK, after=after))]
        self.finds("what_was_spoiled_ended_nothing", change=variables(), more=more)
        # A condition might have spared it.
        self.assertNotIn("what_was_spoiled_ended_nothing", self.broken(change=variables(when={"env": "LIFE_PLAN"}), more=more))
        # Nothing that runs before it might have made the file, unless it is another one, too.
        edit = [Fact("edited", 12.6, 12.6, dict(path="files/db.env", number=7))]
        self.assertNotIn("what_was_spoiled_ended_nothing", self.broken(change=variables(), more=more + edit))

    def test_a_program_that_a_refused_reload_has_ended(self):
        def refused(**row):
            return [self.reload("wrong", programs={"web": dict(by_hand.WEB, pid=None, **row)})]

        self.finds("a_wrong_configuration_does_nothing", more=refused(state="stopped"))
        # It has ended by itself.
        self.assertNotIn("a_wrong_configuration_does_nothing", self.broken(more=refused(state="pausing", reason="exited with 0")))

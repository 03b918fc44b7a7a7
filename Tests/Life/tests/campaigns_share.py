"""What campaigns share finds what is there, and what is wrong."""

import importlib
import os
import pkgutil
import re
import subprocess
import unittest

from harness import books, place, processes
from harness.waiting import until

CAMPAIGNS = f"{place.TESTS}/Campaigns"


class Campaigns(unittest.TestCase):
    def test_each_has_a_target_of_its_name(self):
        found = {module.name.replace("_", "-") for module in pkgutil.iter_modules([CAMPAIGNS])} - {"harness"}
        with open(f"{place.ROOT}/Makefile") as file:
            started = re.findall(r"^(\S+):.*\n(?:\t.*\n)*?\t@\$\(OWN_DEV\) \$\(CAMPAIGN\) (\S+)", file.read(), re.MULTILINE)
        self.assertEqual({target for target, _ in started}, found)
        self.assertTrue(all(target == name for target, name in started))

    def test_each_says_what_it_does_and_has_programs_and_a_run(self):
        for module in pkgutil.iter_modules([CAMPAIGNS]):
            if module.name != "harness":
                campaign = importlib.import_module(module.name)
                self.assertTrue(campaign.__doc__.splitlines()[0].endswith("."), module.name)
                self.assertIn("bin", campaign.OPTIONS)
                self.assertTrue(callable(campaign.run))


class Books(unittest.TestCase):
    def test_an_action_is_lost_or_open_or_otherwise_than_its_sender_was_told(self):
        records = {"1": {"state": "done"}, "2": {"state": "waiting"}, "3": {"state": "failed"}, "4": {"state": "done"}}
        told = {"well": ("once", "1", "done"), "open": ("once", "2", "accepted"), "false": ("once", "3", "done"),
                "later": ("once", "4", "accepted"), "lost": ("once", "5", "accepted")}
        self.assertEqual(list(books.faults(told, records)), [
            "open has not ended: waiting", "false: its sender was told done; it is failed",
            "once lost was accepted as 5 and is lost"])


class Processes(unittest.TestCase):
    def test_they_are_found_by_their_parent_their_name_and_their_mark(self):
        mark = f"MARK={os.getpid()}"
        top = subprocess.Popen(["/bin/sh", "-c", "sleep 60 & wait"], env=dict([mark.split("=")]))
        try:
            self.assertTrue(until(lambda: processes.name(processes.chain(top.pid, "sleep")[-1]) == "sleep", 10))
            first, child = processes.chain(top.pid, "sleep")
            self.assertEqual((first, processes.children(top.pid), processes.parent(child)), (top.pid, [child], top.pid))
            self.assertEqual(processes.words(child), ["sleep", "60"])
            self.assertEqual(sorted(processes.marked(mark)), sorted([first, child]))
            processes.kill([child, first])
            # It is there no more, though nobody has waited for it.
            self.assertTrue(until(lambda: not processes.is_there(top.pid), 10))
            self.assertTrue(until(lambda: not processes.marked(mark), 10))
        finally:
            top.kill()
            top.wait()
        self.assertEqual((processes.name(top.pid), processes.words(top.pid), processes.parent(top.pid)), ("", [], None))


if __name__ == "__main__":
    unittest.main()

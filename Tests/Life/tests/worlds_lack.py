"""What happens by a manager happens in no world without one."""

import unittest

import events
from life import WORLDS
from unit import Unit


class WorldsLack(unittest.TestCase):
    def test_without_a_manager_nothing_happens_by_one(self):
        of_manager = {name for name, one in events.EVENTS.items() if one.__module__ == "events.manager"}
        for name, world in WORLDS.items():
            if not issubclass(world, Unit):
                self.assertEqual(of_manager - set(events.lacking(name)), set(), name)

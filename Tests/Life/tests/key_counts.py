"""A key that is never drawn is told, once there were configurations enough."""

import collections
import contextlib
import io
import random
import types
import unittest

from configurations import MANY, Configurations, show_keys
from texts import Texts


class KeyCounts(unittest.TestCase):
    def lacking(self, number, *without):
        keys = collections.Counter({name: number for name in Configurations.schema.keys() if name not in without})
        with contextlib.redirect_stdout(io.StringIO()) as output:
            lacking = show_keys(keys)
        return lacking, output.getvalue().splitlines()[-1]

    def test_a_key_that_is_never_drawn_is_lacking(self):
        lacking, last = self.lacking(MANY, "operation.requires")
        self.assertEqual(lacking, ["operation.requires"])
        self.assertTrue(last.endswith(f"keys in {MANY} configurations, never drawn: operation.requires"), last)

    def test_in_few_configurations_it_is_only_told(self):
        lacking, last = self.lacking(MANY - 1, "operation.requires")
        self.assertEqual(lacking, [])
        self.assertIn("never drawn: operation.requires", last)

    def test_where_all_are_drawn_none_is_lacking(self):
        self.assertEqual(self.lacking(MANY)[0], [])


class Ports(unittest.TestCase):
    def test_a_program_has_a_port_that_it_may_take_and_that_no_other_gets(self):
        place = types.SimpleNamespace(folder="/nowhere", ports=(0, 0))
        texts = Texts(types.SimpleNamespace(place=place))
        drawing = types.SimpleNamespace(random=random.Random(1))
        drawn = [texts.port(drawing) for _ in range(100)]
        self.assertTrue(all(1024 <= port < 32_768 for port in drawn), drawn)
        self.assertGreater(len(set(drawn)), 50)

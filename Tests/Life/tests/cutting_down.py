"""A broken life is cut down to what its rule needs, and each event knows what a person types for it."""

import unittest

import cutting
import events
import minimise


class Trials:
    """Lives that break the rule if all of these are in them."""

    wave = 3

    def __init__(self, needed):
        self.needed = set(needed)
        self.lived = 0

    def is_over(self):
        return False

    def first(self, candidates):
        self.lived += len(candidates)
        return next((number for number, parts in enumerate(candidates) if self.needed <= set(parts)), None)


class CuttingDown(unittest.TestCase):
    def test_what_is_needed_is_left_in_its_order(self):
        for needed in ([], [0], [199], [3, 77, 78, 150]):
            trials = Trials(needed)
            self.assertEqual(minimise.cut(trials, list(range(200)), lambda kept: kept), needed)
            self.assertLess(trials.lived, 120)

    def test_of_nothing_nothing_is_left(self):
        self.assertEqual(minimise.cut(Trials([]), [], lambda kept: kept), [])

    def test_the_end_of_a_life_begins_with_the_configuration_before_it(self):
        steps = [{"do": "Edit", "manner": "valid", "configuration": 2}, {"do": "Edit", "manner": "wrong", "configuration": 3}, {"do": "Send"}]
        life = {"configuration": 1, "steps": steps}
        self.assertEqual(minimise.end_of(life, 1), {"configuration": 2, "steps": steps[2:]})
        self.assertEqual(minimise.end_of(life, 3), life)

    def test_what_breaks_seldom_is_tried_more_often(self):
        self.assertEqual([minimise.tries(share) for share in (1, 0.9, 0.5, 0.25)], [1, 1, 4, 9])

    def test_what_referred_to_an_operation_goes_with_it(self):
        configuration = {
            "operations": {
                "a": {"exec": ["true"]},
                "b": {"requires": ["a"], "exec": ["echo", "${operations.a.value}", "x"]},
                "g": {"group": {"operations": {"c": {"requires": ["b"], "after": ["a", "b"]}}}},
            },
            "actions": {"k": {"requires": ["a"]}, "l": {}},
        }
        self.assertEqual(cutting.names(configuration), [
            ("operations", "a"), ("operations", "b"), ("operations", "g"), ("operations", "c"), ("actions", "k"), ("actions", "l")])
        self.assertEqual(cutting.without_names(configuration, {("operations", "a"), ("actions", "l")}), {
            "operations": {"b": {"exec": ["echo", "x"]}, "g": {"group": {"operations": {"c": {"requires": ["b"], "after": ["b"]}}}}},
            "actions": {"k": {}},
        })
        self.assertEqual(cutting.without_paths(configuration, [("operations", "b"), ("operations", "b", "exec"), ("queues",)]), {
            "operations": {"a": configuration["operations"]["a"], "g": configuration["operations"]["g"]},
            "actions": configuration["actions"],
        })

    def test_each_event_is_drawn_carried_out_and_typed(self):
        for name, one in events.EVENTS.items():
            with self.subTest(name):
                self.assertTrue(all(callable(getattr(one, part, None)) for part in ("draw", "carry", "typed")))
                self.assertGreater(one.weight, 0)

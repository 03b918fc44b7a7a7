"""Whatever becomes of the process of a life, its result is told, and the others go on."""

import os
import signal
import unittest

import workers


def live(work):
    _, seed, _ = work
    if seed == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return dict(seed=seed, breaches=[], text="x" * 1_000_000)


class WorkersEnd(unittest.TestCase):
    def test_all_are_told_also_of_a_process_that_was_killed(self):
        found = dict(workers.results(live, ((None, seed, None) for seed in range(5)), 2))
        self.assertEqual([found[number]["seed"] for number in range(5)], [0, 1, 2, 3, 4])
        self.assertEqual([number for number, result in found.items() if result["breaches"]], [2])
        self.assertIn("ended with -9", found[2]["breaches"][0][1])

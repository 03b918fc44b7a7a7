"""Whatever becomes of the process of a life, its result is told, and the others go on."""

import os
import signal
import socket
import unittest

import workers


def live(work):
    _, seed, _ = work
    if seed == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return dict(seed=seed, breaches=[], text="x" * 1_000_000)


def reached(port):
    """The networks of a life that listens there, and reaches itself."""
    with socket.create_server(("127.0.0.1", port)) as server, socket.create_connection(server.getsockname()):
        return [name for _, name in socket.if_nameindex()]


class WorkersEnd(unittest.TestCase):
    def test_all_are_told_also_of_a_process_that_was_killed(self):
        found = dict(workers.results(live, ((None, seed, None) for seed in range(5)), 2))
        self.assertEqual([found[number]["seed"] for number in range(5)], [0, 1, 2, 3, 4])
        self.assertEqual([number for number, result in found.items() if result["breaches"]], [2])
        self.assertIn("ended with -9", found[2]["breaches"][0][1])

    @unittest.skipIf(os.geteuid(), "needs root")
    def test_each_has_all_ports_and_needs_no_program_for_that(self):
        path = os.environ.pop("PATH")
        try:
            with socket.create_server(("127.0.0.1", 0)) as server:
                found = list(workers.results(reached, [server.getsockname()[1]] * 3, 3))
            self.assertEqual(sorted(found), [(number, ["lo"]) for number in range(3)])
        finally:
            os.environ["PATH"] = path

"""Asks the probes of slipwayd thousands of times while it starts, is degraded, fails, reloads and stops.

Each answer is compared with the truth, as the method Watch tells it: which phase the launch was in, and since
when. The rule: an answer is true if there was an instant, between the sending of its request and its arrival,
at which the service was in the phase that its line and its status say. The instants of ready and of the end are
those of the events, to the microsecond; all others lie between their cause (a signal, a kill, a reload) and
the arrival of Watch's reply. A probe without an answer is right only once the launch has ended.

A last round holds the main thread with ptrace(2), where that is allowed: /live is 200 for as long as the watchdog
would wait, and 503 from then until it goes on. Prints the counts.
"""

import collections
import random

from harness import verdict
from harness.daemon import folder_for
from probes.held import hold
from probes.service import Service

OPTIONS = dict(probes=10_000, seed=0, bin=".build/debug")


def run(options):
    draw = random.Random(options.seed)
    counts = collections.Counter()
    kinds = collections.Counter()
    total = 0
    rounds = 0
    while total < options.probes and len(verdict.broken) < 10:
        with folder_for("probes-") as folder:
            service = Service(draw, folder, options.bin)
            service.run()
            rounds += 1
            total += len(service.answers)
            kinds[service.kind] += 1
            for answer in service.answers:
                counts[(answer.path, answer.status, answer.phase if answer.status else "no answer")] += 1
    with folder_for("probes-") as folder:
        held = hold(folder, options.bin)
    for (path, status, phase), count in sorted(counts.items(), key=str):
        print(f"{count:6} {path:9} {status} {phase}")
    print(f"{total} probes in {rounds} rounds {dict(kinds)}, {held} of a held main thread: {len(verdict.broken)} rules broken")

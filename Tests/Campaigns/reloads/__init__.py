"""Reloads slipwayd from one random configuration to another while senders send, then checks the books.

A round starts a configuration with groups, values, `stop`, locks, queues, conditions, programs and
background steps, and reloads it a few times: to a changed one, to a wrong one, to one that fails, to itself.

Only what changed in a key that takes a run, and what requires it, may run, and only what is replaced or
gone be undone, in order; a program that did not change keeps its process; a wrong or failing one leaves
everything as it was; every acknowledged action runs once, in its order. With --kills PERCENT, the daemon is killed during
some reloads, and started again: no action may be lost, and none of `effect: once` may run twice. Prints the counts.
"""

import collections
import json
import shutil

from harness import verdict
from reloads.round import Round

OPTIONS = dict(rounds=20, seed=1, kills=0, bin=".build/release")


def run(options):
    total = collections.Counter()
    for seed in range(options.seed, options.seed + options.rounds):
        this = Round(seed, options.bin, options.kills)
        try:
            this.run()
        except Exception as error:
            this.is_over = True
            this.wrong(f"the round ended with {error!r}")
            this.daemon.kill()
        total.update(this.counts)
        if not verdict.broken:
            shutil.rmtree(this.folder)
        if len(verdict.broken) > 10:
            break
    print(json.dumps(total), "broken:", len(verdict.broken))

"""Kills or stops slipwayd again and again while senders keep sending, then checks the books.

A kill hits the daemon, one of the processes before it, or two of them. Steps and handlers leave
processes that have their own session, no variables and no parent. Somebody reads the store all the
time.

Every acknowledged action has to end in a defined state; none may be lost; one of the kind `once`
never runs twice, one of the kind `idempotent` is interrupted at most three times; one that shields
itself from a stop is not interrupted by it; none fails for another reason; what a sender was told is
what the store says; and nothing runs beside what an earlier daemon has started. Prints the counts.
"""

import collections
import contextlib
import os
import random
import signal
import sqlite3
import sys
import threading
import time

from harness import books, place, processes, verdict, wire
from harness.daemon import Daemon, folder_for
from harness.waiting import until

# `stops`: of a hundred ends, so many by SIGTERM.
OPTIONS = dict(rounds=2000, stops=0, seed=1, senders=4, bin=".build/debug")

CONFIGURATION = """
name: kills
operations:
  begin: { sleep: 5ms }
  # Holds a lock for as long as it lives, in a session of its own, without variables or a parent.
  alone: { exec: [/bin/sh, -c, '(setsid env -i FOLDER/alone step 1000 &)'] }
  # A stop asks these to give up, and the actions that require them wait for the next launch.
  extra: { optional: true, sleep: 30ms }
  later: { stage: background, sleep: 30ms }
  parts: { optional: true, group: { operations: { part: { sleep: 30ms } } } }
defaults: { timeout: 10s }
actions:
  once:
    requires: [begin, extra, parts]
    effect: once
    limit: 100000
    exec: [/bin/sh, -c, 'echo "once $0" >>FOLDER/runs', "${payload.n}"]
    parameters: { n: { type: string, required: true } }
  idempotent:
    requires: [begin, later]
    limit: 100000
    exec: [/bin/sh, -c, 'echo "idempotent $0" >>FOLDER/runs; (setsid env -i FOLDER/alone "$0" 0.3 &)', "${payload.n}"]
    parameters: { n: { type: string, required: true } }
  shielded:
    effect: once
    limit: 100000
    exec: [/bin/sh, -c, 'trap "" TERM; sleep 0.02; echo "shielded $0" >>FOLDER/runs', "${payload.n}"]
    parameters: { n: { type: string, required: true } }
"""

# Says when something else has the same name and lives.
ALONE = """#!/bin/sh
exec 9>>"FOLDER/locks/$1"
/usr/bin/flock -n 9 || { echo "$1" >>FOLDER/beside; exit 0; }
exec /bin/sleep "$2"
"""


class Sender(threading.Thread):
    """Sends actions one after the other, and remembers what it was told of each."""

    def __init__(self, number, path, seed):
        super().__init__(daemon=True)
        self.number, self.path = number, path
        self.random = random.Random(seed)
        self.told = {}  # by the payload's number: kind, identity and last state
        self.refusals = collections.Counter()
        self.goes_on = True

    def run(self):
        count = 0
        while self.goes_on:
            count += 1
            self.send(f"{self.number}-{count}")

    def send(self, name):
        kind = self.random.choice(["once", "idempotent", "shielded"])
        wait = self.random.choice(["accepted", "done"])
        # With the same key until it is known whether it was accepted.
        while self.goes_on:
            try:
                parameters = {"kind": kind, "payload": {"n": name}, "key": name, "wait": wait}
                for reply in wire.stream(self.path, "Submit", parameters, timeout=20):
                    if "error" in reply:
                        self.refusals[f"{reply['error']} {reply.get('parameters')}"] += 1
                        break
                    action = reply["parameters"]["action"]
                    self.told[name] = (kind, action["id"], action["state"])
                else:
                    return
            except wire.NoAnswer:
                if name in self.told:
                    return
            time.sleep(0.002)


class Reader(threading.Thread):
    """Reads the store as a backup or a shell does."""

    def __init__(self, folder, seed):
        super().__init__(daemon=True)
        self.path = os.path.join(folder, "state", "slipway-actions.db")
        self.random = random.Random(seed)
        self.reads = 0

    def run(self):
        while True:
            time.sleep(self.random.expovariate(1 / 0.02))
            try:
                connection = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=0)
                connection.execute("BEGIN")
                connection.execute("SELECT count(*) FROM action").fetchone()
                time.sleep(self.random.expovariate(1 / 0.01))
                connection.close()
                self.reads += 1
            except sqlite3.Error:
                pass


def end(daemon, number, chance):
    """Ends it: with SIGKILL also one of the processes before it, or two of them all."""
    victims = [daemon.process.pid]
    if number == signal.SIGKILL:
        family = daemon.family()
        victims = chance.sample(family, chance.choice([1, 1, min(2, len(family))]))
    processes.kill(victims, number)
    return daemon.wait()


def start(daemon):
    """Starts it without the marks of earlier starts: so many crashes would mean safe mode for good."""
    with contextlib.suppress(FileNotFoundError):
        os.remove(f"{daemon.folder}/state/slipway-starts")
    daemon.start()


def drain(daemon):
    """Waits until nothing is open any more; returns the records by identity."""
    records = {}

    def has_ended():
        try:
            rows = wire.actions(lambda *call: wire.call(daemon.socket, *call))
        except wire.NoAnswer:
            return False
        records.update((row["id"], row) for row in rows or [])
        return rows is not None and all(row["state"] in books.ENDED for row in rows)

    if not until(has_ended, 300, 0.2):
        sys.exit("the actions do not end")
    return records


def check(told, records, runs, refusals, stops):
    """The broken rules, as sentences."""
    yield from books.faults(told, records)
    for identity, record in records.items():
        if record["state"] == "failed" and "was interrupted 3 times" not in record["message"]:
            yield f"{identity} failed: {record['message']}"
        if stops == 100 and (record["kind"], record["state"]) == ("shielded", "interrupted"):
            yield f"{identity} was interrupted by a stop"
    for refusal in refusals:
        if "ShuttingDown" not in refusal:
            yield f"a sender was told {refusal}"
    for (kind, name), count in runs.items():
        # A handler that gives up at a stop was not interrupted, and may run again.
        limit = 1 if kind != "idempotent" else None if stops else 3
        if limit and count > limit:
            yield f"{kind} {name} ran {count} times"
    for name, (kind, identity, state) in told.items():
        record = records.get(identity)
        if record and record["state"] == "done" and runs[kind, name] == 0:
            yield f"{kind} {name} is done and never ran"


def run(options):
    with folder_for("slipway-kills-") as folder:
        live(options, folder)


def live(options, folder):
    chance = random.Random(options.seed)
    os.mkdir(f"{folder}/locks")
    daemon = Daemon(options.bin, folder, "kills", options=["--state-directory", f"{folder}/state"])
    daemon.write(CONFIGURATION.replace("FOLDER", folder))
    place.write_whole(f"{folder}/alone", ALONE.replace("FOLDER", folder))
    os.chmod(f"{folder}/alone", 0o755)
    daemon.start()
    senders = [Sender(number, daemon.socket, options.seed * 1000 + number) for number in range(options.senders)]
    reader = Reader(folder, options.seed)
    for thread in [*senders, reader]:
        thread.start()
    ends = collections.Counter()
    for _ in range(options.rounds):
        time.sleep(chance.expovariate(1 / 0.06))
        is_stop = chance.randrange(100) < options.stops
        ends[end(daemon, signal.SIGTERM if is_stop else signal.SIGKILL, chance)] += 1
        start(daemon)
    for sender in senders:
        sender.goes_on = False
    drain(daemon)
    for sender in senders:
        sender.join(30)
    records = drain(daemon)
    status = daemon.stop()

    told = {name: fate for sender in senders for name, fate in sender.told.items()}
    runs = collections.Counter(tuple(line.split()) for line in place.read(f"{folder}/runs").splitlines())
    refusals = sum((sender.refusals for sender in senders), collections.Counter())
    states = collections.Counter(action["state"] for action in records.values())
    attempts = collections.Counter(action["attempts"] for action in records.values())
    print(f"{options.rounds} rounds, seed {options.seed}: {len(told)} acknowledged, "
          f"{len(records)} stored, last exit {status}")
    print("ends of the daemon:", dict(ends))
    print("states:", dict(states))
    print("attempts:", dict(sorted(attempts.items())))
    print("runs of one action:", dict(sorted(collections.Counter(runs.values()).items())))
    print("refusals:", dict(refusals))
    print("reads of the store:", reader.reads)
    for number in ends:
        if number not in (0, -9, 137, -15):
            verdict.complain(f"the daemon ended with {number}")
    for line in place.read(f"{folder}/beside").splitlines():
        verdict.complain(f"'{line}' ran beside itself")
    for fault in check(told, records, runs, refusals, options.stops):
        verdict.complain(fault)
    if verdict.broken:
        said = daemon.said().splitlines(keepends=True)
        print("".join(line for line in said if "annot" in line or "slipwayd:" in line)[-4000:])
    print(f"{len(verdict.broken)} rules broken")

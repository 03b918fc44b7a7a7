"""A round: one daemon, which is reloaded a few times, and the rules that hold then."""

import json
import random
import tempfile
import threading
import time

from harness import place, processes, verdict
from harness.daemon import Daemon
from harness.waiting import until
from reloads.configuration import Configuration


class Round:
    may_refuse = False
    has_short_actions = True
    has_killed = False

    def __init__(self, seed, bin, kills):
        self.draw = random.Random(seed)
        self.seed = seed
        self.kills = kills
        self.folder = tempfile.mkdtemp(prefix="reloads.")
        self.daemon = Daemon(bin, self.folder, "random", ["--state-directory", f"{self.folder}/state"])
        self.slipway = self.daemon.slipway
        self.number = 0
        self.acknowledged = []
        self.is_over = False
        self.counts = dict(reloads=0, wrong=0, failing=0, killed=0, actions=0)

    def wrong(self, words):
        verdict.complain(f"seed {self.seed}: {words} (in {self.folder})")

    def start(self):
        self.daemon.start()
        self.daemon.await_socket()
        answer = self.slipway("wait", "--timeout", "30s")
        if answer.returncode != 0:
            self.wrong(f"it does not start: {answer.stdout} {answer.stderr}")

    def send(self):
        """Sends until the round is over."""
        while not self.is_over:
            self.number += 1
            number = self.number
            kind = "slow" if number % 3 == 0 else "quick"
            answer = self.slipway("send", kind, f"n:={number}")
            if answer.returncode == 0:
                self.acknowledged.append((kind, number))
            elif not self.may_refuse:
                self.wrong(f"action {number} is refused: {answer.stderr}")
            # A long one holds up its kind.
            time.sleep(0.01 if self.has_short_actions else 0.3)

    def lines(self, name):
        return place.read(f"{self.folder}/{name}").split("\n")[:-1]

    def write(self, configuration):
        self.daemon.write(configuration.text(self.folder))

    def pids(self):
        report = json.loads(self.slipway("status", "--json").stdout)
        return {
            program["name"]: program.get("pid")
            for program in report["programs"]
            if program["state"] == "running"
        }

    def settle(self, configuration):
        """Waits until the background stage has ended, and the old generation's last action."""
        end = time.monotonic() + 30
        last, quiet = None, 0
        while time.monotonic() < end:
            report = json.loads(self.slipway("status", "--json").stdout)
            open_ones = [
                operation["name"] for operation in report["operations"]
                if operation["state"] in ("pending", "ready", "running")
            ]
            now = (len(self.lines("log")), open_ones)
            quiet = quiet + 1 if now == last and not open_ones else 0
            if quiet > (0 if self.has_short_actions else 4):
                return
            last = now
            time.sleep(0.4)
        self.wrong(f"it does not settle: {last}")

    def reload(self, old, new):
        """Reloads; the configuration that is in service then."""
        self.write(new)
        before = len(self.lines("log"))
        pids = self.pids()
        answer = self.slipway("reload", "--json")
        self.settle(new)
        lines = [line.split() for line in self.lines("log")[before:]]
        runs = [line[1] for line in lines if line[0] == "run"]
        fails = any(operation.fails for operation in new.operations)
        if new.extra or fails:
            self.counts["wrong" if new.extra else "failing"] += 1
            self.check_unchanged(old, new, answer, lines, pids)
            self.write(old)
            return old
        self.counts["reloads"] += 1
        if answer.returncode != 0:
            self.wrong(f"the reload failed: {answer.stderr}")
            return old
        expected = {
            name for name in new.expected(old) if not new.by_name()[name].is_unneeded
        }
        if sorted(runs) != sorted(expected):
            self.wrong(f"ran {sorted(runs)}, and not {sorted(expected)}")
        self.check_undone(old, new, lines, new.expected(old))
        now = self.pids()
        for operation in new.operations:
            if operation.is_program and operation.name not in new.expected(old):
                if now.get(operation.name) != pids.get(operation.name):
                    self.wrong(f"program {operation.name} was started anew")
        return new

    def check_undone(self, old, new, lines, runs):
        before = old.by_name()
        gone = {name for name in before if name not in new.by_name()}
        expected = {name for name in (runs | gone) & set(before) if before[name].is_undone}
        undone = [line[1] for line in lines if line[0] == "undo"]
        if sorted(undone) != sorted(expected):
            self.wrong(f"undid {sorted(undone)}, and not {sorted(expected)}")
        for name in undone:
            operation = new.by_name().get(name)
            if operation is None or operation.overlaps or before[name].overlaps:
                continue
            place = lines.index(["undo", name, str(before[name].version)])
            if ["run", name, str(operation.version)] in lines[:place]:
                self.wrong(f"{name} ran before it was undone")

    def check_unchanged(self, old, new, answer, lines, pids):
        if answer.returncode not in (1, 78):
            self.wrong(f"a wrong configuration was taken: {answer.stdout}")
        if new.extra and lines:
            self.wrong(f"a wrong configuration did {lines}")
        now = self.pids()
        if sorted(now) != sorted(pids):
            self.wrong(f"programs were {sorted(pids)} and are {sorted(now)} after a failed reload")
        for operation in old.operations:
            if operation.is_program and operation.name not in new.expected(old):
                replaced = [line for line in lines if line[1] == operation.name]
                if not replaced and now.get(operation.name) != pids.get(operation.name):
                    self.wrong(f"program {operation.name} was started anew by a failed reload")
        # What was undone was done again, and what ran was undone.
        state = {}
        for verb, name, version in lines:
            state.setdefault((name, version), []).append(verb)
        for (name, version), verbs in state.items():
            own = old.by_name().get(name)
            is_old = own is not None and str(own.version) == version
            if is_old and own.is_undone and verbs.count("undo") > verbs.count("run"):
                self.wrong(f"{name} {version} was undone, and not done again: {verbs}")

    def run(self):
        configuration = Configuration(self.draw)
        self.has_short_actions = configuration.pause < 1
        self.write(configuration)
        self.start()
        self.settle(configuration)
        sender = threading.Thread(target=self.send)
        sender.start()
        for _ in range(4):
            if self.daemon.is_ended():
                self.wrong("the daemon has ended")
                break
            new = configuration.changed(self.draw)
            kind = self.draw.random()
            if kind < 0.15:
                new.extra = self.draw.choice(["wrong: 1\n", "operators: [\n", "name: again\n"])
            elif kind < 0.35:
                steps = [o for o in new.operations if not o.is_program and not o.is_background]
                if steps:
                    step = self.draw.choice(steps)
                    step.fails, step.is_unneeded = True, False
            if self.draw.random() * 100 < self.kills:
                self.kill(new)
                # The one that was read last is the one that is in service.
                configuration = new if not new.extra and not any(
                    o.fails for o in new.operations) else configuration
                self.write(configuration)
                self.start()
                self.may_refuse = False
                self.settle(configuration)
            else:
                configuration = self.reload(configuration, new)
        self.is_over = True
        sender.join()
        self.check_actions()
        status = self.daemon.stop()
        if status != 0:
            self.wrong(f"it ended with {status}")

    def kill(self, new):
        self.counts["killed"] += 1
        self.may_refuse = True
        self.write(new)
        asking = threading.Thread(target=self.slipway, args=["reload"])
        asking.start()
        time.sleep(self.draw.random() * 0.6)
        # With the processes before it.
        processes.kill(self.daemon.family())
        self.daemon.wait()
        asking.join()
        self.has_killed = True

    def check_actions(self):
        until(lambda: not any(
            '"id"' in self.slipway("actions", "--state", state, "--json").stdout for state in ("waiting", "running")
        ), 120, 0.2)
        lines = self.lines("actions")
        self.counts["actions"] += len(self.acknowledged)
        for kind, number in self.acknowledged:
            count = lines.count(f"{kind} {number}")
            # One that was interrupted by a kill may not have come to its line, or have come twice.
            least = 0 if self.has_killed and kind == "slow" else 1
            most = 4 if self.has_killed and kind == "quick" else 1
            if not least <= count <= most:
                self.wrong(f"action {kind} {number} ran {count} times")
        if not self.has_killed:
            for kind in ("slow", "quick"):
                ran = [int(line.split()[1]) for line in lines if line.startswith(kind)]
                if ran != sorted(ran):
                    self.wrong(f"actions of kind {kind} ran out of order: {ran}")

"""Mistreats the programs of slipwayd in random ways, then looks for what is left and what was told.

A round starts 20 programs that require one another at random, kills and freezes some, lets some fork away
and some eat memory up to their limit, and restarts some as an operator, while actions are sent. Then:

- a program that was ended and is to be restarted runs, with as many restarts as it was ended;
- no other program was started a second time, and no operator's restart counts as one of its own;
- each action was done: no slot of the queue, which has room for two, was lost;
- `slipway status` tells how often each was restarted since an operator started it, and the journal why each ended;
- after the stop no process of the round lives, whatever left its session or ignores SIGTERM.

With --contained the daemon is process 1 of a PID namespace, as in a container (root). With --delegated it also
has a hierarchy of control groups to itself, as in a container whose /sys/fs/cgroup can be written: then each
program has its group while it runs, and no group is left at the end. Prints the counts.
"""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import tempfile
import time

from harness import place, processes, verdict
from harness.daemon import Daemon
from harness.waiting import until
from storm.contained import Contained
from storm.program import PROGRAM, Program

OPTIONS = dict(rounds=300, seed=0, programs=20, contained=False, delegated=False, bin=".build/debug")


class Round:
    """One daemon, its programs, and what is done to them."""

    def __init__(self, seed, options, hierarchy):
        self.draw = random.Random(seed)
        self.seed = seed
        self.folder = tempfile.mkdtemp(prefix="slipway-storm.")
        is_contained = options.contained or options.delegated
        self.daemon = (Contained(options.bin, self.folder, "storm", hierarchy) if is_contained
                       else Daemon(options.bin, self.folder, "storm"))
        self.hierarchy = hierarchy
        self.slipway = self.daemon.slipway
        self.programs = []
        for number in range(options.programs):
            earlier = [program.name for program in self.programs]
            self.programs.append(Program(self.draw, f"p{number}", earlier))

    def wrong(self, words):
        verdict.complain(f"seed {self.seed}: {words}")

    def start(self):
        lines = ["name: storm", "grace: 300ms", "queues: { disk: { width: 2 } }", "operations:"]
        lines += [program.text(self.folder) for program in self.programs]
        lines += ["actions:", "  note: { queue: disk, exec: [/bin/true] }"]
        self.daemon.write("\n".join(lines) + "\n")
        self.daemon.start()
        if not self.daemon.await_socket():
            self.wrong("no socket")
        if self.slipway("wait").returncode != 0:
            self.wrong(f"not ready: {self.slipway('status').stdout}")

    def lines(self, name):
        return place.read(f"{self.folder}/{name}").splitlines()

    def starts(self, name):
        return sum(1 for line in self.lines("starts") if line.split()[0] == name)

    def acts(self):
        return self.slipway("send", "note", "--wait", "done", "--timeout", "20s").returncode == 0

    def rows(self):
        """The state of each program by its name, as the daemon tells it."""
        answer = self.slipway("status", "--json")
        try:
            return {row["name"]: row for row in json.loads(answer.stdout)["programs"]}
        except (ValueError, KeyError, TypeError):
            return {}

    def process(self, program):
        """The process identifier of the main process, outside of the container."""
        own = ["/bin/sh", PROGRAM, self.folder, program.name]
        found = [pid for pid in self.daemon.living() if processes.words(pid)[:4] == own]
        # Its subshells have the same words, and a parent that has them.
        return next((pid for pid in found if processes.parent(pid) not in found), None)

    def expected_starts(self, program):
        restarts = program.ends if program.ended == "restart" else 0
        return 1 + restarts + program.operated

    def settled(self, program):
        return self.starts(program.name) >= self.expected_starts(program) and (
            program.ended != "restart" or self.process(program) is not None
        )

    def mistreat(self):
        running = [program for program in self.programs if program.ended == "restart" or program.ends == 0]
        program = self.draw.choice(running)
        if not until(lambda: self.settled(program), 10):
            self.wrong(f"{program.name} was not started again: {self.starts(program.name)} starts")
            return
        process = self.process(program)
        what = self.draw.choice(["kill", "kill", "abort", "freeze", "fork", "eat", "restart", "act"])
        if process is None:
            return
        elif what in ("kill", "abort"):
            os.kill(process, signal.SIGKILL if what == "kill" else signal.SIGABRT)
            program.end()
        elif what == "freeze":
            # A frozen one does not notice anything; it has to be ended all the same.
            os.kill(process, signal.SIGSTOP)
            os.kill(process, signal.SIGKILL)
            program.end()
        elif what == "fork":
            os.kill(process, signal.SIGUSR1)
        elif what == "eat":
            before = self.lines("ate").count(program.name)
            os.kill(process, signal.SIGUSR2)
            if until(lambda: self.lines("ate").count(program.name) > before, 5):
                program.end()
                until(lambda: self.process(program) != process, 10)
        elif what == "restart" and self.slipway("restart", program.name).returncode == 0:
            program.operated += 1
            program.told = 0
        elif what == "act" and not self.acts():
            self.wrong("an action was not done")

    def is_told(self):
        """The daemon has noticed each end, and says what follows."""
        rows = self.rows()
        return all(
            (rows.get(program.name, {}).get("state") == "running") == (program.ended == "restart" or not program.ends)
            for program in self.programs
        )

    def judge(self):
        for program in self.programs:
            if not until(lambda: self.starts(program.name) == self.expected_starts(program), 10):
                self.wrong(
                    f"{program.name} ({program.ended}) was started {self.starts(program.name)} times, "
                    f"expected {self.expected_starts(program)}"
                )
        until(self.is_told, 10)
        rows = self.rows()
        for program in self.programs:
            row = rows.get(program.name, {})
            if program.ended == "restart":
                if row.get("state") != "running":
                    self.wrong(f"{program.name} does not run: {row}")
                if row.get("restarts", 0) != program.told:
                    self.wrong(f"{program.name}: {program.told} restarts, told are {row.get('restarts')}")
            elif program.ends > 0 and row.get("state") == "running":
                self.wrong(f"{program.name} runs, but ended and is not to be restarted")
        if self.hierarchy:
            for program in self.programs:
                process = self.process(program)
                if process is not None and not self.daemon.has_own_group(program.name, process):
                    self.wrong(f"{program.name} is not in a control group of its own")
        for _ in range(3):
            if not self.acts():
                self.wrong("an action was not done at the end; a slot may be lost")

    def stop(self):
        status = self.daemon.stop(30)
        if status is None:
            self.wrong("did not stop within 30 s")
        elif status != 0:
            self.wrong(f"ended with status {status}")
        left = self.daemon.living()
        if left:
            self.wrong(f"left alive: {left}")
            processes.kill(left)
        log = self.daemon.said()
        for program in self.programs:
            if program.ends > 0 and not re.search(rf"'{program.name}'.*(killed|SIG|ended|exited)", log):
                self.wrong(f"the log does not tell why {program.name} ended")

    def run(self):
        self.start()
        for _ in range(self.draw.randint(5, 15)):
            if verdict.broken:
                break
            self.mistreat()
            time.sleep(self.draw.choice([0, 0, 0.05, 0.2]))
        self.judge()
        self.stop()
        if self.hierarchy and not verdict.broken:
            for name in self.daemon.clear_groups():
                self.wrong(f"the control group '{name}' was left")
        if verdict.broken:
            print(f"the files of seed {self.seed} are in {self.folder}")
        else:
            shutil.rmtree(self.folder)


def run(options):
    ends = operated = rounds = 0
    with place.mounted("cgroup2") if options.delegated else contextlib.nullcontext() as hierarchy:
        for seed in range(options.seed, options.seed + options.rounds):
            this = Round(seed, options, hierarchy)
            this.run()
            ends += sum(program.ends for program in this.programs)
            operated += sum(program.operated for program in this.programs)
            rounds += 1
            if verdict.broken:
                break
    print(f"{rounds} rounds, {ends} programs ended, {operated} restarted by an operator, {len(verdict.broken)} broken")

"""Counts what Slipway takes, each thing in processes of its own."""

import json
import os
import re
import shutil
import socket
import statistics
import subprocess
import tempfile
import time

CALLGRIND = ["valgrind", "--tool=callgrind"]
PATIENCE = 600  # seconds: other load changes no count
WAITING = """\
name: weighed
operations:
  gate: { stage: background, sleep: 1h }
actions:
  wait: { requires: [gate], sleep: 0ms }
"""


class Counting:
    """Has the programs as they are installed, without symbols, in a folder of its own."""

    def __init__(self, folder, growth, checkout):
        self.checkout = checkout
        self.backend_program = os.path.join(folder, "storefront-backend")
        programs = [os.path.join(folder, name) for name in ("slipwayd", "slipway")] + [growth]
        for program in programs + [self.backend_program]:
            if not os.path.exists(program):
                raise SystemExit(f"no {program}; run `make weight`, which builds it")
        if not shutil.which("valgrind"):
            raise SystemExit("needs valgrind")
        self.place = tempfile.TemporaryDirectory(prefix="slipway-weight-")
        for program in programs:
            copy = self.path(os.path.basename(program))
            subprocess.run(["strip", "-o", copy, program], check=True)
            # Out of the page cache, as after a boot: how a file got there decides how much one page fault maps.
            subprocess.run(
                ["dd", f"of={copy}", "oflag=nocache", "conv=notrunc,fdatasync", "count=0", "status=none"],
                check=True,
            )
        self.folders = 0
        self.backend = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.backend:
            self.backend.kill()
            self.backend.wait()
        self.place.cleanup()

    def path(self, name):
        return os.path.join(self.place.name, name)

    def counts(self):
        """All that is counted, by name, in the order of the table."""
        empty = os.path.join(self.checkout, "Benchmarks/Startup/empty.yaml")
        storefront = self.patient(os.path.join(self.checkout, "config/storefront.yaml"))
        of_storefront = self.start_backend()
        counts = {}
        for name, configuration, variables in [
            ("empty graph until READY", empty, {}),
            ("storefront until READY", storefront, of_storefront),
        ]:
            counts[f"{name}: instructions"] = median(
                3, lambda: self.start_instructions(configuration, variables)
            )
            # One start in six begins one more.
            counts[f"{name}: threads begun"] = min(self.threads(configuration, variables) for _ in range(3))
            counts[f"{name}: page faults"] = median(
                9, lambda: self.page_faults(configuration, variables)
            )
        counts["slipway status: instructions"] = self.status_instructions()
        counts["slipway --version: instructions"] = median(
            3, lambda: instructions([self.path("slipway"), "--version"])
        )
        counts["operation: instructions"] = self.operation_instructions()
        counts["acceptance: instructions"] = median(3, self.acceptance_instructions)
        for program in ("slipwayd", "slipway"):
            counts[f"{program}: bytes"] = os.path.getsize(self.path(program))
            counts[f"{program}: conformances"] = conformances(self.path(program))
        return counts

    def start_backend(self):
        """The storefront's backend, which is not counted.

        Returns the variables of the storefront's configuration.
        """
        self.backend = subprocess.Popen(
            [self.backend_program, "--port", "0", "--delay", "0"], stdout=subprocess.PIPE, text=True
        )
        return {
            "STOREFRONT_HOME": os.path.join(self.checkout, "config/storefront"),
            "STOREFRONT_BACKEND": self.backend.stdout.readline().split()[-1],
            "STOREFRONT_SDK_SECONDS": "0",
        }

    def patient(self, configuration):
        """A copy of a configuration in which nothing is late, however slow the machine is."""
        with open(configuration) as file:
            text = re.sub(r"\b(deadline|timeout): \d+s", rf"\1: {PATIENCE}s", file.read())
        copy = self.path(os.path.basename(configuration))
        with open(copy, "w") as file:
            file.write(text)
        return copy

    def daemon(self, configuration, variables={}, tool=(), arguments=()):
        self.folders += 1
        folder = self.path(str(self.folders))
        os.mkdir(folder)
        return Daemon(folder, [*tool, self.path("slipwayd"), "--config", configuration, *arguments], variables)

    def start_instructions(self, configuration, variables):
        with self.daemon(configuration, variables, counted()) as daemon:
            return daemon.instructions()

    def threads(self, configuration, variables):
        # Of clone(2): a child process is made by it, too, but without a thread's own storage.
        tool = ["valgrind", "--tool=none", "--trace-syscalls=yes"]
        with self.daemon(configuration, variables, tool) as daemon:
            flags = re.findall(r"sys_clone \( ([0-9a-f]+)", daemon.said())
            return 1 + sum(int(flag, 16) & 0x10000 != 0 for flag in flags)

    def page_faults(self, configuration, variables):
        with self.daemon(configuration, variables) as daemon:
            minor, major = daemon.stat(7), daemon.stat(9)
            return minor + major

    def status_instructions(self):
        with self.daemon(os.path.join(self.checkout, "Benchmarks/Startup/empty.yaml")) as daemon:
            command = [self.path("slipway"), "--socket", daemon.path("socket"), "status"]
            return median(3, lambda: instructions(command))

    def operation_instructions(self):
        # As its threads fall, a run goes one of two ways, some 8 % apart: a median of differences mixes them.
        few, many = (
            max(instructions([self.path("growth"), "main", str(n)]) for _ in range(3))
            for n in (2000, 4000)
        )
        return (many - few) // 2000

    def acceptance_instructions(self):
        configuration = self.path("waiting.yaml")
        with open(configuration, "w") as file:
            file.write(WAITING)
        arguments = ["--state-directory", "state"]
        with self.daemon(configuration, {}, counted(), arguments) as daemon:
            daemon.send("wait", 200)
            few = daemon.instructions()
            daemon.send("wait", 200)
            return (daemon.instructions() - few) // 200


class Daemon:
    """A slipwayd that is ready and rests, in a folder of its own."""

    def __init__(self, folder, command, variables):
        self.folder = folder
        notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notifications.bind(self.path("notify"))
        notifications.settimeout(1)
        with open(self.path("log"), "w") as log:
            self.process = subprocess.Popen(
                [*command, "--socket", self.path("socket")],
                cwd=folder,
                env={"PATH": "/usr/bin:/bin", "NOTIFY_SOCKET": self.path("notify"), **variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.deadline = time.monotonic() + PATIENCE
        while not self.is_ready(notifications):
            self.expect_progress("is not ready")
        notifications.close()
        self.rest()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()

    def path(self, name):
        return os.path.join(self.folder, name)

    def said(self):
        with open(self.path("log"), errors="replace") as log:
            return log.read()

    def is_ready(self, notifications):
        try:
            return b"READY=1" in notifications.recv(1 << 16).split(b"\n")
        except TimeoutError:
            return False

    def expect_progress(self, obstacle):
        if self.process.poll() is not None or time.monotonic() > self.deadline:
            self.process.kill()
            raise SystemExit(f"slipwayd {obstacle}:\n{self.said()}")

    def stat(self, field):
        """A number of /proc/PID/stat, counted from the state, which is 0."""
        return int(fields(f"/proc/{self.process.pid}/stat")[field])

    def is_working(self):
        """A thread runs, or would if there were a processor for it."""
        tasks = f"/proc/{self.process.pid}/task"
        try:
            return any(fields(f"{tasks}/{task}/stat")[0] != "S" for task in os.listdir(tasks))
        except FileNotFoundError:
            return True  # One has just ended.

    def rest(self):
        """Returns once no thread has worked, and none has taken any time, for a quarter of a second."""
        self.deadline, taken, since = time.monotonic() + PATIENCE, None, 0
        while since < 5:
            now = self.stat(11) + self.stat(12)
            since = since + 1 if now == taken and not self.is_working() else 0
            taken = now
            self.expect_progress("does not come to rest")
            time.sleep(0.05)

    def instructions(self):
        """Those of its callgrind until now."""
        self.rest()
        said = subprocess.run(
            ["vgdb", f"--pid={self.process.pid}", "dump"], capture_output=True, text=True
        )
        # Each dump has what came after the one before.
        dumps = [name for name in os.listdir(self.folder) if name.startswith("callgrind.out.")]
        if not dumps:
            raise SystemExit(f"callgrind wrote nothing: {said.stdout}{said.stderr}")
        total = 0
        for name in dumps:
            with open(self.path(name)) as dump:
                total += sum(int(line.split()[1]) for line in dump if line.startswith("totals:"))
        return total

    def send(self, kind, count):
        """Sends launch actions on one connection, each once the one before is accepted."""
        call = {"method": "org.slipway.Launch.Submit", "parameters": {"kind": kind, "payload": {}}}
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE)
            connection.connect(self.path("socket"))
            for _ in range(count):
                connection.sendall(json.dumps(call).encode() + b"\0")
                reply = b""
                while not reply.endswith(b"\0"):
                    reply += connection.recv(1 << 16)
                if b'"error"' in reply:
                    raise SystemExit(f"slipwayd refuses an action: {reply[:-1].decode()}")


def fields(stat):
    """Those of a file such as /proc/PID/stat behind the name, which may have spaces."""
    with open(stat) as file:
        return file.read().rpartition(")")[2].split()


def counted():
    """In the folder in which the daemon runs."""
    return [*CALLGRIND, "--callgrind-out-file=callgrind.out.%p"]


def instructions(command):
    """Those of a command from its start to its end."""
    result = subprocess.run(
        [*CALLGRIND, "--callgrind-out-file=/dev/null", *command],
        env={"PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    found = re.search(r"Collected : (\d+)", result.stderr)
    if result.returncode or not found:
        raise SystemExit(f"{' '.join(command)} ended with {result.returncode}:\n{result.stderr}")
    return int(found[1])


def conformances(program):
    """The records of the protocol conformances in a program: four bytes each."""
    sections = subprocess.run(
        ["readelf", "--wide", "--sections", program], capture_output=True, text=True, check=True
    ).stdout
    # Name, type, address, offset, size.
    size = re.search(r"swift5_protocol_conformances +\S+ +\S+ +\S+ +([0-9a-f]+)", sections)
    if not size:
        raise SystemExit(f"{program} has no section swift5_protocol_conformances")
    return int(size[1], 16) // 4


def median(runs, count):
    return int(statistics.median(count() for _ in range(runs)))

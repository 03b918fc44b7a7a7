"""The world of a booted systemd: the packaged unit with its sandbox, which the manager starts and stops, and starts
again by itself. The harness is a service of the same system; see `boot`."""

import grp
import os
import random
import shutil
import signal
import subprocess
import threading
import time

import dropins
from harness import processes
from manager import SERVICE, SOCKET, insist, journal, properties, systemctl
from place import Place
from record import moment, now
from sockets import NAMES
from worlds import Foreground

FOLDER = "/srv/life"
GROUP = f"/sys/fs/cgroup/system.slice/system-slipway.slice/{SERVICE}"


class UnitPlace(Place):
    """Programs, configuration and state are where the package has them; all else is in a folder that the drop-in of
    the unit opens."""

    def __init__(self, world, seed):
        super().__init__(world, "/usr/bin", seed, FOLDER)
        chance = random.Random(f"unit {seed}")
        self.lines, self.isRoot = dropins.draw(chance)
        # Whichever user the daemon has, it writes there.
        for name in ("", "/files", "/credentials"):
            os.chmod(f"{self.folder}{name}", 0o777)
        os.makedirs("/etc/slipway/life.d", exist_ok=True)
        self.configuration, self.dropins = "/etc/slipway/life.yaml", "/etc/slipway/life.d"
        # As systemd makes it for a dynamic user.
        parent = "/var/lib/slipway" if self.isRoot else "/var/lib/private/slipway"
        if not self.isRoot:
            os.makedirs("/var/lib/private", mode=0o700, exist_ok=True)
        self.state = f"{parent}/life"
        os.makedirs(self.state, mode=0o755, exist_ok=True)
        self.socket = "/run/slipway/life/org.slipway.Launch"
        self.observing = "/run/slipway-run/life/org.slipway.Launch"
        self.checked = ("--unit", "slipway@life")
        self.hasSockets = chance.random() < 0.6


class Unit(Foreground):
    name = "unit"
    # The manager copies them at a start.
    gives_credentials_anew = False
    route = {}

    @staticmethod
    def place(options, seed):
        return UnitPlace(options.world, seed)

    def __init__(self, place, record, random):
        self.place = place
        self.record = record
        self.random = random
        self.is_managed = True
        # They are the manager's.
        self.sockets = None
        self.boot = 0
        self.read = 0
        self.ends = {}
        self.remains = {}
        self.invocations = {}
        self.lock = threading.RLock()
        self.on_end = None
        # Senders are in the group of the socket, as the package has it.
        os.setgroups([grp.getgrnam("slipway").gr_gid])
        self._install()

    def _install(self):
        place = self.place
        shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "note"), f"{place.folder}/note")
        for name, text in ("boots", "0\n"), ("notes", ""), ("uptime", ""):
            if not os.path.exists(f"{place.folder}/{name}"):
                with open(f"{place.folder}/{name}", "w") as file:
                    file.write(text)
        subprocess.run(["mount", "--bind", "/proc/uptime", f"{place.folder}/uptime"], check=True)
        if place.isRoot:
            dropins.example("other-users")
        dropins.write("70-life", dropins.NEEDED.format(folder=place.folder))
        dropins.write_drawn(place.lines)
        if place.hasSockets:
            for name in NAMES:
                with open(f"/etc/systemd/system/life-{name}.socket", "w") as file:
                    file.write(dropins.SOCKET.format(service=SERVICE, name=name, path=f"{place.folder}/{name}.sock"))
            place.sockets = list(NAMES)
        self._write_environment()
        systemctl("daemon-reload")
        self.record.add("unit", lines=place.lines, root=place.isRoot)

    def _write_environment(self):
        """The environment file of the packaged unit."""
        variables = {"LIFE_MARK": self.place.folder, **self.place.environment}
        with open("/etc/slipway/life.env", "w") as file:
            for name, value in variables.items():
                file.write(f'{name}="{value}"\n')

    # What the manager has noted.

    def sync(self):
        """Takes in what became of the service since the last time: each start and each end, in their order."""
        with self.lock:
            with open(f"{self.place.folder}/notes") as file:
                file.seek(self.read)
                text = file.read()
            whole = text.rpartition("\n")[0]
            self.read += len(whole) + bool(whole)
            for line in whole.splitlines():
                verb, invocation, up, *rest = line.split()
                if verb == "start":
                    if self.boot and self.boot not in self.ends:
                        self._take_end(self.boot, moment(up), "signal", -9, [])
                    self.boot = int(rest[0])
                    self.invocations[self.boot] = invocation
                    self.record.add("started", moment(up), moment(up), boot=self.boot, invocation=invocation)
                else:
                    boot = next((boot for boot, one in self.invocations.items() if one == invocation), None)
                    # One whose `note start` was killed has started nothing.
                    if boot and boot not in self.ends:
                        self._take_end(boot, moment(up), rest[0], _status(*rest[1:3]), [int(word) for word in rest[3:]])

    def _take_end(self, boot, at, result, status, left):
        self.ends[boot], self.remains[boot] = status, left
        self.record.add("unit ended", at, at, boot=boot, result=result, status=status)
        self.on_end(status, boot, at)

    def status(self):
        self.sync()
        return self.ends.get(self.boot) if self.boot else None

    def wait(self, seconds, boot):
        end, looked = time.monotonic() + seconds, time.monotonic()
        while time.monotonic() < end:
            self.sync()
            if boot in self.ends:
                return self.ends[boot]
            if time.monotonic() > looked + 2:
                looked = time.monotonic()
                self._note_what_was_killed(boot)
            time.sleep(0.01)
        return None

    def _note_what_was_killed(self, boot):
        """`systemctl kill` kills whatever the unit runs, also the command that notes the end of the daemon."""
        if properties("SubState").get("SubState") in ("dead", "failed", "auto-restart"):
            with self.lock, open(f"{self.place.folder}/notes", "a") as file:
                with open("/proc/uptime") as up:
                    file.write(f"end {self.invocations[boot]} {up.read().split()[0]} signal killed KILL\n")

    def written(self, boot):
        output, told = journal(self.invocations[boot])
        self.record.add("journal", boot=boot, told=[line for line in told if "Killing process" in line])
        return output

    # Starts and ends.

    def start(self):
        """Asks for a start, or waits where the manager has begun one by itself."""
        if not self.boot:
            # A clock of its own is known by now.
            self._write_environment()
        self.sync()
        before = self.boot if self.boot in self.ends or not self.boot else self.boot - 1
        if self.boot == before:
            # The manager has decided by then, or says so soon.
            patience = self.random.random() < 0.7 and self._is_to_come()
            if not patience:
                self._ask_for_a_start()
            began = now()
            while self.boot == before:
                if now() - began > 15:
                    self._ask_for_a_start()
                    began = now()
                time.sleep(0.02)
                self.sync()

    def _is_to_come(self):
        """Whether the manager starts it by itself; told of the boot that has ended."""
        for _ in range(25):
            state = properties("SubState").get("SubState")
            if state in ("dead", "failed", "auto-restart", "start-pre", "start", "running"):
                break
            time.sleep(0.02)
        # Where the machine has booted anew its manager knows nothing of an end before.
        if self.boot in self.remains:
            self.record.add("left alone", boot=self.boot, state=state)
        return state not in ("dead", "failed")

    def _ask_for_a_start(self):
        units = [SOCKET, *(f"life-{name}.socket" for name in getattr(self.place, "sockets", []))]
        systemctl("start", "--no-block", *units, SERVICE)

    def signal(self, number):
        """A stop is the manager's; any other signal is passed on to the daemon."""
        if number == signal.SIGTERM:
            insist("stop", "--no-block", SERVICE)
        else:
            systemctl("kill", "--kill-who=main", f"--signal={number}", SERVICE)

    def halt(self):
        insist("stop", "--no-block", *(f"life-{name}.socket" for name in getattr(self.place, "sockets", [])), SOCKET, SERVICE)

    def reload(self):
        """The status and the words of a reload by the manager; it waits for the end of that."""
        return systemctl("reload", SERVICE)

    def clear(self):
        """The manager has ended what was left."""

    # Its processes.

    def processes(self):
        found = []
        for folder, _, files in os.walk(GROUP):
            if "cgroup.procs" in files:
                try:
                    with open(f"{folder}/cgroup.procs") as file:
                        found += [int(line) for line in file]
                except OSError:
                    pass
        return [pid for pid in found if not _is_command(pid)]

    def left(self, boot):
        return self.remains.get(boot, []) if boot in self.ends else self.processes()

    def main_process(self):
        top = next((pid for pid in self.processes() if processes.parent(pid) == 1 and "slipwayd" in processes.line(pid)), None)
        last = processes.chain(top)[-1] if top else None
        return last if last and processes.name(last) == "slipwayd" else None

    def reapers(self):
        main = self.main_process()
        return [pid for pid in self.processes() if processes.name(pid).startswith("slipway-reap") and pid != main]

    def own(self):
        return {self.main_process(), *self.reapers()}

    # What is asked.

    def asked(self, method):
        """Questions go where they start nothing."""
        return self.place.observing if method.startswith(("Get", "List")) else self.place.socket

    def let_in(self):
        """They are in the group already."""

    def told(self):
        found = properties("ActiveState", "SubState", "StatusText", "MainPID", "NRestarts", "InvocationID", "Result")
        return found.get("StatusText"), found

    def end(self):
        systemctl("kill", "--signal=KILL", SERVICE)
        systemctl("stop", SOCKET, SERVICE)


def _status(code, status):
    """How a process has ended, as Popen says it."""
    if code in ("killed", "dumped"):
        return -getattr(signal, f"SIG{status}") if not status.isdigit() else -int(status)
    number = int(status) if status.isdigit() else 0
    # The reaper before the daemon says it as a shell does.
    return 128 - number if 128 < number < 200 else number


def _is_command(pid):
    """Whether it is no process of the daemon, but a command of the unit."""
    line = " ".join(processes.words(pid))
    return "/note " in line or "/usr/bin/slipway reload" in line or not line

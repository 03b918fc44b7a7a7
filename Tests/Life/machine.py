"""The world of an emulated machine: the packaged unit with control groups of its own, and cuts of the power.

The harness dies with the power, too. What it has seen and was told is on a disk on which each write is at once, the
folder of the life; a second harness takes it up from there once the machine has booted again. The state of the service
is on a disk as any other, which loses what was not synced. See `machines`."""

import json
import os
import subprocess
import threading
import time

import dropins
from plan import Plan
from record import now
from unit import Unit, UnitPlace

# On which it stays when the machine has booted anew.
DISK = "/state"


class MachinePlace(UnitPlace):
    def __init__(self, world, seed):
        super().__init__(world, seed)
        self.backendPorts = (18080, 18443)
        os.makedirs(f"{DISK}/life", exist_ok=True)
        subprocess.run(["mount", "--bind", f"{DISK}/life", self.state], check=True)

    def limit_state(self, megabytes):
        """The disk is as small."""
        return True


class RealClock:
    """The wall clock of the machine itself."""

    def __init__(self, place):
        self.epoch = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)

    def step(self, seconds):
        true = self.epoch + time.clock_gettime(time.CLOCK_BOOTTIME)
        time.clock_settime(time.CLOCK_REALTIME, max(true + seconds, 1))


class Machine(Unit):
    name = "machine"
    Clock = RealClock
    # It is emulated.
    slowness = 6

    @staticmethod
    def place(options, seed):
        return MachinePlace(options.world, seed)

    def __init__(self, place, record, random):
        self.has_begun = record.keep(f"{place.folder}/facts.log")
        if self.has_begun:
            place.lines = record.of("unit")[-1].lines
            record.boot_anew()
            record.add("machine booted")
        dropins.example("control-groups")
        super().__init__(place, record, random)

    def keep(self, life):
        kept = {name: getattr(life, name) for name in ("first", "configuration", "good", "written", "steps", "sends")}
        path = f"{self.place.folder}/kept.json"
        # Whoever writes it, from whichever thread.
        new = f"{path}.{threading.get_ident()}"
        with open(new, "w") as file:
            json.dump(kept, file)
        os.rename(new, path)
        with open("/dev/console", "w") as console:
            console.write(f"LIFE {life.seed}: step {len(life.steps)}\n")

    def take_up(self, life):
        if not self.has_begun or not os.path.exists(f"{self.place.folder}/kept.json"):
            return False
        with open(f"{self.place.folder}/kept.json") as file:
            for name, value in json.load(file).items():
                setattr(life, name, value)
        # Those that are one are told apart by their identity.
        if life.written == life.good:
            life.written = life.good
        life.plan = Plan(life.configuration)
        # As drawn from here on, whatever came before.
        life.random.seed(f"{self.name} {life.seed} {len(life.steps)}")
        with open(self.place.configuration, "w") as file:
            file.write(life.configurations.text(life.written))
        for name, text in self.record.of("wrote")[-1].dropins.items():
            with open(f"{self.place.dropins}/{name}", "w") as file:
                file.write(text)
        life.configurations.scene.read(life.configuration)
        self._end_what_was_cut()
        return True

    def _end_what_was_cut(self):
        """A daemon that ran when the power went has ended, and its manager could not note that."""
        for fact in self.record.of("started"):
            self.invocations[fact.boot] = fact.invocation
        for fact in self.record.of("unit ended"):
            self.ends[fact.boot] = fact.status
        began = self.record.of("machine booted")[-1].at
        noted = {}
        with open(f"{self.place.folder}/notes") as file:
            text = file.read()
        self.read = len(text.encode())
        for line in text.splitlines():
            verb, invocation, _, *rest = line.split()
            if verb == "start":
                noted[int(rest[0])] = invocation
        for boot, invocation in sorted(noted.items()):
            if boot not in self.invocations:
                self.record.add("started", began - 1, began - 1, boot=boot, invocation=invocation)
                self.invocations[boot] = invocation
            if not any(fact.boot == boot for fact in self.record.of("exited")):
                # What was written of it is lost, also where its end was noted.
                self.ends.setdefault(boot, -9)
                self.record.add("ending", how="kill", boot=boot)
                self.record.add("cut", boot=boot)
                self.record.add("exited", boot=boot, status=self.ends[boot], output="", left=[])
        self.boot = max(noted, default=0)
        with open(f"{self.place.folder}/boots", "w") as file:
            file.write(f"{self.boot}\n")

    def written(self, boot):
        return super().written(boot) if boot in self.invocations else ""


def cut_the_power():
    """The kernel leaves at once, and writes nothing more; the machine does not start again by itself."""
    with open("/proc/sysrq-trigger", "w") as file:
        file.write("b")


def cut_after(record, boot, seconds):
    record.add("power", began=now(), boot=boot, seconds=seconds)
    threading.Timer(seconds, cut_the_power).start()

"""All that is observed in a life: what bodies wrote about themselves, and what the harness did, was told, and saw."""

import json
import os
import threading
import time
from dataclasses import dataclass, field


# What is added to the clock of a machine that has booted anew in the life.
_shift = 0.0


def shift(seconds):
    global _shift
    _shift = seconds


def now():
    """Seconds since the boot, as /proc/uptime has them; since the first boot of a life in which there are several."""
    return moment(time.clock_gettime(time.CLOCK_BOOTTIME))


def moment(up):
    """The time of what /proc/uptime said."""
    return float(up) + _shift


@dataclass
class Line:
    """One line that a body wrote; lines are in the order in which they were written."""

    place: int
    at: float
    pid: int
    role: str
    name: str
    version: str
    verb: str
    arguments: list = field(default_factory=list)

    def argument(self, key):
        """The value of KEY=VALUE, or None."""
        for argument in self.arguments:
            if argument.startswith(key + "="):
                return argument[len(key) + 1 :]
        return None

    def __str__(self):
        words = " ".join([self.role, self.name, self.version, self.verb, *self.arguments])
        return f"{self.at:.2f} {words} (pid {self.pid})"


@dataclass
class Fact:
    """Something that the harness did or saw, from `began` to `at`."""

    what: str
    at: float
    began: float
    facts: dict

    def __getattr__(self, name):
        try:
            return self.__dict__["facts"][name]
        except KeyError:
            raise AttributeError(f"a fact '{self.__dict__.get('what')}' has no {name}") from None

    def get(self, name, otherwise=None):
        return self.facts.get(name, otherwise)


class Record:
    def __init__(self, folder):
        self.path = os.path.join(folder, "record")
        self.facts = []
        self.lock = threading.Lock()
        self.log = None

    def add(self, what, began=None, ended=None, **facts):
        at = now() if ended is None else ended
        fact = Fact(what, at, at if began is None else began, facts)
        with self.lock:
            self.facts.append(fact)
            if self.log is not None:
                os.write(self.log, (json.dumps([what, fact.at, fact.began, facts], default=str) + "\n").encode())
        return fact

    def keep(self, path):
        """Takes up what was kept in a file, where there is one, and keeps all that follows there: each fact is in it
        once it is added, whatever becomes of the harness."""
        if os.path.exists(path):
            self.kept_at = os.path.getmtime(path)
            with open(path) as file:
                # The last one may be half a line.
                lines = file.read().split("\n")[:-1]
            self.facts = [Fact(what, at, began, facts) for what, at, began, facts in map(json.loads, lines)]
            with open(path, "w") as file:
                file.writelines(line + "\n" for line in lines)
        self.log = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        return bool(self.facts)

    def boot_anew(self):
        """Says to the bodies' record, too, that the clock has begun anew."""
        # By the wall clock, unless that was stepped.
        gap = min(max(time.time() - self.kept_at, 1), 1800)
        shift(max(fact.at for fact in self.facts) + gap - time.clock_gettime(time.CLOCK_BOOTTIME))
        with open(self.path, "a") as file:
            # The line before may have been cut off.
            file.write(f"\n0 0 harness machine - boot {_shift}\n")

    def of(self, *kinds):
        with self.lock:
            return [fact for fact in self.facts if fact.what in kinds]

    def lines(self):
        """What the bodies wrote. A line that is not whole, of a body that was killed, is left out."""
        try:
            with open(self.path, "rb") as file:
                texts = file.read().decode(errors="replace").split("\n")[:-1]
        except FileNotFoundError:
            return []
        found, shifted = [], 0.0
        for place, text in enumerate(texts):
            words = text.split(" ")
            try:
                at, pid, role, name, version, verb, *rest = words
                if role == "harness":
                    shifted = float(rest[0])
                    continue
                found.append(Line(place, float(at) + shifted, int(pid), role, name, version, verb, rest))
            except ValueError:
                continue
        return found

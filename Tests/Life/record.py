"""All that is observed in a life: what bodies wrote about themselves, and what the harness did, was told, and saw."""

import os
import threading
import time
from dataclasses import dataclass, field


def now():
    """Seconds since the boot, as /proc/uptime has them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


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

    def add(self, what, began=None, **facts):
        at = now()
        fact = Fact(what, at, at if began is None else began, facts)
        with self.lock:
            self.facts.append(fact)
        return fact

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
        found = []
        for place, text in enumerate(texts):
            words = text.split(" ")
            try:
                at, pid, role, name, version, verb, *rest = words
                found.append(Line(place, float(at), int(pid), role, name, version, verb, rest))
            except ValueError:
                continue
        return found

"""What a configuration says, as rules need it: a reading of the keys, and no second implementation of what follows."""

import json
import re
from dataclasses import dataclass, field

REFERENCE = re.compile(r"\$\{operations\.([A-Za-z_][A-Za-z0-9_-]*)\.")
BODIES = ("exec", "http", "wait", "write", "sleep", "flags", "group")


def referred(value):
    """The names of the operations whose values a definition uses."""
    return set(REFERENCE.findall(json.dumps(value)))


@dataclass
class Operation:
    name: str
    definition: dict
    stage: str
    groups: tuple = ()
    requires: set = field(default_factory=set)

    @property
    def body(self):
        return next((key for key in BODIES if key in self.definition), None)

    @property
    def exec(self):
        body = self.definition.get("exec")
        return body if isinstance(body, dict) else {"command": body} if body else None

    @property
    def is_program(self):
        ready = (self.exec or {}).get("ready", "exit")
        return self.body == "exec" and ready not in ("exit", None)

    @property
    def is_witnessed(self):
        """Whether its body writes a line before it counts as there: one that is ready once it runs, or once something
        else says so, may come too late."""
        ready = (self.exec or {}).get("ready")
        return self.body == "exec" and ready != "started" and not (isinstance(ready, dict) and {"started", "exec"} & set(ready))

    @property
    def is_conditional(self):
        return "when" in self.definition

    @property
    def is_optional(self):
        return bool(self.definition.get("optional"))


class Plan:
    """The operations and kinds of one configuration, groups flattened."""

    def __init__(self, configuration):
        self.configuration = configuration
        self.operations = {}
        self.members = {}
        self._read(configuration.get("operations") or {}, (), "launch")
        self.kinds = configuration.get("actions") or {}

    def _read(self, operations, groups, stage):
        for name, definition in operations.items():
            own = definition.get("stage", stage)
            inner = (definition.get("group") or {}).get("operations") if isinstance(definition.get("group"), dict) else None
            outer = {k: v for k, v in definition.items() if not (k == "group" and inner is not None)}
            required = set(_names(definition.get("requires"))) | referred(outer)
            self.operations[name] = Operation(name, definition, own, groups, required)
            if inner is not None:
                self.members[name] = set()
                self._read(inner, groups + (name,), own)
            for group in groups:
                self.members[group].add(name)

    def needed(self, name):
        """Everything that must be there before an operation runs: what it and the groups around it require, and
        behind a group all that is in it."""
        found, agenda = set(), [name]
        while agenda:
            operation = self.operations.get(agenda.pop())
            if operation is None:
                continue
            for other in operation.requires | set(operation.groups):
                if other in operation.groups:
                    # What the group around it requires, and not what else is in it.
                    more = self.operations[other].requires
                else:
                    more = {other} | self.members.get(other, set())
                for one in more - found:
                    found.add(one)
                    agenda.append(one)
        return found

    def direct(self, name):
        """What an operation requires itself, and what the groups around it do."""
        operation = self.operations[name]
        found = set(operation.requires)
        for group in operation.groups:
            found |= self.operations[group].requires
        return found


UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400, "us": 0.000001, "µs": 0.000001}


def seconds(text, otherwise):
    """A duration of the configuration in seconds."""
    match = re.fullmatch(r"([0-9.]+)([a-zµ]+)", str(text)) if text is not None else None
    return float(match[1]) * UNITS.get(match[2], 1) if match else otherwise


def _names(value):
    """The names in a list of requirements, which may be mappings too."""
    for entry in value or []:
        yield entry if isinstance(entry, str) else str(entry.get("name", ""))

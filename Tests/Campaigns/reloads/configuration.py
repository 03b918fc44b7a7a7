"""A random configuration, and another one that it becomes."""

import copy
import json


class Operation:
    """One random step or program."""

    def __init__(self, draw, name, earlier, groups):
        self.name = name
        self.version = 1
        self.patience = 20
        self.requires = sorted(draw.sample(earlier, min(len(earlier), draw.choice([0, 0, 1, 1, 2]))))
        rest = [other for other in earlier if other not in self.requires]
        self.after = draw.sample(rest, 1) if rest and draw.random() < 0.15 else []
        self.is_program = draw.random() < 0.3
        self.overlaps = self.is_program and draw.random() < 0.3
        self.has_stop = not self.is_program and draw.random() < 0.5
        self.gives = not self.is_program and draw.random() < 0.5
        self.reads = None
        self.lock = draw.choice(["l1", "l2"]) if draw.random() < 0.2 else None
        self.queue = draw.choice(["main", "disk"]) if draw.random() < 0.3 else None
        self.is_unneeded = not self.is_program and not self.gives and draw.random() < 0.1
        self.is_background = False
        self.group = None
        self.fails = False

    def text(self, folder, indent):
        pad = " " * indent
        lines = [f"{pad}{self.name}:"]

        def add(line):
            lines.append(f"{pad}  {line}")

        if self.requires:
            add(f"requires: [{', '.join(self.requires)}]")
        if self.after:
            add(f"after: [{', '.join(self.after)}]")
        if self.lock:
            add(f"locks: [{self.lock}]")
        if self.queue:
            add(f"queue: {self.queue}")
        if self.is_unneeded:
            add("when: { env: NOT_THERE }")
        if self.is_background:
            add("stage: background")
        add(f"timeout: {self.patience}s")
        read = f", \"${{operations.{self.reads}.value.v}}\"" if self.reads else ""
        label = f"{self.name} {self.version}"
        if self.is_program:
            script = (
                f"trap 'echo undo {label} >>{folder}/log; exit' TERM; echo run {label} >>{folder}/log; "
                "systemd-notify --ready; while :; do sleep 0.02; done"
            )
            add(f'exec: {{ command: [/bin/sh, -c, "{script}"{read}], ready: notify }}')
            if self.overlaps:
                add("replace: overlap")
        else:
            pause = "sleep 0.15; " if self.is_background else ""
            script = f"{pause}echo run {label} >>{folder}/log" + (
                f"; echo '{{\\\"v\\\": {self.version}}}'" if self.gives else ""
            )
            if self.fails:
                script += "; exit 3"
            output = ", output: json" if self.gives else ""
            add(f'exec: {{ command: [/bin/sh, -c, "{script}"{read}]{output} }}')
            if self.has_stop:
                add(f'stop: [/bin/sh, -c, "echo undo {label} >>{folder}/log"]')
        return lines

    def definition(self):
        facts = dict(vars(self))
        facts.pop("group")
        # These alone run nothing: what an edge leads to may.
        facts.pop("patience")
        facts.pop("requires")
        return json.dumps(facts, sort_keys=True)

    @property
    def all_requires(self):
        return set(self.requires) | ({self.reads} if self.reads else set())

    @property
    def is_undone(self):
        return (self.is_program or self.has_stop) and not self.is_unneeded


class Configuration:
    def __init__(self, draw):
        self.operations = []
        self.groups = {}
        self.head = {}
        self.extra = ""
        # Longer than a reload, or shorter.
        self.pause = draw.choice([0.05, 0.05, 1.2])
        for number in range(draw.randint(3, 9)):
            self.add(draw, f"o{number}")
        if draw.random() < 0.5:
            members = [f"g{number}" for number in range(draw.randint(1, 3))]
            for name in members:
                inside = [member for member in self.operations if member.group]
                operation = Operation(draw, name, [member.name for member in inside], {})
                operation.group = "grouped"
                self.operations.append(operation)
            self.groups["grouped"] = members
            last = Operation(draw, "last", [], {})
            last.requires = ["grouped"]
            self.operations.append(last)

    def add(self, draw, name):
        plain = [other for other in self.operations if not other.group and not other.is_background]
        operation = Operation(draw, name, [other.name for other in plain], self.groups)
        givers = [other.name for other in plain if other.gives]
        if givers and draw.random() < 0.5:
            operation.reads = draw.choice(givers)
            operation.after = [other for other in operation.after if other != operation.reads]
        if draw.random() < 0.15 and not operation.is_program:
            operation.is_background = True
        self.operations.append(operation)

    def text(self, folder):
        lines = ["name: random", "grace: 5s", "deadline: 30s"]
        lines += [f"{key}: {value}" for key, value in self.head.items()]
        lines += ["queues:", "  disk: { width: 1 }", "operations:"]
        for operation in self.operations:
            if not operation.group:
                lines += operation.text(folder, 2)
        for group, members in self.groups.items():
            lines += [f"  {group}:", "    group:", "      operations:"]
            for operation in self.operations:
                if operation.group == group:
                    lines += operation.text(folder, 8)
        lines += [
            "actions:",
            "  slow:",
            "    limit: 100000",
            "    effect: once",
            "    parameters: { n: { type: integer, required: true } }",
            f'    exec: [/bin/sh, -c, "sleep {self.pause}; echo slow $0 >>{folder}/actions", "${{payload.n}}"]',
            "  quick:",
            "    limit: 100000",
            "    queue: main",
            "    parameters: { n: { type: integer, required: true } }",
            f'    exec: [/bin/sh, -c, "echo quick $0 >>{folder}/actions", "${{payload.n}}"]',
        ]
        return "\n".join(lines) + "\n" + self.extra

    def by_name(self):
        return {operation.name: operation for operation in self.operations}

    def changed(self, draw):
        """The same with random changes."""
        other = copy.deepcopy(self)
        for _ in range(draw.randint(0, 3)):
            kind = draw.random()
            if kind < 0.35:
                draw.choice(other.operations).version += 1
            elif kind < 0.4:
                draw.choice(other.operations).patience += 1
            elif kind < 0.5:
                self.move_edge(draw, other)
            elif kind < 0.65:
                number = max((int(o.name[1:]) for o in other.operations if o.name[0] == "o"), default=0)
                other.add(draw, f"o{number + 1}")
            elif kind < 0.8:
                needed = set()
                for operation in other.operations:
                    needed |= operation.all_requires | set(operation.after)
                free = [o for o in other.operations if o.name not in needed and not o.group]
                if len(free) > 1:
                    other.operations.remove(draw.choice(free))
            else:
                other.head["drain"] = f"{draw.randint(1, 9)}s"
        return other

    @staticmethod
    def move_edge(draw, other):
        """Removes a requirement, or adds one to an operation before it."""
        place = draw.randrange(len(other.operations))
        operation = other.operations[place]
        earlier = [
            o.name for o in other.operations[:place]
            if o.group == operation.group and not o.is_background
            and o.name not in operation.after and o.name not in operation.requires
        ]
        if operation.requires and (not earlier or draw.random() < 0.5):
            operation.requires.remove(draw.choice(operation.requires))
        elif earlier and operation.name != "last":
            operation.requires.append(draw.choice(earlier))

    def expected(self, old, unsuccessful=()):
        """The operations that a reload from an old configuration runs."""
        before = old.by_name()
        runs = {
            o.name
            for o in self.operations
            if o.name not in before or before[o.name].definition() != o.definition()
        }
        while True:
            more = set()
            for operation in self.operations:
                needs = set(operation.all_requires)
                for group, members in self.groups.items():
                    if group in needs:
                        needs |= set(members)
                if operation.name not in runs and needs & runs:
                    more.add(operation.name)
            if not more:
                return runs
            runs |= more

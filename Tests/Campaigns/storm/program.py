"""A random program, and what happened to it."""

import os

PROGRAM = os.path.join(os.path.dirname(os.path.realpath(__file__)), "program.sh")


class Program:
    """One random program, and what happened to it."""

    def __init__(self, draw, name, earlier):
        self.name = name
        self.requires = sorted(draw.sample(earlier, min(len(earlier), draw.choice([0, 0, 1, 1, 2]))))
        self.ended = draw.choices(["restart", "degrade"], [4, 1])[0]
        self.is_deaf = draw.random() < 0.1
        self.queue = "disk" if draw.random() < 0.3 else None
        self.ready = draw.choice(["started", "{ line: READY }"])
        self.ends = 0
        self.operated = 0
        # The restarts that the daemon tells: those since an operator started it.
        self.told = 0

    def end(self):
        self.ends += 1
        self.told += 1

    def text(self, folder):
        manner = "deaf" if self.is_deaf else "polite"
        lines = [
            f"  {self.name}:",
            f"    exec: {{ command: [{PROGRAM}, {folder}, {self.name}, {manner}], ready: {self.ready}, "
            "limits: { as: 209715200 } }",
            f"    ended: {self.ended}",
        ]
        if self.requires:
            lines.append(f"    requires: [{', '.join(self.requires)}]")
        if self.ended == "restart":
            lines.append("    restart: { attempts: 1000, within: 10m, initial: 50ms, maximum: 100ms }")
        if self.queue:
            lines.append(f"    queue: {self.queue}")
        return "\n".join(lines)

"""What a life asks the daemon, and has it do: over its socket, by its command, and all views of one instant."""

import collections
import json
import os
import subprocess

from harness import processes, wire
from record import now


class Asking:
    """A part of `Life`, which has its place, world, record and probe."""

    def ask(self, method, parameters=None, timeout=15):
        """The reply of a question, or None without a daemon; one that comes to no answer is recorded."""
        began = now()
        try:
            return wire.call(self.world.asked(method), method, parameters or {}, timeout=timeout * self.world.slowness)
        except wire.NoAnswer as error:
            if error.was_sent:
                self.record.add("no answer", began, method=method, words=str(error), boot=self.world.boot)
            return None

    def call(self, method, parameters, **facts):
        """A call that changes something: recorded with its reply."""
        began = now()
        reply = self.ask(method, parameters, timeout=40)
        error = (reply or {}).get("error", "").rpartition(".")[2] or None
        self.record.add("called", began, method=method, parameters=parameters, error=error,
                        outcome="none" if reply is None else "refused" if error else "done",
                        reply=(reply or {}).get("parameters"), boot=self.world.boot, **facts)
        return reply

    def slipway(self, *words, number=None, sends=None):
        """Runs the command; its exit status, recorded with what it wrote."""
        began = now()
        try:
            result = subprocess.run(
                [f"{self.place.bin}/slipway", *words],
                capture_output=True, text=True, errors="replace", timeout=60,
                env={"PATH": os.environ["PATH"], "HOME": self.place.folder, **self.world.route,
                     **self.variable},
            )
            status, output, errors = result.returncode, result.stdout, result.stderr
        except subprocess.TimeoutExpired as error:
            status, output, errors = None, str(error.stdout)[:1000], str(error.stderr)[:1000]
        self.record.add("command", began, words=list(words), status=status, output=output[-20000:], errors=errors[-4000:],
                        boot=self.world.boot)
        if sends is not None:
            self.sent_by_command(sends, number, status, output, errors, began)
        return status

    def sent_by_command(self, step, number, status, output, errors, began):
        facts = dict(number=number, kind=step["kind"], payload=step["payload"], key=step["key"], user=0)
        try:
            reply = json.loads(output)
            self.record.add("sent", began, outcome="accepted", id=reply["action"]["id"], state=reply["action"]["state"],
                            durability=reply.get("durability"), duplicate=reply.get("duplicate"), **facts)
        except (ValueError, KeyError, TypeError):
            is_known = status == 1 and "cannot tell" not in errors
            self.record.add("sent", began, outcome="refused" if is_known else "unknown", words=errors, error=None, **facts)

    def actions(self, states=None):
        """The rows of all actions, or None when they cannot be had."""
        rows = wire.actions(self.ask)
        if rows is None:
            return None
        return [row for row in rows if states is None or row["state"] in states]

    def collect(self, when):
        """Records all actions that are listed; whether they could be had."""
        began = now()
        rows = self.actions()
        if rows is not None:
            self.record.add("actions", began, when=when, rows=rows, boot=self.world.boot)
        return rows is not None

    def look(self):
        """What is in service now, shortly: generation, phase, programs, and operations with their states."""
        reply = self.ask("GetReport")
        if reply is None or "error" in reply:
            return None
        report = reply["parameters"]
        launch = report["launch"]
        return {
            "boot": self.world.boot,
            "generation": report.get("generation"),
            "phase": launch.get("phase"),
            "programs": {row["name"]: row for row in launch.get("programs", [])},
            "operations": {row["name"]: row["state"] for row in launch.get("operations", [])},
        }

    def snapshot(self):
        """All views, between two equal looks; nothing is recorded of a moment that moved."""
        began = now()
        before = self.look()
        if before is None:
            return
        views = {}
        status = self.ask("GetStatus")
        views["status"] = (status or {}).get("parameters", {}).get("status")
        views["programs"] = (self.ask("ListPrograms") or {}).get("parameters", {}).get("programs")
        views["ready"] = self.probe.ask("/ready") if self.probe else None
        views["live"] = self.probe.ask("/live") if self.probe else None
        views["told"], views["manager"] = self.world.told()
        views["metrics"] = self.metrics()
        views["wait"] = self.quiet("wait", "--timeout", "10ms")
        views["exit"] = self.quiet("status")
        views["alive"] = {
            name: self.world.outer(row["pid"]) is not None and processes.is_there(self.world.outer(row["pid"]))
            for name, row in before["programs"].items() if row["state"] == "running" and row.get("pid")
        }
        views["under way"] = [line.place for line in self.open_bodies() if self.is_there(line)]
        views["counts"] = self.action_counts()
        views["strays"] = self.world.strays()
        if self.look() == before:
            self.record.add("snapshot", began, before=before, **views)

    def open_bodies(self):
        """The beginnings of steps and handlers that have written no end."""
        found = {}
        for line in self.record.lines():
            if line.role in ("step", "action"):
                if line.verb == "begin":
                    found[line.pid, line.name] = line
                elif line.verb in ("end", "failed"):
                    found.pop((line.pid, line.name), None)
        return found.values()

    def is_there(self, line):
        """Whether the process that wrote a beginning is still that body."""
        outer = self.world.outer(line.pid)
        words = processes.words(outer) if outer is not None and processes.is_there(outer) else []
        return line.role in words and line.name in words

    def action_counts(self):
        """How many actions are in each state, of those that are listed and of those that the report counts."""
        rows = self.actions()
        report = (self.ask("GetReport") or {}).get("parameters") or {}
        if rows is None or "actions" not in report:
            return None
        return {"listed": dict(collections.Counter(row["state"] for row in rows)), "counted": report["actions"]}

    def quiet(self, *words):
        return subprocess.run(
            [f"{self.place.bin}/slipway", *words], capture_output=True, timeout=60,
            env={**os.environ, **self.world.route},
        ).returncode

    def metrics(self):
        result = subprocess.run(
            [f"{self.place.bin}/slipway", "metrics"], capture_output=True, text=True, timeout=60,
            env={**os.environ, **self.world.route, **self.variable},
        )
        return result.stdout if result.returncode == 0 else None

    def history(self):
        began = now()
        result = subprocess.run(
            [f"{self.place.bin}/slipway", "history", "--json", "--limit", "1000", "--state-directory", self.place.state],
            capture_output=True, text=True, timeout=60,
        )
        try:
            launches = json.loads(result.stdout)["launches"]
        except (ValueError, KeyError):
            launches = None
        self.record.add("history", began, launches=launches, errors=result.stderr)


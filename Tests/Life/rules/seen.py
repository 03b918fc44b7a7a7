"""What was seen in a life, arranged for the rules."""

import json

from plan import Plan, seconds  # noqa: F401


class Interval:
    """One run of a body, from its beginning to its end; `end` is None where it was killed."""

    def __init__(self, begin):
        self.begin = begin
        self.end = None
        self.went_well = None

    def __str__(self):
        return f"[{self.begin}] to [{self.end}]"


class Seen:
    def __init__(self, life):
        self.life = life
        self.record = life.record
        self.slowness = life.world.slowness
        self.lines = life.record.lines()
        self.of = life.record.of
        self.boots = [fact.at for fact in self.of("started")]
        # Of what a process writes its first line says for which start of the daemon it runs.
        self.told_boots, told = {}, {}
        for line in self.lines:
            if line.verb == "begin" and line.argument("boot"):
                told[line.pid, line.name] = line.argument("boot")
            elif line.verb != "begin" and (line.pid, line.name) in told:
                self.told_boots[line.place] = told[line.pid, line.name]
        # All by their numbers, empty where one is refused; and those that may come into service.
        self.written = [Plan(fact.configuration if fact.manner != "wrong" else {}) for fact in self.of("wrote")]
        self.plans = [plan for plan in self.written if plan.configuration]
        self._mind_success()
        self.runs = self._runs()
        # When the first body of each start began.
        self.begun = {self.boot(line): line.at for line in reversed(self.lines) if line.verb == "begin"}

    def _mind_success(self):
        """A body cannot know that its exit status is one of those that its configuration counts as a success."""
        for line in self.lines:
            if line.verb == "failed" and line.role in ("step", "action"):
                statuses = [thing.get("success") for thing in map(_definition, self.meanings(line)) if thing]
                if any(int(line.argument("status") or 1) in (one or []) for one in statuses):
                    line.verb = "end"

    def _runs(self):
        """The runs of all bodies, in the order of their beginnings."""
        runs, open_ones = [], {}
        for line in self.lines:
            running = open_ones.setdefault((line.pid, line.role, line.name), [])
            if line.verb == "begin":
                running.append(Interval(line))
                runs.append(running[-1])
            elif line.verb in ("end", "failed", "ended") and running:
                # A program that takes actions has several under way.
                own = [run for run in running if run.begin.argument("id") == line.argument("id")]
                run = (own or running)[-1]
                running.remove(run)
                run.end, run.went_well = line, line.verb == "end"
        return runs

    def begins_until(self, at):
        """The latest beginning of each process by its number, which another one may have once a machine boots again."""
        return {line.pid: line for line in self.lines if line.verb == "begin" and line.at <= at + 0.05}

    def boot(self, line):
        """The number of the daemon's start to which a line belongs."""
        told = line.argument("boot") or self.told_boots.get(line.place, "")
        if told.isdigit():
            return int(told)
        return sum(1 for at in self.boots if at <= line.at + 0.011) or 1

    def in_force(self, at):
        """The plans that may be in service at a time: the one that was last known to be, and all written since."""
        known = 0
        for fact in self.of("started", "reload"):
            if fact.at > at + 0.011:
                continue
            if fact.what == "started":
                wrote = [one.number for one in self.of("wrote") if one.at <= fact.at]
                known = wrote[-1]
            elif fact.get("outcome") == "done":
                # It may have been written over before it was read.
                known = fact.written
        latest = [one.number for one in self.of("wrote") if one.at <= at + 0.011]
        return [plan for plan in self.written[known : max(latest[-1:] or [0]) + 1] if plan.configuration]

    def probed(self, at):
        """The place of the probes, where all plans that may be in service have the same one."""
        places = {(plan.configuration.get("probes") or {}).get("listen") for plan in self.in_force(at)}
        return places.pop() if len(places) == 1 else None

    def loaded(self, look, at):
        """The number of the configuration that a look at a time saw in service, and when all of it had been read; None
        where that is not known."""
        if look["generation"] == 1:
            # A start has read its files when its first body begins.
            spans = [(fact.at, self.begun.get(fact.boot, fact.at + 3)) for fact in self.of("started") if fact.boot == look["boot"]]
        else:
            spans = [(fact.began, fact.at) for fact in self.of("reload") if fact.outcome == "done" and fact.at < at and fact.get("after")
                     and (fact.after["boot"], fact.after["generation"]) == (look["boot"], look["generation"])]
        for began, ended in spans[-1:]:
            if ended < at and not self.happened("wrote", "edited", "spoiled", began=began - 0.05, ended=ended):
                return [one.number for one in self.of("wrote") if one.at < began][-1], ended
        return None

    def meanings(self, line):
        """What a line may be of: operations or kinds, each with its plan."""
        found = []
        for plan in self.in_force(line.at) or self.plans:
            thing = plan.kinds.get(line.name) if line.role == "action" else plan.operations.get(line.name)
            if thing is not None:
                found.append((thing, plan))
        return found

    def definition(self, line):
        """The latest of these, or nothing."""
        return (self.meanings(line) or [(None, None)])[-1]

    def accepted(self):
        return [fact for fact in self.of("sent") if fact.outcome == "accepted"]

    def had_kills(self):
        return any(fact.how in ("kill", "kill all", "reaper", "twice") for fact in self.of("ending")) or any(
            fact.status not in (0, 75, 78, 1) for fact in self.of("exited"))

    def within(self, began, ended, lines=None):
        """The lines of a span of time, at least the resolution of their clock inside it."""
        return [line for line in (lines or self.lines) if began + 0.011 <= line.at <= ended - 0.011]

    def happened(self, *kinds, began, ended):
        return [fact for fact in self.of(*kinds) if fact.at >= began and fact.began <= ended]

    def was_stepped(self):
        return any(fact.seconds for fact in self.of("clock"))

    def was_put_back(self, at):
        """Whether what the store knew at a time may have been forgotten since, with a copy from before."""
        return any(fact.at >= at for fact in self.of("put back"))

    def last_rows(self):
        """The rows of all actions that were ever listed, each as it was listed last."""
        rows = {}
        for fact in self.of("actions"):
            for row in fact.rows:
                rows[row["id"]] = row
        return rows


def _definition(meaning):
    thing, _ = meaning
    return thing if isinstance(thing, dict) else thing.definition


def shown(value):
    return json.dumps(value, sort_keys=True)[:600]

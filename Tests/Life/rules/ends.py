"""What a stop, a failure and a reload that fails leave behind: nothing new begins, and what succeeded is undone."""

import re

from rules import rule
from rules.launch import required_by_kind
from rules.seen import seconds

# Each ends the daemon in its own time, from the instant at which it is recorded.
STOPS = ("stop", "INT", "twice")


@rule
def nothing_begins_once_it_stops(seen):
    """Once the service stops no step, program or handler begins, of whichever generation."""
    for fact in seen.of("ending"):
        if fact.how not in STOPS or seen.happened("frozen", began=fact.at - 5, ended=fact.at + 5):
            continue
        for line in seen.lines:
            # A process that was started before comes to its first word later.
            if line.verb == "begin" and line.role in ("step", "program", "action") and line.at > fact.at + 1.5 * seen.slowness:
                if seen.boot(line) == fact.boot:
                    yield f"{line}, and a stop ({fact.how}) began at {fact.at:.2f}"


@rule
def what_succeeded_is_undone(seen):
    """What was told as succeeded, and has something to undo it, is undone before the daemon ends by itself."""
    for end in seen.of("exited"):
        asked = [fact.how for fact in seen.of("ending") if fact.boot == end.boot]
        if end.status not in (0, 1, 75) or any(how not in ("stop", "INT", "full") for how in asked) or len(asked) > 1:
            continue
        began = seen.boots[end.boot - 1]
        plans = seen.in_force(end.at)
        if len(plans) != 1 or seen.happened("reload", "short", "spoiled", began=began, ended=end.at):
            continue
        looks = [fact.before["operations"] for fact in seen.of("snapshot") if fact.before["boot"] == end.boot]
        undone = {line.name for line in seen.lines if line.role == "stop" and seen.boot(line) == end.boot}
        for name, operation in plans[0].operations.items():
            if operation.body != "exec" or operation.is_program or "stop" not in operation.definition:
                continue
            # Such as for another user's link in the way.
            if f"'{name}' could not be torn down" in end.output:
                continue
            if any(look.get(name) == "succeeded" for look in looks) and name not in undone:
                yield f"'{name}' had succeeded in boot {end.boot}, which ended with {end.status} at {end.at:.2f}, and was not undone"


@rule
def what_an_action_requires_stays_until_it_ends(seen):
    """At a stop nothing is undone that a launch action requires which still runs, of whichever generation."""
    for ending in seen.of("ending"):
        end = next((fact for fact in seen.of("exited") if fact.boot == ending.boot), None)
        if end is None or ending.how not in ("stop", "INT") or len([one for one in seen.of("ending") if one.boot == ending.boot]) > 1:
            continue
        others = {fact.get("program") for fact in seen.happened("ended program", "called", began=ending.began - 1, ended=end.at)}
        others |= set(re.findall(r"Program '(.*?)' (?:failed its health check \d|exited|was killed)", end.output))
        drain = min(seconds(one.get("drain", one.get("grace")), 10) for one in (plan.configuration for plan in seen.plans))
        for run in seen.runs:
            if run.begin.role != "action" or run.end is None or seen.boot(run.begin) != ending.boot or run.begin.at > ending.began - 0.02:
                continue
            needed = [_needed_by(kind, plan) for kind, plan in seen.meanings(run.begin)]
            for line in seen.within(ending.began, min(run.end.at - 0.03, ending.began + drain)):
                is_undone = (line.role, line.verb) in (("stop", "begin"), ("program", "ended"))
                if is_undone and seen.boot(line) == ending.boot and line.name not in others and needed and all(line.name in one for one in needed):
                    yield f"{line}, and an action that requires '{line.name}' still ran: {run}"


def _needed_by(kind, plan):
    """All that a kind of action requires, directly or not."""
    names = required_by_kind(kind, plan)
    return names.union(*(plan.needed(name) for name in names if name in plan.operations))


@rule
def what_a_failed_reload_undid_is_there_again(seen):
    """After a reload that failed what was required and there before is there again, or the service ends."""
    from rules.reloads import quiet

    for fact in seen.of("reload"):
        before, after = fact.get("before"), fact.get("after")
        if fact.outcome != "failed" or not before or not after or before["boot"] != after["boot"] or not quiet(seen, fact):
            continue
        if before["phase"] != "ready" or after["phase"] not in ("ready", "degraded"):
            continue
        # Without any written since, the generation in service is known.
        plans = seen.in_force(fact.began)[:-1] or seen.in_force(fact.began)
        for name, state in before["operations"].items():
            operations = [plan.operations.get(name) for plan in plans]
            if state != "succeeded" or not all(one and _is_sure(one, plan) for one, plan in zip(operations, plans)):
                continue
            if after["operations"].get(name) != "succeeded":
                yield f"'{name}' had succeeded, and is {after['operations'].get(name)} after the reload that failed at {fact.at:.2f}"
            row = before["programs"].get(name)
            if row and row["state"] == "running" and after["programs"].get(name, {}).get("state") != "running":
                yield f"'{name}' was running, and is {after['programs'].get(name)} after the reload that failed at {fact.at:.2f}"


def _is_sure(operation, plan):
    """Whether it is required, and nothing in it ends it by itself."""
    around = [operation] + [plan.operations[group] for group in operation.groups]
    words = str(operation.definition)
    retry = "retry" in (plan.configuration.get("defaults") or {})
    return operation.stage == "launch" and not retry and not any(
        one.is_optional or one.is_conditional or "fallback" in one.definition or "retry" in one.definition for one in around
    ) and not any(word in words for word in ("crash:", "exit:", "health", "watchdog", "flaky", "dependents"))

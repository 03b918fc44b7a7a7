"""The launch: order, queues, locks, timeouts."""

import collections
import re

from rules import rule
from rules.seen import seconds


def gives_way(operation):
    """Its failure is a success for those that require it, or it may be left out."""
    definition = operation.definition
    return operation.is_conditional or "fallback" in definition or "success" in definition


@rule
def nothing_begins_before_what_it_requires(seen):
    """No operation starts before everything it requires has succeeded, in the same run of the daemon, and is undone first."""
    there = {}
    for line in seen.lines:
        boot = seen.boot(line)
        if line.role in ("step", "program") and line.verb in ("end", "ready"):
            there[(boot, line.name)] = line
        # A reload brings the new one up, and undoes the old one then.
        elif line.role == "stop" and line.verb == "begin":
            kept = there.get((boot, line.name))
            if kept is not None and kept.version == line.version:
                there.pop((boot, line.name))
        elif line.role in ("step", "program", "action") and line.verb == "begin":
            meanings = seen.meanings(line)
            lacking = [_lacking(thing, plan, line, there, boot) for thing, plan in meanings]
            if meanings and all(lacking) and not _is_late(lacking[-1], line, seen):
                yield f"{line} began in boot {boot}, and '{lacking[-1]}', which it requires, had not succeeded"


def _lacking(thing, plan, line, there, boot):
    """What a body requires and is not there, or None."""
    needed = required_by_kind(thing, plan) if line.role == "action" else plan.direct(line.name)
    for name in sorted(needed):
        other = plan.operations.get(name)
        if other is None or not other.is_witnessed or gives_way(other):
            continue
        if any(gives_way(plan.operations[group]) for group in other.groups):
            continue
        if (boot, name) not in there:
            return name
    return None


def _is_late(name, line, seen):
    """Whether a program writes what it is only after the daemon has taken it as ready: it was busy, and says nothing itself."""
    own = [one for one in seen.lines if one.role == "program" and one.name == name and line.at <= one.at < line.at + 2]
    return any(one.verb == "begin" and one.argument("ready") == "started" and seen.boot(one) == seen.boot(line) for one in own)


def required_by_kind(kind, plan):
    from plan import _names, referred

    return set(_names(kind.get("requires"))) | referred(kind)


def queue_of(operation, plan):
    definition = operation if isinstance(operation, dict) else operation.definition
    default = (plan.configuration.get("defaults") or {}).get("queue", "userInitiated")
    return definition.get("queue", default if not isinstance(operation, dict) else "userInitiated")


def width_of(queue, plan):
    if queue == "main":
        return 1
    value = (plan.configuration.get("queues") or {}).get(queue)
    if isinstance(value, dict):
        value = value.get("width")
    return value if isinstance(value, int) else None


@rule
def a_queue_runs_no_more_than_its_width(seen):
    """Operations on `main` run one at a time, and a queue with a width runs no more than so many at a time."""
    for queue, runs in _by(seen, lambda operation, plan: [queue_of(operation, plan)]).items():
        widths = {width_of(queue, plan) for plan in seen.plans}
        if None in widths or not widths:
            continue
        yield from _more_at_a_time(seen, runs, max(widths), f"queue '{queue}'", is_promise=queue != "userInitiated")


@rule
def a_lock_has_one_holder(seen):
    """No two operations with the same lock run at the same time."""
    for lock, runs in _by(seen, lambda thing, plan: _definition(thing).get("locks") or []).items():
        yield from _more_at_a_time(seen, runs, 1, f"lock '{lock}'")


def _definition(thing):
    return thing if isinstance(thing, dict) else thing.definition


def _by(seen, keys):
    """Runs of steps and handlers that came to their own end, by what they held."""
    found = {}
    for run in seen.runs:
        if run.begin.role not in ("step", "action") or run.end is None:
            continue
        # In one of two generations it may have been on another queue.
        held = [keys(operation, plan) for operation, plan in seen.meanings(run.begin)]
        for key in held[0] if held and held.count(held[0]) == len(held) else []:
            found.setdefault(key, []).append(run)
    return found


def _more_at_a_time(seen, runs, width, what, is_promise=True):
    moments = sorted(
        [(run.begin.place, 1, run) for run in runs] + [(run.end.place, -1, run) for run in runs],
        key=lambda moment: moment[0],
    )
    running = []
    for _, change, run in moments:
        if change < 0:
            running.remove(run)
            continue
        running = [other for other in running if seen.boot(other.begin) == seen.boot(run.begin)]
        running.append(run)
        # Of `userInitiated` two generations have a width each.
        is_shared = not is_promise and seen.happened("reload", began=running[0].begin.at - 1, ended=run.begin.at)
        if len(running) > width and not is_shared:
            yield f"{what} with {width} slots ran {len(running)} at a time: " + "; ".join(map(str, running))
            return


@rule
def a_body_ends_within_its_timeout_and_grace(seen):
    """A timeout cancels the body, and after the grace its processes are gone."""
    looks = [(place, fact.began) for fact in seen.of("snapshot") for place in fact.get("under way", ())]
    last = {**dict(looks), **{run.begin.place: run.end.at for run in seen.runs if run.end is not None}}
    for line in seen.lines:
        if line.place not in last or line.role not in ("step", "action") or line.verb != "begin":
            continue
        limits = [_definition(thing).get("timeout") for thing, _ in seen.meanings(line)]
        if not limits or None in limits:
            continue
        grace = max(seconds(plan.configuration.get("grace"), 10) for plan in seen.plans)
        longest = max(seconds(limit, 60) for limit in limits) + grace + 2 * seen.slowness
        longest += sum(fact.seconds for fact in seen.happened("frozen", began=line.at, ended=last[line.place]))
        if last[line.place] - line.at > longest:
            yield f"{line} ran {last[line.place] - line.at:.1f} s and longer, with a timeout of {limits[-1]}"


@rule
def nothing_is_undone_twice(seen):
    """What succeeded is undone once: never more often than it succeeded, in one run of the daemon.

    What a stop gives up while a reload that failed does it again may be half done, and is undone too; so is a program that
    is asked to end while it starts."""
    successes, undone = collections.Counter(), collections.Counter()
    redone, starting = set(), set()
    for line in seen.lines:
        meant = [plan.operations[line.name] for plan in seen.plans if line.name in plan.operations]
        if line.role == "action" or not all(operation.is_witnessed for operation in meant):
            continue
        key = (seen.boot(line), line.name)
        if (line.role, line.verb) == ("program", "begin"):
            successes[key] += 1
            starting.add(key)
        elif (line.role, line.verb) == ("program", "failed") and key in starting:
            successes[key] -= 1
        if line.role == "program" and line.verb in ("ready", "failed"):
            starting.discard(key)
        if line.role in ("step", "program") and line.verb == "begin" and undone[key]:
            redone.add(key)
        elif (line.role, line.verb) in (("step", "end"), ("program", "ready")):
            successes[key] += line.role == "step"
            redone.discard(key)
        elif line.role in ("step", "program") and line.verb == "failed":
            redone.discard(key)
        elif line.role == "stop" and line.verb == "begin":
            is_stopping = any(fact.boot == key[0] and fact.began <= line.at for fact in seen.of("ending"))
            undone[key] += not (key in redone and is_stopping)
            if undone[key] > successes[key]:
                yield f"{line} undid '{line.name}' for the {undone[key]}th time, and it had succeeded {successes[key]} times"


@rule
def what_depends_on_something_is_undone_before_it(seen):
    """At a stop what requires an operation is undone before that is."""
    for ending in seen.of("ending"):
        if ending.how not in ("stop", "INT", "full"):
            continue
        end = next((fact for fact in seen.of("exited") if fact.boot == ending.boot), None)
        if end is None or end.status not in (0, 75):
            continue
        began, ended = {}, {}
        # One that is replaced without a gap may still be there, of the generation before.
        latest = {line.name: line.pid for line in seen.lines if line.role == "program" and line.verb == "begin"
                  and seen.boot(line) == ending.boot}
        killed = {fact.get("program") for fact in seen.happened("ended program", "called", began=ending.began - 1, ended=end.at)}
        killed |= set(re.findall(r"Program '(.*?)' (?:failed its health check \d|exited|was killed)", end.output))
        # Not what an operator or a reload has undone right before.
        for line in seen.within(ending.began, end.at + 0.03):
            if seen.boot(line) != ending.boot or line.name in killed:
                continue
            if line.role == "program" and line.pid != latest.get(line.name):
                continue
            if line.role == "stop" and line.verb == "begin" or line.role == "program" and line.verb == "ended":
                began.setdefault(line.name, line)
            if line.role == "stop" and line.verb in ("end", "failed") or line.role == "program" and line.verb == "ended":
                ended[line.name] = line
        plans = seen.in_force(ending.at)
        for name, first in began.items():
            for other, last in ended.items():
                if name != other and last.place > first.place and all(
                    other in plan.operations and name in plan.direct(other) for plan in plans
                ):
                    yield f"[{first}] before [{last}], and '{other}' requires '{name}'"


@rule
def what_is_skipped_lacks_something(seen):
    """An operation is skipped because of what it requires, not of what it comes after."""
    safe = {fact.boot for fact in seen.of("exited") if "safe mode" in fact.output}
    for fact in seen.of("snapshot"):
        states, plans = fact.before["operations"], seen.in_force(fact.at)
        if fact.before["phase"] not in ("ready", "degraded") or len(plans) != 1 or fact.before["boot"] in safe:
            continue
        for name, state in states.items():
            operation = plans[0].operations.get(name)
            if state != "skipped" or operation is None:
                continue
            around = [operation] + [plans[0].operations[group] for group in operation.groups]
            if any(one.is_conditional or states.get(one.name) in ("failed", "cancelled") for one in around[1:]) \
                    or operation.is_conditional or any(states.get(one.name) == "skipped" for one in around[1:]):
                continue
            # What it did in the generation before could not be undone: its `stop` is made to fail, or a file that it reads
            # was spoiled.
            stop = str(operation.definition.get("stop"))
            if states.get(f"undo {name}") == "failed" and ("fail" in stop or "environmentFiles" in stop):
                continue
            needed = plans[0].direct(name)
            if all(states.get(one) in ("succeeded", "degraded") for one in needed):
                yield f"'{name}' is skipped, and all that it requires is there: {sorted(needed)} at {fact.at:.2f}"


@rule
def what_is_skipped_names_what_it_requires(seen):
    """An operation is skipped for one that it requires, directly or not, and the daemon names that."""
    for end in seen.of("exited"):
        for name, root in set(re.findall(r"^Operation '([^']+)' was skipped: '([^']+)' did not succeed", end.output, re.MULTILINE)):
            plans = [plan for plan in seen.plans if name in plan.operations]
            # What is in the way of a reload is undone in another order.
            if plans and not root.startswith("undo ") and not any(root in _reasons(plan, name) for plan in plans):
                yield f"'{name}' was skipped in boot {end.boot} for '{root}', which it does not require"


def _reasons(plan, name):
    """The operations for which one may be skipped: what it needs, what is in a group with it, and the flags that one of
    these asks."""
    flags = {one.name for one in plan.operations.values() if one.body == "flags"}
    found, agenda = set(), {name}
    while agenda:
        operation = plan.operations.get(agenda.pop())
        if operation is None or operation.name in found:
            continue
        found.add(operation.name)
        inside = [plan.members.get(group, set()) for group in (operation.name, *operation.groups)]
        agenda |= operation.requires.union(operation.groups, *inside, flags if "'flag'" in str(operation.definition) else ())
    return found


@rule
def ready_is_told_once_and_when_it_is_so(seen):
    """READY=1 is sent once in a run of the daemon, after each required step of the launch has succeeded."""
    told = {}
    for fact in seen.of("notified"):
        if fact.key == "READY":
            told.setdefault(fact.boot, []).append(fact)
    reloads = seen.of("reload")
    for boot, facts in told.items():
        first = facts[0]
        asked = [one for one in reloads if one.began <= facts[-1].at]
        if len(facts) > 1 + 2 * len(asked) + len(seen.of("called")):
            yield f"boot {boot} said READY {len(facts)} times with {len(asked)} reloads"
        wrote = [one for one in seen.of("wrote") if one.at <= seen.boots[boot - 1]]
        later = [one for one in seen.of("wrote") if seen.boots[boot - 1] <= one.at <= first.at]
        if not wrote or later:
            continue
        plan = seen.written[wrote[-1].number]
        ended = {
            line.name for line in seen.lines
            if line.verb in ("end", "ready") and line.role in ("step", "program") and line.at <= first.at + 0.02
            and seen.boot(line) == boot
        }
        for name, operation in plan.operations.items():
            chain = [operation] + [plan.operations[group] for group in operation.groups]
            if not operation.is_witnessed or any(one.is_optional or gives_way(one) or one.stage != "launch" for one in chain):
                continue
            if name not in ended and not _is_skipped(plan, name):
                yield f"boot {boot} said READY, and '{name}' had not succeeded"


def _is_skipped(plan, name):
    """Whether something that it requires may be left out, and it with that."""
    return any(gives_way(plan.operations[one]) for one in plan.needed(name) if one in plan.operations)

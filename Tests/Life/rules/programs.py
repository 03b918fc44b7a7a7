"""Programs: who has stopped one, who has started it, and what is left of it."""

import re

from rules import rule
from rules.seen import seconds


@rule
def what_an_operator_stopped_stays_stopped(seen):
    """A program that an operator has stopped does not begin until an operator starts it, or the service starts anew."""
    calls = [fact for fact in seen.of("called") if fact.method in ("StopProgram", "StartProgram", "RestartProgram")]
    for fact in calls:
        if fact.method != "StopProgram" or fact.outcome != "done":
            continue
        later = [one for one in calls if one is not fact and one.program == fact.program and one.at >= fact.began
                 and one.method != "StopProgram"]
        until = min([one.began for one in later] + [at for at in seen.boots if at > fact.began] or [float("inf")])
        for line in seen.lines:
            if line.role == "program" and line.name == fact.program and line.verb == "begin":
                if fact.at + 0.05 < line.at < until - 0.02:
                    yield f"{line}, though it was stopped at {fact.at:.2f}"


@rule
def a_program_that_runs_is_a_process(seen):
    """A program that is told as running has its process."""
    for fact in seen.of("snapshot"):
        for name, is_there in fact.alive.items():
            if not is_there:
                yield f"'{name}' is told as {fact.before['programs'][name]}, and there is no such process at {fact.at:.2f}"


@rule
def what_ended_by_itself_says_why(seen):
    """A program that has ended by itself, or was started again for that, is told with the reason."""
    for fact in seen.of("snapshot"):
        for name, row in fact.before["programs"].items():
            has_ended = row["state"] in ("pausing", "ended") or row["state"] == "running" and row["restarts"]
            if has_ended and not row.get("reason"):
                yield f"'{name}' is told without a reason at {fact.at:.2f}: {row}"


@rule
def a_stopped_program_is_told_so(seen):
    """Once an operator has stopped a program, and until it is started, it has no process."""
    calls = [fact for fact in seen.of("called") if fact.method in ("StopProgram", "StartProgram", "RestartProgram")]
    for fact in calls:
        if fact.method != "StopProgram" or fact.outcome != "done":
            continue
        others = [one for one in calls if one is not fact and one.program == fact.program and one.at >= fact.began]
        until = min([one.began for one in others] + [at for at in seen.boots if at > fact.began] or [float("inf")])
        for snapshot in seen.of("snapshot"):
            row = snapshot.before["programs"].get(fact.program)
            if fact.at < snapshot.began and snapshot.at < until and row is not None and row.get("pid"):
                yield f"'{fact.program}' was stopped at {fact.at:.2f}, and is told as {row} at {snapshot.at:.2f}"


@rule
def nothing_outlives_the_daemon(seen):
    """Once the daemon has ended no process of its programs, steps and handlers is there."""
    for fact in seen.of("left"):
        if fact.processes:
            yield "left after the end: " + "; ".join(f"{pid} {words}" for pid, words in fact.processes)
    for fact in seen.of("exited"):
        if fact.left:
            yield f"left after boot {fact.boot}, which ended with {fact.status}: " + "; ".join(
                f"{pid} {words}" for pid, words in fact.left)


@rule
def a_program_has_one_process(seen):
    """No program runs twice at the same time, unless a reload overlaps the two."""
    running = {}
    for line in seen.lines:
        if line.role != "program":
            continue
        key = (seen.boot(line), line.name, line.version)
        if line.verb == "begin":
            earlier = running.get(key)
            if earlier is not None and earlier.pid != line.pid and not _may_have_ended(seen, earlier, line):
                yield f"[{line}] began, and [{earlier}] had not ended"
            running[key] = line
        elif line.verb in ("ended", "failed", "end") and key in running and running[key].pid == line.pid:
            running.pop(key)


def _may_have_ended(seen, earlier, line):
    """Whether it was killed in between, by the harness or by the daemon after its grace."""
    killed = [fact for fact in seen.of("ended program", "killed helper", "manner") if earlier.at - 0.02 <= fact.at <= line.at + 0.02
              and fact.get("name", line.name) == line.name]
    # It heard its signal, and did nothing.
    killed += [one for one in seen.lines if one.verb == "deaf" and one.pid == earlier.pid and earlier.place < one.place < line.place]
    operation, _ = seen.definition(line)
    definition = operation.definition if operation else {}
    text = str(definition)
    return bool(killed) or "health" in definition or "watchdog" in definition or "deaf" in text or "overlap" in text \
        or "timeout" in definition or "stopSignal" in text or "resources" in text or "limits" in text


@rule
def what_a_program_leaves_behind_ends_with_it(seen):
    """When a program has ended, so do all processes that it started, before the grace is over."""
    first, grace = {}, max(seconds(plan.configuration.get("grace"), 10) for plan in seen.plans)
    for fact in seen.of("snapshot"):
        strays = {(fact.before["boot"], *stray) for stray in fact.strays}
        first = {stray: first.get(stray, fact.at) for stray in strays}
        for (_, pid, words), at in first.items():
            # It may have been frozen, or busy, for a while of its own.
            frozen = sum(one.seconds for one in seen.happened("frozen", began=at, ended=fact.at))
            if fact.at - at > grace + frozen + 2:
                yield f"process {pid} of '{words}', which is gone, was there at {at:.2f}, and is at {fact.at:.2f}"


@rule
def a_check_that_passed_forgets_those_that_failed(seen):
    """A program is ended for `misses` failed checks in a row, and not for others between which one has passed."""
    for end in seen.of("exited"):
        told = re.findall(r"^Program '([^']+)' failed its health check \d+ times in a row", end.output, re.MULTILINE)
        # One that cannot be run writes no line.
        silent = re.findall(r"^(?:Program ')?([\w-]+)'?.* health check .*: cannot ", end.output, re.MULTILINE)
        for name in set(told) - set(silent):
            checks = [plan.operations[name].definition.get("health") or {} for plan in seen.plans if name in plan.operations]
            if not all("exec" in check for check in checks):
                continue
            every, timeout = (min(seconds(check.get(key), usual) for check in checks) for key, usual in (("every", 10), ("timeout", 5)))
            runs, may_be = [[]], 0
            for line in seen.lines:
                if line.name == name and line.role in ("program", "health") and seen.boot(line) == end.boot:
                    runs += [[]] if (line.role, line.verb) == ("program", "begin") else []
                    runs[-1].append(line)
            for number, run in enumerate(runs):
                until = runs[number + 1][0].at if number + 1 < len(runs) else end.at
                others = run and seen.happened("frozen", "short", "spoiled", "killed helper", began=run[0].at - 1.5, ended=until)
                may_be += bool(others or _failures_in_a_row(run, every, timeout))
            if told.count(name) > may_be:
                yield f"'{name}' was ended {told.count(name)} times in boot {end.boot} for failed checks in a row, and {may_be} may have been"


def _failures_in_a_row(lines, every, timeout):
    """How many checks failed of which no line shows that the one right before them passed, or that there was none."""
    begin = passed = last = None
    number = 0
    for line in lines:
        kind = (line.role, line.verb)
        if kind == ("health", "begin"):
            # The one before was killed.
            number, passed, begin = number + bool(begin), None if begin else passed, line
        elif kind == ("program", "ready"):
            passed = last = line.at
        elif kind == ("health", "end"):
            # It has passed for the daemon, too, if that was busy for less than its time.
            is_early = last is not None and line.at - last < every + timeout / 4
            passed, last, begin = line.at if is_early else None, line.at, None
        elif kind == ("health", "failed"):
            # One that is never heard of takes its whole time.
            number += passed is None or begin is None or begin.at - passed > every + timeout
            passed, last, begin = None, line.at, None
    return number + bool(begin)


@rule
def a_program_is_restarted_no_more_often_than_it_may_be(seen):
    """`restart: { attempts, within }` limits how often a program is started again by itself."""
    moves = [fact for fact in seen.of("called", "reload", "wrote", "spoiled")]
    for boot in range(1, len(seen.boots) + 1):
        by_name = {}
        for line in seen.lines:
            if line.role == "program" and line.verb == "begin" and seen.boot(line) == boot:
                by_name.setdefault(line.name, []).append(line)
        for name, lines in by_name.items():
            operation, plan = seen.definition(lines[0])
            if operation is None or operation.definition.get("ended") != "restart":
                continue
            policy = {**((plan.configuration.get("defaults") or {}).get("restart") or {}), **(operation.definition.get("restart") or {})}
            attempts, within = policy.get("attempts", 5), seconds(policy.get("within"), 600)
            around = [operation.definition, plan.configuration.get("defaults") or {}]
            around += [plan.operations[group].definition for group in operation.groups]
            if not isinstance(attempts, int) or any("retry" in one for one in around) or "steady" in policy:
                continue
            for place, line in enumerate(lines):
                window = [one for one in lines[place:] if one.at - line.at < within]
                if len(window) > attempts + 1 and not [
                    move for move in moves if line.at - 1 <= move.at and move.began <= window[attempts + 1].at
                ]:
                    yield f"'{name}' with {attempts} restarts within {within} s began {len(window)} times from {line.at:.2f} on"
                    break


@rule
def what_was_spoiled_ended_nothing(seen):
    """For a program that is seen to be unable to start nothing is ended; and one that ends anyway comes back."""
    for fact in seen.of("spoiled"):
        row = ((fact.before or {}).get("programs") or {}).get(fact.program) or {}
        after = ((fact.after or {}).get("programs") or {}).get(fact.program) or {}
        plans = seen.in_force(fact.began)
        if len(plans) != 1 or row.get("state") != "running" or not fact.after or fact.after["boot"] != fact.before["boot"]:
            continue
        operation = plans[0].operations.get(fact.program)
        if operation is None or not _needs(operation, fact.name) or fact.how == "reload" and _is_left_to_its_start(seen, fact, plans[0]):
            continue
        if fact.how == "restart" and fact.outcome == "done":
            yield f"'{fact.program}' was restarted at {fact.at:.2f} though its {fact.name} could not be read"
        if fact.how in ("reload", "restart") and after.get("pid") != row["pid"] and "crash" not in str(operation.definition) \
                and "exit:" not in str(operation.definition) and "health" not in operation.definition:
            if not seen.happened("ended program", "killed helper", "manner", began=fact.began - 1, ended=fact.at):
                yield f"'{fact.program}' was {row}, and is {after} after a {fact.how} without {fact.name}"
        # What it last said is no reason of the daemon's.
        reason = str(after.get("reason")).partition("; it last said")[0]
        if fact.how == "kill" and after.get("state") != "running" and "environment file" in reason and fact.name in reason:
            yield f"'{fact.program}' was killed at {fact.began:.2f}, and does not come back without {fact.name}: {after}"


def _is_left_to_its_start(seen, fact, plan):
    """Whether a reload does not look at the start of a program: a condition may spare it, or something that runs before
    it may make what it needs."""
    operation = plan.operations[fact.program]
    if operation.is_conditional or any(plan.operations[group].is_conditional for group in operation.groups):
        return True
    before, agenda = set(), [fact.program]
    while agenda:
        one = plan.operations[agenda.pop()]
        found = plan.direct(one.name) | {name for other in (one.name, *one.groups) for name in plan.operations[other].definition.get("after") or []}
        found |= {inner for name in found for inner in plan.members.get(name, ())}
        agenda += [name for name in found - before if name in plan.operations]
        before |= found
    makers = [plan.operations[name] for name in before if name in plan.operations and plan.operations[name].body in ("exec", "write")]
    loaded = seen.loaded(fact.before, fact.began)
    if not loaded or seen.happened("edited", "spoiled", "wrote", began=loaded[1], ended=fact.began - 0.001):
        return bool(makers)
    return any(fact.name in str(one.definition) for one in makers)


def _needs(operation, file):
    """Whether its program cannot start without a file; `-` in front says that it can without."""
    files = [str(one) for one in (operation.exec or {}).get("environmentFiles") or []]
    return any(one.rpartition("/")[2] == file and not one.startswith("-") for one in files)

"""Programs: who has stopped one, who has started it, and what is left of it."""

from rules import rule


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
    killed = [fact for fact in seen.of("ended program", "killed helper") if earlier.at - 0.02 <= fact.at <= line.at + 0.02]
    operation, _ = seen.definition(line)
    definition = operation.definition if operation else {}
    text = str(definition)
    return bool(killed) or "health" in definition or "watchdog" in definition or "deaf" in text or "overlap" in text \
        or "timeout" in definition or "stopSignal" in text or bool(seen.of("manner")) or "resources" in text or "limits" in text

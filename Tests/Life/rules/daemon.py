"""The daemon: how it ends, and what is known of that later."""

import re

from rules import rule


@rule
def it_ends_as_it_was_asked(seen):
    """A stop ends with 0, a restart with 75, and never after its time."""
    ends = {fact.boot: fact for fact in seen.of("exited")}
    for fact in seen.of("ending"):
        end = ends.get(fact.boot)
        if end is None:
            continue
        if any(one.boot == fact.boot and one is not fact for one in seen.of("ending")):
            continue
        if fact.how in ("stop", "INT", "twice", "reload and stop") and end.status not in (0, 75):
            if not _had_failed(end) and (end.status != -15 or end.output.strip()):
                yield f"boot {fact.boot} was asked to end ({fact.how}), and ended with {end.status}: {end.output[-600:]}"
        # The status may be that of the program for which it had failed before.
        if fact.how == "full" and end.status not in (75, 0, 1) and not _had_failed(end):
            yield f"boot {fact.boot} was to be restarted, and ended with {end.status}: {end.output[-600:]}"


def _had_failed(end):
    return "failed" in end.output


@rule
def it_ends_in_time(seen):
    """A stop takes no longer than drain, grace and the undoing."""
    for fact in seen.of("hung"):
        yield fact.words + ": " + "; ".join(fact.tree)


@rule
def it_ends_only_for_a_reason(seen):
    """The daemon goes on until it is asked to end, its launch fails, or a program's end is to end it."""
    asked = {fact.boot for fact in seen.of("ending")}
    for fact in seen.of("exited"):
        if fact.boot in asked or fact.status in (1, 78):
            continue
        if "\nStopping: '" in fact.output or fact.status == -9:
            continue
        yield f"boot {fact.boot} ended by itself with {fact.status}: {fact.output[-800:]}"


@rule
def check_is_right(seen):
    """A configuration that `check` accepts is not refused by the daemon."""
    for fact in seen.of("exited"):
        # What a drop-in of the unit takes from the daemon, only `check --unit` knows.
        if fact.status != 78 or "that the daemon has (" in fact.output:
            continue
        start = seen.of("started")[fact.boot - 1]
        # What is written until it has ended may be read or not.
        wrote = [one for one in seen.of("wrote") if one.began <= fact.at]
        before = [one for one in wrote if one.at <= start.at]
        near = before[-2:] + [one for one in wrote if one.at > start.at - 0.5]
        if wrote and all(one.manner != "wrong" for one in near):
            yield f"boot {fact.boot} refused a configuration that check accepts: {fact.output[-1000:]}"


@rule
def each_launch_is_kept(seen):
    """The history has each launch that was looked at, with how it ended."""
    ends = {fact.boot: fact for fact in seen.of("exited")}
    for fact in seen.of("history"):
        if fact.launches is None:
            yield f"the history cannot be read: {fact.errors}"
            continue
        for launch in fact.launches[:1]:
            if launch["end"] == "running":
                yield f"no daemon runs, and the history says that launch {launch['launchId']} does"
        kept = {launch["launchId"]: launch["end"] for launch in fact.launches}
        for identity, look in {(look.status or {}).get("launchId"): look for look in seen.of("snapshot")}.items():
            end = ends.get(look.before["boot"])
            # What was not synced is gone with the power.
            is_lost = seen.was_put_back(look.at) or any(fact.at >= look.at for fact in seen.of("cut"))
            if identity is None or end is None or is_lost:
                continue
            if seen.happened("disk", "short", began=seen.boots[end.boot - 1], ended=end.at):
                continue
            if identity not in kept:
                yield f"launch {identity} of boot {end.boot} was there at {look.at:.2f}, and is not in the history"
            elif end.status in (0, 75) and kept[identity] == "crashed":
                yield f"boot {end.boot} ended with {end.status}, and the history says that its launch {identity} crashed"


@rule
def the_store_is_whole(seen):
    """A copy of the store is whole."""
    for fact in seen.of("copied"):
        if fact.verdict != "ok":
            yield f"a copy of the store is damaged: {fact.verdict}"


@rule
def three_crashes_are_a_safe_mode(seen):
    """After three starts that crashed, optional operations are left out, and the daemon says so."""
    ends = {fact.boot: fact for fact in seen.of("exited")}
    # The start is marked beside the first operation: a process may be killed before.
    marked = {seen.boot(line) for line in seen.lines
              if line.verb == "begin" and seen.boot(line) in ends and line.at < ends[seen.boot(line)].began - 0.1 * seen.slowness}
    for boot, end in ends.items():
        earlier = (boot - 3, boot - 2, boot - 1)
        # One that was about to end has failed, which is no crash.
        if not all(one in marked and ends[one].status == -9 and not re.search("Stopping: |Launch of '", ends[one].output) for one in earlier) \
                or "Starting '" not in end.output:
            continue
        if seen.was_stepped() or seen.happened("put back", "cut", "disk", began=seen.boots[boot - 4] - 1, ended=end.at):
            continue
        is_short = all(ends[one].at - seen.boots[one - 1] < 50 for one in earlier)
        plans = seen.in_force(seen.boots[boot - 1])[:1]
        if is_short and "safe mode" not in end.output and any(one.is_optional for plan in plans for one in plan.operations.values()):
            yield f"boots {boot - 3} to {boot - 1} were killed, and boot {boot} does not say that it is in safe mode"


@rule
def what_holds_a_secret_is_for_its_owner_alone(seen):
    """A file with a credential in it, without a mode of its own, may be read by its owner alone."""
    for fact in seen.of("files"):
        for name, mode in fact.files.items():
            operation = seen.plans[-1].operations.get(name)
            body = operation.definition.get("write") if operation else None
            if isinstance(body, dict) and "${credential." in str(body.get("content")) and "mode" not in body and mode & 0o077:
                yield f"'{name}' has written a credential to a file with the permissions {mode:o}"

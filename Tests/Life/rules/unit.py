"""The packaged unit: what its manager sees, and what it does by itself."""


import dropins
from rules import rule

# Of the phases in which the launch has not ended, and the service is up.
STATES = {"ready": ("active", "reloading"), "degraded": ("active", "reloading"), "starting": ("activating",)}


def lines_at(seen, at):
    """The drawn lines of the unit's drop-in that were in force at a time."""
    return [fact.lines for fact in seen.of("unit") if fact.at <= at][-1:] or [[]]


def ended_before_it_was_ready(seen, fact):
    """To systemd it is a failure if the daemon ends well before it was ready, and not because of its manager: by a signal
    of somebody else, or with a program whose end is that of the service."""
    end = next(one for one in seen.of("exited") if one.boot == fact.boot)
    is_asked = any(one.boot == fact.boot for one in seen.of("ending"))
    return fact.result == "protocol" and (is_asked or "\nStopping: '" in end.output)


@rule
def the_manager_sees_the_phase(seen):
    """The unit is active while the launch is ready or degraded, and is activating until then."""
    for fact in seen.of("snapshot"):
        told = fact.get("manager")
        if not told:
            continue
        phase, states = fact.before["phase"], STATES.get(fact.before["phase"])
        if states and told.get("ActiveState") not in states and not seen.happened("ending", began=fact.began - 1, ended=fact.at):
            yield f"the phase is {phase}, and systemd says {told} at {fact.at:.2f}"
        if phase in ("ready", "degraded") and told.get("MainPID", "0") == "0":
            yield f"the phase is {phase}, and systemd has no main process: {told} at {fact.at:.2f}"


@rule
def nothing_fails_but_the_daemon(seen):
    """The service ends with the daemon, and for no fault of its unit."""
    for fact in seen.of("unit ended"):
        if ended_before_it_was_ready(seen, fact):
            continue
        if fact.result not in ("success", "exit-code", "signal", "watchdog", "timeout", "oom-kill", "core-dump"):
            yield f"boot {fact.boot} ended with {fact.result}, under {lines_at(seen, fact.at)[0]}"


@rule
def what_has_failed_is_started_again(seen):
    """The manager starts a service that has failed again, by itself; not after 0, 64, 65 and 78, nor one that was stopped."""
    for fact in seen.of("left alone"):
        end = next((one for one in seen.of("unit ended") if one.boot == fact.boot), None)
        # One that the power has ended was noted by nobody; and a drop-in that comes is in force a moment later.
        if end is None or seen.happened("unit", began=end.at - 3, ended=fact.at + 3):
            continue
        (lines,) = lines_at(seen, end.at)
        is_asked = any(one.boot == fact.boot and one.how not in ("kill", "kill all", "reaper") for one in seen.of("ending"))
        # Of drop-ins that say something else nothing is promised.
        if is_asked or dropins.value(lines, "Restart", "on-failure") != "on-failure":
            continue
        # A sender may have had it started meanwhile.
        is_well = end.status in (0, 64, 65, 78)
        if fact.state == "auto-restart" if is_well else fact.state in ("dead", "failed"):
            yield f"boot {fact.boot} ended with {end.status}, and is {fact.state} then, under {lines}"


@rule
def a_stop_is_in_time_for_the_manager(seen):
    """The daemon asks for the time that it takes: no start, stop or watchdog of its unit runs out."""
    for fact in seen.of("unit ended"):
        if fact.result in ("timeout", "watchdog") and not seen.happened("frozen", began=fact.at - 15, ended=fact.at):
            end = next((one for one in seen.of("exited") if one.boot == fact.boot), None)
            yield f"systemd ended boot {fact.boot} for a {fact.result}, under {lines_at(seen, fact.at)[0]}: {end and end.output[-800:]}"


@rule
def a_clean_end_leaves_nothing_to_kill(seen):
    """Before the daemon ends well it has ended its programs, steps and handlers, and what programs have started."""
    for fact in seen.of("journal"):
        end = next((one for one in seen.of("unit ended") if one.boot == fact.boot), None)
        # What a step that went well has left behind is such a one, and its manager's.
        told = [line for line in fact.told if "(sleep)" not in line]
        if end is not None and end.status in (0, 75) and end.result == "success" and told:
            yield f"boot {fact.boot} ended with {end.status}, and left to its manager: " + "; ".join(told)


@rule
def systemctl_returns_once_it_is_so(seen):
    """`systemctl start` and `restart` succeed once the launch is ready, and fail where it fails."""
    for fact in seen.of("systemctl"):
        if fact.verb not in ("start", "restart", "try-restart") or not fact.after:
            continue
        if seen.happened("ended program", "killed helper", "manner", "backend", began=fact.began, ended=fact.at + 0.1):
            continue
        if fact.status == 0 and fact.after["phase"] == "starting" and fact.after["boot"] != fact.boot:
            yield f"'systemctl {fact.verb}' has returned at {fact.at:.2f}, and the phase is {fact.after['phase']}"


@rule
def its_drop_ins_are_no_fault(seen):
    """The daemon starts under each of the drop-ins that were drawn."""
    for fact in seen.of("exited"):
        if fact.status is not None and 200 <= fact.status < 250:
            yield f"boot {fact.boot} ended with {fact.status} under {lines_at(seen, fact.at)[0]}: {fact.output[-400:]}"

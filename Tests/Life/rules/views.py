"""What is told: all views of one instant agree, every call has an answer, and no word is wrong."""

import re

from rules import rule
from rules.seen import shown

READY = ("ready", "degraded")


@rule
def views_of_one_instant_agree(seen):
    """Status, report, programs, metrics, probes, `wait` and STATUS say the same where nothing moved between them."""
    for fact in seen.of("snapshot"):
        phase = fact.before["phase"]
        status = fact.status
        if status is not None:
            if status.get("phase") != phase:
                yield f"the report says {phase}, and the status {status.get('phase')} at {fact.at:.2f}"
            if status.get("generation") != fact.before["generation"]:
                yield f"the report's generation is {fact.before['generation']}, and the status' {status.get('generation')}"
        if fact.programs is not None:
            rows = {row["name"]: (row["state"], row.get("pid")) for row in fact.programs}
            told = {name: (row["state"], row.get("pid")) for name, row in fact.before["programs"].items()}
            if rows != told:
                yield f"the report has the programs {shown(told)}, and ListPrograms {shown(rows)}"
        if fact.ready is not None and (fact.ready[0] in (200, 503) or seen.probed(fact.at)):
            if (fact.ready[0] == 200) != (phase in READY):
                yield f"the phase is {phase}, and /ready says {fact.ready} at {fact.at:.2f}"
        if phase in READY and fact.wait != 0:
            yield f"the phase is {phase}, and wait exits with {fact.wait}"
        if phase == "starting" and fact.wait != 3:
            yield f"the phase is {phase}, and wait exits with {fact.wait}"
        if phase in READY and fact.exit != 0 or phase == "failed" and fact.exit != 1:
            yield f"the phase is {phase}, and status exits with {fact.exit}"
        if fact.metrics is not None:
            now = dict(re.findall(r'slipway_launch_phase\{[^}]*phase="(\w+)"\} (\d)', fact.metrics))
            if now.get(phase) != "1" or list(now.values()).count("1") != 1:
                yield f"the phase is {phase}, and metrics say {now}"
            up = dict(re.findall(r'slipway_program_up\{[^}]*program="([^"]+)"\} (\d)', fact.metrics))
            told = {name: "1" if row["state"] == "running" else "0" for name, row in fact.before["programs"].items()}
            if {name: up.get(name) for name in told} != told:
                yield f"the programs are {shown(told)}, and metrics say {shown(up)}"
        # One that has come meanwhile was on its way.
        has_moved = any(one.key == "STATUS" for one in seen.happened("notified", began=fact.began, ended=fact.at))
        if fact.told is None or has_moved:
            continue
        if phase in READY and not fact.told.startswith(("Ready", "Reloading")):
            yield f"the phase is {phase}, and STATUS says: {fact.told} at {fact.at:.2f}"
        if phase == "ready" and fact.told.startswith("Ready (degraded)"):
            yield f"the phase is {phase}, and STATUS says: {fact.told} at {fact.at:.2f}"


@rule
def every_call_has_an_answer(seen):
    """The daemon answers each call, or it is ending; none waits for longer than its limit."""
    ends = [fact for fact in seen.of("ending", "exited", "frozen", "lost socket", "short", "put back")]
    for fact in seen.of("no answer"):
        if any(end.began - 0.5 <= fact.at and fact.began - 0.1 <= end.at + 2 for end in ends):
            continue
        yield f"{fact.method} at {fact.began:.2f} came to no answer: {fact.words}"
    for fact in seen.of("command"):
        if fact.status is None:
            yield f"'slipway {' '.join(fact.words)}' at {fact.began:.2f} did not end within 60 s"


@rule
def commands_end_as_they_say(seen):
    """A command ends with one of its exit statuses, and says why where it is not 0."""
    for fact in seen.of("command"):
        if fact.status is None:
            continue
        if fact.status not in (0, 1, 2, 3, 4, 64, 75, 78):
            yield f"'slipway {' '.join(fact.words)}' ended with {fact.status}: {fact.errors[-600:]}"
        elif fact.status in (2, 64, 78) and not fact.errors.strip():
            yield f"'slipway {' '.join(fact.words)}' ended with {fact.status}, and without a word"
        elif fact.status == 64:
            yield f"'slipway {' '.join(fact.words)}' was taken as a wrong use: {fact.errors[-600:]}"


@rule
def no_word_is_a_trap(seen):
    """Neither the daemon nor a command ends by a fault of its own."""
    for fact in seen.of("exited"):
        # With `exitStatus: own` a program's end is the daemon's, and that has said why.
        is_told = "\nLaunch of 'life' failed" in fact.output or "\nStopped 'life'" in fact.output
        # One that is asked to end before it is slipwayd has no word, and no other end.
        is_early = fact.status == -15 and not fact.output.strip()
        if fact.status is not None and fact.status < 0 and fact.status != -9 and not is_told and not is_early:
            yield f"boot {fact.boot} ended by signal {-fact.status}: {fact.output[-1200:]}"
    for fact in seen.of("exited", "command"):
        text = fact.get("output", "") + (fact.get("errors") or "")
        for word in ("Fatal error", "Illegal instruction", "Precondition failed", "AddressSanitizer"):
            if word in text:
                yield f"a program said '{word}': {text[-1200:]}"


@rule
def no_secret_is_told(seen):
    """The content of a credential is in no output of the daemon or a command."""
    for fact in seen.of("exited", "command"):
        text = fact.get("output", "") + (fact.get("errors") or "")
        found = re.search(r"secret-token-\d{4}", text)
        if found:
            yield f"'{found[0]}' is in what was written at {fact.at:.2f}: …{text[max(0, found.start() - 200):][:400]}"


@rule
def counters_never_go_back(seen):
    """A counter of `metrics` never falls while the daemon runs."""
    last = {}
    for fact in seen.of("snapshot"):
        if fact.metrics is None:
            continue
        boot = fact.before["boot"]
        for line in fact.metrics.splitlines():
            name, _, value = line.rpartition(" ")
            if "_total" not in name or line.startswith("#"):
                continue
            earlier = last.get((boot, name))
            # Those of a program begin anew with it, as its control group does.
            if earlier is not None and float(value) < earlier and not name.startswith("slipway_program_"):
                yield f"{name} was {earlier}, and is {value}"
            last[(boot, name)] = float(value)


@rule
def a_stop_is_not_ready(seen):
    """Once a stop has begun `/ready` says so."""
    for fact in seen.of("ending"):
        end = next((one for one in seen.of("exited") if one.boot == fact.boot), None)
        if fact.how not in ("stop", "INT") or end is None or seen.life.probe is None:
            continue
        for began, at, status in list(seen.life.probe.samples):
            if status == 200 and fact.at + 0.5 * seen.slowness < began and at < end.began - 0.5:
                yield f"/ready said 200 at {at:.2f}, and the stop began at {fact.at:.2f}"
                break


@rule
def no_user_locks_itself_out(seen):
    """Who holds many connections that say nothing is let in by a further one, and so is everyone else."""
    for fact in seen.of("crowd"):
        if seen.happened("exited", "started", "ending", began=fact.began - 1, ended=fact.at + 1):
            continue
        for user, answer in fact.answers.items():
            if answer is not None:
                yield f"user {user} got {answer} at {fact.at:.2f}, while one held {fact.many} connections"


@rule
def metrics_count_what_is_listed(seen):
    """The numbers of `metrics` are those of the list."""
    for fact in seen.of("snapshot"):
        if not fact.metrics or not fact.counts or fact.before["generation"] != 1:
            continue
        for state in ("waiting", "running"):
            found = re.findall(rf'slipway_launch_actions\{{[^}}]*state="{state}"[^}}]*\}} (\d+)', fact.metrics)
            if sum(map(int, found)) != fact.counts["listed"].get(state, 0):
                yield f"{fact.counts['listed'].get(state, 0)} actions are {state}, and metrics say {found} at {fact.at:.2f}"


@rule
def a_changed_configuration_is_told(seen):
    """Status says that the configuration, or an environment file of it, has changed since it was loaded."""
    for fact in seen.of("snapshot"):
        loaded = seen.loaded(fact.before, fact.began)
        if not loaded or not fact.status or fact.status.get("reload") or fact.before["phase"] not in ("ready", "degraded"):
            continue
        if seen.happened("wrote", "edited", "spoiled", began=fact.began, ended=fact.at):
            continue
        told = (fact.status.get("remarks") or {}).get("changedFiles") or []
        number, since = loaded
        for path in {*_rewritten(seen, number, fact.at), *_edited(seen, number, since, fact.at)}:
            if not any(one.endswith("/" + path) for one in told):
                yield f"{path} has changed since {since:.2f}, when it was loaded, and the status says only {told} at {fact.at:.2f}"


def _rewritten(seen, number, at):
    """The files of the configuration that are others now than they were in the one of a number."""
    then, now = seen.of("wrote")[number], [one for one in seen.of("wrote") if one.at < at][-1]
    if now.configuration != then.configuration:
        yield "life.yaml"
    for name in {*then.dropins, *now.dropins}:
        if then.dropins.get(name) != now.dropins.get(name):
            yield f"life.d/{name}"


def _edited(seen, number, since, at):
    """The environment files of a configuration that are others now than at a time."""
    from rules.reloads import number_before

    files = {str(file).rpartition("/")[2] for one in seen.written[number].operations.values()
             for file in (one.exec or {}).get("environmentFiles") or []}
    edits = [edit for edit in seen.of("edited") if since < edit.at < at and edit.path.rpartition("/")[2] in files]
    first = {edit.path: edit for edit in reversed(edits)}
    for path, number in {edit.path: edit.number for edit in edits}.items():
        if number != number_before(seen.of("edited"), first[path]):
            yield path


@rule
def a_reload_degrades_nothing(seen):
    """What a reload has ended for what takes its place is no fault: the phase stays ready."""
    from rules.reloads import quiet

    for fact in seen.of("reload"):
        before = fact.get("before")
        if not before or before["phase"] != "ready" or fact.outcome == "asked" or not quiet(seen, fact):
            continue
        for look in seen.of("phase"):
            if fact.began + 0.02 < look.began and look.at < fact.at - 0.02 and look.phase == "degraded":
                if not _lacks_by_itself(look):
                    yield f"the phase was degraded at {look.at:.2f}, in a reload from {fact.began:.2f} to {fact.at:.2f}"


def _lacks_by_itself(look):
    """Whether the service lacked something that no reload has ended."""
    return look.storage or look.troubles or any(
        row["state"] in ("pausing", "ended") or row.get("lack") or row.get("stop") or row["state"] != "running" and row.get("reason")
        for row in look.programs or []
    )

"""Reloads: what did not change keeps its process, what is wrong does nothing, and no one is kept waiting."""

import re

from bodies import own_files
from rules import rule
from rules.seen import shown

# Calls that neither start nor end a program.
OF_ACTIONS = ("CancelAction", "RetryAction", "PurgeActions", "PauseQueue", "ResumeQueue")


def quiet(seen, fact):
    """Whether nothing else that starts or ends programs happened during a reload."""
    began, ended = fact.began - 0.5, fact.at + 0.2
    others = seen.happened("called", "ended program", "killed helper", "ending", "exited", "manner", "edited", "frozen",
                           "short", "disk", began=began, ended=ended)
    if any(one.what != "called" or one.method not in OF_ACTIONS for one in others):
        return False
    before, after = fact.get("before"), fact.get("after")
    if before and after and before["boot"] == after["boot"]:
        # Another one that is done brings a generation, too.
        if after["generation"] - before["generation"] != (fact.get("outcome") == "done"):
            return False
        harmless = ("done", "wrong", "unreachable")
    else:
        harmless = ()
    if any(one is not fact and one.outcome not in harmless for one in seen.happened("reload", began=began, ended=ended)):
        return False
    # One that was asked for by a signal may still be under way, unless another one that came later has ended since.
    over = [one.began for one in seen.of("reload") if one.outcome in ("done", "failed", "wrong") and one.at < began]
    over += [at for at in seen.boots if at < began]
    return all(any(at > one.at + 0.5 * seen.slowness for at in over) for one in seen.of("reload")
               if one is not fact and one.outcome in ("asked", "unknown") and began - 30 < one.began <= ended)


def has_ended(program):
    """Whether it has ended by itself: it waits for its next start, or for none."""
    return bool(program and program["state"] in ("pausing", "ended") and program.get("reason"))


@rule
def what_did_not_change_keeps_its_process(seen):
    """A program that did not change, and requires nothing that did, keeps its process over a reload."""
    for fact in seen.of("reload"):
        if fact.outcome != "done" or not fact.get("before") or not fact.get("after") or not quiet(seen, fact):
            continue
        for name, fate in (fact.get("fates") or {}).items():
            before, after = fact.before["programs"].get(name), fact.after["programs"].get(name)
            if fate not in ("kept", "stays") or before is None or after is None or before.get("state") != "running":
                continue
            if after.get("pid") != before.get("pid") and after.get("restarts") == before.get("restarts") and not has_ended(after):
                yield f"'{name}' stays over the reload at {fact.at:.2f}, and was process {before.get('pid')}, then {after.get('pid')}"


@rule
def a_wrong_configuration_does_nothing(seen):
    """A configuration that is refused ends and begins nothing."""
    for fact in seen.of("reload", "dry run"):
        if fact.get("outcome", "wrong") != "wrong" or not fact.get("before") or not quiet(seen, fact):
            continue
        if fact.before["phase"] not in ("ready", "degraded"):
            continue
        for line in seen.within(fact.began, fact.at):
            if line.role == "stop" and line.verb == "begin":
                yield f"{line}, during a reload that was refused at {fact.at:.2f}"
        after = fact.get("after")
        if after and after["boot"] == fact.before["boot"]:
            if after["generation"] != fact.before["generation"]:
                yield f"the generation was {fact.before['generation']}, and is {after['generation']} after a refused reload"
            for name, row in fact.before["programs"].items():
                other = after["programs"].get(name)
                if row["state"] == "running" and (other is None or other.get("pid") != row.get("pid")) and not has_ended(other) \
                        and (other or {}).get("restarts", 0) == row.get("restarts", 0):
                    yield f"'{name}' was {shown(row)}, and is {shown(other)} after a refused reload"


@rule
def a_reload_that_is_done_is_in_service(seen):
    """A reload that is told as done is in service when it is told, and its successor has a higher number."""
    for fact in seen.of("reload"):
        before, after = fact.get("before"), fact.get("after")
        if not before or not after or before["boot"] != after["boot"]:
            continue
        # systemd takes it from a unit that starts, and passes nothing on.
        if fact.get("how") == "systemctl" and before["phase"] == "starting":
            continue
        if fact.outcome == "done" and after["generation"] <= before["generation"]:
            yield f"the generation was {before['generation']}, and is {after['generation']} after a reload"


@rule
def a_good_configuration_is_taken(seen):
    """A configuration that `check` accepts, and that starts, is not called wrong by a reload."""
    for fact in seen.of("reload"):
        if fact.outcome != "wrong":
            continue
        wrote = seen.of("wrote")
        span = [one for one in wrote if one.at >= fact.began - 0.01 and one.began <= fact.at]
        if span or seen.happened("spoiled", began=fact.began, ended=fact.at):
            continue
        if wrote[fact.written].manner in ("first", "valid", "same", "back") and "check" not in fact.words:
            yield f"the reload at {fact.at:.2f} of a configuration that check accepts is refused as wrong: {fact.words[:800]}"


@rule
def the_old_generation_serves_until_the_new_one_is_ready(seen):
    """While a reload is under way, which is no fault, `/ready` goes on to say what the generation in service gives."""
    probes = seen.of("probe")
    for fact in seen.of("reload"):
        before = fact.get("before")
        if not before or before["phase"] not in ("ready", "degraded") or fact.outcome == "asked" or not quiet(seen, fact):
            continue
        if not seen.probed(fact.at) or any(_ends_with_its_programs(plan) for plan in seen.in_force(fact.at)):
            continue
        for probe in probes:
            if fact.began + 0.05 < probe.began and probe.at < fact.at - 0.05 and probe.status != 200:
                yield f"/ready said {probe.status} ({probe.words}) at {probe.at:.2f}, in a reload from {fact.began:.2f} to {fact.at:.2f}"


def _ends_with_its_programs(plan):
    """Whether something else may end the service, or leave its readiness, in the meantime."""
    words = str(plan.configuration)
    return "crash:" in words or "exit:" in words or "health" in words or "watchdog" in words or "'storage'" in words


@rule
def a_probe_has_an_answer(seen):
    """From the first word of the daemon to its end each request of a probe has an answer."""
    others = seen.of("ending", "exited", "started", "wrote", "frozen", "lost socket", "short", "put back")
    silent, turns = None, sorted(seen.of("started", "exited"), key=lambda fact: fact.at)
    for began, at, status in list(seen.life.probe.samples) if seen.life.probe else []:
        turn = [fact.what for fact in turns if fact.at <= at][-1:]
        if turn != ["started"] or status != 0 or any(fact.began - 1 <= at and began <= fact.at + 1.5 * seen.slowness for fact in others):
            silent = None
            continue
        silent = began if silent is None else silent
        if at - silent > 2 * seen.slowness and seen.probed(at):
            yield f"/ready at {seen.probed(at)} came to no answer from {silent:.2f} to {at:.2f}"
            return


@rule
def what_read_a_changed_file_is_started_again(seen):
    """A program that has an environment file, or a credential, that has changed is another one after a reload."""
    edits = seen.of("edited")
    for fact in seen.of("reload"):
        after = fact.get("after")
        if fact.outcome != "done" or not after:
            continue
        begins = seen.begins_until(fact.at)
        plan = seen.written[fact.written]
        for name, row in after["programs"].items():
            operation, begin = plan.operations.get(name), begins.get(row.get("pid"))
            if operation is None or begin is None or row["state"] != "running":
                continue
            changed = [edit for edit in edits if begin.at + 0.1 < edit.at < fact.began and _reads(operation, edit.path)
                       and (seen.life.world.gives_credentials_anew or not edit.path.startswith("credentials/"))]
            if changed and changed[-1].number != number_before(edits, changed[0]):
                yield f"'{name}' runs since {begin.at:.2f}, and {changed[-1].path} has changed at {changed[-1].at:.2f}, " \
                      f"and was reloaded at {fact.at:.2f}"


def number_before(edits, edit):
    """The number of the content that a file had before an edit; None for its first."""
    earlier = [one for one in edits if one.path == edit.path and one.at < edit.at]
    return earlier[-1].number if earlier else None


def _reads(operation, path):
    """Whether a program is started anew for a file: with `reload` it is only told of its environment files."""
    execution, base = operation.exec or {}, path.rpartition("/")[2]
    if path.startswith("credentials/"):
        return "${credential." + base in str(execution)
    files = [str(one).rpartition("/")[2] for one in execution.get("environmentFiles") or []]
    return base in files and "reload" not in operation.definition


@rule
def what_is_in_service_is_what_was_read(seen):
    """Once a reload is told as done, the programs that run are those of the configuration that lay there when it was asked for."""
    for fact in seen.of("reload"):
        after = fact.get("after")
        if fact.outcome != "done" or not after or seen.happened("wrote", began=fact.began + 0.001, ended=fact.at):
            continue
        later = [one for one in seen.of("reload") if one is not fact and one.at > fact.began and one.began < fact.at + 0.05
                 and one.written > fact.written]
        plan, begins = seen.written[fact.written], seen.begins_until(fact.at)
        for name, row in after["programs"].items():
            operation, line = plan.operations.get(name), begins.get(row.get("pid"))
            if operation is None or line is None or line.name != name or row["state"] != "running" or later:
                continue
            command = (operation.exec or {}).get("command") or []
            if line.version not in command and not row.get("stop"):
                yield f"'{name}' runs as version {line.version} after the reload at {fact.at:.2f}, and is {command[3:5]} in the file"


WATCHING = {"health", "stop", "beforeGivingUp", "replace", "ended", "restart", "success", "exitStatus", "dependents"}


@rule
def what_only_says_how_it_is_watched_restarts_nothing(seen):
    """A program of which nothing changed, but how it is watched and ended, keeps its process, as what it requires does."""
    for fact in seen.of("reload"):
        before, after = fact.get("before"), fact.get("after")
        if fact.outcome != "done" or not before or not after or before["boot"] != after["boot"] or not quiet(seen, fact):
            continue
        loaded = seen.loaded(before, fact.began)
        if not loaded or seen.happened("wrote", began=fact.began, ended=fact.at):
            continue
        old, new = seen.written[loaded[0]], seen.written[fact.written]
        if old.configuration.get("defaults") != new.configuration.get("defaults"):
            continue
        # Such as a.env, token, or the folder conf.d.
        edited = {edit.path.split("/")[1] for edit in seen.happened("edited", began=loaded[1], ended=fact.at)}
        edited |= {file.name for file in seen.happened("spoiled", began=loaded[1], ended=fact.at)}
        for name, row in before["programs"].items():
            other = after["programs"].get(name) or {}
            if row["state"] != "running" or name not in new.operations or name not in old.operations:
                continue
            around = {name, *old.operations[name].groups} | old.needed(name) | new.needed(name)
            if not all(_is_same(old, new, one) for one in around):
                continue
            if any(file in str(new.operations[one].definition) for one in around for file in edited):
                continue
            if any(before["operations"].get(one) not in ("succeeded",) for one in {name} | new.needed(name)):
                continue
            # One that has ended for a reason of its own tells it.
            if other.get("pid") != row["pid"] and other.get("restarts") == row.get("restarts") and not other.get("reason"):
                yield f"'{name}' did not change, and was process {row['pid']}, then {other} over the reload at {fact.at:.2f}"


def _is_same(old, new, name):
    """The same, but for keys that run nothing."""
    if name not in old.operations or name not in new.operations:
        return False
    first, second = old.operations[name], new.operations[name]
    if first.groups != second.groups or first.stage != second.stage:
        return False

    def plain(definition):
        kept = {key: value for key, value in definition.items() if key not in WATCHING}
        if isinstance(kept.get("group"), dict):
            kept["group"] = {key: value for key, value in kept["group"].items() if key != "operations"}
        return kept

    return plain(first.definition) == plain(second.definition)


@rule
def nothing_is_undone_while_an_action_runs(seen):
    """A reload undoes nothing while an action runs that may need it."""
    runs = [run for run in seen.runs if run.begin.role == "action" and run.end is not None]
    for fact in seen.of("reload"):
        before, after = fact.get("before"), fact.get("after")
        if fact.outcome != "done" or not before or not after or before["boot"] != after["boot"] or not quiet(seen, fact):
            continue
        for line in seen.within(fact.began, fact.at):
            if line.role != "stop" or line.verb != "begin" or seen.boot(line) != before["boot"]:
                continue
            for run in runs:
                if run.begin.place < line.place < run.end.place and seen.boot(run.begin) == before["boot"]:
                    # Of a generation that had left before, what is gone now may not be needed.
                    if run.begin.at < fact.began and run.end.at > line.at + 0.03:
                        yield f"{line}, while an action ran: {run}"


@rule
def a_changed_file_is_told_to_its_program(seen):
    """A file under `reload: { files }` that has changed has the next reload send the signal."""
    edits = seen.of("edited")
    told = [line for line in seen.lines if line.verb == "reload"]
    for fact in seen.of("reload"):
        after = fact.get("after")
        if fact.outcome != "done" or not after:
            continue
        begins = seen.begins_until(fact.at)
        plan = seen.written[fact.written]
        for name, row in after["programs"].items():
            operation, begin = plan.operations.get(name), begins.get(row.get("pid"))
            files = ((operation.definition.get("reload") or {}) if operation else {}).get("files") or []
            if begin is None or row["state"] != "running" or not files:
                continue
            ready = next((line for line in seen.lines if line.pid == begin.pid and line.verb == "ready" and line.place > begin.place), None)
            if ready is None or _is_disturbed(seen, fact, begin):
                continue
            mine = [line for line in told if line.pid == begin.pid]
            # One that does not say itself that it is ready is found to be so later. Instants are hundredths of a second.
            since = max([ready.at + (0.5 if operation.is_witnessed else 2)] + [line.at + 0.011 for line in mine if line.at < fact.began - 0.05])
            span = [edit for edit in edits if since < edit.at < fact.began - 0.02 and _covers(files, edit.path)]
            first = {edit.path: edit for edit in reversed(span)}
            changed = [edit for edit in {edit.path: edit for edit in span}.values()
                       if edit.number != number_before(edits, first[edit.path])]
            if changed and not [line for line in mine if fact.began - 0.05 <= line.at <= fact.at + 0.5]:
                yield f"'{name}' was not told at the reload at {fact.at:.2f} that {changed[0].path} changed at {changed[0].at:.2f}"


def _is_disturbed(seen, fact, begin):
    """Whether something happened to a program, or to all, that may keep it from what it does at a reload."""
    own = seen.happened("ended program", "killed helper", "manner", began=fact.began - 0.6, ended=fact.at + 0.6)
    if any(begin.name in (one.get("program"), one.get("name")) or one.get("pid") == begin.pid for one in own):
        return True
    others = seen.happened("ending", "exited", "frozen", "short", "disk", began=fact.began - 2, ended=fact.at + 0.6)
    return any(one.at + one.get("seconds", 0) > fact.began - 0.6 for one in others)


@rule
def a_program_is_told_of_changes_alone(seen):
    """A program gets the signal of its `reload` only for a file that has changed since it became ready: what it did to
    its files itself before that is no change."""
    for line in seen.lines:
        if line.verb != "reload" or line.role != "program":
            continue
        mine = [one for one in seen.lines if (one.role, one.name, one.verb) == ("program", line.name, "begin") and one.place < line.place]
        operations = [plan.operations[line.name] for plan in seen.plans if line.name in plan.operations]
        # What a file that is named anew was before, nobody knows.
        manners = {str(one.definition.get("reload")) for one in operations}
        if not mine or mine[-1].pid != line.pid or any(_is_end_too(one) for one in operations) or len(manners) > 1:
            continue
        # A reload that meets a start looks at files while the program makes them.
        if any(_state(fact, line.name) == "starting" or fact.began <= mine[-1].at <= fact.at
               for fact in seen.of("reload") if fact.began - 0.1 <= line.at <= fact.at + 0.1):
            continue
        # All that it reads was read by the last start or reload that was over when it began, or later.
        began = max([one.began for one in seen.of("started", "reload") if one.at <= mine[-1].at
                     and one.get("outcome", "done") == "done"] or [0])
        # Those of its `reload`, and the ones with variables of whatever it has beside its body.
        words = str([one.definition for one in operations])
        changed = [one for one in seen.happened("edited", "spoiled", began=began - 1, ended=line.at + 0.1)
                   if (one.get("path") or f"files/{one.get('name')}").split("/")[1] in words]
        own = {path for one in operations for path in own_files(one.definition)}
        makers = {name for plan in seen.plans for name, one in plan.operations.items() if own & set(own_files(one.definition))}
        if not changed and makers <= {line.name}:
            yield f"{line}, and no file of '{line.name}' has changed since {began:.2f}, before [{mine[-1]}]"


def _state(fact, program):
    """The state of a program after a reload; `None` if it is not known."""
    return ((fact.get("after") or {}).get("programs", {}).get(program) or {}).get("state")


def _is_end_too(operation):
    """Whether its signal is also the one that asks it to end."""
    return (operation.exec or {}).get("stopSignal") == (operation.definition.get("reload") or {}).get("signal", "")


def _covers(files, path):
    """Whether one of the files is this one, or a folder with it."""
    for file in files:
        plain = str(file).replace("${env.LIFE_FILES}", "files").lstrip("-")
        plain = plain[plain.index("/files") + 1 :] if "/files" in plain else plain
        if path == plain or path.startswith(plain.rstrip("/") + "/"):
            return True
    return False


@rule
def a_reload_in_the_start_is_not_refused_for_it(seen):
    """A reload that is asked for during the start comes after it."""
    for fact in seen.of("reload"):
        words = fact.get("words") or ""
        # A launch that fails, for its deadline say, says what was starting then.
        if re.search(r"not ready yet|is starting|still start", words) and not re.search("LaunchFailed|not ready within", words):
            yield f"the reload at {fact.began:.2f} was refused for the start: {fact.words[:400]}"


@rule
def a_reload_that_failed_is_over(seen):
    """RELOADING=1 is followed by READY=1, or by STOPPING=1, however the reload goes."""
    open_ones = {}
    for fact in seen.of("notified", "snapshot"):
        if fact.what == "snapshot":
            began = open_ones.get(fact.before["boot"])
            if began is not None and fact.began > began.at + 1 and (fact.told or "").startswith("Ready"):
                yield f"RELOADING=1 was sent at {began.at:.2f}, and no READY=1 after it, though STATUS says at {fact.at:.2f}: {fact.told}"
            continue
        if fact.key == "RELOADING":
            open_ones[fact.boot] = fact
        elif fact.key in ("READY", "STOPPING"):
            open_ones[fact.boot] = None

"""Launch actions: none is lost, none runs too often, too early, too late, or out of its order."""

import re

from harness.books import ENDED
from rules import rule
from rules.launch import width_of
from rules.seen import seconds


def begins(seen):
    """The beginnings of handlers by identity."""
    found = {}
    for line in seen.lines:
        if line.role == "action" and line.verb == "begin":
            found.setdefault(line.argument("id"), []).append(line)
    return found


@rule
def what_is_accepted_is_not_lost(seen):
    """A launch action that was accepted on disk is there at the end: it has ended, or waits for something that it names."""
    final = [fact for fact in seen.of("actions") if fact.when == "at the end"]
    if not final:
        return
    rows = seen.last_rows()
    for fact in seen.accepted():
        if fact.durability != "disk":
            continue
        row = rows.get(fact.id)
        # A record is kept for a week by the wall clock, once its action has ended.
        if row is None and not seen.was_stepped() and not seen.was_put_back(fact.at):
            yield f"action {fact.id} of '{fact.kind}' was accepted at {fact.at:.2f}, and is not listed at the end"


@rule
def what_is_done_was_run(seen):
    """An action that is told as done has a handler that came to its end."""
    ended = {}
    for line in seen.lines:
        if line.role == "action" and line.verb == "begin":
            ended.setdefault(line.argument("id"), []).append(line)
    finished = {run.begin.argument("id") for run in seen.runs if run.begin.role == "action" and run.went_well}
    witnessed = {line.name for line in seen.lines if line.role == "action"}
    for identity, row in seen.last_rows().items():
        if row["state"] == "done" and row["kind"] in witnessed and _is_always_witnessed(seen, row["kind"]):
            if identity not in finished:
                yield f"action {identity} of '{row['kind']}' is told as done, and its handler never came to its end"


def _is_always_witnessed(seen, kind):
    definitions = [plan.kinds[kind] for plan in seen.plans if kind in plan.kinds]
    return all("exec" in one and "success" not in one or "deliver" in one for one in definitions)


@rule
def what_is_waiting_at_the_end_says_for_what(seen):
    """Once all is mended, no action waits for nothing."""
    final = [fact for fact in seen.of("actions") if fact.when == "at the end"]
    # A launch that starts has its queues full of operations.
    phases = [fact.before["phase"] for fact in seen.of("snapshot")]
    for fact in final[-1:] if phases[-1:] != ["starting"] else []:
        # Others wait for those that run, and for those that are tried again.
        busy = {row["kind"] for row in fact.rows if row["state"] == "running" or row["state"] == "waiting" and row["failures"]}
        # A queue with a width, such as the main one, has no room meanwhile.
        queues = {row["queue"] for row in fact.rows if row["state"] == "running"}
        if width_of("userInitiated", seen.plans[-1]) is None:
            queues.discard("userInitiated")
        # Those that were interrupted run one at a time.
        interrupted = [row for row in fact.rows if row["state"] in ("waiting", "running") and row["attempts"]]
        # Those behind one of them wait with it.
        busy |= {row["kind"] for row in interrupted} if len(interrupted) > 1 else set()
        for row in fact.rows:
            if row in interrupted and len(interrupted) > 1 or row["queue"] in queues:
                continue
            if row["state"] == "waiting" and not row.get("missing") and not row.get("postponed") and row["kind"] not in busy:
                if row["kind"] in seen.plans[-1].kinds:
                    yield f"action {row['id']} of '{row['kind']}' waits at the end, and says for nothing: {row}"


@rule
def once_is_once(seen):
    """An action of `effect: once` begins once, whatever becomes of the daemon."""
    for identity, lines in begins(seen).items():
        definitions = [seen.definition(line)[0] for line in lines]
        if seen.was_put_back(lines[0].at):
            continue
        if len(lines) > 1 and all(one is not None and one.get("effect") == "once" and "retry" not in one for one in definitions):
            yield f"action {identity} of '{lines[0].name}' began {len(lines)} times: " + "; ".join(map(str, lines))


@rule
def attempts_are_limited(seen):
    """An action runs no more often than its attempts and the ends of the daemon allow."""
    for identity, lines in begins(seen).items():
        kinds = [kind for line in lines for kind, _ in seen.meanings(line)]
        if not kinds or seen.was_put_back(lines[0].at):
            continue
        # A program that closes the connection without an answer interrupts, three times at most.
        most = max(_attempts(kind) + 2 * ("deliver" in kind) for kind in kinds)
        ends = seen.boot(lines[-1]) - seen.boot(lines[0])
        # What an end of the daemon interrupts is no attempt; a retry by hand is another action.
        if len(lines) > most + ends:
            yield f"action {identity} of '{lines[0].name}' began {len(lines)} times in {ends + 1} boots, with {most} attempts"


@rule
def a_handler_fails_no_more_often_than_it_may(seen):
    """An action whose handler fails has as many attempts as its kind says."""
    failed = {}
    for run in seen.runs:
        if run.begin.role == "action" and run.end is not None and run.end.verb == "failed" and not _is_unknown(run, seen):
            failed.setdefault(run.begin.argument("id"), []).append(run)
    for identity, runs in failed.items():
        kinds = [kind for run in runs for kind, _ in seen.meanings(run.begin)]
        if not kinds or seen.was_put_back(runs[0].begin.at) or any(kind.get("whenFailed") == "wait" for kind in kinds):
            continue
        most = max(_attempts(kind) for kind in kinds)
        if len(runs) > most:
            yield f"action {identity} failed {len(runs)} times, with {most} attempts: " + "; ".join(map(str, runs))


def _is_unknown(run, seen):
    """Whether the daemon ended just then, or began to: it may not have learned of a run's end, or not have waited for it."""
    return any(0 <= fact.at - run.end.at + 0.011 < 2 for fact in seen.of("exited")) or any(
        abs(fact.at - run.end.at) < 0.1 for fact in seen.of("ending"))


def _attempts(kind):
    retry = kind.get("retry") or 1
    return retry if isinstance(retry, int) else retry.get("attempts", 1)


@rule
def what_was_interrupted_met_a_crash_each_time(seen):
    """An action that is told to have been interrupted so often has met so many crashes of the daemon, or of answers of its
    program that did not come."""
    crashes = len([fact for fact in seen.of("exited") if fact.status not in (0, 75, 78, 1)])
    for identity, row in seen.last_rows().items():
        message = str(row.get("message"))
        words = re.search(r"interrupted (\d+) times", message)
        if words and not seen.was_put_back(0):
            # The last time is in the message alone.
            unanswered = sum(fact.output.count(f"({identity}) is tried again: ") for fact in seen.of("exited"))
            unanswered += "whether it has done the action is not known" in message
            if crashes + unanswered < int(words[1]):
                yield f"the daemon crashed {crashes} times, and {unanswered} answers did not come: action {identity}: {message}"


@rule
def what_is_superseded_has_a_successor(seen):
    """An action is superseded by a later one, of the same value of `coalesceBy`."""
    sent = {fact.id: fact for fact in seen.accepted()}
    for identity, row in seen.last_rows().items():
        fact = sent.get(identity)
        if row["state"] != "superseded" or fact is None:
            continue
        kinds = [plan.kinds[row["kind"]] for plan in seen.plans if row["kind"] in plan.kinds]
        paths = {kind.get("coalesceBy") for kind in kinds}
        may_be = [one for one in seen.of("sent") if one.kind == row["kind"] and one.at > fact.at and one.outcome != "refused"]
        if len(paths) == 1 and None not in paths:
            path = paths.pop()
            may_be = [one for one in may_be if _value(one, path, kinds) == _value(fact, path, kinds)]
        if not may_be and not [one for one in seen.of("called") if one.method == "RetryAction"]:
            yield f"action {identity} of '{row['kind']}' ({fact.payload}) is superseded, and no later one has its value"


def _value(fact, path, kinds):
    """The value at a path, with the default of its parameter."""
    name = path.split(".")[1] if "." in path else None
    if name is not None and name not in fact.payload:
        defaults = {repr((kind.get("parameters") or {}).get(name, {}).get("default")) for kind in kinds}
        return defaults.pop() if len(defaults) == 1 and path == f"payload.{name}" else None
    return part(fact.payload, path)


@rule
def what_expires_has_not_begun(seen):
    """An action expires while it waits for its start; one that has begun does not."""
    by_identity = begins(seen)
    for identity, row in seen.last_rows().items():
        if row["state"] == "expired" and identity in by_identity and not seen.of("put back"):
            yield f"action {identity} of '{row['kind']}' is told as expired, and began: {by_identity[identity][0]}"


@rule
def what_is_refused_does_not_run(seen):
    """Handlers run for what was accepted, or may have been; nothing else."""
    known = {fact.id for fact in seen.accepted()}
    for fact in seen.of("called"):
        if fact.method == "RetryAction" and fact.reply and "action" in fact.reply:
            known.add(fact.reply["action"]["id"])
    may_be = len([fact for fact in seen.of("sent") if fact.outcome == "unknown"])
    may_be += len([fact for fact in seen.of("called") if fact.outcome == "none"])
    # The harness has not seen all answers where the power was cut.
    may_be += 1000 * len(seen.of("put back", "cut"))
    changing = {
        definition["flags"].get("changed") for plan in seen.plans for definition in
        (operation.definition for operation in plan.operations.values()) if isinstance(definition.get("flags"), dict)
    }
    strangers = {
        identity: lines for identity, lines in begins(seen).items()
        if identity not in known and lines[0].name not in changing
    }
    if len(strangers) > may_be:
        one = next(iter(strangers.values()))[0]
        yield f"{len(strangers)} actions ran that were never accepted ({may_be} may have been), such as {one}"


@rule
def a_kind_begins_in_the_order_of_acceptance(seen):
    """Actions of one order begin as they were accepted: of a kind, or of a value of `orderBy`."""
    place = {identity: lines[0] for identity, lines in begins(seen).items()}
    latest = {}
    for fact in sorted(seen.accepted(), key=lambda one: one.at):
        if fact.duplicate or fact.id not in place:
            continue
        line = place[fact.id]
        kinds = [plan.kinds[fact.kind] for plan in seen.plans if fact.kind in plan.kinds]
        orders = {(kind.get("orderBy"), kind.get("durability", "disk")) for kind in kinds}
        if len(orders) > 1 or any("retry" in kind or kind.get("whenFailed") == "wait" for kind in kinds):
            continue
        order = kinds[0].get("orderBy")
        if order is None and any(kind.get("width", 1) != 1 for kind in kinds):
            # They begin in order, and write their lines as they come to it.
            continue
        key = (fact.kind, part(fact.payload, order) if order else None, seen.boot(line))
        earlier = latest.get(key)
        if earlier is not None and earlier[0].at < fact.began and earlier[1].place > line.place:
            if earlier[0].id != fact.id:
                yield f"{line}, accepted at {fact.at:.2f}, began before [{earlier[1]}], accepted at {earlier[0].at:.2f}"
        if earlier is None or earlier[1].place < line.place:
            latest[key] = (fact, line)


def part(payload, path):
    """What a path such as payload.a.b leads to."""
    value = payload
    for word in path.split(".")[1:]:
        value = value.get(word) if isinstance(value, dict) else None
    return repr(value)


@rule
def one_order_runs_one_at_a_time(seen):
    """Of a kind, or of a value of `orderBy`, no more run at a time than its width says, or one."""
    by_kind = {}
    for run in seen.runs:
        if run.begin.role == "action" and run.end is not None:
            by_kind.setdefault(run.begin.name, []).append(run)
    for name, runs in by_kind.items():
        kinds = [plan.kinds[name] for plan in seen.plans if name in plan.kinds]
        if not kinds:
            continue
        width = max(kind.get("width", 1) for kind in kinds)
        moments = sorted(
            [(run.begin.place, 1, run) for run in runs] + [(run.end.place, -1, run) for run in runs], key=lambda one: one[0])
        running = []
        for _, change, run in moments:
            if change < 0:
                running.remove(run)
                continue
            running = [other for other in running if seen.boot(other.begin) == seen.boot(run.begin)] + [run]
            if len(running) > width:
                yield f"'{name}' with a width of {width} ran {len(running)}: " + "; ".join(map(str, running))
                break


@rule
def one_key_is_one_action(seen):
    """The same key of the same user and kind is the same action, until its record is purged."""
    known = {}
    purged = [fact.at for fact in seen.of("called") if fact.method == "PurgeActions"]
    for fact in sorted(seen.accepted(), key=lambda one: one.at):
        kinds = [plan.kinds[fact.kind] for plan in seen.plans if fact.kind in plan.kinds]
        # The key of one that was answered with an open one of its value is not kept.
        if fact.key is None or fact.durability != "disk" or any("uniqueBy" in kind for kind in kinds):
            continue
        earlier = known.get((fact.user, fact.kind, fact.key))
        if earlier is not None and earlier.id != fact.id and not any(earlier.began <= at for at in purged):
            if not seen.was_stepped() and not seen.was_put_back(earlier.at):
                yield f"key '{fact.key}' of user {fact.user} was {earlier.id} at {earlier.at:.2f}, and {fact.id} at {fact.at:.2f}"
        known[(fact.user, fact.kind, fact.key)] = fact


@rule
def one_value_is_open_once(seen):
    """While an action with a value of `uniqueBy` has not ended, another one with it is that one, or gives way to it: what the
    last launch left may become known only once the other one was taken."""
    rows = seen.last_rows()
    known = {}
    for fact in sorted(seen.accepted(), key=lambda one: one.at):
        kinds = [plan.kinds[fact.kind] for plan in seen.plans if fact.kind in plan.kinds]
        paths = {kind.get("uniqueBy") for kind in kinds}
        # A key that was sent before leads to its action, also after the end of that.
        if len(paths) != 1 or None in paths or fact.duplicate and fact.key:
            continue
        key = (fact.kind, part(fact.payload, paths.pop()))
        earlier = known.get(key)
        if earlier is not None and earlier.id != fact.id and not seen.was_put_back(earlier.at):
            row = rows.get(earlier.id)
            if (rows.get(fact.id) or {}).get("state") == "superseded":
                continue
            lasting = [run for run in seen.runs if run.begin.role == "action" and run.begin.argument("id") == earlier.id]
            if row is not None and row["state"] == "done" and lasting and (lasting[-1].end or lasting[-1].begin).at > fact.at + 0.02:
                yield f"{fact.id} was accepted at {fact.at:.2f} with a value that {earlier.id} had, which ran: {lasting[-1]}"
        known[key] = fact


@rule
def what_was_cancelled_does_not_begin(seen):
    """An action that was cancelled while it waited does not run."""
    by_identity = begins(seen)
    for fact in seen.of("called"):
        if fact.method == "CancelAction" and fact.outcome == "done" and (fact.reply or {}).get("changed"):
            for line in by_identity.get(fact.id, []):
                # A program reads later what was delivered while the action ran; its line has no boot.
                if line.at > fact.at + 0.05 and line.argument("boot") and (fact.reply or {}).get("state") == "cancelled":
                    yield f"{line}, after it was cancelled at {fact.at:.2f}"


@rule
def what_expired_did_not_begin(seen):
    """An action begins within the time that it may wait."""
    if seen.was_stepped():
        return
    frozen = sum(fact.seconds for fact in seen.of("frozen"))
    by_identity = begins(seen)
    for fact in seen.accepted():
        kinds = [plan.kinds[fact.kind] for plan in seen.plans if fact.kind in plan.kinds]
        limits = {kind.get("expires") for kind in kinds}
        lines = by_identity.get(fact.id, [])
        if len(limits) != 1 or None in limits or fact.duplicate or not lines:
            continue
        longest = seconds(limits.pop(), 0) + 1.5 + frozen
        if lines[0].at - fact.at > longest and len(lines) == 1:
            yield f"{lines[0]} began {lines[0].at - fact.at:.1f} s after it was accepted, and may wait for {longest:.1f}"


@rule
def an_action_that_ended_has_ended(seen):
    """What is told of an action goes forward: an end stays what it was."""
    ended = {}
    for fact in seen.of("actions"):
        for row in fact.rows:
            earlier = ended.get(row["id"])
            if earlier is not None and earlier != row["state"] and not seen.of("put back"):
                yield f"action {row['id']} was {earlier}, and is {row['state']} at {fact.at:.2f}"
            if row["state"] in ENDED:
                ended[row["id"]] = row["state"]


@rule
def an_ended_action_runs_no_more(seen):
    """A handler does not begin after its action has ended."""
    by_identity = begins(seen)
    for fact in seen.of("actions"):
        for row in fact.rows:
            if row["state"] in ENDED:
                for line in by_identity.get(row["id"], []):
                    if line.at > fact.at + 0.05 and not seen.of("put back"):
                        yield f"{line}, though it was told as {row['state']} at {fact.at:.2f}"


@rule
def a_handler_that_failed_is_no_success(seen):
    """An action is told as done after a handler that ended well, and as failed after one that did not."""
    runs = {}
    for run in seen.runs:
        if run.begin.role == "action" and run.end is not None:
            runs.setdefault(run.begin.argument("id"), []).append(run)
    for identity, row in seen.last_rows().items():
        mine = runs.get(identity)
        kinds = [plan.kinds[row["kind"]] for plan in seen.plans if row["kind"] in plan.kinds]
        if not mine or any("success" in kind for kind in kinds):
            continue
        if row["state"] == "failed" and mine[-1].went_well and not seen.had_kills():
            if not _may_fail_otherwise(mine[-1], kinds):
                yield f"action {identity} of '{row['kind']}' is told as failed ({row.get('message')}), and ended well: {mine[-1]}"
        if row["state"] == "done" and not any(run.went_well for run in mine):
            yield f"action {identity} of '{row['kind']}' is told as done, and failed: {mine[-1]}"


def _may_fail_otherwise(run, kinds):
    """By its output, or by what happened to it after its last word."""
    words = str(kinds)
    return "output" in words or "chatty" in words or "leave" in words or "deliver" in words or "timeout" in words or "limits" in words


@rule
def a_report_counts_what_is_listed(seen):
    """The report counts the actions that wait and run as they are listed."""
    for fact in seen.of("snapshot"):
        if not fact.counts or fact.before["generation"] != 1:
            continue
        listed, counted = fact.counts["listed"], fact.counts["counted"]
        for state in ("waiting", "running"):
            told = counted.get(state)
            if isinstance(told, int) and told != listed.get(state, 0):
                yield f"{listed.get(state, 0)} actions are {state} in the list, and {told} in the report at {fact.at:.2f}"

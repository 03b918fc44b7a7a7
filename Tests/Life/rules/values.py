"""Values: a kept one is never older than it may be, and stands in only for a server that is away."""

import json

from rules import rule
from rules.seen import seconds


def _served(text):
    """The document that the backend served, in what a body was handed."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) and "serial" in value and "at" in value else None


def _longest(operation):
    """How old a kept value of an operation may be, in seconds."""
    cached = (operation.definition.get("fallback") or {}).get("cached")
    return seconds(cached.get("maximumAge") if isinstance(cached, dict) else cached, 0) if cached else 0


@rule
def a_kept_value_is_no_older_than_it_may_be(seen):
    """What a body is handed was served no longer ago than `cached` allows, or in this launch."""
    if seen.was_stepped():
        return
    for line in seen.lines:
        if line.verb != "begin":
            continue
        plans = [plan for _, plan in seen.meanings(line)]
        for argument in line.arguments:
            served = _served(argument.partition("=v=")[2] or argument.partition("=")[2])
            if served is None:
                continue
            name = str(served.get("name", "")).rpartition("/")[2]
            asking = [plan.operations[name] for plan in plans if name in plan.operations]
            if not asking:
                continue
            longest = max(map(_longest, asking))
            begun = seen.boots[seen.boot(line) - 1]
            if float(served["at"]) < begun - longest - 1:
                yield f"{line} was handed what was served at {served['at']}, {begun - float(served['at']):.1f} s before its launch"


@rule
def a_serial_is_served_once_at_a_time(seen):
    """What was read later in a launch is no older than what was read before."""
    latest = {}
    for line in seen.lines:
        if line.verb != "begin" or line.role == "action":
            continue
        for argument in line.arguments:
            served = _served(argument.partition("=v=")[2] or argument.partition("=")[2])
            if served is None:
                continue
            key = (seen.boot(line), line.name, argument.partition("=")[0], served.get("name"))
            if key in latest and served["serial"] < latest[key] and not _has_cache(seen, served):
                yield f"{line} was handed serial {served['serial']}, and had {latest[key]} before"
            latest[key] = max(served["serial"], latest.get(key, 0))


def _has_cache(seen, served):
    name = str(served.get("name", "")).rpartition("/")[2]
    return any("fallback" in plan.operations[name].definition for plan in seen.plans if name in plan.operations)


@rule
def a_server_that_refused_is_not_stood_in_for(seen):
    """A kept value stands in for a server that is away, and never against one that has refused."""
    requests = [one for fact in seen.of("requests") for one in fact.requests]
    for fact in seen.of("snapshot"):
        began = seen.boots[fact.before["boot"] - 1]
        plans = seen.in_force(fact.at)
        for name, state in fact.before["operations"].items():
            operation = plans[0].operations.get(name) if len(plans) == 1 else None
            if state != "degraded" or operation is None or operation.body != "http":
                continue
            fallback = operation.definition.get("fallback") or {}
            if set(fallback) - {"cached", "unknownAge"}:
                continue
            mine = [one for one in requests if began < one["at"] < fact.at and one["path"].split("?")[0].endswith("/" + name)]
            if mine and mine[-1]["status"] in (400, 401, 403, 404, 422) and not _has_other_server(operation):
                yield f"'{name}' is degraded at {fact.at:.2f}, and the server had answered {mine[-1]}"


def _has_other_server(operation):
    return "tryTimeout" in str(operation.definition) or "expect" in str(operation.definition)


@rule
def a_kept_value_is_its_askers(seen):
    """A kept value is not another user's: what a body is handed was served to who asks now."""
    from events.configuration import user_of

    edits = [fact for fact in seen.of("edited") if fact.path.startswith("credentials/")]
    for line in seen.lines:
        if line.verb != "begin":
            continue
        _, plan = seen.definition(line)
        begun = seen.boots[seen.boot(line) - 1]
        for argument in line.arguments:
            served = _served(argument.partition("=v=")[2] or argument.partition("=")[2])
            if served is None or plan is None or served.get("user") not in ("ann", "bob") or _names_its_user(served, seen):
                continue
            earlier = [edit for edit in edits if edit.at <= begun]
            users = {user_of(earlier[-1].number) if earlier else "ann"}
            users |= {user_of(edit.number) for edit in edits if begun < edit.at <= line.at}
            if served["user"] not in users:
                yield f"{line} was handed what was served to {served['user']}, and {sorted(users)} asks"


def _names_its_user(served, seen):
    """Whether some configuration has a user of its own in the request, and not the one of a credential."""
    name = served.get("name", "").rpartition("/")[2]
    bodies = [plan.operations[name].definition.get("http") for plan in seen.plans if name in plan.operations]
    headers = [body.get("headers", {}) for body in bodies if isinstance(body, dict)]
    return any("${credential" not in str(one.get("X-User", "${credential")) for one in headers)

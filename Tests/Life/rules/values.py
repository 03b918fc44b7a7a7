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


@rule
def a_kept_value_is_no_older_than_it_may_be(seen):
    """What a body is handed was served no longer ago than `cached` allows, or in this launch."""
    if seen.was_stepped():
        return
    for line in seen.lines:
        if line.verb != "begin":
            continue
        thing, plan = seen.definition(line)
        if thing is None:
            continue
        for argument in line.arguments:
            served = _served(argument.partition("=v=")[2] or argument.partition("=")[2])
            if served is None:
                continue
            name = str(served.get("name", "")).rpartition("/")[2]
            operation = plan.operations.get(name)
            if operation is None:
                continue
            cached = (operation.definition.get("fallback") or {}).get("cached")
            longest = seconds(cached.get("maximumAge") if isinstance(cached, dict) else cached, 0) if cached else 0
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

"""What is asked of servers: a URL is what its configuration makes of it, whatever is sent."""

import json
import re
import urllib.parse

from rules import rule

# The path of a URL, and the part of a payload that is its query.
QUERY = re.compile(r"(/\w+/[\w.-]+)\?q=\$\{payload\.(\w+)\}")


@rule
def a_handler_on_its_way_to_a_url_stays_there(seen):
    """What a payload fills into a URL is a part of it, and makes no other path and no further query."""
    sent = _sent_into(seen)
    for fact in seen.of("requests"):
        for request in fact.requests:
            query = request["path"].partition("?")[2]
            if "admin=1" in query.split("&") or "/../" in request["path"]:
                yield f"{request['method']} {request['path']} was asked, at {request['at']:.2f}"
            values = sent.get(request["path"].partition("?")[0])
            value, *more = query.removeprefix("q=").split("&")
            if values and query.startswith("q=") and (more or urllib.parse.unquote(value) not in values):
                yield f"{request['method']} {request['path']} was asked at {request['at']:.2f}, of {sorted(values)} that were sent"


def _sent_into(seen):
    """By the path of a URL, the texts that were sent to the kinds which fill it with a part of their payload."""
    found, others = {}, set()
    for plan in seen.plans:
        for name, kind in plan.kinds.items():
            match = QUERY.search(json.dumps(kind.get("http")))
            parameter = (kind.get("parameters") or {}).get(match[2]) if match else None
            if parameter is None:
                continue
            own = found.setdefault(match[1], set())
            if parameter.get("type", "string") != "string":
                others.add(match[1])
                continue
            own |= {text for fact in seen.of("sent") if fact.kind == name
                    for text in [fact.payload.get(match[2], parameter.get("default"))] if isinstance(text, str)}
        # Its sender is the daemon.
        changing = [one.definition["flags"].get("changed") for one in plan.operations.values() if isinstance(one.definition.get("flags"), dict)]
        others.update(match[1] for name in changing for match in QUERY.finditer(json.dumps((plan.kinds.get(name) or {}).get("http"))))
    # Nor is all known that was sent before a power cut.
    return {} if seen.of("cut") else {path: texts for path, texts in found.items() if path not in others}

"""Configurations whose operations take as long as is said, and misbehave as they are told."""

import json

# `takes` is how long an attempt takes in seconds; the body is made of it. A `program` becomes ready then.
CONFIGURATIONS = [
    {
        "name": "retries",
        "deadline": "4s",
        "operations": {
            "migrate": {"takes": 0.2, "retry": {"attempts": 3, "initial": "100ms", "jitter": 0}, "timeout": "500ms"},
            "seed": {"takes": 0.2, "requires": ["migrate"], "timeout": "2500ms"},
            "metrics": {"takes": 0.1, "optional": True, "retry": {"attempts": 2, "initial": "200ms", "jitter": 0, "budget": "1300ms"}},
            "serve": {"takes": 0.1, "requires": ["seed"], "after": ["metrics"]},
        },
        "actions": {"query": {"requires": ["serve"], "sleep": "10ms"}, "ping": {"requires": [], "sleep": "10ms"}},
    },
    {
        "name": "fallbacks",
        "deadline": "4s",
        "operations": {
            "toggles": {"takes": 0.2, "timeout": "1200ms", "fallback": {"value": {"beta": False}}},
            "banner": {"takes": 0.1, "requires": ["toggles"], "optional": True, "timeout": "600ms"},
            "user": {"takes": 0.3, "optional": True, "timeout": "1500ms"},
            "home": {"takes": 0.2, "requires": ["user"], "fallback": {"value": "guest"}, "timeout": "3s"},
        },
        "actions": {
            "show": {"requires": ["banner"], "sleep": "10ms"},
            "greet": {"requires": ["user"], "sleep": "10ms", "whenFailed": "wait"},
            "open": {"requires": ["home"], "sleep": "10ms"},
        },
    },
    {
        "name": "groups",
        "deadline": "4s",
        "operations": {
            "sdk": {"takes": 0.1, "queue": "main"},
            "login": {
                "requires": ["sdk"],
                "optional": True,
                "timeout": "1500ms",
                "retry": {"attempts": 2, "initial": "100ms", "jitter": 0},
                "group": {"operations": {
                    "token": {"takes": 0.2},
                    "profile": {"takes": 0.2, "requires": ["token"]},
                    "avatar": {"takes": 0.1, "requires": ["token"], "optional": True},
                }},
            },
            "cache": {"takes": 0.1, "group": {"failFast": False, "operations": {
                "warm": {"takes": 0.2, "timeout": "1s"},
                "index": {"takes": 0.3, "optional": True, "timeout": "1s"},
            }}},
            "window": {"takes": 0.2, "requires": ["sdk"], "after": ["login"], "queue": "main"},
        },
        "actions": {"post": {"requires": ["login"], "sleep": "10ms"}, "draw": {"requires": ["window"], "sleep": "10ms"}},
    },
    {
        "name": "locks",
        "deadline": "3s",
        "queues": {"disk": {"width": 1}},
        "operations": {
            "copy": {"takes": 0.1, "locks": ["database"], "timeout": "1700ms"},
            "vacuum": {"takes": 0.2, "locks": ["database"], "optional": True, "queue": "disk"},
            "report": {"takes": 0.1, "queue": "disk", "after": ["copy"]},
            "check": {"takes": 0.2, "locks": ["database"], "requires": ["report"], "timeout": "1s"},
        },
        "actions": {"export": {"requires": ["check"], "sleep": "10ms"}},
    },
    {
        "name": "background",
        "deadline": "3s",
        "operations": {
            "core": {"takes": 0.2},
            "beta": {"takes": 0.1, "when": {"env": "WHAT_IF"}, "requires": ["core"], "optional": True, "timeout": "600ms"},
            "warm": {"takes": 0.2, "stage": "background", "requires": ["core"], "timeout": "800ms"},
            "index": {"takes": 0.1, "stage": "background", "requires": ["warm"]},
        },
        "actions": {"search": {"requires": ["index"], "sleep": "10ms"}, "read": {"requires": ["core"], "sleep": "10ms"}},
    },
    {
        "name": "programs",
        "deadline": "3s",
        "operations": {
            "database": {"takes": 0.2, "program": {"ended": "fail"}, "timeout": "1s"},
            "worker": {"takes": 0.2, "program": {"ended": "restart", "restart": {"initial": "200ms"}}, "requires": ["database"], "timeout": "1s"},
            "metrics": {"takes": 0.1, "program": {"ended": "degrade"}, "optional": True},
        },
        "actions": {"job": {"requires": ["worker"], "sleep": "10ms"}},
    },
]


def leaves(operations, path=()):
    for name, operation in operations.items():
        if "group" in operation:
            yield from leaves(operation["group"]["operations"], path + (name,))
        else:
            yield name, operation


def milliseconds(seconds):
    return f"{round(seconds * 1000)}ms"


def rendered(operations, culprit=None, trouble=None):
    """The operations with real bodies, one of which misbehaves."""
    result = {}
    for name, operation in operations.items():
        keys = {key: value for key, value in operation.items() if key not in ("takes", "program")}
        if "group" in operation:
            keys["group"] = dict(operation["group"])
            keys["group"]["operations"] = rendered(operation["group"]["operations"], culprit, trouble)
            result[name] = keys
            continue
        mine = trouble if name == culprit else None
        takes = operation["takes"] * (10 if mine == "slower" else 1)
        if "program" in operation:
            after = "exec sleep 1000"
            if mine == "dies":
                # Once: started again, it stays.
                after = f'[ -e "$CACHE/{name}.dead" ] && exec sleep 1000; sleep 0.4; touch "$CACHE/{name}.dead"; exit 1'
            script = f"sleep {takes}; systemd-notify --ready; {after}"
            if mine == "fails":
                script = f"sleep {takes}; exit 1"
            if mine == "hangs":
                script = "exec sleep 1000"
            keys["exec"] = {"command": ["/bin/sh", "-c", script], "ready": "notify"}
            keys.update(operation["program"])
            keys["exec"]["environment"] = {"CACHE": "${env.CACHE}"}
        elif mine == "fails":
            keys["exec"] = {"command": ["/bin/sh", "-c", f"sleep {takes}; exit 1"]}
            if "fallback" in operation:
                keys["exec"]["output"] = "json"
        elif mine == "hangs":
            keys["exec"] = {"command": ["/bin/sleep", "1000"]}
            if "fallback" in operation:
                keys["exec"]["output"] = "json"
        elif "fallback" in operation:
            keys["exec"] = {"command": ["/bin/sh", "-c", f"sleep {takes}; echo '{{}}'"], "output": "json"}
        else:
            keys["sleep"] = milliseconds(takes)
        result[name] = keys
    return result


class Made:
    """A configuration of this file."""

    def __init__(self, source):
        self.source = source
        self.name = source["name"]
        self.durations = {name: operation["takes"] for name, operation in leaves(source["operations"])}
        self.payloads = {kind: [] for kind in source.get("actions", {})}

    def write(self, folder, culprit=None, trouble=None):
        """The configuration's path, and the variables of the daemon."""
        whole = {key: value for key, value in self.source.items() if key != "operations"}
        whole["operations"] = rendered(self.source["operations"], culprit, trouble)
        path = folder / "configuration.json"
        path.write_text(json.dumps(whole))
        cache = folder / "cache"
        cache.mkdir(exist_ok=True)
        return path, {"WHAT_IF": "1", "CACHE": str(cache)}

    def end(self):
        pass

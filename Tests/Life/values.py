"""Values of which the schema gives only the form: durations, sizes, users, files."""


# Milliseconds, so that a life is short.
DURATIONS = {
    "configuration.deadline": (20_000, 30_000), "configuration.grace": (1_000, 3_000),
    "configuration.drain": (0, 2_000),
    "defaults.timeout": (3_000, 5_000), "operation.timeout": (2_000, 5_000), "operation.watchdog": (500, 2_000),
    "retry.initial": (10, 100), "retry.maximum": (100, 300), "retry.budget": (5_000, 9_000),
    "actionRetry.initial": (10, 100), "actionRetry.maximum": (100, 300), "actionRetry.budget": (5_000, 20_000),
    "restart.initial": (10, 100), "restart.maximum": (100, 300), "restart.within": (1_000, 10_000),
    "restart.steady": (200, 2_000),
    "health.every": (100, 500), "health.timeout": (500, 2_000), "health.startPeriod": (0, 1_000),
    "ready.every": (10, 100), "ready.timeout": (500, 2_000), "ready.started": (10, 300),
    "wait.every": (10, 100), "wait.tryTimeout": (200, 1_000), "flags.tryTimeout": (500, 2_000),
    "flags.poll": (100, 500), "http.tryTimeout": (500, 2_000), "exec.grace": (200, 1_000),
    "action.timeout": (1_000, 5_000), "action.expires": (2_000, 10_000),
}


def lasting(drawing, low, high):
    """A duration in milliseconds, written in one of its ways."""
    if low == 0 and drawing.chance(0.2):
        return drawing.choice(["0s", "0ms"])
    milliseconds = drawing.random.randint(low, high)
    if milliseconds >= 1_000 and drawing.chance(0.7):
        return f"{milliseconds // 1_000}s" if drawing.chance(0.7) else f"{milliseconds / 1_000:.1f}s"
    return f"{milliseconds}ms"


def keeping(drawing):
    """How long a value is kept: in half of the cases no longer than a life has time for."""
    return lasting(drawing, *drawing.choice([(200, 5_000), (60_000, 3_600_000)]))


def duration(low, high):
    def draw(drawing, schema):
        return lasting(drawing, *DURATIONS.get(".".join(drawing.path[-1]) if drawing.path else "", (low, high)))

    return draw


def number(low, high, *others):
    """A whole number, or one of some others."""
    return lambda drawing, schema: drawing.choice([drawing.random.randint(low, high), *others])


def one_of(*values):
    return lambda drawing, schema: drawing.choice(values)


def some(*values):
    """A list of one or two of some values."""
    return lambda drawing, schema: drawing.random.sample(values, drawing.random.randint(1, min(2, len(values))))


def retry(name):
    """How often: a number, or the mapping of it."""
    return lambda drawing, schema: drawing.random.randint(1, 4) if drawing.chance(0.3) else drawing.named(name)


def mode(drawing, schema):
    return drawing.choice(["0644", "0640", "0755", "600", "0777"])


def parameter(drawing, schema):
    """What a payload may hold under one key: all that is said of it fits its type."""
    result = drawing.mapping(schema, "parameter")
    kind = result.get("type", "string")
    fitting = {
        "string": ["red", "blue", "http://a/b"], "integer": [1, 2, 3], "number": [0.5, 2, 7], "boolean": [True, False],
        "object": [{"a": 1}, {}], "array": [[1, "b"], []],
    }[kind]
    if kind == "string" and ("format" in result or "pattern" in result):
        fitting = ["http://a/b"]
    if "enum" in result:
        result["enum"] = fitting
    if result.get("required"):
        result.pop("default", None)
    elif "default" in result or drawing.chance(0.3):
        result["default"] = drawing.choice(fitting)
    if kind not in ("integer", "number"):
        for key in ("minimum", "maximum"):
            result.pop(key, None)
    if kind != "string":
        for key in ("format", "pattern", "maxLength"):
            result.pop(key, None)
    return result


KNOWN = {
    "duration": duration(10, 300), "positiveDuration": duration(1_000, 5_000),
    "bytes": one_of("64M", "unlimited", 134217728), "memory": one_of("256M", "unlimited", "1G", 268435456),
    "storeSize": one_of("16M", "64M", 33554432),
    "exec.nice": number(0, 5), "exec.oomScoreAdjust": number(0, 500),
    "exec.umask": one_of("0022", "027", "0077", "0000"),
    "folder.mode": one_of("0755", "0777", "777"), "write.mode": mode,
    "limits.as": one_of("4G", "2G:4G", "unlimited"), "limits.core": one_of(0, "0", "1M"),
    "limits.cpu": one_of(3600, "600:3600"), "limits.data": one_of("2G", "unlimited"),
    "limits.fsize": one_of("100M", "1G"),
    "limits.memlock": one_of(0, "64K"), "limits.msgqueue": one_of(0, 4096), "limits.nofile": one_of("256:512", 1024),
    "limits.nproc": one_of(2000, "1000:4000"), "limits.rtprio": one_of(0), "limits.sigpending": one_of(1000, 500),
    "limits.stack": one_of("8M", "4M:8M"),
    "resources.cpuQuota": one_of("150%", "50%", "unlimited"), "resources.tasksMax": one_of(200, "unlimited"),
    "queue.width": number(1, 4, "auto"), "retry.attempts": number(1, 4), "actionRetry.attempts": number(1, 4),
    "retry.factor": one_of(1, 1.5, 2, 3), "actionRetry.factor": one_of(1, 1.5, 2, 3),
    "restart.attempts": number(1, 8, "unlimited", "unlimited"),
    "health.misses": number(1, 4), "health.successes": number(1, 3),
    "operation.retry": retry("retry"), "defaults.retry": retry("retry"), "action.retry": retry("actionRetry"),
    "operation.locks": some("l1", "l2", "session.x"), "action.locks": some("l1", "l2", "session.x"),
    "action.limit": number(1, 50, 1024), "action.width": number(1, 4),
    "action.success": one_of([0], [0, 3], [0, 3, 4]),
    "http.expect": one_of(200, [200], [200, 404]), "probe.expect": one_of(200, [200, 404]),
    "http.redirects": number(0, 10),
    "httpAnswer.headers": some("ETag", "Content-Type", "x-none"),
    "parameter": parameter,
    "parameter.format": one_of("uri"), "parameter.pattern": one_of("^[a-z:/]+$", "^.{1,40}$"),
    "parameter.maxLength": number(10, 100), "parameter.minimum": number(0, 1), "parameter.maximum": number(7, 99),
    "parameter.description": one_of("The page to open", "Whatever it is: a, b"),
    "parameter.enum": lambda drawing, schema: ["red"], "parameter.default": lambda drawing, schema: "red",
    "principals.users": some("nobody", "root", 1, 65534), "principals.groups": some("nogroup", "daemon", 0),
}

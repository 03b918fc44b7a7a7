"""Payloads for a kind of action, made of what its parameters say."""


def draw(random, kind):
    """Mostly one that is accepted; values are few, so that keys made of them meet."""
    payload = {}
    for name, parameter in (kind.get("parameters") or {}).items():
        parameter = parameter or {}
        if isinstance(parameter, str):
            parameter = {"type": parameter}
        if not parameter.get("required") and random.random() < 0.5:
            continue
        payload[name] = value(random, parameter)
    if random.random() < 0.02:
        payload["unknown"] = 1
    return payload


def value(random, parameter):
    if parameter.get("enum"):
        return random.choice(parameter["enum"])
    kind = parameter.get("type", "string")
    if kind == "integer":
        least, most = parameter.get("minimum", 0), parameter.get("maximum", 5)
        return random.randint(int(least), max(int(least), min(int(most), int(least) + 5)))
    if kind == "number":
        return parameter.get("minimum", parameter.get("maximum", 1))
    if kind == "boolean":
        return random.random() < 0.5
    if kind == "object":
        return {"a": random.randint(0, 2)}
    if kind == "array":
        return [random.randint(0, 2)]
    if parameter.get("format") == "uri":
        return "app:" + random.choice("abc")
    longest = parameter.get("maxLength", 100)
    # In a URL that is not made with care the last ones would be more than a value, or another one.
    careless = random.choice(["x&admin=1", "x/../y?z#h", "50%41"])
    return random.choice(["a", "b", "c", "a", "b", careless])[:longest]

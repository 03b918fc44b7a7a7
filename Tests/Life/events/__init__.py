"""What may happen in a life. An event is drawn once, as a mapping that says everything, and carried out from that:
so a life can be repeated without its seed, and with fewer events."""

EVENTS = {}


def event(weight, worlds=None):
    """Registers a class with `draw(life)` (a mapping, or None where it does not fit now), `carry(life, step)` and
    `typed(step)` (the same for a person at a terminal)."""

    def register(cls):
        cls.weight = weight
        cls.worlds = worlds
        cls.name = cls.__name__
        EVENTS[cls.name] = cls
        return cls

    return register


def draw(life):
    """A random event that fits."""
    fitting = [one for one in EVENTS.values() if one.worlds is None or life.world.name in one.worlds]
    while True:
        one = life.random.choices(fitting, [each.weight for each in fitting])[0]
        step = one.draw(life)
        if step is not None:
            return {"do": one.name, **step}


def carry(life, step):
    EVENTS[step["do"]].carry(life, step)


def typed(step):
    return EVENTS[step["do"]].typed(step)


from events import actions, configuration, looking, peers, processes, shortage, strangers, surroundings  # noqa: E402,F401

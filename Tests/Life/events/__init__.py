"""What may happen in a life. An event is drawn once, as a mapping that says everything, and carried out from that:
so a life can be repeated without its seed, and with fewer events."""

EVENTS = {}


def event(weight, lacks=None):
    """Registers a class with `draw(life)` (a mapping, or None where it does not fit now), `carry(life, step)` and
    `typed(step)` (the same for a person at a terminal). `lacks` has the worlds that do not have it, and why."""

    def register(cls):
        cls.weight = weight
        cls.lacks = lacks or {}
        cls.name = cls.__name__
        EVENTS[cls.name] = cls
        return cls

    return register


def draw(life):
    """A random event that fits."""
    fitting = [one for one in EVENTS.values() if life.world.name not in one.lacks]
    while True:
        one = life.random.choices(fitting, [each.weight for each in fitting])[0]
        step = one.draw(life)
        if step is not None:
            return {"do": one.name, **step}


def carry(life, step):
    EVENTS[step["do"]].carry(life, step)


def typed(step):
    return EVENTS[step["do"]].typed(step)


def lacking(world):
    """What does not happen in a world: the name of each event, and why."""
    return {name: one.lacks[world] for name, one in EVENTS.items() if world in one.lacks}


from events import actions, configuration, looking, manager, peers, processes, shortage, strangers, surroundings  # noqa: E402,F401

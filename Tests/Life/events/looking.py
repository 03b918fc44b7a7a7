"""Those who look: every command that asks, and snapshots whose views must agree."""

from events import event

COMMANDS = [
    ["status"], ["status", "--json"], ["status", "--strict"], ["explain"], ["actions"], ["actions", "--json"], ["programs"],
    ["programs", "--json"], ["values"], ["values", "--json"], ["history"], ["history", "--json"], ["time"], ["blame"],
    ["critical-chain"], ["plot"], ["trace"], ["advise"], ["metrics"], ["compare"], ["wait", "--timeout", "100ms"],
    ["graph", "@CONFIGURATION@"], ["list"], ["introspect"], ["export", "--help"],
]


@event(10)
class Look:
    @staticmethod
    def draw(life):
        words = life.random.choice(COMMANDS)
        if words == ["explain"] and life.random.random() < 0.7:
            words = ["explain", life.random.choice(sorted(life.plan.operations) or ["ready"])]
        return {"words": words}

    @staticmethod
    def carry(life, step):
        life.slipway(*[life.place.configuration if word == "@CONFIGURATION@" else word for word in step["words"]])

    @staticmethod
    def typed(step):
        return "slipway " + " ".join(step["words"]).replace("@CONFIGURATION@", "life.yaml")


@event(10)
class Snapshot:
    """All views, one right after the other."""

    @staticmethod
    def draw(life):
        return {}

    @staticmethod
    def carry(life, step):
        life.snapshot()

    @staticmethod
    def typed(step):
        return "slipway status; slipway programs; slipway metrics"


@event(12)
class Pause:
    @staticmethod
    def draw(life):
        # Now and then long enough for what comes by itself.
        return {"seconds": life.random.choice([0.005, 0.02, 0.1, 0.3] * 5 + [2.5])}

    @staticmethod
    def carry(life, step):
        life.pause(step["seconds"])

    @staticmethod
    def typed(step):
        return f"sleep {step['seconds']}"


@event(3)
class Settle:
    """Until the launch is ready, for at most three seconds."""

    @staticmethod
    def draw(life):
        return {}

    @staticmethod
    def carry(life, step):
        life.slipway("wait", "--timeout", "3s")

    @staticmethod
    def typed(step):
        return "slipway wait --timeout 3s"

"""Peers that do not behave: they send half a call, read nothing, or say nonsense."""

import wire
from events import event
from record import now


@event(2)
class DeafPeer:
    """A watcher that reads nothing, for the rest of the life."""

    @staticmethod
    def draw(life):
        return {"method": life.random.choice(["Watch", "GetReport", "Watch"]), "user": life.random.choice([0, 1001])}

    @staticmethod
    def carry(life, step):
        if len(life.peers) > 20:
            life.peers.pop(0).close()
        try:
            connection = wire.connect(life.place.socket, step["user"], 2)
            wire.send(connection, step["method"], {}, more=step["method"] == "Watch")
            life.peers.append(connection)
        except (wire.NoAnswer, OSError):
            pass

    @staticmethod
    def typed(step):
        return "slipway watch | sleep 1000 &"


@event(2)
class Nonsense:
    TEXTS = ["{", "\0\0\0", "[]\0", '{"method": 1}\0', '{"method": "org.slipway.Launch.Nothing"}\0', "\xff\xfe\0",
             '{"method":"org.slipway.Launch.Submit","parameters":{"kind":7}}\0', "A" * 70000]

    @staticmethod
    def draw(life):
        return {"which": life.random.randrange(len(Nonsense.TEXTS)), "user": life.random.choice([0, 1001])}

    @staticmethod
    def carry(life, step):
        try:
            connection = wire.connect(life.place.socket, step["user"], 2)
            connection.sendall(Nonsense.TEXTS[step["which"]].encode("latin-1"))
            life.peers.append(connection)
        except (wire.NoAnswer, OSError):
            pass
        if len(life.peers) > 20:
            life.peers.pop(0).close()

    @staticmethod
    def typed(step):
        return f"printf %s {Nonsense.TEXTS[step['which']][:60]!r} | nc -U socket &"


@event(0.5)
class Crowd:
    """One user holds many connections that say nothing more, and asks by a further one; so does root."""

    @staticmethod
    def draw(life):
        return {"many": life.random.choice([40, 300, 700]), "user": 1001}

    @staticmethod
    def carry(life, step):
        began, held = now(), []
        try:
            for _ in range(step["many"]):
                connection = wire.connect(life.place.socket, step["user"], 5)
                held.append(connection)
                wire.send(connection, "GetStatus", {})
                next(wire.replies(connection), None)
        except (wire.NoAnswer, OSError, ValueError):
            pass
        answers = {}
        for user in (step["user"], 0):
            try:
                answers[user] = wire.call(life.place.socket, "GetStatus", user=user, timeout=5).get("error")
            except wire.NoAnswer as error:
                answers[user] = f"nothing: {error}"
        for connection in held:
            connection.close()
        if life.world.status() is None:
            life.record.add("crowd", began, many=step["many"], answers=answers)

    @staticmethod
    def typed(step):
        return f"# as user {step['user']}: {step['many']} connections that each have asked GetStatus once, and one more"

"""Peers that do not behave: they send half a call, read nothing, or say nonsense."""

import wire
from events import event


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

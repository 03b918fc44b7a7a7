"""Peers that do not behave: they send half a call, read nothing, or say nonsense."""

import os
import subprocess

from events import event
from harness import wire
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
        more = ', "more": true' if step["method"] == "Watch" else ""
        return f"say {step['user']} '{{\"method\": \"org.slipway.Launch.{step['method']}\"{more}}}\\0'"


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
        text = Nonsense.TEXTS[step["which"]].encode("unicode_escape").decode().replace("\\x00", "\\0")
        return f"say {step['user']} '{text}'" if len(text) < 100 else f"say {step['user']} {text[0]} 1 {len(text)}"


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
        words = '{"method": "org.slipway.Launch.GetStatus"}\\0'
        return (f"say {step['user']} '{words}' {step['many']}; slipway status; "
                f"setpriv --reuid {step['user']} --clear-groups slipway status")


@event(1)
class DeafCommand:
    """A command of which nothing is read: it fills its pipe, and stays as long as its service or the life."""

    WORDS = [["watch", "--follow", "--json"], ["watch", "--follow", "--lines"], ["wait", "--timeout", "1h", "--json"], ["logs"]]

    def __init__(self, process):
        self.process = process

    @staticmethod
    def draw(life):
        return {"words": life.random.choice(DeafCommand.WORDS)}

    @staticmethod
    def carry(life, step):
        environment = {"PATH": os.environ["PATH"], "SLIPWAY_SOCKET": life.place.socket, **life.variable}
        process = subprocess.Popen(
            [f"{life.place.bin}/slipway", *step["words"]], env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )
        life.peers.append(DeafCommand(process))
        if len(life.peers) > 20:
            life.peers.pop(0).close()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    @staticmethod
    def typed(step):
        return f"slipway {' '.join(step['words'])} | sleep 1000 &"

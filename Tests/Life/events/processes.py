"""What happens to processes: the daemon's, those of its programs, and what an operator does with them."""

import os
import signal

from events import event
from record import now


def programs(life):
    """The programs that run, as the daemon says: name and process."""
    reply = life.ask("ListPrograms")
    rows = (reply or {}).get("parameters", {}).get("programs", [])
    return [(row["name"], row.get("pid")) for row in rows]


@event(6)
class OperateProgram:
    @staticmethod
    def draw(life):
        names = [name for name, one in life.plan.operations.items() if one.is_program]
        if not names:
            return None
        return {"program": life.random.choice(names), "verb": life.random.choice(["Stop", "Start", "Restart", "StopAndStart"]),
                "beside": life.random.random() < 0.2}

    @staticmethod
    def carry(life, step):
        verbs = ["Stop", "Start"] if step["verb"] == "StopAndStart" else [step["verb"]]
        for verb in verbs:
            arguments = (f"{verb}Program", {"name": step["program"]})
            if step["beside"]:
                life.beside(life.call, *arguments, program=step["program"])
            else:
                life.call(*arguments, program=step["program"])

    @staticmethod
    def typed(step):
        verbs = ["stop", "start"] if step["verb"] == "StopAndStart" else [step["verb"].lower()]
        return "; ".join(f"slipway {verb} {step['program']}" for verb in verbs) + (" &" if step["beside"] else "")


@event(5)
class EndProgram:
    """A program is killed, or frozen for a while."""

    @staticmethod
    def draw(life):
        return {"which": life.random.random(), "how": life.random.choice(["KILL", "KILL", "TERM", "ABRT", "STOP"]),
                "seconds": life.random.choice([0.05, 0.4, 1.2])}

    @staticmethod
    def carry(life, step):
        running = [(name, pid) for name, pid in programs(life) if pid]
        if not running:
            return
        # The same one when the life is lived again.
        named = [one for one in running if one[0] == step.get("program")]
        name, pid = named[0] if named else running[int(step["which"] * len(running))]
        step["program"] = name
        pid = life.world.outer(pid)
        if pid is None:
            return
        try:
            os.kill(pid, getattr(signal, f"SIG{step['how']}"))
            life.record.add("ended program", program=name, pid=pid, how=step["how"])
            if step["how"] == "STOP":
                life.pause(step["seconds"])
                os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            pass

    @staticmethod
    def typed(step):
        if step["how"] == "STOP":
            return f"p=$(pid {step.get('program', 'PROGRAM')}); kill -STOP $p; sleep {step['seconds']}; kill -CONT $p"
        return f"kill -{step['how']} $(pid {step.get('program', 'PROGRAM')})"


def body_of(pid):
    """The role and name of the body that a process is, or is of."""
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            words = [word for word in file.read().split(b"\0") if word.startswith(b"LIFE_BODY=")]
        return " ".join(words[0][10:].decode().split(":")[:2])
    except (OSError, IndexError):
        return None


@event(2)
class EndHelper:
    """Any process of the life but the daemon is killed: a step, a handler, a check, a leftover."""

    @staticmethod
    def draw(life):
        return {"which": life.random.random()}

    @staticmethod
    def carry(life, step):
        spared = life.world.own()
        found = [pid for pid in life.world.processes() if pid not in spared]
        if found:
            bodies = {pid: body_of(pid) for pid in found}
            named = [pid for pid in found if bodies[pid] == step.get("body")]
            pid = named[0] if named else found[int(step["which"] * len(found))]
            step["body"] = bodies[pid]
            life.record.add("killed helper", pid=pid)
            life.world.kill([pid])

    @staticmethod
    def typed(step):
        return f"kill -KILL $(pgrep -n -f '/tmp/life/witness {step.get('body') or 'ROLE NAME'} ')"


@event(3)
class EndDaemon:
    """The daemon ends, in one of the ways in which daemons do; its manager starts it again."""

    @staticmethod
    def draw(life):
        return {"how": life.random.choice(["stop", "stop", "kill", "kill", "kill all", "reaper", "full", "INT", "twice",
                                           "reload and stop"]),
                "seconds": life.random.choice([0, 0, 0.2, 1.0])}

    @staticmethod
    def carry(life, step):
        with life.manager:
            if life.world.status() is None:
                EndDaemon.end(life, step["how"], step["seconds"])

    @staticmethod
    def end(life, how, seconds):
        world, boot = life.world, life.world.boot
        fact = life.record.add("ending", how=how, boot=boot)
        if how == "kill":
            world.kill([world.main_process()])
        elif how == "kill all":
            world.kill([*world.reapers(), world.main_process()])
        elif how == "reaper":
            world.kill(world.reapers()[-1:] or [world.main_process()])
        elif how == "full":
            if life.ask("Restart", {"full": True}) is None:
                world.signal(signal.SIGTERM)
        elif how == "reload and stop":
            if life.ask("GetStatus") is not None:
                world.signal(signal.SIGHUP)
            life.pause(seconds / 4)
            world.signal(signal.SIGTERM)
        else:
            world.signal(signal.SIGINT if how == "INT" else signal.SIGTERM)
            if how == "twice":
                life.pause(seconds)
                world.signal(signal.SIGTERM)
        # By then it has been asked, whoever passes that on.
        fact.at = now()
        life.await_end(boot)
        life.pause(seconds)
        life.start()

    @staticmethod
    def typed(step):
        return {
            "kill": "end KILL $(main)", "kill all": "end KILL $(chain)", "reaper": "end KILL $(chain | sed -n 2p)",
            "full": "slipway restart --full; wait $daemon", "INT": "end INT",
            "twice": f"kill -TERM $daemon; sleep {step['seconds']}; end TERM",
            "reload and stop": f"slipway reload & sleep {step['seconds'] / 4}; end TERM",
        }.get(step["how"], "end TERM") + f"; sleep {step['seconds']}; start"


@event(0.7)
class Crashes:
    """The daemon is killed again and again, as soon as it answers, or a moment later."""

    @staticmethod
    def draw(life):
        return {"times": life.random.choice([2, 3, 3]), "seconds": life.random.choice([0, 0.5, 0.5])}

    @staticmethod
    def carry(life, step):
        with life.manager:
            for _ in range(step["times"]):
                if life.world.status() is None:
                    EndDaemon.end(life, "kill", 0)
                    life.pause(step["seconds"])

    @staticmethod
    def typed(step):
        return f"for i in $(seq {step['times']}); do end KILL $(main); start; sleep {step['seconds']}; done"


@event(2)
class ReloadInTheStart:
    """The service is restarted, and a reload asked for at once."""

    @staticmethod
    def draw(life):
        return {"how": life.random.choice(["stop", "kill"])}

    @staticmethod
    def carry(life, step):
        from events.configuration import reload

        with life.manager:
            if life.world.status() is None:
                EndDaemon.end(life, step["how"], 0)
        reload(life, "call")

    @staticmethod
    def typed(step):
        return f"{'end KILL $(main)' if step['how'] == 'kill' else 'end TERM'}; start; slipway reload"


@event(2)
class FreezeDaemon:
    @staticmethod
    def draw(life):
        return {"seconds": life.random.choice([0.05, 0.3, 1.0])}

    @staticmethod
    def carry(life, step):
        pid = life.world.main_process()
        if pid:
            life.freeze(pid, step["seconds"])

    @staticmethod
    def typed(step):
        return f"p=$(main); kill -STOP $p; sleep {step['seconds']}; kill -CONT $p"


@event(2)
class CancelOperation:
    @staticmethod
    def draw(life):
        names = [name for name, one in life.plan.operations.items() if one.is_optional or one.stage == "background"]
        return {"name": life.random.choice(names)} if names else None

    @staticmethod
    def carry(life, step):
        life.call("CancelOperation", {"name": step["name"]}, operation=step["name"])

    @staticmethod
    def typed(step):
        return f"slipway cancel {step['name']}"

"""What an operator does to the service by its manager."""

import dropins
import manager
from events import event
from events.configuration import reload
from events.processes import EndDaemon
from record import now

# Without a manager.
LACKS = dict.fromkeys(("foreground", "user", "container"), "there is no systemd")


@event(4, LACKS)
class Systemctl:
    """A command of systemctl that is waited for."""

    VERBS = ["restart", "restart", "start", "try-restart", "reload-or-restart", "kill", "stop", "stop sockets", "reset-failed",
             "reload", "reload"]

    @staticmethod
    def draw(life):
        return {"verb": life.random.choice(Systemctl.VERBS), "seconds": life.random.choice([0, 0.2, 1.0])}

    @staticmethod
    def carry(life, step):
        if step["verb"] == "reload":
            # As any other, which may overlap what its manager does.
            reload(life, "systemctl")
            return
        with life.manager:
            if life.world.status() is None:
                Systemctl.ask(life, step["verb"], step["seconds"])

    @staticmethod
    def ask(life, verb, seconds):
        boot, is_ending = life.world.boot, verb in ("restart", "try-restart", "stop", "stop sockets", "kill")
        if is_ending:
            fact = life.record.add("ending", how="kill" if verb == "kill" else "stop", boot=boot)
        if verb == "stop sockets":
            life.world.halt()
        else:
            words = ["kill", "--signal=KILL"] if verb == "kill" else [verb]
            began = life.record.add("asked systemctl", verb=verb).at
            status, output = manager.systemctl(*words, manager.SERVICE)
            found = life.look()
            life.record.add("systemctl", began, verb=verb, status=status, words=output, boot=boot, after=found)
        if is_ending:
            fact.at = now()
            life.await_end(boot)
            life.pause(seconds)
            life.start()

    @staticmethod
    def typed(step):
        if step["verb"] == "stop sockets":
            return f"systemctl stop slipway@life.socket slipway@life; sleep {step['seconds']}; systemctl start slipway@life"
        verb = "kill --signal=KILL" if step["verb"] == "kill" else step["verb"]
        then = f"; sleep {step['seconds']}; systemctl start slipway@life" if step["verb"] in ("stop", "kill") else ""
        return f"systemctl {verb} slipway@life{then}"


@event(2, LACKS)
class ManagerReload:
    """The manager reads all units again, or executes itself anew."""

    @staticmethod
    def draw(life):
        return {"verb": life.random.choice(["daemon-reload", "daemon-reload", "daemon-reexec"]),
                "beside": life.random.random() < 0.4}

    @staticmethod
    def carry(life, step):
        if step["beside"]:
            life.beside(manager.systemctl, step["verb"])
        else:
            manager.systemctl(step["verb"])

    @staticmethod
    def typed(step):
        return f"systemctl {step['verb']}" + (" &" if step["beside"] else "")


@event(1.5, LACKS)
class UnitDropIn:
    """The drop-in of the unit is another one, and the service is restarted, or not."""

    @staticmethod
    def draw(life):
        return {"lines": dropins.draw(life.random)[0], "restart": life.random.random() < 0.7}

    @staticmethod
    def carry(life, step):
        with life.manager:
            before = life.record.of("unit")[-1].lines
            lines = step["lines"]
            dropins.write_drawn(lines)
            manager.systemctl("daemon-reload")
            if life.check_with("none", None):
                # The configuration asks for more than it gives: its author takes it back.
                lines = before
                dropins.write_drawn(lines)
                manager.systemctl("daemon-reload")
            life.record.add("unit", lines=lines, root=life.place.isRoot)
            if step["restart"] and life.world.status() is None:
                EndDaemon.end(life, "stop", 0)

    @staticmethod
    def typed(step):
        lines = "\\n".join(step["lines"])
        restart = "; systemctl restart slipway@life" if step["restart"] else ""
        return (f"printf '[Service]\\n{lines}\\n' > /etc/systemd/system/slipway@life.service.d/60-operator.conf; "
                f"systemctl daemon-reload{restart}")


@event(25, {**LACKS, "unit": "only an emulated machine has power of its own"})
class PowerCut:
    """The power is cut soon, in whatever happens then. The machine boots again, and the service starts."""

    # Each takes a boot of an emulated machine.
    MOST = 3

    @staticmethod
    def draw(life):
        if len(life.record.of("power")) >= PowerCut.MOST:
            return None
        return {"seconds": life.random.choice([0, 0.05, 0.3, 1, 3])}

    @staticmethod
    def carry(life, step):
        import machine

        # A recorded life may be lived again elsewhere, where the power is everybody's.
        if life.world.name != "machine":
            return
        machine.cut_after(life.record, life.world.boot, step["seconds"])

    @staticmethod
    def typed(step):
        return f"(sleep {step['seconds']}; echo b > /proc/sysrq-trigger) &   # then boot it again"

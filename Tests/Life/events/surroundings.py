"""What the service stands in: its backend, its disk, its clock, its files."""

import os
import shutil
import sqlite3
import subprocess

from events import event
from record import now


@event(6)
class Backend:
    """The server that the configuration's URLs lead to changes its manners."""

    MODES = ["well", "well", "away", "slow", "4xx", "5xx", "redirect", "cut", "liar"]

    @staticmethod
    def draw(life):
        # Mostly for a moment.
        return {"mode": life.random.choice(Backend.MODES), "seconds": life.random.choice([0.05, 0.3, 1, None])}

    @staticmethod
    def carry(life, step):
        life.record.add("backend", mode=step["mode"])
        life.backend.mode = step["mode"]
        if step["seconds"] is not None:
            life.pause(step["seconds"])
            life.backend.mode = "well"

    @staticmethod
    def typed(step):
        lasts = "" if step["seconds"] is None else f"; sleep {step['seconds']}; echo well >backend"
        return f"echo {step['mode']} >backend{lasts}"


@event(2)
class Flags:
    @staticmethod
    def draw(life):
        return {"number": life.random.randrange(100)}

    @staticmethod
    def carry(life, step):
        flags = life.backend.flags
        for name in list(flags):
            if isinstance(flags[name], bool):
                flags[name] = step["number"] % 2 == 0
            elif isinstance(flags[name], int):
                flags[name] = step["number"]

    @staticmethod
    def typed(step):
        return f"# the flags of the backend change ({step['number']})"


def behave(life, name, manner):
    """From now on the body of a name has a manner; with None its own."""
    life.record.add("manner", name=name, manner=manner)
    life.place.write_whole(f"{life.place.life}/manners/{name}", manner and manner + "\n")


@event(4)
class Manner:
    """From now on an operation's body fails, hangs, dies, is slow, or does well again."""

    @staticmethod
    def draw(life):
        names = list(life.plan.operations) + list(life.plan.kinds)
        return {"name": life.random.choice(names),
                "manner": life.random.choice(["well", "well", "fail", "slow:0.3", "die", "hang", "chatty", "leave", "drop", None, None, None])}

    @staticmethod
    def carry(life, step):
        behave(life, step["name"], step["manner"])

    @staticmethod
    def typed(step):
        path = f"life/manners/{step['name']}"
        return f"rm -f {path}" if step["manner"] is None else f"echo {step['manner']} > {path}"


@event(2)
class FullDisk:
    """The disk of the state directory is full for a while."""

    @staticmethod
    def draw(life):
        return {"seconds": life.random.choice([0.1, 0.5]), "sends": life.random.choice([0, 3])}

    @staticmethod
    def carry(life, step):
        if not life.has_own_disk:
            return
        filler = f"{life.place.state}/filler"
        life.record.add("disk", full=True)
        try:
            with open(filler, "wb", buffering=0) as file:
                while True:
                    file.write(b"\0" * 65536)
        except OSError:
            pass
        life.pause(step["seconds"])
        from events.actions import submit
        kinds = sorted(life.plan.kinds)
        for _ in range(step["sends"] if kinds else 0):
            life.sends += 1
            submit(life, {"kind": kinds[0], "payload": {}, "user": 0}, life.sends)
        try:
            os.unlink(filler)
        except FileNotFoundError:
            pass
        life.record.add("disk", full=False)

    @staticmethod
    def typed(step):
        return f"cat /dev/zero > state/filler; sleep {step['seconds']}; rm state/filler"


@event(1.5)
class LockStore:
    """Another process reads the store, or has it locked."""

    @staticmethod
    def draw(life):
        return {"how": life.random.choice(["read", "write"]), "seconds": life.random.choice([0.1, 0.6])}

    @staticmethod
    def carry(life, step):
        path = f"{life.place.state}/slipway-actions.db"
        if not os.path.exists(path):
            return
        try:
            connection = sqlite3.connect(path, timeout=0.2, isolation_level=None)
            connection.execute("BEGIN IMMEDIATE" if step["how"] == "write" else "BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_master").fetchall()
            life.record.add("locked", how=step["how"])
            life.pause(step["seconds"])
            connection.execute("ROLLBACK")
            connection.close()
        except sqlite3.Error:
            pass

    @staticmethod
    def typed(step):
        begin = "BEGIN IMMEDIATE" if step["how"] == "write" else "BEGIN"
        return f"hold '{begin}' {step['seconds']}"


@event(1)
class Backup:
    @staticmethod
    def draw(life):
        return {}

    @staticmethod
    def carry(life, step):
        copy = f"{life.place.folder}/copy.db"
        result = life.slipway("backup", copy, "--force")
        if result == 0:
            connection = sqlite3.connect(copy)
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.close()
            life.record.add("copied", verdict=verdict)

    @staticmethod
    def typed(step):
        return ("slipway backup copy.db --force; "
                "python3 -c 'import sqlite3; print(*sqlite3.connect(\"copy.db\").execute(\"PRAGMA integrity_check\").fetchone())'")


OF_THE_MANAGER = "the socket is its manager's, who makes it anew at its own restart alone"


@event(0.5, lacks={"unit": OF_THE_MANAGER, "machine": OF_THE_MANAGER})
class LoseSocket:
    """The socket's name is deleted: by a cleaner of temporary files, say. The daemon is restarted by its operator then."""

    @staticmethod
    def draw(life):
        return {}

    @staticmethod
    def carry(life, step):
        if life.world.sockets:
            return
        life.record.add("lost socket")
        try:
            os.unlink(life.place.socket)
        except FileNotFoundError:
            return
        life.pause(0.3)
        if not os.path.exists(life.place.socket):
            with life.manager:
                life.record.add("ending", how="stop", boot=life.world.boot)
                life.world.signal(15)
                life.await_end()
                life.start()

    @staticmethod
    def typed(step):
        return "rm socket; sleep 0.3; end TERM; start"


@event(2, lacks={"container": "the library that steps the clock is loaded into no process 1"})
class StepClock:
    """The wall clock jumps, for the daemon and what it starts."""

    @staticmethod
    def draw(life):
        seconds = life.random.choice([3, -3, 3600, -3600, 365 * 86400, -50 * 365 * 86400, 0])
        return {"seconds": seconds} if life.clock else None

    @staticmethod
    def carry(life, step):
        if life.clock:
            life.record.add("clock", seconds=step["seconds"])
            life.clock.step(step["seconds"])

    @staticmethod
    def typed(step):
        return f"python3 -c 'import os, struct; os.write(1, struct.pack(\"q\", {step['seconds']}))' 1<>clock"


@event(0.3)
class PutBack:
    """The state directory is copied while the service is stopped, and later put in place of what came after."""

    @staticmethod
    def draw(life):
        return {"seconds": life.random.choice([0.2, 1])}

    @staticmethod
    def carry(life, step):
        copy = f"{life.place.folder}/state.copy"
        with life.manager:
            PutBack.stop(life)
            shutil.rmtree(copy, ignore_errors=True)
            subprocess.run(["cp", "-a", life.place.state, copy], check=True)
            began = now()
            life.start()
            life.pause(step["seconds"])
            PutBack.stop(life)
            for name in os.listdir(life.place.state):
                path = f"{life.place.state}/{name}"
                shutil.rmtree(path) if os.path.isdir(path) else os.unlink(path)
            subprocess.run(["cp", "-a", f"{copy}/.", life.place.state], check=True)
            life.record.add("put back", began)
            life.start()

    @staticmethod
    def stop(life):
        boot = life.world.boot
        fact = life.record.add("ending", how="stop", boot=boot)
        life.world.halt()
        fact.at = now()
        life.await_end(boot)

    @staticmethod
    def typed(step):
        return (f"end TERM; rm -rf copy; cp -a state copy; start; sleep {step['seconds']}; "
                f"end TERM; rm -r state/*; cp -a copy/. state; start")

"""Places that are not what they seem: a backup onto the store itself, links of another user, a port in use."""

import contextlib
import os
import re
import shutil
import socket
import threading
import time

from bodies import walk
from events import event
from record import now

STRANGER = 1002


@event(0.7)
class BackupOntoTheStore:
    """A backup is to be written to a file of the state folder, by its name or by a link that leads there."""

    @staticmethod
    def draw(life):
        return {"file": life.random.choice(["slipway-actions.db", "slipway-actions.db", "slipway-actions.db-wal", "new.db"]),
                "by": life.random.choice(["name", "name", "link", "hard link"])}

    @staticmethod
    def carry(life, step):
        path = f"{life.place.state}/{step['file']}"
        named, began = path, now()
        if step["by"] != "name":
            # A hard link does not leave its file system.
            named = f"{life.place.state if step['by'] == 'hard link' else life.place.folder}/backup.link"
            try:
                os.symlink(path, named) if step["by"] == "link" else os.link(path, named)
            except OSError:
                return
        before = _identity(path)
        status = life.slipway("backup", named, "--force")
        after = _identity(path)
        if named != path and os.path.lexists(named):
            os.unlink(named)
        life.record.add("backup onto the store", began, file=step["file"], by=step["by"], status=status, before=before,
                        after=after, boot=life.world.boot)
        if before is None and after is not None:
            os.unlink(path)

    @staticmethod
    def typed(step):
        path = f"state/{step['file']}"
        if step["by"] == "name":
            return f"slipway backup {path} --force"
        link = f"ln -s $PWD/{path} backup.link" if step["by"] == "link" else f"ln {path} state/backup.link"
        named = "backup.link" if step["by"] == "link" else "state/backup.link"
        return f"{link}; slipway backup {named} --force; rm -f {named}"


def _identity(path):
    """Which file it is, or None."""
    try:
        return os.stat(path).st_ino
    except OSError:
        return None


@event(0.7, lacks={"user": "the daemon is not root"})
class StrangersLink:
    """A link of another user stands for a while in a path that root writes to: a file of `write`, or a folder of
    `directories`. Somewhere else is where it leads."""

    @staticmethod
    def draw(life):
        # Under a unit it may be.
        if not life.place.isRoot:
            return None
        found = sorted(set(paths_of(life.configuration, life.place)))
        if not found:
            return None
        return {"path": life.random.choice(found), "how": life.random.choice(["restart", "restart", "pause"])}

    @staticmethod
    def carry(life, step):
        from events.processes import EndDaemon

        path, target = f"{life.place.folder}/{step['path']}", f"{life.place.folder}/elsewhere"
        away = path + ".away"
        if os.path.lexists(away) or not os.path.isdir(os.path.dirname(path)):
            return
        began = now()
        is_folder = os.path.isdir(path) or step["path"].startswith("life/")
        os.makedirs(target, exist_ok=True)
        os.chmod(target, 0o777)
        if os.path.lexists(path):
            os.rename(path, away)
        os.symlink(target if is_folder else f"{target}/file", path)
        os.lchown(path, STRANGER, STRANGER)
        try:
            if step["how"] == "restart":
                with life.manager:
                    if life.world.status() is None:
                        EndDaemon.end(life, "stop", 0)
            life.pause(0.3)
        finally:
            found = sorted(os.listdir(target))
            shutil.rmtree(target)
            # What is there in its place may have come meanwhile.
            if os.path.islink(path):
                os.unlink(path)
            if os.path.lexists(away) and not os.path.lexists(path):
                os.rename(away, path)
        life.record.add("stranger's link", began, path=step["path"], how=step["how"], found=found)

    @staticmethod
    def typed(step):
        then = "end TERM; start" if step["how"] == "restart" else "sleep 0.3"
        target = "elsewhere" if step["path"].startswith("life/") else "elsewhere/file"
        return (f"mkdir -m 777 -p elsewhere; mv {step['path']} {step['path']}.away; ln -s $PWD/{target} {step['path']}; "
                f"chown -h {STRANGER} {step['path']}; {then}; ls elsewhere; rm {step['path']}; mv {step['path']}.away {step['path']}")


def paths_of(configuration, place):
    """What its operations write, and the folder in which directories of programs are made, below the life's folder."""
    for _, definition, _ in walk(configuration.get("operations")):
        body = definition.get("write")
        path = str(body.get("path", "")) if isinstance(body, dict) else ""
        path = path.replace("${env.LIFE_FILES}", place.files)
        if path.startswith(place.folder + "/") and "${" not in path:
            yield os.path.relpath(path, place.folder)
    if f"{place.folder}/life/made/" in str(configuration):
        yield "life/made"


@event(1.5)
class StrangersListener:
    """Something else listens at the address of a program as the service starts."""

    @staticmethod
    def draw(life):
        found = [(name, int(port)) for name, one in sorted(life.plan.operations.items()) if one.is_program
                 and "sockets" not in one.definition for port in re.findall(r"ready=(?:tcp|http):(\d+)", str((one.exec or {}).get("command")))]
        if not found:
            return None
        program, port = life.random.choice(found)
        return {"program": program, "port": port}

    @staticmethod
    def carry(life, step):
        from events.processes import EndDaemon

        began, place, since = now(), ("127.0.0.1", step["port"]), []
        with life.manager, contextlib.ExitStack() as held:
            if life.world.status() is not None:
                return
            # From the end of the program on, which comes before the start of the next one.
            listens = threading.Thread(target=_listen, args=(place, held, since))
            listens.start()
            EndDaemon.end(life, "stop", 0)
            life.pause(1)
            look = (life.world.status() is None and life.look()) or {}
            listens.join()
        if not since or since[0] > life.record.of("started")[-1].at:
            return
        row = look.get("programs", {}).get(step["program"]) or {}
        life.record.add("stranger listens", began, program=step["program"], port=step["port"], state=row.get("state"))

    @staticmethod
    def typed(step):
        listens = f"import socket, time; one = socket.create_server((\"127.0.0.1\", {step['port']})); time.sleep(3)"
        return f"end TERM; python3 -c '{listens}' & sleep 1; start; sleep 1; slipway programs"


def _listen(place, held, since):
    """Listens as soon as nothing else does, and notes when."""
    limit = now() + 10
    while now() < limit:
        try:
            held.enter_context(socket.create_server(place))
            return since.append(now())
        except OSError:
            time.sleep(0.001)

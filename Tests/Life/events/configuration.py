"""New configurations and files, and reloads of all manners."""

import json
import os

from events import event
from harness import wire
from record import now


def user_of(number):
    return "ann" if number % 2 else "bob"


def calm(life):
    """Until the service is ready, and what happened before is over: so what follows tells what comes of it alone."""
    life.finish_beside()
    life.slipway("wait", "--timeout", "3s")
    life.pause(0.7)


def reload(life, how, seconds=25):
    """Asks for a reload, and records what came of it; the configuration is the one that lies there now."""
    life.reloading += 1
    try:
        _reload(life, how, seconds)
    finally:
        life.reloading -= 1


def _reload(life, how, seconds):
    before = life.look()
    # It may have been written again while no daemon answered.
    written = life.record.of("wrote")[-1].number
    began = now()
    facts = dict(how=how, written=written, before=before)
    if how == "signal":
        if before is None:
            # A signal to what is not the daemon yet ends it.
            return
        life.world.signal(1)
        life.record.add("reload", began, outcome="asked", **facts)
        return
    if how == "command":
        result = life.slipway("reload", "--timeout", f"{seconds}s")
        outcome = {0: "done", 1: "failed", 78: "wrong", 3: "late", 75: "stopped", 2: "unreachable"}.get(result, "other")
        life.record.add("reload", began, outcome=outcome, after=life.look(), words=str(result), **facts)
        return
    if how == "systemctl":
        status, words = life.world.reload()
        life.record.add("reload", began, outcome="failed" if status else "done", after=life.look(), words=words, **facts)
        return
    try:
        reply = wire.call(life.place.socket, "Reload", {}, timeout=seconds + 10)
    except wire.NoAnswer as error:
        life.record.add("reload", began, outcome="unknown" if error.was_sent else "unreachable", words=str(error), **facts)
        return
    if "error" in reply:
        parameters = reply.get("parameters") or {}
        outcome = "wrong" if parameters.get("faults") else "failed"
        life.record.add("reload", began, outcome=outcome, words=json.dumps(reply)[:2000], after=life.look(), **facts)
        return
    steps = {step["name"]: step.get("fate") for step in reply["parameters"]["operations"]}
    life.record.add("reload", began, outcome="done", words="", after=life.look(), fates=steps, **facts)


@event(9)
class Edit:
    """The configuration is edited, and the service reloaded, or not."""

    @staticmethod
    def draw(life):
        edited, manner = life.configurations.edited(life.configuration)
        return {
            "manner": manner, "configuration": edited,
            "how": life.random.choice(["call", "call", "call", "command", "signal", "two", "beside", "none"]),
        }

    @staticmethod
    def carry(life, step):
        before = life.configuration
        life.write(step["configuration"], step["manner"])
        if step["how"] == "two":
            life.beside(reload, life, "call")
            reload(life, "call")
        elif step["how"] == "beside":
            life.beside(reload, life, "call")
        elif step["how"] == "none":
            life.snapshot()
        else:
            reload(life, step["how"])
        if step["manner"] in ("wrong", "failing"):
            # An operator mends it, mostly at once.
            life.finish_beside()
            life.write(before, "back")
            if step["how"] in ("signal", "beside"):
                reload(life, "call")

    @staticmethod
    def typed(step):
        # What is written is shown before it.
        return {"signal": "kill -HUP $daemon", "two": "slipway reload & slipway reload", "none": "slipway status",
                "beside": "slipway reload &"}.get(step["how"], "slipway reload")


@event(2)
class EditWatching:
    """A program is watched, ended or undone in another way, and nothing else changes, nor happens meanwhile."""

    @staticmethod
    def draw(life):
        edited = life.configurations.watched(life.configuration)
        return {"manner": "valid", "configuration": edited} if edited else None

    @staticmethod
    def carry(life, step):
        calm(life)
        # What was changed before is in.
        reload(life, "call")
        life.pause(0.7)
        life.write(step["configuration"], step["manner"])
        reload(life, "call")
        life.pause(0.3)

    @staticmethod
    def typed(step):
        return "slipway wait --timeout 3s; slipway reload"


@event(3)
class ReloadAgain:
    @staticmethod
    def draw(life):
        return {"how": life.random.choice(["call", "command", "signal"]), "dry": life.random.random() < 0.3}

    @staticmethod
    def carry(life, step):
        if step["dry"]:
            began = now()
            before = life.look()
            life.slipway("reload", "--dry-run")
            life.record.add("dry run", began, before=before, after=life.look())
        else:
            reload(life, step["how"])

    @staticmethod
    def typed(step):
        if step["how"] == "signal" and not step["dry"]:
            return "kill -HUP $daemon"
        return "slipway reload --dry-run" if step["dry"] else "slipway reload"


@event(4)
class EditFile:
    """A file that the configuration reads has new content: environment, reload.files, credentials."""

    @staticmethod
    def draw(life):
        found = []
        for folder in (life.place.files, f"{life.place.files}/conf.d", life.place.credentials, life.place.credentials):
            found += [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        # What is hidden is half written.
        found = [path for path in found if os.path.isfile(path) and not os.path.basename(path).startswith(".")]
        if not found:
            return None
        # Half of the time one that a program reads again at a signal, and nothing beside that.
        named = [str(path).replace("${env.LIFE_FILES}", life.place.files) for one in life.plan.operations.values()
                 for path in (one.definition.get("reload") or {}).get("files") or []]
        read = [path for path in found if any(path == one or path.startswith(one + "/") for one in named)]
        is_calm = bool(read) and life.random.random() < 0.5
        path = life.random.choice(read if is_calm else found)
        return {"path": os.path.relpath(path, life.place.folder), "number": life.random.randrange(1000),
                "how": "call" if is_calm else life.random.choice(["call", "signal", "none"]), "calm": is_calm}

    @staticmethod
    def carry(life, step):
        path = os.path.join(life.place.folder, step["path"])
        if step.get("calm"):
            calm(life)
        try:
            with open(path) as file:
                lines = file.read().split("\n")
        except (OSError, UnicodeDecodeError):
            return
        # The same shape: KEY=VALUE stays so, and so does a credential.
        if step["path"].startswith("credentials/"):
            # The last word is the user whom the backend answers.
            lines = [f"secret-token-{step['number']:04} {user_of(step['number'])}"]
        elif step["path"].endswith(".env"):
            lines = [f"{line.split('=')[0]}={step['number']}" if "=" in line else line for line in lines]
        else:
            lines = [f"version {step['number']}"]
        with open(path + ".new", "w") as file:
            file.write("\n".join(lines))
        os.chmod(path + ".new", os.stat(path).st_mode & 0o777)
        os.rename(path + ".new", path)
        life.record.add("edited", path=step["path"], number=step["number"])
        if step["how"] == "none":
            life.snapshot()
        else:
            reload(life, step["how"])
        # Nor does anything come right after it.
        life.pause(0.7 if step.get("calm") else 0)

    @staticmethod
    def typed(step):
        first = "slipway wait --timeout 3s; sleep 0.7; " if step.get("calm") else ""
        then = {"none": "; slipway status", "signal": "; kill -HUP $daemon"}.get(step["how"], "; slipway reload")
        if step["path"].endswith(".env"):
            return f"{first}sed -i 's/=.*/={step['number']}/' {step['path']}{then}"
        is_secret = step["path"].startswith("credentials/")
        text = f"secret-token-{step['number']:04} {user_of(step['number'])}" if is_secret else f"version {step['number']}"
        return f"{first}printf %s '{text}' >{step['path']}{then}"


@event(4)
class SpoilFile:
    """An environment file cannot be read for a while, and meanwhile something would start that has it."""

    @staticmethod
    def draw(life):
        found = sorted(name for name in os.listdir(life.place.files) if name.endswith(".env"))
        programs = {name: one for name, one in life.plan.operations.items() if one.is_program}
        if not found or not programs:
            return None
        # Most often of a program that cannot start without it.
        pairs = [(file, name) for name, one in programs.items() for path in (one.exec or {}).get("environmentFiles") or []
                 for file in found if str(path).endswith(f"/{file}") and not str(path).startswith("-")]
        if not pairs or life.random.random() < 0.2:
            pairs = [(file, name) for file in found for name in programs]
        file, program = life.random.choice(pairs)
        # One that ends by itself tells something where it is to come back.
        comes_back = programs[program].definition.get("ended") == "restart"
        how = life.random.choice(["reload", "restart", "kill", *(["kill"] * 2 if comes_back else [])])
        return {"name": file, "program": program, "how": how, "gone": life.random.random() < 0.5}

    @staticmethod
    def carry(life, step):
        path = f"{life.place.files}/{step['name']}"
        began = now()
        before = life.look()
        os.rename(path, path + ".away")
        try:
            if not step["gone"]:
                with open(path, "w") as file:
                    file.write("this is no variable\n")
            row = (before or {}).get("programs", {}).get(step["program"]) or {}
            outcome = after = None
            if step["how"] == "reload":
                reload(life, "call")
                outcome = life.record.of("reload")[-1].outcome
            elif step["how"] == "restart":
                reply = life.call("RestartProgram", {"name": step["program"]}, program=step["program"])
                outcome = "none" if reply is None else "refused" if "error" in reply else "done"
            elif row.get("state") == "running" and life.world.outer(row["pid"]):
                life.world.kill([life.world.outer(row["pid"])])
                life.record.add("ended program", program=step["program"], pid=row["pid"], how="KILL")
                after = SpoilFile.await_start(life, step["program"], row["pid"])
            after = after or life.look()
        finally:
            os.replace(path + ".away", path)
        life.record.add("spoiled", began, name=step["name"], program=step["program"], how=step["how"], outcome=outcome,
                        before=before, after=after)

    @staticmethod
    def await_start(life, program, pid):
        """A look at a program that was killed, once it runs again or could not be started: its first pause may be a second."""
        limit, last = now() + 3, None
        while now() < limit:
            look = life.look()
            row = (look or {}).get("programs", {}).get(program)
            if row is None:
                # The service has ended for it.
                return last
            last = look
            if row["state"] == "ended" or row.get("pid") not in (None, pid) or ".env" in str(row.get("reason")):
                return last
            life.pause(0.05)
        return last

    @staticmethod
    def typed(step):
        spoil = "" if step["gone"] else f"; echo this is no variable > files/{step['name']}"
        then = {"reload": "slipway reload", "restart": f"slipway restart {step['program']}"}.get(
            step["how"], f"kill -KILL $(pid {step['program']}); sleep 3; slipway programs")
        return f"mv files/{step['name']} away{spoil}; {then}; mv away files/{step['name']}"


@event(2)
class AskAsAnother:
    """Another user asks from now on, and the service is started anew while its server is away."""

    @staticmethod
    def draw(life):
        asking = [one for one in life.plan.operations.values() if one.body == "http" and "cached" in (one.definition.get("fallback") or {})]
        return {"number": life.random.randrange(1000)} if "${credential." in str([one.definition["http"] for one in asking]) else None

    @staticmethod
    def carry(life, step):
        from events.processes import EndDaemon

        # What is kept then is the one's who asked before.
        life.slipway("wait", "--timeout", "3s")
        with open(f"{life.place.credentials}/token") as file:
            if file.read().split()[-1] == user_of(step["number"]):
                step["number"] = step["number"] ^ 1
        EditFile.carry(life, {"path": "credentials/token", "number": step["number"], "how": "none"})
        life.record.add("backend", mode="away")
        life.backend.mode = "away"
        with life.manager:
            if life.world.status() is None:
                EndDaemon.end(life, "stop", 0)
        life.pause(1)
        life.backend.mode = "well"

    @staticmethod
    def typed(step):
        first = EditFile.typed({"path": "credentials/token", "number": step["number"], "how": "none"})
        return f"slipway wait --timeout 3s; {first}; echo away >backend; end TERM; start; sleep 1; echo well >backend"


@event(1.5)
class DropIn:
    """A further file beside the configuration comes, or goes."""

    @staticmethod
    def draw(life):
        return {"name": f"d{life.random.randrange(2)}", "text": life.random.choice([
            'drain: 1s\n', 'operations: { dropped: { sleep: 10ms } }\n', 'drain: 0s\n', 'operators: [group:users]\n',
            'operations: { dropped: { sleep: 10ms, optional: true } }\n', None, None])}

    @staticmethod
    def carry(life, step):
        name = f"{step['name']}.yaml"
        # What does not fit beside the others stays away, as its author has it.
        if life.check_with(name, step["text"]):
            return
        began = now()
        life.place.write_whole(f"{life.place.dropins}/{name}", step["text"])
        life.wrote("drop-in", began)
        reload(life, "call")

    @staticmethod
    def typed(step):
        if step["text"] is None:
            return f"rm -f life.d/{step['name']}.yaml; slipway reload"
        return f"echo '{step['text'].strip()}' > life.d/{step['name']}.yaml; slipway reload"

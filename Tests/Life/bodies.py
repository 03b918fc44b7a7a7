"""Commands: each is the witness, with its role, and what it needs to know of the keys around it."""

import copy
import hashlib
import json

from drawing import NOTHING
from scene import exec_of

# Where a command stands, and what it is then.
ROLES = {"stop": "stop", "beforeGivingUp": "beforeGivingUp", "health": "health", "ready": "ready", "exec": "step"}
# What follows from the keys around a command, and is written anew whenever they change.
DERIVED = ("id=", "attempt=", "p.", "output=", "ready=", "stop=", "reload=", "makes=")
# The words of a command before its arguments: /bin/sh WITNESS ROLE NAME VERSION MANNER.
ROLE, NAME, VERSION, MANNER, ARGUMENTS = 2, 3, 4, 5, 6


class Bodies:
    def __init__(self, scene, texts):
        self.scene = scene
        self.texts = texts

    def known(self):
        return {
            "command": self.command, "execBody": self.body, "completeExecBody": self.body, "exec.ready": self.ready,
            "ready.line": lambda drawing, schema: f"{self.scene.current} is ready",
            "exec.stopSignal": self.signal, "reload.signal": self.signal,
            "deliver.to": self.deliver_to, "deliver.socket": self.deliver_socket,
        }

    def role(self, drawing):
        """What the command is that is drawn: step, program, action, stop, health, ready or beforeGivingUp."""
        for mapping, key in reversed(drawing.path):
            if mapping in ("health", "ready"):
                return mapping
            if mapping == "action":
                return "action"
            if mapping == "operation":
                return "program" if key == "exec" and self.scene.is_program else ROLES[key]
        return "step"

    def body(self, drawing, schema):
        is_program = self.role(drawing) == "program"
        if not is_program and drawing.chance(0.4):
            return drawing.named("command")
        is_step = self.role(drawing) == "step"
        also = ("ready",) if is_program else ("output",) if drawing.chance(0.5) and is_step else ()
        but = () if is_step or is_program else ("ready",)
        return drawing.mapping(drawing.schema.defs["exec"], "exec", also, but)

    def ready(self, drawing, schema):
        if not self.scene.is_program:
            return "exit"
        shares = {"notify": 4, "started": 1, "socket": 2, "mapping": 3}
        kind = drawing.random.choices(list(shares), list(shares.values()))[0]
        if kind == "socket":
            return f"socket:{self.socket()}"
        return drawing.mapping(drawing.schema.defs["ready"], "ready") if kind == "mapping" else kind

    def signal(self, drawing, schema):
        """One that the witness can tell from another: a program is not asked to end as it is asked to read again."""
        around = [mapping.get("reload", {}).get("signal") for mapping in drawing.around]
        return drawing.choice([signal for signal in schema["enum"] if signal not in around])

    def socket(self):
        return f"{self.scene.place.folder}/life/{self.scene.current}.sock"

    def command(self, drawing, schema):
        role = self.role(drawing)
        shell = "/bin/sh" if drawing.chance(0.85) else "sh"
        words = [shell, self.scene.place.witness, role, self.scene.current, "-", self.manner(drawing, role)]
        if role == "program" and drawing.chance(0.4):
            words.append(f"deliver={self.socket()}")
        for number in range(drawing.random.choice([0, 0, 1, 1, 2])):
            words.append(f"x{number}={self.texts.text(drawing, schema)}")
        kept = drawing.chance(0.7) and self.texts.kept(drawing)
        words += [f"kept={kept}"] if kept else []
        return words

    def manner(self, drawing, role):
        """How it behaves: mostly well. What the launch depends on fails seldom, so that most launches succeed."""
        around = [mapping for (name, _), mapping in zip(drawing.path, drawing.around) if name == "operation"]
        own = around[-1] if around else {}
        is_free = role == "action" or own.get("optional") or own.get("stage") == "background"
        health = [mapping for (name, _), mapping in zip(drawing.path, drawing.around) if name == "health"]
        if health and health[-1].get("misses", 3) > 1 and drawing.chance(0.6):
            # It fails now and then, and never in a row.
            return f"turns:{health[-1].get('successes', 1) + drawing.choice([1, 2])}"
        draw = drawing.random.random()
        if draw < (0.7 if is_free else 0.8):
            return "well"
        manners = [f"slow:{drawing.random.choice(['0.05', '0.1', '0.3'])}", "chatty", "leave"]
        if role == "program":
            manners += ["deaf"]
            if own.get("ended") in ("restart", "degrade"):
                manners += [f"crash:{drawing.random.choice([1, 3])}", f"exit:{drawing.random.choice([1, 3])}"]
        if role in ("health", "ready", "stop", "beforeGivingUp"):
            return drawing.choice([manners[0], "flaky:1", *(["fail"] if role in ("stop", "beforeGivingUp") else [])])
        if is_free:
            manners += ["fail", "fail:3", "flaky:1", "flaky:2", "die", *([] if role == "program" else ["deaf"])]
            # Without a time of its own it would hang, with its queue, for as long as the launch may take.
            manners += ["hang"] if role == "action" or "timeout" in own else []
        elif "retry" in own:
            manners += ["flaky:1"]
        elif drawing.chance(0.05):
            manners += ["fail"]
        return drawing.choice(manners)

    def deliver_to(self, drawing, schema):
        found = [facts.name for facts in self.scene.facts if facts.deliver and facts.is_program]
        return drawing.choice(found) if found else NOTHING

    def deliver_socket(self, drawing, schema):
        to = drawing.around[-1].get("to")
        return next((facts.deliver for facts in self.scene.facts if facts.name == to), NOTHING)


def commands(definition):
    """The commands of an operation or kind: (what holds it, the list of words)."""
    places = [definition.get("exec"), definition.get("stop"), definition.get("beforeGivingUp")]
    places += [(definition.get("health") or {}).get("exec"), _mapping(exec_of(definition).get("ready")).get("exec")]
    for place in places:
        if place:
            yield place, place if isinstance(place, list) else place.get("command") or []


def _mapping(value):
    return value if isinstance(value, dict) else {}


def complete(name, definition, witness, is_action=False):
    """Gives each command of an operation or kind the words that follow from the keys around it, and its version: a
    digest of the mapping or list in which it stands. So a process has another version whenever the body differs, and
    the same one when only keys around it do."""
    main = definition.get("exec")
    # From the inside to the outside: a check of readiness is a part of the body.
    for place, words in reversed(list(commands(definition))):
        if len(words) < ARGUMENTS or words[1] != witness:
            continue
        words[NAME] = name
        if place is main and not is_action:
            words[ROLE] = "step" if exec_of(definition).get("ready", "exit") == "exit" else "program"
        rest = [word for word in words[ARGUMENTS:] if not str(word).startswith(DERIVED)]
        words[ARGUMENTS:] = _derived(definition, place, place is main, is_action) + rest
    for place, words in reversed(list(commands(definition))):
        if len(words) < ARGUMENTS or words[1] != witness:
            continue
        words[VERSION] = "-"
        words[VERSION] = hashlib.sha256(json.dumps(place, sort_keys=True).encode()).hexdigest()[:6]


def _derived(definition, place, is_main, is_action):
    words = []
    if isinstance(place, dict) and place.get("output", "none") != "none":
        words.append(f"output={place['output']}")
    if not is_main:
        return words
    if is_action:
        words[:0] = ["id=${action.id}", "attempt=${action.attempt}"]
        for name, parameter in (definition.get("parameters") or {}).items():
            if parameter.get("required") or "default" in parameter:
                words.append(f"p.{name}=${{payload.{name}}}")
    execution = exec_of(definition)
    ready = execution.get("ready", "exit")
    if ready != "exit":
        words.append(f"ready={_sign(ready)}")
        words += [f"stop={execution['stopSignal']}"] if "stopSignal" in execution else []
        words += [f"reload={definition['reload']['signal']}"] if "reload" in definition else []
        words += [f"makes={path}" for path in own_files(definition) if not {"started", "exec"} & set(ready) and ready != "started"]
    return words


def own_files(definition):
    """What a program makes of the files that it reads again at a signal."""
    return [path for path in (definition.get("reload") or {}).get("files") or [] if "/life/" in path]


def _sign(ready):
    """How the witness says that it is ready."""
    if isinstance(ready, str):
        return ready
    if "line" in ready:
        return f"line:{ready['line']}"
    if "tcp" in ready:
        return f"tcp:{ready['tcp'].rpartition(':')[2]}"
    if "http" in ready:
        url = ready["http"] if isinstance(ready["http"], str) else ready["http"].get("url")
        # Without one it is refused, and mended.
        return f"http:{url.split('/')[2].rpartition(':')[2]}" if url else "started"
    return "started"


def walk(operations):
    """All operations at any depth: (name, definition, the mapping that holds it)."""
    for name, definition in list((operations or {}).items()):
        yield name, definition, operations
        if isinstance(definition.get("group"), dict):
            yield from walk(definition["group"].get("operations"))


def completed(configuration, witness):
    """A copy in which each command has its words and its version."""
    result = copy.deepcopy(configuration)
    for name, definition, _ in walk(result.get("operations")):
        complete(name, definition, witness)
    for name, definition in (result.get("actions") or {}).items():
        complete(name, definition, witness, is_action=True)
    return result

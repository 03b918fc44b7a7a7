"""Random configurations that `slipway check` accepts, drawn from the schema."""

import json
import os

import bodies
from bodies import Bodies, completed
from drawers import Drawers
from drawing import NOTHING, Drawing
from edits import Edits
from scene import Scene
from schema import Schema
from texts import Texts
from values import KNOWN
from weights import WEIGHTS

# The keys that no life can have, and why.
UNREACHABLE = {}

# How often what is refused is taken out before the configuration is drawn anew.
REPAIRS = 40

# In so many configurations each key is to be there.
MANY = 300


def prepare(place):
    """Makes the files that a configuration may refer to, and sets the variables that the daemon is to have.

    The place has to know its `backend`, `backendSocket` and, if there is one, `backendTLS` with `tls`, the paths of
    its ca, certificate and key.
    """
    files = {
        f"{place.files}/a.env": "# variables\nLIFE_FROM_FILE=a\nLIFE_QUOTED=\"two words\"\n",
        f"{place.files}/b.env": "LIFE_FROM_FILE=b\n", f"{place.files}/c.env": "LIFE_C='c'\n",
        f"{place.files}/web.conf": "version 1\n", f"{place.files}/conf.d/one.conf": "1\n",
        f"{place.files}/there": "", f"{place.folder}/life/record": "",
        f"{place.credentials}/token": "secret-token-0001 ann\n",
    }
    for path, content in files.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        # In a life that is continued they are there, as they have become.
        if not os.path.exists(path):
            with open(path, "w") as file:
                file.write(content)
    # Whichever user a body has, it writes there.
    os.chmod(f"{place.folder}/life/record", 0o666)
    os.makedirs(f"{place.folder}/life/manners", exist_ok=True)
    for name in ("life", "life/manners"):
        os.chmod(f"{place.folder}/{name}", 0o777)
    place.environment.update({
        "LIFE_PLAN": "pro", "LIFE_TEXT": "some text", "LIFE_BACKEND": place.backend, "LIFE_FILES": place.files,
    })


class Configurations:
    schema = Schema()

    def __init__(self, random, place, keys):
        self.random = random
        self.place = place
        self.keys = keys
        self.checks = 0
        self.scene = Scene(place, random)
        texts = Texts(self.scene)
        self.drawers = Drawers(self.scene, texts)
        known = {**KNOWN, **texts.known(), **Bodies(self.scene, texts).known(), **self.drawers.known()}
        self.drawing = Drawing(self.schema, random, known, WEIGHTS)

    def first(self):
        """A configuration that is accepted."""
        while True:
            self.scene.begin()
            drawn = self.drawing.named("configuration")
            accepted = self.repaired(drawn) if drawn is not NOTHING else None
            if accepted and len(list(bodies.walk(accepted["operations"]))) >= 3 and accepted.get("actions"):
                self.count(accepted)
                return accepted

    def edited(self, configuration, manner=None):
        """Another one, and its manner: "valid", "wrong", "failing" or "same"; drawn, unless it is given."""
        other, manner = Edits(self).edited(configuration, manner)
        if manner != "wrong":
            self.count(other)
        return other, manner

    def watched(self, configuration):
        """Another one, that differs in how a program is watched alone; None where there is none."""
        other = Edits(self).watched(configuration)
        if other is not None:
            self.count(other)
        return other

    def text(self, configuration):
        """The file: JSON, which is YAML, with one key a line."""
        return "\n".join(line for line, _ in lines(self.completed(configuration))) + "\n"

    def completed(self, configuration):
        """A copy in which each command of the witness has its version."""
        return completed(configuration, self.place.witness)

    def faults(self, configuration):
        """What is wrong with it: pairs of a path in the configuration and a message."""
        self.checks += 1
        placed = lines(self.completed(configuration))
        faults = self.place.check("\n".join(line for line, _ in placed) + "\n")
        return [(placed[line - 1][1] if 0 < line <= len(placed) else (), message) for line, message in faults]

    def repaired(self, configuration):
        """The configuration without what is refused, or None if that is too much."""
        configuration = completed(configuration, self.place.witness)
        for _ in range(REPAIRS):
            faults = self.faults(configuration)
            if not faults:
                return configuration
            # From the end on, so that places in lists stay.
            for path, _ in sorted(faults, key=lambda fault: [str(part).zfill(4) for part in fault[0]], reverse=True):
                if len(path) < 2 or not self.take_out(configuration, path):
                    return None
        return None

    def take_out(self, configuration, path):
        """Takes a key out, with the mapping around it where it is required. False if that leaves nothing."""
        was_fit = self.schema.fits(configuration, self.schema.root)
        while len(path) > 1:
            holder = configuration
            for part in path[:-1]:
                try:
                    holder = holder[part]
                except (KeyError, IndexError, TypeError):
                    # It has gone with another.
                    return True
            try:
                del holder[path[-1]]
            except (KeyError, IndexError, TypeError):
                return True
            if not was_fit or holder and self.schema.fits(configuration, self.schema.root):
                return True
            path = path[:-1]
        return False

    def count(self, configuration):
        for name, mapping, _ in self.schema.visit(configuration):
            for key in mapping:
                self.keys[f"{name}.{key}"] += 1


def show_keys(keys):
    """Prints how often each key of the schema was drawn; the keys that never were, though there were configurations
    enough for it."""
    names = Configurations.schema.keys()
    # Each configuration has operations.
    number = keys["configuration.operations"]
    width = max(map(len, names))
    for name in names:
        print(f"{name:{width}} {keys[name]:7}  {UNREACHABLE.get(name, '')}".rstrip())
    none = [name for name in names if not keys[name] and name not in UNREACHABLE]
    print(f"{len(names)} keys in {number} configurations, never drawn: {', '.join(none) or 'none'}")
    return none if number >= MANY else []


def lines(value, path=(), indent=0, opening=""):
    """The lines of a value as indented JSON, each with the path of what begins there."""
    if not value or not isinstance(value, (dict, list)):
        return [(opening + json.dumps(value, ensure_ascii=False), path)]
    brackets = "{}" if isinstance(value, dict) else "[]"
    result = [(opening + brackets[0], path)]
    pad = " " * (indent + 1)
    for number, key in enumerate(value):
        is_mapping = isinstance(value, dict)
        start = f"{pad}{json.dumps(key)}: " if is_mapping else pad
        part, item = (key, value[key]) if is_mapping else (number, key)
        inner = lines(item, path + (part,), indent + 1, start)
        if number + 1 < len(value):
            inner[-1] = (inner[-1][0] + ",", inner[-1][1])
        result += inner
    return result + [(" " * indent + brackets[1], path)]

"""Random changes of a configuration: valid ones, wrong ones, and those that fail at their start."""

import copy
import json

import bodies
from drawers import KINDS, WORDS
from drawing import NOTHING
from scene import exec_of

MANNERS = {"valid": 0.55, "wrong": 0.12, "failing": 0.18, "same": 0.15}


class Edits:
    def __init__(self, configurations):
        self.configurations = configurations
        self.random = configurations.random
        self.scene = configurations.scene
        self.drawing = configurations.drawing
        self.schema = configurations.schema

    def edited(self, configuration, manner=None):
        """Another configuration, and its manner."""
        manner = manner or self.random.choices(list(MANNERS), list(MANNERS.values()))[0]
        if manner == "same":
            return copy.deepcopy(configuration), manner
        for _ in range(20):
            other = getattr(self, "_" + manner)(copy.deepcopy(configuration))
            if other is not None and other != configuration:
                return other, manner
        return copy.deepcopy(configuration), "same"

    def watched(self, configuration):
        """One in which a program is watched, ended or undone in another way, and nothing else differs; None for none."""
        for _ in range(20):
            other = copy.deepcopy(configuration)
            self.change_watching(other)
            other = self.configurations.repaired(other)
            if other is not None and other != configuration:
                return other
        return None

    def _valid(self, other):
        changes = [
            self.change_key, self.change_key, self.change_key, self.change_head, self.change_version,
            self.change_version, self.add_operation, self.remove_operation, self.rename_operation, self.move_edge,
            self.add_kind, self.remove_kind, self.rename_kind,
        ]
        for change in self.random.choices(changes, k=self.random.randint(1, 3)):
            change(other)
        return self.configurations.repaired(other)

    def _wrong(self, other):
        changes = [
            self.unknown_key, self.wrong_type, self.unknown_name, self.cycle, self.two_bodies, self.no_name,
        ]
        self.random.choice(changes)(other)
        other = self.configurations.completed(other)
        return other if self.configurations.faults(other) else None

    def _failing(self, other):
        """A required step or program of the launch fails, now or after a moment."""
        found = [
            definition for _, definition, path in self.operations(other)
            if self.is_sure_to_fail(other, path) and "exec" in definition
        ]
        manner = self.random.choice(["fail", "fail:7", "die", "slow:0.3,fail"])
        if found and self.random.random() < 0.7:
            words = self.words(self.random.choice(found))
        else:
            name, words = self.fresh(other, WORDS), None
            words = ["/bin/sh", self.scene.place.witness, "step", name, "-", "well"]
            other.setdefault("operations", {})[name] = {"exec": words}
        if words is None:
            return None
        words[bodies.MANNER] = manner
        other = self.configurations.completed(other)
        return None if self.configurations.faults(other) else other

    def is_sure_to_fail(self, other, path):
        """Whether the failure of what is at a path fails the launch: nothing around it takes it up."""
        holder = other
        for part in path:
            holder = holder[part]
            if isinstance(holder, dict) and {"fallback", "when", "retry", "success"} & set(holder):
                return False
            if isinstance(holder, dict) and (holder.get("optional") or holder.get("stage") == "background"):
                return False
        if exec_of(holder).get("ready", "exit") not in ("exit", "notify") and not _waits(exec_of(holder)["ready"]):
            # It may be ready before it fails.
            return False
        restart = holder.get("restart") or other.get("defaults", {}).get("restart") or {}
        return not restart.get("firstStart") and not other.get("defaults", {}).get("retry")

    def words(self, definition):
        """The words of the body's command, if it is the witness."""
        found = [words for place, words in bodies.commands(definition) if place is definition.get("exec")]
        return found[0] if found and len(found[0]) > bodies.MANNER else None

    def operations(self, other):
        """All operations at any depth: (name, definition, path)."""
        for mapping, definition, path in self.schema.visit(other):
            if mapping == "operation":
                yield path[-1], definition, path

    # Valid changes

    def change_key(self, other):
        """A key of some mapping is taken out, added or drawn anew."""
        places = [place for place in self.schema.visit(other) if place[0] != "configuration"]
        self.redraw(other, *self.random.choice(places))

    def change_head(self, other):
        self.redraw(other, "configuration", other, (), ("name", "operations", "actions"))

    def move_edge(self, other):
        name, definition, path = self.random.choice(list(self.operations(other)))
        self.redraw(other, "operation", definition, path, only=("requires", "after"))

    def change_watching(self, other):
        """A program is watched, ended or undone in another way."""
        found = [(one, path) for _, one, path in self.operations(other) if exec_of(one).get("ready", "exit") != "exit"]
        if found:
            definition, path = self.random.choice(found)
            self.redraw(other, "operation", definition, path, only=("health", "health", "stop", "ended", "restart", "dependents", "beforeGivingUp"))

    def redraw(self, other, name, mapping, path, but=(), only=None):
        own = self.schema.defs[name]["properties"]
        key = self.random.choice([key for key in only or own if key not in but])
        # Without its authority the backend of a life is a stranger.
        needed = [*self.schema.defs[name].get("required", []), "tls", *(["ca"] if name == "tls" else [])]
        if key in mapping and key not in needed and self.random.random() < 0.4:
            del mapping[key]
            return
        value = self.at(other, path, lambda: self.drawing.key(name, key, own[key]))
        if value is not NOTHING:
            mapping[key] = value

    def at(self, other, path, draw):
        """Draws with what is known at a place of a configuration."""
        self.scene.read(other, self.operation_of(path))
        if path[:1] == ("actions",) and len(path) > 1:
            self.scene.current = path[1]
        around = [place for place in self.schema.visit(other) if path[: len(place[2])] == place[2]]
        self.drawing.path = [(name, path[len(own)]) for name, _, own in around if len(own) < len(path)]
        self.drawing.around = [mapping for _, mapping, _ in around]
        try:
            return draw()
        finally:
            self.drawing.path, self.drawing.around = [], []

    def operation_of(self, path):
        """The name of the innermost operation on a path."""
        found = [path[i + 1] for i in range(len(path) - 1) if path[i] == "operations" and isinstance(path[i + 1], str)]
        return found[-1] if found else None

    def change_version(self, other):
        """A body has another argument."""
        found = [words for _, one, _ in self.operations(other) if (words := self.words(one))]
        found += [words for one in (other.get("actions") or {}).values() if (words := self.words(one))]
        if found:
            words = self.random.choice(found)
            words[:] = [word for word in words if not str(word).startswith("edit=")]
            words.append(f"edit={self.random.randrange(100_000)}")

    def add_operation(self, other):
        self.scene.read(other)
        self.scene.room = self.random.randint(1, 2)
        other.setdefault("operations", {}).update(
            self.configurations.drawers.several_operations(self.drawing, self.scene.room)
        )

    def remove_operation(self, other):
        """One goes, and with it each edge to it."""
        found = list(bodies.walk(other.get("operations")))
        if len(found) < 4:
            return
        name, _, holder = self.random.choice(found)
        if len(holder) > 1:
            del holder[name]
            _drop_edges(other, name)

    def rename_operation(self, other):
        # The program of a name that is gone ends last, so its port cannot be that of another name yet.
        found = [
            (name, holder) for name, one, holder in bodies.walk(other["operations"])
            if not {"tcp", "http"} & set(exec_of(one).get("ready") or ())
        ]
        if not found:
            return
        name, holder = self.random.choice(found)
        fresh = self.fresh(other, WORDS)
        _rename(holder, name, fresh)
        text = json.dumps(other).replace(f"${{operations.{name}.", f"${{operations.{fresh}.")
        other.clear()
        other.update(json.loads(text))
        _replace_edges(other, name, fresh)

    def add_kind(self, other):
        self.scene.read(other)
        name = self.fresh(other, KINDS)
        definition = self.configurations.drawers.kind(self.drawing, name)
        if definition is not NOTHING:
            other.setdefault("actions", {})[name] = definition

    def remove_kind(self, other):
        if len(other.get("actions") or {}) > 1:
            del other["actions"][self.random.choice(list(other["actions"]))]

    def rename_kind(self, other):
        if other.get("actions"):
            _rename(other["actions"], self.random.choice(list(other["actions"])), self.fresh(other, KINDS))

    def fresh(self, other, words):
        self.scene.read(other)
        return self.scene.free_name(words)

    # Wrong changes

    def unknown_key(self, other):
        self.random.choice([mapping for _, mapping, _ in self.schema.visit(other)])["wrong"] = 1

    def wrong_type(self, other):
        key = self.random.choice(["deadline", "grace", "queues", "storage", "probes"])
        other[key] = self.random.choice(["soon", -1, []])

    def unknown_name(self, other):
        _, definition, _ = self.random.choice(list(bodies.walk(other["operations"])))
        definition["requires"] = ["nobody-knows-it"]

    def cycle(self, other):
        name, definition, _ = self.random.choice(list(bodies.walk(other["operations"])))
        definition["requires"] = [name]

    def two_bodies(self, other):
        _, definition, _ = self.random.choice(list(bodies.walk(other["operations"])))
        definition.update({"sleep": "10ms", "wait": {"file": "/"}})

    def no_name(self, other):
        del other["name"]


def _waits(ready):
    """Whether a program of this readiness is not ready before it has said so itself."""
    return "line" in ready or "tcp" in ready or "http" in ready if isinstance(ready, dict) else ready != "started"


def _rename(holder, name, fresh):
    """Renames a key of a mapping, which keeps its place."""
    items = [(fresh if key == name else key, value) for key, value in holder.items()]
    holder.clear()
    holder.update(items)


def _replace_edges(value, name, fresh):
    """Each key that names an operation has its new name."""
    if isinstance(value, list):
        for item in value:
            _replace_edges(item, name, fresh)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key in ("requires", "after") and isinstance(item, list):
                value[key] = [fresh if one == name else one for one in item]
            elif key in ("to", "of") and item == name or key == "value" and item == name and "operations" in value:
                value[key] = fresh
            else:
                _replace_edges(item, name, fresh)


def _drop_edges(value, name):
    if isinstance(value, list):
        for item in value:
            _drop_edges(item, name)
    elif isinstance(value, dict):
        for key in ("requires", "after"):
            if isinstance(value.get(key), list):
                value[key] = [one for one in value[key] if one != name]
        for item in value.values():
            _drop_edges(item, name)

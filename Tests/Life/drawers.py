"""What the schema cannot say of operations and kinds of action: which names there are, and what may refer to what."""

from drawing import NOTHING
from scene import Facts
from values import keeping, lasting
from weights import FIRST

WORDS = ["db", "web", "login", "cart", "user-data", "cache", "sync", "ui_", "feed", "player", "mail", "scan", "Art"]
KINDS = ["open-url", "play", "note", "pay.", "print_", "sync.all", "scan", "toggle"]
PARAMETERS = ["url", "n", "account", "page", "item"]


class Drawers:
    def __init__(self, scene, texts):
        self.scene = scene
        self.texts = texts

    def known(self):
        return {
            "first": FIRST,
            "configuration.name": lambda drawing, schema: self.scene.place.name,
            "configuration.queues": self.queues, "configuration.operations": self.operations,
            "configuration.actions": self.actions, "group.operations": self.members, "group.value": self.member,
            "operation": self.operation, "action": self.action,
            "operation.requires": self.requires, "action.requires": self.requires, "operation.after": self.after,
            "operation.queue": self.queue, "action.queue": self.queue, "defaults.queue": self.queue,
            "operation.success": self.success, "operation.sockets": self.sockets,
            "action.parameters": self.parameters, "payloadPath": self.payload_path,
            "condition": self.condition, "condition.value": self.value, "condition.flag": self.flag,
            "condition.env": lambda drawing, schema: drawing.choice(["LIFE_PLAN", "LIFE_TEXT", "LIFE_NOT_THERE"]),
            "condition.of": self.of, "condition.equals": self.equals,
            "condition.not": self.nested, "condition.all": self.several, "condition.any": self.several,
            "restart": self.restart, "fallback.cached": self.cached,
            # With all that may be referred to.
            "fallback.value": lambda drawing, schema: {
                "serial": "0", "name": "fallback", "user": "nobody", "plan": "free", "beta": False, "limit": 0,
                "status": 0, "body": {"serial": 0}, "more": drawing.anything(),
            },
            "flags.context": self.context, "flags.changed": self.changed,
        }

    def queues(self, drawing, schema):
        names = drawing.random.sample(["disk", "images.2", "userInitiated"], drawing.random.randint(1, 2))
        self.scene.queues = [name for name in names if name != "userInitiated"]
        return {
            name: drawing.named("queue") if drawing.chance(0.5) else drawing.choice(["auto", 1, 2, 3])
            for name in names
        }

    def queue(self, drawing, schema):
        return drawing.choice(["main", "userInitiated", *self.scene.queues, *self.scene.queues])

    def operations(self, drawing, schema):
        self.scene.room = drawing.random.randint(3, 14)
        return self.several_operations(drawing, self.scene.room)

    def several_operations(self, drawing, most):
        result = {}
        while most > 0 and self.scene.room > 0:
            name = self.scene.free_name(WORDS)
            definition = self.one(drawing, name)
            if definition is not NOTHING:
                result[name] = definition
                self.scene.learn(name, definition)
                self.scene.room -= 1
                most -= 1
        return result

    def one(self, drawing, name):
        """One operation of a name, or NOTHING if it could not be had."""
        around, self.scene.current = self.scene.current, name
        known = list(self.scene.facts)
        try:
            definition = drawing.named("operation")
            if definition is NOTHING:
                self.scene.facts = known
            return definition
        finally:
            self.scene.current = around

    def operation(self, drawing, schema):
        self.scene.is_program = drawing.chance(0.45)
        # Half of what may be optional is not: what requires it could not be required then.
        is_deep = len(self.scene.scope) > 1 or self.scene.room < 2
        schema = dict(schema, oneOf=schema["oneOf"][:-1]) if is_deep else schema
        but = ("group", *(["stage"] if self.scene.scope else []))
        result = drawing.mapping(schema, "operation", but=but if is_deep else but[1:])
        if result is NOTHING:
            return result
        self.agree(drawing, result)
        return result

    def agree(self, drawing, result):
        """Adds the keys without which others that were drawn mean nothing."""
        if isinstance(result.get("flags"), dict) and "cache" in result["flags"]:
            result.setdefault("fallback", {}).setdefault("cached", keeping(drawing))
        if "http" in result and Facts("", result, (), "launch").values and drawing.chance(0.6):
            result.setdefault("fallback", {}).setdefault("cached", keeping(drawing))
            if drawing.chance(0.5):
                # Which user asks changes with the credential.
                request = result["http"] if isinstance(result["http"], dict) else {"url": result["http"]}
                result["http"] = {**request, "headers": {"Authorization": "Bearer ${credential.token}"}}
        if "success" in result and self.scene.is_program:
            if drawing.chance(0.5):
                result.setdefault("restart", {})["when"] = "failure"
            elif not result.get("optional"):
                result["ended"] = "stop"
                result.pop("restart", None)
        if "restart" in result:
            result["ended"] = "restart"

    def members(self, drawing, schema):
        scene = self.scene
        own = drawing.around[-2] if len(drawing.around) > 1 else {}
        around = scene.scope, scene.stage, scene.is_program, scene.current
        scene.scope, scene.stage = scene.scope + (scene.current,), own.get("stage", scene.stage)
        try:
            return self.several_operations(drawing, drawing.random.randint(1, 3)) or NOTHING
        finally:
            scene.scope, scene.stage, scene.is_program, scene.current = around

    def member(self, drawing, schema):
        operations = drawing.around[-1].get("operations") or {}
        givers = [
            facts.name for facts in self.scene.facts
            if facts.name in operations and facts.values and not facts.is_optional and "when" not in facts.definition
        ]
        return drawing.choice(givers) if givers else NOTHING

    def requires(self, drawing, schema):
        own = drawing.around[-1]
        found = self.scene.requirable(
            own.get("optional"), own.get("stage", self.scene.stage), drawing.path[-1][0] == "action"
        )
        names = [facts.name for facts in found]
        return drawing.random.sample(names, min(len(names), drawing.choice([1, 1, 2]))) or NOTHING

    def after(self, drawing, schema):
        own = drawing.around[-1]
        found = self.scene.requirable(True, own.get("stage", self.scene.stage))
        found = [facts for facts in found if facts.name not in own.get("requires", [])]
        # What fails without ending the launch tells most.
        found = drawing.chance(0.5) and [facts for facts in found if facts.is_optional] or found
        return [drawing.choice(found).name] if found else NOTHING

    def success(self, drawing, schema):
        if self.scene.is_program and drawing.chance(0.5):
            return drawing.choice([[0, "TERM"], [0, 3, "SIGUSR1"], [0, "KILL", "INT"]])
        return drawing.choice([[0], [0, 3], [0, 1, 3]])

    def sockets(self, drawing, schema):
        there = getattr(self.scene.place, "sockets", [])
        return [drawing.choice(there)] if there else NOTHING

    def actions(self, drawing, schema):
        scene = self.scene
        result = {}
        if scene.toggled:
            result[scene.toggled] = self.kind(drawing, scene.toggled)
        for _ in range(drawing.random.randint(1, 5 - len(result))):
            name = scene.free_name(KINDS)
            result[name] = self.kind(drawing, name)
        return {name: definition for name, definition in result.items() if definition is not NOTHING}

    def kind(self, drawing, name):
        around, self.scene.current = self.scene.current, name
        self.scene.is_program = False
        try:
            for _ in range(10):
                definition = drawing.named("action")
                if definition is not NOTHING:
                    self.scene.kinds.append(name)
                    return definition
            return NOTHING
        finally:
            self.scene.current = around

    def action(self, drawing, schema):
        result = drawing.mapping(schema, "action")
        if result is not NOTHING and "deliver" in result:
            required = result.setdefault("requires", [])
            if result["deliver"]["to"] not in required:
                required.append(result["deliver"]["to"])
        return result

    def parameters(self, drawing, schema):
        if self.scene.current == self.scene.toggled:
            result = {"flag": {"type": "string", "default": "none"}, "value": {"type": "boolean"}}
        else:
            names = drawing.random.sample(PARAMETERS, drawing.random.randint(1, 3))
            result = {name: drawing.named("parameter") for name in names}
            if drawing.chance(0.3):
                # A text that may be anything.
                result[names[0]] = {"required": True}
        self.scene.parameters[self.scene.current] = result
        return result

    def payload_path(self, drawing, schema):
        names = self.texts.sure(self.scene.current)
        return drawing.choice(["payload", *(f"payload.{name}" for name in names * 2)])

    def restart(self, drawing, schema):
        result = drawing.mapping(schema, "restart")
        # The usual first pause is longer than a life has time for.
        if "maximum" in result:
            result.setdefault("initial", lasting(drawing, 10, 100))
        return result

    def cached(self, drawing, schema):
        """How long a value is kept; of what gives one."""
        own = drawing.around[-2] if len(drawing.around) > 1 else {}
        if not Facts("", own, (), "launch").values or own.get("group"):
            return NOTHING
        return keeping(drawing)

    def condition(self, drawing, schema):
        givers = self.givers(drawing)
        but = ()
        if givers and drawing.chance(0.5):
            but = [key for way in schema["oneOf"] for key in way["required"] if key != "flag"]
            schema = dict(schema, oneOf=[{"required": ["flag"]}])
        for _ in range(20):
            result = drawing.mapping(schema, "condition", but=but)
            if result is not NOTHING:
                if "flag" in result and sum(facts.body == "flags" for facts in self.scene.facts) > 1:
                    result.setdefault("of", drawing.choice(givers or self.givers(drawing) or ["none"]))
                return result
        return {"env": "LIFE_PLAN"}

    def nested(self, drawing, schema):
        depth = sum(name == "condition" for name, _ in drawing.path)
        return NOTHING if depth > 3 else drawing.named("condition")

    def several(self, drawing, schema):
        depth = sum(name == "condition" for name, _ in drawing.path)
        return NOTHING if depth > 3 else [drawing.named("condition") for _ in range(drawing.random.randint(1, 3))]

    def value(self, drawing, schema):
        return self.texts.value(drawing) or NOTHING

    def equals(self, drawing, schema):
        around = drawing.around[-1]
        if "value" in around:
            return drawing.choice(["pro", {"a": 1}, 3, True]) if around["value"].startswith("$") else "pro"
        if "flag" in around:
            return drawing.choice([True, "new", 3, {"a": [1]}])
        return drawing.choice(["pro", "other"]) if "env" in around else NOTHING

    def givers(self, drawing):
        own = next((m for (name, _), m in reversed(list(zip(drawing.path, drawing.around))) if name == "operation"), {})
        found = self.scene.requirable(own.get("optional"), own.get("stage", self.scene.stage))
        return [facts.name for facts in found if facts.body == "flags" and facts.has_value_for_sure]

    def flag(self, drawing, schema):
        return drawing.choice(["beta", "checkout", "limit", "unknown"]) if self.givers(drawing) else NOTHING

    def of(self, drawing, schema):
        givers = self.givers(drawing)
        return drawing.choice(givers) if givers and "flag" in drawing.around[-1] else NOTHING

    def context(self, drawing, schema):
        value = self.texts.value(drawing) if drawing.chance(0.3) else None
        value = value or drawing.choice(["${env.LIFE_PLAN}", "ann"])
        return {"targetingKey": value, "plan": "free", "more": [1, {"a": 2}]}

    def changed(self, drawing, schema):
        self.scene.toggled = self.scene.toggled or "toggled"
        return self.scene.toggled

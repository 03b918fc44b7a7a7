"""What is known of a configuration while it is drawn: its names, and what of each may be referred to."""

import re

BODIES = ("exec", "http", "wait", "write", "sleep", "flags", "group")


def exec_of(definition):
    """The mapping of an `exec`, also of one that is a list alone."""
    body = definition.get("exec")
    return body if isinstance(body, dict) else {"command": body} if body else {}


class Facts:
    """An operation that later ones may refer to."""

    def __init__(self, name, definition, scope, stage):
        self.name = name
        self.definition = definition
        self.scope = scope
        self.body = next((key for key in BODIES if key in definition), None)
        self.is_optional = bool(definition.get("optional"))
        self.is_background = stage == "background"
        execution = exec_of(definition)
        self.is_program = execution.get("ready", "exit") != "exit"
        self.deliver = next(
            (word[8:] for word in execution.get("command") or [] if str(word).startswith("deliver=")), None
        )
        self.values = self._values(definition, execution)

    @property
    def has_value_for_sure(self):
        """Whether it has a value although it may be skipped: one that was kept may not be there."""
        return "when" not in self.definition or "value" in self.definition.get("fallback", {})

    def _values(self, definition, execution):
        """What may be behind `${operations.NAME.`."""
        if self.body == "exec" and not self.is_program:
            return {
                "json": ["value.serial", "value.name", "value"], "text": ["value"], "lines": ["value"],
            }.get(execution.get("output"), [])
        if self.body == "flags":
            return ["value.beta", "value.limit", "value"]
        if self.body == "http":
            request = definition["http"] if isinstance(definition["http"], dict) else {}
            output = request.get("output", "none" if request.get("method") == "HEAD" else "json")
            if isinstance(output, dict):
                body = output.get("body", "none" if request.get("method") == "HEAD" else "json")
                return ["value.status"] + (["value.body.serial"] if body == "json" else [])
            return {"json": ["value.serial", "value.user", "value"], "text": ["value"]}.get(output, [])
        if self.body == "group":
            inner = definition["group"].get("operations", {}).get(definition["group"].get("value"))
            return Facts("", inner, (), "launch").values if inner else []
        return []


class Scene:
    def __init__(self, place, random):
        self.place = place
        self.random = random
        self.begin()

    def begin(self):
        """A configuration of which nothing is known."""
        self.facts = []
        self.queues = []
        self.kinds = []
        self.parameters = {}
        self.toggled = None
        # The operation or kind that is drawn, the groups around it, and whether it is a program.
        self.current = None
        self.scope = ()
        self.stage = "launch"
        self.is_program = False
        self.room = 0

    def learn(self, name, definition):
        self.facts.append(Facts(name, definition, self.scope, definition.get("stage", self.stage)))

    def read(self, configuration, until=None):
        """Takes up what a configuration has, as far as an operation or kind that is drawn anew."""
        self.begin()
        self.queues = [name for name in configuration.get("queues") or {} if name != "userInitiated"]
        self.kinds = list(configuration.get("actions") or {})
        for name in self.kinds:
            self.parameters[name] = configuration["actions"][name].get("parameters") or {}
        self._read(configuration.get("operations") or {}, until)

    def _read(self, operations, until):
        for name, definition in operations.items():
            if name == until:
                self.current = name
                self.stage = definition.get("stage", self.stage)
                self.is_program = Facts(name, definition, (), "launch").is_program
                return True
            if "group" in definition:
                around, self.scope = self.scope, self.scope + (name,)
                stage, self.stage = self.stage, definition.get("stage", self.stage)
                if self._read(definition["group"].get("operations") or {}, until):
                    return True
                self.scope, self.stage = around, stage
            self.learn(name, definition)
        return False

    def requirable(self, is_optional, stage, is_action=False):
        """The operations that the one that is drawn may require."""
        found = []
        # Mostly those beside it, and now and then what is in another group, or around its own.
        is_far = self.random.random() < 0.2
        for facts in self.facts:
            is_near = is_action or is_far or facts.scope == self.scope
            if is_near and (is_optional or is_action or not facts.is_optional or "fallback" in facts.definition):
                if is_action or not facts.is_background or stage == "background":
                    found.append(facts)
        return found

    def free_name(self, words):
        taken = {facts.name for facts in self.facts} | set(self.kinds) | set(self.scope) | {self.current}
        while True:
            name = self.random.choice(words) + str(self.random.randrange(1, 100))
            if name not in taken:
                return name


REFERENCE = re.compile(r"\$\{operations\.([A-Za-z0-9][A-Za-z0-9_-]*)\.")

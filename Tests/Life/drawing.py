"""Draws values from the schema: whatever it says is drawn, and what it cannot say is asked of those who know it."""

import re._parser as parser
import string

NOTHING = object()


class Drawing:
    """Draws from a schema. `known` has the drawers for what the schema alone does not say, by "MAPPING.KEY" and by
    the name of a definition: each is called with this drawing, and with the schema of what it draws.

    `weights` says how often a key that may be left out is drawn, by "MAPPING.KEY", "MAPPING" or for all as "".
    """

    def __init__(self, schema, random, known, weights):
        self.schema = schema
        self.random = random
        self.known = known
        self.weights = weights
        # Where it draws: the names of the mappings and keys around it, and what is drawn of these mappings so far.
        self.path = []
        self.around = []

    def chance(self, share):
        return self.random.random() < share

    def choice(self, values):
        return self.random.choice(list(values))

    def weight(self, name, key):
        for place in (f"{name}.{key}", name, ""):
            if place in self.weights:
                return self.weights[place]
        return 0.2

    def named(self, name):
        """A value of a definition of the schema."""
        drawer = self.known.get(name)
        return drawer(self, self.schema.defs[name]) if drawer else self.of(self.schema.defs[name], name)

    def key(self, name, key, schema):
        """A value of one key of a mapping, or NOTHING if there can be none here."""
        self.path.append((name or "", key))
        try:
            drawer = self.known.get(f"{name}.{key}")
            return drawer(self, schema) if drawer else self.of(schema)
        finally:
            self.path.pop()

    def of(self, schema, name=None):
        """A value that a schema describes."""
        if schema in (True, {}):
            return self.anything()
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self.choice(schema["enum"])
        if "properties" in schema and schema.get("type") == "object":
            return self.mapping(schema, name)
        if "$ref" in schema:
            return self.named(self.schema.target(schema))
        if "oneOf" in schema:
            return self.of(self.choice(schema["oneOf"]))
        if "allOf" in schema and "pattern" not in schema:
            return self.of(schema["allOf"][0])
        kind = schema.get("type", "string")
        kind = self.choice(kind) if isinstance(kind, list) else kind
        return getattr(self, "_" + kind)(schema)

    def inside(self, name):
        """Whether it draws within a mapping of this name, or within a key "MAPPING.KEY"."""
        return any(name in (mapping, f"{mapping}.{key}") for mapping, key in self.path)

    def mapping(self, schema, name=None, also=(), but=()):
        """A mapping: what it has to have, one of its alternatives, and each other key now and then. `also` has to be
        there, too, and `but` may not."""
        own = schema["properties"]
        ways = [set(way["required"]) for way in schema.get("oneOf", []) if set(way) == {"required"}]
        needed = set(schema.get("required", [])) | set(also)
        if ways:
            weights = [self.weight(name, min(way)) for way in ways]
            needed |= self.random.choices(ways, weights)[0]
        for key in list(needed):
            needed |= set(schema.get("dependentRequired", {}).get(key, []))
        others = (set().union(*ways) - needed) | set(but)
        result = {}
        self.around.append(result)
        try:
            self._keys(schema, name, needed, others, result)
        finally:
            self.around.pop()
        if any(key not in result for key in needed):
            return NOTHING
        self.fit(result, schema, needed)
        if not result and own:
            return self.mapping(schema, name, also, but)
        result = {key: result[key] for key in own if key in result}
        if "^x-" in schema.get("patternProperties", {}) and self.chance(0.02):
            # A key of the author's own.
            result["x-note"] = self.anything()
        return result

    def _keys(self, schema, name, needed, others, result):
        own = schema["properties"]
        for key in self.order(name, list(own)):
            if key in needed or key not in others and self.chance(self.weight(name, key)):
                value = self.key(name, key, own[key])
                if value is not NOTHING:
                    result[key] = value

    def order(self, name, keys):
        """The order in which keys are drawn: those first that others depend on."""
        first = self.known.get("first", {}).get(name, [])
        return sorted(keys, key=lambda key: first.index(key) if key in first else len(first))

    def fit(self, mapping, schema, needed):
        """Takes keys out until the mapping fits the schema's conditions."""
        together = self.schema.together(schema)
        for key, other in schema.get("dependentSchemas", {}).items():
            if key in mapping and key not in needed and not self.schema.fits(mapping, other):
                del mapping[key]
        while together and not self.schema.fits_together(mapping, together):
            free = [key for key in mapping if key not in needed]
            if not free:
                return
            self.random.shuffle(free)
            guilty = [
                key for key in free
                if self.schema.fits_together({k: v for k, v in mapping.items() if k != key}, together)
            ]
            del mapping[(guilty or free)[0]]

    def anything(self, depth=2):
        """Any JSON, but null, which is no value in a drop-in."""
        kind = self.random.randrange(6 if depth else 4)
        if kind == 0:
            return self.random.randrange(100)
        if kind == 1:
            return self.chance(0.5)
        if kind == 2:
            return self.choice([0.5, 2.25, -1])
        if kind == 3:
            return self.word()
        if kind == 4:
            return [self.anything(depth - 1) for _ in range(self.random.randrange(3))]
        return {self.word(): self.anything(depth - 1) for _ in range(self.random.randrange(3))}

    def word(self):
        return "".join(self.choice(string.ascii_lowercase) for _ in range(self.random.randint(2, 6)))

    def _object(self, schema):
        result = {}
        for _ in range(self.random.randint(1, 3)):
            name = self.of(schema.get("propertyNames", True))
            value = self.of(schema.get("additionalProperties", True))
            if isinstance(name, str) and value is not NOTHING:
                result[name] = value
        return result

    def _array(self, schema):
        result, number = [], max(schema.get("minItems", 0), self.random.randint(0, 3))
        for _ in range(number):
            item = self.of(schema.get("items", True))
            if item is not NOTHING and not (schema.get("uniqueItems") and item in result):
                result.append(item)
        # Where none of its items can be had, the list cannot.
        return result if len(result) >= schema.get("minItems", 0) and (result or not number) else NOTHING

    def _integer(self, schema):
        low, high = schema.get("minimum", 0), schema.get("maximum", 1 << 31)
        return self.choice([low, high, self.random.randint(low, min(high, low + 10)), self.random.randint(low, high)])

    def _number(self, schema):
        low, high = schema.get("minimum", 0), schema.get("maximum", 100)
        return self.choice([low, high, round(self.random.uniform(low, high), 2)])

    def _boolean(self, schema):
        return self.chance(0.5)

    def _string(self, schema):
        if "pattern" not in schema:
            return self.word()
        for _ in range(50):
            text = self.text_of(schema["pattern"])
            if self.schema.fits(text, schema):
                return text
        return NOTHING

    def text_of(self, pattern):
        """A text that matches a regular expression."""
        return "".join(self._parts(parser.parse(pattern)))

    def _parts(self, parsed):
        for kind, value in parsed:
            kind = str(kind)
            if kind == "LITERAL":
                yield chr(value)
            elif kind == "IN":
                yield self._one_of(value)
            elif kind == "ANY" or kind == "NOT_LITERAL":
                yield self.choice(string.ascii_lowercase)
            elif kind in ("MAX_REPEAT", "MIN_REPEAT"):
                least, most, inner = value
                for _ in range(self.random.randint(least, min(most, least + 3))):
                    yield from self._parts(inner)
            elif kind == "SUBPATTERN":
                yield from self._parts(value[3])
            elif kind == "BRANCH":
                yield from self._parts(self.choice(value[1]))

    def _one_of(self, ranges):
        """A character of a class such as [^a-z0-9]."""
        accepted, is_negated = set(), False
        for kind, value in ranges:
            kind = str(kind)
            if kind == "NEGATE":
                is_negated = True
            elif kind == "LITERAL":
                accepted.add(chr(value))
            elif kind == "RANGE":
                accepted |= {chr(code) for code in range(value[0], min(value[1], 0x7F) + 1)}
            elif kind == "CATEGORY":
                accepted |= set(string.whitespace)
        usual = set(string.ascii_letters + string.digits + "_-.")
        return self.choice(sorted(usual - accepted if is_negated else accepted))

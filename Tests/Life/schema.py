"""The schema of a configuration: its mappings, and whether a value fits."""

import json
import os
import re

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../config/slipway.schema.json")

TYPES = {
    "string": str, "boolean": bool, "array": list, "object": dict, "null": type(None),
    "integer": int, "number": (int, float),
}
# What holds for a mapping as a whole, and not for one of its keys.
TOGETHER = (
    "dependentSchemas", "dependentRequired", "if", "then", "oneOf", "anyOf", "allOf", "not", "minProperties",
    "required",
)


class Schema:
    def __init__(self, path=PATH):
        with open(path) as file:
            self.root = json.load(file)
        self.defs = self.root["$defs"]
        self.patterns = {}

    def mappings(self):
        """The names of all that is a mapping with keys of its own."""
        return [name for name, schema in self.defs.items() if "properties" in schema and schema.get("type") == "object"]

    def keys(self):
        """All keys, as "MAPPING.KEY"."""
        return [f"{name}.{key}" for name in self.mappings() for key in self.defs[name]["properties"]]

    def target(self, schema):
        """The name of what a schema refers to, or None."""
        return schema["$ref"].rpartition("/")[2] if isinstance(schema, dict) and "$ref" in schema else None

    def fits(self, value, schema):
        """Whether a value is one that a schema accepts."""
        if schema in (True, {}):
            return True
        if schema is False:
            return False
        if "$ref" in schema and not self.fits(value, self.defs[self.target(schema)]):
            return False
        if "type" in schema and not self._is_of(value, schema["type"]):
            return False
        if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
            return False
        if isinstance(value, str):
            if "pattern" in schema and not self._matches(value, schema["pattern"]):
                return False
            if len(value) > schema.get("maxLength", len(value)):
                return False
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            if value < schema.get("minimum", value) or value > schema.get("maximum", value):
                return False
        elif isinstance(value, list) and not self._list_fits(value, schema):
            return False
        elif isinstance(value, dict) and not self._mapping_fits(value, schema):
            return False
        return self.fits_together(value, schema)

    def fits_together(self, value, schema):
        """Whether a value keeps the conditions of a schema on all of it, whatever its single keys are."""
        if isinstance(value, dict):
            if any(key not in value for key in schema.get("required", [])):
                return False
            if len(value) < schema.get("minProperties", 0):
                return False
            for key, others in schema.get("dependentRequired", {}).items():
                if key in value and any(other not in value for other in others):
                    return False
            for key, other in schema.get("dependentSchemas", {}).items():
                if key in value and not self.fits(value, other):
                    return False
        if "not" in schema and self.fits(value, schema["not"]):
            return False
        if "oneOf" in schema and sum(self.fits(value, other) for other in schema["oneOf"]) != 1:
            return False
        if "anyOf" in schema and not any(self.fits(value, other) for other in schema["anyOf"]):
            return False
        if not all(self.fits(value, other) for other in schema.get("allOf", [])):
            return False
        if "if" in schema:
            return self.fits(value, schema.get("then" if self.fits(value, schema["if"]) else "else", True))
        return True

    def together(self, schema):
        return {key: schema[key] for key in TOGETHER if key in schema}

    def _is_of(self, value, types):
        for name in types if isinstance(types, list) else [types]:
            if isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool)):
                return True
        return False

    def _matches(self, value, pattern):
        if pattern not in self.patterns:
            self.patterns[pattern] = re.compile(pattern)
        return self.patterns[pattern].search(value) is not None

    def _list_fits(self, value, schema):
        first = schema.get("prefixItems", [])
        if len(value) < schema.get("minItems", 0):
            return False
        if schema.get("uniqueItems") and len({json.dumps(item) for item in value}) < len(value):
            return False
        if not all(self.fits(item, other) for item, other in zip(value, first)):
            return False
        return "items" not in schema or all(self.fits(item, schema["items"]) for item in value[len(first):])

    def _mapping_fits(self, value, schema):
        own = schema.get("properties", {})
        for key, item in value.items():
            if "propertyNames" in schema and not self.fits(key, schema["propertyNames"]):
                return False
            if key in own:
                if not self.fits(item, own[key]):
                    return False
            elif any(self._matches(key, pattern) for pattern in schema.get("patternProperties", {})):
                continue
            elif not self.fits(item, schema.get("additionalProperties", True)):
                return False
        return True

    def visit(self, value, schema=None, path=(), name=None):
        """Each mapping of a configuration: (its name in the schema, the mapping itself, the path to it)."""
        schema = self.root if schema is None else schema
        if not isinstance(schema, dict):
            return
        name = self.target(schema) or name
        while "$ref" in schema and not ("properties" in schema or "items" in schema):
            name = self.target(schema)
            schema = self.defs[name]
        for other in schema.get("oneOf", []):
            is_schema_of_its_own = "$ref" in other or "type" in other or "oneOf" in other
            if is_schema_of_its_own and self.fits(value, other):
                yield from self.visit(value, other, path, name)
                return
        if isinstance(value, dict):
            own = schema.get("properties", {})
            if own and schema.get("type") == "object" and name in self.defs:
                yield name, value, path
            for key, item in value.items():
                yield from self.visit(item, own.get(key, schema.get("additionalProperties", True)), path + (key,))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                yield from self.visit(item, schema.get("items", True), path + (index,))

"""A configuration without some of its parts, and with nothing that refers to them."""

import copy
import re

from bodies import walk
from plan import REFERENCE


def names(configuration):
    """The operations at any depth, and the kinds, that are in it: the outer ones first."""
    operations = [("operations", name) for name, _, _ in walk(configuration.get("operations"))]
    return operations + [("actions", name) for name in configuration.get("actions") or {}]


def without_names(configuration, gone):
    """A copy without these operations and kinds; edges and values of them go, too."""
    result = copy.deepcopy(configuration)
    for name, _, holder in list(walk(result.get("operations"))):
        if ("operations", name) in gone:
            holder.pop(name, None)
    for name in list(result.get("actions") or {}):
        if ("actions", name) in gone:
            del result["actions"][name]
    if not result.get("actions", True):
        del result["actions"]
    return _pruned(result, {name for mapping, name in gone if mapping == "operations"})


def _pruned(value, gone):
    if isinstance(value, dict):
        result = {}
        for key, item in value.items():
            if key in ("requires", "after") and isinstance(item, list):
                item = [one for one in item if (one if isinstance(one, str) else one.get("name")) not in gone]
                if not item:
                    continue
            if not _refers(item, gone):
                result[key] = _pruned(item, gone)
        return result
    if isinstance(value, list):
        return [_pruned(item, gone) for item in value if not _refers(item, gone)]
    return value


def _refers(value, gone):
    return isinstance(value, str) and bool(gone & set(re.findall(REFERENCE, value)))


def paths(configuration, schema):
    """The keys of all mappings that the schema knows, as paths, the outer ones first."""
    found = [path + (key,) for _, mapping, path in schema.visit(configuration) for key in mapping]
    return sorted(found, key=len)


def without_paths(configuration, gone):
    result = copy.deepcopy(configuration)
    for path in sorted(gone, key=len, reverse=True):
        holder = result
        try:
            for part in path[:-1]:
                holder = holder[part]
            del holder[path[-1]]
        except (KeyError, IndexError, TypeError):
            # Another configuration of the same life may not have it, or it went with what is around it.
            continue
    return result

"""Cuts a broken life down to the shortest one that still breaks its rule, and prints that for a person."""

import copy
import json

import events


def show(options, broken, live):
    """Minimises the first breach of each rule."""
    seen = set()
    for result in broken:
        rule = result["breaches"][0][0]
        if rule in seen or not result.get("life"):
            continue
        seen.add(rule)
        print(f"\nSeed {result['seed']}, {rule}: cutting it down …", flush=True)
        shortest, certain = minimised(options, result["seed"], result["life"], rule, live)
        if not certain:
            print("  it did not show again in three repetitions; the record is all there is")
            continue
        print(described(shortest))


def minimised(options, seed, life, rule, live, tries=3):
    """The shortest life found, and whether the rule broke again at all."""

    def breaks(candidate):
        for _ in range(tries):
            result = live((options, seed, candidate))
            if any(name == rule for name, _ in result["breaches"]):
                return True
        return False

    if not breaks(life):
        return life, False
    life = dict(life)
    # Halves first, then quarters, down to single events.
    size = max(1, len(life["steps"]) // 2)
    while True:
        place, has_shrunk = 0, False
        while place < len(life["steps"]):
            candidate = dict(life, steps=life["steps"][:place] + life["steps"][place + size :])
            if breaks(candidate):
                life, has_shrunk = candidate, True
            else:
                place += size
        if size == 1 and not has_shrunk:
            break
        size = max(1, size // 2)
    return dict(life, configuration=_smaller(life, breaks)), True


def _smaller(life, breaks):
    """The configuration without the operations and kinds that the breach does not need."""
    configuration = life["configuration"]
    for mapping in ("operations", "actions"):
        for name in list(configuration.get(mapping) or {}):
            candidate = copy.deepcopy(configuration)
            del candidate[mapping][name]
            if breaks(dict(life, configuration=candidate)):
                configuration = candidate
    return configuration


def described(life):
    """A configuration and steps to type."""
    lines = ["", "life.yaml:", json.dumps(life["configuration"], indent=1), "", "Steps:"]
    for number, step in enumerate(life["steps"], 1):
        lines.append(f"{number:3}. {events.typed(step)}")
        if "configuration" in step:
            lines.append(json.dumps(step["configuration"], indent=1))
    return "\n".join(lines)

"""Cuts a broken life down to the shortest one that still breaks its rule, and prints that for a person."""

import concurrent.futures
import json
import math
import os
import shutil
import time

import by_hand
import cutting
import packing
import workers

# So long a broken rule is looked into, in seconds: half of it for the events at most, the rest for the configuration.
SECONDS = 300
# So often a life is repeated that may not break it each time.
MOST_TRIES = 5


def show(options, broken, live):
    """Minimises the first breach of each rule. Returns how many of these rules broke again."""
    seen, again = set(), 0
    for result in broken:
        rule = result["breaches"][0][0]
        if rule in seen or not result.get("life"):
            continue
        seen.add(rule)
        print(f"\nSeed {result['seed']}, {rule}: it is repeated, and cut down …", flush=True)
        with by_hand.place(options.bin) as place:
            again += minimised(Trials(options, result["seed"], rule, live, place), result) is not None
    return again


def minimised(trials, result):
    """The shortest life found; None if the rule does not break again."""
    whole = result["life"]
    # What came after the breach is needed only if that comes again later than it did.
    ends = [end for end, breach in zip(result.get("events until") or [], result["breaches"]) if breach[0] == trials.rule]
    for end in sorted({min(ends, default=len(whole["steps"])), len(whole["steps"])}):
        life = dict(whole, steps=whole["steps"][:end])
        often, total = trials.repeated(life)
        print(f"  of {total} repetitions of its first {end} events {often} broke it again", flush=True)
        if often:
            break
    else:
        print("  it needs a chance that did not come again; its record is all there is")
        return None
    trials.tries = min(MOST_TRIES, max(2, tries(often / total)))
    life = shortest_end(trials, life)
    steps = cut(trials, life["steps"], lambda kept: dict(life, steps=kept))
    life = dict(life, steps=steps)
    print(f"  after {trials.passed():.0f} s {len(steps)} of its events are left", flush=True)
    trials.limit = SECONDS
    life = smaller(trials, life)
    often, total = trials.repeated(life, 1)
    path = f"{trials.options.keep}/life-{trials.options.world}-{trials.seed}-least.json"
    with open(path, "w") as file:
        json.dump({"seed": trials.seed, "breaches": [[trials.rule, ""]], "life": life}, file)
    print(f"  after {trials.lived} lives in {trials.passed():.0f} s: of {total} repetitions of the shortest {often} break it; "
          f"it is in {path}\n")
    print(by_hand.script(life, trials.place, trials.options))
    return life


def tries(share):
    """How often a life is lived so that nine of ten that break the rule in this share of them are seen to."""
    return 1 if share >= 1 else max(1, math.ceil(math.log(0.1) / math.log(1 - share)))


class Trials:
    """Lives that may break a rule, some at a time, until the time for them is over."""

    def __init__(self, options, seed, rule, live, place):
        self.options = options
        self.seed = seed
        self.rule = rule
        self.live = live
        self.place = place
        self.tries = 1
        self.lived = 0
        self.began = time.monotonic()
        self.limit = SECONDS / 2
        self.checked = {}

    def passed(self):
        return time.monotonic() - self.began

    def is_over(self):
        return self.passed() > self.limit

    @property
    def wave(self):
        """So many different lives are tried at a time."""
        return max(1, self.options.jobs // self.tries)

    def repeated(self, life, rounds=2):
        """How often a life breaks the rule, and of how many times."""
        often = total = 0
        for _ in range(rounds):
            found = self.outcomes([life] * self.options.jobs)
            often, total = often + sum(found), total + len(found)
            if often:
                break
        return often, total

    def first(self, candidates):
        """The place of the first of these lives that breaks the rule, or None."""
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as threads:
            are_accepted = list(threads.map(self.is_accepted, candidates))
        able = [number for number, is_accepted in enumerate(are_accepted) if is_accepted]
        for place in range(0, len(able), self.wave):
            some = able[place : place + self.wave]
            if self.is_over():
                return None
            found = self.outcomes([candidates[number] for number in some for _ in range(self.tries)])
            for index, number in enumerate(some):
                if any(found[index * self.tries : (index + 1) * self.tries]):
                    return number
        return None

    def outcomes(self, lives):
        """Whether each of them breaks the rule."""
        self.lived += len(lives)
        found = {}
        for number, result in workers.results(self.live, [(self.options, self.seed, life) for life in lives], self.options.jobs):
            if result.get("folder"):
                shutil.rmtree(result["folder"], ignore_errors=True)
            found[number] = any(name == self.rule for name, _ in result["breaches"])
        return [found[number] for number in sorted(found)]

    def is_accepted(self, life):
        """Whether `slipway check` takes its configurations, but for those that are meant to be wrong."""
        return all(self.is_right(one) for one in [life["configuration"]] + [
            step["configuration"] for step in life["steps"] if "configuration" in step and step["manner"] != "wrong"])

    def is_right(self, configuration):
        text = json.dumps(packing.unpacked(configuration, self.place), indent=1)
        if text not in self.checked:
            self.checked[text] = not self.place.check(text)
        return self.checked[text]


def shortest_end(trials, life):
    """The last events alone, if they break the rule: none of them, one, two, four, and so on, as short lives are quick."""
    sizes = [0]
    while sizes[-1] < len(life["steps"]) // 2:
        sizes.append(max(1, 2 * sizes[-1]))
    ends = [end_of(life, size) for size in sizes]
    number = trials.first(ends)
    return life if number is None else ends[number]


def end_of(life, size):
    """A life of the last events, from the configuration on that was in service before them."""
    place = len(life["steps"]) - size
    written = [step["configuration"] for step in life["steps"][:place] if step.get("manner") == "valid" and "configuration" in step]
    return {"configuration": written[-1] if written else life["configuration"], "steps": life["steps"][place:]}


def cut(trials, parts, make):
    """The fewest of the parts of which `make` makes a life that breaks the rule: halves go first, then quarters, down
    to single ones."""
    size = max(1, len(parts) // 2)
    while parts and not trials.is_over():
        place, has_shrunk = 0, False
        while place < len(parts) and not trials.is_over():
            kept = [parts[:at] + parts[at + size :] for at in range(place, len(parts), size)][: trials.wave]
            number = trials.first([make(one) for one in kept])
            if number is None:
                place += size * len(kept)
            else:
                parts, place, has_shrunk = kept[number], place + number * size, True
        if size == 1 and not has_shrunk:
            break
        size = max(1, size // 2)
    return parts


def smaller(trials, life):
    """The life with the operations, kinds and keys alone that the breach needs."""
    every = cutting.names(life["configuration"])

    def with_names(kept):
        gone = set(every) - set(kept)
        return _changed(life, lambda configuration: cutting.without_names(configuration, gone))

    life = with_names(cut(trials, every, with_names))
    # A key that its mapping has to have does not go without that.
    schema, real = trials.place.schema, packing.unpacked(life["configuration"], trials.place)
    keys = [path for path in cutting.paths(real, schema) if schema.fits(cutting.without_paths(real, [path]), schema.root)]

    def with_keys(kept):
        gone = set(keys) - set(kept)
        return _changed(life, lambda configuration: cutting.without_paths(configuration, gone))

    return with_keys(cut(trials, keys, with_keys))


def _changed(life, change):
    """A life with its configuration, and those of its edits, changed in the same way."""
    steps = [dict(step, configuration=change(step["configuration"])) if "configuration" in step else step for step in life["steps"]]
    return dict(life, configuration=change(life["configuration"]), steps=steps)

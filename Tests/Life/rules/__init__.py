"""What must hold in every life. A rule is a function over what was seen, which yields a sentence for each breach."""

import traceback
from dataclasses import dataclass

RULES = {}


@dataclass(frozen=True)
class Breach:
    rule: str
    words: str

    def __str__(self):
        return f"{self.rule}: {self.words}"


def rule(function):
    """Registers a rule; its docstring is the promise."""
    RULES[function.__name__] = function
    return function


def judge(life):
    """The breaches of all rules in a life."""
    from rules.seen import Seen

    seen = Seen(life)
    breaches = []
    for name, function in RULES.items():
        try:
            found = list(function(seen))
        except Exception:
            found = [f"the rule itself failed: {traceback.format_exc()}"]
        breaches += [Breach(name, words) for words in found[:3]]
    return breaches


from rules import actions, daemon, ends, launch, programs, reloads, room, strangers, told, unit, urls, values, views  # noqa: E402,F401

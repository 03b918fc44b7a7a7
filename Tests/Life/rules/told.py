"""What the daemon writes about its launch actions: each end once."""

import collections
import re

from rules import rule

END = re.compile(r"^Action '[^']*' \((\w+)\) (?:done|failed|cancelled|expired|superseded|interrupted)\b.*", re.MULTILINE)


@rule
def an_end_is_told_once(seen):
    """The end of an action is written once by a daemon, also of one that went over to another generation."""
    for fact in seen.of("exited"):
        told = collections.Counter(match[1] for match in END.finditer(fact.output))
        for identity, often in told.items():
            if often > 1:
                lines = [match[0][:200] for match in END.finditer(fact.output) if match[1] == identity]
                yield f"boot {fact.boot} told the end of action {identity} {often} times: {'; '.join(lines)}"

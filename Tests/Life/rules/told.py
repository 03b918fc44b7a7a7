"""What the daemon writes about its launch actions: each end once."""

import re

from rules import rule

# Of a failed attempt the number makes it another one.
END = re.compile(r"^Action '[^']*' \((\w+)\) (?:(?:was )?(?:done|failed|cancelled|expired|superseded|interrupted)\b"
                 r"|is tried again, (attempt \d+)).*", re.MULTILINE)


@rule
def an_end_is_told_once(seen):
    """The end of an action, and of each of its attempts that is tried again, is written once by a daemon, also of one
    that went over to another generation."""
    for fact in seen.of("exited"):
        told = {}
        for match in END.finditer(fact.output):
            told.setdefault(match.groups(), []).append(match[0][:200])
        for (identity, attempt), lines in told.items():
            if len(lines) > 1:
                yield f"boot {fact.boot} told the end of {attempt or 'action'} {identity} {len(lines)} times: {'; '.join(lines)}"

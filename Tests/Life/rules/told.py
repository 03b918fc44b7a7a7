"""What the daemon writes about its launch actions: each end once."""

import re

from rules import rule

END = re.compile(r"^Action '[^']*' \((\w+)\) (?:(?:was )?(?:done|failed|cancelled|expired|superseded|interrupted)\b"
                 r"|(is tried again(?:, attempt \d+)?)).*", re.MULTILINE)


@rule
def an_end_is_told_once(seen):
    """The end of an action, and of each of its attempts that is tried again, is written once by a daemon, also of one
    that went over to another generation."""
    for fact in seen.of("exited"):
        told = {}
        for match in END.finditer(fact.output):
            told.setdefault(match.groups(), []).append(match[0][:200])
        for (identity, again), lines in told.items():
            # What was interrupted has no number, and fails at the third time.
            if len(lines) > (2 if again == "is tried again" else 1):
                yield f"boot {fact.boot} told {len(lines)} times of action {identity}: {'; '.join(lines)}"

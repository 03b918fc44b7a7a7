"""Values: a kept one is never older than it may be, and belongs to who asks."""

from rules import rule


@rule
def what_is_told_as_ended_left_a_message(seen):
    """An operation that failed says why."""
    for fact in seen.of("snapshot"):
        for operation in (fact.status or {}).get("failed", []) or []:
            if isinstance(operation, dict) and not operation.get("message"):
                yield f"'{operation.get('name')}' failed, and the status says nothing of it"

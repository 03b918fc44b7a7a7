"""A full disk refuses what is new while it is full, and no longer."""

from rules import rule

# A disk that has room again is found by a look now and then.
LONGEST = 10


@rule
def once_there_is_room_it_is_used(seen):
    """What is new is refused for a full disk only while that is full, and for a moment after it."""
    disk = seen.of("disk")
    for fact in seen.of("sent"):
        if fact.outcome != "refused" or "disk is full" not in (fact.words or ""):
            continue
        earlier = [one for one in disk if one.at <= fact.at]
        if not earlier or not earlier[-1].full and earlier[-1].at < fact.began - LONGEST:
            since = f"has had room since {earlier[-1].at:.2f}" if earlier else "was never full"
            yield f"an action was refused at {fact.at:.2f} for its full disk, which {since}: {fact.words[:300]}"

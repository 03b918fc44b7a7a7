"""What senders were told of their actions, held against what the store has."""

ENDED = {"done", "failed", "cancelled", "expired", "superseded", "interrupted"}


def faults(told, records):
    """The broken rules, as sentences. `told`: kind, identity and last state by the sender's name for an action;
    `records`: what is listed, by identity."""
    for name, (kind, identity, state) in told.items():
        record = records.get(identity)
        if record is None:
            yield f"{kind} {name} was accepted as {identity} and is lost"
        elif record["state"] not in ENDED:
            yield f"{name} has not ended: {record['state']}"
        elif state in ENDED and record["state"] != state:
            yield f"{name}: its sender was told {state}; it is {record['state']}"

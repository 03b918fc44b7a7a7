"""The rules of a campaign that were broken."""

broken = []
# So many are printed; all are counted.
SHOWN = 100


def complain(words):
    broken.append(words)
    if len(broken) <= SHOWN:
        print("BROKEN:", words, flush=True)


def expect(words, holds, detail=""):
    """Prints a line for a promise, whether it holds or not."""
    print(("ok " if holds else "BROKEN ") + words + (f": {detail}" if detail else ""), flush=True)
    if not holds:
        broken.append(words)

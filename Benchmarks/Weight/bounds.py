"""The bounds of the weight: a file with a line for each, its name and the greatest number that it may have."""

HEAD = """\
# What Slipway may weigh: `make weight` fails where something is above its bound. Written by `run --write`, 5 % above
# what there was (page faults, and the threads of the storefront: 10 %). To be written anew, in a commit that says why,
# when something has become lighter, or has to be heavier.
"""
MARGIN = 5
MARGINS = {
    # The libraries of the machine lie in its page cache in pieces, whose size is chance.
    "page faults": 10,
    # On a machine that is very busy one more is begun, as the one before it has not ended.
    "storefront until READY: threads begun": 10,
}


def lines(path):
    """The names and numbers of a file; a name may have spaces."""
    with open(path) as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if len(words) < 2 or not words[-1].isdigit():
                raise SystemExit(f"{path}:{number}: '{line.strip()}' is no name and a number")
            yield " ".join(words[:-1]), int(words[-1])


def read_counts(path):
    return dict(lines(path))


read_bounds = read_counts


def margin(name):
    return next((MARGINS[end] for end in MARGINS if name.endswith(end)), MARGIN)


def write_bounds(path, counts):
    with open(path, "w") as file:
        file.write(HEAD)
        for name, count in counts.items():
            file.write(f"{name:<44} {count * (100 + margin(name)) // 100:>11}\n")


def compare(counts, bounds):
    """The table of what was counted, and what is wrong with it, in words."""
    rows, faults = [f"{'what':<44} {'counted':>11} {'bound':>11}"], []
    for name, count in counts.items():
        bound = bounds.get(name)
        words = "none" if bound is None else f"{bound:,}"
        mark = ""
        if bound is None:
            faults.append(f"{name}: there is no bound")
        elif count > bound:
            mark = "  TOO MUCH"
            excess = (count - bound) * 100 / bound if bound else 100
            faults.append(f"{name}: {count:,} is {count - bound:,} ({excess:.1f} %) above {bound:,}")
        rows.append(f"{name:<44} {count:>11,} {words:>11}{mark}")
    faults += [f"{name}: has a bound, and was not counted" for name in bounds if name not in counts]
    return "\n".join(rows), faults

"""Processes, as /proc has them. One that has ended meanwhile has no name, no words and no children."""

import os
import signal


def _read(pid, name):
    try:
        with open(f"/proc/{pid}/{name}", "rb") as file:
            return file.read()
    except OSError:
        return b""


def every():
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]


def name(pid):
    return _read(pid, "comm").decode(errors="replace").strip()


def words(pid):
    """The words of its command."""
    return _read(pid, "cmdline").decode(errors="replace").split("\0")[:-1]


def line(pid):
    """Its command in a line, as far as it is worth showing."""
    return " ".join(words(pid))[:200]


def variables(pid):
    return _read(pid, "environ").split(b"\0")


def parent(pid):
    facts = _facts(pid)
    return int(facts[1]) if facts else None


def is_there(pid):
    """Whether it lives: one that has ended, and waits for its parent, does not."""
    return _facts(pid)[:1] not in ([], ["Z"])


def _facts(pid):
    """The fields behind the name, which may have spaces: state, parent, …"""
    return _read(pid, "stat").decode(errors="replace").rpartition(")")[2].split()


def children(pid):
    """Those that it has started or that were left to it, also such as have ended; of whichever of its threads."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    return [int(child) for thread in threads for child in _read(pid, f"task/{thread}/children").split()]


def chain(pid, end="slipwayd"):
    """The process and the first children below it, down to the one with that name; all that there are where it has none."""
    found = []
    while pid is not None and len(found) < 5:
        found.append(pid)
        if name(pid) == end:
            break
        pid = next(iter(children(pid)), None)
    return found


def marked(mark):
    """The living processes with a variable, NAME=VALUE."""
    return [pid for pid in every() if mark.encode() in variables(pid) and is_there(pid)]


def kill(pids, number=signal.SIGKILL):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

"""What runs short for the daemon, and is there again a moment later: descriptors, memory, and with that threads.

A limit on processes (RLIMIT_NPROC) does not hold root: only the world of another user has that. But a thread needs a
stack, so that without address space none begins, root's neither.
"""

import os
import resource

from events import event
from record import now

MEBIBYTE = 1 << 20
OF_ROOT = "a limit on processes does not hold root"
OF_A_USER = "how many processes the user of a unit has is not known outside of it"


def short(life, of, limit, value, seconds):
    """The daemon has a lower limit for a while; processes that it starts meanwhile keep that."""
    pid = life.world.main_process()
    try:
        before = resource.prlimit(pid, limit)
        resource.prlimit(pid, limit, (value(pid), before[1]))
        began = now()
        life.pause(seconds)
        resource.prlimit(pid, limit, before)
        life.record.add("short", began, of=of)
    except (OSError, ValueError, TypeError):
        # It ends, or has ended.
        pass


def typed(option, value, seconds):
    return (f"p=$(main); n=$(prlimit --pid $p --{option} --noheadings --output SOFT); "
            f"prlimit --pid $p --{option}={value}:; sleep {seconds}; prlimit --pid $p --{option}=$n:")


@event(1.5)
class FewDescriptors:
    """The daemon may open only so many descriptors more, for a while."""

    @staticmethod
    def draw(life):
        return {"more": life.random.choice([0, 1, 3, 8]), "seconds": life.random.choice([0.1, 0.5])}

    @staticmethod
    def carry(life, step):
        def value(pid):
            return max(int(name) for name in os.listdir(f"/proc/{pid}/fd")) + 1 + step["more"]

        short(life, "descriptors", resource.RLIMIT_NOFILE, value, step["seconds"])

    @staticmethod
    def typed(step):
        return typed("nofile", f"$(($(ls /proc/$p/fd | sort -n | tail -1) + 1 + {step['more']}))", step["seconds"])


@event(2, lacks={"foreground": OF_ROOT, "container": OF_ROOT, "unit": OF_A_USER, "machine": OF_A_USER})
class FewProcesses:
    """The daemon's user may have only so many processes and threads more, for a while."""

    @staticmethod
    def draw(life):
        return {"more": life.random.choice([0, 0, 1, 3]), "seconds": life.random.choice([0.1, 0.5])}

    @staticmethod
    def carry(life, step):
        short(life, "processes", resource.RLIMIT_NPROC, lambda pid: life.world.tasks() + step["more"], step["seconds"])

    @staticmethod
    def typed(step):
        return typed("nproc", f"$(($(ps -L -U $(ps -o ruid= $p) -o pid= | wc -l) + {step['more']}))", step["seconds"])


@event(1)
class LittleMemory:
    """The daemon gets only so many mebibytes of address space more, for a while: for threads it is too little."""

    @staticmethod
    def draw(life):
        return {"more": life.random.choice([2, 4, 7, 12]), "seconds": life.random.choice([0.1, 0.5])}

    @staticmethod
    def carry(life, step):
        def value(pid):
            with open(f"/proc/{pid}/statm") as file:
                return int(file.read().split()[0]) * resource.getpagesize() + step["more"] * MEBIBYTE

        short(life, "memory", resource.RLIMIT_AS, value, step["seconds"])

    @staticmethod
    def typed(step):
        value = f"$(($(cut -d' ' -f1 /proc/$p/statm) * $(getconf PAGESIZE) + {step['more'] * MEBIBYTE}))"
        return typed("as", value, step["seconds"])

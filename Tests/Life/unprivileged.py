"""A world in which the daemon is no root: a user of its own for each life, whom limits of the kernel hold."""

import os

from worlds import Foreground

FIRST_USER = 20_000


class Unprivileged(Foreground):
    """slipwayd in the foreground, with the rights of a user who is nobody else."""

    name = "user"

    def __init__(self, place, record, random):
        super().__init__(place, record, random)
        # Lives that run at the same time do not share what their users may have.
        self.user = FIRST_USER + place.seed % 10_000
        place.become = ["setpriv", "--reuid", str(self.user), "--regid", str(self.user), "--clear-groups"]
        place.isRoot = False
        for folder, folders, files in os.walk(place.folder):
            for name in (".", *folders, *files):
                os.lchown(os.path.join(folder, name), self.user, self.user)

    def command(self):
        return [*self.place.become, *super().command()]

    def tasks(self):
        """How many processes and threads the user has, as its limit counts them."""
        return sum(threads for uid, threads in map(_status, filter(str.isdigit, os.listdir("/proc"))) if uid == self.user)


def _status(pid):
    """The real user and the number of threads of a process."""
    try:
        with open(f"/proc/{pid}/status") as file:
            words = dict(line.split(":", 1) for line in file)
        return int(words["Uid"].split()[0]), int(words["Threads"])
    except (OSError, KeyError, ValueError):
        return None, 0

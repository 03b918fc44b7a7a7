"""Activation sockets, as systemd passes them: the control socket, and those that programs take by name."""

import os
import socket

NAMES = ("web", "extra")


class Sockets:
    """The sockets of a place. They stay while its daemons come and go, as those of a socket unit do.

    A socket that no program takes is a control socket to slipwayd, so all are Unix sockets; with them it gets no
    `--socket`.
    """

    def __init__(self, place):
        self.paths = {"varlink": place.socket, **{name: f"{place.folder}/{name}.sock" for name in NAMES}}
        self.open = []
        for path in self.paths.values():
            if os.path.exists(path):
                os.unlink(path)
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(path)
            listener.listen(128)
            self.open.append(listener)
        place.sockets = list(NAMES)

    def command(self, command):
        """The command with the variables of sd_listen_fds(3): the process that has them is the daemon itself."""
        variables = f"LISTEN_PID=$$ LISTEN_FDS={len(self.open)} LISTEN_FDNAMES={':'.join(self.paths)}"
        return ["/bin/sh", "-c", f'{variables} exec "$@"', "sh", *command]

    def arguments(self):
        """What Popen needs so that the sockets are the descriptors from 3 on."""
        return {"close_fds": False, "preexec_fn": self._place}

    def _place(self):
        copies = [os.dup2(listener.fileno(), 200 + number) for number, listener in enumerate(self.open)]
        for number, copy in enumerate(copies):
            os.dup2(copy, 3 + number)
            os.close(copy)

    def close(self):
        for listener in self.open:
            listener.close()

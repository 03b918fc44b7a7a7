"""slipwayd of a build with one configuration, in a folder of its own."""

import contextlib
import os
import signal
import subprocess
import tempfile

from harness import place, processes, verdict
from harness.waiting import until


class Daemon:
    # All that a campaign has started.
    all = []

    def __init__(self, bin, folder, name, options=(), before=(), variables=None):
        """`name`: of its file; `options`: further ones of slipwayd; `before`: the beginning of the command, which becomes
        the daemon, or passes signals on to it; `variables`: what it has beside a path and a mark."""
        self.bin, self.folder = bin, folder
        self.options, self.before, self.variables = options, before, variables or {}
        self.configuration = f"{folder}/{name}.yaml"
        self.socket = f"{folder}/socket"
        self.output = f"{folder}/output"
        self.mark = f"CAMPAIGN={folder}"
        self.process = None

    def write(self, text):
        place.write_whole(self.configuration, text)

    def command(self):
        program = [f"{self.bin}/slipwayd", "--config", self.configuration, "--socket", self.socket, *self.options]
        return [*self.before, *program]

    def start(self):
        if self not in self.all:
            self.all.append(self)
        with open(self.output, "ab") as output:
            self.process = subprocess.Popen(
                self.command(), stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                env={"PATH": os.environ["PATH"], **dict([self.mark.split("=", 1)]), **self.variables},
            )

    def said(self):
        return place.read(self.output)

    def is_ended(self):
        return self.process.poll() is not None

    def await_socket(self, seconds=20):
        """Whether there is a socket in time; not once it has ended."""
        until(lambda: os.path.exists(self.socket) or self.is_ended(), seconds, 0.005)
        return os.path.exists(self.socket)

    def slipway(self, *words, timeout=60):
        """What the command says of this service; one that does not come back breaks a rule."""
        command = [f"{self.bin}/slipway", *words, "--socket", self.socket]
        try:
            return subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            verdict.complain(f"'slipway {' '.join(words)}' hangs (in {self.folder})")
            return subprocess.CompletedProcess(command, 124, "", "")

    def family(self):
        """The process that was started, and those below it down to the daemon; none once it has ended."""
        return [] if self.is_ended() else processes.chain(self.process.pid)

    def living(self):
        """What lives of it, and of all that it has started, by a variable that they have."""
        return processes.marked(self.mark)

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self, seconds=None):
        """Its status; None where it does not end in time."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def stop(self, seconds=60):
        """Its status at SIGTERM; None where it does not end in time, and is killed."""
        self.signal(signal.SIGTERM)
        status = self.wait(seconds)
        if status is None:
            self.kill()
        return status

    def kill(self):
        """Kills it and all that it has started."""
        processes.kill([*self.family(), *self.living()])
        self.process.wait()


@contextlib.contextmanager
def folder_for(prefix):
    """A folder that goes once it was used; the daemons in it end before, however that was."""
    with tempfile.TemporaryDirectory(prefix=prefix) as found:
        try:
            yield found
        finally:
            for daemon in [one for one in Daemon.all if one.folder == found]:
                daemon.kill()
                Daemon.all.remove(daemon)


def end_all():
    """Ends what a campaign that was given up has left."""
    for daemon in Daemon.all:
        daemon.kill()

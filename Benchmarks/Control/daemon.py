"""A slipwayd of a build, with one action that costs nothing."""

import os
import signal
import subprocess
import tempfile
import time

CONFIGURATION = """\
name: measured
operations: { begin: { sleep: 1ms } }
actions: { tick: { sleep: 0s } }
"""


class Daemon:
    def __init__(self, folder):
        self.place = tempfile.TemporaryDirectory(prefix="slipway-")
        self.socket = os.path.join(self.place.name, "socket")
        self.log = os.path.join(self.place.name, "log")
        configuration = os.path.join(self.place.name, "measured.yaml")
        with open(configuration, "w") as file:
            file.write(CONFIGURATION)
        program = os.path.join(folder, "slipwayd")
        with open(self.log, "w") as log:
            self.process = subprocess.Popen(
                [program, "--config", configuration, "--socket", self.socket],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        deadline = time.monotonic() + 10
        while "Startup finished" not in self.said():
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"{program} did not start:\n{self.said()}")
            time.sleep(0.01)

    def said(self):
        with open(self.log, errors="replace") as log:
            return log.read()

    def memory(self, name):
        """VmRSS or VmHWM, in MB (10^6 bytes)."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith(name + ":"):
                    return int(line.split()[1]) * 1024 / 1e6
        raise SystemExit(f"slipwayd has ended:\n{self.said()}")

    def end(self):
        """How it ended: 0, as it should, or what Popen has for it."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return "killed"
        finally:
            self.place.cleanup()

"""Where a life is lived: how the daemon is started, found, signalled and ended there."""

import os
import signal
import socket
import subprocess
import threading
import time

import clock
from harness import processes
from place import Place
from sockets import Sockets


class Foreground:
    """slipwayd as a child of the harness. In half of the lives it stands in for systemd: it reads what sd_notify
    sends, and ends what a killed daemon leaves, as a control group does; else it is a shell that starts a program."""

    name = "foreground"
    Clock = clock.Clock
    # How many times longer anything may take.
    slowness = 1
    # Whether a credential that has changed is another one before the next start.
    gives_credentials_anew = True

    @staticmethod
    def place(options, seed):
        return Place(options.world, options.bin, seed)

    def __init__(self, place, record, random):
        self.place = place
        self.is_managed = random.random() < 0.5
        # As a socket unit has it, or bound by the daemon.
        self.sockets = Sockets(place) if self.is_managed and random.random() < 0.7 else None
        self.record = record
        self.process = None
        self.boot = 0
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(place.notify)
        os.chmod(place.notify, 0o666)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        while True:
            try:
                text = self.notify.recv(1 << 16).decode(errors="replace")
            except OSError:
                return
            for line in text.split("\n"):
                key, _, value = line.partition("=")
                if key in ("READY", "STATUS", "STOPPING", "RELOADING", "ERRNO", "WATCHDOG"):
                    self.record.add("notified", boot=self.boot, key=key, value=value)

    def command(self):
        command = [
            f"{self.place.bin}/slipwayd", "--config", self.place.configuration, "--state-directory", self.place.state,
        ]
        return self.sockets.command(command) if self.sockets else [*command, "--socket", self.place.socket]

    def environment(self):
        managed = {"NOTIFY_SOCKET": self.place.notify, "WATCHDOG_USEC": "5000000"} if self.is_managed else {}
        return {
            "PATH": os.environ["PATH"],
            **managed,
            "LIFE_BOOT": str(self.boot),
            "CREDENTIALS_DIRECTORY": self.place.credentials,
            "LIFE_MARK": self.place.folder,
            **self.place.environment,
        }

    def start(self):
        self.boot += 1
        # The watcher of the service; a boot's output is a file of its own.
        self.output = f"{self.place.folder}/output.{self.boot}"
        self.record.add("started", boot=self.boot)
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(
                self.command(), env=self.environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                cwd="/", **(self.sockets.arguments() if self.sockets else {}),
            )

    @property
    def route(self):
        """The variables with which `slipway` finds the service."""
        return {"SLIPWAY_SOCKET": self.place.socket}

    def asked(self, method):
        """The socket that a call goes to."""
        return self.place.socket

    def keep(self, life):
        """Keeps what a life needs to be continued, where it can be."""

    def take_up(self, life):
        """Continues a life. False where it has just begun."""
        return False

    def let_in(self):
        """As an administrator lets other users in."""
        try:
            os.chmod(self.place.socket, 0o666)
        except OSError:
            pass

    def told(self):
        """The latest STATUS, and what else the manager says; None without one."""
        told = [fact for fact in self.record.of("notified") if fact.key == "STATUS" and fact.boot == self.boot]
        return told[-1].value if told else None, None

    def written(self, boot):
        """What the daemon wrote in a boot."""
        with open(self.output, errors="replace") as file:
            return file.read()

    def status(self):
        """How the daemon has ended, or None."""
        return self._told(self.process.poll()) if self.process else None

    def wait(self, seconds, boot):
        """The status of a boot, once it has ended; None where it does not in so many seconds."""
        try:
            return self._told(self.process.wait(seconds))
        except subprocess.TimeoutExpired:
            return None

    def _told(self, status):
        # The reaper before the daemon says it as a shell does.
        return 128 - status if status is not None and status > 128 else status

    def clear(self):
        """What a manager does once the daemon has ended."""
        if self.is_managed:
            self.kill_all()

    def main_process(self):
        """The daemon itself: behind the two processes that reap for it, or the child."""
        last = processes.chain(self.process.pid)[-1]
        return last if processes.name(last) == "slipwayd" else None

    def own(self):
        """The processes of the daemon itself."""
        return {self.process.pid, self.main_process(), *self.reapers()}

    def left(self, boot):
        """The processes that are there after the end of a boot."""
        return self.processes()

    def halt(self):
        """Stops the service, so that nothing starts it before `start` does."""
        self.signal(signal.SIGTERM)

    def reapers(self):
        main = self.main_process()
        return [pid for pid in processes.chain(self.process.pid) if pid != main]

    def outer(self, pid):
        """The process identifier outside of the world, of one that the daemon told."""
        return pid

    def signal(self, number):
        """As a manager does: to the process that it started."""
        if self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self, pids):
        processes.kill([pid for pid in pids if pid])

    def kill_all(self):
        """Kills what there is of this life: what one has started meanwhile is seen by the next look."""
        for _ in range(50):
            left = self.processes()
            if not left:
                break
            self.kill(left)
            time.sleep(0.02)

    def processes(self):
        """The processes of this life, by the mark in their environment."""
        mark, witness = f"LIFE_MARK={self.place.folder}".encode(), self.place.witness
        return [pid for pid in processes.every() if processes.is_there(pid)
                and (mark in processes.variables(pid) or witness in processes.words(pid))]

    def strays(self):
        """The processes that are left of programs which are gone: pairs of a process and whose it is. What a step or a
        handler that went well has left behind may go on."""
        found = []
        for pid in self.processes():
            try:
                words = [word for word in processes.variables(pid) if word.startswith(b"LIFE_BODY=")]
                role, name, body = words[0][10:].decode().split(":")
            except (IndexError, ValueError):
                continue
            outer = self.outer(int(body))
            if role == "program" and (outer is None or not os.path.exists(f"/proc/{outer}")):
                found.append([pid, f"{role} {name} {body}"])
        return found

    def end(self):
        """Ends whatever is left, at the end of a life."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.kill_all()
        self.notify.close()
        if self.sockets:
            self.sockets.close()


class Container(Foreground):
    """slipwayd as process 1 of a PID namespace, as in a container."""

    name = "container"
    Clock = None

    def __init__(self, place, record, random):
        super().__init__(place, record, random)
        self.is_managed = False
        if self.sockets:
            # The variables are for one process, and unshare would be that.
            self.sockets.close()
            self.sockets, place.sockets = None, []
            os.unlink(place.socket)

    def command(self):
        return ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", *super().command()]

    def signal(self, number):
        main = self.main_process()
        if main:
            os.kill(main, number)

    def reapers(self):
        return []

    def outer(self, pid):
        for candidate in self.processes():
            try:
                with open(f"/proc/{candidate}/status") as file:
                    inner = next(line for line in file if line.startswith("NSpid:")).split()[-1]
            except (OSError, StopIteration):
                continue
            if int(inner) == pid:
                return candidate
        return None

"""A service that goes through its phases, and those who ask it meanwhile."""

import os
import random
import signal
import socket
import threading
import time

from harness import wire
from harness.daemon import Daemon
from harness.verdict import complain
from probes.answer import PATHS, Answer, now
from probes.truth import READY, Truth


class Service:
    """A daemon, those who ask it, and what is true of it."""

    def __init__(self, draw, folder, binaries):
        self.draw = draw
        self.folder = folder
        self.kind = draw.choice(["plain", "degraded", "fails", "reload", "bad-reload", "crash"])
        self.answers = []
        self.is_over = threading.Event()
        if draw.random() < 0.5:
            self.place, self.listen = f"{folder}/probes", f"{folder}/probes"
        else:
            with socket.socket() as free:
                free.bind(("127.0.0.1", 0))
                port = free.getsockname()[1]
            self.place, self.listen = ("127.0.0.1", port), f"127.0.0.1:{port}"
        self.daemon = Daemon(binaries, folder, "probed")
        self.write()
        self.daemon.start()

    def write(self, more=""):
        first, last = self.draw.randint(1, 40), self.draw.randint(1, 60)
        lines = [
            "name: probed",
            "grace: 5s",
            f'probes: {{ listen: "{self.listen}" }}',
            "operations:",
            f'  first: {{ sleep: {first}ms, stop: [/bin/sleep, "0.0{self.draw.randint(1, 9)}"] }}',
            f"  last: {{ requires: [first], sleep: {last}ms }}",
        ]
        if self.kind == "degraded":
            lines.append("  extra: { optional: true, requires: [first], exec: [/bin/false] }")
        if self.kind == "fails":
            lines.append("  bad: { requires: [last], exec: [/bin/false] }")
        if self.kind == "crash":
            lines.append("  web: { exec: { command: [/bin/sleep, '1000'], ready: started },")
            lines.append("    ended: restart, restart: { initial: 20ms, attempts: 1000 } }")
        self.daemon.write("\n".join(lines) + "\n" + more)

    def ask(self, seed):
        draw = random.Random(seed)
        while not self.is_over.is_set():
            self.answers.append(Answer(draw.choice(PATHS), self.place))
            # So that there are many rounds.
            time.sleep(draw.random() * 0.004)

    def run(self):
        while True:
            try:
                # The control socket is there before the place of probes, and both before the first operation.
                truth = Truth(self.daemon.socket)
                break
            except (wire.NoAnswer, OSError):
                if self.daemon.is_ended():
                    return complain(f"it has ended: {self.daemon.said()}")
                time.sleep(0.0005)
        while Answer("/live", self.place).status is None:
            if self.daemon.is_ended():
                return complain(f"it has ended: {self.daemon.said()}")
        askers = [threading.Thread(target=self.ask, args=[self.draw.random()]) for _ in range(3)]
        for asker in askers:
            asker.start()
        try:
            self.act(truth)
            status = self.daemon.wait(30)
            if status != (1 if self.kind == "fails" else 0):
                complain(f"{self.kind}: status {status}: {self.daemon.said()}")
        finally:
            self.is_over.set()
            for asker in askers:
                asker.join()
            self.daemon.kill()
            truth.thread.join()
        if truth.ended_at is None:
            complain(f"{self.kind}: Watch did not tell the end: {truth.phases}")
        for answer in self.answers:
            if fault := truth.fault(answer):
                complain(
                    f"{self.kind}: {answer.path} said {answer.status} '{answer.line}', sent at {answer.sent}, "
                    f"arrived {answer.arrived - answer.sent} ns later: {fault}; {truth.phases}"
                )
                break

    def act(self, truth):
        if self.kind == "fails":
            return
        while not any(phase in READY for phase, *_ in truth.phases):
            time.sleep(0.002)
        time.sleep(self.draw.random() * 0.05)
        if self.kind == "crash":
            for _ in range(3):
                programs = wire.call(self.daemon.socket, "GetReport", timeout=60)["parameters"]["launch"]["programs"]
                if pid := programs[0].get("pid"):
                    truth.kills.append(now())
                    os.kill(pid, signal.SIGKILL)
                time.sleep(0.05)
        if self.kind in ("reload", "bad-reload"):
            for _ in range(2):
                more = "  bad: { requires: [last], exec: [/bin/false] }\n" if self.kind == "bad-reload" else ""
                self.write(more)
                reply = wire.call(self.daemon.socket, "Reload", timeout=60)
                if ("error" in reply) != (self.kind == "bad-reload"):
                    complain(f"{self.kind}: {reply}")
        time.sleep(self.draw.random() * 0.05)
        truth.stop = now()
        self.daemon.signal(signal.SIGTERM)

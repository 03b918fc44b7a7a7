"""What is true of a service, and since when."""

import threading

from harness import wire
from probes.answer import now

READY = ("ready", "degraded")


class Truth:
    """The phases of a service, each with the earliest and the latest instant of its beginning."""

    # The wire has microseconds, rounded down.
    ROUNDING = 2_000

    def __init__(self, control):
        self.phases = [("starting", 0, 0)]
        # The instants of kills that have not been told yet, and of what ends the service.
        self.kills = []
        self.stop = 0
        self.ended_at = None
        self.start = None
        self.watch = wire.connect(control, timeout=60)
        wire.send(self.watch, "Watch", {}, more=True)
        self.thread = threading.Thread(target=self.follow)
        self.thread.start()

    def follow(self):
        try:
            for reply in wire.replies(self.watch):
                self.take(reply.get("parameters", {}), now())
        except OSError:
            pass

    def take(self, reply, arrived):
        operation = reply.get("operation", {})
        if operation.get("name") == "bad" and "endedUSec" in operation:
            # The failure of the launch is the same event.
            self.stop = self.start + operation["endedUSec"] * 1000 - self.ROUNDING
        change = reply.get("launch") or reply.get("phase")
        if change is None:
            return
        if "launch" in reply:
            self.start = change["processStartUSec"] * 1000
        phase = change["phase"]
        if phase == self.phases[-1][0]:
            return
        before = self.phases[-1][0]
        if before == "starting" and change.get("readyUSec") is not None:
            at = self.start + change["readyUSec"] * 1000
            began = (at - self.ROUNDING, at + self.ROUNDING)
            self.phases.append((phase if phase in READY else "ready", *began))
            if phase in READY:
                return
        if phase in ("stopped", "failed"):
            at = self.start + change["endedUSec"] * 1000
            self.ended_at = at - self.ROUNDING
            # It may have ended so soon that nobody was told of the stop.
            if before != "stopping":
                self.phases.append(("stopping", self.stop, at + self.ROUNDING))
            self.phases.append((phase, at - self.ROUNDING, at + self.ROUNDING))
            return
        if phase == "degraded" and self.kills:
            earliest = self.kills.pop(0)
        elif phase in READY:
            # Nobody knows when a program is there again, but that it is after it was away.
            earliest = self.phases[-1][1]
        else:
            earliest = self.stop
        self.phases.append((phase, earliest, arrived))

    def held(self, phase, sent, arrived):
        """The phase held at an instant between two others."""
        for index, (name, earliest, _) in enumerate(self.phases):
            latest = self.phases[index + 1][2] if index + 1 < len(self.phases) else float("inf")
            if name == phase and earliest <= arrived and sent <= latest:
                return True
        return False

    def fault(self, answer):
        """Why an answer is not true; None if it is."""
        sent, arrived = answer.sent, answer.arrived
        if answer.status is None:
            return None if self.ended_at and arrived >= self.ended_at else "no answer"
        phase = answer.phase
        if phase is None:
            return "a line that says no phase"
        if not self.held(phase, sent, arrived):
            return f"it was not {phase}"
        has_been_ready = phase != "starting" and any(name in READY for name, *_ in self.phases)
        holds = {"/ready": phase in READY, "/live": True, "/startup": has_been_ready}[answer.path]
        expected = 200 if holds else 503
        return None if answer.status == expected else f"{answer.status} in place of {expected}"

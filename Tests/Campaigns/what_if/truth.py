"""A real launch, as it was told."""

import pathlib
import threading
import time

from harness import wire
from harness.daemon import Daemon, folder_for


class Truth:
    is_over = False

    def __init__(self, bin, configuration, row):
        culprit, trouble = row.get("operation"), row.get("if")
        self.operations, self.actions, self.programs, self.phase = {}, {}, [], {}
        with folder_for("what-if-") as folder:
            path, variables = configuration.write(pathlib.Path(folder), culprit, trouble)
            daemon = Daemon(bin, folder, "what-if", ["--state-directory", f"{folder}/state"], variables=variables)
            daemon.configuration = path
            daemon.start()
            try:
                self.follow(daemon, configuration, row)
            finally:
                daemon.stop(20)
                self.log = daemon.said()

    def follow(self, daemon, configuration, row):
        daemon.await_socket(5)
        threads = [threading.Thread(target=daemon.slipway, args=["send", kind, *payload, "--wait", "accepted"], daemon=True)
                   for kind, payload in configuration.payloads.items()]
        reader = threading.Thread(target=self.read, args=[daemon.socket], daemon=True)
        for thread in [reader, *threads]:
            thread.start()
        end = time.monotonic() + row.get("afterUSec", 0) / 1e6 + 12
        ready = None
        while time.monotonic() < end and reader.is_alive():
            time.sleep(0.02)
            if self.word in ("failed", "stopped"):
                break
            if self.word in ("ready", "degraded"):
                ready = ready or time.monotonic()
                # What follows ready: background steps, actions, the end of a program and its restart.
                quiet = 2.5 if row.get("if") in ("dies", "hangs", "slower") else 1.2
                if time.monotonic() > ready + quiet:
                    break
        if self.word in ("failed", "stopped"):
            reader.join(5)
        # What a stop does then is no part of it.
        self.is_over = True

    @property
    def word(self):
        return self.phase.get("phase")

    def read(self, socket):
        try:
            for reply in wire.stream(socket, "Watch", timeout=60):
                if self.is_over:
                    return
                self.take(reply["parameters"])
        except wire.NoAnswer:
            pass

    def take(self, change):
        if "launch" in change:
            launch = change["launch"]
            self.phase = launch
            self.operations = {operation["name"]: operation for operation in launch["operations"]}
            self.actions.update({action["kind"]: action for action in launch["actions"]})
        if "operation" in change:
            self.operations[change["operation"]["name"]] = change["operation"]
        if "action" in change:
            self.actions[change["action"]["kind"]] = change["action"]
        if "phase" in change:
            if change["phase"]["phase"] == "stopped":
                return
            self.phase = change["phase"]
        if "program" in change:
            self.programs.append(change["program"])

    def answer(self, kind):
        action = self.actions.get(kind)
        if action is None:
            return ("unknown", None)
        state = action["state"]
        if state in ("done", "running"):
            return ("runs", None)
        if state == "failed":
            return ("fails", action.get("failedOperation"))
        if action.get("postponed"):
            return ("nextLaunch", None)
        return ("waits", None)

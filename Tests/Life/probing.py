"""Asks the probes all along, as a load balancer does, and records each answer that differs from the one before."""

import http.client
import socket
import threading
import time

from record import now


class Probe:
    def __init__(self, life):
        self.life = life
        self.is_over = False
        self.last = None
        self.samples = []
        self.thread = threading.Thread(target=self._ask_all_along, daemon=True)
        self.thread.start()

    def listen(self):
        return (self.life.configuration.get("probes") or {}).get("listen")

    def ask(self, path):
        """The status of an answer, or None; what it says behind it."""
        listen = self.listen()
        if not listen:
            return None
        try:
            if str(listen).startswith("/"):
                connection = http.client.HTTPConnection("localhost", timeout=5)
                connection.sock = socket.socket(socket.AF_UNIX)
                connection.sock.settimeout(5)
                connection.sock.connect(listen)
            else:
                host, _, port = str(listen).rpartition(":")
                connection = http.client.HTTPConnection(host.strip("[]") or "127.0.0.1", int(port), timeout=5)
            connection.request("GET", path)
            answer = connection.getresponse()
            text = answer.read().decode(errors="replace").strip()
            connection.close()
            return [answer.status, text]
        except (OSError, http.client.HTTPException, ValueError) as error:
            return [0, repr(error)]

    def _ask_all_along(self):
        while not self.is_over:
            began = now()
            answer = self.ask("/ready")
            self.samples.append((began, now(), None if answer is None else answer[0]))
            if answer is not None and answer[0] != self.last:
                self.last = answer[0]
                self.life.record.add("probe", began, status=answer[0], words=answer[1], boot=self.life.world.boot)
            if self.life.reloading:
                self._look()
            time.sleep(0.03)

    def _look(self):
        """The phase, while a reload is under way, and what the service lacks then."""
        began = now()
        status = ((self.life.ask("GetStatus", timeout=5) or {}).get("parameters") or {}).get("status") or {}
        self.life.record.add("phase", began, phase=status.get("phase"), storage=status.get("storage"),
                             troubles=status.get("troubles"), programs=status.get("programs"))

    def stop(self):
        self.is_over = True
        self.thread.join(10)

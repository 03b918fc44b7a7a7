"""A probe, and what came of it."""

import socket
import time

PATHS = ["/startup", "/ready", "/live"]


def now():
    return time.monotonic_ns()


def connect(place):
    peer = socket.socket(socket.AF_UNIX if isinstance(place, str) else socket.AF_INET)
    peer.settimeout(20)
    peer.connect(place)
    return peer


class Answer:
    def __init__(self, path, place):
        self.path = path
        self.sent = now()
        self.status = None
        self.line = ""
        try:
            with connect(place) as peer:
                peer.sendall(f"GET {path} HTTP/1.1\r\nHost: probes\r\n\r\n".encode())
                whole = b""
                while part := peer.recv(4096):
                    whole += part
            head, _, body = whole.partition(b"\r\n\r\n")
            if whole:
                self.status = int(head.split()[1])
                self.line = body.decode().strip()
        except OSError as error:
            self.line = f"{error}"
        self.arrived = now()

    @property
    def phase(self):
        """What the line says; None for a line of another kind."""
        line = self.line.lower()
        for head, phase in [
            ("ready (degraded)", "degraded"),
            ("degraded", "degraded"),
            ("ready", "ready"),
            ("starting", "starting"),
            ("stopping", "stopping"),
            ("stopped", "stopped"),
            ("failed", "failed"),
        ]:
            if line.startswith(head):
                return phase
        return None

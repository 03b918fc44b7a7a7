"""Peers at the socket: callers, watchers that never read, and one that polls all the time."""

import json
import multiprocessing
import socket
import time

PREFIX = "org.slipway.Launch."


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def send(self, method, parameters=None, more=False):
        call = {"method": PREFIX + method, "parameters": parameters or {}}
        if more:
            call["more"] = True
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def reply(self):
        """The reply as bytes; an error as its name."""
        while b"\0" not in self.rest:
            piece = self.socket.recv(1 << 20)
            if not piece:
                raise EOFError("the daemon closed the connection")
            self.rest += piece
        frame, self.rest = self.rest.split(b"\0", 1)
        return json.loads(frame)["error"] if frame.startswith(b'{"error"') else frame

    def call(self, method, parameters=None):
        self.send(method, parameters)
        return self.reply()


def watchers(path, count):
    """Connections that watch and read nothing."""
    watchers = [Connection(path) for _ in range(count)]
    for watcher in watchers:
        watcher.send("Watch", more=True)
    return watchers


def send_actions(path, count, connections=4, batch=100):
    """Sends actions and waits until all are done; returns how many were refused.

    At most `connections` times `batch` are under way: the last one of a batch is waited for, and
    actions of a kind run in their order.
    """

    def send(number, refused):
        connection = Connection(path)
        missing = 0
        share = count // connections
        for sent in range(1, share + 1):
            is_last = sent % batch == 0 or sent == share
            wait = "done" if is_last else "accepted"
            if isinstance(connection.call("Submit", {"kind": "tick", "wait": wait}), str):
                missing += 1
        refused[number] = missing

    refused = multiprocessing.Array("i", connections)
    senders = [
        multiprocessing.Process(target=send, args=(number, refused))
        for number in range(connections)
    ]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    if any(sender.exitcode for sender in senders):
        raise SystemExit("a sender failed")
    return sum(refused)


class Asker:
    """Asks for the status every 20 ms, in its own process."""

    def __init__(self, path):
        self.is_over = multiprocessing.Event()
        self.longest = multiprocessing.Value("d", 0)
        self.count = multiprocessing.Value("i", 0)
        self.process = multiprocessing.Process(target=self.ask, args=(path,))
        self.process.start()

    def ask(self, path):
        connection = Connection(path)
        while not self.is_over.wait(0.02):
            begin = time.monotonic()
            if isinstance(connection.call("GetStatus"), str):
                raise SystemExit("the status was refused")
            self.longest.value = max(self.longest.value, time.monotonic() - begin)
            self.count.value += 1

    def end(self):
        """The longest answer in seconds."""
        self.is_over.set()
        self.process.join()
        if self.process.exitcode or not self.count.value:
            raise SystemExit("whoever asked for the status was not answered")
        return self.longest.value

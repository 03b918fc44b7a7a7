"""Calls of org.slipway.Launch over its socket, as any user of this machine."""

import contextlib
import ctypes
import json
import os
import platform
import socket

INTERFACE = "org.slipway.Launch"
# The number of setresuid, where it is known.
SETRESUID = {"x86_64": 117, "aarch64": 147}
IS_ROOT = os.geteuid() == 0
_libc = ctypes.CDLL(None, use_errno=True)


class NoAnswer(Exception):
    """A call that came to no reply: what it did is not known, or it did nothing where `was_sent` is false."""

    def __init__(self, words, was_sent):
        super().__init__(words)
        self.was_sent = was_sent


@contextlib.contextmanager
def acting_as(user):
    """The calling thread alone has another effective user, whom the daemon sees when it connects; root can do that."""
    if user == 0 or not IS_ROOT:
        yield
        return
    _become(user)
    try:
        yield
    finally:
        _become(0)


def _become(user):
    # The library's own function would ask all threads.
    if _libc.syscall(SETRESUID[platform.machine()], -1, user, -1):
        raise RuntimeError(f"cannot act as user {user}: {os.strerror(ctypes.get_errno())}")


def connect(path, user=0, timeout=10):
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(timeout)
    try:
        with acting_as(user):
            connection.connect(path)
    except OSError as error:
        connection.close()
        raise NoAnswer(f"cannot connect: {error}", False) from None
    return connection


def send(connection, method, parameters, more=False):
    call = {"method": f"{INTERFACE}.{method}", "parameters": parameters}
    if more:
        call["more"] = True
    connection.sendall(json.dumps(call).encode() + b"\0")


def replies(connection):
    """Each reply of a connection, until it is closed."""
    waiting = b""
    while True:
        while b"\0" in waiting:
            frame, waiting = waiting.split(b"\0", 1)
            yield json.loads(frame)
        part = connection.recv(1 << 16)
        if not part:
            return
        waiting += part


def call(path, method, parameters=None, user=0, timeout=15):
    """The reply: {"parameters": …}, with "error" where it is a refusal."""
    return next(_stream(path, method, parameters, user, timeout, False))


def stream(path, method, parameters=None, user=0, timeout=15):
    """Each reply of a call that may have several, to the last."""
    return _stream(path, method, parameters, user, timeout, True)


def _stream(path, method, parameters, user, timeout, more):
    connection = connect(path, user, timeout)
    try:
        send(connection, method, parameters or {}, more)
        for reply in replies(connection):
            yield reply
            if not reply.get("continues"):
                return
    except (OSError, ValueError) as error:
        raise NoAnswer(f"no reply: {error!r}", True) from None
    finally:
        connection.close()
    raise NoAnswer("the connection was closed", True)


def asked(path, method, parameters=None, timeout=15):
    """The reply, or None where there is none."""
    try:
        return call(path, method, parameters, timeout=timeout)
    except NoAnswer:
        return None


def actions(ask):
    """The rows of all actions, page by page; None where one cannot be had. `ask` makes a reply, or None, of a method and
    its parameters."""
    rows, after = [], None
    while True:
        reply = ask("ListActions", {"limit": 1000, **({"after": after} if after else {})})
        if reply is None or "error" in reply:
            return None
        rows += [row.get("action", row) for row in reply["parameters"]["actions"]]
        after = reply["parameters"].get("next")
        if not after:
            return rows

"""Lives in processes of their own, some at a time."""

import ctypes
import fcntl
import multiprocessing
import multiprocessing.connection
import os
import socket
import struct

NEW_NETWORK = 0x40000000
SET_FLAGS = 0x8914
UP_AND_RUNNING = 0x41


def results(live, works, jobs):
    """What comes of lives as they end, each with its number among the works; of one whose process is killed that is told."""
    works, underway = enumerate(works), {}
    while True:
        while len(underway) < jobs and (following := next(works, None)):
            number, work = following
            result, end = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.Process(target=_live, args=(live, work, end), daemon=True)
            process.start()
            # So that the pipe ends with its process.
            end.close()
            underway[result] = number, work, process
        if not underway:
            return
        for result in multiprocessing.connection.wait(list(underway)):
            number, work, process = underway.pop(result)
            try:
                yield number, result.recv()
            except EOFError:
                process.join()
                words = f"the process of its life ended with {process.exitcode}; what it had started may go on"
                yield number, dict(seed=work[1], breaches=[["the harness", words]], facts={}, events={}, keys={}, lines=0)
            process.join()


def _live(live, work, end):
    enter_own_network()
    end.send(live(work))


def enter_own_network():
    """Two lives may have drawn the same port, and one that is lived twice at a time has all of them twice."""
    if os.geteuid() == 0 and ctypes.CDLL(None).unshare(NEW_NETWORK) == 0:
        # The same as `ip link set lo up`, which a bare machine lacks.
        with socket.socket() as one:
            fcntl.ioctl(one, SET_FLAGS, struct.pack("16sh", b"lo", UP_AND_RUNNING))

"""The round in which the main thread is held."""

import ctypes
import os
import platform
import socket
import threading
import time

from harness import processes, wire
from harness.daemon import Daemon
from harness.verdict import complain
from probes.answer import Answer, now


class Tracer:
    """Holds one thread of a process, by ptrace(2)."""

    TELLS_SYSTEM_CALLS = 1
    SEIZE, INTERRUPT, SYSCALL, DETACH, GET_SYSCALL_INFO = 0x4206, 0x4207, 24, 17, 0x420E

    def __init__(self, thread):
        self.thread = thread
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
        self.ask(self.SEIZE, self.TELLS_SYSTEM_CALLS)
        self.ask(self.INTERRUPT)
        self.wait()

    def ask(self, request, data=None):
        if self.libc.ptrace(request, self.thread, None, data) < 0:
            raise OSError(ctypes.get_errno(), "ptrace")

    def wait(self):
        os.waitpid(self.thread, 0x40000000)

    def go_to_read(self):
        """Lets the thread go on until it is about to call read(2)."""
        number = 0 if platform.machine() == "x86_64" else 63
        while True:
            self.ask(self.SYSCALL)
            self.wait()
            # Whether it begins or ends (of 1 byte), and which it is (behind three words).
            facts = ctypes.create_string_buffer(88)
            self.libc.ptrace(self.GET_SYSCALL_INFO, self.thread, len(facts), facts)
            if facts.raw[0] == 1 and int.from_bytes(facts.raw[24:32], "little") == number:
                return

    def let_go(self):
        self.ask(self.DETACH)


def hold(folder, binaries):
    """The round in which the main thread is held; returns how many answers it had."""
    place = f"{folder}/probes"
    # No reapers: the process that is started is the daemon. A watchdog of two seconds.
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(f"{folder}/notify")
    daemon = Daemon(binaries, folder, "held", before=["/bin/sh", "-c", 'WATCHDOG_PID=$$ exec "$@"', "sh"],
                    variables={"NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "2000000"})
    daemon.write(f"name: held\nprobes: {{ listen: {place} }}\nactions: {{ wake: {{ queue: main, sleep: 1ms }} }}\n")
    daemon.start()
    try:
        while Answer("/ready", place).status != 200:
            time.sleep(0.01)
            if daemon.is_ended():
                complain(f"held: it has ended: {daemon.said()}")
                return 0
        name = processes.name(daemon.process.pid)
        try:
            tracer = Tracer(daemon.process.pid)
        except OSError as error:
            print(f"held: left out, as ptrace is not allowed here: {error}")
            return 0
        # When it wakes, it notes that, and then reads from what has woken it.
        wake = threading.Thread(target=lambda: wire.call(daemon.socket, "Submit", {"kind": "wake"}, timeout=60))
        wake.start()
        tracer.go_to_read()
        held = now()
        count = 0
        seen = set()
        while now() < held + 4_000_000_000:
            answer = Answer("/live", place)
            count += 1
            seen.add(answer.status)
            # It was awake a moment before it stopped.
            if answer.status == 503 and answer.arrived < held + 1_900_000_000:
                complain(f"held: 503 after {answer.arrived - held} ns")
            if answer.status == 200 and answer.sent > held + 2_000_000_000:
                complain(f"held: 200 after {answer.sent - held} ns ({name})")
                break
            if Answer("/ready", place).status != 200:
                complain("held: it is not ready any more")
        if seen != {200, 503}:
            complain(f"held: its answers were {seen}")
        tracer.let_go()
        wake.join()
        while Answer("/live", place).status != 200:
            if now() > held + 20_000_000_000:
                complain("held: it does not live again")
                break
        return count * 2
    finally:
        if daemon.stop(30) != 0:
            complain(f"held: {daemon.said()}")

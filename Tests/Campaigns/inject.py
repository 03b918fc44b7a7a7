"""Lets system calls of slipwayd fail, or gives it few descriptors, and checks that it ends with a word.

Each run starts a daemon with a step, a program and an action, in which a thread's Nth call of one
system call fails (strace -e inject), or, with --descriptors, which may have N descriptors, N from FIRST to LAST. It is asked
for its status, sent an action, and stopped. It has to end in time, with status 0, or with 1 and a reason, and leave no process
behind. Programs that it starts are not touched. Needs strace; prints what was broken.
"""

import collections
import concurrent.futures
import signal
import time

from harness import place, processes, verdict, wire
from harness.daemon import Daemon, folder_for
from harness.waiting import until

# The error with which each call fails.
ERRORS = {
    "clone": "EAGAIN", "clone3": "EAGAIN", "openat": "EMFILE", "close": "EIO", "socket": "EMFILE",
    "socketpair": "EMFILE", "pipe2": "EMFILE", "epoll_create1": "EMFILE", "epoll_ctl": "ENOMEM",
    "epoll_wait": "EINTR", "eventfd2": "EMFILE", "timerfd_create": "EMFILE",
    "timerfd_settime": "EINVAL", "signalfd4": "EMFILE", "pidfd_open": "EMFILE", "read": "EIO",
    "write": "ENOSPC", "pread64": "EIO", "pwrite64": "ENOSPC", "fsync": "EIO", "fdatasync": "EIO",
    "ftruncate": "ENOSPC", "fcntl": "ENOLCK", "flock": "ENOLCK", "bind": "EADDRINUSE",
    "listen": "EADDRINUSE", "accept": "ECONNABORTED", "accept4": "EMFILE",
    "connect": "ECONNREFUSED", "sendmsg": "ENOBUFS", "sendto": "ENOBUFS", "recvmsg": "ENOMEM",
    "recvfrom": "ENOMEM", "getsockopt": "EINVAL", "setsockopt": "EINVAL", "getdents64": "EIO",
    "newfstatat": "EIO", "mkdir": "ENOSPC", "unlink": "EROFS", "renameat": "EROFS",
    "chmod": "EPERM", "fchmod": "EPERM", "waitid": "EINTR", "wait4": "EINTR", "kill": "EPERM",
    "prlimit64": "EPERM", "prctl": "EINVAL", "setpgid": "EPERM", "rt_sigtimedwait": "EAGAIN",
    "rt_sigqueueinfo": "EAGAIN", "ppoll": "EINTR", "poll": "EINTR",
}

CONFIGURATION = """
name: injected
deadline: 5s
grace: 1s
operations:
  step: { exec: { command: [/bin/cat], stdin: hello, output: text } }
  file: { requires: [step], write: { path: FOLDER/out, content: "${operations.step.value}" } }
  web: { exec: { command: [/bin/sh, -c, 'systemd-notify --ready; exec sleep 1000'], ready: notify } }
actions:
  act: { exec: [/bin/echo, acted] }
"""

# A dynamic loader that fails is not the daemon's.
STATUSES = {0, 1, 78, 127}
# Dispatch ends the process (SIGILL, which a reaper says) if it cannot make its main queue's counter. The
# daemon has made and closed one a moment before, on its only thread: only an injection fails between.
ALSO = {"eventfd2 2": {128 + signal.SIGILL}}
PATIENCE = 30

# `calls`: those that fail, with commas between them; `descriptors`: these are few, in so many repeats, and no call fails.
OPTIONS = dict(calls=",".join(ERRORS), descriptors=False, repeats=100, first=1, last=30, jobs=4, bin=".build/debug")


def injecting(call, number, folder):
    """What runs a daemon whose threads' call with that number fails."""
    # A write to an eventfd, which wakes a thread, cannot fail outside of strace.
    only = ["-P", f"{folder}/output", "-P", f"{folder}/out"] if call == "write" else []
    return ["strace", "-D", "-f", "-b", "execve", "-qq", "-yy", "-o", f"{folder}/trace", *only, "-e",
            f"trace={call}", "-e", f"inject={call}:error={ERRORS[call]}:when={number}"]


def has_started(daemon):
    status = wire.asked(daemon.socket, "GetStatus", timeout=3)
    return daemon.is_ended() or bool(status) and status.get("parameters", {}).get("phase") not in (None, "starting")


def live(bin, case, before):
    """Runs a daemon; returns what was broken, its status, and the calls that failed."""
    with folder_for("slipway-injection-") as folder:
        daemon = Daemon(bin, folder, "injected", ["--state-directory", f"{folder}/state"], before(folder))
        daemon.write(CONFIGURATION.replace("FOLDER", folder))
        daemon.start()
        until(lambda: has_started(daemon), 4, 0.05)
        if not daemon.is_ended():
            wire.asked(daemon.socket, "Submit", {"kind": "act", "payload": {}, "wait": "done"}, timeout=3)
            wire.asked(daemon.socket, "GetReport", timeout=3)
        status = None
        # A signal that could not be passed on may be sent again.
        for _ in range(2):
            daemon.signal(signal.SIGTERM)
            status = daemon.wait(PATIENCE)
            if status is not None:
                break
        time.sleep(0.05)
        hits = [line.strip() for line in place.read(f"{folder}/trace").splitlines() if "(INJECTED)" in line]
        text = daemon.said()
        fault = why(case, status, text, daemon)
        processes.kill(daemon.living())
        if status is None:
            daemon.kill()
        return fault and f"{fault}\n{text[-600:]}", status, hits


def why(case, status, text, daemon):
    """The rule that was broken, or None."""
    if status is None:
        return "does not end"
    if status not in STATUSES | ALSO.get(case, set()):
        return f"ended with {status}"
    if status and not text.strip():
        return f"ended with {status} and without a word"
    left = [processes.line(pid) for pid in daemon.living()]
    return f"left {left}" if any(line and not line.startswith("strace") for line in left) else None


def run(options):
    numbers = range(options.first, options.last + 1)
    if options.descriptors:
        cases = [(f"{number} descriptors, {repeat}", lambda _, number=number: ["prlimit", f"--nofile={number}"])
                 for number in numbers for repeat in range(options.repeats)]
    else:
        cases = [(f"{call} {number}", lambda folder, call=call, number=number: injecting(call, number, folder))
                 for call in options.calls.split(",") for number in numbers]
    failed = 0
    ends = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda case: live(options.bin, *case), cases)
        for (name, _), (fault, status, hits) in zip(cases, results):
            failed += bool(hits)
            ends[status] += 1
            if fault:
                verdict.complain(f"{name}: {fault}\n  {hits[-1:]}")
    print(f"{len(cases)} runs, in {failed} of them a call failed; ends: {dict(ends)}; {len(verdict.broken)} broken")

"""Little memory for a container."""

import os

from harness.waiting import until


class Limit:
    """A control group with little memory, of the unified hierarchy or of the one before it."""

    def __init__(self, memory):
        name = f"slipway-image-{os.getpid()}"
        self.path = None
        for folder, file in ("/sys/fs/cgroup", "memory.max"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes"):
            path = os.path.join(folder, name)
            try:
                os.mkdir(path)
                # Only the kernel makes the file; where the folder is an ordinary one, there is none.
                with open(os.path.join(path, file), "r+") as limit:
                    limit.write(str(memory))
                self.path = path
                return
            except OSError:
                if os.path.isdir(path):
                    os.rmdir(path)

    def enter(self):
        if self.path:
            with open(os.path.join(self.path, "cgroup.procs"), "w") as file:
                file.write("0")

    def number(self, *names):
        for name in names:
            path = os.path.join(self.path or "/nowhere", name)
            if os.path.exists(path):
                with open(path) as file:
                    return int(file.read())
        return None

    def kills(self):
        for name in "memory.events", "memory.oom_control":
            path = os.path.join(self.path or "/nowhere", name)
            if os.path.exists(path):
                with open(path) as file:
                    return sum(int(line.split()[1]) for line in file if line.startswith("oom_kill "))
        return None

    def remove(self):
        if self.path:
            until(lambda: not open(os.path.join(self.path, "cgroup.procs")).read(), 10)
            os.rmdir(self.path)

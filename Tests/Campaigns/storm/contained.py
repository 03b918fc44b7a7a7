"""The daemon as in a container."""

import os
import shlex

from harness import place, processes
from harness.daemon import Daemon


class Contained(Daemon):
    """As process 1 of a PID namespace; with a folder for control groups below `hierarchy`, if there is one."""

    def __init__(self, bin, folder, name, hierarchy=None):
        super().__init__(bin, folder, name)
        self.groups = hierarchy and f"{hierarchy}/{os.path.basename(folder)}"

    def command(self):
        command = super().command()
        if self.groups:
            os.mkdir(self.groups)
            # It enters its group as process 1, so that it shares it with no other process.
            enter = f"echo 0 >{self.groups}/cgroup.procs && exec unshare --cgroup --mount "
            mount = "mount -t cgroup2 none /sys/fs/cgroup && exec " + shlex.join(command)
            command = ["sh", "-c", enter + shlex.join(["sh", "-c", mount])]
        return ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child", *command]

    def signal(self, number):
        processes.kill(processes.children(self.process.pid)[:1], number)

    def has_own_group(self, name, process):
        group = next(line for line in place.read(f"/proc/{process}/cgroup").splitlines() if line.startswith("0::"))
        return f"/{os.path.basename(self.groups)}/" in group and name in os.path.basename(group)

    def clear_groups(self):
        """The names of those that were left; what is for the daemon itself stays: its last process is in it as it ends."""
        left = [name for name in os.listdir(self.groups) if os.path.isdir(f"{self.groups}/{name}")]
        for name in left:
            os.rmdir(f"{self.groups}/{name}")
        os.rmdir(self.groups)
        return [name for name in left if name != "slipwayd"]

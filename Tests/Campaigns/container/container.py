"""One run of the image, without container tools."""

import os
import subprocess

from harness import place, processes
from harness.place import OWN_DEV


class Container:
    """One run of the image."""

    # What a runtime does: a root of its own that is read-only, three folders in memory, /proc and /dev.
    START = """
        set -e
        root=$1 user=$2 own_dev=$3; shift 3
        mount --make-rprivate /
        mount --bind "$root" "$root"
        for folder in run tmp var/lib/slipway; do mount -t tmpfs -o mode=1777 none "$root/$folder"; done
        "$own_dev" --at "$root/dev"
        mount -o remount,bind,ro "$root"
        exec unshare --pid --fork --kill-child --uts --ipc --root="$root" --mount-proc \\
            --setuid "$user" --setgid "$user" "$@"
    """

    def __init__(self, root, config, limit, log):
        self.root, self.config, self.limit = root, config["config"], limit
        self.user = self.config["User"].split(":")[0]
        self.environment = dict(line.split("=", 1) for line in self.config["Env"])
        self.log = open(log, "w+")
        self.process = subprocess.Popen(
            ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", self.START, "sh", root, self.user,
             OWN_DEV]
            + self.config["Entrypoint"] + self.config["Cmd"],
            env=dict(os.environ, **self.environment), stdin=subprocess.DEVNULL, stdout=self.log,
            stderr=self.log, preexec_fn=limit.enter)

    @property
    def first(self):
        """The number of its process 1 outside."""
        return next(iter(processes.children(self.process.pid)), None)

    def children(self):
        """The children of its process 1, zombies included."""
        return processes.children(self.first)

    def execute(self, *command):
        """Runs a command in it, as a probe does."""
        inside = ["nsenter", "--target", str(self.first), "--mount", "--pid", "--ipc", "--uts", "--root", "--wd",
                  "--setuid", self.user, "--setgid", self.user, *command]
        return subprocess.run(inside, env=self.environment, capture_output=True, text=True, timeout=60,
                              preexec_fn=self.limit.enter)

    def said(self):
        return place.read(self.log.name)

    def end(self):
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            return None

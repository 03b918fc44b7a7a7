"""The folders of a life, and the programs that it uses."""

import os
import subprocess
import tempfile
import threading


class Place:
    def __init__(self, world, bin, seed, folder=None):
        self.world = world
        self.bin = bin
        self.seed = seed
        self.name = "life"
        self.folder = folder or tempfile.mkdtemp(prefix=f"slipway-life-{seed}.")
        os.chmod(self.folder, 0o755)
        for name in ("life", "life/manners", "files", "credentials", "conf", "conf/life.d", "state"):
            os.makedirs(f"{self.folder}/{name}", exist_ok=True)
        for name in ("life", "life/manners"):
            os.chmod(f"{self.folder}/{name}", 0o777)
        self.life = f"{self.folder}/life"
        self.witness = f"{self.folder}/witness"
        self.files = f"{self.folder}/files"
        self.credentials = f"{self.folder}/credentials"
        self.configuration = f"{self.folder}/conf/life.yaml"
        self.dropins = f"{self.folder}/conf/life.d"
        self.state = f"{self.folder}/state"
        self.socket = f"{self.folder}/socket"
        self.notify = f"{self.folder}/notify"
        self.environment = {}
        # Those of the backend, where they have to be the same again.
        self.backendPorts = (0, 0)
        # Further options of `slipway check`, with which it knows what the service is given.
        self.checked = ()
        self.isRoot = os.geteuid() == 0
        # The beginning of a command that has the rights of the daemon, where these are others.
        self.become = []
        own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "witness")
        with open(own) as source, open(self.witness, "w") as target:
            target.write(source.read())
        os.chmod(self.witness, 0o755)

    def limit_state(self, megabytes):
        """The state directory gets a file system of its own, which can be full. Root alone, in a mount namespace."""
        result = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={megabytes}M,mode=0755", "life", self.state],
            capture_output=True,
        )
        return result.returncode == 0

    def write_whole(self, path, text):
        """A reader finds the file as it was or as it is then; with None it goes."""
        if text is None:
            if os.path.exists(path):
                os.unlink(path)
            return
        new = f"{path}.new"
        with open(new, "w") as file:
            file.write(text)
        os.rename(new, path)

    def check(self, text):
        """What `slipway check` says of a configuration: pairs of line and message, none where it is accepted."""
        path = f"{self.folder}/candidate.{threading.get_ident()}.yaml"
        with open(path, "w") as file:
            file.write(text)
        result = subprocess.run(
            [*self.become, f"{self.bin}/slipway", "check", path, *self.checked],
            capture_output=True, text=True, timeout=30,
            env={"PATH": os.environ["PATH"], "CREDENTIALS_DIRECTORY": self.credentials, **self.environment},
        )
        if result.returncode == 0:
            return []
        faults = []
        for line in (result.stdout + result.stderr).splitlines():
            place = line[len(path) + 1 :].split(":", 2) if line.startswith(path + ":") else []
            if len(place) == 3 and place[0].isdigit() and ": warning: " not in line:
                faults.append((int(place[0]), place[2].strip()))
        return faults or [(0, (result.stdout + result.stderr).strip())]

"""The storefront's own file, with programs and a server that do as they are told."""

import json
import time

from harness.place import ROOT
from harness.server import Server


class Storefront:
    name = "storefront"
    durations = {"sdk-init": 0.3, "user-data": 0.4, "feature-toggles": 0.2}
    payloads = {"open-url": ["url=https://shop.example.org/shoes"]}

    def __init__(self):
        self.servers = []

    def write(self, folder, culprit=None, trouble=None):
        def takes(name):
            return self.durations[name] * (10 if (name, trouble) == (culprit, "slower") else 1)

        def is_so(name, word):
            return (name, trouble) == (culprit, word)

        home = folder / "home"
        home.mkdir()
        lines = ["#!/bin/sh"]
        if is_so("sdk-init", "hangs"):
            lines.append("exec sleep 1000")
        lines.append(f"sleep {takes('sdk-init')}")
        if is_so("sdk-init", "fails"):
            lines.append("exit 1")
        lines.append("echo '{\"installation\": \"i1\"}'")
        (home / "sdk-init").write_text("\n".join(lines) + "\n")
        (home / "open-url").write_text("#!/bin/sh\nexit 0\n")
        for program in ("sdk-init", "open-url"):
            (home / program).chmod(0o755)
        names = {"/me": "user-data", "/toggles": "feature-toggles"}
        answers = {"user-data": {"name": "Ada"}, "feature-toggles": {"checkout-v2": True}}

        def answer(path):
            name = names[path.split("?")[0]]
            if is_so(name, "hangs"):
                time.sleep(20)
            time.sleep(takes(name))
            return 404 if is_so(name, "fails") else 200, json.dumps(answers[name]).encode()

        server = Server(answer)
        self.servers.append(server)
        variables = {"STOREFRONT_HOME": str(home), "STOREFRONT_BACKEND": f"http://127.0.0.1:{server.port}"}
        return f"{ROOT}/config/storefront.yaml", variables

    def end(self):
        for server in self.servers:
            server.end()

"""Makes the container image that has Slipway and nothing more, and runs it without container tools.

Checks that the image is made of the same bytes each time and holds what its digests say, unpacks it, and runs
slipwayd in namespaces of its own, as process 1, as the image's user, on a root that cannot be written: ready,
probed N times, an action, a reload, a program that dies, a stop, and its exit status. Its memory is limited, to so many bytes,
by a control group, of either version, if there is one to be had; otherwise that is said. Needs root, unshare, nsenter.

Prints a line for each promise.
"""

import json
import os
import shutil
import signal
import tempfile
import time

from container.container import Container
from container.image import make, unpack
from container.limit import Limit
from harness import place, verdict
from harness.server import Server
from harness.verdict import expect
from harness.waiting import until

OPTIONS = dict(bin=".build/release", memory=64 << 20, probes=100)

# The image has no program but those of Slipway: another slipwayd is the program that stays.
SERVICE = """
name: boxed
deadline: 20s
grace: 5s
operations:
  version: { exec: [/usr/bin/slipway, --version] }
  mark: { write: { path: /tmp/mark, content: "made\\n" } }
  inner:
    requires: [mark]
    exec:
      command: [/usr/bin/slipwayd, --config, /etc/slipway/inner.yaml, --socket, /run/inner.socket]
      ready: "socket:/run/inner.socket"
    ended: restart
    restart: { initial: 10ms }
actions:
  note: { exec: [/usr/bin/slipway, --version] }
"""
INNER = "name: inner\noperations: { mark: { write: { path: /tmp/inner, content: x } } }\n"
# The address of the second one is no server's: what refuses it is no lack of certificates.
HTTP = """
name: boxed
operations:
  web: { http: "http://127.0.0.1:PORT/" }
  secure: { optional: true, http: "https://127.0.0.1:PORT/" }
"""
OWN_STATUS = """
name: boxed
operations:
  inner:
    exec: { command: [/usr/bin/slipwayd, --config, /nowhere], ready: started }
    ended: stop
    exitStatus: own
"""


def try_service(options, root, config, limit, folder):
    container = Container(root, config, limit, os.path.join(folder, "log"))
    if not until(lambda: container.first is not None):
        return expect("it starts", False, container.said())
    until(lambda: container.execute("slipway", "status").returncode == 0)
    ready = container.execute("slipway", "wait", "--timeout", "30s")
    expect("'slipway wait' as a probe says that it is ready", ready.returncode == 0,
           ready.stderr + container.said() if ready.returncode else "")
    numbers = open(f"/proc/{container.first}/status").read().split("NSpid:")[1].splitlines()[0].split()
    expect("slipwayd is process 1", numbers[-1] == "1")
    expect("it is the image's user", os.stat(f"/proc/{container.first}").st_uid == int(container.user))
    sent = container.execute("slipway", "send", "note", "--wait", "done")
    expect("an action is done", sent.returncode == 0, sent.stderr)

    failed = 0
    begin = time.monotonic()
    for _ in range(options.probes):
        failed += container.execute("slipway", "wait", "--timeout", "2s").returncode != 0
    took = (time.monotonic() - begin) / options.probes
    expect(f"{options.probes} probes say so", failed == 0, f"{took * 1000:.0f} ms each")
    expect("a reload is taken", container.execute("slipway", "reload").returncode == 0)
    alive = container.execute("slipway", "call", "org.varlink.service.GetInfo", "{}")
    expect("the probe of the manifest that it lives is answered", alive.returncode == 0, alive.stderr)

    def inner():
        report = json.loads(container.execute("slipway", "status", "--json").stdout)
        return next(program for program in report["programs"] if program["name"] == "inner")

    # The program is its only child: it has nothing but reapers before it, which are its children.
    os.kill(container.children()[0], signal.SIGKILL)
    expect("a program that was killed is started again", until(lambda: inner().get("restarts") == 1
                                                               and "pid" in inner()))
    expect("it waits for the program again",
           container.execute("slipway", "wait", "--timeout", "30s").returncode == 0)
    expect("no zombie is left", until(lambda: len(container.children()) == 1), str(container.children()))
    most = limit.number("memory.peak", "memory.max_usage_in_bytes")
    resident = sum(int(line.split()[1]) for line in open(f"/proc/{container.first}/status")
                   if line.startswith(("RssAnon", "RssShmem")))
    print(f"measured process 1: {resident} KiB of its own" + (f"; all together at most {most >> 10} KiB" if most else ""))
    if limit.path:
        expect(f"{options.memory >> 20} MiB of memory are enough", limit.kills() == 0, f"{limit.kills()} killed")
    else:
        print("not tried: there is no control group with memory here, so nothing limited it")

    os.kill(container.first, signal.SIGTERM)
    status = container.end()
    expect("SIGTERM ends it with 0", status == 0, f"{status}: {container.said()}" if status else "")
    expect("it stopped in order", "Stopped 'boxed'" in container.said())


def try_status(words, status, root, config, limit, folder, until_said=None):
    """Expects that it ends with a status, at SIGTERM once it has said something if that is asked for."""
    container = Container(root, config, limit, os.path.join(folder, "log"))
    if until_said and until(lambda: until_said in container.said() or container.process.poll() is not None):
        if container.first:
            os.kill(container.first, signal.SIGTERM)
    ended = container.end()
    expect(words, ended == status, f"{ended}" if ended == status else f"{ended}: {container.said()}")


def try_http(options, limit, folder):
    """The image with libcurl asks a server outside: without a network of its own it reaches this machine's."""
    root = os.path.join(folder, "http-root")
    config = unpack(make(options.bin, os.path.join(folder, "http"), "--http"), os.path.join(folder, "http-layout"), root)
    server = Server(lambda path: (200, b'"there"'))
    configure(root, HTTP.replace("PORT", str(server.port)))
    try_status("the image with libcurl speaks HTTP", 0, root, config, limit, folder,
               until_said="Startup finished")
    server.end()
    refusal = next((line for line in place.read(f"{folder}/log").splitlines() if "'secure'" in line), "")
    expect("TLS finds its certificates, and says what else is wrong", "does not speak TLS" in refusal,
           refusal.strip())


def configure(root, text, name="service"):
    with open(os.path.join(root, f"etc/slipway/{name}.yaml"), "w") as file:
        file.write(text)


def run(options):
    folder = tempfile.mkdtemp(prefix="slipway-image-")
    # The container's user has to reach its root.
    os.chmod(folder, 0o755)
    image = make(options.bin, os.path.join(folder, "first"))
    with open(image, "rb") as one, open(make(options.bin, os.path.join(folder, "second")), "rb") as two:
        expect("the image has the same bytes each time", one.read() == two.read(),
               f"{os.path.getsize(image) >> 20} MiB")
    root = os.path.join(folder, "root")
    config = unpack(image, os.path.join(folder, "layout"), root)
    limit = Limit(options.memory)
    configure(root, INNER, "inner")
    try:
        configure(root, SERVICE)
        try_service(options, root, config, limit, folder)
        configure(root, "name: boxed\noperations: { step: { exec: 7 } }\n")
        try_status("a wrong configuration exits with 78", 78, root, config, limit, folder)
        configure(root, OWN_STATUS)
        try_status("the status of a program is its own", 78, root, config, limit, folder)
        os.remove(os.path.join(root, "etc/slipway/service.yaml"))
        try_status("so does one that is not there", 78, root, config, limit, folder)
        try_http(options, limit, folder)
    finally:
        limit.remove()
    if verdict.broken:
        print(f"see {folder}")
    else:
        shutil.rmtree(folder)

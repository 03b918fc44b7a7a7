"""The place of a life for a person: its folder, its files, its backend, and the life as steps to type."""

import contextlib
import json
import os
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import time

import backend
import clock
import configurations
import events
import packing
import place as places

FOLDER = "/tmp/life"
PORT, SECURE_PORT = 18_080, 18_443

ENVIRONMENT = """\
# Of a shell in which a life is lived by hand.
cd {folder}
export SLIPWAY_SOCKET={folder}/socket
# Starts the service, and returns once it answers, or has ended.
start() {{
    {variables} \\
        slipwayd --config {folder}/conf/life.yaml --state-directory {folder}/state --socket {folder}/socket &
    daemon=$!
    until slipway status >/dev/null 2>&1 || ! kill -0 $daemon 2>/dev/null; do sleep 0.1; done
}}
# The processes from the one that was started, by way of those that reap for it, to the daemon itself.
chain() {{
    local p=$daemon
    while [ -n "$p" ] && echo "$p" && [ "$(cat /proc/$p/comm)" != slipwayd ]; do p=$(cut -d' ' -f1 /proc/$p/task/$p/children); done
}}
main() {{ chain | tail -n 1; }}
# end SIGNAL [PROCESS]...: ends this daemon, and no other of the machine.
end() {{
    local signal=$1
    shift
    kill -"$signal" "${{@:-$daemon}}"
    wait $daemon
}}
# The process of a program; the identity of an action of a kind, so many before the last one.
pid() {{ slipway programs --json | look '[one["pid"] for one in told["programs"] if one["name"] == word][0]' "$1"; }}
action() {{ slipway actions --kind "$1" --json | look 'told[int(word)]["id"]' "$2"; }}
look() {{ python3 -c "import json, sys; told, word = json.load(sys.stdin), sys.argv[1]; print($1)" "$2"; }}
# hold STATEMENT SECONDS: another process has the store in a transaction.
hold() {{
    python3 - "$@" <<'END'
import sqlite3, sys, time
store = sqlite3.connect("state/slipway-actions.db", isolation_level=None)
store.execute(sys.argv[1])
store.execute("SELECT count(*) FROM sqlite_master").fetchall()
time.sleep(float(sys.argv[2]))
END
}}
# say USER TEXT [CONNECTIONS [REPETITIONS]]: says something at the socket, and reads nothing.
say() {{
    python3 - "$@" <<'END' &
import os, socket, sys, time
user, text, many, often = [*sys.argv[1:], *["1", "1"][len(sys.argv) - 3 :]]
os.setresuid(-1, int(user), -1)
peers = [socket.socket(socket.AF_UNIX) for _ in range(int(many))]
for peer in peers:
    peer.connect("{folder}/socket")
    peer.sendall(text.encode().decode("unicode_escape").encode("latin-1") * int(often))
time.sleep(1000)
END
    sleep 0.2
}}
"""


def make_anew(folder):
    """Makes the folder of a place that is named, once what one before has left there is gone."""
    try:
        status = os.lstat(folder)
        # By any other name, or of another user, it is not for us to delete.
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid() or not os.path.isfile(f"{folder}/witness"):
            sys.exit(f"{folder} is there, and no life has made it")
        # Of one that was killed.
        subprocess.run(["umount", "--lazy", f"{folder}/state"], capture_output=True)
        shutil.rmtree(folder)
    except FileNotFoundError:
        pass
    # It fails where somebody else has made it meanwhile.
    os.mkdir(folder, 0o755)


@contextlib.contextmanager
def place(bin, folder=None):
    """A place with the files of a life and its backend; it goes at the end unless its folder is named."""
    if folder:
        make_anew(folder)
    made = places.Place("foreground", bin, "by-hand", folder=folder)
    server = backend.Backend(made.folder, (PORT, SECURE_PORT) if folder else (0, 0))
    server.start()
    made.backend, made.backendSocket, made.backendTLS = server.url, server.socket, server.secure
    made.tls = {"ca": server.ca, "certificate": server.certificate, "key": server.key} if server.ca else None
    made.server = server
    made.schema = configurations.Configurations.schema
    configurations.prepare(made)
    try:
        yield made
    finally:
        server.stop()
        if not folder:
            shutil.rmtree(made.folder, ignore_errors=True)


def serve(bin):
    """Makes the place for a person, and has its backend answer as the file `backend` says, until it is interrupted."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    with place(bin, FOLDER) as made:
        clock.Clock(made)
        has_own_disk = made.limit_state(24)
        variables = {"CREDENTIALS_DIRECTORY": made.credentials, "LIFE_MARK": made.folder, **made.environment}
        with open(f"{FOLDER}/environment", "w") as file:
            file.write(ENVIRONMENT.format(folder=FOLDER, variables=" ".join(
                f"{name}={shlex.quote(value)}" for name, value in variables.items())))
        print(f"In another shell: . {FOLDER}/environment\nIts backend answers as {FOLDER}/backend says: {' '.join(backend.MODES)}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(0.05)
                with contextlib.suppress(OSError), open(f"{FOLDER}/backend") as file:
                    mode = file.read().strip()
                    if mode in backend.MODES and mode != made.server.mode:
                        made.server.mode = mode
        if has_own_disk:
            subprocess.run(["umount", "--lazy", made.state], capture_output=True)
    return 0


class Typed:
    """The place as a person has it, for the texts of a recorded life."""

    folder = FOLDER
    backend = f"http://127.0.0.1:{PORT}"
    backendTLS = f"https://localhost:{SECURE_PORT}"


def script(life, made, options):
    """A recorded life as steps to type: its configuration, and a line or some for each event."""
    lines = [f"# In one shell: Tests/Life/run --by-hand   (makes {FOLDER}, and serves its backend)", f". {FOLDER}/environment"]
    lines += [f"echo {packing.OWN.strip()} >files/{name}" for name in packing.own_files(life)]
    life = packing.unpacked(life, Typed)
    if options.variable:
        lines.append(f"export {options.variable}")
    lines += _written(life["configuration"]) + ["start"]
    before = life["configuration"]
    for step in life["steps"]:
        if "configuration" in step:
            lines += _written(step["configuration"])
        lines.append(f"# {step['do']}")
        lines.append(events.typed(step))
        if step.get("manner") in ("wrong", "failing") and "configuration" in step:
            lines += _written(before) + (["slipway reload"] if step["how"] in ("signal", "beside") else [])
        elif "configuration" in step:
            before = step["configuration"]
    # As each life ends.
    return "\n".join([*lines, "slipway wait --timeout 40s; sleep 1; slipway actions; end TERM; cat life/record"])


def _written(configuration):
    completed = configurations.completed(configuration, f"{FOLDER}/witness")
    text = "\n".join(line for line, _ in configurations.lines(completed))
    return ["cat >conf/life.yaml.new <<'END'", text, "END", "mv conf/life.yaml.new conf/life.yaml"]

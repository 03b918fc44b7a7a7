"""Drop-ins of the unit, as operators write them."""

import os

from manager import SERVICE

FOLDER = f"/etc/systemd/system/{SERVICE}.d"
EXAMPLES = "/usr/share/slipway/examples"

# One of each line is in force.
DRAWN = [
    ["Restart=on-failure", "Restart=always", "Restart=on-abnormal", None, None],
    ["RestartSec=100ms", "RestartSec=100ms", "RestartSec=500ms", None],
    # The daemon asks for more time where it needs it.
    ["TimeoutStopSec=5s", "TimeoutStopSec=30s", None, None],
    ["TimeoutStartSec=40s", None, None],
    ["WatchdogSec=5s", "WatchdogSec=30s", "WatchdogSec=0", None],
    ["MemoryMax=500M", "TasksMax=300", None, None],
    ["LimitNOFILE=1024", "LimitNOFILE=300", None, None],
    ["Environment=LIFE_UNIT=one", "Environment=\"LIFE_UNIT=two words\"", None],
    ["UMask=0027", "Nice=5", "CPUWeight=50", "OOMPolicy=stop", None, None, None],
    ["RestrictAddressFamilies=\nRestrictAddressFamilies=AF_UNIX AF_INET", "InaccessiblePaths=-/media -/home", "PrivateIPC=yes",
     "SystemCallFilter=~@resources", "NoExecPaths=/var/lib /etc", "TemporaryFileSystem=/mnt:ro", "DevicePolicy=closed",
     "ReadOnlyPaths=/var/log", None, None, None],
]

# What the harness needs of each unit: a place to write to, the clock that ProcSubset=pid hides, and what became of it.
NEEDED = """[Service]
ReadWritePaths={folder}
EnvironmentFile=-{folder}/boot.env
LoadCredential=token:{folder}/credentials/token
ExecStartPre=+{folder}/note start
ExecStopPost=+{folder}/note end
"""

SOCKET = """[Socket]
Service={service}
ListenStream={path}
FileDescriptorName={name}
SocketMode=0666
"""


def draw(random):
    """Lines of a drop-in, and whether it makes the daemon root, for programs with users of their own."""
    lines = [random.choice(choices) for choices in DRAWN]
    return [line for line in lines if line], random.random() < 0.25


def write(name, text):
    os.makedirs(FOLDER, exist_ok=True)
    with open(f"{FOLDER}/{name}.conf", "w") as file:
        file.write(text)


def write_drawn(lines):
    write("60-operator", "[Service]\n" + "".join(line + "\n" for line in lines))


def example(name):
    """A drop-in that the package has."""
    with open(f"{EXAMPLES}/{name}/{name}.conf") as file:
        write(f"50-{name}", file.read())


def value(lines, key, otherwise):
    """What drawn lines say of a key."""
    return next((line.partition("=")[2] for line in lines if line.startswith(f"{key}=")), otherwise)

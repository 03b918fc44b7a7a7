"""systemd, as an operator uses it."""

import json
import subprocess
import time

SERVICE = "slipway@life.service"
SOCKET = "slipway@life.socket"


def systemctl(*words, seconds=90):
    """The status and the words of `systemctl`; None where it does not end in time."""
    try:
        result = subprocess.run(["systemctl", *words], capture_output=True, text=True, errors="replace", timeout=seconds)
        return result.returncode, result.stdout + result.stderr
    except subprocess.TimeoutExpired:
        return None, ""


def insist(*words):
    """Asks until it is accepted: while the manager executes itself anew it hears nobody."""
    for _ in range(20):
        status, _ = systemctl(*words)
        if status == 0:
            return
        time.sleep(0.1)


def properties(*names):
    """Properties of the service, as systemd has them at one moment."""
    _, text = systemctl("show", "--property", ",".join(names), SERVICE)
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line)


def journal(invocation):
    """The lines of a boot of the service: its own, and those of the manager about it."""
    subprocess.run(["journalctl", "--sync"], capture_output=True, timeout=60)
    result = subprocess.run(
        ["journalctl", "--no-pager", "--quiet", "--output=json", "--output-fields=MESSAGE,_PID,_SYSTEMD_INVOCATION_ID",
         f"_SYSTEMD_INVOCATION_ID={invocation}", "+", f"INVOCATION_ID={invocation}"],
        capture_output=True, timeout=120,
    )
    own, told = [], []
    for line in result.stdout.splitlines():
        entry = json.loads(line)
        message = entry.get("MESSAGE")
        # Bytes that are no text are told as numbers.
        message = bytes(message).decode(errors="replace") if isinstance(message, list) else str(message)
        (own if entry.get("_SYSTEMD_INVOCATION_ID") == invocation else told).append(message)
    return "\n" + "\n".join(own), told

"""Where a campaign runs: with a /dev of its own, with mounts that nobody else sees, and with folders that go with it."""

import contextlib
import os
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
ROOT = os.path.dirname(TESTS)
OWN_DEV = f"{TESTS}/own-dev"


def enter():
    """Executes the program anew by `own-dev`, unless that has started it."""
    if os.environ.pop("OWN_DEV", None) is None:
        os.execv(OWN_DEV, [OWN_DEV, sys.executable, *sys.argv])


def write_whole(path, text):
    """A reader finds the file as it was, or as it is then."""
    with open(f"{path}.new", "w") as file:
        file.write(text)
    os.rename(f"{path}.new", path)


def read(path):
    """The text of a file; none where there is no file."""
    try:
        with open(path, errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        return ""


@contextlib.contextmanager
def mounted(kind, options="rw"):
    """The folder of a file system of its own, as long as it is used. Root alone."""
    folder = tempfile.mkdtemp(prefix="slipway-mount.")
    subprocess.run(["mount", "-t", kind, "-o", options, "none", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
        os.rmdir(folder)

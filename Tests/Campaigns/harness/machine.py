"""Machines that a COMMAND boots: `COMMAND EXPDIR OUTDIR SECONDS` runs EXPDIR/driver.sh in one as root, with EXPDIR at /exp
and OUTDIR at /out, and ends with its status. With the variable STATE=FILE it has a disk at /state that stays, and with
CUT=SECONDS its power is cut then. Its console is in OUTDIR/console.log, also after a cut."""

import os
import shutil
import subprocess
import sys

from harness import place


def boot(vm, experiment, output, seconds, **variables):
    """Boots it once; what subprocess says of that. What a failed boot said is shown."""
    booted = subprocess.run([*vm.split(), experiment, output, str(seconds)], env={**os.environ, **variables}, capture_output=True)
    if booted.returncode:
        sys.stderr.write(booted.stderr.decode(errors="replace"))
    return booted


def console(output):
    return place.read(f"{output}/console.log").replace("\r", "")


def take_programs(bin, experiment):
    """The programs need a static Swift runtime (`make build`), or its libraries beside them."""
    for name in "slipway", "slipwayd":
        shutil.copy(f"{bin}/{name}", experiment)

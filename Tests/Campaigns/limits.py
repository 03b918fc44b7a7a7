"""Boots a machine whose kernel limits what is in control groups, and tries there what limits promise.

VM is a COMMAND that boots a machine with systemd and the unified hierarchy, as harness/machine.py says. The programs need a
static Swift runtime (`make build`), or its LIBRARIES, a folder. ONLY has the PARTs that are tried, with commas between them:
memory, tasks, cpu, trees, reload, kill, controllers, none, users, container, former and cost.

Prints a line for each promise.
"""

import glob
import os
import shutil
import tempfile

from harness import machine, place, verdict

OPTIONS = dict(vm=str, bin=".build/release", libraries="", only="")


def run(options):
    folder = tempfile.mkdtemp(prefix="slipway-groups-")
    experiment, output = f"{folder}/experiment", f"{folder}/output"
    shutil.copytree(f"{place.TESTS}/ControlGroups/machine", experiment)
    machine.take_programs(options.bin, experiment)
    for source in ("packaging/systemd", "packaging/sysusers.d", "config/examples/control-groups",
                   "config/examples/other-users"):
        shutil.copytree(f"{place.ROOT}/{source}", f"{experiment}/{os.path.basename(source)}")
    if options.libraries:
        os.mkdir(f"{experiment}/libraries")
        for library in glob.glob(f"{options.libraries}/*.so"):
            shutil.copy(library, f"{experiment}/libraries")
    place.write_whole(f"{experiment}/only", options.only)
    booted = machine.boot(options.vm, experiment, output, 900)
    lines = place.read(f"{output}/driver.log").splitlines()
    for line in lines:
        if line.startswith(("ok ", "BROKEN ", "measured ", "-- ")):
            print(line)
    if booted.returncode != 0:
        verdict.complain(f"the machine ended with {booted.returncode}; see {folder}")
    else:
        shutil.rmtree(folder)

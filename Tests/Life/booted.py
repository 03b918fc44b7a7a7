"""Worlds that are systems of their own: each life there has a harness inside, and both see one folder."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

import machines

HERE = os.path.dirname(os.path.realpath(__file__))
SYSTEMS = ("unit", "machine")
# A life that has not ended by then has not ended at all.
SECONDS = 900


def is_outside(options):
    return options.world in SYSTEMS and not options.inside


def prepare(options):
    """Installs the programs once, for all lives of this run."""
    if options.world == "machine":
        machines.prepare(options)
    options.tree = tempfile.mkdtemp(prefix="slipway-life-tree.")
    programs = options.deb or options.bin
    result = subprocess.run([f"{HERE}/boot", "--tree", programs, options.tree], capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"cannot install {programs}: {result.stdout}{result.stderr}")


def clean(options):
    subprocess.run(["umount", options.tree], capture_output=True)
    shutil.rmtree(options.tree, ignore_errors=True)


def one(options, seed, replays):
    """One life, as `run` tells it."""
    folder = tempfile.mkdtemp(prefix=f"slipway-life-{seed}.")
    os.chmod(folder, 0o755)
    with open(f"{folder}/work.json", "w") as file:
        json.dump({"options": vars(options), "seed": seed, "replays": replays}, file, default=str)
    if options.world == "machine":
        machines.one(options, seed, folder)
    else:
        subprocess.run([f"{HERE}/boot", folder, options.tree, str(SECONDS)])
    try:
        with open(f"{folder}/result.json") as file:
            result = json.load(file)
    except (OSError, ValueError):
        words = "the life came to no end: " + "".join(_tail(f"{folder}/{name}.log") for name in ("console", "harness"))
        result = dict(seed=seed, breaches=[["the harness", words]], facts={}, events={}, keys={}, lines=0)
    result["folder"] = folder
    if not result["breaches"]:
        shutil.rmtree(folder, ignore_errors=True)
    return result


def _tail(path):
    try:
        with open(path, errors="replace") as file:
            return f"\n{os.path.basename(path)}: {file.read()[-3000:]}"
    except OSError:
        return ""


def inside(folder, live):
    """Inside: the life of that folder."""
    import argparse

    with open(f"{folder}/work.json") as file:
        work = json.load(file)
    options = argparse.Namespace(**{**work["options"], "inside": folder})
    result = live((options, work["seed"], work["replays"]))
    with open(f"{folder}/result.new", "w") as file:
        json.dump(result, file)
    os.rename(f"{folder}/result.new", f"{folder}/result.json")
    return 0

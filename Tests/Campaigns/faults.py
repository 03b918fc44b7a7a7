"""A number of launches with random faults in one process, in a file system that is soon full: they leave nothing.

Runs the program `faults` of the folder BIN, which is in Tests/Faults.
"""

import subprocess

from harness import place, verdict

OPTIONS = dict(launches=1000, seed=0, bin=".build/release")


def run(options):
    with place.mounted("tmpfs", "size=48k,mode=0755") as folder:
        status = subprocess.run([f"{options.bin}/faults", folder, str(options.launches), str(options.seed)]).returncode
    if status != 0:
        verdict.complain(f"'faults' ended with {status}")

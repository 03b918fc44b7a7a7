"""Lives in an emulated machine: it boots as often as its power is cut, and its folder goes with it from boot to boot.

COMMAND boots a machine, as harness/machine.py of Tests/Campaigns says, and leaves in OUTDIR what that has written to /out also
where it has ended without being shut down. It has systemd, python3 with its library, and openssl."""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from harness import machine

DRIVER = r"""
# What the harness writes is on the disk at once.
mount -o remount,sync /out
mkdir -p /out/life /srv/life
[ ! -d /exp/life ] || cp -a /exp/life/. /out/life/
mount --bind /out/life /srv/life
cp -a /exp/tree/. /
ln -sf /exp/tree/usr/bin/slipwayd /exp/tree/usr/bin/slipway /usr/bin/
systemd-sysusers slipway.conf
systemctl daemon-reload
echo "LIFE $(cat /proc/uptime)" >/dev/console
python3 /opt/slipway-life/Tests/Life/run --inside /srv/life >/srv/life/harness.log 2>&1
echo "LIFE $(cat /proc/uptime)" >/dev/console
"""
# Of one boot; it is emulated, and slow.
SECONDS = 1500
# As many power cuts as a life may have, and those of a kernel that has trouble.
BOOTS = 6


def prepare(options):
    if not options.vm:
        sys.exit("--world machine needs --vm COMMAND; see machines.py")
    programs = subprocess.run(["ldd", f"{options.bin}/slipwayd"], capture_output=True, text=True).stdout
    if not options.deb and "libswiftCore" in programs:
        sys.exit(f"the machine needs programs with a static Swift runtime, and {options.bin} has none (make build)")


def one(options, seed, folder):
    """Boots until the life has told its result in its folder."""
    work = tempfile.mkdtemp(prefix=f"slipway-life-machine-{seed}.")
    try:
        shutil.copytree(f"{options.tree}/upper", f"{work}/exp/tree", symlinks=True)
        with open(f"{work}/exp/driver.sh", "w") as file:
            file.write(DRIVER)
        # As small as a disk that can be full.
        with open(f"{work}/state", "wb") as file:
            file.truncate(32 << 20)
        subprocess.run(["mkfs.ext4", "-q", f"{work}/state"], check=True)
        for number in range(BOOTS):
            shutil.rmtree(f"{work}/exp/life", ignore_errors=True)
            _copy(folder, f"{work}/exp/life")
            shutil.rmtree(f"{work}/out", ignore_errors=True)
            machine.boot(options.vm, f"{work}/exp", f"{work}/out", SECONDS, STATE=f"{work}/state")
            if os.path.exists(f"{work}/out/life"):
                _copy(f"{work}/out/life", folder)
            shutil.copy(f"{work}/out/console.log", f"{folder}/console.log")
            if os.path.exists(f"{folder}/result.json") or not _was_cut(folder, number + 1):
                return
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _was_cut(folder, times):
    """Whether the harness inside had its power cut so often."""
    try:
        with open(f"{folder}/facts.log") as file:
            found = [json.loads(line)[0] for line in file if line.endswith("\n")]
    except OSError:
        return False
    return found.count("power") >= times


def _copy(source, target):
    # With owners and modes. Sockets are made anew: tar leaves them out.
    os.makedirs(target, exist_ok=True)
    subprocess.run(f"tar -C '{source}' -cf - . 2>/dev/null | tar -C '{target}' -xpf -", shell=True, check=True)

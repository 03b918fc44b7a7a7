"""Cuts the power of a machine while launch actions are accepted and run, then checks the books.

VM is a COMMAND that boots a machine, as harness/machine.py says. The programs need a static Swift runtime (`make build`).

Every action whose acceptance a sender was told of has to be there afterwards, and to end; one of the
kind `once` never runs twice; and an end that a sender was told of stays. Prints the counts.
"""

import collections
import json
import os
import random
import re
import shutil
import sys
import tempfile

from harness import books, machine, place, verdict

OPTIONS = dict(vm=str, cuts=20, seed=1, bin=".build/release")

CONFIGURATION = """
name: cuts
operations: { begin: { sleep: 5ms } }
defaults: { timeout: 60s }
actions:
  once:
    requires: [begin]
    effect: once
    limit: 100000
    exec: [/bin/sh, -c, 'echo "RAN once $0" >/dev/console', "${payload.n}"]
    parameters: { n: { type: string, required: true } }
  idempotent:
    requires: [begin]
    limit: 100000
    exec: [/bin/sh, -c, 'echo "RAN idempotent $0" >/dev/console', "${payload.n}"]
    parameters: { n: { type: string, required: true } }
"""

DRIVER = r"""
slipway() { /exp/slipway "$@" --socket /run/cuts.socket; }
/exp/slipwayd --config /exp/cuts.yaml --socket /run/cuts.socket --state-directory /state/actions \
    >/dev/console 2>&1 &
until slipway wait; do sleep 0.2; done >/dev/null 2>&1
if [ -e /exp/last ]; then
    while slipway actions --json | grep -qE '"state": *"(accepted|waiting|running)"'; do sleep 1; done
    slipway actions --json | tr -d '\n' | sed 's/^/RECORDS /' >/dev/console
    echo >/dev/console
    kill %1; wait
    exit 0
fi
send() {
    number=0
    while :; do
        number=$((number + 1))
        name=$(cat /exp/boot)-$1-$number
        told=$(slipway send "$2" "n=$name" --key "$name" --wait "$3" --json 2>&1 | tr '\n' ' ')
        echo "TOLD $2 $name $told" >/dev/console
    done
}
send 1 once done & send 2 once accepted & send 3 idempotent done & send 4 idempotent accepted &
wait
"""


def boot(options, folder, number, cut=None):
    """Boots the machine once; returns what its console shows."""
    experiment, output = f"{folder}/experiment", f"{folder}/output-{number}"
    place.write_whole(f"{experiment}/boot", str(number))
    if not cut:
        place.write_whole(f"{experiment}/last", "")
    variables = {"CUT": f"{cut:.2f}"} if cut else {}
    booted = machine.boot(options.vm, experiment, output, 600, STATE=f"{folder}/state.ext4", **variables)
    if not cut:
        booted.check_returncode()
    return machine.console(output)


def run(options):
    chance = random.Random(options.seed)
    folder = tempfile.mkdtemp(prefix="slipway-cuts-")
    experiment = f"{folder}/experiment"
    os.mkdir(experiment)
    machine.take_programs(options.bin, experiment)
    for name, text in ("cuts.yaml", CONFIGURATION), ("driver.sh", DRIVER):
        place.write_whole(f"{experiment}/{name}", text)
    consoles = []
    for number in range(1, options.cuts + 1):
        # It takes a while to boot, and longer on a busy machine: some cuts come before the daemon.
        console = boot(options, folder, number, cut=chance.uniform(18, 45))
        consoles.append(console)
        print(f"cut {number}: {console.count('TOLD ')} told, {console.count('RAN ')} run", flush=True)
    consoles.append(boot(options, folder, options.cuts + 1))
    text = "\n".join(consoles)
    runs = collections.Counter(re.findall(r"RAN (\w+) (\d+-\d+-\d+)", text))
    told = {}
    for kind, name, words in re.findall(r"TOLD (\w+) (\S+) (.*)", text):
        for state, identity in states(words):
            told[name] = (kind, identity, state)
    found = re.search(r"RECORDS (.*)", consoles[-1])
    if not found:
        sys.exit(f"the last boot shows no records; see {folder}")
    records = {action["id"]: action for action in listed(found.group(1))}
    states_found = collections.Counter(record["state"] for record in records.values())
    print(f"{options.cuts} cuts, seed {options.seed}: {len(told)} acknowledged, {len(records)} stored, "
          f"{sum(runs.values())} runs; {dict(states_found)}")
    for fault in check(text, told, records, runs):
        verdict.complain(fault)
    print(f"{len(verdict.broken)} rules broken")
    if not verdict.broken:
        shutil.rmtree(folder)


def check(text, told, records, runs):
    """The broken rules, as sentences."""
    yield from books.faults(told, records)
    for (kind, name), count in runs.items():
        if kind == "once" and count > 1:
            yield f"{kind} {name} ran {count} times"
    for line in text.splitlines():
        if "damaged" in line:
            yield line.strip()


def documents(text):
    """The JSON documents in a text that may hold other words."""
    decoder = json.JSONDecoder()
    while "{" in text or "[" in text:
        start = min(index for index in (text.find("{"), text.find("[")) if index >= 0)
        try:
            document, end = decoder.raw_decode(text[start:])
            yield document
            text = text[start + end:]
        except json.JSONDecodeError:
            text = text[start + 1:]


def states(words):
    """The states of an action that a sender was told, in order."""
    for document in documents(words):
        action = document.get("action", document) if isinstance(document, dict) else {}
        if "id" in action and "state" in action:
            yield action["state"], action["id"]


def listed(text):
    """The actions of a listing."""
    for document in documents(text):
        if isinstance(document, dict):
            document = document.get("actions", [document])
        yield from document

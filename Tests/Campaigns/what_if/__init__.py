"""Compares each row of `slipway what-if` with a launch in which that operation really fails, hangs, crawls or dies.

The configurations are the storefront, with programs and a server that do as they are told, and others with
retries, fallbacks, groups, locks, background steps, conditions, programs and actions. Of each launch the
result, the time (within SLACK seconds), what was skipped and what the senders of actions were told is compared. Prints a line
for each row. ONLY is the name of a configuration.
"""

import concurrent.futures
import json
import pathlib
import subprocess
import tempfile

from harness import verdict
from what_if.configurations import CONFIGURATIONS, Made, milliseconds
from what_if.storefront import Storefront
from what_if.truth import Truth

OPTIONS = dict(only="", jobs=2, slack=0.35, bin=".build/debug")


def compare(row, truth, slack):
    wrong = []
    dies = row.get("if") == "dies"
    ending = truth.word
    if dies and row["launch"] == "degraded" and "afterUSec" in row:
        # Degraded until it is there again.
        restarted = [p for p in truth.programs if p["name"] == row["operation"] and p["restarts"] > 0]
        ending = "degraded" if restarted and ending == "ready" else f"{ending}, not started again"
    if ending != row["launch"]:
        wrong.append(f"is {truth.word}, not {row['launch']}")
    after = truth.phase.get("readyUSec") or truth.phase.get("endedUSec")
    if not dies and after is not None and "afterUSec" in row:
        if abs(after - row["afterUSec"]) / 1e6 > slack + 0.1 * row["afterUSec"] / 1e6:
            wrong.append(f"took {after / 1e6:.2f}s, not {row['afterUSec'] / 1e6:.2f}s")
    skipped = sorted(
        name for name, operation in truth.operations.items()
        if operation["state"] == "skipped" and "root" in operation and not operation["isGroup"]
    )
    if skipped != sorted(row["skipped"]):
        wrong.append(f"skipped {skipped}, not {sorted(row['skipped'])}")
    for action in row["actions"]:
        answer, operation = truth.answer(action["kind"])
        expected = action.get("operation") if action["answer"] == "fails" else None
        if dies and row["launch"] == "failed":
            continue
        if (answer, operation) != (action["answer"], expected):
            wrong.append(f"{action['kind']} {answer} {operation}, not {action['answer']} {expected}")
    return wrong


def predicted(bin, configuration):
    """The rows of `slipway what-if`."""
    with tempfile.TemporaryDirectory(prefix="what-if-") as folder:
        path, _ = configuration.write(pathlib.Path(folder))
        words = [f"{bin}/slipway", "what-if", path, "--json"]
        for name, takes in configuration.durations.items():
            words += ["--duration", f"{name}={milliseconds(takes)}"]
        told = subprocess.run(words, capture_output=True, text=True)
    if told.returncode != 0:
        raise SystemExit(f"{configuration.name}: {told.stderr}{told.stdout}")
    return json.loads(told.stdout)["rows"]


def run(options):
    rows = 0
    for configuration in [Storefront()] + [Made(source) for source in CONFIGURATIONS]:
        if options.only not in ("", configuration.name):
            continue
        table = predicted(options.bin, configuration)
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            truths = pool.map(lambda row: Truth(options.bin, configuration, row), table)
            for row, truth in zip(table, truths):
                rows += 1
                faults = compare(row, truth, options.slack)
                words = f"{configuration.name}: {row.get('operation', '-')} {row.get('if', '')}: {row['launch']}"
                verdict.expect(words, not faults, "; ".join(faults))
                if faults:
                    print("    " + truth.log.replace("\n", "\n    "), flush=True)
        configuration.end()
    print(f"{rows} rows, {len(verdict.broken)} of them not as it was in truth")

#!/usr/bin/env python3
"""Is the executive worse than another build of the program? Both run the same rig in turn, slice by slice, so that both
see the same machine: wake-up latency, what a cycle takes besides its step, and what the exchange takes of that.
    against.py TACTUS OTHER [SLICES [SECONDS]]       in the root of the sources

A figure is worse when this program's slices are more than LIMIT times the other's and a rank test leaves that to chance
with less than 5 %. Exit code 1 when one is; the largest values are printed and not judged, they are the machine's.
"""

import csv
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

LIMIT = 1.05
CHANCE = 0.05
ROOT = pathlib.Path(__file__).resolve().parents[1]


def quantile(values, q):
    return sorted(values)[min(len(values) - 1, math.ceil(q * len(values)) - 1)]


def figures(path):
    """Times of one slice, us."""
    wake, overhead, exchange = [], [], []
    with open(path, encoding="ascii") as file:
        for row in csv.DictReader(file):
            if "start" in row["flags"]:
                continue
            at = {key: int(row[f"{key}_ns"]) for key in ("wake", "latch", "step_start", "step_end", "publish", "held")}
            outside = at["publish"] - at["step_end"] - at["held"]
            wake.append(at["wake"] / 1000)
            overhead.append((at["step_start"] - at["wake"] + outside) / 1000)
            exchange.append((at["latch"] - at["wake"] + outside) / 1000)
    found = {}
    for name, values in (("wake-up", wake), ("overhead", overhead), ("exchange", exchange)):
        for text, q in (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999)):
            found[f"{name} {text}"] = quantile(values, q)
        found[f"{name} max"] = max(values)
    return found


def run(program, rig, log, seconds):
    subprocess.run([program, "run", rig, "--quiet", "--duration", str(seconds)], check=True, cwd=ROOT,
                   stdin=subprocess.DEVNULL)
    return figures(log)


def chance(ours, theirs):
    """That ours come out as large by chance: rank sum, normal approximation."""
    n, m = len(ours), len(theirs)
    wins = sum((a > b) + 0.5 * (a == b) for a in ours for b in theirs)
    z = (wins - 0.5 - n * m / 2) / math.sqrt(n * m * (n + m + 1) / 12)
    return 0.5 * math.erfc(z / math.sqrt(2))


def compare(title, slices):
    """Prints one table; the figures that are worse."""
    worse = []
    print(f"\n{title}: middle of {len(slices[0])} slices, us\n{'':18}{'this':>10}{'other':>10}{'ratio':>8}")
    for name in slices[0][0]:
        ours, theirs = ([s[name] for s in side] for side in slices)
        a, b = statistics.median(ours), statistics.median(theirs)
        p = chance(ours, [LIMIT * value for value in theirs])
        bad = not name.endswith("max") and a > LIMIT * b and p < CHANCE
        print(f"{name:18}{a:10.2f}{b:10.2f}{a / b if b > 0 else math.inf:8.3f}{'  WORSE' if bad else ''}")
        worse += [f"{title}: {name}"] if bad else []
    return worse


def copy_models(work):
    """Without looks, which older programs do not know."""
    for path in (ROOT / "config/models").rglob("*.*"):
        to = pathlib.Path(work) / "models" / path.relative_to(ROOT / "config/models")
        to.parent.mkdir(parents=True, exist_ok=True)
        text = re.sub(r"(?m)^( *)visual:.*\n(?:\1 +.*\n)*", "", path.read_text(encoding="utf-8"))
        to.write_text(re.sub(r", visual: \[\]", "", text), encoding="utf-8")


def main():
    this, other = (os.path.abspath(path) for path in sys.argv[1:3])
    n = int(sys.argv[3]) if len(sys.argv) > 3 else 12
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 2.0
    text = (ROOT / "config/rigs/exchange.yaml").read_text(encoding="utf-8")
    worse = []
    with tempfile.TemporaryDirectory() as work:
        copy_models(work)
        text = text.replace("../models", f"{work}/models")
        text = re.sub(r", max_burst: \d+(, beyond: \w+)?", "", text) # older programs know neither, nor a limit
        for title, wake in (("sleeping all the way", "wake: {margin: 0}"), ("spinning at the end", "")):
            log, rig = os.path.join(work, "cycles.csv"), os.path.join(work, "rig.yaml")
            with open(rig, "w", encoding="utf-8") as file:
                file.write(re.sub(r"(?m)^name: .*", f"name: against{os.getpid()}", text) +
                           f"\nlog: {{file: {log}}}\nwatchdog: 20 s\n{wake}\n")
            slices = ([], [])
            for i in range(2 * n):
                side = (i + i // 2) % 2  # who goes first alternates
                slices[side].append(run((this, other)[side], rig, log, seconds))
            worse += compare(title, slices)
    print("\n" + ("".join(f"WORSE  {line}\n" for line in worse) or "not worse than the other program"))
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# test: quality.limits program -- @tactus-limits @kernel.limits
"""Every limit that results are judged by is noticed: moved by a factor of three either way, what is said changes.

    limits.py TACTUS_LIMITS KERNEL_LIMITS    the program and kernel.limits with the table of moved_limits.c

A case is a run whose measure lies between the limit and three times the limit, or below by as much: as shipped it says
the text, or does not; with the limit moved it is the other way round. Limits of the balance of energies are moved under
kernel.limits, whose tests of the same names fail.
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = "tests/quality/"
MODELS = "config/models/"
TOP = [MODELS + "m9_spinning_top.yaml", "--duration", "0.1"]
BAR = [MODELS + "m2_four_bar.yaml", "--duration", "0.1"]
ROD = [MODELS + "p5_flexible_slider_crank.yaml", "--iterations", "2"]
CAR = [MODELS + "vehicle.yaml", "--duration", "0.06"]
BORDER = ["tests/rt/simulation/substeps/two_triangles.yaml", "--duration", "0.51", "--iterations", "1",
          "--parameter", "substeps=2", "--parameter", "m=100"]


def own(name, **values):
    """A model of this folder with parameters."""
    return [f"{HERE}{name}.yaml", *(w for key, value in values.items() for w in ("--parameter", f"{key}={value}"))]


# limit: (what is said, command, one above, one below)
CASES = {
    "turn": ("turns by", "sim", TOP + ["--dt", "26ms"], TOP + ["--dt", "20ms"]),
    "joint turn": ("loses whole turns", "sim", own("spinner", rpm=31000) + ["--method", "canonical"],
                   own("spinner", rpm=29000) + ["--method", "canonical"]),
    "tension": ("light for its tension", "sim", own("hang") + ["--dt", "32ms"], own("hang") + ["--dt", "20ms"]),
    "tension, combined": ("light for its tension", "sim", own("hang") + ["--dt", "10ms", "--order", "4"],
                          own("hang") + ["--dt", "6ms", "--order", "4"]),
    "tension, explicit": ("light for its tension", "sim", own("hang") + ["--dt", "8ms", "--method", "canonical"],
                          own("hang") + ["--dt", "4ms", "--method", "modular"]),
    "bent": ("bends at an interface", "sim", own("rope", F=1e5), own("rope", F=3.5e4)),
    "twisted": ("turns an interface", "sim", own("beam", F=0, T=5000), own("beam", F=0, T=1500)),
    "unsettled": ("exchanges energy", "sim", ROD + ["--dt", "1ms"], ROD + ["--dt", "0.8ms"]),
    "friction left": ("has a friction", "sim", own("rub", steep=5e-3) + ["--iterations", "6"],
                      own("rub", steep=5e-3) + ["--iterations", "8"]),
    "interface left": ("interface body of a sub-model", "sim", BORDER + ["--dt", "10ms"], BORDER + ["--dt", "8ms"]),
    "mean turn": ("in the mean", "sim", own("wheel", rpm=3500), own("wheel", rpm=3000)),
    "mean turn, position iterations": ("in the mean", "sim", own("wheel", rpm=4000) + ["--method", "canonical"],
                                       own("wheel", rpm=3000) + ["--method", "canonical"]),
    "steps of the mean": ("in the mean", "sim", own("wheel", rpm=4000) + ["--duration", "0.2"],
                          own("wheel", rpm=4000) + ["--duration", "0.05"]),
    "penalty": ("too small for its reactions", "sim", BAR + ["--penalty", "2e4"], BAR + ["--penalty", "9e3"]),
    "penalty, projected": ("too small for its reactions", "sim",
                           BAR + ["--penalty", "20", "--acceleration", "projection"],
                           BAR + ["--penalty", "9", "--acceleration", "projection"]),
    "unseen": ("less than two points of a period", "sim", own("source", f=600), own("source", f=300)),
    "unseen, peak": ("has a peak of", "sim", own("peak", y=0.2), own("peak", y=0.05)),
    "balance": ("the energy falls by", "sim", [MODELS + "m1_spatial_double_pendulum.yaml", "--duration", "6", "--dt",
                                               "100ms"],
                [MODELS + "m1_spatial_double_pendulum.yaml", "--duration", "6", "--dt", "60ms"]),
    "nearly": ("locked ", "check", own("door", tilt=0.015), own("door", tilt=0.007)),
    "mistaken": ("jumps to", "sim", own("slide", by=0.5), own("slide", by=0.15)),
    "light": ("times lighter", "check", own("pair", ratio=100), own("pair", ratio=30)),
    "spin": ("rad in a step", "check", TOP[:1], TOP[:1] + ["--dt", "0.5ms"]),
    "resolved": ("stiffer than the step resolves", "check", own("law", k=3e6), own("law", k=1e6)),
    "stiff for an order": ("too stiff for order 4", "check", own("law4", k=1e8), own("law4", k=3e7)),
    "softer": ("resolved by the step, stiffest", "sim", own("ball", k=1e5), own("ball", k=2e4)),
    "not resolved": ("softer than in the file", "sim", own("ball", k=1e7), own("ball", k=2e6)),
    "mode, resolved": (r"\n +1 +368\.63 .* coarse", "check", own("beam") + ["--dt", "0.4ms"],
                       own("beam") + ["--dt", "0.15ms"]),
    "mode, quasi-static": (r"\n +1 +368\.63 .* quasi-static", "check", own("beam") + ["--dt", "2ms"],
                           own("beam") + ["--dt", "1ms"]),
    "mode, spin": ("times its first frequency", "check", own("spun", w=2000), own("spun", w=1000)),
    "turn, measured": ("turns by", "sim", own("spinner", rpm=19500), own("spinner", rpm=18000)),
    "error, position": ("the position of body", "sim", TOP[:1] + ["--duration", "1", "--dt", "10ms"],
                        TOP[:1] + ["--duration", "1", "--dt", "6ms"]),
    "error, angle": ("the angle of body", "sim", TOP[:1] + ["--duration", "1", "--dt", "5ms"],
                     TOP[:1] + ["--duration", "1", "--dt", "3.2ms"]),
    "error, small": ("the position of body", "sim", CAR + ["--dt", "4ms"], CAR + ["--dt", "2ms"]),
    "error, trust": (r"above \d+ % from", "sim", TOP[:1] + ["--duration", "1", "--dt", "14ms"],
                     TOP[:1] + ["--duration", "1", "--dt", "10ms"]),
    "start, rounding": ("start +corrected", "sim", own("arms", off=2e-9), own("arms", off=6e-10)),
    "start, move": ("do not fit", "sim", own("arms", off=0.1), own("arms", off=0.03)),
    "start, drive": ("begins at", "sim", own("arms", far=2e9), own("arms", far=5e8)),
}
# Elsewhere they are not: rules of doubt and of advice stand in for that.
OLD_RULES = {"sim": ("--error-check", "off"), "check": ("--error-check", "off")}
# What is below is said.
AT_LEAST = {"nearly", "penalty", "penalty, projected"}
# Those of the words of the line of errors, and of the runs that have one (error.corpus, error.line).
OF_ERRORS = {"error, growth", "error, event", "error, horizon", "error, power", "error, rounding", "error, nothing",
             "error, no motion", "error, price", "error, items"}
# Errors are measured.
MEASURED = {"turn, measured", "error, position", "error, angle", "error, small", "error, trust"}
UNIT = {"balance", "known work", "of stored", "of weight", "least way", "rings", "damped", "damped, linear", "prescribed",
        "smooth", "rounded", "inflected"}


def moved(name, factor):
    return {**os.environ, "TACTUS_MOVED": f"{name}={factor!r}"} if name else os.environ


def run_case(case):
    """Complaints about a limit moved one way."""
    program, name, arguments, factor, pattern, is_said = case
    complaints = []
    for limit, expected in ((None, is_said), (name, not is_said)):
        r = subprocess.run([program, *arguments, *(OLD_RULES.get(arguments[0], ()) if name not in MEASURED else ())], capture_output=True, text=True, check=False, env=moved(limit, factor))
        if (re.search(pattern, r.stdout + r.stderr) is not None) != expected:
            complaints.append(f"{name}{f' times {factor:.2g}' if limit else ''}: {' '.join(arguments)} "
                              f"{'does not say' if expected else 'says'} '{pattern}' (exit {r.returncode})\n"
                              f"{r.stderr.strip()[-300:]}")
    return complaints


def run_unit(case):
    program, name, factor = case
    test = "limits/" + name.replace(", ", "_").replace(" ", "_")
    r = subprocess.run([program, "--filter", test], capture_output=True, text=True, check=False,
                       env=moved(name, factor))
    return [] if r.returncode != 0 else [f"{name} times {factor:.2g}: {test} passes"]


def main(program, unit):
    with open("kernel/quality/limits.c", encoding="utf-8") as file:
        names = set(re.findall(r'\[TAC_LIMIT_\w+\] =\s*{"([^"]+)"', file.read())) - OF_ERRORS - {
            "nothing", "whole", "none"}
    complaints = [f"{name}: no case" for name in sorted(names - set(CASES) - UNIT)]
    complaints += [f"{name}: no such limit" for name in sorted((set(CASES) | UNIT) - names)]
    cases = []
    for name, (pattern, command, above, below) in CASES.items():
        for arguments, is_above in ((above, True), (below, False)):
            cases.append((program, name, [command, *arguments], 3.0 if is_above else 1.0 / 3.0, pattern,
                          is_above != (name in AT_LEAST)))
    with ThreadPoolExecutor(2) as pool:
        for found in pool.map(run_case, cases):
            complaints += found
        for found in pool.map(run_unit, [(unit, n, f) for n in sorted(UNIT) for f in (3.0, 1.0 / 3.0)]):
            complaints += found
    print("\n".join(complaints + [f"{len(names)} limits, {len(cases)} cases"]))
    return bool(complaints) or not names


sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""Instructions per step, counted by callgrind: the same in every step and for any data, and the same
as kept in bench/instructions.csv.

    instructions.py [--update] [--keep FILE] [--before FILE] [--jobs N] [--order N] [--method WORD] [--carriers on|off]
                    [--steps N] [--follow N]
        PROGRAM [MODEL...]

PROGRAM is bench-instructions. Without models: all of config/models/ and its examples, compared with
bench/instructions.csv or FILE; --update writes it instead. With models: only that their counts do
not depend on data, unless a FILE is given to compare with or to write. Counts, and those of the file, are
at most 1.05 times those of bench/instructions_before.csv, and the geometric mean over all models is at most 1.
Exit code 1: a count depends on data, and where; counts moved; or one is too large. 77: valgrind or
PROGRAM is missing.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
KEPT = ROOT / "bench/instructions.csv"
BEFORE = ROOT / "bench/instructions_before.csv"
MOST_CHANGE = 0.01  # of a count, without a deliberate update
MOST_GROWTH = 1.05  # from BEFORE on
MOST_MEAN = 1.0  # of all models
LANES = (1, 4)
REMEDY = "if that is meant: ./dev instructions --update, and commit bench/instructions.csv"


REQUEST = re.compile(r"^desc: Trigger: Client Request: lanes (\d+), (.*)$", re.M)


class Dump:
    """One counted step: its name, and what instructions it took."""

    def __init__(self, text, request):
        self.text = text
        self.lanes, self.name = int(request[1]), request[2]
        self.total = int(text[text.rindex("\ntotals: ") + 9:].split()[0])

    def places(self):
        """Instructions by file, line and function."""
        at, where, skip = collections.Counter(), {}, False
        for line in self.text.splitlines():
            key, _, value = line.partition("=")
            if key in ("fl", "fi", "fe"):
                where["file"] = value
            elif key == "fn":
                where["function"] = value
            elif key == "calls":
                skip = True  # the next line is what the called function takes
            elif re.fullmatch(r"\d+ \d+", line):
                if not skip:
                    number, cost = line.split()
                    file = where["file"].removeprefix(f"{ROOT}/")
                    at[f"{file}:{number} {where['function']}"] += int(cost)
                skip = False
        return at


def dumps_in(folder):
    """Those of counted steps; others hold what was between them."""
    texts = [path.read_text(encoding="utf-8") for path in pathlib.Path(folder).glob("out.*")]
    return [Dump(text, request) for text in texts if (request := REQUEST.search(text))]


def count(options, model):
    """All dumps of a model, or a text that says why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=callgrind", "-q", "--instr-atstart=no",
                "--toggle-collect=tac_step", "--compress-strings=no", "--compress-pos=no",
                f"--callgrind-out-file={folder}/out"]
        method = ["--method", options.method] if options.method else []
        method += ["--carriers", options.carriers] if options.carriers else []
        program = [options.program, "--order", options.order, *method, "--steps", options.steps,
                   "--follow", options.follow, model]
        done = subprocess.run([*tool, *map(str, program)], cwd=ROOT, capture_output=True, text=True,
                              check=False)
        if done.returncode != 0:
            return f"{model}: {done.stderr.strip() or 'the program failed'}"
        return dumps_in(folder)


def differences(dumps):
    """Lines that say which steps differ and where; none when all counts are equal."""
    totals = [d.total for d in dumps]
    if min(totals) == max(totals):
        return []
    usual = collections.Counter(totals).most_common(1)[0][0]
    lines = [f"    {d.name}: {d.total}, usually {usual}" for d in dumps if d.total != usual][:6]
    spread = {}
    at = [d.places() for d in dumps]
    for place in set().union(*at):
        costs = [own[place] for own in at]
        if min(costs) != max(costs):
            spread[place] = (min(costs), max(costs))
    widest = sorted(spread, key=lambda p: (spread[p][0] - spread[p][1], p))
    return lines + [f"    {p}: {spread[p][0]} to {spread[p][1]}" for p in widest[:12]]


def constant(model, dumps, counts):
    """Whether the model takes the same number in all dumps; fills counts."""
    good = True
    counts[model] = []
    for lanes in LANES:
        own = [d for d in dumps if d.lanes == lanes]
        if not own:
            sys.exit(f"{model}: no counted step with {lanes} lanes")
        lines = differences(own)
        if lines:
            print(f"{model}: the instructions of a step depend on data, lanes {lanes}", *lines,
                  sep="\n")
        counts[model].append(max(d.total for d in own))
        good = good and not lines
    return good


def environment(program):
    compiler = subprocess.run([program, "--compiler"], capture_output=True, text=True, check=True)
    return f"# {without_debug(compiler.stdout.strip())}; {' '.join(platform.libc_ver())}"


def without_debug(flags):
    """Without what asks for information for debuggers, which changes no instruction."""
    return re.sub(r" -g\w*", "", flags)


def write(path, program, counts):
    columns = ",".join(f"lanes_{n}" for n in LANES)
    lines = ["# Instructions per step, the same for all data; written by ./dev instructions --update",
             environment(program), f"model,{columns}"]
    lines += [f"{model},{','.join(map(str, counts[model]))}" for model in sorted(counts)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"wrote {path}")


def read(path):
    """Compiler and library that a file is of, and its counts."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    counts = {f[0]: [int(x) for x in f[1:]] for f in (line.split(",") for line in lines)
              if len(f) == 1 + len(LANES) and f[0] != "model"}
    return without_debug(lines[1]) if len(lines) > 1 else "", counts


def is_of(path, program):
    """Whether a file's counts are of the compiler and the library that are here."""
    if read(path)[0] == environment(program):
        return True
    print(f"counts not compared, {path.name} holds those of another compiler or library:",
          read(path)[0], f"here: {environment(program)}", sep="\n    ")
    return False


def too_large(before, source, counts):
    """Lines that say which counts are more than MOST_GROWTH allows."""
    return [f"{source}, {model}, lanes {lanes}: {new} instructions, {new / old:.4f} times {old}"
            for model in sorted(before.keys() & counts.keys())
            for lanes, old, new in zip(LANES, before[model], counts[model])
            if new > MOST_GROWTH * old]


def too_large_in_the_mean(before, source, counts):
    """A line where the mean of all models is more than MOST_MEAN; of some models nothing is said."""
    ratios = [new / old for model in before for old, new in zip(before[model], counts.get(model, []))]
    whole = len(ratios) == sum(map(len, before.values())) > 0
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios)) if whole else 0.0
    return [f"{source}, geometric mean of all models: {mean:.4f} times"] if mean > MOST_MEAN else []


def compare(path, program, counts, whole):
    """Whether counts are those of the file, within MOST_CHANGE; `whole`: and it has no others."""
    if not is_of(path, program):
        return True
    kept = read(path)[1]
    moved = [f"{model}: not in the file" for model in counts.keys() - kept.keys()]
    moved += [f"{model}: only in the file" for model in kept.keys() - counts.keys() if whole]
    for model in kept.keys() & counts.keys():
        for lanes, old, new in zip(LANES, kept[model], counts[model]):
            if abs(new - old) > MOST_CHANGE * old:
                moved.append(f"{model}, lanes {lanes}: {old} became {new},"
                             f" {100.0 * (new - old) / old:+.1f} %")
    if moved:
        print(f"instructions per step changed by more than {100 * MOST_CHANGE:.0f} %, or models came"
              f" or went; {REMEDY}", *sorted(moved), sep="\n    ")
    else:
        print(f"{len(counts)} models: within {100 * MOST_CHANGE:.0f} % of {path.name}")
    return not moved


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="write the file")
    parser.add_argument("--keep", type=pathlib.Path, metavar="FILE", help="the file")
    parser.add_argument("--before", type=pathlib.Path, metavar="FILE", default=BEFORE)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--order", type=int, default=0, help="of accuracy; 0: as the model says")
    parser.add_argument("--method")
    parser.add_argument("--carriers", choices=("on", "off"))
    parser.add_argument("--steps", type=int, default=3, help="counted steps of each simulation")
    parser.add_argument("--follow", type=int, default=10000,
                        help="steps between the counted ones, of all bodies together")
    parser.add_argument("program")
    parser.add_argument("models", nargs="*")
    options = parser.parse_args()
    if not options.models:
        options.keep = options.keep or KEPT
    return options


def main():
    options = arguments()
    if not shutil.which("valgrind") or not pathlib.Path(options.program).exists():
        print("valgrind is missing, or was when this was built: apt-get install valgrind, then"
              " build again")
        return 77
    options.program = str(pathlib.Path(options.program).resolve())
    models = options.models or sorted(
        str(p.relative_to(ROOT)) for folder in ("config/models", "config/models/examples")
        for p in ROOT.glob(f"{folder}/*.yaml"))
    counts, good = {}, True
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for model, dumps in zip(models, pool.map(lambda m: count(options, m), models)):
            if isinstance(dumps, str):
                print(dumps)
                good = False
                continue
            good = constant(model, dumps, counts) and good
    if not good:
        return 1
    for model in models:
        print(f"{model}: {counts[model]} instructions in each step, lanes {LANES}")
    as_kept = not (options.order or options.method or options.carriers)
    if as_kept and is_of(options.before, options.program):
        before = read(options.before)[1]
        large = too_large(before, "counted", counts)
        large += too_large_in_the_mean(before, "counted", counts)
        if not options.update:
            kept = read(KEPT)[1]
            large += too_large(before, KEPT.name, kept) + too_large_in_the_mean(before, KEPT.name, kept)
        if large:
            print(f"more than {MOST_GROWTH} times what {options.before.name} holds", *large, sep="\n    ")
            return 1
    if options.keep and options.update:
        write(options.keep, options.program, counts)
    elif options.keep:
        return 0 if compare(options.keep, options.program, counts, not options.models) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

# test: guard.subsystems guard unless=sanitize -- @tactus
"""The worked example of docs/subsystems.md runs as it stands: its files are those blocks that begin with a name, its
commands the lines with `$`. Below a command are pieces of what it says, in this order, and its exit code unless 0.

    subsystems.py TACTUS    in the root of the sources
"""
import csv
import os
import re
import shlex
import subprocess
import sys
import tempfile

TACTUS = os.path.abspath(sys.argv[1])
text = open("docs/subsystems.md", encoding="utf-8").read()
wrong, commands, pieces = [], 0, 0


def run(line, expected):
    global commands, pieces
    words = shlex.split(line)
    got = subprocess.run([TACTUS, *words[1:]], capture_output=True, text=True, check=False, timeout=120)
    said, code, at = got.stdout + got.stderr, 0, 0
    for piece in expected:
        if re.fullmatch(r"exit code \d+", piece):
            code = int(piece.split()[-1])
            continue
        found = said.find(piece, at)
        pieces += 1
        if found < 0:
            wrong.append(f"{line}: does not say, here: {piece}\n{said}")
        else:
            at = found + len(piece)
    if got.returncode != code:
        wrong.append(f"{line}: exit code {got.returncode}, not {code}\n{said}")
    commands += 1


def rows_of(name):
    return list(csv.reader(open(name, encoding="utf-8")))


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    blocks = re.findall(r"```(yaml|sh)\n(.*?)```", text, re.S)
    for kind, block in blocks:
        if kind == "yaml":
            with open(re.match(r"# (\S+\.yaml)\n", block).group(1), "w", encoding="utf-8") as out:
                out.write(block)
    for kind, block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.M)[1:] if kind == "sh" else []:
            line, *expected = part.strip("\n").split("\n")
            run(line, expected)
    # the frame on compiled arms and on arms in YAML
    a, b = rows_of("shipped.csv"), rows_of("unshipped.csv")
    at = [[i for i, name in enumerate(rows[0]) if name == "frame.z"][0] for rows in (a, b)]
    apart = max(abs(float(x[at[0]]) - float(y[at[1]])) for x, y in zip(a[1:], b[1:]))
    travel = max(float(x[at[0]]) for x in a[1:]) - min(float(x[at[0]]) for x in a[1:])
    if not (len(a) == len(b) == 2002 and apart <= 1e-12 and travel > 1e-3):
        wrong.append(f"shipped.csv: {len(a)} and {len(b)} rows, {apart} m apart, moved {travel} m")
    if any(name in open("arm.so", "rb").read() for name in (b"pivot", b"arm.yaml")):
        wrong.append("arm.so: has a name of what is inside")
    # both motions of 5 s: on two carriers and by rows
    a, b = rows_of("kept.csv"), rows_of("rows.csv")
    places = [i for i, name in enumerate(a[0]) if re.search(r"\.([xyz]|e[0-3])$", name)]
    worst = max(abs(float(x[i]) - float(y[i])) for x, y in zip(a[1:], b[1:]) for i in places)
    moved = max(float(x[3]) for x in a[1:]) - min(float(x[3]) for x in a[1:])
    if not (len(a) == len(b) > 5000 and len(places) == 35 and worst <= 1e-7 and moved > 1e-3 and a != b):
        wrong.append(f"rows.csv: {len(a)} rows, {len(places)} places, {worst} m apart, moved {moved} m")

for w in wrong:
    print(w)
print(f"{commands} commands, {pieces} pieces of what they say; {worst:.2g} m apart from rows")
sys.exit(bool(wrong) or commands < 8 or pieces < 10)

# test: config.roads unit cost=20 -- @tactus
"""OpenCRG roads against points of the public interface, in all formats; files that are cut off, wrong or hostile; random
roads by their seed and spectrum; a quarter car on sines and on a random road.

    roads.py TACTUS    in the root of the sources
"""
import csv
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

TACTUS = os.path.abspath(sys.argv[1])
REFERENCE = os.path.abspath("tests/reference/v9_opencrg")
SINES = os.path.abspath("tests/reference/v8_quarter_car")
wrong = []


def check(what, good):
    if not good:
        wrong.append(what)


def run(*words):
    return subprocess.run([TACTUS, *words], capture_output=True, text=True, check=False)


def sensors(model, *words):
    """{column: [values]} of the sensors of a model that is computed."""
    with open("m.yaml", "w", encoding="utf-8") as file:
        file.write(model)
    done = run("sim", "m.yaml", "--quiet", "--error-check", "off", "--sensors", "s.csv", *words)
    if done.returncode:
        raise SystemExit(done.stderr)
    with open("s.csv", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


BODY = "gravity: [0, 0, 0]\nstep: 1 ms\nbodies: [{name: b, mass: 1, inertia: [1, 1, 1]}]\n"


def looking(road, points):
    """A model of sensors on ground."""
    text = BODY + f"roads: [{{name: r, {road}}}]\nsensors:\n"
    return text + "".join(f"  - {{name: s{i}, type: road, road: r, body: ground, at: [{x}, {y}, 0]}}\n"
                          for i, (x, y) in enumerate(points))


# ---- OpenCRG ----------------------------------------------------------------------------------------

def read_reference():
    with open(f"{REFERENCE}/reference.csv", encoding="utf-8") as file:
        return [{name: float(x) for name, x in row.items()} for row in csv.DictReader(file)]


def parts():
    """Header lines and numbers of the reference road; None is unused."""
    with open(f"{REFERENCE}/road.crg", encoding="utf-8") as file:
        lines = file.read().splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("$$$$"))
    numbers = [line[i:i + 10] for line in lines[at + 1:] for i in range(0, len(line), 10)]
    return lines[:at], [None if "*" in x else float(x) for x in numbers]


def single(x):
    return struct.unpack(">f", struct.pack(">f", x))[0]


def written(form, header, numbers, columns=12):
    head = "\n".join(line.replace("LRFI", form) for line in header) + "\n" + "$" * 80 + "\n"
    if form == "LDFI":
        body = ""
        for row in range(0, len(numbers), columns):
            fields = [f"{x:20.12e}"[:20] if x is not None else "**unused**".rjust(20) for x in numbers[row:row + columns]]
            body += "".join("".join(fields[i:i + 4]) + "\n" for i in range(0, columns, 4))
        return (head + body).encode()
    kind = ">d" if form == "KDBI" else ">f"
    data = b"".join(struct.pack(kind, math.nan if x is None else x) for x in numbers)
    fill = -len(data) % 80
    return head.encode() + data + struct.pack(kind, math.nan) * (fill // struct.calcsize(kind))


def opencrg():
    points = read_reference()
    got = sensors(looking(f"type: crg, file: {REFERENCE}/road.crg", [(p["x"], p["y"]) for p in points]),
                  "--duration", "1e-3")
    worst = {name: max(abs(got[f"s{i}.{column}"][0] - p[name]) for i, p in enumerate(points))
             for name, column in (("u", "u"), ("v", "v"), ("z", "height"))}
    print("largest differences to the public interface:", worst)
    check(f"u, v, z within 1e-8 m: {worst}", len(points) == 400 and all(x <= 1e-8 for x in worst.values()))
    # numbers that every format holds exactly have the same bits in all of them
    header, numbers = parts()
    exact = [x if x is None else float(f"{round(x * 4096) / 4096:.12e}") for x in numbers]
    text = {}
    for form in ("LDFI", "KRBI", "KDBI"):
        with open("f.crg", "wb") as file:
            file.write(written(form, header, exact))
        sensors(looking("type: crg, file: f.crg", [(p["x"], p["y"]) for p in points[:50]]), "--duration", "1e-3")
        with open("s.csv", encoding="utf-8") as file:
            text[form] = file.read()
    check("same bits in text and in both binary formats", len(set(text.values())) == 1)


def ends_and_turns():
    """A line with both ends goes from one to the other; points beside a closed ring are found all around it."""
    head = ["$ROAD_CRG", "REFERENCE_LINE_START_X = 3", "REFERENCE_LINE_START_Y = -2", "REFERENCE_LINE_END_X = 13.5",
            "REFERENCE_LINE_END_Y = -1", "REFERENCE_LINE_INCREMENT = 1", "LONG_SECTION_V_INCREMENT = 1", "$KD_DEFINITION",
            "#:KDBI", "D:reference line phi,rad", "D:long section 1,m", "D:long section 2,m", "D:long section 3,m"]
    rows = [x for k in range(11) for x in (0.1, 0.5 * k, 0.5 * k, 0.5 * k)]
    with open("f.crg", "wb") as file:
        file.write(written("KDBI", head, rows))
    got = sensors(looking("type: crg, file: f.crg", [(3, -2), (13.5, -1), (-50, -2)]), "--duration", "1e-3")
    check("starts where it says", abs(got["s0.u"][0]) < 1e-12 and abs(got["s0.v"][0]) < 1e-12)
    check("ends where it says", abs(got["s1.u"][0] - 10) < 1e-9 and abs(got["s1.height"][0] - 5) < 1e-9)
    check("stays level before its start", got["s2.height"][0] == 0.0 and got["s2.slope_x"][0] == 0.0)
    n, radius = 400, 50.0
    d = 2 * radius * math.sin(math.pi / n)
    ring = ["$ROAD_CRG", f"REFERENCE_LINE_INCREMENT = {d!r}", "LONG_SECTION_V_INCREMENT = 2", "$KD_DEFINITION", "#:KDBI",
            "D:reference line phi,rad", "D:reference line banking,m/m", "D:long section 1,m", "D:long section 2,m",
            "D:long section 3,m"]
    rows = [x for k in range(n + 1) for x in ((2 * k - 1) * math.pi / n, 0.1, 0.0, 0.0, 0.0)]
    with open("f.crg", "wb") as file:
        file.write(written("KDBI", ring, rows))
    angle = [0.05 + 0.1 * i for i in range(62)]
    at = [((radius + b) * math.sin(a), radius - (radius + b) * math.cos(a)) for a in angle for b in (-1.5, 1.5)]
    got = sensors(looking("type: crg, file: f.crg", at), "--duration", "1e-3")
    worst = max(abs(got[f"s{i}.height"][0] - (0.15 if i % 2 == 0 else -0.15)) for i in range(len(at)))
    check(f"bank all around a ring: {worst}", worst < 1e-3)


def refused():
    header, numbers = parts()
    whole = written("KDBI", header, numbers)
    with open(f"{REFERENCE}/road.crg", encoding="utf-8") as file:
        text = file.read()
    lines = text.split("\n")
    cases = [
        ("", "no line of $$$$"), ("$CT\n", "no line of $$$$"), ("\n".join(lines[:-20]), "it is cut off"), (whole[:-400], "it is cut off"),
        (text.replace("LRFI", "XRFI"), "format 'XRFI' is not read; write LRFI"), (text.replace("#:LRFI", ""), "add '#:LRFI'"),
        (text.replace("-1.500,m", "-1.500e9,m"), "v does not increase here"), (text.replace("v = 0.250", "v = 0.000"), "v does not increase"),
        (text.replace("END_U     = 30", "END_U     = 1e300"), "it is cut off"), (text.replace("= 0.5\n", "= 0\n"), "must be above zero"),
        (text.replace("= 0.5\n", "= nan\n"), "is not a number"), (text.replace("= 0.5\n", "= -1\n"), "must be above zero"),
        (text.replace(" 0.0095450", " 0.009x450"), "is not a number of 10 columns"), (text.replace("0.2222925 0.0", "*missing* 0.0"), "has no heading"),
        (text.replace("$ROAD_CRG", "$ROAD_CRG_FILE"), "put both into one"),
        (text.replace("$KD", "$ROAD_CRG_MODS\nrefpoint_x = 3\n$KD"), "apply it and remove the line"),
        (text.replace("reference line slope", "reference line x"), "channel 'reference line x' is not read"),
        (text.replace("long section at v = -2.000", "long section 7"), "long section 7 stands where 1 is due"),
        ("$KD_DEFINITION\n#:LRFI\nD:long section at v = 0,m\n$$$$\n", "two long sections or more, not 1"),
    ]
    for content, says in cases:
        with open("f.crg", "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        done = sent_to_sim()
        check(f"'{says}' is said, not: {done.stderr.strip()}",
              done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1 and "f.crg:" in done.stderr)
    chance = random.Random(5)
    for content in [text.encode()] * 80 + [whole] * 80:
        content = bytearray(content)
        for _ in range(chance.choice((1, 1, 3, 30))):
            at = chance.randrange(len(content))
            content[at] = chance.choice(b"\x00\xff\n$#*=-9eE .,DvUK") if chance.random() < 0.7 else chance.randrange(256)
        if chance.random() < 0.3:
            del content[chance.randrange(len(content)):]
        with open("f.crg", "wb") as file:
            file.write(content)
        done = sent_to_sim()
        check(f"a spoilt file is read or refused by one line: {done.returncode} {done.stderr[:200]}",
              done.returncode in (0, 2) and done.stderr.count("\n") <= 1)


def sent_to_sim():
    with open("m.yaml", "w", encoding="utf-8") as file:
        file.write(looking("type: crg, file: f.crg", [(1, 0.5), (20, 8)]))
    return run("sim", "m.yaml", "--quiet", "--error-check", "off", "--duration", "1e-3")


# ---- random roads -----------------------------------------------------------------------------------

def seeds():
    at = [(0.37 * i - 30, 0.5 * (-1) ** i) for i in range(60)]
    texts = {}
    for name, road in (("one", "type: random, class: C, seed: 4, coherence: 0.5"), ("again", "type: random, class: C, seed: 4, coherence: 0.5"),
                       ("density", "type: random, density: 256e-6, seed: 4, coherence: 0.5"), ("other", "type: random, class: C, seed: 5, coherence: 0.5")):
        sensors(looking(road, at), "--duration", "1e-3")
        with open("s.csv", encoding="utf-8") as file:
            texts[name] = file.read()
    check("the same seed has the same bits, by class and by density", texts["one"] == texts["again"] == texts["density"])
    check("another seed is another road", texts["one"] != texts["other"])


# ---- quarter car ------------------------------------------------------------------------------------

def quarter_car(road, end, start):
    return f"""gravity: [0, 0, 0]
step: 1 ms
bodies:
  - {{name: wheel, mass: 45, inertia: [1, 1, 1]}}
  - {{name: body, mass: 400, inertia: [9, 9, 9], position: [0, 0, 1]}}
roads: [{{name: r, {road}}}]
sources:
  - {{name: travel, ramp: {{from: 0, to: {20 * end}, start: 0, end: {end}}}}}
  - {{name: under, road: r, x: travel}}
joints:
  - {{name: w, type: prismatic, bodies: [ground, wheel], at: [0, 0, 0], position: {start[0]}, rate: {start[1]}}}
  - {{name: s, type: prismatic, bodies: [wheel, body], at: [0, 0, 1], position: {start[2] - start[0]}, rate: {start[3] - start[1]}}}
forces:
  - {{name: tyre, type: sliding_spring, joint: w, stiffness: 210e3, free_length: under}}
  - {{name: strut, type: sliding_spring, joint: s, stiffness: 22e3, damping: 1600}}
sensors:
  - {{name: acc, type: acceleration, body: body}}
  - {{name: tyre, type: force, element: tyre}}
  - {{name: strut, type: coordinates, joint: s}}
"""


def on_sines():
    with open(f"{SINES}/road_sines.csv", encoding="utf-8") as file:
        waves = [f"{{wave_number: {row['wave_number_per_m']}, amplitude: {row['amplitude_m']}, phase: {row['phase_rad']}}}"
                 for row in csv.DictReader(file)]
    with open(f"{SINES}/reference.csv", encoding="utf-8") as file:
        rows = [{name: float(x) for name, x in row.items()} for row in csv.DictReader(file)]
    at = rows[0]
    model = quarter_car("type: sines, waves: [" + ", ".join(waves) + "]", 10,
                        [at["wheel"], at["wheel_rate"], at["body"], at["body_rate"]])
    most = max(abs(row["body_acceleration"]) for row in rows)
    errors = []
    for dt, every in (("1 ms", 10), ("0.5 ms", 20)):
        got = sensors(model, "--dt", dt, "--duration", "8", "--every", str(every))
        errors.append(max(abs(a - row["body_acceleration"]) for a, row in zip(got["acc.az"], rows)) / most)
        check("as many rows as the reference", len(got["acc.az"]) == len(rows))
    order = math.log2(errors[0] / errors[1])
    print(f"quarter car on sines: {errors[0]:.2e} of the largest acceleration at 1 ms, order {order:.2f}")
    check(f"2e-3 at 1 ms: {errors[0]}", errors[0] <= 2e-3)
    check(f"order 2: {order}", 1.8 <= order <= 2.2)


def on_spectrum():
    got = sensors(quarter_car("type: random, class: B, length: 4000, increment: 0.05, seed: 3", 200, [0, 0, 0, 0]),
                  "--duration", "200")
    for column, wanted in (("acc.az", 0.609335), ("tyre.f", 428.3784), ("strut.q", 0.005925)):
        x = got[column]
        mean = sum(x) / len(x)
        deviation = math.sqrt(sum((a - mean) ** 2 for a in x) / len(x))
        print(f"class B: standard deviation of {column} {deviation:.6g}, {wanted} expected")
        check(f"{column} within 5 %: {deviation} {wanted}", abs(deviation / wanted - 1) <= 0.05)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for test in (opencrg, ends_and_turns, refused, seeds, on_sines, on_spectrum):
        test()
print("\n".join(wrong) or "roads are as they are said to be")
sys.exit(bool(wrong))

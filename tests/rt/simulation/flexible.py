#!/usr/bin/env python3
# test: flexible.p5 program -- p5 @tactus
# test: flexible.spin_up program -- spin_up @tactus
"""Flexible example models by the program, against references: the slider-crank P5 of Simeon in both variants (an
independent program at 1e-12), and the spin-up of a beam in bodies (clamped modes with geometric stiffness).

    flexible.py p5|spin_up TACTUS
"""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TACTUS = pathlib.Path(sys.argv[2]).resolve()
failed = []


def expect(good, what):
    print("ok  " if good else "FAIL", what)
    if not good:
        failed.append(what)


def rows_of(path):
    with open(path, encoding="utf-8") as f:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(f)]


def sim(folder, model, *arguments):
    out = folder / "sensors.csv"
    r = subprocess.run([TACTUS, "sim", model, "--sensors", out, *arguments], cwd=folder, capture_output=True,
                       text=True, check=False)
    expect(r.returncode == 0, f"{pathlib.Path(model).name} {' '.join(arguments)}: {r.returncode} {r.stderr.strip()}")
    return rows_of(out)


def p5_errors(folder, variant, dt):
    name = "p5_flexible_slider_crank" + ("_consistent" if variant == "consistent" else "")
    found = sim(folder, ROOT / "config/models" / f"{name}.yaml", "--dt", f"{dt}")
    reference = rows_of(HERE / "flexible" / f"p5_{variant}.csv")
    per = round(1e-3 / dt)
    error = dict.fromkeys(("phi2", "x3", "q1"), 0.0)
    for i, want in enumerate(reference):
        row = found[i * per]
        assert abs(row["t"] - want["t"]) < 1e-9
        phi2 = 2.0 * math.atan2(row["rod.e3"], row["rod.e0"])
        phi2 = (phi2 - want["phi2"] + math.pi) % (2.0 * math.pi) - math.pi
        for key, e in (("phi2", phi2), ("x3", row["slider.x"] - want["x3"]), ("q1", row["modes.q1"] - want["q1"])):
            error[key] = max(error[key], abs(e))
    error["increment"] = max(row["residuals.increment"] for row in found[1:])
    print(variant, dt, error)
    return error


def p5(folder):
    for variant in ("published", "consistent"):
        e = {dt: p5_errors(folder, variant, dt) for dt in (1e-3, 0.25e-3, 0.1e-3)}
        expect(e[1e-3]["x3"] < 3e-6 and e[1e-3]["phi2"] < 4e-6 and e[1e-3]["q1"] < 1e-4, "P5 at 1 ms")
        expect(e[0.25e-3]["q1"] < 3e-5 and e[0.1e-3]["q1"] < 6e-6, "q1 at 0.25 and 0.1 ms")
        order = math.log(e[0.25e-3]["q1"] / e[0.1e-3]["q1"]) / math.log(2.5)
        expect(order > 1.9, f"order {order:.2f}")
        expect(e[1e-3]["increment"] < 1e-7, "last increment")


def deflection(folder, bodies, dt="0.01"):
    """Largest deflection of the tip, in the axes of the hub."""
    text = (ROOT / "config/models/spin_up_beam.yaml").read_text(encoding="utf-8")
    assert "bodies: 4" in text
    text = text.replace("bodies: 4", f"bodies: {bodies}").replace("parts/", f"{ROOT}/config/models/parts/")
    (folder / "beam.yaml").write_text(text, encoding="utf-8")
    worst = 0.0
    for row in sim(folder, "beam.yaml", "--duration", "8", "--dt", dt):
        a = row["hub.q"]
        across = -math.sin(a) * row["tip.x"] + math.cos(a) * row["tip.y"]
        worst = min(worst, across)
    print(bodies, "bodies:", worst, "m")
    return worst


def deflection_of_links(folder, n):
    """The same of rigid links with springs of EI / l between them: large rotations, and nothing of flexible bodies."""
    length, EI, line_mass, rotary = 10.0, 1.4e4, 1.2, 6e-4
    part = length / n
    ends = [(max(i - 0.5, 0.0) * part, min(i + 0.5, n) * part) for i in range(n + 1)]  # the first one is the hub
    text = ["title: links", "gravity: [0, 0, 0]", "step: 5 ms", "sources:", "  - {name: angle, table: turning}", "tables:",
            f"  - {{name: turning, file: {ROOT}/config/models/parts/spin_up.csv, interpolation: cubic}}", "bodies:",
            "  - {name: link0, mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}"]
    for i, (a, b) in enumerate(ends[1:], 1):
        mass = line_mass * (b - a)
        J = mass * (b - a) ** 2 / 12 + rotary * (b - a)
        text.append(f"  - {{name: link{i}, mass: {mass!r}, inertia: [{1e-3 * mass!r}, {J!r}, {J!r}], "
                    f"position: [{(a + b) / 2!r}, 0, 0]}}")
    text += ["joints:", "  - {name: hub, type: revolute, bodies: [ground, link0], at: [0, 0, 0], axis: [0, 0, 1], drive: angle}"]
    text += [f"  - {{name: pin{i}, type: revolute, bodies: [link{i - 1}, link{i}], at: [{ends[i][0]!r}, 0, 0], "
             "axis: [0, 0, 1]}" for i in range(1, n + 1)]
    text += ["forces:"] + [f"  - {{name: bend{i}, type: rotational_spring, joint: pin{i}, stiffness: {EI / part!r}}}"
                           for i in range(1, n + 1)]
    text += ["sensors:", "  - {name: hub, type: coordinates, joint: hub}",
             f"  - {{name: tip, type: pose, body: link{n}, at: [{part / 4!r}, 0, 0]}}"]
    (folder / "links.yaml").write_text("\n".join(text) + "\n", encoding="utf-8")
    worst = 0.0
    for row in sim(folder, "links.yaml", "--duration", "8"):
        a = row["hub.q"]
        worst = min(worst, -math.sin(a) * row["tip.x"] + math.cos(a) * row["tip.y"])
    print(n, "links:", worst, "m")
    return worst


def spin_up(folder):
    w = {n: deflection(folder, n) for n in (2, 4, 8, 16)}
    expect(abs(w[4] + 0.580) < 0.002, "four bodies at 10 ms")
    e = [abs(w[n] + 0.5744) for n in (2, 4)]
    expect(3.5 < e[0] / e[1] < 4.5, f"from two to four bodies the error falls by four: {e[0] / e[1]:.2f}")
    # the beam that bends far: what links of 1/32 and 1/64 tend to. The clamped modes with geometric stiffness are linear
    # in the deflection, and 6e-4 m off. At 5 ms: at 10 ms the step is a tenth of what eight bodies lack
    links = {n: deflection_of_links(folder, n) for n in (16, 32, 64)}
    ratio = (links[16] - links[32]) / (links[32] - links[64])
    exact = links[64] + (links[64] - links[32]) / 3.0
    print("links tend to", exact, "m")
    expect(3.5 < ratio < 4.5, f"links converge by four: {ratio:.2f}")
    expect(abs(exact + 0.5744) < 1e-3, "clamped modes are near")
    e = [abs(deflection(folder, n, "0.005") - exact) for n in (2, 4, 8)]
    expect(3.5 < e[0] / e[1] < 4.5 and 3.5 < e[1] / e[2] < 4.5,
           f"against links the error falls by four up to eight bodies: {e[0] / e[1]:.2f} {e[1] / e[2]:.2f}")
    expect(abs(w[16] - exact) < 5e-4, f"sixteen bodies are within half a millimetre of it: {w[16] - exact:.2g}")
    # more of them converge by four as well
    d = [w[2] - w[4], w[4] - w[8], w[8] - w[16]]
    expect(3.5 < d[0] / d[1] < 4.5 and 3.5 < d[1] / d[2] < 4.5, f"differences: {d[0] / d[1]:.2f} {d[1] / d[2]:.2f}")
    expect(abs(w[16] + 0.5744) < 1e-3, "sixteen bodies are within a millimetre")


def main():
    with tempfile.TemporaryDirectory() as name:
        {"p5": p5, "spin_up": spin_up}[sys.argv[1]](pathlib.Path(name))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

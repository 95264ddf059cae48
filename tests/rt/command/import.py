#!/usr/bin/env python3
# test: rt.import program -- @tactus
"""tactus import on the matrices that CalculiX 2.20 wrote of a steel bar, 0.3 m x 8 mm x 8 mm of 12 C3D20 bricks:
import/bar.tar.xz, with the input file.

    import.py TACTUS
"""
import math
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

import yaml

HERE = pathlib.Path(__file__).resolve().parent
TACTUS = pathlib.Path(sys.argv[1]).resolve()
ENDS = ["--interface", "a=END_A", "--interface", "b=END_B"]
failed = []


def expect(good, what):
    print("ok  " if good else "FAIL", what)
    if not good:
        failed.append(what)


def run(folder, *arguments):
    return subprocess.run([TACTUS, "import", *arguments], cwd=folder, capture_output=True, text=True, check=False)


def refused(folder, part, *arguments):
    r = run(folder, *arguments, "--out", "no.modal.yaml")
    lines = r.stderr.strip().split("\n")
    expect(r.returncode == 2 and len(lines) == 1 and part in lines[0], f"refused: {part}: {lines}")
    expect(not (folder / "no.modal.yaml").exists(), "and nothing is written")


def check_numbers(modes):
    omega = [math.sqrt(k) for k in modes["stiffness"]]
    theory = 4.730040744862704**2 * math.sqrt(2e11 * 0.008**2 / 12 / 7870) / 0.3**2
    print("first bending", omega[0], "beam theory", theory)
    expect(abs(omega[0] / 2893.3 - 1) < 1e-3 and abs(omega[0] / theory - 1) < 1e-3, "first bending")
    expect(abs(omega[1] / omega[0] - 1) < 1e-9, "a square bar bends alike in both directions")
    expect(abs(modes["mass"] / (7870 * 0.3 * 64e-6) - 1) < 1e-9, "mass")
    expect(abs(modes["center_of_mass"][0] - 0.15) < 1e-12, "centre of mass")
    J = modes["mass"] * (0.3**2 + 0.008**2) / 12
    expect(abs(modes["inertia"][1] / J - 1) < 1e-9, "inertia")
    expect(modes["form"] == "native" and not any(x for row in modes["Ct"] for x in row), "native")
    n = len(omega)
    worst = max(abs(sum(modes["S"][k][i][j] for k in ("xx", "yy", "zz")) - (i == j))
                for i in range(n) for j in range(n))
    expect(worst < 1e-10, f"modal mass is one, {worst}")
    a = modes["interfaces"][0]
    expect(a["rotation"][2][0] > 0 and a["rotation"][1][1] > 0, "signs by the largest number at the first interface")
    pair = [[a["displacement"][k][j] for k in range(3)] for j in range(2)]
    expect(abs(pair[1][1]) < 1e-6 * abs(pair[0][1]) and abs(pair[0][2]) < 1e-6 * abs(pair[1][2]), f"the pair follows the axes: {pair}")


def check_bounds(folder, inp):
    """What a few lines ask for is not taken: memory by numbers, sets of sets, files that have no end or wait."""
    wanted = (folder / "bar.modal.yaml").read_text()
    doubled = "".join(f"*NSET, NSET=D{i + 1}\nD{i}\nD{i}\n" for i in range(64))
    for more, part in (("*NODE\n100000000, 0, 0, 0\n", None),
                       ("*NSET, NSET=HUGE, GENERATE\n1, 100000000, 1\n", None),
                       ("*NSET, NSET=D0\n1, 2\n" + doubled, "the sets tell more than"),
                       ("".join(f"*NSET, NSET=S{i}\n1\n" for i in range(10001)), "more than 10000 sets"),
                       ("** " + "x" * 100000 + "\n", "a line is longer than")):
        (folder / "bar.inp").write_text(inp.replace("*MATERIAL", more + "*MATERIAL", 1))
        if part:
            refused(folder, part, "bar.inp", *ENDS)
            continue
        # 600 MB of addresses are enough, as they are without
        r = subprocess.run(["bash", "-c", 'ulimit -v 600000; exec "$@"', "bash", TACTUS, "import", "bar.inp", *ENDS, "--modes",
                            "12", "--out", "more.modal.yaml"], cwd=folder, capture_output=True, text=True, check=False)
        expect(r.returncode == 0 and (folder / "more.modal.yaml").read_text() == wanted, f"{more[:40]!r}: {r.stderr}")
    (folder / "bar.inp").write_text(inp)
    for end in ("inp", "dof", "sti", "mas"):
        file, kept = folder / f"bar.{end}", folder / "kept"
        file.rename(kept)
        file.symlink_to("/dev/zero")
        refused(folder, "is no plain file", "bar.inp", *ENDS)
        file.unlink()
        os.mkfifo(file)
        refused(folder, "is no plain file", "bar.inp", *ENDS)
        file.unlink()
        kept.rename(file)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with tarfile.open(HERE / "import" / "bar.tar.xz") as archive:
            archive.extractall(folder)
        r = run(folder, "bar.inp", *ENDS, "--modes", "12", "--out", "bar.modal.yaml")
        expect(r.returncode == 0, f"imported: {r.stderr}")
        text = (folder / "bar.modal.yaml").read_text()
        check_numbers(yaml.safe_load(text))
        run(folder, "bar.inp", *ENDS, "--modes", "12", "--out", "again.modal.yaml")
        expect((folder / "again.modal.yaml").read_text() == text, "the same bytes again")
        # read back: the model is refused for what it is, if at all, not for its modal file
        (folder / "model.yaml").write_text("bodies:\n  - {name: bar, flexible: {file: bar.modal.yaml}}\n")
        r = subprocess.run([TACTUS, "check", "model.yaml"], cwd=folder, capture_output=True, text=True, check=False)
        expect("modal.yaml" not in r.stderr, f"the modal file reads: {r.stderr}")

        refused(folder, "no set of nodes 'END_C'", "bar.inp", "--interface", "a=END_C")
        refused(folder, "at least 6 modes", "bar.inp", *ENDS, "--modes", "5")
        refused(folder, "ends in .inp", "bar.sti", *ENDS)
        inp = (folder / "bar.inp").read_text()
        (folder / "bar.inp").write_text(inp.replace("*MATERIAL", "*NSET, NSET=LINE\n1, 2\n*MATERIAL", 1))
        refused(folder, "lie on a line", "bar.inp", "--interface", "a=LINE")
        (folder / "bar.inp").write_text(inp.replace("*MATERIAL", f"*NSET, NSET={'N' * 90}\n1, 2\n*MATERIAL", 1))
        refused(folder, "longer than 80 letters", "bar.inp", *ENDS)
        (folder / "bar.inp").write_text(inp)
        for name in ("a: b", 'a"', "ground"):
            refused(folder, "interface", "bar.inp", "--interface", f"{name}=END_A")
        check_bounds(folder, inp)
        rows = (folder / "bar.dof").read_text().split("\n")
        (folder / "bar.dof").write_text("\n".join(rows[1:]))
        refused(folder, "free in x, y and z", "bar.inp", *ENDS)
        (folder / "bar.dof").write_text("\n".join(rows))
        (folder / "bar.sti").write_text("1 1 x\n")
        refused(folder, "bar.sti:1:1: this is no 'row column value'", "bar.inp", *ENDS)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""FMUs that tests make: archives with any entries, descriptions with any mistakes."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

PENDULUM = """gravity: [0, -9.81, 0]
duration: 1 s
step: 1 ms
inputs: [{name: push}]
bodies:
  - name: rod
    position: [0.5, 0, 0]
    shape: {rod: {from: [0, 0, 0], to: [1, 0, 0], mass: 1 kg}}
joints:
  - {name: pivot, type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
"""


def write(path, text, mode="w"):
    with open(path, mode) as file:
        file.write(text)
    return path


def entry(name, mode=0o644, system=3):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = system, mode << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def copy(source, target, change=None, more=()):
    """An archive like another one: change gets name and bytes of each entry and returns bytes, or None to leave it out;
    more are pairs of a ZipInfo or name and bytes."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            content = change(name, content) if change else content
            if content is not None:
                new.writestr(name, content)
        for name, content in more:
            new.writestr(name, content)
    return target


def described(source, target, change):
    """The same with another modelDescription.xml."""
    def one(name, content):
        return change(content.decode()).encode() if name == "modelDescription.xml" else content
    return copy(source, target, one)


def light(cc, source, target):
    """The same with a binary that is quickly read: its functions have the names and do nothing."""
    def one(name, content):
        if not name.endswith(".so"):
            return content
        names = sorted(set(re.findall(rb"fmi[23][A-Z]\w+(?=\0)", content)))
        text = "".join(f"int {n.decode()}(void) {{ return 0; }}\n" for n in names)
        run = subprocess.run([cc, "-shared", "-fPIC", "-s", "-nostdlib", "-x", "c", "-", "-o", target + ".so"],
                             input=text.encode(), check=True)
        return open(run.args[-1], "rb").read()
    return copy(source, target, one)


class Test:
    """Counts what is true, in a folder of its own."""

    def __init__(self, tactus):
        self.tactus, self.bad, self.n = os.path.abspath(tactus), 0, 0
        self.folder = tempfile.mkdtemp(prefix="tactus-test-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def at(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, timeout=60, **more):
        return subprocess.run([self.tactus, *map(str, arguments)], capture_output=True, text=True, check=False,
                              timeout=timeout, errors="replace", **more)

    def holds(self, what, good, *shown):
        self.n += 1
        if not good:
            self.bad += 1
            print("NOT:", what, *(str(s).strip() for s in shown))
        return good

    def says(self, what, run, code, *patterns, silent=False):
        """The code of a run, and lines on standard error that match patterns, one each and no other line."""
        lines = [line for line in run.stderr.splitlines() if line]
        good = run.returncode == code and (silent or len(lines) >= len(patterns))
        for pattern in patterns:
            good = good and any(re.search(pattern, line) for line in lines)
        return self.holds(what, good, f"code {run.returncode}, not {code}:", run.stderr[:600])

    def end(self):
        print(f"{self.n} statements, {self.bad} of them do not hold")
        sys.exit(self.bad > 0)

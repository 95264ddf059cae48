# test: guard.packages guard
"""After ./dev test on a bare machine no test is skipped for want of a package: what tests look for before they use
it comes with a package that ./dev installs.

    packages.py    in the root of the sources
"""
import os
import re
import sys

PACKAGE = { # tool or module: what brings it
    "c++": "g++", "g++": "g++", "chromium": "chromium", "cyclictest": "rt-tests", "dot": "graphviz",
    "gnuplot": "gnuplot-nox", "jsonschema": "python3-jsonschema", "lttng": "lttng-tools",
    "babeltrace2": "babeltrace2", "man": "man-db", "node": "nodejs", "npm": "npm", "python3": "python3",
    "spin": "spin", "systemd-analyze": "systemd", "valgrind": "valgrind", "yaml": "python3-yaml",
    "dpkg-query": "dpkg", "pkg-config": "pkg-config", "lttng-sessiond": "lttng-tools", "setpriv": "util-linux", "clang++": "g++", # in the place of g++
}
ALWAYS = {"dpkg", "util-linux", "python3"} # of every system, or drawn in by python3-yaml
BROWSER = {"chromium", "nodejs", "npm"} # of the label `browser`, which ./dev test leaves out
LOOKS = [r"command -v \"?([\w+-]+)", r"which\(\"([\w+-]+)\"\)", r"(?m)^for tool in ([\w -]+); do\n\s+command -v"]
IMPORTS = r"(?m)^try:\n((?: {4}import \w+\n)+)except ImportError"


def wanted():
    """(tool, where it is looked for) of all tests."""
    for folder, _, files in os.walk("tests"):
        for name in sorted(files):
            path = os.path.join(folder, name)
            if name.endswith((".sh", ".py", ".c")) and path != "tests/guard/packages.py":
                text = open(path, encoding="utf-8").read()
                for pattern in LOOKS:
                    for words in re.findall(pattern, text):
                        yield from ((tool, path) for tool in words.split())
                for block in re.findall(IMPORTS, text):
                    yield from ((module, path) for module in re.findall(r"import (\w+)", block))


def installed():
    """Packages that ./dev test installs."""
    text = open("dev", encoding="utf-8").read()
    return {package for what in ("program", "build", "test")
            for package in re.search(rf"(?ms)^{what}_packages=\((.*?)\)", text)[1].split()}


def main():
    there = installed() | ALWAYS | BROWSER
    found, complaints = set(wanted()), []
    for tool, path in sorted(found):
        package = PACKAGE.get(tool)
        if package is None:
            complaints.append(f"{path} looks for {tool}; which package brings it? say so in PACKAGE")
        elif package not in there:
            complaints.append(f"{path} is skipped without {package}, which ./dev test does not install")
    print("\n".join(complaints + [f"{len({tool for tool, _ in found})} tools are looked for"]))
    return bool(complaints) or len(found) < 10


sys.exit(main())

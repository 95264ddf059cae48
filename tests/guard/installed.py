"""`./dev build` builds the program first, then what else is installed, and nothing of tests and benchmarks:
the target `installed` is made of all that `cmake --install` copies out of the build folder, and of no source
of theirs.

    installed.py BUILD    in the root of the sources
"""
import glob
import os
import re
import subprocess
import sys

BUILD = os.path.abspath(sys.argv[1])


def ninja(*words):
    run = subprocess.run(["ninja", "-C", BUILD, *words], capture_output=True, text=True, check=True)
    return run.stdout.split("\n")


def plain(paths):
    """Absolute, and the files that links lead to."""
    return {os.path.realpath(os.path.join(BUILD, path)) for path in paths if path}


def inputs(target):
    """Everything that the target is made of; ninja leaves out what a mere name stands for."""
    named = [line.strip(" |") for name in (target, f"CMakeFiles/{target}")
             for line in ninja("-t", "query", name) if line.startswith("    ")]
    return plain(ninja("-t", "inputs", target) + named)


def copied():
    """Files of the build folder that are built and installed."""
    found = set()
    for script in glob.glob(f"{BUILD}/**/cmake_install.cmake", recursive=True):
        found |= plain(re.findall(r'"([^"\n]+)"', open(script, encoding="utf-8").read()))
    return {path for path in found & plain(line.split(": ")[0] for line in ninja("-t", "targets", "all"))
            if not os.path.isdir(path)}


def main():
    whole, program = inputs("installed"), plain(ninja("-t", "inputs", "tactus"))
    foreign = sorted(path for path in whole if re.search(r"/(tests|bench)/", os.path.relpath(path, BUILD)))
    needed = copied()
    missing = sorted(needed - whole)
    words = open("dev", encoding="utf-8").read()
    wrong = [f"{path}: a source of tests or benchmarks is built for users" for path in foreign]
    wrong += [f"{path}: is installed and not built by the target 'installed'" for path in missing]
    if f"{BUILD}/tactus" not in needed or not program < whole:
        wrong.append("the program is not a part of what is installed")
    if not re.search(r"(?m)^build\) .*build_program\b", words) or "for target in tactus installed;" not in words:
        wrong.append("./dev build does not build the program first and then what is installed")
    print("\n".join(wrong) if wrong else f"{len(needed)} files are built and installed")
    return bool(wrong)


sys.exit(main())

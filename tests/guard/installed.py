"""`./dev build` builds the program first, then what else is installed, and nothing of tests and benchmarks, which
`./dev test` builds: asked of both with programs in the place of cmake and ctest that only note how they are called.
The target `installed` is made of all that `cmake --install` copies out of the build folder, and of no source of
theirs.

    installed.py BUILD    in the root of the sources
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

BUILD = os.path.abspath(sys.argv[1])
NOTE = 'echo "$(basename "$0") $*" >>"$(dirname "$0")/calls"'


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


def asked_for(word):
    """How `./dev WORD` calls cmake and ctest."""
    with tempfile.TemporaryDirectory() as folder:
        for name, script in (("cmake", NOTE), ("ctest", NOTE), ("dpkg-query", "echo install ok installed")):
            with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
                file.write(f"#!/bin/sh\n{script}\n")
                os.chmod(file.fileno(), 0o755)
        path = f"{folder}:{os.environ['PATH']}"
        subprocess.run(["./dev", word], env={**os.environ, "PATH": path}, check=True, capture_output=True)
        with open(f"{folder}/calls", encoding="utf-8") as file:
            return file.read().splitlines()


def order():
    """What is wrong with what is built, and when."""
    built = [re.findall(r"--target (\S+)", call) for call in asked_for("build") if " --build " in call]
    if built != [["tactus"], ["installed"]]:
        yield f"./dev build builds {built}, not the program first and then what is installed"
    calls = asked_for("test")
    whole = [i for i, call in enumerate(calls) if " --build " in call and "--target" not in call]
    if len(whole) != 1 or not any(call.startswith("ctest ") for call in calls[whole[0]:]):
        yield f"./dev test does not build everything and then test: {calls}"


def main():
    whole, program = inputs("installed"), plain(ninja("-t", "inputs", "tactus"))
    foreign = sorted(path for path in whole if re.search(r"/(tests|bench)/", os.path.relpath(path, BUILD)))
    needed = copied()
    missing = sorted(needed - whole)
    wrong = [f"{path}: a source of tests or benchmarks is built for users" for path in foreign]
    wrong += [f"{path}: is installed and not built by the target 'installed'" for path in missing]
    if f"{BUILD}/tactus" not in needed or not program < whole:
        wrong.append("the program is not a part of what is installed")
    wrong += order()
    print("\n".join(wrong) if wrong else f"{len(needed)} files are built and installed")
    return bool(wrong)


sys.exit(main())

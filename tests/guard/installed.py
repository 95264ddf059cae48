# test: guard.build_is_what_is_installed guard if=ninja -- @build
"""`./dev build` builds the program first, then what else is installed, and nothing of tests and benchmarks, which
`./dev test` builds; `./dev demo` builds and installs less: asked of all three with programs in the place of cmake and
ctest that only note how they are called.
The target `installed` is made of all that `cmake --install` copies out of the build folder, and of no source of
theirs.

    installed.py BUILD    in the root of the sources
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

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
    built = plain(line.split(": ")[0] for line in ninja("-t", "targets", "all"))
    return {path for path in found & built if path.startswith(BUILD) and not os.path.isdir(path)}


def program(path, script):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\n{script}\n")
        os.chmod(file.fileno(), 0o755)


def asked_for(word):
    """How `./dev WORD` calls cmake, ctest and dpkg-query where nothing is built yet."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy("dev", folder)
        os.makedirs(f"{folder}/build/release")
        for name, script in (("cmake", ""), ("ctest", ""), ("dpkg-query", "echo install ok installed"),
                             ("build/release/tactus", "")):
            program(f"{folder}/{name}", f'echo "$(basename "$0") $*" >>{folder}/calls\n{script}')
        path = f"{folder}:{os.environ['PATH']}"
        subprocess.run([f"{folder}/dev", word], env={**os.environ, "PATH": path}, check=True, capture_output=True)
        with open(f"{folder}/calls", encoding="utf-8") as file:
            return file.read().splitlines()


def demo():
    """What is wrong with what `./dev demo` installs, configures and builds."""
    calls = asked_for("demo")
    packages = {call.split()[-1] for call in calls if call.startswith("dpkg-query ")}
    configured, = [call.split()[1:] for call in calls if call.startswith("cmake --preset ")]
    if [re.findall(r"--target (\S+)", call) for call in calls if " --build " in call] != [["tactus"]]:
        yield f"./dev demo builds more than the program: {calls}"
    with tempfile.TemporaryDirectory() as folder:
        found = shutil.which("pkg-config")
        program(f"{folder}/pkg-config", f'echo "$*" >>{folder}/modules\nexec {found} "$@"')
        path = f"{folder}:{os.environ['PATH']}"
        subprocess.run(["cmake", *configured, "-B", f"{folder}/build"], env={**os.environ, "PATH": path}, check=True,
                       capture_output=True)
        with open(f"{folder}/modules", encoding="utf-8") as file:
            modules = set(re.findall(r"--modversion (\S+)", file.read()))
        yield from without_package(modules, packages)
        commands = subprocess.run(["ninja", "-C", f"{folder}/build", "-t", "commands", "tactus"], capture_output=True,
                                  text=True, check=True).stdout
    compiled = re.findall(r"(?m) -c (\S+)$", commands)
    here = os.path.realpath(".") + "/"
    with open(f"{BUILD}/compile_commands.json", encoding="utf-8") as file:
        everything = file.read().count('"command":')
    print(f"./dev demo compiles {len(compiled)} files of {everything}, and looks for {len(modules)} libraries")
    if not 0 < len(compiled) < everything:
        yield "./dev demo compiles nothing or everything"
    for name in compiled:
        if re.match(r"(tests|bench|rt/(serve|lttng|babeltrace|hdf5))/", name.removeprefix(here)):
            yield f"./dev demo compiles {name}, which the program does not need"


def without_package(modules, packages):
    """Libraries that are looked for and come with none of the packages."""
    brought = {module: subprocess.run(["dpkg-query", "-S", f"*/{module}.pc"], capture_output=True, text=True).stdout
               for module in modules}
    if not modules or shutil.which("dpkg-query") is None:
        return
    for module, line in sorted(brought.items()):
        if line and not any(line.startswith(f"{package}:") for package in packages):
            yield f"./dev demo looks for {module}, which none of its packages brings: {line.strip()}"


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
    whole, parts = inputs("installed"), plain(ninja("-t", "inputs", "tactus"))
    foreign = sorted(path for path in whole if re.search(r"/(tests|bench)/", os.path.relpath(path, BUILD)))
    needed = copied()
    missing = sorted(needed - whole)
    wrong = [f"{path}: a source of tests or benchmarks is built for users" for path in foreign]
    wrong += [f"{path}: is installed and not built by the target 'installed'" for path in missing]
    if f"{BUILD}/tactus" not in needed or not parts < whole:
        wrong.append("the program is not a part of what is installed")
    wrong += [*order(), *demo()]
    print("\n".join(wrong) if wrong else f"{len(needed)} files are built and installed")
    return bool(wrong)


sys.exit(main())

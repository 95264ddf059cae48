# test: guard.headers guard cost=40 -- @cc @build/generated
"""Every header compiles alone, and twice, with the include paths only that its folder may use.

One with which its own source begins is compiled alone by every build, and rules.py looks at what it includes: of it only
the guard against a second time is looked at here.

    headers.py COMPILER GENERATED [ROOT [FOLDER]]    FOLDER: of the headers that are compiled; else all

A folder gets a tree of its own, of links to what it may include (rules.txt) and to what that may in turn.
GENERATED holds build.h.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

import rules

LIBRARIES = ["kernel", "config", "rt"]
FLAGS = ["-std=c17", "-D_GNU_SOURCE", "-fsyntax-only", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow",
         "-Wconversion", "-Wno-sign-conversion", "-Wswitch-enum", "-Wdouble-promotion", "-Wstrict-prototypes",
         "-Wmissing-prototypes", "-Wvla", "-Werror"]


def reach(allowed, folder):
    """What a folder may include, by itself or through what it includes."""
    found = {folder}
    for other in allowed[folder]:
        found |= reach(allowed, other)
    return found


def paths(root, generated, scratch, allowed, folder):
    """Include flags of a folder; its tree is built in scratch."""
    library = folder.split("/")[0]
    tree = os.path.join(scratch, folder.replace("/", "+")) # none lies in another
    os.makedirs(tree)
    flags = [f"-I{tree}"]
    for other in sorted(reach(allowed, folder)):
        if other in rules.PUBLIC:
            flags.append(f"-I{os.path.join(root, other)}")
        elif other.split("/")[0] == library:
            inside = os.path.join(*other.split("/")[:2]) # with the folders in it
            link = os.path.join(tree, os.path.basename(inside))
            if not os.path.islink(link):
                os.symlink(os.path.join(root, inside), link)
    if library == "rt":
        os.symlink(os.path.join(generated, "build.h"), os.path.join(tree, "build.h"))
    return flags


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def begins_its_source(path):
    """Whether the source of a header begins with it."""
    source = path[:-2] + ".c"
    first = re.search(r'^#include (.*)', read(source), re.M) if os.path.exists(source) else None
    return first is not None and os.path.basename(first[1].strip('"')) == os.path.basename(path)


def main(compiler, generated, root=".", only=None):
    root = os.path.abspath(root)
    allowed = rules.read_rules(os.path.join(rules.HERE, "rules.txt"))

    def complaint(header, flags):
        if begins_its_source(f"{root}/{header}"):
            guarded = re.search(r"^#ifndef (\w+)\n#define \1\n", read(f"{root}/{header}"), re.M)
            return "" if guarded else f"{header} does not compile twice;\nhas no #ifndef with a #define of the same name"
        twice = f'#include "{root}/{header}"\n' * 2
        run = subprocess.run([compiler, *FLAGS, *flags, "-x", "c", "-"], input=twice, text=True,
                             capture_output=True, check=False)
        return f"{header} does not compile alone;\n{run.stderr}" if run.returncode else ""

    with tempfile.TemporaryDirectory() as scratch, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = []
        for folder, files in rules.sources(root).items():
            headers = [file for file in files if file.endswith(".h")]
            if folder.split("/")[0] not in LIBRARIES or folder not in allowed or only not in (None, folder):
                continue
            flags = paths(root, os.path.abspath(generated), scratch, allowed, folder)
            waiting += [pool.submit(complaint, f"{folder}/{header}", flags) for header in headers]
        found = [text for text in (job.result() for job in waiting) if text]
    print("\n".join(found + [f"{len(waiting)} headers"]))
    sys.exit(bool(found) or not waiting)


main(*sys.argv[1:])

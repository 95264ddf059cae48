# test: guard.names guard cost=20 skip=77 unless=sanitize if=bench-instructions -- @bench-instructions
"""Every function that a step runs has its name in the source, as a definition.

    names.py PROGRAM    bench-instructions, in the root of the sources

The names are those of a callgrind profile of steps, without what compilers append; functions of other
objects, of libc for one, do not count. Skipped without valgrind.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import source

TREES = ["kernel", "config", "rt", "bench"]
RUNS = [ # order, model: joints, springs and contacts; a chain in blocks; one of everything
    (2, "config/models/m3_chain_128.yaml"), (4, "config/models/m3_chain_128.yaml"),
    (2, "config/models/car.yaml"), (4, "config/models/car.yaml"),
    (2, "tests/golden/models/zoo.yaml"), (4, "tests/golden/models/zoo.yaml"),
]
FEWEST = 100 # functions that a profile of all runs is expected to have, else it has lost them
SUFFIX = re.compile(r"\.(constprop|isra|part|cold|lto_priv|llvm)(\.\d+)*|'\d+$")


def profiled(program, order, model):
    """Names of the program's functions that collected instructions in its steps."""
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=callgrind", "-q", "--instr-atstart=no", "--toggle-collect=tac_step",
                "--compress-strings=no", f"--callgrind-out-file={folder}/out"]
        run = subprocess.run([*tool, program, "--order", str(order), "--steps", "1", model],
                             capture_output=True, text=True, check=False)
        if run.returncode:
            sys.exit(f"{model}, order {order}: {run.stderr.strip() or 'the program failed'}")
        names, own = set(), False
        for path in pathlib.Path(folder).glob("out*"):
            for line in path.read_text(encoding="utf-8").splitlines():
                key, _, value = line.partition("=")
                if key == "ob":
                    own = os.path.realpath(value) == program
                elif key == "fn" and own and not value.startswith("0x"): # stubs of the linker
                    names.add(value)
        return names


def defined():
    """Names that the source defines; TAC_V(add3) of the template is add3, and add3v for lanes."""
    names = set()
    for tree in TREES:
        for path in source.find(".", tree):
            bare = source.bare(source.read(".", path))
            names |= {name for name, _, _, head in source.functions(bare) if "(" in head}
            for name in re.findall(r"^static inline .*?TAC_V\((\w+)\)\(", bare, re.M):
                names |= {name, name + "v"}
    return names


def main(program):
    if not shutil.which("valgrind"):
        print("skipped: valgrind is missing")
        return 77
    program = os.path.realpath(program)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = set().union(*pool.map(lambda run: profiled(program, *run), RUNS))
    while any(SUFFIX.search(name) for name in found):
        found = {SUFFIX.sub("", name) for name in found}
    missing = [f"{name} runs in a step; the source does not define it"
               for name in sorted(found - defined())]
    print("\n".join(missing + [f"{len(found)} functions of a step"]))
    return int(bool(missing) or len(found) < FEWEST)


sys.exit(main(sys.argv[1]))

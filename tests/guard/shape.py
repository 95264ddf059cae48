# test: guard.shape guard
"""Folders, functions and macros have a size and a form that can be read and searched.

    shape.py [ROOT]    the root of the sources, in place of the current folder

The limits are below, one function per rule.
"""
import collections
import os
import re
import sys

import source

MOST_MODULES = 30 # in a folder of a library
MOST_LINES = 60 # of a function
MOST_MEMBERS = 40 # of a struct
LIBRARIES = ["kernel", "config", "rt"]
TREES = LIBRARIES + ["bench", "tests"]

# A text that is included several times, each time for other types; its head says why.
TEMPLATES = {"kernel/include/vec_ops.inc"}
# What makes the names of that template: add3 for numbers, add3v for lanes.
PASTES = {("kernel/base/lane.h", "TAC_V")}
# LTTng wants tracepoints as macros that it reads several times.
TRACEPOINTS = {"rt/lttng/events.h"}
# What lies in shared memory as it is, a field after the other.
LAYOUTS = {"tac_state_header"}
# What others may include; what a source defines may be declared there.
PUBLIC = re.compile(r"(kernel|config)/include/|rt/io/tactus_io\.h$|rt/library/tactus\.h$")

NOT_A_NAME = r"(?:if|for|while|switch|return|sizeof|typeof|defined)\b"
complaints = []


def check_modules(files):
    folders = collections.defaultdict(set)
    for path in files:
        if path.split("/")[0] in LIBRARIES:
            folders[os.path.dirname(path)].add(os.path.splitext(os.path.basename(path))[0])
    for folder, modules in folders.items():
        if len(modules) > MOST_MODULES:
            complaints.append(f"{folder} has too many modules; {len(modules)}, at most {MOST_MODULES}")


def check_templates(files):
    for path, text in files.items():
        if not path.endswith(".inc"):
            continue
        if path not in TEMPLATES:
            complaints.append(f"{path} is included as text; give it a header or a source")
        elif not text.startswith("// "):
            complaints.append(f"{path} does not say in its head why it is a template")
    complaints.extend(f"{path}: no such template" for path in TEMPLATES - set(files))


def check_length(path, bare):
    for name, line, lines, head in source.functions(bare):
        if lines > MOST_LINES and "(" in head:
            complaints.append(f"{path} has a long function, {name}; {lines} lines from line {line} on, "
                              f"at most {MOST_LINES}")


def check_members(path, bare):
    for struct in re.finditer(r"\bstruct\s+(\w+)\s*{", bare):
        members = depth = inside = 0
        for c in bare[struct.end():]:
            depth += (c == "{") - (c == "}")
            inside += (c == "(") - (c == ")")
            if depth < 0:
                break
            members += depth == 0 and (c == ";" or c == "," and not inside)
        if members > MOST_MEMBERS and struct[1] not in LAYOUTS:
            complaints.append(f"{path} has a struct with {members} members, {struct[1]}; at most {MOST_MEMBERS}")


def check_macros(path, bare):
    """A function that a macro defines, or a name made of two, is not found by who searches for it."""
    if path in TRACEPOINTS:
        return
    for name, line, body in source.macros(bare):
        whole = re.search(rf"(?<![\w.])(?!{NOT_A_NAME})[\w#]+\s*\([^(){{}};]*\)\s*{{", body)
        body = re.sub(r"__attribute__\s*\(\(.*?\)\)", "", body)
        head = re.search(r"\b(static|inline|void)\b[^(){};=]*[\w#]\s*\([^{};]*\)\s*$", body)
        if whole or head:
            complaints.append(f"{path} has a macro that defines functions, {name}; line {line}")
        if path.startswith("kernel/") and "##" in body and (path, name) not in PASTES:
            complaints.append(f"{path} glues names together, {name}; line {line}")


def check_defaults(path, bare, own):
    """Where a switch names constants of an enumeration of ours, `default` is a constant that nobody named: the next
    one that is added falls into it without a word of the compiler."""
    for line, body in source.switches(bare):
        named = [name for name in re.findall(r"\bcase\s+(\w+)\s*:", body) if name in own]
        if named and re.search(r"\bdefault\s*:", body):
            complaints.append(f"{path} has a default beside {named[0]}; line {line}: name every constant")


def check_opens(path, bare):
    """Where everybody may put files, an open that waits or follows links is for strangers to use."""
    if path.split("/")[0] in LIBRARIES and re.search(r"(?<!int )\bshm_open\s*\(", bare):
        complaints.append(f"{path} calls shm_open; tac_io_open_plain and tac_shared_make look at what lies there")
    for call in re.findall(r"\b(chmod|chown|mktemp|tmpnam|tempnam|system|popen)\s*\(", bare):
        if path.split("/")[0] in LIBRARIES:
            complaints.append(f"{path} calls {call}; what a name leads to by then may be another thing")


def check_headers(bares):
    """What a source offers is declared in the header of its name or is public."""
    public = "\n".join(bare for path, bare in bares.items() if PUBLIC.match(path))
    for path, bare in bares.items():
        stem, extension = os.path.splitext(path)
        base = os.path.basename(stem)
        if extension != ".c" or path.split("/")[0] not in LIBRARIES or re.match(r"main$|cmd_", base):
            continue
        declared = public + bares.get(stem + ".h", "")
        missing = [name for name, _, _, head in source.functions(bare) if "(" in head
                   and not re.search(r"\bstatic\b|constructor|TAC_INLINE", head)
                   and not re.search(rf"\b{name}\s*\(", declared)]
        if missing:
            complaints.append(f"{path} offers what no {base}.h declares; {' '.join(missing)}")


def main(root="."):
    files = {path: source.read(root, path) for tree in TREES for path in source.find(root, tree)}
    bares = {path: source.bare(text) for path, text in files.items()}
    check_modules(files)
    check_templates(files)
    for path, bare in bares.items():
        if not path.startswith("tests/"):
            check_length(path, bare)
            if path.split("/")[0] in LIBRARIES:
                check_members(path, bare)
            check_macros(path, bare)
            check_opens(path, bare)
    own = {name for bare in bares.values() for name in source.enumerators(bare)}
    for path, bare in bares.items():
        check_defaults(path, bare, own)
    check_headers(bares)
    print("\n".join(complaints + [f"{len(files)} files"]))
    sys.exit(bool(complaints) or not files)


main(*sys.argv[1:])

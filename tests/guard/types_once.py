# test: guard.types_once guard
"""How many files of the product name a type of joint, force or sensor, and a key that is its own; and how many the types
of tests/samples take, and the method of tests/methods, which are added to the program.

A type is one source file and a line of the registry, kernel/include/kinds.h; what else names it is listed below with
the reason, and everything else is complained about.

    types_once.py [ROOT]    the root of the sources, in place of the current folder
"""
import collections
import os
import re
import sys

import source

TREES = ["kernel", "config", "rt"]
REGISTRY = "kernel/include/kinds.h"
KINDS = "kernel/include/desc.h" # names of kinds that programs fill in by hand
LISTS = {"JOINT": ["kernel/element/joint"], "FORCE": ["kernel/element/law", "kernel/element/force"],
         "SENSOR": ["kernel/query/sensor"], "SOURCE": ["kernel/element/source"], "COUPLING": ["kernel/element/coupling"],
         "ROAD": ["kernel/element/road"]}
FOLDERS = [folder for folders in LISTS.values() for folder in folders]
# Files that name types for what these alone are.
OTHERS = {
    "config/model_file/sources.c": "a plain number is a constant, the name of an input an input",
    "config/model_file/flexible.c": "elements of a beam are fixed to each other",
    "kernel/model/flexible.c": "tables of what lies beyond a section",
    "kernel/model/flexible_check.c": "checks of what lies beyond a section",
}
# Keys that other maps of model files and other files have as well, read there.
SHARED = {"at", "constant", "ratio", "duration", "end", "frequency", "from", "input", "phase", "scale", "start", "sum", "table", "to",
          "axes", "axis2", "coordinate", "damping", "file", "force", "inputs", "joint", "length", "offset",
          "parameters", "radius", "stiffness", "together", "torque", "axis", "rate", "velocity", "position", "area", "density", "pressure", "limit", "lead", # a quantity
          "implicit", # one key of several laws
          "min", "max", "abs", "sensor", "limit", "lag", "delay", "switch", "product", "integral", "by", "in", "path", # words of expressions, of sensors and of reports
          "inertia", # of bodies
          "amplitude", "left", "right", "bank", "slope", "increment", "over", "x", "y", # of waves of a road
          "friction", # a type, and the factor of roads
          "road", # the section, and what stands on one
          "drive"} # a command
FOREIGN = ("config/robot_file/",) # words of other formats, and of the model files that are made of them
complaints = []


def registered(text, kinds):
    """{list: [(name of its kind or None, symbol)]}"""
    found = {}
    for name, body in re.findall(r"#define TAC_(\w+)_TYPES\(X\)(.*?\n)\n", text, re.S):
        enumeration = re.search(r"enum tac_%s_kind \{(.*?)\}" % name.lower(), kinds, re.S)
        named = re.findall(r"\bTAC_(?!N_)\w+", enumeration[1]) if enumeration else []
        symbols = re.findall(r"X\((\w+)\)", body)
        found[name] = list(zip(named + [None] * (len(symbols) - len(named)), symbols))
    return found


def samples(root):
    """[(symbol, what it is, sources that it takes)] of the program with types of its own (tests/samples)."""
    folder = os.path.join(root, "tests/samples")
    if not os.path.isdir(folder):
        return []
    texts = {path: source.read(root, path) for path in source.find(root, "tests/samples") if path.endswith(".c")}
    lines = re.search(r"foreach\(line IN ITEMS (.*?)\)", source.read(root, "tests/samples/CMakeLists.txt"), re.S)[1]
    found = []
    for name, symbol in re.findall(r'"(\w+);(\w+)"', lines):
        own = [path for path, text in texts.items() if re.search(rf"\btac_{symbol}\b", text)]
        remembers = any(re.search(r"\.n_state = [1-9]", texts[path]) for path in own)
        what = {"FORCE": "law with a memory" if remembers else "law"}.get(name, name.lower())
        found.append((symbol, what, own))
    methods = {path: source.read(root, path) for path in source.find(root, "tests/methods") if path.endswith(".c")}
    for symbol in re.findall(r"extern const tac_method (\w+)", methods.get("tests/methods/methods.c", "")):
        own = [path for path, text in methods.items() if re.search(rf"^const tac_method {symbol} =", text, re.M)]
        found.append((symbol, "method", own))
    return found


def by_word(files, pattern):
    """{word: paths of the files that have it}"""
    found = collections.defaultdict(set)
    for path, text in files.items():
        for word in set(re.findall(pattern, text)):
            found[word].add(path)
    return found


def main(root="."):
    files = {path: source.read(root, path) for tree in TREES for path in source.find(root, tree)}
    names, quoted = by_word(files, r"\b(?:TAC|tac)_\w+"), by_word(files, r'"(\w+)"')
    counts = collections.Counter()
    for name, types in registered(files[REGISTRY], source.bare(files[KINDS])).items():
        for kind, symbol in types:
            named = names[kind or symbol] | names[symbol]
            own = [path for path in named if os.path.dirname(path) in LISTS[name]]
            strangers = named - set(own) - {REGISTRY, KINDS} - set(OTHERS)
            if len(own) != 1:
                complaints.append(f"{symbol} stands in {len(own)} files of {' '.join(LISTS[name])}; one is its own")
            complaints.extend(f"{path} names {kind or symbol}; ask its table (kernel/include/*_types.h)" for path in sorted(strangers))
            counts[name.lower(), len(named & ({REGISTRY} | set(own) | strangers))] += 1
    for path in sorted(path for path in files if os.path.dirname(path) == LISTS["FORCE"][0]):
        for name in re.findall(r"^const tac_law_type (\w+)", files[path], re.M):
            complaints.extend(f"{other} names the law {name}; ask the type of its element"
                              for other in sorted(names[name]) if os.path.dirname(other) != os.path.dirname(path))
    for kind, what, own in samples(root):
        counts[f"sample {what}", 1 + len(own)] += 1
        if len(own) != 1:
            complaints.append(f"tests/samples: the {what} of {kind} takes {len(own)} sources; one is its own")
    for path in sorted(path for path in files if os.path.dirname(path) in FOLDERS):
        for key in re.findall(r"\.name = \"(\w+)\"", files[path]):
            others = sorted(other for other in quoted[key] if os.path.dirname(other) not in FOLDERS and not other.startswith(FOREIGN))
            if key not in SHARED:
                counts["key", 1 + len(others)] += 1
                complaints.extend(f"{other} has the key '{key}' of {path}; loop over keys (kernel/include/key.h)"
                                  for other in others)
    for (what, n), times in sorted(counts.items()):
        print(f"{times} {what} types or keys in {n} files")
    print("\n".join(complaints))
    return 1 if complaints or not counts else 0


sys.exit(main(*sys.argv[1:]))

# test: guard.rules guard
"""What a folder includes is what its line in rules.txt allows, and stands above it there.

    rules.py [ROOT]    the root of the sources, in place of the current folder

Every `#include "..."` is resolved as the compiler does: own folder, root of the library, public folders. So
that what is not allowed is named with its place, the other folders are searched after that.
"""
import fnmatch
import os
import re
import sys


HERE = os.path.dirname(os.path.abspath(__file__))
TREES = ["kernel", "config", "rt", "bench", "tests"]
PUBLIC = ["kernel/include", "config/include"]
GENERATED = {"build.h"}
SOURCE = re.compile(r"\.(c|h|inc|cpp)$")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(["<])([^">]+)[">]', re.M)
complaints = []


def read_rules(path):
    """{folder: folders it may include}, in the order of the file."""
    rules, gifts = {}, []
    for line in open(path, encoding="utf-8"):
        line = line.partition("#")[0].strip()
        if not line:
            continue
        folder, _, allowed = line.partition(":")
        if folder in rules:
            complaints.append(f"two rules for {folder}")
        may = []
        for word in allowed.split():
            above = [f for f in rules if fnmatch.fnmatchcase(f, word)]
            if not above:
                complaints.append(f"the rule of {folder} names {word}, which does not stand above it")
            may += above
        if folder.endswith("/*"):
            gifts.append((folder, may))
            continue
        rules[folder] = may + [f for pattern, gift in gifts if fnmatch.fnmatchcase(folder, pattern)
                               for f in gift]
    return rules


def sources(root):
    """{folder: its source files}; folders as paths from the root."""
    found = {}
    for tree in TREES:
        for folder, _, files in os.walk(os.path.join(root, tree), followlinks=True):
            files = sorted(f for f in files if SOURCE.search(f))
            if files:
                found[os.path.relpath(folder, root)] = files
    return dict(sorted(found.items()))


def resolve(root, folder, name):
    """The path from the root of what is included, or None."""
    tree = folder.split("/")
    roots = [folder, "/".join(tree[:2]), tree[0]] if tree[0] == "tests" else [folder, tree[0]]
    for where in roots + PUBLIC + TREES + ["bench/peers", ""]:
        path = os.path.normpath(os.path.join(where, name))
        if os.path.isfile(os.path.join(root, path)):
            return path
    return None


def rule_of(rules, folder):
    """The line that a folder falls under, or None."""
    if folder in rules:
        return folder
    trees = [rule for rule in rules if rule.endswith("/**") and f"{folder}/".startswith(rule[:-2])]
    return trees[0] if trees else None


def check_file(root, rules, path):
    folder = os.path.dirname(path)
    rule = rule_of(rules, folder)
    text = open(os.path.join(root, path), encoding="utf-8").read()
    count = 0
    for bracket, name in INCLUDE.findall(text):
        target = resolve(root, folder, name)
        if bracket == "<":
            if target:
                complaints.append(f"{path} includes <{name}>; what is ours is included in quotes")
            continue
        count += 1
        if target is None and name not in GENERATED:
            complaints.append(f"{path} includes {name}; there is no such file")
        elif target and rule_of(rules, os.path.dirname(target)) not in rules[rule] + [rule]:
            complaints.append(f"{path} includes {name}; {folder} may include {' '.join(rules[rule])}")
    return count


def main(root):
    rules = read_rules(os.path.join(HERE, "rules.txt"))
    found = sources(root)
    used = {folder: rule_of(rules, folder) for folder in found}
    complaints.extend(f"{folder}: folder without a rule" for folder in used if not used[folder])
    complaints.extend(f"{rule}: rule without a folder" for rule in rules if rule not in used.values())
    files = [f"{folder}/{file}" for folder in used if used[folder] for file in found[folder]]
    includes = sum(check_file(root, rules, path) for path in files)
    print("\n".join(complaints + [f"{includes} includes of {len(files)} files in {len(found)} folders"]))
    sys.exit(bool(complaints) or not includes)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".")

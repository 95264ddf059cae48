# test: guard.methods guard
"""Files and programs ask a method what it takes; none compares methods, and none knows one by its word.

    methods.py [ROOT]    the root of the sources, in place of the current folder

What differs between methods is data of the method (kernel/include/takes.h), so that one is added by a folder and a
line of kernel/method/methods.c.
"""
import os
import re
import sys

import source

ASKING = ["config", "rt"]
STRING = re.compile(r'"((?:\\.|[^"\\\n])*)"')
complaints = []


def words(root):
    """The words of the table, and the names of the structs behind them."""
    table = source.read(root, "kernel/method/methods.c")
    pairs = re.findall(r'{"(\w+)",\s*&(\w+)}', table)
    return [word for word, _ in pairs], [name for _, name in pairs]


def without_comments(text):
    return source.COMMENT.sub(lambda m: m.group() if m.group()[0] in "\"'" else " " + "\n" * m.group().count("\n"),
                              text)


def check(path, text, known, structs):
    bare = source.bare(text)
    for name in structs:
        if re.search(rf"\b{name}\b", bare):
            complaints.append(f"{path} names the method {name}; ask tac_method.takes")
    for left, right in re.findall(r"(\w+)\s*[!=]=\s*(&?\w+)", bare):
        if "method" in left and right not in ("NULL", "TAC_NONE"):
            complaints.append(f"{path} compares methods, {left} with {right}; ask tac_method.takes")
    told = re.sub(r'\bHELP\((?:[^()"]|"(?:[^"\\]|\\.)*")*\)', "", without_comments(text))  # what the manual says of keys
    for literal in STRING.findall(told):
        said = [word for word in known if re.search(rf"(?<![\w-]){word}(?![\w-])", literal)]
        if said:
            complaints.append(f"{path} says the word of a method, {said[0]}; take it from the table")


def main(root="."):
    known, structs = words(root)
    n = 0
    for tree in ASKING:
        for path in source.find(root, tree):
            check(path, source.read(root, path), known, structs)
            n += 1
    print("\n".join(complaints + [f"{n} files, {len(known)} methods"]))
    sys.exit(bool(complaints) or not n or not known)


main(*sys.argv[1:])

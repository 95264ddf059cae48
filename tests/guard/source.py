"""C as clang-format leaves it here: where functions begin and end, without a parser."""
import os
import re

SOURCE = re.compile(r"\.(c|h|inc|cpp)$")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.S)


def find(root, tree):
    """Paths of the sources of a tree, from the root."""
    for folder, _, files in sorted(os.walk(os.path.join(root, tree))):
        for file in sorted(f for f in files if SOURCE.search(f)):
            yield os.path.relpath(os.path.join(folder, file), root)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as file:
        return file.read()


def bare(text):
    """Without comments, strings and characters; every line stays where it is."""
    def blank(match):
        found = match.group()
        return found[0] * 2 if found[0] in "\"'" else " " + "\n" * found.count("\n")
    return COMMENT.sub(blank, text)


def macros(text):
    """(name, line, parameters and body on one line) of every #define of a bare text."""
    joined = re.sub(r"\\\n", "\1", text)
    for match in re.finditer(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(.*)", joined, re.M):
        line = joined.count("\n", 0, match.start()) + joined.count("\1", 0, match.start()) + 1
        yield match.group(1), line, match.group(2).replace("\1", " ")


def enumerators(text):
    """Names of the constants of every enumeration of a bare text."""
    for body in re.findall(r"\benum\b[^;{}()]*{([^{}]*)}", text):
        yield from re.findall(r"(?:^|,)\s*(?:#[^\n]*\n\s*)?([A-Za-z_]\w*)", body)


def switches(text):
    """(line, body without the switches inside it) of every switch of a bare text."""
    for match in re.finditer(r"\bswitch\s*\(", text):
        begin = text.find("{", match.end())
        at, depth, inside = begin, 0, []
        while at < len(text):
            depth += (text[at] == "{") - (text[at] == "}")
            if depth == 0:
                break
            inner = at > begin and re.match(r"\bswitch\s*\(", text[at:at + 20])
            if inner:
                inside.append(at)
            at += 1
        body = text[begin:at]
        for where in reversed(inside):
            body = without_block(body, where - begin)
        yield text.count("\n", 0, match.start()) + 1, body


def without_block(text, at):
    """The text without the statement that begins there and ends with its braces."""
    end = text.find("{", at)
    depth = 0
    while end < len(text):
        depth += (text[end] == "{") - (text[end] == "}")
        end += 1
        if depth == 0:
            break
    return text[:at] + text[end:]


def functions(text):
    """(name, line of its brace, lines from brace to brace, head) of every function of a bare text."""
    lines = text.split("\n")
    begin = None
    for number, line in enumerate(lines):
        if line.rstrip() == "{":
            begin = number
        elif line.startswith("}") and begin is not None:
            head = head_above(lines, begin)
            name = re.search(r"([A-Za-z_]\w*)\s*\(", re.sub(r"__attribute__\s*\(\(.*?\)\)", "", head))
            yield name.group(1) if name else head, begin + 1, number - begin + 1, head
            begin = None


def head_above(lines, brace):
    first = brace
    while first > 0 and re.match(r"[^#}\s]|[ \t]+\S", lines[first - 1]) and \
            not lines[first - 1].rstrip().endswith(";"):
        first -= 1
    return " ".join(line.strip() for line in lines[first:brace])

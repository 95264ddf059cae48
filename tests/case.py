#!/usr/bin/env python3
"""Runs cases: files that hold models, commands and what is expected of them. cases/README.md describes them.

    case.py TACTUS CASE|FOLDER...    in the root of the sources
"""
import ast
import concurrent.futures
import csv
import itertools
import math
import operator
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile

try:
    import yaml
except ImportError:
    print("skipped: no python3-yaml")
    sys.exit(77)

COUNT = itertools.count()
ROOT = pathlib.Path.cwd()
KEYS = {"for", "let", "files", "run", "keep", "runs", "expect"}


class Broken(Exception):
    """What a case says cannot be done: a mistake in it, or nothing there to judge."""


class Text(str):
    """A scalar of a case, which knows its line. Numbers stay as they are written."""
    line = 0


class Loader(yaml.BaseLoader):
    """Loads every scalar as a Text."""


def with_line(loader, node):
    text = Text(node.value)
    text.line = node.start_mark.line + 1
    return text


Loader.add_constructor("tag:yaml.org,2002:str", with_line)


# ---- numbers -------------------------------------------------------------------------------------

class Column(list):
    """The numbers of a column; operators work row by row."""

    def combined(self, other, of):
        if isinstance(other, Column):
            if len(self) != len(other):
                raise Broken(f"columns of {len(self)} and {len(other)} rows")
            return Column(of(a, b) for a, b in zip(self, other))
        return Column(of(a, other) for a in self)

    def __getitem__(self, at):
        got = list.__getitem__(self, at)
        return Column(got) if isinstance(at, slice) else got

    def __abs__(self):
        return Column(abs(a) for a in self)

    def __neg__(self):
        return Column(-a for a in self)


for name in ("add", "sub", "mul", "truediv", "pow"):
    of = getattr(operator, name)
    setattr(Column, f"__{name}__", lambda a, b, of=of: a.combined(b, of))
    setattr(Column, f"__r{name}__", lambda a, b, of=of: a.combined(b, lambda x, y: of(y, x)))


class Table:
    """A file of comma separated values with a line of names."""

    def __init__(self, path):
        with open(path, newline="", encoding="utf-8") as file:
            self.rows = list(csv.reader(file))

    def __getitem__(self, name):
        if not self.rows or name not in self.rows[0]:
            raise Broken(f"no column '{name}'")
        at = self.rows[0].index(name)
        column = Column(float(row[at]) for row in self.rows[1:])
        if not column:
            raise Broken(f"no rows of '{name}'")
        return column


def sized(judge):
    """Makes a judge of a column that lets what is not a number through, so that no bound holds."""
    def judged(column):
        column = column if isinstance(column, Column) else Column([column])
        bad = [x for x in column if x != x]
        return bad[0] if bad else judge(column)
    return judged


def each(function):
    return lambda x: Column(map(function, x)) if isinstance(x, Column) else function(x)


def edited(text):
    """Returns the text of a file: as it stands, or that of a file of the sources with changes."""
    if isinstance(text, str):
        return text
    got = (ROOT / text["of"]).read_text(encoding="utf-8")
    for old, new in text.get("replace", {}).items():
        if old not in got:
            raise Broken(f"{text['of']} has no '{old}'")
        got = got.replace(old, new)
    for key in text.get("without", []):
        got = re.sub(rf"^{key}:.*\n(?:[ #-].*\n|\n)*", "", got, flags=re.M)
    return got + text.get("add", "")


def between(text, begin, end):
    """Returns the lines from the first that begins with one word to the next that begins with another."""
    lines = text.splitlines()
    at = [i for i, line in enumerate(lines) if line.startswith(begin)]
    if not at:
        return ""
    ends = [i for i, line in enumerate(lines) if i > at[0] and line.startswith(end)]
    return "\n".join(lines[at[0]:ends[0] if ends else len(lines)])


def apart(table, other, pattern):
    """Returns the largest difference of all columns whose names match, of two tables."""
    names = [name for name in table.rows[0] if re.search(pattern, name)]
    if not names:
        raise Broken(f"no column matches '{pattern}'")
    return sized(max)(Column(FUNCTIONS["largest"](table[name] - other[name]) for name in names))


FUNCTIONS = {
    "largest": sized(lambda c: max(map(abs, c))), "highest": sized(max), "lowest": sized(min),
    "first": lambda c: c[0], "last": lambda c: c[-1], "rows": len,
    "order": lambda coarse, fine: math.log2(abs(coarse) / abs(fine)),
    "rises": lambda c: all(a < b for a, b in zip(c, c[1:])),
    "climbs": lambda c: max(a - b for a, b in zip(c, itertools.accumulate(c, min))),
    "lines": lambda text: len(text.splitlines()), "pi": math.pi,
    **{name: each(getattr(math, name)) for name in ("sqrt", "sin", "cos", "exp", "log")},
    **{f.__name__: f for f in (apart, between, abs, min, max, all, any, len, sum, range, str, float)},
}


class Dotted(ast.NodeTransformer):
    """Reads TABLE.a.b as the column 'a.b' of a table."""

    def __init__(self, tables):
        self.tables = tables

    def visit_Attribute(self, node):
        names, at = [node.attr], node.value
        while isinstance(at, ast.Attribute):
            names, at = [at.attr] + names, at.value
        if isinstance(at, ast.Name) and at.id in self.tables:
            return ast.copy_location(ast.Subscript(at, ast.Constant(".".join(names)), ast.Load()), node)
        return self.generic_visit(node)


# ---- a combination of a case, in a folder of its own -----------------------------------------------

class Trial:
    """Runs one combination of a document of a case and judges it."""

    def __init__(self, tactus, path):
        self.tactus, self.path = tactus, path
        self.passed, self.failures, self.commands = 0, [], []
        self.tables = {}
        self.out = self.err = ""
        self.exit = None

    def fill(self, text, names):
        """Puts values in the place of <NAME>."""
        def value(match):
            return str(names[match[1]]) if match[1] in names else match[0]
        return re.sub(r"<([a-z_][a-z_0-9]*)>", value, text)

    def evaluate(self, text, names):
        scope = dict(FUNCTIONS)
        tables = {p.stem: p for p in self.folder.glob("*.csv")}
        for name, value in names.items():
            try:
                scope[name] = float(value) if isinstance(value, str) else value
            except ValueError:
                scope[name] = value
        scope.update(out=self.out, err=self.err, said=self.out + self.err, exit=self.exit,
                     read=lambda file: (self.folder / file).read_text(encoding="utf-8", errors="replace"),
                     same=lambda a, b: (self.folder / a).read_bytes() == (self.folder / b).read_bytes(),
                     there=lambda file: (self.folder / file).exists(), number=self.number)
        try:
            tree = Dotted(tables).visit(ast.parse(text, mode="eval"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Name) and node.id in tables:
                    scope[node.id] = self.table(tables[node.id])
            tree = ast.fix_missing_locations(tree)
            values = []
            if isinstance(tree.body, ast.Compare):
                for side in [tree.body.left] + tree.body.comparators:
                    values.append(eval(compile(ast.Expression(side), "", "eval"), scope))
            return eval(compile(tree, "", "eval"), scope), values
        except (SyntaxError, NameError, TypeError, ValueError, IndexError, ZeroDivisionError, OSError) as wrong:
            raise Broken(f"{type(wrong).__name__}: {wrong}") from wrong

    def table(self, path):
        """Returns a table, which is read again when its file has changed."""
        now = path.stat()
        if path not in self.tables or self.tables[path][0] != (now.st_mtime_ns, now.st_size):
            self.tables[path] = ((now.st_mtime_ns, now.st_size), Table(path))
        return self.tables[path][1]

    def number(self, pattern):
        """Returns the number that the first group of a pattern finds in what was said."""
        found = re.search(pattern, self.out + self.err, re.M)
        if not found:
            raise Broken(f"nothing said matches '{pattern}'")
        return float(found[1])

    def judge(self, holds, line, what, names):
        if holds:
            self.passed += 1
            return
        told = ", ".join(f"{k} = {v}" for k, v in names.items() if k != "unique")
        self.failures.append("\n".join([
            f"{self.path}:{line}: {what}", f"  with {told}" if told else "  in its only combination",
            f"  after {self.commands[-1] if self.commands else 'nothing'}",
            f"  stdout: {shorten(self.out)}", f"  stderr: {shorten(self.err)}"]))

    def execute(self, command, names):
        words = shlex.split(self.fill(command, names))
        self.commands.append("tactus " + shlex.join(words))
        try:
            done = subprocess.run([self.tactus] + words, cwd=self.folder, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=600, check=False)
        except subprocess.TimeoutExpired as late:
            raise Broken(f"'{self.commands[-1]}' runs for more than 600 s") from late
        self.exit = done.returncode
        self.out, self.err = (s.decode(errors="replace") for s in (done.stdout, done.stderr))

    def block(self, block, names, files):
        """Runs a block in all combinations of what it varies."""
        if isinstance(block, str):
            block = {"run": block}
        strange = set(block) - KEYS
        if strange:
            raise Broken(f"no such key: {', '.join(strange)}")
        for combination in combinations(block):
            self.once(block, names, combination, {**files, **block.get("files", {})})

    def once(self, block, names, combination, files):
        """Runs a block with the values of one combination, which come before those of `let`."""
        names = {**names, **combination}
        for name, text in block.get("let", {}).items():
            if name not in combination:
                names[name] = self.evaluate(text, names)[0]
        for name, text in files.items():
            place = self.folder / self.fill(name, names)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(self.fill(edited(text), names), encoding="utf-8")
        expected = block.get("expect", [])
        if "run" in block:
            self.execute(block["run"], names)
            if "keep" in block:
                (self.folder / self.fill(block["keep"], names)).write_text(self.out, encoding="utf-8")
            if not any(isinstance(e, dict) and {"exit", "refuses"} & set(e) for e in expected):
                self.ends(0, block["run"].line, names)
        for inner in block.get("runs", []):
            self.block(inner, names, files)
        for expectation in expected:
            self.expect(expectation, names)

    def ends(self, code, line, names):
        self.judge(self.exit == code, line, f"ends with {self.exit}, not {code}", names)

    def expect(self, expectation, names):
        if isinstance(expectation, str):
            try:
                holds, sides = self.evaluate(expectation, names)
                seen = "".join(f"\n  seen: {s!r}" if len(repr(s)) < 200 else "" for s in sides)
            except Broken as wrong:
                holds, seen = False, f"\n  {wrong}"
            self.judge(holds is True, expectation.line, f"not so: {expectation}{seen}", names)
            return
        for kind, texts in expectation.items():
            for text in texts if isinstance(texts, list) else [texts]:
                self.expect_text(kind, self.fill(text, names), text.line, names)

    def expect_text(self, kind, text, line, names):
        said = self.out + self.err
        if kind == "exit" and text == "any":
            self.judge(self.exit >= 0, line, "is ended by a signal", names)
        elif kind == "exit":
            self.ends(int(float(self.evaluate(text, names)[0])), line, names)
        elif kind == "says":
            self.judge(text in said, line, f"it does not say '{text}'", names)
        elif kind == "says not":
            self.judge(text not in said, line, f"it says '{text}'", names)
        elif kind == "matches":
            self.judge(re.search(text, said, re.M), line, f"nothing said matches '{text}'", names)
        elif kind == "refuses":
            self.ends(2, line, names)
            self.judge(len(self.err.splitlines()) == 1, line, "standard error is not one line", names)
            self.judge(not self.out, line, "it prints something beside", names)
            self.judge(text in self.err, line, f"it does not say '{text}'", names)
        else:
            raise Broken(f"no such expectation: {kind}")

    def run(self, document, combination, files):
        """Runs one combination of a document; what breaks is a failure."""
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            for name in ("config", "docs", "tests", "bench"):
                (self.folder / name).symlink_to(ROOT / name)
            try:
                self.once(document, {"unique": f"case{os.getpid()}x{next(COUNT)}"}, combination, files)
            except Broken as wrong:
                self.judge(False, 0, str(wrong), combination)
        return self


def shorten(text):
    return text if len(text) <= 1600 else text[:800] + "\n...\n" + text[-800:]


def combinations(block):
    """Returns what `for` varies: a value of each list with each of every other; a mapping names several."""
    lists = []
    for name, values in block.get("for", {}).items():
        if isinstance(values, str): # files of the sources
            values = [str(f.relative_to(ROOT)) for part in values.split() for f in sorted(ROOT.glob(part))]
        if not values:
            raise Broken(f"nothing to vary {name} over")
        lists.append([v if isinstance(v, dict) else {name: v} for v in values])
    for chosen in itertools.product(*lists):
        yield {k: v for part in chosen for k, v in part.items()}


def trials(path):
    """Returns every combination of every document of a case, with the files that it has."""
    files = {}
    with open(path, encoding="utf-8") as file:
        for document in yaml.load_all(file, Loader):
            strange = set(document) - KEYS
            if strange or not isinstance(document, dict):
                raise Broken(f"{path}: no such key: {', '.join(strange)}")
            files = {**files, **document.get("files", {})}
            for combination in combinations(document):
                yield document, combination, files


def main(tactus, paths):
    tactus = os.path.realpath(tactus)
    cases = [c for p in map(pathlib.Path, paths) for c in (sorted(p.rglob("*.yaml")) if p.is_dir() else [p])]
    failed = passed = commands = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = []
        for case in cases:
            try:
                jobs += [pool.submit(Trial(tactus, case).run, *trial) for trial in trials(case)]
            except (Broken, yaml.YAMLError) as wrong:
                failed += 1
                print(f"FAILED: {case}: {' '.join(str(wrong).split())}")
        for job in jobs:
            trial = job.result()
            passed, commands = passed + trial.passed, commands + len(trial.commands)
            failed += len(trial.failures)
            for failure in trial.failures:
                print("FAILED:", failure)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{passed} passed, {failed} failed; {commands} runs, {used.ru_utime + used.ru_stime:.1f} s of processor")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

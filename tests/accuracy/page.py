# test: accuracy accuracy cost=20 -- @accuracy criterion modes penalty
# test: accuracy.all full -- @accuracy
"""The accuracy that docs/accuracy.md tells is the accuracy of this program, digit by digit.

    page.py ACCURACY [SECTION...]    in the root of the sources; without these sections

Only processor time and its ratios, the last column of some tables, may differ. Fails as well if a
verdict does.
"""
import difflib
import re
import subprocess
import sys

PAGE = "docs/accuracy.md"
TEXT = "tests/accuracy/page.md"
TIMES = ("CPU, s", "cost")


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def without_times(text):
    lines, columns = [], None
    for line in text.splitlines():
        if not line.startswith("|"):
            columns = None
        elif columns is None:
            columns = cells(line)
        elif columns[-1] in TIMES:
            line = " | ".join(cells(line)[:-1])
        lines.append(line)
    return lines


def without_section(text, heading):
    start = text.index(f"\n{heading}\n")
    return text[:start] + text[text.index("\n## ", start + 1):]


def main(program, *left_out):
    headings = dict(re.findall(r"^@section (\w+)\n(## .*)$", open(TEXT, encoding="utf-8").read(), re.M))
    told = open(PAGE, encoding="utf-8").read()
    for section in left_out:
        told = without_section(told, headings.pop(section))
    run = subprocess.run([program, *headings], stdout=subprocess.PIPE, text=True, check=False)
    told = without_times(told)
    seen = without_times(run.stdout)
    differences = list(difflib.unified_diff(told, seen, PAGE, "this program", lineterm="", n=0))
    if differences:
        print("\n".join(differences))
        print("if the change is meant: ./dev accuracy, and commit the page")
    return run.returncode or int(bool(differences))


sys.exit(main(*sys.argv[1:]))

"""The accuracy that docs/accuracy.md tells is the accuracy of this program, digit by digit.

    page.py ACCURACY    in the root of the sources

Only processor time and its ratios, the last column of some tables, may differ. Fails as well if a
verdict does.
"""
import difflib
import subprocess
import sys

PAGE = "docs/accuracy.md"
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


def main():
    run = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True, check=False)
    told = without_times(open(PAGE, encoding="utf-8").read())
    seen = without_times(run.stdout)
    differences = list(difflib.unified_diff(told, seen, PAGE, "this program", lineterm="", n=0))
    if differences:
        print("\n".join(differences))
        print("if the change is meant: ./dev accuracy, and commit the page")
    return run.returncode or int(bool(differences))


sys.exit(main())

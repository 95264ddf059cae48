# test: guard.docs guard -- @tactus
"""What the documents point to exists: links and their headings, files, commands of `tactus` with their
options, words of ./dev. Every option of every command stands in a manual page. Tables of keys are those that the
program prints.

    docs.py TACTUS    in the root of the sources
"""
import glob
import os
import re
import subprocess
import sys

TACTUS = sys.argv[1]
PAGES = ["README.md"] + sorted(glob.glob("docs/**/*.md", recursive=True))
FOLDERS = "kernel|config|rt|tests|bench|docs"
wrong = []
MANUAL = sorted(glob.glob("rt/**/*.1", recursive=True))
checked = {"documents": len(PAGES) - 1, "manual pages": len(MANUAL), "links": 0, "files": 0, "commands": 0,
           "options": 0, "tables": 0}


def complain(page, what, text):
    wrong.append(f"{page}: {what}: {text}")


def headings(path):
    lines = re.findall(r"^#+ +(.*)$", open(path, encoding="utf-8").read(), re.M)
    return {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in lines}


def check_links(page, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"\w+:", target):
            continue
        checked["links"] += 1
        path, _, heading = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        if not os.path.exists(path):
            complain(page, "no such file", target)
        elif heading and heading not in headings(path):
            complain(page, "no such heading", target)


def check_files(page, text):
    """Paths in backticks; * and [ch] as in a shell."""
    for path in re.findall(rf"`((?:{FOLDERS})/[\w./@*\[\]-]+)`", text):
        checked["files"] += 1
        if not glob.glob(path):
            complain(page, "no such file", path)


def help_of(*words):
    run = subprocess.run([TACTUS, *words, "--help"], capture_output=True, text=True, check=False)
    return run.stdout if run.returncode == 0 else None


def check_commands(page, text, known={}):
    """`tactus WORD ... --option` in blocks and backticks."""
    spans = re.findall(r"```(?:sh|yaml)?\n(.*?)```", text, re.S) + re.findall(r"`(tactus [^`]+)`", text)
    for line in re.sub(r"\\\n", " ", "\n".join(spans)).split("\n"):
        line = line.split("#")[0].split("|")[0]
        for word, rest in re.findall(r"(?:^|[\s/])tactus +([a-z][\w-]*)([^&;>]*)", line):
            if word not in known:
                known[word] = help_of(word)
            checked["commands"] += 1
            if known[word] is None:
                complain(page, "no such command", f"tactus {word}")
                continue
            for option in re.findall(r"(?<=\s)--[a-z][\w-]*", rest):
                if not re.search(rf"{option}\b", known[word]) and option != "--help":
                    complain(page, "no such option", f"tactus {word} {option}")
    words = open("dev", encoding="utf-8").read()
    for word in re.findall(r"\./dev ([a-z]+)", text):
        if not re.search(rf"^{word}( \| [^)]*)?\)", words, re.M):
            complain(page, "no such word", f"./dev {word}")


def check_tables(page, text):
    """What stands between `<!-- tactus types --manual SECTION -->` and its end."""
    for section, table in re.findall(r"<!-- tactus types --manual (\w+) -->\n(.*?)<!-- end -->", text, re.S):
        checked["tables"] += 1
        run = subprocess.run([TACTUS, "types", "--manual", section], capture_output=True, text=True, check=False)
        if run.stdout != table:
            complain(page, "not what is printed by", f"tactus types --manual {section}")


def check_manual():
    pages = [open(p, encoding="utf-8").read().replace("\\-", "-") for p in MANUAL]
    for word in re.findall(r"^  tactus ([a-z][\w-]*)", help_of(), re.M):
        for option in re.findall(r"^  (--[a-z][\w-]*)", help_of(word), re.M):
            checked["options"] += 1
            if not any(re.search(rf"{option}\b", page) for page in pages):
                complain("manual pages", "missing", f"tactus {word} {option}")


check_manual()
for page in PAGES:
    text = open(page, encoding="utf-8").read()
    check_links(page, text)
    check_files(page, text)
    check_commands(page, text)
    check_tables(page, text)
print("\n".join(wrong) or "fine:", *(f"{n} {what}" for what, n in checked.items()))
sys.exit(bool(wrong) or not all(checked.values()))

# test: guard.tables guard -- @tactus
"""Tables of the documents are what the program prints: what stands between `<!-- tactus WORDS -->` and `<!-- end -->`
is the output of that command.

    tables.py TACTUS [--write]    in the root of the sources; --write puts the output in place
"""
import glob
import re
import subprocess
import sys

TABLE = re.compile(r"(<!-- tactus ([^\n]*?) -->\n)(.*?)(<!-- end -->)", re.S)


def printed(program, words):
    run = subprocess.run([program, *words.split()], capture_output=True, text=True, check=False)
    if run.returncode or not run.stdout:
        sys.exit(f"tactus {words}: {run.stderr.strip() or 'prints nothing'}")
    return run.stdout


def main(program, write=False):
    wrong, n = [], 0
    for path in sorted(glob.glob("docs/**/*.md", recursive=True)):
        text = open(path, encoding="utf-8").read()

        def renew(match):
            nonlocal n
            n += 1
            now = printed(program, match[2])
            if now != match[3]:
                wrong.append(f"{path}: not what 'tactus {match[2]}' prints; "
                             "run tests/guard/tables.py TACTUS --write")
            return match[1] + now + match[4]

        renewed = TABLE.sub(renew, text)
        if write and renewed != text:
            with open(path, "w", encoding="utf-8") as file:
                file.write(renewed)
    print("\n".join([] if write else wrong) or f"{n} tables")
    return bool(wrong) and not write or n == 0


sys.exit(main(sys.argv[1], sys.argv[2:] == ["--write"]))

# test: guard.exit_codes guard -- @tactus
"""Exit codes stand in one table: help, manual pages and the manual know each of them and no other.

    exit_codes.py TACTUS [ROOT]
"""
import os
import re
import subprocess
import sys

program, root = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "."
complaints = []


def read(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


# the enumeration is what the program ends with
codes = {int(code) for code in re.findall(r"TAC_EXIT_\w+ = (\d+)", read("rt", "system", "exit.h"))}
text = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
lines = text.partition("Exit codes:\n")[2].splitlines()
helped = [int(m.group(1)) for m in (re.match(r"  (\d+) +\S", line) for line in lines) if m]
if sorted(helped) != sorted(codes):
    complaints.append(f"tactus --help has the exit codes {helped}, the program ends with {sorted(codes)}")


def listed(page):
    """Codes of a manual page, where it lists them."""
    status = page.partition(".SH EXIT STATUS")[2].partition("\n.SH ")[0]
    return {int(code) for code in re.findall(r"^\.TP\n\.BR? (\d+)", status, re.M)}


folder = os.path.join(root, "rt", "install")
for name in sorted(os.listdir(folder)):
    if not name.endswith(".1"):
        continue
    found = listed(read("rt", "install", name))
    unknown = {code for code in found - codes if code <= 128}
    if unknown:
        complaints.append(f"{name} lists exit codes that nothing ends with: {sorted(unknown)}")
    if name == "tactus.1" and codes - found:
        complaints.append(f"{name} does not list the exit codes {sorted(codes - found)}")

print("\n".join(complaints + [f"{len(codes)} exit codes"]))
sys.exit(bool(complaints) or not codes)

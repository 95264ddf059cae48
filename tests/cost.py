"""Processor seconds of tests, which ctest does not tell: its times are those of the clock.

    cost.py BUILD [PATTERN]    all tests but those labelled full, or those whose names match, one after the other

A line per test when it ends, then the most expensive ones and the sum.
"""
import json
import os
import re
import subprocess
import sys
import time


def tests(build):
    """Returns name, command, folder and environment of every test that is built."""
    shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, capture_output=True, check=True, text=True)
    for test in json.loads(shown.stdout)["tests"]:
        said = {p["name"]: p["value"] for p in test["properties"]}
        if "command" in test and "full" not in said.get("LABELS", []):
            yield (test["name"], test["command"], said["WORKING_DIRECTORY"],
                   dict(pair.split("=", 1) for pair in said.get("ENVIRONMENT", [])))


def cost(command, folder, environment):
    """Returns what a command and all that it waits for take of processors, its time and its exit code."""
    begin = time.monotonic()
    with subprocess.Popen(command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, time.monotonic() - begin, process.returncode


def main(build, pattern=""):
    os.environ["PATH"] = "/usr/bin:" + os.environ["PATH"]
    costs = []
    for name, *test in tests(build):
        if re.search(pattern, name):
            seconds, wall, code = cost(*test)
            costs.append((seconds, name))
            print(f"{seconds:8.2f} s of processor {wall:8.2f} s {name}{f': exit {code}' if code else ''}", flush=True)
    print("\nthe most expensive")
    for seconds, name in sorted(costs, reverse=True)[:40]:
        print(f"{seconds:8.2f} {name}")
    print(f"{sum(seconds for seconds, _ in costs):8.2f} in all, {len(costs)} tests")


if __name__ == "__main__":
    main(*sys.argv[1:])

# test: mockup.faults if=tactus-fmu-host lock=cores timeout=300 -- @tactus @cc
# test: mockup.faults_many full if=tactus-fmu-host lock=cores timeout=3000 -- @tactus @cc 6
"""Whatever an FMU does, it ends in one line, an exit code and the fallback of its signals; the instance goes on, no cycle
waits for it, no folder stays. Rounds, if given, do it so often with every version and compare cycles that were missed while
FMUs fail with those while none is there.

    faults.py TACTUS CC [ROUNDS]
"""
import json
import os
import re
import sys
import time

from made import FAULT, Instance, Test, faulty, stop

CALL = "DoStep"
ENDS = { # fault: what is said
    "HANG": "hangs in DoStep at .* s, for .* s; killed",
    "CRASH": "crashes in DoStep .*: Segmentation fault",
    "EXIT_0": "ends its process in DoStep .*, with code 0",
    "EXIT_3": "ends its process in DoStep .*, with code 3",
    "ABORT": "crashes in DoStep .*: Aborted",
    "SAYS_ERROR": "DoStep answers Error at",
    "SAYS_FATAL": "DoStep answers Fatal at",
    "SAYS_DISCARD": "DoStep answers Discard at",
    "SAYS_OTHER": "DoStep answers a status that the standard does not have",
    "SAYS_PENDING": "DoStep answers Pending at",
    "LOGS_BADLY": "DoStep answers Error at",
    "FORKS": "DoStep answers Error at",
    "STOPS_ITSELF": "hangs in DoStep",
    "KILLS_ITSELF": "crashes in DoStep .*: Killed",
    "RECURS": "crashes in DoStep .*: Segmentation fault",
    "CRASHES_IN_A_THREAD": "crashes in DoStep .*: Segmentation fault",
    "HANGS_IN_GET": "hangs in a function that gets values",
    "CRASHES_IN_SET": "crashes in a function that sets values",
    "NO_PROGRESS": "DoStep makes no progress at",
    "ENDLESS_EVENTS": "UpdateDiscreteStates comes to no end at",
    "FALSE_TIME": "says that it got to -",
}
FEW = ("HANG", "CRASH", "EXIT_0", "SAYS_ERROR", "LOGS_BADLY", "FORKS", "CRASHES_IN_A_THREAD", "HANGS_IN_GET", "ENDLESS_EVENTS")
ONLY_3 = {"NO_PROGRESS", "ENDLESS_EVENTS", "FALSE_TIME"}
GOES_ON = ["TAKES_SIGNALS", "TRAPS", "PRINTS", "TAKES_MEMORY", "ROUNDS_UP"]
ANY_END = ["CLOSES_FILES", "WRITES_EVERYWHERE"] # what it hits is chance; the rest holds
EARLY = {
    "HANG": (11, "hangs in Instantiate"),
    "CRASH": (11, "crashes in Instantiate"),
    "EXIT_0": (11, "ends its process in Instantiate"),
    "KILLS_ITSELF": (11, "crashes in Instantiate"),
    "NO_INSTANCE": (11, "gives no instance"),
}


class Faults:
    def __init__(self, t, i, cc):
        self.t, self.i, self.cc = t, i, cc
        self.home = t.at("home")
        self.env = {**os.environ, "TMPDIR": self.home}
        os.mkdir(self.home)
        self.path = {v: faulty(cc, t.at(f"faulty{v}.fmu"), v) for v in (2, 3)}

    def run(self, version, fault, *more):
        return self.i.run(self.path[version], "--set", f"fault={FAULT[fault]}", "--set", "when=40", "--timeout", "0.25",
                          "--quiet", *more, env=self.env)

    def over(self, what):
        t = self.t
        t.holds(f"{what}: its signals are at their fallback", self.i.becomes("n", lambda n: n == 0.0) and
                self.i.value("y") == 0.0)
        t.holds(f"{what}: no folder stays", os.listdir(self.home) == [], os.listdir(self.home))

    def ends(self, version, fault):
        what = f"FMI {version}, {fault}"
        run = self.run(version, fault)
        self.t.says(what, run, 11, ENDS[fault])
        lines = [line for line in run.stderr.splitlines() if " says: " not in line]
        self.t.holds(f"{what}: one line", len(lines) == 1 and "its signals go to their fallback" in lines[0], run.stderr)
        self.t.holds(f"{what}: nothing for terminals", "\033" not in run.stderr, run.stderr)
        self.over(what)

    def goes_on(self, version, fault):
        what = f"FMI {version}, {fault}"
        p = self.i.start(self.path[version], "--set", f"fault={FAULT[fault]}", "--set", "when=20", env=self.env)
        self.t.holds(f"{what}: goes on", self.i.becomes("n", lambda n: n > 60))
        code, said = stop(p)
        self.t.holds(f"{what}: ends when told, and nothing of it is shown", code == 0 and "nobody wants" not in said, code,
                     said)
        self.over(what)

    def no_number(self, version, fault):
        what = f"FMI {version}, {fault}"
        p = self.i.start(self.path[version], "--set", f"fault={FAULT[fault]}", "--set", "when=100", env=self.env)
        self.t.holds(f"{what}: its other signals are commanded", self.i.becomes("n", lambda n: n > 150))
        self.t.holds(f"{what}: the one is at its fallback", self.i.value("y") == 0.0)
        code, said = stop(p)
        self.t.holds(f"{what}: is said", code == 0 and re.search(r"gave \d+ values that are no finite", said), code, said)
        self.over(what)

    def any_end(self, version, fault):
        run = self.run(version, fault, "--timeout", "0.5")
        self.t.holds(f"FMI {version}, {fault}: ends", run.returncode in (0, 8, 11), run.returncode, run.stderr)
        self.over(fault)

    def at_end(self, version, fault):
        p = self.i.start(self.path[version], "--set", f"fault={FAULT[fault]}", "--quiet", env=self.env)
        self.t.holds(f"FMI {version}, {fault}: runs", self.i.becomes("n", lambda n: n > 20))
        code, said = stop(p)
        self.t.holds(f"FMI {version}, {fault}: ends all the same", code == 0, code, said)
        self.over(fault)

    def early(self, version, fault):
        number = 100 if fault == "NO_INSTANCE" else FAULT[fault]
        code, line = EARLY[fault]
        path = faulty(self.cc, self.t.at("early.fmu"), version, early=number)
        if fault == "HANG":
            return # the start has a minute
        run = self.i.run(path, "--quiet", env=self.env)
        self.t.says(f"FMI {version}, {fault} at once", run, code, line)
        self.over(f"{fault} at once")

    def round(self, versions, ends=tuple(ENDS), goes_on=GOES_ON):
        for k, fault in enumerate(ends):
            self.ends(3 if fault in ONLY_3 else versions[k % len(versions)], fault)
        for k, fault in enumerate(goes_on):
            self.goes_on(versions[k % len(versions)], fault)
        for k, fault in enumerate(("NOT_A_NUMBER", "INFINITE")):
            self.no_number(versions[k % len(versions)], fault)
        for k, fault in enumerate(("HANGS_AT_END", "CRASHES_AT_END")):
            self.at_end(versions[k % len(versions)], fault)
        for k, fault in enumerate(ANY_END):
            self.any_end(versions[k % len(versions)], fault)

    def missed(self):
        status = json.loads(self.i.ask("status"))
        return status["cycles"], status["misses"] if "misses" in status else status.get("missed", 0)


def campaign(f, rounds):
    """Misses per cycle, with FMUs that fail and without any, by turns."""
    totals = {"with": [0, 0], "without": [0, 0]}
    for k in range(rounds):
        begin, before = time.monotonic(), f.missed()
        f.round((2, 3) if k % 2 == 0 else (3, 2))
        middle, between = time.monotonic(), f.missed()
        time.sleep(middle - begin)
        after = f.missed()
        for word, a, b in (("with", before, between), ("without", between, after)):
            totals[word][0] += b[0] - a[0]
            totals[word][1] += b[1] - a[1]
    for word, (cycles, misses) in totals.items():
        print(f"{word} FMUs: {misses} misses in {cycles} cycles, {1e6 * misses / max(1, cycles):.0f} per million")


def main():
    with Test(sys.argv[1]) as t:
        with Instance(t) as i:
            f = Faults(t, i, sys.argv[2])
            pid = i.process.pid
            rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 0
            if rounds > 0:
                campaign(f, rounds)
            else:
                f.round((2, 3), FEW, ["TAKES_SIGNALS", "PRINTS"])
            for version, fault in ((2, "CRASH"), (3, "EXIT_0"), (2, "KILLS_ITSELF"), (3, "NO_INSTANCE")):
                f.early(version, fault)
            t.holds("the instance is the same, and runs", i.process.poll() is None and i.process.pid == pid and
                    json.loads(i.ask("status"))["state"] == "running", i.ask("status"))
        t.holds("it ended in order", i.process.returncode == 0, i.process.returncode, i.said)
        t.end()


main()

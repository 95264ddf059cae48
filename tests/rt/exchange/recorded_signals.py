# test: exchange.signals_are_recorded program -- @tactus
"""Exchanged signals belong to a recording: what a live instance published and took, as `dump` saw it, is what
`log export` and `replay` make of its log, without exchange or clients.

    recorded_signals.py TACTUS    in the root of the sources
"""
import csv
import math
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import TACTUS, Running  # noqa: E402

COMMANDS = {"throttle", "brake", "lane", "front_left", "front_right", "rear_left", "rear_right"}


def rows(path):
    with open(path, encoding="utf-8") as file:
        table = list(csv.reader(file))
    return [dict(zip(table[0], row)) for row in table[1:]]


class Recorded(Running):
    def tactus(self, code, *arguments):
        p = subprocess.run([TACTUS, *arguments], capture_output=True, text=True, check=False)
        self.assertEqual(p.returncode, code, (arguments, p.stdout, p.stderr))
        return p.stdout + p.stderr

    def record(self):
        """A drive with a dump beside it: throttle, brake (a parameter with scale and offset) and a post."""
        rig, log, dump = self.rig("car.yaml"), str(self.work / "car.tlog"), str(self.work / "dump.csv")
        p = self.start("run", rig, "--record", log, "--quiet")
        io = self.attach()
        d = self.start("dump", self.name, "--csv", dump)
        for signal, value in (("throttle", "3.7"), ("brake", "1.3"), ("front_left", "17.3")):
            self.tactus(0, "set", self.name, signal, value, "--for", "0.3")
        io.detach()
        self.tactus(0, "ctl", self.name, "stop")
        self.assertEqual(p.wait(running.PATIENCE), 0)
        self.assertIn(d.wait(running.PATIENCE), (0, 4))  # what a busy machine loses, exchange.dump_* judge
        return log, rows(dump)

    def test_live_values_are_those_of_the_log(self):
        log, live = self.record()
        tables = {}
        for name, words in (("export", ("log", "export")), ("replay", ("replay",))):
            path = str(self.work / f"{name}.csv")
            self.tactus(0, *words, log, "--signals", path)
            tables[name] = rows(path)
        self.assertEqual(tables["export"], tables["replay"])

        known = {row["t"]: row for row in tables["export"]}
        states = [name for name in live[0] if name not in COMMANDS | {"frame", "cycle", "step", "t"}]
        self.assertEqual(["t", *list(live[0])[4:]], list(tables["export"][0]))
        moved, compared = set(), 0
        for frame in live:
            row = known.get(frame["t"])
            if row is None or float(frame["t"]) == 0.0:
                continue
            compared += 1
            for name in states:
                self.assertEqual(frame[name], row[name], (name, frame["t"]))  # to the last bit
            for name in COMMANDS:
                taken, said = float(row[name]), float(frame[name])
                self.assertTrue(math.isclose(taken, said, rel_tol=1e-12, abs_tol=1e-9), (name, frame["t"]))
                moved |= {name} if abs(said) > 0.1 else set()
        self.assertGreater(compared, 100)
        self.assertLessEqual({"throttle", "brake", "front_left"}, moved)

    def test_other_ways_to_ask(self):
        log = str(self.work / "sim.tlog")
        self.tactus(0, "sim", "config/rigs/exchange.yaml", "--duration", "0.1", "--quiet", "--record", log)
        whole, part, packed = (str(self.work / name) for name in ("whole.csv", "part.csv", "packed.mat"))
        self.tactus(0, "log", "export", log, "--signals", whole)
        self.assertEqual(len(rows(whole)), 101)
        self.assertEqual(list(rows(whole)[0])[:3], ["t", "specific_force.ax", "specific_force.ay"])
        self.tactus(0, "replay", log, "--signals", part, "--every", "10", "--window", "10:60")
        self.assertEqual(rows(part), rows(whole)[10:61:10])
        self.tactus(0, "log", "export", log, "--signals", packed, "--sensors", part, "--csv", whole)
        with open(packed, "rb") as file:
            self.assertEqual(file.read(10), b"MATLAB 7.3")
        out = self.tactus(0, "replay", log, "--signals", "-")
        self.assertTrue(out.startswith("t,specific_force.ax,"), out[:80])

    def test_without_signals(self):
        log = str(self.work / "model.tlog")
        self.tactus(0, "sim", "config/models/m2_four_bar.yaml", "--duration", "0.01", "--quiet", "--record", log)
        for words in (("log", "export"), ("replay",)):
            self.assertIn("no rig was recorded", self.tactus(2, *words, log, "--signals", "-"))
            self.tactus(4, *words, log, "--sensors", "/nowhere/x.csv")


if __name__ == "__main__":
    unittest.main()

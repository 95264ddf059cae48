#!/usr/bin/env python3
# test: program.chosen_columns program -- @tactus
"""Columns of tables and sensors of rigs are chosen by names and patterns; more signals than can be shared are named.
  chosen_columns.py TACTUS
"""

import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS  # noqa: E402

VEHICLE = str(running.ROOT / "config/models/vehicle.yaml")


def tactus(*arguments):
    return subprocess.run([TACTUS, *map(str, arguments)], capture_output=True, text=True)


def columns(text):
    return text.splitlines()[0].split(",")


class ChosenColumns(Running):
    def test_tables_of_sim_hold_what_was_chosen_with_the_same_numbers(self):
        whole = tactus("sim", VEHICLE, "--duration", "0.02 s", "--sensors", "-")
        some = tactus("sim", VEHICLE, "--duration", "0.02 s", "--sensors", "-", "--only", "chassis,load_*.force")
        self.assertEqual((whole.returncode, some.returncode), (0, 0), some.stderr)
        names = columns(some.stdout)
        wanted = [n for n in columns(whole.stdout)
                  if n == "t" or n.startswith("chassis.") or (n.startswith("load_") and n.endswith(".force"))]
        self.assertEqual(names, wanted)
        self.assertGreater(len(names), 4)
        table = [dict(zip(columns(whole.stdout), line.split(","))) for line in whole.stdout.splitlines()[1:]]
        chosen = [dict(zip(names, line.split(","))) for line in some.stdout.splitlines()[1:]]
        self.assertEqual([{n: row[n] for n in names} for row in table], chosen)

    def test_what_is_nowhere_is_said(self):
        done = tactus("sim", VEHICLE, "--duration", "0.02 s", "--csv", "-", "--only", "nothing.like.this")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no column has one of the names of --only", done.stderr)
        self.assertEqual(tactus("sim", VEHICLE, "--only", "t").returncode, 2)

    def test_dump_and_export_choose_as_well(self):
        log = self.work / "a.tlog"
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach()
        done = tactus("dump", self.name, "--csv", "-", "--only", "front_left,rates", "--duration", "0.2 s")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(columns(done.stdout)[0], "t")
        self.assertEqual({n.split(".")[0] for n in columns(done.stdout)}, {"t", "front_left", "rates"})
        self.assertEqual(tactus("sim", VEHICLE, "--duration", "0.02 s", "--record", log).returncode, 0)
        done = tactus("log", "export", log, "--csv", "-", "--only", "chassis.x")
        self.assertEqual(columns(done.stdout), ["t", "chassis.x"], done.stderr)

    def test_sensors_are_shared_by_patterns(self):
        rig = self.change("rigs", "minimal.yaml", (r"(?m)^name: .*", f"name: {self.name}"),
                          (r"model: .*", f"model: {VEHICLE}"))
        path = pathlib.Path(rig)
        path.write_text(path.read_text() + "exchange: {share: ['load_*', energy]}\npolicy: {kind: count, bucket: 0}\n")
        self.start("run", rig, "--quiet")
        io = self.attach()
        self.assertEqual({s.name.split("_")[0] for s in io.signals}, {"load", "energy"})
        path.write_text(path.read_text().replace("load_*", "lode_*"))
        done = tactus("run", rig, "--duration", "0.1 s")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no sensor of the model is named like 'lode_*'", done.stderr)

    def test_more_signals_than_can_be_shared_are_named_with_both_numbers(self):
        model = pathlib.Path(VEHICLE).read_text().replace("parts/corner", f"{running.ROOT}/config/models/parts/corner")
        lines = model.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("sensors:"))
        first = next(line for line in lines[at + 1:] if "name:" in line and "driver" not in line)
        many = [first.replace("name: ", f"name: s{k}_") for k in range(4100)]
        path = self.work / "many.yaml"
        path.write_text("\n".join(lines[:at + 1] + many + lines[at + 1:]) + "\n")
        rig = self.work / "rig.yaml"
        rig.write_text(f"name: {self.name}\nmodel: {path}\nstep: 20 ms\npolicy: {{kind: count, bucket: 0}}\nwatchdog: 60 s\n")
        self.start("run", str(rig), "--quiet")
        self.until("it runs", lambda: f"{self.name} " in tactus("list").stdout
                   and " running " in next(x for x in tactus("list").stdout.splitlines() if x.startswith(self.name)))
        done = tactus("signals", self.name)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"has 41\d\d signals, and at most 4096 can be shared; choose: 'exchange: {share")


if __name__ == "__main__":
    unittest.main()

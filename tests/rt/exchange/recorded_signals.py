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
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scene"))
import hdf5  # noqa: E402
import mcap  # noqa: E402
import running  # noqa: E402
from running import TACTUS, Running  # noqa: E402

COMMANDS = {"throttle", "brake", "steering", "parking", "gear", "autopilot", "person"}


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
        """A drive with a dump beside it: throttle, brake (with scale and offset) and the steering wheel, in degrees."""
        rig = self.rig("car.yaml")
        text = pathlib.Path(rig).read_text()
        self.assertIn("input: car/brake, min: 0, max: 1", text)
        pathlib.Path(rig).write_text(text.replace("input: car/brake, min: 0, max: 1",
                                                  "input: car/brake, scale: 0.5, offset: 0.01, min: 0, max: 1"))
        log, dump = str(self.work / "car.tlog"), str(self.work / "dump.csv")
        p = self.start("run", rig, "--record", log, "--quiet")
        io = self.attach()
        d = self.start("dump", self.name, "--csv", dump)
        for signal, value in (("throttle", "0.37"), ("brake", "0.33"), ("steering", "17.3")):
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
        self.assertLessEqual({"throttle", "brake", "steering"}, moved)

    def test_they_stand_beside_the_motion_with_cycles_and_events(self):
        log, _ = self.record()
        to = {k: str(self.work / f"run.{k}") for k in ("csv", "mcap", "h5", "svg", "timing", "events")}
        self.tactus(0, "log", "export", log, "--signals", to["csv"], "--mcap", to["mcap"], "--hdf5", to["h5"], "--timing", to["timing"],
                    "--events", to["events"], "--plot", to["svg"], "--columns", "speed,throttle,position.*")
        table, timing, events = rows(to["csv"]), rows(to["timing"]), rows(to["events"])
        self.assertGreater(len(events), 5)
        self.assertTrue(all(len(line.split(",")) == 4 for line in pathlib.Path(to["events"]).read_text().splitlines()), "no word has a comma")
        self.assertTrue(any(e["event"] == "engaged" for e in events))
        f = mcap.File(pathlib.Path(to["mcap"]).read_bytes())
        for name, column in (("speed", "value"), ("throttle", "value"), ("position", "z")):
            key = name if column == "value" else f"{name}.{column}"
            self.assertEqual([m[column] for _, m in f.topic(f"/signals/{name}")], [float(r[key]) for r in table], name)
        cycles, told = list(f.topic("/cycles")), list(f.topic("/events"))
        self.assertEqual([m["cycle"] for _, m in cycles], [float(r["cycle"]) for r in timing])
        for (_, m), r in zip(cycles, timing):
            self.assertAlmostEqual(m["step_time"] * 1e9, int(r["step_end_ns"]) - int(r["step_start_ns"]), delta=1)
            self.assertEqual(m["missed"] == 1, r["cause"] != "0")
            self.assertTrue(m["cause"] == "on time" or m["slack"] < 0)
        self.assertEqual([(m["step"], m["event"], m["item"]) for _, m in told], [(float(e["step"]), e["event"], e["item"]) for e in events])
        units = {name: schema["properties"] for name, schema in f.schemas.values()}
        self.assertEqual(units["signals/speed"]["value"]["description"], "km/h")
        self.assertEqual(units["cycles"]["slack"]["description"], "s")
        self.assertTrue(f.metadata["origin"]["model_hash"] and f.metadata["origin"]["tactus"])
        self.look_into(to["h5"], table, timing, events)
        drawn = pathlib.Path(to["svg"]).read_text()
        for text in ("speed [km/h]", "throttle", "position.z", "[m]"):
            self.assertIn(text, drawn)
        # what is computed again has the signals as well
        self.tactus(0, "replay", log, "--plot", to["svg"], "--columns", "speed", "--mcap", to["mcap"])
        again = mcap.File(pathlib.Path(to["mcap"]).read_bytes())
        self.assertEqual(list(again.topic("/signals/speed")), list(f.topic("/signals/speed")))
        self.assertIn("did you mean 'speed'", self.tactus(2, "replay", log, "--plot", to["svg"], "--columns", "spede"))

    def look_into(self, path, table, timing, events):
        if not hdf5.library:
            return
        h = hdf5.File(path)
        for name, place in (("speed", "speed"), ("throttle", "throttle"), ("position.z", "position/z")):
            self.assertEqual(h.read(f"/signals/{place}"), [float(r[name]) for r in table], name)
        self.assertEqual(h.note("/signals/speed", "unit"), "km/h")
        self.assertEqual(h.read("/cycles/cycle"), [float(r["cycle"]) for r in timing])
        self.assertEqual(h.read("/cycles/cause"), [float(r["cause"]) for r in timing])
        self.assertEqual(h.note("/cycles/slack", "unit"), "s")
        what, item = h.note("/", "events").splitlines(), h.note("/", "event_items").splitlines()
        self.assertEqual([what[int(k) - 1] for k in h.read("/events/what")], [e["event"] for e in events])
        self.assertEqual([item[int(k) - 1] if k else "" for k in h.read("/events/item")], [e["item"] for e in events])
        self.assertIn("1 woken late", h.note("/", "causes"))
        h.close()

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

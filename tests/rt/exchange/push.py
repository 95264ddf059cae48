#!/usr/bin/env python3
# test: exchange.push program -- @tactus
"""A push of a rig: loads of the model as commands with limits, which go to zero soon after they are written last, are in
the recording and replay to the bit; where the rig allows none, the line of it says so.
  push.py TACTUS
"""

import csv
import json
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from running import ROOT, Running, TACTUS  # noqa: E402

HAND = "- {load: hand, force: 300 N, torque: 100 N*m}"


def tactus(*arguments):
    return subprocess.run([TACTUS, *arguments], capture_output=True, text=True, cwd=ROOT)


class Push(Running):
    def write(self, *pairs):
        return tactus("ctl", self.name, "write", *pairs).stdout.strip()

    def value(self, name):
        return float(tactus("get", self.name, name).stdout.split()[0])

    def test_it_is_bounded_lets_go_and_replays(self):
        log = self.work / "pushed.tlog"
        self.start("run", self.rig("push.yaml", ttl=r"\1"), "--quiet", "--record", str(log))
        self.attach().detach()
        signals = tactus("signals", self.name).stdout
        self.assertRegex(signals, r"hand_x +.* N .*-300\.\.300.*300 steps, then zero")
        self.assertRegex(signals, r"twist_z +.* N\*m .*-100\.\.100")
        self.assertIn("5000 N became 300 N", self.write("hand_x=5000", "twist_z=-20"))
        self.until("the limit", lambda: self.value("hand_x") == 300.0 or self.value("hand_x") == 0.0)
        self.until("that it lets go by itself", lambda: self.value("hand_x") == 0.0 and self.value("twist_z") == 0.0)
        # who lets go is no loss: nothing is told
        self.write("hand_y=100")
        self.write("hand_y=0")
        self.until("nothing", lambda: self.value("hand_y") == 0.0)
        tactus("ctl", self.name, "stop")
        self.assertEqual(self.processes[0].wait(60), 0)
        events = self.work / "events.csv"
        self.assertEqual(tactus("log", "export", str(log), "--events", str(events)).returncode, 0)
        stale = [r for r in csv.DictReader(events.read_text().splitlines()) if r["event"] == "stale"]
        self.assertEqual([r["item"] for r in stale], ["hand_x", "twist_z"])
        self.assertTrue(all(float(r["value"]) >= 300 for r in stale), "steps since they were written last")
        replay = tactus("replay", str(log))
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
        table = self.work / "signals.csv"
        self.assertEqual(tactus("log", "export", str(log), "--signals", str(table)).returncode, 0)
        rows = list(csv.DictReader(table.read_text().splitlines()))
        pushed = [float(r["hand_x"]) for r in rows]
        self.assertEqual({0.0, 300.0}, set(pushed))
        self.assertGreater(max(float(r["bag.x"]) for r in rows), 0.1)

    def test_only_what_the_rig_allows(self):
        model = f"{ROOT}/config/models/examples/punching_bag.yaml"
        for push, why in (("- {load: leather, force: 1 N}", "the model has no load 'leather'"),
                          ("- {load: hand, force: 300 N}", "a push needs 'torque'"),
                          ("- {load: hand, force: 0 N, torque: 1 N*m}", "must be greater than zero"),
                          ("- {load: hand, force: 3 m, torque: 1 N*m}", "'m'"),
                          (f"{HAND}\n    {HAND}", "is pushed already"),
                          (f"{HAND}\n  commands:\n    - {{input: hand_x}}", "'hand_x' is commanded by 'hand_x' already"),
                          ("- {load: hand, force: 1 N, torque: 1 N*m, ttl: 0}", "'ttl'")):
            rig = self.work / "rig.yaml"
            rig.write_text(f"name: {self.name}\nmodel: {model}\nstep: 1 ms\nexchange:\n  push:\n    {push}\n")
            r = tactus("check", str(rig))
            self.assertEqual(r.returncode, 2, (push, r.stdout, r.stderr))
            self.assertRegex(r.stderr, r"rig\.yaml:\d+:\d+: ")
            self.assertIn(why, r.stderr, push)
        text = pathlib.Path(model).read_text()
        for old, new, why in (("{input: hand_x}", "3", "the force of load 'hand' is not three inputs"),
                              ("{input: twist_x}", "0", "the torque of load 'hand' is not three inputs"),
                              (",\n     torque: [{input: twist_x}, {input: twist_y}, {input: twist_z}]", "", "the torque of load 'hand' is not three inputs"),
                              ("body: bag, force", "body: bag, axes: body, force", "has no axes of the world")):
            other = self.work / "model.yaml"
            other.write_text(text.replace(old, new))
            rig.write_text(f"name: {self.name}\nmodel: {other}\nstep: 1 ms\nexchange:\n  push:\n    {HAND}\n")
            r = tactus("check", str(rig))
            self.assertEqual(r.returncode, 2, r.stdout)
            self.assertIn(why, r.stderr)

    def test_a_page_is_told_of_it(self):
        self.start("run", self.rig("push.yaml", ttl=r"\1"), "--quiet")
        self.attach().detach()
        view = pathlib.Path(f"/dev/shm/tactus.{self.name}.view").read_bytes()
        at = view.index(b'"pushes":') + len('"pushes":')
        push, = json.JSONDecoder().raw_decode(view[at:].split(b"\0")[0].decode())[0]
        self.assertEqual((push["body"], push["force"], push["torque"]), (1, 300, 100))
        self.assertEqual(push["inputs"], ["hand_x", "hand_y", "hand_z", "twist_x", "twist_y", "twist_z"])


if __name__ == "__main__":
    unittest.main()

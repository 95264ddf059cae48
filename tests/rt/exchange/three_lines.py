#!/usr/bin/env python3
# test: exchange.rig_of_three_lines program -- @tactus
"""A rig of three lines shows its sensors to everybody, and takes nothing from anybody.
  three_lines.py TACTUS
"""

import glob
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS, tactus_io  # noqa: E402


def tactus(*arguments):
    return subprocess.run([TACTUS, *arguments], capture_output=True, text=True)


class ThreeLines(Running):
    def write(self, *more, model=running.ROOT / "config/models/vehicle.yaml"):
        path = self.work / "rig.yaml"
        path.write_text("\n".join([f"name: {self.name}", f"model: {model}", "step: 1 ms", "watchdog: 60 s", *more, ""]))
        return str(path)

    def files(self):
        return sorted(p.split(".", 2)[2] for p in glob.glob(f"/dev/shm/tactus.{self.name}.*"))

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        return process.communicate()

    def test_the_sensors_are_shared_and_nothing_can_be_written(self):
        log = str(self.work / "run.tlog")
        run = self.start("run", self.write("policy: {kind: count, bucket: 0}"), "--record", log)
        io = self.attach()
        self.assertEqual([s.name for s in io.signals][:3], ["driver", "chassis", "chassis_rate"])
        self.assertEqual(len(io.signals), 16)  # eight of the car, two of each corner
        self.assertFalse(any(s.direction for s in io.signals))
        self.assertEqual([f for f in self.files() if f.startswith("cmd")], [])
        subprocess.run([TACTUS, "ctl", self.name, "pause"], check=True, stdout=subprocess.DEVNULL)
        self.until("the pause", lambda: io.read() and io.frame.run_state ==
                   tactus_io.RUN_STATES.index("paused"))
        names = ["x", "y", "z", "e0", "e1", "e2", "e3"]
        read = tactus("ctl", self.name, "read", *(f"chassis.{n}" for n in names)).stdout.split()
        self.assertEqual([float(x) for x in read], io.values("chassis"))
        with self.assertRaisesRegex(tactus_io.Error, "takes no commands"):
            tactus_io.attach(self.name, "command")
        self.assertEqual(tactus("signals", self.name).returncode, 0)
        io.detach()
        self.end(run)
        replay = tactus("replay", log)
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)

    def view(self):
        """Scene, head and poses of the newest view, by the layout of docs/shared-memory.md."""
        data = pathlib.Path(f"/dev/shm/tactus.{self.name}.view").read_bytes()
        (magic, order, major, minor, size, header, n_body, n_slot, slot_size, slots, at,
         n) = struct.unpack_from("<QIHHQIIIIQQQ", data)
        self.assertEqual((magic, order, major), (0x5745495654434154, 0x01020304, 1))
        self.assertEqual((size, header), (len(data), 192))
        number, = struct.unpack_from("<Q", data, 128)
        if number == 0:
            return None
        slot = slots + number % n_slot * slot_size
        sequence, = struct.unpack_from("<Q", data, slot)
        self.assertEqual(sequence, 2 * number)
        step, cycle, time, stamp, state = struct.unpack_from("<qqdqQ", data, slot + 8)
        poses = struct.unpack_from(f"<{7 * n_body}d", data, slot + 64)
        return json.loads(data[at:at + n]), number, step, state, poses

    def test_all_bodies_are_shown(self):
        run = self.start("run", self.write("policy: {kind: count, bucket: 0}"))
        io = self.attach()
        subprocess.run([TACTUS, "ctl", self.name, "pause"], check=True, stdout=subprocess.DEVNULL)
        self.until("the pause", lambda: io.read() and io.frame.run_state ==
                   tactus_io.RUN_STATES.index("paused"))
        self.until("the view of the pause", lambda: self.view() and
                   self.view()[2:4] == (io.frame.step, io.frame.run_state))
        scene, first, _, _, poses = self.view()
        self.assertEqual(len(poses), 7 * len(scene["bodies"]))
        at = scene["bodies"].index("chassis")
        self.assertEqual(list(poses[7 * at:7 * at + 7]), io.values("chassis"))
        self.assertTrue(any(s["body"] == at for s in scene["solids"]))
        modes = {f: pathlib.Path(f"/dev/shm/tactus.{self.name}.{f}").stat().st_mode & 0o7777
                 for f in ("state", "history", "view", "monitor")}
        self.assertEqual(modes, dict.fromkeys(modes, 0o644), "who may read the one may read the other")
        subprocess.run([TACTUS, "ctl", self.name, "step", "1"], check=True, stdout=subprocess.DEVNULL)
        self.until("the next step", lambda: self.view()[2] == io.frame.step + 1)
        frames = io.frame.number
        self.until("half a thousand cycles", lambda: io.read() and io.frame.number >= frames + 500)
        self.assertLessEqual(self.view()[1] - first, (io.frame.number - frames) / 9 + 5)  # 120 Hz at 1 kHz
        io.detach()
        self.end(run)
        self.assertNotIn("view", self.files())

    def test_a_rig_switches_it_off(self):
        run = self.start("run", self.write("start: paused", "exchange: false"))
        self.until("it runs", lambda: tactus("ctl", self.name, "status").returncode == 0)
        self.assertEqual([f for f in self.files() if f in ("state", "history", "view")], [])
        self.assertIn("shares no signals: its rig says so", tactus("signals", self.name).stderr)
        self.end(run)

    def test_what_cannot_be_shared_is_said_and_runs_all_the_same(self):
        model = self.work / "many.yaml"
        model.write_text("bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\nsensors:\n" + "".join(
            f"  - {{name: s{k}, type: pose, body: a}}\n" for k in range(4200)))
        rig = self.write("duration: 0.05", "policy: {kind: count, bucket: 0}", model=model)
        run = tactus("run", rig)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"(?m)^exchange +nothing is shared: .*4200 signals, and at most 4096")
        pathlib.Path(rig).write_text(pathlib.Path(rig).read_text() + "exchange: {}\n")
        run = tactus("run", rig)
        self.assertEqual(run.returncode, 2, "asked for, it has to be shared")
        self.assertIn("4200 signals, and at most 4096", run.stderr)

    def test_without_sensors_bodies_are_shown_and_no_signal_is_shared(self):
        model = self.work / "none.yaml"
        model.write_text("bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n")
        run = self.start("run", self.write("start: paused", model=model))
        self.until("it runs", lambda: tactus("ctl", self.name, "status").returncode == 0)
        self.until("a view", lambda: "view" in self.files() and self.view())
        self.assertEqual(self.view()[0]["bodies"], ["a"])
        for command in (("get", self.name, "x"), ("signals", self.name),
                        ("dump", self.name, "--csv", "-", "--duration", "0.1")):
            self.assertIn("its model has no sensors", tactus(*command).stderr)
        self.end(run)


if __name__ == "__main__":
    unittest.main()

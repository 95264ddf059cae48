#!/usr/bin/env python3
# test: platform.kills program -- @tactus 25
# test: platform.kills_900 full lock=cores timeout=3000 -- @tactus 900
"""The driving simulator under kill -9: executives that record, controller, bridge, clients and readers die at random
moments, some of them stopped before, and are started again. Everything answers again, and every recording that was
cut off replays identically.
    kills.py TACTUS KILLS [SEED]      in the root of the sources
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
import unittest
import pathlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True

SEED = int(sys.argv.pop(3)) if len(sys.argv) > 3 else random.randrange(10**6)
KILLS = int(sys.argv.pop(2))
from running import PATIENCE, TACTUS, Running, free_port  # noqa: E402

BETWEEN = 20  # kills between two looks at everything


class Kills(Running):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        self.recordings, self.running, self.launches = [], {}, 0
        car, legs, control = f"{self.name}s", f"{self.name}l", f"{self.name}c"
        self.instances = (car, legs, control)
        platform = self.change(
            "platforms", "motion_platform.yaml", (r"(?m)^name: .*", f"name: {control}"),
            ("instance: car", f"instance: {car}"), ("instance: motion_platform", f"instance: {legs}"),
            (r"max_age: .*", "max_age: 2 s"))
        bridge = self.change(
            "bridges", "car.yaml", ("instance: car", f"instance: {car}"),
            ("127.0.0.1:5000", f"127.0.0.1:{free_port()}"), ("127.0.0.1:5001", f"127.0.0.1:{free_port()}"),
            (r"(?m)^ +- \{signal: (front|rear)_right.*\n", ""), ("front_left, .*", "parking, type: i16, scale: 1e-4, min: 0, max: 1}"),
            ("rear_left, .*", "steering, type: f32, min: -90, max: 90}"))
        self.command = {
            "car": ("run", self.rig("car.yaml", "s"), "--quiet", "--record"),
            "legs": ("run", self.rig("motion_platform.yaml", "l"), "--quiet", "--record"),
            "platform": ("platform", platform, "--quiet"),
            "bridge": ("bridge-udp", bridge),
            "client": ("set", car, "throttle", "0.5", "--for", "1000"),
            "dump": ("dump", legs, "--csv", "/dev/null"),
            "top": ("top", car, "--once"),
            "ctl": ("ctl", legs, "status"),
        }

    def launch(self, what):
        words = list(self.command[what])
        if words[-1] == "--record":
            self.launches += 1
            self.recordings.append(self.work / f"{what}{self.launches}.tlog")
            words.append(str(self.recordings[-1]))
        p = subprocess.Popen([TACTUS, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             stdin=subprocess.DEVNULL)
        self.processes.append(p)
        self.running[what] = p

    def check_recording(self, path):
        """A recording that was cut off replays with the same bits as far as it goes. False: it had not begun."""
        replay = subprocess.run([TACTUS, "replay", str(path), "--partial"], capture_output=True, text=True,
                                check=False)
        if path.stat().st_size == 0 or "no block of the log is whole" in replay.stderr:
            return False
        self.assertEqual(replay.returncode, 0, f"{path.name}: {replay.stdout}{replay.stderr}")
        self.assertIn("identical", replay.stdout)
        return True

    def answers(self, name):
        done = subprocess.run([TACTUS, "ctl", name, "status"], capture_output=True, text=True, check=False)
        return done.returncode == 0 and json.loads(done.stdout)

    def check_everything(self):
        for what, p in self.running.items():
            if p.poll() is not None:
                self.assertIn(what, ("client", "dump", "top", "ctl"), f"{what} ended with {p.returncode}")
                self.assertGreaterEqual(p.returncode, 0, f"{what} ended by a signal")
                self.launch(what)
        for name in self.instances:
            self.until(f"{name} answers", lambda name=name: self.answers(name))
        for name in self.instances[:2]:
            before = self.answers(name)["step"]
            self.until(f"{name} goes on", lambda name=name, before=before: self.answers(name)["step"] > before)
        car = self.attach("s", command=True, client="check")
        car.set("brake", 0.25)
        car.send()
        self.until("a command takes effect", lambda: car.wait(timeout=5.0) and car.value("brake") == 0.25)
        car.detach()

    def test_everything_comes_back(self):
        print(f"seed {SEED}", flush=True)
        for what in self.command:
            self.launch(what)
        self.check_everything()
        stopped = 0
        for kill in range(1, KILLS + 1):
            what = self.random.choice(list(self.running))
            p = self.running[what]
            if self.random.random() < 0.07:
                p.send_signal(signal.SIGSTOP)
                stopped += 1
            time.sleep(self.random.random() * 0.2)
            p.kill()
            p.wait()
            self.processes.remove(p)
            self.launch(what)
            if kill % BETWEEN == 0:
                self.check_everything()
        self.check_everything()
        for what in ("car", "legs"):
            self.running[what].terminate()
            self.assertEqual(self.running[what].wait(timeout=PATIENCE), 0, what)
        identical = sum(self.check_recording(path) for path in self.recordings if path.exists())
        print(f"{KILLS} kills, {stopped} stops, {identical} of {len(self.recordings)} recordings identical, the others "
              "had not begun")
        self.assertGreaterEqual(identical, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

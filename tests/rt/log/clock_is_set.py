#!/usr/bin/env python3
# test: rt.wall_clock_is_recorded_not_followed program unless=sanitize -- @set_clock @tactus
"""Somebody sets the wall clock while a rig runs: the log says when and by how much, and its time goes on evenly.
  clock_is_set.py LIBRARY TACTUS
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS  # noqa: E402

LIBRARY = os.path.abspath(sys.argv.pop(1))


class ClockIsSet(Running):
    def tactus(self, *arguments):
        done = subprocess.run([TACTUS, *map(str, arguments)], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_a_step_is_a_note_and_no_step_of_time(self):
        rig, log, file = (self.work / name for name in ("rig.yaml", "x.tlog", "set"))
        rig.write_text(f"name: {self.name}\nmodel: {running.ROOT}/config/models/m2_four_bar.yaml\nstep: 1 ms\n"
                       "policy: {kind: count, bucket: 0}\nwatchdog: 60 s\n")
        p = subprocess.Popen([TACTUS, "run", rig, "--record", log], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             env={**os.environ, "LD_PRELOAD": LIBRARY, "SET_CLOCK": str(file)}, text=True)
        self.processes.append(p)
        self.until("it records", lambda: log.exists() and log.stat().st_size > 100000)
        before = time.time()
        file.touch()
        self.until("it is seen", lambda: "clock step" in self.info(log))
        size = log.stat().st_size
        self.until("it goes on", lambda: log.stat().st_size > size + 100000)
        p.send_signal(signal.SIGTERM)
        out, err = p.communicate(timeout=running.PATIENCE)
        self.assertEqual((p.returncode, err), (0, ""))
        info = self.info(log)
        self.assertAlmostEqual(float(re.search(r"clock step +step \d+: UTC was set by (\S+) s", info)[1]), 3.0, delta=0.01)
        self.assertIn("TAI - UTC 37 s, set 1 times meanwhile", info)
        rows = {}
        for scale in ("utc", "tai"):
            table = self.tactus("log", "export", log, "--time", scale, "--csv", "-").splitlines()
            rows[scale] = [float(row.split(",")[0]) for row in table[1:]]
        for a, b in zip(rows["utc"], rows["utc"][1:]):
            self.assertAlmostEqual(b - a, 0.001, delta=2e-6)
        for utc, tai in zip(rows["utc"], rows["tai"]):
            self.assertAlmostEqual(tai - utc, 37.0, delta=2e-6)
        self.assertLess(rows["utc"][0], before)
        self.assertLess(rows["utc"][-1], time.time(), "it is that of before the step")
        self.assertIn("identical", self.tactus("replay", log))

    def info(self, log):
        return subprocess.run([TACTUS, "log", "info", log], capture_output=True, text=True).stdout


if __name__ == "__main__":
    unittest.main()

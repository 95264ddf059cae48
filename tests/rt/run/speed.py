#!/usr/bin/env python3
# test: run.speed program cost=10 -- @tactus
"""A rig runs slower or faster than the clock: what goes with its time, what stays in wall time, what replays.
  speed.py TACTUS
"""

import json
import pathlib
import re
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
import tactus_io  # noqa: E402
from running import Running, TACTUS  # noqa: E402

RATE, TTL = 20.0, 0.4  # mm/s, s


class Speed(Running):
    def tactus(self, *arguments):
        return subprocess.run([TACTUS, *arguments], capture_output=True, text=True)

    def car(self, *more, policy="kind: count, bucket: 0, max_burst: 1000000", changes=()):
        rig = self.change("rigs", "exchange.yaml", (r"rate: 500", f"rate: {RATE}"), (r"ttl: 200", f"ttl: {TTL * 1000:.0f}"),
                          (r"fallback: ramp", "fallback: zero"), (r"(?m)^name: .*", f"name: {self.name}"),
                          (r"\.\./models", str(running.ROOT / "config/models")),
                          (r"(?m)^policy: .*", f"policy: {{{policy}}}\nwatchdog: 60 s"), *changes, to="rig")
        return self.start("run", rig, *more)

    def frames(self, until, most=20000):
        """Stamp, time of the simulation, height of a post; until a condition of them holds."""
        rows = []
        while len(rows) < most and not (rows and until(rows)):
            if self.io.next_frame(timeout=5.0):
                rows.append((self.io.frame.stamp * 1e-9, self.io.frame.time, self.io.value("front_left")))
        self.assertLess(len(rows), most)
        return rows

    def test_time_goes_with_the_speed_and_rates_and_silence_with_the_clock(self):
        for speed in (0.1, 0.25, 4.0):
            with self.subTest(speed=speed):
                self.name += "x"
                log = str(self.work / "run.tlog")
                rig = self.car("--speed", str(speed), "--record", log)
                self.io = self.attach()
                self.io.open_history()
                client = tactus_io.attach(self.name, command=True, client="speed")
                client.set("front_left", 12.0)
                client.send()
                rows = self.frames(lambda r: r[-1][2] > 0)
                rows = self.frames(lambda r: r[-1][2] == 0.0)
                client.detach()
                wall, passed = rows[-1][0] - rows[0][0], rows[-1][1] - rows[0][1]
                self.assertLess(abs(passed / wall / speed - 1.0), 0.2)
                # silence: all that time without a sign of life, by the clock
                self.assertTrue(0.8 * TTL < wall < 2.0 * TTL, wall)
                # a rate: by the clock
                rise = [r for r in rows if r[2] > 0.0]
                rate = (rise[-1][2] - rise[0][2]) / (rise[-1][0] - rise[0][0])
                self.assertLess(abs(rate / RATE - 1.0), 0.2)
                status = json.loads(self.tactus("ctl", self.name, "status").stdout)
                self.assertEqual(status["speed"], speed)
                self.assertEqual(status["period_ns"], round(1e6 / speed))
                rig.send_signal(signal.SIGINT)
                out, _ = rig.communicate()
                self.assertRegex(out, rf"(?m)^speed +{speed:g} times real time; times to live, rates of commands")
                self.assertRegex(self.tactus("log", "info", log).stdout, rf"(?m)^speed +{speed:g}$")
                done = self.tactus("replay", log)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn("identical", done.stdout)

    def test_a_duration_is_of_the_simulation_and_steps_are_those_of_any_speed(self):
        hashes = set()
        for speed in ("0.5", "1", "10"):
            log = str(self.work / "run.tlog")
            rig = self.car("--speed", speed, "--duration", "0.3 s", "--record", log, "--quiet",
                           changes=((r"clients: 4", "clients: 0"), (r"(?ms)^  commands:\n.*^  states", "  states")))
            self.assertEqual(rig.wait(), 0, rig.stderr.read())
            info = self.tactus("log", "info", log).stdout
            self.assertRegex(info, r"(?m)^steps +300 of 0.001 s")
            verified = self.tactus("log", "verify", log).stdout
            hashes.add(re.search(r"0x[0-9a-f]{16}", verified)[0])
        self.assertEqual(len(hashes), 1, hashes)

    def test_speeds_that_cannot_be_are_refused_with_the_reason(self):
        for speed in ("0", "0.05", "11", "nan", "-1", "x"):
            self.assertEqual(self.car("--speed", speed).wait(), 2, speed)
        for change, speed, why in (((r"(?m)^step: 1 ms", "step: 50 us"), "10", "must be between 10 us and 10 s"),
                                   ((r"(?m)^step: 1 ms", "step: 1 ms\npublish: {offset: 400 us}"), "4", "publish"),
                                   ((r"(?m)^step: 1 ms", "step: 1 ms\ntick: {shm: /nothing}"), "2", "device gives the tick")):
            rig = self.car("--speed", speed, changes=(change,))
            out, err = rig.communicate()
            self.assertEqual((rig.returncode, err.count("\n")), (2, 1), err)
            self.assertIn(why, err)


if __name__ == "__main__":
    unittest.main()

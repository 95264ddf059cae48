#!/usr/bin/env python3
# test: exchange.wall_time program cost=8 -- @tactus
"""Clients and the machine behind a rig live in wall time, under every policy: silence, rates, the length of a burst.
  wall_time.py TACTUS
"""

import pathlib
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
import tactus_io  # noqa: E402
from running import Running, TACTUS  # noqa: E402

POLICIES = ("kind: count, bucket: 0, max_burst: 50", "kind: degrade, bucket: 0, max_burst: 50",
            "kind: skip, bucket: 0, max_skip: 0", "kind: slip, bucket: 0")
RATE, PERIOD, STALL = 20.0, 1e-3, 0.6  # mm/s, s, s


class WallTime(Running):
    def beat(self, client, stop):
        while not stop.wait(0.004):
            client.heartbeat()

    def stall(self, policy):
        """Frames around a stall of a rig whose client beats all the time, the client's account, the recording."""
        log = self.work / "run.tlog"
        log.unlink(missing_ok=True)
        rig = self.change("rigs", "exchange.yaml", (r"rate: 500", f"rate: {RATE}"),
                          (r"ttl: 200", "ttl: 400"),
                          (r"(?m)^name: .*", f"name: {self.name}"), (r"\.\./models", str(running.ROOT / "config/models")),
                          (r"(?m)^policy: .*", f"policy: {{{policy}}}\nwatchdog: 60 s"), to="rig")
        process = self.start("run", rig, "--record", str(log), "--quiet")
        reader = self.attach()
        client = tactus_io.attach(self.name, command=True, client="beats")
        client.set("front_left", 50.0)
        client.send()
        stop = threading.Event()
        thread = threading.Thread(target=self.beat, args=(client, stop))
        thread.start()
        reader.open_history()
        frames = []
        try:
            while len(frames) < 300:
                frames += [reader.frame] if reader.next_frame(timeout=1.0) else []
            process.send_signal(signal.SIGSTOP)
            time.sleep(STALL)
            process.send_signal(signal.SIGCONT)
            stalled = len(frames)
            while len(frames) < stalled + 900:
                frames += [reader.frame] if reader.next_frame(timeout=1.0) else []
        finally:
            stop.set()
            thread.join()
        account = client.account()
        kinds = [e["kind"] for e in reader.events()]
        process.send_signal(signal.SIGINT)
        process.wait()
        return reader, frames, account, kinds, log

    def test_a_client_that_beats_through_a_stall_stays_and_its_rate_holds(self):
        for policy in POLICIES:
            with self.subTest(policy=policy):
                self.name += "x"
                reader, frames, account, kinds, log = self.stall(policy)
                self.assertEqual(account["stale"], 0)
                self.assertNotIn("stale", kinds)
                self.assertIn("gap", kinds)
                at = reader.find("front_left")
                height = [running.tactus_io.struct.unpack_from("<d", f.payload, at.echo)[0] for f in frames]
                # over any stretch: the rate in wall time, and two cycles of a machine's unrest
                worst = 0.0
                for k in range(0, len(frames) - 1):
                    for j in (k + 1, min(k + 20, len(frames) - 1), min(k + 200, len(frames) - 1)):
                        wall = (frames[j].stamp - frames[k].stamp) * 1e-9
                        worst = max(worst, (height[j] - height[k]) - RATE * (wall + 4 * PERIOD))
                self.assertLessEqual(worst, 0.0)
                # never more in a step than the rate makes of a step
                steps = [(b - a) / max(g.step - f.step, 1) for a, b, f, g in zip(height, height[1:], frames, frames[1:])]
                self.assertLessEqual(max(steps), RATE * PERIOD * (1 + 1e-9))
                # what wall time has decided is in the recording: the same bits again
                done = subprocess.run([TACTUS, "replay", str(log)], capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
                self.assertIn("identical", done.stdout)

    def test_a_burst_has_a_bound(self):
        for policy in POLICIES[:2]:
            with self.subTest(policy=policy):
                self.name += "x"
                _, frames, _, _, _ = self.stall(policy)
                gap = max(range(1, len(frames)), key=lambda k: frames[k].stamp - frames[k - 1].stamp)
                missed = (frames[gap].stamp - frames[gap - 1].stamp) / (PERIOD * 1e9)
                self.assertGreater(missed, 300)
                # steps by which simulation stays behind the clock: all but those that were made up for
                behind = missed - (frames[-1].step - frames[gap - 1].step - (frames[-1].stamp - frames[gap].stamp) / 1e6)
                self.assertGreater(behind, missed / 2)

    def test_an_overrun_that_ends_a_run_names_its_length_and_its_key(self):
        for policy, key in (("kind: skip, max_skip: 10", "max_skip: 10"),
                            ("kind: count, bucket: 0, max_burst: 50, beyond: safe", "max_burst: 50")):
            self.name += "x"
            process = self.start("run", self.rig("exchange.yaml", policy=policy + ", start_cycles: 100"), "--quiet")
            self.attach()
            process.send_signal(signal.SIGSTOP)
            time.sleep(STALL)
            process.send_signal(signal.SIGCONT)
            line = process.stderr.readline()
            found = re.search(r"overrun too long: (\d+) periods \([\d.e+]+ ms\) at once, 'policy: {(.*)}' allows", line)
            self.assertTrue(found, line)
            self.assertGreater(int(found[1]), 300)
            self.assertEqual(found[2], key)
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(), 6)

    def test_frames_that_come_less_often_than_silence_is_allowed_are_warned_of(self):
        rig = self.change("rigs", "exchange.yaml", (r"(?m)^name: .*", f"name: {self.name}"), (r"ttl: 200", "ttl: 100"),
                          (r"\.\./models", str(running.ROOT / "config/models")),
                          (r"clients: 4", "clients: 4\n  divisor: 200"))
        done = subprocess.run([TACTUS, "run", rig, "--quiet", "--duration", "0.1 s"], capture_output=True, text=True)
        self.assertRegex(done.stderr, r"'front_left' goes to its fallback after 100 ms of silence \(ttl: 100 steps\), "
                                      r"and frames come every 200 ms \(divisor: 200\)")


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# test: program.tells_the_condition_of_an_instance program -- @tactus
"""What becomes of an instance is told by whatever looks at it: it runs, pauses, is in the safe state, late, dead.
  conditions.py TACTUS
"""

import contextlib
import json
import pathlib
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
import tactus_io  # noqa: E402
from running import Running, TACTUS  # noqa: E402

SAFE, GONE, LATE, CLAMPED = 6, 8, 9, 10


class Conditions(Running):
    def tactus(self, *arguments):
        return subprocess.run([TACTUS, *arguments], capture_output=True, text=True)

    def run_car(self):
        process = self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.io = self.attach()
        return process

    def commands(self):
        csv = str(self.work / "rows.csv")
        return {"get": ("get", self.name, "front_left"),
                "signals": ("signals", self.name),
                "set": ("set", self.name, "front_left", "1"),
                "dump": ("dump", self.name, "--csv", csv, "--duration", "0.5 s"),
                "top": ("top", self.name, "--once")}

    def expect_all(self, code, text):
        """All commands about one instance end with the code, and say why."""
        for name, words in self.commands().items():
            done = self.tactus(*words)
            self.assertEqual((name, done.returncode), (name, code), done.stderr)
            self.assertRegex(done.stderr if name != "top" else done.stdout, text)

    def stopped(self, process):
        """Stopped, and published nothing for longer than a quarter of a second."""
        process.send_signal(signal.SIGSTOP)
        self.until("late", lambda: self.io.health().condition == "late")

    def test_while_it_runs_everything_ends_with_0(self):
        self.run_car()
        for name, words in self.commands().items():
            done = self.tactus(*words)
            self.assertEqual((name, done.returncode, done.stderr), (name, 0, ""))
        now = tactus_io.health(self.name)
        self.assertEqual((now.condition, now.run_state, now.late), ("running", "running", 0.0))
        self.assertLess(now.age, 60.0)

    def test_one_whose_process_is_stopped_is_late_and_values_have_their_age(self):
        car = self.run_car()
        self.stopped(car)
        self.expect_all(LATE, rf"is late: nothing published for [\d.]+ s; its process {car.pid} lives and is stopped")
        done = self.tactus("get", self.name, "front_left")
        self.assertRegex(done.stdout, r"^-?[\d.]+")
        listed = self.tactus("list")
        line = next(x for x in listed.stdout.splitlines() if x.startswith(self.name + " "))
        self.assertRegex(line, rf" late .* {car.pid} .*\(was running, nothing published for [\d.]+ s\)")
        entry = next(x for x in json.loads(self.tactus("list", "--json").stdout)["instances"]
                     if x["name"] == self.name)
        self.assertEqual(entry["condition"], "late")
        self.assertGreater(entry["age"], 0.25)
        for words in ("status",), ("read", "step"):
            begin = time.monotonic()
            done = self.tactus("ctl", self.name, *words)
            self.assertEqual(done.returncode, LATE, done.stderr)
            self.assertRegex(done.stderr, rf"does not answer: its process {car.pid} is stopped; the request waits there")
            self.assertLess(time.monotonic() - begin, 30.0 / 2, "it waited for an answer")
        car.send_signal(signal.SIGCONT)
        self.until("running", lambda: self.io.health().condition == "running")
        self.assertEqual(self.tactus("get", self.name, "front_left").returncode, 0)

    def test_one_that_was_killed_is_dead(self):
        car = self.run_car()
        car.kill()
        car.wait()
        self.expect_all(GONE, "is dead: its process is gone")
        self.assertEqual(self.tactus("ctl", self.name, "status").returncode, GONE)
        self.assertEqual(tactus_io.health(self.name).condition, "dead")
        with self.assertRaises(tactus_io.Dead):
            self.io.check()

    def test_one_in_the_safe_state_says_so_and_no_account_says_applied(self):
        self.run_car()
        client = tactus_io.attach(self.name, command=True, client="owner")
        client.set("front_left", 1.0)
        client.send()
        self.until("applied", lambda: client.account()["applied"] > 0)
        self.assertEqual(self.tactus("ctl", self.name, "safe").returncode, 0)
        self.until("safe", lambda: self.io.health().condition == "safe")
        applied, sent = client.account()["applied"], client.sent
        frame = self.io.wait(timeout=5.0).number
        client.set("front_left", 2.0)
        client.send()
        self.until("ten frames more", lambda: self.io.wait(timeout=5.0).number > frame + 10)
        account = client.account()
        self.assertEqual((account["applied"], account["rejected"], account["taken"]), (applied, 0, sent))
        self.assertTrue(account["active"])
        client.detach()
        self.expect_all(SAFE, "is in the safe state|safe state")
        status = self.tactus("ctl", self.name, "status")
        self.assertEqual((status.returncode, json.loads(status.stdout)["condition"]), (0, "safe"))

    def test_what_lasts_ends_when_the_instance_does_not_go_on(self):
        for kill, code in ((signal.SIGKILL, GONE), (signal.SIGSTOP, LATE)):
            self.name += "x"
            car = self.run_car()
            lasting = [self.start("set", self.name, "front_left", "1", "--for", "600 s"),
                       self.start("dump", self.name, "--csv", str(self.work / "more.csv"), "--duration", "600 s")]
            self.until("set", lambda: any(self.io.account(k)["applied"] > 0 for k in range(self.io.clients)))
            self.until("rows", lambda: (self.work / "more.csv").exists() and (self.work / "more.csv").stat().st_size)
            car.send_signal(kill)
            self.assertEqual(lasting[0].wait(timeout=running.PATIENCE), code)
            if kill == signal.SIGKILL:
                self.assertEqual(lasting[1].wait(timeout=running.PATIENCE), code)
            else:  # frames may come again
                self.until("said", lambda: "late" in lasting[1].stderr.readline())
                lasting[1].send_signal(signal.SIGINT)
                self.assertEqual(lasting[1].wait(timeout=running.PATIENCE), code)

    def test_python_raises_where_it_was_asked_to(self):
        car = self.run_car()
        io = tactus_io.attach(self.name, strict=True)
        self.assertEqual(io.wait(timeout=5.0).run_state, 2)
        self.assertEqual(io.run_state, "running")
        car.send_signal(signal.SIGSTOP)
        with self.assertRaises(tactus_io.Late):
            while True:
                io.wait(timeout=30.0)
        self.assertIsNone(self.io.wait(timeout=0.5) and self.io.wait(timeout=0.5))
        car.send_signal(signal.SIGCONT)
        self.until("running", lambda: self.io.health().condition == "running")
        self.assertEqual(self.tactus("ctl", self.name, "safe").returncode, 0)
        with self.assertRaises(tactus_io.Safe):
            while True:
                io.wait(timeout=30.0)
        car.kill()
        car.wait()
        with self.assertRaises(tactus_io.Dead):
            while True:
                with contextlib.suppress(tactus_io.Safe): # of the last frames
                    io.wait(timeout=30.0)

    def test_a_value_beyond_the_range_is_named_with_range_and_unit(self):
        self.run_car()
        done = self.tactus("set", self.name, "front_left", "2 m")
        self.assertEqual(done.returncode, CLAMPED, done.stderr)
        self.assertIn("clamped to the range of 'front_left', -50..50 mm: 2000 mm became 50 mm", done.stderr)
        alone = lambda: not any(self.io.account(k)["active"] for k in range(self.io.clients))
        self.until("nobody commands", alone)
        done = self.tactus("ctl", self.name, "write", "front_left=20")
        self.assertEqual(done.returncode, CLAMPED, done.stderr)
        self.assertIn("clamped to the range of 'front_left', -0.05..0.05 m: 20 m became 0.05 m", done.stdout)
        for words in ("set", self.name, "front_left", "20mm"), ("set", self.name, "front_left", "0.02m"):
            self.assertEqual(self.tactus(*words).returncode, 0)
            self.until("nobody commands", alone)
        self.assertEqual(self.tactus("ctl", self.name, "write", "front_left=20mm").returncode, 0)
        self.assertEqual(self.tactus("ctl", self.name, "write", "front_left=20kg").returncode, 2)
        self.assertEqual(self.tactus("set", self.name, "front_left", "20 kg").returncode, 2)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# test: program.notices_what_others_take program -- @tactus
"""What others do to a running instance is noticed, said, counted and recorded: its files removed or cut short, priority
and core taken from its threads.
  disturbed.py TACTUS
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
import tactus_io  # noqa: E402
from running import Running, TACTUS  # noqa: E402

SHARED = pathlib.Path("/dev/shm")


def tactus(*arguments):
    return subprocess.run([TACTUS, *arguments], capture_output=True, text=True)


class Disturbed(Running):
    def run_car(self, *arguments, **rig):
        process = self.start("run", self.rig("exchange.yaml", **rig), "--quiet", *arguments)
        self.io = self.attach()
        return process

    def files(self):
        return {f.name.removeprefix(f"tactus.{self.name}."): f for f in SHARED.glob(f"tactus.{self.name}.*")}

    def status(self):
        done = tactus("ctl", self.name, "status")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_files_that_are_removed_are_made_anew_and_everybody_goes_on(self):
        car = self.run_car()
        client = tactus_io.attach(self.name, command=True, client="left")
        before = {kind: f.stat().st_ino for kind, f in self.files().items()}
        for f in self.files().values():
            f.unlink()
        self.until("made anew", lambda: set(before) - {"sock"} <= set(self.files()))
        lines = [car.stderr.readline() for _ in range(3)]
        for kind in "state", "history", "view":
            self.assertTrue(any(f"{self.name}.{kind} was removed or cut short; made anew" in x for x in lines), lines)
        # who had the old files is told, and finds the new ones
        with self.assertRaises(tactus_io.Ended):
            for _ in range(1000):
                self.io.wait(timeout=5.0)
        with self.assertRaises(tactus_io.Ended):
            client.check()
        self.io = self.attach()
        again = tactus_io.attach(self.name, command=True, client="again")
        again.set("front_left", 4.0)
        again.send()
        self.until("applied", lambda: again.account()["applied"] > 0)
        step = self.io.wait(timeout=5.0).step
        self.until("steps", lambda: self.io.wait(timeout=5.0).step > step + 20)
        self.assertEqual(self.io.value("front_left"), 4.0)
        self.assertEqual(tactus("get", self.name, "front_left").returncode, 0)
        self.assertGreaterEqual(self.status()["renewed"], 4)
        self.assertIn(self.name, tactus("list").stdout)
        self.assertIn("belongs to the running process",
                      tactus("run", str(self.work / "rig.yaml"), "--duration", "1 s").stderr)
        car.send_signal(signal.SIGINT)
        self.assertEqual(car.wait(), 0)
        self.assertEqual(self.files(), {})

    def test_files_that_are_cut_short_are_made_anew(self):
        self.run_car()
        for kind in "state", "history", "monitor", "view":
            os.truncate(SHARED / f"tactus.{self.name}.{kind}", 100)
        self.until("four", lambda: self.status()["renewed"] >= 4)
        io = self.attach()
        self.assertEqual(io.wait(timeout=5.0).run_state, 2)
        self.assertEqual(tactus("top", self.name, "--once").returncode, 0)

    def test_the_control_socket_is_made_anew(self):
        self.run_car()
        folders = [pathlib.Path("/run/tactus"), pathlib.Path(os.environ.get("XDG_RUNTIME_DIR", "/run")) / "tactus"]
        sockets = list({f / f"{self.name}.sock" for f in folders if (f / f"{self.name}.sock").exists()})
        sockets += [f for kind, f in self.files().items() if kind == "sock"]
        self.assertEqual(len(sockets), 1)
        sockets[0].unlink()
        self.until("asked", lambda: tactus("ctl", self.name, "status").returncode == 0)

    def cycle_thread(self, car):
        for task in pathlib.Path(f"/proc/{car.pid}/task").iterdir():
            if (task / "comm").read_text().strip() == "tac-cycle":
                return int(task.name)
        self.fail("no cycle thread")

    def test_a_core_that_is_taken_is_said_counted_and_recorded(self):
        log = self.work / "run.tlog"
        car = self.run_car("--record", str(log))
        thread = self.cycle_thread(car)
        own = os.sched_getaffinity(thread)
        if len(own) != 1 or os.cpu_count() < 2:
            self.skipTest("it has no core of its own here")
        os.sched_setaffinity(thread, set(range(os.cpu_count())))
        self.assertRegex(car.stderr.readline(), rf"core \d+ was taken from thread tac-cycle \({thread}\)")
        self.until("status", lambda: self.status()["lacks"] == ["core"])
        self.assertEqual(self.status()["taken"], 1)
        self.assertIn("taken from its threads 1 times; lacks core", tactus("top", self.name, "--once").stdout)
        os.sched_setaffinity(thread, own)
        self.assertIn("has its core again", car.stderr.readline())
        self.until("status", lambda: self.status()["lacks"] == [])
        car.send_signal(signal.SIGINT)
        self.assertEqual(car.wait(), 0)
        done = tactus("log", "export", str(log), "--events", "-")
        self.assertEqual([x.split(",")[1:3] for x in done.stdout.splitlines() if ",taken," in x],
                         [["taken", "core "], ["taken", "all is back"]], done.stderr)
        self.assertEqual(tactus("replay", str(log)).returncode, 0)

    def test_open_cores_are_those_it_was_started_on(self):
        last = max(os.sched_getaffinity(0))
        process = subprocess.Popen(["taskset", "-c", str(last), TACTUS, "run", self.rig("exchange.yaml"), "--quiet"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.processes.append(process)
        self.attach()
        cores = {task.name: os.sched_getaffinity(int(task.name))
                 for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir()}
        self.assertEqual(set().union(*cores.values()), {last}, cores)

    def test_a_priority_that_is_taken_is_said_and_counted(self):
        car = self.run_car()
        thread = self.cycle_thread(car)
        if os.sched_getscheduler(thread) != os.SCHED_FIFO:
            self.skipTest("SCHED_FIFO is not granted here")
        os.sched_setscheduler(thread, os.SCHED_OTHER, os.sched_param(0))
        self.assertRegex(car.stderr.readline(), rf"SCHED_FIFO \d+ was taken from thread tac-cycle \({thread}\)")
        self.until("status", lambda: self.status()["lacks"] == ["priority"])
        self.assertEqual(self.status()["taken"], 1)


if __name__ == "__main__":
    unittest.main()

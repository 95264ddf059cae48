#!/usr/bin/env python3
# test: program.lists_instances program skip=77 machine=own_root -- @tactus
# test: bare.program.lists_instances program skip=77 machine=bare,own_root unless=sanitize -- @tactus
"""The instances of a machine: those that run, those that are dead, those of strangers.
  list.py TACTUS
"""

import glob
import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS  # noqa: E402

STRANGER = 54321


def tactus(*arguments):
    return subprocess.run([TACTUS, *arguments], capture_output=True, text=True)


class List(Running):
    def listed(self):
        done = tactus("list", "--json")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return {i["name"]: i for i in json.loads(done.stdout)["instances"]
                if i["name"].startswith(self.name)}

    def line(self, text, suffix):
        return next(line for line in text.splitlines() if line.split()[0] == self.name + suffix)

    def files(self, suffix):
        return glob.glob(f"/dev/shm/tactus.{self.name}{suffix}.*")

    def sockets_of(self, suffix):
        folders = ["/run", os.environ.get("XDG_RUNTIME_DIR", "/run")]
        return sorted({path for folder in folders for path in glob.glob(f"{folder}/tactus/{self.name}{suffix}.sock")})

    def run_car(self, suffix):
        process = self.start("run", self.rig("exchange.yaml", suffix), "--quiet")
        self.attach(suffix).detach()
        self.until("a control socket", lambda: not tactus("ctl", self.name + suffix, "status").returncode)
        return process

    def test_what_runs_is_named_with_all_that_one_asks_for(self):
        car = self.run_car("a")
        alone = self.start("run", self.change(
            "rigs", "exchange.yaml", (r"(?m)^name: .*", f"name: {self.name}b\nstart: paused"),
            (r"\.\./models", str(running.ROOT / "config/models")),
            (r"(?s)exchange:.*", "exchange: false"), to="b"), "--quiet")
        self.until("both", lambda: self.listed().get(self.name + "b", {}).get("state") == "paused")
        a, b = (self.listed()[self.name + s] for s in "ab")
        self.assertEqual((a["condition"], a["state"], a["pid"], a["signals"]),
                         ("runs", "running", car.pid, True))
        self.assertEqual((b["condition"], b["pid"], b["step"], b["signals"]),
                         ("runs", alone.pid, 0, False))
        self.assertTrue(a["model"].endswith("config/models/vehicle.yaml"), a)
        self.assertGreaterEqual(a["missed"], 0)
        self.assertEqual((a["doubtful"], b["doubtful"]), (0, 0))
        self.until("steps", lambda: self.listed()[self.name + "a"]["step"] > a["step"])
        for words in ("list",), ("signals",):
            text = tactus(*words).stdout
            self.assertRegex(self.line(text, "a"),
                             rf" running +\d+ +\d+ +\d+ +{car.pid} +\S+/vehicle.yaml$")
            self.assertRegex(self.line(text, "b"), rf" paused +0 +\d+ +\d+ +{alone.pid} ")

    def test_the_dead_are_said_and_removed_and_nobody_else(self):
        self.run_car("a")
        dead = self.run_car("b")
        dead.kill()
        dead.wait()
        self.assertGreater(len(self.files("b")), 3)
        self.assertEqual(self.listed()[self.name + "b"]["condition"], "dead")
        self.assertIn(f"left from the dead process {dead.pid}", self.line(tactus("list").stdout, "b"))
        living, sockets = self.files("a"), self.sockets_of("a")
        if sockets:  # else they lie in /dev/shm
            self.assertEqual(len(self.sockets_of("b")), 1)
        done = tactus("list", "--clean")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"removed, left from the dead process {dead.pid}", self.line(done.stdout, "b"))
        self.assertEqual(self.files("b"), [])
        self.assertEqual((self.sockets_of("a"), self.sockets_of("b")), (sockets, []))
        self.assertEqual(sorted(self.files("a")), sorted(living))
        self.assertNotIn(self.name + "b", self.listed())
        self.attach("a").detach()
        self.assertNotIn(self.name, tactus("list", "--clean").stdout)

    def test_a_socket_that_is_all_of_a_dead_instance_is_removed(self):
        living, dead = self.run_car("a"), self.run_car("b")
        dead.kill()
        dead.wait()
        for file in self.files("b"):
            os.unlink(file)
        sockets = self.sockets_of("b")
        done = tactus("list", "--clean")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        if sockets:
            self.assertIn("removed, a control socket that nobody listens at", self.line(done.stdout, "b"))
        self.assertEqual(self.sockets_of("b"), [])
        self.assertIsNone(living.poll())
        self.assertEqual(tactus("ctl", self.name + "a", "status").returncode, 0)

    @unittest.skipUnless(os.geteuid() == 0, "files of others are made by root only")
    def test_a_stranger_is_named_and_left_alone(self):
        car = self.run_car("a")
        shutil.copy(f"/dev/shm/tactus.{self.name}a.state", f"/dev/shm/tactus.{self.name}s.state")
        os.chown(f"/dev/shm/tactus.{self.name}s.state", STRANGER, STRANGER)
        car.kill()
        car.wait()
        for words in ("list",), ("signals",):
            self.assertIn(f"belongs to the user number {STRANGER}, not to root",
                          self.line(tactus(*words).stdout, "s"))
        stranger = self.listed()[self.name + "s"]
        self.assertEqual(stranger["condition"], "closed")
        self.assertIn("TACTUS_TRUST", stranger["why"])
        self.assertEqual(tactus("list", "--clean").returncode, 0)
        self.assertEqual(len(self.files("s")), 1)

    def test_who_runs_in_another_process_namespace_lives(self):
        private = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
        if subprocess.run([*private, "true"], stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("this system gives no process namespace")
        process = subprocess.Popen([*private, TACTUS, "run", self.rig("exchange.yaml", "c"), "--quiet"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.processes.append(process)
        self.until("it runs", lambda: self.listed().get(self.name + "c", {}).get("state") == "running")
        self.assertEqual([self.listed()[self.name + "c"][key] for key in ("condition", "pid")], ["runs", None])
        self.assertRegex(self.line(tactus("list").stdout, "c"), r" running +\d+ +\d+ +\d+ +- +\S+/vehicle.yaml$")
        for words in (["get", "energy"], ["set", "front_left", "1"]):  # as docs/security.md says
            client = tactus(words[0], self.name + "c", *words[1:])
            self.assertEqual((client.returncode, client.stderr), (0, ""))
        self.assertEqual(tactus("ctl", self.name + "c", "status").returncode, 0)
        files = self.files("c")
        self.assertEqual(tactus("list", "--clean").returncode, 0)
        self.assertEqual(sorted(self.files("c")), sorted(files))
        process.kill()
        process.communicate()
        self.until("it is dead", lambda: self.listed()[self.name + "c"]["condition"] == "dead")

    def test_one_thing_at_a_time(self):
        done = tactus("list", "--json", "--clean")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertEqual(tactus("list", "car").returncode, 2)


def alone():
    """Starts this test anew where nobody else's instances are, if the system lets it: it removes the dead."""
    private = ["unshare", "--mount", "sh", "-c", "mount -t tmpfs -o mode=1777 tmpfs /dev/shm && exec \"$@\"", "sh"]
    if "ALONE" not in os.environ and subprocess.run([*private, "true"], stderr=subprocess.DEVNULL).returncode == 0:
        os.environ["ALONE"] = "1"
        os.execvp("unshare", [*private, sys.executable, __file__, TACTUS])


if __name__ == "__main__":
    alone()
    unittest.main()

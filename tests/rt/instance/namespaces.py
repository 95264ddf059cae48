#!/usr/bin/env python3
# test: program.namespaces program skip=77 machine=own_root -- @tactus
"""Clients and tools in other process, user and mount namespaces that share /dev/shm, as containers do.
  namespaces.py TACTUS
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

# of its own: processes alone, and with a /proc that fits; the system's IPC; host name
SPACES = (["unshare", "--pid", "--fork"],
          ["unshare", "--pid", "--fork", "--mount", "--mount-proc", "--ipc", "--uts"])

CLIENT = """
import sys
sys.path.insert(0, {folder!r})
import tactus_io
io = tactus_io.attach({name!r}, command=True, client="far", strict=True)
assert io.health().pid is None, "a process that is not seen from here has no number"
for k in range(100):
    io.wait(timeout=10.0)
    io.set("front_left", 3.0)
    io.send()
assert io.account()["active"] and io.account()["applied"] > 0
print("served", flush=True)
try:
    while True:
        io.wait(timeout=10.0)
        io.send()
except tactus_io.Error as error:
    print(type(error).__name__, error, flush=True)
"""


def usable():
    return subprocess.run([*SPACES[1], "true"], capture_output=True).returncode == 0


class Namespaces(Running):
    def far(self, space, *arguments):
        return subprocess.run([*space, TACTUS, *arguments], capture_output=True, text=True)

    def client(self, space):
        p = subprocess.Popen([*space, sys.executable, "-c",
                              CLIENT.format(folder=str(running.ROOT / "rt/io"), name=self.name)],
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.processes.append(p)
        return p

    def test_a_client_of_another_namespace_is_served_and_told_of_the_end(self):
        for space in SPACES:
            for end, told in ((signal.SIGSTOP, "Late"), (signal.SIGKILL, "Dead")):
                with self.subTest(space=space, end=end):
                    self.name += "x"
                    car = self.start("run", self.rig("exchange.yaml"), "--quiet")
                    reader = self.attach()
                    client = self.client(space)
                    self.assertEqual(client.stdout.readline(), "served\n")
                    self.assertEqual(reader.wait(timeout=5.0) and reader.value("front_left"), 3.0)
                    car.send_signal(end)
                    line = client.stdout.readline()
                    self.assertTrue(line.startswith(told), line)
                    self.assertNotIn("is dead" if told == "Late" else "lives", line)

    def test_a_client_that_dies_there_gives_its_place_back(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        reader = self.attach()
        client = self.client(SPACES[0])
        self.assertEqual(client.stdout.readline(), "served\n")
        for child in pathlib.Path(f"/proc/{client.pid}/task/{client.pid}/children").read_text().split():
            os.kill(int(child), signal.SIGKILL)
        client.wait()
        self.until("free", lambda: not any(reader.account(k)["active"] for k in range(reader.clients)))

    def test_what_tools_say_is_true_there(self):
        car = self.start("run", self.rig("exchange.yaml"), "--quiet")
        io = self.attach()
        for space in SPACES:
            listed = {i["name"]: i for i in json.loads(self.far(space, "list", "--json").stdout)["instances"]}
            self.assertEqual((listed[self.name]["condition"], listed[self.name]["pid"]), ("runs", None))
            self.assertEqual(self.far(space, "get", self.name, "front_left").returncode, 0)
            self.assertIn("process not seen from here", self.far(space, "top", self.name, "--once").stdout)
            again = self.far(space, "run", str(self.work / "rig.yaml"), "--duration", "1 s")
            self.assertEqual(again.returncode, 2)
            self.assertIn("a running process that is not seen from here", again.stderr)
        car.send_signal(signal.SIGSTOP)
        self.until("late", lambda: io.health().condition == "late")
        for space in SPACES:
            done = self.far(space, "get", self.name, "front_left")
            self.assertEqual(done.returncode, 9)
            self.assertIn("its process lives, in another process namespace", done.stderr)
            self.assertIn(" late ", self.far(space, "list").stdout)
        car.kill()
        car.wait()
        for space in SPACES:
            self.assertEqual(self.far(space, "get", self.name, "front_left").returncode, 8)
            self.assertIn("left from the dead process", self.far(space, "list").stdout)


if __name__ == "__main__":
    if os.geteuid() != 0 or not usable():
        print("needs root and namespaces")
        sys.exit(77)
    unittest.main()

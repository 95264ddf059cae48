#!/usr/bin/env python3
# test: exchange.one_name_per_value program -- @tactus
"""One name per value, wherever it is read or written, and the names of before.
  names.py TACTUS
"""

import csv
import json
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import PATIENCE, Running, TACTUS, tactus_io  # noqa: E402

PAUSED = tactus_io.RUN_STATES.index("paused")
VEHICLE = running.ROOT / "config/models/vehicle.yaml"


class Names(Running):
    def tactus(self, *arguments):
        return subprocess.run([TACTUS, *arguments], capture_output=True, text=True,
                              timeout=PATIENCE)

    def good(self, *arguments):
        done = self.tactus(*arguments)
        self.assertEqual(done.returncode, 0, (arguments, done.stderr))
        return done.stdout.split()

    def refused(self, text, *arguments):
        done = self.tactus(*arguments)
        self.assertEqual(done.returncode, 2, arguments)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn(text, done.stderr)

    def write(self, *more):
        path = self.work / "rig.yaml"
        path.write_text("\n".join([f"name: {self.name}", f"model: {VEHICLE}", "step: 1 ms",
                                   "policy: {kind: count, bucket: 0}", "watchdog: 60 s", *more, ""]))
        return str(path)

    def pause(self, io):
        self.good("ctl", self.name, "pause")
        self.until("the pause", lambda: io.wait(timeout=0.1) and io.frame.run_state == PAUSED or
                   io.frame.run_state == PAUSED)

    def test_every_column_of_the_sensors_is_a_name(self):
        self.start("run", self.write())
        io = self.attach()
        self.pause(io)
        table = self.work / "sim.csv"
        self.good("sim", str(VEHICLE), "--duration", "0.01", "--sensors", str(table))
        with open(table) as f:
            columns = next(csv.reader(f))[1:]
        self.assertIn("chassis.z", columns)
        read = [float(x) for x in self.good("ctl", self.name, "read", *columns)]
        got = {name: float(self.good("get", self.name, name)[0]) for name in columns[::7]}
        self.assertEqual(got, dict(list(zip(columns, read))[::7]))
        for name, value in zip(columns, read):
            s, k = io.find_value(name)
            self.assertEqual(io.value(s, k), value, name)

        # the names of before, and of a sensor with one value
        for old, new in (("chassis[2]", "chassis.z"), ("energy[0]", "energy.kinetic"),
                         ("load_front_left", "load_front_left.f")):
            self.assertEqual(self.good("get", self.name, old), self.good("get", self.name, new))
            self.assertEqual(self.good("ctl", self.name, "read", old),
                             self.good("ctl", self.name, "read", new))
        self.assertEqual(len(self.good("get", self.name, "chassis")), 7)
        self.refused("did you mean 'chassis.z'?", "get", self.name, "chassis.zz")
        self.refused("elements [0] to [6]", "get", self.name, "chassis[7]")
        self.refused("did you mean 'chassis.z'?", "ctl", self.name, "read", "chassis.zz")
        self.refused("no variable 'chassis[7]'", "ctl", self.name, "read", "chassis[7]")

        # units of values, in the dictionary and in what lists it
        units = {n: u for s in io.signals for n, u in zip(s.value_names, s.value_units)}
        self.assertEqual([units[f"chassis.{c}"] for c in ("x", "e0")], ["m", ""])
        self.assertEqual([units[n] for n in ("chassis_rate.vx", "chassis_rate.wx", "energy.total",
                                             "load_front_left")], ["m/s", "rad/s", "J", "N"])
        lines = self.tactus("signals", self.name, "--values").stdout.splitlines()
        self.assertEqual([line.split()[0] for line in lines], list(units))
        self.assertEqual([line.split()[1] for line in lines], [u or "-" for u in units.values()])
        dump = self.work / "dump.csv"
        self.good("dump", self.name, "--csv", str(dump), "--duration", "0.02")
        self.assertEqual(dump.read_text().splitlines()[0].split(",")[4:], list(units))

    def test_rig_files_and_bridges_know_them(self):
        port = running.free_port()
        run = self.start("run", self.write(
            "exchange:", "  states:", "    - {sensor: chassis.z, name: height, unit: mm}",
            "    - {sensor: chassis_rate.wz}", "    - {name: place, sensor: chassis, count: 3}"))
        io = self.attach()
        self.assertEqual([(s.name, s.size) for s in io.signals],
                         [("height", 1), ("chassis_rate.wz", 1), ("place", 3)])
        self.assertEqual(io.signals[2].value_names, ["place.x", "place.y", "place.z"])
        self.pause(io)
        self.assertAlmostEqual(io.value("height"), 1e3 * io.value("place", 2), places=9)
        self.assertEqual(self.good("ctl", self.name, "read", "chassis.z", "place.z", "place[2]"),
                         3 * self.good("get", self.name, "place.z"))
        receiver = self.keep(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        receiver.bind(("127.0.0.1", port))
        receiver.settimeout(PATIENCE)
        bridge = self.work / "bridge.yaml"
        bridge.write_text(f"""name: {self.name}
instance: {self.name}
flows:
  - name: out
    peer: 127.0.0.1:{port}
    send:
      period: 10 ms
      packet:
        - {{signal: place.z, type: f64, unit: mm}}
        - {{signal: place, first: 2, count: 1, type: f64}}
        - {{signal: chassis_rate.wz, type: f64}}
""")
        process = self.start("bridge-udp", str(bridge))
        packet, _ = receiver.recvfrom(100)
        millimetres, metres, rate = struct.unpack("<3d", packet)
        self.assertEqual((metres, rate), (io.value("place", 2), io.value("chassis_rate.wz")))
        self.assertAlmostEqual(millimetres, 1e3 * metres, places=9)
        process.send_signal(signal.SIGTERM)
        process.wait()
        run.kill()
        run.wait()
        bad = self.write("exchange: {states: [{sensor: chassis.zz}]}")
        self.refused("has no sensor 'chassis.zz'", "run", bad)

    def test_write_and_set_share_names_limits_and_errors(self):
        commands = "    - {{input: {0}, name: {1}, unit: mm, min: -50, max: 50, ttl: 0}}"
        self.start("run", self.write("exchange:", "  clients: 2", "  commands:",
                                     commands.format("front_left", "front_left"),
                                     commands.format("rear_left", "post")))
        io = self.attach()

        def in_effect(name, value):
            self.until(f"{name} is {value}", lambda: io.read() and io.value(name) == value)

        # SI here, the unit of the signal there; several at once; both ways to say it
        self.good("ctl", self.name, "write", "front_left=0.01", "post=0.02",
                  "tyre_front_left.stiffness=310000")
        in_effect("front_left", 10.0)
        in_effect("post", 20.0)
        self.assertEqual(self.good("ctl", self.name, "read", "front_left", "post", "rear_left",
                                   "tyre_front_left.stiffness"), ["0.01", "0.02", "0.02", "310000"])
        self.good("ctl", self.name, "write", "rear_left", "0.03")
        in_effect("post", 30.0)
        step = io.frame.step
        self.until("steps", lambda: io.read() and io.frame.step > step + 300)
        in_effect("post", 30.0)  # it stays
        self.good("set", self.name, "post", "5")
        in_effect("post", 5.0)
        self.assertEqual(self.good("ctl", self.name, "read", "post"), ["0.005"])

        # the model's name of what the rig renames, with the signal's limits
        self.good("set", self.name, "rear_left", "7")
        in_effect("post", 7.0)
        self.assertEqual(self.good("get", self.name, "rear_left"), ["7"])
        self.assertEqual(io.find_value("rear_left"), io.find_value("post"))
        self.assertIn("clamped to the range of 'post'",
                      self.tactus("set", self.name, "rear_left", "80").stderr)
        in_effect("post", 50.0)
        self.good("set", self.name, "post", "5")

        # the same limits
        text = "clamped to the range of 'front_left'"
        done = self.tactus("ctl", self.name, "write", "front_left=0.08")
        self.assertEqual(done.returncode, 10)
        self.assertIn(text, done.stdout)
        in_effect("front_left", 50.0)
        self.assertIn(text, self.tactus("set", self.name, "front_left", "-80").stderr)
        in_effect("front_left", -50.0)

        # the same owner: nothing is written while a client commands one of them
        client = tactus_io.attach(self.name, "command", client="owner")
        client.set("front_left", 1.0)
        client.send()
        in_effect("front_left", 1.0)
        self.refused("rejected: another client commands 'front_left'", "set", self.name,
                     "front_left", "2")
        self.refused("rejected: another client commands 'front_left'", "ctl", self.name, "write",
                     "post=0.011", "front_left=0.002", "tyre_front_left.stiffness=1")
        self.assertEqual(self.good("ctl", self.name, "read", "front_left", "post",
                                   "tyre_front_left.stiffness"), ["0.001", "0.005", "310000"])
        client.detach()

        # the same mistakes; each says what the other does
        self.refused("did you mean 'front_left'?", "set", self.name, "front_lefd", "1")
        self.refused("did you mean 'front_left'?", "ctl", self.name, "write", "front_lefd=1")
        for words in ("front_left=x",), ("front_left",), ("front_left=",):
            self.refused("needs a number", "ctl", self.name, "write", *words)
        self.refused("is not a number", "set", self.name, "front_left", "x")
        self.assertIn("tactus ctl NAME write", " ".join(self.good("set", "--help")))
        self.assertIn("'tactus set'", " ".join(self.good("ctl", "--help")))

    def test_what_takes_no_commands_says_who_writes(self):
        self.start("run", self.write())
        self.attach().detach()
        self.refused(f"takes no commands; 'tactus ctl {self.name} write'", "set", self.name,
                     "front_left", "1")
        self.good("ctl", self.name, "write", "front_left=0.01")
        self.assertEqual(self.good("ctl", self.name, "read", "front_left"), ["0.01"])


if __name__ == "__main__":
    unittest.main()

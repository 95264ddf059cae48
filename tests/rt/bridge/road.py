#!/usr/bin/env python3
# test: bridge.road program cost=4 -- @tactus
"""The packet of roads: what a world simulator says under each wheel is what sensors on roads of type `signals` have, and where
the wheels are is told.
    road.py TACTUS
"""

import pathlib
import socket
import struct
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True
from running import PATIENCE, Running, free_port  # noqa: E402

WHEELS = ("front_left", "front_right", "rear_left", "rear_right")
QUANTITIES = ("height", "slope_x", "slope_y", "grip")


def model():
    text = "gravity: [0, 0, 0]\nstep: 1 ms\nbodies:\n"
    for i, wheel in enumerate(WHEELS):
        text += f"  - {{name: {wheel}, mass: 1, inertia: [1, 1, 1], position: [{2 - 2 * (i // 2)}, {1 - 2 * (i % 2)}, 0.3]}}\n"
    text += "inputs:\n" + "".join(f"  - {{name: {w}_{q}, value: {int(q == 'grip')}}}\n" for w in WHEELS for q in QUANTITIES)
    text += "roads:\n" + "".join("  - {name: %s, type: signals, %s}\n" % (w, ", ".join(f"{q}: {w}_{q}" for q in QUANTITIES)) for w in WHEELS)
    return text + "sensors:\n" + "".join(f"  - {{name: {w}, type: road, road: {w}, body: {w}}}\n" for w in WHEELS)


def rig(name):
    text = f"name: {name}\nmodel: model.yaml\nstep: 2 ms\npolicy: desk\nwatchdog: 60 s\nexchange:\n  clients: 4\n  commands:\n"
    for w in WHEELS:
        for q in QUANTITIES:
            unit = "unit: m, " if q == "height" else ""
            text += f"    - {{input: {w}_{q}, {unit}min: -10, max: 10, fallback: hold, ttl: 20000}}\n"
    text += "  states:\n"
    for w in WHEELS:
        text += f"    - {{name: {w}_at, sensor: {w}, unit: m, count: 2}}\n"
        text += f"    - {{name: {w}_under, sensor: {w}, first: 2, count: 4}}\n"
    return text


class Road(Running):
    def test_packet(self):
        (self.work / "model.yaml").write_text(model())
        (self.work / "rig.yaml").write_text(rig(self.name))
        self.start("run", str(self.work / "rig.yaml"), "--quiet")
        io = self.attach()
        world = self.keep(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        world.bind(("127.0.0.1", 0))
        world.settimeout(PATIENCE)
        port = free_port()
        bridge = self.change("bridges", "road.yaml", (r"(?m)^instance: .*", f"instance: {self.name}"),
                             (r"127\.0\.0\.1:5020\b", f"127.0.0.1:{world.getsockname()[1]}"),
                             (r"127\.0\.0\.1:5021\b", f"127.0.0.1:{port}"), (r"timeout: 100 ms", "timeout: 100 s"), to="bridge")
        self.start("bridge-udp", bridge)
        packet = world.recv(2048)
        self.assertEqual(len(packet), 80)
        magic, _, _, _, *at = struct.unpack("<HHId8d", packet)
        self.assertEqual(magic, 0x5754)
        self.assertEqual(at, [2, 1, 2, -1, 0, 1, 0, -1])
        wanted = [[0.25 + i, 0.125, -0.0625 * i, 0.5 + 0.25 * i] for i in range(4)]
        world.sendto(struct.pack("<HH16f", 0x5254, 1, *[x for row in wanted for x in row]), ("127.0.0.1", port))

        def arrived():
            io.read()
            return all(abs(io.value(f"{w}_under", k) - x) < 1e-6 for w, row in zip(WHEELS, wanted) for k, x in enumerate(row))
        self.until("what the world says is under the wheels", arrived)


if __name__ == "__main__":
    unittest.main()

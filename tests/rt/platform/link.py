#!/usr/bin/env python3
# test: platform.link program -- @tactus
"""The controller with hardware in place of the simulated platform: the shipped link and its bridge,
and this test as the platform on the other side of UDP.
    link.py TACTUS      in the root of the sources
"""

import json
import pathlib
import socket
import struct
import subprocess
import sys
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402

COMMANDED, MEASURED = struct.Struct(">IIB3x6iI"), struct.Struct(">IIHxx6i")
PARK = -237217  # um, of all legs, as `tactus platform --check` has it: parked without home
LOWEST, HIGHEST = -297802, 298200  # um, the limits of the file


class Hardware:
    """Takes lengths, is there at once, and answers with the lengths it has."""

    def __init__(self, test):
        self.test = test
        self.socket = test.keep(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(running.PATIENCE)
        self.legs, self.lowest, self.highest = [0] * 6, 0, 0

    def answer(self):
        packet, sender = self.socket.recvfrom(2048)
        mark, number, state, *self.legs, check = COMMANDED.unpack(packet)
        self.test.assertEqual((mark, state, check), (0x4D4F5650, 2, zlib.crc32(packet[:-4])))
        self.lowest = min([self.lowest, *self.legs])
        self.highest = max([self.highest, *self.legs])
        reply = MEASURED.pack(0x4D4F5649, number, 0x8001, *self.legs)
        self.socket.sendto(reply + struct.pack(">I", zlib.crc32(reply)), sender)


class Link(running.Running):
    def ask(self, verb):
        done = subprocess.run([running.TACTUS, "ctl", self.name + "c", verb], capture_output=True,
                              text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    def has_state(self, state):
        answer = self.ask("status")
        return answer is not None and json.loads(answer)["state"] == state

    def start_all(self, hardware):
        self.start("run", self.rig("car.yaml", "car"), "--quiet")
        self.start("run", self.rig("platform_link.yaml", "link"), "--quiet")
        io = self.attach("link")
        self.attach("car").detach()
        self.start("bridge-udp", self.change(
            "bridges", "platform_link.yaml",
            ("instance: platform_link", f"instance: {self.name}link"),
            (r"0\.0\.0\.0:5003", f"127.0.0.1:{running.free_port()}"),
            (r"127\.0\.0\.1:5002", f"127.0.0.1:{hardware.socket.getsockname()[1]}"),
            ("timeout: 20 ms", "timeout: 20 s"), ("max_age: 20 ms", "max_age: 20 s")))
        self.start("platform", self.change(
            "platforms", "motion_platform.yaml", (r"(?m)^name: .*", f"name: {self.name}c"),
            ("instance: car", f"instance: {self.name}car"),
            ("instance: motion_platform", f"instance: {self.name}link"),
            (r"max_age: .*", "max_age: 20 s"),
            (r"(?m)^ramps: .*", "ramps: {engage: 1 s, park: 1 s, brake: 0.3 s, settle: 0.1 s}")))
        return io

    def test_hardware_parks_engages_and_stops(self):
        hardware = Hardware(self)
        io = self.start_all(hardware)

        def is_parked():
            return all(abs(leg - PARK) <= 1 for leg in hardware.legs)

        def becomes(state):
            self.until(state, lambda: self.has_state(state),
                       lambda: [hardware.answer() for _ in range(20)])

        becomes("parked")
        self.until("the hardware is parked", is_parked, hardware.answer)
        self.assertIsNotNone(self.ask("engage"))
        becomes("engaged")
        self.until("the hardware has left its park", lambda: min(hardware.legs) > PARK + 1000,
                   hardware.answer)
        self.assertIsNotNone(self.ask("stop"))
        becomes("stopped")
        self.until("the hardware is parked again", is_parked, hardware.answer)

        def is_measured():
            return (io.read() and io.value("status") == 0x8001 and
                    all(abs(io.value(f"measured{k}") - PARK / 1000) < 2e-3 for k in range(1, 7)))

        self.until("what it measures has come back", is_measured, hardware.answer)
        self.assertGreaterEqual(hardware.lowest, LOWEST)
        self.assertLessEqual(hardware.highest, HIGHEST)
        io.detach()


if __name__ == "__main__":
    unittest.main()

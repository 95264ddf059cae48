#!/usr/bin/env python3
# test: bridge.simulators program cost=6 -- @tactus
"""The examples of simulators' formats, each with a peer that was written apart from it and speaks it both ways; packets
that are cut, longer, or hold something else.
    simulators.py TACTUS
"""

import json
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True
from running import PATIENCE, ROOT, Running, TACTUS, free_port  # noqa: E402

OUTGAUGE = struct.Struct("<I4sHBBfffffffIIfff16s16s")
POSTS = ("front_left", "front_right", "rear_left", "rear_right")


def outgauge(throttle, brake, clutch, lights=0):
    return OUTGAUGE.pack(1234, b"XFG\0", 0xC000, 2, 1, 10.0, 3000.0, 0, 80, 0.5, 4, 90, 0xFFFF, lights, throttle, brake,
                         clutch, b"Fuel 50%", b"")


def xplane(row, *values):
    return b"DATA\0" + struct.pack("<i8f", row, *values, *[0.0] * (8 - len(values)))


def flightgear(*values):
    return (",".join("%f" % v for v in values) + "\n").encode()


class Simulators(Running):
    def begin(self, file, out, into):
        """The car, the bridge of a file, a socket that hears it; the port that it listens at."""
        rig = self.change("rigs", "exchange.yaml", (r"rate: 500, fallback: ramp", "fallback: hold"),
                          (r"ttl: 200", "ttl: 20000"), (r"(?m)^name: .*", f"name: {self.name}"),
                          (r"\.\./models", str(ROOT / "config/models")),
                          (r"(?m)^policy: .*", "policy: desk\nwatchdog: 60 s"), to="rig")
        self.start("run", rig, "--quiet")
        self.io = self.attach()
        self.peer = self.keep(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
        self.peer.bind(("127.0.0.1", 0))
        self.peer.settimeout(PATIENCE)
        port = free_port()
        bridge = self.change("bridges", file, (r"(?m)^instance: .*", f"instance: {self.name}"),
                             (rf"127\.0\.0\.1:{out}\b", f"127.0.0.1:{self.peer.getsockname()[1]}"),
                             (rf"127\.0\.0\.1:{into}\b", f"127.0.0.1:{port}"), (r"timeout: 500 ms", "timeout: 100 s"),
                             to="bridge")
        self.bridge = self.start("bridge-udp", bridge)
        self.peer.recv(2048)
        self.at = ("127.0.0.1", port)

    def send(self, packet):
        self.peer.sendto(packet, self.at)

    def posts(self):
        self.io.read()
        return [self.io.value(name) for name in POSTS]

    def until_posts(self, packet, *wanted):
        def near():
            return all(abs(a - b) < 1e-4 for a, b in zip(self.posts(), wanted))
        self.send(packet)
        self.until(f"posts at {wanted}", near)

    def heard(self, condition):
        for _ in range(2000):
            packet = self.peer.recv(2048)
            if condition(packet):
                return packet
        self.fail("it was never sent")

    def counters(self):
        self.bridge.send_signal(signal.SIGINT)
        out, err = self.bridge.communicate()
        self.assertEqual(self.bridge.returncode, 0, err)
        counts = {k.strip(): int(v) for k, v in re.findall(r"(?m)^    (.*?) +(\d+)$", out[out.index("  in,"):])}
        self.assertEqual(counts["received"], sum(counts[k] for k in (
            "applied", "wrong sender", "wrong length", "wrong checksum", "wrong constant", "wrong value", "duplicate",
            "reordered", "old", "unheard")))
        return counts, err

    def refuse(self, packets, posts):
        """Sends packets that are none, and sees that the posts stay."""
        for packet in packets:
            self.send(packet)
        self.assertEqual(self.posts(), posts)

    def test_outgauge(self):
        self.begin("outgauge.yaml", 4444, 4445)
        self.until_posts(outgauge(0.5, 0.25, 0.125, 4), 25.0, 12.5, 6.25, 1.0)
        self.until_posts(outgauge(0.5, 0.25, 0.125, 0xFFFFFFFB), 25.0, 12.5, 6.25, 0.0)
        packet = self.heard(lambda p: abs(OUTGAUGE.unpack(p)[14] - 0.5) < 1e-6)
        (time, car, flags, gear, plid, speed, *_, dash, show, throttle, brake, clutch, one, two) = OUTGAUGE.unpack(packet)
        self.assertEqual((car, flags, gear, plid, dash, show), (b"CAR\0", 0xC000, 2, 0, 0, 0))
        self.assertEqual((throttle, brake, clutch), (0.5, 0.25, 0.125))
        self.assertEqual((one, two), (b"Tactus".ljust(16, b"\0"), b"\0" * 16))
        before = self.posts()
        whole = outgauge(1, 1, 1)
        self.refuse([whole[:n] for n in range(len(whole))] + [whole + b"\0", outgauge(float("nan"), 1, 1)], before)
        self.until_posts(outgauge(1, 1, 1), 50.0, 50.0, 50.0, 0.0)
        counts, err = self.counters()
        self.assertEqual((counts["wrong length"], counts["wrong value"], counts["applied"]), (93, 1, 3))
        self.assertLessEqual(err.count("a packet was not taken"), 3, err)

    def test_xplane(self):
        self.begin("xplane.yaml", 49003, 49000)
        self.until_posts(xplane(25, 0.2, 0.4, -0.2, -0.4), 10.0, 20.0, -10.0, -20.0)
        packet = self.peer.recv(2048)
        self.assertEqual((len(packet), packet[:5]), (113, b"DATA*"))
        rows = [struct.unpack_from("<i8f", packet, 5 + 36 * k) for k in range(3)]
        self.assertEqual([row[0] for row in rows], [4, 16, 21])
        self.io.read()
        self.assertLess(abs(rows[2][2] - self.io.value("position", 2) / 1000), 0.1)  # y is up
        before, whole = self.posts(), xplane(25, 1, 1, 1, 1)
        self.refuse([whole[:n] for n in range(len(whole))] + [xplane(26, 1, 1, 1, 1), b"DREF" + whole[4:], whole * 2,
                                                            xplane(25, float("inf"))], before)
        self.until_posts(xplane(25, 9, 9, 9, 9), 50.0, 50.0, 50.0, 50.0)
        counts, _ = self.counters()
        self.assertEqual((counts["wrong length"], counts["wrong constant"], counts["wrong value"]), (42, 2, 1))
        self.assertEqual(counts["clamped"], 4)

    def test_flightgear(self):
        self.begin("flightgear.yaml", 5510, 5511)
        self.until_posts(flightgear(0.5, -0.5, 0.25, 1.0), 25.0, -25.0, 12.5, 50.0)
        line = self.heard(lambda p: b"+0.500" in p).decode()
        self.assertRegex(line, r"^\d+\.\d{3}(,-?\d+\.\d{6}){3}(,-?\d+\.\d{4}){3},\+0\.500,2\n$")
        self.io.read()
        self.assertLess(abs(float(line.split(",")[3]) - self.io.value("position", 2) / 1000), 0.1)
        before, whole = self.posts(), flightgear(0.1, 0.2, 0.3, 0.4)
        # cut anywhere, a line either is none, or has a shorter last number and is still one
        cut = [whole[:n] for n in range(len(whole) - len("0.400000\n") + 1)]
        bad = [b"0,5,0,5,0,5,0,5\n", b"1,2,3\n", b"1,2,3,4,5\n", b"1,2,3,\n", b"1,2,3,nan\n", b"1,2,3,1e999\n", b"1,2,3,4x\n",
               b"1,2,3,4\0", b"1;2;3;4\n", b"\xff" * 100, b"1,2,3," + b"4" * 1400, b"9" * 1473, b"", b"\n"]
        self.refuse(cut + bad, before)
        self.until_posts(b" 0.2 ,\t.4,-2e-1, -0.4\r\n", 10.0, 20.0, -10.0, -20.0)
        counts, err = self.counters()
        self.assertEqual(counts["applied"], 2)
        self.assertEqual(counts["wrong length"] + counts["wrong value"], len(cut) + len(bad))
        self.assertLessEqual(err.count("a packet was not taken"), 3, err)

    def test_formats_are_checked_with_file_and_line(self):
        text = (ROOT / "config/bridges/flightgear.yaml").read_text()
        line = next(k for k, row in enumerate(text.splitlines(), 1) if '"%+.3f"' in row)
        for change, why in (('format: "%s"', "one conversion of printf"), ('format: "%d %d"', "one conversion of printf"),
                            ('format: "%n"', "one conversion of printf"), ('format: "%*d"', "one conversion of printf"),
                            ('format: "%.999f"', "one conversion of printf"), ('format: "none"', "one conversion of printf"),
                            ('format: "%"', "one conversion of printf"), ('format: "%%"', "one conversion of printf"),
                            ('format: "a,%f"', "separator inside"), ("type: f32", "unknown key 'type'"),
                            ('unit: parsec', "is no unit")):
            path = self.work / "bridge.yaml"
            path.write_text(text.replace('format: "%+.3f"', change))
            done = subprocess.run([TACTUS, "bridge-udp", str(path), "--check"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, change)
            self.assertRegex(done.stderr, rf"^{re.escape(str(path))}:{line}:\d+: .*{why}", change)
        for change, line_of, why in ((("format: text", "format: packet"), "separator", "belongs to"),
                                     (('separator: ","', 'separator: ""'), 'separator: ""', "has no value"),
                                     (('separator: ","', 'separator: "123456789"'), 'separator: "', "1 to 8 characters"),
                                     (("      fields:", "      packet:"), "packet:", "belongs to")):
            path.write_text(text.replace(*change, 1))
            done = subprocess.run([TACTUS, "bridge-udp", str(path), "--check"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, change)
            self.assertIn(why, done.stderr)
        for packet, why in (("{bits: [0, front_left], type: f32}", "whole number"), ("{bits: [], type: u8}", "not 0"),
                            ("{bits: [0, 0, 0, 0, 0, 0, 0, 0, x], type: u8}", "u8 has 8 bits, not 9"),
                            ("{text: abcdef, size: 3}", "6 bytes"), ("{constant: 16777216, type: u24}", "does not fit"),
                            ("{signal: x, type: i24, max: 8388608}", "does not fit")):
            path.write_text("name: b\ninstance: car\nflows:\n  - name: f\n    peer: 127.0.0.1:9\n    send:\n      packet:\n"
                            f"        - {{signal: y, type: f32}}\n        - {packet}\n")
            done = subprocess.run([TACTUS, "bridge-udp", str(path), "--check"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, packet)
            self.assertRegex(done.stderr, rf":9:\d+: .*{why}", packet)


if __name__ == "__main__":
    unittest.main()

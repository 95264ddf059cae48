#!/usr/bin/env python3
# test: bridge.live program -- @tactus
# test: bare.bridge.live skip=77 unless=sanitize machine=bare -- Bridge.test_frames_on_a_grid_and_one_in_many @tactus
"""The bridge between a running rig and a peer on the other side of UDP, written apart from it.
    live.py TACTUS      in the root of the sources
"""

import csv
import json
import pathlib
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import unittest
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True
from running import PATIENCE, ROOT, Running, TACTUS, free_port, tactus_io  # noqa: E402

STATE = struct.Struct("<HHId3f3hdI")


def crc16(data):
    """CRC-16/CCITT-FALSE, bit by bit."""
    r = 0xFFFF
    for byte in data:
        r ^= byte << 8
        for _ in range(8):
            r = (r << 1 ^ 0x1021 if r & 0x8000 else r << 1) & 0xFFFF
    return r


def posts(number, left, right, rear_left=0.0, rear_right=0.0):
    """A packet of heights: the front in mm, the rear in m."""
    head = struct.pack(">HBxhhff", 0xA55A, number % 256, round(left * 100), round(right * 100),
                       rear_left, rear_right)
    return head + struct.pack(">H", crc16(head))


def port_of(s):
    return s.getsockname()[1]


def udp(host="127.0.0.1", family=socket.AF_INET):
    s = socket.socket(family, socket.SOCK_DGRAM)
    s.bind((host, 0))
    s.settimeout(PATIENCE)
    return s


class Bridge(Running):
    def report(self, text):
        """The last report in a text: counters of the instance and of every flow's direction."""
        part, found = "", {}
        for line in text[text.rindex("bridge "):].splitlines():
            counter = re.fullmatch(r"    (\S.*?) +(\d+)", line)
            if counter:
                found[part][counter[1]] = int(counter[2])
            elif line.startswith("  "):
                part = re.sub(r"  (\S+?),.* (to|from) .*", r"\1 \2", line)
                found[part.strip()] = {}
                part = part.strip()
        return found

    def finish(self, bridge):
        bridge.send_signal(signal.SIGTERM)
        out, err = bridge.communicate(timeout=PATIENCE)
        self.assertEqual(bridge.returncode, 0, err)
        return self.report(out), err

    def balance(self, r):
        """Every packet that came is counted once more by what became of it."""
        fates = ("applied", "wrong sender", "wrong length", "wrong checksum", "wrong constant",
                 "wrong value", "duplicate", "reordered", "old", "unheard")
        self.assertEqual(r["received"], sum(r[k] for k in fates))

    # ---- tests

    def test_state_out_is_that_of_the_step_in_the_packet(self):
        peer = self.keep(udp())
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        dump = self.start("dump", self.name, "--csv", str(self.work / "all.csv"))
        bridge = self.start("bridge-udp", self.change(
            "bridges", "car.yaml", ("instance: car", f"instance: {self.name}"),
            ("127.0.0.1:5000", f"127.0.0.1:{port_of(peer)}"),
            ("127.0.0.1:5001", f"127.0.0.1:{free_port()}")))
        packets = []
        try:
            while len(packets) < 1500:
                packets.append(peer.recv(2048))
        except TimeoutError:
            self.fail(f"nothing comes after {len(packets)} packets: {self.finish(bridge)}")
        report, _ = self.finish(bridge)
        dump.send_signal(signal.SIGTERM)
        dump.communicate(timeout=PATIENCE)

        for i, packet in enumerate(packets):
            self.assertEqual(len(packet), STATE.size)
            magic, number, *_, check = STATE.unpack(packet)
            self.assertEqual((magic, number), (0x5443, i % 65536))
            self.assertEqual(check, zlib.crc32(packet[:-4]))
        with open(self.work / "all.csv", encoding="ascii") as f:
            rows = {int(r["step"]): r for r in csv.DictReader(f)}
        compared, steps, forces = 0, [], set()
        for packet in packets:
            _, _, step, t, *values, _ = STATE.unpack(packet)
            steps.append(step)
            row = rows.get(step)
            if row is None:
                continue
            force = [float(row[f"specific_force.{k}"]) for k in ("ax", "ay", "az")]
            single = struct.pack("<3f", *force)
            self.assertEqual(struct.pack("<3f", *values[:3]), single)
            for k, axis in enumerate(("wx", "wy", "wz")):
                exact = 100 * float(row[f"rates.{axis}"])
                self.assertLessEqual(abs(values[3 + k] - exact), 0.5 + 1e-9)
            self.assertAlmostEqual(values[6], float(row["position.z"]) / 1000, delta=1e-12)
            self.assertEqual(t, float(row["t"]))
            forces.add(single)
            compared += 1
        self.assertGreater(compared, 200)
        self.assertGreater(len(forces), 100, "the values hardly change")
        self.assertEqual(steps, sorted(set(steps)), "a frame was sent twice")
        # frames that passed while the bridge did not run are counted, so none is unexplained
        self.assertLessEqual(steps[-1] - steps[0] + 1 - len(steps), report["seat to"]["skipped"])
        self.assertGreaterEqual(report["seat to"]["sent"], len(packets))
        self.assertEqual(report["seat to"]["failed"], 0)

    def test_packets_that_are_not_taken_are_said_while_it_runs(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        to, me = free_port(), self.keep(udp())
        bridge = self.start("bridge-udp", self.change(
            "bridges", "car.yaml", ("instance: car", f"instance: {self.name}"),
            ("127.0.0.1:5000", f"127.0.0.1:{port_of(me)}"), ("127.0.0.1:5001", f"127.0.0.1:{to}")))
        line = bridge.stderr.readline()
        self.assertIn("attached", line)
        for size, cause in ((3, "wrong length"), (len(posts(0, 0, 0)), "wrong checksum")):
            me.sendto(bytes(size), ("127.0.0.1", to))
            line = bridge.stderr.readline()  # without an end of the bridge
            self.assertRegex(line, rf"^tactus bridge-udp: flow 'posts': a packet was not taken: .* \({cause}, 1 so far\)$")
        self.assertIsNone(bridge.poll())
        begin = time.monotonic()
        for _ in range(500):
            me.sendto(bytes(3), ("127.0.0.1", to))
            time.sleep(0.001)
        report, err = self.finish(bridge)
        self.assertGreater(report["posts from"]["wrong length"], 300)
        self.assertLessEqual(err.count("was not taken"), 1 + (time.monotonic() - begin) // 10, "not a line for each")

    def test_commands_in_and_everything_that_may_be_wrong(self):
        me, port = self.keep(udp()), free_port()
        stranger = self.keep(udp("127.0.0.2"))
        rig = self.rig("exchange.yaml")
        config = self.change(
            "bridges", "car.yaml", ("instance: car", f"instance: {self.name}"),
            ("127.0.0.1:5000", f"127.0.0.1:{free_port()}"),
            ("127.0.0.1:5001", f"127.0.0.1:{port}"), ("timeout: 50 ms", "timeout: 1 s"))
        # the bridge comes first: no executive yet, and nobody listens to what it sends
        bridge = self.start("bridge-udp", config, "--verbose")
        self.assertIn(f"waiting: nothing named '{self.name}' runs here", bridge.stderr.readline())
        run = self.start("run", rig, "--quiet")
        io = self.attach()
        there = ("127.0.0.1", port)
        number, sent = 0, 0

        def send(packet, via=me):
            nonlocal sent
            via.sendto(packet, there)
            sent += 1

        def good(left, right, rear_left=0.0, rear_right=0.0):
            nonlocal number
            send(posts(number, left, right, rear_left, rear_right))
            number += 1

        def values():
            io.read()
            return [io.value(n) for n in ("front_left", "front_right", "rear_left", "rear_right")]

        def until_values(wanted, *heights):
            def step():
                good(*heights)
                time.sleep(0.004)
            self.until(wanted, lambda: all(abs(a - b) < 1e-5 for a, b in zip(values(), wanted)),
                       step)

        # values, units and scales; more than 256 packets, so that the counter wraps
        until_values([25.0, -10.0, 31.25, -7.8125], 25, -10, 0.03125, -0.0078125)
        while number < 300:
            good(1, 2, 0.00390625)
            time.sleep(0.004)
        until_values([1.0, 2.0, 3.90625, 0.0], 1, 2, 0.00390625, 0)
        # out of range: the front is clamped, the rear refuses the packet
        until_values([50.0, -50.0, 3.90625, 0.0], 60, -300, 0.00390625, 0)
        expected = dict.fromkeys(("wrong sender", "wrong length", "wrong checksum",
                                  "wrong constant", "wrong value", "duplicate", "reordered"), 0)
        good(50, -50, 0.00390625)

        def wrong(kind, packet, via=me, n=3):
            for _ in range(n):
                send(packet, via)
                expected[kind] += 1

        bad = posts(number, -20, -20, -0.02, -0.02)
        wrong("wrong sender", bad, stranger, 5)
        wrong("wrong length", bad + b"\0")
        wrong("wrong length", bad[:-1])
        wrong("wrong length", b"")
        wrong("wrong length", bytes(3000))
        wrong("wrong checksum", bad[:6] + b"\x55" + bad[7:])
        other = b"\xa5\x5b" + bad[2:-2]
        wrong("wrong constant", other + struct.pack(">H", crc16(other)))
        wrong("duplicate", posts(number - 1, -20, -20, -0.02, -0.02))
        wrong("wrong value", posts(number, -20, -20, float("nan"), 0), n=1)
        number += 1
        wrong("wrong value", posts(number, -20, -20, 0.061, 0), n=1)
        number += 1
        # three lost, one of them late
        number += 3
        good(50, -50, 0.00390625)
        wrong("reordered", posts(number - 3, -20, -20, -0.02, -0.02), n=1)
        for _ in range(20):
            good(50, -50, 0.00390625)
            time.sleep(0.01)
            for value, wanted in zip(values(), (50.0, -50.0, 3.90625, 0.0)):
                self.assertAlmostEqual(value, wanted, delta=1e-5, msg="a wrong packet was applied")

        # a report while it runs
        bridge.send_signal(signal.SIGUSR1)
        lines = []
        while not lines or not lines[-1].strip().startswith("missing"):
            lines.append(bridge.stdout.readline())
        text = "".join(lines)
        seen = self.report(text)["posts from"]
        self.assertEqual({k: seen[k] for k in expected}, expected)
        self.assertEqual((seen["gaps"], seen["missing"], seen["restarted"]), (1, 2, 0))
        self.assertEqual(seen["received"], sent)
        self.assertGreater(seen["clamped"], 0)
        self.balance(seen)

        # silence: the rig's fallback, a ramp to zero at 500 mm/s; nothing else moves the posts
        timeouts = seen["timeouts"]
        self.until("the fallback", lambda: values() == [0.0, 0.0, 0.0, 0.0])
        # a peer that begins anew is heard at once
        number = 0
        until_values([5.0, 6.0, 0.0, 0.0], 5, 6)

        # kill -9 of the executive, and another one of the same name
        run.kill()
        run.communicate()
        io.detach()
        self.until("the bridge notices", lambda: "has ended" in bridge.stderr.readline(),
                   lambda: None)
        for _ in range(20):  # nobody there to tell
            good(7, 8)
        time.sleep(0.2)
        run = self.start("run", rig, "--quiet")
        io = self.attach()
        until_values([9.0, 10.0, 0.0, 0.0], 9, 10)
        io.detach()

        report, _ = self.finish(bridge)
        r = report["posts from"]
        self.assertEqual(r["received"], sent)
        self.assertEqual({k: r[k] for k in expected if k != "duplicate"},
                         {k: v for k, v in expected.items() if k != "duplicate"})
        self.assertGreater(r["unheard"], 0)
        self.assertGreater(r["timeouts"], timeouts)
        self.assertGreaterEqual(r["restarted"], 1)
        self.balance(r)
        link = report[f"instance {self.name}"]
        self.assertEqual((link["attached"], link["lost"]), (2, 1))
        self.assertGreater(link["frames applied"], 0)
        self.assertEqual(link["frames rejected"], 0)
        self.assertGreater(report["seat to"]["unreachable"], 0)

    def test_a_platform_behind_ipv6(self):
        """The shipped link to a motion platform; this test is the platform."""
        if not pathlib.Path("/proc/net/if_inet6").exists() or not socket.has_ipv6:
            self.skipTest("no IPv6 here")
        try:
            platform = self.keep(udp("::1", socket.AF_INET6))
        except OSError:
            self.skipTest("no IPv6 here")
        port = free_port("::1", socket.AF_INET6)
        self.start("run", self.rig("platform_link.yaml"), "--quiet")
        io = self.attach()
        config = self.change(
            "bridges", "platform_link.yaml",
            ("instance: platform_link", f"instance: {self.name}"),
            (r"0\.0\.0\.0:5003", f"'[::1]:{port}'"),
            (r"127\.0\.0\.1:5002", f"'[::1]:{port_of(platform)}'"),
            ("timeout: 20 ms", "timeout: 500 ms"), ("max_age: 20 ms", "max_age: 500 ms"))
        bridge = self.start("bridge-udp", config)
        controller = tactus_io.attach(self.name, command=True, client="controller")
        lengths = [10.0, -20.0, 30.0, -40.0, 50.0, -60.0]
        measured = [0.0] * 6
        steps = []

        def answer():
            # what a platform does: take lengths, answer with those it has, in um
            packet, sender = platform.recvfrom(2048)
            magic, number, state, *legs, check = struct.unpack(">IIB3x6iI", packet)
            self.assertEqual((magic, state, check), (0x4D4F5650, 2, zlib.crc32(packet[:-4])))
            self.assertEqual(sender[1], port)
            steps.append(legs)
            reply = struct.pack(">IIHxx6i", 0x4D4F5649, number, 0x8001, *legs)
            platform.sendto(reply + struct.pack(">I", zlib.crc32(reply)), sender)
            io.read()
            measured[:] = [io.value(f"measured{k}") for k in range(1, 7)]
            for k, length in enumerate(lengths):
                controller.set(f"leg{k + 1}", length)
            controller.send()

        self.until("the legs arrive", lambda: all(abs(a - b) < 1e-9
                                                  for a, b in zip(measured, lengths)), answer)
        self.assertEqual(io.value("status"), 0x8001)
        # the rig's rate: 600 mm/s are 1.2 mm per step of 2 ms; the report tells skipped deadlines
        self.assertEqual(steps[-1], [round(1000 * x) for x in lengths])
        # the platform falls silent: the status goes to zero
        self.until("the status falls back", lambda: io.read() and io.value("status") == 0.0)
        controller.detach()
        report, _ = self.finish(bridge)
        io.detach()
        self.balance(report["platform from"])
        self.assertEqual(report["platform from"]["missing"], 0)
        self.assertGreaterEqual(report["platform from"]["timeouts"], 1)
        self.assertGreaterEqual(report["platform to"]["sent"], len(steps))

    def test_signals_that_the_instance_has_not(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        for pattern, new, message in (
                ("signal: rates,", "signal: rate,", "has no signal 'rate'; did you mean 'rates'"),
                ("signal: rates, count: 3,", "signal: rates,", "'rates' has 3 values; say which"),
                ("signal: rates, count: 3,", "signal: rates, count: 4,", "has 3 values, not 4"),
                ("unit: m, type: f64", "unit: deg, type: f64", "which 'deg' cannot be turned into"),
                ("signal: front_left,", "signal: load_front_left,", "is a state; only commands")):
            config = self.change(
                "bridges", "car.yaml", ("instance: car", f"instance: {self.name}"),
                ("127.0.0.1:5001", f"127.0.0.1:{free_port()}"), (pattern, new))
            bridge = self.start("bridge-udp", config)
            _, err = bridge.communicate(timeout=PATIENCE)
            last = err.splitlines()[-1]
            self.assertEqual(bridge.returncode, 2, err)
            self.assertIn(message, last)
            self.assertRegex(last, r"bridges\.yaml:\d+:\d+: ")

    # ---- JSON

    def json_flow(self, more=""):
        peer = self.keep(udp())
        config = self.work / "json.yaml"
        config.write_text(f"name: json\ninstance: {self.name}\nflows:\n"
                          f"- {{name: curves, peer: '127.0.0.1:{port_of(peer)}',\n"
                          f"   send: {{format: json, max_age: 10 s{more}}}}}\n")
        return peer, self.start("bridge-udp", str(config))

    def read_json(self, peer, condition=lambda _: True):
        def refuse(word):
            self.fail(f"{word} is no JSON")
        while True:
            found = json.loads(peer.recv(70000), parse_constant=refuse)
            if condition(found):
                return found

    def test_json_has_every_signal_with_the_bits_of_get(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        io = self.attach()
        self.until("it moves", lambda: io.read() and io.frame.step > 300)
        self.assertEqual(subprocess.run([TACTUS, "ctl", self.name, "pause"], check=False,
                                        capture_output=True, cwd=ROOT).returncode, 0)
        io.detach()
        peer, bridge = self.json_flow()
        seen = self.read_json(peer, lambda f: f["run_state"] == 1)
        self.assertEqual(seen["instance"], self.name)
        names = subprocess.run([TACTUS, "signals", self.name], check=True, capture_output=True,
                               text=True, cwd=ROOT).stdout
        self.assertEqual(len(seen["values"]), 18)
        self.assertLessEqual({name.split(".")[0] for name in seen["values"]}, set(names.split()))
        for name, value in seen["values"].items():
            shown = subprocess.run([TACTUS, "get", self.name, name], check=True,
                                   capture_output=True, text=True, cwd=ROOT).stdout
            self.assertEqual(struct.pack("<d", float(shown)), struct.pack("<d", value), name)
        self.assertGreater(len({v for v in seen["values"].values() if len(repr(v)) > 16}), 5)
        self.assertEqual(round(seen["timestamp"] * 1000), seen["step"])
        later = self.read_json(peer, lambda f: f["number"] > seen["number"])
        self.assertEqual(later["values"], seen["values"])
        report, _ = self.finish(bridge)
        self.assertGreaterEqual(report["curves to"]["sent"], 2)

    def test_json_of_some_signals_and_of_no_number(self):
        self.start("run", self.rig("platform_link.yaml"), "--quiet")
        io = self.attach(command=True)
        peer, bridge = self.json_flow(
            ", signals: [measured2, {signal: measured1, unit: um}, {signal: leg1, unit: m}]")
        first = self.read_json(peer)["values"]
        self.assertEqual(list(first), ["measured2", "measured1", "leg1"])

        def command():
            for name, value in ("measured1", 1e306), ("measured2", 0.1), ("leg1", 30.0):
                io.set(name, value)
            io.send()
        # 1e306 mm are 1e309 um, which is no number any more; the others come all the same
        self.until("it arrives", lambda: self.read_json(peer)["values"] ==
                   {"measured2": 0.1, "measured1": None, "leg1": 0.03}, command)
        report, _ = self.finish(bridge)
        self.assertEqual(report["curves to"]["unfit"], 0)

    def test_json_refuses_what_the_instance_does_not_have(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        for signals, message in (
                ("[energi]", "has no signal 'energi'; did you mean 'energy'?"),
                ("[position, position.z]", "'position.z' is named a second time; name it once"),
                ("[{signal: position, unit: deg}]", "which 'deg' cannot be turned into")):
            _, bridge = self.json_flow(f", signals: {signals}")
            _, err = bridge.communicate(timeout=PATIENCE)
            self.assertEqual(bridge.returncode, 2, err)
            self.assertRegex(err.splitlines()[-1], r"json\.yaml:5:\d+: .*" + re.escape(message))

    def test_the_peer_in_the_documentation(self):
        text = (ROOT / "docs/bridge-udp.md").read_text()
        program = re.search(r"```python\n(.*?)```", text, re.DOTALL)[1]
        ports = free_port(), free_port()
        changed = program.replace("= 5000, 5001", f"= {ports[0]}, {ports[1]}")
        self.assertNotEqual(program, changed)
        config = self.change("bridges", "car.yaml", ("instance: car", f"instance: {self.name}"),
                             ("127.0.0.1:5000", f"127.0.0.1:{ports[0]}"),
                             ("127.0.0.1:5001", f"127.0.0.1:{ports[1]}"))
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        io = self.attach()
        bridge = self.start("bridge-udp", config)
        peer = subprocess.Popen([sys.executable, "-c", changed, "100000"], stdout=subprocess.PIPE)
        self.processes.append(peer)
        self.until("the posts rise", lambda: io.read() and io.value("rear_left") > 19.99)
        peer.kill()
        io.detach()
        short = subprocess.Popen([sys.executable, "-c", changed, "20"], stdout=subprocess.PIPE,
                                 text=True)
        self.processes.append(short)
        self.assertRegex(short.communicate(timeout=PATIENCE)[0], r"^step \d+: .* m/s\^2\n$")
        report, _ = self.finish(bridge)
        self.assertEqual(report["posts from"]["wrong checksum"], 0)
        self.balance(report["posts from"])

    def flow(self, **keys):
        """A bridge file of one flow that sends the number of steps and receives a post."""
        lines = "\n".join(f"    {key}: {value}" for key, value in keys.items())
        path = self.work / "many.yaml"
        path.write_text(f"name: many\ninstance: {self.name}\nflows:\n  - name: many\n{lines}\n")
        return str(path)

    SEND = "{max_age: 1 s, format: json, period: 20 ms}"

    def receives(self, s):
        s.settimeout(PATIENCE)
        return json.loads(s.recv(1 << 16))

    def test_broadcasts_reach_all(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach()
        for to, bound, more in (("127.255.255.255", "0.0.0.0", {}),
                                ("255.255.255.255", "0.0.0.0", {"interface": "lo"})):
            with self.subTest(to=to):
                s = self.keep(udp(bound))
                bridge = self.start("bridge-udp", self.flow(peer=f"{to}:{port_of(s)}", send=self.SEND, **more))
                self.assertIn("front_left", str(self.receives(s)))
                self.finish(bridge)

    def test_groups_are_sent_to_and_joined(self):
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        io = self.attach()
        for group, own, family in (("239.1.2.3", "127.0.0.1", socket.AF_INET),
                                   ("[ff12::1:2]", "::1", socket.AF_INET6)):
            with self.subTest(group=group):
                listener = self.keep(socket.socket(family, socket.SOCK_DGRAM))
                listener.bind(("", 0))
                lo = socket.if_nametoindex("lo")
                address = socket.inet_pton(family, group.strip("[]"))
                try:  # a kernel may have no such route
                    with socket.socket(family, socket.SOCK_DGRAM) as probe:
                        if family == socket.AF_INET6:
                            probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, lo)
                            probe.sendto(b"", (group.strip("[]"), 9))
                except OSError:
                    continue
                if family == socket.AF_INET:
                    listener.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, address + struct.pack("=4sI", b"\0" * 4, lo))
                else:
                    listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, address + struct.pack("=I", lo))
                port = free_port()
                bridge = self.start("bridge-udp", self.flow(
                    local=f'"{group}:{port}"', peer=f'"{group}:{port_of(listener)}"', interface="lo", ttl=1, send=self.SEND,
                    receive="{from: any, timeout: 10 s, packet: [{signal: front_left, type: f64, unit: mm}]}"))
                self.assertIn("front_left", str(self.receives(listener)))
                sender = self.keep(socket.socket(family, socket.SOCK_DGRAM))
                if family == socket.AF_INET:
                    sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, struct.pack("=4s4sI", b"\0" * 4, b"\0" * 4, lo))
                    to = (group, port)
                else:
                    to = (group.strip("[]"), port, 0, lo)
                def send():
                    sender.sendto(struct.pack("<d", 7.0 if family == socket.AF_INET else 9.0), to)
                    time.sleep(0.01)
                wanted = 7.0 if family == socket.AF_INET else 9.0
                self.until("commanded", lambda: io.wait(timeout=5.0) and io.value("front_left") == wanted, doing=send)
                self.finish(bridge)

    def test_keys_that_have_no_effect_and_senders_that_cannot_be_are_refused_at_once(self):
        for keys, said in (({"peer": "127.0.0.1:5000", "ttl": 3}, "'ttl' has no effect: 'peer' is no multicast group"),
                           ({"peer": "10.0.0.255:5000", "loop": "false"}, "'loop' has no effect"),
                           ({"peer": "127.0.0.1:5000", "interface": "lo"}, "'interface' has no effect"),
                           ({"local": "239.1.2.3:5000", "peer": "239.1.2.3:5000",
                             "receive": "{timeout: 1 s, packet: [{signal: front_left, type: f64}]}"},
                            "'peer' is a group or a broadcast, from which nothing comes; give 'from'")):
            keys.setdefault("send", self.SEND) if "receive" not in keys else None
            done = subprocess.run([TACTUS, "bridge-udp", self.flow(**keys), "--check"], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(said, done.stderr)

    def test_an_address_that_is_taken(self):
        with udp() as taken:
            config = self.change("bridges", "car.yaml", ("instance: car", f"instance: {self.name}"),
                                 ("127.0.0.1:5001", f"127.0.0.1:{port_of(taken)}"))
            bridge = self.start("bridge-udp", config)
            _, err = bridge.communicate(timeout=PATIENCE)
        self.assertEqual(bridge.returncode, 2)
        self.assertRegex(err, r"bridges\.yaml:24:\d+: .*cannot be opened here; change 'local': ")

    def test_frames_on_a_grid_and_one_in_many(self):
        peer, grid = self.keep(udp()), self.keep(udp())
        self.start("run", self.rig("exchange.yaml"), "--quiet")
        self.attach().detach()
        packet = "packet: [{counter: 1, type: u32}, {frame: number, type: u64}, " \
                 "{signal: energy, type: f64}]"
        config = self.work / "grid.yaml"
        config.write_text(f"name: grid\ninstance: {self.name}\nflows:\n"
                          f"- {{name: many, peer: '127.0.0.1:{port_of(peer)}',\n"
                          f"   send: {{every: 7, {packet}}}}}\n"
                          f"- {{name: grid, peer: 'localhost:{port_of(grid)}',\n"
                          f"   send: {{period: 4 ms, {packet}}}}}\n")
        bridge = self.start("bridge-udp", str(config))
        got = [struct.unpack("<IQd", peer.recv(100)) for _ in range(100)]
        on_grid = [struct.unpack("<IQd", grid.recv(100)) for _ in range(100)]
        report, _ = self.finish(bridge)
        # after the first, frames in each group of seven at most once, groups left out are counted
        groups = [frame // 7 for _, frame, _ in got]
        self.assertEqual(len(set(groups)), len(groups))
        self.assertLessEqual(groups[-1] - groups[0] + 1 - len(groups), report["many to"]["skipped"])
        self.assertEqual([n for n, _, _ in got], list(range(100)))
        self.assertEqual([n for n, _, _ in on_grid], list(range(100)))
        self.assertEqual(sorted(f for _, f, _ in on_grid), [f for _, f, _ in on_grid])
        self.assertEqual(report["grid to"]["unfit"], 0)


if __name__ == "__main__":
    unittest.main()

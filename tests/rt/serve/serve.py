#!/usr/bin/env python3
# test: serve.shows program -- Shows @tactus
# test: serve.views program env=CHANGED_LOG=@changed_log -- Views @tactus
# test: serve.foxglove program -- Foxglove @tactus
# test: serve.recorded program -- Recorded @tactus
# test: serve.refuses program -- Refuses @tactus
# test: serve.stands program -- Stands @tactus
# test: serve.campaign full -- Campaign @tactus
"""The server of the page: what it shows is what `tactus get` says, whom it refuses, and that it stands everything.
  serve.py [CLASS...] TACTUS
"""

import csv
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "scene"))
import mcap  # noqa: E402
import running  # noqa: E402
from running import Running, TACTUS  # noqa: E402
from foxglove import Viewer  # noqa: E402
from websocket import BINARY, Frame, Past, Refused, WebSocket, get  # noqa: E402

RUNNING, PAUSED = "running", "paused"


def ctl(name, *request):
    return subprocess.run([TACTUS, "ctl", name, *request], capture_output=True, text=True)


class Served(Running):
    def setUp(self):
        super().setUp()
        self.port = running.free_port()
        self.token = None
        self.open = []

    def tearDown(self):
        for w in self.open:
            w.close()
        super().tearDown()

    def serve(self, *names, command="serve", **how):
        for _ in range(5):  # another program may have taken the port since
            self.server = subprocess.Popen([TACTUS, command, *names, "--port", str(self.port)], stdout=subprocess.PIPE,
                                           stderr=subprocess.PIPE, text=True, cwd=running.ROOT, **how)
            self.processes.append(self.server)
            line = self.server.stdout.readline()
            why = self.server.stderr.read() if not line else ""
            if "cannot be had" not in why:
                break
            self.port = running.free_port()
        self.assertTrue(line, why)
        self.assertRegex(line, rf"^http://127\.0\.0\.1:{self.port}/#[0-9a-f]{{32}}\n$")
        self.token = line.strip().split("#")[1]

    def rig_of(self, model, suffix="", *more):
        path = self.work / f"rig{suffix}.yaml"
        path.write_text("\n".join([f"name: {self.name}{suffix}", f"model: {running.ROOT}/config/models/{model}",
                                   "step: 1 ms", "policy: {kind: count, bucket: 0}", "watchdog: 60 s", *more, ""]))
        return str(path)

    def run_rig(self, model="vehicle.yaml", suffix="", *more):
        p = self.start("run", self.rig_of(model, suffix, *more))
        self.attach(suffix).detach()
        return p

    def browser(self, token=None, **how):
        w = WebSocket(self.port, **how)
        self.open.append(w)
        w.send(f"hello {self.token if token is None else token}")
        self.hello = w.until_type("hello")
        return w

    def follow(self, w, suffix=""):
        """As the page does it: asked for again with every list."""
        name, why, end = self.name + suffix, "no status", time.monotonic() + running.PATIENCE
        while True:
            m = w.until(lambda m: isinstance(m, dict))
            if m["type"] == "about" and m["name"] == name:
                return m
            if m["type"] == "list" and name in m["names"]:
                w.send(f"follow {name}")
            why = m["why"] if m["type"] == "status" else why
            self.assertLess(time.monotonic(), end, f"{name} is never described: {why}, {m}")

    def ask(self, w, line, request=7):
        w.send(f"ask {request} {self.name} {line}")
        return w.until_type("answer", lambda m: m["request"] == request)["answer"]

    def stop_server(self):
        self.server.send_signal(signal.SIGTERM)
        out, err = self.server.communicate(timeout=60)
        return out + err


# A pendulum's pivot and a spring that lies beside it, a ball that rests on the floor, a plate in a bushing.
FORCES = """
bodies:
  - {name: arm, mass: 2, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}
  - {name: ball, mass: 3, inertia: [0.1, 0.1, 0.1], position: [5, 0, 0.4999]}
  - {name: plate, mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 5, 0]}
joints:
  - {name: pivot, type: revolute, bodies: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
forces:
  - {name: band, type: spring, bodies: [ground, arm], at: [2, 0, 3], at2: [1.5, 0, 0], stiffness: 40,
     free_length: 1}
  - {name: floor, type: contact, bodies: [ground, ball], at: [0, 0, 0], at2: [5, 0, 0.4999], axis: [0, 0, 1],
     radius: 0.5, stiffness: 294300, damping: 0.3}
  - {name: mount, type: bushing, bodies: [ground, plate], at: [0, 5, 0], stiffness: [1e4, 1e4, 1e4, 100, 100, 100],
     damping: [100, 100, 100, 1, 1, 1]}
sensors:
  - {name: pivot, type: reaction, joint: pivot}
  - {name: band, type: force, element: band}
  - {name: floor, type: force, element: floor}
  - {name: mount, type: force, element: mount}
"""

# A beam that bends under a weight; both joints have it as their second body.
FLEXIBLE = """
bodies:
  - name: rod
    flexible:
      beam: {from: [0, 0, 0], to: [1, 0, 0], section: {box: [10 mm, 10 mm]}, modes: 8,
             material: {E: 200 GPa, nu: 0.3, density: 7870}}
      damping: 0.5
  - {name: bob, mass: 1, shape: {sphere: {radius: 0.03}}, position: [1, 0, 0]}
joints:
  - {name: clamp, type: fixed, bodies: [ground, rod], interfaces: [~, a]}
  - {name: weld, type: fixed, bodies: [bob, rod], interfaces: [~, b]}
sensors:
  - {name: tip, type: pose, body: rod, interface: b}
  - {name: clamp, type: reaction, joint: clamp}
  - {name: weld, type: reaction, joint: weld}
"""


class Shows(Served):
    def test_forces_are_those_of_the_sensors(self):
        model, rig = self.work / "forces.yaml", self.work / "forces-rig.yaml"
        model.write_text(FORCES)
        rig.write_text(f"name: {self.name}\nmodel: {model}\nstep: 1 ms\npolicy: {{kind: count, bucket: 0}}\n"
                       "watchdog: 60 s\n")
        self.start("run", str(rig))
        self.attach().detach()
        self.serve(self.name)
        w = self.browser()
        about = self.follow(w)
        listed = json.loads(about["scene"])["forces"]
        self.assertEqual([(f["name"], f["kind"]) for f in listed],
                         [("pivot", "joint"), ("band", "spring"), ("mount", "bushing"), ("floor", "contact")])
        self.assertEqual((listed[3]["radius"], listed[0]["r"]), (0.5, [-1, 0, 0]))
        w.until_frame(lambda f: f.step > 2000)
        self.assertEqual(self.ask(w, "pause"), "ok")
        frame = w.until_frame(lambda f: f.run_state == 1 and f.pose_step == f.step)
        self.assertEqual(frame.n_force, 4)
        names = [v["name"] for v in about["values"]]
        value = {n: frame.values[i] for i, n in enumerate(names)}
        pivot, band, mount, floor = (frame.forces[6 * i:6 * i + 6] for i in range(4))
        self.assertEqual(pivot, tuple(value[f"pivot.{k}"] for k in ("fx", "fy", "fz", "tx", "ty", "tz")), "bit for bit")
        # the spring pulls along itself with what its sensor says
        e0, _, e2, _ = frame.poses[3:7]
        turn = (1 - 2 * e2 * e2, -2 * e0 * e2)  # of the arm's x
        end = frame.poses[0] + 0.5 * turn[0], frame.poses[2] + 0.5 * turn[1]
        along = 2 - end[0], 3 - end[1]
        length = (along[0] ** 2 + along[1] ** 2) ** 0.5
        f = value["band"]
        self.assertGreater(abs(f), 1)
        for a, b in zip(band, (f * along[0] / length, 0, f * along[1] / length, 0, 0, 0)):
            self.assertAlmostEqual(a, b, delta=1e-9 * abs(f))
        # the floor carries the ball, the bushing the plate
        self.assertAlmostEqual(abs(value["floor"]), 3 * 9.80665, delta=0.1)
        for a, b in zip(floor, (0, 0, abs(value["floor"]), 0, 0, 0)):
            self.assertAlmostEqual(a, b, delta=1e-9)
        for a, b in zip(mount, (0, 0, 9.80665, 0, 0, 0)):
            self.assertAlmostEqual(a, b, delta=0.01)

    def test_values_and_poses_are_those_of_get(self):
        self.run_rig()
        self.serve()
        w = self.browser()
        about = self.follow(w)
        self.assertEqual(self.ask(w, "pause"), "ok")
        frame = w.until_frame(lambda f: f.run_state == 1 and f.pose_step == f.step)
        names = [v["name"] for v in about["values"]]
        self.assertEqual(len(names), frame.n_value)
        self.assertIn("chassis.z", names)
        for name in names[::10]:
            got = subprocess.run([TACTUS, "get", self.name, name], capture_output=True, text=True).stdout
            self.assertEqual(float(got.split()[0]), frame.values[names.index(name)], f"{name}: {got}")
        bodies = json.loads(about["scene"])["bodies"]
        at = bodies.index("chassis")
        where = [names.index(f"chassis.{k}") for k in ("x", "y", "z", "e0", "e1", "e2", "e3")]
        self.assertEqual(list(frame.poses[7 * at:7 * at + 7]), [frame.values[k] for k in where])
        self.assertEqual(self.ask(w, "step 3"), "ok")
        after = w.until_frame(lambda f: f.step == frame.step + 3)
        self.assertNotEqual(after.values, frame.values)

    def test_the_past_is_what_the_history_holds(self):
        self.run_rig()
        io = self.attach()
        self.until("a second", lambda: io.wait(timeout=5) and io.frame.time > 1)
        io.detach()
        self.serve()
        w = self.browser()
        about = self.follow(w)
        frame = w.until_frame()
        w.send(f"past {self.name}")
        past = w.until(lambda m: isinstance(m, Past))
        z = [v["name"] for v in about["values"]].index("chassis.z")
        self.assertEqual(past.source, about["source"])
        start = max([0] + [k for k in range(1, len(past.time)) if past.time[k] <= past.time[k - 1]])
        time = past.time[start:]
        self.assertTrue(len(time) > 20 and len(past.time) <= 600 and time[0] < frame.time - 0.5, (len(time), time[0], frame.time))
        self.assertTrue(all(0.3 < a[z] <= b[z] < 1 for a, b in zip(past.least[start:], past.most[start:])))
        w.send(f"past {self.name}")
        w.send(f"past {self.name}x")
        self.assertEqual(self.ask(w, "pause"), "ok", "once is enough, and no other message comes")

    def test_events_are_listed(self):
        run = self.start("run", self.rig("exchange.yaml"), "--quiet")
        io = self.attach(command=True)
        self.serve()
        w = self.browser()
        self.follow(w)
        other = self.attach(command=True)
        io.set("front_left", 1.0)
        io.send()
        self.until("the first one has it", lambda: io.wait(timeout=5) and io.value("front_left") == 1.0)
        other.set("front_left", 2.0)
        other.send()
        run.send_signal(signal.SIGSTOP)
        time.sleep(0.05)
        run.send_signal(signal.SIGCONT)
        wanted = {"state", "client", "refused", "miss"}
        m = w.until_type("status", lambda m: wanted <= {e["kind"] for e in m.get("events", [])})
        numbers = [e["number"] for e in m["events"]]
        self.assertEqual(numbers, list(range(numbers[0], numbers[0] + len(numbers))))
        text = {e["kind"]: e["text"] for e in m["events"]}
        self.assertIn("another client has the signal", text["refused"])
        self.assertRegex(text["miss"], r"missed, .* late$")
        self.assertEqual(m["period_ns"], 1000000)
        io.detach()
        other.detach()

    def test_names_come_as_they_were_asked_for(self):
        for suffix in "ab":
            self.run_rig(suffix=suffix)
        self.serve(self.name + "b", self.name + "a")
        w = self.browser()
        self.assertEqual(w.until_type("list", lambda m: len(m["names"]) == 2)["names"], [self.name + "b", self.name + "a"])

    def test_a_checkpoint_is_kept_by_the_server(self):
        self.run_rig()
        self.serve()
        w = self.browser()
        self.follow(w)
        self.assertEqual(self.ask(w, "back"), "error no checkpoint was kept")
        self.assertEqual(self.ask(w, "pause"), "ok")
        before = set(pathlib.Path("/tmp").glob("tactus-serve-*"))
        self.assertEqual(self.ask(w, "keep"), "ok")
        folders = set(pathlib.Path("/tmp").glob("tactus-serve-*")) - before
        self.assertTrue(any((f / self.name).is_file() for f in folders), folders)
        frame = w.until_frame(lambda f: f.run_state == 1)
        self.assertEqual(self.ask(w, "step 5"), "ok")
        w.until_frame(lambda f: f.step == frame.step + 5)
        self.assertEqual(self.ask(w, "back"), "ok")
        w.until_frame(lambda f: f.step == frame.step)
        for line in ("keep /etc/passwd", "back x", "save /tmp/x"):
            self.assertTrue(self.ask(w, line).startswith("error "), line)
        self.stop_server()
        self.assertFalse(any((f / self.name).exists() for f in folders), "they go with the server")

    def test_flexible_bodies_and_their_forces(self):
        model, rig = self.work / "flexible.yaml", self.work / "flexible-rig.yaml"
        model.write_text(FLEXIBLE)
        rig.write_text(f"name: {self.name}\nmodel: {model}\nstep: 1 ms\npolicy: {{kind: count, bucket: 0}}\n"
                       "watchdog: 60 s\n")
        self.start("run", str(rig))
        self.attach().detach()
        self.serve(self.name)
        w = self.browser()
        about = self.follow(w)
        scene = json.loads(about["scene"])
        names = [v["name"] for v in about["values"]]
        w.until_frame(lambda f: f.step > 200)
        self.assertEqual(self.ask(w, "pause"), "ok")
        frame = w.until_frame(lambda f: f.run_state == 1 and f.pose_step == f.step)
        value = dict(zip(names, frame.values))
        tip = scene["bodies"].index("rod.b")
        self.assertEqual([s["body"] for s in scene["solids"] if s["kind"] == "box"].count(tip), 1)
        for k, x in zip(("x", "y", "z", "e0", "e1", "e2", "e3"), frame.poses[7 * tip:7 * tip + 7]):
            self.assertAlmostEqual(x, value[f"tip.{k}"], delta=1e-14)
        self.assertLess(value["tip.z"], -0.001, "it bends")
        clamp, weld = frame.forces[:6], frame.forces[6:12]
        self.assertEqual(clamp, tuple(value[f"clamp.{k}"] for k in ("fx", "fy", "fz", "tx", "ty", "tz")), "bit for bit")
        self.assertEqual(weld, tuple(value[f"weld.{k}"] for k in ("fx", "fy", "fz", "tx", "ty", "tz")), "bit for bit")
        self.assertEqual([f["body"] for f in scene["forces"]], [scene["bodies"].index("rod.a"), tip])

    def test_no_peak_is_lost(self):
        run = self.run_rig()
        self.serve()
        w = self.browser()
        self.follow(w)
        frames = [w.until_frame() for _ in range(20)]
        steps = frames[-1].step - frames[0].step
        self.assertEqual(sum(f.merged for f in frames[1:]), steps, "each step is in one least and largest value")
        for f in frames:
            self.assertTrue(all(a <= x <= b for a, x, b in zip(f.least, f.values, f.most)))
        self.assertIsNone(run.poll())

    def test_a_model_without_sensors(self):
        model = self.work / "bare.yaml"
        model.write_text("bodies: [{name: arm, mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}]\n")
        path = self.work / "bare-rig.yaml"
        path.write_text(f"name: {self.name}\nmodel: {model}\nstep: 1 ms\npolicy: {{kind: count, bucket: 0}}\n"
                        "watchdog: 60 s\n")
        self.start("run", str(path))
        self.serve()
        w = self.browser()
        about = self.follow(w)
        self.assertEqual((about["values"], json.loads(about["scene"])["bodies"]), ([], ["arm"]))
        first = w.until_frame(lambda f: f.n_pose == 1 and f.pose_step > 0)
        later = w.until_frame(lambda f: f.pose_step > first.pose_step + 100)
        self.assertAlmostEqual(later.poses[0] - first.poses[0], later.pose_time - first.pose_time, delta=1e-9)
        self.assertEqual(w.until_type("status")["state"], "running")
        got = subprocess.run([TACTUS, "signals", self.name], capture_output=True, text=True)
        self.assertIn("shares no signals", got.stderr)

    def test_several_and_what_they_are(self):
        self.run_rig()
        self.run_rig("vehicle.yaml", "b")
        self.serve(self.name, self.name + "b")
        w = self.browser()
        a, b = self.follow(w), self.follow(w, "b")
        self.assertNotEqual(a["source"], b["source"])
        seen = set()
        while len(seen) < 2:
            seen.add(w.until_frame().source)
        status = w.until_type("status", lambda m: m["name"] == self.name + "b")
        self.assertEqual((status["state"], status["attached"]), ("running", True))
        self.assertEqual(len(status["wake"]["count"]), 32)
        self.assertGreater(sum(status["slack"]["count"]), 0)
        w.send(f"leave {self.name}")
        w.until_frame(lambda f: f.source == b["source"])

    def test_misses_by_cause_and_clients(self):
        run = self.run_rig()
        self.serve(self.name, self.name + "b")
        w = self.browser()
        self.follow(w)
        late = w.until_type("status", lambda m: "causes" in m)["causes"]["woken_late"]
        run.send_signal(signal.SIGSTOP)
        time.sleep(0.05)  # cycles that cannot be in time
        run.send_signal(signal.SIGCONT)
        status = w.until_type("status", lambda m: m.get("causes", {}).get("woken_late", 0) > late)
        self.assertEqual(sum(status["causes"].values()), status["missed"])
        self.assertGreater(status["cycles"], 0)
        # who commands, as long as it does
        self.start("run", self.rig("exchange.yaml", "b"), "--quiet")
        self.attach("b").detach()
        self.follow(w, "b")
        name = self.name + "b"
        w.until_type("status", lambda m: m["name"] == name and m["attached"] and m["clients"] == [])
        io = self.attach("b", command=True)
        status = w.until_type("status", lambda m: m["name"] == name and m["clients"])
        self.assertEqual([c["pid"] for c in status["clients"]], [os.getpid()])
        io.detach()
        w.until_type("status", lambda m: m["name"] == name and m["clients"] == [])

    def test_names_choose(self):
        self.run_rig()
        self.serve("another")
        w = self.browser()
        self.assertEqual(w.until_type("list")["names"], [])
        w.send(f"follow {self.name}")
        self.assertEqual(self.ask(w, "pause"), "error that cannot be asked from a page")

    def test_instances_come_and_go(self):
        run = self.run_rig()
        self.serve()
        w = self.browser()
        first = self.follow(w)
        run.kill()
        run.wait()
        gone = w.until_type("status", lambda m: not m["attached"])
        self.assertEqual(gone["name"], self.name)
        self.run_rig()
        again = w.until_type("about")
        self.assertEqual(again["name"], self.name)
        self.assertNotEqual(again["pid"], first["pid"])
        w.until_frame()

    def test_the_page_is_small_and_needs_nothing_else(self):
        self.serve()
        status, head, page = get(self.port, "/")
        self.assertEqual(status, 200)
        self.assertIn("script-src 'self'", head["content-security-policy"])
        self.assertNotIn("unsafe", head["content-security-policy"])
        wanted = re.findall(rb'(?:src|href)="(/[^"]*)"', page)
        self.assertEqual(wanted, [b"/page.js"])
        code, _, script = get(self.port, "/page.js")
        self.assertEqual(code, 200)
        self.assertLess(len(page) + len(script), 1 << 20)
        self.assertNotRegex(script, rb"\beval\(|new Function\(")
        self.assertIn(b"MIT License", script[:4000])


class Views(Served):
    def view(self, path, *options):
        self.serve(str(path), *options, command="view")
        w = self.browser()
        self.motion = w.until_type("list", lambda m: m["names"])["names"][0]
        w.send(f"follow {self.motion}")
        self.about = w.until_type("about")
        return w

    def at(self, w, row, from_row=None):
        w.send(f"at {self.motion} {row if from_row is None else from_row} {row}")
        return w.until_frame()

    def find(self, w, step, how="find"):
        w.send(f"{how} {self.motion} {step}")
        return w.until_type("row")["row"]

    def state(self, w, state):
        return w.until_type("status", lambda m: m["state"] == state)

    def sensors(self, *how):
        table = self.work / "sensors.csv"
        subprocess.run([TACTUS, *how, "--sensors", str(table), "--quiet"], check=True, stdout=subprocess.DEVNULL)
        with open(table) as f:
            rows = list(csv.reader(f))
        names = [c.split(" ")[0] for c in rows[0]]
        return names, [[float(x) for x in row] for row in rows[1:]]

    def test_the_error_of_a_model_is_measured(self):
        model = self.work / "swing.yaml"
        model.write_text("gravity: [0, 0, -9.81]\nduration: 4 s\nbodies: [{name: a, mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}]\n"
                         "joints: [{name: pin, type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}]\n"
                         "sensors: [{name: a, type: pose, body: a}, {name: energy, type: energy}]\n")
        names, truth = self.sensors("sim", str(model), "--dt", "0.0005", "--order", "4", "--every", "40")
        w = self.view(model, "--dt", "0.02")
        told = w.until_type("status", lambda m: "error" in m)
        self.assertRegex(told["error"], r"^position \S+ \(a, .* falls as step\^")
        said = subprocess.run([TACTUS, "sim", str(model), "--dt", "0.02"], capture_output=True, text=True).stdout
        self.assertIn(f"error         {told['error']}", said)
        self.assertFalse(told["in_doubt"])
        first = 7 * 1 + 6 * 1  # poses, and the force of the joint
        columns = {"a.z": first + names.index("a.z") - 1, "energy.total": first + names.index("energy.total") - 1}
        w.send(f"errors {self.motion} 2 {' '.join(map(str, columns.values()))}")
        m = w.until_type("errors")
        self.assertEqual((m["columns"], len(m["time"])), (list(columns.values()), 201))
        for (name, k), errors in zip(columns.items(), m["values"]):
            off = [abs(self.at(w, row).values[k - first] - truth[row][names.index(name)]) for row in range(201)]
            self.assertTrue(0.8 < max(errors) / max(off) < 1.25, (name, max(errors), max(off)))
            for a, b in zip(errors, off):
                self.assertAlmostEqual(a, b, delta=0.1 * max(off))
        # what cannot be asked is no answer and no end
        for wrong in ("0", "17", "1 100000", "1 -1"):
            w.send(f"errors {self.motion} {wrong}")
        self.assertEqual(self.find(w, 3), 3)

    def test_a_coarse_model_is_in_doubt(self):
        w = self.view(f"{running.ROOT}/config/models/m1_spatial_double_pendulum.yaml", "--dt", "0.04")
        self.assertTrue(w.until_type("status", lambda m: "error" in m)["in_doubt"])

    def test_a_model_is_what_sim_computes(self):
        model = f"{running.ROOT}/config/models/vehicle.yaml"
        w = self.view(model, "--duration", "0.3")
        self.assertEqual(self.motion, "vehicle")
        names, rows = self.sensors("sim", model, "--duration", "0.3")
        self.assertEqual(self.state(w, "computed")["rows"], len(rows))
        about = self.about["playback"]
        self.assertEqual((about["is_log"], about["last_step"]), (False, len(rows) - 1))
        self.assertRegex(about["method"], r"order \d$")
        self.assertEqual([v["name"] for v in self.about["values"]], names[-len(self.about["values"]):])
        for row in (0, 1, len(rows) // 2, len(rows) - 1):
            frame = self.at(w, row)
            self.assertEqual(frame.step, row)
            self.assertEqual(list(frame.values), rows[row][-frame.n_value:], f"row {row}, bit for bit")
        self.assertEqual(self.find(w, 123), 123)
        # the tyres carry what their sensors say, upwards
        listed = json.loads(self.about["scene"])["forces"]
        self.assertEqual(frame.n_force, len(listed))
        for corner in ("front_left", "front_right", "rear_left", "rear_right"):
            i = [f["name"] for f in listed].index(f"tyre_{corner}")
            carried = abs(rows[-1][names.index(f"load_{corner}.f")])
            self.assertGreater(carried, 1000)
            for a, b in zip(frame.forces[6 * i:6 * i + 6], (0, 0, carried, 0, 0, 0)):
                self.assertAlmostEqual(a, b, delta=1e-9 * carried)
        whole = self.at(w, len(rows) - 1, 0)
        for k, (least, most) in enumerate(zip(whole.least, whole.most), len(names) - whole.n_value):
            self.assertEqual((least, most), (min(r[k] for r in rows), max(r[k] for r in rows)))
        self.assertEqual(self.at(w, 10 ** 15).step, len(rows) - 1)
        self.assertEqual(self.at(w, -5).step, 0)
        self.assertIn("cannot be asked", self.ask(w, "stop"))
        bodies = json.loads(self.about["scene"])["bodies"]
        where = [[v["name"] for v in self.about["values"]].index(f"chassis.{k}") for k in ("x", "y", "z")]
        i = bodies.index("chassis")
        self.assertEqual(list(whole.poses[7 * i:7 * i + 3]), [whole.values[k] for k in where])

    def test_a_recording_its_misses_and_where_it_ends(self):
        log = self.work / "run.tlog"
        rig = self.work / "late.yaml"
        rig.write_text(f"name: {self.name}\nmodel: {running.ROOT}/config/models/m3_chain_128.yaml\nstep: 10 us\n"
                       "policy: {kind: count, bucket: 0}\nwatchdog: 60 s\n")
        self.start("run", str(rig), "--record", str(log), "--duration", "0.004").wait(60)
        timing = self.work / "timing.csv"
        subprocess.run([TACTUS, "log", "export", str(log), "--timing", str(timing)], check=True)
        w = self.view(log)
        status = self.state(w, "recorded")
        self.assertGreater(status["misses"], 0)
        names, rows = self.sensors("replay", str(log))
        self.assertEqual(status["rows"], len(rows))
        frame = self.at(w, len(rows) // 2)
        self.assertEqual(list(frame.values), rows[len(rows) // 2][-frame.n_value:])
        with open(timing) as f:
            cycles = [r for r in csv.DictReader(f)]
        late = {int(c["step"]) for c in cycles if c["cause"] != "0"}
        first = self.find(w, 0, "miss")
        self.assertIn(self.at(w, first).step, late)
        w.send(f"misses {self.motion} 10")
        parts = w.until_type("misses")["count"]
        self.assertEqual((len(parts), sum(parts)), (10, status["misses"]))
        self.assertEqual(self.find(w, 10 ** 12, "miss"), -1, "there is none after the last")

    def test_where_a_replay_diverges(self):
        log, changed = self.work / "sim.tlog", self.work / "changed.tlog"
        subprocess.run([TACTUS, "sim", f"{running.ROOT}/config/models/vehicle.yaml", "--duration", "0.1", "--record",
                        str(log), "--quiet"], check=True)
        subprocess.run([os.environ["CHANGED_LOG"], str(log), str(changed), "70"], check=True)
        self.assertEqual(subprocess.run([TACTUS, "replay", str(changed)], capture_output=True).returncode, 1)
        w = self.view(changed)
        status = self.state(w, "diverged")
        self.assertEqual((status["diverged"], status["misses"]), (70, 0))
        self.assertIn("step 70", status["why"])
        at = self.at(w, self.find(w, status["diverged"])).step
        self.assertIn(at, (69, 70), "the last step that both agree on, or the one that they do not")

    def test_what_is_left_out_is_counted(self):
        model = self.work / "wide.yaml"
        model.write_text("bodies: [{name: arm, mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}]\nsensors:\n" + "".join(
            f"  - {{name: s{i}, type: pose, body: arm}}\n" for i in range(600)))
        w = self.view(model, "--duration", "0.01")
        self.assertEqual((len(self.about["values"]), self.about["left_out"]), (4096, 7 * 600 - 4096))
        self.state(w, "computed")
        self.assertEqual(self.at(w, 3).n_value, 4096)

    def series(self, w, first, every, *columns):
        w.send(f"series {self.motion} {first} {every} {len(columns)} {' '.join(map(str, columns))}")
        return w.until_type("series")

    def test_whole_columns_come_in_pieces(self):
        model = f"{running.ROOT}/config/models/vehicle.yaml"
        w = self.view(model, "--duration", "0.3")
        self.state(w, "computed")
        names, rows = self.sensors("sim", model, "--duration", "0.3")
        last = self.at(w, len(rows) - 1)
        z = [v["name"] for v in self.about["values"]].index("chassis.z")
        body = json.loads(self.about["scene"])["bodies"].index("chassis")
        columns = [7 * last.n_pose + 6 * last.n_force + z, 7 * body + 2]
        m = self.series(w, 0, 7, *columns)
        table = [r[names.index("chassis.z")] for r in rows]
        bins = [table[k:k + 7] for k in range(0, len(table), 7)]
        self.assertEqual((m["from"], m["every"], m["next"], m["columns"]), (0, 7, len(rows), columns))
        self.assertEqual(m["least"][0], [min(b) for b in bins], "bit for bit, the short one at the end too")
        self.assertEqual(m["largest"], [[max(b) for b in bins]] * 2, "the body is where its sensor says")
        self.assertEqual([round(1000 * t) for t in m["time"]], list(range(0, len(table), 7)))
        self.assertEqual(self.series(w, 280, 7, columns[0])["least"][0], m["least"][0][40:])
        self.assertEqual(self.series(w, 7 * 1000, 7, columns[0])["next"], 7 * 1000, "nothing is there")
        # what makes no sense is not answered, and the next request is
        for wrong in (f"1 7 1 {columns[0]}", "0 0 1 3", "0 7 0", "0 7 17", f"0 7 1 {10 ** 6}", "-7 7 1 3", "0 99999 1 3", "0 7 1 -1"):
            w.send(f"series {self.motion} {wrong}")
        self.assertEqual(self.series(w, 7, 7, 1)["from"], 7)

    def test_a_long_motion_is_looked_through_in_pieces_of_bounded_work(self):
        model = self.work / "long.yaml"
        model.write_text("bodies: [{name: arm, mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}]\ngravity: [0, 0, 0]\n")
        w = self.view(model, "--duration", "70")
        self.state(w, "computed")
        first, time, n = 0, [], 0
        while first < 70001 and n < 5:
            m = self.series(w, first, 50, 0)
            self.assertLessEqual(m["next"] - first, 65536)
            time += m["time"]
            first, n = m["next"], n + 1
        self.assertEqual((first, n, len(time)), (70001, 2, 1401))

    def test_a_recording_of_another_build_says_so(self):
        w = self.view(f"{running.ROOT}/tests/golden/four_bar.tlog")
        note = self.about["playback"]["note"]
        self.assertTrue(note.startswith("recorded by another build\n"), note)
        self.assertIn("version: recorded by", note)
        self.assertIn(f"four_bar.tlog: {note}", self.stop_server())
        del w
        log = self.work / "own.tlog"
        subprocess.run([TACTUS, "sim", f"{running.ROOT}/config/models/m2_four_bar.yaml", "--duration", "0.01", "--record",
                        str(log), "--quiet"], check=True)
        self.view(log)
        self.assertEqual(self.about["playback"]["note"], "")

    def test_what_cannot_be_viewed(self):
        for path, why in ((self.work / "no.yaml", "no.yaml"), (self.work / "no.tlog", "no.tlog")):
            r = subprocess.run([TACTUS, "view", str(path)], capture_output=True, text=True)
            self.assertEqual(r.returncode, 2, r.stderr)
            self.assertIn(why, r.stderr)
        self.assertEqual(subprocess.run([TACTUS, "view"], capture_output=True).returncode, 2)
        short = subprocess.run([TACTUS, "view", f"{running.ROOT}/config/models/m2_four_bar.yaml", "--duration", "0.1", "--dt",
                                "0.3"], capture_output=True, text=True)
        self.assertEqual(short.returncode, 2)
        self.assertIn("a step of 0.3 s is longer than the duration of 0.1 s", short.stderr)

    def test_the_solver_goes_with_the_server_and_may_go_before(self):
        w = self.view(f"{running.ROOT}/config/models/paper_chain_1024.yaml", "--duration", "100")
        children = pathlib.Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children")
        solver = int(children.read_text())
        self.assertNotIn("websockets", pathlib.Path(f"/proc/{solver}/maps").read_text())
        self.until("a row", lambda: w.until_type("status")["rows"] > 0)
        os.kill(solver, signal.SIGKILL)
        self.assertIn("solver has ended", self.state(w, "stopped")["why"])
        self.assertEqual(self.at(w, 0).step, 0, "what there is can be seen all the same")
        self.stop_server()
        self.token = None
        self.view(f"{running.ROOT}/config/models/paper_chain_1024.yaml", "--duration", "100")
        solver = int(pathlib.Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children").read_text())
        self.server.kill()
        self.server.wait()
        status = pathlib.Path(f"/proc/{solver}/stat")
        self.until("the solver has ended",
                   lambda: (running.unless_gone(status.read_text) or ") Z").rsplit(")", 1)[1].startswith(" Z"))


class Recorded(Served):
    """A recording as pages and viewers see and steer it."""

    def setUp(self):
        super().setUp()
        self.folder = self.work / "folder"
        self.folder.mkdir()

    def tearDown(self):
        for p in self.processes:
            p.kill()
            p.wait()
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()
        super().tearDown()

    def test_a_page_steers_it_and_sees_how_it_stands(self):
        self.run_rig("m2_four_bar.yaml", "", f"record: {{file: {self.folder}/x.tlog, ring: {{before: 1 s, after: 200 ms}}}}")
        self.serve(self.name)
        w = self.browser()
        self.follow(w)
        w.until_type("status", lambda m: m.get("record", {}).get("mode") == "waiting" and "waits" in m["recording"])
        self.assertIn("x.0001.tlog", self.ask(w, "record trigger from a page"))
        self.assertTrue(self.ask(w, "record mark <b>x</b>").startswith("ok"))
        self.assertIn("needs a text", self.ask(w, "record mark"))
        m = w.until_type("status", lambda m: m.get("record", {}).get("marks") == 1)
        self.assertEqual(m["record"]["pieces"], 1)
        self.assertAlmostEqual((m["clock"]["utc_ns"] - m["clock"]["monotonic_ns"]) * 1e-9, time.time() - time.monotonic(),
                               delta=0.1)
        self.assertEqual(self.ask(self.browser(token="0" * 32), "record stop"),
                         "error this page may only look; open it with the link that was printed")

    def test_pages_and_viewers_hear_that_it_fails_and_goes_on(self):
        self.run_rig("m2_four_bar.yaml", "", f"record: {{file: {self.folder}/x.tlog}}")
        self.serve(self.name)
        w, v = self.browser(), Viewer(self.port)
        self.open.append(v)
        self.follow(w)
        v.next_op("advertise")
        for path in self.folder.iterdir():
            path.unlink()
        self.folder.rmdir()
        m = w.until_type("status", lambda m: m.get("record", {}).get("mode") == "failing")
        self.assertIn("NOT RECORDED", m["recording"])
        said = v.next_op("status")
        self.assertEqual(said["level"], 1)
        self.assertIn(f"{self.name}: NOT RECORDED", said["message"])
        self.folder.mkdir()
        w.until_type("status", lambda m: m.get("record", {}).get("mode") == "writing")
        self.assertIn("lost in 1 gap", v.next_op("status")["message"])


class Foxglove(Served):
    def viewer(self, **how):
        v = Viewer(self.port, **how)
        self.open.append(v)
        return v

    def refused(self, **how):
        with self.assertRaises((Refused, ConnectionError)):
            self.viewer(**how)

    def motion(self):
        model = self.work / "swing.yaml"
        model.write_text("gravity: [0, 0, -9.81]\nduration: 20 s\nbodies: [{name: a, mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}]\n"
                         "joints: [{name: pin, type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}]\n"
                         "sensors: [{name: a, type: pose, body: a}]\n")
        self.serve(str(model), "--dt", "0.01", command="view")
        return "/swing/signals/a"

    def test_a_motion_is_played_as_a_viewer_says(self):
        topic = self.motion()
        v, other = self.viewer(), self.viewer()
        self.assertEqual((v.info["capabilities"], v.info["dataStartTime"], v.info["dataEndTime"]), (["playbackControl"], 0, 20 * 10**9))
        v.next_op("advertise")
        other.next_op("advertise")
        v.subscribe(topic)
        other.subscribe(topic)
        # a place, while it stands
        self.assertEqual(v.control("one", pause=True, seek=12 * 10**9), (v.PAUSED, 12 * 10**9, 1.0))
        for w in (v, other):
            _, ns = w.data(topic, lambda m: True)
            while ns != 12 * 10**9:
                _, ns = w.data(topic)
            self.assertEqual([w.data(topic)[1] for _ in range(2)], [12 * 10**9] * 2, "it stands")
        self.assertIn(("", v.PAUSED, 12 * 10**9, 1.0), other.states)
        # on from there, four times as fast: as many seconds more as the clock says, or less
        begin = time.monotonic()
        self.assertEqual(v.control("two", speed=4.0), (v.PLAYING, 12 * 10**9, 4.0))
        _, ns = v.data(topic)
        while ns < 14 * 10**9:
            _, ns = v.data(topic)
        self.assertLessEqual((ns / 1e9 - 12) / 4, time.monotonic() - begin + 0.01)
        # back, and to the end, which is told
        self.assertEqual(other.control("three", pause=True, seek=10**9)[:2], (v.PAUSED, 10**9))
        self.assertEqual(other.control("four", seek=199 * 10**8, speed=2.0)[0], v.PLAYING)
        self.until("the end", lambda: any(s[1] == v.ENDED for s in v.states), lambda: v.next())
        self.assertEqual(v.states[-1], ("", v.ENDED, 20 * 10**9, 2.0))
        # beyond either end is the end; a speed that is none changes nothing
        self.assertEqual(v.control("five", pause=True, seek=10**12, speed=float("nan")), (v.PAUSED, 20 * 10**9, 2.0))
        self.assertEqual(v.control("six", pause=True, seek=0, speed=-1.0), (v.PAUSED, 0, 2.0))
        # a page leads
        w = self.browser()
        w.until_type("list", lambda m: m["names"])
        w.send("follow swing")
        w.until_type("about")
        w.send("at swing 500 500")
        self.until("what the page shows", lambda: v.next()[1:2] == (5 * 10**9,), lambda: None)

    def test_control_is_whole_or_the_end(self):
        self.motion()
        for bad in (b"\3", b"\3\0" + b"\0" * 16, b"\3\2" + b"\0" * 17, b"\3\0" + b"\0" * 13 + b"\5\0\0\0ab", b"\3\0" + b"\0" * 13 + b"\xff" * 4):
            v = self.viewer()
            v.send(bad, kind=BINARY)
            with self.assertRaises((ConnectionError, Refused)):
                while True:
                    v.next()
        self.viewer()

    def test_what_runs_now_cannot_be_played(self):
        self.run_rig()
        self.serve(self.name)
        v = self.viewer()
        v.send(v.request("x"), kind=BINARY)
        self.assertIn("cannot be played", v.next_op("status")["message"])

    def test_poses_and_signals_are_those_of_get(self):
        self.run_rig()
        self.serve(self.name)
        v = self.viewer()
        self.assertEqual((v.info["capabilities"], v.info["supportedEncodings"]), ([], ["json"]))
        v.next_op("advertise")
        frames, chassis = f"/{self.name}/frames", f"/{self.name}/signals/chassis"
        self.assertEqual(v.channels[frames]["schemaName"], "foxglove.FrameTransforms")
        self.assertIn("z", json.loads(v.channels[chassis]["schema"])["properties"])
        v.subscribe(frames, chassis)
        v.data(chassis, lambda m: m["z"] is not None)
        self.assertEqual(ctl(self.name, "pause").returncode, 0)
        got = {k: float(subprocess.run([TACTUS, "get", self.name, f"chassis.{k}"], capture_output=True,
                                       text=True).stdout.split()[0]) for k in ("x", "y", "z", "e0", "e1", "e2", "e3")}
        _, ns = v.data(chassis, lambda m: m == got)
        at = got["x"], got["y"], got["z"], got["e1"], got["e2"], got["e3"], got["e0"]

        def of_chassis(m):
            body = {b["child_frame_id"]: b for b in m["transforms"]}["chassis"]
            return *body["translation"].values(), *body["rotation"].values()
        message, at_ns = v.data(frames, lambda m: of_chassis(m) == at)
        self.assertEqual(at_ns, ns)
        stamp = message["transforms"][0]["timestamp"]
        self.assertEqual(stamp["sec"] * 10**9 + stamp["nsec"], ns)
        self.assertEqual(ns % 10**6, 0, "steps of 1 ms")

    def test_scene_and_lines_are_those_of_a_recording(self):
        self.run_rig()
        self.serve(self.name)
        v = self.viewer(protocol="foxglove.websocket.v1")
        v.next_op("advertise")
        path = self.work / "one.mcap"
        subprocess.run([TACTUS, "sim", "config/models/vehicle.yaml", "--duration", "0.01", "--mcap", str(path)],
                       check=True, cwd=running.ROOT, capture_output=True)
        recorded = mcap.File(path.read_bytes())
        schemas = {topic: recorded.schemas[k] for topic, k in recorded.channels.values()}

        def bare(x):
            """Without times."""
            if isinstance(x, dict):
                return {k: bare(y) for k, y in x.items() if k != "timestamp"}
            return [bare(y) for y in x] if isinstance(x, list) else x
        for topic in ("scene", "lines", "frames"):
            mine = v.channels[f"/{self.name}/{topic}"]
            self.assertEqual((mine["schemaName"], json.loads(mine["schema"])), schemas[f"/{topic}"])
        v.subscribe(f"/{self.name}/scene", f"/{self.name}/lines")
        (_, first), *_ = recorded.topic("/scene")
        scene, _ = v.data(f"/{self.name}/scene")
        self.assertEqual(bare(scene), bare(first))
        self.assertGreater(len(scene["entities"]), 3)
        lines, _ = v.data(f"/{self.name}/lines")
        (_, first), *_ = recorded.topic("/lines")
        self.assertEqual([e["id"] for e in lines["entities"]], [e["id"] for e in first["entities"]])
        # the scene comes once, and again when time begins anew
        got = [v.next()[0] for _ in range(30)]
        self.assertEqual(set(got), {f"/{self.name}/lines"})
        self.assertEqual(ctl(self.name, "reset").returncode, 0)
        self.assertEqual(bare(v.data(f"/{self.name}/scene")[0]), bare(scene))

    def test_unsubscribe_and_what_is_not_understood(self):
        self.run_rig()
        self.serve(self.name)
        v = self.viewer()
        v.next_op("advertise")
        energy, chassis = f"/{self.name}/signals/energy", f"/{self.name}/signals/chassis"
        v.subscribe(energy, chassis)
        v.data(energy), v.data(chassis), v.data(energy)
        v.say("unsubscribe", subscriptionIds=[2])
        v.say("publish", data="x")  # answered behind what was on its way
        self.assertEqual(v.next_op("status")["level"], 2)
        self.assertEqual({v.next()[0] for _ in range(20)}, {energy})
        for wrong in ({"op": "unsubscribe", "subscriptionIds": [7]},
                      {"op": "subscribe", "subscriptions": [{"id": 1, "channelId": 0}]}):
            v.send(json.dumps(wrong))
            self.assertEqual(v.next_op("status")["level"], 2)
        # a long request in pieces, with blanks and members that are not known
        many = [{"channelId": v.channels[chassis]["id"], "id": 100 + i, "more": [{"x": "]}"}]} for i in range(300)]
        v.ids.update((100 + i, chassis) for i in range(300))
        text = json.dumps({"subscriptions": many, "also": None, "op": "subscribe"}, indent=1).encode()
        self.assertTrue(16384 < len(text) < 32768, len(text))
        v.send(text)
        v.data(chassis)  # frames of before had the energy alone
        self.assertIn(sum(v.next()[0] == chassis for _ in range(400)), (398, 399))  # and one or two of the energy

    def test_what_closes_the_connection(self):
        self.run_rig()
        self.serve(self.name)
        for text in ("", "x", "{", '{"op":"subscribe"}', '{"op":"subscribe","subscriptions":[{"id":-1}]}', "[]",
                     '{"op":"subscribe","subscriptions":[' + "[" * 20000, '{"op":1}', "hello " + self.token,
                     '{"op":"subscribe","subscriptions":[{"id":1,"channelId":4e9}', "{" + '"a":' * 9 + "1}",
                     '{"op":"unsubscribe","subscriptionIds":[1e300]}', '{"op":"sub\\', " " * 40000):
            v = self.viewer()
            v.send(text)
            with self.assertRaises(ConnectionError, msg=text[:50]):
                while True:
                    v.next()
        v = self.viewer()
        v.send(b"\1\0\0\0\0", kind=BINARY)
        with self.assertRaises(ConnectionError):
            while True:
                v.next()
        # whoever comes after them is served
        self.viewer().next_op("advertise")

    def test_the_door_is_the_same(self):
        self.run_rig()
        self.serve(self.name)
        for how in ({"host": "rig.example:80"}, {"origin": "https://app.foxglove.dev"}, {"origin": "null"},
                    {"protocol": "foxglove.websocket.v2"}):
            self.refused(**how)
        self.viewer(origin=f"http://127.0.0.1:{self.port}").next_op("advertise")

    def test_instances_come_and_go(self):
        run = self.run_rig()
        self.serve(self.name)
        v = self.viewer()
        v.next_op("advertise")
        before = dict(v.channels)
        topic = f"/{self.name}/signals/energy"
        v.subscribe(topic)
        v.data(topic)
        run.kill()
        run.wait()
        v.next_op("unadvertise")
        self.assertEqual(v.channels, {})
        self.run_rig()
        v.next_op("advertise")
        self.assertEqual(set(v.channels), set(before))
        self.assertNotEqual(v.channels[topic]["id"], before[topic]["id"])
        v.subscribe(topic)
        v.data(topic)

    def test_a_motion_plays_and_a_page_leads_it(self):
        model = f"{running.ROOT}/config/models/vehicle.yaml"
        table = self.work / "sensors.csv"
        subprocess.run([TACTUS, "sim", model, "--duration", "1", "--sensors", str(table), "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        with open(table) as f:
            rows = list(csv.reader(f))
        names = [c.split(" ")[0] for c in rows[0]]
        where = {k: names.index(f"chassis.{k}") for k in ("x", "y", "z", "e0", "e1", "e2", "e3")}
        self.serve(model, "--duration", "1", command="view")
        v = self.viewer()
        v.next_op("advertise")
        chassis, frames, scene = (f"/vehicle/{t}" for t in ("signals/chassis", "frames", "scene"))
        self.assertEqual(set(json.loads(v.channels[chassis]["schema"])["properties"]), set(where))
        self.assertEqual([t for t in v.channels if "load_front_left" in t], ["/vehicle/signals/load_front_left"])
        v.subscribe(chassis, frames, scene)
        self.assertTrue(v.data(scene)[0]["entities"])
        # from its beginning to its end, each message the bits of its row
        last, begun = -1, time.monotonic()
        while last < 999:
            message, ns = v.data(chassis)
            row = ns // 10**6
            self.assertGreaterEqual(row, last)
            self.assertEqual(message, {k: float(rows[1 + row][i]) for k, i in where.items()})
            last = row
        self.assertGreater(time.monotonic() - begun, 0.3, "not at once")
        # what a page shows
        w = self.browser()
        w.until_type("list", lambda m: m["names"])
        w.send("follow vehicle")
        w.until_type("status", lambda m: m["state"] in ("computed", "recorded"))
        w.send("at vehicle 0 321")
        self.assertEqual(w.until_frame().step, 321)
        message, _ = v.data(frames, lambda m: m["transforms"][0]["timestamp"]["nsec"] == 321 * 10**6)
        body = {b["child_frame_id"]: b for b in message["transforms"]}["chassis"]
        self.assertEqual(body["translation"]["z"], float(rows[1 + 321][where["z"]]))
        self.assertTrue(v.data(scene)[0]["entities"], "time began anew")

    def test_pages_from_elsewhere_when_they_are_named(self):
        self.run_rig()
        for wrong in ("*", "https://*.example", "https://viewer.example/", "viewer.example", "null", "file://x",
                      "https://viewer.example:x", "https://", "https://a b", "https://a,https://b"):
            r = subprocess.run([TACTUS, "serve", "--origin", wrong], capture_output=True, text=True, timeout=60)
            self.assertEqual(r.returncode, 2, wrong)
            self.assertIn("--origin", r.stderr)
        self.serve(self.name, "--origin", "https://viewer.example", "--origin", "http://localhost:8080")
        for origin in ("https://viewer.example", "http://localhost:8080"):
            self.viewer(origin=origin).next_op("advertise")
        for origin in ("http://viewer.example", "https://viewer.example:444", "https://viewer.example.evil", "null",
                       "https://evil.example", "https://sub.viewer.example"):
            self.refused(origin=origin)
        # they may look with their protocol, not have the page nor its protocol, which could command
        for how in ({"protocol": "tactus"}, {"host": "viewer.example"}):
            with self.assertRaises((Refused, ConnectionError)):
                WebSocket(self.port, **{"protocol": "foxglove.sdk.v1", "origin": "https://viewer.example", **how})
        self.assertEqual(get(self.port, "/", Origin="https://viewer.example")[0], 403)
        self.browser()

    def test_more_than_are_shown_is_said(self):
        rig = "\n".join(["name: {}", f"model: {running.ROOT}/config/models/m2_four_bar.yaml", "step: 20 ms",
                         "policy: {{kind: count, bucket: 0}}", "watchdog: 60 s", ""])
        for i in range(34):
            path = self.work / f"many{i}.yaml"
            path.write_text(rig.format(f"{self.name}-{i}"))
            self.start("run", str(path), "--quiet")
        for i in range(34):
            self.attach(f"-{i}").detach()
        # what one leaves that did not end by itself takes no place, wherever it stands in the list
        for dead in ("-a", "-0000"):
            run = self.run_rig("vehicle.yaml", dead)
            run.kill()
            run.wait()
        self.serve()
        v = self.viewer()
        said = v.next_op("status")
        self.assertEqual(said["level"], 1)
        self.assertRegex(said["message"], r"^([2-9]|[1-9]\d+) more instances run than the 32 that are shown; name those to be seen")
        while len({t.split("/")[1] for t in v.channels}) < 32:
            v.next_op("advertise")
        # a browser is told of all of them, and follows those that it likes, one as well that the viewer is not shown
        shown = {t.split("/")[1] for t in v.channels}
        hidden = next(i for i in range(34) if f"{self.name}-{i}" not in shown)
        w = self.browser()
        self.assertEqual(w.until_type("list", lambda m: f"{self.name}-{hidden}" in m["names"])["left_out"], 0)
        self.follow(w, f"-{hidden}")
        # those that are named are seen, and nothing is missing
        self.stop_server()
        self.serve(f"{self.name}-33", f"{self.name}-0")
        v = self.viewer()
        while len({t.split("/")[1] for t in v.channels}) < 2:
            self.assertNotEqual(v.next()[0], "status")


    def test_names_of_strangers_come_last(self):
        """Everybody may leave files in /dev/shm: no number of them keeps an instance from being seen."""
        others = [pathlib.Path(f"/dev/shm/tactus.0-{self.name}-{i:03}.state") for i in range(300)]
        try:
            for path in others:
                path.touch()
                os.chown(path, 65534, 65534)
            self.run_rig()
            self.serve()
            v = self.viewer()
            while self.name not in {t.split("/")[1] for t in v.channels}:
                v.next_op("advertise")
            w = self.browser()
            self.follow(w)
            said = w.until_type("list", lambda m: len(m["names"]) == 256)
            self.assertGreaterEqual(said["left_out"], 300 + 1 - 256)
        finally:
            for path in others:
                path.unlink(missing_ok=True)


class Refuses(Served):
    def test_a_refused_host_is_told_why_and_an_allowed_one_is_served(self):
        self.serve()
        status, _, body = get(self.port, "/", Host="rig.example:8080")
        self.assertEqual(status, 403)
        self.assertIn(b"the host 'rig.example:8080'", body)
        self.assertIn(b"--allow-host rig.example:8080", body)
        self.assertNotIn(b"<script", get(self.port, "/", Host="a<script>")[2])
        self.port = running.free_port()
        self.serve("--allow-host", "rig.example:8080", "--allow-host", "localhost:9000")
        for name, scheme in (("rig.example:8080", "https"), ("localhost:9000", "http")):
            self.assertEqual(get(self.port, "/", Host=name)[0], 200)
            WebSocket(self.port, host=name, origin=f"{scheme}://{name}").close()
        for name in "rig.example", "rig.example:8081", "evil.example:8080":
            self.assertEqual(get(self.port, "/", Host=name)[0], 403)
        with self.assertRaises(Refused):
            WebSocket(self.port, host="rig.example:8080", origin="http://evil.example")
        r = subprocess.run([TACTUS, "serve", "--allow-host", "a b"], capture_output=True, text=True, timeout=60)
        self.assertEqual(r.returncode, 2)

    def test_foreign_hosts_and_origins(self):
        self.serve()
        own = f"127.0.0.1:{self.port}"
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", "127.0.0.1:1", f"{own}.evil.example",
                     f"evil{own}", ""):
            self.assertIn(get(self.port, "/", Host=host)[0], (400, 403), host)
            with self.assertRaises(Refused, msg=host):
                WebSocket(self.port, host=host or " ")
        for origin in ("http://evil.example", "null", f"https://{own}", f"http://{own}.evil.example", "http://",
                       f"http://127.0.0.1:{self.port + 1}", "file://"):
            with self.assertRaises(Refused, msg=origin):
                WebSocket(self.port, origin=origin)
        for name in (own, f"localhost:{self.port}"):
            self.assertEqual(get(self.port, "/", Host=name)[0], 200)
            WebSocket(self.port, host=name, origin=f"http://{name}").close()
        for path in ("/../page.js", "/page.js/", "/etc/passwd", "//", "/?", "/page.html"):
            self.assertIn(get(self.port, path)[0], (200, 400, 403, 404), path)
        self.assertEqual(get(self.port, "/page.html")[0], 404)
        status, _, _ = get(self.port, "/", Connection="Upgrade, HTTP2-Settings", Upgrade="h2c",
                           **{"HTTP2-Settings": "AAMAAABkAAQAAP__"})
        self.assertEqual(status, 505)
        with self.assertRaises(Refused):
            WebSocket(self.port, protocol="another")
        with self.assertRaises(Refused):
            WebSocket(self.port, protocol=None)

    def test_tokens(self):
        self.run_rig()
        self.serve()
        t = self.token
        wrong = ["", "-", t[:-1], t + "0", t[:-1] + ("0" if t[-1] != "0" else "1"), t.upper() + "x", "0" * 32, "x" * 900]
        for token in wrong:
            w = self.browser(token)
            self.assertFalse(self.hello["control"], token)
            for verb in ("stop", "pause", "write x=1"):
                self.assertRegex(self.ask(w, verb), "^error this page may only look")
            w.close()
        w = self.browser()
        self.assertTrue(self.hello["control"])
        for line in ("save /tmp/x", "restore /tmp/x", "trace on", "stopp", "pause\nstop", "status"):
            self.assertRegex(self.ask(w, line), "^error that cannot be asked")
        self.assertEqual(ctl(self.name, "status").returncode, 0)
        said = pathlib.Path(f"/proc/{self.server.pid}/cmdline").read_bytes() + \
            pathlib.Path(f"/proc/{self.server.pid}/environ").read_bytes()
        self.assertNotIn(t.encode(), said)
        self.assertNotIn(t, self.stop_server())

    def test_a_request_in_pieces(self):
        self.serve()
        w = self.browser()
        send, whole = w.raw, []
        w.raw = whole.append
        w.send(f"hello {self.token}")
        for byte in whole[0]:
            send(bytes([byte]))
        self.assertTrue(w.until_type("hello")["control"])
        w.raw = send
        w.send(f"hello {self.token}"[:9], final=False)
        w.send(f"hello {self.token}"[9:], kind=0)
        self.assertTrue(w.until_type("hello")["control"])

    def test_the_port_is_taken(self):
        self.serve()
        second = subprocess.run([TACTUS, "serve", "--port", str(self.port)], capture_output=True, text=True, timeout=60)
        self.assertEqual(second.returncode, 2)
        self.assertRegex(second.stderr, rf"^tactus serve: port {self.port} cannot be had: .*--port\n$")
        view = subprocess.run([TACTUS, "view", f"{running.ROOT}/config/models/m2_four_bar.yaml", "--port", str(self.port)],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(view.returncode, 2)
        self.assertRegex(view.stderr, rf"^tactus view: port {self.port} cannot be had: .*--port\n$")
        for bad in ("0", "65536", "x"):
            self.assertEqual(subprocess.run([TACTUS, "serve", "--port", bad], capture_output=True).returncode, 2)
        with socket.socket() as s:  # nobody outside reaches it
            self.assertNotEqual(s.connect_ex(("127.0.0.2", self.port)), 0)

    def test_a_program_without_its_server(self):
        alone = self.work / "tactus"
        shutil.copy(TACTUS, alone)
        for arguments in (["view", str(running.ROOT / "config/models/m2_four_bar.yaml")], ["serve"]):
            said = subprocess.run([alone, *arguments, "--port", str(running.free_port())], capture_output=True,
                                  text=True, timeout=running.PATIENCE)
            self.assertEqual((said.returncode, said.stdout, said.stderr.count("\n")), (2, "", 1), said)
            self.assertIn("tactus-serve is not found", said.stderr)

    def test_a_link_that_nobody_gets(self):
        with open("/dev/full", "w") as full:
            server = subprocess.run([TACTUS, "serve", "--port", str(running.free_port())], stdout=full,
                                    stderr=subprocess.PIPE, text=True, timeout=60)
        self.assertEqual(server.returncode, 4)
        self.assertRegex(server.stderr, r"^tactus serve: the link cannot be written: .*\n$")

    def test_the_stop_of_a_browser_stops(self):
        run = self.run_rig()
        self.serve()
        w = self.browser()
        self.follow(w)
        self.assertEqual(self.ask(w, "stop"), "ok")
        self.assertEqual(run.wait(60), 0)


class Noise(Served):
    def noise(self, random, w):
        what = random.randrange(8)
        text = random.choice(["hello ", "follow ", "leave ", "ask ", "ask 1 ", f"ask 1 {self.name} ", "x",
                              '{"op":"subscribe","subscriptions":[{"id":1,"channelId":8192}', '{"op":', "[[{"])
        size = random.choice([0, 1, 5, 60, 125, 126, 1023, 1024, 5000])
        data = text.encode() + random.randbytes(size)
        if what == 0:
            w.raw(random.randbytes(random.randrange(1, 200)))
        elif what == 1:
            w.send(data, BINARY)
        elif what == 2:
            w.send(data, final=False)
        elif what == 3:
            w.send(data, masked=False)
        elif what == 4:
            w.send(data, random.randrange(16))
        elif what == 5:
            w.raw(b"\x81\xff" + b"\x7f\xff\xff\xff\xff\xff\xff\xff" + b"abcd")
        else:
            w.send(text + "a" * size)

    def send_noise(self, wanted):
        self.run_rig()
        self.serve()
        dice = random.Random(30)
        sent, connections = 0, 0
        while sent < wanted:
            w = WebSocket(self.port, protocol=("tactus", "foxglove.websocket.v1")[connections % 2])
            connections += 1
            try:
                for _ in range(20):
                    self.noise(dice, w)
                    sent += 1
            except OSError:
                pass
            w.close()
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", self.port)) as s:
                s.sendall(dice.randbytes(dice.randrange(1, 5000)))
        self.follow(self.browser())
        self.assertIsNone(self.server.poll())
        self.assertEqual(ctl(self.name, "status").returncode, 0)
        self.assertEqual(self.stop_server(), "")
        self.assertEqual(self.server.returncode, 0)


class Campaign(Noise):
    def test_100000_messages(self):
        self.send_noise(100000)


class Stands(Noise):
    def test_hostile_messages(self):
        self.send_noise(1000)

    def memory(self):
        return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{self.server.pid}/status").read_text())[1])

    def test_slow_browsers_get_fewer_frames_and_no_memory(self):
        self.run_rig()
        self.serve()
        prompt = [self.browser() for _ in range(10)]
        stalled = [self.browser(window=4096) for _ in range(10)]
        for w in prompt + stalled:
            self.follow(w)
        before = self.memory()
        end = prompt[0].until_frame(lambda f: f.step >= 4000).step
        self.assertLess(self.memory() - before, 16 << 10)
        frames = [stalled[0].until_frame()]
        while frames[-1].step < end:
            frames.append(stalled[0].until_frame())
        self.assertGreater(max(f.merged for f in frames), 100, "frames were left out")
        self.assertEqual(sum(f.merged for f in frames[1:]), frames[-1].step - frames[0].step, "and no step was")
        self.assertEqual(ctl(self.name, "status").returncode, 0)
        # they are counted, for everybody to see, until they go
        said = prompt[0].until_type("list", lambda m: m["slow"] >= 10)
        self.assertEqual(said["clients"], 20)
        for w in prompt[1:] + stalled:
            w.close()
        prompt[0].until_type("list", lambda m: (m["clients"], m["slow"]) == (1, 0))

    def test_more_connections_than_descriptors(self):
        limit = 1024
        self.serve(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
        keep = []
        for k in range(10000):
            s = socket.socket()
            s.setblocking(False)
            s.connect_ex(("127.0.0.1", self.port))
            keep.append(s)
            if len(keep) >= 600:
                keep.pop(0).close()
        self.assertLess(len(os.listdir(f"/proc/{self.server.pid}/fd")), limit)
        for s in keep:
            s.close()
        end = time.monotonic() + running.PATIENCE
        while True:
            try:
                self.assertEqual(get(self.port, "/")[0], 200)
                break
            except OSError:
                self.assertLess(time.monotonic(), end, "the server never answers again")
        self.browser()

    def test_no_more_browsers_than_there_are_places(self):
        self.serve()
        most = [self.browser() for _ in range(64)]
        with self.assertRaises((Refused, ConnectionError)):
            self.browser()
        most.pop().close()
        end = time.monotonic() + running.PATIENCE
        while True:
            try:
                self.browser()
                break
            except (Refused, ConnectionError):
                self.assertLess(time.monotonic(), end, "the place never becomes free")

    def test_nothing_of_it_is_in_a_run(self):
        run = self.run_rig()
        maps = pathlib.Path(f"/proc/{run.pid}/maps").read_text()
        self.assertNotIn("websockets", maps)
        self.assertIn("websockets", self.maps_of_server())

    def maps_of_server(self):
        self.serve()
        return pathlib.Path(f"/proc/{self.server.pid}/maps").read_text()


if __name__ == "__main__":
    unittest.main()

# test: views.mcap program -- Mcap @tactus
# test: views.glb program -- Glb @tactus
# test: views.svg program -- Svg @tactus
# test: views.flexible program -- Flexible @tactus
# test: views.logs program -- Logs @tactus
# test: views.outputs program -- Outputs @tactus
# test: views.peers full skip=77 -- Peers @tactus
"""Motions as others see them: MCAP, glTF, pictures and plots of `sim`, `replay` and `log export`, read back by
readers of this folder.

    views.py CASE TACTUS    in the root of the sources; CASE is a class below
"""
import base64
import csv
import math
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.dont_write_bytecode = True
import glb
import mcap

TACTUS = os.path.abspath(sys.argv.pop())
MESHES = pathlib.Path("tests/config/meshes").absolute()
SCENE = """
title: a <title> & more
gravity: [0, 0, -9.81]
step: 1 ms
duration: 2.5 s
bodies:
  - {name: crank, mass: 1, inertia: [0.1, 0.2, 0.3], position: [0.5, 0, 0], visual: [
     {box: {size: [1, 0.1, 0.1]}, color: red}, {capsule: {radius: 0.02, to: [0, 0, 0.3]}}]}
  - {name: rod, mass: 2, inertia: [0.2, 0.2, 0.1], position: [2, 0, 0], center_of_mass: [0, 0, 0.1],
     visual: {mesh: {file: text.stl, scale: 0.1}, color: "#00ff80"}}
  - {name: tool, mass: 1, inertia: [0.1, 0.1, 0.1], relative_to: rod, position: [1, 0, 0],
     visual: [{mesh: {file: placed.glb, scale: 0.05}}, {mesh: {file: faces.obj, scale: 0.05}}, {sphere: {radius: 0.1}}]}
  - {name: bob, mass: 1, shape: {sphere: {radius: 0.1}}, position: [2, 0.5, -1]}
  - {name: bare, mass: 1, inertia: [0.1, 0.1, 0.1], position: [4, 0, 0.5]}
visual: {box: {size: [1, 1, 0.1]}, position: [0, 0, -2], color: grey}
joints:
  - {name: pin, type: revolute, bodies: [ground, crank], at: [0, 0, 0], axis: [0, 1, 0]}
  - {name: ball, type: spherical, bodies: [crank, rod], at: [1, 0, 0]}
  - {name: weld, type: fixed, bodies: [rod, tool], at: [3, 0, 0]}
  - {name: hinge, type: revolute, bodies: [tool, bare], at: [3, 0, 0.2], axis: [0, 1, 0]}
forces:
  - {name: rope, type: spring, bodies: [rod, bob], at: [2, 0, 0], at2: [2, 0.5, -1], stiffness: 300, damping: 3}
  - {name: floor, type: contact, bodies: [ground, bob], at: [0, 0, -3], at2: [2, 0.5, -1], radius: 0.1, stiffness: 1e4}
sensors:
  - {name: tool, type: pose, body: tool}
  - {name: pin, type: coordinates, joint: pin}
  - {name: ball, type: coordinates, joint: ball}
  - {name: energy.x, type: energy}
  - {name: pull, type: force, element: rope}
"""

class Views(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.work = pathlib.Path(self.folder.name)
        for path in MESHES.iterdir():
            shutil.copy(path, self.work)
        (self.work / "scene.yaml").write_text(SCENE)

    def run_program(self, *words, code=0, env=None):
        run = subprocess.run([TACTUS, *map(str, words)], cwd=self.work, capture_output=True, env=env, check=False)
        self.assertEqual(run.returncode, code, run.stderr.decode())
        if code:
            self.assertEqual(run.stderr.count(b"\n"), 1, run.stderr.decode())
        return run

    def sim(self, *words, **more):
        return self.run_program("sim", "scene.yaml", "--quiet", *words, **more)

    def bytes(self, name):
        return (self.work / name).read_bytes()

    def rows(self, name):
        with open(self.work / name, newline="", encoding="utf-8") as f:
            table = csv.reader(f)
            names = next(table)
            return [dict(zip(names, map(float, row))) for row in table]


def bits(x):
    return struct.pack("<d", x)


class Mcap(Views):
    def expect_poses(self, m, rows):
        frames = m.topic("/frames")
        self.assertEqual(len(frames), len(rows))
        for (time, message), row in zip(frames, rows):
            self.assertEqual(time, round(row["t"] * 1e9))
            self.assertEqual([t["child_frame_id"] for t in message["transforms"]], ["crank", "rod", "tool", "bob", "bare"])
            for t in message["transforms"]:
                body = t["child_frame_id"]
                self.assertEqual(t["parent_frame_id"], "ground")
                self.assertEqual(t["timestamp"], {"sec": time // 10**9, "nsec": time % 10**9})
                for key, values in (("translation", {k: "." + k for k in "xyz"}),
                                    ("rotation", {"w": ".e0", "x": ".e1", "y": ".e2", "z": ".e3"})):
                    self.assertEqual(set(t[key]), set(values))
                    for k, column in values.items():
                        self.assertEqual(bits(t[key][k]), bits(row[body + column]), f"{body}{column} at {time}")

    def test_poses_and_sensors_have_their_bits(self):
        self.sim("--mcap", "a.mcap", "--csv", "a.csv", "--sensors", "s.csv", "--every", "5")
        m = mcap.File(self.bytes("a.mcap"))
        origin = m.metadata["origin"]
        self.assertEqual(origin["title"], "a <title> & more")
        self.assertRegex(origin["method"], r"order 2$")
        self.assertRegex(origin["model_hash"], r"^fnv1a64 [0-9a-f]{16}$")
        self.assertEqual((origin["step"], origin["model"]), ("0.001 s", "scene.yaml"))
        self.assertTrue(origin["tactus"])
        self.expect_poses(m, self.rows("a.csv"))
        sensors = self.rows("s.csv")
        count = 0
        for name in ("tool", "pin", "ball", "energy.x", "pull"):
            messages = m.topic("/sensors/" + name)
            self.assertEqual(len(messages), len(sensors))
            for (time, message), row in zip(messages, sensors):
                self.assertEqual(time, round(row["t"] * 1e9))
                for key, value in message.items():
                    self.assertEqual(bits(value), bits(row[f"{name}.{key}"]))
                    count += 1
        self.assertEqual(count, len(sensors) * (len(sensors[0]) - 1), "all columns")

    def test_the_scene_is_what_the_model_says(self):
        self.sim("--mcap", "a.mcap", "--duration", "0.1")
        m = mcap.File(self.bytes("a.mcap"))
        (time, scene), = m.topic("/scene")
        entities = {e["id"]: e for e in scene["entities"]}
        self.assertEqual((time, set(entities)), (0, {"ground", "crank", "rod", "tool", "bob", "bare"}))
        self.assertEqual(entities["crank"]["cubes"][0]["size"], {"x": 1, "y": 0.1, "z": 0.1})
        self.assertEqual(len(entities["crank"]["cylinders"]), 1)
        self.assertEqual(len(entities["crank"]["spheres"]), 2, "ends of the capsule")
        self.assertEqual(entities["bob"]["spheres"][0]["size"]["x"], 0.2)
        self.assertEqual(len(entities["bare"]["cylinders"]), 1, "a bar to its joint")
        rod = entities["rod"]["models"][0]
        self.assertEqual(rod["pose"]["position"], {"x": 0, "y": 0, "z": -0.1})
        self.assertEqual(rod["color"], {"r": 0, "g": 1, "b": 128 / 255, "a": 1})
        model = glb.File(base64.b64decode(rod["data"]))
        self.assertEqual(len(model.columns[1]), 36, "corners of the mesh")
        # springs: both ends where their bodies are
        lines, frames = m.topic("/lines"), dict(m.topic("/frames"))
        self.assertEqual(len(lines), 4, "30 a second")
        for time, update in lines:
            (e,), t = update["entities"], frames[time]["transforms"][3]
            self.assertEqual((e["id"], e["lines"][0]["points"][1]), ("rope", t["translation"]))
        self.assertEqual({n: s[0] for n, s in m.schemas.items()}[m.channels[0][1]], "foxglove.FrameTransforms")

    def test_shipped_models_look_like_what_they_are(self):
        wheel, leg = {"cylinders": 3}, {"spheres": 1, "cylinders": 2}
        corners = [f"{x}_{y}" for x in ("front", "rear") for y in ("left", "right")]
        car = {f"{c}/wheel": wheel for c in corners} | {"chassis": {"cubes": 6}}
        looks = {"vehicle": car, "car": {f"car/{k}": v for k, v in car.items()},
                 "p3_hexapod": {f"leg{k}/lower": leg for k in range(1, 7)} | {"platform": {"cubes": 3, "cylinders": 1}},
                 "motion_platform": {f"hexapod/leg{k}/lower": leg for k in range(1, 7)},
                 "p6_ur5e": {"upper_arm": {"cylinders": 4}, "forearm": {"cylinders": 3}},
                 "m2_four_bar": {"A": {"cubes": 1, "cylinders": 2}, "B": {"cubes": 1}}}
        for model, wanted in looks.items():
            self.run_program("sim", os.path.abspath(f"config/models/{model}.yaml"), "--quiet", "--duration", "0.01", "--mcap",
                             "a.mcap")
            (_, scene), = mcap.File(self.bytes("a.mcap")).topic("/scene")
            kinds = {e["id"]: {k: len(e[k]) for k in ("cubes", "spheres", "cylinders") if e[k]} for e in scene["entities"]}
            self.assertEqual({body: kinds.get(body) for body in wanted}, wanted, model)

    def test_a_rod_may_have_the_name_of_a_spring(self):
        (self.work / "lines.yaml").write_text("""
bodies:
  - {name: a, mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}
  - {name: b, mass: 1, inertia: [0.1, 0.1, 0.1], position: [2, 0, 0]}
joints: [{name: x, type: rod, bodies: [ground, a], at: [0, 0, 0], at2: [1, 0, 0]}]
forces: [{name: x, type: spring, bodies: [a, b], at: [1, 0, 0], at2: [2, 0, 0], stiffness: 100}]
""")
        self.run_program("sim", "lines.yaml", "--quiet", "--duration", "0.1", "--mcap", "a.mcap")
        m = mcap.File(self.bytes("a.mcap"))
        ends = {e["id"]: [p["x"] for p in e["lines"][0]["points"]] for e in m.topic("/lines")[0][1]["entities"]}
        self.assertEqual(ends, {"x": [1, 2], "x_": [0, 1]})

    def test_a_file_cut_anywhere_has_all_but_the_last_second(self):
        self.sim("--mcap", "a.mcap", "--every", "20")
        data = self.bytes("a.mcap")
        m = mcap.File(data)
        self.assertEqual(len(m.chunks), 3)
        ends = [next(at for at, _, _ in mcap.records(data, 8) if at > c[0]) for c in m.chunks]
        edges = [at for at, _, _ in mcap.records(data, 8)]
        draw = random.Random(1)
        cuts = {x + d for x in edges for d in (-1, 0, 1, 9)} | {draw.randrange(8, len(data)) for _ in range(100)}
        for cut in sorted(x for x in cuts if 8 <= x < len(data)):
            part = mcap.File(data[:cut], whole=False)
            n = sum(c[5] for c, end in zip(m.chunks, ends) if end <= cut)
            self.assertEqual(part.messages, m.messages[:n], f"cut at {cut}")
            left = [x for x in m.messages[n:] if x[3] < (m.messages[n - 1][3] if n else 0)]
            self.assertEqual(left, [], "what is missing comes last")

    def test_what_is_no_number_is_null(self):
        self.assertEqual(mcap.loads("[null, -0]"), [None, -0.0])
        self.assertEqual(math.copysign(1, mcap.loads("-0")), -1)
        self.sim("--mcap", "a.mcap", "--duration", "0")
        for number, (name, schema) in mcap.File(self.bytes("a.mcap")).schemas.items():
            if name.startswith("sensors/"):
                self.assertTrue(schema["properties"])
                for column in schema["properties"].values():
                    self.assertEqual(column["type"], ["number", "null"], (number, name))


class Glb(Views):
    def test_the_animation_follows_the_motion(self):
        self.sim("--glb", "a.glb", "--csv", "a.csv")
        g, rows = glb.File(self.bytes("a.glb")), {round(r["t"], 6): r for r in self.rows("a.csv")}
        motion = g.motion("tool", "translation")
        self.assertEqual(len(motion), 76, "30 a second and the end")
        self.assertEqual((motion[0][0], motion[-1][0]), (0, 2.5))
        for time, place in motion:
            row = rows[round(time, 3)]
            for i, axis in enumerate("xyz"):
                self.assertAlmostEqual(place[i], row["tool." + axis], delta=1e-6)
        for time, q in g.motion("rod", "rotation"):
            row = rows[round(time, 3)]
            dot = sum(a * row["rod." + b] for a, b in zip(q, ("e1", "e2", "e3", "e0")))
            self.assertAlmostEqual(abs(dot), 1, delta=1e-6)
        lengths = [s[2] for _, s in g.motion("rope", "scale")]
        self.assertAlmostEqual(lengths[0], math.sqrt(1.25), delta=1e-6)
        self.assertGreater(max(lengths) - min(lengths), 1e-3)

    def test_the_rate_is_that_which_is_asked_for(self):
        self.sim("--glb", "a.glb", "--glb-rate", "100", "--duration", "1")
        self.assertEqual(len(glb.File(self.bytes("a.glb")).motion("rod", "rotation")), 101)
        self.sim("--glb", "a.glb", "--glb-rate", "2 Hz", "--duration", "0.7")
        times = [t for t, _ in glb.File(self.bytes("a.glb")).motion("rod", "rotation")]
        self.assertEqual([round(t, 6) for t in times], [0, 0.5, 0.7])

    def test_what_is_beyond_its_numbers_is_refused(self):
        (self.work / "far.yaml").write_text("bodies: [{name: near, mass: 1, inertia: [1, 1, 1]}, {name: far, mass: 1, "
                                            "inertia: [1, 1, 1], position: [0, -1e39, 0]}]\n")
        run = self.run_program("sim", "far.yaml", "--quiet", "--duration", "0.1", "--glb", "a.glb", code=2)
        self.assertIn(b"glTF has lengths of up to 3.4e+38 m; 'far' is beyond at t = 0 s", run.stderr)

    def test_a_camera_looks_at_what_moves(self):
        self.sim("--glb", "a.glb", "--csv", "a.csv", "--duration", "0.1")
        text = glb.File(self.bytes("a.glb")).text
        node = text["nodes"][text["scenes"][0]["nodes"][-1]]
        self.assertEqual((node["name"], text["cameras"][node["camera"]]["type"]), ("camera", "perspective"))
        lens = text["cameras"][0]["perspective"]
        x, y, z, w = node["rotation"]

        def seen(p):  # in the camera's axes, of a place in those of glTF
            v = [a - b for a, b in zip(p, node["translation"])]
            u = (-x, -y, -z)
            c = [u[1] * v[2] - u[2] * v[1] + w * v[0], u[2] * v[0] - u[0] * v[2] + w * v[1], u[0] * v[1] - u[1] * v[0] + w * v[2]]
            return [v[i] + 2 * (u[(i + 1) % 3] * c[(i + 2) % 3] - u[(i + 2) % 3] * c[(i + 1) % 3]) for i in range(3)]
        row = self.rows("a.csv")[0]
        for body in ("crank", "rod", "tool", "bob", "bare"):
            px, py, pz = seen((row[body + ".x"], row[body + ".z"], -row[body + ".y"]))
            self.assertGreater(-pz, lens["znear"])
            self.assertLess(max(abs(px), abs(py)) / -pz, math.tan(lens["yfov"] / 2), body)

    def test_shipped_models_are_whole(self):
        for model in ("car", "p3_hexapod", "p6_ur5e", "m2_four_bar", "m3_chain_8", "examples/governor"):
            path = os.path.abspath(f"config/models/{model}.yaml")
            self.run_program("sim", path, "--quiet", "--duration", "0.05", "--glb", "a.glb")
            g = glb.File(self.bytes("a.glb"))
            self.assertTrue(g.text["meshes"], model)


SVG = "{http://www.w3.org/2000/svg}"


def pictures(data):
    """Of each picture the paths, in their order: points in its own numbers, which begin at its middle, and the colour."""
    root = xml.etree.ElementTree.fromstring(data)
    out = []
    for g in root.findall(f"{SVG}g"):
        out.append([([tuple(float(x) for x in p.split()) for p in re.split("[MLz]", path.get("d")) if p], path.get("fill"))
                    for path in g.iter(f"{SVG}path")])
    return out


def covers(points, x, y):
    side = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1])]
    return len(points) == 3 and (all(s > 0 for s in side) or all(s < 0 for s in side))


def seen(paths, x, y):
    """The colour at a place: what is drawn last."""
    return next((color for points, color in reversed(paths) if covers(points, x, y)), None)


class Svg(Views):
    def picture_of(self, text, *options):
        (self.work / "m.yaml").write_text(text)
        self.run_program("sim", "m.yaml", "--quiet", "--frames-svg", "a.svg", "--duration", "1", *options)
        return pictures(self.bytes("a.svg"))

    def test_what_is_hidden_is_not_seen(self):
        body = "  - {{name: {0}, mass: 1, inertia: [1, 1, 1], position: [0, 0, {1}], visual: {{box: {{size: [{2}, {3}, {4}]}}, color: {5}}}}}\n"
        hold = "joints:\n" + "".join(f"  - {{name: j{n}, type: fixed, bodies: [ground, {n}], at: [0, 0, 0]}}\n" for n in "abc")
        paths = self.picture_of("bodies:\n" + body.format("a", 0, 4, 2, 0.2, "orange") + body.format("b", 0.02, 3.9, 1.9, 0.1, "black") +
                                body.format("c", 0.15, 0.3, 0.3, 0.4, "white") + hold, "--view", "oblique")[0]
        colors = {seen(paths, x / 2 + 0.17, y / 2 + 0.13) for x in range(-240, 240, 9) for y in range(-200, 200, 7)}
        dark = [c for c in colors if c and all(int(c[i:i + 2], 16) < 0x40 for i in (1, 3, 5))]
        self.assertEqual(dark, [], "a box within another one")
        light = [c for c in colors if c and min(int(c[i:i + 2], 16) for i in (1, 3, 5)) > 0x60]
        self.assertGreaterEqual(len(light), 3, "three sides of the one that goes through")

    def test_pictures_hold_all_that_moves(self):
        held = "".join(f"  - {{name: g{n}, type: prismatic, bodies: [ground, {n}], at: [0, 0, {z}], axis: [0, 0, 1], drive: 0}}\n"
                       for n, z in (("a", 0.8), ("b", 0.3)))
        shots = self.picture_of("bodies:\n  - {name: a, position: [0, 0, 0.8], mass: 1, inertia: [1, 1, 1], visual: {box: {size: [1, 0.6, 0.2]}}}\n"
                                "  - {name: b, position: [0, 0, 0.3], mass: 1, inertia: [1, 1, 1], visual: {cylinder: {radius: 0.3, length: 0.2, "
                                "axis: y}}}\njoints:\n" + held)
        self.assertEqual(len(shots), 8)
        points = [p for s in shots for path, _ in s for p in path]
        self.assertTrue(all(abs(x) <= 119 and abs(y) <= 99 for x, y in points))
        self.assertTrue(max(x for x, _ in points) > 110 or max(y for _, y in points) > 90, "as large as they can be")

    def test_what_travels_is_in_the_middle_of_each_picture(self):
        shots = self.picture_of("gravity: [0, 0, 0]\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1], velocity: [100, 0, 0], "
                                "visual: {box: {size: [2, 1, 1]}}}]\nvisual: {box: {size: [500, 500, 0.1]}, position: [0, 0, -3], color: green}\n")
        for paths in shots:
            own = [p for path, color in paths for p in path if int(color[1:3], 16) > int(color[3:5], 16) or int(color[5:], 16) > int(color[3:5], 16)]
            xs, ys = [x for x, _ in own], [y for _, y in own]
            self.assertAlmostEqual((min(xs) + max(xs)) / 2, 0, delta=1)
            self.assertAlmostEqual((min(ys) + max(ys)) / 2, 0, delta=1)
            self.assertGreater(max(xs) - min(xs), 150, "large enough to see")

    def test_one_may_choose_from_where(self):
        box = ("gravity: [0, 0, 0]\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1], angular_velocity: [0, 0, 0], "
               "visual: {box: {size: [1, 2, 3]}}}]\n")
        for view, wide, high in (("x", 2, 3), ("y", 1, 3), ("z", 1, 2)):
            points = [p for path, _ in self.picture_of(box, "--view", view)[0] for p in path]
            size = [max(p[i] for p in points) - min(p[i] for p in points) for i in (0, 1)]
            self.assertAlmostEqual(size[0] / size[1], wide / high, delta=0.02, msg=view)
        self.sim("--frames-svg", "a.svg", "--view", "w", code=2)
        self.sim("--view", "x", code=2)

    def test_pictures_are_well_formed(self):
        self.sim("--frames-svg", "a.svg")
        root = xml.etree.ElementTree.fromstring(self.bytes("a.svg"))
        texts = [t.text for t in root.iter("{http://www.w3.org/2000/svg}text")]
        self.assertEqual(texts[0], "a <title> & more")
        self.assertEqual(len(texts), 9, "a title and eight times")
        times = [float(t.split()[2]) for t in texts[1:]]
        for i, t in enumerate(times):
            self.assertAlmostEqual(t, 2.5 * i / 7, delta=0.05)
        self.assertGreater(len(list(root.iter("{http://www.w3.org/2000/svg}path"))), 8 * 50)
        self.assertNotIn(b"nan", self.bytes("a.svg"))

    def test_a_short_run_has_fewer(self):
        self.sim("--frames-svg", "a.svg", "--duration", "0.002")
        root = xml.etree.ElementTree.fromstring(self.bytes("a.svg"))
        self.assertEqual(len(list(root.iter("{http://www.w3.org/2000/svg}text"))), 4)

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_plots_have_a_panel_for_each_name(self):
        self.sim("--plot", "a.svg", "--columns", "q,tool.x,*.qd*", "--duration", "0.5")
        root = xml.etree.ElementTree.fromstring(self.bytes("a.svg"))
        text = " ".join("".join(t.itertext()) for t in root.iter("{http://www.w3.org/2000/svg}text"))
        for name in ("pin.q", "hinge.q", "tool.x", "ball.qd1"):
            self.assertIn(name, text)
        self.assertIn("a <title> & more: ", text)
        self.assertRegex(text, r"order 2, step 0\.001 s")
        self.assertIn("tool.x [m]", text)
        self.assertIn("*.qd* [rad/s]", text)
        self.assertIn("t [s]", text)
        self.assertEqual(text.count("tool.x"), 2, "the panel's name and one line, though body and sensor are both there")
        self.sim("--plot", "a.svg", "--columns", "bob.*", "--duration", "0.5")
        root = xml.etree.ElementTree.fromstring(self.bytes("a.svg"))
        looks = [(p.get("stroke"), p.get("stroke-dasharray")) for g in root.iter(f"{SVG}g") if re.fullmatch(r"gnuplot_plot_\d+", g.get("id") or "")
                 for p in g.iter(f"{SVG}path")]
        looks = looks or [(s, None) for s in set(re.findall(rb"rgb\([^)]*\)", self.bytes("a.svg")))]
        text = " ".join("".join(x.itertext()) for x in root.iter(f"{SVG}text"))
        self.assertIn("bob.vx [m/s]", text, "units differ: each line has its own")
        self.assertGreaterEqual(len(set(looks)), 8)
        self.sim("--plot", "a.svg", "--columns", "tool.xx", code=2)
        run = self.sim("--plot", "a.svg", "--columns", "tool.xx", code=2)
        self.assertIn(b"no column 'tool.xx'; did you mean 'tool.x'?", run.stderr)
        run = self.sim("--plot", "a.svg", "--columns", "q", code=4, env={"PATH": "/none"})
        self.assertIn(b"gnuplot is not installed", run.stderr)
        if os.path.exists("/dev/full"):
            self.sim("--plot", "/dev/full", "--columns", "q", code=4)

    def drawn(self, *words, code=0):
        """What gnuplot is told: the title, and per line or band its rows."""
        fake = self.work / "gnuplot"
        fake.write_text("#!/bin/sh\ncat >told\nprintf '</svg>' >\"$(sed -n \"s,^set output '\\(.*\\)',\\1,p\" told)\"\n")
        fake.chmod(0o755)
        self.sim("--plot", "a.svg", *words, env={"PATH": f"{self.work}:/usr/bin:/bin"}, code=code)
        text = (self.work / "told").read_text()
        title = re.search(r"layout \d+,1 title \"(.*)\" noenhanced", text)[1]
        out = []
        for panel in re.split(r"(?m)^plot ", text)[1:]:
            first, *rest = panel.split("\n")
            kinds = ["band" if "filledcurves" in x else "line" for x in first.split(", '-'")]
            blocks = "\n".join(rest).split("e\n")
            out.append([(kind, [tuple(map(float, row.split())) for row in blocks[k].splitlines()]) for k, kind in enumerate(kinds)])
        return title.replace("\\073", ";").replace("\\072", ":"), out

    PENDULUM = """
gravity: [0, 0, -9.81]
duration: 4 s
bodies: [{name: a, mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}]
joints: [{name: pin, type: revolute, bodies: [ground, a], at: [0, 0, 0], axis: [0, 1, 0]}]
"""

    def test_bands_of_plots_are_the_error(self):
        (self.work / "scene.yaml").write_text(self.PENDULUM)
        self.sim("--dt", "0.0005", "--order", "4", "--csv", "truth.csv", "--every", "40")
        truth = {round(r["t"], 6): r for r in self.rows("truth.csv")}
        for every in ("1", "2"):
            title, panels = self.drawn("--dt", "0.02", "--order", "2", "--columns", "a.z,energy.total", "--every", every)
            self.assertIn("; bands: error, by half the step", title)
            for name, curves in zip(("a.z", "energy.total"), panels):
                self.assertEqual([kind for kind, _ in curves], ["band", "line"], name)
                (_, band), (_, line) = curves
                self.assertEqual(len(band), 201 if every == "1" else 101)
                most = max(abs(y - truth[round(t, 6)][name]) for t, y in line)
                told = max((high - low) / 2 for _, low, high in band)
                self.assertTrue(0.8 < told / most < 1.25, (name, told, most))
                for (t, low, high), (_, y) in zip(band, line):
                    off = abs(y - truth[round(t, 6)][name])
                    self.assertAlmostEqual((low + high) / 2, y, delta=1e-6)
                    self.assertAlmostEqual((high - low) / 2, off, delta=0.1 * most, msg=(name, t))
        # as long as a drawing has points, and beyond
        title, panels = self.drawn("--dt", "0.0002", "--order", "2", "--columns", "energy.total", "--duration", "2")
        self.assertLess(len(panels[0][0][1]), 9000)

    def test_bands_that_nobody_sees_are_none(self):
        (self.work / "scene.yaml").write_text(self.PENDULUM)
        title, panels = self.drawn("--dt", "0.001", "--order", "4", "--columns", "a.z")
        self.assertIn("; errors are less than lines are wide", title)
        self.assertEqual([kind for kind, _ in panels[0]], ["line"])
        title, panels = self.drawn("--dt", "0.02", "--order", "2", "--columns", "a.z", "--error-check", "off")
        self.assertNotIn("error", title)
        self.assertEqual([kind for kind, _ in panels[0]], ["line"])

    @unittest.skipUnless(shutil.which("gnuplot"), "needs gnuplot")
    def test_plots_of_what_stands_still(self):
        (self.work / "still.yaml").write_text("gravity: [0, 0, 0]\nbodies: [{name: a, mass: 1, inertia: [1, 1, 1], position: "
                                              "[1, 0, 1e-300]}]\nsensors: [{name: b, type: pose, body: a}]\n")
        for columns, duration in (("a.y,a.x,a.z,a.*,kinetic", "0.1"), ("a.x", "0")):
            run = self.run_program("sim", "still.yaml", "--quiet", "--duration", duration, "--plot", "a.svg", "--columns",
                                   columns)
            self.assertEqual((run.stdout, run.stderr), (b"", b""), columns)
            xml.etree.ElementTree.fromstring(self.bytes("a.svg"))
        self.sim("--record", "a.tlog", "--duration", "0.2")
        run = self.run_program("log", "export", "a.tlog", "--plot", "a.svg", "--columns", "q", "--window", "101:149",
                               "--every", "50", code=2)
        self.assertIn(b"no row", run.stderr)


# A bent beam with a rope at its free end, one that is drawn as the file says, and a body of a modal file.
FLEXIBLE = """
step: 1 ms
duration: 0.5 s
bodies:
  - name: rod
    flexible:
      beam: {from: [0, 0, 0], to: [1, 0, 0], section: {box: [10 mm, 5 mm]}, elements: 8, modes: 14,
             material: &steel {E: 200 GPa, nu: 0.3, density: 7870}, interfaces: [{name: mid, at: 0.4}]}
      damping: 0.02
  - name: tube
    flexible: {beam: {from: [0, 1, 0], to: [0, 1, 1], section: {tube: [20 mm, 1 mm]}, modes: 8, bodies: 2,
                      material: *steel}}
  - name: own
    visual: {sphere: {radius: 0.01}}
    flexible: {beam: {from: [0, 2, 0], to: [1, 2, 0], section: {round: 10 mm}, modes: 6, material: *steel}}
  - {name: frame, position: [0, 5, 0], flexible: {file: FRAME, damping: 0.02}}
  - {name: bob, mass: 0.1, shape: {sphere: {radius: 0.03}}, position: [1, 0, -0.2]}
joints:
  - {name: pin, type: fixed, bodies: [ground, rod], interfaces: [~, a]}
  - {name: foot, type: fixed, bodies: [ground, tube], interfaces: [~, a]}
  - {name: hinge, type: revolute, bodies: [ground, own], interfaces: [~, a], axis: [0, 1, 0]}
  - {name: hung, type: spherical, bodies: [ground, frame], interfaces: [~, front_left]}
forces:
  - {name: rope, type: spring, bodies: [rod, bob], at: [1, 0, 0], at2: [1, 0, -0.2], stiffness: 300, damping: 3}
  - {name: wind, type: load, body: tube, interface: b, force: [5, 0, 0]}
sensors:
  - {name: rod.b, type: pose, body: rod, interface: b}
  - {name: rod.mid, type: pose, body: rod, interface: mid}
  - {name: tube.b, type: pose, body: tube, interface: b}
  - {name: frame.rear_right, type: pose, body: frame, interface: rear_right}
"""


class Flexible(Views):
    def setUp(self):
        super().setUp()
        frame = os.path.abspath("config/models/parts/vehicle_frame.modal.yaml")
        (self.work / "flexible.yaml").write_text(FLEXIBLE.replace("FRAME", frame))
        self.sensors = {"rod.b": "rod.b", "rod.mid": "rod.mid", "tube.b": "tube/2.b",
                        "frame.rear_right": "frame.rear_right"}  # sensor: frame

    def sim(self, *words, **more):
        return self.run_program("sim", "flexible.yaml", "--sensors", "s.csv", *words, **more)

    def test_frames_on_flexible_bodies_are_those_of_their_sensors(self):
        self.sim("--quiet", "--mcap", "a.mcap", "--every", "10")
        m, count = mcap.File(self.bytes("a.mcap")), 0
        frames, rows = m.topic("/frames"), self.rows("s.csv")
        self.assertEqual(len(frames), len(rows))
        for (_, message), row in zip(frames, rows):
            at = {t["child_frame_id"]: t for t in message["transforms"]}
            for name, frame in self.sensors.items():
                for key, columns in (("translation", {k: k for k in "xyz"}),
                                     ("rotation", {"w": "e0", "x": "e1", "y": "e2", "z": "e3"})):
                    for k, column in columns.items():
                        self.assertAlmostEqual(at[frame][key][k], row[f"{name}.{column}"], delta=1e-14)
                        count += 1
        self.assertEqual(count, len(rows) * len(self.sensors) * 7)
        entities = {e["id"]: e for e in m.topic("/scene")[0][1]["entities"]}
        pieces = [n for n in entities if n.startswith("rod.")]
        self.assertEqual(len(pieces), 9, "interfaces a, mid, b and seven points, less one that is too near to mid")
        self.assertEqual([len(entities[n]["cubes"]) for n in pieces], 9 * [1])
        self.assertEqual(sum(len(e["cylinders"]) for n, e in entities.items() if n.startswith("tube/")), 2 * 9)
        self.assertEqual(set(n for n in entities if n.startswith("own")), {"own"}, "as the file says, and no more")
        # the end of the last piece of the rod is its end
        end = entities["rod.b"]["cubes"][0]
        self.assertAlmostEqual(end["pose"]["position"]["x"] + 0.5 * end["size"]["x"], 0, delta=1e-15)
        lines = {e["id"]: e["lines"][0]["points"] for e in m.topic("/lines")[-1][1]["entities"]}
        last = {t["child_frame_id"]: t["translation"] for t in frames[-1][1]["transforms"]}
        self.assertEqual(set(lines), {"rope", *(f"frame.{x}_{y}" for x in ("front", "rear") for y in ("left", "right"))})
        self.assertEqual(len(m.topic("/lines")), 16, "30 a second")

    def test_a_body_may_have_the_name_of_an_interface(self):
        text = (self.work / "flexible.yaml").read_text()
        (self.work / "flexible.yaml").write_text(text.replace("bob", "rod.b").replace("name: rod.b, type: pose",
                                                                                       "name: end, type: pose"))
        self.sim("--quiet", "--mcap", "a.mcap", "--csv", "a.csv", "--every", "100")
        m = mcap.File(self.bytes("a.mcap"))
        for (_, message), row, sensors in zip(m.topic("/frames"), self.rows("a.csv"), self.rows("s.csv")):
            names = [t["child_frame_id"] for t in message["transforms"]]
            self.assertEqual(len(names), len(set(names)))
            at = dict(zip(names, message["transforms"]))
            self.assertEqual(at["rod.b"]["translation"]["z"], row["rod.b.z"], "the body's, as in tables")
            self.assertAlmostEqual(at["rod.b_"]["translation"]["z"], sensors["end.z"], delta=1e-14)
        ids = [e["id"] for e in m.topic("/scene")[0][1]["entities"]]
        self.assertEqual(len(ids), len(set(ids)))

    def test_lines_end_at_interfaces(self):
        self.sim("--quiet", "--mcap", "a.mcap")
        m = mcap.File(self.bytes("a.mcap"))
        frames, bent = dict(m.topic("/frames")), 0.0
        for time, update in m.topic("/lines"):
            at = {t["child_frame_id"]: t["translation"] for t in frames[time]["transforms"]}
            lines = {e["id"]: e["lines"][0]["points"] for e in update["entities"]}
            self.assertEqual(lines["rope"], [at["rod.b"], at["bob"]])
            self.assertEqual(lines["frame.rear_left"], [at["frame"], at["frame.rear_left"]])
            bent = max(bent, abs(at["rod.b"]["z"]))
        self.assertGreater(bent, 0.01)

    def test_the_animation_bends(self):
        self.sim("--quiet", "--glb", "a.glb")
        g, rows = glb.File(self.bytes("a.glb")), {round(r["t"], 6): r for r in self.rows("s.csv")}
        for name, frame in self.sensors.items():
            motion = g.motion(frame, "translation")
            self.assertGreater(len(motion), 15)
            for time, place in motion:
                for x, axis in zip(place, "xyz"):
                    self.assertAlmostEqual(x, rows[round(time, 3)][f"{name}.{axis}"], delta=1e-6)
        # points along the rod lie on its bending line, between the ends
        last = [g.motion(f"rod.{n}", "translation")[-1][1][2] for n in ("1", "2", "mid", "4", "5", "6", "b")]
        self.assertEqual(last, sorted(last, reverse=True))

    def test_pictures_bend(self):
        self.sim("--quiet", "--frames-svg", "a.svg")
        root = xml.etree.ElementTree.fromstring(self.bytes("a.svg"))
        self.assertGreater(len(list(root.iter())), 500)


class Logs(Views):
    """A log holds what its run looked like: the files are those of the simulation, its meshes long gone."""

    def test_recordings_give_the_same_files(self):
        wanted = {"mcap": "a.mcap", "glb": "a.glb", "frames-svg": "a.svg"}
        files = [x for key, name in wanted.items() for x in ("--" + key, name)]
        self.sim(*files, "--record", "a.tlog", "--duration", "1.2")
        for path in (*MESHES.iterdir(), self.work / "scene.yaml"):
            (self.work / path.name).unlink()
        for command in (("log", "export", "a.tlog"), ("replay", "a.tlog", "--quiet")):
            others = [x.replace("a.", "b.") for x in files]
            self.run_program(*command, *others)
            for name in wanted.values():
                self.assertEqual(self.bytes(name), self.bytes(name.replace("a.", "b.")), (command, name))
        self.run_program("log", "export", "a.tlog", "--mcap", "c.mcap", "--window", "100:200")
        times = [t for t, _ in mcap.File(self.bytes("c.mcap")).topic("/frames")]
        self.assertEqual((times[0], times[-1], len(times)), (100 * 10**6, 200 * 10**6, 101))

    def test_time_goes_on_after_a_reset(self):
        shutil.copy("tests/golden/zoo_states.tlog", self.work / "a.tlog")
        self.run_program("log", "export", "a.tlog", "--csv", "a.csv", "--mcap", "a.mcap", "--glb", "a.glb", "--glb-rate",
                         "1000", "--frames-svg", "a.svg")
        rows, m = self.rows("a.csv"), mcap.File(self.bytes("a.mcap"))
        t = [r["t"] for r in rows]
        back = [i for i in range(1, len(t)) if t[i] <= t[i - 1]]
        self.assertEqual(len(back), 2, "a reset and a restore")
        shown, ahead = [], 0.0
        for i, x in enumerate(t):
            ahead = shown[-1] + 0.001 - x if i in back else ahead
            shown.append(x + ahead)
        frames = m.topic("/frames")
        self.assertEqual([time for time, _ in frames], [round(x * 1e9) for x in shown])
        body = frames[0][1]["transforms"][0]["child_frame_id"]
        for (_, message), row in zip(frames, rows):
            self.assertEqual(bits(message["transforms"][0]["translation"]["x"]), bits(row[body + ".x"]))
        motion = glb.File(self.bytes("a.glb")).motion(body, "translation")
        self.assertEqual(len(motion), len(rows))
        for (time, place), x, row in zip(motion, shown, rows):
            self.assertAlmostEqual(time, x, delta=1e-6)
            self.assertAlmostEqual(place[0], row[body + ".x"], delta=1e-6)
        root = xml.etree.ElementTree.fromstring(self.bytes("a.svg"))
        times = [float(e.text.split()[2]) for e in root.iter("{http://www.w3.org/2000/svg}text") if e.text[:4] == "t = "]
        self.assertEqual((len(times), times, times[-1]), (8, sorted(times), float(f"{shown[-1]:.4g}")))

    def test_no_row_is_said(self):
        self.sim("--record", "a.tlog", "--duration", "0.2")
        words = ("--csv", "a.csv", "--mcap", "a.mcap", "--glb", "a.glb", "--frames-svg", "a.svg")
        for command in (("log", "export", "a.tlog"), ("replay", "a.tlog", "--quiet")):
            run = self.run_program(*command, *words, "--window", "101:149", "--every", "50", code=2)
            self.assertIn(b"the files hold no row: none of the steps is a multiple of --every 50", run.stderr)
            self.run_program(*command, *words, "--window", "101:150", "--every", "50")
            self.assertEqual([r["t"] for r in self.rows("a.csv")], [0.15])

    def test_looks_change_no_bits(self):
        plain = "\n".join(line for line in SCENE.replace(" visual: [\n", " visual: [").split("\n")
                          if not line.startswith("visual"))
        plain = re.sub(r",\s+visual: (\[.*\]|\{.*\})\}\n", "}\n", plain)
        self.assertNotIn("visual", plain)
        (self.work / "plain.yaml").write_text(plain)
        chains = []
        for model in ("scene.yaml", "plain.yaml"):
            self.run_program("sim", model, "--quiet", "--record", "a.tlog", "--duration", "0.3", "--csv", model + ".csv")
            chains.append(self.run_program("log", "verify", "a.tlog").stdout.split()[-1])
        self.assertEqual(*chains)
        self.assertEqual(self.bytes("scene.yaml.csv"), self.bytes("plain.yaml.csv"))


class Outputs(Views):
    """What cannot be written, read or meant ends with its code and one line."""

    def test_a_file_that_cannot_be_written(self):
        for option in ("--mcap", "--glb", "--frames-svg"):
            run = self.sim(option, "none/a", "--duration", "0.1", code=4)
            self.assertEqual(run.stderr.decode(), "tactus: 'none/a' cannot be written: No such file or directory\n")
            if os.path.exists("/dev/full"):
                run = self.sim(option, "/dev/full", "--duration", "0.1", code=4)
                self.assertIn(b"'/dev/full' cannot be written: No space left on device", run.stderr)

    def test_a_mesh_is_refused_with_its_line(self):
        (self.work / "text.stl").write_text("solid a\nfacet normal 0 0 1\nouter loop\nvertex 1 2 z\n")
        self.sim("--duration", "0.1")  # who only computes does not look into it
        for words in (("sim", "scene.yaml", "--glb", "a.glb"), ("sim", "scene.yaml", "--mcap", "a.mcap"),
                      ("check", "scene.yaml")):
            run = self.run_program(*words, code=2)
            self.assertIn(b"text.stl:4:1: 'vertex' needs three numbers", run.stderr)
        (self.work / "text.stl").unlink()
        run = self.sim(code=2)
        self.assertIn(b"file 'text.stl' cannot be opened (No such file or directory); check the path", run.stderr)

    def test_meshes_together_have_a_bound(self):
        with open(self.work / "text.stl", "wb") as f:
            f.truncate((64 << 20) - 100)
        run = self.sim(code=2)
        self.assertIn(b"the meshes of the model have more than 64 MiB", run.stderr)

    def test_options_go_together(self):
        self.sim("--plot", "a.svg", code=2)
        self.sim("--columns", "q", code=2)
        self.sim("--glb-rate", "10", code=2)
        self.sim("--glb", "a", "--mcap", "a", code=2)
        run = self.sim("--glb", "text.stl", code=2)
        self.assertIn(b"is read and would be overwritten", run.stderr)
        self.sim("--record", "a.tlog", "--duration", "0.1")
        self.run_program("log", "export", "a.tlog", "--glb", "a.tlog", code=2)
        self.run_program("log", "info", "a.tlog", "--glb", "a.glb", code=2)

    def test_a_file_may_be_standard_output(self):
        self.sim("--mcap", "a.mcap", "--duration", "0.2")
        run = self.sim("--mcap", "-", "--duration", "0.2")
        self.assertEqual(run.stdout, self.bytes("a.mcap"))



NODE = """
const fs = require('fs');
async function gltf(path) {
    const report = await require('gltf-validator').validateBytes(new Uint8Array(fs.readFileSync(path)));
    if (report.issues.numErrors + report.issues.numWarnings > 0) {
        console.log(JSON.stringify(report.issues.messages));
        process.exit(1);
    }
}
async function mcap(path) {
    const {McapIndexedReader, McapStreamReader} = require('@mcap/core');
    const {loadDecompressHandlers} = require('@mcap/support');
    const data = fs.readFileSync(path), decompressHandlers = await loadDecompressHandlers();
    const readable = {size: async () => BigInt(data.length),
                      read: async (at, n) => new Uint8Array(data.subarray(Number(at), Number(at + n)))};
    const reader = await McapIndexedReader.Initialize({readable, decompressHandlers});
    for await (const m of reader.readMessages()) {
        const topic = reader.channelsById.get(m.channelId).topic;
        console.log(`${topic}\\t${m.logTime}\\t${Buffer.from(m.data).toString()}`);
    }
    const stream = new McapStreamReader({decompressHandlers, validateCrcs: true});
    stream.append(data);
    let n = 0;
    for (let r; (r = stream.nextRecord());) n += r.type === 'Message';
    if (!stream.done() || n !== Number(reader.statistics.messageCount)) process.exit(1);
}
({gltf, mcap})[process.argv[2]](process.argv[3]).catch((e) => { console.log(String(e)); process.exit(1); });
"""


class Peers(Views):
    """The readers of others, from npm: exit code 77 where it cannot be asked."""

    def setUp(self):
        super().setUp()
        if not shutil.which("npm") or not shutil.which("node"):
            sys.exit(77)
        packages = ("gltf-validator@2.0.0-dev.3.10", "@mcap/core@2.2.2", "@mcap/support@1.1.0")
        got = subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *packages],
                             cwd=self.work, capture_output=True, check=False)
        if got.returncode:
            sys.exit(77)
        (self.work / "read.js").write_text(NODE)

    def node(self, *words):
        run = subprocess.run(["node", "read.js", *words], cwd=self.work, capture_output=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout[-2000:] + run.stderr[-2000:])
        return run.stdout.decode()

    def test_others_read_it(self):
        self.sim("--mcap", "a.mcap", "--glb", "a.glb", "--every", "10")
        self.node("gltf", "a.glb")
        ours = mcap.File(self.bytes("a.mcap"))
        theirs = [line.split("\t") for line in self.node("mcap", "a.mcap").splitlines()]
        self.assertEqual(sorted((ours.channels[m[1]][0], str(m[3]), m[4].decode()) for m in ours.messages),
                         sorted(map(tuple, theirs)))
        models = sorted(pathlib.Path("config/models").glob("*.yaml"))
        for model in models:
            self.run_program("sim", model.absolute(), "--quiet", "--duration", "0.02", "--glb", "m.glb")
            self.node("gltf", "m.glb")


if __name__ == "__main__":
    unittest.main()

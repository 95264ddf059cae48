#!/usr/bin/env python3
# test: views.roads program -- @tactus
"""Roads in animations: strips as wide and as high as the road is, where something stands on it.
    road_strips.py TACTUS
"""

import csv
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import glb  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
TACTUS = sys.argv.pop() if len(sys.argv) > 1 else None
MODEL = """
gravity: [0, 0, -9.81]
duration: 0.01 s
tables: [{{name: BUMP, points: [[0, 0], [0.5, 0.05], [1, 0]], interpolation: clamped}}]
roads:
{roads}
bodies: [{{name: ball, position: [0, 0, 1], mass: 1, inertia: [1, 1, 1]}}, {{name: drum, position: [3, 0, 1], mass: 1, inertia: [1, 1, 1]}}]
sensors:
{sensors}
"""


# Straight, 3 km, 4 m wide, level.
LONG = """$ROAD_CRG
REFERENCE_LINE_START_U   = 0.0
REFERENCE_LINE_END_U     = 3000
REFERENCE_LINE_INCREMENT = 10
LONG_SECTION_V_RIGHT     = -2
LONG_SECTION_V_LEFT      = 2
$
$KD_DEFINITION
#:LRFI
U:reference line u,m,0,10
D:reference line phi,rad
D:long section at v = -2.000,m
D:long section at v = 2.000,m
$
$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$$
**unused** 0.0000000 0.0000000
""" + 300 * " 0.0000000 0.0000000 0.0000000\n"


class Roads(unittest.TestCase):
    def animation(self, roads, used):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.yaml"
            path.write_text(MODEL.format(roads="\n".join(f"  - {road}" for road in roads),
                                         sensors="\n".join(f"  - {{name: s{i}, type: road, road: {name}, body: ball}}" for i, name in enumerate(used)) or "  []"))
            out = pathlib.Path(folder) / "out.glb"
            subprocess.run([TACTUS, "sim", str(path), "--quiet", "--error-check", "off", "--glb", str(out)], check=True, stdout=subprocess.DEVNULL)
            return glb.File(out.read_bytes())

    def strips(self, file):
        """Points of each mesh that has none above 1000 triangles and is no solid: (x, y, z) in the file's frame."""
        found = []
        for mesh in file.text.get("meshes", []):
            for part in mesh["primitives"]:
                n = len(file.columns[part["indices"]]) // 3
                self.assertLessEqual(n, 2000)
                found.append(file.columns[part["attributes"]["POSITION"]])
        return found

    def test_a_profile_is_as_high_as_its_table_and_what_nothing_stands_on_is_not_there(self):
        bump = "{name: bump, type: profile, left: BUMP}"
        plain = self.strips(self.animation([bump], []))
        with_bump = self.strips(self.animation([bump, "{name: other, type: random, class: D}"], ["bump"]))
        self.assertEqual(len(with_bump), len(plain) + 2, "asphalt and paint")
        points = [p for s in with_bump for p in s if abs(p[0]) < 4 and s not in plain]
        self.assertAlmostEqual(max(p[2] for p in points), 0.05, delta=1e-3)
        self.assertAlmostEqual(min(p[0] for p in points), -0.5, delta=1e-6)
        self.assertAlmostEqual(max(p[0] for p in points), 1.5, delta=1e-6)
        self.assertAlmostEqual(max(p[1] for p in points) - min(p[1] for p in points), 7, delta=1e-5)

    def test_a_grid_lies_where_its_line_leads(self):
        with open(ROOT / "config/models/parts/path_0.csv", encoding="ascii") as f:
            lap = [(float(x), float(y)) for _, x, y in csv.reader(line for line in f if line[0] in "0123456789-")]
        grid = f"{{name: lap, type: crg, file: {ROOT}/config/models/parts/lap.crg}}"
        plain = self.strips(self.animation([grid], []))
        found = [s for s in self.strips(self.animation([grid], ["lap"])) if s not in plain]
        for x, y, z in [p for s in found for p in s]:
            away = min(math.hypot(x - u, y - v) for u, v in lap[::2])
            self.assertTrue(away < 5.5 and abs(z) < 0.03, (x, y, z))
        corner = {(round(x), round(y)) for s in found for x, y, _ in s}
        self.assertTrue({(0, -5), (0, 5)} <= corner, "as wide as the grid at the start")
        # what is not drawn, and what other programs say
        for road in ("{name: level, type: flat}", "{name: said, type: signals}"):
            name = road.split()[1][:-1]
            self.assertEqual(len(self.strips(self.animation([road], [name]))), len(plain), road)

    def test_a_long_road_has_pieces_that_meet(self):
        with tempfile.NamedTemporaryFile("w", suffix=".crg") as f:
            f.write(LONG)
            f.flush()
            road = f"{{name: long, type: crg, file: {f.name}}}"
            plain = self.strips(self.animation([road], []))
            found = [s for s in self.strips(self.animation([road], ["long"])) if s not in plain]
        self.assertEqual(len(found), 4)
        ends = sorted((min(p[0] for p in s), max(p[0] for p in s)) for s in found)
        self.assertEqual((ends[0][0], ends[-1][1]), (0, 3000))
        self.assertEqual({e for e in ends if e[0] == 0}, {(0, 2200)})
        self.assertEqual({e for e in ends if e[0] > 0}, {(2200, 3000)})

    def test_a_road_on_a_body_moves_with_it(self):
        file = self.animation(["{name: belt, type: sines, body: drum, waves: [{wave_number: 1, amplitude: 0.001}]}"], ["belt"])
        nodes = file.text["nodes"]
        drum = next(n for n in nodes if n.get("name") == "drum")
        wide = [k for k in drum["children"] if "mesh" in nodes[k] and
                max(x for p in file.text["meshes"][nodes[k]["mesh"]]["primitives"] for x, _, _ in file.columns[p["attributes"]["POSITION"]]) > 100]
        self.assertEqual(len(wide), 2)


if __name__ == "__main__":
    unittest.main()

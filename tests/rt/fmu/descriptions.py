# test: rt.fmu_descriptions program unless=sanitize if=tactus-zip cost=10 -- @tactus some
# test: rt.fmu_descriptions_all full unless=sanitize if=tactus-zip -- @tactus all
"""modelDescription.xml of shipped models, FMI 2 and 3: elements in their order, names and references once each and
structured, units that follow from base units, outputs where they belong, arrays that hold what scalars do; and of names,
titles and inclusions that need care. Inputs that are set are those of `tactus sim --input`.

    descriptions.py TACTUS some|all    in the root of the sources; all: of all shipped models, else a few
"""
import csv
import glob
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import importer
from importer import OK

TACTUS, EVERY = sys.argv[1], 1 if sys.argv[2] == "all" else 8 # of so many models one
del sys.argv[1:]
WORD = r"(?:[A-Za-z_]\w*|'[\w.-]+')"
BASE = {"kg": (1, 0, 0, 0), "m": (0, 1, 0, 0), "s": (0, 0, 1, 0), "rad": (0, 0, 0, 1), "N": (1, 1, -2, 0),
        "J": (1, 2, -2, 0), "Pa": (1, -1, -2, 0), "Hz": (0, 0, -1, 0)}
ORDER = ["CoSimulation", "UnitDefinitions", "LogCategories", "DefaultExperiment", "ModelVariables", "ModelStructure"]


def powers(unit):
    """Of kg, m, s, rad, by the name of a unit of FMI."""
    total, sign = [0, 0, 0, 0], 1
    for mark, symbol, exponent in re.findall(r"([./]?)([A-Za-z]+)(\d*)", unit):
        sign = -1 if mark == "/" else sign
        for i, power in enumerate(BASE[symbol]):
            total[i] += sign * power * int(exponent or 1)
    return total


class Descriptions(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder, self.count = self.scratch.name, 0

    def tearDown(self):
        self.scratch.cleanup()

    def fmu(self, model, version, *more):
        self.count += 1
        path = f"{self.folder}/{self.count}"
        self.assertEqual(importer.export(TACTUS, model, path + ".fmu", version, *more), (0, ""))
        return importer.Fmu(path + ".fmu", path)

    def check(self, fmu):
        self.assertEqual([e.tag for e in fmu.root], ORDER)
        self.assertEqual([e.filename for e in fmu.entries][0], "modelDescription.xml")
        self.assertEqual(len(fmu.entries), 2)
        self.assertEqual({(e.date_time, e.compress_type) for e in fmu.entries}, {((1980, 1, 1, 0, 0, 0), 8)})
        self.assertRegex(fmu.about.get("modelIdentifier"), r"^[A-Za-z_]\w*$")
        self.assertTrue(os.path.exists(fmu.binary))
        self.assertRegex(fmu.token, r"^\{[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}$")
        names = [v.name for v in fmu.variables]
        self.assertEqual(len(set(names)), len(names))
        for name in names:
            self.assertRegex(name, rf"^{WORD}(\.{WORD})*$")
        self.assertEqual([v.reference for v in fmu.variables], list(range(len(names))))
        self.assertEqual((names[0], fmu.variables[0].causality), ("time", "independent"))
        self.check_units(fmu)
        self.check_structure(fmu)

    def check_units(self, fmu):
        defined = {}
        for unit in fmu.root.find("UnitDefinitions"):
            base = unit.find("BaseUnit")
            self.assertEqual(powers(unit.get("name")), [int(base.get(word, 0)) for word in ("kg", "m", "s", "rad")])
            defined[unit.get("name")] = base
        self.assertEqual(len(defined), len(fmu.root.find("UnitDefinitions")))
        used = {v.unit for v in fmu.variables} - {""}
        self.assertEqual(used, set(defined))
        for v in fmu.variables:
            self.assertEqual(v.start is not None, v.causality in ("input", "parameter"), v.name)

    def check_structure(self, fmu):
        outputs = [v.reference for v in fmu.of("output")]
        if fmu.version == 2:
            found = {part.tag: [int(u.get("index")) - 1 for u in part] for part in fmu.root.find("ModelStructure")}
            self.assertEqual(found, {"Outputs": outputs, "InitialUnknowns": outputs} if outputs else {})
        else:
            for tag in ("Output", "InitialUnknown"):
                found = [int(u.get("valueReference")) for u in fmu.root.find("ModelStructure").findall(tag)]
                self.assertEqual(found, outputs)

    def test_those_of_shipped_models_are_sound_and_both_versions_have_the_same_values(self):
        shipped = [path for path in glob.glob("config/models/*.yaml") + glob.glob("config/models/examples/*.yaml")]
        self.assertGreater(len(shipped), 30)
        for model in sorted(shipped)[::EVERY]:
            with self.subTest(model=model):
                two, three = self.fmu(model, 2), self.fmu(model, 3)
                self.check(two)
                self.check(three)
                self.assertEqual(len(two.of("output")), sum(v.n for v in three.of("output")))
                self.assertEqual([(v.name, v.start) for v in two.of("parameter") + two.of("input")],
                                 [(v.name, v.start) for v in three.of("parameter") + three.of("input")])
                one, other = two.load().instantiate(), three.load().instantiate()
                one.start()
                other.start()
                self.assertEqual((one.step(two.step), other.step(three.step)), (OK, OK))
                self.assertEqual(one.get(two.variables), other.get(three.variables))

    def write(self, name, text):
        with open(f"{self.folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
        return f"{self.folder}/{name}"

    def test_names_and_titles_that_need_care(self):
        os.mkdir(f"{self.folder}/sub")
        self.write("sub/leg.yaml", "bodies: [{name: 2nd-link, mass: 1, inertia: [1, 1, 1]}]\n"
                                   "sensors: [{name: at.top, type: pose, body: 2nd-link}]\n")
        model = self.write("3 legs-ä.yaml", "title: 'A \"rod\" & <b> äöü'\n"
                           "include: [{name: left, file: sub/leg.yaml}, {name: right, file: sub/leg.yaml}]\n")
        for version in (2, 3):
            fmu = self.fmu(model, version)
            self.check(fmu)
            self.assertEqual(fmu.root.get("modelName"), 'A "rod" & <b> äöü')
            names = [v.name for v in fmu.of("output")]
            self.assertEqual(names[0], "left.at.top.x" if version == 2 else "left.at.top.position")
            one = fmu.load().instantiate() # its inclusions are with it, whatever becomes of the files
            one.start()
            self.assertEqual(one.step(fmu.step), OK)
            with open(fmu.binary, "rb") as file:
                self.assertNotIn(self.folder.encode(), file.read()) # nothing of where it was made

    def test_files_that_name_others_by_whole_paths_are_with_it(self):
        os.mkdir(f"{self.folder}/absolute")
        leg = self.write("absolute/leg.yaml", "bodies: [{name: link, mass: 1, inertia: [1, 1, 1]}]\n"
                         "sensors: [{name: at, type: pose, body: link}]\n")
        model = self.write("absolute/legs.yaml", f"include: [{{name: left, file: {leg}}}]\n")
        fmu = self.fmu(model, 2)
        os.remove(leg)
        one = fmu.load().instantiate()
        one.start()
        self.assertEqual(one.step(fmu.step), OK)

    def test_two_of_one_name_are_refused(self):
        model = self.write("twice.yaml", "bodies: [{name: b, mass: 1, inertia: [1, 1, 1]}]\n"
                           "sensors: [{name: time, type: energy}, {name: a, type: pose, body: b}]\ninputs: [{name: time}]\n")
        code, says = importer.export(TACTUS, model, f"{self.folder}/x.fmu", 2)
        self.assertEqual((code, says.count("\n")), (2, 1))
        self.assertIn("'time'", says)

    def test_given_parameters_and_solvers_are_of_the_fmu(self):
        plain = self.fmu("config/models/p4_double_wishbone.yaml", 3)
        other = self.fmu("config/models/p4_double_wishbone.yaml", 3, "--dt", "0.5 ms", "--order", "4", "--method", "canonical")
        self.assertEqual((plain.step, other.step), (1e-3, 5e-4))
        self.assertEqual(float(other.about.get("fixedInternalStepSize")), 5e-4)
        self.assertNotEqual(plain.token, other.token)
        larger = self.fmu("config/models/p4_double_wishbone.yaml", 3, "--raise-bounds", "3")
        with open(larger.binary, "rb") as file:
            self.assertIn(b"solver.bounds=3\0", file.read())

    def test_inputs_are_those_of_sim(self):
        model, names = "config/models/examples/screw_jack.yaml", None
        for version in (2, 3):
            fmu = self.fmu(model, version)
            names = [v.name for v in fmu.of("input")]
            one = fmu.load().instantiate()
            held = {name: 0.5 + i for i, name in enumerate(names)}
            one.start(held)
            words = [word for name, value in held.items() for word in ("--input", f"{name}={value}")]
            subprocess.run([TACTUS, "sim", model, "--quiet", "--error-check", "off", "--duration", repr(100 * fmu.step),
                            "--sensors", f"{self.folder}/s.csv", *words], check=False, capture_output=True)
            with open(f"{self.folder}/s.csv", encoding="utf-8", newline="") as file:
                rows = [[struct.pack("<d", float(x)) for x in row] for row in list(csv.reader(file))[1:]]
            self.assertEqual(len(rows), 101)
            for k, row in enumerate(rows):
                got = one.get(fmu.of("independent") + fmu.of("output"))
                self.assertEqual([struct.pack("<d", x) for x in got], row)
                if k < 100:
                    self.assertEqual(one.step(fmu.step), OK)
        self.assertTrue(names)


unittest.main()

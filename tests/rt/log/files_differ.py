#!/usr/bin/env python3
# test: log.names_what_differs program -- @tactus
"""Logs of models that differ, and a model that was edited since it was recorded, are told apart by file, line and text.
  files_differ.py TACTUS
"""

import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from running import Running, TACTUS  # noqa: E402



def tactus(*arguments):
    return subprocess.run([TACTUS, *map(str, arguments)], capture_output=True, text=True)


class FilesDiffer(Running):
    def model(self, name, mass):
        path = self.work / name
        path.write_text((pathlib.Path(self.shipped)).read_text().replace(self.key, mass, 1))
        return path

    def setUp(self):
        super().setUp()
        import running
        self.shipped = running.ROOT / "config/models/m8_slider_crank.yaml"
        line = next(x for x in self.shipped.read_text().splitlines() if "mass:" in x)
        self.key = line[line.index("mass:"):].split(",")[0].split("}")[0]

    def record(self, model, log):
        done = tactus("sim", model, "--record", log, "--duration", "0.05 s")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_the_line_that_differs_is_named_with_both_texts(self):
        self.record(self.model("a.yaml", self.key), self.work / "a.tlog")
        self.record(self.model("b.yaml", "mass: 7 kg"), self.work / "b.tlog")
        done = tactus("log", "diff", self.work / "a.tlog", self.work / "b.tlog")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, rf"(?m)^file +\S+/a.yaml:\d+: .*{self.key}.* \| \S+/b.yaml:\d+: .*mass: 7 kg")
        same = tactus("log", "diff", self.work / "a.tlog", self.work / "a.tlog")
        self.assertEqual((same.returncode, "file " in same.stdout), (0, False))

    def test_replay_says_that_the_file_here_is_another_one(self):
        log = self.work / "a.tlog"
        self.record(self.model("a.yaml", self.key), log)
        done = tactus("replay", log)
        self.assertEqual((done.returncode, "the file here differs" in done.stdout), (0, False))
        self.model("a.yaml", "mass: 7 kg")
        done = tactus("replay", log)
        self.assertEqual(done.returncode, 0)
        self.assertIn("identical", done.stdout)
        self.assertRegex(done.stdout, r"note +the file here differs: \S+/a.yaml:\d+ is '.*mass: 7 kg.*' here now; what was recorded is '")


if __name__ == "__main__":
    unittest.main()

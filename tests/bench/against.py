# test: bench.against program -- @tactus
"""What bench/against.py calls worse, on made-up slices; and that it runs.
    against.py TACTUS    in the root of the sources
"""
import contextlib
import io
import os
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))
import against  # noqa: E402

TACTUS = os.path.abspath(sys.argv.pop())


def worse(ours, theirs, name="wake-up p50"):
    with contextlib.redirect_stdout(io.StringIO()):
        return against.compare("made up", ([{name: x} for x in ours], [{name: x} for x in theirs]))


class Against(unittest.TestCase):
    def test_what_is_worse(self):
        theirs = [10, 11, 12, 10, 11, 12, 10, 11, 12, 10, 11, 12]
        self.assertEqual(worse(theirs, theirs), [])
        self.assertEqual(worse([1.02 * x for x in theirs], theirs), [])
        self.assertEqual(worse([1.3 * x for x in theirs], theirs), ["made up: wake-up p50"])
        self.assertEqual(worse([0.5 * x for x in theirs], theirs), [])
        self.assertEqual(worse([*theirs[:11], 4000], theirs), [], "one slice is the machine's")
        self.assertEqual(worse([20, 20], [10, 10]), [], "two slices say nothing")
        self.assertEqual(worse([1.3 * x for x in theirs], theirs, "wake-up max"), [], "not judged")

    def test_quantiles_and_chance(self):
        self.assertEqual([against.quantile(range(1, 1001), q) for q in (0.5, 0.99, 0.999)], [500, 990, 999])
        self.assertAlmostEqual(against.chance([1, 2, 3], [1, 2, 3]), 0.5, delta=0.1)
        self.assertLess(against.chance(range(10, 20), range(10)), 1e-3)

    def test_it_runs(self):
        done = subprocess.run([sys.executable, str(ROOT / "bench/against.py"), TACTUS, TACTUS, "2", "0.2"],
                              capture_output=True, text=True, check=False, cwd=ROOT)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        for name in ("wake-up", "overhead", "exchange"):
            self.assertEqual(done.stdout.count(f"\n{name} p99.9 "), 2, done.stdout)


if __name__ == "__main__":
    unittest.main()

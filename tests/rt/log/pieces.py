#!/usr/bin/env python3
# test: rt.recording_is_steered program cost=40 -- @tactus
"""Recordings in pieces: split, kept, ringed, triggered, started and stopped. Every piece replays by itself; joined they
are the recording; what is not asked for is not there, and no file of others is touched.
  pieces.py TACTUS
"""

import datetime
import json
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scene"))
import mcap  # noqa: E402
import running  # noqa: E402
from running import Running, TACTUS, tactus_io  # noqa: E402

EXIT_OUTPUT = 4


class Pieces(Running):
    def rig_with(self, record, policy="kind: skip, bucket: 0, max_skip: 0", more=""):
        path = self.work / "rig.yaml"
        path.write_text(f"name: {self.name}\nmodel: {running.ROOT}/config/models/m2_four_bar.yaml\nstep: 1 ms\n"
                        f"watchdog: 60 s\npolicy: {{{policy}}}\n{more}\n"
                        f"record: {{file: {self.work}/x.tlog, {record}}}\n")
        return path

    def begin(self, record, **how):
        p = self.start("run", self.rig_with(record, **how))
        self.until("it runs", lambda: self.asks("status")[0] == 0)
        return p

    def asks(self, *words):
        done = subprocess.run([TACTUS, "ctl", self.name, *words], capture_output=True, text=True)
        return done.returncode, (done.stdout + done.stderr).strip()

    def record(self, *words):
        code, said = self.asks("record", *words)
        self.assertEqual(code, 0, said)
        return said

    def refused(self, text, *words):
        code, said = self.asks("record", *words)
        self.assertEqual(code, 2, said)
        self.assertIn(text, said)

    def state(self):
        return json.loads(self.record("status"))["record"]

    def steps(self, n):
        """Waits until so many more steps are made."""
        end = self.step() + n
        self.until(f"{n} steps", lambda: self.step() >= end)

    def step(self):
        """Late or not, which is said beside it."""
        done = subprocess.run([TACTUS, "ctl", self.name, "status"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return json.loads(done.stdout)["step"]

    def finish(self, p, code=0):
        p.send_signal(signal.SIGTERM)
        out, err = p.communicate(timeout=running.PATIENCE)
        self.assertEqual(p.returncode, code, err)
        return out + err

    def tactus(self, code, *arguments):
        done = subprocess.run([TACTUS, *map(str, arguments)], capture_output=True, text=True, cwd=running.ROOT)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done.stdout + done.stderr

    def info(self, path):
        return self.tactus(0, "log", "info", path)

    def replayed(self, path, *more):
        """First and last step of a log that replays to its bits, every one of them compared."""
        first, last, n = map(int, re.search(r"identical: steps (\d+) to (\d+), (\d+) states",
                                            self.tactus(0, "replay", *more, path)).groups())
        self.assertEqual(n, last - first)
        return first, last

    def pieces(self):
        return sorted(self.work.glob("x.*.tlog"))

    def test_split_by_size_every_piece_replays_and_joined_they_are_the_recording(self):
        size = 300000
        p = self.begin(f"split: {{size: {size}}}")
        self.until("five pieces", lambda: self.state()["pieces"] >= 5)
        self.finish(p)
        pieces, last = self.pieces(), 0
        self.assertGreaterEqual(len(pieces), 5)
        for piece in pieces[:-1]:
            self.assertGreater(piece.stat().st_size, 0.5 * size, "as large as it may be, up to a block")
        for piece in pieces:
            self.assertLessEqual(piece.stat().st_size, size)
            first, end = self.replayed(piece)
            self.assertEqual(first, last, "no step between two pieces")
            last = end
        whole = self.work / "whole.tlog"
        self.assertIn(f"{last} steps of {len(pieces)} pieces, complete",
                      self.tactus(0, "log", "join", *reversed(pieces), whole))
        self.assertEqual(self.replayed(whole), (0, last))
        self.assertIn(": whole, ", self.tactus(0, "log", "verify", whole))
        # without one in the middle it is joined all the same, and says what is missing
        self.assertIn("incomplete", self.tactus(0, "log", "join", *pieces[:2], *pieces[3:], whole))
        self.assertIn("incomplete", self.tactus(2, "replay", whole))
        self.assertIn("identical", self.tactus(0, "replay", "--partial", whole))
        self.assertIn("there twice", self.tactus(2, "log", "join", pieces[0], pieces[0], whole))

    def test_split_by_time_and_by_command_and_with_marks(self):
        p = self.begin("split: {time: 1 s}")
        self.refused("needs a text", "mark")
        text = "crank\x1b[31m \"loose\" \\ <b>äöü"
        self.record("mark", text)
        self.refused("at most 511 bytes", "mark", "x" * 600)
        self.assertEqual(self.asks("record", "mark", "two\nlines")[0], 2)
        self.steps(20)
        at = self.record("split")
        self.assertIn(at, map(str, self.pieces()))
        self.refused("start, stop, split", "splitt")
        self.until("four pieces", lambda: self.state()["pieces"] >= 4)
        self.assertEqual(self.state()["marks"], 1)
        self.finish(p)
        last = 0
        for piece in self.pieces():
            first, end = self.replayed(piece)
            self.assertEqual(first, last)
            last = end
        infos = [self.info(piece) for piece in self.pieces()]
        marks = [line for i in infos for line in i.splitlines() if line.startswith("mark ")]
        self.assertEqual(len(marks), 1)
        self.assertIn('crank?[31m "loose" \\ <b>äöü', marks[0])
        self.assertNotIn("\x1b", "".join(infos))

    def test_kept_to_a_number_and_none_of_others_is_removed(self):
        (self.work / "x.0002.tlog").write_bytes(b"of somebody else")
        p = self.begin("split: {size: 100 kB}, keep: {pieces: 3}")
        self.until("eight pieces", lambda: self.state()["pieces"] >= 8)
        self.finish(p)
        own = [piece for piece in self.pieces() if piece.name != "x.0002.tlog"]
        self.assertEqual(len(own), 3)
        self.assertEqual((self.work / "x.0002.tlog").read_bytes(), b"of somebody else")
        for piece in own:
            self.replayed(piece)
        self.assertEqual([int(piece.name.split(".")[1]) for piece in own],
                         list(range(int(own[0].name.split(".")[1]), int(own[0].name.split(".")[1]) + 3)))

    def test_a_piece_that_somebody_has_replaced_is_not_removed(self):
        p = self.begin("split: {size: 100 kB}, keep: {pieces: 2}")
        self.until("a second piece", lambda: self.state()["pieces"] >= 2)
        first = self.pieces()[0]
        first.unlink()
        first.write_bytes(b"of somebody else")
        self.until("six pieces", lambda: self.state()["pieces"] >= 6)
        self.finish(p)
        self.assertEqual(first.read_bytes(), b"of somebody else")

    def test_the_ring_has_what_came_before_and_after_a_trigger(self):
        p = self.begin("ring: {before: 1 s, after: 500 ms}", policy="kind: count, bucket: 0")
        self.steps(3500)
        self.assertEqual(self.pieces(), [], "nothing is written that nobody asked for")
        self.assertEqual(self.state()["mode"], "waiting")
        at = self.step()
        self.record("trigger", "because I say so")
        self.until("it waits again", lambda: self.state()["mode"] == "waiting")
        self.steps(10)
        self.finish(p)
        piece, = self.pieces()
        first, last = self.replayed(piece)
        self.assertGreater(first, 0, "what is older has gone")
        self.assertLessEqual(first, at - 1000)
        self.assertGreaterEqual(last, at + 500)
        self.assertRegex(self.info(piece), r"trigger +step \d+: because I say so")
        self.assertRegex(self.info(piece), r"complete +yes")

    def test_a_signal_beyond_its_limit_has_the_ring_written(self):
        p = self.begin("ring: {before: 1 s, after: 200 ms}, triggers: [{signal: turn, above: 0.1}, safe]")
        self.until("the signal passes", lambda: self.state()["pieces"] >= 1)
        self.until("it waits again", lambda: self.state()["mode"] == "waiting")
        self.assertEqual(self.asks("safe")[0], 0)
        self.until("the safe state is written", lambda: self.state()["pieces"] >= 2)
        self.until("it waits again", lambda: self.state()["mode"] == "waiting")
        self.finish(p, 6)
        rows = [self.tactus(0, "log", "export", piece, "--sensors", "-").splitlines() for piece in self.pieces()]
        columns = [i for i, name in enumerate(rows[0][0].split(",")) if name.startswith("turn.")]
        first = [max(float(line.split(",")[i]) for i in columns) for line in rows[0][1:]]
        at = next(i for i, x in enumerate(first) if x > 0.1)
        self.assertGreater(at, 0, "what came before is there")
        self.assertIn("turn", self.info(self.pieces()[0]))
        self.assertIn("safe state", self.info(self.pieces()[-1]))
        for piece in self.pieces():
            self.replayed(piece)

    def test_a_miss_has_the_ring_written(self):
        p = self.begin("ring: {before: 1 s, after: 100 ms}, triggers: [miss]")
        for _ in range(50):  # stopped for longer than a period
            if self.state()["pieces"] > 0:
                break
            p.send_signal(signal.SIGSTOP)
            subprocess.run(["sleep", "0.05"], check=True)
            p.send_signal(signal.SIGCONT)
            self.steps(5)
        self.until("it is written", lambda: self.state()["pieces"] > 0)
        self.finish(p)
        for piece in self.pieces():
            self.replayed(piece)
            timing = self.tactus(0, "log", "export", piece, "--timing", "-").splitlines()
            cause = timing[0].split(",").index("cause")
            self.assertTrue(any(float(line.split(",")[cause]) > 0 for line in timing[1:]))

    def test_started_stopped_and_started_again(self):
        p = self.begin("start: stopped")
        self.assertEqual(self.state()["mode"], "stopped")
        self.refused("nothing is recorded at the moment", "mark", "x")
        self.refused("nothing is recorded at the moment", "stop")
        self.refused("no ring", "trigger")
        self.steps(50)
        self.record("start")
        self.refused("recorded already", "start")
        self.steps(200)
        self.record("stop")
        held = self.step()
        self.steps(200)
        self.record("start")
        self.steps(100)
        out = self.finish(p)
        self.assertIn("2 pieces", out)
        one, two = (self.replayed(piece) for piece in self.pieces())
        self.assertGreaterEqual(one[0], 50)
        self.assertLessEqual(one[1], held)
        self.assertGreaterEqual(two[0], held + 200)
        self.assertIn("incomplete", self.tactus(0, "log", "join", *self.pieces(), self.work / "whole.tlog"))

    def test_a_recording_without_the_section_is_split_by_command(self):
        rig = self.work / "rig.yaml"
        self.rig_with("on_error: continue")
        rig.write_text(re.sub(r"(?m)^record:.*\n", "", rig.read_text()))
        p = self.start("run", rig, "--record", self.work / "y.tlog")
        self.until("it runs", lambda: self.asks("status")[0] == 0)
        self.steps(100)
        self.assertEqual(self.record("split"), str(self.work / "y.0002.tlog"))
        self.steps(100)
        self.finish(p)
        one, two = self.replayed(self.work / "y.tlog"), self.replayed(self.work / "y.0002.tlog")
        self.assertEqual(one[1], two[0])
        p = self.start("run", rig)
        self.until("it runs", lambda: self.asks("status")[0] == 0)
        self.refused("this run has no recording", "start")
        self.finish(p)

    def test_two_instances_with_the_same_file_keep_apart(self):
        rig = self.rig_with("split: {size: 100 kB}")
        other = self.work / "other.yaml"
        other.write_text(rig.read_text().replace(f"name: {self.name}", f"name: {self.name}b"))
        both = [self.start("run", rig), self.start("run", other)]
        self.until("it runs", lambda: self.asks("status")[0] == 0)
        self.until("pieces of both", lambda: self.state()["pieces"] >= 3 and len(self.pieces()) >= 6)
        for p in both:
            self.finish(p)
        recordings = {}
        for piece in self.pieces():
            self.replayed(piece)
            recordings.setdefault(re.search(r"recording +(\w+)", self.info(piece))[1], []).append(piece)
        self.assertEqual(len(recordings), 2)
        whole = self.work / "whole.tlog"
        self.assertIn("different recordings", self.tactus(2, "log", "join", *self.pieces(), whole))
        for pieces in recordings.values():
            self.assertIn(", complete", self.tactus(0, "log", "join", *pieces, whole))
            self.assertEqual(self.replayed(whole)[0], 0)

    def test_killed_while_it_splits_every_piece_is_read(self):
        for _ in range(5):
            p = self.begin("split: {size: 64 KiB}")
            self.until("a second piece", lambda: self.state()["pieces"] >= 2)
            for _ in range(3):
                self.asks("record", "split")
            p.kill()
            p.wait()
            last = 0
            for piece in self.pieces():
                if "no block" in self.tactus_any("replay", "--partial", piece):
                    continue
                first, end = self.replayed(piece, "--partial")
                self.assertEqual(first, last)
                last = end
            whole = self.work / "whole.tlog"
            self.assertIn("incomplete", self.tactus(0, "log", "join", *self.pieces(), whole))
            self.assertEqual(self.replayed(whole, "--partial"), (0, last))
            for piece in self.pieces():
                piece.unlink()

    def tactus_any(self, *arguments):
        done = subprocess.run([TACTUS, *map(str, arguments)], capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 2), done.stderr)
        return done.stdout + done.stderr

    def test_the_last_seconds_are_there_without_a_recording(self):
        path = self.rig_with("on_error: continue")
        path.write_text(re.sub(r"(?m)^record:.*\n", "", path.read_text()))
        p = self.start("run", path)
        self.until("it runs", lambda: self.asks("status")[0] == 0)
        self.steps(9500)
        before = self.step()
        rows = self.tactus(0, "dump", self.name, "--last", "8s", "--csv", "-").splitlines()
        header = rows[0].split(",")
        steps = [int(row.split(",")[header.index("step")]) for row in rows[1:]]
        self.assertEqual(len(steps), 8000)
        self.assertEqual(steps, list(range(steps[0], steps[0] + 8000)), "every one of them, in order")
        self.assertGreaterEqual(steps[-1], before)
        self.assertIn("has kept", self.tactus(0, "dump", self.name, "--last", "100 s", "--csv", "-"))
        both = self.tactus(0, "dump", self.name, "--last", "1s", "--duration", "500ms", "--csv", "-").splitlines()
        self.assertGreater(len(both), 1001)
        self.tactus(2, "dump", self.name, "--last", "0 s", "--csv", "-")
        self.finish(p)

    def test_steps_have_their_time_of_day(self):
        before = time.time()
        p = self.begin("split: {time: 1 s}", policy="kind: count, bucket: 0, max_burst: 100000")  # whatever stalls
        self.until("three pieces", lambda: self.state()["pieces"] >= 3)
        self.finish(p)
        after, last = time.time(), None
        whole = self.work / "whole.tlog"
        self.tactus(0, "log", "join", *self.pieces(), whole)
        for log in (*self.pieces(), whole):
            rows = [row.split(",")[:2] for row in self.tactus(0, "log", "export", log, "--time", "utc", "--csv", "-").splitlines()]
            self.assertEqual(rows[0], ["utc", "t"])
            utc, t = ([float(row[i]) for row in rows[1:]] for i in (0, 1))
            self.assertGreater(utc[0], before)
            self.assertLess(utc[-1], after)
            for i in range(1, len(t)):  # on a grid that the policy does not leave
                self.assertAlmostEqual(utc[i] - utc[i - 1], 0.001, delta=2e-6)
            if last and log != whole:  # pieces have anchors of their own, and agree
                self.assertAlmostEqual(utc[0] - last, 0.001, delta=1e-4)
            last = utc[-1]
            start = re.search(r"start +(\S+)Z, when its first step was due", self.info(log))[1]
            at = datetime.datetime.fromisoformat(start).replace(tzinfo=datetime.timezone.utc).timestamp()
            self.assertAlmostEqual(at, utc[0 if t[0] > 0 else 1], delta=2e-6)
        file = self.work / "whole.mcap"
        self.tactus(0, "log", "export", whole, "--time", "utc", "--mcap", file, "--window", "1:300")
        shown = mcap.File(file.read_bytes())
        clock = shown.metadata["clock"]
        self.assertEqual(clock["log_time"], "utc")
        now, utc_now, _ = tactus_io.wall_anchor()
        self.assertAlmostEqual(int(clock["utc_ns"]) - int(clock["monotonic_ns"]), utc_now - now, delta=1e6)
        times = [at for at, _ in shown.topic("/frames")]
        self.assertEqual(len(times), 300)
        for at, row in zip(times, rows[2:]):
            self.assertAlmostEqual(at * 1e-9, float(row[0]), delta=1e-6)
        part = self.work / "part.tlog"
        self.tactus(0, "log", "cut", whole, "1200:1400", part)
        self.assertIn("when its first step was due", self.info(part))
        offline = self.work / "sim.tlog"
        self.tactus(0, "sim", "config/models/m2_four_bar.yaml", "--duration", "0.1", "--record", offline)
        self.assertRegex(self.info(offline), r"start +\d{4}-\d\d-\d\dT")
        self.assertIn("not run against the clock",
                      self.tactus(2, "log", "export", offline, "--time", "utc", "--csv", "-"))

    def test_python_steers_a_recording(self):
        p = self.begin("ring: {before: 1 s, after: 100 ms}")
        with tactus_io.Recording(self.name) as recording:
            self.assertEqual(recording.status()["mode"], "waiting")
            recording.mark("from Python")
            piece = recording.trigger("a reason")
            self.assertTrue(pathlib.Path(piece).exists())
            with self.assertRaises(tactus_io.Refused):
                recording.mark("")
        self.finish(p)
        self.assertIn("from Python", self.info(piece))
        with self.assertRaises(tactus_io.NotRunning):
            tactus_io.Recording(self.name)


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# test: rt.recording_outlives_a_full_disk program cost=20 skip=77 machine=own_root -- @tactus
"""A recording whose disk fills up and empties, whose folder goes, whose file may not grow: said at once by everybody,
gone on with, every step counted that is missing.
  disk.py TACTUS
"""

import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS  # noqa: E402

EXIT_OUTPUT, EXIT_SAFE, SKIPPED = 4, 6, 77


class Disk(Running):
    def setUp(self):
        super().setUp()
        self.disk = self.work / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", self.disk], check=True)
        self.said = self.work / "said"
        self.log = self.disk / "x.tlog"

    def tearDown(self):
        for p in self.processes:
            p.kill()
            p.wait()
        subprocess.run(["umount", "-l", self.disk], check=True)
        self.disk.rmdir()
        super().tearDown()

    def begin(self, record="", limit=None, name=None, recorded=20000):
        path = self.work / "rig.yaml"
        path.write_text(f"name: {self.name}\nmodel: {running.ROOT}/config/models/m2_four_bar.yaml\nstep: 1 ms\n"
                        f"watchdog: 60 s\npolicy: {{kind: skip, bucket: 0, max_skip: 0}}\nrecord: {{file: {self.disk / name if name else self.log}{record}}}\n")
        more = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))) if limit else None
        with self.said.open("w") as said:
            p = subprocess.Popen([TACTUS, "run", path], stdout=subprocess.PIPE, stderr=said, text=True,
                                 cwd=running.ROOT, preexec_fn=more)
        self.processes.append(p)
        self.until("it records", lambda: self.status_or_none() is not None and self.size(self.log) >= recorded)
        return p

    def size(self, path):
        return running.unless_gone(lambda: path.stat().st_size) or 0

    def fill(self):
        with (self.disk / "filler").open("wb", buffering=0) as f, contextlib.suppress(OSError):
            while f.write(bytes(4096)):
                pass

    def empty(self):
        (self.disk / "filler").unlink()

    def tactus(self, code, *arguments):
        done = subprocess.run([TACTUS, *map(str, arguments)], capture_output=True, text=True, cwd=running.ROOT)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return done.stdout

    def status(self):
        return json.loads(self.tactus(0, "ctl", self.name, "status"))["record"]

    def fails(self):
        return self.status()["mode"] == "failing"

    def finish(self, p, code):
        p.send_signal(signal.SIGTERM)
        out, _ = p.communicate(timeout=running.PATIENCE)
        self.assertEqual(p.returncode, code, self.said.read_text())
        return out

    def test_full_and_empty_again_the_gap_is_said_and_counted(self):
        p = self.begin()
        self.fill()
        self.until("it fails", self.fails)
        self.assertIn("No space left on device; nothing is recorded from step", self.said.read_text())
        words = "NOT RECORDED (No space left on device)"
        self.until("the list says it", lambda: words in self.tactus(0, "list"))
        self.assertIn(words, self.tactus(0, "top", self.name, "--once"))
        of_list = next(i for i in json.loads(self.tactus(0, "list", "--json"))["instances"] if i["name"] == self.name)
        self.assertEqual(of_list["record"]["mode"], "failing")
        self.until("something is lost", lambda: self.status()["lost_steps"] > 0)
        self.empty()
        self.until("it goes on", lambda: not self.fails())
        size = self.size(self.log)
        self.until("more is written", lambda: self.size(self.log) > size + 20000)
        lost = self.status()
        self.assertEqual(lost["gaps"], 1)
        self.finish(p, EXIT_OUTPUT)
        said = self.said.read_text()
        self.assertIn("is written again from step", said)
        self.assertIn(f"; {lost['lost_steps']} steps are lost", said)
        self.assertIn(f"incomplete: {lost['lost_steps']} steps ({lost['lost_records']} records) lost in 1 gap", said)
        info = self.tactus(0, "log", "info", self.log)
        self.assertRegex(info, rf"gap .*{lost['lost_steps']} steps, {lost['lost_records']} records, No space left")
        self.tactus(2, "replay", self.log)
        replayed = self.tactus(0, "replay", "--partial", self.log)
        last, compared = map(int, re.search(r"steps 0 to (\d+), (\d+) states compared", replayed).groups())
        self.assertEqual(compared, last - lost["lost_steps"], "what is missing is what was said")
        self.tactus(0, "log", "recover", self.log, self.work / "whole.tlog")
        self.assertEqual(self.tactus(0, "replay", "--partial", self.work / "whole.tlog").split("identical")[1].split("\n")[0],
                         replayed.split("identical")[1].split("\n")[0])

    def test_on_error_safe_enters_the_safe_state(self):
        p = self.begin(", on_error: safe")
        self.fill()
        self.until("it is safe", lambda: json.loads(self.tactus(0, "ctl", self.name, "status"))["safe_reason"]
                   == "the recording failed")
        self.finish(p, EXIT_SAFE)

    def test_on_error_stop_ends_the_run(self):
        p = self.begin(", on_error: stop")
        self.fill()
        p.communicate(timeout=running.PATIENCE)
        self.assertEqual(p.returncode, EXIT_OUTPUT)

    def test_a_folder_that_goes_and_comes_back(self):
        folder = self.disk / "folder"
        folder.mkdir()
        self.log = folder / "x.tlog"
        p = self.begin()
        self.log.unlink()
        folder.rmdir()
        self.until("it fails", self.fails)
        folder.mkdir()
        second = folder / "x.0002.tlog"
        self.until("it goes on", lambda: self.size(second) > 20000)
        lost = self.status()
        self.finish(p, EXIT_OUTPUT)
        self.assertIn("it was removed or cut off", self.said.read_text())
        self.assertIn("identical", self.tactus(0, "replay", second))
        self.assertIn(f"{lost['lost_steps']} steps", self.tactus(0, "log", "info", second))

    def test_a_limit_of_the_size_of_files_makes_pieces_and_loses_nothing(self):
        p = self.begin(limit=100000)
        self.until("there are three", lambda: self.status()["pieces"] >= 3)
        out = self.finish(p, 0)
        pieces = sorted(self.disk.glob("x*.tlog"), key=lambda path: (len(path.name), path.name))
        self.assertIn(f"{len(pieces)} pieces", out)
        self.assertEqual(self.said.read_text(), "")
        first = 0
        for piece in pieces:
            self.assertLessEqual(self.size(piece), 100000)
            steps = re.search(r"identical: steps (\d+) to (\d+)", self.tactus(0, "replay", piece))
            self.assertEqual(int(steps[1]), first, piece)
            first = int(steps[2])

    def test_a_trigger_while_the_disk_is_full_is_written_when_it_is_not(self):
        self.log = self.disk / "x.0001.tlog"
        self.disk.joinpath("x.0001.tlog").write_bytes(bytes(30000))  # taken: the piece gets another name
        p = self.begin(", ring: {before: 1 s, after: 200 ms}, start: recording", name="x.tlog")
        self.until("two seconds", lambda: json.loads(self.tactus(0, "ctl", self.name, "status"))["step"] > 2000)
        self.fill()
        at = json.loads(self.tactus(0, "ctl", self.name, "status"))["step"]
        refused = subprocess.run([TACTUS, "ctl", self.name, "record", "trigger"], capture_output=True, text=True)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("No space left on device", refused.stderr)
        self.assertTrue(self.fails())
        self.until("two seconds", lambda: json.loads(self.tactus(0, "ctl", self.name, "status"))["step"] > at + 2000)
        self.empty()
        self.until("it waits again", lambda: self.status()["mode"] == "waiting")
        self.assertEqual(self.status()["lost_steps"], 0)
        self.finish(p, 0)
        piece = self.disk / "x.0002.tlog"
        first, last = map(int, re.search(r"identical: steps (\d+) to (\d+)", self.tactus(0, "replay", piece)).groups())
        self.assertLessEqual(first, at - 1000)
        self.assertGreaterEqual(last, at + 100)

    def ask_while_full(self):
        """A ring whose disk is full, asked for what is long over when the disk takes it."""
        self.log = self.disk / "x.0001.tlog"
        p = self.begin(", ring: {before: 1 s, after: 200 ms}, start: recording", name="x.tlog", recorded=0)
        self.pass_steps(1500)
        self.fill()
        subprocess.run([TACTUS, "ctl", self.name, "record", "trigger"], capture_output=True)
        self.assertTrue(self.fails())
        self.pass_steps(1500)
        return p

    def pass_steps(self, n):
        at = json.loads(self.tactus(0, "ctl", self.name, "status"))["step"]
        self.until(f"{n} steps", lambda: json.loads(self.tactus(0, "ctl", self.name, "status"))["step"] > at + n)

    def test_a_ring_that_is_asked_anew_while_the_disk_is_full_says_what_is_missing_between(self):
        p = self.ask_while_full()
        subprocess.run([TACTUS, "ctl", self.name, "record", "trigger"], capture_output=True)
        self.pass_steps(1000)
        self.empty()
        self.until("it waits again", lambda: self.status()["mode"] == "waiting")
        lost = self.status()["lost_steps"]
        self.assertGreater(lost, 300)
        self.finish(p, EXIT_OUTPUT)
        self.tactus(2, "replay", self.log)
        first, last, compared = map(int, re.search(r"steps (\d+) to (\d+), (\d+) states compared",
                                                   self.tactus(0, "replay", "--partial", self.log)).groups())
        self.assertEqual(compared, last - first - lost)

    def test_a_ring_that_ends_behind_what_it_was_asked_for_does_not_claim_to_know_that_end(self):
        p = self.ask_while_full()
        self.empty()
        p.send_signal(signal.SIGTERM)  # before it is tried again: what waits is written at the end
        p.communicate(timeout=running.PATIENCE)
        self.assertIn(p.returncode, (0, EXIT_OUTPUT), self.said.read_text())
        self.assertIn("identical", self.tactus(0, "replay", self.log))

    def test_a_disk_that_is_to_stay_free_loses_its_oldest_pieces_first(self):
        self.log = self.disk / "x.0001.tlog"
        p = self.begin(", split: {size: 64 KiB}, keep: {free: 200 kB}", name="x.tlog")
        self.until("more pieces than there is room", lambda: self.status()["pieces"] > 12)
        about = os.statvfs(self.disk)
        self.assertGreater(about.f_bavail * about.f_frsize, 200000 - 100000)
        self.assertFalse((self.disk / "x.0001.tlog").exists())
        self.assertEqual(self.status()["lost_steps"], 0)
        self.finish(p, 0)

    def test_what_can_never_be_written_is_refused_at_the_start(self):
        for record, line in ((f"file: {self.disk}/no/x.tlog, start: stopped", "its folder: No such file"),
                             (f"file: {self.disk}/no/x.tlog, ring: {{}}", "its folder: No such file"),
                             (f"file: {self.disk}/x.tlog, ring: {{}}, keep: {{free: 1 TB}}", "would never be written")):
            path = self.work / "rig.yaml"
            path.write_text(f"name: {self.name}\nmodel: {running.ROOT}/config/models/m2_four_bar.yaml\nrecord: {{{record}}}\n")
            done = subprocess.run([TACTUS, "run", path, "--duration", "0.1"], capture_output=True, text=True)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (EXIT_OUTPUT, 1), done.stderr)
            self.assertIn(line, done.stderr)

    def status_or_none(self):
        done = subprocess.run([TACTUS, "ctl", self.name, "status"], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None

    def test_a_descriptor_that_has_gone_is_no_other_file(self):
        p = self.begin()
        other = self.disk / "other"
        os.rename(self.log, other)
        self.log.write_bytes(b"of somebody else")
        size = self.size(other)
        self.until("it goes on there", lambda: self.size(other) > size + 10000)
        self.finish(p, 0)
        self.assertEqual(self.log.read_bytes(), b"of somebody else")
        self.tactus(0, "replay", other)


if __name__ == "__main__":
    if os.geteuid() != 0 or os.environ.get("TACTUS_OWN_MOUNTS") is None:
        own = ["unshare", "-m"] + ([] if os.geteuid() == 0 else ["-r"])
        if subprocess.run([*own, "mount", "-t", "tmpfs", "tmpfs", "/tmp"], capture_output=True).returncode != 0:
            sys.exit(SKIPPED)
        os.execvpe("unshare", [*own, sys.executable, __file__, TACTUS], {**os.environ, "TACTUS_OWN_MOUNTS": "1"})
    unittest.main()

#!/usr/bin/env python3
# test: apart.processes program unless=sanitize -- @tactus
# test: bare.apart.processes skip=77 unless=sanitize machine=bare -- Apart.test_what_is_refused Apart.test_of_another_user @tactus
# test: apart.processes_1000 full timeout=3600 unless=sanitize -- 1000 @tactus
"""Compiled sub-models in a process of their own, and what happens to that process.
    processes.py [TIMES] TACTUS      in the root of the sources; TIMES: of each misfortune

Whatever is asserted holds on a busy machine too: bits, counts, words, never how long something took. A rig makes twenty
steps in each of its periods of 20 ms and waits up to 8 ms: then two fifths of a core are all that it takes from others
where nobody answers.
"""

import csv
import ctypes
import os
import pathlib
import random
import re
import signal
import stat
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True
TIMES = int(sys.argv.pop(1)) if sys.argv[1].isdigit() else 34
from other_users import STRANGER, for_others  # noqa: E402
from running import PATIENCE, ROOT, TACTUS, Running, unless_gone  # noqa: E402

CORNER = ROOT / "config/models/parts/corner.yaml"
PLACES = {"front_left": ("left", 1.6, 0.3), "front_right": ("right", 1.6, -0.3),
          "rear_left": ("left", -1.6, 0.3), "rear_right": ("right", -1.6, -0.3)}
CAR = """step: 1 ms
bodies:
  - {{name: chassis, mass: 1500, inertia: [600, 2000, 2200], position: [0, 0, 0.6]}}
joints:
  - {{name: rail, type: cylindrical, bodies: [ground, chassis], at: [0, 0, 0.6], axis: [0, 0, 1]}}
forces:
  - {{name: post, type: spring, bodies: [ground, chassis], at: [1, 1, -1], at2: [1, 1, 0.6], stiffness: 40 kN/m,
     damping: 500, free_length: 1.9}}
include:
{include}sensors:
  - {{name: body, type: pose, body: chassis}}
"""
# What a corner may have besides: a bump stop, and friction in its lower pivot.
ROUGH = """tables:
  - {name: stop, points: [[-1, -4e5], [0, 0], [1, 0]], interpolation: linear}
forces:
  - {name: bump, type: spring, bodies: [ground, LCA], at: [0.1, "${side*0.5}", 0.3], at2: [0.1, "${side*0.5}", -0.05],
     spring_table: stop, free_length: 350 mm, damping: 100}
  - {name: rubs, type: friction, joint: LCA_pivot, coulomb: 5, regularisation: 0.1}
"""
RIG = """name: {name}
model: car.yaml
step: 1 ms
substeps: 20
watchdog: 20 s
policy: {policy}
start: {start}
processes:
{processes}exchange: false
"""
# offsets in the segment, rt/apart/apart_layout.h
PAGE = 4096
WORDS = 8192
EPOCH = 9856
ASKED = 9920  # number of the last question of the first channel
QUESTION, ANSWERED, ANSWER, SETUP = ASKED + 8, ASKED + 65600, ASKED + 65608, ASKED + 131320
SETUP_BYTES, SETUP_N = 744, 224  # of tac_part_setup, and where its n is
INIT, FIRST, UP, DOWN, END, WITH_BEGIN, WITH_DOWN, WITH_MOVE = 1, 3, 4, 5, 6, 16, 32, 64
WORDS_BEFORE = {WITH_BEGIN: 23, WITH_DOWN: 9, WITH_MOVE: 29}  # of a beginning: where nothing is built


class Apart(Running):
    def setUp(self):
        super().setUp()
        self.compile_corners(CORNER)
        self.write_car()
        self.log = str(self.work / "run.tlog")
        self.segment = pathlib.Path(f"/dev/shm/tactus.{self.name}.corners.part")

    # ---- helpers

    def write_car(self, together=""):
        include = "".join(f"  - {{file: {side}.so, name: {name}, position: [{x}, {y}, 0.5], ground: chassis{together.format(side)}}}\n"
                          for name, (side, x, y) in PLACES.items())
        (self.work / "car.yaml").write_text(CAR.format(include=include))

    def compile_corners(self, corner):
        self.objects = []
        for side, sign in (("left", 1), ("right", -1)):
            path = self.work / f"{side}.so"
            subprocess.run([TACTUS, "compile", corner, "--parameter", f"side={sign}", "--out", path], check=True,
                           stdout=subprocess.DEVNULL)
            self.objects.append(str(path))

    def compile_rough_corners(self):
        text = CORNER.read_text(encoding="utf-8")
        self.assertEqual(text.count("\nforces:\n"), 1)
        (self.work / "rough.yaml").write_text(text.replace("\nforces:\n", "\n" + ROUGH))
        self.compile_corners(self.work / "rough.yaml")

    def write_rig(self, parts=PLACES, policy="{kind: skip, bucket: 0, max_skip: 0}", start="running", wait="8 ms"):
        path = self.work / "rig.yaml"
        if not isinstance(parts, dict) or parts is PLACES:
            parts = {"corners": parts}
        processes = "".join(f"  - {{name: {name}, parts: [{', '.join(of)}], wait: {wait}}}\n" for name, of in parts.items())
        path.write_text(RIG.format(name=self.name, processes=processes, policy=policy, start=start))
        return str(path)

    def start_run(self, *options, **rig):
        return self.start("run", self.write_rig(**rig), "--record", self.log, *options)

    def start_part(self, *objects, process="corners"):
        return self.start("part", self.name, process, *(objects or self.objects), "--priority", "10")

    def status(self):
        return subprocess.run([TACTUS, "ctl", self.name, "status"], capture_output=True, text=True, check=False).stdout

    def steps(self):
        """Steps made, None while nobody answers."""
        found = re.search(r'"step":(\d+)', self.status())
        return int(found[1]) if found else None

    def until(self, what, true):
        end = time.monotonic() + PATIENCE
        while not true():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.01)

    def until_steps(self, n):
        self.until(f"{n} steps", lambda: (self.steps() or 0) >= n)

    def goes_on(self, n=20):
        self.until("it runs", lambda: '"state":"running"' in self.status())
        self.until_steps(self.steps() + n)

    def end(self, process, code=0):
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, code, out + err)
        return out, err

    def replays(self):
        options = [x for path in self.objects for x in ("--part", path)]
        ran = subprocess.run([TACTUS, "replay", self.log, *options], capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("identical", ran.stdout)
        return int(re.search(r"(\d+) states compared", ran.stdout)[1])

    def events(self):
        path = self.work / "events.csv"
        subprocess.run([TACTUS, "log", "export", self.log, "--events", path], check=True, stdout=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as f:
            return [row for row in csv.reader(f) if len(row) > 1 and row[1] == "apart"]

    # ---- tests

    def test_same_bits_as_in_one_process(self):
        seconds = max(10, TIMES / 50)  # 10 000 steps
        os.umask(0o077)
        run = self.start_run("--duration", str(seconds))
        self.until("the segment", self.segment.exists)
        self.assertEqual(oct(stat.S_IMODE(self.segment.stat().st_mode)), "0o660")
        part = self.start_part()
        out, err = run.communicate(timeout=PATIENCE + seconds)
        self.assertEqual(run.returncode, 0, out + err)
        self.assertIn("process       corners has 4 sub-models, 8000 us for all answers of a step", out)
        out, err = self.end(part)
        self.assertIn("0 questions were none", out)
        compared = self.replays()
        if not self.events():
            self.assertEqual(compared, round(1000 * seconds))
        self.is_as_in_one_process(compared)

    def is_as_in_one_process(self, steps):
        here = subprocess.run([TACTUS, "sim", self.work / "car.yaml", "--duration", str(steps / 1000), "--record",
                               self.work / "here.tlog", "--quiet"], check=False)
        self.assertEqual(here.returncode, 0)
        for log in ("here", "run"):
            subprocess.run([TACTUS, "log", "export", self.work / f"{log}.tlog", "--sensors", self.work / f"{log}.csv",
                            *[x for path in self.objects for x in ("--part", path)]], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual((self.work / "here.csv").read_text().splitlines()[-1],
                         (self.work / "run.csv").read_text().splitlines()[-1])

    def test_stops_and_friction(self):
        self.compile_rough_corners()
        run, part = self.start_run("--duration", "1"), self.start_part()
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, out + err)
        self.end(part)
        self.is_as_in_one_process(self.replays())

    def test_two_of_four_and_a_process_that_was_first(self):
        self.write_car(together=", together: {}")
        part = self.start_part(self.objects[0])
        run = self.start_run("--duration", "0.4", parts=["rear_left", "front_left"])
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, out + err)
        self.end(part)
        self.replays()

    def test_two_processes_on_what_cores_there_are(self):
        self.write_car(together=", together: {}")
        sides = {"left": [name for name in PLACES if "left" in name], "right": [name for name in PLACES if "right" in name]}
        run = self.start_run(parts=sides)
        parts = [self.start_part(path, process=side) for side, path in zip(sides, self.objects)]
        self.goes_on(400)
        out, err = self.end(run)
        self.assertIn("process       right has 2 sub-models", out, err)
        lost = re.search(r"BEHIND: (\d+) of (\d+) steps", out)
        if len(os.sched_getaffinity(0)) > 1 and lost: # who waits lets the other one of its core answer
            self.assertLess(int(lost[1]), 0.5 * int(lost[2]), out)
        for part in parts:
            out, err = self.end(part)
            self.assertIn("; 0 questions were none", out)
        self.assertGreaterEqual(self.replays(), 400)

    def test_both_start_over_what_a_killed_run_left(self):
        for _ in range(6):
            run, part = self.start_run(), self.start_part()
            self.goes_on(5)
            run.kill()
            run.communicate()
            self.end(part)
            part, run = self.start_part(), self.start_run()  # the former may meet the dead one's segment
            self.goes_on(5)
            for process in (run, part):
                self.end(process)

    def test_says_that_the_rig_has_no_such_process(self):
        run, part = self.start_run(), self.start_part()
        self.goes_on()
        other = self.start_part(process="other")
        self.assertIn("waits for the process 'other'", other.stderr.readline())
        self.assertIn(f"'{self.name}' runs and has no process 'other'", other.stderr.readline())
        for process in (other, run, part):
            self.end(process)

    def test_a_start_whose_process_was_lost_is_none(self):
        self.write_car(together=", together: {}")
        sides = {"left": [name for name in PLACES if "left" in name], "right": [name for name in PLACES if "right" in name]}
        run, left = self.start_run(parts=sides), self.start_part(self.objects[0], process="left")
        while "process 'right'" not in run.stderr.readline():
            self.assertIsNone(run.poll())  # the left one is waited for, and met
        left.kill()
        left.wait()
        rest = [self.start_part(path, process=side) for side, path in zip(sides, self.objects)]
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 2, out + err)
        self.assertIn("no start without its processes; start the run again: the process 'left'", err)
        for part in rest:
            self.end(part)

    def test_waits_on_where_an_object_was_forgotten(self):
        for named, missing in ((self.objects[:1], "right.so"), (self.objects[1:], "left.so")):
            run = self.start_run("--duration", "0.4")
            part = self.start_part(*named)
            out, err = part.communicate(timeout=PATIENCE)
            self.assertEqual(part.returncode, 2, out + err)
            self.assertRegex(err, f"the process has sub-models of '.*/{missing}', of hash [0-9a-f]{{32}}, and none")
            part = self.start_part()
            out, err = run.communicate(timeout=PATIENCE)
            self.assertEqual(run.returncode, 0, out + err)
            self.end(part)

    @unittest.skipUnless(os.geteuid() == 0, "one user")
    def test_of_another_user(self):
        run = self.start_run("--duration", "0.4")
        objects = for_others(self, TACTUS, *self.objects)
        part = subprocess.Popen(["setpriv", f"--reuid={STRANGER}", "--regid=0", "--clear-groups", objects[0], "part", self.name, "corners", *objects[1:]],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "TACTUS_TRUST": "root"})
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, out + err)
        out, err = part.communicate(timeout=PATIENCE)
        self.assertEqual(part.returncode, 0, out + err)
        self.assertIn("; 0 questions were none", out)

    @unittest.skipIf(len(os.sched_getaffinity(0)) == 1, "one core")
    def test_keeps_off_the_core_of_the_executive(self):
        def cores(process, thread):
            for path in pathlib.Path(f"/proc/{process.pid}/task").glob("*/status"):
                text = unless_gone(path.read_text) or ""
                if f"Name:\t{thread}\n" in text:
                    return re.search(r"Cpus_allowed_list:\t(.*)", text)[1]
            return None

        run, part = self.start_run(), self.start_part()
        self.goes_on()
        self.assertNotEqual(cores(run, "tac-cycle"), None)
        self.assertNotIn(cores(run, "tac-cycle"), cores(part, "tactus-part").replace("-", ",").split(","))
        self.end(part)
        # where it is held to that one, which is of real time and waits there, it takes another
        every = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {int(cores(run, "tac-cycle"))})
        part = self.start_part()
        os.sched_setaffinity(0, every)
        self.assertIn("may be on the executive's cores alone, where it could not answer", part.stderr.readline())
        self.goes_on()
        for thread in ("tactus", "tactus-part"):
            self.assertNotIn(cores(run, "tac-cycle"), cores(part, thread).replace("-", ",").split(","))
        self.end(part)
        self.end(run)

    def test_sleeps_between_cycles(self):
        run, part = self.start_run(), self.start_part()
        self.goes_on()

        def used():  # by the thread that answers, in ticks
            tasks = [unless_gone(p.read_text) or "" for p in pathlib.Path(f"/proc/{part.pid}/task").glob("*/stat")]
            return sum(int(x) for t in tasks if "(tactus-part)" in t for x in t.rsplit(")", 1)[1].split()[11:13])

        before, begin = used(), time.monotonic()
        time.sleep(1)
        ticks = (time.monotonic() - begin) * os.sysconf("SC_CLK_TCK")
        self.assertLess(used() - before, 0.5 * ticks)
        self.end(run)
        self.end(part)

    def test_killed_again_and_again(self):
        run, chance = self.start_run(), random.Random(1)
        for k in range(TIMES):
            part = self.start_part()
            self.goes_on()
            time.sleep(chance.uniform(0, 0.05))
            part.kill()
            part.wait()
            time.sleep(0.05 * (k % 2))  # the next one may come before a step is due; every second time it does not
        self.until("it is said", lambda: self.segment.exists())
        time.sleep(0.3)
        before = self.steps()
        time.sleep(0.2)
        self.assertEqual(self.steps(), before, "no step without it")
        part = self.start_part()
        self.goes_on()
        out, err = self.end(run)
        self.assertIn("the process 'corners' is not there; start it: tactus part", err)
        self.assertRegex(out, r"process       corners: \d+ cycles cut short, gone")
        self.assertIn("BEHIND", out)
        self.end(part)
        self.assertGreaterEqual(len(self.events()), TIMES // 2)
        self.assertGreater(self.replays(), 20 * TIMES)

    def test_stopped_again_and_again(self):
        run, part, chance = self.start_run(), self.start_part(), random.Random(2)
        for _ in range(TIMES):
            self.goes_on()
            time.sleep(chance.uniform(0, 0.02))
            part.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            part.send_signal(signal.SIGCONT)
        self.goes_on()
        out, err = self.end(run)
        self.assertIn("the process 'corners' did not answer within 8000 us of the step's start", err)
        self.assertRegex(out, r"process       corners: \d+ cycles cut short, late")
        self.end(part)
        self.replays()

    def test_garbage_again_and_again(self):
        run, part, chance = self.start_run(), self.start_part(), random.Random(3)
        self.goes_on()
        size = self.segment.stat().st_size
        for k in range(TIMES):
            with open(self.segment, "r+b") as f:
                for _ in range(200):
                    f.seek(chance.randrange(PAGE, size - 64) // 8 * 8)
                    f.write(chance.randbytes(chance.choice((8, 64))))
                for at in range(ASKED + 64, size - 64, WORDS): # also where numbers and questions are
                    f.seek(at)
                    f.write(chance.randbytes(8))
            time.sleep(0.05)
            self.assertIsNone(run.poll(), "the executive lives")
            if part.poll() is not None: # it may say that this makes no sense
                self.assertEqual(part.returncode, 2, part.communicate())
                part = self.start_part()
        out, err = self.end(run)
        self.assertRegex(out, r"process       corners: \d+ cycles cut short, (garbage|late|gone)")
        if part.poll() is None:
            part.terminate()
        part.communicate(timeout=PATIENCE)
        self.assertIn(part.returncode, (0, 2))
        self.replays()

    def test_cut_short(self):
        self.is_cut_short()

    def test_cut_short_behind_the_first_of_two(self):
        self.write_car(together=", together: {}")
        self.is_cut_short()

    def is_cut_short(self):
        run, part = self.start_run(), self.start_part()
        self.goes_on()
        os.truncate(self.segment, 100)
        out, err = part.communicate(timeout=PATIENCE)
        self.assertEqual(part.returncode, 2, out + err)
        self.assertIn("its segment was cut off", err)
        before = self.steps()
        time.sleep(0.1)
        self.assertEqual(self.steps(), before)
        late = self.start_part()
        out, err = late.communicate(timeout=PATIENCE)
        self.assertEqual(late.returncode, 2)
        self.assertIn("is of another version", err)
        out, err = self.end(run)
        self.assertIn("was removed or cut off; start the run again", out + err)
        self.replays()

    def test_what_a_member_asks_ends_no_process(self):
        """Well-formed questions of somebody who may write the segment: what was refused is not served."""
        run, part = self.start_run(start="paused"), self.start_part()
        self.until("it is paused", lambda: '"state":"paused"' in self.status())
        subprocess.run([TACTUS, "ctl", self.name, "step", "1"], check=True, stdout=subprocess.DEVNULL)
        self.until_steps(20)
        run.send_signal(signal.SIGSTOP)
        hash_of = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
        hash_of.argtypes, hash_of.restype = (ctypes.c_char_p, ctypes.c_size_t), ctypes.c_uint64
        with open(self.segment, "r+b", buffering=0) as f:
            def read(at, size=8):
                return os.pread(f.fileno(), size, at)

            def number(at):
                return int.from_bytes(read(at), "little")

            def ask(what, words=b""):
                n = number(ASKED) + 1
                body = struct.pack("<QQQQQ", n, number(EPOCH), what, len(words) // 8, 0) + words
                os.pwrite(f.fileno(), struct.pack("<Q", hash_of(body, len(body))) + body, QUESTION)
                os.pwrite(f.fileno(), struct.pack("<Q", n), ASKED)
                return n

            def build(setup):
                n = ask(INIT, setup)
                self.until("an answer", lambda: part.poll() is not None or number(ANSWERED) == n)
                self.assertIsNone(part.poll(), "it lives")
                return number(ANSWER + 48)

            good = read(SETUP, SETUP_BYTES)
            for n in (1000, -1, 0, 9, 2**31 - 1, -2**31):
                bad = good[:SETUP_N] + struct.pack("<i", n) + good[SETUP_N + 4:]
                self.assertEqual(build(bad), 0)
                for what in (FIRST, UP, DOWN, END):
                    ask(what, bytes({UP: 8, DOWN: 72}.get(what, 0)))
                    time.sleep(0.05)
                for before, words in WORDS_BEFORE.items():
                    ask(INIT | before, bytes(8 * words) + bad)
                    time.sleep(0.05)
                self.assertEqual(build(good), 1)
        run.kill()
        run.communicate()
        self.end(part)

    def test_policy_decides(self):
        # so deep that a busy machine alone does not fill it: the cycles without the process do
        run, part = self.start_run(policy="{kind: skip, bucket: 200, max_skip: 0}"), self.start_part()
        self.goes_on()
        part.kill()
        part.wait()
        self.until("the safe state", lambda: '"state":"safe"' in self.status())
        out, err = self.end(run, 6)
        self.assertIn("safe state: a process did not answer", err)
        self.assertIn("verdict       SAFE STATE: a process did not answer: the process 'corners'", out)
        self.replays()

    def test_seven_questions_in_a_step(self):
        self.asks_in_a_step(7)

    def test_two_more_where_a_law_has_sides(self):
        self.compile_rough_corners()
        self.asks_in_a_step(9)

    def asks_in_a_step(self, n):
        def asked():
            with open(self.segment, "rb") as f:
                f.seek(ASKED)
                return int.from_bytes(f.read(8), "little")

        run, part = self.start_run(start="paused"), self.start_part()
        self.until("it is paused", lambda: '"state":"paused"' in self.status())
        counts = set()
        for _ in range(50):  # a cycle that was cut short on a busy machine is made again, and has asked more
            made, before = self.steps(), asked()
            subprocess.run([TACTUS, "ctl", self.name, "step", "1"], check=True, stdout=subprocess.DEVNULL)
            self.until_steps(made + 20)
            counts.add((asked() - before) / (self.steps() - made))
            if n in counts:
                break
        self.assertEqual(min(counts), n, "one up for each of five solves, the end, and one after the last iteration; where a "
                         "law has sides after the two before it as well")
        self.end(run)
        self.end(part)

    def test_ordered_steps_wait_for_it(self):
        run, part = self.start_run(start="paused"), self.start_part()
        self.until("it is paused", lambda: '"state":"paused"' in self.status())
        self.assertEqual(self.steps(), 0)
        part.kill()
        part.wait()
        time.sleep(0.3)
        subprocess.run([TACTUS, "ctl", self.name, "step", "3"], check=True, stdout=subprocess.DEVNULL)
        time.sleep(0.3)
        self.assertEqual(self.steps(), 0)
        part = self.start_part()
        self.until_steps(60)  # three cycles of twenty; one that was cut short on a busy machine is made again
        time.sleep(0.3)
        made = self.steps()
        time.sleep(0.1)
        self.assertEqual(self.steps(), made, "no more than was ordered")
        self.end(run)
        self.end(part)
        self.replays()

    def test_what_is_refused(self):
        def refused(process, words, code=2):
            out, err = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, code, out + err)
            self.assertIn(words, err)

        run, part = self.start_run(), self.start_part()
        self.goes_on()
        refused(self.start_part(), "is served by another process; stop it first")
        self.end(part)
        refused(self.start_part(self.objects[0]), "and none of the files named here is that object")
        self.end(run)
        refused(self.start("part", self.name, "corners"), "needs an instance, a process of its rig and objects")
        refused(self.start("part", self.name, "corners", str(CORNER)), "corner.yaml")
        refused(self.start("part", "../x", "corners", self.objects[0]), "'../x' cannot name an instance")
        early = self.start_part()
        self.assertIn("waits for the process 'corners' of the rig of", early.stderr.readline())
        early.terminate()
        for rig, words in ({"parts": ["front_lef"]}, "the model has no part 'front_lef'; did you mean 'front_left'?"), \
                          ({"parts": ["front_left", "front_left"]}, "is in the process 'corners' already"), \
                          ({"parts": ["front_left", "rear_left", "rear_right"]}, "'front_right' steps together with 'front_left', which is like it and on the same body"), \
                          ({"parts": []}, "'parts' has 0 items"), ({"wait": "21 ms"}, "wait"):
            refused(self.start("run", self.write_rig(**rig)), words)
        # nobody comes, and somebody loses patience
        run = self.start_run()
        self.assertTrue(any("start it: tactus part" in line for line in run.stderr), "it says what it waits for")
        self.assertTrue(self.segment.exists())
        run.terminate()
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, "stopped by one signal")
        self.assertIn("before t = 0", out)
        self.assertFalse(self.segment.exists())


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
# test: platform.live program cost=50 -- @tactus
"""A platform controller between two executives: a car that is driven, a platform that is simulated.
    live.py TACTUS      in the root of the sources

Whatever is asserted holds on a busy machine too: what the processes say, values, the log of commands,
never how long something took.
"""

import csv
import json
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True
from running import PATIENCE, TACTUS, Running, tactus_io  # noqa: E402

FILE = "motion_platform.yaml"
LEGS = [f"leg{k}" for k in range(1, 7)]
SHORTEST, LONGEST, VELOCITY, ACCELERATION, PERIOD = 2.856, 3.452, 0.5, 4.0, 2e-3
HOME, PARK = 3.153800683, 2.916583  # lengths, m
AT_PARK = 2e-5

# States in which legs are commanded.
MOVES = ("parking", "parked", "engaging", "engaged", "holding", "stopping", "stopped")


class Platform(Running):
    def setUp(self):
        super().setUp()
        self.control = f"{self.name}c"
        self.trail = self.work / "trail.csv"

    # ---- helpers

    def file(self, *changes):
        """The shipped file under this test's names, with short ramps; a busy machine loses nobody."""
        return self.change(
            "platforms", FILE, (r"(?m)^name: .*", f"name: {self.control}"),
            ("instance: car", f"instance: {self.name}s"),
            ("instance: motion_platform", f"instance: {self.name}l"),
            ("max_age: 100 ms", "max_age: 1500 ms"), ("max_age: 200 ms", "max_age: 1500 ms"),
            ("engage: 4 s, park: 6 s, brake: 0.4 s, settle: 1 s",
             "engage: 0.6 s, park: 1 s, brake: 0.1 s, settle: 0.1 s"), *changes)

    def start_car(self):
        return self.start("run", self.rig("car.yaml", "s"), "--quiet")

    def start_legs(self, ttl=r"\g<1>00"):
        return self.start("run", self.rig(FILE, "l", ttl), "--quiet")

    def start_controller(self, *changes, options=()):
        return self.start("platform", self.file(*changes), "--csv", str(self.trail), *options)

    def tell(self, verb):
        """What a verb is answered with, and whether it was accepted."""
        p = subprocess.run([TACTUS, "ctl", self.control, *verb.split()], capture_output=True,
                           text=True, timeout=PATIENCE, check=False)
        return p.returncode == 0, (p.stdout + p.stderr).strip()

    def obey(self, verb):
        self.assertEqual(self.tell(verb)[0], True, verb)

    def status(self):
        accepted, text = self.tell("status")
        return json.loads(text) if accepted else None

    def until_state(self, state):
        def there():
            self.seen = self.status()
            return self.seen is not None and self.seen["state"] == state
        try:
            self.until(f"the state {state}", there)
        except AssertionError as late:
            raise AssertionError(f"{late}, last seen: {self.seen}") from None
        return self.seen

    def until_parked(self):
        return self.until_state("parked")

    def is_engaged(self):
        """On a busy machine it may have parked again, because what it follows came too late."""
        self.seen = self.status()
        if self.seen and self.seen["state"] == "parked":
            self.tell("engage")
        return self.seen is not None and self.seen["state"] == "engaged"

    def until_moving(self, car):
        """Drives until the legs have clearly moved while engaged."""
        step = [0]

        def drive():
            step[0] += 1
            car.set("throttle", 1.0 if step[0] // 25 % 2 else 0.0)
            car.set("brake", 0.0 if step[0] // 25 % 2 else 0.5)
            car.set("steering", 10.0 if step[0] // 40 % 2 else -10.0)
            car.send()
            car.wait(timeout=1.0)

        def moving():
            return self.is_engaged() and \
                sum(abs(leg["length"] - HOME) > 0.003 for leg in self.seen["legs"]) >= 3

        self.until("it is engaged", self.is_engaged)
        self.until("the legs move", moving, drive)

    def rows(self):
        with open(self.trail, encoding="ascii") as f:
            return list(csv.DictReader(f))

    def check_trail(self):
        """All that was ever commanded keeps the limits; states follow one another as drawn. Returns the
        states in their order."""
        rows, states, changes = self.rows(), [], 0
        self.assertGreater(len(rows), 100)
        before, speeds, cycle = None, None, None
        for row in rows:
            lengths = [float(row[leg]) for leg in LEGS]
            for length in lengths:
                self.assertTrue(SHORTEST <= length <= LONGEST, row)
            if before is None or int(row["cycle"]) != cycle + 1:
                speeds = [0.0] * 6  # the legs were found standing
            else:
                now = [(b - a) / PERIOD for a, b in zip(before, lengths)]
                self.assertLessEqual(max(map(abs, now)), VELOCITY, row)
                change = max(abs(b - a) for a, b in zip(speeds, now)) / PERIOD
                self.assertLessEqual(change, ACCELERATION, row)
                changes += change > 0.0
                speeds = now
            before, cycle = lengths, int(row["cycle"])
            self.assertIn(row["state"], MOVES)
            if not states or states[-1] != row["state"]:
                states.append(row["state"])
        self.assertGreater(changes, 100)
        return states

    def assert_in_order(self, states, *wanted):
        rest = iter(states)
        for state in wanted:
            self.assertIn(state, rest, f"{wanted} in {states}")

    def end(self, controller, number=signal.SIGTERM):
        controller.send_signal(number)
        out, err = controller.communicate(timeout=PATIENCE)
        return controller.returncode, out, err

    # ---- tests

    def test_drive_stop_reset_and_the_end(self):
        self.start_car()
        self.start_legs()
        car = self.attach("s", command=True, client="driver")
        legs = self.attach("l")
        controller = self.start_controller()

        status = self.until_parked()
        self.assertFalse(status["emergency"])
        for leg in status["legs"]:
            self.assertAlmostEqual(leg["length"], PARK, delta=AT_PARK)
        self.assertEqual(self.tell("hold"), (False, "tactus ctl: nothing moves"))
        self.assertEqual(self.tell("reset"), (False, "tactus ctl: there was no emergency stop"))

        # mid-run: the simulated platform follows, the emergency stop brakes and parks
        self.obey("engage")
        self.until_moving(car)
        self.until("the platform is up", lambda: legs.read() and legs.value("position", 2) > 1900.0)
        self.obey("stop")
        self.assertIn(self.status()["state"], ("stopping", "parking", "stopped"))
        accepted, text = self.tell("engage")
        self.assertFalse(accepted)
        self.assertIn("'reset' it", text)
        self.obey("park")  # is on its way already
        status = self.until_state("stopped")
        self.assertTrue(status["emergency"])
        for leg in status["legs"]:
            self.assertAlmostEqual(leg["length"], PARK, delta=AT_PARK)

        # what the simulated platform says: parked, up to the give of its actuators
        self.until("the platform is down", lambda: legs.read() and
                   abs(legs.value("position", 2) - 1600.0) < 3.0)
        for k in range(1, 7):
            self.assertAlmostEqual(legs.value(f"measured{k}"), 1e3 * (PARK - HOME), delta=2.0)
        legs.check()

        self.obey("reset")
        self.assertEqual(self.status()["state"], "parked")
        self.obey("engage")
        self.until("it is engaged", self.is_engaged)
        self.obey("hold")
        self.assertEqual(self.status()["state"], "holding")
        self.obey("engage")
        self.until_moving(car)

        # SIGTERM out of full motion: parks, then ends; both executives go on
        code, out, err = self.end(controller)
        self.assertEqual(code, 0, err)
        self.assertIn(f"platform {self.control}: parked", out)
        self.assertRegex(out, r"rejected 0, ")
        states = self.check_trail()
        self.assert_in_order(states, "parking", "parked", "engaging", "engaged", "stopping",
                             "parking", "stopped", "parked", "engaging", "engaged", "holding",
                             "engaging", "engaged", "parking", "parked")
        self.assertEqual(states[-1], "parked")
        for leg in LEGS:
            self.assertAlmostEqual(float(self.rows()[-1][leg]), PARK, delta=AT_PARK)
        for io in (car, legs):
            step = io.frame.step
            self.until("steps go on", lambda io=io, step=step: io.read() and
                       io.frame.step > step + 100)
            io.detach()

    def test_executives_that_end_and_come_back(self):
        car, legs = self.start_car(), self.start_legs()
        controller = self.start_controller(("patience: 5 s", "patience: 3 s"), options=("--engage",))
        self.until_state("engaged")

        # the car is restarted within the patience: the platform waits for it where it is
        car.kill()
        status = self.until_state("holding")
        self.assertIn("lost the instance that simulates the vehicle", status["why"])
        self.assertEqual(self.tell("engage")[0], False)
        car = self.start_car()
        self.until_state("engaged")

        # it does not come back: parks
        car.kill()
        self.until_state("holding")
        status = self.until_parked()
        self.assertFalse(status["source"]["works"])
        self.assertEqual(status["source"]["lost"], 2)

        # the legs' executive is restarted: found where its commands have the legs, then parked
        legs.kill()
        status = self.until_state("waiting")
        self.assertIn("lost the instance that drives the legs", status["why"])
        accepted, text = self.tell("engage")
        self.assertFalse(accepted)
        self.assertIn("does not run", text)
        legs = self.start_legs()
        self.until_parked()
        status = self.status()
        self.assertEqual((status["sink"]["attached"], status["sink"]["lost"]), (2, 1))
        code, _, err = self.end(controller)
        self.assertEqual(code, 0, err)
        states = self.check_trail()
        self.assert_in_order(states, "engaged", "holding", "engaging", "engaged", "holding",
                             "parking", "parked", "parking", "parked")
        # the new instance had its legs at home
        rows = self.rows()
        found = next(b for a, b in zip(rows, rows[1:]) if int(b["cycle"]) > int(a["cycle"]) + 1
                     and b["state"] == "parking")
        for leg in LEGS:
            self.assertAlmostEqual(float(found[leg]), HOME, delta=1e-3)

    def test_executives_that_are_rearmed(self):
        """The platform takes a paused executive for a lost one, whatever it was before: it holds until the car
        is started, then engages from where it is; it parks from where the commands have left the legs."""
        policy = "kind: count, bucket: 0, rearm: true"
        self.start("run", self.rig("car.yaml", "s", policy=policy), "--quiet")
        self.start("run", self.rig(FILE, "l", policy=policy), "--quiet")
        car = self.attach("s", command=True, client="driver")
        legs = self.attach("l")
        controller = self.start_controller(("patience: 5 s", "patience: 300 s"),
                                           options=("--engage",))

        def order(suffix, verb):
            subprocess.run([TACTUS, "ctl", self.name + suffix, verb], check=True,
                           stdout=subprocess.DEVNULL, timeout=PATIENCE)

        def cycles_later():
            begin = self.status()["cycles"]
            self.until("cycles", lambda: self.status()["cycles"] > begin + 100)
            return self.status()["state"]

        self.until_moving(car)
        order("s", "safe")
        self.until_state("holding")
        order("s", "rearm")
        self.assertEqual(cycles_later(), "holding")
        order("s", "start")
        self.until_moving(car)

        order("l", "safe")
        self.until_state("waiting")
        legs.read()
        kept = [legs.value(leg) for leg in LEGS]
        order("l", "rearm")
        self.assertEqual(cycles_later(), "waiting")
        self.until("a frame of the pause", lambda: legs.read() and legs.frame.run_state ==
                   tactus_io.RUN_STATES.index("paused"))
        self.assertEqual([legs.value(leg) for leg in LEGS], kept)
        order("l", "start")
        self.until_parked()
        # a terminal that goes: parks, then ends; nobody asks for more by a second one
        controller.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        code, _, err = self.end(controller, signal.SIGHUP)
        self.assertEqual(code, 0, err)
        self.assert_in_order(self.check_trail(), "engaged", "holding", "engaging", "engaged",
                             "parking", "parked")
        rows = self.rows()
        found = next(b for a, b in zip(rows, rows[1:]) if int(b["cycle"]) > int(a["cycle"]) + 1)
        for leg, length in zip(LEGS, kept):
            self.assertAlmostEqual(float(found[leg]), HOME + length / 1000, delta=2e-3)
        car.detach()
        legs.detach()

    def with_a_log_that_nobody_reads(self, park):
        """A controller that is engaged, and has more rows than its buffer takes."""
        os.mkfifo(self.trail)
        reader = os.open(self.trail, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        writer = os.open(self.trail, os.O_WRONLY | os.O_NONBLOCK)
        try:
            while True:
                os.write(writer, bytes(4096))
        except BlockingIOError:
            os.close(writer)
        self.start_car()
        self.start_legs()
        controller = self.start_controller(("park: 1 s", f"park: {park}"), options=("--engage",))
        self.until_state("engaged")
        time.sleep(0.5)
        return controller

    def ends_by_a_second_signal(self, controller):
        def has_heard_another():
            controller.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            return controller.poll() is not None

        self.until("it hears a second one", has_heard_another)
        _, said = controller.communicate(timeout=PATIENCE)
        self.assertEqual(controller.returncode, 143)
        self.assertIn("the thread 'trail' does not end and is left behind", said)

    def test_a_log_that_nobody_reads_holds_up_no_second_signal(self):
        controller = self.with_a_log_that_nobody_reads("4 s")
        controller.send_signal(signal.SIGTERM)
        time.sleep(0.3)
        self.ends_by_a_second_signal(controller)

    def test_a_log_that_nobody_reads_is_waited_for_aloud(self):
        controller = self.with_a_log_that_nobody_reads("1 s")
        controller.send_signal(signal.SIGTERM)
        while "waits for the thread 'trail'; a second signal ends it" not in controller.stderr.readline():
            self.assertIsNone(controller.poll())
        self.ends_by_a_second_signal(controller)

    def test_segments_that_are_cut_short(self):
        """What a neighbour cuts off ends a connection, not the controller with people on board."""
        self.start_car()
        self.start_legs()
        controller = self.start_controller(("patience: 5 s", "patience: 1 s"), options=("--engage",))
        self.until_state("engaged")

        # its own command file: the legs' executive gives it another place, and it parks from there
        before = self.status()["sink"]["attached"]
        os.truncate(f"/dev/shm/tactus.{self.name}l.cmd.0", 0)
        self.until("another place", lambda: self.status()["sink"]["attached"] > before)
        self.assertIsNone(controller.poll())
        self.until_parked()

        # the state of the vehicle: it is made anew, and the platform goes on from where it held
        self.obey("engage")
        self.until_state("engaged")
        os.truncate(f"/dev/shm/tactus.{self.name}s.state", 0)
        attached = self.status()["source"]["attached"]
        self.until("the source again", lambda: self.status()["source"]["attached"] > attached)
        self.until_state("engaged")
        code, _, err = self.end(controller)
        self.assertEqual(code, 0, err)

    def test_kill_of_the_controller(self):
        """Nobody else notices: the executives go on, the legs stay where they are."""
        self.start_car()
        self.start_legs(ttl=r"\g<1>0")  # 500 steps
        car = self.attach("s", command=True, client="driver")
        legs = self.attach("l")
        controller = self.start_controller()
        self.until_parked()
        self.obey("engage")
        self.until_moving(car)
        controller.kill()
        controller.communicate()
        steps = {io: io.frame.step for io in (car, legs) if io.read()}

        wanted = {legs.find(leg).index for leg in LEGS}
        self.until("the rig has lost the controller", lambda: legs.read() and wanted == {
            e["signal"] for e in legs.events() if e["kind"] == "stale"})
        held = [legs.value(leg) for leg in LEGS]
        for io, step in steps.items():
            self.until("steps go on", lambda io=io, step=step: io.read() and
                       io.frame.step > step + 1000)
            self.assertEqual(io.frame.run_state, tactus_io.RUN_STATES.index("running"))
        # the simulated legs have come to rest there; their actuators give half a millimetre
        self.assertEqual([legs.value(leg) for leg in LEGS], held)
        for k, length in enumerate(held):
            self.assertAlmostEqual(legs.value(f"measured{k + 1}"), length, delta=3.0)

        # another one takes over where the legs are
        controller = self.start_controller()
        self.until_parked()
        code, _, err = self.end(controller)
        self.assertEqual(code, 0, err)
        self.check_trail()
        for leg, length in zip(LEGS, held):
            self.assertAlmostEqual(float(self.rows()[0][leg]), HOME + length / 1000, delta=1e-6)
        car.detach()
        legs.detach()

    def test_ends(self):
        self.start_car()
        self.start_legs()
        controller = self.start_controller()
        self.until_parked()

        # a stop that was not reset is told by the exit code
        self.obey("stop")
        self.assertEqual(self.status()["state"], "stopped")
        code, _, err = self.end(controller)
        self.assertEqual(code, 6, err)

        # two signals: at once
        controller = self.start_controller(("park: 1 s", "park: 2 s"))
        self.until_parked()
        self.obey("engage")
        self.until_state("engaged")
        controller.send_signal(signal.SIGTERM)
        time.sleep(0.3)  # the same one again at once would be one
        code, out, err = self.end(controller)
        self.assertEqual(code, 128 + signal.SIGTERM, err)
        self.assertIn(f"platform {self.control}: parking", out)

        # 'quit' parks and ends; SIGUSR1 reports on the way
        controller = self.start_controller(options=("--engage",))
        self.until_state("engaged")
        controller.send_signal(signal.SIGUSR1)
        self.obey("quit")
        out, err = controller.communicate(timeout=PATIENCE)
        self.assertEqual(controller.returncode, 0, err)
        self.assertEqual(out.count(f"platform {self.control}: "), 2)
        self.assertIn(f"platform {self.control}: parked", out)

    def test_what_is_refused(self):
        self.start_car()
        self.start_legs()
        self.attach("s").detach()
        self.attach("l").detach()
        controller = self.start_controller()
        self.until_parked()
        self.assertEqual(self.tell("engaged"), (False, "tactus ctl: unknown verb 'engaged'; did you "
                                                       "mean 'engage'?"))
        self.assertEqual(self.tell("park now"), (False, "tactus ctl: park takes no argument"))
        second = self.start("platform", self.file())
        _, err = second.communicate(timeout=PATIENCE)
        self.assertEqual(second.returncode, 2)
        self.assertEqual(len(err.splitlines()), 1, err)
        self.assertIn(self.control, err)
        self.end(controller)

        # signals that are missing, or of another kind: it waits and says why
        for pattern, new, message in (
                ("specific_force: specific_force", "specific_force: force",
                 "signal 'force' is missing; 'tactus signals' lists"),
                ("specific_force: specific_force", "specific_force: throttle", "is a command"),
                ("specific_force: specific_force", "specific_force: speed", "must have three"),
                ("specific_force: specific_force", "specific_force: position", "unit of another"),
                (r"legs: \[leg1", "legs: [measured1", "is a state and cannot be commanded")):
            controller = self.start_controller((pattern, new))
            said = ""
            while message not in said:
                said = controller.stderr.readline()
                self.assertNotEqual(said, "", message)
            code, _, _ = self.end(controller)
            self.assertEqual(code, 0)

    def test_check_and_command_line(self):
        def run(*arguments):
            p = subprocess.run([TACTUS, "platform", *arguments], capture_output=True, text=True,
                               timeout=PATIENCE, check=False)
            return p.returncode, p.stdout, p.stderr

        code, out, _ = run(f"config/platforms/{FILE}", "--check")
        self.assertEqual(code, 0)
        home = [line.split() for line in out.splitlines() if re.match(r"  [1-6] ", line)]
        self.assertEqual(len(home), 6)
        for row in home:
            self.assertTrue(math.isclose(float(row[1]), HOME, abs_tol=1e-5), row)
            self.assertTrue(math.isclose(float(row[2]), PARK, abs_tol=1e-5), row)
        for arguments, message in (
                ((), "no platform file given"),
                (("nothing.yaml",), "nothing.yaml"),
                ((f"config/platforms/{FILE}", "engage"), "'tactus ctl NAME VERB'"),
                ((f"config/platforms/{FILE}", "--csvs", "a"), "--csv"),
                ((f"config/platforms/{FILE}", "--duration", "-1"), "duration")):
            code, _, err = run(*arguments)
            self.assertEqual((code, len(err.splitlines())), (2, 1), err)
            self.assertIn(message, err)
        code, _, err = run(self.file(), "--csv", "/nowhere/trail.csv")
        self.assertEqual(code, 4)
        self.assertIn("cannot be written", err)


if __name__ == "__main__":
    unittest.main()

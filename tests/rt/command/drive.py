#!/usr/bin/env python3
# test: program.drive program -- @tactus
"""`tactus drive`: keys of a terminal drive the car, and let it go when they are still.
    drive.py TACTUS
"""

import os
import pathlib
import pty
import signal
import subprocess
import sys
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import TACTUS, Running  # noqa: E402


class Drive(Running):
    def setUp(self):
        super().setUp()
        self.start("run", self.rig("car.yaml", ttl=r"\1"), "--quiet")
        self.car = self.attach()

    def tearDown(self):
        self.car.detach()
        super().tearDown()

    def drive(self, *more):
        self.keys, screen = pty.openpty()
        self.addCleanup(os.close, self.keys)
        p = subprocess.Popen([TACTUS, "drive", self.name, *more], stdin=screen, stdout=screen, stderr=subprocess.PIPE, text=True)
        self.processes.append(p)
        self.mode = termios.tcgetattr(screen)
        self.screen = screen
        self.addCleanup(os.close, screen)
        self.until("a driver", lambda: self.car.read() and self.car.value("person") > 0.9)
        return p

    def type(self, text):
        os.write(self.keys, text.encode())

    def hold(self, text, what, condition):
        """As a terminal repeats a key that is held."""
        self.until(what, lambda: self.car.read() and condition(), lambda: (self.type(text), time.sleep(0.05)))

    def shown(self):
        os.set_blocking(self.keys, False)
        try:
            return os.read(self.keys, 1 << 16).decode()
        except BlockingIOError:
            return ""

    def test_keys_drive_steer_brake_and_change_the_gear(self):
        p = self.drive()
        self.hold("\033[A", "a speed", lambda: self.car.value("speed") > 12)
        self.hold("w\033[D", "the wheel to the left", lambda: self.car.value("steering") > 60)
        self.until("it goes back by itself", lambda: self.car.read() and self.car.value("steering") == 0 and self.car.value("throttle") == 0)
        self.hold("d", "the wheel to the right", lambda: self.car.value("steering") < -60)
        self.hold(" ", "that it stands", lambda: self.car.value("speed") < 0.5 and self.car.value("brake") > 0.9)
        self.type("x")
        self.until("the gear", lambda: self.car.read() and self.car.value("gear") == -1)
        self.hold("w", "backwards", lambda: self.car.value("speed") < -3)
        self.assertIn("km/h", self.shown())
        self.type("x")
        self.type("p")
        self.until("its driver", lambda: self.car.read() and self.car.value("autopilot") == 1 and self.car.value("person") == 0)
        self.type("q")
        self.assertEqual(p.wait(running.PATIENCE), 0)
        self.assertTrue(termios.tcgetattr(self.screen)[3] & termios.ECHO, "the terminal is as it was")
        self.until("the rig's brake", lambda: self.car.read() and self.car.value("brake") == 0.3)

    def test_who_is_killed_lets_go_and_who_is_told_why_it_ends(self):
        p = self.drive()
        self.hold("w", "a speed", lambda: self.car.value("speed") > 8)
        p.kill()
        self.until("that it stands", lambda: self.car.read() and self.car.value("brake") == 0.3 and abs(self.car.value("speed")) < 0.5)
        p = self.drive()
        other = subprocess.run([TACTUS, "drive", self.name], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual(other.returncode, 0, "whose input has ended is not there at all")
        p.send_signal(signal.SIGTERM)
        self.assertEqual(p.wait(running.PATIENCE), 0)
        p = self.drive()
        subprocess.run([TACTUS, "ctl", self.name, "stop"], check=True, stdout=subprocess.DEVNULL)
        self.assertNotEqual(p.wait(running.PATIENCE), 0)
        self.assertIn(self.name, p.stderr.read())

    def test_two_at_the_wheel_and_no_wheel_at_all_are_refused_by_name(self):
        self.drive()
        reader, writer = os.pipe()  # an input that stays open
        second = subprocess.run([TACTUS, "drive", self.name], stdin=reader, capture_output=True, text=True)
        os.close(writer)
        os.close(reader)
        self.assertEqual((second.returncode, second.stderr.count("\n")), (2, 1), second)
        self.assertIn("another client commands", second.stderr)
        self.start("run", self.rig("exchange.yaml", "b"), "--quiet")
        self.attach("b").detach()
        none = subprocess.run([TACTUS, "drive", self.name + "b"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        self.assertEqual((none.returncode, none.stderr.count("\n")), (2, 1), none)
        self.assertIn("no command 'throttle'", none.stderr)


if __name__ == "__main__":
    unittest.main()

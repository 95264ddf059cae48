#!/usr/bin/env python3
# test: serve.seats program -- @tactus
"""Who drives by the server of the page is a client as any: its commands have their time to live, its seat is its own.
  seats.py TACTUS
"""

import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import running  # noqa: E402
import serve  # noqa: E402


class Seats(serve.Served):
    def setUp(self):
        super().setUp()
        self.start("run", self.rig("car.yaml", ttl=r"\1"), "--quiet")
        self.car = self.attach()
        self.serve(self.name)

    def tearDown(self):
        self.car.detach()
        super().tearDown()

    def value(self, name):
        self.car.read()
        return self.car.value(name)

    def keeps(self, w, line, name, value):
        """Drives until a signal has a value."""
        answers = set()
        self.until(f"{name} {value}", lambda: abs(self.value(name) - value) < 1e-9,
                   lambda: (answers.add(self.ask(w, line)), time.sleep(0.02)))
        self.assertEqual(answers, {"ok"})

    def test_what_is_said_is_in_effect_and_lapses_in_silence_though_the_connection_stands(self):
        w = self.browser()
        self.keeps(w, "drive throttle=0.25 brake=0 steering=90 person=1", "throttle", 0.25)
        self.keeps(w, "drive throttle=0.25 brake=0 steering=90 person=1", "steering", 90)
        # what a line leaves out is let go
        self.keeps(w, "drive brake=0 steering=90 person=1", "throttle", 0)
        self.assertAlmostEqual(self.value("steering"), 90, delta=1e-9)
        # no line, no heartbeat: the rig's fallback
        self.until("the brake", lambda: self.value("brake") == 0.3)
        self.until("the wheel", lambda: abs(self.value("steering")) < 1e-9)
        self.until("nobody", lambda: self.value("person") == 0)
        # beyond its range it is clamped as every client's
        self.keeps(w, "drive throttle=7", "throttle", 1)

    def test_the_seat_is_of_who_drives_until_it_is_left(self):
        first, second = self.browser(), self.browser()
        self.keeps(first, "drive person=1", "person", 1)
        self.assertRegex(self.ask(second, "drive person=1"), r"^error browser \d+ drives$")
        self.assertEqual(self.ask(first, "drive"), "ok")
        self.keeps(second, "drive throttle=0.5", "throttle", 0.5)
        # who is gone without a word has it no longer than a second
        second.close()
        self.until("the seat", lambda: self.ask(first, "drive throttle=0.1") == "ok", lambda: time.sleep(0.05))

    def test_it_is_one_place_which_is_free_again(self):
        others = [self.attach(command=True, client=f"c{k}") for k in range(5)]
        w = self.browser()
        self.keeps(w, "drive person=1", "person", 1)
        self.assertEqual(self.ask(w, "drive"), "ok")
        others.append(self.attach(command=True, client="last"))
        self.assertIn("places", self.ask(w, "drive person=1"))
        others.pop().detach()
        self.until("a place", lambda: self.ask(w, "drive person=1") == "ok", lambda: time.sleep(0.05))
        # what another client commands stays that client's
        others[0].set("throttle", 0.125)
        others[0].send()
        self.until("that one's", lambda: self.value("throttle") == 0.125,
                   lambda: (others[0].heartbeat(), time.sleep(0.01)))
        answers = set()
        self.until("that it is said", lambda: "error another client commands some of it" in answers,
                   lambda: (answers.add(self.ask(w, "drive throttle=1 person=1")), others[0].heartbeat(), time.sleep(0.01)))
        self.assertEqual(self.value("throttle"), 0.125)
        for io in others:
            io.detach()

    def test_what_is_wrong_is_one_line(self):
        w = self.browser()
        for line, says in (("drive speed=1", "'speed' is no command"), ("drive nothing=1", "no command"), ("drive throttle", "SIGNAL=VALUE"),
                           ("drive throttle=", "SIGNAL=VALUE"), ("drive throttle=nan", "SIGNAL=VALUE"), ("drive throttle=1e999", "SIGNAL=VALUE"),
                           ("drive " + 200 * "x" + "=1", "too long"), ("drive =1", "no command"), ("driver throttle=1", "cannot be asked")):
            answer = self.ask(w, line)
            self.assertTrue(answer.startswith("error ") and says in answer, (line, answer))
        self.assertEqual(self.ask(w, "drive"), "ok", "nobody sits there")
        self.assertIn("may only look", self.ask(self.browser(token="0" * 32), "drive throttle=1"))
        self.assertEqual(self.value("throttle"), 0)


if __name__ == "__main__":
    unittest.main()

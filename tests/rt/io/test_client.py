# test: exchange.python program -- @exchange.stand
"""The client in Python against a running instance.
    test_client.py STAND      (the program of stand.c)
"""

import math
import os
import pathlib
import signal
import struct
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parents[3] / "rt" / "io"))
sys.dont_write_bytecode = True
import tactus_io  # noqa: E402

STAND = sys.argv.pop() if len(sys.argv) > 1 else None


class Client(unittest.TestCase):
    def setUp(self):
        self.name = f"test.python.{os.getpid()}"
        self.start()

    def start(self):
        self.stand = subprocess.Popen([STAND, self.name, "2000", "2"], stdout=subprocess.PIPE)
        self.assertEqual(self.stand.stdout.readline(), b"ready\n")

    def stop(self, number=signal.SIGTERM):
        self.stand.send_signal(number)
        self.stand.wait()
        self.stand.stdout.close()

    def tearDown(self):
        if self.stand.returncode is None:
            self.stop()
        for path in pathlib.Path("/dev/shm").glob(f"tactus.{self.name}.*"):
            path.unlink()

    def until(self, io, condition):
        for _ in range(1000):
            self.assertIsNotNone(io.wait(timeout=5.0))
            if condition():
                return
        self.fail("it never happened")

    def test_instances_are_listed(self):
        self.assertIn(self.name, tactus_io.instances())

    def test_signals_are_described(self):
        with tactus_io.attach(self.name) as io:
            ramp = io.find("ramp")
            self.assertEqual((ramp.unit, ramp.minimum, ramp.maximum, ramp.rate, ramp.safe,
                              ramp.ttl, ramp.fallback, ramp.direction),
                             ("rad", -1.0, 1.0, 100.0, 0.5, 5, tactus_io.RAMP, tactus_io.COMMAND))
            self.assertEqual(len(io.signals), 7)
            with self.assertRaises(tactus_io.Error):
                io.find("nothing")

    def test_frames_belong_together(self):
        with tactus_io.attach(self.name) as io:
            last = 0
            for _ in range(50):
                frame = io.wait(timeout=5.0)
                self.assertGreater(frame.number, last)
                last = frame.number
                self.assertEqual(io.values("load"), [float(frame.step)] * 114)
                self.assertEqual(io.value("clock"), frame.step * 1e-3)
                self.assertEqual(frame.cycle, frame.step - 1)

    def test_the_history_has_every_frame(self):
        with tactus_io.attach(self.name) as io:
            self.assertEqual(io.open_history(), 10000)  # 10 s of 1 ms
            last = io.next_frame(timeout=5.0).number
            for _ in range(5):
                while io.wait(timeout=5.0).number < last + 60:
                    pass  # far more than the state segment holds
                for _ in range(60):
                    frame = io.next_frame(timeout=5.0)
                    last += 1
                    self.assertEqual(frame.number, last)
                    self.assertEqual(io.values("load"), [float(frame.step)] * 114)
            io.seek()
            self.assertEqual(io.next_frame().number, 1)
            self.assertEqual(io.lost, 0)
            self.stop()
            with self.assertRaises(tactus_io.Ended):
                while True:
                    io.next_frame(timeout=0.1)
            self.assertEqual(io.lost, 0)

    def test_without_a_history_frames_are_counted(self):
        with tactus_io.attach(self.name) as io:
            first = last = io.next_frame(timeout=5.0).number
            while io.wait(timeout=5.0).number < first + 60:
                pass
            n = 1
            while last < first + 60:
                frame = io.next_frame(timeout=5.0)
                self.assertGreater(frame.number, last)
                last, n = frame.number, n + 1
            self.assertEqual(last - first + 1, n + io.lost)
            self.assertGreater(io.lost, 0)

    def test_commands_take_effect(self):
        with tactus_io.attach(self.name, command=True, client="test") as io:
            io.wait()
            io.set("hold", 2.25)
            io.set("zero", 4.0, element=2)
            io.send()
            self.until(io, lambda: io.account()["taken"] == 1)
            io.wait()
            self.assertEqual(io.value("hold"), 2.25)
            account = io.account()
            self.assertTrue(account["active"])
            self.assertEqual((account["applied"], account["rejected"]), (1, 0))
            self.assertGreaterEqual(account["applied_step"], 0)

    def test_in_a_forked_child_commands_have_ended(self):
        with tactus_io.attach(self.name, command=True) as io:
            io.wait(timeout=5.0)
            io.set("hold", 5.0)
            io.send()
            child = os.fork()
            if child == 0:
                bad = 1
                try:
                    for use in (io.send, io.heartbeat, io.check, lambda: io.put_event("hold", 1.0)):
                        with self.assertRaises(tactus_io.Ended):
                            use()
                    io.read()
                    io.detach()
                    bad = 0
                finally:
                    os._exit(bad)
            self.assertEqual(os.waitpid(child, 0)[1], 0)
            self.assertEqual(io.sent, 1)
            io.send()
            io.check()
            self.until(io, lambda: io.account()["taken"] == 2)
            self.assertTrue(io.account()["active"])

    def test_events_and_fallback(self):
        with tactus_io.attach(self.name, command=True) as io:
            io.wait()
            self.assertTrue(io.put_event("zero", 9.0, element=1))
            # no heartbeat follows
            self.until(io, lambda: any(event["kind"] == "stale" for event in io.events()))
            io.wait()
            self.assertEqual(io.value("zero", 1), 0.0)
            self.assertEqual(io.account()["applied"], 1)
            kinds = [event["kind"] for event in io.events()]
            for kind in ("attached", "engaged", "stale"):
                self.assertIn(kind, kinds)

    def test_bad_values_are_refused(self):
        with tactus_io.attach(self.name, command=True) as io:
            for value in (math.nan, math.inf):
                with self.assertRaises(tactus_io.Error):
                    io.set("hold", value)
            with self.assertRaises(tactus_io.Error):
                io.set("clock", 1.0)
            with self.assertRaises(tactus_io.Error):
                io.set("zero", 1.0, element=3)
        with tactus_io.attach(self.name) as io:
            with self.assertRaises(tactus_io.Error):
                io.set("hold", 1.0)

    def test_places_are_bounded(self):
        first = tactus_io.attach(self.name, command=True)
        second = tactus_io.attach(self.name, command=True)
        with self.assertRaises(tactus_io.Full):
            tactus_io.attach(self.name, command=True)
        first.detach()
        second.detach()
        tactus_io.attach(self.name, command=True).detach()

    def test_the_end_and_a_restart_are_noticed(self):
        with tactus_io.attach(self.name, command=True) as io:
            io.wait()
            self.stop(signal.SIGKILL)
            with self.assertRaises(tactus_io.Ended):
                while True:
                    io.wait(timeout=0.05)
            generation = io.generation
            with self.assertRaises(tactus_io.Ended):
                tactus_io.attach(self.name)
        self.start()
        with tactus_io.attach(self.name, command=True) as io:
            self.assertGreater(io.generation, generation)
            self.assertIsNotNone(io.wait(timeout=5.0))

    def test_executives_that_say_no_names_are_read(self):
        """Those from before 1.1, and those that know no names of the model."""
        with open(f"/dev/shm/tactus.{self.name}.state", "rb") as file:
            data = bytearray(file.read())
        older = f"{self.name}.older"
        struct.pack_into("<48s", data, 144, older.encode())
        for offset, size in ((0, 0), (struct.unpack_from("<I", data, 272)[0], 64)):
            struct.pack_into("<II", data, 272, offset, size)
            path = pathlib.Path(f"/dev/shm/tactus.{older}.state")
            path.write_bytes(data)
            with tactus_io.attach(older) as io:
                signal_3, k = io.find_value("zero[2]")
                self.assertEqual((signal_3.name, k), ("zero", 2))
                self.assertEqual(io.find_value("ramp"), (io.find("ramp"), 0))
            path.unlink()

    def test_wrong_segments_are_errors(self):
        with open(f"/dev/shm/tactus.{self.name}.state", "rb") as file:
            good = bytearray(file.read())
        fake = self.name + ".fake"
        path = pathlib.Path(f"/dev/shm/tactus.{fake}.state")

        def attach(data):
            path.write_bytes(data)
            tactus_io.attach(fake).detach()

        attach(good)
        for size in (0, 100, 319, 320, 1000, len(good) - 1):
            with self.assertRaises(tactus_io.Damaged, msg=size):
                attach(good[:size])
        with self.assertRaises(tactus_io.Incompatible):
            attach(good[:12] + struct.pack("<H", 2) + good[14:])
        for at in range(0, 320):
            for value in (0xFF, good[at] ^ 1):
                bad = bytearray(good)
                bad[at] = value
                try:
                    attach(bad)
                except tactus_io.Error:
                    pass
        with self.assertRaises(tactus_io.NotRunning):
            tactus_io.attach(self.name + ".nobody")


if __name__ == "__main__":
    unittest.main()

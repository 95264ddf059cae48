#!/usr/bin/env python3
# test: security.locked_places_come_back program -- LockedPlaces @tactus
# test: security.pages_taken_away_are_counted program -- PagesTakenAway @tactus
"""Neighbours who keep command places from others, or make the cycle thread pay for theirs.
  places.py LockedPlaces|PagesTakenAway TACTUS
"""

import ctypes
import fcntl
import os
import pathlib
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, tactus_io, unless_gone  # noqa: E402

KEEP_SIZE, PUNCH_HOLE = 1, 2
PAGE = os.sysconf("SC_PAGESIZE")
REJECT_FAULTS = 11
libc = ctypes.CDLL(None, use_errno=True)


class Places(Running):
    def place(self, k):
        return f"/dev/shm/tactus.{self.name}.cmd.{k}"

    def end(self, process):
        process.send_signal(signal.SIGTERM)
        out, error = process.communicate()
        self.assertEqual(process.returncode, 0, error)
        return out


class LockedPlaces(Places):
    def test_a_place_that_is_locked_but_not_claimed_comes_back(self):
        executive = self.start("run", self.rig("exchange.yaml"))
        reader = self.attach()
        worker = tactus_io.attach(self.name, "command", client="worker")
        mine = worker.place
        inode = [os.stat(self.place(k)).st_ino for k in range(4)]
        thieves = []
        for k in set(range(4)) - {mine}:
            thieves.append(open(self.place(k), "r+b"))
            fcntl.flock(thieves[-1], fcntl.LOCK_EX | fcntl.LOCK_NB)
        with self.assertRaisesRegex(tactus_io.Error, "taken"):
            tactus_io.attach(self.name, "command", client="late")

        def beat():
            worker.set("front_left", 10.0)
            worker.send()
            reader.wait(timeout=1.0)

        def all_back():
            now = [unless_gone(lambda k=k: os.stat(self.place(k)).st_ino) for k in range(4)]
            return all(now[k] not in (None, inode[k]) for k in range(4) if k != mine)

        self.until("the places come back", all_back, doing=beat)
        late = tactus_io.attach(self.name, "command", client="late")
        self.assertNotEqual(late.place, mine)
        worker.check()  # whoever has claimed its place keeps it
        self.assertEqual(os.stat(self.place(mine)).st_ino, inode[mine])
        for io in (late, worker, reader):
            io.detach()
        for f in thieves:
            f.close()
        self.end(executive)


class PagesTakenAway(Places):
    N_INPUT = 600  # a command file of several pages

    def big_rig(self):
        names = [f"i{k}" for k in range(self.N_INPUT)]
        (self.work / "model.yaml").write_text(
            "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n"
            "inputs: [" + ", ".join(f"{{name: {n}}}" for n in names) + "]\n")
        rig = self.work / "rig.yaml"
        rig.write_text(f"name: {self.name}\nmodel: model.yaml\nstep: 2 ms\n"
                       "policy: {kind: count, bucket: 0}\nwatchdog: 60 s\nexchange:\n  clients: 2\n  commands:\n" +
                       "".join(f"    - {{input: {n}, ttl: 0}}\n" for n in names))
        return str(rig)

    def send(self, io, signal_name):
        io.set(signal_name, 1.0)
        io.send()
        return io.wait(timeout=1.0)

    def test_an_honest_client_costs_nothing(self):
        executive = self.start("run", self.big_rig())
        self.attach().detach()
        io = tactus_io.attach(self.name, "command", client="honest")
        for _ in range(200):
            self.send(io, "i0")
        io.check()
        io.detach()
        self.assertNotIn("page faults", self.end(executive))

    def test_a_client_that_takes_pages_away_is_counted_and_loses_its_place(self):
        executive = self.start("run", self.big_rig())
        self.attach().detach()
        honest = tactus_io.attach(self.name, "command", client="honest")
        thief = tactus_io.attach(self.name, "command", client="thief")
        place, size = thief.place, os.stat(self.place(thief.place)).st_size
        self.assertGreater(size, 3 * PAGE)
        pages, frames = -(-size // PAGE), 0
        with open(self.place(place), "r+b") as f:
            while os.fstat(f.fileno()).st_nlink > 0:
                frames += 1
                self.assertLess(frames, 5000, "nobody minds")
                self.assertEqual(libc.fallocate(f.fileno(), KEEP_SIZE | PUNCH_HOLE,
                                                ctypes.c_long(PAGE), ctypes.c_long(size - PAGE)), 0)
                try:
                    self.send(thief, "i1")
                    self.send(honest, "i0")
                except tactus_io.Error:
                    break
        with self.assertRaises(tactus_io.Error):
            thief.check()
        honest.check()
        self.assertGreater(frames, pages)  # no accident
        with open(f"/dev/shm/tactus.{self.name}.state", "rb") as f:
            state = f.read()
        accounts, = tactus_io.struct.unpack_from("<I", state, 48)
        item, = tactus_io.struct.unpack_from("<I", state, 44)
        reason, = tactus_io.struct.unpack_from("<I", state, accounts + place * item + 24)
        self.assertEqual(reason, REJECT_FAULTS)
        for io in (thief, honest):
            io.detach()
        out = self.end(executive)
        line = next(line for line in out.splitlines() if line.startswith("clients "))
        self.assertRegex(line, rf"\d+ page faults of the cycle thread .* most at place {place}; "
                               r"places taken away: 1$")


if __name__ == "__main__":
    unittest.main()

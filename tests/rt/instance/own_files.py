#!/usr/bin/env python3
# test: security.own_files program -- @tactus
"""Whoever may write the files of an instance cuts them short, tears holes into them, writes anything into them and
removes them: the instance goes on as if nothing had been, and who looks at it ends, if at all, with a line.
  own_files.py TACTUS    in the root of the sources
"""

import contextlib
import ctypes
import fcntl
import os
import pathlib
import random
import re
import signal
import struct
import subprocess
import sys
import termios
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, free_port  # noqa: E402

KEEP_SIZE, PUNCH_HOLE = 1, 2
KINDS = ["state", "history", "view", "monitor", "cmd.0", "cmd.1"]
STEPS = 20  # between two attacks
MOST_EXIT = 10
NAME_AT, NAME_SIZE = 16, 48  # in a monitor
libc = ctypes.CDLL(None, use_errno=True)


def write_anything(path, size):
    draw = random.Random(path)
    with open(path, "r+b") as f:
        for at in range(0, size, 512):
            f.seek(at)
            f.write(draw.randbytes(min(512, size - at)))


def tear_hole(path, size):
    with open(path, "r+b") as f:
        libc.fallocate(f.fileno(), KEEP_SIZE | PUNCH_HOLE, ctypes.c_long(0), ctypes.c_long(size))


def cut_to_a_page(path, size):
    os.truncate(path, min(size, os.sysconf("SC_PAGESIZE")))


def cut(path, _):
    os.truncate(path, 0)


def remove(path, _):
    os.unlink(path)


class OwnFiles(Running):
    def path(self, kind):
        return f"/dev/shm/tactus.{self.name}.{kind}"

    def ctl(self, *words):
        return subprocess.run([running.TACTUS, "ctl", self.name, *words], capture_output=True, text=True,
                              timeout=running.PATIENCE).stdout.strip()

    def until_steps(self, run, n):
        """So many more, or the end of the run."""
        begin = self.ctl("read", "step")
        end = int(begin) + n if begin.isdigit() else n
        self.until(f"step {end}", lambda: run.poll() is not None or int(self.ctl("read", "step") or end) >= end)

    def begin(self, *more, rig="exchange.yaml"):
        run = self.start("run", self.rig(rig), *more)
        self.attach().detach()
        return run

    def end(self, run, what):
        run.send_signal(signal.SIGTERM)
        out, error = run.communicate(timeout=running.PATIENCE)
        self.assertEqual(run.returncode, 0, (what, error))
        for line in error.splitlines():  # and nothing else
            self.assertRegex(line, r"was removed or cut short; made anew|others have removed the files", what)
        return out

    def test_the_instance_goes_on_and_its_accounts_are_right(self):
        for kind in KINDS[:5]:
            log = str(self.work / f"{kind}.tlog")
            run = self.begin("--record", log)
            for attack in (tear_hole, write_anything, cut_to_a_page, cut, remove):
                self.until_steps(run, STEPS)
                with contextlib.suppress(FileNotFoundError):
                    attack(self.path(kind), os.stat(self.path(kind)).st_size)
            self.until_steps(run, STEPS)
            said = self.end(run, kind)
            line = next(line for line in said.splitlines() if line.startswith("cycles "))
            cycles, on_time, missed = [int(word) for word in line.split() if word.isdigit()][:3]
            self.assertEqual(cycles, on_time + missed, kind)
            replayed = subprocess.run([running.TACTUS, "replay", log], capture_output=True, text=True)
            self.assertEqual(replayed.returncode, 0, kind)
            steps = int(next(line for line in said.splitlines() if line.startswith("simulated ")).split()[-2])
            self.assertIn(f"identical: steps 0 to {steps},", replayed.stdout)
            self.assertGreaterEqual(cycles, steps)
            self.assertEqual([f for f in os.listdir("/dev/shm") if f.startswith(f"tactus.{self.name}.")], [], kind)

    def test_a_name_without_an_end_has_one_on_the_screen(self):
        run = self.begin("--quiet")
        screen, terminal = os.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 50, 400, 0, 0))
        top = subprocess.Popen([running.TACTUS, "top", self.name], stdin=terminal, stdout=terminal, stderr=terminal,
                               env={**os.environ, "TERM": "vt100"})  # which repeats no letters by a count
        self.processes.append(top)
        os.close(terminal)
        os.set_blocking(screen, False)
        seen = bytearray()

        def shows(what):
            with contextlib.suppress(BlockingIOError, OSError):
                seen.extend(os.read(screen, 1 << 16))
            return what in seen

        self.until("it is shown", lambda: shows(self.name.encode()))
        with open(self.path("monitor"), "r+b") as f:
            f.seek(NAME_AT)
            f.write(b"A" * 256)
        self.until("the name is shown", lambda: shows(b"AAAA"))
        top.send_signal(signal.SIGTERM)
        self.until("all is shown", lambda: not shows(b"none of this") and top.poll() is not None)
        shows(b"")
        os.close(screen)
        self.assertEqual(max(map(len, re.findall(b"A+", seen))), NAME_SIZE - 1)
        self.end(run, "a name without an end")

    def test_who_looks_at_it_ends_by_no_signal(self):
        bridge = self.change("bridges", "car.yaml", (r"(?m)^instance: .*", f"instance: {self.name}"),
                             (r":5000", f":{free_port()}"), (r":5001", f":{free_port()}"))
        run = self.begin("--quiet", rig="exchange.yaml")
        lasting = {"serve": ("serve", "--port", str(free_port())), "bridge": ("bridge-udp", bridge)}
        watching = {what: self.start(*words) for what, words in lasting.items()}
        for kind in KINDS:
            for attack in (write_anything, tear_hole, cut_to_a_page, cut, remove):
                dump = self.start("dump", self.name, "--csv", "/dev/null")
                time.sleep(0.1)  # attached, or just about to: both are tried
                with contextlib.suppress(FileNotFoundError):
                    attack(self.path(kind), os.stat(self.path(kind)).st_size)
                for words in (["get", self.name, "steer"], ["signals", self.name], ["top", self.name, "--once"],
                              ["list"], ["list", "--json"], ["ctl", self.name, "status"]):
                    code = subprocess.run([running.TACTUS, *words], capture_output=True,
                                          timeout=running.PATIENCE).returncode
                    self.assertIn(code, range(MOST_EXIT + 1), (kind, attack.__name__, words))
                dump.send_signal(signal.SIGTERM)
                self.assertIn(dump.wait(running.PATIENCE), range(MOST_EXIT + 1), (kind, attack.__name__))
                for what, process in watching.items():
                    self.assertIsNone(process.poll(), (kind, attack.__name__, what))
            self.end(run, kind)
            run = self.begin("--quiet", rig="exchange.yaml")
        self.end(run, "the last one")
        for what, process in watching.items():
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(running.PATIENCE), 0, what)


if __name__ == "__main__":
    unittest.main()

"""What tests of running programs share: processes that end with the test, copies of shipped files under
names of this test's own, waiting for what has to happen.

Everything is judged by steps, counters and values; waiting ends when something has happened, and fails
after a time that is long for any machine.
"""

import contextlib
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "rt" / "io"))
sys.dont_write_bytecode = True
import tactus_io  # noqa: E402

TACTUS = os.path.abspath(sys.argv.pop()) if len(sys.argv) > 1 else None
PATIENCE = 60  # s


def free_port(host="127.0.0.1", family=socket.AF_INET):
    """None of those that the system hands out to whoever asks for any."""
    while True:
        with socket.socket(family, socket.SOCK_DGRAM) as s:
            try:
                s.bind((host, random.randrange(20000, 32000)))
                return s.getsockname()[1]
            except OSError:
                pass


def unless_gone(look):
    """What `look` sees of a file or a process of somebody else's; None where it has just gone."""
    try:
        return look()
    except (FileNotFoundError, ProcessLookupError):
        return None


class Running(unittest.TestCase):
    def setUp(self):
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.name = f"{type(self).__name__.lower()}{os.getpid()}"
        self.processes = []
        self.sockets = []

    def tearDown(self):
        for p in self.processes:
            if p.poll() is None:
                p.kill()
            p.communicate()
        for s in self.sockets:  # a thread that waits at one would keep its name after it is closed
            with contextlib.suppress(OSError):
                s.shutdown(socket.SHUT_RDWR)
            s.close()
        for path in pathlib.Path("/dev/shm").glob(f"tactus.{self.name}*"):
            path.unlink()
        for path in self.work.iterdir():
            path.unlink()
        self.work.rmdir()

    def keep(self, s):
        self.sockets.append(s)
        return s

    def start(self, *arguments):
        p = subprocess.Popen([TACTUS, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                             text=True, cwd=ROOT)
        self.processes.append(p)
        return p

    def change(self, kind, file, *changes, to=None):
        """A copy of a shipped file, changed by patterns that must all be there."""
        text = (ROOT / "config" / kind / file).read_text()
        for pattern, new in changes:
            text, n = re.subn(pattern, new, text)
            self.assertGreater(n, 0, pattern)
        path = self.work / f"{to or kind}.yaml"
        path.write_text(text)
        return str(path)

    def rig(self, file, suffix="", ttl=r"\g<1>00", policy="kind: count, bucket: 0"):
        """A shipped rig under this test's name; no loaded machine stops it or loses its clients."""
        return self.change("rigs", file, (r"ttl: (\d+)", f"ttl: {ttl}"),
                           (r"(?m)^name: .*", f"name: {self.name}{suffix}"),
                           (r"\.\./models", str(ROOT / "config/models")),
                           (r"(?m)^policy: .*", f"policy: {{{policy}}}\nwatchdog: 60 s"),
                           to=f"rig{suffix}")

    def until(self, what, condition, doing=lambda: time.sleep(0.01)):
        end = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), end, f"it never happened: {what}")
            doing()

    def attach(self, suffix="", **how):
        """Attached, for reading unless told, as soon as it runs."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                io = tactus_io.attach(self.name + suffix, **how)
                while io.wait(timeout=5.0):  # steps begin anew when it has started
                    if io.frame.run_state == tactus_io.RUN_STATES.index("running"):
                        return io
                io.detach()
            except tactus_io.Error:
                pass
            self.assertLess(time.monotonic(), end, "the executive never starts")
            time.sleep(0.05)

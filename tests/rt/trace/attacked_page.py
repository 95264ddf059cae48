#!/usr/bin/env python3
# test: security.trace_page program lock=tracing skip=77 unless=sanitize machine=own_root -- @tactus
# test: bare.security.trace_page program lock=tracing skip=77 unless=sanitize machine=bare,own_root -- @tactus
"""The page by which LTTng's daemon wakes its applications belongs to every user of the machine. One who maps
it, wakes the sleepers and cuts it short ends nobody, whether tracing is on or not.

    attacked_page.py TACTUS    in the root of the sources; 77 where no /dev/shm of its own can be had
"""

import ctypes
import mmap
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

OWN = "TACTUS_TEST_OWN_SHM"
PAGE = "/dev/shm/lttng-ust-wait-8"
NOBODY = 65534
FUTEX, FUTEX_WAKE = 202, 1  # of x86-64
ATTACKS, PAUSE = 30, 0.05   # rounds; s between them

if OWN not in os.environ:  # other programs on this machine shall live
    WHO = ["-m"] if os.getuid() == 0 else ["-r", "-m"]
    MOUNT = "mount -t tmpfs -o mode=1777 tmpfs /dev/shm && exec \"$@\""
    if subprocess.run(["unshare", *WHO, "sh", "-c", MOUNT, "sh", "true"], check=False,
                      stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: no name space with a /dev/shm of its own")
        sys.exit(77)
    os.environ[OWN] = "1"
    os.execvp("unshare", ["unshare", *WHO, "sh", "-c", MOUNT, "sh", sys.executable, *sys.argv])

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True
from running import PATIENCE, TACTUS, Running, free_port, unless_gone  # noqa: E402


def make_page():
    """As any application of LTTng makes it."""
    fd = os.open(PAGE, os.O_RDWR | os.O_CREAT, 0o666)
    os.fchmod(fd, 0o666)
    os.ftruncate(fd, mmap.PAGESIZE)
    os.close(fd)


def attack():
    """In a process of another user, where there is one to become."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        except OSError:
            pass  # in a name space of one user
        libc = ctypes.CDLL(None, use_errno=True)
        fd = os.open(PAGE, os.O_RDWR)
        for k in range(ATTACKS):
            os.ftruncate(fd, mmap.PAGESIZE)
            page = mmap.mmap(fd, mmap.PAGESIZE)
            page[0] = k % 2
            word = (ctypes.c_char * 4).from_buffer(page)
            libc.syscall(FUTEX, ctypes.byref(word), FUTEX_WAKE, 2**31 - 1, None, None, 0)
            os.ftruncate(fd, 0)
            time.sleep(PAUSE)
        os._exit(0)
    return os.waitpid(child, 0)[1]


class F1(Running):
    def setUp(self):
        super().setUp()
        make_page()

    def of_lttng(self, p):
        """Mappings and threads of LTTng in a process."""
        proc = pathlib.Path(f"/proc/{p.pid}")
        return (re.findall(r"\S*lttng\S*", (proc / "maps").read_text()) +
                [t for t in (unless_gone((c / "comm").read_text) or "" for c in (proc / "task").iterdir())
                 if "-ust" in t])

    def ctl(self, *words):
        return subprocess.run([TACTUS, "ctl", self.name, *words], capture_output=True, text=True,
                              timeout=4 * PATIENCE, check=False).stdout.strip()

    def until_runs(self):
        """Attached for the length of one frame."""
        self.attach().detach()

    def until_steps(self, n):
        start = int(self.ctl("read", "step"))
        self.until(f"{n} steps more", lambda: int(self.ctl("read", "step")) >= start + n)

    def test_without_tracing_nothing_of_lttng_is_there(self):
        rig = self.start("run", self.rig("exchange.yaml"), "--quiet")
        bridge = self.start("bridge-udp", self.change(
            "bridges", "car.yaml", (r"(?m)^instance: .*", f"instance: {self.name}"),
            (r":5000", f":{free_port()}"), (r":5001", f":{free_port()}")))
        platform = self.start("platform", self.change(
            "platforms", "motion_platform.yaml", (r"(?m)^name: .*", f"name: {self.name}c"),
            ("instance: car", f"instance: {self.name}"),
            ("instance: motion_platform", f"instance: {self.name}l")))
        self.until_runs()
        processes = [rig, bridge, platform]
        self.assertEqual(attack(), 0)
        for p in processes:
            self.assertIsNone(p.poll(), p.args)
            self.assertEqual(self.of_lttng(p), [], p.args)
        self.until_steps(10)
        for p in processes:
            p.send_signal(signal.SIGTERM)
            p.wait(PATIENCE)
            self.assertIn(p.returncode, (0, 128 + signal.SIGTERM), p.args)

    def test_with_tracing_the_run_goes_on(self):
        for how in ("option", "switch"):
            with self.subTest(how):
                make_page()
                options = ["--trace"] if how == "option" else []
                rig = self.start("run", self.rig("exchange.yaml"), "--quiet", *options)
                self.until_runs()
                if how == "switch":
                    self.assertEqual(self.of_lttng(rig), [])
                    self.assertEqual(self.ctl("trace", "on"), "ok")
                self.assertEqual(attack(), 0)
                self.assertIsNone(rig.poll())
                self.until("tracing", lambda: '"tracing":"on"' in self.ctl("status"))
                self.until_steps(10)
                seen = self.of_lttng(rig)
                self.assertTrue(any("liblttng-ust" in s for s in seen), seen)
                self.assertFalse(any("/dev/shm" in s for s in seen), seen)
                self.assertEqual(self.ctl("stop"), "ok")
                self.assertEqual(rig.wait(PATIENCE), 0)
                self.assertEqual(rig.stderr.read(), "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

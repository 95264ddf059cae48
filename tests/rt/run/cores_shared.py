# test: rt.cores_shared program skip=77 machine=own_root -- @tactus
# test: bare.rt.cores_shared program skip=77 machine=bare,own_root unless=sanitize -- @tactus
"""Point 15 of first use: executives with `cores: auto` on one machine take different cores as long as there are
any, and say which one they share with whom when there is none; of root and of other users.

    cores_shared.py TACTUS    in the root of the sources
"""
import ctypes
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True
from other_users import STRANGER, for_others  # noqa: E402
from running import TACTUS, unless_gone  # noqa: E402

MODEL = os.path.abspath("config/models/m2_four_bar.yaml")
CORES = len(os.sched_getaffinity(0))


def pose(threads):
    """The process of a stranger, with threads that are called like those of an executive and keep to a core."""
    ready, begun = os.pipe()
    process = os.fork()
    if process == 0:
        os.setgroups([])
        os.setgid(STRANGER)
        os.setuid(STRANGER)
        core, all_begun = min(os.sched_getaffinity(0)), threading.Barrier(threads + 1)

        def keep():
            ctypes.CDLL(None).prctl(15, b"tac-cycle", 0, 0, 0)
            os.sched_setaffinity(threading.get_native_id(), {core})
            all_begun.wait()
            threading.Event().wait()
        for _ in range(threads):
            threading.Thread(target=keep, daemon=True).start()
        all_begun.wait()
        os.write(begun, b"x")
        signal.pause()
    os.read(ready, 1)
    os.close(ready)
    os.close(begun)
    return process


class Cores(unittest.TestCase):
    def setUp(self):
        self.runs = []
        self.folder = tempfile.TemporaryDirectory()
        os.chmod(self.folder.name, 0o755)
        self.tactus, self.model = for_others(self, TACTUS, MODEL)

    def tearDown(self):
        for run in self.runs:
            run.terminate()
        for run in self.runs:
            run.wait()
        self.folder.cleanup()

    def start(self, core="auto", user=None, **environment):
        """The core of the cycle thread, and the lines about sharing."""
        name = f"shared{os.environ.get('ALONE', os.getpid())}.{self._testMethodName[5:20]}{len(self.runs)}"
        path = os.path.join(self.folder.name, name)
        with open(path, "w") as rig:
            rig.write(f"name: {name}\nmodel: {self.model}\nstep: 1 ms\nthreads: {{cores: [{core}]}}\n"
                      "policy: {kind: count, bucket: 0}\nwatchdog: 20 s\n")
        become = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        with open(f"{path}.out", "w") as out:
            run = subprocess.Popen([self.tactus, "run", path, "--duration", "600"], stdout=out,
                                   env=dict(os.environ, **environment), **become)
        self.runs.append(run)
        trusting = dict(os.environ, TACTUS_TRUST=str(STRANGER))
        while "running" not in subprocess.run([TACTUS, "ctl", name, "status"], capture_output=True, text=True,
                                              env=trusting).stdout:
            self.assertIsNone(run.poll())
        with open(f"{path}.out") as out:
            text = out.read()
        return (int(re.search(r"tac-cycle.*\bcore (\d+)", text)[1]),
                [line for line in text.splitlines() if "is shared with the executive" in line])

    def check(self, *users):
        seen = []
        for i, user in enumerate(users):
            core, notes = self.start(user=user)
            if i < CORES:
                self.assertNotIn(core, seen)
                self.assertEqual(notes, [])
            else:
                self.assertTrue(notes)
                self.assertIn(core, seen)
                pids = {str(run.pid) for run in self.runs[:-1]}
                self.assertIn(re.search(r"of process (\d+)", notes[0])[1], pids)
            seen.append(core)

    def test_one_user(self):
        self.check(*[None] * min(CORES + 1, 4))

    @unittest.skipIf(os.geteuid() != 0, "needs root")
    def test_root_and_a_user(self):
        self.check(None, STRANGER, STRANGER)

    @unittest.skipIf(os.geteuid() != 0 or CORES < 2, "needs root and two cores")
    def test_a_stranger_drives_nobody_away_but_is_said(self):
        theirs, _ = self.start(user=STRANGER)
        ours, notes = self.start()
        self.assertEqual(ours, theirs)
        self.assertRegex(notes[0], f"user .*{STRANGER}")
        trusting, notes = self.start(TACTUS_TRUST=str(STRANGER))
        self.assertNotEqual(trusting, theirs)
        self.assertEqual(notes, [])

    @unittest.skipIf(os.geteuid() != 0 or CORES < 2, "needs root and two cores")
    def test_no_number_of_strangers_hides_an_executive(self):
        """Anybody may call his threads like those of an executive."""
        stranger = pose(300)
        try:
            first, notes = self.start()
            self.assertLess(len(notes), 10)
            second, _ = self.start()
            self.assertNotEqual(second, first)
        finally:
            os.kill(stranger, signal.SIGKILL)
            os.waitpid(stranger, 0)

    def test_a_core_that_is_named_is_shared_and_said(self):
        first, _ = self.start()
        second, notes = self.start(core=first)
        self.assertEqual(second, first)
        self.assertEqual(len(notes), 1)


def executives():
    """Threads of executives that are seen from here."""
    return [p for p in pathlib.Path("/proc").glob("[0-9]*/task/*/comm") if unless_gone(p.read_text) == "tac-cycle\n"]


def alone():
    """Starts this test anew where no other executives are seen. Where the system gives no such place there must be none:
    they have cores that this test counts on."""
    private = ["unshare", "--pid", "--fork", "--mount-proc"] + (["--user", "--map-root-user"] if os.geteuid() else [])
    if "ALONE" not in os.environ and subprocess.run([*private, "true"], stderr=subprocess.DEVNULL).returncode == 0:
        os.environ["ALONE"] = str(os.getpid())  # which is another's number there, and /dev/shm is everybody's
        os.execvp("unshare", [*private, sys.executable, __file__, TACTUS])
    if executives():
        print("skipped: other executives run here, and the system gives no process namespace without them")
        sys.exit(77)


if __name__ == "__main__":
    alone()
    unittest.main()

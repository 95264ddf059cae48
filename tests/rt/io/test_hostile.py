# test: exchange.python_hostile program unless=sanitize -- @exchange.stand @tactus-io-shared
# test: bare.exchange.python_hostile skip=77 unless=sanitize machine=bare -- @exchange.stand @tactus-io-shared
"""The client in Python among hostile neighbours: names that others have taken, segments that are cut.
    test_hostile.py STAND LIBRARY      (the program of stand.c, libtactus-io.so)
"""

import os
import pathlib
import signal
import subprocess
import sys
import unittest

CLIENT = str(pathlib.Path(__file__).parents[3] / "rt" / "io")
sys.path[:0] = [CLIENT, str(pathlib.Path(__file__).resolve().parents[2])]
sys.dont_write_bytecode = True
import tactus_io  # noqa: E402
from other_users import ANOTHER, STRANGER, for_others  # noqa: E402

STAND, LIBRARY = sys.argv[1:3]
del sys.argv[1:3]

PRELUDE = f"""
import os, sys
sys.dont_write_bytecode = True
sys.path.insert(0, {CLIENT!r})
import tactus_io
name, path, library = {{name!r}}, {{path!r}}, {LIBRARY!r}
"""


class Hostile(unittest.TestCase):
    def setUp(self):
        os.environ.pop("TACTUS_TRUST", None)
        self.name = self.first_name = f"test.hostile.{os.getpid()}"
        self.path = f"/dev/shm/tactus.{self.name}.state"
        self.stand = None
        signal.alarm(30)

    def start(self, user=None):
        become = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        stand = STAND if user is None else for_others(self, STAND)[0]
        self.stand = subprocess.Popen([stand, self.name, "2000", "2"], stdout=subprocess.PIPE, **become)
        self.assertEqual(self.stand.stdout.readline(), b"ready\n")

    def tearDown(self):
        signal.alarm(0)
        if self.stand:
            self.stand.kill()
            self.stand.wait()
            self.stand.stdout.close()
        for path in pathlib.Path("/dev/shm").glob(f"tactus.{self.first_name}.*"):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()

    def python(self, text, **how):
        """Runs lines in a process of their own; its exit status."""
        prelude = PRELUDE.format(name=self.name, path=self.path)
        return subprocess.run([sys.executable, "-c", prelude + text], timeout=20, **how).returncode

    def test_what_is_no_file_is_refused(self):
        def folder():
            os.mkdir(self.path)
        for kind, make in (("FIFO", lambda: os.mkfifo(self.path, 0o666)),
                           ("link", lambda: os.symlink("/etc/passwd", self.path)),
                           ("directory", folder)):
            make()
            for command in (False, True):
                with self.assertRaisesRegex(tactus_io.Damaged, kind):
                    tactus_io.attach(self.name, command=command)
            self.assertNotIn(self.name, tactus_io.instances())
            os.rmdir(self.path) if kind == "directory" else os.unlink(self.path)

    @unittest.skipIf(os.geteuid() != 0, "needs root")
    def test_only_trusted_users_are_attached(self):
        self.start(user=STRANGER)
        for command in (False, True):
            with self.assertRaisesRegex(tactus_io.Foreign, "65534.*TACTUS_TRUST"):
                tactus_io.attach(self.name, command=command)
        tactus_io.attach(self.name, command=True, any_owner=True).detach()
        for trust, good in (("65534", True), ("1,nobody", True), ("65533", False), ("*", False)):
            os.environ["TACTUS_TRUST"] = trust
            if good:
                tactus_io.attach(self.name).detach()
            else:
                with self.assertRaises(tactus_io.Foreign):
                    tactus_io.attach(self.name)

    @unittest.skipIf(os.geteuid() != 0, "needs root")
    def test_everybody_reads_roots(self):
        self.start()
        child = os.fork()
        if child == 0:
            bad = 1
            try:
                os.setgroups([])
                os.setresgid(ANOTHER, ANOTHER, ANOTHER)
                os.setresuid(ANOTHER, ANOTHER, ANOTHER)
                tactus_io.attach(self.name).detach()
                bad = 0
            finally:
                os._exit(bad)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_places_that_are_no_files_are_passed_over(self):
        self.start()
        for make in (lambda path: os.mkfifo(path, 0o666), lambda path: os.symlink("/etc/passwd", path),
                     lambda path: open(path, "wb").close()):
            place = f"/dev/shm/tactus.{self.name}.cmd.0"
            made = f"/dev/shm/made.{self.name}"
            make(made)
            os.rename(made, place) # in one go: the executive puts a place back that is missing
            tactus_io.attach(self.name, command=True).detach()

    def copy(self):
        """A copy of a segment under this test's name that may be damaged; the executive behind it lives."""
        self.start()
        with tactus_io.attach(self.name) as io:
            io.wait(timeout=5.0)
        good = pathlib.Path(self.path).read_bytes()
        self.name += ".copy" # removed with the other files
        self.path = f"/dev/shm/tactus.{self.name}.state"
        pathlib.Path(self.path).write_bytes(good)

    def test_cut_segments_end_an_object_when_guarded(self):
        self.copy()
        cut = """
if {guarded}:
    tactus_io.guard(library)
io = tactus_io.attach(name)
io.read()
os.truncate(path, {size})
for use in (io.read, lambda: io.wait(timeout=5.0), io.check):
    try:
        use()
        sys.exit(2)
    except tactus_io.Ended:
        pass
io.account(0), io.events(), io.value("clock")
io.detach()
"""
        good = pathlib.Path(self.path).read_bytes()
        for size in (0, 4096):
            pathlib.Path(self.path).write_bytes(good)
            self.assertEqual(self.python(cut.format(guarded=True, size=size)), 0, msg=size)
        pathlib.Path(self.path).write_bytes(good)
        self.assertEqual(self.python(cut.format(guarded=False, size=0)), -signal.SIGBUS)

    def test_cut_command_files_end_an_object_when_guarded(self):
        self.start()
        self.assertEqual(self.python("""
tactus_io.guard(library)
for _ in range(3):
    io = tactus_io.attach(name, command=True)
    io.set("hold", 1.0)
    io.send()
    os.truncate(f"/dev/shm/tactus.{name}.cmd.{io.place}", 0)
    for use in (io.send, io.heartbeat, lambda: io.put_event("hold", 1.0)):
        try:
            use()
            sys.exit(2)
        except tactus_io.Ended:
            pass
    io.wait()
    io.detach()
"""), 0)

    def test_a_cut_history_ends_an_object_when_guarded(self):
        self.start()
        with tactus_io.attach(self.name) as io: # more than one page of it
            while io.wait(timeout=5.0).number < 20:
                pass
        self.assertEqual(self.python("""
tactus_io.guard(library)
io = tactus_io.attach(name)
io.open_history()
io.next_frame()
os.truncate(f"/dev/shm/tactus.{name}.history", 0)
io.seek(2)
try:
    io.next_frame(timeout=5.0)
    sys.exit(2)
except tactus_io.Ended:
    pass
"""), 0)

    def test_a_history_that_is_gone_has_a_line(self):
        self.start()
        os.unlink(f"/dev/shm/tactus.{self.name}.history")
        with tactus_io.attach(self.name) as io:
            with self.assertRaisesRegex(tactus_io.NotRunning, "history"):
                io.open_history()

    def test_sizes_that_change_all_the_time_raise_errors_of_the_client(self):
        self.copy()
        good = pathlib.Path(self.path).read_bytes()
        history = f"/dev/shm/tactus.{self.name}.history"
        pathlib.Path(history).write_bytes(pathlib.Path(f"/dev/shm/tactus.{self.first_name}.history").read_bytes())
        size = os.stat(history).st_size
        toggle = subprocess.Popen([sys.executable, "-c", f"""
import itertools, os, time
state, history = os.open({self.path!r}, os.O_RDWR), os.open({history!r}, os.O_RDWR)
good, past = os.pread(state, {len(good)}, 0), os.pread(history, 4096, 0)
for k in itertools.count():
    time.sleep(k % 5 * 5e-4)  # whole for none of the time, or for a client's whole visit
    for file, size, head in ((state, {len(good)}, good), (history, {size}, past)):
        os.ftruncate(file, 0)
        os.pwrite(file, head, 0)
        os.ftruncate(file, size)
"""])
        try:
            self.assertEqual(self.python("""
tactus_io.guard(library)
seen = [0, 0]
while sum(seen) < 1500 or min(seen) == 0:
    try:
        with tactus_io.attach(name) as io:
            io.open_history()
            seen[0] += 1
    except tactus_io.Error:
        seen[1] += 1
print(seen)
"""), 0)
        finally:
            toggle.kill()
            toggle.wait()

    def test_lies_in_a_history_are_refused(self):
        self.start()
        with open(f"/dev/shm/tactus.{self.name}.history", "r+b") as file:
            good = file.read(64)
            for at, value in ((0, b"x"), (12, b"\2"), (16, b"\1"), (28, b"\0\0\0\0"), (32, b"\1"),
                              (36, b"\xff" * 4), (40, b"\1"), (48, bytes([good[48] ^ 1])), (56, bytes([good[56] ^ 1]))):
                file.seek(at)
                file.write(value)
                file.flush()
                with tactus_io.attach(self.name) as io:
                    with self.assertRaises(tactus_io.Error):
                        io.open_history()
                file.seek(0)
                file.write(good)
                file.flush()

    def test_the_guard_is_survived_by_the_fault_handler(self):
        self.copy()
        self.assertEqual(self.python("""
import faulthandler
tactus_io.guard(library)
faulthandler.enable()
io = tactus_io.attach(name)
io.read()
os.truncate(path, 0)
try:
    io.read()
    sys.exit(2)
except tactus_io.Ended:
    pass
"""), 0)
        # and what is not a segment's ends the program as before, with one report
        done = subprocess.run([sys.executable, "-c", PRELUDE.format(name=self.name, path=self.path) + """
import faulthandler, mmap, tempfile
tactus_io.guard(library)
faulthandler.enable()
tactus_io.guard(library)
with tempfile.TemporaryFile() as file:
    file.truncate(4096)
    foreign = mmap.mmap(file.fileno(), 4096)
    file.truncate(0)
    foreign[0]
"""], timeout=20, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, -signal.SIGBUS)
        self.assertEqual(done.stderr.count(b"Fatal Python error: Bus error"), 1)

    def lie(self, at, what):
        with open(self.path, "r+b") as file:
            file.seek(at)
            file.write(what)

    def test_what_is_larger_than_any_executive_makes_is_refused(self):
        self.copy()
        good = pathlib.Path(self.path).read_bytes()
        size, huge = 1 << 40, (1 << 31).to_bytes(4, "little")
        for at, what in ((16, size.to_bytes(8, "little")), (76, huge), (80, huge), (32, huge), (44, huge), (276, huge)):
            self.lie(at, what)
            if at == 16:
                os.truncate(self.path, size) # sparse
            with self.assertRaises(tactus_io.Damaged):
                tactus_io.attach(self.name)
            os.truncate(self.path, len(good))
            self.lie(0, good)
        tactus_io.attach(self.name).detach()

    def test_a_lie_about_the_period_keeps_nobody_waiting(self):
        self.copy()
        self.lie(136, (2**63 - 1).to_bytes(8, "little"))
        with tactus_io.attach(self.name) as io:
            io.read()
            self.assertIsNone(io.wait(timeout=0.05))
            io.seek()
            while io.next_frame(timeout=0.05):
                pass

    def test_a_guarded_read_takes_no_more_operations(self):
        self.copy()
        self.assertEqual(self.python("""
operations = 0

def count(frame, event, _):
    global operations
    frame.f_trace_opcodes = True
    operations += event == "opcode"
    return count

def taken_by_a_read():
    global operations
    with tactus_io.attach(name) as io:
        operations = 0
        sys.settrace(count)
        io.read()
        sys.settrace(None)
    return operations

unguarded = taken_by_a_read()
tactus_io.guard(library)
sys.exit(not 0 < unguarded == taken_by_a_read())
"""), 0)

    def test_without_the_library_there_is_no_guard(self):
        with self.assertRaisesRegex(tactus_io.Error, "libtactus-io"):
            tactus_io.guard("/nowhere/libtactus-io.so.1")


if __name__ == "__main__":
    unittest.main()

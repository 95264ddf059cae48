# test: security.unread_output_blocks_nothing program cost=40 -- @tactus
"""Output that nobody reads blocks no stop and no end, and output that is read is complete.

    unread_output.py TACTUS    in the root of the sources
"""
import fcntl
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

TACTUS = os.path.abspath(sys.argv[1])
MODEL = os.path.abspath("config/models/m2_four_bar.yaml")
NAME = "unread%d" % os.getpid()
PATIENCE = 30  # s, after which a program on a loaded machine counts as one that never ends
failed = passed = 0


def ok(what, good):
    global failed, passed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print("FAILED:", what, flush=True)


def fill(fd):
    """Writes until there is no room, and leaves the descriptor as programs get it."""
    flags = fcntl.fcntl(fd, fcntl.F_GETFL)
    fcntl.fcntl(fd, fcntl.F_SETFL, flags | os.O_NONBLOCK)
    for size in (4096, 1):
        try:
            while True:
                os.write(fd, b"x" * size)
        except BlockingIOError:
            pass
    fcntl.fcntl(fd, fcntl.F_SETFL, flags)


def full_pipe():
    reader, writer = os.pipe()
    fill(writer)
    return reader, writer


def full_socket():
    reader, writer = socket.socketpair()
    fill(writer.fileno())
    return reader.detach(), writer.detach()


def full_terminal():
    reader, writer = pty.openpty()
    fill(writer)
    return reader, writer


class Program:
    """A program whose standard output and error nobody reads."""

    def __init__(self, make, *arguments, one=False):
        self.out = make()
        self.err = self.out if one else make()
        self.it = subprocess.Popen([TACTUS, *arguments], stdin=subprocess.DEVNULL, stdout=self.out[1],
                                   stderr=self.err[1])

    def end(self, what, limit=PATIENCE):
        """The exit code; the program is killed when there is none in time."""
        try:
            code = self.it.wait(limit)
        except subprocess.TimeoutExpired:
            self.it.kill()
            self.it.wait()
            code = None
        ok("%s: ends" % what, code is not None)
        for fd in {*self.out, *self.err}:
            os.close(fd)
        return code

    def has_taken(self, number):
        """Whether no such signal waits for the program; two that wait at a time are one to the kernel."""
        try:
            with open("/proc/%d/status" % self.it.pid, encoding="ascii") as f:
                waiting = re.findall(r"^(?:SigPnd|ShdPnd):\s*(\w+)", f.read(), flags=re.M)
        except OSError:
            return True
        return not any(int(mask, 16) >> (number - 1) & 1 for mask in waiting)

    def stop_twice(self, what):
        """Two requests; the end is due 3 s after the second, on a loaded machine later; what hangs never ends."""
        self.it.send_signal(signal.SIGTERM)
        wait_for(lambda: self.has_taken(signal.SIGTERM))
        time.sleep(0.5)
        self.it.send_signal(signal.SIGTERM)
        return self.end(what)


def quietly(*arguments):
    return subprocess.run([TACTUS, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=120)


def is_whole(log, steps=None):
    said = quietly("log", "verify", log)
    number = re.search(r"whole, (\d+) steps", said.stdout)
    return said.returncode == 0 and number and (steps is None or int(number[1]) == steps)


def wait_for(condition):
    for _ in range(10 * PATIENCE):
        if condition():
            return
        time.sleep(0.1)


def runs(name):
    return lambda: quietly("ctl", name, "status").returncode == 0


def test_run(work, rig):
    log = os.path.join(work, "x.tlog")
    for make, one in ((full_pipe, False), (full_pipe, True), (full_socket, False), (full_terminal, False)):
        what = "run, %s%s" % (make.__name__, ", one for both" if one else "")
        code = Program(make, "run", rig, "--duration", "0.3", "--record", log, one=one).end(what)
        # the kernel moves on what a terminal holds and may find room for all of it
        ok(what + ": 4, for what was left out, not %s" % code,
           code == 4 or (code == 0 and make is full_terminal))
        ok(what + ": the recording is complete", is_whole(log, 300))
        if os.path.exists(log):
            os.remove(log)
    for how in ("once", "twice", "by ctl"):
        what = "run, told to end %s" % how
        p = Program(full_pipe, "run", rig, "--record", log)
        wait_for(runs(NAME))
        ok(what + ": it starts", runs(NAME)())
        if how == "twice":
            p.stop_twice(what)
            continue
        if how == "once":
            p.it.send_signal(signal.SIGTERM)
        else:
            quietly("ctl", NAME, "stop")
        p.end(what)
        ok(what + ": the recording is complete", is_whole(log))


def test_others(work, rig):
    platform, bridge = os.path.join(work, "platform.yaml"), os.path.join(work, "bridge.yaml")
    with open("config/platforms/motion_platform.yaml", encoding="utf-8") as f:
        text = f.read()
    with open(platform, "w", encoding="utf-8") as f:
        f.write(re.sub(r"^name: .*", "name: %sp" % NAME, text, flags=re.M))
    with open("config/bridges/car.yaml", encoding="utf-8") as f:
        text = f.read()
    with open(bridge, "w", encoding="utf-8") as f:
        f.write(re.sub(r"^instance: .*", "instance: %s" % NAME, text, flags=re.M))
    for arguments in (["platform", platform], ["bridge-udp", bridge, "--verbose"],
                      ["sim", MODEL, "--duration", "1e6"],
                      ["sim", MODEL, "--duration", "1e6", "--csv", "-"]):
        p = Program(full_pipe, *arguments)
        time.sleep(2)
        p.stop_twice(" ".join(arguments[:1] + arguments[4:]))
    exchange = os.path.join(work, "exchange.yaml")
    with open("config/rigs/exchange.yaml", encoding="utf-8") as f:
        text = f.read()
    with open(exchange, "w", encoding="utf-8") as f:
        f.write(re.sub(r"^name: .*", "name: %s" % NAME, text, flags=re.M).replace(
            "../models", os.path.abspath("config/models")) + "\nwatchdog: 60 s\n")
    executive = subprocess.Popen([TACTUS, "run", exchange, "--quiet"])
    wait_for(runs(NAME))
    p = Program(full_pipe, "dump", NAME, "--csv", "-")
    time.sleep(1)
    p.stop_twice("dump")
    executive.terminate()
    executive.wait()
    test_attaching(bridge, exchange)
    # a file that nobody writes, while it is read
    pipe = os.path.join(work, "pipe")
    os.mkfifo(pipe)
    p = Program(full_pipe, "run", pipe)
    time.sleep(1)
    p.stop_twice("run, a rig that never comes")
    # a recording that nobody reads
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    p = Program(full_pipe, "run", rig, "--record", pipe)
    wait_for(runs(NAME))
    time.sleep(2)
    p.stop_twice("run, a recording that nobody reads")
    os.close(reader)


def test_attaching(bridge, rig):
    """The second request is heard by a bridge that waits for an instance that does not answer."""
    executive = subprocess.Popen([TACTUS, "run", rig, "--quiet"])
    wait_for(runs(NAME))
    executive.send_signal(signal.SIGSTOP)
    codes = []
    while len(codes) < 12 and 143 not in codes:  # the requests may find it between two attempts
        p = subprocess.Popen([TACTUS, "bridge-udp", bridge], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             text=True)
        said = p.stderr.readline()
        time.sleep(0.1 + 0.07 * len(codes))  # the next attempt is under way
        for _ in range(2):
            p.send_signal(signal.SIGTERM)
            time.sleep(0.3)
        codes.append(p.wait(PATIENCE))
        ok("a bridge that waits says why: " + said, "waiting: " in said)
        p.stderr.close()
    ok("a bridge that attaches ends at once: %s" % codes, 143 in codes)
    executive.send_signal(signal.SIGCONT)
    executive.terminate()
    executive.wait()


def test_read(work, rig):
    """Who reads gets everything, also late."""
    table = os.path.join(work, "x.csv")
    quietly("sim", MODEL, "--duration", "1", "--csv", table)
    with open(table, "rb") as f:
        want = f.read()
    p = subprocess.Popen([TACTUS, "sim", MODEL, "--duration", "1", "--csv", "-"], stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL)
    time.sleep(2)
    got = p.stdout.read()
    ok("a slow reader gets the whole table", p.wait() == 0 and got == want and len(got) > 200000)
    said = quietly("run", rig, "--duration", "0.2")
    ok("a run says all it has to say", said.returncode == 0 and said.stdout.startswith("rig ") and
       "\nverdict " in said.stdout and "not read" not in said.stderr)
    reader, writer = os.pipe()
    fill(writer)
    said = subprocess.run([TACTUS, "run", rig, "--duration", "0.2"], stdin=subprocess.DEVNULL,
                          stdout=writer, stderr=subprocess.PIPE, text=True, timeout=120)
    ok("what was left out is counted", re.search(r"^tactus: \d+ bytes of output were not read", said.stderr))
    os.close(reader)
    os.close(writer)


def main():
    with tempfile.TemporaryDirectory() as work:
        rig = os.path.join(work, "rig.yaml")
        with open(rig, "w", encoding="utf-8") as f:
            f.write("name: %s\nmodel: %s\nstep: 1 ms\n"
                    "policy: {kind: count, bucket: 0, start_cycles: 0}\nwatchdog: 60 s\n" % (NAME, MODEL))
        test_run(work, rig)
        test_others(work, rig)
        test_read(work, rig)
    for name in os.listdir("/dev/shm"):
        if name.startswith("tactus." + NAME):
            os.remove("/dev/shm/" + name)
    print("%d passed, %d failed" % (passed, failed))
    return failed > 0 or passed == 0


sys.exit(main())

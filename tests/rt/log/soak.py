#!/usr/bin/env python3
# test: rt.recording_soak program cost=30 skip=77 machine=own_root -- @tactus 20
# test: rt.recording_soak_600 full timeout=1800 skip=77 machine=own_root -- @tactus 600
"""A run under everything at once: disks that fill and empty, commands at random, clients of other process namespaces that
come, stall and are killed, kills of the executive. Whatever happened, every piece replays to its bits, of a run that ended
by itself each step is in a piece or was said to be lost, and a client that lives has every frame or says which it lacks.
  soak.py TACTUS SECONDS
"""

import contextlib
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

TACTUS, SECONDS = os.path.abspath(sys.argv[1]), float(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[3]
SKIPPED = 77
HOW = ("split: {size: 100 kB}", "split: {size: 64 KiB}, keep: {pieces: 4}", "on_error: continue",
       "ring: {before: 1 s, after: 300 ms}, triggers: [miss, safe]", "start: stopped",
       "ring: {before: 1 s, after: 300 ms}, split: {size: 100 kB}, keep: {pieces: 5}")


def mount_own():
    own = ["unshare", "-m"] + ([] if os.geteuid() == 0 else ["-r"])
    if subprocess.run([*own, "mount", "-t", "tmpfs", "tmpfs", "/tmp"], capture_output=True).returncode != 0:
        sys.exit(SKIPPED)
    os.execvpe("unshare", [*own, sys.executable, __file__, *sys.argv[1:]], {**os.environ, "TACTUS_OWN_MOUNTS": "1"})


# where a client lives: here, or among processes of its own
SPACES = ([], ["unshare", "--pid", "--fork", "--kill-child"])
MOST_CLIENTS = 3


class Client:
    """A dump of all frames, which ends with the instance."""

    def __init__(self, name, csv, space):
        self.csv, self.killed = csv, False
        self.process = subprocess.Popen([*space, TACTUS, "dump", name, "--csv", csv], start_new_session=True,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def send(self, number):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)

    def check(self):
        """Frames that it has, and that it said to have lost."""
        err = self.process.communicate(timeout=60)[1]
        if self.killed or not self.csv.exists():
            return
        rows = self.csv.read_text(encoding="utf-8").split("\n")
        assert rows[-1] == "", (self.csv, rows[-1][:80])
        frames = [int(row.split(",", 1)[0]) for row in rows[1:-1]]
        gaps = sum(b - a - 1 for a, b in zip(frames, frames[1:]))
        lost = re.search(r"(\d+) frames are lost", err)
        assert gaps == (int(lost[1]) if lost else 0), (gaps, err)
        assert all(b > a for a, b in zip(frames, frames[1:]))
        assert self.process.returncode in (0, 4, 8), (self.process.returncode, err)
        self.csv.unlink()


class Soak:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.work = pathlib.Path(tempfile.mkdtemp())
        self.disk = self.work / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1500k", "tmpfs", self.disk], check=True)
        self.name = f"soak{os.getpid()}"
        self.counts, self.clients = {}, []

    def ctl(self, *words):
        return subprocess.run([TACTUS, "ctl", self.name, *words], capture_output=True, text=True)

    def fill(self):
        with (self.disk / "filler").open("wb", buffering=0) as f, contextlib.suppress(OSError):
            while f.write(bytes(4096)):
                pass

    def nearly(self):
        """Full but for some pages, so that a block fits and what ends a piece may not."""
        self.fill()
        with contextlib.suppress(OSError):
            size = (self.disk / "filler").stat().st_size
            os.truncate(self.disk / "filler", max(0, size - 4096 * self.random.randrange(1, 6)))

    def empty(self):
        (self.disk / "filler").unlink(missing_ok=True)

    def client(self):
        if len(self.clients) < MOST_CLIENTS:
            csv = self.work / f"client{time.monotonic_ns()}.csv"
            self.clients.append(Client(self.name, csv, self.random.choice(SPACES)))

    def stall(self):
        for client in self.clients[:1]:
            client.send(signal.SIGSTOP)
            time.sleep(self.random.uniform(0.1, 0.8))
            client.send(signal.SIGCONT)

    def kill(self):
        for client in self.clients[-1:]:
            client.killed = True
            client.send(signal.SIGKILL)

    def do(self):
        what = self.random.choice(["fill", "nearly", "empty", "empty", "split", "mark", "trigger", "start", "stop", "rest", "client",
                                   "client", "stall", "kill"])
        self.counts[what] = self.counts.get(what, 0) + 1
        self.done.append(what)
        if what in ("fill", "nearly", "empty", "client", "stall", "kill"):
            getattr(self, what)()
        elif what == "rest":
            time.sleep(0.3)
        else:
            self.ctl("record", what, *(["text"] if what in ("mark", "trigger") else []))

    def check(self, path, partial):
        done = subprocess.run([TACTUS, "replay", *(["--partial"] if partial else []), path], capture_output=True, text=True)
        if partial and "no block of the log is whole" in done.stderr + done.stdout:
            return 0
        found = re.search(r"identical: steps (\d+) to (\d+), (\d+) states", done.stdout)
        assert done.returncode == 0 and found, (self.how, self.done, path, partial, done.stdout, done.stderr)
        return int(found[3])

    def round(self, how, killed):
        self.how, self.done = how, []
        rig = self.work / "rig.yaml"
        rig.write_text(f"name: {self.name}\nmodel: {ROOT}/config/models/m2_four_bar.yaml\nstep: 1 ms\nwatchdog: 60 s\n"
                       f"policy: {{kind: skip, bucket: 0, max_skip: 0}}\nrecord: {{file: {self.disk}/x.tlog, {how}}}\n")
        p = subprocess.Popen([TACTUS, "run", rig], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while self.ctl("status").returncode != 0:
            assert p.poll() is None, p.stderr.read()
            time.sleep(0.05)
        for _ in range(self.random.randrange(4, 14)):
            self.do()
        p.send_signal(signal.SIGKILL if killed else signal.SIGTERM)
        out, err = p.communicate(timeout=60)
        for client in self.clients:
            client.check()
        self.clients.clear()
        self.empty()
        compared = 0
        for piece in sorted(self.disk.glob("x*.tlog")):
            verified = subprocess.run([TACTUS, "log", "verify", piece], capture_output=True, text=True)
            whole = verified.returncode == 0
            assert whole or killed or p.returncode == 4, (how, p.returncode, piece, verified.stderr, err, out[-300:])
            compared += self.check(piece, not whole)
            piece.unlink()
        if not killed:
            self.account(how, p.returncode, out, err, compared)

    def account(self, how, code, out, err, compared):
        lost = re.search(r"incomplete: (\d+) steps", err)
        assert code == (4 if lost else 0), (code, out, err)
        if how == "on_error: continue" and not self.counts.get("stop"):
            made = int(re.search(r"simulated .* in (\d+) steps", out)[1])
            assert compared + int(lost[1] if lost else 0) == made, (how, compared, lost, made, err)


def main():
    seed = int(os.environ.get("SEED", time.time_ns() % 10**9))
    print(f"SEED={seed}", flush=True)
    soak = Soak(seed)
    end, n = time.monotonic() + SECONDS, 0
    while time.monotonic() < end:
        soak.counts.pop("stop", None)
        soak.round(HOW[n % len(HOW)], soak.random.random() < 0.3)
        n += 1
    subprocess.run(["umount", "-l", soak.disk], check=True)
    for left in pathlib.Path("/dev/shm").glob(f"tactus.{soak.name}*"):
        left.unlink()
    print(f"{n} runs: {soak.counts}")


if __name__ == "__main__":
    if os.environ.get("TACTUS_OWN_MOUNTS") is None:
        mount_own()
    main()

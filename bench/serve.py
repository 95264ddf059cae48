#!/usr/bin/env python3
"""Does the executive notice the server of the page? The same rig runs in turn alone and with `tactus serve`, 20 clients
that follow it, half of them stalled, slice by slice.
    serve.py TACTUS [SLICES [SECONDS]]       in the root of the sources

Judged as against.py judges: this is with the server, other without. Misses and the server's memory are printed.
"""

import csv
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

import against

sys.dont_write_bytecode = True
sys.path[:0] = [str(against.ROOT / "tests"), str(against.ROOT / "tests/rt/serve")]
program = os.path.abspath(sys.argv[1])
slices, seconds = (int(sys.argv[2]) if len(sys.argv) > 2 else 8), (float(sys.argv[3]) if len(sys.argv) > 3 else 4.0)
del sys.argv[1:]
from running import free_port  # noqa: E402
from websocket import WebSocket  # noqa: E402

CLIENTS = 20


class Watched:
    """The server and its clients, for as long as a slice takes."""

    def __init__(self, name):
        self.port = free_port()
        self.server = subprocess.Popen([program, "serve", "--port", str(self.port)], stdout=subprocess.PIPE, text=True)
        self.server.stdout.readline()
        self.clients = [WebSocket(self.port, window=4096 if i % 2 else None) for i in range(CLIENTS)]
        self.frames = 0
        for i, w in enumerate(self.clients):
            w.send("hello -")
            threading.Thread(target=self.follow, args=(w, name, i % 2 == 1), daemon=True).start()

    def follow(self, w, name, stalls):
        try:
            w.until_type("list", lambda m: name in m["names"])
            w.send(f"follow {name}")
            while not stalls:
                is_frame = isinstance(w.receive(), bytes)
                self.frames += is_frame
        except OSError: # the end
            pass

    def end(self):
        memory = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{self.server.pid}/status").read_text())[1]
        for w in self.clients:
            w.close()
        self.server.terminate()
        self.server.communicate()
        return int(memory)


def count_misses(log):
    with open(log, encoding="ascii") as file:
        return sum(row["cause"] != "on time" and "start" not in row["flags"] for row in csv.DictReader(file))


def main():
    name = f"watched{os.getpid()}"
    text = (against.ROOT / "config/rigs/exchange.yaml").read_text(encoding="utf-8")
    found, misses, memory, frames = ([], []), [0, 0], 0, 0
    with tempfile.TemporaryDirectory() as work:
        log, rig = os.path.join(work, "cycles.csv"), os.path.join(work, "rig.yaml")
        text = re.sub(r"(?m)^name: .*", f"name: {name}", text).replace("../models", f"{against.ROOT}/config/models")
        pathlib.Path(rig).write_text(f"{text}\nlog: {{file: {log}}}\nwatchdog: 20 s\n", encoding="utf-8")
        for i in range(2 * slices):
            alone = (i + i // 2) % 2  # who goes first alternates
            watched = None if alone else Watched(name)
            found[alone].append(against.run(program, rig, log, seconds))
            misses[alone] += count_misses(log)
            if watched:
                frames += watched.frames
                memory = max(memory, watched.end())
    worse = against.compare(f"with {CLIENTS} clients, and alone", found)
    print(f"\nmissed: {misses[0]} with, {misses[1]} alone; {frames} frames were read; the server took {memory} KiB at most")
    print("".join(f"WORSE  {line}\n" for line in worse) or "as alone")
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main())

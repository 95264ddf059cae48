#!/usr/bin/env python3
"""Does the executive notice the server of the page? The same rig runs in turn alone and with `tactus serve`, 20 clients
that follow it, half of them stalled, and a browser with the page where chromium is installed, slice by slice.
    serve.py TACTUS [SLICES [SECONDS]]       in the root of the sources

Judged as against.py judges, missed cycles of a slice like its times: this is with the server, other without. On both
sides a program of the least priority keeps every core busy, since a browser that draws by the processor does: what is
compared is the server, not what drawing takes of caches and of a core's other thread. The server may take MOST_MEMORY;
what the executive maps has to be the same, and the page has to draw. Then how fast the page draws a chain of 128 bodies.
"""

import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import against

sys.dont_write_bytecode = True
sys.path[:0] = [str(against.ROOT / "tests"), str(against.ROOT / "tests/rt/serve")]
program = os.path.abspath(sys.argv[1])
slices, seconds = (int(sys.argv[2]) if len(sys.argv) > 2 else 4), (float(sys.argv[3]) if len(sys.argv) > 3 else 15.0)
sys.argv[1:] = [program]
from browser import CHROMIUM, Chromium  # noqa: E402
from running import free_port  # noqa: E402
from websocket import WebSocket  # noqa: E402

CLIENTS = 20
MOST_MEMORY = 32 << 10  # KiB, with this many clients, half of them stalled
PANEL = "[...tactus.panels.values()][0]"
DRAWN = f"tactus !== undefined && tactus.panels.size > 0 && {PANEL}.view?.placed === true"
FRAME = f"{PANEL}.view.renderer.info.render.frame"


class Page:
    """The page in a browser that has the least priority: what it draws with is this machine's processors."""

    def __init__(self, url):
        self.folder = tempfile.mkdtemp()
        self.chromium = Chromium(self.folder)
        subprocess.run(["renice", "-n", "19", "-g", str(self.chromium.process.pid)], stdout=subprocess.DEVNULL,
                       check=False)
        self.chromium.call("Page.navigate", url=url)

    def until(self, expression):
        end = time.monotonic() + 60
        while not self.chromium.js(expression):
            if time.monotonic() > end:
                raise TimeoutError(expression)
            time.sleep(0.05)

    def rate(self, seconds):
        """Pictures per second, as the page draws them, and draw calls in one."""
        return self.chromium.js(f"""new Promise((done) => {{
            const info = {PANEL}.view.renderer.info.render, first = info.frame, begun = performance.now();
            setTimeout(() => done([(info.frame - first) / (performance.now() - begun) * 1000, info.calls]),
                       {1000 * seconds});
        }})""")

    def end(self):
        self.chromium.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Watched:
    """The server and its clients, for as long as a slice takes."""

    def __init__(self, name):
        self.port = free_port()
        self.server = subprocess.Popen([program, "serve", "--port", str(self.port)], stdout=subprocess.PIPE, text=True)
        self.url = self.server.stdout.readline().strip()
        self.clients = [WebSocket(self.port, window=4096 if i % 2 else None) for i in range(CLIENTS)]
        self.frames, self.pictures = 0, 0
        for i, w in enumerate(self.clients):
            w.send("hello -")
            threading.Thread(target=self.follow, args=(w, name, i % 2 == 1), daemon=True).start()
        self.page = Page(self.url) if CHROMIUM else None  # which shows the instance as soon as it comes
        if self.page:
            self.warm_up(name)

    def warm_up(self, name):
        """An instance before the one that is measured: without a graphics card the first picture takes many seconds."""
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as rig:
            rig.write(f"name: {name}\nmodel: {against.ROOT}/config/models/vehicle.yaml\nstep: 10 ms\n")
            rig.flush()
            instance = subprocess.Popen([program, "run", rig.name, "--quiet", "--duration", "100"],
                                        stdin=subprocess.DEVNULL)
            self.page.until(f"window.{DRAWN} && {FRAME} > 20")
            instance.terminate()
            instance.wait()
        self.before = self.page.chromium.js(FRAME)

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
        if self.page:
            self.pictures = self.page.chromium.js(FRAME) - self.before
            self.page.end()
        self.server.terminate()
        self.server.communicate()
        return int(memory)


def run(rig, log):
    """Figures of a slice, and the files that the executive maps in its middle, without those that have its name."""
    load = [subprocess.Popen(["nice", "-n", "19", program, "sim", "config/models/vehicle.yaml", "--duration", "1000",
                              "--quiet"], cwd=against.ROOT, stdout=subprocess.DEVNULL) for _ in range(os.cpu_count())]
    p = subprocess.Popen([program, "run", rig, "--quiet", "--duration", str(seconds)], cwd=against.ROOT,
                         stdin=subprocess.DEVNULL)
    time.sleep(seconds / 2)
    lines = pathlib.Path(f"/proc/{p.pid}/maps").read_text().splitlines()
    maps = {m[1] for m in (re.search(r"(/\S+)", line) for line in lines) if m and not m[1].startswith("/dev/shm/")}
    failed = p.wait() != 0
    for other in load:
        other.kill()
        other.wait()
    if failed:
        sys.exit("the executive failed")
    return against.figures(log), maps


def count_misses(log):
    with open(log, encoding="ascii") as file:
        return sum(row["cause"] != "on time" and "start" not in row["flags"] for row in csv.DictReader(file))


def page_rate():
    server = subprocess.Popen([program, "view", "config/models/m3_chain_128.yaml", "--duration", "5", "--port",
                               str(free_port())], stdout=subprocess.PIPE, text=True, cwd=against.ROOT)
    page = Page(server.stdout.readline().strip())
    page.until(f"window.{DRAWN} && {PANEL}.state.textContent === 'recorded'")
    play = f"{PANEL}.player.playing || {PANEL}.player.toggle()"
    page.until(f"{FRAME} > 20 || ({play}, false)")
    page.chromium.js(f"{PANEL}.player.jump(0), {play}")
    rate, calls = page.rate(4)
    print(f"the page draws 128 bodies {rate:.0f} times a second (drawn by the processor), in {calls} draw calls")
    page.end()
    server.terminate()
    server.communicate()
    return calls > 10


def main():
    name = f"watched{os.getpid()}"
    text = (against.ROOT / "config/rigs/exchange.yaml").read_text(encoding="utf-8")
    found, misses, maps, memory, frames, pictures = ([], []), ([], []), [set(), set()], 0, 0, 0
    with tempfile.TemporaryDirectory() as work:
        log, rig = os.path.join(work, "cycles.csv"), os.path.join(work, "rig.yaml")
        text = re.sub(r"(?m)^name: .*", f"name: {name}", text).replace("../models", f"{against.ROOT}/config/models")
        pathlib.Path(rig).write_text(f"{text}\nlog: {{file: {log}}}\nwatchdog: 20 s\n", encoding="utf-8")
        for i in range(2 * slices):
            alone = (i + i // 2) % 2  # who goes first alternates
            watched = None if alone else Watched(name)
            slice_found, slice_maps = run(rig, log)
            found[alone].append(slice_found)
            maps[alone] |= slice_maps
            misses[alone].append(count_misses(log))
            if watched:
                memory = max(memory, watched.end())
                frames += watched.frames
                pictures += watched.pictures
    who = f"{CLIENTS} clients{' and a browser' if CHROMIUM else ''}"
    worse = against.compare(f"with {who}, and alone", found)
    missed = [sum(of_slices) for of_slices in misses]
    print(f"\nmissed: {missed[0]} with, {missed[1]} alone; {frames} frames were read, {pictures} pictures drawn; "
          f"the server took {memory} KiB at most")
    if missed[0] > against.LIMIT * missed[1] and against.chance(*misses) < against.CHANCE:
        worse.append("more cycles are missed with the server")
    worse += [f"the server took more than {MOST_MEMORY} KiB"] if memory > MOST_MEMORY else []
    worse += [f"the executive maps {path} with the server only" for path in sorted(maps[0] - maps[1])]
    worse += ["the page drew nothing"] if CHROMIUM and pictures == 0 else []
    worse += ["the page takes more than 10 draw calls"] if CHROMIUM and page_rate() else []
    print("".join(f"WORSE  {line}\n" for line in worse) or "as alone")
    return bool(worse)


if __name__ == "__main__":
    sys.exit(main())

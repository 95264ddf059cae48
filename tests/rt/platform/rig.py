#!/usr/bin/env python3
# test: platform.rig program -- @tactus --quick
"""The driving simulator that ships: a car and a motion platform, each an instance of its own, and
the controller between them. Somebody drives; the platform is engaged, stopped by an emergency in
the middle, parked, engaged again and parked; verdict.py says what became of it.
    rig.py TACTUS [SECONDS]     the shipped files as they are, driven for so long (default 60)
    rig.py TACTUS --quick       copies with names of their own and short ramps, a few seconds
Exit code 0 when every line of the verdict holds. docs/platform-rig.md explains the lines.
"""

import argparse
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
import verdict  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[3]
PATIENCE = 60  # s, for what has to happen sooner or later on any machine
SHORTEST = 24  # s, that the ramps of the shipped file leave room for

# what the driver does, again and again: signals of the car, their values, for how many seconds
MANOEUVRE = (
    *[({"autopilot": 1}, 3.0)] * 15,  # a lap by the driver of the model
    ({"person": 1, "brake": 0.5}, 3.0),
    ({"person": 1, "throttle": 0.7}, 3.0),
    ({"person": 1, "throttle": 0.4, "steering": 30}, 1.0),
    ({"person": 1, "throttle": 0.4, "steering": -30}, 1.0),
    ({"person": 1, "brake": 0.8}, 2.0),
)


class Failure(Exception):
    """The session could not be held; its text says why."""


class Files:
    """What is run: the shipped files, or copies that no other session or busy machine disturbs."""

    def __init__(self, work, quick):
        self.names = ("car", "motion_platform", "platform")
        self.rigs = [f"config/rigs/{name}.yaml" for name in self.names[:2]]
        self.platform = "config/platforms/motion_platform.yaml"
        self.quick = quick
        self.pace = 0.25 if quick else 1.0  # of the driver, longer is slower
        if quick:
            self._copy(work)

    def _copy(self, work):
        shipped = self.names
        self.names = tuple(f"{name}-{os.getpid()}" for name in shipped)
        self.rigs = [self._change(work, file, (r"(?m)^name: .*", f"name: {name}"),
                                  (r"\.\./models", str(ROOT / "config/models")),
                                  (r"ttl: (\d+)", r"ttl: \g<1>00"),
                                  (r"(?m)^policy: .*", r"\g<0>\nwatchdog: 60 s"))
                     for file, name in zip(self.rigs, self.names)]
        self.platform = self._change(
            work, self.platform, (r"(?m)^name: .*", f"name: {self.names[2]}"),
            (r"instance: motion_platform", f"instance: {self.names[1]}"),
            (r"instance: car", f"instance: {self.names[0]}"), (r"max_age: .*", "max_age: 20 s"),
            (r"(?m)^ramps: .*", "ramps: {engage: 1.2 s, park: 1.2 s, brake: 0.3 s, settle: 0.2 s}"))

    @staticmethod
    def _change(work, path, *changes):
        text = (ROOT / path).read_text(encoding="utf-8")
        for pattern, new in changes:
            text, n = re.subn(pattern, new, text)
            if n == 0:
                raise Failure(f"{path} has nothing like '{pattern}'")
        copy = work / f"{pathlib.Path(path).parent.name}-{pathlib.Path(path).name}"
        copy.write_text(text, encoding="utf-8")
        return str(copy)


class Session:
    def __init__(self, tactus, work, files):
        self.tactus, self.work, self.files = tactus, work, files
        self.root = ROOT
        self.car, self.sink, self.platform = files.names
        self.processes = {}
        self.over = threading.Event()
        self.refused = []  # commands of the driver
        self.commands = 0
        self.status = []  # of the controller, now and then
        self.leg_rate = 0.0

    # ---- processes

    def start(self, what, *arguments):
        with open(self.work / f"{what}.out", "w", encoding="utf-8") as out:
            self.processes[what] = subprocess.Popen([self.tactus, *arguments], stdout=out,
                                                    stderr=subprocess.STDOUT,
                                                    stdin=subprocess.DEVNULL, cwd=ROOT)

    def said(self, what):
        return (self.work / f"{what}.out").read_text(encoding="utf-8")

    def end(self, what):
        """Waits for the end; returns the exit code."""
        try:
            return self.processes[what].wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise Failure(f"{what} does not end") from None

    def ask(self, name, verb):
        """The answer of a control socket, None when there is none."""
        done = subprocess.run([self.tactus, "ctl", name, verb], capture_output=True, text=True,
                              cwd=ROOT, check=False)
        return done.stdout.strip() if done.returncode == 0 else None

    def until(self, what, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            for name, p in self.processes.items():
                if p.poll() is not None:
                    raise Failure(f"{name} has ended:\n{self.said(name)}")
            if time.monotonic() > end:
                raise Failure(f"it never happened: {what}; last {self.status[-1:]}")
            time.sleep(0.05)

    def is_running(self, name):
        answer = self.ask(name, "status")
        return answer is not None and json.loads(answer)["state"] == "running"

    def has_state(self, state):
        answer = self.ask(self.platform, "status")
        if answer is not None:
            self.status.append(json.loads(answer))
        return answer is not None and self.status[-1]["state"] == state

    def become(self, state, verb=None):
        if verb and self.ask(self.platform, verb) is None:
            raise Failure(f"the controller refuses to {verb}")
        self.until(f"the platform is {state}", lambda: self.has_state(state))

    def close(self):
        self.over.set()
        for p in self.processes.values():
            if p.poll() is None:
                p.terminate()
        for p in self.processes.values():
            try:
                p.wait(timeout=2)
            except subprocess.TimeoutExpired:
                p.kill()
                p.wait()

    # ---- driver

    def drive(self):
        while not self.over.is_set():
            for commands, seconds in MANOEUVRE:
                self.command(commands, seconds * self.files.pace)

    def command(self, commands, seconds):
        if self.over.is_set():
            return
        sets = [subprocess.Popen([self.tactus, "set", self.car, signal_, str(value), "--for",
                                  str(seconds)], stderr=subprocess.PIPE, text=True, cwd=ROOT)
                for signal_, value in commands.items()]
        for p in sets:
            _, error = p.communicate()
            self.commands += 1
            is_late = self.files.quick and "does not look" in error  # a busy machine, no refusal
            if p.returncode != 0 and not is_late and not self.over.is_set():
                self.refused.append(error.strip())

    # ---- session

    def begin(self):
        for name, rig in zip((self.car, self.sink), self.files.rigs):
            self.start(name, "run", rig, "--record", str(self.work / f"{name}.tlog"),
                       "--record-states", "checkpoints")
        for name in (self.car, self.sink):
            self.until(f"{name} runs", lambda name=name: self.is_running(name))
        self.leg_rate = verdict.leg_rate(self)
        self.start("dump", "dump", self.sink, "--csv", str(self.work / "legs.csv"))
        self.start("controller", "platform", self.files.platform, "--csv",
                   str(self.work / "trail.csv"))
        self.become("parked")

    def watch(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.has_state("")
            time.sleep(min(0.2, max(0.0, end - time.monotonic())))

    def hold(self, seconds):
        """From engaging to parking, with an emergency stop in the middle."""
        begin = time.monotonic()
        driver = threading.Thread(target=self.drive)
        driver.start()
        try:
            self.become("engaged", "engage")
            self.watch(begin + seconds / 2 - time.monotonic())
            self.become("stopped", "stop")
            self.become("parked", "reset")
            self.become("engaged", "engage")
            self.watch(begin + seconds - time.monotonic())
        finally:
            self.over.set()
            driver.join()

    def finish(self):
        """Parks and ends everything; returns exit codes by name."""
        self.has_state("")
        if self.ask(self.platform, "quit") is None:
            raise Failure("the controller refuses to quit")
        codes = {"controller": self.end("controller")}
        self.processes["dump"].send_signal(signal.SIGTERM)
        self.end("dump")
        for name in (self.car, self.sink):
            self.ask(name, "stop")
            codes[name] = self.end(name)
        return codes


def hold_session(tactus, work, seconds, quick):
    session = Session(tactus, work, Files(work, quick))
    try:
        session.begin()
        print(f"{session.car}, {session.sink} and the controller '{session.platform}' run; "
              f"{seconds:g} s of driving follow; '{tactus} serve {session.car}' shows them", flush=True)
        session.hold(seconds)
        codes = session.finish()
    finally:
        session.close()
    return verdict.judge(session, codes, quick)


def main():
    parser = argparse.ArgumentParser(description="drive the simulator that ships, and judge it")
    parser.add_argument("tactus")
    parser.add_argument("seconds", type=float, nargs="?", default=60.0)
    parser.add_argument("--quick", action="store_true", help="short ramps, names of its own")
    set_ = parser.parse_args()
    seconds = 6.0 if set_.quick else set_.seconds
    if not set_.quick and not SHORTEST <= seconds <= 3600:
        parser.error(f"SECONDS is {SHORTEST} to 3600: engaging takes 4 s, parking 6 s")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))  # ends what it started
    with tempfile.TemporaryDirectory() as work:
        try:
            return hold_session(os.path.abspath(set_.tactus), pathlib.Path(work), seconds,
                                set_.quick)
        except Failure as why:
            print(f"rig.py: {why}", file=sys.stderr)
            return 1


if __name__ == "__main__":
    sys.exit(main())

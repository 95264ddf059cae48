#!/usr/bin/env python3
# test: play.stimuli program cost=12 -- @tactus
"""Tables and recordings are played into a living rig: values, time, loops, start, what is refused, how it ends.
  play.py TACTUS
"""

import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
import tactus_io  # noqa: E402
from running import Running, TACTUS  # noqa: E402

OK, INPUT, SAFE, GONE, LATE, CLAMPED = 0, 2, 6, 8, 9, 10


class Play(Running):
    def tactus(self, *arguments):
        return subprocess.run([TACTUS, *arguments], capture_output=True, text=True)

    def car(self, *more):
        """The car on its posts, whose posts follow commands at once."""
        rig = self.change("rigs", "exchange.yaml", (r"rate: 500, fallback: ramp", "fallback: zero"), (r"ttl: 200", "ttl: 2000"),
                          (r"(?m)^name: .*", f"name: {self.name}"),
                          (r"\.\./models", str(running.ROOT / "config/models")),
                          (r"(?m)^policy: .*", "policy: desk\nwatchdog: 60 s"), to="rig")
        process = self.start("run", rig, "--quiet", *more)
        self.io = self.attach()
        self.io.open_history()
        return process

    def table(self, text):
        path = self.work / "table.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)

    def watch(self, *arguments, signals=("front_left",)):
        """Plays to the end; time and values of every frame meanwhile, and how it ended."""
        rows, done = [], threading.Event()

        def follow():
            while not done.is_set():
                if self.io.next_frame(timeout=0.1):
                    rows.append((self.io.frame.time, *(self.io.value(s) for s in signals)))
        thread = threading.Thread(target=follow)
        thread.start()
        ended = self.tactus("play", self.name, *arguments)
        time.sleep(0.2)
        done.set()
        thread.join()
        return rows, ended

    @staticmethod
    def changes(rows, k=1):
        """Values in their order, each once as long as it stays."""
        values = [row[k] for row in rows]
        return [v for v, before in zip(values, [None, *values]) if v != before]

    def test_rows_hold_until_the_next_in_units_of_the_table_and_are_given_back(self):
        self.car()
        rows, ended = self.watch(self.table("t [ms],front_left,front_right [cm]\n100,1,-1\n300,2,-2\n500,3,-3\n"),
                                 signals=("front_left", "front_right"))
        self.assertEqual((ended.returncode, ended.stderr), (OK, ""))
        self.assertEqual(self.changes(rows)[:4], [0, 1, 2, 3])
        self.assertEqual(self.changes(rows, 2)[:4], [0, -10, -20, -30])
        # the time is that of the instance, from the first row on
        first = {v: next(row[0] for row in rows if row[1] == v) for v in (1, 2, 3)}
        self.assertLess(abs(first[2] - first[1] - 0.2), 0.05)
        self.assertLess(abs(first[3] - first[1] - 0.4), 0.05)
        self.until("given back", lambda: self.io.read() and self.io.value("front_left") == 0.0)

    def test_lines_join_rows_at_a_speed_in_loops(self):
        self.car()
        rows, ended = self.watch(self.table("time,front_left\n0,0\n4,40\n"), "--lines", "--speed", "8", "--loops", "3")
        self.assertEqual(ended.returncode, OK, ended.stderr)
        falls = [k for k in range(1, len(rows)) if rows[k][1] < rows[k - 1][1] - 5]
        self.assertGreaterEqual(len(falls), 2)
        rise = rows[falls[0]:falls[1]]
        slope = (rise[-1][1] - rise[0][1]) / (rise[-1][0] - rise[0][0])
        self.assertLess(abs(slope / 80.0 - 1.0), 0.2)  # 10 mm/s, eight times as fast
        self.assertEqual(max(row[1] for row in rows), 40.0)
        whole = rows[falls[1]][0] - rows[falls[0]][0]
        self.assertLess(abs(whole - 0.5), 0.1)

    def test_a_pause_of_the_instance_pauses_the_stimulus(self):
        self.car()
        player = self.start("play", self.name, self.table("t,front_left\n0,0\n1,40\n"), "--lines")
        self.until("played", lambda: self.io.read() and self.io.value("front_left") > 5.0)
        self.assertEqual(self.tactus("ctl", self.name, "pause").returncode, 0)
        time.sleep(0.3)
        self.io.read()
        before = self.io.value("front_left")
        time.sleep(1.2)
        self.io.read()
        self.assertEqual(self.io.value("front_left"), before)
        self.assertIsNone(player.poll())
        self.tactus("ctl", self.name, "resume")
        self.assertEqual(player.wait(), OK)

    def test_it_begins_when_a_signal_is_over_or_under_a_limit(self):
        self.car()
        for start, value in (("front_right > 1 cm", 12.0), ("front_right<-20", -21.0)):
            player = self.start("play", self.name, self.table("t,front_left\n0,7\n0.3,8\n"), "--start", start)
            time.sleep(0.5)
            self.io.read()
            self.assertEqual(self.io.value("front_left"), 0.0)
            with tactus_io.attach(self.name, command=True, client="trigger") as client:
                client.set("front_right", value)
                client.send()
                self.until("begun", lambda: self.io.read() and self.io.value("front_left") == 7.0)
                while player.poll() is None:
                    client.heartbeat()
                    time.sleep(0.01)
            self.assertEqual(player.wait(), OK)
            self.until("given back", lambda: self.io.read() and self.io.value("front_left") == 0.0)
            self.until("the trigger as well", lambda: self.io.read() and self.io.value("front_right") == 0.0)
        for start in ("front_right", "front_right>", ">3", "front_right>x", "nothing>3", "front_right>3 kg"):
            done = self.tactus("play", self.name, self.table("t,front_left\n0,7\n"), "--start", start)
            self.assertEqual(done.returncode, INPUT, start)

    def test_what_is_clamped_and_refused_is_said_at_most_once_a_second(self):
        self.car()
        table = self.table("t,front_left\n0,10\n1.0,80\n2.2,10\n")
        first = self.start("play", self.name, table)
        self.until("commanded", lambda: self.io.read() and self.io.value("front_left") == 10.0)
        second = self.tactus("play", self.name, self.table("t,front_left,rear_left\n0,1,1\n1.5,2,2\n"))
        self.assertEqual(second.returncode, INPUT, second.stderr)
        lines = second.stderr.splitlines()
        self.assertTrue(1 <= len(lines) <= 3, lines)
        for line in lines:
            self.assertRegex(line, r"refused \d+ times?; another client commands 'front_left'")
        out, err = first.communicate()
        self.assertEqual(first.returncode, CLAMPED, err)
        self.assertTrue(1 <= len(err.splitlines()) <= 4, err)
        self.assertIn("'front_left', -50..50 mm, was to be 80 mm", err)

    def test_a_request_to_stop_gives_the_signals_back_at_once(self):
        self.car()
        player = self.start("play", self.name, self.table("t,front_left\n0,10\n1,20\n"), "--loops", "0")
        self.until("commanded", lambda: self.io.read() and self.io.value("front_left") == 10.0)
        player.send_signal(signal.SIGINT)
        out, err = player.communicate()
        self.assertEqual((player.returncode, err), (OK, ""))
        self.assertIn("stopped at", out)
        kinds = [e["kind"] for e in self.io.events()]
        self.assertNotIn("stale", kinds)  # no time to live had to end
        self.until("given back", lambda: self.io.read() and self.io.value("front_left") == 0.0)

    def test_the_end_says_what_became_of_the_instance(self):
        table = "t,front_left\n0,10\n1,20\n"
        for what, code in ((lambda rig: self.tactus("ctl", self.name, "safe"), SAFE),
                           (lambda rig: self.tactus("ctl", self.name, "stop"), GONE),
                           (lambda rig: rig.kill(), GONE),
                           (lambda rig: rig.send_signal(signal.SIGSTOP), LATE)):
            self.name += "x"
            rig = self.car()
            player = self.start("play", self.name, self.table(table), "--loops", "0")
            self.until("commanded", lambda: self.io.read() and self.io.value("front_left") == 10.0)
            what(rig)
            out, err = player.communicate()
            self.assertEqual(player.returncode, code, err)
            self.assertIn(f"'{self.name}'", err)
            rig.send_signal(signal.SIGCONT)

    def test_a_restart_is_an_end_and_a_reset_is_gone_on_from(self):
        rig = self.car()
        player = self.start("play", self.name, self.table("t,front_left\n0,10\n1.5,20\n2,30\n"))
        self.until("commanded", lambda: self.io.read() and self.io.value("front_left") == 10.0)
        self.until("later", lambda: self.io.read() and self.io.frame.time > 0.5)
        self.tactus("ctl", self.name, "reset")
        self.tactus("ctl", self.name, "resume")
        out, err = player.communicate()
        self.assertEqual(player.returncode, OK, err)
        self.assertIn("went back; going on from here", err)
        player = self.start("play", self.name, self.table("t,front_left\n0,10\n9,20\n"))
        self.until("commanded", lambda: self.io.read() and self.io.value("front_left") == 10.0)
        rig.kill()
        rig.wait()
        self.car()
        self.assertEqual(player.wait(), GONE)

    def test_inputs_of_a_recording_are_played_as_they_were_consumed(self):
        logs = [str(self.work / name) for name in ("first.tlog", "second.tlog")]
        for k, log in enumerate(logs):
            rig = self.car("--record", log)
            if k == 0:
                done = self.tactus("play", self.name, self.table("t,front_left,rear_left\n0,5,-5\n.2,7.3,-1.1\n0.4,-9,3\n.6,-9,3\n"))
            else:
                done = self.tactus("play", self.name, logs[0])
            self.assertEqual(done.returncode, OK, done.stderr)
            rig.send_signal(signal.SIGINT)
            rig.wait()
        values = []
        for log in logs:
            replayed = self.tactus("replay", log)
            self.assertIn("identical", replayed.stdout, replayed.stderr)
            rig = self.car()
            rows, ended = self.watch(log, signals=("front_left", "rear_left"))
            self.assertEqual(ended.returncode, OK, ended.stderr)
            values.append([round(v, 9) for v in self.changes([row[:2] for row in rows])])
            self.io.detach()
            rig.send_signal(signal.SIGINT)
            rig.wait()
        for v in values:
            at = v.index(5)
            self.assertEqual(v[at:at + 3], [5, 7.3, -9])

    def test_tables_that_are_none_are_refused_by_place(self):
        self.car()
        for text, why in ((b"", "is empty"), (b"\n# nothing\n", "is empty"), ("t,front_left\n", "no rows"),
                          ("front_left\n1\n", ":1: no column of the time"),
                          ("t,time,front_left\n0,0,1\n", ":1:3: a second column of the time"),
                          ("t,front_left,front_left\n0,1,1\n", ":1:14: a second column 'front_left'"),
                          ("t,front_left,front_left[0]\n0,1,1\n", ":1:14: 'front_left[0]' is commanded by another"),
                          ("t,front_lift\n0,1\n", ":1:3: 'front_lift' is no signal"),
                          ("t,position.x\n0,1\n", "none of its columns is a command"),
                          ("t,front_left [kg]\n0,1\n", ":1:3: 'front_left' is in mm, which 'kg' is not"),
                          ("t [mm],front_left\n0,1\n", ":1:1: 'mm' is no unit of time"),
                          ("t,front_left [mm\n0,1\n", ":1:3: 'front_left [mm' is no name"),
                          ("t,front_left\n0,nan\n", ":2:3: 'nan' is not a finite number"),
                          ("t,front_left\n0,1e999\n", ":2:3: '1e999' is not a finite number"),
                          ("t,front_left\n0,\n", ":2:3: '' is not a finite number"),
                          ("t,front_left\n0\n", ":2: fewer fields, and line 1 names 2"),
                          ("t,front_left\n0,1,5\n", ":2: more fields, and line 1 names 2; numbers have a full stop"),
                          ("t;front_left\n0;1,5\n", ":2:3: '1,5' is not a finite number; write e.g. 1.5e-3, with a full"),
                          ("t,front_left\n0,1\n0,2\n", ":3: the time does not increase"),
                          ("t,front_left\n1,1\n0,2\n", ":3: the time does not increase"),
                          ("t,front_left\n-1e308,1\n1e308,2\n", "out of all bounds"),
                          (b"t,front_left\n0,1" + b"0" * 70000 + b"\n", ":2: a line of more than"),
                          (b"t,front_left\n0,1\0", ":2: a line of more than"), (b"t,front_left\n0,\0\n1,1\n", ":2: a line of more than"),
                          (b"\0" * 5000, ":1: a line of more than"), ("t,front_left\n0,1\n1,\"2\n", ":3:3: '\"2'")):
            done = self.tactus("play", self.name, self.table(text))
            self.assertEqual((done.returncode, done.stdout), (INPUT, ""), (text[:80], done.stderr))
            self.assertIn(why, done.stderr, text[:80])
            self.assertEqual(done.stderr.count("\n"), 1)
        for arguments, why in (((self.table("t,front_left\n0,1\n"), "--loops", "2"), "one row"),
                               ((self.table("t,front_left\n0,1\n"), "--columns", "a"), "has no column 'a'"),
                               (("/dev/zero",), "is not a plain file"), (("/nowhere",), "No such file")):
            done = self.tactus("play", self.name, *arguments)
            self.assertEqual(done.returncode, INPUT)
            self.assertIn(why, done.stderr)
        self.assertEqual(self.tactus("play", self.name + "none", self.table("t,front_left\n0,1\n")).returncode, INPUT)

    def test_tables_of_other_programs_are_read(self):
        self.car()
        for text in ("\ufefft,front_left\r\n0,5\r\n0.1,6\r\n", "t;front_left\n0;5\n0.1;6", "t\tfront_left\n0\t5\n0.1\t6\n",
                     '"t","front_left"\n"0","5"\n"0.1","6"\n', "# by hand\n\n t , front_left \n 0 , 5\n\n#\n0.1, 6 \n",
                     "frame,cycle,step,front_left,t\nx,x,x,5,0\nx,x,x,6,.1\n"):
            rows, done = self.watch(self.table(text))
            self.assertEqual((done.returncode, done.stderr), (OK, ""), text)
            self.assertEqual([v for v in self.changes(rows) if v], [5, 6], text)
        # what dump writes is played back: its commands alone
        dumped = str(self.work / "dump.csv")
        self.assertEqual(self.tactus("dump", self.name, "--csv", dumped, "--duration", "0.2 s").returncode, 0)
        done = self.tactus("play", self.name, dumped)
        self.assertEqual(done.returncode, OK, done.stderr)
        self.assertIn("left out: specific_force", done.stderr)

    def test_a_truncated_recording_is_played_as_far_as_it_goes_or_refused(self):
        log = self.work / "run.tlog"
        rig = self.car("--record", str(log))
        self.tactus("play", self.name, self.table("t,front_left\n0,5\n0.5,6\n"))
        rig.send_signal(signal.SIGINT)
        rig.wait()
        whole = log.read_bytes()
        self.car()
        for n in (8, 79, 80, len(whole) // 4, len(whole) // 2, len(whole) - 1):
            log.write_bytes(whole[:n])
            done = self.tactus("play", self.name, str(log), "--speed", "100")
            self.assertIn(done.returncode, (OK, INPUT), (n, done.stderr))
            if done.returncode:
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)


if __name__ == "__main__":
    unittest.main()

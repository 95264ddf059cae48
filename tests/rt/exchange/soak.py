#!/usr/bin/env python3
# test: exchange.soak program lock=cores unless=sanitize -- @tactus 8
# test: exchange.soak_620 full lock=cores timeout=3000 unless=sanitize -- @tactus 620
"""A rig that records, with clients that come and go and a reader of every frame: from the first second on its
memory stays the same to the KiB and so do its descriptors; nothing is lost, and the recording replays identically.
    soak.py TACTUS SECONDS      in the root of the sources
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
sys.dont_write_bytecode = True

SECONDS = int(sys.argv.pop(2))
from running import PATIENCE, TACTUS, Running  # noqa: E402

REPLAY_PATIENCE = 600  # s


class Soak(Running):
    def memory(self, run):
        """KiB in memory, page by page: the sum in `status` is only near."""
        text = pathlib.Path(f"/proc/{run.pid}/smaps_rollup").read_text()
        return int(re.search(r"Rss:\s+(\d+)", text)[1])

    def descriptors(self, run):
        return len(os.listdir(f"/proc/{run.pid}/fd"))

    def visit(self, signal_name, visits):
        subprocess.run([TACTUS, "set", self.name, signal_name, str(visits % 40)], timeout=PATIENCE,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        subprocess.run([TACTUS, "get", self.name, "specific_force"], timeout=PATIENCE,
                       stdout=subprocess.DEVNULL, check=True)

    def test_nothing_grows_and_nothing_is_lost(self):
        log = self.work / "soak.tlog"
        run = self.start("run", self.rig("exchange.yaml"), "--record", str(log))
        self.attach().detach()
        dump = self.start("dump", self.name, "--csv", "/dev/null")
        self.visit("front_left", 0)
        end = time.monotonic() + SECONDS
        time.sleep(1.0)
        first, files, visits = self.memory(run), self.descriptors(run), 0
        while time.monotonic() < end:
            for name in ("front_left", "front_right", "rear_left", "rear_right"):
                visits += 1
                self.visit(name, visits)
            # more for the moment in which the supervisor looks at a process or renews a place
            self.until(f"no more than {first} KiB after {visits} clients", lambda: self.memory(run) <= first)
            self.until("no descriptor stays open", lambda: self.descriptors(run) <= files)
        dump.send_signal(signal.SIGTERM)
        out, err = dump.communicate(timeout=PATIENCE)
        self.assertEqual((dump.returncode, err), (0, ""), "the dump lost frames")
        run.send_signal(signal.SIGTERM)
        out, err = run.communicate(timeout=PATIENCE)
        self.assertEqual(run.returncode, 0, out + err)
        self.assertIn("locked", out, "memory can grow where it is not locked")
        replay = subprocess.run([TACTUS, "replay", str(log)], capture_output=True, text=True,
                                timeout=REPLAY_PATIENCE, check=False)
        self.assertEqual(replay.returncode, 0, replay.stdout + replay.stderr)
        self.assertIn("identical", replay.stdout)
        print(f"{first} KiB, {files} descriptors, {visits} clients; {replay.stdout.splitlines()[-1]}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

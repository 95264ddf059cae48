#!/usr/bin/env python3
# test: rt.containers program skip=77 machine=own_root -- @tactus
"""The services of docs/containers/compose.yaml, started as an engine starts them: each in process, mount, IPC and host
name namespaces of its own, with the capabilities engines leave and those the file adds, and one /dev/shm and /run/tactus
where the file says so.
  containers.py TACTUS
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
import running  # noqa: E402
from running import Running, TACTUS  # noqa: E402

COMPOSE = running.ROOT / "docs/containers/compose.yaml"
LEFT = "chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod,audit_write,setfcap"
SPACES = ["--pid", "--fork", "--kill-child", "--mount-proc", "--mount", "--ipc", "--uts"]


def services():
    """Name, command, capabilities and what is shared, line by line."""
    found, name = {}, None
    for line in COMPOSE.read_text().splitlines():
        service = re.fullmatch(r"  (\w+):", line)
        key = re.fullmatch(r"    (\w+): (.*)", line)
        if service:
            name = service[1]
            found[name] = {}
        elif key and name:
            found[name][key[1]] = key[2]
    return {n: s for n, s in found.items() if "image" in s}


class Containers(Running):
    """In a mount namespace of its own, where /dev/shm and /run are new."""

    def setUp(self):
        super().setUp()
        rig = pathlib.Path(self.rig("exchange.yaml"))
        rig.write_text(rig.read_text().replace(f"name: {self.name}", "name: car"))
        self.path = str(rig)
        self.service = services()

    def container(self, name):
        s = self.service[name]
        command = [word.replace("/rigs/car.yaml", self.path) for word in json.loads(s["command"])]
        added = ",".join("+" + c.lower() for c in re.findall(r"\w+", s.get("cap_add", "")))
        rights = "-all," + ",".join("+" + c for c in LEFT.split(",")) + ("," + added if added else "")
        # what a file does not share is hidden
        hide = [] if "/run/tactus" in s.get("volumes", "") else ["mount -t tmpfs tmpfs /run/tactus"]
        hide += [] if "ipc" in s else ["mount -t tmpfs tmpfs /dev/shm"]
        script = " && ".join([*hide, f'exec setpriv --bounding-set="{rights}" --inh-caps="{rights}" "$@"'])
        p = subprocess.Popen(["unshare", *SPACES, "sh", "-c", script, "sh", TACTUS, *command],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.processes.append(p)
        return p

    def test_the_rig_has_its_rights_and_the_clients_find_it(self):
        rig = self.container("rig")
        head = ""
        while "\ncontrol  " not in head:
            line = rig.stdout.readline()
            if not line:
                self.fail(head + rig.communicate()[1])
            head += line
        if os.sched_get_priority_max(os.SCHED_FIFO) and "no SCHED_FIFO" in head:
            self.assertNotIn("Operation not permitted", head)
        self.assertIn("memory        locked", head)
        dump = self.container("dump")
        self.assertIn("front_left", dump.stdout.readline())
        first = dump.stdout.readline().split(",")
        later = [dump.stdout.readline().split(",") for _ in range(20)][-1]
        self.assertGreater(int(later[2]), int(first[2]))
        control = self.container("control")
        answer, error = control.communicate(timeout=running.PATIENCE)
        self.assertEqual(control.returncode, 0, error)
        self.assertIn(json.loads(answer)["state"], ("starting", "running"))
        # its end is told, whatever namespace it was in
        rig.kill()
        rig.communicate()
        _, error = dump.communicate(timeout=running.PATIENCE)
        self.assertEqual(dump.returncode, 8, error)
        self.assertIn("'car' is dead", error)

    def test_doctor_says_what_a_container_lacks(self):
        pathlib.Path("/run/.containerenv").touch()
        self.service["rig"]["command"] = json.dumps(["doctor", "--json", "--probe", "0 s"])
        self.service["rig"]["cap_add"] = ""
        doctor = self.container("rig")
        out, error = doctor.communicate(timeout=running.PATIENCE)
        found = {f["check"]: f for f in json.loads(out)["findings"]} if "findings" in json.loads(out) else {
            f["check"]: f for f in json.loads(out)["checks"]}
        self.assertIn("--cap-add SYS_NICE", found["rt-permission"]["fix"], error)
        self.assertIn("without CAP_SYS_NICE", found["rt-permission"]["found"])


if __name__ == "__main__":
    if os.environ.get("TACTUS_OWN_SPACE") != "1":
        script = ("mount --make-rprivate / && mount -t tmpfs -o mode=1777 tmpfs /dev/shm && "
                  "mount -t tmpfs tmpfs /run && mkdir /run/tactus && exec \"$@\"")
        inside = ["unshare", "--mount", "sh", "-c", script, "sh"]
        if (os.geteuid() != 0 or subprocess.run([*inside, "true"], capture_output=True).returncode != 0 or
                subprocess.run(["unshare", *SPACES, "setpriv", "--bounding-set=-all", "true"], capture_output=True).returncode):
            print("needs root, namespaces and setpriv")
            sys.exit(77)
        os.environ["TACTUS_OWN_SPACE"] = "1"
        os.execvp("unshare", [*inside, sys.executable, __file__, *sys.argv[1:], TACTUS])
    unittest.main()

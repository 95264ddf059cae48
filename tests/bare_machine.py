#!/usr/bin/env python3
"""Runs a test as on a bare machine: no other user may enter the folder of the sources, /etc/hosts and /sys are empty, /
is no mount point, and instances of root and of another user run beside it.

    bare_machine.py TACTUS COMMAND...    as root, in the root of the sources; 77 where it may make no mounts
"""

import ctypes
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import own_root
from own_root import BIND, REC, mount

STRANGER = 65534
PATIENCE = 60  # s
DEATH_SIGNAL = 1  # of prctl
RIG = "name: NAME\nmodel: model.yaml\nstep: 10 ms\nthreads: {cores: [auto]}\npolicy: {kind: count, bucket: 0}\nwatchdog: 600 s\n"


def bound(source, target):
    """`source` at `target`, which is made; links stay links."""
    if source.is_symlink():
        target.symlink_to(os.readlink(source))
    elif source.is_dir():
        target.mkdir(exist_ok=True)
        mount(str(source), str(target), flags=BIND | REC)
    else:
        target.touch()
        mount(str(source), str(target), flags=BIND)


def close(folder):
    """Puts `folder` behind a door that root alone may pass; what lies in it stays where it is."""
    inside = os.open(folder, os.O_PATH)
    mount("tmpfs", str(folder), "tmpfs", data=b"mode=0700")
    source = pathlib.Path(f"/proc/self/fd/{inside}")
    for entry in os.listdir(source):
        bound(source / entry, folder / entry)
    os.close(inside)


def without_hosts(etc):
    """Leaves no name of a host to files, and asks nobody else."""
    if (etc / "hosts").exists():
        mount("/dev/null", str(etc / "hosts"), flags=BIND)
    switch = etc / "nsswitch.conf"
    if switch.exists():
        with tempfile.NamedTemporaryFile("w+") as other:
            other.write(re.sub(r"(?m)^hosts:.*", "hosts: files", switch.read_text()))
            other.flush()
            os.chmod(other.name, 0o644)
            mount(other.name, str(switch), flags=BIND)


def become_bare(sources):
    """Gives this process such a machine."""
    own_root.own_root()
    near = [*sources.parents, *pathlib.Path(sys.executable).parents]
    at = next(f for f in map(pathlib.Path, ("/mnt", "/media", "/srv", "/opt")) if f.is_dir() and f not in near)
    mount("tmpfs", str(at), "tmpfs", data=b"mode=0755")
    machine = at / "machine"  # which is no mount point
    machine.mkdir(mode=0o755)
    for entry in pathlib.Path("/").iterdir():
        if entry.name == "sys":
            (machine / "sys").mkdir()
        elif entry != at:
            bound(entry, machine / entry.name)
    close(machine / sources.relative_to("/"))
    without_hosts(machine / "etc")
    os.chroot(machine)
    os.chdir(sources)


def with_me():
    ctypes.CDLL(None).prctl(DEATH_SIGNAL, signal.SIGKILL)


def foreign(tactus, folder, user):
    """An instance of another's, as soon as it runs."""
    name = f"foreign{os.getpid()}.{user}"
    rig = folder / f"{name}.yaml"
    rig.write_text(RIG.replace("NAME", name))
    other = dict(user=user, group=user, extra_groups=[]) if user else {}
    p = subprocess.Popen([folder / tactus.name, "run", rig, "--quiet"], stdin=subprocess.DEVNULL, preexec_fn=with_me, **other)
    while subprocess.run([tactus, "ctl", name, "status"], stdin=subprocess.DEVNULL, capture_output=True,
                         env={**os.environ, "TACTUS_TRUST": f"{user}"}, timeout=PATIENCE).returncode != 0:
        assert p.poll() is None, f"{name} does not start"
    return p


def main(tactus, command):
    sources = pathlib.Path.cwd()
    if os.geteuid() != 0:
        print("skipped: needs root, who can make mounts and become other users")
        return 77
    try:
        become_bare(sources)
    except PermissionError as error:
        print(f"skipped: {error}")
        return 77
    assert not own_root.has_root()
    folder = pathlib.Path(tempfile.mkdtemp())
    others = []
    try:
        folder.chmod(0o755)
        shutil.copy(tactus, folder)
        shutil.copy(sources / "config/models/m2_four_bar.yaml", folder / "model.yaml")
        others = [foreign(tactus, folder, user) for user in (0, STRANGER)]
        code = subprocess.run(command).returncode
        if any(p.poll() is not None for p in others):
            print("an instance of somebody else's did not live through the test")
            code = code or 1
        return code
    finally:
        for p in others:
            p.terminate()
        for p in others:
            p.wait(PATIENCE)
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))

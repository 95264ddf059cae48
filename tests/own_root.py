#!/usr/bin/env python3
"""Runs a command where `unshare` works as on any machine: in a chroot whose root is no mount point, mounts cannot be
made private, and none made by a test may be seen outside. There the command gets a mount namespace of its own whose
root is that of the chroot; elsewhere, and where the system gives none, it is run as it is.

    own_root.py COMMAND...
"""

import ctypes
import os
import sys

NEWNS = 0x20000
BIND, REC, PRIVATE, DETACH = 4096, 16384, 1 << 18, 2
PIVOT_ROOT = 155  # of x86-64

libc = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    """A call of the C library, raising what it fails with."""
    if function(*(os.fsencode(a) if isinstance(a, str) else a for a in arguments)) != 0:
        raise OSError(ctypes.get_errno(), f"{function.__name__}: {os.strerror(ctypes.get_errno())}")


def mount(source, target, kind=None, flags=0, data=None):
    call(libc.mount, source, target, kind, ctypes.c_ulong(flags), data)


def has_root():
    """Whether / is a mount point."""
    with open("/proc/self/mountinfo", encoding="utf-8") as mounts:
        return any(line.split()[4] == "/" for line in mounts)


def own_root():
    """Makes what is the root until now the root of a mount namespace of this process's own, nothing of which is seen
    outside."""
    here = os.getcwd()
    call(libc.unshare, NEWNS)
    root = os.open("/", os.O_PATH)  # in the new one, as all that is opened from here on
    space = os.open("/proc/self/ns/mnt", os.O_RDONLY)
    call(libc.setns, space, NEWNS)  # out of a chroot
    mount(None, "/", flags=REC | PRIVATE)
    os.fchdir(root)
    os.close(space)
    os.close(root)
    root = os.getcwd()
    if root != "/":
        mount(root, root, flags=BIND | REC)
        os.chdir(root)
        if libc.syscall(PIVOT_ROOT, b".", b".") == 0:
            call(libc.umount2, ".", DETACH)
        os.chroot(".")  # the root of an initial RAM disk cannot be exchanged
    os.chdir(here)


if __name__ == "__main__":
    try:
        if not has_root():
            own_root()
    except PermissionError:
        pass  # what needs a namespace says so
    os.execvp(sys.argv[1], sys.argv[1:])

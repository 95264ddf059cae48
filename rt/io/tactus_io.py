"""Signals of a running Tactus executive, and commands to it, over shared memory.

One file, standard library only; the same verbs as libtactus-io. docs/shared-memory.md specifies the
memory. Needs Linux on a strongly ordered processor (x86-64): Python has no memory fences.

A user who may write a segment can cut it short, and the next access ends this process by SIGBUS, as
with any mapped file. guard() makes the exception Ended of it; that needs libtactus-io.

    import tactus_io

    with tactus_io.attach("vehicle", command=True, client="steering", strict=True) as io:
        while True:
            io.wait(timeout=1.0) # raises Late, Safe or Dead instead of going on with old values
            io.set("wheel_angle", control(io.value("speed")))
            io.send()
"""

import collections
import ctypes
import fcntl
import grp
import json
import math
import mmap
import os
import pwd
import socket
import stat
import struct
import time

MAJOR, MINOR = 1, 4
STATE_MAGIC = int.from_bytes(b"TACSTATE", "little")
COMMAND_MAGIC = int.from_bytes(b"TACCOMND", "little")
HISTORY_MAGIC = int.from_bytes(b"TACHISTO", "little")
BYTE_ORDER_MARK = 0x01020304
SLOT_HEAD = 64
ATTEMPTS = 16
MAX_SIGNALS, MAX_CLIENTS, MAX_HISTORY = 4096, 64, 1 << 20
MAX_PAYLOAD, MAX_ITEM, MAX_SEGMENT = 1 << 20, 4096, 64 << 20  # bytes
LEFT = 2**64 - 1

STATE, COMMAND = 0, 1
HOLD, RAMP, ZERO = 0, 1, 2
RUN_STATES = ("starting", "paused", "running", "safe", "stopped")
CONDITIONS = RUN_STATES + ("late", "dead")
EVENTS = ("", "attached", "gone", "rejected", "engaged", "stale", "state", "gap")
REASONS = ("", "header", "version", "hash", "owner", "mask", "value", "step", "taken", "signal",
           "events", "faults")

_GRACE = 0.25      # s beyond its period, after which an instance is late
_OFD_GETLK = 36    # Linux: who has a lock, whatever the descriptor
_LIVES_AT = 1 << 62 # the byte that a living executive has locked
_FOLDER = "/dev/shm"
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-")
_STATE_HEADER = struct.Struct("<QIHHQ16IQQQiIqdq48s")
_ENTRY = struct.Struct("<96s32s6I4d2I")
_COMMAND_HEADER = struct.Struct("<QIHHQ10IQQ48s")
_HISTORY_HEADER = struct.Struct("<QIHHQ6IQQ")
_NEWEST, _EVENTS, _STEP, _HEARTBEAT, _READY, _HISTORY_SIZE = 192, 200, 208, 216, 256, 264
_VALUES_AT, _RUN_STATE, _PID_SPACE = 272, 224, 288
_HISTORY_NEWEST = 64
_CLAIMED, _OWNER, _COMMAND_BEAT, _COMMAND_NEWEST, _COMMAND_EVENTS = 128, 136, 192, 200, 208
_COMMAND_SPACE = 216


class Error(Exception):
    """Something is wrong with a segment, a signal or a value."""


class NotRunning(Error):
    """There is no executive of that name."""


class Incompatible(Error):
    """The segment has another layout version."""


class Damaged(Error):
    """This is no segment of Tactus, or its fields contradict each other."""


class Foreign(Error):
    """The instance belongs to a user who is not trusted."""


class Full(Error):
    """All places for commanding clients are taken."""


class Refused(Error):
    """The executive did not take this client."""


class Ended(Error):
    """The executive has ended or was restarted, or a file was cut short: attach again."""


class Dead(Ended):
    """The executive's process is gone without a word."""


class Stale(Error):
    """No frame could be copied."""


class Late(Stale):
    """The executive lives, but publishes nothing: it is stopped, hangs or is far too slow."""


class Safe(Error):
    """The executive is in the safe state: outputs have their safe values, commands take no effect."""


Health = collections.namedtuple("Health", "condition run_state age late pid text")
Health.__doc__ = """How it is with an instance: a word of CONDITIONS, the run state as it says, seconds since it published
last, seconds beyond its period while it is late, its process (None: not seen from here), and a line."""


def process_start(pid):
    """Start time of a process in clock ticks since boot, None when there is none."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            field = file.read().rsplit(b")", 1)[1].split()
    except (OSError, IndexError):
        return None
    return None if field[0] in (b"Z", b"X") else int(field[19])


def _pid_space():
    """The namespace in which this process counts processes; 0: not known."""
    try:
        return os.stat("/proc/self/ns/pid").st_ino
    except OSError:
        return 0


def _is_locked(file):
    """Whether a process has the file locked for writing, in whatever namespace."""
    try:
        lock = fcntl.fcntl(file, _OFD_GETLK, struct.pack("=hh4xqqi4x", fcntl.F_RDLCK, 0, _LIVES_AT, 1, 0))
    except OSError:
        return False
    return struct.unpack_from("=h", lock)[0] != fcntl.F_UNLCK


def health(instance, any_owner=False):
    """How it is with an instance by its name, also one that is dead; raises NotRunning when there is none."""
    io = TactusIO.__new__(TactusIO)
    io._begin(instance)
    try:
        try:
            io._open_state(any_owner, alone=True)
        except Ended:
            if io._load is None:
                raise
        return io.health()
    finally:
        io.detach()


def wall_anchor():
    """Where UTC stands when CLOCK_MONOTONIC stands somewhere: (monotonic, utc, uncertainty), all in ns.

    A frame's time of day is utc + (frame.stamp - monotonic). Keep one anchor: the wall clock may be set at any
    time, the monotonic clock goes on evenly.
    """
    best = None
    for _ in range(5):
        before, utc, after = time.monotonic_ns(), time.time_ns(), time.monotonic_ns()
        half = (after - before + 1) // 2
        if best is None or half < best[2]:
            best = (before + half, utc, half)
    return best


def instances():
    """Names of the instances that can be attached."""
    found = []
    with os.scandir(_FOLDER) as entries:
        for entry in entries:
            name = entry.name
            if (name.startswith("tactus.") and name.endswith(".state") and 13 < len(name) < 61
                    and _LETTERS.issuperset(name) and entry.is_file(follow_symlinks=False)):
                found.append(name[7:-6])
    return sorted(found)


def _user_name(user):
    try:
        return f"{pwd.getpwuid(user).pw_name} ({user})"
    except KeyError:
        return f"number {user}"


def _is_in_environment(user):
    for item in os.environ.get("TACTUS_TRUST", "").split(","):
        try:
            if item and user == (int(item) if item[0].isdigit() else pwd.getpwnam(item).pw_uid):
                return True
        except (KeyError, ValueError):
            pass
    return False


def _is_shared_in_group(group):
    # a file is given to a group by its members only; root is served by nobody but root
    try:
        return (os.geteuid() != 0 and grp.getgrnam("tactus").gr_gid == group
                and group in (os.getegid(), *os.getgroups()))
    except KeyError:
        return False


def _check_kind_of_file(path, about):
    mode = about.st_mode
    if not stat.S_ISREG(mode):
        kind = ("a FIFO" if stat.S_ISFIFO(mode) else "a symbolic link" if stat.S_ISLNK(mode)
                else "a directory" if stat.S_ISDIR(mode) else "a socket" if stat.S_ISSOCK(mode)
                else "a device")
        raise Damaged(f"{path} is {kind} of the user {_user_name(about.st_uid)}, not a segment; "
                      "that user or root removes it")


def _check_owner(path, about):
    user = about.st_uid
    if not (user in (os.geteuid(), 0) or _is_in_environment(user)
            or _is_shared_in_group(about.st_gid)):
        whom = "not to root" if os.geteuid() == 0 else "neither to you nor to root"
        raise Foreign(f"{path} belongs to the user {_user_name(user)}, {whom}; with "
                      f"TACTUS_TRUST={user} in the environment it would be trusted")


def _open_plain(path, access):
    """A descriptor of a plain file that anybody may have put there; never waits, follows no link."""
    try:
        file = os.open(path, access | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY)
    except FileNotFoundError:
        raise
    except OSError:
        about = os.lstat(path)
        _check_kind_of_file(path, about)
        _check_owner(path, about)
        raise
    try:
        about = os.fstat(file)
        _check_kind_of_file(path, about)
    except BaseException:
        os.close(file)
        raise
    return file, about


_library = None


def guard(library="libtactus-io.so.1"):
    """Objects attached from here on never end this process by SIGBUS, see tac_io_guard() in tactus_io.h.

    library: file name or path of libtactus-io. Raises Error when it is not there or too old.
    """
    global _library
    try:
        loaded = ctypes.CDLL(library)
        loaded.tac_io_guard_mapping.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
        loaded.tac_io_unguard_mapping.argtypes = [ctypes.c_void_p]
        loaded.tac_io_unguard_mapping.restype = None
        status = loaded.tac_io_guard()
    except (OSError, AttributeError) as error:
        raise Error(f"the guard needs libtactus-io 1.1 or newer: {error}") from None
    if status != 0:
        raise Error("the handler for SIGBUS could not be installed")
    _library = _library or loaded


class _Buffer(ctypes.Structure):
    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
                ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
                ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("suboffsets", ctypes.c_void_p),
                ("internal", ctypes.c_void_p)]


def _address_of(mapping):
    view = _Buffer()
    api = ctypes.pythonapi
    api.PyObject_GetBuffer(ctypes.py_object(mapping), ctypes.byref(view), 0)
    address = view.buf
    api.PyBuffer_Release(ctypes.byref(view))
    return address


def _map(file, size, protection):
    """The mapping and, when it is guarded, its address."""
    try:
        mapping = mmap.mmap(file, size, prot=protection)
    except ValueError:
        raise Ended("the segment was cut short") from None
    except OSError as error:
        raise Error(f"the segment cannot be mapped: {error.strerror}") from None
    if _library is None:
        return mapping, None
    address = _address_of(mapping)
    if _library.tac_io_guard_mapping(address, size) != 0:
        raise Error("not enough memory")
    return mapping, address


def _unmap(mapping, address):
    if address is not None:
        _library.tac_io_unguard_mapping(address)
    mapping.close()


def fnv1a(data):
    """The hash of the dictionary."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


class Signal:
    """One entry of the dictionary."""

    def __init__(self, index, data):
        (name, unit, self.direction, self.type, self.rows, self.columns, self.offset,
         self.fallback, self.minimum, self.maximum, self.rate, self.safe, self.ttl,
         self.echo) = _ENTRY.unpack(data)
        self.index = index
        self.name, self.unit = _text(name), _text(unit)
        self.size = self.rows * self.columns
        self.value_names, self.value_units = [], []  # one of each per value
        self.bit = None


class Frame:
    """One moment of the executive: all values belong together."""

    def __init__(self, number, data):
        self.number = number
        (self.step, self.cycle, self.time, self.stamp,
         self.run_state) = struct.unpack_from("<qqdqQ", data)
        self.payload = data[SLOT_HEAD - 8:]


def _text(data):
    end = data.find(b"\0")
    if end < 0:
        raise Damaged("a text without an end")
    return data[:end].decode("utf-8", "replace")


def _check_kind(magic, wanted, order, major, minor):
    if magic != wanted:
        raise Damaged(f"not a segment of Tactus (magic number {magic:016x})")
    if order != BYTE_ORDER_MARK:
        raise Damaged(f"another byte order (mark {order:08x})")
    if (major, minor) != (MAJOR, MINOR):
        raise Incompatible(f"layout version {major}.{minor}; this client reads {MAJOR}.{MINOR}; take that of the executive")


def _check_inside(what, size, header, offset, n, item):
    if offset % 8 or item % 8 or offset < header or offset + n * item > size:
        raise Damaged(f"the place of the {what} is wrong")


class TactusIO:
    """One attached client. Use attach() to make one."""

    def __init__(self, instance, command=False, client="python", any_owner=False, strict=False):
        self._begin(instance)
        self.strict = strict
        if _library is not None:
            _library.tac_io_guard() # on top again
        try:
            self._open_state(any_owner)
            if command:
                self._claim(client)
        except BaseException:
            self.detach()
            raise

    def _begin(self, instance):
        self.instance = instance
        if not 0 < len(instance.encode()) < 48 or "/" in instance or "\0" in instance:
            raise Error("an instance has a name of 1 to 47 letters")
        self.frame = None
        self.place = None
        self._pid = os.getpid() # who forks off is another
        self._state = self._command = self._file = self._words = self._load = None
        self._state_file = None
        self.strict = False
        self._state_at = self._command_at = None
        self._history = self._past = self._history_at = None
        self._next = 0
        self.history = 0  # frames that the history holds
        self.lost = 0     # frames that next_frame() could no longer have

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.detach()

    # ---- state segment

    def _open_state(self, any_owner, alone=False):
        path = f"{_FOLDER}/tactus.{self.instance}.state"
        try:
            file, about = _open_plain(path, os.O_RDONLY)
        except FileNotFoundError:
            raise NotRunning(f"nothing named '{self.instance}' runs here") from None
        try:
            if not any_owner:
                _check_owner(path, about)
            size = about.st_size
            if size < 320:
                raise Damaged("too short for a state segment")
            if size > MAX_SEGMENT:
                raise Damaged("larger than any state segment")
            self._owner, self._links = about.st_uid, about.st_nlink
            self._state, self._state_at = _map(file, size, mmap.PROT_READ)
        except BaseException:
            os.close(file)
            raise
        self._state_file = file # for its lock
        # reading through a view of 64-bit words is one load each
        self._load = memoryview(self._state)[:size // 8 * 8].cast("Q")
        self._check_state(size, alone)
        if not alone:
            self._read_dictionary()

    def _check_state(self, file_size, alone):
        h = _STATE_HEADER.unpack_from(self._state)
        _check_kind(h[0], STATE_MAGIC, h[1], h[2], h[3])
        size = h[4]
        (self._header_size, n_signal, signal_size, signal_offset, n_client, client_size,
         client_offset, n_slot, slot_size, slot_offset, n_event, event_size, event_offset,
         self._state_size, self._command_size, self._mask_size) = h[5:21]
        (self._command_segment, self.hash, self.generation, self.pid, _, self.start, self.dt,
         self.period_ns, name) = h[21:]
        if size != file_size or self._header_size < 320 or self._header_size > size:
            raise Damaged("the size of the segment is wrong")
        if (not 192 <= signal_size <= MAX_ITEM or not 128 <= client_size <= MAX_ITEM or event_size != 64
                or n_event == 0):
            raise Damaged("the sizes of the items are wrong")
        if (n_slot < 2 or slot_size < SLOT_HEAD + self._state_size or self._state_size % 8
                or self._state_size > MAX_PAYLOAD or self._command_size > MAX_PAYLOAD):
            raise Damaged("the sizes of the frames are wrong")
        for what, offset, n, item in (("dictionary", signal_offset, n_signal, signal_size),
                                      ("accounts", client_offset, n_client, client_size),
                                      ("slots", slot_offset, n_slot, slot_size),
                                      ("events", event_offset, n_event, event_size)):
            _check_inside(what, size, self._header_size, offset, n, item)
        self._signals_at = (signal_offset, n_signal, signal_size)
        self._clients_at = (client_offset, n_client, client_size)
        self._slots_at = (slot_offset, n_slot, slot_size)
        self._events_at = (event_offset, n_event, event_size)
        self.clients = n_client
        if (n_signal > MAX_SIGNALS or n_client > MAX_CLIENTS or self._mask_size > self._command_size
                or not 0 < self.dt < math.inf or self.period_ns <= 0 or self.pid <= 0):
            raise Damaged("the header contradicts itself")
        if self._links > 1 and _text(name) != self.instance:
            raise Damaged(f"the segment of '{self.instance}' is another one's, linked")
        if alone:
            return
        if self._load[_READY // 8] != self.generation:
            raise Ended("not ready: just starting, or at its end")
        self.check()

    def _read_dictionary(self):
        offset, n, size = self._signals_at
        data = bytes(self._state[offset:offset + n * size])
        if fnv1a(data) != self.hash:
            raise Damaged("the dictionary does not match its hash")
        self.signals = [Signal(i, data[i * size:i * size + 192]) for i in range(n)]
        bit = 0
        for s in self.signals:
            limit = self._state_size if s.direction == STATE else self._command_size
            if s.type != 1 or s.size < 1 or s.offset % 8 or s.offset + 8 * s.size > limit:
                raise Damaged(f"signal '{s.name}' is damaged")
            if s.direction == COMMAND:
                if s.echo % 8 or s.echo + 8 * s.size > self._state_size:
                    raise Damaged(f"signal '{s.name}' is damaged")
                s.bit = bit
                bit += 1
        if bit > 8 * self._mask_size:
            raise Damaged("there are more commands than bits for them")
        self._by_name = {s.name: s for s in self.signals}
        self._read_value_names()

    def _read_value_names(self):
        """Names and units of values."""
        offset, size = struct.unpack_from("<II", self._state, _VALUES_AT)
        n = sum(s.size for s in self.signals)
        if offset:
            _check_inside("names of values", len(self._state), self._header_size, offset, n, size)
            if not 64 <= size <= MAX_ITEM:
                raise Damaged("the names of values have a wrong size")
        self._by_value, of_model = {}, []
        for s in self.signals:
            for k in range(s.size):
                name, unit, model = b"\0", b"\0", b"\0"
                if offset:
                    name, unit = struct.unpack_from("<32s32s", self._state, offset)
                    model = bytes(self._state[offset + 64:offset + min(size, 192)]) or b"\0"
                    offset += size
                column = _text(name)
                s.value_units.append(_text(unit) or s.unit)
                s.value_names.append(s.name if s.size == 1 else
                                     f"{s.name}.{column}" if column else f"{s.name}[{k}]")
                for known in s.value_names[-1], f"{s.name}.{column}", f"{s.name}[{k}]":
                    self._by_value.setdefault(known, (s, k))
                if _text(model):
                    of_model.append((_text(model), (s, k)))
        for known, value in of_model:
            self._by_value.setdefault(known, value)

    def find_value(self, name):
        """The signal and the element of a value: "body_pose.z", "body_pose[2]", a signal of one value, or
        what the model calls the input or parameter of a command."""
        s = self._by_name.get(name)
        if s is not None and s.size == 1:
            return s, 0
        try:
            return self._by_value[name]
        except KeyError:
            raise Error(f"'{self.instance}' has no value '{name}'") from None

    def check(self):
        """Raises Ended when this executive no longer lives."""
        if _library is not None:
            _library.tac_io_guard()
        self._check_place()
        if self._load[_READY // 8] != self.generation:
            raise Ended(f"'{self.instance}' has ended")
        if not self._lives():
            raise Dead(self.health().text)

    def _lives(self):
        """Whether the executive's process lives: it keeps the file locked, or is seen from here."""
        if _is_locked(self._state_file):
            return True
        here, there = _pid_space(), self._load[_PID_SPACE // 8]
        return (here == there or not here or not there) and process_start(self.pid) == self.start

    def health(self):
        """How it is with the instance now, as tac_io_get_health() in tactus_io.h says: a Health."""
        beat = struct.unpack_from("<q", self._state, _HEARTBEAT)[0]
        state = struct.unpack_from("<I", self._state, _RUN_STATE)[0]
        word = RUN_STATES[state] if state < len(RUN_STATES) else "starting"
        age = max(0.0, time.clock_gettime(time.CLOCK_MONOTONIC) - beat * 1e-9) if beat else math.inf
        seen = _pid_space() == self._load[_PID_SPACE // 8] and process_start(self.pid) == self.start
        pid, late, name = self.pid if seen else None, 0.0, self.instance
        if self._load[_READY // 8] != self.generation or word == "stopped":
            condition, text = "stopped", f"'{name}' has ended"
        elif not self._lives():
            condition = "dead"
            text = f"'{name}' is dead: its process is gone, it published " + (
                f"last {age:.3g} s ago" if beat else "nothing")
        elif beat and age > self.period_ns * 1e-9 + _GRACE:
            condition, late = "late", age - self.period_ns * 1e-9
            process = f"its process {pid} lives" if seen else "its process lives, in another process namespace"
            text = f"'{name}' is late: nothing published for {age:.3g} s; {process}"
        else:
            condition = word
            text = f"'{name}' is in the safe state" if word == "safe" else f"'{name}' is {word}"
        return Health(condition, word, age, late, pid, text)

    @property
    def run_state(self):
        """The run state of the last frame, a word of RUN_STATES; None before the first."""
        if self.frame is None:
            return None
        return RUN_STATES[self.frame.run_state] if self.frame.run_state < len(RUN_STATES) else "unknown"

    def require(self):
        """Raises Dead, Ended, Late or Safe unless the executive starts, runs or is paused."""
        now = self.health()
        if now.condition in ("dead", "late", "safe", "stopped"):
            raise {"dead": Dead, "late": Late, "safe": Safe, "stopped": Ended}[now.condition](now.text)

    def _check_place(self):
        if self._words is not None and self.place is not None:
            self._check_own()
            about = os.fstat(self._file)
            if about.st_nlink == 0 or about.st_size != self._command_segment:
                raise Ended(f"the place of this client at '{self.instance}' was given away")

    def find(self, name):
        """The signal of that name."""
        try:
            return self._by_name[name]
        except KeyError:
            raise Error(f"'{self.instance}' has no signal '{name}'") from None

    # ---- reading

    def read(self):
        """Copies the newest frame; raises Stale when none could be copied."""
        offset, n, size = self._slots_at
        for _ in range(ATTEMPTS):
            number = self._load[_NEWEST // 8]
            at = offset + number % n * size
            if number and self._load[at // 8] == 2 * number:
                data = bytes(self._state[at + 8:at + SLOT_HEAD + self._state_size])
                if self._load[at // 8] == 2 * number:
                    self.frame = Frame(number, data)
                    return self.frame
        if self._load[0] != STATE_MAGIC:
            raise Ended(f"the segment of '{self.instance}' was cut short")
        raise Stale("no frame could be copied")

    def wait(self, timeout=1.0, poll=False):
        """Reads a frame newer than the last one; None when none came in time.

        Raises Ended or Dead as soon as the executive is gone. Attached with strict=True it also raises Safe for a
        frame of the safe state, and Late where it would return None while the executive is late.
        """
        end, looked = time.monotonic() + timeout, time.monotonic()
        while True:
            number = self._load[_NEWEST // 8]
            if number != (self.frame.number if self.frame else 0):
                try:
                    frame = self.read()
                    if self.strict and frame.run_state == RUN_STATES.index("safe"):
                        raise Safe(f"'{self.instance}' is in the safe state")
                    return frame
                except Stale:
                    pass
            now = time.monotonic()
            if self._load[0] != STATE_MAGIC or now >= end or now - looked > _GRACE:
                self.check()
                looked = now
                if self.strict and now < end and self.frame is not None:
                    self.require()
            if self._load[0] != STATE_MAGIC or now >= end:
                if self.strict:
                    self.require()
                return None
            if not poll:
                self._rest(end)

    def _rest(self, end):
        """A quarter of a period, but not beyond what the caller waits for, and 0.1 s at most."""
        time.sleep(max(0.0, min(self.period_ns / 4e9, end - time.monotonic(), 0.1)))

    # ---- reading every frame

    def open_history(self):
        """Maps the frames of the last seconds; returns how many, 0 without a history."""
        size = self._load[_HISTORY_SIZE // 8]
        if size == 0 or self._history is not None:
            return self.history
        path = f"{_FOLDER}/tactus.{self.instance}.history"
        try:
            file, about = _open_plain(path, os.O_RDONLY)
        except FileNotFoundError:
            raise NotRunning(f"no file {path}: the executive has ended, or others removed it") from None
        try:
            if about.st_uid != self._owner:
                raise Foreign(f"{path} belongs to another user than the state")
            if about.st_size != size or not 128 <= size <= MAX_SEGMENT:
                raise Damaged("the size of the history segment is wrong")
            head = os.pread(file, 64, 0)
            if len(head) < 64:
                raise Ended("the history segment was cut short")
            self._check_history(_HISTORY_HEADER.unpack(head))
            self._history, self._history_at = _map(file, size, mmap.PROT_READ)
        finally:
            os.close(file)
        self._past = memoryview(self._history)[:size // 8 * 8].cast("Q")
        self.history = self._past_slots[1]
        return self.history

    def _check_history(self, h):
        _check_kind(h[0], HISTORY_MAGIC, h[1], h[2], h[3])
        size, header, n, item, offset, payload, _, dictionary, generation = h[4:13]
        if (size != self._load[_HISTORY_SIZE // 8] or header < 128 or not 2 <= n <= MAX_HISTORY or
                payload != self._state_size or item < SLOT_HEAD + payload):
            raise Damaged("the sizes of the history segment are wrong")
        _check_inside("frames", size, header, offset, n, item)
        if dictionary != self.hash or generation != self.generation:
            raise Damaged("the history segment belongs to another start of the executive")
        self._past_slots = (offset, n, item)

    def seek(self, number=0):
        """What next_frame() gives next: that frame, or the oldest that is still there."""
        if self._history is not None:
            first = self._oldest(self._past[_HISTORY_NEWEST // 8], self.history)
        else:
            first = self._oldest(self._load[_NEWEST // 8], self._slots_at[1])
        self._next = max(number, first)

    def next_frame(self, timeout=1.0, poll=False):
        """The frame after the one it gave last, the first time the newest; None when none came in time.

        Frames that can no longer be had are passed over and counted in `lost`. With open_history() those are
        frames from seconds ago, without it all but the last few. Raises Ended when all are read and the
        executive is gone.
        """
        end = time.monotonic() + timeout
        while True:
            if self._look_for_next(ended=False):
                return self.frame
            if time.monotonic() >= end:
                try:
                    self.check()
                except Ended:
                    if self._look_for_next(ended=True):
                        return self.frame
                    raise
                return None
            if not poll:
                self._rest(end)

    def _look_for_next(self, ended):
        newest = self._load[_NEWEST // 8]
        self._next = self._next or newest
        found = 0 < self._next <= newest and self._find_next(newest, ended)
        if self._load[0] != STATE_MAGIC or (self._past is not None and self._past[0] != HISTORY_MAGIC):
            raise Ended(f"a segment of '{self.instance}' was cut short")
        self._next += found
        return found

    def _find_next(self, newest, ended):
        state, past = (self._load, self._state, self._slots_at), None
        if self._take(*state):
            return True
        if self._history is not None:
            past = (self._past, self._history, self._past_slots)
            kept = self._past[_HISTORY_NEWEST // 8]
            if kept >= self._next:
                if kept - self._next >= self.history:
                    self._pass_over(self._oldest(kept, self.history))
                if self._search(kept, past):
                    return True
        if (past is None or ended) and self._next <= newest:
            if newest - self._next >= self._slots_at[1]:
                self._pass_over(newest - self._slots_at[1] + 1)
            return self._search(newest, state)
        return False

    def _search(self, newest, ring):
        for _ in range(newest - self._next + 1):
            if self._take(*ring):
                return True
            self._pass_over(self._next + 1)
        return False

    def _take(self, words, data, ring):
        offset, n, size = ring
        at = offset + self._next % n * size
        if words[at // 8] == 2 * self._next:
            copy = bytes(data[at + 8:at + SLOT_HEAD + self._state_size])
            if words[at // 8] == 2 * self._next:
                self.frame = Frame(self._next, copy)
                return True
        return False

    def _pass_over(self, number):
        self.lost += number - self._next
        self._next = number

    @staticmethod
    def _oldest(newest, n):
        # of a full ring the oldest eighth is about to be overwritten
        return newest - n + 1 + n // 8 if newest >= n else 1

    def values(self, signal):
        """All values of a signal in the last frame; of a command those in effect."""
        s = self.find(signal) if isinstance(signal, str) else signal
        if self.frame is None:
            self.read()
        at = s.offset if s.direction == STATE else s.echo
        return list(struct.unpack_from(f"<{s.size}d", self.frame.payload, at))

    def value(self, signal, element=0):
        """One value of a signal in the last frame."""
        return self.values(signal)[element]

    def age(self):
        """Seconds since the newest frame was published."""
        return time.clock_gettime(time.CLOCK_MONOTONIC) - self._load[_HEARTBEAT // 8] * 1e-9

    def account(self, place=None):
        """What the executive says about a client."""
        place = self.place if place is None else place
        offset, n, size = self._clients_at
        if place is None or not 0 <= place < n:
            raise Error("no such client")
        at = offset + place * size
        state, pid = struct.unpack_from("<Ii", self._state, at)
        names = ("applied", "rejected", "stale", "limited", "torn", "taken", "events_taken",
                 "applied_step")
        account = {name: self._load[at // 8 + 8 + i] for i, name in enumerate(names)}
        if account["applied_step"] >= 2**63:
            account["applied_step"] -= 2**64
        return dict(account, active=state == 1, refused=state == 2, pid=pid,
                    reason=struct.unpack_from("<I", self._state, at + 24)[0])

    def events(self, after=0):
        """Events of the log that are still there, after that number."""
        offset, n, size = self._events_at
        written = self._load[_EVENTS // 8]
        found = []
        for number in range(max(after, written - n, 0) + 1, written + 1):
            at = offset + number % n * size
            if self._load[at // 8] == 2 * number:
                step, stamp, kind, client, signal, code, value = struct.unpack_from(
                    "<qqIiiid", self._state, at + 8)
                if self._load[at // 8] == 2 * number:
                    found.append({"number": number, "step": step, "stamp": stamp,
                                  "kind": EVENTS[kind] if kind < len(EVENTS) else str(kind),
                                  "client": client, "signal": signal, "code": code,
                                  "value": value})
        return found

    # ---- commanding

    def _claim(self, client):
        end = time.monotonic() + 0.5
        given_away, damage = 0, None
        while self.clients:
            for place in range(self.clients):
                try:
                    mine = self._try_place(place)
                except (Damaged, Incompatible) as error:
                    mine, damage = False, error # the executive will put another file there
                if mine:
                    if self._introduce(client):
                        return
                    given_away += 1
                    end = time.monotonic() + 0.5 if given_away < 4 else end
                self._let_go()
            if time.monotonic() > end:
                break
            time.sleep(0.002)
        if damage:
            raise damage
        if not self.clients:
            raise Full(f"'{self.instance}' takes no commands")
        raise Full(f"all {self.clients} places for commanding clients are taken")

    def _try_place(self, place):
        try:
            self._file, about = _open_plain(f"{_FOLDER}/tactus.{self.instance}.cmd.{place}",
                                            os.O_RDWR)
            if about.st_uid != self._owner: # not put there by the executive
                return False
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (FileNotFoundError, BlockingIOError, Damaged, Foreign):
            return False
        about = os.fstat(self._file)
        if about.st_nlink == 0:
            return False
        if about.st_size != self._command_segment or not 256 <= about.st_size <= MAX_SEGMENT:
            raise Damaged("the size of the command segment is wrong")
        self._command, self._command_at = _map(self._file, about.st_size,
                                               mmap.PROT_READ | mmap.PROT_WRITE)
        self._check_command()
        # storing through a word of ctypes is one store each
        self._words = (ctypes.c_uint64 * (about.st_size // 8)).from_buffer(self._command)
        self.place = place
        return self._words[_CLAIMED // 8] == 0

    def _check_command(self):
        h = _COMMAND_HEADER.unpack_from(self._command)
        _check_kind(h[0], COMMAND_MAGIC, h[1], h[2], h[3])
        (header, _, n_slot, slot_size, slot_offset, n_event, event_size, event_offset, payload,
         mask) = h[5:15]
        if (h[4] != self._command_segment or payload != self._command_size or header < 256 or
                mask != self._mask_size or n_slot < 2 or slot_size < SLOT_HEAD + payload or
                event_size != 32 or n_event == 0):
            raise Damaged("the sizes of the command segment are wrong")
        _check_inside("slots", h[4], header, slot_offset, n_slot, slot_size)
        _check_inside("events", h[4], header, event_offset, n_event, event_size)
        if h[15] != self.hash or h[16] != self.generation:
            raise Damaged("the command segment belongs to another start of the executive")
        self._command_slots = (slot_offset, n_slot, slot_size)
        self._command_events = (event_offset, n_event, event_size)

    def _introduce(self, client):
        self._out = bytearray(SLOT_HEAD - 8 + self._command_size)
        self.sent = self._beats = self._put = 0
        pid = os.getpid()
        name = client.encode()[:31]
        struct.pack_into("<iIqQ32s", self._command, _OWNER, pid, MAJOR << 16 | MINOR,
                         process_start(pid), self.hash, name)
        self._words[_COMMAND_SPACE // 8] = _pid_space()
        self._words[_CLAIMED // 8] = self.generation
        end = time.monotonic() + 2.0
        while time.monotonic() < end:
            account = self.account()
            if account["pid"] == pid and account["active"]:
                return True
            if account["pid"] == pid and account["refused"]:
                raise Refused(f"refused (reason: {REASONS[account['reason']]})")
            try:
                self._check_place()
            except Ended:
                return False # too slow between lock and claim
            self.check()
            now = self.health()
            if now.condition == "late":
                raise Late(now.text)
            time.sleep(0.002)
        raise Refused("no answer")

    def _let_go(self):
        self._words = None
        if self._command is not None:
            _unmap(self._command, self._command_at)
        if self._file is not None:
            os.close(self._file)
        self._command = self._file = self.place = None

    def _commanded(self, signal, element):
        s = self.find(signal) if isinstance(signal, str) else signal
        if self._words is None:
            raise Error("attached for reading only")
        if s.direction != COMMAND or not 0 <= element < s.size:
            raise Error(f"'{s.name}' has no element {element} to command")
        return s

    def _check_own(self):
        if self._words is None:
            raise Error("attached for reading only")
        if os.getpid() != self._pid:
            raise Ended(f"the process {self._pid} commands by this object, which forked this one; attach anew")

    def _mask(self, s):
        return SLOT_HEAD - 8 + s.bit // 8, 1 << s.bit % 8

    def set(self, signal, value, element=0):
        """Puts a value into the next frame."""
        s = self._commanded(signal, element)
        if not math.isfinite(value):
            raise Error(f"{value} is no value for '{s.name}'")
        at, bit = self._mask(s)
        base = SLOT_HEAD - 8 + s.offset
        if not self._out[at] & bit:
            if self.frame is not None:
                struct.pack_into(f"<{s.size}d", self._out, base, *self.values(s))
            self._out[at] |= bit
        struct.pack_into("<d", self._out, base + 8 * element, value)

    def release(self, signal):
        """Takes a signal out of the next frame: its fallback follows."""
        at, bit = self._mask(self._commanded(signal, 0))
        self._out[at] &= ~bit

    def _write(self, at, number, data):
        words = self._words
        words[at // 8] = 2 * number - 1
        self._command[at + 8:at + 8 + len(data)] = bytes(data)
        words[at // 8] = 2 * number

    def send(self, step=0):
        """Sends all values set so far as one frame, with a heartbeat."""
        self._check_own()
        struct.pack_into("<q", self._out, 0, step)
        self.sent += 1
        offset, n, size = self._command_slots
        self._write(offset + self.sent % n * size, self.sent, self._out)
        self.heartbeat()
        self._words[_COMMAND_NEWEST // 8] = self.sent

    def put_event(self, signal, value, element=0, step=0):
        """One value that the next must not overtake; False when the ring is full."""
        s = self._commanded(signal, element)
        self._check_own()
        offset, n, size = self._command_events
        if self._put - self.account()["events_taken"] >= n:
            return False
        self._put += 1
        self._write(offset + self._put % n * size, self._put,
                    struct.pack("<qIId", step, s.index, element, value))
        self.heartbeat()
        self._words[_COMMAND_EVENTS // 8] = self._put
        return True

    def heartbeat(self):
        """Tells that this client lives."""
        self._check_own()
        self._beats += 1
        self._words[_COMMAND_BEAT // 8] = self._beats
        if self._load[_READY // 8] != self.generation or self._words[_CLAIMED // 8] != self.generation:
            raise Ended(f"'{self.instance}' has ended")

    def detach(self):
        """Gives everything back."""
        if self._words is not None and self.place is not None and os.getpid() == self._pid:
            if os.fstat(self._file).st_size == self._command_segment:
                self._words[_CLAIMED // 8] = LEFT
        self._let_go()
        if self._history is not None:
            if self._past is not None:
                self._past.release()
            _unmap(self._history, self._history_at)
            self._history = self._past = None
        if self._state is not None:
            if self._load is not None:
                self._load.release()
            _unmap(self._state, self._state_at)
            self._state = None
        if self._state_file is not None:
            os.close(self._state_file)
            self._state_file = None


class _Requests:
    """A connection to the control socket of an instance; docs/control.md has the requests."""

    PATIENCE = 30.0  # s

    def __init__(self, instance):
        self._rest = b""
        self._socket = None
        self.instance = instance
        for place in self._places(instance):
            s = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            try:
                s.connect(place)
                self._check_peer(s, place)
            except OSError:
                s.close()
                continue
            except Foreign:
                s.close()
                raise
            self._socket = s
            self._socket.settimeout(self.PATIENCE)
            return
        raise NotRunning(f"no instance '{instance}' can be controlled here")

    @staticmethod
    def _places(instance):
        folder = os.environ.get("XDG_RUNTIME_DIR", "")
        places = [f"/run/tactus/{instance}.sock"]
        if folder.startswith("/"):
            places.append(f"{folder}/tactus/{instance}.sock")
        return [*places, f"{_FOLDER}/tactus.{instance}.sock"]

    @staticmethod
    def _check_peer(s, place):
        """Who listens is this user, root, or a trusted one; in /run/tactus root decides who may."""
        user = struct.unpack("3i", s.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[1]
        if (user not in (0, os.geteuid()) and not _is_in_environment(user)
                and not place.startswith("/run/tactus/")):
            raise Foreign(f"{place} is listened to by the user {_user_name(user)}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._socket:
            self._socket.close()
        self._socket = None

    def ask(self, *words):
        """One request, one answer: what stands behind its ok. Raises Refused with the sentence of an error."""
        line = " ".join(words)
        if "\n" in line or "\0" in line or len(line.encode()) > 4095:
            raise Refused("a request is one line of at most 4095 characters")
        if self._socket is None:
            raise Ended(f"the connection to '{self.instance}' is closed")
        try:
            self._socket.sendall(line.encode() + b"\n")
            while b"\n" not in self._rest:
                more = self._socket.recv(65536)
                if not more:
                    raise Ended(f"'{self.instance}' has ended")
                self._rest += more
        except TimeoutError:
            self.close()  # its answer may still come and would be taken for that of the next request
            raise Late(f"'{self.instance}' does not answer") from None
        except OSError as reason:
            self.close()
            raise Ended(f"'{self.instance}' does not answer: {reason}") from None
        answer, self._rest = self._rest.split(b"\n", 1)
        word, _, rest = answer.decode(errors="replace").partition(" ")
        if word != "ok":
            raise Refused(rest)
        return rest


class Recording(_Requests):
    """Steers the recording of a running instance, through its control socket.

    Everything returns the file that is written, or was last; what the instance does not do raises Refused with
    its reason. The rig says what can be asked: pieces, a ring (docs/replay.md).

        with tactus_io.Recording("vehicle") as recording:
            recording.mark("new tyres")
            recording.trigger("that noise again")
    """

    def start(self):
        return self.ask("record", "start")

    def stop(self):
        return self.ask("record", "stop")

    def split(self):
        return self.ask("record", "split")

    def trigger(self, reason=""):
        return self.ask("record", "trigger", *([reason] if reason else []))

    def mark(self, text):
        return self.ask("record", "mark", text)

    def status(self):
        """How it stands, as a dictionary: mode, error, file, lost_steps, gaps, pieces, marks, bytes, ..."""
        return json.loads(self.ask("record", "status"))["record"]


class Control(_Requests):
    """Controls a running instance through its control socket, as `tactus ctl` does.

    What the instance does not do raises Refused with its sentence, one that is not there NotRunning, one that ends
    meanwhile Ended, one that does not answer Late. Everything here waits for its answer; it is not for inner loops.

        with tactus_io.Control("vehicle") as control:
            control.pause()
            control.write({"front_left": "20 mm"})
            control.step(10)
            control.wait(lambda status: status["step"] >= 10)
    """

    _recording = None

    def close(self):
        if self._recording:
            self._recording.close()
        super().close()

    @property
    def recording(self):
        """Its recording, see Recording."""
        self._recording = self._recording or Recording(self.instance)
        return self._recording

    def start(self):
        self.ask("start")

    def resume(self):
        self.ask("resume")

    def pause(self):
        self.ask("pause")

    def step(self, cycles=1):
        """While it pauses: so many cycles with a step. Does not wait for them."""
        self.ask("step", str(cycles))

    def reset(self):
        """Back to the start, paused."""
        self.ask("reset")

    def stop(self):
        """Ends the instance."""
        self.ask("stop")

    def safe(self):
        """Into the safe state."""
        self.ask("safe")

    def rearm(self):
        """Out of the safe state, paused; where the rig allows it."""
        self.ask("rearm")

    def read(self, *names):
        """Values of variables in SI: one, or a list of several."""
        for name in names:
            self._check_word(name)
        values = [float(word) for word in self.ask("read", *names).split()]
        return values[0] if len(names) == 1 and len(values) == 1 else values

    def write(self, values):
        """Writes variables, a dictionary, all in one cycle or none: numbers in SI, or texts with units ("20 mm").

        Returns the sentence about a value that was clamped to its range, "" for none.
        """
        words = []
        for name, value in values.items():
            self._check_word(name)
            if not isinstance(value, str):
                if not math.isfinite(value):
                    raise Error(f"{value} is no value for '{name}'")
                value = repr(float(value))
            value = "".join(value.split(maxsplit=1))
            self._check_word(value)
            words.append(f"{name}={value}")
        return self.ask("write", *words)

    def variables(self):
        """All variables: a list of dictionaries with name, value and writable."""
        found, first = [], 0
        while first is not None:
            part = json.loads(self.ask("variables", str(first)))
            found += part["variables"]
            first = part["next"]
        return found

    def status(self):
        """Run state, time, counters and quantiles, as a dictionary."""
        return json.loads(self.ask("status"))

    def wait(self, condition, timeout=10.0):
        """Asks for the status until the condition holds of it, and returns it. Raises Late after the timeout."""
        end = time.monotonic() + timeout
        while True:
            status = self.status()
            if condition(status):
                return status
            if time.monotonic() > end:
                raise Late(f"'{self.instance}': what was waited for has not happened within {timeout:g} s")
            time.sleep(0.005)

    def save(self, path):
        """Writes a checkpoint; the instance writes it, with its rights."""
        self.ask("save", os.path.abspath(path))

    def restore(self, path):
        """Goes on from a checkpoint."""
        self.ask("restore", os.path.abspath(path))

    def fault(self, *words):
        """A fault on purpose, where the rig allows it: fault("front_left", "delay", "20ms", "for", "2s"), fault("clear")."""
        return self.ask("fault", *words)

    def trace(self, on=True):
        self.ask("trace", "on" if on else "off")

    @staticmethod
    def _check_word(word):
        if not word or any(c.isspace() for c in word):
            raise Error(f"'{word}' is no name or value: it is empty or has blanks")


def attach(instance, command=False, client="python", any_owner=False, strict=False):
    """Attaches to an instance, for reading or also for commanding; strict: wait() raises Safe and Late, see there.

    It must belong to this process's user, to root, to a user whom the environment variable
    TACTUS_TRUST names or, but for root, to a fellow member of the group `tactus` who runs it with that
    group; any_owner takes any.
    """
    return TactusIO(instance, command, client, any_owner, strict)

"""Models of Tactus in Python, stepped with the bits of `tactus sim`.

One file; needs libtactus.so.1 and the standard library. Values are memoryviews of the library's own memory, which
numpy.asarray makes arrays of without a copy. The interpreter's lock is released while the library works, so that
threads step instances of their own side by side.

    import tactus

    model = tactus.Model("crane.yaml", {"length": "120 mm"}, order=4)
    crane = model.start()
    tip = model.sensor("tip.z")
    while crane.time < 10.0:
        crane.set("motor", control(crane.sensors[tip]))
        crane.step()

The library is the one that the environment variable TACTUS_LIBRARY names, or that the system finds.
"""

from __future__ import annotations

import array
import ctypes
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

INPUT, PARAMETER, SENSOR = range(3)
OK, WRONG, FAILED, MEMORY = 0, 2, 3, 5
_KIND = ("input", "parameter", "sensor")


class Error(Exception):
    """What the library refuses or cannot do: its line, and its code."""

    def __init__(self, code: int, text: str) -> None:
        super().__init__(text)
        self.code = code


class About(NamedTuple):
    """A value of a model, in SI units."""

    name: str
    unit: str  # "" where there is none, or where it depends on what the value is used for
    value: float  # before anything else is set; of sensors 0
    least: float  # that it may be set to


class _CError(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("text", ctypes.c_char * 1024)]


class _CAbout(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("unit", ctypes.c_char_p), ("value", ctypes.c_double),
                ("least", ctypes.c_double)]


_DOUBLES = ctypes.POINTER(ctypes.c_double)
_P, _I, _L, _Z, _S, _D = (ctypes.c_void_p, ctypes.c_int, ctypes.c_int64, ctypes.c_size_t, ctypes.c_char_p,
                          ctypes.c_double)
_TEXTS = ctypes.POINTER(_S)
_FUNCTIONS = {  # name: result, arguments
    "version": (_S, ()),
    "load": (_P, (_S, _TEXTS, _I, ctypes.POINTER(_CError))),
    "unload": (None, (_P,)),
    "title": (_S, (_P,)),
    "dt": (_D, (_P,)),
    "duration": (_D, (_P,)),
    "count": (_I, (_P, _I)),
    "describe": (_I, (_P, _I, _I, ctypes.POINTER(_CAbout))),
    "new": (_P, (_P, ctypes.POINTER(_CError))),
    "free": (None, (_P,)),
    "start": (_I, (_P,)),
    "set": (_I, (_P, _I, _I, _I, _P)),
    "values": (_P, (_P, _I)),
    "step": (_I, (_P, _L)),
    "steps": (_L, (_P,)),
    "time": (_D, (_P,)),
    "step_many": (_I, (ctypes.POINTER(_P), _I, _L, ctypes.POINTER(_I))),
    "state_size": (_Z, (_P,)),
    "save": (_I, (_P, _P, _Z)),
    "restore": (_I, (_P, _S, _Z)),
    "text": (_S, (_P,)),
    "doubt": (_I, (_P, _S, _Z)),
}


class _Library:
    """The functions of tactus.h, without their prefix."""

    def __init__(self, path: str) -> None:
        library = ctypes.CDLL(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(library, f"tactus_{name}")
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)


_c = _Library(os.environ.get("TACTUS_LIBRARY", "libtactus.so.1"))


def version() -> str:
    """Of the library."""
    return _c.version().decode()


class _Handle:
    """Something of the library, given back when nothing refers to it any more: no view outlives its memory."""

    def __init__(self, pointer: int, give_back, keeps: object = None) -> None:
        self.pointer, self._give_back, self._keeps = pointer, give_back, keeps

    def __del__(self) -> None:
        self._give_back(self.pointer)


class Model:
    """What a file says: parameters given replace the file's own. It may be shared by threads."""

    def __init__(self, path: str | os.PathLike[str], given: Mapping[str, object] | None = None, *,
                 method: str | None = None, order: int | None = None, iterations: int | None = None,
                 step: str | float | None = None, lanes: int | None = None, bounds: int | None = None) -> None:
        solver = {"method": method, "order": order, "iterations": iterations, "step": step, "lanes": lanes,
                  "bounds": bounds}
        texts = [f"{name}={value}" for name, value in (given or {}).items()]
        texts += [f"solver.{word}={value}" for word, value in solver.items() if value is not None]
        error = _CError()
        pointer = _c.load(os.fsencode(path), (_S * len(texts))(*(text.encode() for text in texts)), len(texts), error)
        if not pointer:
            raise Error(error.code, error.text.decode(errors="replace"))
        self._handle = _Handle(pointer, _c.unload)
        self.title: str = _c.title(pointer).decode()
        self.dt: float = _c.dt(pointer)  # s
        self.duration: float = _c.duration(pointer)  # s, as the file has it
        self.inputs, self.parameters, self.sensors = (self._values(kind) for kind in range(3))
        self._index = [{about.name: i for i, about in enumerate(values)}
                       for values in (self.inputs, self.parameters, self.sensors)]

    def _values(self, kind: int) -> list[About]:
        found, about = [], _CAbout()
        for i in range(_c.count(self._handle.pointer, kind)):
            _c.describe(self._handle.pointer, kind, i, about)
            found.append(About(about.name.decode(), about.unit.decode(), about.value, about.least))
        return found

    def _find(self, kind: int, name: str) -> int:
        try:
            return self._index[kind][name]
        except KeyError:
            raise Error(WRONG, f"the model has no {_KIND[kind]} '{name}'") from None

    def input(self, name: str) -> int:
        """The index of an input by its name."""
        return self._find(INPUT, name)

    def parameter(self, name: str) -> int:
        """The index of a parameter by its name, such as "spring.stiffness"."""
        return self._find(PARAMETER, name)

    def sensor(self, name: str) -> int:
        """The index of a number of a sensor by its name, such as "tip.z"."""
        return self._find(SENSOR, name)

    def instance(self) -> Instance:
        """A mechanism that is not started: inputs and parameters may be set before."""
        return Instance(self)

    def start(self, values: Mapping[str, float] | None = None) -> Instance:
        """A mechanism at its start, with values of inputs and parameters."""
        made = Instance(self)
        for name, value in (values or {}).items():
            made.set(name, value)
        made.start()
        return made


class Instance:
    """One mechanism that moves by a model. It belongs to one thread at a time."""

    def __init__(self, model: Model) -> None:
        error = _CError()
        pointer = _c.new(model._handle.pointer, error)
        if not pointer:
            raise Error(error.code, error.text.decode(errors="replace"))
        self.model = model
        self._handle = _Handle(pointer, _c.free, model._handle)
        self._pointer = pointer
        self.inputs, self.parameters, self.sensors = (self._view(kind) for kind in range(3))

    def _view(self, kind: int) -> memoryview:
        """All values of a kind, one place as long as the view lives; not to be written."""
        n = _c.count(self.model._handle.pointer, kind)
        values = (ctypes.c_double * n).from_address(_c.values(self._pointer, kind))
        values.handle = self._handle
        return memoryview(values).cast("B").cast("d").toreadonly() if n else memoryview(array.array("d")).toreadonly()

    def _check(self, code: int) -> None:
        if code != OK:
            raise Error(code, _c.text(self._pointer).decode(errors="replace"))

    def start(self) -> None:
        """Finds the consistent start with inputs and parameters as they are set."""
        self._check(_c.start(self._pointer))

    def set(self, name: str, value: float) -> None:
        """Sets an input, or else a parameter; for the next step on."""
        kind = INPUT if name in self.model._index[INPUT] else PARAMETER
        self.set_values(kind, (value,), self.model._find(kind, name))

    def set_values(self, kind: int, values: Iterable[float], first: int = 0) -> None:
        """Sets several of a kind, INPUT or PARAMETER: all or none. Arrays of doubles are not copied."""
        if not isinstance(values, array.array) or values.typecode != "d":
            try:
                plain = memoryview(values).contiguous and memoryview(values).format == "d"
            except TypeError:
                plain = False
            values = values if plain else array.array("d", values)
        view = memoryview(values).cast("B")
        n = view.nbytes // 8
        held = (ctypes.c_char * view.nbytes).from_buffer_copy(view) if view.readonly else (
            ctypes.c_char * view.nbytes).from_buffer(view)
        self._check(_c.set(self._pointer, kind, first, n, ctypes.addressof(held) if n else None))

    def get(self, name: str) -> float:
        """A value by its name: of a sensor, an input or a parameter."""
        for kind, values in ((SENSOR, self.sensors), (INPUT, self.inputs), (PARAMETER, self.parameters)):
            if name in self.model._index[kind]:
                return values[self.model._index[kind][name]]
        raise Error(WRONG, f"the model has nothing called '{name}'")

    def step(self, n: int = 1) -> None:
        """Makes n steps. Sensors are measured after the last one."""
        self._check(_c.step(self._pointer, n))

    @property
    def steps(self) -> int:
        """Steps made since t = 0."""
        return _c.steps(self._pointer)

    @property
    def time(self) -> float:
        """Seconds since t = 0."""
        return _c.time(self._pointer)

    def save(self) -> bytes:
        """All that decides the future, as bytes."""
        room = ctypes.create_string_buffer(_c.state_size(self.model._handle.pointer))
        self._check(_c.save(self._pointer, room, len(room)))
        return room.raw

    def restore(self, state: bytes) -> None:
        """Goes on from the bytes of any instance of this model."""
        self._check(_c.restore(self._pointer, state, len(state)))

    def doubt(self) -> str:
        """Why results since the start are in doubt; "" where they are not."""
        line = ctypes.create_string_buffer(512)
        _c.doubt(self._pointer, line, len(line))
        return line.value.decode(errors="replace")


def step_many(instances: Sequence[Instance], n: int = 1) -> list[Error | None]:
    """Makes n steps of each, in one call; what each would have raised alone, None where it would not."""
    count = len(instances)
    codes = (_I * count)()
    _c.step_many((_P * count)(*(instance._pointer for instance in instances)), count, n, codes)
    return [Error(code, _c.text(instance._pointer).decode(errors="replace")) if code else None
            for code, instance in zip(codes, instances)]

"""A small importer of FMUs for co-simulation, FMI 2.0 and 3.0, for tests: what its description says, and its functions
by their names in the specification."""
import ctypes
import os
import subprocess
import xml.etree.ElementTree as xml
import zipfile

OK, WARNING, DISCARD, ERROR = range(4)
P, S, D, U, I, Z, B = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_double, ctypes.c_uint32, ctypes.c_int, ctypes.c_size_t,
                       ctypes.c_bool)
REFERENCES, DOUBLES = ctypes.POINTER(U), ctypes.POINTER(D)


def export(tactus, model, path, version, *more):
    """Runs `tactus fmu`; its exit code and what it said on standard error."""
    run = subprocess.run([tactus, "fmu", model, "--out", path, "--fmi", str(version), *more], capture_output=True,
                         text=True, check=False)
    return run.returncode, run.stderr


class Variable:
    def __init__(self, version, element):
        real = element[0] if version == 2 else element
        self.name, self.reference = element.get("name"), int(element.get("valueReference"))
        self.causality = element.get("causality")
        self.unit, self.start, self.least = real.get("unit", ""), real.get("start"), real.get("min")
        sizes = [int(d.get("start")) for d in element.findall("Dimension")]
        self.n = sizes[0] if sizes else 1


class Fmu:
    """An archive that was unpacked."""

    def __init__(self, path, folder):
        os.makedirs(folder)
        with zipfile.ZipFile(path) as archive:
            self.entries = archive.infolist()
            archive.extractall(folder)
        self.root = xml.parse(f"{folder}/modelDescription.xml").getroot()
        self.version = int(self.root.get("fmiVersion").split(".")[0])
        self.token = self.root.get("guid" if self.version == 2 else "instantiationToken")
        self.about = self.root.find("CoSimulation")
        identifier = self.about.get("modelIdentifier")
        platform = "linux64" if self.version == 2 else "x86_64-linux"
        self.binary = f"{folder}/binaries/{platform}/{identifier}.so"
        self.step = float(self.root.find("DefaultExperiment").get("stepSize"))
        self.variables = [Variable(self.version, e) for e in self.root.find("ModelVariables")]
        self.by_name = {v.name: v for v in self.variables}

    def of(self, causality):
        return [v for v in self.variables if v.causality == causality]

    def load(self):
        return Library(self)


class Callbacks(ctypes.Structure):
    LOGGER = ctypes.CFUNCTYPE(None, P, S, I, S, S)
    _fields_ = [("logger", LOGGER), ("allocate", P), ("release", P), ("finished", P), ("environment", P)]


LOGGER_3 = ctypes.CFUNCTYPE(None, P, I, S, S)


class Library:
    """The binary."""

    def __init__(self, fmu):
        self.fmu, self.c = fmu, ctypes.CDLL(fmu.binary)

    def call(self, name, *arguments):
        function = getattr(self.c, f"fmi{self.fmu.version}{name}")
        function.restype = I
        return function(*arguments)

    def instantiate(self, token=None, logging=True, name=b"one"):
        return Instance(self, self.fmu.token if token is None else token, logging, name)


class Instance:
    def __init__(self, library, token, logging, name):
        self.library, self.fmu, self.log = library, library.fmu, []
        v = self.fmu.version
        if v == 2:
            self.logger = Callbacks.LOGGER(lambda e, n, status, c, m: self.log.append((status, c.decode(), m.decode())))
            self.callbacks = Callbacks(self.logger)
            function = library.c.fmi2Instantiate
            function.restype, function.argtypes = P, [S, I, S, S, P, I, I]
            self.pointer = function(name, 1, token.encode(), None, ctypes.byref(self.callbacks), 0, logging)
        else:
            self.logger = LOGGER_3(lambda e, status, c, m: self.log.append((status, c.decode(), m.decode())))
            function = library.c.fmi3InstantiateCoSimulation
            function.restype, function.argtypes = P, [S, S, S, B, B, B, B, P, Z, P, LOGGER_3, P]
            self.pointer = function(name, token.encode(), None, False, logging, False, False, None, 0, None,
                                    self.logger, None)
        self.stepped = 0.0

    def call(self, name, *arguments):
        return self.library.call(name, P(self.pointer), *arguments)

    def free(self):
        function = getattr(self.library.c, f"fmi{self.fmu.version}FreeInstance")
        function.restype, function.argtypes = None, [P]
        function(self.pointer)
        self.pointer = None

    # ---- states

    def set_up(self, start=0.0, stop=None):
        more = (I(stop is not None), D(stop or 0.0)) if self.fmu.version == 2 else (B(stop is not None), D(stop or 0.0))
        if self.fmu.version == 3:
            return self.call("EnterInitializationMode", B(False), D(0.0), D(start), *more)
        return self.call("SetupExperiment", I(0), D(0.0), D(start), *more)

    def enter(self):
        return self.call("EnterInitializationMode") if self.fmu.version == 2 else OK

    def leave(self):
        return self.call("ExitInitializationMode")

    def start(self, values=None):
        """Through initialization, with values of variables by their names."""
        for name, value in (values or {}).items():
            assert self.set([self.fmu.by_name[name]], [value]) == OK, self.log
        assert self.set_up() == OK and self.enter() == OK and self.leave() == OK, self.log

    def step(self, h, t=None):
        t = self.stepped if t is None else t
        if self.fmu.version == 2:
            status = self.call("DoStep", D(t), D(h), I(1))
        else:
            flags, last = [B(True) for _ in range(3)], D(-1.0)
            status = self.call("DoStep", D(t), D(h), B(True), *map(ctypes.byref, flags), ctypes.byref(last))
            assert not any(flag.value for flag in flags)
            self.last = last.value
        if status == OK:
            self.stepped = t + h
        return status

    # ---- values

    def _values(self, what, references, values):
        n, size = len(references), len(values)
        array = (D * max(size, 1))(*values)
        more = () if self.fmu.version == 2 else (Z(size),)
        kind = "Real" if self.fmu.version == 2 else "Float64"
        return self.call(what + kind, (U * max(n, 1))(*references), Z(n), array, *more), list(array)[:size]

    def get(self, variables):
        """Values of variables, one list; an error's status."""
        size = sum(v.n for v in variables)
        status, values = self._values("Get", [v.reference for v in variables], [0.0] * size)
        return values if status == OK else status

    def set(self, variables, values):
        return self._values("Set", [v.reference for v in variables], values)[0]

    # ---- states as bytes

    def _name(self, word):
        return word.format("FMUstate" if self.fmu.version == 2 else "FMUState")

    def take(self, state=None):
        state = state or P()
        assert self.call(self._name("Get{}"), ctypes.byref(state)) == OK
        return state

    def put(self, state):
        return self.call(self._name("Set{}"), state)

    def drop(self, state):
        return self.call(self._name("Free{}"), ctypes.byref(state))

    def pack(self, state):
        size = Z()
        assert self.call(self._name("Serialized{}Size"), state, ctypes.byref(size)) == OK
        room = ctypes.create_string_buffer(size.value)
        assert self.call(self._name("Serialize{}"), state, room, size) == OK
        return room.raw

    def unpack(self, data):
        state = P()
        word = "DeSerialize{}" if self.fmu.version == 2 else "Deserialize{}"
        status = self.call(self._name(word), data, Z(len(data)), ctypes.byref(state))
        return state if status == OK else status

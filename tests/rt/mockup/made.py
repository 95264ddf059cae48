"""FMUs that tests make: archives with any entries, descriptions with any mistakes."""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile

PENDULUM = """gravity: [0, -9.81, 0]
duration: 1 s
step: 1 ms
inputs: [{name: push}]
bodies:
  - name: rod
    position: [0.5, 0, 0]
    shape: {rod: {from: [0, 0, 0], to: [1, 0, 0], mass: 1 kg}}
joints:
  - {name: pivot, type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
"""


def write(path, text, mode="w"):
    with open(path, mode) as file:
        file.write(text)
    return path


def entry(name, mode=0o644, system=3):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = system, mode << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def copy(source, target, change=None, more=()):
    """An archive like another one: change gets name and bytes of each entry and returns bytes, or None to leave it out;
    more are pairs of a ZipInfo or name and bytes."""
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            content = old.read(name)
            content = change(name, content) if change else content
            if content is not None:
                new.writestr(name, content)
        for name, content in more:
            new.writestr(name, content)
    return target


def described(source, target, change):
    """The same with another modelDescription.xml."""
    def one(name, content):
        return change(content.decode()).encode() if name == "modelDescription.xml" else content
    return copy(source, target, one)


def light(cc, source, target):
    """The same with a binary that is quickly read: its functions have the names and do nothing."""
    def one(name, content):
        if not name.endswith(".so"):
            return content
        names = sorted(set(re.findall(rb"fmi[23][A-Z]\w+(?=\0)", content)))
        text = "".join(f"int {n.decode()}(void) {{ return 0; }}\n" for n in names)
        run = subprocess.run([cc, "-shared", "-fPIC", "-s", "-nostdlib", "-x", "c", "-", "-o", target + ".so"],
                             input=text.encode(), check=True)
        return open(run.args[-1], "rb").read()
    return copy(source, target, one)


class Test:
    """Counts what is true, in a folder of its own."""

    def __init__(self, tactus):
        self.tactus, self.bad, self.n = os.path.abspath(tactus), 0, 0
        self.folder = tempfile.mkdtemp(prefix="tactus-test-")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder)

    def at(self, name):
        return os.path.join(self.folder, name)

    def run(self, *arguments, timeout=60, **more):
        return subprocess.run([self.tactus, *map(str, arguments)], capture_output=True, text=True, check=False,
                              timeout=timeout, errors="replace", **more)

    def holds(self, what, good, *shown):
        self.n += 1
        if not good:
            self.bad += 1
            print("NOT:", what, *(str(s).strip() for s in shown))
        return good

    def says(self, what, run, code, *patterns, silent=False):
        """The code of a run, and lines on standard error that match patterns, one each and no other line."""
        lines = [line for line in run.stderr.splitlines() if line]
        good = run.returncode == code and (silent or len(lines) >= len(patterns))
        for pattern in patterns:
            good = good and any(re.search(pattern, line) for line in lines)
        return self.holds(what, good, f"code {run.returncode}, not {code}:", run.stderr[:600])

    def end(self):
        print(f"{self.n} statements, {self.bad} of them do not hold")
        sys.exit(self.bad > 0)


# ---- the FMU that does what it must not ----------------------------------------------------------

FAULTS = """NONE HANG CRASH EXIT_0 EXIT_3 ABORT NOT_A_NUMBER INFINITE SAYS_ERROR SAYS_FATAL SAYS_DISCARD SAYS_OTHER LOGS_BADLY
    CLOSES_FILES TAKES_SIGNALS FORKS TRAPS PRINTS STOPS_ITSELF KILLS_ITSELF RECURS CRASHES_IN_A_THREAD TAKES_MEMORY HANGS_IN_GET
    CRASHES_IN_SET HANGS_AT_END CRASHES_AT_END ENDS_BY_ITSELF NO_PROGRESS ENDLESS_EVENTS FALSE_TIME ROUNDS_UP SAYS_PENDING
    WRITES_EVERYWHERE""".split()
FAULT = {name: i for i, name in enumerate(FAULTS)}

FAULTY_2 = """<fmiModelDescription fmiVersion="2.0" modelName="faulty" guid="{faulty}">
<CoSimulation modelIdentifier="faulty" canHandleVariableCommunicationStepSize="true"/>
<UnitDefinitions><Unit name="kN"><BaseUnit kg="1" m="1" s="-2" factor="1000"/></Unit></UnitDefinitions>
<ModelVariables>
<ScalarVariable name="u" valueReference="1" causality="input"><Real start="0"/></ScalarVariable>
<ScalarVariable name="y" valueReference="2" causality="output"><Real/></ScalarVariable>
<ScalarVariable name="gain" valueReference="3" causality="parameter" variability="fixed"><Real start="1"/></ScalarVariable>
<ScalarVariable name="fault" valueReference="4" causality="parameter" variability="fixed"><Integer start="0"/></ScalarVariable>
<ScalarVariable name="when" valueReference="5" causality="parameter" variability="fixed"><Integer start="3"/></ScalarVariable>
<ScalarVariable name="n" valueReference="6" causality="output" variability="discrete"><Integer/></ScalarVariable>
<ScalarVariable name="t" valueReference="7" causality="output"><Real/></ScalarVariable>
</ModelVariables>
<ModelStructure><Outputs><Unknown index="2"/><Unknown index="6"/><Unknown index="7"/></Outputs>
<InitialUnknowns><Unknown index="2"/><Unknown index="6"/><Unknown index="7"/></InitialUnknowns></ModelStructure>
</fmiModelDescription>
"""
FAULTY_3 = """<fmiModelDescription fmiVersion="3.0" modelName="faulty" instantiationToken="{faulty}">
<CoSimulation modelIdentifier="faulty" canHandleVariableCommunicationStepSize="true" hasEventMode="true"/>
<UnitDefinitions><Unit name="kN"><BaseUnit kg="1" m="1" s="-2" factor="1000"/></Unit></UnitDefinitions>
<ModelVariables>
<Float64 name="time" valueReference="0" causality="independent" variability="continuous"/>
<Float64 name="u" valueReference="1" causality="input" start="0"/>
<Float64 name="y" valueReference="2" causality="output"/>
<Float64 name="gain" valueReference="3" causality="parameter" variability="fixed" start="1"/>
<Int32 name="fault" valueReference="4" causality="parameter" variability="fixed" start="0"/>
<Int32 name="when" valueReference="5" causality="parameter" variability="fixed" start="3"/>
<Int32 name="n" valueReference="6" causality="output" variability="discrete"/>
<Float64 name="t" valueReference="7" causality="output"/>
</ModelVariables>
<ModelStructure><Output valueReference="2"/><Output valueReference="6"/><Output valueReference="7"/>
<InitialUnknown valueReference="2"/><InitialUnknown valueReference="6"/><InitialUnknown valueReference="7"/></ModelStructure>
</fmiModelDescription>
"""


def faulty(cc, target, version, early=0, change=None):
    """An FMU of faulty.c.in, which no other compiler is to see; change gets its description and returns another one."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faulty.c.in")
    subprocess.run([cc, "-shared", "-fPIC", "-O1", "-w", "-D_GNU_SOURCE", f"-DFMI={version}", f"-DEARLY={early}", "-x", "c", source,
                    "-x", "none", "-o", target + ".so", "-lm", "-lpthread"], check=True)
    text = FAULTY_2 if version == 2 else FAULTY_3
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("modelDescription.xml", change(text) if change else text)
        archive.write(target + ".so", f"binaries/{'linux64' if version == 2 else 'x86_64-linux'}/faulty.so")
    os.remove(target + ".so")
    return target


# ---- an instance that FMUs meet ------------------------------------------------------------------

RIG = """name: {name}
model: pendulum.yaml
duration: 300 s
policy: desk
record: {{file: {folder}/run.tlog, start: stopped}}
exchange:
  clients: 4
  commands:
    - {{name: y, input: push, unit: N, min: -1e5, max: 1e5, fallback: zero, ttl: 20}}
    - {{name: n, input: count, fallback: zero, ttl: 20}}
  states:
    - {{name: u, sensor: angle, count: 1}}
"""
SENSED = PENDULUM.replace("{name: push}", "{name: push}, {name: count}") + """forces:
  - {type: load, name: hand, body: rod, at: [1, 0, 0], force: [0, {input: push}, {input: count, scale: 0}]}
sensors:
  - {type: coordinates, name: angle, joint: pivot}
"""


class Instance:
    """A rig in the folder of a test, run as long as it is needed."""

    def __init__(self, t, rig=RIG, *arguments):
        self.t, self.name = t, f"fmu{os.getpid()}"
        write(t.at("pendulum.yaml"), SENSED)
        write(t.at("rig.yaml"), rig.format(name=self.name, folder=t.folder))
        self.process = subprocess.Popen([t.tactus, "run", t.at("rig.yaml"), "--quiet", *arguments], stderr=subprocess.PIPE,
                                        text=True)

    def __enter__(self):
        for _ in range(600):
            if "{" in self.ask("status") or self.process.poll() is not None:
                break
            time.sleep(0.05)
        if self.process.poll() is not None:
            sys.exit(self.process.stderr.read())
        return self

    def __exit__(self, *_):
        self.ask("stop")
        try:
            self.said = self.process.communicate(timeout=30)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.said = self.process.communicate()[1]

    def ask(self, *words):
        return self.t.run("ctl", self.name, *words).stdout

    def value(self, signal):
        return float(self.t.run("get", self.name, signal).stdout or "nan")

    def becomes(self, signal, wanted, patience=10.0):
        """Whether a signal gets there."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if wanted(self.value(signal)):
                return True
        return False

    def start(self, *arguments, env=None):
        return subprocess.Popen([self.t.tactus, "fmu-run", *map(str, arguments), "--name", self.name], text=True,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=env)

    def run(self, *arguments, **more):
        return self.t.run("fmu-run", *arguments, "--name", self.name, **more)


def stop(process, patience=20):
    """Ends it as Ctrl-C does; its code and what it said."""
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=patience)[1]
    return process.returncode, said

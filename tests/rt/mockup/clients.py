# test: mockup.clients if=tactus-fmu-host lock=cores timeout=300 -- @tactus @cc
"""An FMU reads and commands a running instance: by names, by a file, with units, at other rates, through a reset; what it
commands is in the recording, which replays without it.

    clients.py TACTUS CC
"""
import os
import signal
import sys
import time

from made import FAULT, Instance, Test, faulty, stop, write

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 3, "rt", "io"))
sys.dont_write_bytecode = True
import tactus_io  # noqa: E402


def frames(name, n):
    """(u, y, n) of so many frames one after the other."""
    with tactus_io.attach(name) as io:
        signals = [io.find(s) for s in ("u", "y", "n")]
        seen = []
        io.open_history()
        while len(seen) < n:
            if io.next_frame(timeout=10.0):
                seen.append(tuple(io.value(s) for s in signals))
        return seen


def follows(t, i, what, scale):
    """Every command is what the FMU makes of an earlier frame; most often of the last one."""
    seen = frames(i.name, 600)
    u = [f[0] for f in seen]
    lag = []
    for k in range(200, len(seen)):
        made = [j for j in range(k - 200, k) if scale * u[j] == seen[k][1]]
        lag.append(k - made[-1] if made else None)
    t.holds(f"{what}: commands are made of frames", lag.count(None) == 0, lag[:20], seen[200:204])
    t.holds(f"{what}: of the one before, when it is in time", 1 in lag, lag[:20])


def coupled(t, i, cc):
    two, three = faulty(cc, t.at("faulty2.fmu"), 2), faulty(cc, t.at("faulty3.fmu"), 3)
    for version, path in ((2, two), (3, three)):
        p = i.start(path, "--set", "gain=2")
        t.holds(f"FMI {version}: n counts", i.becomes("n", lambda n: n > 20))
        follows(t, i, f"FMI {version}, by name", 2.0)
        code, said = stop(p)
        t.holds(f"FMI {version}: ends when told", code == 0, code, said)
        t.holds(f"FMI {version}: says what it is coupled to", "reads 1 value" in said and "'t' is an output that goes nowhere"
                in said, said)
        t.holds("its signals go to their fallback", i.becomes("y", lambda y: y == 0.0))
    in_kn = faulty(cc, t.at("kn.fmu"), 2, change=lambda text: text.replace('causality="output"><Real/>',
                                                                         'causality="output"><Real unit="kN"/>', 1))
    p = i.start(in_kn)
    t.holds("units are converted", i.becomes("n", lambda n: n > 20))
    follows(t, i, "kN to N", 1000.0)
    stop(p)
    lax = faulty(cc, t.at("lax.fmu"), 2, change=lambda text: text.replace("<Real start=\"0\"/>", "<Real/>", 1))
    t.says("a start is missing", t.run("fmu-info", lax), 2, "'u' is input and needs a start", "invalid: 1 fault, with which")
    p = i.start(lax)
    t.holds("it is run all the same", i.becomes("n", lambda n: n > 20))
    code, said = stop(p)
    t.holds("and named", code == 0 and "needs a start; it is run all the same" in said, said)
    write(t.at("map.yaml"), "fmu: kn.fmu\ninputs: {u: u}\noutputs: {y: y, n: {signal: n, scale: -3, offset: 1}}\nrate: 500 Hz\n")
    p = i.start(t.at("map.yaml"))
    t.holds("a scale and an offset", i.becomes("n", lambda n: n < -50 and (n - 1) % 3 == 0))
    code, said = stop(p)
    t.holds("a rate", "in steps of 0.002 s" in said and code == 0, code, said)


def refused(t, i):
    fmu = t.at("faulty2.fmu")
    for what, arguments, line in (
            ("a variable that is not there", ["file", "inputs: {v: u}\n"], "bad.yaml:2:13: the FMU has no input 'v'"),
            ("an output as an input", ["file", "inputs: {y: u}\n"], "has no input 'y'"),
            ("a signal that is not there", ["file", "inputs: {u: uu}\n"], "there is no signal 'uu'; did you mean 'u'"),
            ("a state as a command", ["file", "outputs: {y: u}\n"], "'u' can be read, not commanded"),
            ("two for one", ["file", "outputs: {y: y, t: y}\n"], "coupled to each other's place already"),
            ("an unknown key", ["file", "input: {u: u}\n"], "unknown key 'input'"),
            ("a scale of nothing", ["file", "inputs: {u: {signal: u, scale: 0}}\n"], "a scale of 0"),
            ("nothing to couple", ["file", "inputs: {}\noutputs: {}\n"], "none of its variables has the name"),
            ("a rate between", [fmu, "--rate", "300 Hz"], "take 333.333333 or 250 Hz"),
            ("a value of none", [fmu, "--set", "gian=2"], "has no variable 'gian'; did you mean 'gain'"),
            ("no value", [fmu, "--set", "gain"], "--set needs NAME=VALUE"),
            ("a text as a number", [fmu, "--set", "gain=much"], "'gain' is Real and cannot be 'much'"),
            ("a part of a whole", [fmu, "--set", "when=1.5"], "'when' is Integer and cannot be '1.5'"),
            ("an output that is set", [fmu, "--set", "y=1"], "'y' is continuous output, which cannot be set"),
            ("no such file", [t.at("none.fmu")], "No such file")):
        if arguments[0] == "file":
            arguments = [write(t.at("bad.yaml"), "fmu: faulty2.fmu\n" + arguments[1])]
        run = i.run(*arguments)
        t.says(what, run, 2, line)
        t.holds(f"{what}: one line", len(run.stderr.splitlines()) == 1, run.stderr)
    t.says("no instance", t.run("fmu-run", fmu, "--name", "nobody"), 2, "nobody")
    t.says("no name", t.run("fmu-run", fmu), 2, "--name NAME")


def through_time(t, i):
    """Back to the start, pauses, recordings."""
    recorded = i.ask("record", "start").strip()
    t.holds("it is recorded", recorded.endswith(".tlog"), recorded)
    p = i.start(t.at("faulty3.fmu"), "--set", "gain=3")
    t.holds("it counts", i.becomes("n", lambda n: n > 300))
    i.ask("pause")
    before = i.value("n")
    time.sleep(0.3)
    t.holds("it stands while the instance does", i.value("n") - before <= 1, before, i.value("n"))
    i.ask("resume")
    t.holds("and goes on", i.becomes("n", lambda n: n > before + 50))
    i.ask("record", "stop")
    i.ask("reset")
    i.ask("start")
    t.holds("it begins anew with the instance", i.becomes("n", lambda n: 0 < n < 250), i.value("n"))
    code, said = stop(p)
    t.holds("and says so", code == 0 and "went back; it begins anew" in said, said)
    replay = t.run("replay", recorded)
    t.holds("the recording replays without it, bit for bit", replay.returncode == 0, replay.stdout, replay.stderr)


def ends(t, i):
    for version in (2, 3):
        run = i.run(t.at(f"faulty{version}.fmu"), "--set", f"fault={FAULT['ENDS_BY_ITSELF']}", "--set", "when=50")
        t.says(f"FMI {version}: an FMU that wants to end", run, 0, "ends at 0.049 s, as it wants to")
    run = i.run(t.at("faulty2.fmu"), "--set", f"fault={FAULT['CRASH']}", "--restarts", "2", "--quiet")
    t.says("started anew so often", run, 11, "started anew, 1 of 2", "started anew, 2 of 2", "crashes in DoStep")
    t.holds("and no more", run.stderr.count("crashes in DoStep") == 3, run.stderr)
    home = t.at("home")
    os.mkdir(home)
    p = i.start(t.at("faulty2.fmu"), env={**os.environ, "TMPDIR": home})
    t.holds("it counts", i.becomes("n", lambda n: n > 20))
    t.holds("its folder is private", [os.stat(os.path.join(home, d)).st_mode & 0o777 for d in os.listdir(home)] == [0o700])
    p.send_signal(signal.SIGKILL)
    p.communicate()
    t.holds("killed, its commands go to their fallback", i.becomes("n", lambda n: n == 0.0))
    t.holds("killed, its folder stays", len(os.listdir(home)) == 1)
    p = i.start(t.at("faulty2.fmu"), env={**os.environ, "TMPDIR": home})
    t.holds("the next one starts", i.becomes("n", lambda n: n > 20))
    t.holds("and removes it", len(os.listdir(home)) == 1, os.listdir(home))
    stop(p)
    t.holds("and its own", os.listdir(home) == [], os.listdir(home))
    p = i.start(t.at("faulty2.fmu"))
    t.holds("it counts", i.becomes("n", lambda n: n > 20))
    i.ask("stop")
    said = p.communicate(timeout=20)[1]
    t.holds("it ends with the instance", p.returncode == 8, p.returncode, said)



def main():
    with Test(sys.argv[1]) as t:
        with Instance(t) as i:
            coupled(t, i, sys.argv[2])
            refused(t, i)
            through_time(t, i)
            ends(t, i)
        t.end()


main()

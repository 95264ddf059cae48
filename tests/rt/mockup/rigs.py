# test: mockup.rigs if=tactus-fmu-host lock=cores timeout=300 -- @tactus @cc
"""A rig starts its FMUs, watches them, and ends them with it; what they command is recorded and replays without them.

    rigs.py TACTUS CC
"""
import json
import os
import signal
import sys

from made import FAULT, RIG, Instance, Test, faulty, write

CLIENTS = "clients:\n  - {{fmu: faulty2.fmu, name: one, %s}}\n"
MAP = "fmu: faulty3.fmu\ninputs: {u: u}\noutputs: {n: n}\n"


def hosts(of):
    """Processes of FMUs below a process, by its number."""
    def children(pid):
        found = []
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", encoding="utf-8") as file:
                found += [int(child) for child in file.read().split()]
        return found
    return [grandchild for child in children(of) for grandchild in children(child)]


def runs(t):
    rig = RIG.replace("start: stopped", "start: recording") + CLIENTS % "set: {{gain: 2}}"
    with Instance(t, rig) as i:
        t.holds("it commands", i.becomes("n", lambda n: n > 100) and i.value("y") != 0.0)
        recorded = json.loads(i.ask("record", "status"))["record"]["file"]
        found = hosts(i.process.pid)
        t.holds("one process has it", len(found) == 1, found)
        os.kill(found[0], signal.SIGKILL)
        t.holds("killed, it is started anew", i.becomes("n", lambda n: 0 < n < 100) and i.becomes("n", lambda n: n > 100))
        again = hosts(i.process.pid)
    t.holds("in another process", len(again) == 1 and again != found, again)
    t.holds("said", "crashes in" in i.said and "started anew, 1 of 3" in i.said, i.said)
    t.holds("the run is right", i.process.returncode == 0, i.process.returncode)
    t.holds("none outlives it", not os.path.exists(f"/proc/{again[0]}"))
    os.rename(t.at("faulty2.fmu"), t.at("away.fmu"))
    t.says("replayed without it", t.run("replay", recorded), 0)
    os.rename(t.at("away.fmu"), t.at("faulty2.fmu"))


def fails(t):
    rig = RIG + CLIENTS % f"restarts: 1, set: {{{{fault: {FAULT['CRASH']}}}}}" + "  - {{fmu: map.yaml}}\n"
    with Instance(t, rig) as i:
        t.holds("the other one goes on", i.becomes("n", lambda n: n > 1500, 20.0))
        t.holds("its signal is at its fallback", i.value("y") == 0.0)
    t.holds("it is given up", "started anew, 1 of 1" in i.said and "client 'one' has ended, and is not started any more" in
            i.said, i.said)
    t.holds("the run is right", i.process.returncode == 0)


def refused(t):
    for what, text, line in (
            ("no FMU", "clients: [{name: a}]\n", "needs 'fmu'|has no 'fmu'|missing"),
            ("an unknown key", "clients: [{fmu: faulty2.fmu, retries: 3}]\n", "unknown key 'retries'"),
            ("one name twice", "clients: [{fmu: faulty2.fmu}, {fmu: faulty2.fmu}]\n", "'faulty2' already exists"),
            ("too many", "clients: [" + ", ".join(f"{{fmu: f.fmu, name: a{k}}}" for k in range(5)) + "]\n",
             "5 clients and 4 places"),
            ("no such file", "clients: [{fmu: none.fmu}]\n", "client 'none': .*none.fmu: No such file"),
            ("a rate of nothing", "clients: [{fmu: faulty2.fmu, rate: 0 Hz}]\n", "'rate' is a frequency")):
        write(t.at("bad.yaml"), RIG.format(name="fmubad", folder=t.folder) + text)
        t.says(what, t.run("run", t.at("bad.yaml"), "--quiet", "--duration", "1"), 2, line)


def main():
    with Test(sys.argv[1]) as t:
        for version in (2, 3):
            faulty(sys.argv[2], t.at(f"faulty{version}.fmu"), version)
        write(t.at("map.yaml"), MAP)
        runs(t)
        fails(t)
        refused(t)
        t.end()


main()

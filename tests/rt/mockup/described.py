# test: mockup.described if=tactus-fmu-host -- @tactus @cc
"""Descriptions that the standard does not allow are found, each with its line; those that it allows are valid.

    described.py TACTUS CC
"""
import re
import sys

from made import PENDULUM, Test, copy, described, light, write

MODEL = PENDULUM + """forces:
  - {type: load, name: hand, body: rod, at: [1, 0, 0], force: [0, {input: push}, 0]}
  - {type: rotational_spring, name: rub, joint: pivot, damping: 1 N*m*s/rad}
sensors:
  - {type: coordinates, name: angle, joint: pivot}
"""


def changes(version):
    """(what, pattern, in its place, line that is said)."""
    first = "ModelVariables>\n" if version == 2 else "ModelVariables>\n"
    input_start = r'(name="push"[^\n]*?) start="0"'
    both = [
        ("no start of an input", input_start, r"\1", "'push' is input and needs a start"),
        ("a start that is none", input_start, r'\1 start="much"', "'push' is (Real|Float64) and starts with 'much'"),
        ("a hexadecimal start", input_start, r'\1 start="0x10"', "starts with '0x10'"),
        ("an infinite start", input_start, r'\1 start="1e999"', "starts with '1e999'"),
        ("a start of an output", r'(name="angle.q"[^>]*?)(/?>)', None, "is calculated and must not have a start"),
        ("no name", r' name="push"', "", "a variable needs a name"),
        ("two of one name", r'name="push"', 'name="angle.q"', "a second variable 'angle.q'; the first is in line"),
        ("no reference", r'(name="push") valueReference="\d+"', r"\1", "'push' needs a valueReference"),
        ("a reference below zero", r'(name="push") valueReference="\d+"', r'\1 valueReference="-1"',
         "'push' needs a valueReference"),
        ("a constant input", r'(name="push"[^\n]*?)variability="continuous"', r'\1variability="constant"',
         "'push' is input and constant"),
        ("an unknown causality", r'(name="push"[^\n]*?)causality="input"', r'\1causality="entrance"',
         "no causality 'entrance'"),
        ("an exact parameter computed", r'initial="exact"', 'initial="calculated"', "cannot have initial=.calculated"),
        ("an unknown unit", r'(name="push"[^\n]*?)unit="N"', r'\1unit="furlong"', "'furlong', which is no unit"),
        ("no model structure", r"(?s)<ModelStructure>.*</ModelStructure>", "", "has no ModelStructure"),
        ("no outputs listed", r"(?s)<Outputs>.*</Outputs>" if version == 2 else r"<Output [^>]*/>", "",
         "is an output and not listed"),
        ("no initial unknowns", r"(?s)<InitialUnknowns>.*</InitialUnknowns>" if version == 2
         else r"<InitialUnknown [^>]*/>", "", "not listed among the initial unknowns"),
        ("no token", r' (guid|instantiationToken)="[^"]*"', "", "has no (guid|instantiationToken)"),
        ("no name of the model", r' modelName="[^"]*"', "", "has no modelName"),
        ("an identifier with a blank", r'modelIdentifier="', 'modelIdentifier="a ', "is no identifier of C"),
        ("a step of zero", r'stepSize="[^"]*"', 'stepSize="0"', "stepSize above 0"),
        ("an experiment that ends before", r'stopTime="[^"]*"', 'stopTime="-1"', "stopTime after its startTime"),
        ("another version", r'fmiVersion="[^"]*"', 'fmiVersion="1.0"', "is of FMI 1.0; 2.0 and 3.0 are read"),
        ("a later version", r'fmiVersion="[^"]*"', 'fmiVersion="4.0"', "is of FMI 4.0"),
        ("no version", r' fmiVersion="[^"]*"', "", "is of FMI without a version"),
        ("another root", r"fmiModelDescription", "model", "begins with 'model'"),
        ("an entity", r"\?>", '?><!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>', "DOCTYPE and entities .* are not read"),
        ("entities that grow", r"\?>", '?><!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;">]>', "DOCTYPE and entities"),
        ("an entity that is not there", r'modelName="', 'modelName="&e;', "[Ee]ntity"),
        ("an open element", r"</fmiModelDescription>", "", ""),
        ("an attribute twice", r'modelName="', 'modelName="a" modelName="', "redefined"),
        ("a line number", r'(<CoSimulation)', r'\n\n\n\1 a="&lt;" modelIdentifier="" b="', ""),
        ("nothing for co-simulation", r"<CoSimulation", "<ModelExchange", "is for model exchange alone"),
        ("nothing at all", r"<CoSimulation", "<Other", "has neither CoSimulation nor ModelExchange"),
        ("elements within elements", r"<ModelStructure>", "<a>" * 300 + "</a>" * 300 + "<ModelStructure>", "deeper than 256"),
    ]
    if version == 3:
        both += [("one reference twice", r'(name="push") valueReference="\d+"', r'\1 valueReference="0"',
                  "have one valueReference, 0"),
                 ("no time", r"<Float64 name=\"time\"[^>]*/>", "", "has no independent variable"),
                 ("a size by nothing", r'(name="push"[^>]*?)/>', r'\1><Dimension valueReference="99"/></Float64>',
                  "a size by the reference 99")]
    return both


def main():
    with Test(sys.argv[1]) as t:
        model = write(t.at("pendulum.yaml"), MODEL)
        for version in (2, 3):
            good, bad = t.at(f"good{version}.fmu"), t.at("bad.fmu")
            t.says("export", t.run("fmu", model, "--out", good, "--fmi", version), 0)
            t.says(f"the whole FMI {version} of tactus is valid", t.run("fmu-info", good), 0)
            good = light(sys.argv[2], good, t.at("light.fmu"))
            run = t.run("fmu-info", good)
            t.says(f"FMI {version} of tactus is valid", run, 0)
            t.holds("names, units and starts are shown", all(re.search(p, run.stdout) for p in (
                r"(?m)^inputs, 1$", r"push +(Real|Float64) +continuous +N +(= 0)", r"angle.q .* rad", r"(?m)^valid$",
                rf"(?m)^FMI +{version}.0, co-simulation$")), run.stdout)
            for what, pattern, place, line in changes(version):
                if place is None:
                    place = r'\1 start="1"\2' if version == 3 else r'\1><Real start="1"'
                    pattern = pattern if version == 3 else r'(name="angle.q"[^>]*)><Real'
                changed = []
                described(good, bad, lambda text: changed.append(re.sub(pattern, place, text)) or changed[-1])
                run = t.run("fmu-info", bad)
                t.says(f"FMI {version}: {what}", run, 2, line)
                t.holds(f"FMI {version}: {what}: said with its line", re.search(r":\d+: |: is for |: its binary|no binary",
                                                                              run.stderr), run.stderr)
            t.says("no binary", t.run("fmu-info", copy(good, bad, lambda name, content:
                content if name.endswith("xml") else None)), 2, "has no binary .* for this machine; it has: none")
            t.says("a text in its place", t.run("fmu-info", copy(good, bad, lambda name, content:
                content if name.endswith("xml") else b"#!/bin/sh\n" * 20)), 2, "is no object of Linux")
            t.says("of another processor", t.run("fmu-info", copy(good, bad, lambda name, content:
                content if name.endswith("xml") else content[:18] + b"\x28\0" + content[20:])), 2, "another processor")
            t.says("without a function", t.run("fmu-info", copy(good, bad, lambda name, content: content
                if name.endswith("xml") else content.replace(b"DoStep\0", b"DoStop\0"))), 2, r"has no function fmi\dDoStep")
        t.end()


main()

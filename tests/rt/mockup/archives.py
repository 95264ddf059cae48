# test: mockup.archives if=tactus-fmu-host -- @tactus @cc
"""Archives that want out of their folder, hide, or grow without end are refused by one line each, and nothing of them is
written.

    archives.py TACTUS CC
"""
import os
import stat
import struct
import sys
import zipfile

from made import PENDULUM, Test, copy, entry, light, write


def strangers(t, good):
    """(what, entries to add, line)."""
    return [
        ("a place above", [("../../tmp/out.txt", "x")], "ends with a dot"),
        ("a place above, further down", [("resources/a/../../../out.txt", "x")], "ends with a dot"),
        ("an absolute place", [("/tmp/out.txt", "x")], "a place of its own"),
        ("a drive", [("C:/out.txt", "x")], "a place of its own"),
        ("backslashes", [("..\\out.txt", "x")], "backslash"),
        ("a line in a name", [("resources/a\nb", "x")], "control character"),
        ("a link", [(entry("resources/link", stat.S_IFLNK | 0o777), "/etc/passwd")], "is a link"),
        ("a device", [(entry("resources/null", stat.S_IFCHR | 0o666), "")], "no plain file"),
        ("a pipe", [(entry("resources/pipe", stat.S_IFIFO | 0o666), "")], "no plain file"),
        ("two of a name", [("resources/a", "1"), ("resources/a", "2")], "two entries have the name"),
        ("two descriptions", [("modelDescription.xml", "<a/>")], "two entries have the name"),
        ("two but for their case", [("resources/A", "1"), ("resources/a", "2")], "two entries have the name"),
        ("a folder and a file", [("resources/a", "1"), ("resources/a/", "")], "two entries have the name"),
        ("an empty part", [("resources//a", "1")], "an empty part"),
        ("a dot behind", [("resources/a.", "1")], "ends with a dot"),
        ("many entries", [(f"resources/{i}", "") for i in range(10001)], "entries, more than 10000"),
    ]


def hundred_thousand(t):
    path = t.at("many.fmu")
    with zipfile.ZipFile(path, "w", allowZip64=True) as archive:
        for i in range(100000):
            archive.writestr(f"resources/{i}", "")
    return path


def bomb(t, good):
    """An entry that becomes a gibibyte and one that claims to be small."""
    with zipfile.ZipFile(t.at("zeros.zip"), "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("modelDescription.xml", b" " * (80 << 20))
    return t.at("zeros.zip")


def lying(t, good):
    """The description's size in the central directory says 1."""
    path = bomb(t, good)
    data = bytearray(open(path, "rb").read())
    at = data.find(b"PK\x01\x02")
    data[at + 24:at + 28] = struct.pack("<I", 1)
    return write(t.at("lying.fmu"), bytes(data), "wb")


def main():
    with Test(sys.argv[1]) as t:
        model = write(t.at("pendulum.yaml"), PENDULUM)
        good = t.at("good.fmu")
        t.says("export", t.run("fmu", model, "--out", t.at("full.fmu")), 0)
        light(sys.argv[2], t.at("full.fmu"), good)
        t.says("an FMU of tactus", t.run("fmu-info", good), 0)
        home = os.path.join(t.folder, "home")
        os.mkdir(home)
        for what, more, line in strangers(t, good):
            path = copy(good, t.at("bad.fmu"), more=more)
            run = t.run("fmu-info", path, env={**os.environ, "TMPDIR": home})
            t.says(what, run, 2, line)
            t.holds(f"{what}: one line", len(run.stderr.splitlines()) == 1, run.stderr)
        t.says("100 000 entries", t.run("fmu-info", hundred_thousand(t)), 2, "100000 entries, more than 10000")
        t.says("a bomb", t.run("fmu-info", bomb(t, good)), 2, "times as large|more than 67108864 bytes")
        t.says("a bomb that lies", t.run("fmu-info", lying(t, good)), 2, "times as large|more than|damaged")
        data = open(good, "rb").read()
        for what, content in (("nothing", b""), ("text", b"no archive"), ("half of it", data[:len(data) // 2]),
                              ("a foreign end", data[:-30])):
            t.says(what, t.run("fmu-info", write(t.at("cut.fmu"), content, "wb")), 2, "is no archive")
        for at in range(0, len(data), max(1, len(data) // 60)):
            hurt = bytearray(data)
            hurt[at] ^= 0x55
            run = t.run("fmu-info", write(t.at("hurt.fmu"), bytes(hurt), "wb"))
            t.holds(f"a byte changed at {at}: read, or one line", run.returncode in (0, 2), run.returncode, run.stderr)
        t.says("a folder", t.run("fmu-info", t.folder), 2, "not a plain file")
        t.says("no such file", t.run("fmu-info", t.at("none.fmu")), 2, "No such file")
        t.says("no description", t.run("fmu-info", copy(good, t.at("bare.fmu"), lambda name, content:
            None if name.endswith(".xml") else content)), 2, "has no modelDescription.xml")
        t.holds("nothing was written", os.listdir(home) == [], os.listdir(home))
        t.end()


main()

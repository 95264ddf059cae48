# test: fuzz.trace_files program -- @tactus tests/rt/trace/recorded 60
"""Copies of a recorded trace, damaged: every report ends with 0 or 2 and a line, none by a signal, none never.
    damaged.py TACTUS TRACE COPIES
"""
import collections
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

PATIENCE = 120  # s
tactus, trace, copies = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
draw = random.Random(1)
failures = 0
codes = collections.Counter()


def damage(path):
    data = bytearray(path.read_bytes())
    first = draw.choice((len(data), 256))  # heads are a small part
    for _ in range(draw.randrange(1, 9)):
        if not data:
            break
        at = draw.randrange(min(len(data), first))
        kind = draw.randrange(4)
        if kind == 0:
            data[at] ^= 1 << draw.randrange(8)
        elif kind == 1:
            data[at:at + 4] = draw.choice((b"\0" * 4, b"\xff" * 4, b"\xff\xff\xff\x7f"))
        elif kind == 2:
            data[at:at + 16] = data[draw.randrange(len(data)):][:16]
        elif draw.randrange(4) == 0:
            del data[at:]
    path.write_bytes(data)


def damage_some(folder):
    files = sorted(p for p in folder.rglob("*") if p.is_file())
    for path in draw.choices(files, [4 if p.name == "metadata" else 1 for p in files], k=2):
        damage(path)


def index_beyond_the_file(folder):
    """Offset of the first packet."""
    path = next(folder.rglob("cycles_1.idx"))
    data = bytearray(path.read_bytes())
    data[16:24] = struct.pack(">Q", 1 << 18)
    path.write_bytes(data)


def packet_of_no_size(folder):
    """Sizes in bits, behind magic, identity, two numbers of the stream and two times."""
    path = next(folder.rglob("cycles_0"))
    data = bytearray(path.read_bytes())
    data[52:68] = b"\xff" * 16
    path.write_bytes(data)


def write_plain(folder, fields):
    """A trace of one packet of misses with these fields, in words; its bytes lie behind a link."""
    shutil.rmtree(folder)
    folder.mkdir()
    size = "integer { size = 32; align = 8; signed = false; }"
    (folder / "metadata").write_text(
        "/* CTF 1.8 */\n"
        "trace { major = 1; minor = 8; byte_order = le; };\n"
        f"stream {{ packet.context := struct {{ {size} packet_size; {size} content_size; }}; }};\n"
        f'event {{ name = "tactus:deadline_miss"; fields := struct {{ {fields} }}; }};\n')
    stream = folder.parent / "stream"
    stream.write_bytes(struct.pack("<II", 8 * 4096, 8 * 4096) + bytes(4088))
    (folder / "stream").symlink_to(stream)


def events_of_a_byte(folder):
    """Not damaged at all."""
    write_plain(folder, "integer { size = 8; } step;")


def events_of_no_size(folder):
    """More of them than anybody can count."""
    write_plain(folder, "")


def text_without_an_end(folder):
    """A sequence of 2^32 - 1 fields."""
    shutil.rmtree(folder)
    folder.mkdir()
    word = "integer { size = 32; align = 8; signed = false; }"
    (folder / "metadata").write_text(
        "/* CTF 1.8 */\n"
        "trace { major = 1; minor = 8; byte_order = le; };\n"
        "stream { };\n"
        'event { name = "tactus:stage"; fields := struct {'
        f" {word} n; integer {{ size = 1; signed = false; }} a[n]; }}; }};\n")
    (folder / "stream").write_bytes(b"\xff" * 4096)


def report(name, change):
    """One report; what sanitizers say of the sources of this program, not of the library, is a failure too."""
    global failures
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(shutil.copytree(trace, f"{work}/trace"))
        change(copy)
        said = f"{work}/sanitizer"
        options = {f"{s}_OPTIONS": f"log_path={said}" for s in ("ASAN", "UBSAN")}
        try:
            done = subprocess.run([tactus, "trace", "report", str(copy)], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE, timeout=PATIENCE, check=False,
                                  env={**os.environ, **options})
        except subprocess.TimeoutExpired:
            print(f"{name}: no end in {PATIENCE} s")
            failures += 1
            return
        lines = done.stderr.decode(errors="replace").splitlines()
        found = "".join(p.read_text() for p in pathlib.Path(work).glob("sanitizer.*"))
        good = done.returncode in (0, 2) and len(lines) == 1 or (done.returncode, lines) == (0, [])
        if not good or re.search(r"#[01] .*/rt/|/rt/.*runtime error", found):
            print(f"{name}: exit {done.returncode}, {len(lines)} lines: {lines[-1:]}\n{found}")
            failures += 1
        fate = re.search(r"SIG\w+|no end|more events than bytes", "".join(lines))
        codes[f"{done.returncode} {fate.group() if fate else ''}".strip()] += 1


report("events of a byte", events_of_a_byte)
if codes != {"0": 1}:
    sys.exit(f"events of a byte: {codes}")
for planted in (index_beyond_the_file, packet_of_no_size, events_of_no_size, text_without_an_end):
    report(planted.__name__, planted)
for copy_number in range(copies):
    report(f"copy {copy_number}", damage_some)
print(f"exit codes: {dict(codes)}")
sys.exit(failures > 0)

"""Copies of a recorded trace with damaged metadata: every report ends with 0 or 2, none by a signal, none never.
    damaged.py TACTUS TRACE COPIES
"""
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

PATIENCE = 60  # s
tactus, trace, copies = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
draw = random.Random(1)


def damage(path):
    data = bytearray(path.read_bytes())
    for _ in range(draw.randrange(1, 9)):
        if not data:
            break
        at = draw.randrange(len(data))
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


codes = {}
for _ in range(copies):
    with tempfile.TemporaryDirectory() as work:
        copy = pathlib.Path(shutil.copytree(trace, f"{work}/trace"))
        files = sorted(copy.rglob("metadata"))
        damage(draw.choice(files))
        code = subprocess.run([tactus, "trace", "report", str(copy)], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, timeout=PATIENCE, check=False).returncode
        codes[code] = codes.get(code, 0) + 1
print(f"exit codes: {codes}")
sys.exit(not (set(codes) <= {0, 2} and copies == sum(codes.values())))

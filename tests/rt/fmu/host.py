# test: rt.fmu_host program unless=sanitize if=tactus-zip cost=10 -- @tactus @fmu.host
"""What host.c looks at, with FMUs of models with contacts, flexible bodies, springs, momenta; a hundred instances.

    host.py TACTUS HOST    in the root of the sources
"""
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import importer

TACTUS, HOST = sys.argv[1:]
RUNS = [("p4_double_wishbone", [], "100"), ("car", [], "8"), ("flexible_arm", [], "8"),
        ("examples/engine_mounts", ["--method", "canonical"], "8")]
wrong = 0
for model, more, instances in RUNS:
    with tempfile.TemporaryDirectory() as folder:
        code, says = importer.export(TACTUS, f"config/models/{model}.yaml", f"{folder}/m.fmu", 2, *more)
        if code != 0:
            sys.exit(says)
        fmu = importer.Fmu(f"{folder}/m.fmu", f"{folder}/fmu")
        run = subprocess.run([HOST, fmu.binary, fmu.token, repr(fmu.step), instances], capture_output=True, text=True,
                             check=False)
        print(f"{model}: {run.returncode} {run.stdout.strip()} {run.stderr.strip()}")
        wrong |= run.returncode != 0
sys.exit(wrong)

# test: mockup.quiet if=tactus-fmu-host unless=sanitize lock=cores timeout=120 -- @rt.plain_quiet @tactus @cc
"""The loop makes no system call, takes no memory and has no fault of a page while FMUs command it, hang, crash and give numbers
that are none.

    quiet.py PLAIN_QUIET TACTUS CC    in the root of the sources
"""
import signal
import subprocess
import sys
import time

from made import FAULT, Test, faulty, write

QUIET, TACTUS, CC = sys.argv[1:]
SECONDS = 4


def main():
    with Test(TACTUS) as t:
        for version in (2, 3):
            faulty(CC, t.at(f"faulty{version}.fmu"), version)
            write(t.at(f"map{version}.yaml"), f"fmu: faulty{version}.fmu\ninputs: {{}}\noutputs: {{n: front_left, t: front_right}}\n")
        loop = subprocess.Popen([QUIET, str(SECONDS), "config/rigs/exchange.yaml", t.at("log")], stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)
        n = 0
        for fault in ["HANG", "CRASH", "SAYS_ERROR", "NOT_A_NUMBER", "EXIT_0", "STOPS_ITSELF", "FORKS", "PRINTS"] * 20:
            client = subprocess.Popen([TACTUS, "fmu-run", t.at(f"map{2 + n % 2}.yaml"), "--name", f"test.{loop.pid}.0", "--quiet",
                                       "--set", f"fault={FAULT[fault]}", "--set", "when=20", "--timeout", "0.2"],
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            time.sleep(0.4)
            client.send_signal(signal.SIGINT)
            said = client.communicate(timeout=20)[1]
            n += "nothing named" not in said
            if loop.poll() is not None:
                break
        said = loop.communicate(timeout=60)[0]
        t.holds("the loop is quiet", loop.returncode == 0, loop.returncode, said)
        t.holds("while FMUs failed", n >= 5, n)
        print(said.strip(), f"\n{n} FMUs")
        t.end()


main()

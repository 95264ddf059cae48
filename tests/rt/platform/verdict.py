"""What became of a session of rig.py, line by line: what was found, what is allowed, what holds.

Legs are judged twice and never by the controller's own word: as commanded, from its trail, by
differences of the lengths; as moved, from what the simulated platform measures.
"""

import csv
import itertools
import math
import re
import subprocess

LEGS = range(1, 7)
STATES = ("parking parked engaging engaged stopping parking stopped parked engaging engaged "
          "parking parked")
CAUSES = ("on time", "woken late", "computed long", "published late", "blocked")
ROUNDING = 1e-6  # relative, of differences of lengths in double precision
# An actuator of the simulated platform is a spring of 4e6 N/m with a damper of 1e5 N*s/m: it
# follows by 25 ms, and gives way by less than this under weight and forces of the motion.
LAG = 0.025  # s
GIVE = 0.004  # m
# When the controller's cycles come late, the rig's rate alone limits how fast the legs catch up; it
# begins abruptly, and legs push one another through the platform's mass.
PUSH = 1.15


class Table:
    def __init__(self):
        self.rows, self.good = [], True

    def line(self, what, found, allowed="", holds=True):
        self.good &= bool(holds)
        mark = "" if allowed == "" else "ok" if holds else "FAILED"
        self.rows.append((what, str(found), str(allowed), mark))

    def at_most(self, what, found, limit, unit=""):
        self.line(what, f"{found:.6g}{unit}", f"<= {limit:.6g}{unit}", found <= limit)

    def equal(self, what, found, wanted):
        self.line(what, found, wanted, found == wanted)

    def show(self):
        width = [max(len(row[i]) for row in self.rows) for i in range(3)]
        for row in self.rows:
            print("  ".join([*(text.ljust(w) for text, w in zip(row, width)), row[3]]).rstrip())
        print("verdict: " + ("all lines hold" if self.good else "FAILED"))


def read_csv(path):
    with open(path, encoding="utf-8") as f:
        return list(csv.DictReader(f))


# ---- time ----------------------------------------------------------------------------------------

def exchange_ns(row):
    """What taking commands and publishing took of a cycle."""
    taking, rest = row["latch_ns"] - row["wake_ns"], row["publish_ns"] - row["step_end_ns"]
    return taking + rest - row["held_ns"]


def is_named(row, period, usual, cost):
    """Missed, would not have been without this cost, and would have been without any other."""
    over = row["publish_ns"] - row["release_ns"] - period
    every = {"sleep": row["wake_ns"] - row["release_ns"], "exchange": exchange_ns(row),
             "step": row["step_end_ns"] - row["step_start_ns"] - usual}
    return over > 0 and [name for name, ns in every.items() if ns >= over] == [cost]


def chance(mean, doubt=0.01):
    """What a count with this mean hardly ever exceeds (Poisson)."""
    term, n = math.exp(-mean), 0
    below = term
    while below < 1 - doubt:
        n += 1
        term *= mean / n
        below += term
    return n


def interrupted(rows, period, usual):
    """Misses for the exchange, and how many the machine's interruptions alone may look like it.

    A host or an interrupt that takes the processor hits the step and the exchange as often as each
    of them computes; the step exchanges nothing, so it tells how often that was.
    """
    found, peer = (sum(is_named(r, period, usual, cost) for r in rows)
                   for cost in ("exchange", "step"))
    shares = [sum(exchange_ns(r) for r in rows),
              sum(r["step_end_ns"] - r["step_start_ns"] for r in rows)]
    return found, chance((peer + 1) * shares[0] / shares[1])


def judge_time(table, session, role, name, quick):
    path = session.work / "timing.csv"
    subprocess.run([session.tactus, "log", "export", str(session.work / f"{name}.tlog"), "--timing",
                    str(path)], check=True, capture_output=True)
    rows = [{key: int(text) for key, text in row.items() if key.endswith("_ns") or key == "cause"}
            for row in read_csv(path)]
    period = 1000000  # of both rigs
    steps = sorted(r["step_end_ns"] - r["step_start_ns"] for r in rows)
    missed = [r for r in rows if r["publish_ns"] - r["release_ns"] > period]
    found, by_chance = interrupted(rows, period, steps[len(steps) // 2])
    costs = sorted(exchange_ns(r) for r in rows)
    late = max(r["publish_ns"] - r["release_ns"] for r in rows)
    causes = sorted({r["cause"] for r in missed})
    table.line(f"{role}: cycles", str(len(rows)))
    table.line(f"{role}: missed", str(len(missed))
               + "".join(f", {sum(r['cause'] == c for r in missed)} {CAUSES[c]}" for c in causes))
    table.line(f"{role}: missed for the exchange", found,
               "" if quick else f"<= {by_chance}, chance", quick or found <= by_chance)
    quantiles = [costs[min(len(costs) - 1, int(q * len(costs)))] / 1000 for q in (0.5, 0.99, 1)]
    table.line(f"{role}: exchange p50, p99, longest, us", " ".join(f"{q:.1f}" for q in quantiles))
    table.line(f"{role}: latest publishing", f"{late / 1000:.0f} us after the release")


# ---- legs ----------------------------------------------------------------------------------------

def differences(rows, period):
    return [[(y - x) / period for x, y in zip(a, b)] for a, b in zip(rows, rows[1:])]


def largest(rows):
    return max((abs(x) for row in rows for x in row), default=0.0)


def stretches(trail):
    """Lengths of the legs, in stretches of cycles without a gap: a sink that was lost makes one."""
    found, before = [], None
    for r in trail:
        cycle = int(float(r["cycle"]))
        if before is None or cycle != before + 1:
            found.append([])
        before = cycle
        found[-1].append([float(r[f"leg{k}"]) for k in LEGS])
    return found


def judge_commanded(table, trail, limits, period):
    parts = stretches(trail)
    velocity = [differences(part, period) for part in parts]
    v = max(largest(part) for part in velocity)
    a = max(largest(differences(part, period)) for part in velocity)
    length = list(itertools.chain(*parts))
    table.equal("legs, commanded: gaps in the trail", len(parts) - 1, 0)
    shortest, longest = (f(itertools.chain(*length)) for f in (min, max))
    table.line("legs, commanded: shortest", f"{shortest:.6f} m", f">= {limits['shortest']:g} m",
               shortest >= limits["shortest"])
    table.at_most("legs, commanded: longest", longest, limits["longest"], " m")
    table.at_most("legs, commanded: velocity", v, limits["velocity"] * (1 + ROUNDING), " m/s")
    table.at_most("legs, commanded: acceleration", a, limits["acceleration"] * (1 + ROUNDING),
                  " m/s^2")


def judge_moved(table, legs, limits, zero, rate):
    move = [[float(r[f"measured{k}"]) / 1000 for k in LEGS] for r in legs]
    wish = [[float(r[f"leg{k}"]) / 1000 for k in LEGS] for r in legs]
    v = max(abs(float(r[f"velocity{k}"])) / 1000 for r in legs for k in LEGS)
    behind = max(abs(x - w) for m, c in zip(move, wish) for x, w in zip(m, c))
    shortest = min(x + z for m in move for x, z in zip(m, zero))
    longest = max(x + z for m in move for x, z in zip(m, zero))
    table.line("legs, moved: frames seen", str(len(legs)))
    table.line("legs, moved: shortest", f"{shortest:.6f} m",
               f">= {limits['shortest'] - GIVE:g} m", shortest >= limits["shortest"] - GIVE)
    table.at_most("legs, moved: longest", longest, limits["longest"] + GIVE, " m")
    table.at_most("legs, moved: velocity", v, rate, " m/s")
    table.at_most("legs, moved: behind their commands", behind, LAG * rate + GIVE, " m")


def judge_pose(table, session, legs):
    """The simulated mechanism knows nothing of the controller's inverse kinematics."""
    text = (session.root / session.files.platform).read_text(encoding="utf-8")
    park = [float(x) for x in re.search(r"(?m)^  park: \[(.*)\]", text)[1].split(",")]
    rest = [float(legs[-1][f"position.{k}"]) / 1000 for k in "xyz"]
    table.at_most("platform, moved: at the end from its parking position", math.dist(park, rest),
                  GIVE, " m")


def is_moving(trail, leg_travel=0.05):
    """Whether the driver has been felt: some leg travelled while engaged."""
    engaged = [r for r in trail if r["state"] == "engaged"]
    travel = [max(float(r[f"leg{k}"]) for r in engaged) - min(float(r[f"leg{k}"]) for r in engaged)
              for k in LEGS]
    return max(travel), leg_travel


# ---- all -----------------------------------------------------------------------------------------

def judge_states(table, trail, park):
    seen = " ".join(state for state, _ in itertools.groupby(r["state"] for r in trail))
    table.line("states", "as commanded" if seen == STATES else seen,
               "as commanded" if seen == STATES else STATES, seen == STATES)
    last = {r["state"]: r for r in trail}
    for state in ("stopped", "parked"):
        off = max(abs(float(last[state][f"leg{k}"]) - p) for k, p in zip(LEGS, park)) \
            if state in last else float("inf")
        table.at_most(f"{state}: legs from their parking lengths", off, 1e-6, " m")


def judge_ports(table, session):
    final = session.status[-1]
    for port in ("source", "sink"):
        p = final[port]
        table.equal(f"controller: {port} attached, lost", f"{p['attached']}, {p['lost']}", "1, 0")
    ages = [s["source"]["age"] for s in session.status if s["source"]["works"]]
    table.line("controller: cycles, skipped", f"{final['cycles']}, {final['skipped']}")
    table.line("controller: latest cycle", f"{final['latest_ns'] / 1000:.0f} us after its release")
    table.line("controller: oldest frame of the car seen", f"{max(ages) * 1000:.1f} ms")
    table.equal("commands to the legs rejected, clamped",
                f"{final['sink']['rejected']}, {final['sink']['clamped']}", "0, 0")
    table.line("commands to the legs applied", str(final["sink"]["applied"]), "> 0",
               final["sink"]["applied"] > 0)
    table.line("commands to the car", f"{session.commands}, {len(session.refused)} refused",
               "0 refused", session.commands > 0 and not session.refused)


def judge_replay(table, session, role, name):
    done = subprocess.run([session.tactus, "replay", str(session.work / f"{name}.tlog")],
                          capture_output=True, text=True, check=False)
    speed = re.search(r"([0-9.e+]+) times real time", done.stdout)
    text = done.stdout.splitlines()[0].split(": ", 1)[1] if done.stdout else done.stderr.strip()
    table.line(f"{role}: replay", text + (f", {speed[1]} times real time" if speed else ""),
               "identical", done.returncode == 0 and text.startswith("identical"))


def leg_lengths(session):
    """Parking lengths, and those that commands count from, as the controller's file has them."""
    text = subprocess.run([session.tactus, "platform", session.files.platform, "--check"],
                          capture_output=True, text=True, check=True).stdout
    rows = re.findall(r"(?m)^  [1-6] +([0-9.]+) +([0-9.]+) +([0-9.]+)$", text)
    return [float(r[1]) for r in rows], [float(r[2]) for r in rows]


def leg_rate(session):
    """What the rig of the simulated platform lets through, m/s."""
    text = subprocess.run([session.tactus, "signals", session.sink], capture_output=True, text=True,
                          check=True).stdout
    return min(float(x) for x in re.findall(r"(?m)^command leg[1-6] .*, ([0-9.]+)/s", text)) / 1000


def judge(session, codes, quick):
    """Prints the table; 0 when all of it holds."""
    roles = {"car": session.car, "platform": session.sink}
    table = Table()
    trail, legs = read_csv(session.work / "trail.csv"), read_csv(session.work / "legs.csv")
    limits, period = session.status[-1]["limits"], session.status[-1]["period_ns"] * 1e-9
    park, zero = leg_lengths(session)
    for role, name in roles.items():
        judge_time(table, session, role, name, quick)
    judge_ports(table, session)
    judge_commanded(table, trail, limits, period)
    travel, least = is_moving(trail)
    table.line("legs, commanded: travel while engaged", f"{travel:.3f} m", f">= {least:g} m",
               travel >= least)
    judge_moved(table, legs, limits, zero, session.leg_rate * PUSH)
    judge_pose(table, session, legs)
    judge_states(table, trail, park)
    for role, name in roles.items():
        judge_replay(table, session, role, name)
    for name, code in codes.items():
        table.equal(f"exit code of {name}", code, 0)
    table.show()
    if session.refused:
        print("\n".join(session.refused))
    return 0 if table.good else 1

// The line that is seen from three metres: one colour with its word, what it is that runs, and one sentence.
import { element } from "./element.js";
import { word } from "./words.js";

const RECENT = 10; // s, a miss is told by the colour
const SIGNS = { run: "▶", late: "⚠", doubt: "?", pause: "❚❚", safe: "⚠", stop: "■", gone: "✕", play: "●", start: "…" };
const LOOKS = {
  running: "run", paused: "pause", starting: "start", safe: "safe", stopped: "stop", dead: "stop", gone: "gone",
  computing: "start", computed: "play", recorded: "play", diverged: "safe",
};

const seconds = (s) => (s < 100 ? `${s.toFixed(s < 10 ? 1 : 0)} s` : s < 6000 ? `${Math.round(s / 60)} min`
  : `${Math.round(s / 3600)} h`);
const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

export class StateLine {
  constructor(name) {
    this.name = name;
    this.sign = element("span", { class: "sign", "aria-hidden": "true" });
    this.word = element("strong", { class: "state", role: "status" }, "…");
    this.also = element("strong", { class: "also" }); // a second word where the colour says more than the first
    this.what = element("b", {}, name);
    this.line = element("span", { class: "line" });
    this.clock = element("span", { class: "clock" });
    this.root = element("h2", { class: "band" }, this.sign, this.word, this.also,
      element("span", { class: "says" }, this.what, this.line), this.clock);
    this.look("start");
  }

  look(look) {
    this.root.dataset.look = look;
    this.sign.textContent = SIGNS[look];
  }

  about(m, title) {
    this.dt = m.dt;
    this.what.textContent = title && title !== this.name ? `${this.name} · ${title}` : this.name;
    this.motion = m.playback ? this.describe(m) : "";
  }

  describe(m) {
    const { playback: p, dt } = m;
    const length = Number((p.last_step * dt).toPrecision(6));
    return `${p.is_log ? `recorded by tactus ${p.version || "of an unknown version"}` : "computed here"}: ${p.method}, ` +
      `${plural(p.last_step, "step")} of ${Number((1000 * dt).toPrecision(6))} ms, ${length} s`;
  }

  gone(why) {
    this.word.textContent = "gone";
    this.look("gone");
    this.also.textContent = "";
    this.line.replaceChildren(why);
  }

  status(m) {
    const now = performance.now() / 1000;
    this.word.textContent = m.state ?? "";
    const condition = (m.condition ?? m.state ?? "").split(" ")[0];
    if (this.missed !== undefined && m.missed > this.missed) {
      this.missedAt = now;
    }
    if (this.doubtful !== undefined && m.doubtful > this.doubtful) {
      this.doubtAt = now;
    }
    this.missed = m.missed;
    this.doubtful = m.doubtful;
    const doubts = this.doubtAt !== undefined && now - this.doubtAt < RECENT;
    const since = this.missedAt === undefined ? Infinity : now - this.missedAt;
    const look = LOOKS[condition] ?? (condition === "late" ? "stop" : "start");
    const isLate = look === "run" && since < RECENT;
    const isDoubted = (look === "run" && !isLate && doubts) || (look === "play" && m.in_doubt);
    this.look(isLate ? "late" : isDoubted ? "doubt" : look);
    this.also.textContent = isLate ? "misses" : isDoubted ? "in doubt" : "";
    this.line.replaceChildren(...this.sentence(m, condition, since));
  }

  sentence(m, condition, since) {
    if (this.motion) {
      return [m.why || this.motion, ...(m.error ? [element("small", { class: "error" }, word("error"), `: ${m.error}`)] : [])];
    }
    if (condition === "safe") {
      return [`the `, word("safe", "safe state"), m.safe_reason ? `: ${m.safe_reason.replaceAll("_", " ")}` : ""];
    }
    if (condition === "late" || condition === "dead" || condition === "stopped") {
      return [m.says ?? ""];
    }
    if (m.cycles === undefined) {
      return [];
    }
    return [m.missed === 0 ? `every ` : `${m.missed} of ${m.cycles} `, word("deadline", m.missed === 0 ? "deadline" : "deadlines"),
      m.missed === 0 ? ` met, ${m.cycles} so far` : " missed",
      m.missed > 0 && Number.isFinite(since) ? `, the last ${seconds(since)} ago` : "",
      ...(m.doubtful > 0 ? [", ", word("doubt", `${plural(m.doubtful, "step")} in doubt`)] : []),
      ...(m.lacks?.length ? [`, without its ${m.lacks.join(" and ")}`] : [])];
  }

  draw(f) {
    const digits = this.dt < 1e-4 ? 5 : this.dt < 1e-3 ? 4 : 3;
    this.clock.textContent = `t ${f.time.toFixed(digits)} s, step ${f.step}`;
  }
}

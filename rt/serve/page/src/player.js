// Playing a motion that was computed: where it is, how fast it goes, and jumps. The page says which row it wants and
// asks for one at a time, so a slow link makes pictures rarer and nothing else.
import { element } from "./element.js";

const PARTS = 400; // of the motion, marked where deadlines were missed
const SPEEDS = ["0.01", "0.1", "0.25", "0.5", "1", "2", "5", "10"];

export class Player {
  constructor(name, link) {
    this.name = name;
    this.link = link;
    this.rows = 0;
    this.at = 0; // row that is wanted; a fraction while it plays
    this.shown = -1; // that came last
    this.diverged = -1;
    this.play = element("button", { type: "button", title: "play or pause (space)", onclick: () => this.toggle() }, "play");
    this.slider = element("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "place in the recording",
      oninput: () => this.jump(Number(this.slider.value)) });
    this.speed = element("select", { "aria-label": "speed" },
      ...SPEEDS.map((s) => element("option", { value: s, ...(s === "1" ? { selected: "" } : {}) }, `${s} ×`)));
    this.step = element("input", { type: "number", min: "0", "aria-label": "go to step", placeholder: "step",
      onchange: () => this.link.send(`find ${this.name} ${Math.trunc(Number(this.step.value))}`) });
    this.miss = element("button", { type: "button", disabled: "",
      onclick: () => this.link.send(`miss ${this.name} ${this.stepShown ?? -1}`) }, "next miss");
    this.apart = element("button", { type: "button", disabled: "",
      onclick: () => this.link.send(`find ${this.name} ${this.diverged}`) }, "where it diverges");
    this.line = element("canvas", { class: "missed", width: String(PARTS), height: "8", hidden: "", role: "img" });
    this.root = element("div", { class: "player", role: "toolbar", "aria-label": "playing" },
      this.play, element("span", { class: "track" }, this.slider, this.line), this.speed, this.step, this.miss, this.apart);
  }

  about(m) { // also of a server that was started anew: nothing was asked for there
    this.seconds = m.dt * m.playback.every;
    this.asked = false;
    this.shown = -1;
  }

  status(m) {
    this.rows = m.rows;
    this.diverged = m.diverged;
    this.slider.max = String(Math.max(0, m.rows - 1));
    this.miss.hidden = m.misses === 0;
    this.miss.disabled = m.misses === 0;
    this.apart.hidden = m.diverged < 0;
    if (m.misses !== (this.missed ?? 0)) {
      this.missed = m.misses;
      this.link.send(`misses ${this.name} ${PARTS}`);
    }
    this.apart.disabled = m.diverged < 0;
    this.whole = m.state !== "computing";
  }

  misses(m) {
    const pen = this.line.getContext("2d");
    pen.clearRect(0, 0, PARTS, 8);
    pen.fillStyle = "#c0271d";
    m.count.forEach((n, i) => n > 0 && pen.fillRect(i, 0, 1.5, 8));
    const all = m.count.reduce((a, n) => a + n, 0);
    this.line.hidden = all === 0;
    this.line.setAttribute("aria-label", `${all} steps with a missed deadline`);
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.whole && this.at >= this.rows - 1) {
      this.at = 0;
    }
    this.since = performance.now();
    this.play.textContent = this.playing ? "pause" : "play";
  }

  jump(row) {
    this.at = Math.min(Math.max(row, 0), Math.max(this.rows - 1, 0));
  }

  move(rows) {
    this.jump(Math.round(this.at) + rows);
  }

  found(row) {
    if (row >= 0) {
      this.jump(row);
    }
  }

  frame(f) {
    this.asked = false;
    this.shown = this.wanted;
    this.stepShown = f.step;
  }

  draw() {
    if (this.playing) {
      const now = performance.now();
      this.jump(this.at + (now - this.since) / 1000 / this.seconds * Number(this.speed.value));
      this.since = now;
      if (this.whole && this.at >= this.rows - 1) {
        this.toggle();
      }
    }
    const row = Math.floor(this.at);
    this.slider.value = String(row);
    if (!this.asked && this.rows > 0 && row !== this.shown) {
      this.asked = true;
      this.wanted = row;
      this.link.send(`at ${this.name} ${row > this.shown ? this.shown + 1 : row} ${row}`);
    }
  }
}

// One instance: its scene, its state, its names, its charts, its controls.
import { Chart, valueOf } from "./chart.js";
import { element } from "./element.js";
import { NameTree } from "./names.js";
import { Player } from "./player.js";
import { SceneView } from "./scene.js";
import { Tuner } from "./tune.js";

const POSE = [["x", "m"], ["y", "m"], ["z", "m"], ["e0", ""], ["e1", ""], ["e2", ""], ["e3", ""]];
const WRENCH = [["fx", "N"], ["fy", "N"], ["fz", "N"], ["tx", "N m"], ["ty", "N m"], ["tz", "N m"]];
const MOST_POSES = 100; // bodies whose places are listed, and forces
const STATES = ["starting", "paused", "running", "safe", "stopped"];

function save(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export class Panel {
  constructor(name, link, parent) {
    this.name = name;
    this.link = link;
    this.charts = [];
    this.build(parent);
  }

  build(parent) {
    this.state = element("strong", { class: "state", role: "status" }, "…");
    this.clock = element("span", { class: "clock" });
    this.canvas = element("canvas", { tabindex: "0", "aria-label": `mechanism ${this.name}; arrows turn it` });
    this.body = element("select", { "aria-label": "follow a body", onchange: () => this.setFollow() });
    this.trails = element("button", { type: "button", title: "trails (t)", onclick: () => this.toggleTrails() }, "trails");
    const home = element("button", { type: "button", title: "whole mechanism (h)", onclick: () => this.view?.home() }, "whole");
    this.forces = element("button", { type: "button", title: "forces (f)", onclick: () => this.toggleForces() }, "forces");
    const stretch = (factor, text, what) => element("button", { type: "button", "aria-label": what, title: what,
      onclick: () => this.view?.stretchForces(factor) }, text);
    this.stretch = element("span", { hidden: "" }, stretch(0.8, "↕ −", "shorter arrows ([)"), " ",
      stretch(1.25, "↕ +", "longer arrows (])"));
    this.legend = element("small", { class: "legend" });
    this.labels = element("div", { class: "labels", "aria-hidden": "true" });
    this.controls = element("div", { class: "controls", role: "toolbar", "aria-label": "run control" });
    for (const verb of ["resume", "pause", "step", "reset", "rearm", "safe", "stop"]) {
      this.controls.append(element("button", { type: "button", "data-verb": verb, onclick: () => this.ask(verb) }, verb));
    }
    this.recorder = element("span", { class: "recorder", role: "group", "aria-label": "recording", hidden: "" });
    for (const verb of ["mark", "trigger", "split", "start", "stop"]) {
      this.recorder.append(element("button", { type: "button", "data-record": verb, onclick: () => this.steer(verb) },
        verb === "mark" || verb === "trigger" || verb === "split" ? verb : `${verb} recording`));
    }
    this.controls.append(this.recorder);
    this.told = element("p", { class: "told", role: "status" });
    this.counts = element("p", { class: "counts" });
    this.histograms = element("div", { class: "histograms" });
    this.search = element("input", { type: "search", placeholder: "search signals (/)", "aria-label": "search signals",
      oninput: () => this.filter() });
    this.tuner = new Tuner(this.name, this.link);
    this.names = new NameTree(() => (this.drawn = null));
    this.strips = element("div", { class: "strips" });
    this.root = element("section", { class: "panel", "aria-label": this.name },
      element("h2", {}, this.name, " ", this.state, " ", this.clock),
      this.controls, this.told,
      element("div", { class: "stage" }, this.canvas, this.labels),
      element("div", { class: "tools" }, this.body, this.trails, home, this.forces, this.stretch,
        this.legend), this.counts, this.histograms, this.tuner.root, this.strips,
      this.search, this.names.root);
    parent.append(this.root);
    this.mayControl(false);
    try {
      this.view = new SceneView(this.canvas, this.labels);
    } catch (error) {
      this.tell(`no picture: ${error.message}`);
    }
  }

  mayControl(may) {
    this.may = may;
    for (const control of this.root.querySelectorAll(".controls button")) {
      control.disabled = !may;
    }
    this.tuner.root.hidden = !may || Boolean(this.player);
  }

  tell(text) {
    this.told.textContent = text;
  }

  ask(line) {
    this.link.ask(this.name, line);
  }

  steer(verb) {
    const text = verb === "mark" ? window.prompt("mark this moment of the recording as") : "";
    if (verb !== "mark" || text) {
      this.ask(`record ${verb}${text ? ` ${text.replace(/\s+/g, " ")}` : ""}`);
    }
  }

  showRecord(record) {
    this.recorder.hidden = !record;
    const mode = record?.mode;
    const fits = { mark: mode !== "stopped", trigger: mode === "waiting", split: mode === "writing",
      start: mode === "stopped" || mode === "waiting", stop: mode === "writing" || mode === "failing" };
    for (const button of this.recorder.children) {
      button.hidden = !fits[button.dataset.record];
    }
  }

  about(m) {
    this.source = m.source;
    const scene = m.scene ? JSON.parse(m.scene) : null;
    this.values = m.values.map((v, index) => ({ ...v, index }));
    this.values.push(...this.posesOf(scene), ...this.forcesOf(scene));
    this.charts.splice(0).forEach((c) => c.remove());
    this.strips.replaceChildren();
    this.listNames();
    this.note = [m.left_out > 0 ? `${m.left_out} ${m.playback ? "values" : "signals"} are left out` : "",
      m.playback?.note.split("\n")[0] ?? ""].filter(Boolean).join("; ");
    this.tell(this.note);
    const followed = this.sceneText?.bodies[this.body.value];
    this.body.replaceChildren(element("option", { value: "-1" }, "follow nothing"));
    if (scene && this.view) {
      this.view.load(scene);
      this.body.append(...scene.bodies.map((b, i) => element("option", { value: String(i) }, b)));
      this.body.value = String(scene.bodies.indexOf(followed)); // another model may be there now
      this.setFollow();
    }
    this.sceneText = scene;
    this.controls.hidden = Boolean(m.playback);
    if (m.playback && !this.player) {
      this.player = new Player(this.name, this.link);
      this.controls.after(this.player.root);
    }
    this.player?.about(m);
    this.tuner.about(m);
    this.mayControl(this.may);
  }

  // Where bodies are that no sensor tells of, so that a model without sensors has something to chart.
  posesOf(scene) {
    const known = new Set(this.values.map((v) => v.name));
    return (scene?.bodies ?? []).slice(0, MOST_POSES)
      .flatMap((body, i) => POSE.map(([name, unit], k) => ({ name: `${body}.${name}`, unit, pose: 7 * i + k })))
      .filter((v) => !known.has(v.name));
  }

  forcesOf(scene) {
    return (scene?.forces ?? []).slice(0, MOST_POSES)
      .flatMap((force, i) => WRENCH.map(([name, unit], k) => ({ name: `${force.name} ${name}`, unit, force: 6 * i + k })));
  }

  listNames() {
    this.rows = this.values.map((v) => {
      const shown = element("output", { class: "value" });
      const box = element("input", { type: "checkbox", onchange: () => this.chartChecked() });
      const label = element("label", {}, box, ` ${v.name} `, element("small", {}, v.unit));
      const row = element("li", {}, label, shown);
      return { v, row, shown, box };
    });
    this.names.load(this.rows);
    this.filter();
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const r of this.rows ?? []) {
      r.row.hidden = !words.every((w) => r.v.name.toLowerCase().includes(w));
    }
    this.names.filter(words.length > 0);
    this.drawn = null; // values of other rows are wanted
  }

  chartChecked() {
    for (const r of this.rows) {
      const chart = this.charts.find((c) => c.values[0] === r.v);
      if (r.box.checked && !chart) {
        this.addChart(r.v);
      } else if (!r.box.checked && chart) {
        chart.remove();
        chart.box.remove();
        this.charts.splice(this.charts.indexOf(chart), 1);
      }
    }
  }

  addChart(v) {
    const place = element("div", { class: "plot", title: "drag to look at a part" });
    const box = element("div", { class: "strip" });
    this.strips.append(box);
    box.append(place);
    const chart = new Chart(place, [v]);
    chart.box = box;
    const pause = element("button", { type: "button", onclick: () => {
      chart.paused = !chart.paused;
      pause.textContent = chart.paused ? "go on" : "hold";
    } }, "hold");
    const button = (text, onclick) => element("button", { type: "button", onclick }, text);
    box.append(pause, button("nearer", () => chart.nearer()), button("whole", () => chart.whole()),
      button("CSV", () => save(`${this.name}-${v.name}.csv`, chart.csv())));
    this.charts.push(chart);
  }

  frame(f) {
    this.last = f;
    this.player?.frame(f);
    this.view?.place(f.poses, f.forces);
    this.charts.forEach((c) => c.add(f));
  }

  status(m) {
    this.present = m.attached;
    this.root.classList.toggle("gone", !m.attached);
    if (!m.attached) {
      this.state.textContent = "gone";
      this.tell(`${m.why}; the page waits for it`);
      return;
    }
    this.state.textContent = m.state ?? STATES[this.last?.runState] ?? "";
    if (this.player) {
      this.player.status(m);
      this.tell([m.why, this.note].filter(Boolean).join("; "));
    }
    if (m.cycles !== undefined) {
      const causes = Object.entries(m.causes).filter(([, n]) => n > 0).map(([cause, n]) => `${cause.replaceAll("_", " ")} ${n}`);
      this.counts.textContent = `${m.cycles} cycles, ${m.missed} missed${causes.length ? ` (${causes.join(", ")})` : ""}, ` +
        `${m.doubtful} steps in doubt, ${m.clients.length} commanding clients${m.record ? `, ${m.recording}` : ""}`;
      this.counts.classList.toggle("bad", m.record?.mode === "failing");
      this.showRecord(m.record);
      this.histograms.replaceChildren(this.histogram("wake-up", m.wake), this.histogram("slack", m.slack));
    }
  }

  histogram(title, h) {
    const most = Math.max(1, ...h.count);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", `0 0 ${h.count.length} 20`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    h.count.forEach((n, i) => {
      const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const height = n > 0 ? 1 + 19 * Math.log1p(n) / Math.log1p(most) : 0;
      for (const [name, value] of Object.entries({ x: i, y: 20 - height, width: 0.9, height })) {
        bar.setAttribute(name, value);
      }
      svg.append(bar);
    });
    const us = (ns) => (ns / 1000).toFixed(1);
    return element("figure", {}, svg,
      element("figcaption", {}, `${title}: median ${us(h.p50_ns)}, 99 % ${us(h.p99_ns)}, max ${us(h.max_ns)} µs`));
  }

  answer(m, you) {
    if (this.tuner.answer(m, you)) {
      return;
    }
    this.tell(`${m.by === you ? "" : `browser ${m.by}: `}${m.line}: ${m.answer}`);
  }

  setFollow() {
    if (this.view) {
      this.view.follow = Number(this.body.value);
    }
  }

  toggleTrails() {
    this.trails.setAttribute("aria-pressed", String(this.view?.toggleTrails() ?? false));
  }

  toggleForces() {
    const shown = this.view?.toggleForces() ?? false;
    this.forces.setAttribute("aria-pressed", String(shown));
    this.stretch.hidden = !shown;
    this.legend.textContent = "";
    if (!shown && this.view && !this.view.forces?.list.length) {
      this.legend.textContent = "nothing exerts a force here";
    }
  }

  draw() {
    const f = this.last;
    this.player?.draw();
    this.view?.draw();
    this.charts.forEach((c) => c.draw());
    if (this.view?.forces?.group.visible) {
      this.legend.textContent = this.view.forces.legend();
    }
    if (f && f !== this.drawn) {
      this.drawn = f;
      this.clock.textContent = `t ${f.time.toFixed(3)} s, step ${f.step}`;
      for (const r of this.rows ?? []) {
        if (this.names.isSeen(r)) {
          r.shown.textContent = valueOf(f, "values", r.v)?.toPrecision(6) ?? "";
        }
      }
    }
  }

  remove() {
    this.view?.renderer.dispose();
    this.root.remove();
  }
}

// One instance: its state, its picture, its charts, its names, its controls.
import { ask } from "./ask.js";
import { Charts, save } from "./charts.js";
import { digits } from "./chart.js";
import { valueOf, LiveHistory, MotionHistory } from "./history.js";
import { element } from "./element.js";
import { Drive } from "./drive.js";
import { Film } from "./film.js";
import { quantity } from "./forces.js";
import { NameTree } from "./names.js";
import { Player } from "./player.js";
import { Push } from "./push.js";
import { MOVING, NOTHING, SceneView } from "./scene.js";
import { StateLine } from "./state.js";
import { Timing } from "./timing.js";
import { Tuner } from "./tune.js";
import { WORDS } from "./words.js";

const POSE = [["x", "m"], ["y", "m"], ["z", "m"], ["e0", ""], ["e1", ""], ["e2", ""], ["e3", ""]];
const WRENCH = [["fx", "N"], ["fy", "N"], ["fz", "N"], ["tx", "N m"], ["ty", "N m"], ["tz", "N m"]];
const MOST_POSES = 100; // bodies whose places are listed, and forces
const SECTIONS = ["picture", "charts", "timing", "inputs", "signals"];
const SIDE = [15, 60]; // %, how wide the column at the side may be
const SIDE_FIRST = 36; // as the style says

// What is asked before it is done.
const GRAVE = {
  stop: ["Stop", "The executive ends, and with it a recording that it makes. It has to be started anew by hand.", true],
  safe: ["Safe state of", "Outputs go to their safe values and commands take no effect, until it is rearmed.", false],
};
const TITLES = { ...WORDS, resume: "run, from the start or from a pause", pause: "hold the state; cycles go on",
  keep: "keep this moment as a checkpoint, for as long as the server runs", back: "go on from the checkpoint that was kept" };

const digitsOf = (x) => (x === undefined ? "" : digits(x));

export class Panel {
  constructor(name, link, parent, onlayout = () => {}) {
    this.name = name;
    this.link = link;
    this.onlayout = onlayout;
    this.live = this.history = new LiveHistory();
    this.build(parent);
  }

  get charts() {
    return this.strips.list;
  }

  // ---- what is there -----------------------------------------------------------------------------

  build(parent) {
    this.band = new StateLine(this.name);
    this.state = this.band.word;
    this.canvas = element("canvas", { tabindex: "0", "aria-label": `mechanism ${this.name}; arrows turn it, a click chooses a body` });
    this.told = element("p", { class: "told", role: "status" });
    this.timing = new Timing();
    this.counts = this.timing.counts;
    this.histograms = this.timing.histograms;
    this.search = element("input", { type: "search", placeholder: "search signals (/)", "aria-label": "search signals",
      oninput: () => this.filter() });
    this.tuner = new Tuner(this.name, this.link);
    this.names = new NameTree(() => (this.drawn = null));
    this.strips = new Charts(this.name, () => this.chartsChanged());
    this.labels = element("div", { class: "labels", "aria-hidden": "true" });
    this.film = new Film(this.canvas, this.name);
    this.drive = new Drive({ ask: (line) => this.ask(line), tell: (text) => this.tell(text), onchange: (mode) => this.chase(mode),
      oncover: (height) => this.view?.chaser.cover(height) });
    this.buildControls();
    this.buildTools();
    this.buildSections();
    parent.append(this.root);
    this.mayControl(false);
    try {
      this.view = new SceneView(this.canvas, this.labels, { onchoose: (i) => this.tellChosen(i), onrefused: (why) => this.tell(why) });
      this.view.push = new Push(this.view, { write: (pairs) => this.ask(`write ${pairs}`), tell: (text) => this.tell(text) });
    } catch (error) {
      this.tell(`no picture: ${error.message}`);
    }
  }

  buildControls() {
    const button = (verb) => element("button", { type: "button", "data-verb": verb, title: TITLES[verb] ?? "",
      onclick: () => this.press(verb) }, verb);
    this.recorder = element("span", { class: "recorder group", role: "group", "aria-label": "recording", hidden: "" });
    for (const verb of ["mark", "trigger", "split", "start", "stop"]) {
      this.recorder.append(element("button", { type: "button", "data-record": verb, onclick: () => this.steer(verb) },
        verb === "mark" || verb === "trigger" || verb === "split" ? verb : `${verb} recording`));
    }
    this.controls = element("div", { class: "controls", role: "toolbar", "aria-label": "run control" },
      ...["resume", "pause", "step", "reset", "rearm"].map(button),
      element("span", { class: "group", role: "group", "aria-label": "checkpoint" }, button("keep"), button("back")), this.recorder,
      this.drive.buttons,
      element("span", { class: "group grave", role: "group", "aria-label": "what is asked before" }, button("safe"), button("stop")));
    this.controls.querySelector("[data-verb=back]").hidden = true;
  }

  buildTools() {
    const toggle = (text, title, act) => {
      const b = element("button", { type: "button", title, "aria-pressed": "false", onclick: () => {
        act();
        this.onlayout();
      } }, text);
      return b;
    };
    this.body = element("select", { "aria-label": "what the camera follows", onchange: () => {
      this.setFollow();
      this.onlayout();
    } });
    this.trails = toggle("trails", "trails (t)", () => this.toggleTrails());
    this.forces = toggle("forces", "forces (f)", () => this.toggleForces());
    this.grid = toggle("grid", "grid (g)", () => this.switch("grid"));
    this.axes = toggle("axes", "axes of ground and bodies: x red, y green, z blue (a)", () => this.switch("axes"));
    this.named = toggle("names", "names of bodies (n)", () => this.switch("named"));
    const home = element("button", { type: "button", title: "whole mechanism (h)", onclick: () => this.view?.home() }, "whole");
    const stretch = (factor, text, what) => element("button", { type: "button", "aria-label": what, title: what,
      onclick: () => this.view?.stretchForces(factor) }, text);
    this.stretch = element("span", { hidden: "", class: "group" }, stretch(0.8, "↕ −", "shorter arrows ([)"),
      stretch(1.25, "↕ +", "longer arrows (])"));
    this.shot = element("button", { type: "button", title: "save the picture, PNG", onclick: () => this.savePicture() }, "picture");
    this.video = element("button", { type: "button", title: "record a film of the picture, WebM", "aria-pressed": "false", onclick: () => this.toggleFilm() }, "film");
    this.legend = element("small", { class: "legend" });
    this.about_ = element("small", { class: "legend chosen" });
    this.tools = element("div", { class: "tools" }, this.body, home, this.grid, this.axes, this.named, this.trails, this.forces, this.stretch,
      this.shot, this.video, this.about_, this.legend);
  }

  buildSections() {
    const part = (name, ...children) => element("section", { class: `part ${name}`, "data-part": name, "aria-label": `${name} of ${this.name}` }, ...children);
    this.parts = {
      picture: part("picture", element("div", { class: "stage" }, this.canvas, this.labels, this.drive.root), this.tools),
      charts: part("charts", element("h3", {}, "charts"), this.strips.root),
      timing: part("timing", element("h3", {}, "timing"), this.timing.root),
      inputs: part("inputs", this.tuner.root),
      signals: part("signals", element("h3", {}, "signals"), this.search, this.names.root),
    };
    this.switches = element("div", { class: "switches", role: "group", "aria-label": "what is shown" },
      ...SECTIONS.map((name) => element("button", { type: "button", "aria-pressed": "true", "data-shows": name,
        onclick: () => this.showPart(name, this.parts[name].classList.contains("closed")) }, name)));
    const side = element("div", { class: "side" }, this.parts.timing, this.parts.inputs, this.parts.signals);
    this.bar = element("div", { class: "bar", role: "separator", "aria-orientation": "vertical", tabindex: "0",
      "aria-label": "width of the column at the side", onpointerdown: (e) => this.dragSide(e), onkeydown: (e) => this.keySide(e) });
    this.root = element("section", { class: "panel", "aria-label": this.name }, this.band.root, this.controls, this.told,
      element("div", { class: "columns" }, element("div", { class: "main" }, this.parts.picture, this.parts.charts), this.bar, side), this.switches);
  }

  showPart(name, shown) {
    this.parts[name].classList.toggle("closed", !shown);
    this.switches.querySelector(`[data-shows=${name}]`).setAttribute("aria-pressed", String(shown));
    const side = ["timing", "inputs", "signals"].some((p) => !this.parts[p].classList.contains("closed") && !this.parts[p].hidden);
    this.root.classList.toggle("no-side", !side);
    this.onlayout();
  }

  setSide(percent) {
    this.side = Math.min(Math.max(percent, SIDE[0]), SIDE[1]);
    this.root.style.setProperty("--side", `${this.side}%`);
    this.onlayout();
  }

  dragSide(e) {
    const move = (m) => {
      const r = this.root.getBoundingClientRect();
      this.setSide(100 * (r.right - m.clientX) / r.width);
    };
    this.bar.setPointerCapture(e.pointerId);
    this.bar.addEventListener("pointermove", move);
    this.bar.addEventListener("pointerup", () => this.bar.removeEventListener("pointermove", move), { once: true });
  }

  keySide(e) {
    const by = { ArrowLeft: 2, ArrowRight: -2 }[e.key];
    if (by) {
      this.setSide((this.side ?? SIDE_FIRST) + by);
      e.preventDefault();
    }
  }

  // ---- control -----------------------------------------------------------------------------------

  mayControl(may) {
    this.may = may;
    if (this.view) {
      this.view.push.may = may;
    }
    for (const control of this.controls.querySelectorAll("button")) {
      control.disabled = !may;
    }
    this.drive.mayControl(may && !this.player);
    this.parts.inputs.hidden = this.tuner.root.hidden = !may || Boolean(this.player);
    this.parts.timing.hidden = Boolean(this.player);
    for (const name of ["inputs", "timing"]) {
      this.switches.querySelector(`[data-shows=${name}]`).hidden = this.parts[name].hidden;
    }
  }

  tell(text) {
    this.told.textContent = text;
  }

  async press(verb) {
    const grave = GRAVE[verb];
    if (!grave || await ask(`${grave[0]} ${this.name}?`, grave[1], verb, { danger: grave[2] })) {
      this.ask(verb);
    }
  }

  ask(line) {
    return this.link.ask(this.name, line);
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

  answer(m, you) {
    if (this.drive.answer(m, you) || this.tuner.answer(m, you) || this.view?.push.answer(m, you)) {
      return;
    }
    if (m.line === "keep" && m.answer.startsWith("ok")) {
      this.controls.querySelector("[data-verb=back]").hidden = false;
    }
    this.tell(`${m.by === you ? "" : `browser ${m.by}: `}${m.line}: ${m.answer}`);
  }

  // ---- description -------------------------------------------------------------------------------

  about(m) {
    const layout = this.wanted ?? this.layout();
    this.source = m.source;
    const scene = m.scene ? JSON.parse(m.scene) : null;
    this.values = m.values.map((v, index) => ({ ...v, index }));
    this.values.push(...this.posesOf(scene), ...this.forcesOf(scene));
    this.note = [m.left_out > 0 ? `${m.left_out} ${m.playback ? "values" : "signals"} are left out` : "",
      m.playback?.note.split("\n")[0] ?? ""].filter(Boolean).join("; ");
    this.tell(this.note);
    this.band.about(m, scene?.title ?? "");
    this.timing.about();
    this.aboutHistory(m, scene);
    this.strips.about(this.values, this.history, m.playback ? (t) => this.player.jump(this.history.rowOfTime(t)) : undefined);
    this.listNames();
    this.aboutScene(scene);
    this.drive.about(this.values);
    this.controls.hidden = Boolean(m.playback);
    this.player?.about(m);
    this.tuner.about(m);
    this.mayControl(this.may);
    this.apply(layout);
    this.wanted = undefined;
  }

  aboutHistory(m, scene) {
    if (m.playback && !this.player) {
      this.player = new Player(this.name, this.link);
      this.player.history = new MotionHistory(this.name, this.link);
      this.controls.after(this.player.root);
    }
    this.history = m.playback ? this.player.history : this.live;
    if (m.playback) {
      this.history.about(m, scene?.bodies.length ?? 0, scene?.forces?.length ?? 0);
    } else {
      this.live.clear();
      this.link.send(`past ${this.name}`);
    }
  }

  aboutScene(scene) {
    const followed = this.sceneText?.bodies[this.body.value];
    this.body.replaceChildren(element("option", { value: String(MOVING) }, "follow what moves"),
      element("option", { value: String(NOTHING) }, "stay where it is"));
    if (scene && this.view) {
      this.view.load(scene);
      this.view.push.load(scene);
      this.body.append(...scene.bodies.map((b, i) => element("option", { value: String(i) }, `follow ${b}`)));
      const again = scene.bodies.indexOf(followed); // another model may be there now
      this.body.value = String(again >= 0 ? again : this.body.value === String(NOTHING) ? NOTHING : MOVING);
      this.setFollow();
    }
    this.sceneText = scene;
    this.about_.textContent = "";
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
      const box = element("input", { type: "checkbox", onchange: () => (box.checked ? this.strips.tick(v) : this.strips.untick(v)) });
      const label = element("label", {}, box, ` ${v.name}`, v.commanded ? element("small", { class: "tag" }, "command") : "");
      const row = element("li", {}, label, shown, element("small", { class: "unit" }, v.unit));
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

  chartsChanged() {
    this.rows?.forEach((r) => (r.box.checked = this.strips.has(r.v)));
    this.onlayout();
  }

  // ---- layout ------------------------------------------------------------------------------------

  layout() {
    const on = { trails: this.trails, forces: this.forces, axes: this.axes, names: this.named };
    return {
      name: this.name, follow: this.sceneText?.bodies[this.body.value] ?? (this.body.value === String(NOTHING) ? "-" : undefined),
      on: [...Object.keys(on).filter((k) => on[k].getAttribute("aria-pressed") === "true"),
        ...(this.gridGiven === undefined ? [] : [this.gridGiven ? "grid" : "nogrid"])],
      closed: SECTIONS.filter((p) => this.parts[p].classList.contains("closed")),
      charts: this.charts.map((c) => ({ kind: c.kind, names: c.values.map((v) => v.name) })),
      side: this.side ? String(Math.round(this.side)) : undefined,
    };
  }

  apply(l) {
    l.charts.forEach((c) => {
      const values = c.names.map((n) => this.values.find((v) => v.name === n)).filter(Boolean);
      if (values.length) {
        this.strips.add(values, c.kind === "xy" && values.length < 2 ? "time" : c.kind);
      }
    });
    l.closed.filter((p) => this.parts[p]).forEach((p) => this.showPart(p, false));
    if (l.side) {
      this.setSide(Number(l.side) || SIDE_FIRST);
    }
    const body = this.sceneText?.bodies.indexOf(l.follow) ?? -1;
    if (body >= 0 || l.follow === "-") {
      this.body.value = String(body);
      this.setFollow();
    }
    this.switchesWanted = l.on;
  }

  // Switches of the picture need its first poses.
  applySwitches() {
    const is = (b) => b.getAttribute("aria-pressed") === "true";
    const wanted = this.switchesWanted;
    this.switchesWanted = undefined;
    [["trails", this.trails, () => this.toggleTrails()], ["forces", this.forces, () => this.toggleForces()],
      ["axes", this.axes, () => this.switch("axes")], ["names", this.named, () => this.switch("named")]]
      .filter(([k, b]) => wanted.includes(k) !== is(b)).forEach(([, , act]) => act());
    this.grid.setAttribute("aria-pressed", String(this.view.look.grid.visible));
    if ((wanted.includes("grid") && !is(this.grid)) || (wanted.includes("nogrid") && is(this.grid))) {
      this.switch("grid");
    }
  }

  // ---- as it goes --------------------------------------------------------------------------------

  frame(f) {
    this.last = f;
    this.player?.frame(f);
    this.drive.frame(f);
    this.view?.place(f.poses, f.forces);
    if (!this.player) {
      this.live.add(f);
      this.charts.forEach((c) => c.add());
    }
    if (this.switchesWanted && this.view?.placed) {
      this.applySwitches();
    }
  }

  past(p) {
    this.live.before(p);
    this.charts.forEach((c) => c.add());
  }

  errors(m) {
    this.history.takeErrors?.(m);
    this.charts.forEach((c) => c.add());
  }

  series(m) {
    if (this.history.take?.(m)) {
      this.charts.forEach((c) => c.add());
    }
  }

  status(m) {
    this.present = m.attached;
    this.root.classList.toggle("gone", !m.attached);
    if (!m.attached) {
      this.band.gone(`${m.why}; the page waits for it`);
      this.tell("");
      return;
    }
    this.band.status(m);
    if (this.player) {
      this.player.status(m);
      this.history.status(m);
      this.tell(this.note);
    }
    this.controls.querySelector("[data-verb=rearm]").hidden = m.condition !== "safe";
    if (m.cycles !== undefined) {
      this.showRecord(m.record);
      this.timing.status(m);
    }
  }

  // From behind while somebody drives; where the camera was before after that.
  chase(mode) {
    this.view?.chase(mode !== "");
    if (mode === "") {
      this.setFollow();
    }
  }

  setFollow() {
    this.view?.setFollow(Number(this.body.value));
  }

  tellChosen(i) {
    if (i >= 0) {
      this.body.value = String(i);
      this.view.follow = i; // without moving: it is seen already
      this.search.value = "";
    }
    this.chosen = i >= 0 ? { i } : undefined;
    this.about_.textContent = "";
    this.drawn = null;
    this.onlayout();
  }

  // Where the chosen body is, and how fast.
  drawChosen(f) {
    const c = this.chosen;
    if (!c || f.poses.length < 7 * c.i + 3) {
      return;
    }
    const at = [0, 1, 2].map((k) => f.poses[7 * c.i + k]);
    if (c.time !== undefined && f.poseTime > c.time) {
      c.speed = Math.hypot(...at.map((x, k) => x - c.at[k])) / (f.poseTime - c.time);
    }
    Object.assign(c, { at, time: f.poseTime });
    this.about_.textContent = `${this.sceneText.bodies[c.i]}: ${at.map((x) => x.toFixed(3)).join(", ")} m` +
      (c.speed === undefined ? "" : `, ${c.speed.toPrecision(3)} m/s`) + this.pushText(c.i);
  }

  pushText(i) {
    const push = this.view?.push.of(i);
    return push && this.may ? `; drag it to push, up to ${quantity(push.force, "N")}` : "";
  }

  toggleTrails() {
    this.trails.setAttribute("aria-pressed", String(this.view?.toggleTrails() ?? false));
  }

  switch(what) {
    const act = { grid: "toggleGrid", axes: "toggleAxes", named: "toggleNames" }[what];
    const on = this.view?.[act]() ?? false;
    this[what].setAttribute("aria-pressed", String(on));
    this.gridGiven = what === "grid" ? on : this.gridGiven;
  }

  toggleForces() {
    const shown = this.view?.toggleForces() ?? false;
    this.forces.setAttribute("aria-pressed", String(shown));
    this.stretch.hidden = !shown;
    this.forceless = !shown && (this.sceneText?.forces ?? []).length === 0;
  }

  async savePicture() {
    const blob = await this.view?.picture();
    if (blob) {
      save(`${this.name}-${this.last.step}.png`, blob, "image/png");
    }
  }

  toggleFilm() {
    try {
      const runs = this.film.toggle(() => this.video.setAttribute("aria-pressed", "false"));
      this.video.setAttribute("aria-pressed", String(runs));
      this.video.textContent = runs ? "end film" : "film";
    } catch (error) {
      this.tell(`no film: ${error.message}`);
    }
  }

  gridText() {
    const look = this.view?.look;
    return look?.grid.visible ? `grid ${Number(look.cell.toPrecision(3))} m` : "";
  }

  draw() {
    const f = this.last;
    this.player?.draw();
    this.view?.draw();
    this.drive.draw();
    if (this.player && f) {
      this.charts.forEach((c) => c.setHead(f.time));
    }
    this.charts.forEach((c) => c.draw());
    const legend = this.view?.forces?.group.visible ? this.view.forces.legend()
      : this.forceless ? "nothing exerts a force here" : this.gridText();
    if (legend !== this.legend.textContent) {
      this.legend.textContent = legend;
    }
    if (f && f !== this.drawn) {
      this.drawn = f;
      this.band.draw(f);
      this.drawChosen(f);
      for (const r of this.rows ?? []) {
        if (this.names.isSeen(r)) {
          r.shown.textContent = digitsOf(valueOf(f, "values", r.v));
        }
      }
    }
  }

  repaint() {
    this.strips.repaint();
  }

  remove() {
    this.drive.remove();
    this.view?.renderer.dispose();
    this.root.remove();
  }
}

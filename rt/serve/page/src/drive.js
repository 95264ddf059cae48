// Driving an instance: its rig has commands that are called throttle, brake and steering. They are sent 25 times a second,
// as those of any client are; when the page is closed, hidden or hangs, nothing is sent, and what the rig says of a silent
// client comes to pass. Beside the pedals there may be `gear`, `person` (1 while somebody drives) and `autopilot` (1 lets
// the driver of the model drive); `speed` and `motor` are shown.
import { Controls } from "./controls.js";
import { element } from "./element.js";

const EVERY = 40; // ms
const LATE = 1000; // ms, an answer that does not come is no reason to wait longer
const THROUGH = 0.3; // of the pads, which are seen through
const WAIT = 2; // requests without an answer
const METRES = { "m/s": 1, "km/h": 1 / 3.6, mph: 0.44704, kn: 1852 / 3600, "ft/s": 0.3048 };
const TO_DEGREES = { deg: 1, rad: 180 / Math.PI, "": 180 / Math.PI };
const GEARS = [[1, "D"], [0, "N"], [-1, "R"]];
const NEEDED = ["throttle", "steering"];
const OFF = "", PERSON = "person", DRIVER = "autopilot";

const svg = (tag, attributes, ...children) => {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  Object.entries(attributes).forEach(([k, v]) => e.setAttribute(k, v));
  e.append(...children);
  return e;
};

export class Drive {
  constructor({ ask, tell, onchange, oncover }) {
    Object.assign(this, { ask, tell, onchange, oncover, mode: OFF, may: false, controls: new Controls(), sent: new Map() });
    this.build();
    this.listen();
  }

  // ---- what is there -----------------------------------------------------------------------------

  build() {
    const button = (text, title, act) => element("button", { type: "button", title, "aria-pressed": "false", onclick: act }, text);
    this.person = button("drive", "take the wheel: arrows or WASD, space brakes, X changes the gear, escape leaves; or a gamepad",
      () => this.set(this.mode === PERSON ? OFF : PERSON));
    this.driver = button("autopilot", "let the driver of the model drive", () => this.set(this.mode === DRIVER ? OFF : DRIVER));
    this.buttons = element("span", { class: "group", hidden: "" }, this.person, this.driver);
    this.speed = element("output", { class: "speed" });
    this.unit = element("span", { class: "dim" });
    this.motor = element("span", { class: "dim motor" });
    this.who = element("span", { class: "dim who" });
    this.rim = svg("g", {}, svg("circle", { r: 40 }), svg("path", { d: "M-38,4 L38,4 M0,6 L0,38" }), svg("path", { class: "top", d: "M-9,-39 L9,-39" }));
    const wheel = svg("svg", { viewBox: "-48 -48 96 96", class: "wheel", "aria-hidden": "true" }, this.rim);
    this.bars = Object.fromEntries(["brake", "throttle"].map((name) => [name, element("i", {})]));
    const bar = (name) => element("span", { class: `pedal ${name}`, title: name }, this.bars[name], element("b", {}, name));
    this.gears = element("span", { class: "gears" }, ...GEARS.map(([value, text]) =>
      element("button", { type: "button", "aria-pressed": "false", title: "gear (X)", onclick: () => this.shift(value) }, text)));
    this.board = element("div", { class: "board", hidden: "", role: "group", "aria-label": "dashboard" },
      bar("brake"), bar("throttle"), element("span", { class: "clock" }, this.speed, this.unit, this.motor), wheel, this.gears, this.who);
    this.pads = element("div", { class: "pads", hidden: "" }, this.pad("steer", "steer"), this.pad("brake", "brake"), this.pad("throttle", "throttle"));
    this.root = element("div", { class: "driving" }, this.pads, this.board);
  }

  // Across it turns the wheel, upwards it presses a pedal.
  pad(name, text) {
    const e = element("div", { class: `pad ${name}`, "aria-hidden": "true" }, text);
    const move = (m) => {
      const r = e.getBoundingClientRect();
      if (name === "steer") {
        this.controls.touch.steering = Math.min(Math.max(2 * (r.left + r.width / 2 - m.clientX) / (0.8 * r.width), -1), 1);
      } else {
        this.controls.touch[name] = Math.min(Math.max(0.25 + 0.9 * (r.bottom - m.clientY) / r.height, 0), 1);
      }
    };
    const end = () => {
      this.controls.touch[name === "steer" ? "steering" : name] = 0;
    };
    e.addEventListener("pointerdown", (m) => {
      e.setPointerCapture(m.pointerId);
      move(m);
      m.preventDefault();
    });
    e.addEventListener("pointermove", (m) => e.hasPointerCapture(m.pointerId) && move(m));
    ["pointerup", "pointercancel", "lostpointercapture"].forEach((kind) => e.addEventListener(kind, end));
    return e;
  }

  listen() {
    const key = (e, isDown) => {
      const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(e.target.tagName) && e.target.type !== "checkbox";
      if (this.mode !== PERSON || typing || e.ctrlKey || e.metaKey || e.altKey || document.querySelector("dialog[open]")) {
        return;
      }
      if (isDown && e.code === "Escape") {
        this.set(OFF);
      } else if (isDown && e.code === "KeyX" && !e.repeat) {
        this.shift(this.gear === 1 ? -1 : 1);
      } else if (!this.controls.key(e.code, isDown)) {
        return;
      }
      e.preventDefault();
      e.stopImmediatePropagation();
    };
    this.listeners = [[window, "keydown", (e) => key(e, true)], [window, "keyup", (e) => key(e, false)],
      [window, "blur", () => this.controls.reset()],
      [document, "visibilitychange", () => document.hidden && this.set(OFF)]];
    this.listeners.forEach(([at, kind, act]) => at.addEventListener(kind, act, { capture: true }));
  }

  // values: of the instance, as `about` has them.
  about(values) {
    const command = (name) => values.find((v) => v.commanded && v.name === name && v.index !== undefined);
    const state = (name) => values.find((v) => !v.commanded && v.name === name && v.index !== undefined);
    this.of = Object.fromEntries(["throttle", "brake", "steering", "gear", PERSON, DRIVER].map((name) => [name, command(name)]));
    this.shown = { speed: state("speed"), motor: state("motor"), wheel: state("steering_wheel") ?? this.of.steering };
    this.can = NEEDED.every((name) => this.of[name]);
    this.gear = undefined;
    this.set(OFF);
    this.mayControl(this.may);
  }

  mayControl(may) {
    this.may = may;
    this.buttons.hidden = !this.can || !may;
    this.driver.hidden = !this.of?.[DRIVER];
    this.gears.hidden = !this.of?.gear;
    this.board.hidden = !this.can;
    if (!may) {
      this.set(OFF);
    }
  }

  set(mode) {
    if (mode !== OFF && (!this.can || !this.may)) {
      return;
    }
    const before = this.mode;
    this.mode = mode;
    this.controls.reset();
    this.person.setAttribute("aria-pressed", String(mode === PERSON));
    this.driver.setAttribute("aria-pressed", String(mode === DRIVER));
    this.pads.hidden = mode !== PERSON;
    if (mode !== OFF && before === OFF) {
      this.at = performance.now();
      this.timer = setInterval(() => this.step(), EVERY);
      document.activeElement?.blur();
    } else if (mode === OFF && before !== OFF) {
      clearInterval(this.timer);
      this.sent.clear();
      this.ask("drive"); // the seat is free for others
    }
    if (mode !== before) {
      this.onchange(mode);
    }
  }

  shift(gear) {
    if (this.of?.gear && this.mode === PERSON) {
      this.gear = gear;
    }
  }

  // ---- as it goes --------------------------------------------------------------------------------

  valueOf(v) {
    return v && this.last ? this.last.values[v.index] : undefined;
  }

  metres() { // per second
    const v = this.shown.speed;
    return (this.valueOf(v) ?? 0) * (METRES[v?.unit] ?? 1);
  }

  frame(f) {
    this.last = f;
  }

  step(now = performance.now()) {
    const dt = Math.min((now - this.at) / 1000, 0.2);
    this.at = now;
    this.controls.step(dt, this.metres());
    for (const [request, at] of this.sent) {
      if (now - at > LATE) {
        this.sent.delete(request);
      }
    }
    if (this.sent.size < WAIT) {
      this.sent.set(this.ask(`drive ${this.line()}`), now);
    }
  }

  line() {
    if (this.mode === DRIVER) {
      return `${DRIVER}=1`;
    }
    const c = this.controls;
    const most = (v, edge = v?.maximum) => (Number.isFinite(edge) ? edge : 1);
    const { throttle, brake, steering } = this.of;
    const wanted = { throttle: c.throttle * most(throttle), brake: c.brake * most(brake),
      steering: c.steering * (c.steering >= 0 ? most(steering) : most(steering, -steering.minimum)), person: 1, ...(this.gear === undefined ? {} : { gear: this.gear }) };
    return Object.entries(wanted).filter(([name]) => this.of[name]).map(([name, x]) => `${name}=${Number(x.toPrecision(6))}`).join(" ");
  }

  // Whether the answer is one to a line of this page's driving.
  answer(m, you) {
    if (m.by !== you || !/^drive( |$)/.test(m.line)) {
      return false;
    }
    this.sent.delete(m.request);
    if (!m.answer.startsWith("ok") && this.mode !== OFF) {
      this.refused = (this.refused ?? 0) + 1;
      this.tell(`driving was refused: ${m.answer.replace(/^error /, "")}`);
      if (this.refused > 10) {
        this.set(OFF);
      }
    } else if (this.refused) {
      this.refused = 0;
      this.tell("");
    }
    return true;
  }

  // ---- what is seen ------------------------------------------------------------------------------

  draw() {
    if (!this.can || !this.last) {
      return;
    }
    this.measure();
    const speed = this.valueOf(this.shown.speed);
    const put = (e, text) => e.textContent !== text && (e.textContent = text);
    put(this.speed, speed === undefined ? "" : String(Math.abs(Math.round(speed))));
    put(this.unit, this.shown.speed?.unit ?? "");
    const motor = this.valueOf(this.shown.motor);
    put(this.motor, motor === undefined ? "" : `${Math.round(Math.abs(motor))} ${this.shown.motor.unit}`);
    for (const [name, e] of Object.entries(this.bars)) {
      const v = this.of[name];
      e.style.height = `${v ? 100 * Math.min(Math.max(this.valueOf(v) / (v.maximum || 1), 0), 1) : 0}%`;
    }
    const turn = this.valueOf(this.shown.wheel) * (TO_DEGREES[this.shown.wheel.unit] ?? 1);
    this.rim.setAttribute("transform", `rotate(${Number((-turn).toFixed(1))})`);
    const gear = this.valueOf(this.of.gear);
    [...this.gears.children].forEach((b, i) => {
      b.setAttribute("aria-pressed", String(GEARS[i][0] === gear));
      b.disabled = this.mode !== PERSON;
    });
    const person = this.valueOf(this.of[PERSON]) ?? 0;
    const driver = (this.valueOf(this.of[DRIVER]) ?? 0) * (1 - person);
    put(this.who, this.mode === PERSON ? "you drive" : person > 0.5 ? "somebody drives" : driver > 0.5 ? "its driver drives" : "nobody drives");
  }

  // How much of the picture is covered.
  measure() {
    const key = `${this.mode} ${this.root.clientHeight} ${this.root.clientWidth}`;
    if (key !== this.measured) {
      this.measured = key;
      this.oncover(this.mode === OFF ? 0 : this.board.clientHeight + THROUGH * this.pads.clientHeight);
    }
  }

  remove() {
    this.set(OFF);
    this.listeners.forEach(([at, kind, act]) => at.removeEventListener(kind, act, { capture: true }));
  }
}

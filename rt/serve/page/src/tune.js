// What can be written in an instance, inputs and parameters: a slider and a number each, in SI as control takes them.
// Who wrote last is shown, since everybody who may control writes the same. One write of a value is under way at a
// time: a slider that moves faster leaves values out, never the last one.
import { element } from "./element.js";

const MOST = 500; // rows

export class Tuner {
  constructor(name, link) {
    this.name = name;
    this.link = link;
    this.ranges = new Map();
    this.rows = new Map();
    this.search = element("input", { type: "search", placeholder: "search inputs and parameters",
      "aria-label": "search inputs and parameters", oninput: () => this.filter() });
    this.list = element("ul", { class: "names" });
    this.told = element("p", { class: "told", role: "status" });
    this.root = element("details", { class: "tune", ontoggle: () => this.root.open && this.load(0) },
      element("summary", {}, "inputs and parameters"), this.search, this.told, this.list);
  }

  about(m) { // commands have ranges, in units of their own
    this.ranges = new Map(m.values.filter((v) => v.commanded && v.minimum !== null && v.maximum !== null)
      .map((v) => [v.name, [v.minimum * v.si, v.maximum * v.si]]));
    if (this.root.open) {
      this.load(0);
    }
  }

  load(first) {
    if (first === 0) {
      this.rows.clear();
      this.list.replaceChildren();
      this.told.textContent = "";
    }
    this.link.ask(this.name, `variables ${first}`);
  }

  answer(m, you) {
    const [verb] = m.line.split(" ", 1);
    if (verb === "variables" && m.by === you) {
      if (m.answer.startsWith("ok ")) {
        this.take(JSON.parse(m.answer.slice(3)));
      } else {
        this.told.textContent = m.answer;
      }
      return true;
    }
    if (verb === "write") {
      this.written(m, you);
    }
    return false;
  }

  take(found) {
    for (const v of found.variables.filter((x) => x.writable && !this.rows.has(x.name))) {
      if (this.rows.size < MOST) {
        this.add(v);
      }
    }
    if (found.next !== null && this.rows.size < MOST) {
      this.load(found.next);
    } else if (found.next !== null) {
      this.told.textContent = `the first ${MOST} of ${found.total}`;
    }
    this.filter();
  }

  rangeOf(v) {
    const reach = 2 * Math.abs(v.value) || 1;
    return this.ranges.get(v.name) ?? (v.value >= 0 ? [0, reach] : [-reach, 0]);
  }

  add(v) {
    const [min, max] = this.rangeOf(v);
    const r = { name: v.name, held: v.value, sent: v.value, wanted: v.value, busy: false };
    r.slider = element("input", { type: "range", min: String(min), max: String(max), step: "any", value: String(v.value),
      "aria-label": v.name, oninput: () => this.want(r, Number(r.slider.value)) });
    r.number = element("input", { type: "number", step: "any", value: String(v.value), "aria-label": `${v.name}, SI`,
      onchange: () => this.want(r, Number(r.number.value)) });
    r.holder = element("small", {});
    r.row = element("li", {}, element("span", {}, v.name), r.slider, r.number, r.holder);
    this.rows.set(v.name, r);
    this.list.append(r.row);
  }

  want(r, value) {
    r.wanted = value;
    r.slider.value = r.number.value = String(value);
    this.send(r);
  }

  send(r) {
    if (!r.busy && r.wanted !== r.sent && Number.isFinite(r.wanted)) {
      r.busy = true;
      r.sent = r.wanted;
      this.link.ask(this.name, `write ${r.name}=${r.wanted}`);
    }
  }

  written(m, you) {
    for (const pair of m.line.split(" ").slice(1)) {
      const at = pair.lastIndexOf("=");
      const r = this.rows.get(pair.slice(0, at));
      if (!r) {
        continue;
      }
      const good = m.answer.startsWith("ok");
      if (good) {
        r.holder.textContent = m.by === you ? "written here" : `written by browser ${m.by}`;
        r.held = Number(pair.slice(at + 1));
      }
      if (m.by === you) {
        r.busy = false;
      }
      if (m.by === you && (good || r.wanted !== r.sent)) {
        this.send(r);
      } else if (good || m.by === you) { // another browser's, or what was before a value that was refused
        r.sent = r.wanted = r.held;
        r.slider.value = r.number.value = String(r.held);
      }
    }
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const r of this.rows.values()) {
      r.row.hidden = !words.every((w) => r.name.toLowerCase().includes(w));
    }
  }
}

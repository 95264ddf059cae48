// What can be written in an instance, inputs and parameters: a slider and a number each. A command has the name, the
// unit and the range that the rig gives it, as among the signals; the others are in SI. Who wrote last is shown, since
// everybody who may control writes the same. One write of a value is under way at a time: a slider that moves faster
// leaves values out, never the last one.
import { element } from "./element.js";
import { NameTree } from "./names.js";

const MOST = 500; // rows

const tidy = (x) => Number(x.toPrecision(12)); // without the rounding of units

export class Tuner {
  constructor(name, link) {
    this.name = name;
    this.link = link;
    this.rows = new Map(); // by the name in the model
    this.search = element("input", { type: "search", placeholder: "search inputs and parameters",
      "aria-label": "search inputs and parameters", oninput: () => this.filter() });
    this.commands = element("ul", { class: "names" });
    this.tree = new NameTree(() => {});
    this.told = element("p", { class: "told", role: "status" });
    this.root = element("details", { class: "tune", ontoggle: () => this.root.open && this.load(0) },
      element("summary", {}, "inputs and parameters"), this.search, this.told,
      this.title = element("h4", {}, "commands of the rig"), this.commands,
      element("h4", {}, "of the model, in SI"), this.tree.root);
  }

  about() {
    if (this.root.open) {
      this.load(0);
    }
  }

  load(first) {
    if (first === 0) {
      this.rows.clear();
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
        this.rows.set(v.name, this.rowOf(v));
      }
    }
    if (found.next !== null && this.rows.size < MOST) {
      this.load(found.next);
    } else if (found.next !== null) {
      this.told.textContent = `the first ${MOST} of ${found.total}`;
    }
    const rows = [...this.rows.values()];
    this.commands.replaceChildren(...rows.filter((r) => r.signal).map((r) => r.row));
    this.commands.hidden = this.title.hidden = !rows.some((r) => r.signal);
    this.tree.load(rows.filter((r) => !r.signal));
    this.filter();
  }

  rangeOf(v, value) {
    const known = Number.isFinite(v.minimum) && Number.isFinite(v.maximum) && v.minimum !== null && v.maximum !== null;
    const reach = 2 * Math.abs(value) || 1;
    return known ? [v.minimum, v.maximum] : value >= 0 ? [0, reach] : [-reach, 0];
  }

  rowOf(v) {
    const r = { v: { name: v.signal ?? v.name }, name: v.name, signal: v.signal, offset: v.offset ?? 0, factor: v.factor ?? 1,
      held: v.value, sent: v.value, wanted: v.value, busy: false };
    const value = tidy(this.toShown(r, v.value));
    const [min, max] = this.rangeOf(v, value);
    const unit = v.signal ? v.unit : "SI";
    const title = v.signal && v.signal !== v.name ? `input ${v.name} of the model` : "";
    r.slider = element("input", { type: "range", min: String(min), max: String(max), step: "any", value: String(value),
      "aria-label": r.v.name, oninput: () => this.want(r, Number(r.slider.value)) });
    r.number = element("input", { type: "number", step: "any", value: String(value), "aria-label": `${r.v.name}, ${unit}`,
      onchange: () => this.want(r, Number(r.number.value)) });
    r.holder = element("small", { class: "holder" });
    r.row = element("li", {}, element("span", { title }, r.v.name), element("small", { class: "range" }, v.signal ? `${min} … ${max}` : ""),
      r.slider, r.number, element("small", { class: "unit" }, v.signal ? v.unit : ""), r.holder);
    return r;
  }

  toShown(r, x) {
    return (x - r.offset) / r.factor;
  }

  want(r, shown) {
    const edge = [r.slider.min, r.slider.max].map(Number);
    r.wanted = r.signal ? r.offset + r.factor * Math.min(Math.max(shown, edge[0]), edge[1]) : shown;
    this.show(r, r.wanted);
    this.send(r);
  }

  show(r, x) {
    const value = String(tidy(this.toShown(r, x)));
    if (!r.signal && Number(value) > Number(r.slider.max)) {
      r.slider.max = String(2 * Number(value));
    }
    r.slider.value = r.number.value = value;
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
        this.show(r, r.held);
      }
    }
  }

  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const r of this.rows.values()) {
      r.row.hidden = !words.every((w) => r.v.name.toLowerCase().includes(w) || r.name.toLowerCase().includes(w));
    }
    this.tree.filter(words.length > 0);
  }
}

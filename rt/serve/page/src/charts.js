// The charts of a panel: what is ticked among the signals gets one of its own, or joins the one that is chosen for it.
import { Chart, KINDS, colorOf } from "./chart.js";
import { element } from "./element.js";

export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const squeeze = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "");
const MEASURED = /(measured|actual|position|feedback|is)$/;

// What was commanded beside what was measured, by their names and units: front_left and front_left.measured, leg1 and
// measured1, or a sensor of the command's own name.
export function pairsOf(values) {
  const commands = values.filter((v) => v.commanded);
  const others = values.filter((v) => !v.commanded && v.index !== undefined && v.pose === undefined && v.force === undefined);
  const base = (name) => squeeze(name.replace(/\.[^.]*$/, ""));
  return commands.flatMap((c) => {
    const name = squeeze(c.name);
    const number = /\d+$/.exec(c.name)?.[0];
    const fits = others.filter((v) => v.unit === c.unit);
    const found = fits.find((v) => base(v.name) === name || squeeze(v.name).replace(MEASURED, "") === name)
      ?? fits.find((v) => squeeze(v.name).startsWith(`measured${name}`) || base(v.name).startsWith(name))
      ?? (number && fits.find((v) => MEASURED.test(v.name.replace(/\d+$/, "")) && /\d+$/.exec(v.name)?.[0] === number));
    return found ? [[c, found]] : [];
  });
}

const FEW = 4; // signals of one value that are offered for a start

export class Charts {
  constructor(name, onchange) {
    this.name = name;
    this.onchange = onchange; // other charts are there now
    this.list = [];
    this.target = null;
    this.offers = element("div", { class: "offers" });
    this.none = element("p", { class: "none" }, "Tick a signal, and its chart is here. ",
      "Several share a chart: press ", element("b", {}, "overlay"), " on it first.");
    this.root = element("div", { class: "strips" }, this.offers, this.none);
  }

  // history: as charts want it; seek(t), or undefined
  about(values, history, seek) {
    this.clear();
    this.values = values;
    this.history = history;
    this.seek = seek;
    const energy = values.filter((v) => /(^|[./])energy\.(kinetic|potential|total)$/.test(v.name));
    const pairs = pairsOf(values).slice(0, 8);
    const plain = values.filter((v) => !v.commanded && v.pose === undefined && v.force === undefined && !/[.[]/.test(v.name) &&
      !pairs.some((p) => p.includes(v)));
    const offers = [[energy.length > 1 ? "energy" : "", energy],
      ...pairs.map(([c, m]) => [`${c.name}: commanded and measured`, [c, m]]), ...plain.slice(0, Math.max(0, FEW - pairs.length)).map((v) => [v.name, [v]])];
    this.offers.replaceChildren(...offers.filter(([text]) => text).map(([text, list]) => element("button",
      { type: "button", onclick: () => this.add(list) }, text)));
  }

  clear() {
    this.list.splice(0).forEach((c) => {
      c.remove();
      c.box.remove();
    });
    this.target = null;
    this.none.hidden = false;
  }

  has(v) {
    return this.list.some((c) => c.values.includes(v));
  }

  // A value gets its chart, or a place in the chosen one.
  tick(v) {
    if (this.target && !this.target.values.includes(v)) {
      this.history.want?.([v]);
      this.target.setValues([...this.target.values, v]);
      this.describe(this.target);
      this.onchange();
    } else if (!this.has(v)) {
      this.add([v]);
    }
  }

  untick(v) {
    for (const c of this.list.filter((x) => x.values.includes(v))) {
      this.leave(c, v);
    }
  }

  leave(chart, v) {
    const rest = chart.values.filter((x) => x !== v);
    if (rest.length) {
      chart.setValues(rest);
      this.describe(chart);
      this.onchange();
    } else {
      this.drop(chart);
    }
  }

  drop(chart) {
    chart.remove();
    chart.box.remove();
    this.list.splice(this.list.indexOf(chart), 1);
    this.target = this.target === chart ? null : this.target;
    this.none.hidden = this.list.length > 0;
    this.onchange();
  }

  add(values, kind = "time") {
    this.history.want?.(values);
    const place = element("div", { class: "plot", title: "drag to look at a part; a double click shows the whole" });
    const chips = element("div", { class: "chips" });
    const button = (text, onclick, more = {}) => element("button", { type: "button", onclick, ...more }, text);
    const box = element("div", { class: "strip" }, chips, place);
    this.root.append(box);
    const chart = new Chart(place, values, this.history, { kind, seek: this.seek, oncursor: (idx) => this.tell(chart, idx) });
    const pause = button("hold", () => {
      chart.paused = !chart.paused;
      pause.textContent = chart.paused ? "go on" : "hold";
    });
    chart.kinds = element("select", { "aria-label": "kind of chart", onchange: () => this.turn(chart, chart.kinds.value) },
      ...Object.entries(KINDS).map(([k, text]) => element("option", { value: k }, text)));
    chart.over = button("overlay", () => this.choose(this.target === chart ? null : chart),
      { "aria-pressed": "false", title: "what is ticked next joins this chart" });
    box.append(element("div", { class: "tools" }, chart.kinds, chart.over, ...(this.seek ? [] : [pause]), button("nearer", () => chart.nearer()),
      button("whole", () => chart.whole()), button("CSV", () => save(`${this.name}-${values[0].name}.csv`, chart.csv(), "text/csv")),
      button("×", () => this.drop(chart), { "aria-label": "take this chart away" })));
    chart.box = box;
    chart.chips = chips;
    this.list.push(chart);
    this.none.hidden = true;
    this.describe(chart);
    this.onchange();
    return chart;
  }

  choose(chart) {
    this.target = chart;
    this.list.forEach((c) => {
      c.over.setAttribute("aria-pressed", String(c === chart));
      c.box.classList.toggle("chosen", c === chart);
    });
  }

  turn(chart, kind) {
    if (kind === "xy" && chart.values.length < 2) {
      chart.kinds.value = chart.kind;
      chart.chips.append(element("small", { class: "hint" }, "x–y needs a second signal: press overlay and tick it"));
      return;
    }
    chart.setKind(kind);
    this.describe(chart);
    this.onchange();
  }

  describe(chart) {
    if (chart.kind === "xy" && chart.values.length < 2) {
      chart.setKind("time");
    }
    chart.kinds.value = chart.kind;
    chart.texted = chart.values.map(() => element("output", { class: "value" }));
    chart.chips.replaceChildren(...chart.values.map((v, i) => {
      const swatch = element("i", { class: "swatch", "aria-hidden": "true" });
      swatch.style.background = colorOf(i);
      return element("span", { class: "chip" }, swatch, `${v.name} `, chart.texted[i], element("button", { type: "button", class: "bare",
        "aria-label": `take ${v.name} away`, onclick: () => this.leave(chart, v) }, "×"));
    }));
    this.tell(chart, null);
  }

  tell(chart, idx) {
    if (!chart?.texted) {
      return;
    }
    const x = chart.kind === "time" || chart.kind === "rate" ? chart.time[idx] : undefined;
    chart.texts(idx).forEach((text, i) => (chart.texted[i].textContent = text));
    chart.box.dataset.at = x === undefined ? "" : `t ${x}`;
  }

  repaint() {
    this.list.forEach((c) => {
      c.repaint();
      this.describe(c);
    });
  }
}

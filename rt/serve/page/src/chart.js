// A chart of one or several values: over time, their derivatives, one against others, or how often they were where.
// Between two points there are many steps: the least and the largest value are drawn as a band, so that no peak is lost.
// Values of one unit share an axis, the second unit has its own at the right.
import uPlot from "uplot";

export const KINDS = { time: "over time", rate: "derivative", xy: "x–y", histogram: "histogram" };
const DASH = [[], [8, 4], [2, 3], [10, 3, 2, 3]]; // readable without colour
const LIGHT = ["#1769aa", "#c25100", "#0f7b58", "#97288f", "#7a4b3a", "#b0174f", "#566100", "#00707c"];
const DARK = ["#6db6f2", "#ff9c52", "#4fd1a5", "#e48fdc", "#cda393", "#ff86ae", "#c3cc4a", "#52d0de"];
const BARS = 40;
const HEIGHT = 190;

const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";
export const colorOf = (i) => (isDark() ? DARK : LIGHT)[i % LIGHT.length];
export const dashOf = (i) => DASH[Math.floor(i / LIGHT.length) % 4 || i % 4];
const ink = () => getComputedStyle(document.body).color;

const NOTHING = 1e-20; // what rounding leaves where 0 is meant

export const digits = (x) => (Math.abs(x) < NOTHING ? 0 : x).toPrecision(6);
export const shown = (x) => (x === null || x === undefined || !Number.isFinite(x) ? "–" : String(Number(digits(x))));

// Of two equal ends of a band there is one.
export const spread = (a, b) => (a === b || shown(a) === shown(b) ? shown(a) : `${shown(a)} … ${shown(b)}`);

const middle = (a, b) => (a === null || b === null || a === undefined || b === undefined ? null : (a + b) / 2);

export class Chart {
  // history: columns(values); seek(t): a click looks at that time, undefined: nothing can be looked at
  constructor(place, values, history, { kind = "time", seek, oncursor } = {}) {
    this.place = place;
    this.history = history;
    this.seek = seek;
    this.oncursor = oncursor ?? (() => {});
    this.values = values;
    this.kind = kind;
    this.paused = false;
    this.zoomed = false; // what is shown stays while frames come
    this.load();
    new ResizeObserver(() => this.plot.setSize({ width: Math.max(this.place.clientWidth, 160), height: HEIGHT })).observe(place);
  }

  load() {
    this.take();
    this.fresh = true;
    this.make();
  }

  // off: how far each may be from the truth, where that is known.
  take() {
    const { time, least, most, off } = this.history.columns(this.values);
    Object.assign(this, { time, least, most, off: off?.some((o) => o) ? off : null });
  }

  setValues(values) {
    this.values = values;
    this.kind = this.kind === "xy" && values.length < 2 ? "time" : this.kind;
    this.load();
  }

  setKind(kind) {
    this.kind = kind;
    this.zoomed = false;
    this.make();
  }

  // ---- what is drawn -----------------------------------------------------------------------------

  units() {
    return [...new Set(this.values.map((v) => this.unitOf(v)))];
  }

  unitOf(v) {
    return this.kind === "rate" ? `${v.unit || "1"}/s` : v.unit;
  }

  mean(i) {
    return this.time.map((_, k) => middle(this.least[i][k], this.most[i][k]));
  }

  rate(i) {
    const x = this.mean(i);
    const t = this.time;
    return t.map((_, k) => {
      const a = Math.max(k - 1, 0);
      const b = Math.min(k + 1, t.length - 1);
      return x[a] === null || x[b] === null || t[b] === t[a] ? null : (x[b] - x[a]) / (t[b] - t[a]);
    });
  }

  bars() {
    const all = this.values.map((_, i) => this.mean(i).filter((x) => x !== null));
    const low = Math.min(...all.flat());
    const high = Math.max(...all.flat());
    const wide = (high - low || 1) / BARS;
    const at = Array.from({ length: BARS }, (_, k) => low + (k + 0.5) * wide);
    return all.flat().length ? [at, ...all.map((list) => list.reduce((count, x) => {
      count[Math.min(BARS - 1, Math.floor((x - low) / wide))]++;
      return count;
    }, new Array(BARS).fill(0)))] : [[], ...all.map(() => [])];
  }

  data() {
    switch (this.kind) {
    case "rate":
      return [this.time, ...this.values.map((_, i) => this.rate(i))];
    case "histogram":
      return this.bars();
    case "xy":
      return [null, ...this.values.slice(1).map((_, i) => [this.mean(0), this.mean(i + 1)])];
    default:
      return [this.time, ...this.values.flatMap((_, i) => [this.least[i], this.most[i]]), ...this.edges()];
    }
  }

  // The lower and the upper edge of the errors of each value, behind all others.
  edges() {
    const edge = (i, side) => this.time.map((_, k) => {
      const off = this.off[i]?.[k] ?? null;
      const x = (side < 0 ? this.least : this.most)[i][k];
      return off === null || x === null ? null : x + side * off;
    });
    return this.off ? this.values.flatMap((_, i) => [edge(i, -1), edge(i, 1)]) : [];
  }

  series() {
    const line = (i, more = {}) => ({ stroke: () => colorOf(i), dash: dashOf(i), width: 1.6, points: { show: false },
      scale: this.scaleOf(i), ...more });
    switch (this.kind) {
    case "rate":
      return [{}, ...this.values.map((_, i) => line(i))];
    case "histogram":
      return [{}, ...this.values.map((_, i) => line(i, { scale: "y", dash: [], fill: () => `${colorOf(i)}60`,
        paths: uPlot.paths.bars({ size: [0.9] }) }))];
    case "xy":
      return [null, ...this.values.slice(1).map((_, i) => line(i + 1, { facets: [{ scale: "x", auto: true },
        { scale: this.scaleOf(i + 1), auto: true }], paths: trace }))];
    default:
      return [{}, ...this.values.flatMap((_, i) => [line(i), line(i, { width: 0.8, dash: [] })]),
        ...(this.off ? this.values.flatMap((_, i) => [line(i, { width: 0 }), line(i, { width: 0 })]) : [])];
    }
  }

  scaleOf(i) {
    const listed = this.kind === "xy" ? [...new Set(this.values.slice(1).map((v) => v.unit))] : this.units();
    return `y${Math.max(0, listed.indexOf(this.unitOf(this.values[i]))) || ""}`;
  }

  axes() {
    const axis = { stroke: ink, grid: { stroke: "#8885", width: 1 }, ticks: { stroke: "#8888", width: 1 }, labelSize: 18, labelGap: 0, labelFont: "12px system-ui, sans-serif" };
    const of = (scale, label, side) => ({ ...axis, scale, label, side, grid: { ...axis.grid, show: side === 3 },
      size: (_, texts) => 14 + 7.2 * Math.max(2, ...(texts ?? []).map((t) => t.length)),
      values: (_, at) => at.map((x) => String(Number(x.toPrecision(12)))) });
    const bottom = { time: "t [s]", rate: "t [s]", xy: `${this.values[0].name}${this.values[0].unit ? ` [${this.values[0].unit}]` : ""}`,
      histogram: this.units().map((u) => (u ? `[${u}]` : "value")).join(" ") }[this.kind];
    const listed = this.kind === "histogram" ? [undefined] : [...new Set(this.values.slice(this.kind === "xy" ? 1 : 0).map((v) => this.unitOf(v)))];
    return [{ ...axis, label: bottom, size: 32 }, ...listed.slice(0, 2).map((u, k) =>
      of(k ? "y1" : "y", u === undefined ? "points" : u ? `[${u}]` : "", k ? 1 : 3))];
  }

  bands() {
    const n = 2 * this.values.length;
    const band = (i, first, shade) => ({ series: [first + 2 * i + 2, first + 2 * i + 1], fill: () => `${colorOf(i)}${shade}` });
    return [...this.values.map((_, i) => band(i, 0, "50")), ...(this.off ? this.values.map((_, i) => band(i, n, "40")) : [])];
  }

  options() {
    return {
      mode: this.kind === "xy" ? 2 : 1, width: Math.max(this.place.clientWidth, 160), height: HEIGHT, padding: [8, 8, 0, 0],
      scales: { x: { time: false } }, series: this.series(), axes: this.axes(), legend: { show: false },
      cursor: { sync: this.kind === "time" || this.kind === "rate" ? { key: "t", setSeries: false, scales: ["x", null] } : undefined,
        drag: { x: true, y: false }, points: { show: this.kind !== "xy" } },
      bands: this.kind === "time" ? this.bands() : [],
      hooks: {
        setSelect: [(u) => (this.zoomed = this.zoomed || u.select.width > 0)],
        setCursor: [(u) => this.oncursor(u.cursor.idx)],
        draw: [(u) => this.drawHead(u)],
      },
    };
  }

  make() {
    this.plot?.destroy();
    this.plot = new uPlot(this.options(), this.data(), this.place);
    this.plot.over.addEventListener("dblclick", () => this.whole());
    let down = 0;
    this.plot.over.addEventListener("pointerdown", (e) => (down = e.clientX));
    this.plot.over.addEventListener("click", (e) => {
      if (this.seek && Math.abs(e.clientX - down) < 4 && (this.kind === "time" || this.kind === "rate")) {
        this.seek(this.plot.posToVal(e.clientX - this.plot.over.getBoundingClientRect().left, "x"));
      }
    });
  }

  // The line of the place that is shown.
  drawHead(u) {
    if (this.head === undefined || !["time", "rate"].includes(this.kind)) {
      return;
    }
    const x = Math.round(u.valToPos(this.head, "x", true));
    const { left, top, width, height } = u.bbox;
    if (x < left - 1 || x > left + width + 1) {
      return;
    }
    u.ctx.save();
    u.ctx.strokeStyle = u.ctx.fillStyle = ink();
    u.ctx.lineWidth = Math.max(1, devicePixelRatio * 1.5);
    u.ctx.beginPath();
    u.ctx.moveTo(x, top);
    u.ctx.lineTo(x, top + height);
    u.ctx.stroke();
    u.ctx.beginPath();
    u.ctx.moveTo(x - 5 * devicePixelRatio, top);
    u.ctx.lineTo(x + 5 * devicePixelRatio, top);
    u.ctx.lineTo(x, top + 7 * devicePixelRatio);
    u.ctx.fill();
    u.ctx.restore();
  }

  setHead(t) {
    if (t !== this.head) {
      this.head = t;
      this.moved = true;
    }
  }

  // Values under the cursor, else at the place that is shown, else the newest: text of each.
  texts(idx) {
    let k = idx ?? this.time.length - 1;
    if ((idx === null || idx === undefined) && this.head !== undefined) {
      for (k = 0; k + 1 < this.time.length && this.time[k + 1] <= this.head; k++);
    }
    if (this.kind === "histogram") {
      return this.values.map(() => "");
    }
    const rates = this.kind === "rate" ? this.plot.data : null;
    const seen = (i) => this.off?.[i]?.[k] > 5e-7 * Math.abs(this.most[i][k]); // beside the digits that are shown
    const off = (i) => (this.kind === "time" && seen(i) ? ` ± ${Number(this.off[i][k].toPrecision(2))}` : "");
    return this.values.map((v, i) => `${rates ? shown(rates[i + 1]?.[k]) : spread(this.least[i][k], this.most[i][k])}${off(i)}` +
      `${this.unitOf(v) ? ` ${this.unitOf(v)}` : ""}`);
  }

  // ---- as frames come ----------------------------------------------------------------------------

  add() {
    if (!this.paused) {
      this.stale = true;
    }
  }

  draw() {
    if (this.stale && !this.paused) {
      this.stale = false;
      const before = Boolean(this.off);
      this.take();
      this.fresh = true;
      if (Boolean(this.off) !== before && this.kind === "time") {
        this.make(); // with edges
      }
    }
    if (this.fresh) {
      this.fresh = this.moved = false;
      this.plot.setData(this.data(), !this.zoomed);
      if (this.zoomed) {
        this.repaint();
      }
      this.oncursor(this.plot.cursor.idx);
    } else if (this.moved) {
      this.moved = false;
      this.plot.redraw(false, false);
      this.oncursor(this.plot.cursor.idx);
    }
  }

  repaint() {
    this.plot.redraw();
  }

  nearer() { // the half around the place that is shown, else the later one
    const { min, max } = this.plot.scales.x;
    if (max > min) {
      const half = (max - min) / 2;
      const around = this.head !== undefined && (this.kind === "time" || this.kind === "rate");
      const low = around ? Math.min(Math.max(this.head - half / 2, min), min + half) : (min + max) / 2;
      this.zoomed = true;
      this.plot.setScale("x", { min: low, max: around ? low + half : max });
    }
  }

  whole() {
    this.zoomed = false;
    this.plot.setData(this.data());
  }

  csv() {
    const named = (v, what) => `${v.name}${what}${v.unit ? ` [${v.unit}]` : ""}`;
    const head = ["t [s]", ...this.values.flatMap((v) => [named(v, " least"), named(v, " largest")])];
    const rows = this.time.map((t, k) => [t, ...this.values.flatMap((_, i) => [this.least[i][k], this.most[i][k]])]
      .map((x) => x ?? "nan").join(","));
    return [head.join(","), ...rows, ""].join("\n");
  }

  remove() {
    this.plot.destroy();
  }
}

// A line through points whose x may go back.
function trace(u, index) {
  uPlot.orient(u, index, (series, xs, ys, scaleX, scaleY, toX, toY, left, top, width, height) => {
    const [dataX, dataY] = u.data[index];
    const sy = u.scales[series.facets[1].scale];
    const ctx = u.ctx;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    ctx.strokeStyle = series.stroke(u, index);
    ctx.lineWidth = 1.6 * devicePixelRatio;
    ctx.beginPath();
    let open = false;
    dataX.forEach((x, k) => {
      if (x === null || dataY[k] === null) {
        open = false;
        return;
      }
      const px = toX(x, u.scales.x, width, left);
      const py = toY(dataY[k], sy, height, top);
      ctx[open ? "lineTo" : "moveTo"](px, py);
      open = true;
    });
    ctx.stroke();
    ctx.restore();
  });
  return null;
}

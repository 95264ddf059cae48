// A strip chart of values over time: every frame brings the newest, the least and the largest value, so that a peak
// between two frames is drawn.
import uPlot from "uplot";

const MOST = 3600; // frames, a minute at 60 Hz
const DASH = [[], [8, 4], [2, 3], [10, 3, 2, 3]]; // readable without colour
const COLOR = ["#1f77b4", "#d95f02", "#1b9e77", "#a6389a"];

// Of a frame: its `values`, `least` or `most`; of poses and forces it has but the newest.
export const valueOf = (f, row, v) => (v.pose !== undefined ? f.poses[v.pose]
  : v.force !== undefined ? f.forces[v.force] : f[row][v.index]);

const drawn = (x) => (Number.isFinite(x) ? x : null); // what is no number is a gap

export class Chart {
  constructor(parent, values) {
    this.values = values; // as `about` lists them
    this.time = [];
    this.least = values.map(() => []);
    this.most = values.map(() => []);
    this.paused = false;
    this.zoomed = false; // what is shown stays while frames come
    this.plot = new uPlot(this.options(parent), this.data(), parent);
    this.plot.over.addEventListener("dblclick", () => this.whole());
    new ResizeObserver(() => this.plot.setSize({ width: parent.clientWidth, height: 160 })).observe(parent);
  }

  options(parent) {
    const ink = () => getComputedStyle(document.body).color; // dark or light as the page is
    const series = this.values.flatMap((v, i) => [
      { label: `${v.name}${v.unit ? ` [${v.unit}]` : ""}: least`, stroke: COLOR[i % 4], dash: DASH[i % 4], width: 1.5 },
      { label: "largest", stroke: COLOR[i % 4], width: 0.75, points: { show: false } },
    ]);
    const axis = { stroke: ink, grid: { stroke: "#8884" }, ticks: { stroke: "#8886" } };
    const left = { ...axis, size: (_, texts) => 20 + 7.5 * Math.max(3, ...(texts ?? []).map((t) => t.length)),
      values: (_, ticks) => ticks.map((x) => String(Number(x.toPrecision(12)))) };
    return {
      width: Math.max(parent.clientWidth, 200), height: 160, scales: { x: { time: false } },
      series: [{ label: "t [s]" }, ...series], axes: [axis, left], legend: { live: false },
      hooks: { setSelect: [(u) => (this.zoomed = this.zoomed || u.select.width > 0)] },
      bands: this.values.map((_, i) => ({ series: [2 * i + 2, 2 * i + 1], fill: COLOR[i % 4] + "40" })),
    };
  }

  data() {
    return [this.time, ...this.values.flatMap((_, i) => [this.least[i], this.most[i]])];
  }

  add(f) {
    if (this.paused || (this.time.length > 0 && f.time === this.time.at(-1))) {
      return;
    }
    if (this.time.length > 0 && f.time < this.time.at(-1)) { // a reset: time begins anew
      this.clear();
    }
    this.time.push(f.time);
    this.values.forEach((v, i) => {
      this.least[i].push(drawn(valueOf(f, "least", v)));
      this.most[i].push(drawn(valueOf(f, "most", v)));
    });
    if (this.time.length > MOST) {
      for (const list of this.data()) {
        list.splice(0, MOST / 10);
      }
    }
    this.fresh = true;
  }

  clear() {
    for (const list of this.data()) {
      list.length = 0;
    }
    this.zoomed = false;
  }

  draw() {
    if (this.fresh) {
      this.fresh = false;
      this.plot.setData(this.data(), !this.zoomed);
      if (this.zoomed) {
        this.repaint();
      }
    }
  }

  repaint() {
    this.plot.redraw();
  }

  nearer() { // the later half
    const { min, max } = this.plot.scales.x;
    if (max > min) {
      this.zoomed = true;
      this.plot.setScale("x", { min: (min + max) / 2, max });
    }
  }

  whole() {
    this.zoomed = false;
    this.plot.setData(this.data());
  }

  csv() {
    const head = ["t", ...this.values.flatMap((v) => [`${v.name} least`, `${v.name} largest`])];
    const rows = this.time.map((_, k) => this.data().map((list) => list[k] ?? "nan").join(","));
    return [head.join(","), ...rows, ""].join("\n");
  }

  remove() {
    this.plot.destroy();
  }
}

// How well the cycle keeps its time: histograms with axes and the deadline, misses over time, what happened lately.
import { element } from "./element.js";
import { word } from "./words.js";

const SECONDS = 300; // of the timeline
const W = 250;
const LONG = 500; // of the timeline
const H = 120;
const LEFT = 34;
const BOTTOM = 26;
const CAUSES = { woken_late: "a", computed_long: "b", published_late: "c", blocked: "d" }; // classes of colours

function svg(tag, attributes, ...children) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) {
    e.setAttribute(name, value);
  }
  e.append(...children);
  return e;
}

// About n round numbers from low to high.
export function ticks(low, high, n = 5) {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / n));
  const step = [1, 2, 5, 10].map((k) => k * power).find((s) => span / s <= n) ?? 10 * power;
  const out = [];
  for (let x = Math.ceil(low / step); x * step <= high * (1 + 1e-9); x++) {
    out.push(x * step);
  }
  return out;
}

const short = (x) => (Math.abs(x) >= 1e4 ? `${Number((x / 1000).toPrecision(3))}k` : String(Number(x.toPrecision(3))));

function frame(label) {
  return svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": label });
}

// h: as the status says; deadline: where it lies, µs, and on which side of it is late.
export function histogram(title, key, h, deadline) {
  const us = (ns) => ns / 1000;
  const late = h.below > 0 ? 1.5 * us(h.width_ns) : 0; // what lies below 0 is one bar on the other side of the deadline
  const low = Math.min(us(h.low_ns), deadline) - late;
  const seen = us(h.low_ns + h.width_ns * h.count.length);
  const high = seen > deadline || deadline < 2 * seen ? Math.max(seen, deadline) * 1.02 : seen * 1.02;
  const x = (v) => LEFT + (W - LEFT - 8) * (v - low) / (high - low || 1);
  const most = Math.max(1, ...h.count);
  const decades = Math.max(1, Math.ceil(Math.log10(most + 1)));
  const y = (n) => (n > 0 ? H - BOTTOM - (H - BOTTOM - 14) * (0.3 + Math.log10(n)) / (decades + 0.3) : H - BOTTOM);
  const out = frame(`${title}: median ${us(h.p50_ns)} µs, largest ${us(h.max_ns)} µs`);
  for (let d = 0; d <= decades; d++) {
    out.append(svg("line", { class: "grid", x1: LEFT, x2: W - 8, y1: y(10 ** d), y2: y(10 ** d) }),
      svg("text", { x: LEFT - 4, y: y(10 ** d) + 4, "text-anchor": "end" }, short(10 ** d)));
  }
  h.count.forEach((n, i) => {
    const from = x(us(h.low_ns + i * h.width_ns));
    const width = Math.max(1, x(us(h.low_ns + (i + 1) * h.width_ns)) - from - 0.6);
    out.append(svg("rect", { x: from, y: y(n), width, height: H - BOTTOM - y(n) }));
  });
  if (late) {
    out.append(svg("rect", { class: "late", x: x(low), y: y(h.below), width: Math.max(2, x(low + us(h.width_ns)) - x(low)),
      height: H - BOTTOM - y(h.below) }, svg("title", {}, `${h.below} below 0, the least ${us(h.min_ns).toFixed(1)} µs`)));
  }
  for (const t of ticks(Math.max(low, low + late), high, 4)) {
    out.append(svg("line", { class: "axis", x1: x(t), x2: x(t), y1: H - BOTTOM, y2: H - BOTTOM + 4 }),
      svg("text", { x: x(t), y: H - BOTTOM + 15, "text-anchor": "middle" }, short(t)));
  }
  out.append(svg("line", { class: "axis", x1: LEFT, x2: W - 8, y1: H - BOTTOM, y2: H - BOTTOM }),
    svg("text", { x: W - 8, y: H - 1, "text-anchor": "end" }, "µs"));
  if (deadline <= high) {
    const left = x(deadline) > W / 2;
    out.append(svg("line", { class: "deadline", x1: x(deadline), x2: x(deadline), y1: 4, y2: H - BOTTOM }),
      svg("text", { class: "deadline", x: x(deadline) + (left ? -4 : 4), y: 12, "text-anchor": left ? "end" : "start" }, "deadline"));
  } else {
    out.append(svg("text", { class: "deadline", x: W - 8, y: 12, "text-anchor": "end" }, `deadline at ${short(deadline)} →`));
  }
  const beyond = us(h.max_ns) > seen ? `; the last bar up to ${us(h.max_ns).toFixed(1)}` : "";
  const ends = key === "slack" ? `least ${us(h.min_ns).toFixed(1)}, median ${us(h.p50_ns).toFixed(1)} µs${late ? `; ${h.below} missed` : ""}`
    : `median ${us(h.p50_ns).toFixed(1)}, 99 % ${us(h.p99_ns).toFixed(1)}, max ${us(h.max_ns).toFixed(1)} µs`;
  return element("figure", { "data-deadline": String(deadline) }, element("figcaption", {}, word(key, title),
    ` · cycles per bar${beyond}; ${ends}`), out);
}

export class Timing {
  constructor() {
    this.counts = element("p", { class: "counts" });
    this.histograms = element("div", { class: "histograms" });
    this.bins = []; // of a second each: {at, causes}
    this.line = element("div", { class: "misses" });
    this.list = element("ol", { class: "events", "aria-label": "events, the newest first", tabindex: "0" });
    this.known = new Map();
    this.root = element("div", { class: "timing" }, this.counts, this.histograms, this.line,
      element("h4", {}, "events"), this.list);
  }

  about() { // another start of it
    this.bins = [];
    this.before = undefined;
    this.known.clear();
    this.list.replaceChildren();
  }

  status(m) {
    const causes = Object.entries(m.causes).filter(([, n]) => n > 0).map(([cause, n]) => `${cause.replaceAll("_", " ")} ${n}`);
    this.counts.replaceChildren(`${m.cycles} `, word("cycle", "cycles"), `, ${m.missed} `, word("miss", "missed"),
      `${causes.length ? ` (${causes.join(", ")})` : ""}, ${m.doubtful} steps in `, word("doubt"), `, ${m.clients.length} commanding `,
      word("client", m.clients.length === 1 ? "client" : "clients"), m.record ? `, ${m.recording}` : "");
    this.counts.classList.toggle("bad", m.record?.mode === "failing");
    this.histograms.replaceChildren(histogram("wake-up", "wake-up", m.wake, m.period_ns / 1000),
      histogram("slack", "slack", m.slack, 0));
    this.count(m);
    this.tellEvents(m);
  }

  count(m) {
    const second = Math.floor(performance.now() / 1000);
    if (this.bins.at(-1)?.second !== second) {
      this.bins.push({ second, causes: {} });
      this.bins.splice(0, this.bins.length - SECONDS);
    }
    const causes = this.bins.at(-1).causes;
    for (const [cause, n] of Object.entries(m.causes)) {
      const more = n - (this.before?.[cause] ?? n);
      causes[cause] = (causes[cause] ?? 0) + Math.max(0, more);
    }
    this.before = m.causes;
    this.drawMisses(second);
  }

  drawMisses(second) {
    const height = 70;
    const out = svg("svg", { viewBox: `0 0 ${LONG} ${height}`, role: "img", "aria-label": "missed deadlines over time" });
    const most = Math.max(1, ...this.bins.map((b) => Object.values(b.causes).reduce((a, n) => a + n, 0)));
    const wide = (LONG - LEFT - 8) / SECONDS;
    const floor = height - 18;
    for (const b of this.bins) {
      let at = floor;
      for (const [cause, n] of Object.entries(b.causes).filter(([, k]) => k > 0)) {
        const tall = Math.max(2, (floor - 10) * n / most);
        at -= tall;
        out.append(svg("rect", { class: `cause ${CAUSES[cause] ?? "d"}`, x: LEFT + (SECONDS - 1 - (second - b.second)) * wide,
          y: at, width: Math.max(wide, 1.5), height: tall }, svg("title", {}, `${n} ${cause.replaceAll("_", " ")}`)));
      }
    }
    out.append(svg("line", { class: "axis", x1: LEFT, x2: LONG - 8, y1: floor, y2: floor }),
      svg("text", { x: LEFT - 4, y: 16, "text-anchor": "end" }, short(most)), svg("text", { x: LEFT - 4, y: floor, "text-anchor": "end" }, "0"));
    for (let t = 0; t <= SECONDS; t += 60) {
      const x = LEFT + (SECONDS - t) * wide;
      out.append(svg("line", { class: "axis", x1: x, x2: x, y1: floor, y2: floor + 4 }), svg("text",
        { x, y: height - 2, "text-anchor": t === 0 ? "end" : t === SECONDS ? "start" : "middle" }, t === 0 ? "now" : `−${t / 60} min`));
    }
    const legend = Object.entries(CAUSES).map(([cause, kind]) => element("span", { class: `cause ${kind}` }, cause.replaceAll("_", " ")));
    this.line.replaceChildren(element("figure", {}, element("figcaption", {}, word("miss", "misses"), " per second: ", ...legend), out));
  }

  // Events come with every status, those that go on with another text.
  tellEvents(m) {
    for (const e of m.events ?? []) {
      const key = `${e.number} ${e.text}`;
      const before = this.known.get(e.number);
      if (before?.key === key) {
        continue;
      }
      const utc = m.clock && e.stamp_ns > 0 ? new Date((m.clock.utc_ns + (e.stamp_ns - m.clock.monotonic_ns)) / 1e6) : null;
      const row = element("li", { "data-kind": e.kind }, element("time", {}, utc ? utc.toLocaleTimeString([], { hour12: false }) : ""),
        element("b", {}, e.kind), element("span", {}, e.text), element("small", {}, `step ${e.step}`));
      if (before) {
        before.row.replaceWith(row);
      } else {
        this.list.prepend(row);
      }
      this.known.set(e.number, { key, row });
    }
    while (this.list.children.length > 200) {
      this.list.lastChild.remove();
    }
    if (!this.list.children.length) {
      this.list.append(element("li", { class: "none" }, "nothing yet: no miss, no client, no change of state"));
    } else if (this.list.children.length > 1) {
      this.list.querySelector(".none")?.remove();
    }
  }
}

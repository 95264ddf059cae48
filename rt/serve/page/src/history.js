// What charts are made of. Of an instance: the frames that came, and what its history held before. Of a motion: whole
// columns, asked for in pieces while it grows.
const BYTES = 48e6; // of frames that are kept
const MOST = 7200; // frames, two minutes at 60 Hz
const BINS = 2000; // of a motion
const COLUMNS = 16; // in a request

// Of a frame: its `values`, `least` or `most`; of poses and forces it has but the newest.
export const valueOf = (f, row, v) => (v.pose !== undefined ? f.poses[v.pose]
  : v.force !== undefined ? f.forces[v.force] : f[row][v.index]);

export const drawn = (x) => (Number.isFinite(x) ? x : null); // what is no number is a gap

export class LiveHistory {
  constructor() {
    this.clear();
  }

  clear() {
    this.frames = [];
    this.past = null;
  }

  add(f) {
    const last = this.frames.at(-1);
    if (last && f.time === last.time) {
      return;
    }
    if (last && f.time < last.time) { // a reset: time begins anew
      this.clear();
    }
    this.frames.push(f);
    const bytes = 8 * (3 * f.values.length + f.poses.length + f.forces.length) + 64;
    const most = Math.min(MOST, Math.max(300, Math.floor(BYTES / bytes)));
    if (this.frames.length > most) {
      this.frames.splice(0, Math.ceil(most / 10));
    }
  }

  // What was before time began anew is left out.
  before(past) {
    let first = 0;
    past.time.forEach((t, k) => (first = k > 0 && t <= past.time[k - 1] ? k : first));
    this.past = { n: past.n, time: past.time.subarray(first), rows: past.rows.subarray(2 * first * past.n) };
  }

  // Time, least and largest values of some of its values, in columns.
  columns(values) {
    const time = [];
    const least = values.map(() => []);
    const most = values.map(() => []);
    const first = this.frames[0]?.time ?? Infinity;
    const p = this.past;
    for (let k = 0; k < (p?.time.length ?? 0) && p.time[k] < first; k++) {
      time.push(p.time[k]);
      values.forEach((v, i) => {
        const at = 2 * k * p.n + v.index;
        const known = v.pose === undefined && v.force === undefined;
        least[i].push(known ? drawn(p.rows[at]) : null);
        most[i].push(known ? drawn(p.rows[at + p.n]) : null);
      });
    }
    for (const f of this.frames) {
      time.push(f.time);
      values.forEach((v, i) => {
        least[i].push(drawn(valueOf(f, "least", v)));
        most[i].push(drawn(valueOf(f, "most", v)));
      });
    }
    return { time, least, most };
  }
}

export class MotionHistory {
  constructor(name, link) {
    this.name = name;
    this.link = link;
    this.wanted = new Map(); // column: {next, least, most}
    this.errors = new Map(); // column: how far it is off, at errorTime
    this.time = [];
    this.rows = 0;
  }

  about(m, bodies, forces) { // also of a server that was started anew: nothing was asked for there
    this.every = Math.max(1, Math.ceil((Math.floor(m.playback.last_step / m.playback.every) + 1) / BINS));
    this.seconds = m.dt * m.playback.every * this.every;
    this.words = [7 * bodies, 6 * forces];
    this.asked = false;
    this.time = [];
    this.wanted.clear();
    this.errors.clear();
  }

  columnOf(v) {
    return v.pose !== undefined ? v.pose : v.force !== undefined ? this.words[0] + v.force
      : this.words[0] + this.words[1] + v.index;
  }

  want(values) {
    for (const v of values) {
      const column = this.columnOf(v);
      if (!this.wanted.has(column)) {
        this.wanted.set(column, { next: 0, least: [], most: [] });
      }
    }
    this.pump();
  }

  status(m) {
    this.rows = m.rows;
    this.measured = Boolean(m.error);
    this.whole = m.state !== "computing";
    this.pump();
  }

  // What is off is known when the motion was measured: once, of a column.
  askErrors() {
    const columns = [...this.wanted.keys()].filter((k) => !this.errors.has(k)).slice(0, COLUMNS);
    if (this.measured && columns.length) {
      columns.forEach((k) => this.errors.set(k, null));
      this.link.send(`errors ${this.name} ${columns.length} ${columns.join(" ")}`);
      this.askErrors();
    }
  }

  takeErrors(m) {
    this.errorTime = m.time;
    m.columns.forEach((column, k) => this.errors.set(column, m.values[k].map(drawn)));
  }

  // Of a value at the times of its chart: the larger one of both instants beside it, at which it is known.
  errorsOf(v) {
    const known = this.errors.get(this.columnOf(v));
    let k = 0;
    return known && this.time.map((t) => {
      while (k + 1 < this.errorTime.length && this.errorTime[k + 1] <= t) {
        k++;
      }
      const next = known[k + 1] ?? known[k];
      return k + 1 >= this.errorTime.length && t > this.errorTime[k] + this.reach() ? null
        : known[k] === null || next === null ? null : Math.max(known[k], next);
    });
  }

  reach() { // how far beyond the last instant its error is taken for
    return this.errorTime.length > 1 ? this.errorTime[1] - this.errorTime[0] : Infinity;
  }

  pump() {
    this.askErrors();
    const next = Math.min(Infinity, ...[...this.wanted.values()].map((c) => c.next));
    const enough = this.whole ? next < this.rows : next + this.every <= this.rows;
    if (this.asked || !enough) {
      return;
    }
    const columns = [...this.wanted].filter(([, c]) => c.next === next).map(([k]) => k).slice(0, COLUMNS);
    this.asked = true;
    this.link.send(`series ${this.name} ${next} ${this.every} ${columns.length} ${columns.join(" ")}`);
  }

  take(m) { // returns whether there is something new
    this.asked = false;
    const first = m.from / m.every;
    m.time.forEach((t, k) => {
      const before = this.time[first + k - 1];
      this.time[first + k] = before !== undefined && t <= before ? before + this.seconds : t; // after a reset
    });
    m.columns.forEach((column, k) => {
      const c = this.wanted.get(column);
      if (c?.next === m.from) {
        c.least.push(...m.least[k].map(drawn));
        c.most.push(...m.largest[k].map(drawn));
        c.next = m.next;
      }
    });
    if (m.next > m.from) {
      this.pump();
    }
    return m.time.length > 0;
  }

  columns(values) {
    const of = values.map((v) => this.wanted.get(this.columnOf(v)) ?? { least: [], most: [] });
    const n = Math.min(...of.map((c) => c.least.length), this.time.length);
    const off = values.map((v) => this.errorsOf(v)?.slice(0, n) ?? null);
    return { time: this.time.slice(0, n), off, least: of.map((c) => c.least.slice(0, n)), most: of.map((c) => c.most.slice(0, n)) };
  }

  timeOfRow(row) {
    const bin = Math.floor(row / this.every);
    return this.time[bin];
  }

  rowOfTime(t) {
    let least = 0;
    let most = this.time.length - 1;
    while (least < most) {
      const middle = (least + most + 1) >> 1;
      if (this.time[middle] <= t) {
        least = middle;
      } else {
        most = middle - 1;
      }
    }
    const part = this.time.length ? Math.min(Math.max((t - this.time[least]) / this.seconds, 0), 1) : 0;
    return Math.round((least + part) * this.every);
  }
}

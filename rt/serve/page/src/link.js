// The WebSocket to the server: comes back by itself, and turns messages into events.
//
// handlers: open(), closed(), list(m), hello(m), about(m), status(m), answer(m), row(m), series(m), errors(m), misses(m), frame(f),
// past(p)
import { tokenOf } from "./layout.js";

const HEAD = 64;
const FRAME = 2;
const PAST = 3;
export const PROTOCOL = 3; // of the server that this page understands

export function readFrame(buffer) {
  const v = new DataView(buffer);
  if (buffer.byteLength < HEAD || v.getUint32(0, true) !== FRAME) {
    return null;
  }
  const nPose = v.getUint32(44, true);
  const nValue = v.getUint32(48, true);
  const nForce = v.getUint32(56, true);
  const first = 7 * nPose + 6 * nForce;
  if (buffer.byteLength !== HEAD + 8 * (first + 3 * nValue)) {
    return null;
  }
  const row = (from, n) => new Float64Array(buffer, HEAD + 8 * from, n);
  return {
    source: v.getUint32(4, true),
    step: Number(v.getBigInt64(8, true)),
    time: v.getFloat64(16, true),
    poseStep: Number(v.getBigInt64(24, true)),
    poseTime: v.getFloat64(32, true),
    runState: v.getUint32(40, true),
    merged: v.getUint32(52, true),
    poses: row(0, 7 * nPose),
    forces: row(7 * nPose, 6 * nForce),
    values: row(first, nValue),
    least: row(first + nValue, nValue),
    most: row(first + 2 * nValue, nValue),
  };
}

// Bins of the history: their times, then of each its least and its largest values.
export function readPast(buffer) {
  const v = new DataView(buffer);
  if (buffer.byteLength < 16 || v.getUint32(0, true) !== PAST) {
    return null;
  }
  const bins = v.getUint32(8, true);
  const n = v.getUint32(12, true);
  return buffer.byteLength !== 16 + 8 * bins * (1 + 2 * n) ? null
    : { source: v.getUint32(4, true), n, time: new Float64Array(buffer, 16, bins), rows: new Float64Array(buffer, 16 + 8 * bins, 2 * n * bins) };
}

export class Link {
  constructor(handlers) {
    this.handlers = handlers;
    this.pause = 250;
    this.requests = 0;
    this.connect();
  }

  connect() {
    const socket = new WebSocket(`ws://${location.host}/`, "tactus");
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.pause = 250;
      this.socket = socket;
      this.send(`hello ${tokenOf() || "-"}`);
      this.handlers.open();
    };
    socket.onmessage = (event) => this.take(event.data);
    socket.onclose = () => {
      this.socket = null;
      if (this.ended) {
        return;
      }
      this.handlers.closed();
      setTimeout(() => this.connect(), this.pause);
      this.pause = Math.min(2 * this.pause, 4000);
    };
  }

  take(data) {
    if (typeof data === "string") {
      const m = JSON.parse(data);
      this.handlers[m.type]?.(m);
    } else {
      const f = readFrame(data);
      const past = f ? null : readPast(data);
      if (f) {
        this.handlers.frame(f);
      } else if (past) {
        this.handlers.past(past);
      }
    }
  }

  close() { // for good
    this.ended = true;
    this.socket?.close();
  }

  send(text) {
    this.socket?.send(text);
  }

  ask(name, line) {
    this.send(`ask ${++this.requests} ${name} ${line}`);
    return this.requests;
  }
}

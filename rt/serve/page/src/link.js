// The WebSocket to the server: comes back by itself, and turns messages into events.
//
// handlers: open(), closed(), list(m), hello(m), about(m), status(m), answer(m), row(m), frame(f)

const HEAD = 64;
const FRAME = 2;
export const PROTOCOL = 2; // of the server that this page understands

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
      this.send(`hello ${location.hash.slice(1) || "-"}`);
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
      if (f) {
        this.handlers.frame(f);
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

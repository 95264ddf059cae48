// A film of the picture, WebM, from the moment of pressing to the next press.
import { save } from "./charts.js";

const RATE = 30; // pictures per second

export class Film {
  constructor(canvas, name) {
    this.canvas = canvas;
    this.name = name;
  }

  get runs() {
    return this.recorder?.state === "recording";
  }

  toggle(ended) {
    if (this.runs) {
      this.recorder.stop();
      return false;
    }
    const pieces = [];
    this.recorder = new MediaRecorder(this.canvas.captureStream(RATE), { mimeType: "video/webm" });
    this.recorder.addEventListener("dataavailable", (e) => pieces.push(e.data));
    this.recorder.addEventListener("stop", () => {
      save(`${this.name}.webm`, new Blob(pieces, { type: "video/webm" }), "video/webm");
      ended();
    });
    this.recorder.start(1000);
    return true;
  }
}

// Words of the page that not everybody knows. Each is explained where it stands, on hover and on a tap, and all of
// them in the help.
import { element } from "./element.js";

export const WORDS = {
  cycle: "One turn of the clock: take commands, compute a step, publish the result.",
  deadline: "The end of a cycle's period. What is published later is late for the devices at the rig.",
  miss: "A cycle that published after its deadline. A few are counted; what more of them do is the policy of the rig.",
  "wake-up": "How late the operating system woke the cycle after its time had come.",
  slack: "What is left of the period when a cycle has published. Below zero the deadline was missed.",
  doubt: "A step whose result may be off by more than it should: too large a step, a law that it does not resolve, " +
    "or a singular place. The motion goes on.",
  safe: "The safe state: outputs have their safe values, commands take no effect, the state is kept.",
  rearm: "Leaves the safe state for the pause, where the rig allows it.",
  reset: "Back to the start, paused. Parameters that were set stay.",
  stop: "Ends the executive, and with it a recording that it makes.",
  step: "One step of the solver; while paused, a press makes one.",
  push: "A body that the rig lets be pushed follows the pointer by a spring: click it, then drag. Letting go, or a page that is gone, ends it.",
  client: "Another process that sends commands: a controller, a bridge, a script.",
  checkpoint: "The whole state of a moment. What follows from it is computed again to the bit.",
  frame: "Axes that move with a body: x red, y green, z blue.",
  diverges: "The first step at which this build computes other bits than the recording has.",
  "least and largest": "Between two points of a chart there are many steps; the band shows how far they went.",
  derivative: "How fast a value changes, from one point of the chart to the next.",
  energy: "Kinetic: of the motion. Potential: of height and springs. Their sum stays where nothing drives, damps or brakes.",
  error: "How far a computed motion is from the truth, by the same motion with half the step. In charts it is the wide, pale band, and ± at values.",
  recording: "A file that has every step, and replays to the bit.",
};

export const word = (key, text = key) => element("abbr", { title: WORDS[key], "data-word": key }, text);

// A tap has no hover: it shows what the title says, until the next one.
export function explainOnTap() {
  const tip = element("p", { id: "tip", role: "status", hidden: "" });
  document.body.append(tip);
  document.addEventListener("click", (e) => {
    const key = e.target.closest?.("[data-word]")?.dataset.word;
    tip.hidden = !key;
    tip.textContent = key ? `${key}: ${WORDS[key]}` : "";
  });
}

export const glossary = () => Object.entries(WORDS)
  .flatMap(([key, text]) => [element("dt", {}, key), element("dd", {}, text)]);

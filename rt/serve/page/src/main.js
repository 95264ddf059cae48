// The page: which instances there are, which are shown, keys, dark and light.
import "./style.js";
import { Link, PROTOCOL } from "./link.js";
import { element } from "./element.js";
import { linkToLook, readLayout, writeLayout } from "./layout.js";
import { Panel } from "./panel.js";
import { explainOnTap, glossary } from "./words.js";

const MOST = 4;
const panels = new Map();
const at = (id) => document.getElementById(id);
let names = [];
let hidden = 0; // instances that the server does not list
let you = 0;
let may = false;
let others = ""; // who else looks
const asked = readLayout(); // by the address
let remembered;

function show(name) {
  if (panels.has(name) || panels.size >= MOST) {
    return;
  }
  const panel = new Panel(name, link, at("panels"), remember);
  panel.wanted = asked.find((l) => l.name === name);
  panel.mayControl(may);
  panels.set(name, panel);
  link.send(`follow ${name}`);
  list();
}

const layouts = () => [...panels.values()].filter((p) => p.values).map((p) => p.layout());

// Not at every move of a slider.
function remember() {
  clearTimeout(remembered);
  remembered = setTimeout(() => writeLayout(layouts()), 200);
}

function hide(name) {
  link.send(`leave ${name}`);
  panels.get(name)?.remove();
  panels.delete(name);
  list();
  remember();
}

// Until somebody chooses, the page shows the first instance that runs: dead ones leave their files behind.
const offered = { name: undefined, before: new Set() };

// Those that the address names, once they are there.
function offerAsked() {
  const found = asked.filter((l) => names.includes(l.name));
  found.forEach((l) => show(l.name));
  offered.name = found.length ? null : offered.name;
}

function offer() {
  const next = names.find((name) => !offered.before.has(name));
  if (next !== undefined && panels.size <= 1) {
    panels.forEach((_, name) => hide(name));
    offered.name = next;
    offered.before.add(next);
    show(next);
  }
}

function choose(name) {
  offered.name = null;
  (panels.has(name) ? hide : show)(name);
}

function list() {
  const all = [...new Set([...names, ...panels.keys()])]; // as the server has them: asked for, own ones, others
  const key = JSON.stringify([all, [...panels.keys()], hidden]);
  if (key === list.shown) {
    return;
  }
  list.shown = key;
  at("empty").hidden = panels.size > 0;
  at("empty").replaceChildren(...(all.length ? ["Nothing is shown: choose a name above."]
    : ["No instance runs. One is started by ", element("code", {}, "tactus run RIG"), "; this page sees it come."]));
  const full = panels.size >= MOST;
  at("instances").replaceChildren(...all.map((name) => element("button", {
    type: "button", "aria-pressed": String(panels.has(name)),
    ...(full && !panels.has(name) ? { disabled: "", title: `${MOST} are shown side by side; take one away first` } : {}),
    onclick: () => choose(name),
  }, name)), ...(all.length ? [] : ["no instance runs"]),
    ...(hidden ? [element("small", {}, `and ${hidden} more: tactus serve NAME...`)] : []));
}

let motion = false; // one that was computed, which nobody controls

function tellLink() {
  if (you > 0) {
    at("link").textContent = motion ? `browser ${you}` : may ? "may control" : "may look";
    at("link").title = `browser ${you}${motion ? "" : `, may ${may ? "control" : "look"}`}${others}`;
    at("link").dataset.slow = others;
  }
}

const link = new Link({
  open: () => (at("link").textContent = "connected"),
  closed: () => {
    you = 0;
    panels.forEach((p) => p.drive.set(""));
    at("link").textContent = "the server is gone; trying again";
    document.body.classList.add("offline");
  },
  hello: (m) => {
    document.body.classList.remove("offline");
    if (m.protocol !== PROTOCOL) { // the server was replaced while the page was open
      at("link").replaceChildren("the server is of another version; ", element("button", { type: "button",
        onclick: () => location.reload() }, "load its page"));
      link.close();
      return;
    }
    you = m.you;
    may = m.control;
    tellLink();
    panels.forEach((p) => p.mayControl(may));
  },
  list: (m) => {
    names = m.names;
    hidden = m.left_out;
    others = (m.clients > 1 ? `; ${m.clients} look` : "") + (m.slow > 0 ? `, ${m.slow} too slow for all frames` : "");
    tellLink();
    if (offered.name === undefined) {
      offerAsked();
    }
    if (offered.name === undefined || (offered.name !== null && panels.get(offered.name)?.present === false)) {
      offer();
    }
    for (const name of panels.keys()) { // after the server has come back; of one that is followed it is nothing new
      link.send(`follow ${name}`);
    }
    list();
  },
  about: (m) => {
    motion = Boolean(m.playback);
    panels.get(m.name)?.about(m);
    tellLink();
  },
  errors: (m) => panels.get(m.name)?.errors(m),
  series: (m) => panels.get(m.name)?.series(m),
  misses: (m) => panels.get(m.name)?.player?.misses(m),
  past: (p) => panels.forEach((panel) => panel.source === p.source && panel.past(p)),
  status: (m) => {
    panels.get(m.name)?.status(m);
    if (m.name === offered.name && m.attached) {
      offered.name = null;
    } else if (m.name === offered.name) {
      offer();
    }
  },
  answer: (m) => panels.get(m.name)?.answer(m, you),
  row: (m) => panels.get(m.name)?.player?.found(m.row),
  frame: (f) => {
    for (const p of panels.values()) {
      if (p.source === f.source) {
        p.frame(f);
      }
    }
  },
});

// ---- keys ----------------------------------------------------------------------------------------

const first = () => [...panels.values()].find((p) => p.root.contains(document.activeElement)) ?? [...panels.values()][0];
const turns = { ArrowLeft: [0.1, 0], ArrowRight: [-0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] };
const keys = {
  " ": ["run or pause", (p) => (p.player ? p.player.toggle() : p.ask(p.state.textContent === "running" ? "pause" : "resume"))],
  ".": ["one step", (p) => (p.player ? p.player.move(1) : p.ask("step"))],
  ",": ["one step back, in a recording", (p) => p.player?.move(-1)],
  h: ["the whole mechanism", (p) => p.view?.home()],
  t: ["trails", (p) => p.toggleTrails()],
  f: ["forces", (p) => p.toggleForces()],
  g: ["grid", (p) => p.switch("grid")],
  a: ["axes", (p) => p.switch("axes")],
  n: ["names", (p) => p.switch("named")],
  "[": ["shorter arrows of forces", (p) => p.view?.stretchForces(0.8)],
  "]": ["longer arrows of forces", (p) => p.view?.stretchForces(1.25)],
  "+": ["nearer", (p) => p.view?.zoom(0.9)],
  "-": ["farther", (p) => p.view?.zoom(1.1)],
  "/": ["search signals", (p) => p.search.focus()],
  d: ["dark or light", () => toggleTheme()],
  "?": ["these keys", () => showHelp()],
};

document.addEventListener("keydown", (e) => {
  const typing = ["INPUT", "SELECT"].includes(e.target.tagName) && e.target.type !== "checkbox";
  const p = first();
  if (typing || document.querySelector("dialog[open]") || e.ctrlKey || e.metaKey || e.altKey || (e.key === " " && ["BUTTON", "INPUT"].includes(e.target.tagName))) {
    return;
  }
  if (turns[e.key] && e.target.tagName === "CANVAS") {
    p?.view?.turn(...turns[e.key]);
    e.preventDefault();
  } else if (keys[e.key] && (p || ["d", "?"].includes(e.key))) {
    keys[e.key][1](p);
    e.preventDefault();
  }
});

at("keylist").replaceChildren(...Object.entries({ ...keys, arrows: ["turn the picture (when it has the focus)"] })
  .flatMap(([key, [what]]) => [element("dt", {}, key === " " ? "space" : key), element("dd", {}, what)]));
// From its begin: the button at its end has the focus.
function showHelp() {
  at("keys").showModal();
  at("keys").scrollTop = 0;
}
at("help").addEventListener("click", showHelp);
at("close").addEventListener("click", () => at("keys").close());

// ---- dark and light ------------------------------------------------------------------------------

function toggleTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  repaint();
}
const repaint = () => panels.forEach((p) => p.repaint());
at("wordlist").replaceChildren(...glossary());
explainOnTap();
at("share").addEventListener("click", async () => {
  const text = linkToLook(layouts());
  await navigator.clipboard?.writeText(text).catch(() => {});
  at("share").dataset.link = text;
  at("share").textContent = "copied";
  setTimeout(() => (at("share").textContent = "link"), 1500);
});
at("theme").addEventListener("click", toggleTheme);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);

function draw() {
  panels.forEach((p) => p.draw());
  requestAnimationFrame(draw);
}
draw();

window.tactus = { panels, link }; // for people at the console, and tests

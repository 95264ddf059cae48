// What is looked at, and how, as a text behind the token in the address: it stays over a reload, and can be sent.
//   #TOKEN&i=car&f=chassis&o=trails,forces&x=inputs&c=time:position.x|front_left&i=...
const PARTS = { follow: "f", on: "o", closed: "x", charts: "c", side: "w" };

export const tokenOf = () => location.hash.slice(1).split("&", 1)[0];

const list = (text) => (text ? text.split(",") : []);

// Per instance, in their order: {name, follow, on: [], closed: [], charts: [{kind, names}], side}
export function readLayout() {
  const out = [];
  for (const [key, value] of new URLSearchParams(location.hash.slice(1).split("&").slice(1).join("&"))) {
    const at = out.at(-1);
    if (key === "i") {
      out.push({ name: value, on: [], closed: [], charts: [] });
    } else if (at && key === PARTS.follow) {
      at.follow = value;
    } else if (at && key === PARTS.on) {
      at.on = list(value);
    } else if (at && key === PARTS.closed) {
      at.closed = list(value);
    } else if (at && key === PARTS.side) {
      at.side = value;
    } else if (at && key === PARTS.charts) {
      const colon = value.indexOf(":");
      at.charts.push({ kind: value.slice(0, colon), names: value.slice(colon + 1).split("|") });
    }
  }
  return out;
}

export function textOf(layouts) {
  const p = new URLSearchParams();
  for (const l of layouts) {
    p.append("i", l.name);
    const put = (key, value) => value && p.append(key, value);
    put(PARTS.follow, l.follow);
    put(PARTS.on, l.on.join(","));
    put(PARTS.closed, l.closed.join(","));
    put(PARTS.side, l.side);
    l.charts.forEach((c) => p.append(PARTS.charts, `${c.kind}:${c.names.join("|")}`));
  }
  return p.toString();
}

export function writeLayout(layouts) {
  const text = textOf(layouts);
  history.replaceState(null, "", `#${tokenOf()}${text ? `&${text}` : ""}`);
}

// For somebody who may look and not control.
export const linkToLook = (layouts) => `${location.origin}${location.pathname}#-&${textOf(layouts)}`;

// One element of the page with its attributes, handlers among them, and what is in it.
export function element(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) {
      e.addEventListener(name.slice(2), value);
    } else {
      e.setAttribute(name, value);
    }
  }
  e.append(...children);
  return e;
}

// Texts at places of the picture, none on another one.
const LINE = 18; // px
const overlap = (a, b) => Math.abs(a.y - b.y) < LINE && a.x < b.x + b.w && b.x < a.x + a.w;

const MUST = ["chosen", "pushed"]; // shown in any case
const FAR = 5; // lines below its place: farther away nobody knows what it belongs to

export class Labels {
  constructor(root) {
    this.root = root;
  }

  // list: {at, text, kind}, those that matter most first; taken: places of others, which come before, and then of these
  place(list, camera, width, height, taken = []) {
    while (this.root.children.length > list.length) {
      this.root.lastChild.remove();
    }
    while (this.root.children.length < list.length) {
      this.root.append(document.createElement("span"));
    }
    list.forEach((s, i) => {
      const at = s.at.clone().project(camera);
      const label = this.root.children[i];
      const [x, y] = [(at.x + 1) / 2 * width, (1 - at.y) / 2 * height];
      const w = 7 * s.text.length + 8;
      const isIn = at.z <= 1 && x >= 0 && x <= width && y >= 0 && y <= height;
      const box = { x: Math.max(0, Math.min(x + 4, width - w)), y, w };
      for (let k = 0; k < FAR && taken.some((t) => overlap(t, box)); k++) {
        box.y += LINE; // below the one that is there
      }
      const fits = isIn && box.y + LINE <= height && (MUST.includes(s.kind) || !taken.some((t) => overlap(t, box)));
      if (fits) {
        taken.push(box);
      }
      label.textContent = s.text;
      label.className = s.kind ?? "";
      label.hidden = !fits;
      label.style.transform = `translate(${box.x}px, ${box.y}px)`;
    });
    return taken;
  }
}

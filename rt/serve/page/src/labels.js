// Texts at places of the picture, none on another one.
const LINE = 18; // px
const overlap = (a, b) => Math.abs(a.y - b.y) < LINE && a.x < b.x + b.w && b.x < a.x + a.w;

export class Labels {
  constructor(root) {
    this.root = root;
  }

  // list: {at, text, kind}, those that matter most first
  place(list, camera, width, height) {
    while (this.root.children.length > list.length) {
      this.root.lastChild.remove();
    }
    while (this.root.children.length < list.length) {
      this.root.append(document.createElement("span"));
    }
    const taken = [];
    list.forEach((s, i) => {
      const at = s.at.clone().project(camera);
      const label = this.root.children[i];
      const box = { x: (at.x + 1) / 2 * width + 4, y: (1 - at.y) / 2 * height, w: 7 * s.text.length + 8 };
      for (let k = 0; k < list.length && taken.some((t) => overlap(t, box)); k++) {
        box.y += LINE; // below the one that is there
      }
      taken.push(box);
      label.textContent = s.text;
      label.className = s.kind ?? "";
      label.hidden = at.z > 1 || box.x > width || box.y > height;
      label.style.transform = `translate(${box.x}px, ${box.y}px)`;
    });
  }
}

// The names of an instance's values as a tree: "car/wheel.x" and "car/wheel.y" are below "wheel", which is below "car".
// A branch with one value is none. Few names are seen at once; of many, what is searched for.
import { element } from "./element.js";

const OPEN = 30; // values, up to which the tree is open at first

// "pivot fx" is a component of a force.
export const partsOf = (name) => {
  const at = Math.max(name.lastIndexOf("."), name.lastIndexOf(" "));
  const path = (at > 0 ? name.slice(0, at) : name).split("/");
  return at > 0 ? [...path, name.slice(at + 1)] : path;
};

export class NameTree {
  constructor(ontoggle) { // other rows are seen now
    this.ontoggle = ontoggle;
    this.root = element("ul", { class: "names" });
  }

  // rows: one per value, with `v` and `row`, a list item.
  load(rows) {
    const tree = { below: new Map(), rows: [] };
    for (const r of rows) {
      let at = tree;
      for (const part of partsOf(r.v.name).slice(0, -1)) {
        at = at.below.get(part) ?? at.below.set(part, { below: new Map(), rows: [] }).get(part);
      }
      at.rows.push(r);
    }
    rows.forEach((r) => (r.above = []));
    this.branches = [];
    this.whole = rows.length <= OPEN;
    this.root.replaceChildren(...this.itemsOf(tree));
  }

  rowsOf(branch) {
    return [...branch.rows, ...[...branch.below.values()].flatMap((b) => this.rowsOf(b))];
  }

  itemsOf(branch) {
    return [...branch.rows.map((r) => r.row), ...[...branch.below].flatMap(([part, b]) => {
      const rows = this.rowsOf(b);
      return rows.length === 1 ? [rows[0].row] : [this.branchOf(part, b, rows)];
    })];
  }

  branchOf(part, branch, rows) {
    const list = element("ul", {}, ...this.itemsOf(branch));
    const title = element("summary", {}, part, " ", element("small", {}, String(rows.length)));
    const details = element("details", { ontoggle: this.ontoggle }, title, list);
    const item = element("li", { class: "branch" }, details);
    rows.forEach((r) => r.above.push(details));
    this.branches.push({ item, details, rows });
    return item;
  }

  isSeen(r) {
    return !r.row.hidden && r.above.every((details) => details.open);
  }

  // After rows were hidden, or shown again: where something was searched for, all that was found is seen.
  filter(searched) {
    for (const b of this.branches ?? []) {
      const found = b.rows.some((r) => !r.row.hidden);
      b.item.hidden = !found;
      b.details.open = searched ? found : this.whole;
    }
  }
}

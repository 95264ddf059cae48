// Forces and torques as arrows, one head for a force and two for a torque, all of one scale each, and the values of the
// largest beside them. The scale follows the largest that was seen; arrows can be made longer and shorter.
import * as THREE from "three";

const LABELS = 8;
const LONGEST = 0.25; // by the size of the scene
const SMALLEST = 1e-3; // of the largest: shorter ones are not drawn
const NOISE = 1e-6; // by the size of the scene
const FORCE = new THREE.Color(0xd62728);
const TORQUE = new THREE.Color(0x7b4fb5);
const PREFIX = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"]];

const LINE = 18; // px, of a label

const overlap = (a, b) => Math.abs(a.y - b.y) < LINE && a.x < b.x + b.w && b.x < a.x + a.w;

export function quantity(x, unit) {
  const rounded = Math.abs(Number(x.toPrecision(3))); // 999.7 is 1.00 k
  const [factor, prefix] = PREFIX.find(([f]) => rounded >= f) ?? [1, ""];
  return `${(x / factor).toPrecision(3)} ${prefix}${unit}`;
}

export class Forces {
  constructor(list, size, labels) {
    this.list = list;
    this.size = size;
    this.labels = labels;
    this.times = 1;
    this.largest = [0, 0]; // force and torque
    const n = Math.max(1, list.length);
    const material = new THREE.MeshLambertMaterial({ depthTest: false }); // seen through bodies
    this.shafts = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0), material, 2 * n);
    this.heads = new THREE.InstancedMesh(new THREE.ConeGeometry(1, 1, 12).translate(0, -0.5, 0), material, 3 * n);
    this.group = new THREE.Group();
    this.group.add(this.shafts, this.heads);
    this.group.visible = false;
    for (const mesh of [this.shafts, this.heads]) {
      mesh.frustumCulled = false;
      mesh.renderOrder = 1;
      mesh.setColorAt(0, FORCE); // so that there are colours
      mesh.count = 0;
    }
  }

  toggle() {
    this.group.visible = !this.group.visible && this.list.length > 0;
    this.largest = [0, 0];
    this.labels.replaceChildren();
    return this.group.visible;
  }

  put(mesh, at, turn, width, length, color) {
    const place = new THREE.Matrix4().compose(at, turn, new THREE.Vector3(width, length, width));
    mesh.setMatrixAt(mesh.count, place);
    mesh.setColorAt(mesh.count++, color);
  }

  arrow(at, vector, is_torque) {
    const size = vector.length();
    const largest = this.whole[Number(is_torque)];
    if (!(size > SMALLEST * largest) || !Number.isFinite(size)) {
      return null;
    }
    const length = LONGEST * this.size * this.times * size / largest;
    const along = vector.clone().divideScalar(size);
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), along);
    const width = 0.006 * this.size;
    const head = Math.min(4 * width, 0.5 * length);
    const tip = at.clone().addScaledVector(along, length);
    const color = is_torque ? TORQUE : FORCE;
    this.put(this.shafts, at, turn, 0.4 * width, length - head, color);
    this.put(this.heads, tip, turn, Math.min(width, head / 2), head, color);
    if (is_torque) {
      this.put(this.heads, tip.clone().addScaledVector(along, -0.7 * head), turn, Math.min(width, head / 2), head, color);
    }
    return tip;
  }

  // values: 6 per force; body: matrices, from the origin.
  place(values, body, origin) {
    this.tips = [];
    this.shafts.count = this.heads.count = 0;
    if (!this.group.visible || values.length !== 6 * this.list.length) {
      return;
    }
    const of = (i, k) => new THREE.Vector3(...values.subarray(6 * i + k, 6 * i + k + 3));
    this.list.forEach((_, i) => [0, 3].forEach((k, is_torque) => {
      const size = of(i, k).length();
      if (size > this.largest[is_torque]) {
        this.largest[is_torque] = size;
      }
    }));
    // of a torque that is but rounding beside the forces nothing is drawn, and the other way round
    const [force, torque] = this.largest;
    this.whole = [Math.max(force, NOISE * torque / this.size), Math.max(torque, NOISE * force * this.size)];
    this.list.forEach((f, i) => {
      const at = new THREE.Vector3(...f.r);
      if (f.body >= 0) {
        at.applyMatrix4(body[f.body]);
      } else {
        at.sub(origin);
      }
      [0, 3].forEach((k, is_torque) => {
        const vector = of(i, k);
        if (f.radius > 0 && vector.length() > 0) { // a contact acts where it touches
          at.addScaledVector(vector, -f.radius / vector.length());
        }
        const tip = this.arrow(at, vector, is_torque === 1);
        if (tip) {
          this.tips.push({ tip, share: vector.length() / this.whole[is_torque],
            text: `${f.name} ${quantity(vector.length(), is_torque ? "N m" : "N")}` });
        }
      });
    });
    this.tips.sort((a, b) => b.share - a.share).splice(LABELS);
    for (const mesh of [this.shafts, this.heads]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor.needsUpdate = true;
    }
  }

  // What a length means.
  legend() {
    const length = LONGEST * this.size * this.times;
    const words = this.largest.map((x, is_torque) => (x > 0 && x === this.whole?.[is_torque] ? quantity(x, is_torque ? "N m" : "N") : "")).filter(Boolean);
    return words.length ? `an arrow of ${quantity(length, "m")}: ${words.join(" or ")}` : "no force acts";
  }

  draw(camera, width, height) {
    const shown = this.group.visible ? this.tips ?? [] : [];
    while (this.labels.children.length > shown.length) {
      this.labels.lastChild.remove();
    }
    while (this.labels.children.length < shown.length) {
      this.labels.append(document.createElement("span"));
    }
    const taken = [];
    shown.forEach((s, i) => {
      const at = s.tip.clone().project(camera);
      const label = this.labels.children[i];
      const box = { x: (at.x + 1) / 2 * width, y: (1 - at.y) / 2 * height, w: 7 * s.text.length + 8 };
      for (let k = 0; k < LABELS && taken.some((t) => overlap(t, box)); k++) {
        box.y += LINE; // below the one that is there
      }
      taken.push(box);
      label.textContent = s.text;
      label.hidden = at.z > 1;
      label.style.transform = `translate(${box.x}px, ${box.y}px)`;
    });
  }
}

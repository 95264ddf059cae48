// Forces and torques as arrows, one head for a force and two for a torque, and the values of the largest beside them.
// Their lengths are measured by what moves, not by the landscape, and have a scale for each kind of element: all but
// the largest tenth of a kind fit, so that one large reaction does not make all others points. Longer ones are cut.
// Arrows can be made longer and shorter.
import * as THREE from "three";

const LABELS = 8;
const LONGEST = 0.5; // of an arrow at the scale, by the radius of what moves
const CUT = 1.6; // times that
const SHARE = 0.9; // of the arrows of a kind, up to the scale
const SMALLEST = 1e-2; // of the scale: shorter ones are not drawn
const NOISE = 1e-6; // by the size of the scene
const FORCE = new THREE.Color(0xd62728);
const TORQUE = new THREE.Color(0x7b4fb5);
const PREFIX = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"]];

export function quantity(x, unit) {
  const rounded = Math.abs(Number(x.toPrecision(3))); // 999.7 is 1.00 k
  const [factor, prefix] = PREFIX.find(([f]) => rounded >= f) ?? [1, ""];
  return `${(x / factor).toPrecision(3)} ${prefix}${unit}`;
}

const size = (values, i, k) => Math.hypot(values[6 * i + k], values[6 * i + k + 1], values[6 * i + k + 2]);

export class Forces {
  constructor(list, radius, labels) {
    this.list = list;
    this.radius = radius; // of what moves
    this.labels = labels;
    this.times = 1;
    this.forget();
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

  forget() {
    this.scales = new Map(); // "spring 0": of the forces of springs, "joint 1": of the torques of joints
    this.largest = [0, 0]; // force and torque that was seen
  }

  toggle() {
    this.group.visible = !this.group.visible && this.list.length > 0;
    this.forget();
    this.labels.place([]);
    return this.group.visible;
  }

  get whole() { // m, an arrow at the scale
    return LONGEST * this.radius * this.times;
  }

  put(mesh, at, turn, width, length, color) {
    const place = new THREE.Matrix4().compose(at, turn, new THREE.Vector3(width, length, width));
    mesh.setMatrixAt(mesh.count, place);
    mesh.setColorAt(mesh.count++, color);
  }

  // The scales follow the largest that were seen, each kind for itself.
  rescale(values) {
    const sizes = new Map();
    this.list.forEach((f, i) => [0, 3].forEach((k, torque) => {
      const x = size(values, i, k);
      this.largest[torque] = Math.max(this.largest[torque], Number.isFinite(x) ? x : 0);
      if (x > 0 && Number.isFinite(x)) {
        const key = `${f.kind} ${torque}`;
        sizes.set(key, [...(sizes.get(key) ?? []), x]);
      }
    }));
    // of a torque that is but rounding beside the forces nothing is drawn, and the other way round
    const [force, torque] = this.largest;
    const floor = [NOISE * torque / this.radius, NOISE * force * this.radius];
    for (const [key, list] of sizes) {
      list.sort((a, b) => a - b);
      const fits = list[Math.ceil(SHARE * list.length) - 1];
      const least = floor[Number(key.at(-1))];
      this.scales.set(key, Math.max(this.scales.get(key) ?? 0, fits, least));
    }
  }

  arrow(at, vector, scale, torque) {
    const length = vector.length();
    if (!(length > SMALLEST * scale) || !Number.isFinite(length)) {
      return null;
    }
    const drawn = this.whole * Math.min(length / scale, CUT);
    const along = vector.clone().divideScalar(length);
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), along);
    const width = 0.03 * this.radius;
    const head = Math.min(4 * width, 0.5 * drawn);
    const tip = at.clone().addScaledVector(along, drawn);
    const color = torque ? TORQUE : FORCE;
    this.put(this.shafts, at, turn, 0.35 * width, drawn - head, color);
    this.put(this.heads, tip, turn, Math.min(width, head / 2), head, color);
    if (torque) {
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
    this.rescale(values);
    this.list.forEach((f, i) => {
      const at = new THREE.Vector3(...f.r);
      if (f.body >= 0) {
        at.applyMatrix4(body[f.body]);
      } else {
        at.sub(origin);
      }
      [0, 3].forEach((k, torque) => {
        const vector = new THREE.Vector3().fromArray(values, 6 * i + k);
        const scale = this.scales.get(`${f.kind} ${torque}`) ?? 0;
        if (f.radius > 0 && vector.length() > 0) { // a contact acts where it touches
          at.addScaledVector(vector, -f.radius / vector.length());
        }
        const tip = this.arrow(at, vector, scale, torque === 1);
        if (tip) {
          this.tips.push({ at: tip, share: vector.length() / (this.largest[torque] || 1), kind: torque ? "torque" : "force",
            text: `${f.name} ${quantity(vector.length(), torque ? "N m" : "N")}` });
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
    const words = [...this.scales].filter(([key, x]) => x > 0 && this.isDrawn(key, x))
      .map(([key, x]) => `${key.slice(0, -2)} ${quantity(x, key.endsWith("1") ? "N m" : "N")}`);
    return words.length ? `an arrow of ${quantity(this.whole, "m")}: ${words.join(", ")}` : "no force acts";
  }

  isDrawn(key, x) { // not but a floor under what is rounding
    const [force, torque] = this.largest;
    return x > (key.endsWith("1") ? NOISE * force * this.radius : NOISE * torque / this.radius);
  }

  draw(camera, width, height, taken) {
    this.labels.place(this.group.visible ? this.tips ?? [] : [], camera, width, height, taken);
  }
}

// The mechanism in three dimensions: solids of one kind and look are drawn at once, whatever their number.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Forces } from "./forces.js";

const TRAIL = 600; // pictures
const SEGMENTS = 180000; // of trails, at most
const FAR = 1000; // by the size of the scene

function bytesOf(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) {
    out[i] = raw.charCodeAt(i);
  }
  return out.buffer;
}

// Segments around, and from pole to pole: the fewer the more of them are drawn.
const detailOf = (n) => (n <= 30 ? [32, 20] : n <= 100 ? [20, 12] : [10, 6]);

// Geometries of edge or radius 1 along z, as config/include/visual.h defines kinds; of n that are drawn at once.
function geometryOf(kind, solid, scene, n) {
  const [around, along] = detailOf(n);
  if (kind === "box") {
    return new THREE.BoxGeometry(1, 1, 1);
  }
  if (kind === "sphere") {
    return new THREE.SphereGeometry(1, around, along);
  }
  if (kind === "cylinder") {
    return new THREE.CylinderGeometry(1, 1, 1, around).rotateX(Math.PI / 2);
  }
  if (kind === "capsule") {
    return new THREE.CapsuleGeometry(1, solid.size[2] / solid.size[0], along / 2, around).rotateX(Math.PI / 2);
  }
  const mesh = scene.meshes[solid.mesh];
  const flat = new THREE.BufferGeometry();
  flat.setAttribute("position", new THREE.BufferAttribute(new Float32Array(bytesOf(mesh.points)), 3));
  flat.setIndex(new THREE.BufferAttribute(new Uint32Array(bytesOf(mesh.corners)), 1));
  const faceted = flat.toNonIndexed();
  faceted.computeVertexNormals();
  return faceted;
}

function scaleOf(solid) {
  const [x, y, z] = solid.size;
  return solid.kind === "sphere" || solid.kind === "capsule" ? new THREE.Vector3(x, x, x) : new THREE.Vector3(x, y, z);
}

function keyOf(solid) {
  return solid.kind === "capsule" ? `capsule ${(solid.size[2] / solid.size[0]).toPrecision(6)}`
    : solid.kind === "mesh" ? `mesh ${solid.mesh}` : solid.kind;
}

const quaternion = (q) => new THREE.Quaternion(q[1], q[2], q[3], q[0]);

export class SceneView {
  constructor(canvas, labels) {
    this.canvas = canvas;
    this.labels = labels;
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.01, 1000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.follow = -1;
    this.trails = false;
    this.body = [];
    this.dirty = true;
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  load(description) {
    const d = description;
    this.description = d;
    this.world?.traverse((o) => {
      o.geometry?.dispose();
      o.material?.dispose();
    });
    this.world = new THREE.Scene();
    this.world.add(new THREE.HemisphereLight(0xffffff, 0x667788, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 1.8);
    this.world.add(sun);
    this.up = new THREE.Vector3(...d.up);
    this.camera.up.copy(this.up);
    const side = Math.abs(this.up.z) > 0.5 ? new THREE.Vector3(0.8, -1, 0.45)
      : Math.abs(this.up.y) > 0.5 ? new THREE.Vector3(0.6, 0.4, 1) : new THREE.Vector3(0.4, 0.6, 1);
    this.eye = side.normalize().multiplyScalar(1.9 * d.size);
    sun.position.copy(this.eye).addScaledVector(this.up, 2 * d.size);
    this.camera.near = d.size / 500;
    this.camera.far = d.size * 500;
    this.body = d.bodies.map(() => new THREE.Matrix4());
    this.groups = this.makeGroups(d);
    this.lines = this.makeLines(d);
    this.trail = this.makeTrails(d);
    const shown = this.forces?.group.visible;
    this.forces = new Forces(d.forces ?? [], d.size, this.labels);
    this.world.add(this.forces.group);
    if (shown) {
      this.forces.toggle();
    }
    this.placed = false;
    this.origin = new THREE.Vector3();
    this.resize();
  }

  makeGroups(d) {
    const byKey = new Map();
    for (const solid of d.solids) {
      const key = keyOf(solid);
      byKey.set(key, [...(byKey.get(key) ?? []), solid]);
    }
    return [...byKey.values()].map((solids) => {
      const material = new THREE.MeshLambertMaterial({ side: THREE.DoubleSide });
      const mesh = new THREE.InstancedMesh(geometryOf(solids[0].kind, solids[0], d, solids.length), material, solids.length);
      mesh.frustumCulled = false;
      const local = solids.map((s, i) => {
        mesh.setColorAt(i, new THREE.Color().setRGB(...s.color, THREE.SRGBColorSpace));
        return new THREE.Matrix4().compose(new THREE.Vector3(...s.r), quaternion(s.q), scaleOf(s));
      });
      this.world.add(mesh);
      return { mesh, solids, local };
    });
  }

  makeLines(d) {
    if (d.lines.length === 0) {
      return null;
    }
    const bar = new THREE.CylinderGeometry(1, 1, 1, 12).rotateX(Math.PI / 2);
    const mesh = new THREE.InstancedMesh(bar, new THREE.MeshLambertMaterial(), d.lines.length);
    mesh.frustumCulled = false;
    d.lines.forEach((l, i) => mesh.setColorAt(i, new THREE.Color().setRGB(...l.color, THREE.SRGBColorSpace)));
    this.world.add(mesh);
    return mesh;
  }

  makeTrails(d) {
    const geometry = new THREE.BufferGeometry();
    const most = Math.max(2, Math.floor(Math.min(TRAIL, SEGMENTS / d.bodies.length))); // the more bodies the shorter
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(d.bodies.length * most * 6), 3));
    geometry.setDrawRange(0, 0);
    const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0xd08020 }));
    lines.frustumCulled = false;
    this.world.add(lines);
    return { lines, n: 0, most, last: null };
  }

  extendTrails() {
    const t = this.trail;
    const n = this.body.length;
    const now = new Float32Array(3 * n);
    this.body.forEach((m, i) => now.set(m.elements.slice(12, 15), 3 * i));
    const at = t.lines.geometry.attributes.position.array;
    if (this.trails && t.last) {
      const row = t.n % t.most;
      for (let i = 0; i < n; i++) {
        at.set(t.last.subarray(3 * i, 3 * i + 3), (row * n + i) * 6);
        at.set(now.subarray(3 * i, 3 * i + 3), (row * n + i) * 6 + 3);
      }
      t.n++;
      t.lines.geometry.setDrawRange(0, Math.min(t.n, t.most) * n * 2);
      t.lines.geometry.attributes.position.needsUpdate = true;
    }
    t.last = now;
  }

  toggleTrails() {
    this.trails = !this.trails;
    this.trail.n = 0;
    this.trail.lines.geometry.setDrawRange(0, 0);
    this.dirty = true;
    return this.trails;
  }

  // What is drawn has 24 bits: a mechanism far from where lengths are counted from is drawn from its own place.
  findOrigin(poses) {
    const first = new THREE.Vector3().fromArray(poses);
    const far = first.length() > FAR * this.description.size && Number.isFinite(first.length());
    this.origin = far ? first : new THREE.Vector3();
    const back = new THREE.Matrix4().makeTranslation(this.origin.clone().negate());
    for (const g of this.groups) {
      g.ground = g.local.map((m) => back.clone().multiply(m));
    }
  }

  endOf(end) {
    const r = new THREE.Vector3(...end.r);
    return end.body < 0 ? r.sub(this.origin) : r.applyMatrix4(this.body[end.body]);
  }

  placeLines() {
    const z = new THREE.Vector3(0, 0, 1);
    this.description.lines.forEach((l, i) => {
      const a = this.endOf(l.a);
      const b = this.endOf(l.b);
      const along = b.clone().sub(a);
      const length = along.length();
      const turn = new THREE.Quaternion().setFromUnitVectors(z, length > 0 ? along.divideScalar(length) : z);
      this.lines.setMatrixAt(i, new THREE.Matrix4().compose(a.add(b).multiplyScalar(0.5), turn,
        new THREE.Vector3(l.radius, l.radius, Math.max(length, 1e-9))));
    });
    this.lines.instanceMatrix.needsUpdate = true;
  }

  toggleForces() {
    const shown = this.forces?.toggle() ?? false;
    this.forces?.place(this.lastForces ?? [], this.body, this.origin);
    this.dirty = true;
    return shown;
  }

  stretchForces(factor) {
    if (this.forces) {
      this.forces.times = Math.min(Math.max(this.forces.times * factor, 1e-3), 1e3);
      this.forces.place(this.lastForces ?? [], this.body, this.origin);
      this.dirty = true;
    }
  }

  place(poses, forces) {
    if (!this.description || poses.length !== 7 * this.body.length) {
      return;
    }
    const one = new THREE.Vector3(1, 1, 1);
    if (!this.placed) {
      this.findOrigin(poses);
    }
    const before = this.follow >= 0 && this.placed ? this.positionOf(this.follow) : null;
    this.body.forEach((m, i) => m.compose(new THREE.Vector3().fromArray(poses, 7 * i).sub(this.origin),
      quaternion(poses.subarray(7 * i + 3, 7 * i + 7)), one));
    const whole = new THREE.Matrix4();
    for (const g of this.groups) {
      g.solids.forEach((s, i) =>
        g.mesh.setMatrixAt(i, s.body < 0 ? g.ground[i] : whole.multiplyMatrices(this.body[s.body], g.local[i])));
      g.mesh.instanceMatrix.needsUpdate = true;
    }
    if (this.lines) {
      this.placeLines();
    }
    this.lastForces = forces;
    this.forces.place(forces, this.body, this.origin);
    this.extendTrails();
    if (!this.placed) {
      this.placed = true;
      this.home();
    }
    if (before) {
      const moved = this.positionOf(this.follow).sub(before);
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    }
    this.dirty = true;
  }

  positionOf(i) {
    return new THREE.Vector3().setFromMatrixPosition(this.body[i]);
  }

  // All that is drawn but landscapes, as a box.
  bounds() {
    const box = new THREE.Box3();
    this.body.forEach((_, i) => box.expandByPoint(this.positionOf(i)));
    const matrix = new THREE.Matrix4();
    for (const g of this.groups) {
      g.mesh.geometry.computeBoundingBox();
      g.solids.forEach((s, i) => {
        g.mesh.getMatrixAt(i, matrix);
        const one = g.mesh.geometry.boundingBox.clone().applyMatrix4(matrix);
        if (s.body >= 0 || one.getSize(new THREE.Vector3()).length() < this.description.size) {
          box.union(one);
        }
      });
    }
    return box;
  }

  home() {
    if (!this.placed) {
      return;
    }
    const box = this.bounds();
    const middle = box.getCenter(new THREE.Vector3());
    const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, this.description.size / 100);
    const half = THREE.MathUtils.degToRad(this.camera.fov / 2);
    const narrow = Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect));
    this.controls.target.copy(middle);
    this.camera.position.copy(this.eye).setLength(1.1 * radius / Math.sin(narrow)).add(middle);
    this.dirty = true;
  }

  turn(x, y) {
    const from = this.camera.position.clone().sub(this.controls.target);
    const right = new THREE.Vector3().crossVectors(this.up, from).normalize();
    from.applyAxisAngle(this.up, x).applyAxisAngle(right, y);
    this.camera.position.copy(this.controls.target).add(from);
    this.dirty = true;
  }

  zoom(factor) {
    this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
    this.dirty = true;
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
    if (w > 0 && h > 0) {
      this.renderer.setSize(w, h, false);
      this.camera.aspect = w / h;
      this.camera.updateProjectionMatrix();
      this.dirty = true;
    }
  }

  draw() {
    if (this.dirty && this.world) {
      this.dirty = false;
      this.camera.lookAt(this.controls.target);
      this.renderer.render(this.world, this.camera);
      const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
      this.forces.draw(this.camera, w, h);
    }
  }
}

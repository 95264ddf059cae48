// The mechanism in three dimensions: solids of one kind and look are drawn at once, whatever their number. The camera
// follows what moves, as long as nothing else is chosen.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { Forces, quantity } from "./forces.js";
import { geometryOf, keyOf, quaternion, scaleOf } from "./solids.js";
import { Chase } from "./chase.js";
import { Labels } from "./labels.js";
import { Look } from "./look.js";
import { Trails } from "./trails.js";

const FAR = 1000; // by the size of the scene
const WIDEST = 6; // times the radius: as far as the camera goes back for what spreads
const LEASH = 0.5; // by the radius of what moves: how far it goes before the camera goes along
const CLICK = 4; // px
const HOVER_TRIANGLES = 300000; // more are not looked through at every move of the mouse

export const MOVING = -2; // follow what moves
export const NOTHING = -1;

export class SceneView {
  constructor(canvas, labels, { onchoose = () => {}, onrefused = () => {} } = {}) {
    this.canvas = canvas;
    this.onchoose = onchoose;
    this.onrefused = onrefused; // (why): a push that is not allowed
    this.hint = document.createElement("span");
    const layer = () => labels.appendChild(Object.assign(document.createElement("div"), { className: "layer" }));
    this.forceLabels = new Labels(layer());
    this.nameLabels = new Labels(layer());
    this.pushLabels = new Labels(layer());
    this.hint.className = "hint";
    this.hint.hidden = true;
    labels.append(this.hint);
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.camera = new THREE.PerspectiveCamera(40, 1, 0.01, 1000);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.controls.addEventListener("start", () => (this.taken = true)); // somebody has chosen how near it is
    this.follow = MOVING;
    this.chaser = new Chase(this);
    this.chosen = -1;
    this.named = false;
    this.body = [];
    this.dirty = true;
    this.listen();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
  }

  listen() {
    let down = null;
    this.canvas.addEventListener("pointerdown", (e) => this.grab(e), { capture: true }); // before the camera
    this.canvas.addEventListener("pointerdown", (e) => (down = [e.clientX, e.clientY]));
    for (const end of ["pointerup", "pointercancel"]) {
      this.canvas.addEventListener(end, () => this.letGo());
    }
    this.canvas.addEventListener("pointermove", (e) => this.push?.held && this.push.move(e.clientX, e.clientY));
    this.canvas.addEventListener("pointerup", (e) => {
      if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < CLICK) {
        this.choose(this.bodyAt(e.clientX, e.clientY));
        this.onchoose(this.chosen);
      }
      down = null;
    });
    this.canvas.addEventListener("pointermove", (e) => (this.pointer = down || e.pointerType !== "mouse" ? null : [e.clientX, e.clientY]));
    this.canvas.addEventListener("pointerleave", () => (this.pointer = null));
  }

  load(d) {
    this.description = d;
    this.world?.traverse((o) => {
      o.geometry?.dispose();
      o.material?.dispose();
      o.shadow?.dispose?.();
    });
    this.world = new THREE.Scene();
    this.up = new THREE.Vector3(...d.up);
    this.camera.up.copy(this.up);
    const side = Math.abs(this.up.z) > 0.5 ? new THREE.Vector3(0.8, -1, 0.45)
      : Math.abs(this.up.y) > 0.5 ? new THREE.Vector3(0.6, 0.4, 1) : new THREE.Vector3(0.4, 0.6, 1);
    this.eye = side.normalize().multiplyScalar(1.9 * d.size);
    this.camera.near = d.size / 500;
    this.camera.far = d.size * 500;
    this.body = d.bodies.map(() => new THREE.Matrix4());
    this.groups = this.makeGroups(d);
    this.lines = this.makeLines(d);
    this.movers = this.findMovers(d);
    const trails = this.trail?.on;
    this.trail = new Trails(this.world, d.bodies.length);
    this.trail.on = Boolean(trails);
    this.chosen = -1;
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
      mesh.castShadow = mesh.receiveShadow = true;
      const color = solids.map((s) => new THREE.Color().setRGB(...s.color, THREE.SRGBColorSpace));
      const local = solids.map((s, i) => {
        mesh.setColorAt(i, color[i]);
        return new THREE.Matrix4().compose(new THREE.Vector3(...s.r), quaternion(s.q), scaleOf(s));
      });
      this.world.add(mesh);
      return { mesh, solids, local, color };
    });
  }

  makeLines(d) {
    if (d.lines.length === 0) {
      return null;
    }
    const bar = new THREE.CylinderGeometry(1, 1, 1, 12).rotateX(Math.PI / 2);
    const mesh = new THREE.InstancedMesh(bar, new THREE.MeshLambertMaterial(), d.lines.length);
    mesh.frustumCulled = false;
    mesh.castShadow = true;
    d.lines.forEach((l, i) => mesh.setColorAt(i, new THREE.Color().setRGB(...l.color, THREE.SRGBColorSpace)));
    this.world.add(mesh);
    return mesh;
  }

  // Bodies that are seen; where none has a solid, all.
  findMovers(d) {
    const seen = new Set(d.solids.filter((s) => s.body >= 0).map((s) => s.body));
    return seen.size ? [...seen] : d.bodies.map((_, i) => i);
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
      g.mesh.boundingSphere = null; // what is clicked at is where it is now
    }
    if (this.lines) {
      this.placeLines();
    }
    this.lastForces = forces;
    if (!this.placed) {
      this.settle();
    }
    this.forces.place(forces, this.body, this.origin);
    if (this.look.axes.visible) {
      this.look.placeAxes(this.body, this.origin);
    }
    this.trail.extend(this.body);
    this.go(before);
    this.dirty = true;
  }

  // With the first poses one knows how large it is.
  settle() {
    this.placed = true;
    const box = this.bounds();
    this.radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, this.description.size / 1000, 1e-12);
    this.sizes = this.measure();
    const old = this.look;
    this.look = new Look(this.world, this.description, this.up, this.radius);
    this.look.settle(box, this.hasLand());
    this.look.grid.visible = old ? old.grid.visible : !this.look.hasLand;
    this.look.axes.visible = old?.axes.visible ?? false;
    const shown = this.forces?.group.visible;
    this.forces = new Forces(this.description.forces ?? [], this.radius, this.forceLabels);
    this.world.add(this.forces.group);
    if (shown) {
      this.forces.toggle();
    }
    this.home();
    if (this.follow >= 0 && this.follow < this.body.length) {
      this.show(this.follow);
    }
  }

  // Of each body half the way from its middle to the corners of what is drawn of it.
  measure() {
    const boxes = this.body.map(() => new THREE.Box3());
    for (const g of this.groups) {
      g.mesh.geometry.computeBoundingBox();
      g.solids.forEach((s, i) => s.body >= 0 && boxes[s.body].union(g.mesh.geometry.boundingBox.clone().applyMatrix4(g.local[i])));
    }
    return boxes.map((b) => (b.isEmpty() ? 0 : b.getSize(new THREE.Vector3()).length() / 4));
  }

  hasLand() { // something on ground that is wider than what moves
    const wide = (s) => (s.kind === "mesh" ? 0 : Math.max(...s.size));
    return this.description.solids.some((s) => s.body < 0 && wide(s) > 1.5 * this.radius);
  }

  centre() {
    const sum = new THREE.Vector3();
    this.movers.forEach((i) => sum.add(this.positionOf(i)));
    return sum.divideScalar(Math.max(1, this.movers.length));
  }

  // Along with the body that is followed; with what moves once it is about to leave.
  go(before) {
    let moved = null;
    if (this.chaser.on) {
      this.chaser.go();
      return;
    }
    if (before) {
      moved = this.positionOf(this.follow).sub(before);
    } else if (this.follow === MOVING && this.middle) {
      const away = this.centre().sub(this.middle);
      const leash = LEASH * this.radius;
      if (away.length() > leash) {
        moved = away.multiplyScalar(1 - leash / away.length());
        this.middle.add(moved);
      }
    }
    if (moved && Number.isFinite(moved.lengthSq())) {
      this.camera.position.add(moved);
      this.controls.target.add(moved);
    }
    if (this.follow === MOVING && !this.taken) {
      this.widen();
    }
  }

  // Back, as far as what moves needs; never nearer by itself.
  widen() {
    const reach = Math.max(0, ...this.movers.map((i) => this.positionOf(i).distanceTo(this.controls.target) + this.sizes[i]));
    const wanted = Math.min(reach, WIDEST * this.radius) * this.perRadius();
    const from = this.camera.position.clone().sub(this.controls.target);
    if (wanted > from.length() && Number.isFinite(wanted)) {
      this.camera.position.copy(from.setLength(wanted)).add(this.controls.target);
    }
  }

  // How far the camera is from a sphere of radius 1 that fills the picture.
  perRadius() {
    const half = THREE.MathUtils.degToRad(this.camera.fov / 2);
    return 1.05 / Math.sin(Math.min(half, Math.atan(Math.tan(half) * this.camera.aspect)));
  }

  chase(on) {
    this.chaser.set(on);
    this.dirty = true;
  }

  positionOf(i) {
    return new THREE.Vector3().setFromMatrixPosition(this.body[i]);
  }

  // All that is drawn but landscapes, as a box; or what is drawn of one body.
  bounds(of = null) {
    const box = new THREE.Box3();
    const wanted = (body) => (of === null ? body >= 0 : body === of);
    (of === null ? this.movers : [of]).forEach((i) => box.expandByPoint(this.positionOf(i)));
    const matrix = new THREE.Matrix4();
    for (const g of this.groups) {
      g.mesh.geometry.computeBoundingBox();
      g.solids.forEach((s, i) => {
        g.mesh.getMatrixAt(i, matrix);
        const one = g.mesh.geometry.boundingBox.clone().applyMatrix4(matrix);
        if (wanted(s.body) || (of === null && one.getSize(new THREE.Vector3()).length() < this.description.size / 4)) {
          box.union(one);
        }
      });
    }
    return box;
  }

  aim(middle, radius, from) {
    this.controls.target.copy(middle);
    this.camera.position.copy(from).setLength(radius * this.perRadius()).add(middle);
    this.taken = false;
    this.middle = this.centre();
    this.dirty = true;
  }

  home() {
    if (this.placed) {
      const box = this.bounds();
      this.aim(box.getCenter(new THREE.Vector3()), Math.max(box.getSize(new THREE.Vector3()).length() / 2, this.description.size / 1000), this.eye);
    }
  }

  // The camera goes to a body and stays with it, from the side where it is.
  show(i) {
    const box = this.bounds(i);
    const radius = Math.max(box.getSize(new THREE.Vector3()).length() / 2, 0.1 * this.radius);
    this.aim(box.getCenter(new THREE.Vector3()), 2 * radius, this.camera.position.clone().sub(this.controls.target));
  }

  setFollow(i) {
    this.follow = i;
    if (this.placed && i >= 0) {
      this.show(i);
    } else if (this.placed && i === MOVING) {
      this.home();
    }
  }

  // ---- choosing ----------------------------------------------------------------------------------

  rayAt(x, y) {
    const r = this.canvas.getBoundingClientRect();
    const ray = new THREE.Raycaster();
    ray.setFromCamera(new THREE.Vector2(2 * (x - r.left) / r.width - 1, 1 - 2 * (y - r.top) / r.height), this.camera);
    return ray;
  }

  hitAt(x, y) {
    const hit = this.rayAt(x, y).intersectObjects((this.groups ?? []).map((g) => g.mesh), false)[0];
    return { body: hit ? this.groups.find((g) => g.mesh === hit.object).solids[hit.instanceId].body : -1, point: hit?.point };
  }

  bodyAt(x, y) {
    return this.hitAt(x, y).body;
  }

  // A drag on the chosen body pushes it, where that is allowed; with shift on any, and says why not. The camera stays.
  grab(e) {
    const wanted = this.push && this.placed && e.button === 0 && (e.shiftKey || this.chosen >= 0);
    const { body, point } = wanted ? this.hitAt(e.clientX, e.clientY) : { body: -1 };
    if (body < 0 || !(e.shiftKey || body === this.chosen)) {
      return;
    }
    const why = this.push.why(body);
    if (why === "") {
      this.push.grab(body, point, e.clientX, e.clientY);
      this.controls.enabled = false;
      this.canvas.setPointerCapture(e.pointerId);
    } else if (e.shiftKey) {
      this.onrefused(why);
    }
  }

  letGo() {
    this.push?.release();
    this.controls.enabled = true;
  }

  choose(i) {
    this.chosen = i;
    const bright = new THREE.Color(0xffc400);
    for (const g of this.groups ?? []) {
      g.solids.forEach((s, k) => g.mesh.setColorAt(k, s.body === i && i >= 0 ? g.color[k].clone().lerp(bright, 0.55) : g.color[k]));
      g.mesh.instanceColor.needsUpdate = true;
    }
    this.dirty = true;
  }

  hover() {
    const p = this.pointer;
    this.pointer = undefined; // looked at
    const few = () => this.groups.reduce((n, g) => n + g.mesh.count * (g.mesh.geometry.index ?? g.mesh.geometry.attributes.position).count / 3, 0) < HOVER_TRIANGLES;
    const i = p && this.placed && few() ? this.bodyAt(...p) : -1;
    this.hint.hidden = i < 0;
    if (i >= 0) {
      const r = this.canvas.getBoundingClientRect();
      this.hint.textContent = this.description.bodies[i];
      this.hint.style.transform = `translate(${p[0] - r.left + 12}px, ${p[1] - r.top + 12}px)`;
    }
  }

  // ---- switches ----------------------------------------------------------------------------------

  toggleTrails() {
    this.dirty = true;
    return this.trail?.toggle() ?? false;
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

  toggleGrid() {
    this.dirty = true;
    return this.look ? (this.look.grid.visible = !this.look.grid.visible) : false;
  }

  toggleAxes() {
    if (!this.look) {
      return false;
    }
    this.look.axes.visible = !this.look.axes.visible;
    this.look.placeAxes(this.body, this.origin);
    this.dirty = true;
    return this.look.axes.visible;
  }

  toggleNames() {
    this.dirty = true;
    return (this.named = !this.named);
  }

  // ---- camera ------------------------------------------------------------------------------------

  turn(x, y) {
    const from = this.camera.position.clone().sub(this.controls.target);
    const right = new THREE.Vector3().crossVectors(this.up, from).normalize();
    from.applyAxisAngle(this.up, x).applyAxisAngle(right, y);
    this.camera.position.copy(this.controls.target).add(from);
    this.dirty = true;
  }

  zoom(factor) {
    this.taken = true;
    this.chaser.zoom(factor);
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
    if (this.pointer !== undefined) {
      this.hover();
    }
    this.push?.step();
    if (this.dirty && this.world && this.placed) {
      this.dirty = false;
      this.camera.lookAt(this.controls.target);
      this.look.follow(this.controls.target);
      const pushed = this.push?.draw(quantity) ?? [];
      this.renderer.render(this.world, this.camera);
      const { clientWidth: w, clientHeight: h } = this.canvas.parentElement;
      const taken = this.pushLabels.place(pushed, this.camera, w, h);
      this.forces.draw(this.camera, w, h, taken);
      this.nameLabels.place(this.look.texts(this.body, this.origin, this.named, this.chosen), this.camera, w, h, taken);
    }
  }

  // The picture as a file: what is drawn is there until the next turn of the browser.
  picture() {
    this.dirty = true;
    this.draw();
    return new Promise((done) => this.canvas.toBlob(done, "image/png"));
  }
}

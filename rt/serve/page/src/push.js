// Pushing a body by hand, where the rig allows it: a spring from the point that was grabbed to the pointer, bounded by
// what the rig says. Its force is written again and again; when the page or its way to the rig is gone, the rig lets go
// by itself.
import * as THREE from "three";

const REACH = 0.5; // m per m of the radius of what moves: as far as the pointer is for all of the force
const AGAIN = 40; // ms between writes
const LATE = 1000; // ms: an answer that does not come is no reason to wait longer
const COLOR = 0x0b7285;
const tidy = (x) => Number(x.toPrecision(6));

export class Push {
  constructor(view, { write, tell }) {
    this.view = view;
    this.write = write; // (pairs) => number of the request
    this.tell = tell;
    this.list = [];
    this.may = false;
    this.sent = new Map(); // when requests left that have no answer
  }

  load(scene) {
    this.release();
    this.list = scene?.pushes ?? [];
  }

  of(body) {
    return this.list.find((p) => p.body === body);
  }

  // Why a body cannot be pushed; "" where it can.
  why(body) {
    const name = this.view.description.bodies[body];
    return !this.of(body) ? `the rig lets nobody push ${name}: its exchange has no 'push' for it`
      : !this.may ? `only who has the link with its token may push ${name}` : "";
  }

  // ---- by the pointer ----------------------------------------------------------------------------

  grab(body, point, x, y) {
    const p = this.of(body);
    const pose = this.view.body[body];
    this.held = { p, body, at: p.torque > 0 ? point.clone().applyMatrix4(pose.clone().invert()) : new THREE.Vector3(...p.r),
      x, y, last: 0 };
  }

  move(x, y) {
    Object.assign(this.held, { x, y });
    this.view.dirty = true;
  }

  // In the picture: where it is grabbed, the pointer as far from the eye as that, the force, and the torque about the
  // point where the load acts.
  pull() {
    const { p, body, at, x, y } = this.held;
    const pose = this.view.body[body];
    const from = at.clone().applyMatrix4(pose);
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(this.view.camera.getWorldDirection(new THREE.Vector3()), from);
    const pointer = this.view.rayAt(x, y).ray.intersectPlane(plane, new THREE.Vector3()) ?? from.clone();
    const away = pointer.clone().sub(from);
    const share = Math.min(1, away.length() / (REACH * this.view.radius));
    const force = away.lengthSq() > 0 ? away.normalize().multiplyScalar(share * p.force) : away;
    const arm = from.clone().sub(new THREE.Vector3(...p.r).applyMatrix4(pose));
    const torque = p.torque > 0 ? arm.cross(force).clampLength(0, p.torque) : null;
    return { from, pointer, force, torque };
  }

  // With every picture.
  step(now = performance.now()) {
    if (!this.held || now - this.held.last < AGAIN || [...this.sent.values()].some((t) => now - t < LATE)) {
      return;
    }
    this.held.last = now;
    const { force, torque } = this.pull();
    this.send([...force.toArray(), ...(torque?.toArray() ?? [])]);
  }

  send(numbers) {
    this.sent.set(this.write(this.held.p.inputs.map((input, k) => `${input}=${tidy(numbers[k])}`).join(" ")), performance.now());
  }

  release() {
    if (this.held) {
      this.send(this.held.p.inputs.map(() => 0));
      this.held = undefined;
      this.arrow?.removeFromParent();
      this.view.dirty = true;
    }
  }

  // Whether the answer is one of a push; those of others are told shortly.
  answer(m, you) {
    if (m.by === you && this.sent.delete(m.request)) {
      if (!m.answer.startsWith("ok")) {
        this.held = undefined;
        this.arrow?.removeFromParent();
        this.tell(`the push was refused: ${m.answer}`);
      }
      return true;
    }
    const p = m.by !== you && m.line.startsWith("write ") ? this.list.find((x) => m.line.includes(` ${x.inputs[0]}=`)) : undefined;
    if (p) {
      const pushes = p.inputs.slice(0, 3).some((input) => !m.line.includes(` ${input}=0 `) && !m.line.endsWith(` ${input}=0`));
      this.tell(pushes ? `browser ${m.by} pushes ${this.view.description.bodies[p.body]}` : "");
    }
    return Boolean(p);
  }

  // ---- what is seen ------------------------------------------------------------------------------

  draw(quantity) {
    if (!this.held) {
      return [];
    }
    const { from, pointer, force } = this.pull();
    const along = pointer.clone().sub(from);
    const length = Math.max(along.length(), 1e-9);
    this.arrow ??= new THREE.ArrowHelper(new THREE.Vector3(1, 0, 0), new THREE.Vector3(), 1, COLOR);
    for (const part of [this.arrow.line, this.arrow.cone]) {
      part.material.depthTest = false; // seen through bodies
      part.renderOrder = 3;
    }
    this.view.world.add(this.arrow);
    this.arrow.position.copy(from);
    this.arrow.setDirection(along.divideScalar(length));
    this.arrow.setLength(length, Math.min(0.3 * length, 0.12 * this.view.radius), Math.min(0.15 * length, 0.06 * this.view.radius));
    return [{ at: pointer, text: quantity(force.length(), "N"), kind: "pushed" }];
  }
}

// The camera behind what is driven: it stays above and behind the largest body, whose x axis points forwards, and turns
// after it a little later.
import * as THREE from "three";

const BACK = 3; // by the size of what is drawn
const UP = 0.95;
const AHEAD = 0.9; // in front of the body, where the camera looks
const LAG = 0.25; // s
const NEAREST = 0.4;
const FARTHEST = 6;
const NEAR = 20; // of the size: nothing is nearer to the camera, so that what lies on a road is told from it far away

export class Chase {
  constructor(view) {
    this.view = view;
    this.on = false;
    this.factor = 1;
    view.canvas.addEventListener("wheel", (e) => this.on && this.zoom(e.deltaY > 0 ? 1.1 : 0.9), { passive: true });
  }

  set(on) {
    const { view } = this;
    this.on = on;
    this.heading = undefined;
    view.controls.enabled = !on;
    view.camera.near = (view.description?.size ?? 1) / (on ? NEAR : 500);
    this.cover(0);
    this.body = view.sizes ? view.movers.reduce((best, i) => (view.sizes[i] > (view.sizes[best] ?? -1) ? i : best), -1) : -1;
    if (on) {
      this.go();
    }
  }

  // The picture moves up by half of what covers it from below, in px.
  cover(height) {
    const { camera, canvas } = this.view;
    const { clientWidth: w, clientHeight: h } = canvas.parentElement;
    if (this.on && height > 0 && w > 0 && h > 0) {
      camera.setViewOffset(w, h, 0, height / 2, w, h);
    } else {
      camera.clearViewOffset();
    }
    camera.updateProjectionMatrix();
    this.view.dirty = true;
  }

  zoom(factor) {
    this.factor = Math.min(Math.max(this.factor * factor, NEAREST), FARTHEST);
  }

  // With new poses.
  go(now = performance.now()) {
    const { view } = this;
    const matrix = view.body[this.body];
    if (!matrix) {
      return;
    }
    const at = view.positionOf(this.body);
    const forward = new THREE.Vector3().setFromMatrixColumn(matrix, 0).projectOnPlane(view.up);
    if (forward.lengthSq() < 1e-6 || !Number.isFinite(forward.lengthSq() + at.lengthSq())) {
      return;
    }
    forward.normalize();
    const share = this.heading ? 1 - Math.exp(-Math.min((now - this.last) / 1000, 1) / LAG) : 1;
    this.heading = (this.heading ?? forward).clone().lerp(forward, share);
    this.heading = this.heading.lengthSq() > 1e-6 ? this.heading.normalize() : forward;
    this.last = now;
    const size = view.sizes[this.body] * this.factor * 2;
    const up = view.up.clone();
    view.controls.target.copy(at).addScaledVector(forward, AHEAD * view.sizes[this.body]).addScaledVector(up, 0.1 * size);
    view.camera.position.copy(at).addScaledVector(this.heading, -BACK * size).addScaledVector(up, UP * size);
    view.dirty = true;
  }
}

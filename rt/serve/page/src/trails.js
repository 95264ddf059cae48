// Where bodies were, as lines.
import * as THREE from "three";

const TRAIL = 600; // pictures
const SEGMENTS = 180000; // at most

export class Trails {
  constructor(world, n) {
    const geometry = new THREE.BufferGeometry();
    this.most = Math.max(2, Math.floor(Math.min(TRAIL, SEGMENTS / n))); // the more bodies the shorter
    geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(n * this.most * 6), 3));
    geometry.setDrawRange(0, 0);
    this.lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: 0xd08020 }));
    this.lines.frustumCulled = false;
    world.add(this.lines);
    this.n = 0;
    this.last = null;
    this.on = false;
  }

  extend(body) {
    const n = body.length;
    const now = new Float32Array(3 * n);
    body.forEach((m, i) => now.set(m.elements.slice(12, 15), 3 * i));
    const at = this.lines.geometry.attributes.position.array;
    if (this.on && this.last) {
      const row = this.n % this.most;
      for (let i = 0; i < n; i++) {
        at.set(this.last.subarray(3 * i, 3 * i + 3), (row * n + i) * 6);
        at.set(now.subarray(3 * i, 3 * i + 3), (row * n + i) * 6 + 3);
      }
      this.n++;
      this.lines.geometry.setDrawRange(0, Math.min(this.n, this.most) * n * 2);
      this.lines.geometry.attributes.position.needsUpdate = true;
    }
    this.last = now;
  }

  toggle() {
    this.on = !this.on;
    this.n = 0;
    this.lines.geometry.setDrawRange(0, 0);
    return this.on;
  }
}

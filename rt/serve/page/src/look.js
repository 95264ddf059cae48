// What is around the mechanism, so that one sees where it is: light with a shadow, a floor to throw it on, a grid with
// a known width, the axes of ground and bodies, names.
import * as THREE from "three";

const CELLS = 24; // of the grid, across
const MOST_AXES = 200;
const MOST_NAMES = 40;
const AXES = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
const TINTS = [[0.85, 0.15, 0.15], [0.1, 0.6, 0.15], [0.15, 0.35, 0.9]]; // x, y, z

// The largest of 1, 2, 5 times a power of ten that is no more.
export function roundBelow(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [5, 2, 1].find((k) => k * power <= x * (1 + 1e-9)) * power;
}

export class Look {
  constructor(world, d, up, radius) {
    this.up = up;
    this.radius = radius;
    this.names = d.bodies;
    this.sun = new THREE.DirectionalLight(0xffffff, 2.0);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.bias = -0.0005;
    this.sun.shadow.normalBias = 0.004 * radius;
    this.sun.shadow.intensity = 0.6;
    const side = Math.abs(up.z) > 0.5 ? new THREE.Vector3(0.5, -0.35, 0) : Math.abs(up.y) > 0.5
      ? new THREE.Vector3(0.35, 0, 0.5) : new THREE.Vector3(0, 0.35, 0.5);
    this.from = up.clone().add(side).normalize().multiplyScalar(4 * radius);
    const c = this.sun.shadow.camera;
    c.left = c.bottom = -2 * radius;
    c.right = c.top = 2 * radius;
    c.near = radius / 2;
    c.far = 12 * radius;
    world.add(new THREE.HemisphereLight(0xffffff, 0x8090a0, 1.9), this.sun, this.sun.target);
    this.cell = roundBelow(radius / 4);
    this.floor = new THREE.Group();
    const shade = new THREE.Mesh(new THREE.PlaneGeometry(CELLS * this.cell, CELLS * this.cell), new THREE.ShadowMaterial({ opacity: 0.35 }));
    shade.receiveShadow = true;
    this.grid = new THREE.LineSegments(this.gridOf(), new THREE.LineBasicMaterial({ color: 0x7d8790, transparent: true, opacity: 0.55 }));
    this.floor.add(shade, this.grid);
    this.floor.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    this.shade = shade;
    world.add(this.floor);
    const n = Math.min(d.bodies.length, MOST_AXES) + 1;
    const axes = new THREE.BufferGeometry();
    axes.setAttribute("position", new THREE.BufferAttribute(new Float32Array(n * 18), 3));
    axes.setAttribute("color", new THREE.BufferAttribute(new Float32Array(Array.from({ length: n }, () =>
      TINTS.flatMap((t) => [...t, ...t])).flat()), 3));
    this.axes = new THREE.LineSegments(axes, new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false }));
    this.axes.frustumCulled = false;
    this.axes.renderOrder = 2;
    this.axes.visible = false;
    world.add(this.axes);
  }

  gridOf() {
    const half = CELLS * this.cell / 2;
    const at = [];
    for (let i = 0; i <= CELLS; i++) {
      const x = i * this.cell - half;
      at.push(x, -half, 0, x, half, 0, -half, x, 0, half, x, 0);
    }
    const g = new THREE.BufferGeometry();
    g.setAttribute("position", new THREE.BufferAttribute(new Float32Array(at), 3));
    return g;
  }

  // On a landscape the shadow falls there, and no floor is needed. box: of what moves and what stands with it.
  settle(box, hasLand) {
    this.level = [0, 1, 2].reduce((sum, k) => sum + this.up.getComponent(k) *
      (this.up.getComponent(k) > 0 ? box.min : box.max).getComponent(k), 0) - 0.01 * this.radius;
    this.hasLand = hasLand;
    this.shade.visible = !hasLand;
  }

  // The floor and the light go along with what is looked at, the grid by whole cells.
  follow(target) {
    const step = this.cell;
    const at = target.clone();
    for (let k = 0; k < 3; k++) {
      at.setComponent(k, Math.abs(this.up.getComponent(k)) > 0.5 ? this.level / this.up.getComponent(k)
        : Math.round(at.getComponent(k) / step) * step);
    }
    this.floor.position.copy(at);
    this.sun.position.copy(target).add(this.from);
    this.sun.target.position.copy(target);
  }

  placeAxes(body, origin) {
    const position = this.axes.geometry.attributes.position;
    const length = 0.25 * this.radius;
    const frames = [new THREE.Matrix4().makeTranslation(origin.clone().negate()), ...body.slice(0, MOST_AXES)];
    frames.forEach((m, i) => {
      const from = new THREE.Vector3().setFromMatrixPosition(m);
      AXES.forEach((_, k) => {
        const along = new THREE.Vector3().setFromMatrixColumn(m, k).multiplyScalar(i === 0 ? 2 * length : length).add(from);
        position.setXYZ(6 * i + 2 * k, from.x, from.y, from.z);
        position.setXYZ(6 * i + 2 * k + 1, along.x, along.y, along.z);
      });
    });
    position.needsUpdate = true;
  }

  // Texts of what is switched on: names of bodies, letters at the axes of ground.
  texts(body, origin, named, chosen) {
    const out = [];
    const at = (i) => new THREE.Vector3().setFromMatrixPosition(body[i]);
    if (chosen >= 0 && chosen < body.length) {
      out.push({ at: at(chosen), text: this.names[chosen], kind: "chosen" });
    }
    if (this.axes.visible) {
      AXES.forEach((a, k) => out.push({ at: new THREE.Vector3(...a).multiplyScalar(0.55 * this.radius).sub(origin), text: "xyz"[k], kind: `axis${k}` }));
    }
    if (named) {
      body.slice(0, MOST_NAMES).forEach((_, i) => i !== chosen && out.push({ at: at(i), text: this.names[i] }));
    }
    return out;
  }
}

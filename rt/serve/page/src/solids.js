// Geometries of solids, as config/include/visual.h defines their kinds.
import * as THREE from "three";

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

// Of edge or radius 1 along z; of n that are drawn at once.
export function geometryOf(kind, solid, scene, n) {
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

export function scaleOf(solid) {
  const [x, y, z] = solid.size;
  return solid.kind === "sphere" || solid.kind === "capsule" ? new THREE.Vector3(x, x, x) : new THREE.Vector3(x, y, z);
}

export function keyOf(solid) {
  return solid.kind === "capsule" ? `capsule ${(solid.size[2] / solid.size[0]).toPrecision(6)}`
    : solid.kind === "mesh" ? `mesh ${solid.mesh}` : solid.kind;
}

export const quaternion = (q) => new THREE.Quaternion(q[1], q[2], q[3], q[0]);

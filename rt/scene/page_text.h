// A scene as one JSON object, for pages in a browser: solids and lines in the frames of their bodies, meshes as
// base64 of their bytes. Poses come apart from it.
//
//   {"title", "up": [x, y, z], "size", "bodies": [name],
//    "solids": [{"body", "kind", "size": [x, y, z], "r": [x, y, z], "q": [e0, e1, e2, e3],
//                "color": [r, g, b], "mesh"}],
//    "lines": [{"name", "a": {"body", "r"}, "b": {"body", "r"}, "radius", "color"}],
//    "forces": [{"name", "kind", "body", "r": [x, y, z], "radius"}],
//    "meshes": [{"points": float32 x y z ..., "corners": uint32 ...}],
//    "pushes": [{"body", "r", "force", "torque", "inputs": [name]}]}
//
// `body` is -1 on ground, `mesh` -1 without one, `kind` one of box, cylinder, sphere, capsule, mesh (visual.h says
// what their sizes mean). Forces are those of forces.h in its order, on a body at r; their kind is one of joint, spring,
// bushing, friction, contact. Pushes are there where a rig allows some: bodies that may be pushed by writing the inputs,
// components of a force at r and, where torque is more than 0, of a torque, each up to so much. Lengths in m; frames of bodies lie in their centres of mass.
#ifndef TAC_PAGE_TEXT_H
#define TAC_PAGE_TEXT_H

#include "format/json.h"
#include "scene.h"

// For tac_json_fill: the context is the scene.
void tac_put_page_scene(tac_json *j, void *scene);

#endif

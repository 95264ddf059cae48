// How a scene is told in glTF 2.0: which geometries, meshes and nodes there are, where the numbers lie in the
// binary part, and the text that says so. glb_file.c writes both parts; the same without motion is a picture of a
// mesh (glb_mesh.h).
//
// Nodes: the world first, turned so that up is y; then bodies, solids and lines in the order of the scene, and a camera that
// looks at what moves as it stands at the start.
#ifndef TAC_GLB_LAYOUT_H
#define TAC_GLB_LAYOUT_H

#include "format/json.h"
#include "scene.h"

typedef struct tac_glb_geometry { // points and triangles, drawn in any size
    tac_visual_kind kind;
    double ratio;          // of a capsule: length by radius
    int mesh;              // of the scene, TAC_NONE
    const tac_mesh *shape; // the scene's mesh, or `own`
    tac_mesh *own;         // of a solid of radius or edge 1
    size_t at;             // bytes of the binary part
} tac_glb_geometry;

typedef struct tac_glb_look { // a geometry in a colour: a mesh and a material of glTF
    int geometry;
    double color[3];
} tac_glb_look;

typedef struct tac_glb_layout {
    const tac_scene *scene;
    tac_glb_geometry *geometry; // (n_geometry)
    int n_geometry;
    tac_glb_look *look; // (n_look)
    int n_look;
    int *look_of;          // of solids, then lines                 (n_solid + n_line)
    size_t geometry_bytes; // of all geometries
    const tac_pose *start; // of bodies, NULL: nothing moves            (n_body)
    // motion: times, then positions and rotations per body, then the same and sizes per line
    size_t n_frame;
    float last; // time, s
} tac_glb_layout;

// False without memory; to be closed all the same.
bool tac_glb_layout_open(tac_glb_layout *l, const tac_scene *c);
void tac_glb_layout_close(tac_glb_layout *l);

size_t tac_glb_motion_bytes(const tac_glb_layout *l);

// A bar of radius and length 1 along z becomes the line between two points.
typedef struct tac_glb_bar {
    tac_pose at;
    vec3 scale;
} tac_glb_bar;

tac_glb_bar tac_glb_line(const tac_scene_line *line, const tac_pose *body);

// The text, for tac_json_fill; the context is the layout.
void tac_glb_text(tac_json *j, void *layout);

#endif

// What a mechanism looks like: solids that are fixed on bodies or on ground, and lines that are drawn between two
// points. The files say so (visual.h); where they say nothing, joints, contacts and the like give something to
// look at. Whoever draws, whatever the format, draws this with the poses of bodies.
//
// A scene owns all that it holds: it outlives the simulation that it was made of.
#ifndef TAC_SCENE_H
#define TAC_SCENE_H

#include "forces.h"
#include "mesh.h"
#include "simulation/flexible_frames.h"
#include "simulation/simulation.h"
#include "visual.h"

typedef struct tac_scene_line { // between the origins of two frames
    char *name;
    tac_frame a, b; // of the scene
    double radius;  // m, of a bar in its place
    double color[3];
} tac_scene_line;

typedef struct tac_scene_force { // forces.h
    char *name;
    tac_force_place place;
} tac_scene_force;

typedef struct tac_scene_push { // what a rig lets a body be pushed by
    tac_frame at;               // where its force acts
    double force, torque;       // most of each component, N and N m; torque 0: it has none
    const char *input[6];       // names of its components: force, torque
} tac_scene_push;

typedef struct tac_scene {
    char *title;
    char **body_name; // (n_body)
    int n_body; // of the model, then frames on flexible ones, which move as bodies of their own
    tac_flexible_frames flexible; // empty in a scene that was read from its text
    tac_visual *solid; // (n_solid) with a colour each, by their bodies, those on ground last
    int n_solid;
    int *
        first; // solids of body i: first[i] to first[i + 1] - 1; ground is body n_body   (n_body + 2)
    tac_scene_line *line; // (n_line) springs between points, rods
    int n_line;
    tac_scene_force *force; // (n_force)
    int n_force;
    tac_mesh **mesh; // (n_mesh)
    int n_mesh;
    const tac_scene_push
        *push; // (n_push) the caller's, for the text of the page; none as it is opened
    int n_push;
    vec3 up;     // against gravity, along a coordinate axis; z without gravity
    double size; // m, of all that is drawn at the start, more than 0
} tac_scene;

// The scene of a simulation. Meshes are read from the files, NULL: from the disk. NULL with a line in diag.
tac_scene *tac_scene_open(const tac_simulation *s, const tac_file_source *files, tac_diag *diag);
void tac_scene_close(tac_scene *c); // NULL is fine

// Where a frame is in the world: its origin, and its axes.
typedef struct tac_pose {
    vec3 r;
    quat q;
} tac_pose;

// Poses of all bodies and frames in a state; the model may be gone.              (n_body)
void tac_scene_poses(const tac_scene *c, const tac_state *state, tac_pose *body);
tac_pose tac_scene_pose(const tac_pose *body, const tac_frame *at);

// A side of an element of the model as a frame of the scene: on an interface where its body is flexible.
tac_frame tac_scene_side(const tac_scene *c, const tac_frame *at);

// The smallest rotation that turns one unit vector into another.
quat tac_scene_turn(vec3 from, vec3 to);

#endif

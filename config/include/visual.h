// What a model looks like: `visual` of its bodies and, on ground, of its files. Nothing here is computed with; it
// is for pictures of every kind. docs/model-format.md is the reference.
//
// It lies behind the struct of model_file.h, as the method does.
#ifndef TAC_VISUAL_H
#define TAC_VISUAL_H

#include <stdbool.h>

#include "modal.h"
#include "model_file.h"

typedef enum tac_visual_kind {
    TAC_VISUAL_BOX,      // size: edges along x, y, z
    TAC_VISUAL_CYLINDER, // along z; size: radius, radius, length
    TAC_VISUAL_SPHERE,   // size: radius, three times
    TAC_VISUAL_CAPSULE,  // along z; size: radius, radius, length between the middles of its ends
    TAC_VISUAL_MESH,     // size: factor of the numbers in the file, three times
} tac_visual_kind;

typedef struct tac_visual {
    tac_frame at; // its middle and axes
    tac_visual_kind kind;
    vec3 size;
    int mesh; // index, TAC_NONE for other kinds
    bool has_color;
    double color[3]; // red, green, blue as screens take them, 0 to 1
} tac_visual;

typedef struct tac_visual_mesh { // a file, once however often it is drawn
    const char *path;
    const char *in; // where it is named
    int line, column;
} tac_visual_mesh;

// A flexible body, which is drawn where its modes put it.
typedef struct tac_visual_flexible {
    int body;
    const tac_modal *modal;
    const char *const *name; // of its interfaces
    bool is_beam;            // along x, with a section
    bool is_round;           // the section
    vec3 half;               // of the section along y and z, m
} tac_visual_flexible;

typedef struct tac_visuals {
    const tac_visual *visual; // (n) in the order of the bodies, those on ground last
    int n;
    const tac_visual_mesh *mesh; // (n_mesh)
    int n_mesh;
    const tac_visual_flexible *flexible; // (n_flexible) in the order of the bodies
    int n_flexible;
    const bool *is_given; // the file says how the body looks, be it like nothing    (n_body)
} tac_visuals;

// Also of bodies that the file says nothing about but that have a `shape`.
tac_visuals tac_model_file_visuals(const tac_model_file *f);

#endif

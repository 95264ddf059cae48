// Flexible bodies of a model: beams and modal files, and where frames meet them.
#ifndef TAC_FLEXIBLE_H
#define TAC_FLEXIBLE_H

#include "frames.h"
#include "modal.h"
#include "model_reader.h"
#include "solids.h"

// A body that is flexible, while the model is read.
typedef struct tac_flexible {
    const tac_modal *modal;
    int flex;                // index in desc.flex
    const char *const *name; // of its interfaces
    int first, n;            // bodies of the beam that it is part of, itself included
    const char *beam;        // full name of the whole beam, NULL: it is one body
    vec3 from_middle;        // of the beam to the body's centre of mass, body axes
    bool is_beam, is_round;  // to be drawn, with the half of its section
    vec3 half;
} tac_flexible;

// What `flexible` makes of an item of `bodies`: one body, or several behind each other.
typedef struct tac_flexible_item {
    const tac_node *map;
    int n;
    const tac_flexible *part; // (n)
    const tac_solid *solid;   // (n) mass, inertia and looks
    bool has_ends;            // the ends place it
    vec3 middle;
    quat q;
} tac_flexible_item;

// Reads the map and makes the modes of all bodies; the first will have the index that is next.
tac_flexible_item tac_read_flexible(const tac_place *p, const tac_node *item, const char *name);

// Modal coordinates and rates at the start, as the map gives them.
void tac_read_modal_start(const tac_place *p, const tac_flexible_item *f, tac_body_desc *b);

// After the bodies are placed: the fixed joints within beams of several bodies.
void tac_add_beam_joints(tac_model_reader *model);

const tac_flexible *tac_flexible_of(const tac_model_reader *model, int body); // NULL: rigid

#endif

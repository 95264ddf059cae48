// The map `beam` of a flexible body.
#ifndef TAC_BEAM_TEXT_H
#define TAC_BEAM_TEXT_H

#include "beam.h"
#include "reader/reader.h"

typedef struct tac_beam_text {
    tac_beam beam; // of one body, without its interfaces
    int n_body;    // bodies behind each other
    bool has_ends; // by `from` and `to`, in the frame that the body is placed in
    vec3 from, to;
    bool has_y; // the direction of the section's y, in the same frame
    vec3 y;
    vec3 half; // of the section, to draw it; round where they are equal and has_round
    bool is_round;
    int n_point; // named, between the ends, ascending
    double at[TAC_MOST_INTERFACES];
    const char *name[TAC_MOST_INTERFACES];
    const tac_node *point[TAC_MOST_INTERFACES];
} tac_beam_text;

tac_beam_text tac_read_beam(const tac_place *p, const tac_node *map);

// The beam of body k, with the names of its interfaces.
tac_beam tac_beam_of_body(const tac_place *p, const tac_beam_text *t, int k, const char **name);

// Modal data; refuses at the map what cannot be made.
tac_modal tac_make_beam(const tac_place *p, const tac_node *map, const tac_beam *b,
                        const char *const *name);

#endif

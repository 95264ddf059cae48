// Bodies: the section `bodies` of a file.
#ifndef TAC_BODIES_H
#define TAC_BODIES_H

#include "model_reader.h"

// A body before it is placed in the world.
typedef struct tac_raw_body {
    const tac_instance *in;
    const tac_node *item;
    const tac_node *relative_to; // names the body its pose refers to, or NULL
    const char *relative_name;   // its text
    int base;                    // index of that body, TAC_GROUND for the file's frame
    int state;                   // 0 not placed, 1 being placed, 2 placed
    vec3 origin;                 // body frame in the base frame
    quat q;
    vec3 com;                            // centre of mass in the body frame
    bool spin_in_file;                   // w is given in the file's axes
    const struct tac_flexible *flexible; // NULL: rigid
} tac_raw_body;

// Bodies relative to their base; then, all known, all into the world.
void tac_read_bodies(const tac_place *p);
void tac_place_bodies(tac_model_reader *model);

#endif

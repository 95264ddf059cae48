// Forces: the section `forces` of a file.
#ifndef TAC_FORCES_H
#define TAC_FORCES_H

#include "desc.h"
#include "reader/reader.h"

// A force of any type, by the name it has in the file.
typedef struct tac_force_ref {
    tac_element_class what;
    bool is_load;
    int index; // in the list of its type
} tac_force_ref;

void tac_read_forces(const tac_place *p);

struct tac_key;

// A force that a key of a joint makes (TAC_KEY_MAKES), on the joint read last: `value` is what the key has, `joint` the
// joint's name.
void tac_make_force(const tac_place *p, const struct tac_key *key, const tac_node *value,
                    const char *joint);

#endif

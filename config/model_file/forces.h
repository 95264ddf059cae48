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

#endif

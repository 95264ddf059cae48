// Where the binary of an FMU finds its payload. The template (tactus-fmu.so) has a slot without one; whoever fills it in adds
// the payload to the object as a segment of its own and writes into the slot how far away that is loaded. Importers see a
// shared object like any other, whatever they do with the file later.
#ifndef TAC_FMU_SLOT_H
#define TAC_FMU_SLOT_H

#include <stdint.h>

#define TAC_FMU_SLOT_MAGIC_1 0x70612d7573636174u
#define TAC_FMU_SLOT_MAGIC_2 0x3130646f6c796179u

typedef struct tac_fmu_slot {
    uint64_t magic[2];
    int64_t away;  // bytes from the slot to the payload
    uint64_t size; // 0: a template
} tac_fmu_slot;

#endif

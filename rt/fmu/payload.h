// What the binary of an FMU carries: the files of its model, what was given for it, and the token that importers show.
#ifndef TAC_FMU_PAYLOAD_H
#define TAC_FMU_PAYLOAD_H

#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "fmu_list.h"

enum { TAC_FMU_TOKEN = 40 }; // "{8-4-4-4-12}" and its end

typedef struct tac_fmu_text { // bytes with a zero behind them that does not count
    const char *bytes;
    size_t size;
} tac_fmu_text;

enum { TAC_FMU_MOST_GIVEN = 1032, TAC_FMU_MOST_FILES = 4096 };

typedef struct tac_fmu_payload {
    tac_fmi_version version;
    char token[TAC_FMU_TOKEN];
    tac_fmu_text *
        text; // (2 * n_file + n_given) name and content of every file, then what was given; the model first
    int n_file, n_given;
} tac_fmu_payload;

// The files of a model from the disk, less the folder of the first one where all of them lie in it, and the texts (n),
// which have to stay. 0 with a line in diag. Either way it is freed.
int tac_fmu_payload_gather(tac_fmu_payload *p, const tac_simulation *s, tac_fmi_version version,
                           const char *const *given, int n, tac_diag *diag);
void tac_fmu_payload_free(tac_fmu_payload *p);

// As bytes, to be freed; sets the token, which is a hash of all of it. NULL: no memory.
char *tac_fmu_payload_pack(tac_fmu_payload *p, size_t *size);

// From such bytes, which have to stay; texts (most) takes what they hold. 0: they are no payload of this version.
int tac_fmu_payload_unpack(tac_fmu_payload *p, const char *bytes, size_t size, tac_fmu_text *text,
                           int most);

#endif

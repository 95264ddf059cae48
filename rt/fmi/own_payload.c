#include "own_payload.h"

#include <stdio.h>
#include <stdlib.h>

#include "fmu/fmu_slot.h"
#include "library/handle.h"

static volatile const tac_fmu_slot slot = {.magic = {TAC_FMU_SLOT_MAGIC_1, TAC_FMU_SLOT_MAGIC_2}};

// Whether the processor has what the code was compiled for.
static bool has_processor(void)
{
#ifdef __AVX2__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

tac_fmu_text *tac_own_payload(tac_fmu_payload *p, char *line, size_t size)
{
    enum { MOST = 2 * TAC_FMU_MOST_FILES + TAC_FMU_MOST_GIVEN };
    uint64_t n = slot.size;
    const char *bytes = (const char *)&slot + slot.away;
    tac_fmu_text *text = calloc(MOST, sizeof *text);
    if (!has_processor()) {
        (void)snprintf(line, size, "this FMU needs a processor with AVX2 and FMA");
    } else if (n == 0 || (text && !tac_fmu_payload_unpack(p, bytes, n, text, MOST))) {
        (void)snprintf(line, size,
                       "this binary has no model in it; export it anew by 'tactus fmu'");
    } else {
        return text;
    }
    free(text);
    return NULL;
}

int tac_own_list(const tactus_model *model, tac_fmi_version version, tac_fmu_list *list,
                 tac_diag *diag)
{
    return tac_fmu_list_open(list, &model->values, version, diag);
}

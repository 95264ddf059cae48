#include "fmu_export.h"

#include <stdio.h>
#include <stdlib.h>

#include "archive.h"
#include "description.h"
#include "fmu_template.h"
#include "known_parts.h"
#include "payload.h"
#include "printable.h"

// Whether all of the model can go into an FMU.
static bool fits(const tac_simulation *s, tac_diag *diag)
{
    int laws = 0;
    (void)tac_model_file_laws(s->file, &laws);
    if (s->file->desc.n_part > 0 || laws > 0) {
        const char *path = laws > 0 ? tac_model_file_laws(s->file, &laws)[0].path
                                    : tac_model_file_parts(s->file)[0].path;
        return tac_diag_say(diag,
                            "%s: an FMU holds no shared objects of others, such as '%s'; include "
                            "the file of a sub-model in place of its object",
                            TAC_SHOWN(s->path), TAC_SHOWN(path));
    }
    return true;
}

typedef struct pieces {
    tac_values values;
    tac_fmu_list list;
    tac_fmu_payload payload;
    char *packed, *binary, *description;
    size_t packed_size, binary_size, description_size;
} pieces;

static bool no_memory(tac_diag *diag)
{
    return tac_diag_say_memory(diag, "not enough memory for an FMU");
}

static bool make(pieces *p, const tac_simulation *s, tac_fmi_version version,
                 const char *const *given, int n, const char *template, tac_diag *diag)
{
    if (!tac_values_open(&p->values, s)) {
        return no_memory(diag);
    }
    if (!tac_fmu_list_open(&p->list, &p->values, version, diag) ||
        !tac_fmu_payload_gather(&p->payload, s, version, given, n, diag)) {
        return false;
    }
    p->packed = tac_fmu_payload_pack(&p->payload, &p->packed_size);
    p->description = tac_fmu_describe(&p->list, s, &p->payload, &p->description_size);
    if (!p->packed || !p->description) {
        return no_memory(diag);
    }
    p->binary = tac_fmu_fill(template, p->packed, p->packed_size, &p->binary_size, diag);
    return p->binary != NULL;
}

static bool write_pieces(const pieces *p, const tac_simulation *s, const char *out,
                         tac_failure *why)
{
    char identifier[TAC_FMU_IDENTIFIER], binary[TAC_FMU_IDENTIFIER + 64];
    (void)snprintf(binary, sizeof binary, "binaries/%s/%s.so",
                   p->payload.version == TAC_FMI_2 ? "linux64" : "x86_64-linux",
                   tac_fmu_identifier(s->path, identifier));
    const tac_archive_entry entry[] = {
        {"modelDescription.xml", p->description, p->description_size},
        {binary, p->binary, p->binary_size}};
    return tac_archive_write(out, entry, 2, why);
}

bool tac_fmu_export(const tac_simulation *s, tac_fmi_version version, const char *const *given,
                    int n, const char *template, const char *out, tac_fmu_about *about,
                    tac_failure *why)
{
    pieces p = {.packed = NULL};
    if (!fits(s, &why->diag)) {
        return false;
    }
    bool good =
        make(&p, s, version, given, n, template, &why->diag) && write_pieces(&p, s, out, why);
    *about = (tac_fmu_about){.binary = p.binary_size};
    for (int i = 0; i < p.list.n; i++) {
        about->n[p.list.variable[i].kind]++;
    }
    free(p.packed);
    free(p.binary);
    free(p.description);
    tac_fmu_payload_free(&p.payload);
    tac_fmu_list_close(&p.list);
    tac_values_close(&p.values);
    return good;
}

// Models: read, named, asked for what they have.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build.h"
#include "caller.h"
#include "choice.h"
#include "handle.h"
#include "identity.h"
#include "many.h"
#include "system/fail.h"

_Static_assert((int)TACTUS_INPUT == (int)TAC_VALUE_INPUT &&
                   (int)TACTUS_PARAMETER == (int)TAC_VALUE_PARAMETER &&
                   (int)TACTUS_SENSOR == (int)TAC_VALUE_SENSOR &&
                   (int)TACTUS_KINDS == (int)TAC_VALUE_KINDS,
               "kinds of values are those of the simulation");

typedef struct files_in_memory {
    const tactus_file *file;
    int n;
} files_in_memory;

static const char *find_in_memory(const void *context, const char *path, size_t *size)
{
    const files_in_memory *all = context;
    for (int i = 0; i < all->n; i++) {
        if (strcmp(all->file[i].name, path) == 0) {
            *size = all->file[i].size;
            return all->file[i].bytes;
        }
    }
    return NULL;
}

// Reads from the disk or, with a source, from memory: a model, or what may be a rig.
static int read_base(tactus_model *m, const tac_file_source *source, const tac_library_choice *c)
{
    const tac_given given = {
        .text = c->parameter, .n = c->n_parameter, .bounds = tac_library_bounds(c)};
    return source ? tac_simulation_read_given(&m->base, m->path, source, &given)
                  : tac_simulation_read_any(&m->base, m->path, &given);
}

static int build(tactus_model *m, const tac_file_source *source, const char *const *given, int n)
{
    tac_library_choice choice;
    tac_diag *diag = &m->base.diag;
    return tac_library_sort(&choice, given, n, diag) && read_base(m, source, &choice) &&
           tac_library_apply(&choice, &m->base) && tac_simulation_prepare(&m->base) &&
           tac_library_identify(m, source) &&
           (tac_values_open(&m->values, &m->base) ||
            tac_diag_say_memory(diag, "%s: not enough memory for its names", m->path));
}

static tactus_model *load(const char *path, const tac_file_source *source, const char *const *given,
                          int n, tactus_error *error)
{
    tactus_model *m = calloc(1, sizeof *m);
    if (!m || !(m->path = strdup(path))) {
        free(m);
        return tac_library_fail(error, TACTUS_MEMORY, "not enough memory for a model");
    }
    (void)pthread_mutex_init(&m->places.lock, NULL); // does not fail
    tac_text_mode was = tac_enter_library();
    int good = build(m, source, given, n);
    tac_leave_library(was);
    if (!good) {
        const tac_diag *why = &m->base.diag;
        (void)tac_library_fail(error, tac_library_code(why, TACTUS_WRONG), why->text);
        tactus_unload(m);
        return NULL;
    }
    (void)tac_library_fail(error, TACTUS_OK, "");
    return m;
}

tactus_model *tactus_load(const char *path, const char *const *given, int n, tactus_error *error)
{
    return load(path, NULL, given, n, error);
}

tactus_model *tactus_load_files(const tactus_file *file, int n_file, const char *const *given,
                                int n, tactus_error *error)
{
    const files_in_memory all = {file, n_file};
    const tac_file_source source = {.find = find_in_memory, .context = &all};
    if (n_file < 1) {
        return tac_library_fail(error, TACTUS_WRONG,
                                "no file is given; the first one is the model");
    }
    return load(file[0].name, &source, given, n, error);
}

void tactus_unload(tactus_model *m)
{
    if (!m) {
        return;
    }
    tac_places_close(m);
    tac_values_close(&m->values);
    tac_simulation_close(&m->base);
    free(m->path);
    free(m);
}

// ---- what a model has ----------------------------------------------------------------------------

const char *tactus_version(void)
{
    return TAC_VERSION;
}

const char *tactus_title(const tactus_model *m)
{
    return m->base.file->title;
}

double tactus_dt(const tactus_model *m)
{
    return m->base.options.dt;
}

double tactus_duration(const tactus_model *m)
{
    return m->base.duration;
}

int tactus_count(const tactus_model *m, int kind)
{
    return kind >= 0 && kind < TACTUS_KINDS ? m->values.n[kind] : 0;
}

int tactus_find(const tactus_model *m, int kind, const char *name)
{
    for (int i = 0; i < tactus_count(m, kind); i++) {
        if (strcmp(m->values.about[kind][i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int tactus_describe(const tactus_model *m, int kind, int index, tactus_about *out)
{
    if (index < 0 || index >= tactus_count(m, kind)) {
        return TACTUS_WRONG;
    }
    const tac_value_about *about = &m->values.about[kind][index];
    *out = (tactus_about){about->name, about->unit, about->value, about->least};
    return TACTUS_OK;
}

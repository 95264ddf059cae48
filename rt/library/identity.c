#include "identity.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "given.h"
#include "methods.h"
#include "simulation/checkpoint.h"
#include "system/fail.h"

uint64_t tac_library_hash(uint64_t from, const void *bytes, size_t size)
{
    return XXH3_64bits_withSeed(bytes, size, from);
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    return tac_library_hash(h, text, strlen(text));
}

// Of numbers that decide bits; the lanes do not.
static uint64_t hash_options(uint64_t h, const tac_simulation *s)
{
    const tac_options *o = &s->options;
    const double real[] = {o->dt, o->penalty, o->alpha};
    const int whole[] = {o->iterations,
                         (int)o->acceleration,
                         o->order,
                         (int)o->tangent,
                         o->is_static,
                         (int)o->corrections,
                         (int)o->carriers,
                         (int)o->offline.coordinates,
                         (int)o->offline.impulses,
                         (int)o->offline.projections,
                         (int)o->offline.reactions};
    h = tac_library_hash(h, real, sizeof real);
    h = tac_library_hash(h, whole, sizeof whole);
    return hash_text(h, s->method->name);
}

int tac_library_identify(tactus_model *m, const tac_file_source *source)
{
    uint64_t h = 0;
    tac_simulation *s = &m->base;
    if (!source && !tac_checkpoint_model(s->file, &h, &s->diag)) {
        return 0;
    }
    for (int i = 0; source && i < s->file->n_file; i++) {
        size_t size = 0;
        const char *bytes = source->find(source->context, s->file->file_name[i], &size);
        h = bytes ? tac_library_hash(h, bytes, size) : h;
    }
    const tac_given given = tac_model_file_given(s->file);
    for (int i = 0; i < given.n; i++) {
        h = hash_text(h, given.text[i]);
    }
    m->hash = hash_options(h, s);
    return 1;
}

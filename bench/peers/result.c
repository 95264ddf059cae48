#include "result.h"

#include <string.h>

const entry *result_find(const result *r, const char *name, double dt)
{
    for (int i = 0; i < r->n_entry; i++) {
        const entry *e = &r->entry[i];
        if (e->dt == dt && !e->of->adaptive && strcmp(e->of->name, name) == 0) {
            return e;
        }
    }
    return NULL;
}

#include "distinct_names.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int by_text(const void *one, const void *other)
{
    return strcmp(one, other);
}

bool tac_distinct_take(tac_distinct_names *d, const char *name)
{
    return tsearch(name, &d->tree, by_text) != NULL;
}

char *tac_distinct_name(tac_distinct_names *d, const char *name)
{
    size_t n = strlen(name);
    char *own = strdup(name);
    while (own && tfind(own, &d->tree, by_text)) {
        char *longer = realloc(own, n + 2);
        if (!longer) {
            break;
        }
        own = longer;
        memcpy(own + n++, "_", 2);
    }
    if (own && (tfind(own, &d->tree, by_text) || !tac_distinct_take(d, own))) {
        free(own);
        return NULL;
    }
    return own;
}

static void keep(void *name)
{
    (void)name; // it is another's
}

void tac_distinct_end(tac_distinct_names *d)
{
    tdestroy(d->tree, keep);
    d->tree = NULL;
}

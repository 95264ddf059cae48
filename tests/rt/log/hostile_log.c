// program: hostile_log
// hostile_log FROM TO ITEM OLD NEW: a log again whose header holds NEW where OLD first stands in the item;
// all checksums are made to fit. Without OLD the item is added.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log_fixture.h"

static void leave_as_it_is(const tac_log_shape *s, tac_log_block *b, size_t index, void *context)
{
    (void)s;
    (void)b;
    (void)index;
    (void)context;
}

static int change(tac_log_header *h, const char *name, const char *old, const char *new)
{
    if (*old == '\0') {
        return tac_log_header_add(h, name, new, strlen(new));
    }
    for (size_t i = 0; i < h->n; i++) {
        tac_log_item *item = &h->item[i];
        char *text = (char *)item->bytes, *at = strstr(text, old);
        if (strcmp(item->name, name) == 0 && at) {
            size_t size = item->size - strlen(old) + strlen(new);
            char *bytes = calloc(1, size + 1);
            if (!bytes) {
                return 0;
            }
            snprintf(bytes, size + 1, "%.*s%s%s", (int)(at - text), text, new, at + strlen(old));
            free(item->bytes);
            item->bytes = (unsigned char *)bytes;
            item->size = size;
            return 1;
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    tac_log l;
    tac_diag diag = {0};
    if (argc != 6 || !tac_log_open(&l, argv[1], &diag)) {
        fprintf(stderr, "hostile_log FROM TO ITEM OLD NEW\n%s\n", diag.text);
        return 2;
    }
    int ok = change(&l.header, argv[3], argv[4], argv[5]) &&
             rewrite_log(&l, argv[2], leave_as_it_is, NULL);
    tac_log_close(&l);
    return ok ? 0 : 1;
}

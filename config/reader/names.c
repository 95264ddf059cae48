// Open addressing with linear probing; names are never removed.
#include "names.h"

#include <stdint.h>
#include <string.h>

#include "reader.h"

static uint64_t hash(const char *text) // FNV-1a
{
    uint64_t h = 14695981039346656037u;
    for (; *text != '\0'; text++) {
        h = (h ^ (unsigned char)*text) * 1099511628211u;
    }
    return h ^ (h >> 32);
}

// The slot that holds the name, or the free one where it belongs.
static tac_name_slot *find_slot(tac_name_slot *slots, int capacity, const char *name)
{
    size_t mask = (size_t)capacity - 1;
    size_t i = (size_t)hash(name) & mask;
    while (slots[i].name != NULL && strcmp(slots[i].name, name) != 0) {
        i = (i + 1) & mask;
    }
    return &slots[i];
}

static void grow(tac_reader *rd, tac_names *names)
{
    int capacity = names->capacity == 0 ? 64 : 2 * names->capacity;
    tac_name_slot *slots = tac_reader_take(rd, (size_t)capacity, sizeof *slots);
    for (int i = 0; i < names->capacity; i++) {
        if (names->slot[i].name != NULL) {
            *find_slot(slots, capacity, names->slot[i].name) = names->slot[i];
        }
    }
    names->slot = slots;
    names->capacity = capacity;
}

void tac_names_add(tac_reader *rd, tac_names *names, const tac_node *at, const char *what,
                   const char *name, int index)
{
    if (2 * names->n >= names->capacity) {
        grow(rd, names);
    }
    tac_name_slot *s = find_slot(names->slot, names->capacity, name);
    if (s->name != NULL) {
        tac_refuse(rd, at, "%s '%.80s' already exists in line %d; choose another name", what, name,
                   s->at->line);
    }
    *s = (tac_name_slot){name, at, index};
    names->n++;
}

int tac_names_find(const tac_names *names, const char *name)
{
    if (names->capacity == 0) {
        return -1;
    }
    const tac_name_slot *s = find_slot(names->slot, names->capacity, name);
    return s->name != NULL ? s->index : -1;
}

const char *tac_names_nearest(const tac_names *names, const char *prefix, const char *name)
{
    size_t skip = strlen(prefix);
    const char *nearest = NULL;
    int least = 0, first = 0; // among equally near ones the first defined
    for (int i = 0; i < names->capacity; i++) {
        const char *known = names->slot[i].name;
        if (known == NULL || strncmp(known, prefix, skip) != 0) {
            continue;
        }
        int d = tac_name_distance(name, known + skip);
        if (nearest == NULL || d < least || (d == least && names->slot[i].index < first)) {
            nearest = known + skip;
            least = d;
            first = names->slot[i].index;
        }
    }
    return nearest != NULL && tac_name_is_near(name, least) ? nearest : NULL;
}

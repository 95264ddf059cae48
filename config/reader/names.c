// Open addressing with linear probing; names are never removed.
#include "names.h"

#include <stdint.h>
#include <string.h>

#include "reader.h"
#include "words.h"

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
    while (slots[i].name && strcmp(slots[i].name, name) != 0) {
        i = (i + 1) & mask;
    }
    return &slots[i];
}

static void grow(tac_reader *rd, tac_names *names)
{
    int capacity = names->capacity == 0 ? 64 : 2 * names->capacity;
    tac_name_slot *slots = tac_reader_take(rd, (size_t)capacity, sizeof *slots);
    for (int i = 0; i < names->capacity; i++) {
        if (names->slot[i].name) {
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
    if (s->name) {
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
    return s->name ? s->index : -1;
}

const char *tac_names_nearest(const tac_names *names, const char *prefix, const char *name)
{
    size_t skip = strlen(prefix);
    tac_nearest best = {.text = name};
    for (int i = 0; i < names->capacity; i++) {
        const tac_name_slot *s = &names->slot[i];
        if (s->name && strncmp(s->name, prefix, skip) == 0) {
            tac_nearest_offer(&best, s->name + skip, s->index);
        }
    }
    return best.word;
}

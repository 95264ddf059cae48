// Names of one class of things and their indices: a hash table with room from the pool.
#ifndef TAC_NAMES_H
#define TAC_NAMES_H

struct tac_reader;
struct tac_node;

typedef struct tac_name_slot {
    const char *name; // full, NULL while free
    const struct tac_node *at;
    int index;
} tac_name_slot;

typedef struct tac_names {
    tac_name_slot *slot;
    int n, capacity; // capacity is a power of two, at most half full
} tac_names;

// Adds a full name; refuses at the node when it is taken.
void tac_names_add(struct tac_reader *rd, tac_names *names, const struct tac_node *at,
                   const char *what, const char *name, int index);

// Index of a full name, -1 when there is none.
int tac_names_find(const tac_names *names, const char *name);

// The known name nearest to `name` among those that start with the prefix, without the prefix;
// NULL when none is near.
const char *tac_names_nearest(const tac_names *names, const char *prefix, const char *name);

#endif

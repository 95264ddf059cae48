// The types of model files by section, for what is printed of them.
#ifndef TAC_TYPE_GROUPS_H
#define TAC_TYPE_GROUPS_H

#include "key.h"

typedef struct tac_type_group {
    const char *section; // of a model file: "joints"
    const char *item;    // "a joint"
    int (*count)(void);
    const tac_type *(*type)(int i);
} tac_type_group;

enum { TAC_N_TYPE_GROUP = 6 };

extern const tac_type_group tac_type_groups[TAC_N_TYPE_GROUP];

// The columns of a sensor, `x y z`, or what is said of them; NULL: it is no sensor.
const char *tac_type_columns(const tac_type *type, char *text, size_t size);

// What a value of the key looks like, and what is taken without it; "" where nothing is to say.
const char *tac_key_value_text(const tac_key *key, char *text, size_t size);
const char *tac_key_default_text(const tac_key *key, char *text, size_t size);

#endif

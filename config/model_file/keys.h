// Values of an item by the keys of its type (key.h): into its description.
#ifndef TAC_MODEL_KEYS_H
#define TAC_MODEL_KEYS_H

#include "element_types.h"
#include "frames.h"

// Where the item is, as far as its keys ask for it.
typedef struct tac_keyed_place {
    const tac_meeting *meeting;  // NULL: not between two bodies
    const tac_joint_type *joint; // whose frames it has, NULL: none
    tac_quantity use;            // of a source: what it is used for measures
} tac_keyed_place;

// Refuses an item with keys that its type does not have. `what` is what messages call it.
void tac_check_type_keys(const tac_place *p, const tac_node *item, const char *what,
                         const tac_type *type);

// The same with one key more.
void tac_check_type_keys_and(const tac_place *p, const tac_node *item, const char *what,
                             const tac_type *type, const char *more);

// Reads all keys that have a value, in their order, and refuses an item that has no effect.
void tac_read_keys(const tac_place *p, const tac_node *item, const tac_type *type,
                   tac_keyed_place place, void *description);

// Refuses points that coincide where the type has a direction from one to the other.
void tac_check_apart(const tac_place *p, const tac_node *item, const tac_type *type,
                     const tac_meeting *m);

// "'a', 'b' or 'c'": names in a message.
const char *tac_quoted_list(tac_reader *rd, const char *const *name, int n);

#endif

// Items of a model by what they are: their names, how many there are, and what messages call one.
#ifndef TAC_MODEL_ITEMS_H
#define TAC_MODEL_ITEMS_H

#include "model_file.h"
#include "status.h"

typedef struct tac_model_items {
    const char *word;        // "spring", NULL: the subject has no items
    const char *const *name; // (n), NULL: they have none
    int n;
} tac_model_items;

tac_model_items tac_model_items_of(const tac_model_file *f, tac_subject subject);

// How many the description has.
int tac_subject_count(const tac_desc *d, tac_subject subject);

// The name of one, "" where there is none.
const char *tac_model_item_name(const tac_model_file *f, tac_subject subject, int index);

// What elements of a class are as items.
tac_subject tac_subject_of_class(tac_element_class what);

#endif

// Items of a description put into another one, behind others: every number by which one names another moves on.
#ifndef TAC_RENUMBER_H
#define TAC_RENUMBER_H

#include "desc.h"

// The arrays of a description whose items are named by their numbers, or name others.
typedef enum tac_items {
    TAC_ITEMS_BODIES,
    TAC_ITEMS_GROUPS,
    TAC_ITEMS_JOINTS,
    TAC_ITEMS_SPRINGS,
    TAC_ITEMS_BUSHINGS,
    TAC_ITEMS_FRICTIONS,
    TAC_ITEMS_CONTACTS,
    TAC_ITEMS_LAWS,
    TAC_ITEMS_LOADS,
    TAC_ITEMS_SOURCES,
    TAC_ITEMS_SOURCE_TERMS,
    TAC_ITEMS_TABLES,
    TAC_ITEMS_INPUTS,
    TAC_ITEMS_SENSORS,
    TAC_ITEMS_COUPLERS,
    TAC_ITEMS_TERMS,
    TAC_ITEMS_ROADS,
    TAC_ITEMS_FLEX,
    TAC_ITEMS_PARTS,
    TAC_ITEM_ARRAYS
} tac_items;

typedef struct tac_renumbering tac_renumbering;
struct tac_renumbering {
    int before[TAC_ITEM_ARRAYS]; // items that come before in each array
    // Moves a frame; NULL: ground stays ground, and bodies move on with all others.
    void (*frame)(const tac_renumbering *r, tac_frame *f);
    const void *context; // of `frame`
};

// Moves the numbers of an item of an array on. Groups at the top stay there; addresses stay.
void tac_renumber(const tac_renumbering *r, tac_items array, void *item);

#endif

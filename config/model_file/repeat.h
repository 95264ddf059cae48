// Items of the lists of a model (bodies, joints, ...), which may repeat.
#ifndef TAC_REPEAT_H
#define TAC_REPEAT_H

#include "reader/reader.h"

// Calls read for every item of a list of the file, as often as its `repeat` says.
typedef void tac_item_reader(const tac_place *p, const tac_node *item);
void tac_each_item(const tac_place *p, const char *list, tac_item_reader *read);

#endif

// Modal files: a flexible body's data as YAML, as `tactus import` writes them. docs/flexible-bodies.md
// is the reference.
#ifndef TAC_MODAL_TEXT_H
#define TAC_MODAL_TEXT_H

#include "modal.h"
#include "reader/reader.h"

// Reads and checks the file at `path`, named at `from`. Modes come out mass normalised and uncoupled; `shown` leads
// back to the coordinates of the file.
tac_modal tac_read_modal_file(tac_reader *rd, const char *path, const tac_node *from);

#endif

// The section `push` of a rig's exchange.
#ifndef TAC_RIG_PUSH_H
#define TAC_RIG_PUSH_H

#include "reader/reader.h"
#include "rig_file.h"

// How many commands the section makes at most; there may be none.
int tac_rig_push_commands(const tac_place *p, const tac_node *map);

// Reads it and adds its commands to those of x, whose list (command) has room for them. m is NULL where files are not
// read; then there are none.
void tac_rig_read_pushes(const tac_place *p, const tac_node *map, tac_rig_file *f,
                         tac_command_binding *command, const tac_model_file *m);

#endif

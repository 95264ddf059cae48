// The sections of a rig about what is published, logged, dumped and traced.
#ifndef TAC_RIG_SIGNALS_H
#define TAC_RIG_SIGNALS_H

#include "reader/reader.h"
#include "rig_file.h"

// The keys 'divisor' (1) and 'phase' (0, less than the divisor).
void tac_rig_read_rate(const tac_place *p, const tac_node *map, int *divisor, int *phase);

// Refuses a name that is none of the model's n names of this kind ("sensor"), with the nearest one.
void tac_rig_check_name(const tac_place *p, const tac_node *node, const char *what,
                        const char *name, const char *const *names, int n);

// m is NULL where files are not read; the names of sensors are then not checked.
void tac_rig_read_groups(const tac_place *p, tac_rig_file *f, const tac_model_file *m);
void tac_rig_read_outputs(const tac_place *p, tac_rig_file *f); // log, dump
void tac_rig_read_trace(const tac_place *p, tac_rig_file *f);

#endif

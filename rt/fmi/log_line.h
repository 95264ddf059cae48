// Lines for the importer.
#ifndef TAC_FMI_LOG_LINE_H
#define TAC_FMI_LOG_LINE_H

#include "component.h"

// Hands the line over where it is asked for, with what FMI reads in it written twice.
void tac_fmi_log_line(const tac_fmi_component *c, tac_fmi_status status, const char *line);

// Which lines are logged: bits of categories.
void tac_fmi_set_logging(tac_fmi_component *c, bool on, unsigned categories);

// The category of a word; 0: there is none.
unsigned tac_fmi_category_of(const char *word);

#endif

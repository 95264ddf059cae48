// What the bridge tells people: counters, a line per second, layouts.
#ifndef TAC_BRIDGE_REPORT_H
#define TAC_BRIDGE_REPORT_H

#include <stdio.h>

#include "bridge.h"

// All counters; of every flow one line with the main ones; the packets' layouts.
void tac_bridge_report(const tac_bridge *b, FILE *out);
void tac_bridge_print_line(const tac_bridge *b, FILE *out);
void tac_bridge_print_layouts(const tac_bridge_file *file, FILE *out);

#endif

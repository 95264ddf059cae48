// What was measured, as text, table, JSON, page and plots.
#ifndef PEERS_OUTPUT_H
#define PEERS_OUTPUT_H

#include "measure.h"

void output_print(const result *r); // to standard output

// Each returns 0 with a line on stderr when not all could be written. core: where it was measured.
int output_csv(const result *r, int n, const char *path);
int output_json(const result *r, int n, const char *path, int core);

// DIR/peers.md from bench/peers/page.md, DIR/peers/results.csv and DIR/peers/MECHANISM.svg.
int output_page(const result *r, int n, const char *directory, int core);

// "good", "failed", "slow", "refused"
const char *output_state(const entry *e);

#endif

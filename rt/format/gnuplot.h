// Drawings by gnuplot, which runs as a process of its own and is told what to do line by line.
#ifndef TAC_GNUPLOT_H
#define TAC_GNUPLOT_H

#include "diag.h"
#include "system/process.h"

typedef struct tac_gnuplot {
    tac_process process;
    FILE *to;    // commands and data
    int drawing; // memory that it draws into
    FILE *out;   // the file of the path
    const char *path;
} tac_gnuplot;

// Starts a drawing as SVG of that size in pixels, of which the path has nothing before it ends; "-" is standard
// output. Fails with a line in diag.
int tac_gnuplot_open(tac_gnuplot *g, const char *path, int width, int height, tac_diag *diag);

// Ends it; fails with a line in diag when gnuplot did.
int tac_gnuplot_close(tac_gnuplot *g, tac_diag *diag);

// A text between quotes, in which nothing is a command; one line.
void tac_gnuplot_text(const tac_gnuplot *g, const char *text);

#endif

// How far each line of a drawing is from the truth: the values of its columns in a run, and in the one beside it with half
// the step, at the same rows, as many as the drawing has points. The difference, times a factor that the order of the
// method makes, is the error, as far as half the step shows it.
#ifndef TAC_PLOT_BAND_H
#define TAC_PLOT_BAND_H

#include "plot_row.h"

typedef struct tac_plot_samples {
    double *at;           // (points, n_line)
    int n, most, n_line;  // kept, and of how many at most; an even number
    int64_t rows, stride; // since the last one, and between them
} tac_plot_samples;

typedef struct tac_plot_band { // zeroed: there is none
    tac_plot_samples run, half;
    tac_plot_row row;     // of the run with half the step, which another thread has
    const size_t *column; // of each line                                       (n_line)
    double by;            // 0: nothing was measured
} tac_plot_band;

// For lines of these columns, of drawings with `most` points. False without memory.
bool tac_plot_band_open(tac_plot_band *b, const tac_simulation *s, const size_t *column, int n_line,
                        int most);
void tac_plot_band_close(tac_plot_band *b); // a zeroed one is fine

// A row of the run; and one of the other, by its thread, from the second row on.
void tac_plot_band_take(tac_plot_band *b, const double *value);
void tac_plot_band_take_half(tac_plot_band *b, const tac_simulation *half);

// The error of a line at a point, once both runs are over; NAN: not known.
double tac_plot_band_at(const tac_plot_band *b, int point, int line);

#endif

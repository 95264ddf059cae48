#include "plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format.h"
#include "format/gnuplot.h"
#include "layout.h"
#include "system/fail.h"

enum { BEFORE = 50, AFTER = 450, MOST = 6 }; // steps around the first that differs; signals

typedef struct plot {
    const tac_log_diff *d;
    size_t n_input, n_state;
    size_t word[MOST]; // that differ at the first step                        (n)
    int n;
    int64_t step[BEFORE + AFTER + 1];
    double a[BEFORE + AFTER + 1][MOST], b[BEFORE + AFTER + 1][MOST];
    int rows;
} plot;

// ---- values --------------------------------------------------------------------------------------

static const uint64_t *state_of(const plot *p, const uint64_t *row)
{
    return row + TAC_LOG_STEP_WORDS + p->n_input;
}

// Words that differ in this step, the first ones; the first word of a state counts its steps.
static void choose_words(plot *p, const uint64_t *x, const uint64_t *y)
{
    for (size_t w = 1; w < p->n_state && p->n < MOST; w++) {
        if (x[w] != y[w]) {
            p->word[p->n++] = w;
        }
    }
}

static void keep(plot *p, int64_t step, const uint64_t *x, const uint64_t *y)
{
    int r = p->rows++;
    p->step[r] = step;
    for (int i = 0; i < p->n; i++) {
        p->a[r][i] = tac_log_real(x[p->word[i]]);
        p->b[r][i] = tac_log_real(y[p->word[i]]);
    }
}

// Calls choose or keep for the steps of a stretch that both logs hold; 0 with a line in diag when one cannot
// be read.
static int walk(plot *p, tac_log *a, tac_log *b, int64_t from, int64_t until, int choosing,
                tac_diag *diag)
{
    tac_log_cursor c, e;
    tac_log_pair pair = {.alone = 0};
    tac_log_cursor_open(&c, a);
    tac_log_cursor_open(&e, b);
    while (c.step < until && tac_log_cursor_pair(&c, &e, &pair)) {
        if (c.step >= from && c.step <= until) {
            if (choosing) {
                choose_words(p, state_of(p, pair.a), state_of(p, pair.b));
            } else {
                keep(p, c.step, state_of(p, pair.a), state_of(p, pair.b));
            }
        }
    }
    int ok = tac_log_cursor_end(&c, diag);
    return tac_log_cursor_end(&e, diag) && ok;
}

// ---- drawing -------------------------------------------------------------------------------------

static void write_signal(FILE *out, const plot *p, int of_b)
{
    for (int r = 0; r < p->rows; r++) {
        fprintf(out, "%" PRId64 " %.17g\n", p->step[r], of_b ? p->b[r][0] : p->a[r][0]);
    }
    fputs("e\n", out);
}

// Steps with the same value have no place on a logarithmic axis.
static void write_difference(FILE *out, const plot *p, int i)
{
    for (int r = 0; r < p->rows; r++) {
        double size = fabs(p->a[r][i] - p->b[r][i]);
        if (size > 0.0) {
            fprintf(out, "%" PRId64 " %.17g\n", p->step[r], size);
        }
    }
    fputs("e\n", out);
}

static void draw(const tac_gnuplot *g, const plot *p, const tac_log_layout *layout)
{
    FILE *out = g->to;
    char name[160];
    int whole;
    tac_log_layout_name(layout, p->word[0], name, sizeof name, &whole);
    fprintf(out,
            "set multiplot layout 2,1\nset xrange [%" PRId64 ":%" PRId64 "]\n"
            "set arrow from %" PRId64 ", graph 0 to %" PRId64 ", graph 1 nohead dashtype 2\n"
            "set title 'first difference at step %" PRId64 "'\nset ylabel ",
            p->step[0], p->step[p->rows - 1] + 1, p->d->step, p->d->step, p->d->step);
    tac_gnuplot_text(g, name);
    fputs(" noenhanced\nplot '-' using 1:2 with lines title 'first log', "
          "'-' using 1:2 with lines dashtype 2 title 'second log'\n",
          out);
    write_signal(out, p, 0);
    write_signal(out, p, 1);
    fputs("unset title\nset xlabel 'step'\nset ylabel 'difference' noenhanced\n"
          "set logscale y\nset format y '%g'\nplot ",
          out);
    for (int i = 0; i < p->n; i++) {
        tac_log_layout_name(layout, p->word[i], name, sizeof name, &whole);
        fprintf(out, "%s'-' using 1:2 with linespoints pointtype 7 pointsize 0.3 title ",
                i ? ", " : "");
        tac_gnuplot_text(g, name);
    }
    fputs("\n", out);
    for (int i = 0; i < p->n; i++) {
        write_difference(out, p, i);
    }
    fputs("unset multiplot\n", out);
}

static int draw_file(const plot *p, const tac_log *l, const char *path, tac_diag *diag)
{
    tac_log_layout layout;
    tac_gnuplot g;
    int got = tac_log_layout_read(&layout, tac_log_text(&l->header, "layout"));
    if (got <= 0) {
        return got < 0 ? tac_diag_say_memory(diag, "not enough memory")
                       : tac_diag_say(diag, "the layout of the states cannot be read");
    }
    int ok = tac_gnuplot_open(&g, path, 960, 720, diag);
    if (ok) {
        draw(&g, p, &layout);
        ok = tac_gnuplot_close(&g, diag);
    }
    tac_log_layout_free(&layout);
    return ok;
}

int tac_log_plot(tac_log *a, tac_log *b, const tac_log_diff *d, const char *path, tac_diag *diag)
{
    const tac_log_shape *s = &a->header.shape;
    if (d->differ != 1) {
        return tac_diag_say(diag, "no step differs, there is nothing to draw");
    }
    if (!s->full || !b->header.shape.full) {
        return tac_diag_say(diag, "a drawing needs logs that hold the states of all steps");
    }
    plot *p = calloc(1, sizeof *p);
    if (!p) {
        return tac_diag_say_memory(diag, "not enough memory");
    }
    *p = (plot){.d = d, .n_input = s->n_input, .n_state = s->n_state};
    int ok = walk(p, a, b, d->step, d->step, 1, diag) &&
             walk(p, a, b, d->step - BEFORE, d->step + AFTER, 0, diag) &&
             (p->n > 0 || tac_diag_say(diag, "the states of that step are the same")) &&
             draw_file(p, a, path, diag);
    free(p);
    return ok;
}

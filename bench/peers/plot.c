#include "plot.h"

#include <stdio.h>

#include "format/gnuplot.h"

enum { MOST_COLOURS = 6 };

// A family of colours for each program.
static const char *const colour[N_PROGRAM][MOST_COLOURS] = {
    [TACTUS] = {"#08306b", "#2171b5", "#41b6c4", "#3f007d", "#807dba", "#c51b8a"},
    [MUJOCO] = {"#fdae6b", "#e6550d", "#a50f15"},
    [SIMBODY] = {"#bdbdbd", "#969696", "#636363", "#252525", "#31a354"},
};

static int shown(const entry *e)
{
    return e->state == ENTRY_GOOD && e->error > 0;
}

// Entries of one contender stand together: the first of the next one.
static int next_of(const result *r, int first)
{
    int i = first;
    while (i < r->n_entry && r->entry[i].of == r->entry[first].of) {
        i++;
    }
    return i;
}

static int any_shown(const result *r, int first)
{
    int any = 0;
    for (int i = first; i < next_of(r, first); i++) {
        any = any || shown(&r->entry[i]);
    }
    return any;
}

static void put_curves(const result *r, FILE *to)
{
    const char *separator = "plot";
    int n[N_PROGRAM] = {0};
    for (int i = 0; i < r->n_entry; i = next_of(r, i)) {
        const contender *c = r->entry[i].of;
        int k = n[c->program]++;
        if (any_shown(r, i)) {
            fprintf(
                to,
                "%s '-' with linespoints linewidth %d linecolor rgb '%s' pointtype %d title '%s'",
                separator, c->program == TACTUS ? 3 : 2, colour[c->program][k % MOST_COLOURS],
                (int)c->program * 2 + 5, c->name);
            separator = ",";
        }
    }
    fputc('\n', to);
}

static void put_points(const result *r, FILE *to)
{
    for (int i = 0; i < r->n_entry; i = next_of(r, i)) {
        for (int k = i; k < next_of(r, i); k++) {
            if (shown(&r->entry[k])) {
                fprintf(to, "%.6e %.6e\n", r->entry[k].error, r->entry[k].cost);
            }
        }
        fputs(any_shown(r, i) ? "e\n" : "", to);
    }
}

int plot_write(const result *r, const char *path)
{
    tac_diag diag;
    tac_gnuplot g;
    int good = tac_gnuplot_open(&g, path, 900, 620, &diag);
    if (good) {
        fprintf(g.to,
                "set title '%s' noenhanced\nset logscale xy\nset format '%%.0e'\n"
                "set xlabel 'error, m'\nset ylabel 'processor time per simulated second, us'\n"
                "set pointsize 0.6\n",
                r->m.label);
        put_curves(r, g.to);
        put_points(r, g.to);
        good = tac_gnuplot_close(&g, &diag);
    }
    if (!good) {
        fprintf(stderr, "%s\n", diag.text);
    }
    return good;
}

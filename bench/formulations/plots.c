#include "plots.h"

#include <stdio.h>

#include "format/gnuplot.h"
#include "table.h"

const char *const plot_name[N_PLOT] = {"work-bodies",  "work-joints", "calls-bodies",
                                       "calls-joints", "drift",       "sigma"};

static const char *const colour[N_FORM][N_INTEGRATOR] = {{"#08306b", "#2171b5", "#41b6c4"},
                                                         {"#a50f15", "#e6550d", "#fdae6b"}};

static void begin_curve(FILE *to, bool first, const char *look, const char *title)
{
    fprintf(to, "%s '-' with linespoints linewidth 2 %s title '%s'", first ? "plot" : ",", look,
            title);
}

// Work and precision: position error over calls, of M5.
static void put_work(const comparison *c, int set, FILE *to)
{
    enum { SHOWN = 1 };
    fprintf(to,
            "set title '%s, 10 s, on %s'\nset logscale xy\nset format '%%.0e'\nset xlabel 'calls'\n"
            "set ylabel 'largest position residual, m'\n",
            loop_name[SHOWN], set_name[set]);
    for (int i = 0; i < N_INTEGRATOR * N_FORM; i++) {
        char look[80], title[80];
        int kind = i / N_FORM, form = i % N_FORM;
        snprintf(look, sizeof look, "linecolor rgb \"%s\" pointtype %d", colour[form][kind],
                 5 + 2 * form);
        snprintf(title, sizeof title, "%s, %s", form_name[form], integrator_name[kind]);
        begin_curve(to, i == 0, look, title);
    }
    fputc('\n', to);
    for (int i = 0; i < N_INTEGRATOR * N_FORM; i++) {
        for (int tol = 0; tol < N_TOLERANCE; tol++) {
            const outcome *of = &c->run[SHOWN][i / N_FORM][tol][set][i % N_FORM];
            fprintf(to, "%ld %.6e\n", of->calls, of->position);
        }
        fputs("e\n", to);
    }
}

// Calls of DCA over those of HDCA, as figure 11 of the paper.
static void put_calls(const comparison *c, int set, FILE *to)
{
    fprintf(
        to,
        "set title 'calls of DCA over calls of HDCA, on %s'\nset logscale x\nset format x '%%.0e'\n"
        "set xlabel 'tolerance'\nset xrange [*:*] reverse\n",
        set_name[set]);
    for (int i = 0; i < N_INTEGRATOR * N_LOOP; i++) {
        char look[80], title[80];
        int kind = i / N_LOOP, loop = i % N_LOOP;
        snprintf(look, sizeof look, "linecolor rgb \"%s\" pointtype %d",
                 colour[kind == ADAMS][kind], 5 + 2 * loop);
        snprintf(title, sizeof title, "%s, %s", loop_name[loop], integrator_name[kind]);
        begin_curve(to, i == 0, look, title);
    }
    fputc('\n', to);
    for (int i = 0; i < N_INTEGRATOR * N_LOOP; i++) {
        for (int tol = 0; tol < N_TOLERANCE; tol++) {
            const outcome *of = c->run[i % N_LOOP][i / N_LOOP][tol][set];
            fprintf(to, "%.0e %.6f\n", tolerance[tol],
                    (double)of[DCA].calls / (double)of[HDCA].calls);
        }
        fputs("e\n", to);
    }
}

// Of the long runs of M4: positions, or sigma of HDCA.
static void put_growth(const comparison *c, bool sigma, FILE *to)
{
    int n_form = sigma ? 1 : N_FORM;
    fprintf(to,
            "set title 'M4, Dormand-Prince, 1e-6'\nset logscale xy\nset xlabel 't, s'\nset ylabel "
            "'%s'\n",
            sigma ? "largest sigma, N s" : "largest position residual, m");
    fputs(sigma ? "" : "set format y '%.0e'\n", to);
    for (int i = 0; i < N_SET * n_form; i++) {
        char look[80], title[80];
        snprintf(look, sizeof look, "linecolor rgb \"%s\" pointtype %d",
                 colour[i % n_form][i / n_form], 5 + 2 * (i / n_form));
        snprintf(title, sizeof title, "%s, %s", form_name[i % n_form], set_name[i / n_form]);
        begin_curve(to, i == 0, look, title);
    }
    fputc('\n', to);
    for (int i = 0; i < N_SET * n_form; i++) {
        for (int k = 0; k < N_MARK; k++) {
            const outcome *of = &c->growth[i / n_form][i % n_form][k];
            fprintf(to, "%g %.6e\n", mark[k], sigma ? of->sigma : of->position);
        }
        fputs("e\n", to);
    }
}

static void put(const comparison *c, int plot, FILE *to)
{
    if (plot < 2) {
        put_work(c, plot, to);
    } else if (plot < 4) {
        put_calls(c, plot - 2, to);
    } else {
        put_growth(c, plot == 5, to);
    }
}

bool plots_write(const comparison *c, const char *folder)
{
    for (int i = 0; i < N_PLOT; i++) {
        char path[4096];
        tac_diag diag;
        tac_gnuplot g;
        snprintf(path, sizeof path, "%s/%s.svg", folder, plot_name[i]);
        bool good = tac_gnuplot_open(&g, path, 900, 560, &diag);
        if (good) {
            put(c, i, g.to);
            good = tac_gnuplot_close(&g, &diag);
        }
        if (!good) {
            fprintf(stderr, "%s\n", diag.text);
            return false;
        }
    }
    return true;
}

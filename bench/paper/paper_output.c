#include "paper_output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "format/gnuplot.h"
#include "format/text_output.h"

static double speed_up(const tac_paper_row *r, int workers)
{
    return r->us[1] / r->us[workers];
}

static double rest(const tac_paper_row *r)
{
    return 1.0 - r->newton - r->velocity - r->acceleration;
}

// ---- table and statements ----------------------------------------------------------------------

static void print_table(const tac_paper *p, FILE *f)
{
    fprintf(f, "chains of %g ms steps, %d each, three iterations; shortest in us\n\n", 1e3 * p->dt,
            p->steps);
    fputs("bodies     1 worker", f);
    for (int k = 2; k <= p->workers; k++) {
        fprintf(f, "  %d workers speed-up efficiency", k);
    }
    fputs("  pays  predicted 2/4/8  newton velocity accel.  rest  increment  by default\n", f);
    for (int i = 0; i < p->n; i++) {
        const tac_paper_row *r = &p->row[i];
        fprintf(f, "%6d %12.2f", r->bodies, r->us[1]);
        for (int k = 2; k <= p->workers; k++) {
            fprintf(f, " %10.2f %8.2f %10.2f", r->us[k], speed_up(r, k), speed_up(r, k) / k);
        }
        fprintf(f, " %5d   %4.2f/%4.2f/%4.2f  %5.1f%% %7.1f%% %5.1f%% %4.1f%% %10.1e %11.2f\n",
                r->pays, r->predicted[2], r->predicted[4], r->predicted[8], 100.0 * r->newton,
                100.0 * r->velocity, 100.0 * r->acceleration, 100.0 * rest(r), r->increment,
                r->default_us);
    }
}

static const tac_paper_row *row_of(const tac_paper *p, int bodies)
{
    for (int i = 0; i < p->n; i++) {
        if (p->row[i].bodies == bodies) {
            return &p->row[i];
        }
    }
    return NULL;
}

static void print_linear(const tac_paper *p, FILE *f)
{
    const tac_paper_row *a = row_of(p, 64), *b = &p->row[p->n - 1];
    if (a && b->bodies > a->bodies) {
        double power = log(b->us[1] / a->us[1]) / log((double)b->bodies / a->bodies);
        fprintf(f,
                "cost of one worker is linear in the bodies\n"
                "    here as n to the power of %.2f from %d to %d bodies\n",
                power, a->bodies, b->bodies);
    }
}

static void print_shares(const tac_paper *p, FILE *f)
{
    double newton = 0.0, velocity = 0.0, acceleration = 0.0;
    for (int i = 0; i < p->n; i++) {
        newton += 100.0 * p->row[i].newton / p->n;
        velocity += 100.0 * p->row[i].velocity / p->n;
        acceleration += 100.0 * p->row[i].acceleration / p->n;
    }
    fprintf(f,
            "three Newton iterations take 81 %% on average, each projection 9.5 %%\n"
            "    here %.0f %%, velocities %.1f %%, accelerations %.1f %%\n",
            newton, velocity, acceleration);
}

static void print_gain(const tac_paper *p, FILE *f)
{
    if (p->workers < 2) {
        fputs("more cores pay especially above 64 bodies\n    here one worker was measured\n", f);
        return;
    }
    fputs("more cores pay especially above 64 bodies; efficiency grows with the bodies\n    here",
          f);
    for (int i = 0; i < p->n; i++) {
        fprintf(f, "%s %d: %.2f", i ? "," : "", p->row[i].bodies,
                speed_up(&p->row[i], p->workers) / p->workers);
    }
    fprintf(f, " with %d workers\n", p->workers);
    const tac_paper_row *last = &p->row[p->n - 1];
    fprintf(f,
            "efficiency falls with the cores, speed-up saturates\n"
            "    here for %d bodies %.2f with %d workers; predicted %.2f with 4, %.2f with 8\n",
            last->bodies, speed_up(last, p->workers) / p->workers, p->workers,
            last->predicted[4] / 4, last->predicted[8] / 8);
}

static void print_statements(const tac_paper *p, FILE *f)
{
    const tac_paper_row *first = &p->row[0], *last = &p->row[p->n - 1];
    fputs("\n[004] section 5.2 says of two Opteron 2356 (8 cores, 2.3 GHz), and what is found "
          "here:\n",
          f);
    print_linear(p, f);
    print_shares(p, f);
    print_gain(p, f);
    fprintf(f,
            "128 bodies become real time with four cores\n"
            "    here one worker computes %d bodies in %.2g %% of real time\n",
            last->bodies, 1e-4 * last->us[1] / p->dt);
    fprintf(f,
            "the last increment stays below 1e-7 for %d and below 1e-3 for 1024 bodies\n"
            "    here below %.0e for %d and %.0e for %d\n",
            2, first->increment, first->bodies, last->increment, last->bodies);
}

// ---- CSV ---------------------------------------------------------------------------------------

static void write_csv(const tac_paper *p, FILE *f)
{
    fputs("bodies,workers,us_per_step,speed_up,efficiency,predicted_speed_up,pays,newton,velocity,"
          "acceleration,rest,increment,default_us_per_step\n",
          f);
    for (int i = 0; i < p->n; i++) {
        const tac_paper_row *r = &p->row[i];
        for (int k = 1; k <= TAC_PAPER_WORKERS; k++) {
            fprintf(f, "%d,%d,", r->bodies, k);
            if (k <= p->workers) {
                fprintf(f, "%.4f,%.4f,%.4f", r->us[k], speed_up(r, k), speed_up(r, k) / k);
            } else {
                fputs(",,", f);
            }
            fprintf(f, ",%.4f,%d,%.4f,%.4f,%.4f,%.4f,%.3e,%.4f\n", r->predicted[k], r->pays,
                    r->newton, r->velocity, r->acceleration, rest(r), r->increment, r->default_us);
        }
    }
}

// ---- drawing: time, speed-up, efficiency, shares -----------------------------------------------

typedef double figure(const tac_paper_row *r, int k);

static double sequential(const tac_paper_row *r, int k)
{
    return r->us[k];
}

static double newton_time(const tac_paper_row *r, int k)
{
    return r->newton * r->us[k];
}

static double predicted(const tac_paper_row *r, int k)
{
    return r->predicted[k];
}

static double efficiency(const tac_paper_row *r, int k)
{
    return speed_up(r, k) / k;
}

static double predicted_efficiency(const tac_paper_row *r, int k)
{
    return r->predicted[k] / k;
}

static double share(const tac_paper_row *r, int k)
{
    return 100.0 * (k == 0 ? r->newton : k == 1 ? r->velocity : k == 2 ? r->acceleration : rest(r));
}

typedef struct curve {
    char title[48];
    figure *of;
    int k;
    const char *style;
} curve;

static void draw(const tac_paper *p, FILE *to, const char *title, const curve *c, int n)
{
    fprintf(to, "set title '%s'\nplot ", title);
    for (int i = 0; i < n; i++) {
        fprintf(to, "%s'-' using 1:2 with linespoints %s title '%s'", i ? ", " : "", c[i].style,
                c[i].title);
    }
    fputs("\n", to);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < p->n; k++) {
            fprintf(to, "%d %g\n", p->row[k].bodies, c[i].of(&p->row[k], c[i].k));
        }
        fputs("e\n", to);
    }
}

// Measured ones up to the workers there were, predicted ones for 2, 4 and 8.
static int curves_of_workers(const tac_paper *p, figure *measured, figure *by_model, curve *c)
{
    int n = 0;
    for (int k = 2; k <= p->workers; k++) {
        c[n] = (curve){"", measured, k, "lw 2 pt 7 ps 0.6"};
        snprintf(c[n++].title, sizeof c->title, "%d measured", k);
    }
    for (int k = 2; k <= TAC_PAPER_WORKERS; k *= 2) {
        c[n] = (curve){"", by_model, k, "dt 2 pt 6 ps 0.6"};
        snprintf(c[n++].title, sizeof c->title, "%d predicted", k);
    }
    return n;
}

static int write_svg(const tac_paper *p, const char *path, tac_diag *diag)
{
    static const curve shares[] = {{"Newton", share, 0, "pt 7 ps 0.6"},
                                   {"velocities", share, 1, "pt 7 ps 0.6"},
                                   {"accelerations", share, 2, "pt 7 ps 0.6"},
                                   {"around them", share, 3, "pt 7 ps 0.6"}};
    curve times[TAC_PAPER_WORKERS + 2] = {{"1 worker", sequential, 1, "lw 2 pt 7 ps 0.6"},
                                          {"of it Newton", newton_time, 1, "dt 2 pt 6 ps 0.6"}};
    curve of_workers[2 * TAC_PAPER_WORKERS];
    tac_gnuplot g;
    if (!tac_gnuplot_open(&g, path, 1200, 1000, diag)) {
        return 0;
    }
    int n = 2;
    for (int k = 2; k <= p->workers; k++) {
        times[n] = (curve){"", sequential, k, "lw 2 pt 7 ps 0.6"};
        snprintf(times[n++].title, sizeof times->title, "%d workers", k);
    }
    fputs("set multiplot layout 2,2\nset logscale x 2\nset xlabel 'bodies'\nset logscale y\n",
          g.to);
    draw(p, g.to, "microseconds per step", times, n);
    fputs("unset logscale y\nset yrange [0:*]\n", g.to);
    n = curves_of_workers(p, speed_up, predicted, of_workers);
    draw(p, g.to, "speed-up", of_workers, n);
    n = curves_of_workers(p, efficiency, predicted_efficiency, of_workers);
    draw(p, g.to, "efficiency", of_workers, n);
    draw(p, g.to, "share of a step, %", shares, 4);
    fputs("unset multiplot\n", g.to);
    return tac_gnuplot_close(&g, diag);
}

bool tac_paper_write(const tac_paper *p, const char *csv, const char *svg, tac_diag *diag)
{
    FILE *table = csv && strcmp(csv, "-") == 0 ? stderr : stdout;
    print_table(p, table);
    print_statements(p, table);
    if (csv) {
        FILE *f = tac_text_open(csv);
        int ok = f != NULL;
        if (f) {
            write_csv(p, f);
            ok = tac_text_close(f);
        }
        if (!ok) {
            snprintf(diag->text, sizeof diag->text, "bench-paper: %s: %s", csv, strerror(errno));
            return false;
        }
    }
    return !svg || write_svg(p, svg, diag);
}

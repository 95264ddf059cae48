#include "output.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/csv.h"
#include "latency/environment.h"

enum { JSON_SIZE = 1 << 20 };

// Times of Tactus with order 2 at the same step; no number for adaptive integrators.
static double ratio(const result *r, const entry *e)
{
    const entry *ours = e->of->adaptive ? NULL : result_find(r, OURS, e->dt);
    return e->us_p10 / (ours ? ours->us_p10 : NONE);
}

const char *output_state(const entry *e)
{
    static const char *const name[] = {[ENTRY_GOOD] = "good",
                                       [ENTRY_FAILED] = "failed",
                                       [ENTRY_SLOW] = "slow",
                                       [ENTRY_REFUSED] = "refused"};
    return name[e->state];
}

// A cell of the table, empty where nothing was measured.
static void print_cell(const char *format, int width, double x)
{
    char text[32];
    snprintf(text, sizeof text, format, x);
    printf(" %*s", width, isnan(x) ? "-" : text);
}

static void print_entry(const result *r, const entry *e)
{
    printf("%-28s %8g", e->of->name, e->dt);
    print_cell("%.2f", 10, e->us_p10);
    print_cell("%.2f", 10, e->us_p50);
    print_cell("%.2f", 8, ratio(r, e));
    print_cell("%.0f", 10, e->cost);
    print_cell("%.2e", 10, e->error);
    printf("  %s%s%s\n", e->state == ENTRY_GOOD ? "" : output_state(e), *e->why ? ": " : "",
           e->why);
}

void output_print(const result *r)
{
    if (!r->good) {
        printf("\n%s: not measured\n", r->m.label);
        return;
    }
    printf("\n%s: %d bodies, %g s; reference: %s\n", r->m.label, r->m.outline.n_body,
           r->m.of->horizon, r->m.of->reference ? r->m.of->reference : "Simbody at 1e-10");
    printf("%-28s %8s %10s %10s %8s %10s %10s\n", "", "dt, acc.", "us/step", "median", "ratio",
           "us/s", "error, m");
    for (int i = 0; i < r->n_entry; i++) {
        print_entry(r, &r->entry[i]);
    }
    fflush(stdout);
}

static void csv_head(tac_csv *c)
{
    static const char *const name[] = {"case",        "bodies",         "program", "integrator",
                                       "adaptive",    "dt_or_accuracy", "steps",   "us_step_min",
                                       "us_step_p10", "us_step_p50",    "ratio",   "us_per_s",
                                       "error_m",     "state"};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        tac_csv_text(c, name[i], "");
    }
    (void)tac_csv_end_row(c); // failures are kept until the file is closed
}

static const char *const program_name[N_PROGRAM] = {"Tactus", "MuJoCo", "Simbody"};

int output_csv(const result *r, int n, const char *path)
{
    tac_csv c;
    if (!tac_csv_open(&c, path)) {
        fprintf(stderr, "bench-peers: '%s' cannot be written: %s\n", path, strerror(errno));
        return 0;
    }
    csv_head(&c);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < r[k].n_entry; i++) {
            const entry *e = &r[k].entry[i];
            tac_csv_text(&c, r[k].m.label, "");
            tac_csv_number(&c, r[k].m.outline.n_body);
            tac_csv_text(&c, program_name[e->of->program], "");
            tac_csv_text(&c, e->of->name, "");
            const double x[] = {e->of->adaptive, e->dt,     (double)e->steps,
                                e->us_min,       e->us_p10, e->us_p50,
                                ratio(&r[k], e), e->cost,   e->error};
            tac_csv_numbers(&c, x, sizeof x / sizeof *x);
            tac_csv_text(&c, output_state(e), "");
            (void)tac_csv_end_row(&c);
        }
    }
    if (!tac_csv_close(&c)) {
        fprintf(stderr, "bench-peers: '%s' cannot be written: %s\n", path, strerror(c.error));
        return 0;
    }
    return 1;
}

static void put_entry(tac_json *j, const result *r, const entry *e)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "program", program_name[e->of->program]);
    tac_json_text(j, "integrator", e->of->name);
    tac_json_real(j, e->of->adaptive ? "accuracy" : "dt", e->dt);
    tac_json_text(j, "state", output_state(e));
    tac_json_whole(j, "steps", e->steps);
    tac_json_open(j, "us_per_step", '{');
    tac_json_real(j, "min", e->us_min);
    tac_json_real(j, "p10", e->us_p10);
    tac_json_real(j, "p50", e->us_p50);
    tac_json_close(j, '}');
    tac_json_real(j, "ratio_to_tactus_order_2", ratio(r, e));
    tac_json_real(j, "us_per_simulated_s", e->cost);
    tac_json_real(j, "error_m", e->error);
    tac_json_close(j, '}');
}

static void put_result(tac_json *j, const result *r)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "case", r->m.label);
    tac_json_whole(j, "bodies", r->m.outline.n_body);
    tac_json_real(j, "horizon_s", r->m.of->horizon);
    tac_json_text(j, "reference", r->m.of->reference ? r->m.of->reference : "Simbody at 1e-10");
    tac_json_real(j, "tactus_from_reference_m", r->ref_tactus);
    tac_json_real(j, "simbody_from_reference_m", r->ref_simbody);
    tac_json_open(j, "runs", '[');
    for (int i = 0; i < r->n_entry; i++) {
        put_entry(j, r, &r->entry[i]);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

int output_json(const result *r, int n, const char *path, int core)
{
    static char text[JSON_SIZE];
    tac_json j;
    tac_environment environment;
    tac_environment_read(&environment, core);
    tac_json_begin(&j, text, sizeof text);
    tac_json_open(&j, NULL, '{');
    tac_json_open(&j, "environment", '{');
    tac_environment_put(&environment, &j);
    tac_json_close(&j, '}');
    tac_json_text(&j, "mujoco", mujoco_version());
    tac_json_text(&j, "simbody", simbody_version());
    tac_json_open(&j, "cases", '[');
    for (int k = 0; k < n; k++) {
        put_result(&j, &r[k]);
    }
    tac_json_close(&j, ']');
    tac_json_close(&j, '}');
    FILE *f = fopen(path, "w");
    int good = f && !j.full && fprintf(f, "%s\n", text) > 0;
    if (f && fclose(f) != 0) {
        good = 0;
    }
    if (!good) {
        fprintf(stderr, "bench-peers: '%s' cannot be written\n", path);
    }
    return good;
}

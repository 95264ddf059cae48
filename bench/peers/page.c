// The page docs/peers.md: text from bench/peers/page.md, tables and verdicts from the results.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "judge.h"
#include "latency/environment.h"
#include "output.h"
#include "plot.h"

#define TEMPLATE "bench/peers/page.md"

typedef struct page {
    FILE *f;
    const result *r;
    int n, core;
} page;

static const double bounds[] = {1e-3, 1e-5, 1e-7}; // m

// ---- tables ------------------------------------------------------------------------------------

static void put_environment(const page *p)
{
    tac_environment e;
    tac_environment_read(&e, p->core);
    fprintf(p->f,
            "| | |\n| --- | --- |\n| processor | %s, %ld cores%s |\n"
            "| measured | %s |\n| MuJoCo | %s |\n| Simbody | %s |\n",
            e.cpu, e.cores, e.virtual_machine ? ", virtual machine" : "", e.time, mujoco_version(),
            simbody_version());
}

static void put_references(const page *p)
{
    fputs("| mechanism | bodies | until, s | reference | Tactus order 4 at 0.5 ms, m | Simbody at "
          "1e-9, m |\n| --- | --: | --: | --- | --: | --: |\n",
          p->f);
    for (const result *r = p->r; r < p->r + p->n; r++) {
        const char *file = r->m.of->reference;
        fprintf(p->f, "| %s | %d | %g | %s | %.1e |", r->m.label, r->m.outline.n_body,
                r->m.of->horizon, file ? file : "Simbody", r->ref_tactus);
        fprintf(p->f, file ? " %.1e |\n" : " - |\n", r->ref_simbody);
    }
}

static void put_cell(const page *p, const result *r, const entry *e)
{
    const entry *ours = result_find(r, OURS, e->dt);
    if (e->state == ENTRY_REFUSED) {
        fprintf(p->f, " - |");
    } else if (e == ours && e->state == ENTRY_GOOD) {
        fprintf(p->f, " %.2f us, %.0e |", e->us_p10, e->error);
    } else if (e->state == ENTRY_GOOD) {
        fprintf(p->f, " %.2f, %.0e |", e->us_p10 / ours->us_p10, e->error);
    } else {
        fprintf(p->f, " %.2f, %s |", e->us_p10 / ours->us_p10, output_state(e));
    }
}

// All contenders with a fixed step, one column each.
static void put_steps(const page *p, double dt)
{
    const contender *const list[] = {tactus_contenders, mujoco_contenders, simbody_contenders};
    const int n[] = {n_tactus_contenders, n_mujoco_contenders, n_simbody_contenders};
    int columns = 0;
    fprintf(p->f, "\ndt = %g ms:\n\n| mechanism |", 1e3 * dt);
    for (int k = 0; k < N_PROGRAM; k++) {
        for (int i = 0; i < n[k]; i++) {
            if (!list[k][i].adaptive) {
                fprintf(p->f, " %s |", list[k][i].name);
                columns++;
            }
        }
    }
    fputs("\n| --- |", p->f);
    for (int i = 0; i < columns; i++) {
        fputs(" --: |", p->f);
    }
    for (const result *r = p->r; r < p->r + p->n; r++) {
        fprintf(p->f, "\n| %s |", r->m.label);
        for (int i = 0; i < r->n_entry; i++) {
            if (!r->entry[i].of->adaptive && r->entry[i].dt == dt) {
                put_cell(p, r, &r->entry[i]);
            }
        }
    }
    fputc('\n', p->f);
}

static const entry *cheapest(const result *r, contender_program program, double bound)
{
    const entry *best = NULL;
    for (int i = 0; i < r->n_entry; i++) {
        const entry *e = &r->entry[i];
        if (e->of->program == program && e->state == ENTRY_GOOD && e->error <= bound &&
            (!best || e->cost < best->cost)) {
            best = e;
        }
    }
    return best;
}

static void put_cheapest(const page *p, const entry *e, int bold)
{
    if (!e) {
        fprintf(p->f, " - |");
        return;
    }
    const char *mark = bold ? "**" : "", *name = strchr(e->of->name, ' ') + 1;
    if (e->of->adaptive) {
        fprintf(p->f, " %s%.0f%s %s %g |", mark, e->cost, mark, name, e->dt);
    } else {
        fprintf(p->f, " %s%.0f%s %s, %g ms |", mark, e->cost, mark, name, 1e3 * e->dt);
    }
}

static void put_precision(const page *p)
{
    fputs("| mechanism | error, m | Tactus | MuJoCo | Simbody | best peer / Tactus |\n"
          "| --- | --: | --: | --: | --: | --: |\n",
          p->f);
    for (const result *r = p->r; r < p->r + p->n; r++) {
        for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++) {
            const entry *best[N_PROGRAM], *winner = NULL, *peer = NULL;
            for (int k = 0; k < N_PROGRAM; k++) {
                const entry *e = best[k] = cheapest(r, (contender_program)k, bounds[b]);
                winner = e && (!winner || e->cost < winner->cost) ? e : winner;
                peer = k != TACTUS && e && (!peer || e->cost < peer->cost) ? e : peer;
            }
            fprintf(p->f, "| %s | %.0e |", r->m.label, bounds[b]);
            for (int k = 0; k < N_PROGRAM; k++) {
                put_cheapest(p, best[k], best[k] && best[k] == winner);
            }
            if (best[TACTUS] && peer) {
                fprintf(p->f, " %.2f |\n", peer->cost / best[TACTUS]->cost);
            } else {
                fputs(" - |\n", p->f);
            }
        }
    }
}

// ---- verdicts ----------------------------------------------------------------------------------

// Every peer that is quicker per step than Tactus of order 2 at the step of the text.
static void put_quicker(const page *p, double dt)
{
    int found = 0;
    for (const result *r = p->r; r < p->r + p->n; r++) {
        const entry *ours = result_find(r, OURS, dt);
        const char *separator = "";
        for (int i = 0; i < r->n_entry; i++) {
            const entry *e = &r->entry[i];
            if (e->dt == dt && judge_quicker(r, e) == JUDGE_LOST) {
                fprintf(p->f, *separator ? "%s" : "- %s: ", *separator ? separator : r->m.label);
                fprintf(p->f, "%s takes %.2f of the time", e->of->name, e->us_p10 / ours->us_p10);
                separator = ", ";
                found++;
            }
        }
        fputs(*separator ? "\n" : "", p->f);
    }
    fputs(found ? "" : "- none\n", p->f);
}

// Every run of a first-order integrator that is closer to the reference than Tactus of order 2.
static void put_closer(const page *p)
{
    int found = 0, compared = 0;
    for (const result *r = p->r; r < p->r + p->n; r++) {
        for (int i = 0; i < r->n_entry; i++) {
            const entry *e = &r->entry[i];
            judge_outcome outcome = judge_closer(r, e);
            compared += outcome != JUDGE_NOT_COMPARED;
            if (outcome == JUDGE_LOST) {
                fprintf(p->f, "- %s, %g ms: %s %.1e m, Tactus %.1e m\n", r->m.label, 1e3 * e->dt,
                        e->of->name, e->error, result_find(r, OURS, e->dt)->error);
                found++;
            }
        }
    }
    fprintf(p->f, "- %d of %d compared\n", found, compared);
}

// ---- plots -------------------------------------------------------------------------------------

// Not every length of the chain.
static int plotted(const result *r)
{
    int n = r->m.of->bodies;
    return r->good && (n == 0 || n == 8 || n == 127 || n == 128 || n == 1024);
}

// Name of a file without blanks.
static const char *plot_name(const result *r, char file[80])
{
    snprintf(file, 80, "%s.svg", r->m.label);
    for (char *c = file; *c; c++) {
        *c = *c == ' ' ? '-' : *c;
    }
    return file;
}

static int plots(const page *p, const char *directory)
{
    char path[4096], file[80];
    int good = 1;
    for (const result *r = p->r; r < p->r + p->n; r++) {
        snprintf(path, sizeof path, "%s/peers/%s", directory, plot_name(r, file));
        good = (!plotted(r) || plot_write(r, path)) && good;
    }
    return good;
}

static void put_plots(const page *p)
{
    char file[80];
    for (const result *r = p->r; r < p->r + p->n; r++) {
        if (plotted(r)) {
            fprintf(p->f, "![%s](peers/%s)\n\n", r->m.label, plot_name(r, file));
        }
    }
}

// ---- page --------------------------------------------------------------------------------------

// Lines "@name" of the text stand for what is measured.
static void put_line(const page *p, const char *line)
{
    static const struct {
        const char *name;
        void (*put)(const page *p);
    } part[] = {{"@environment\n", put_environment},
                {"@references\n", put_references},
                {"@precision\n", put_precision},
                {"@closer\n", put_closer},
                {"@plots\n", put_plots}};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        if (strcmp(line, part[i].name) == 0) {
            part[i].put(p);
            return;
        }
    }
    if (strncmp(line, "@steps ", 7) == 0) {
        put_steps(p, atof(line + 7));
    } else if (strncmp(line, "@quicker ", 9) == 0) {
        put_quicker(p, atof(line + 9));
    } else {
        fputs(line, p->f);
    }
}

int output_page(const result *r, int n, const char *directory, int core)
{
    char path[4096], line[4096];
    snprintf(path, sizeof path, "%s/peers.md", directory);
    FILE *text = fopen(TEMPLATE, "r");
    page p = {.f = text ? fopen(path, "w") : NULL, .r = r, .n = n, .core = core};
    int good = text && p.f;
    while (good && fgets(line, sizeof line, text)) {
        put_line(&p, line);
    }
    if (text) {
        fclose(text);
    }
    if (p.f && fclose(p.f) != 0) {
        good = 0;
    }
    if (!good) {
        fprintf(stderr, "bench-peers: '%s' cannot be made from %s: %s\n", path, TEMPLATE,
                strerror(errno));
    }
    snprintf(path, sizeof path, "%s/peers", directory);
    (void)mkdir(path, 0777); // may be there; what is written into it tells
    good = plots(&p, directory) && good;
    snprintf(path, sizeof path, "%s/peers/results.csv", directory);
    return output_csv(r, n, path) && good;
}

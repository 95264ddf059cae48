#include "page.h"

#include <arkode/arkode.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sundials/sundials_version.h>
#include <sys/stat.h>

#include "latency/environment.h"
#include "plots.h"
#include "table.h"
#include "verdicts.h"

#define TEMPLATE "bench/formulations/page.md"

static void put_environment(const comparison *c, FILE *f)
{
    tac_environment e;
    char sundials[64] = "";
    (void)c;
    tac_environment_read(&e, 0);
    (void)SUNDIALSGetVersion(sundials, sizeof sundials);
    fprintf(f,
            "| | |\n| --- | --- |\n| processor | %s, %ld cores%s |\n| measured | %s |\n| SUNDIALS "
            "| %s |\n",
            e.cpu, e.cores, e.virtual_machine ? ", virtual machine" : "", e.time, sundials);
}

// ---- one tolerance ---------------------------------------------------------------------------------------

static void put_head(FILE *f, const char *first)
{
    fprintf(f, "| %s |", first);
    for (int i = 0; i < N_LOOP * N_FORM; i++) {
        fprintf(f, " %s %s |", loop_name[i / N_FORM], form_name[i % N_FORM]);
    }
    fputs("\n| --- |", f);
    for (int i = 0; i < N_LOOP * N_FORM; i++) {
        fputs(" --: |", f);
    }
    fputc('\n', f);
}

static void put_row(const comparison *c, FILE *f, integrator_kind kind, int tol, int set, int what)
{
    static const char *const name[] = {"energy, J",          "position, m", "velocity, m/s",
                                       "largest sigma, N s", "calls",       "steps"};
    fprintf(f, "| %s, %s |", name[what], set_name[set]);
    for (int i = 0; i < N_LOOP * N_FORM; i++) {
        const outcome *of = &c->run[i / N_FORM][kind][tol][set][i % N_FORM];
        const double value[] = {of->energy, of->position,      of->velocity,
                                of->sigma,  (double)of->calls, (double)of->steps};
        fprintf(f, what < 3 ? " %.1e |" : " %.0f |", value[what]);
    }
    fputc('\n', f);
}

static void put_tolerance(const comparison *c, FILE *f, integrator_kind kind, int tol)
{
    char first[80];
    snprintf(first, sizeof first, "%s, %g", integrator_name[kind], tolerance[tol]);
    put_head(f, first);
    for (int i = 0; i < 6 * N_SET; i++) {
        put_row(c, f, kind, tol, i % N_SET, i / N_SET);
    }
}

static void put_middle(const comparison *c, FILE *f)
{
    for (int kind = 0; kind < N_INTEGRATOR; kind++) {
        put_tolerance(c, f, (integrator_kind)kind, 3);
        fputc('\n', f);
    }
}

// ---- ratios ----------------------------------------------------------------------------------------------

static double ratio(const outcome of[N_FORM], int what)
{
    const double calls[N_FORM] = {(double)of[HDCA].calls, (double)of[DCA].calls};
    return what == 0   ? calls[DCA] / calls[HDCA]
           : what == 1 ? of[DCA].seconds / of[HDCA].seconds
           : what == 2 ? of[DCA].position / of[HDCA].position
                       : of[DCA].energy / of[HDCA].energy;
}

// Of calls, time, positions or energies, DCA over HDCA.
static void put_ratios(const comparison *c, FILE *f, int what)
{
    fputs("| |", f);
    for (int tol = 0; tol < N_TOLERANCE; tol++) {
        fprintf(f, " %g |", tolerance[tol]);
    }
    fputs("\n| --- | --: | --: | --: | --: | --: | --: | --: |\n", f);
    for (int i = 0; i < N_INTEGRATOR * N_SET * N_LOOP; i++) {
        int loop = i % N_LOOP, set = i / N_LOOP % N_SET, kind = i / N_LOOP / N_SET;
        fprintf(f, "| %s, %s, %s |", integrator_name[kind], set_name[set], loop_name[loop]);
        for (int tol = 0; tol < N_TOLERANCE; tol++) {
            fprintf(f, what < 2 ? " %.2f |" : " %.1f |", ratio(c->run[loop][kind][tol][set], what));
        }
        fputc('\n', f);
    }
}

static void put_calls(const comparison *c, FILE *f)
{
    put_ratios(c, f, 0);
}

static void put_time(const comparison *c, FILE *f)
{
    put_ratios(c, f, 1);
}

static void put_positions(const comparison *c, FILE *f)
{
    put_ratios(c, f, 2);
}

static void put_energies(const comparison *c, FILE *f)
{
    put_ratios(c, f, 3);
}

// ---- long runs, fixed steps --------------------------------------------------------------------------------

static void put_growth(const comparison *c, FILE *f)
{
    fputs("| M4 until, s | | position, m | velocity, m/s | energy, J | sigma, N s | calls per s |\n"
          "| --: | --- | --: | --: | --: | --: | --: |\n",
          f);
    for (int i = 0; i < N_MARK * N_SET * N_FORM; i++) {
        int form = i % N_FORM, set = i / N_FORM % N_SET, k = i / N_FORM / N_SET;
        const outcome *of = &c->growth[set][form][k];
        fprintf(f, "| %g | %s, %s%s | %.1e | %.1e | %.1e | %.0f | %.0f |\n", mark[k],
                form_name[form], set_name[set], of->good ? "" : " (gave up)", of->position,
                of->velocity, of->energy, of->sigma, (double)of->calls / of->t);
    }
}

static void put_fixed(const comparison *c, FILE *f)
{
    fputs("| dt, ms | impulse/dt less mean of both ends, N | less the end's, N | energy lost in "
          "100 s, sigma "
          "kept, J | set to zero, J |\n| --: | --: | --: | --: | --: |\n",
          f);
    for (int k = 0; k < N_STEP_SIZE; k++) {
        fprintf(f, "| %g | %.1e | %.1e | %.1e | %.1e |\n", 1e3 * c->fixed[k].dt,
                c->fixed[k].distance, c->fixed[k].late, c->fixed[k].kept, c->fixed[k].reset);
    }
}

static void put_plots(const comparison *c, FILE *f)
{
    (void)c;
    for (int i = 0; i < N_PLOT; i++) {
        fprintf(f, "%s![%s](formulations/%s.svg)\n", i > 0 ? "\n" : "", plot_name[i], plot_name[i]);
    }
}

// ---- the page --------------------------------------------------------------------------------------------

static void put_line(const comparison *c, FILE *f, const char *line)
{
    static const struct {
        const char *name;
        void (*put)(const comparison *c, FILE *f);
    } part[] = {{"@environment\n", put_environment},
                {"@verdicts\n", verdicts_put},
                {"@middle\n", put_middle},
                {"@calls\n", put_calls},
                {"@time\n", put_time},
                {"@positions\n", put_positions},
                {"@energies\n", put_energies},
                {"@growth\n", put_growth},
                {"@fixed\n", put_fixed},
                {"@plots\n", put_plots}};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        if (strcmp(line, part[i].name) == 0) {
            part[i].put(c, f);
            return;
        }
    }
    fputs(line, f);
}

static bool write_text(const comparison *c, const char *path)
{
    char line[4096];
    FILE *text = fopen(TEMPLATE, "r"), *f = text ? fopen(path, "w") : NULL;
    while (f && fgets(line, sizeof line, text)) {
        put_line(c, f, line);
    }
    bool good = f && !ferror(f);
    good = (!f || fclose(f) == 0) && good;
    if (!good) {
        fprintf(stderr, "'%s' cannot be made from %s: %s\n", path, TEMPLATE, strerror(errno));
    }
    if (text) {
        fclose(text);
    }
    return good;
}

bool page_write(const comparison *c, const char *folder)
{
    char path[4000], file[4096];
    snprintf(path, sizeof path, "%s/formulations.md", folder);
    if (!write_text(c, path)) {
        return false;
    }
    snprintf(path, sizeof path, "%s/formulations", folder);
    (void)mkdir(path, 0777); // may be there; what is written into it tells
    snprintf(file, sizeof file, "%s/results.csv", path);
    return table_write(c, file) && plots_write(c, path);
}

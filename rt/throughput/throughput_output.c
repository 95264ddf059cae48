#include "throughput_output.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "format/gnuplot.h"
#include "format/text_output.h"
#include "latency/environment.h"
#include "system/files.h"

static double per_body(const tac_throughput_row *r)
{
    return r->us.p50 / (r->bodies > 0 ? r->bodies : 1);
}

static void print_table(const tac_throughput_row *r, int n, FILE *f)
{
    fputs("us per step              bodies workers pays lanes order    method       min    median"
          "      99 %       max  per body\n",
          f);
    for (int i = 0; i < n; i++, r++) {
        fprintf(f, "%-24s %6d %7d %4d %5d %5d %9s %9.2f %9.2f %9.2f %9.2f %9.4f", r->name,
                r->bodies, r->workers, r->pays, r->lanes, r->order, r->method, r->us.min, r->us.p50,
                r->us.p99, r->us.max, per_body(r));
        if (r->us.doubts.steps > 0) {
            fprintf(f, "  in doubt, %" PRId64 " of %" PRId64 " steps", r->us.doubts.steps,
                    r->us.doubts.made);
        }
        fputc('\n', f);
    }
}

static void write_csv(const tac_throughput_row *r, int n, FILE *f)
{
    fputs("case,bodies,workers,lanes,min_us,p50_us,p99_us,max_us,us_per_body_step,pays,order,"
          "method,steps,doubtful\n",
          f);
    for (int i = 0; i < n; i++, r++) {
        fprintf(f, "%s,%d,%d,%d,%.4f,%.4f,%.4f,%.4f,%.6f,%d,%d,%s,%" PRId64 ",%" PRId64 "\n",
                r->name, r->bodies, r->workers, r->lanes, r->us.min, r->us.p50, r->us.p99,
                r->us.max, per_body(r), r->pays, r->order, r->method, r->us.doubts.made,
                r->us.doubts.steps);
    }
}

static void put_result(tac_json *j, const tac_throughput_row *r)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "case", r->name);
    tac_json_whole(j, "bodies", r->bodies);
    tac_json_whole(j, "workers", r->workers);
    tac_json_whole(j, "pays", r->pays);
    tac_json_whole(j, "lanes", r->lanes);
    tac_json_whole(j, "order", r->order);
    tac_json_text(j, "method", r->method);
    tac_json_open(j, "us_per_step", '{');
    tac_json_real(j, "min", r->us.min);
    tac_json_real(j, "p50", r->us.p50);
    tac_json_real(j, "p99", r->us.p99);
    tac_json_real(j, "max", r->us.max);
    tac_json_close(j, '}');
    tac_json_real(j, "us_per_body_step", per_body(r));
    tac_json_whole(j, "steps", r->us.doubts.made);
    tac_json_whole(j, "doubtful", r->us.doubts.steps);
    tac_json_close(j, '}');
}

static void write_json(const tac_throughput_row *r, int n, FILE *f)
{
    static char text[128 * 1024];
    tac_json j;
    tac_environment e;
    tac_environment_read(&e, 0);
    tac_json_begin(&j, text, sizeof text);
    tac_json_open(&j, NULL, '{');
    tac_json_open(&j, "environment", '{');
    tac_environment_put(&e, &j);
    tac_json_close(&j, '}');
    tac_json_open(&j, "results", '[');
    for (int i = 0; i < n; i++) {
        put_result(&j, &r[i]);
    }
    tac_json_close(&j, ']');
    tac_json_close(&j, '}');
    fprintf(f, "%s\n", text);
}

// ---- drawing -----------------------------------------------------------------------------------

static int same_curve(const tac_throughput_row *a, const tac_throughput_row *b)
{
    return strcmp(a->name, b->name) == 0 && a->workers == b->workers;
}

static int is_first(const tac_throughput_row *r, int i)
{
    for (int k = 0; k < i; k++) {
        if (same_curve(&r[k], &r[i])) {
            return 0;
        }
    }
    return 1;
}

// A curve of the shortest steps for every case and number of workers, with bars up to the median.
static int draw(const tac_throughput_row *r, int n, const char *path, tac_diag *diag)
{
    tac_gnuplot g;
    if (!tac_gnuplot_open(&g, path, 960, 640, diag)) {
        return 0;
    }
    fputs("set logscale xy\nset xlabel 'bodies'\nset ylabel 'microseconds per body and step'\n"
          "set format '%g'\nset title 'Tactus, shortest step, bars to the median'\nplot ",
          g.to);
    for (int i = 0, curves = 0; i < n; i++) {
        if (is_first(r, i)) {
            char title[160];
            snprintf(title, sizeof title, "%s, %d worker%s", r[i].name, r[i].workers,
                     r[i].workers > 1 ? "s" : "");
            fprintf(g.to, "%s'-' using 1:2:3:4 with yerrorlines pointtype %d pointsize 0.6 title ",
                    curves++ ? ", " : "", r[i].workers > 1 ? 6 : 7);
            tac_gnuplot_text(&g, title);
        }
    }
    fputs("\n", g.to);
    for (int i = 0; i < n; i++) {
        for (int k = i; k < n && is_first(r, i); k++) {
            if (same_curve(&r[i], &r[k])) {
                double bodies = r[k].bodies > 0 ? r[k].bodies : 1;
                fprintf(g.to, "%d %g %g %g\n", r[k].bodies, r[k].us.min / bodies,
                        r[k].us.min / bodies, r[k].us.p50 / bodies);
            }
        }
        fputs(is_first(r, i) ? "e\n" : "", g.to);
    }
    return tac_gnuplot_close(&g, diag);
}

// ---- files -------------------------------------------------------------------------------------

typedef void writer(const tac_throughput_row *r, int n, FILE *f);

static bool write_file(writer *write, const tac_throughput *t, const char *path, tac_diag *diag)
{
    FILE *f = tac_text_open(path);
    int ok = f != NULL;
    if (f) {
        write(t->row, t->n, f);
        ok = tac_text_close(f);
    }
    if (!ok) {
        snprintf(diag->text, sizeof diag->text, "tactus bench: %s: %s", path,
                 tac_output_error(errno));
    }
    return ok;
}

static bool is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool tac_throughput_write(const tac_throughput *t, const tac_throughput_files *to, tac_diag *diag)
{
    print_table(t->row, t->n, is_stdout(to->json) || is_stdout(to->csv) ? stderr : stdout);
    return (!to->csv || write_file(write_csv, t, to->csv, diag)) &&
           (!to->json || write_file(write_json, t, to->json, diag)) &&
           (!to->svg || draw(t->row, t->n, to->svg, diag));
}

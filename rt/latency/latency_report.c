#include "latency_report.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "environment.h"
#include "format/gnuplot.h"
#include "format/json.h"
#include "format/text_output.h"
#include "printable.h"
#include "system/fail.h"
#include "system/files.h"

enum { JSON_SIZE = 65536, N_SERIES = 6 };

typedef struct series {
    const char *key, *title;
    const tac_histogram *h;
} series;

static void series_of(const tac_latency *l, series s[N_SERIES])
{
    s[0] = (series){"wake", "wake latency", &l->wake};
    s[1] = (series){"step", "step time", &l->step};
    s[2] = (series){"slack", "slack", &l->slack};
    s[3] = (series){"publish_jitter", "publish jitter", &l->publish_jitter};
    s[4] = (series){"overhead", "overhead", &l->overhead};
    s[5] = (series){"cyclictest", "cyclictest", &l->cyclictest};
}

static int cannot_write(tac_diag *diag, const char *path, const char *reason)
{
    return tac_diag_say(diag, "tactus bench: '%s' cannot be written: %s", path, reason);
}

// ---- text ----------------------------------------------------------------------------------------

static double us(int64_t ns)
{
    return (double)ns * 1e-3;
}

static void print_series(const tac_latency *l, FILE *out)
{
    series s[N_SERIES];
    series_of(l, s);
    fprintf(out, "%-16s%10s%10s%10s%10s%10s%10s\n", "in us", "count", "min", "p50", "p99", "p99.9",
            "max");
    for (int i = 0; i < N_SERIES; i++) {
        tac_quantiles q = tac_quantiles_of(s[i].h);
        if (q.n > 0) {
            fprintf(out, "%-16s%10" PRId64 "%10.2f%10.2f%10.2f%10.2f%10.2f\n", s[i].title, q.n,
                    us(q.min), us(q.p50), us(q.p99), us(q.p999), us(q.max));
        }
    }
}

static int64_t count_between(const tac_histogram *h, int64_t from, int64_t to)
{
    int64_t n = 0;
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        int64_t edge = tac_histogram_edge(i);
        n += edge >= from && edge < to ? atomic_load(&h->count[i]) : 0;
    }
    return n;
}

static void print_bar(int64_t n, int64_t all, FILE *out)
{
    enum { WIDTH = 28 };
    char bar[WIDTH + 1];
    int length = all > 0 ? (int)((n * WIDTH + all - 1) / all) : 0;
    memset(bar, '#', (size_t)length);
    bar[length] = '\0';
    fprintf(out, " %9" PRId64 " %-*s", n, WIDTH, bar);
}

// Wake-up latencies side by side, one line per power of two above a microsecond.
static void print_histogram(const tac_latency *l, FILE *out)
{
    tac_quantiles a = tac_quantiles_of(&l->wake), b = tac_quantiles_of(&l->cyclictest);
    int64_t most = a.max > b.max ? a.max : b.max;
    fprintf(out, "\n%-18s  %-38s  %s\n", "wake latency", "executive", b.n > 0 ? "cyclictest" : "");
    for (int64_t from = 0, to = 1024; from <= most; from = to, to *= 2) {
        fprintf(out, "  below %9.2f us", us(to));
        print_bar(count_between(&l->wake, from, to), a.n, out);
        if (b.n > 0) {
            print_bar(count_between(&l->cyclictest, from, to), b.n, out);
        }
        fputc('\n', out);
    }
}

// Missed deadlines, and what the machine did to cyclictest at the same time.
static void print_misses(const tac_latency *l, int64_t period_ns, FILE *out)
{
    const tac_counters *n = &l->count;
    int64_t theirs = atomic_load(&l->cyclictest.n);
    fprintf(out, "\ncycles          %" PRId64 " = %" PRId64 " on time + %" PRId64 " missed\n",
            n->cycles, n->on_time, n->missed);
    if (theirs > 0) {
        fprintf(out,
                "cyclictest      %" PRId64 " wake-ups, %" PRId64
                " of them a period late or later\n",
                theirs, tac_latency_overdue(l, period_ns));
    }
}

static void print_causes(const tac_latency *l, FILE *out)
{
    const tac_counters *n = &l->count;
    fprintf(out, "causes         ");
    for (int i = TAC_ON_TIME + 1; i < TAC_N_CAUSE; i++) {
        fprintf(out, " %s %" PRId64, tac_cause_name((tac_cause)i), n->cause[i]);
    }
    fprintf(out, "\nstart phases    %" PRId64 " cycles, %" PRId64 " missed\n", n->start_cycles,
            n->missed_at_start);
    if (n->doubtful > 0) {
        fprintf(out, "doubt           results are in doubt in %" PRId64 " of %" PRId64 " steps\n",
                n->doubtful, n->steps);
    }
    if (l->safe > 0) {
        fprintf(out, "safe state      entered in %d of %d slices\n", l->safe, l->slices);
    }
}

static const char *result_name(tac_result r)
{
    static const char *const name[] = {
        [TAC_PASS] = "pass", [TAC_OPEN] = "open", [TAC_FAIL] = "fail"};
    return name[r];
}

static void print_band(const tac_band *b, FILE *out)
{
    const char *sign = b->below ? "<" : "<=";
    if (isnan(b->value)) {
        fprintf(out, "  %-32s%10s%4s%6.4g  not measured\n", b->name, "-", sign, b->limit);
        return;
    }
    fprintf(out, "  %-32s%10.4g%4s%6.4g  %s", b->name, b->value, sign, b->limit,
            b->result == TAC_FAIL ? "FAIL" : result_name(b->result));
    if (!isnan(b->chance)) {
        fprintf(out, ": by chance with a probability of %.2g %%", 100.0 * b->chance);
    }
    fputc('\n', out);
}

// What a comparison with cyclictest has to know about the rig.
static void print_spin(const tac_bench *b, FILE *out)
{
    if (b->rig->pure_spin) {
        fputs("; this rig never sleeps, cyclictest does", out);
    } else if (b->rig->margin_ns > 0) {
        fprintf(out, "; this rig spins for %.6g us before a release, cyclictest sleeps",
                us(b->rig->margin_ns));
    }
}

static void print_bands(const tac_bench *b, const tac_latency *l, FILE *out)
{
    static const char *const word[] = {[TAC_PASS] = "PASS",
                                       [TAC_OPEN] =
                                           ("OPEN: the tail is longer than cyclictest's, "
                                            "and the slices are too few to say whose it is"),
                                       [TAC_FAIL] = "FAIL"};
    tac_band band[TAC_BANDS];
    tac_result result = tac_latency_bands(l, band);
    bool left_out = false;
    fprintf(out, "\n%-34s%10s%10s\n", "verdict", "value", "limit");
    for (int i = 0; i < TAC_BANDS; i++) {
        left_out = left_out || isnan(band[i].value);
        print_band(&band[i], out);
    }
    fprintf(out, "  %s%s", word[result], left_out ? ", as far as measured" : "");
    print_spin(b, out);
    fputc('\n', out);
}

static void print_condition(const tac_bench *b, const tac_latency *l, const char *title, FILE *out)
{
    fprintf(out, "\n== %s: %d slices\n\n", title, l->slices);
    print_series(l, out);
    print_histogram(l, out);
    print_misses(l, b->rig->period_ns, out);
    print_causes(l, out);
    print_bands(b, l, out);
}

void tac_bench_print(const tac_bench *b, FILE *out)
{
    tac_environment e;
    tac_environment_read(&e, b->core);
    fprintf(out, "machine         %s, %ld cores%s, %s\n", e.cpu, e.cores,
            e.virtual_machine ? ", virtual" : "", e.kernel);
    fprintf(out, "rig             %s: period %.6g us, margin %.6g us, priority %d, core %d\n",
            TAC_SHOWN(b->options.rig_path), us(b->rig->period_ns), us(b->rig->margin_ns),
            b->rig->priority, b->core);
    fprintf(out, "beside it       %s\n",
            b->has_cyclictest ? b->cyclictest
                              : "nothing: cyclictest is not installed (Debian package rt-tests)");
    if (b->options.load && !b->has_load) {
        fputs("load            none: stress-ng is not installed\n", out);
    }
    print_condition(b, &b->idle, "idle", out);
    if (b->has_load) {
        print_condition(b, &b->loaded, "loaded", out);
    }
}

// ---- JSON ----------------------------------------------------------------------------------------

static void put_quantiles(tac_json *j, const series *s)
{
    tac_quantiles q = tac_quantiles_of(s->h);
    if (q.n == 0) {
        tac_json_null(j, s->key);
        return;
    }
    tac_json_open(j, s->key, '{');
    tac_json_whole(j, "count", q.n);
    tac_json_whole(j, "min_ns", q.min);
    tac_json_whole(j, "p50_ns", q.p50);
    tac_json_whole(j, "p99_ns", q.p99);
    tac_json_whole(j, "p999_ns", q.p999);
    tac_json_whole(j, "max_ns", q.max);
    tac_json_close(j, '}');
}

static void put_ratio(tac_json *j, const tac_latency *l)
{
    tac_ratio r = tac_latency_ratio(l);
    if (isnan(r.p50)) {
        tac_json_null(j, "ratio");
        return;
    }
    tac_json_open(j, "ratio", '{');
    tac_json_real(j, "p50", r.p50);
    tac_json_real(j, "p99", r.p99);
    tac_json_real(j, "p999", r.p999);
    tac_json_real(j, "max", r.max);
    tac_json_close(j, '}');
}

static void put_verdict(tac_json *j, const tac_latency *l)
{
    tac_band band[TAC_BANDS];
    tac_result result = tac_latency_bands(l, band);
    tac_json_open(j, "verdict", '{');
    tac_json_truth(j, "pass", result == TAC_PASS);
    tac_json_text(j, "result", result_name(result));
    tac_json_open(j, "bands", '[');
    for (int i = 0; i < TAC_BANDS; i++) {
        tac_json_open(j, NULL, '{');
        tac_json_text(j, "name", band[i].name);
        tac_json_real(j, "value", band[i].value);
        tac_json_real(j, "limit", band[i].limit);
        tac_json_truth(j, "below", band[i].below);
        tac_json_truth(j, "pass", band[i].result == TAC_PASS);
        tac_json_text(j, "result", result_name(band[i].result));
        tac_json_real(j, "chance", band[i].chance);
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_condition(tac_json *j, const tac_latency *l, int64_t period_ns)
{
    series s[N_SERIES];
    series_of(l, s);
    for (int i = 0; i < N_SERIES; i++) {
        put_quantiles(j, &s[i]);
    }
    put_ratio(j, l);
    tac_json_whole(j, "cycles", l->count.cycles);
    tac_json_whole(j, "on_time", l->count.on_time);
    tac_json_whole(j, "missed", l->count.missed);
    tac_json_whole(j, "cyclictest_overdue", tac_latency_overdue(l, period_ns));
    tac_json_open(j, "causes", '{');
    for (int i = TAC_ON_TIME + 1; i < TAC_N_CAUSE; i++) {
        tac_json_whole(j, tac_cause_name((tac_cause)i), l->count.cause[i]);
    }
    tac_json_close(j, '}');
    tac_json_whole(j, "skipped", l->count.skipped);
    tac_json_whole(j, "steps", l->count.steps);
    tac_json_whole(j, "doubtful", l->count.doubtful);
    tac_json_whole(j, "start_cycles", l->count.start_cycles);
    tac_json_whole(j, "missed_at_start", l->count.missed_at_start);
    tac_json_whole(j, "slices", l->slices);
    tac_json_whole(j, "safe_slices", l->safe);
    put_verdict(j, l);
}

static void put_environment(tac_json *j, const tac_bench *b)
{
    char load[256] = "";
    tac_environment e;
    tac_environment_read(&e, b->core);
    tac_json_open(j, "environment", '{');
    tac_environment_put(&e, j);
    tac_json_text(j, "rig", b->options.rig_path);
    tac_json_text(j, "model", b->rig->model_path);
    tac_json_whole(j, "period_ns", b->rig->period_ns);
    tac_json_whole(j, "priority", b->rig->priority);
    tac_json_whole(j, "core", b->core);
    tac_json_whole(j, "workers", b->rig->workers);
    tac_json_whole(j, "margin_ns", b->rig->margin_ns);
    tac_json_truth(j, "never_sleeps", b->rig->pure_spin);
    tac_json_real(j, "duration_s", b->options.duration);
    tac_json_text(j, "cyclictest", b->has_cyclictest ? b->cyclictest : "not installed");
    for (int i = 0; b->has_load && tac_bench_load[i]; i++) {
        size_t n = strlen(load);
        snprintf(load + n, sizeof load - n, "%s%s", i ? " " : "", tac_bench_load[i]);
    }
    tac_json_text(j, "load", load);
    tac_json_close(j, '}');
}

int tac_bench_write_json(const tac_bench *b, const char *path, tac_diag *diag)
{
    char *text = malloc(JSON_SIZE);
    if (!text) {
        return cannot_write(diag, path, "not enough memory");
    }
    tac_json j;
    tac_json_begin(&j, text, JSON_SIZE);
    tac_json_open(&j, NULL, '{');
    put_condition(&j, &b->idle, b->rig->period_ns);
    if (b->has_load) {
        tac_json_open(&j, "loaded", '{');
        put_condition(&j, &b->loaded, b->rig->period_ns);
        tac_json_close(&j, '}');
    } else {
        tac_json_null(&j, "loaded");
    }
    put_environment(&j, b);
    tac_json_close(&j, '}');
    FILE *out = tac_text_open(path);
    int ok = out && !j.full && fprintf(out, "%s\n", text) > 0;
    ok = out && tac_text_close(out) && ok;
    free(text);
    return ok || cannot_write(diag, path, tac_output_error(errno));
}

// ---- CSV -----------------------------------------------------------------------------------------

static void write_buckets(FILE *out, const char *condition, const series *s)
{
    int64_t negative = atomic_load(&s->h->negative);
    if (negative > 0) {
        fprintf(out, "%s,%s,%" PRId64 ",-1,%" PRId64 "\n", condition, s->key,
                (int64_t)atomic_load(&s->h->min), negative);
    }
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        int64_t n = atomic_load(&s->h->count[i]);
        if (n > 0) {
            fprintf(out, "%s,%s,%" PRId64 ",%" PRId64 ",%" PRId64 "\n", condition, s->key,
                    tac_histogram_edge(i), tac_histogram_edge(i + 1) - 1, n);
        }
    }
}

int tac_bench_write_csv(const tac_bench *b, const char *path, tac_diag *diag)
{
    FILE *out = tac_text_open(path);
    if (!out) {
        return cannot_write(diag, path, tac_output_error(errno));
    }
    fputs("condition,series,from_ns,to_ns,count\n", out);
    for (int k = 0; k < 1 + b->has_load; k++) {
        series s[N_SERIES];
        series_of(k == 0 ? &b->idle : &b->loaded, s);
        for (int i = 0; i < N_SERIES; i++) {
            write_buckets(out, k == 0 ? "idle" : "loaded", &s[i]);
        }
    }
    return tac_text_close(out) || cannot_write(diag, path, tac_output_error(errno));
}

// ---- SVG -----------------------------------------------------------------------------------------

typedef struct curve {
    const char *title;
    const tac_histogram *h;
} curve;

// Share of all values per bucket over its middle, as data of gnuplot.
static void write_curve(FILE *out, const tac_histogram *h)
{
    double n = (double)atomic_load(&h->n);
    for (int i = 0; i < TAC_HISTOGRAM_BUCKETS; i++) {
        int64_t count = atomic_load(&h->count[i]);
        if (count > 0) {
            double middle = 0.5 * (double)(tac_histogram_edge(i) + tac_histogram_edge(i + 1));
            fprintf(out, "%.9g %.9g\n", middle * 1e-3, (double)count / n);
        }
    }
    fputs("e\n", out);
}

static int choose_curves(const tac_bench *b, curve c[5])
{
    const curve all[] = {{"wake, idle", &b->idle.wake},
                         {"cyclictest, idle", &b->idle.cyclictest},
                         {"wake, loaded", &b->loaded.wake},
                         {"cyclictest, loaded", &b->loaded.cyclictest},
                         {"step, idle", &b->idle.step}};
    int n = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (atomic_load(&all[i].h->n) > 0) {
            c[n++] = all[i];
        }
    }
    return n;
}

int tac_bench_write_svg(const tac_bench *b, const char *path, tac_diag *diag)
{
    tac_gnuplot g;
    curve c[5];
    int n = choose_curves(b, c);
    if (!tac_gnuplot_open(&g, path, 960, 540, diag)) {
        return 0;
    }
    fprintf(g.to,
            "set logscale xy\nset xlabel 'microseconds'\nset ylabel 'share of cycles per bucket'\n"
            "set format y '%%g'\n"
            "set title 'Tactus latency, period %g us, priority %d' noenhanced\nplot ",
            us(b->rig->period_ns), b->rig->priority);
    for (int i = 0; i < n; i++) {
        fprintf(g.to, "%s'-' using 1:2 with linespoints pointtype 7 pointsize 0.3 title ",
                i ? ", " : "");
        tac_gnuplot_text(&g, c[i].title);
    }
    fputs("\n", g.to);
    for (int i = 0; i < n; i++) {
        write_curve(g.to, c[i].h);
    }
    return tac_gnuplot_close(&g, diag);
}

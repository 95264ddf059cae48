#include "plot_file.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/gnuplot.h"
#include "observe.h"
#include "origin.h"
#include "record.h"
#include "words.h"

enum { POINTS = 4096, PANELS = 8, LINES = 24 }; // kept, panels, columns of a panel
enum { FEW = 8 };                               // lines whose names fit in the common size
enum { WIDTH = 960, HEIGHT = 260, UNIT = 16 };  // of a panel; bytes of a unit
#define ALIKE 1e-8                              // numbers of a drawing have 9 digits

typedef struct row_of { // of a table, all columns after one another
    char **name, (*unit)[UNIT];
    double *value;
    size_t n, room, at;
    bool no_memory;
} row_of;

typedef struct point { // of consecutive rows
    double t;
    double low[PANELS * LINES], high[PANELS * LINES];
} point;

typedef struct panel {
    char what[64]; // as it was asked for
    size_t column[LINES];
    int n;
} panel;

typedef struct plot_file {
    tac_gnuplot gnuplot;
    bool running;
    char title[3 * TAC_ORIGIN_TEXT + 16]; // of the whole drawing
    row_of row;
    double *sensor; // scratch (tac_sensor_total)
    panel panel[PANELS];
    int n_panel, n_line;
    point *point; // (n)
    int n;
    int64_t rows, stride; // in the last point, in each
} plot_file;

static bool no_memory(tac_failure *why)
{
    return tac_diag_say_memory(&why->diag, "tactus: not enough memory for the drawing");
}

// ---- the row -------------------------------------------------------------------------------------

static void make_room(row_of *r)
{
    size_t room = r->room > 0 ? 2 * r->room : 256;
    char **names = realloc(r->name, room * sizeof *names);
    if (names) {
        r->name = names;
    }
    double *values = realloc(r->value, room * sizeof *values);
    if (values) {
        r->value = values;
    }
    void *units = realloc(r->unit, room * sizeof *r->unit);
    if (units) {
        r->unit = units;
    }
    r->no_memory = r->no_memory || !names || !values || !units;
    r->room = r->no_memory ? r->room : room;
}

static void take_name(void *to, const char *prefix, const char *text)
{
    row_of *r = to;
    if (r->n == r->room) {
        make_room(r);
    }
    size_t size = strlen(prefix) + strlen(text) + 1;
    char *name = r->no_memory ? NULL : malloc(size);
    r->no_memory = r->no_memory || !name;
    if (name) {
        snprintf(name, size, "%s%s", prefix, text);
        r->unit[r->n][0] = '\0';
        r->name[r->n++] = name;
    }
}

static void take_unit(void *to, const char *unit)
{
    row_of *r = to;
    if (r->n > 0) {
        snprintf(r->unit[r->n - 1], UNIT, "%s", unit);
    }
}

static void take_numbers(void *to, const double *x, int n)
{
    row_of *r = to;
    for (int i = 0; i < n; i++) {
        r->value[r->at++] = x[i];
    }
}

static int take_end(void *to)
{
    return !((row_of *)to)->no_memory;
}

static bool name_columns(plot_file *g, const tac_simulation *s, const tac_export_rig *rig)
{
    const tac_row_sink sink = {&g->row, take_name, take_numbers, take_end, take_unit, NULL};
    g->sensor = calloc((size_t)tac_sensor_total(s->model) + 1, sizeof *g->sensor);
    return g->sensor && tac_record_motion_header(&sink, s) && tac_record_sensors_header(&sink, s) &&
           (!rig->signals.header || rig->signals.header(rig->signals.context, &sink, s));
}

// ---- panels --------------------------------------------------------------------------------------

static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

static bool fits(const char *what, const char *name)
{
    return fnmatch(what, name, 0) == 0 || fnmatch(what, last_part(name), 0) == 0;
}

static bool refuse_panel(const plot_file *g, const panel *p, tac_failure *why)
{
    const char *near = tac_nearest_word(p->what, (const char *const *)g->row.name, (int)g->row.n);
    return p->n > LINES ? tac_diag_say(&why->diag,
                                       "--columns: '%s' means %d columns, more than %d; "
                                       "name fewer",
                                       p->what, p->n, LINES)
           : near       ? tac_diag_say(&why->diag, "--columns: no column '%s'; did you mean '%s'?",
                                       p->what, near)
                        : tac_diag_say(&why->diag,
                                       "--columns: no column '%s'; --csv and --sensors show which "
                                             "there are",
                                       p->what);
}

static bool add_panel(plot_file *g, const char *what, size_t length, tac_failure *why)
{
    panel *p = &g->panel[g->n_panel];
    if (g->n_panel == PANELS || length >= sizeof p->what) {
        return tac_diag_say(&why->diag, "--columns takes up to %d names of less than %zu letters",
                            PANELS, sizeof p->what);
    }
    snprintf(p->what, sizeof p->what, "%.*s", (int)length, what);
    for (size_t i = 0; i < g->row.n; i++) {
        if (fits(p->what, g->row.name[i])) {
            p->column[p->n < LINES ? p->n : 0] = i;
            p->n++;
        }
    }
    g->n_panel++;
    g->n_line += p->n;
    return (p->n > 0 && p->n <= LINES) || refuse_panel(g, p, why);
}

static bool add_panels(plot_file *g, const char *columns, tac_failure *why)
{
    for (const char *at = columns; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
        if (!add_panel(g, at, strcspn(at, ","), why)) {
            return false;
        }
    }
    return true;
}

// ---- rows ----------------------------------------------------------------------------------------

static void widen(double *low, double *high, double by_low, double by_high)
{
    *low = fmin(*low, by_low); // leaves out what is no number
    *high = fmax(*high, by_high);
}

// Two points become one.
static void thin_out(plot_file *g)
{
    for (int i = 0; i < POINTS / 2; i++) {
        point p = g->point[2 * i];
        const point *next = &g->point[2 * i + 1];
        for (int k = 0; k < g->n_line; k++) {
            widen(&p.low[k], &p.high[k], next->low[k], next->high[k]);
        }
        g->point[i] = p;
    }
    g->n = POINTS / 2;
    g->stride *= 2;
}

static void take(plot_file *g, double t)
{
    int line = 0;
    if (g->rows == g->stride || g->n == 0) {
        if (g->n == POINTS) {
            thin_out(g);
        }
        g->point[g->n++] = (point){.t = t};
        g->rows = 0;
    }
    point *p = &g->point[g->n - 1];
    for (int i = 0; i < g->n_panel; i++) {
        for (int k = 0; k < g->panel[i].n; k++, line++) {
            double x = g->row.value[g->panel[i].column[k]];
            p->low[line] = g->rows == 0 ? x : p->low[line];
            p->high[line] = g->rows == 0 ? x : p->high[line];
            widen(&p->low[line], &p->high[line], x, x);
        }
    }
    g->rows++;
}

static bool row(void *context, const tac_simulation *s, double t, tac_failure *why)
{
    const tac_plot_file *f = context;
    const tac_export_source *signals = &f->of->rig.signals;
    plot_file *g = f->state;
    const tac_row_sink sink = {&g->row, take_name, take_numbers, take_end, take_unit, NULL};
    (void)why;
    g->row.at = 0;
    (void)tac_record_motion(&sink, s);
    (void)tac_record_sensors(&sink, s, g->sensor);
    if (signals->header) {
        (void)signals->row(signals->context, &sink, s);
    }
    take(g, t);
    return true;
}

// ---- drawing -------------------------------------------------------------------------------------

typedef struct range {
    double low, high;
} range;

static range include(range r, double x)
{
    return isfinite(x) ? (range){fmin(r.low, x), fmax(r.high, x)} : r;
}

// gnuplot finds the range of an axis itself, but of one value, or of none, it does not without a word.
static void put_range(FILE *to, const char *axis, range r)
{
    double size = fmax(fabs(r.low), fabs(r.high));
    if (r.low > r.high) {
        fprintf(to, "set %srange [-1:1]\n", axis);
    } else if (r.high - r.low <= ALIKE * size) {
        double room = size > 0.0 ? 0.01 * size : 1.0;
        fprintf(to, "set %srange [%.9g:%.9g]\n", axis, r.low - room, r.high + room);
    } else {
        fprintf(to, "set %srange [*:*]\n", axis);
    }
}

static void put_ranges(FILE *to, const plot_file *g, int first, int n)
{
    range x = {(double)INFINITY, -(double)INFINITY}, y = x;
    for (int i = 0; i < g->n; i++) {
        x = include(x, g->point[i].t);
        for (int k = first; k < first + n; k++) {
            y = include(include(y, g->point[i].low[k]), g->point[i].high[k]);
        }
    }
    put_range(to, "x", x);
    put_range(to, "y", y);
}

// What is no number is a gap; gnuplot wants at least that.
static void put_points(FILE *to, const plot_file *g, int line)
{
    fputs(g->n == 0 ? "0 NaN\n" : "", to);
    for (int i = 0; i < g->n; i++) {
        const point *p = &g->point[i];
        bool is_number = isfinite(p->low[line]) && isfinite(p->high[line]);
        if (is_number) {
            fprintf(to, "%.9g %.9g\n", p->t, p->low[line]);
        } else {
            fprintf(to, "%.9g NaN\n", p->t);
        }
        if (is_number && p->high[line] > p->low[line]) {
            fprintf(to, "%.9g %.9g\n", p->t, p->high[line]);
        }
    }
    fputs("e\n", to);
}

static bool is_close(double a, double b)
{
    return a == b || fabs(a - b) <= ALIKE * fmax(fabs(a), fabs(b)) || (isnan(a) && isnan(b));
}

// Whether a line of a panel is one before it once more: a sensor that tells what its body does.
static bool is_double(const plot_file *g, const panel *p, int first, int k)
{
    for (int other = 0; other < k; other++) {
        bool same = strcmp(g->row.name[p->column[k]], g->row.name[p->column[other]]) == 0;
        for (int i = 0; i < g->n && same; i++) {
            const point *at = &g->point[i];
            same = is_close(at->low[first + k], at->low[first + other]) &&
                   is_close(at->high[first + k], at->high[first + other]);
        }
        if (same) {
            return true;
        }
    }
    return false;
}

static bool has_one_unit(const plot_file *g, const panel *p)
{
    const char *unit = g->row.unit[p->column[0]];
    bool one = *unit != '\0';
    for (int k = 1; k < p->n; k++) {
        one = one && strcmp(unit, g->row.unit[p->column[k]]) == 0;
    }
    return one;
}

// What was asked for, with the unit that all its columns have.
static void put_label(const plot_file *g, const panel *p)
{
    const char *unit = g->row.unit[p->column[0]];
    char text[sizeof p->what + UNIT + 4];
    bool one = has_one_unit(g, p);
    snprintf(text, sizeof text, "%s%s%s%s", p->what, one ? " [" : "", one ? unit : "",
             one ? "]" : "");
    fputs("set ylabel ", g->gnuplot.to);
    tac_gnuplot_text(&g->gnuplot, text);
    fputs(" noenhanced\n", g->gnuplot.to);
}

static void put_name(const plot_file *g, size_t column, bool with_unit)
{
    const char *unit = g->row.unit[column];
    char text[300];
    bool shown = with_unit && *unit != '\0';
    snprintf(text, sizeof text, "%.270s%s%s%s", g->row.name[column], shown ? " [" : "",
             shown ? unit : "", shown ? "]" : "");
    tac_gnuplot_text(&g->gnuplot, text);
}

static void draw_panel(const plot_file *g, const panel *p, int first)
{
    FILE *to = g->gnuplot.to;
    bool is_drawn[LINES], any = false;
    fprintf(to, "set key font ',%d'\n", p->n > FEW ? 9 : 12);
    put_label(g, p);
    put_ranges(to, g, first, p->n);
    fputs("plot ", to);
    for (int k = 0; k < p->n; k++) {
        is_drawn[k] = !is_double(g, p, first, k);
        if (is_drawn[k]) {
            fputs(any ? ", '-' using 1:2 with lines title " : "'-' using 1:2 with lines title ",
                  to);
            put_name(g, p->column[k], !has_one_unit(g, p));
            any = true;
        }
    }
    fputs("\n", to);
    for (int k = 0; k < p->n; k++) {
        if (is_drawn[k]) {
            put_points(to, g, first + k);
        }
    }
}

// Colours that differ for eight lines, then with dashes; the title of the model and how it was computed above all.
static void draw(const plot_file *g)
{
    static const char *const color[] = {"#1769aa", "#c25100", "#0f7b58", "#97288f",
                                        "#7a4b3a", "#b0174f", "#566100", "#00707c"};
    enum { COLORS = sizeof color / sizeof *color };
    FILE *to = g->gnuplot.to;
    int line = 0;
    for (int i = 0; i < LINES; i++) {
        fprintf(to, "set linetype %d linecolor rgb '%s' linewidth 1.4 dashtype %d\n", i + 1,
                color[i % COLORS], 1 + i / COLORS);
    }
    fprintf(to, "set linetype cycle %d\nset multiplot layout %d,1 title ", LINES, g->n_panel);
    tac_gnuplot_text(&g->gnuplot, g->title);
    fputs(" noenhanced\n", to);
    for (int i = 0; i < g->n_panel; i++) {
        fputs(i == g->n_panel - 1 ? "set xlabel 't [s]'\n" : "", to);
        draw_panel(g, &g->panel[i], line);
        line += g->panel[i].n;
    }
    fputs("unset multiplot\n", to);
}

static void put_title(plot_file *g, const tac_simulation *s, const tac_file_source *files)
{
    tac_origin o;
    tac_origin_of(&o, s, files);
    snprintf(g->title, sizeof g->title, "%s: %s, step %s", *o.text[0] ? o.text[0] : o.text[1],
             o.text[3], o.text[4]);
}

// ---- as a file of an export ----------------------------------------------------------------------

static bool open_file(void *context, const tac_simulation *s, const tac_file_source *files,
                      tac_failure *why)
{
    tac_plot_file *f = context;
    plot_file *g = calloc(1, sizeof *g);
    f->state = g;
    if (!g || !name_columns(g, s, &f->of->rig)) {
        return no_memory(why);
    }
    put_title(g, s, files);
    g->stride = 1;
    g->point = calloc(POINTS, sizeof *g->point);
    if (!g->point) {
        return no_memory(why);
    }
    if (!add_panels(g, f->columns, why)) {
        return false;
    }
    g->running = tac_gnuplot_open(&g->gnuplot, f->path, WIDTH, HEIGHT * g->n_panel, &why->diag);
    return g->running || tac_failed_output(why);
}

static bool close_file(void *context, tac_failure *why)
{
    tac_plot_file *f = context;
    plot_file *g = f->state;
    bool good = true;
    if (!g) {
        return true;
    }
    if (g->running) {
        draw(g);
        good = tac_gnuplot_close(&g->gnuplot, &why->diag) || tac_failed_output(why);
    }
    for (size_t i = 0; i < g->row.n; i++) {
        free(g->row.name[i]);
    }
    free(g->row.name);
    free(g->row.value);
    free(g->row.unit);
    free(g->sensor);
    free(g->point);
    free(g);
    f->state = NULL;
    return good;
}

void tac_export_plot(tac_export *e, tac_plot_file *f)
{
    f->of = e;
    if (f->path) {
        tac_export_file(e, (tac_export_writer){open_file, row, close_file, f, NULL, NULL});
    }
}

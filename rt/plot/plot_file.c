#include "plot_file.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/gnuplot.h"
#include "plot_band.h"
#include "plot_row.h"
#include "simulation/origin.h"
#include "words.h"

enum { POINTS = 4096, PANELS = 8, LINES = 24 }; // kept, panels, columns of a panel
enum { FEW = 8 };                               // lines whose names fit in the common size
enum { WIDTH = 960, HEIGHT = 260 };             // of a panel
#define ALIKE 1e-8                              // numbers of a drawing have 9 digits
#define THIN 2e-3                               // of a panel's range: half a pixel

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
    tac_plot_row row;
    panel panel[PANELS];
    int n_panel, n_line;
    point *point; // (n)
    int n;
    int64_t rows, stride;          // in the last point, in each
    size_t column[PANELS * LINES]; // of each line
    bool watches;
    tac_plot_band band;
} plot_file;

static bool no_memory(tac_failure *why)
{
    return tac_diag_say_memory(&why->diag, "tactus: not enough memory for the drawing");
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
    if (p->n == 0 || p->n > LINES) {
        return refuse_panel(g, p, why);
    }
    memcpy(g->column + g->n_line, p->column, (size_t)p->n * sizeof *p->column);
    g->n_line += p->n;
    return true;
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
    plot_file *g = f->state;
    (void)why;
    tac_plot_row_take(&g->row, s, &f->of->rig);
    take(g, t);
    if (g->watches) {
        tac_plot_band_take(&g->band, g->row.value);
    }
    return true;
}

void tac_plot_half(void *context, const tac_simulation *half)
{
    const tac_plot_file *f = context;
    plot_file *g = f->state;
    int64_t step = *half->state.step / 2;
    if (g && g->watches && (f->of->every <= 1 || step % f->of->every == 0)) {
        tac_plot_band_take_half(&g->band, half);
    }
}

void tac_plot_measured(const tac_plot_file *f, double by)
{
    plot_file *g = f->state;
    if (g) {
        g->band.by = by;
    }
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

// The least and the largest value of a point, each as far off as the error says.
static range band_at(const plot_file *g, int line, int i)
{
    const point *p = &g->point[i];
    double error = tac_plot_band_at(&g->band, i, line);
    return (range){p->low[line] - error, p->high[line] + error};
}

static void put_ranges(FILE *to, const plot_file *g, int first, int n, const bool *has_band)
{
    range x = {(double)INFINITY, -(double)INFINITY}, y = x;
    for (int i = 0; i < g->n; i++) {
        x = include(x, g->point[i].t);
        for (int k = first; k < first + n; k++) {
            const range at = has_band[k - first] ? band_at(g, k, i) : y;
            y = include(include(y, g->point[i].low[k]), g->point[i].high[k]);
            y = include(include(y, at.low), at.high);
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

// Errors that no eye sees beside the range of their panel are not drawn.
static bool has_band(const plot_file *g, const panel *p, int first, int k)
{
    double most = 0.0;
    range all = {(double)INFINITY, -(double)INFINITY};
    if (strncmp(g->row.name[p->column[k]], "residual", 8) == 0) {
        return false; // what the solver leaves, is no result
    }
    for (int i = 0; i < g->n; i++) {
        double error = tac_plot_band_at(&g->band, i, first + k);
        most = isfinite(error) ? fmax(most, error) : most;
        for (int line = first; line < first + p->n; line++) {
            all = include(include(all, g->point[i].low[line]), g->point[i].high[line]);
        }
    }
    return most > THIN * (all.high - all.low) && most > ALIKE * fmax(fabs(all.low), fabs(all.high));
}

static void put_band(FILE *to, const plot_file *g, int line)
{
    for (int i = 0; i < g->n; i++) {
        range at = band_at(g, line, i);
        if (isfinite(at.low) && isfinite(at.high)) {
            fprintf(to, "%.9g %.9g %.9g\n", g->point[i].t, at.low, at.high);
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
    char text[sizeof p->what + TAC_PLOT_UNIT + 4];
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

typedef struct shown { // lines of a panel that are drawn, their bands first
    bool line[LINES], band[LINES];
} shown;

static shown find_shown(const plot_file *g, const panel *p, int first)
{
    shown is = {{false}, {false}};
    for (int k = 0; k < p->n; k++) {
        is.line[k] = !is_double(g, p, first, k);
        is.band[k] = is.line[k] && has_band(g, p, first, k);
    }
    return is;
}

static void draw_panel(const plot_file *g, const panel *p, int first)
{
    FILE *to = g->gnuplot.to;
    const shown is = find_shown(g, p, first);
    const char *between = "plot ";
    fprintf(to, "set key font ',%d'\n", p->n > FEW ? 9 : 12);
    put_label(g, p);
    put_ranges(to, g, first, p->n, is.band);
    for (int k = 0, color = 1; k < p->n; color += is.line[k++]) {
        if (is.band[k]) {
            fprintf(to,
                    "%s'-' using 1:2:3 with filledcurves linetype %d fillstyle transparent solid "
                    "0.25 noborder notitle",
                    between, color);
            between = ", ";
        }
    }
    for (int k = 0, color = 1; k < p->n; color += is.line[k++]) {
        if (is.line[k]) {
            fprintf(to, "%s'-' using 1:2 with lines linetype %d title ", between, color);
            put_name(g, p->column[k], !has_one_unit(g, p));
            between = ", ";
        }
    }
    fputs("\n", to);
    for (int k = 0; k < p->n; k++) {
        if (is.band[k]) {
            put_band(to, g, first + k);
        }
    }
    for (int k = 0; k < p->n; k++) {
        if (is.line[k]) {
            put_points(to, g, first + k);
        }
    }
}

// What bands mean, or that there is none to be seen.
static const char *band_text(const plot_file *g)
{
    int first = 0;
    bool any = false;
    if (!(g->band.by > 0.0)) {
        return "";
    }
    for (int i = 0; i < g->n_panel; first += g->panel[i++].n) {
        const shown is = find_shown(g, &g->panel[i], first);
        for (int k = 0; k < g->panel[i].n; k++) {
            any = any || is.band[k];
        }
    }
    return any ? "; bands: error, by half the step" : "; errors are less than lines are wide";
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
    char title[sizeof g->title + 48];
    snprintf(title, sizeof title, "%s%s", g->title, band_text(g));
    tac_gnuplot_text(&g->gnuplot, title);
    fputs(" noenhanced\nset lmargin 13\nset rmargin 3\n", to); // one time above the other
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
    if (!g || !tac_plot_row_open(&g->row, s, &f->of->rig)) {
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
    g->watches = f->watches;
    if (g->watches && !tac_plot_band_open(&g->band, s, g->column, g->n_line, POINTS)) {
        return no_memory(why);
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
    tac_plot_row_close(&g->row);
    tac_plot_band_close(&g->band);
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

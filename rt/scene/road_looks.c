#include "road_looks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "element_types.h"

#define WIDTH 7.0    // m, of what has none of its own
#define LENGTH 200.0 // m, likewise
#define EDGE 0.15    // m, from the side to the line at the edge, and of that line
#define PAINT 0.06   // m, half of the line in the middle
#define ROW 3.0      // m, of a dash, and of the gap behind it

enum { LINES = 8, MOST_ROWS = 220, MOST_PIECES = 16 }; // lines along the road, rows across a piece

typedef struct strip {
    int all, dash;   // rows of the whole road, and of a dash
    int from, n;     // the first row of this piece, and how many it has
    double v[LINES]; // from right to left
    vec3 at[MOST_ROWS + 1][LINES];
} strip;

// ---- which roads ---------------------------------------------------------------------------------

static int road_of_law(const tac_law_desc *l)
{
    const tac_type *type = &(l->own ? l->own : tac_force_type_of(l->type))->type;
    for (int i = 0; i < type->n_key; i++) {
        if (type->key[i].kind == TAC_KEY_ROAD) {
            return (int)*(const double *)(const void *)((const char *)l + type->key[i].at) - 1;
        }
    }
    return TAC_NONE;
}

bool tac_road_is_used(const tac_desc *d, int road)
{
    bool found = false;
    for (int i = 0; i < d->n_law; i++) {
        found = found || road_of_law(&d->law[i]) == road;
    }
    for (int i = 0; i < d->n_contact; i++) {
        found = found || d->contact[i].road == road + 1;
    }
    for (int i = 0; i < d->n_sensor; i++) {
        found = found || d->sensor[i].road == road + 1;
    }
    for (int i = road + 1; i < d->roads.n && !found; i++) {
        found = d->roads.road[i].over == road + 1 && tac_road_is_used(d, i);
    }
    return found;
}

// ---- grids ---------------------------------------------------------------------------------------

typedef struct grid {
    const double *data, *place, *row;
    int rows, columns, size; // size: numbers of a row
} grid;

static grid grid_of(const tac_road_desc *r)
{
    grid g = {.data = r->data,
              .place = r->data + TAC_GRID_NUMBERS,
              .rows = (int)r->data[TAC_GRID_ROWS],
              .columns = (int)r->data[TAC_GRID_COLUMNS]};
    g.size = TAC_GRID_HEIGHTS + g.columns;
    g.row = g.place + g.columns;
    return g;
}

static vec3 step_of(const grid *g, int k)
{
    const double *row = g->row + (size_t)k * (size_t)g->size;
    double d = g->data[TAC_GRID_INCREMENT];
    return (vec3){d * cos(row[TAC_GRID_HEADING]), d * sin(row[TAC_GRID_HEADING]),
                  d * row[TAC_GRID_SLOPE]};
}

// Points of the line; what it misses its end by is spread over it.
static vec3 *line_of(const grid *g)
{
    vec3 *p = calloc((size_t)g->rows, sizeof *p), off = {0.0, 0.0, 0.0};
    if (!p) {
        return NULL;
    }
    p[0] = (vec3){g->data[TAC_GRID_X], g->data[TAC_GRID_Y], g->data[TAC_GRID_Z]};
    for (int k = 1; k < g->rows; k++) {
        p[k] = add3(p[k - 1], step_of(g, k));
    }
    if (g->data[TAC_GRID_HAS_END] != 0.0) {
        off.x = g->data[TAC_GRID_END_X] - p[g->rows - 1].x;
        off.y = g->data[TAC_GRID_END_Y] - p[g->rows - 1].y;
    }
    if (g->data[TAC_GRID_HAS_END_Z] != 0.0) {
        off.z = g->data[TAC_GRID_END_Z] - p[g->rows - 1].z;
    }
    for (int k = 1; k < g->rows; k++) {
        p[k] = add3(p[k], scale3((double)k / (g->rows - 1), off));
    }
    return p;
}

static double height_at(const grid *g, int k, double v)
{
    const double *row = g->row + (size_t)k * (size_t)g->size, *h = row + TAC_GRID_HEIGHTS;
    int c = 0;
    while (c < g->columns - 2 && g->place[c + 1] <= v) {
        c++;
    }
    double part = (v - g->place[c]) / (g->place[c + 1] - g->place[c]);
    return h[c] + part * (h[c + 1] - h[c]) + row[TAC_GRID_BANK] * v;
}

static bool strip_of_grid(const tac_road_desc *r, strip *s)
{
    const grid g = grid_of(r);
    vec3 *p = line_of(&g);
    if (!p) {
        return false;
    }
    for (int i = 0; i <= s->n; i++) {
        int k = (int)((int64_t)(s->from + i) * (g.rows - 1) / s->all);
        const vec3 a = p[k > 0 ? k - 1 : 0], b = p[k < g.rows - 1 ? k + 1 : k];
        double x = b.x - a.x, y = b.y - a.y, inv = 1.0 / fmax(sqrt(x * x + y * y), 1e-300);
        for (int j = 0; j < LINES; j++) {
            double v = s->v[j];
            s->at[i][j] =
                (vec3){p[k].x - v * y * inv, p[k].y + v * x * inv, p[k].z + height_at(&g, k, v)};
        }
    }
    free(p);
    return true;
}

// ---- along x -------------------------------------------------------------------------------------

static double table_at(const tac_table_desc *t, double x)
{
    int k = 0;
    if (x <= t->x[0] || x >= t->x[t->n - 1]) {
        return x <= t->x[0] ? t->y[0] : t->y[t->n - 1];
    }
    while (t->x[k + 1] < x) {
        k++;
    }
    return t->y[k] + (x - t->x[k]) / (t->x[k + 1] - t->x[k]) * (t->y[k + 1] - t->y[k]);
}

typedef struct span {
    double from, to; // m along x
} span;

static span span_of(const tac_table_desc *t)
{
    double length = t ? t->x[t->n - 1] - t->x[0] : 0.0;
    return t ? (span){t->x[0] - 0.5 * length, t->x[t->n - 1] + 0.5 * length}
             : (span){-0.25 * LENGTH, 0.75 * LENGTH};
}

static const tac_table_desc *table_of(const tac_desc *d, const tac_road_desc *r, int k)
{
    return r->table[k] == TAC_NONE ? NULL : &d->table[r->table[k]];
}

// Of the track on the left and on the right; level without tables.
static void strip_along_x(const tac_desc *d, const tac_road_desc *r, strip *s)
{
    const tac_table_desc *left = table_of(d, r, 0), *other = table_of(d, r, 1);
    const span x = span_of(left);
    for (int i = 0; i <= s->n; i++) {
        double at = x.from + (x.to - x.from) * (s->from + i) / s->all;
        for (int j = 0; j < LINES; j++) {
            const tac_table_desc *t = s->v[j] > 0.0 || !other ? left : other;
            s->at[i][j] = (vec3){at, s->v[j], t ? table_at(t, at) : 0.0};
        }
    }
}

// ---- meshes --------------------------------------------------------------------------------------

static bool is_paint(const strip *s, int row, int column)
{
    return column == 1 || column == LINES - 3 ||
           (column == 3 && (s->from + row) / s->dash % 2 == 0);
}

static tac_mesh *mesh_of(const strip *s, bool paint)
{
    tac_mesh *m = calloc(1, sizeof *m);
    size_t n = (size_t)s->n * (LINES - 1);
    if (m) {
        m->point = calloc(4 * n, sizeof *m->point);
        m->corner = calloc(2 * n, sizeof *m->corner);
    }
    if (!m || !m->point || !m->corner) {
        tac_mesh_free(m);
        return NULL;
    }
    for (int i = 0; i < s->n; i++) {
        for (int j = 0; j < LINES - 1; j++) {
            if (is_paint(s, i, j) != paint) {
                continue;
            }
            const vec3 quad[4] = {s->at[i][j], s->at[i + 1][j], s->at[i + 1][j + 1],
                                  s->at[i][j + 1]};
            uint32_t first = (uint32_t)m->n_point;
            for (int k = 0; k < 4; k++) {
                float *to = m->point[m->n_point++];
                to[0] = (float)quad[k].x;
                to[1] = (float)quad[k].y;
                to[2] = (float)quad[k].z;
            }
            const uint32_t two[2][3] = {{first, first + 1, first + 2},
                                        {first, first + 2, first + 3}};
            memcpy(m->corner[m->n_triangle], two, sizeof two);
            m->n_triangle += 2;
        }
    }
    return m;
}

static void place_lines(strip *s, double right, double left)
{
    double edge = fmin(EDGE, 0.05 * (left - right)), middle = 0.5 * (left + right);
    const double v[LINES] = {right,          right + edge,      right + 2.0 * edge, middle - PAINT,
                             middle + PAINT, left - 2.0 * edge, left - edge,        left};
    memcpy(s->v, v, sizeof v);
}

// ---- pieces --------------------------------------------------------------------------------------

static bool is_seen(const tac_road_desc *r)
{
    const tac_road_type *type = tac_road_type_of(r->kind);
    return strcmp(type->type.word, "flat") != 0 && !type->by_signals &&
           type->data != TAC_ROAD_PATCHES;
}

static bool is_grid(const tac_road_desc *r)
{
    return tac_road_type_of(r->kind)->data == TAC_ROAD_GRID;
}

// Rows of the whole road: a dash each, more of a profile, and no more than its own of a grid.
static int count_rows(const tac_desc *d, const tac_road_desc *r, int *dash)
{
    const tac_table_desc *t = table_of(d, r, 0);
    const span x = span_of(t);
    double most = (double)MOST_PIECES * MOST_ROWS, length = x.to - x.from;
    double rows = t ? fmax(4.0 * length / ROW, MOST_ROWS) : length / ROW;
    if (is_grid(r)) {
        const grid g = grid_of(r);
        length = g.data[TAC_GRID_INCREMENT] * (g.rows - 1);
        rows = fmin(length / ROW, g.rows - 1);
    }
    int n = (int)fmax(fmin(rows, most), 1.0);
    *dash = (int)fmax(round(ROW * n / length), 1.0);
    return n;
}

int tac_road_pieces(const tac_desc *d, int road)
{
    int dash;
    const tac_road_desc *r = &d->roads.road[road];
    return is_seen(r) ? (count_rows(d, r, &dash) + MOST_ROWS - 1) / MOST_ROWS : 0;
}

bool tac_road_look_of(const tac_desc *d, int road, int piece, tac_road_look *look)
{
    const tac_road_desc *r = &d->roads.road[road];
    strip *s = calloc(1, sizeof *s);
    bool good = s != NULL;
    *look = (tac_road_look){0};
    if (!s) {
        return false;
    }
    s->all = count_rows(d, r, &s->dash);
    s->from = piece * MOST_ROWS;
    s->n = s->all - s->from < MOST_ROWS ? s->all - s->from : MOST_ROWS;
    place_lines(s, -0.5 * WIDTH, 0.5 * WIDTH);
    if (is_grid(r)) {
        const grid g = grid_of(r);
        place_lines(s, g.place[0], g.place[g.columns - 1]);
        good = strip_of_grid(r, s);
    } else {
        strip_along_x(d, r, s);
    }
    if (good) {
        look->asphalt = mesh_of(s, false);
        look->paint = mesh_of(s, true);
    }
    free(s);
    return look->asphalt && look->paint;
}

// Tables: points in place or two columns of a CSV file. Tables of the same points are one. Matrices are tables of their numbers.
#include "tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "element_types.h"
#include "model_reader.h"
#include "reader/items.h"
#include "reader/maps.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "references.h"
#include "repeat.h"
#include "tyre_file.h"

typedef struct series { // points of a table while they are read
    tac_list x, y;      // double
} series;

static void add_point(tac_reader *rd, series *s, double x, double y)
{
    double *place = tac_list_add(rd, &s->x, sizeof *place);
    *place = x;
    place = tac_list_add(rd, &s->y, sizeof *place);
    *place = y;
}

static bool is_increasing(const series *s) // the last point behind the one before
{
    const double *x = s->x.data;
    return s->x.n < 2 || x[s->x.n - 1] > x[s->x.n - 2];
}

// ---- points in place -----------------------------------------------------------------------------

static void read_points(const tac_place *p, const tac_node *list, series *s)
{
    tac_check_list(p, list, "points");
    for (const tac_entry *e = list->first; e; e = e->next) {
        const tac_node *point = e->value;
        if (point->kind != TAC_LIST || point->n != 2) {
            tac_refuse(p->rd, point, "a point must be a pair [x, y]");
        }
        add_point(p->rd, s, tac_number(p, point->first->value, "x", TAC_Q_ANY),
                  tac_number(p, point->first->next->value, "y", TAC_Q_ANY));
        if (!is_increasing(s)) {
            tac_refuse(p->rd, point, "x does not increase here; sort the points by x");
        }
    }
}

// ---- CSV -----------------------------------------------------------------------------------------

typedef struct csv_text { // of a file, without a byte order mark
    const char *text;
    size_t size;
} csv_text;

typedef struct csv {
    const tac_place *place;
    const char *path;
    const char *at, *end; // the rest of the text
    int line;
    int column[2]; // of the file, from 1
    bool has_numbers;
} csv;

static const char *line_end(const csv *f)
{
    const char *end = memchr(f->at, '\n', (size_t)(f->end - f->at));
    return end ? end : f->end;
}

static const char *skip_blanks(const char *c, const char *end)
{
    while (c < end && (*c == ' ' || *c == '\t' || *c == '\r')) {
        c++;
    }
    return c;
}

// The number of one field; false when the field holds something else.
static bool field_number(const char *c, const char *end, double *value)
{
    c = skip_blanks(c, end);
    return tac_expr_number(&c, end, value) && skip_blanks(c, end) == end;
}

// Start of the field in this column (from 1), NULL when the line is too short; *end behind it.
static const char *find_field(const char *c, const char *line, int column, const char **end)
{
    for (;;) {
        const char *comma = memchr(c, ',', (size_t)(line - c));
        *end = comma ? comma : line;
        if (--column == 0) {
            return c;
        }
        if (!comma) {
            return NULL;
        }
        c = comma + 1;
    }
}

// Reads both columns of the line that ends at `line`; false for the header line.
static bool read_line(csv *f, const char *line, double *xy)
{
    for (int i = 0; i < 2; i++) {
        const char *end, *field = find_field(f->at, line, f->column[i], &end);
        if (!field) {
            tac_refuse_at(f->place->rd, f->path, f->line, (int)(line - f->at) + 1,
                          "column %d is missing; every line needs it", f->column[i]);
        }
        if (!field_number(field, end, &xy[i]) || !isfinite(xy[i])) {
            if (!f->has_numbers) {
                f->has_numbers = true; // one header is allowed
                return false;
            }
            field = skip_blanks(field, end);
            int length = (int)(end - field < 40 ? end - field : 40);
            tac_refuse_at(f->place->rd, f->path, f->line, (int)(field - f->at) + 1,
                          "'%.*s' is not a number; write e.g. 1.5e-3", length, field);
        }
    }
    f->has_numbers = true;
    return true;
}

static void read_csv(csv *f, series *s)
{
    for (f->line = 1; f->at < f->end; f->line++) {
        const char *line = line_end(f);
        const char *first = skip_blanks(f->at, line);
        double xy[2];
        if (first != line && *first != '#' && read_line(f, line, xy)) {
            add_point(f->place->rd, s, xy[0], xy[1]);
            if (!is_increasing(s)) {
                tac_refuse_at(f->place->rd, f->path, f->line, 1,
                              "column %d does not increase here; sort the lines by it",
                              f->column[0]);
            }
        }
        f->at = line < f->end ? line + 1 : line;
    }
}

// The text of a CSV file, read once however many tables are made of it.
static csv open_csv(const tac_place *p, const tac_node *file)
{
    tac_model_reader *model = tac_model_of(p);
    csv f = {.place = p, .column = {1, 2}};
    f.path = tac_relative_path(p->rd, p->in->path, tac_text(p, file, "file"));
    int known = tac_names_find(&model->signals.csv_names, f.path);
    if (known >= 0) {
        const csv_text *t = (const csv_text *)model->signals.csv_text.data + known;
        f.at = t->text;
        f.end = t->text + t->size;
        return f;
    }
    size_t size = tac_read_whole_file(p->rd, f.path, file->file, file->line, file->column);
    tac_list_add_text(p->rd, &model->file_name, f.path);

    // the pool's copy ends with a zero, which number reading relies on
    f.at = tac_copy_text(p->rd, p->rd->text, size);
    f.end = f.at + size;
    if (size >= 3 && memcmp(f.at, "\xef\xbb\xbf", 3) == 0) { // byte order mark
        f.at += 3;
    }
    tac_names_add(p->rd, &model->signals.csv_names, file, "file", f.path,
                  model->signals.csv_text.n);
    *(csv_text *)tac_list_add(p->rd, &model->signals.csv_text, sizeof(csv_text)) =
        (csv_text){f.at, (size_t)(f.end - f.at)};
    return f;
}

static void read_columns(const tac_place *p, const tac_node *item, int column[2])
{
    const tac_node *columns = tac_find(item, "columns");
    if (columns) {
        if (columns->kind != TAC_LIST || columns->n != 2) {
            tac_refuse(p->rd, columns, "'columns' must be two column numbers such as [1, 2]");
        }
        column[0] = tac_integer(p, columns->first->value, "columns", 1, 10000);
        column[1] = tac_integer(p, columns->first->next->value, "columns", 1, 10000);
    }
}

// ---- sharing -------------------------------------------------------------------------------------

// Points that several tables of a model have: the same columns of a file, or points in place that no
// parameter changes, repeated or included again.
typedef struct shared_table {
    series points;
    int table[TAC_MONOTONE + 1]; // index by interpolation, TAC_NONE: there is none yet
} shared_table;

static int find_shared(const tac_place *p, const char *key)
{
    return tac_names_find(&tac_model_of(p)->signals.shared_names, key);
}

static int add_shared(const tac_place *p, const tac_node *at, const char *key, const series *points)
{
    tac_model_reader *model = tac_model_of(p);
    int index = model->signals.shared_table.n;
    tac_names_add(p->rd, &model->signals.shared_names, at, "table",
                  tac_copy_text(p->rd, key, strlen(key)), index);
    *(shared_table *)tac_list_add(p->rd, &model->signals.shared_table, sizeof(shared_table)) =
        (shared_table){*points, {TAC_NONE, TAC_NONE, TAC_NONE, TAC_NONE, TAC_NONE}};
    return index;
}

static bool has_expression(const tac_node *node)
{
    if (node->kind == TAC_SCALAR) {
        return strstr(node->text, "${");
    }
    for (const tac_entry *e = node->first; e; e = e->next) {
        if (has_expression(e->value)) {
            return true;
        }
    }
    return false;
}

// Index among the shared ones of the points in place.
static int share_points(const tac_place *p, const tac_node *points)
{
    series s = {{NULL, 0, 0}, {NULL, 0, 0}};
    char key[64];
    (void)snprintf(key, sizeof key, "%p", (const void *)points);
    int known = find_shared(p, key);
    if (known >= 0) {
        return known;
    }
    read_points(p, points, &s);
    if (has_expression(points)) { // known to nobody else
        (void)snprintf(key, sizeof key, "%p %d", (const void *)points,
                       tac_model_of(p)->signals.shared_table.n);
    }
    return add_shared(p, points, key, &s);
}

// Index among the shared ones of two columns of a file.
static int share_columns(const tac_place *p, const tac_node *item, const tac_node *file)
{
    series s = {{NULL, 0, 0}, {NULL, 0, 0}};
    csv f = open_csv(p, file);
    read_columns(p, item, f.column);
    char columns[32];
    (void)snprintf(columns, sizeof columns, "%d %d ", f.column[0], f.column[1]);
    const char *key = tac_join_text(p->rd, columns, f.path);
    int known = find_shared(p, key);
    if (known >= 0) {
        return known;
    }
    tac_reader_work(p->rd, (size_t)(f.end - f.at));
    read_csv(&f, &s);
    return add_shared(p, file, key, &s);
}

// ---- tables --------------------------------------------------------------------------------------

static void read_table(const tac_place *p, const tac_node *item)
{
    tac_model_reader *model = tac_model_of(p);
    tac_check_map(p, item, TAC_MAP_TABLE);
    const char *name = tac_full_name(p, tac_new_name(p, item, "a table"));
    tac_names_add(p->rd, &model->signals.table_names, tac_find(item, "name"), "table", name,
                  model->signals.named_table.n);
    const tac_node *file = tac_find(item, "file"), *points = tac_find(item, "points");
    if (!file == !points) {
        tac_refuse(p->rd, item, "a table needs either 'file' or 'points'%s",
                   file ? "; remove one" : "; add one");
    }
    if (points && tac_find(item, "columns")) {
        tac_refuse_key(p->rd, item, "columns", "'columns' belongs to 'file'; remove it");
    }
    int cubic = tac_map_choice(p, item, TAC_MAP_TABLE, "interpolation", TAC_LINEAR);

    int index = points ? share_points(p, points) : share_columns(p, item, file);
    shared_table *shared = (shared_table *)model->signals.shared_table.data + index;
    const series *s = &shared->points;
    if (s->x.n < 2) {
        tac_refuse(p->rd, points ? points : file, "a table needs two points or more, not %d",
                   s->x.n);
    }
    if (shared->table[cubic] == TAC_NONE) {
        shared->table[cubic] = model->signals.table.n;
        tac_table_desc *t = tac_list_add(p->rd, &model->signals.table, sizeof *t);
        *t = (tac_table_desc){s->x.n, s->x.data, s->y.data, cubic};
        tac_list_add_text(p->rd, &model->signals.table_name, name);
    }
    int *table = tac_list_add(p->rd, &model->signals.named_table, sizeof *table);
    *table = shared->table[cubic];
}

void tac_read_tables(const tac_place *p)
{
    tac_each_item(p, "tables", read_table);
}

int tac_table_reference(const tac_place *p, const tac_node *node)
{
    const int *table = tac_model_of(p)->signals.named_table.data;
    return table[tac_reference(p, node, "table", &tac_model_of(p)->signals.table_names)];
}

int tac_add_points(const tac_place *p, const double *x, const double *y, int n)
{
    tac_model_reader *model = tac_model_of(p);
    double *own = tac_reader_take(&model->rd, 2 * (size_t)n, sizeof *own);
    memcpy(own, x, (size_t)n * sizeof *x);
    memcpy(own + n, y, (size_t)n * sizeof *y);
    int index = model->signals.table.n;
    *(tac_table_desc *)tac_list_add(p->rd, &model->signals.table, sizeof(tac_table_desc)) =
        (tac_table_desc){n, own, own + n, TAC_LINEAR};
    tac_list_add_text(p->rd, &model->signals.table_name, "a map");
    return index;
}

// ---- matrices ------------------------------------------------------------------------------------

enum { N = 6 };

int tac_read_matrix(const tac_place *p, const tac_node *list, const char *key)
{
    double A[N * N], *row = A;
    const tac_quantity plain[N] = {TAC_Q_NUMBER, TAC_Q_NUMBER, TAC_Q_NUMBER,
                                   TAC_Q_NUMBER, TAC_Q_NUMBER, TAC_Q_NUMBER};
    if (list->kind != TAC_LIST || list->n != N) {
        tac_refuse(p->rd, list, "'%s' must be six lists of six numbers", key);
    }
    for (const tac_entry *e = list->first; e; e = e->next, row += N) {
        tac_numbers(p, e->value, key, N, plain, row);
    }
    return tac_add_numbers(p, key, A, N * N);
}

static tac_table_desc *table_of(const tac_place *p, int i)
{
    return (tac_table_desc *)tac_model_of(p)->signals.table.data + i;
}

void tac_mix_matrices(const tac_place *p, const tac_node *item, const struct tac_type *type,
                      tac_law_desc *law)
{
    const char *name[2] = {"", ""};
    for (int i = 0, n = 0; i < type->n_key && n < 2; i++) {
        name[n] = type->key[i].name;
        n += type->key[i].kind == TAC_KEY_MATRIX;
    }
    double matrix[2][N * N] = {{0.0}}, first[N * N], second[TAC_SYMMETRIC6];
    for (int i = 0; i < 2; i++) {
        if (law->table[i] == TAC_NONE) {
            law->table[i] = tac_add_numbers(p, name[i], matrix[i], N * N);
        }
        memcpy(matrix[i], table_of(p, law->table[i])->y, sizeof matrix[i]);
    }
    int which;
    bool energy;
    if (!tac_matrix_bushing_numbers(matrix[0], matrix[1], first, second, &which, &energy)) {
        tac_refuse(p->rd, tac_find(item, name[which]), "'%s' %s", name[which],
                   energy ? "gives energy some way: it must be positive semidefinite"
                          : "is not symmetric; an entry must be that across the diagonal");
    }
    law->table[0] = tac_add_numbers(p, name[0], first, N * N);
    law->table[1] = tac_add_numbers(p, name[1], second, TAC_SYMMETRIC6);
}

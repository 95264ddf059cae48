// test: security.tables_are_read_once unit
// Tables of the same points are read and kept once, however often they are repeated or included; what a
// small file can make the reader do is counted and has a bound.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "reading.h"

typedef struct files { // at hand instead of the disk, and how often each was asked for
    const char *name[2], *text[2];
    int asked[2];
} files;

static const char *find(const void *context, const char *path, size_t *size)
{
    files *f = (files *)context;
    for (int i = 0; i < 2; i++) {
        if (f->name[i] && strcmp(f->name[i], path) == 0) {
            f->asked[i]++;
            *size = strlen(f->text[i]);
            return f->text[i];
        }
    }
    return NULL;
}

static tac_model_file *read_with(files *f, const char *text, tac_diag *diag)
{
    tac_file_source source = {.find = find, .context = f};
    tac_limits limits = tac_default_limits;
    limits.source = &source;
    return tac_model_file_read_text("model.yaml", text, strlen(text), &limits, diag);
}

#define CURVE "# a curve\nx,y,z\n0,1,5\n1,2,6\n3,0,7\n"

Test(shared_tables, a_file_is_read_once_for_ninety_thousand_tables)
{
    files f = {.name = {"curve.csv"}, .text = {CURVE}};
    tac_diag diag;
    tac_model_file *m =
        read_with(&f,
                  "tables:\n"
                  "  - {name: 't${i}_${j}', file: curve.csv, repeat: {i: [1, 1000], j: [1, 90]}}\n"
                  "sources:\n  - {name: last, table: t1000_90}\n" TWO_BODIES,
                  &diag);
    cr_assert_not_null(m, "%s", diag.text);
    cr_expect_eq(f.asked[0], 1);
    cr_expect_eq(m->desc.n_table, 1);
    cr_expect_eq(m->n_file, 2, "named once as well");
    cr_expect_eq(m->desc.source[0].table, 0);
    cr_expect_eq(m->desc.table[0].y[1], 2.0);
    tac_model_file_free(m);
}

Test(shared_tables, columns_and_interpolation_tell_tables_apart)
{
    files f = {.name = {"curve.csv"}, .text = {CURVE}};
    tac_diag diag;
    tac_model_file *m =
        read_with(&f,
                  "tables:\n"
                  "  - {name: a, file: curve.csv}\n"
                  "  - {name: b, file: curve.csv, interpolation: cubic}\n"
                  "  - {name: c, file: curve.csv, columns: [1, 3]}\n"
                  "  - {name: d, file: curve.csv, columns: [1, 2]}\n"
                  "sources:\n"
                  "  - {name: one, table: a}\n  - {name: two, table: b}\n"
                  "  - {name: three, table: c}\n  - {name: four, table: d}\n" TWO_BODIES,
                  &diag);
    cr_assert_not_null(m, "%s", diag.text);
    cr_expect_eq(f.asked[0], 1);
    cr_assert_eq(m->desc.n_table, 3);
    int table[4];
    for (int i = 0; i < 4; i++) {
        table[i] = m->desc.source[i].table;
    }
    cr_expect_eq(table[0], table[3]);
    cr_expect_neq(table[0], table[1]);
    cr_expect(m->desc.table[table[1]].cubic);
    cr_expect_not(m->desc.table[table[0]].cubic);
    cr_expect_eq(m->desc.table[table[1]].y, m->desc.table[table[0]].y, "points are shared");
    cr_expect_eq(m->desc.table[table[2]].y[2], 7.0);
    tac_model_file_free(m);
}

Test(shared_tables, points_in_place_are_shared_unless_a_parameter_changes_them)
{
    tac_model_file *f =
        read_good("tables:\n"
                  "  - {name: 'same_${i}', points: [[0, 1], [1, 4]], repeat: {i: [1, 1000]}}\n"
                  "  - {name: 'own_${i}', points: [[0, 1], ['${i}', 4]], repeat: {i: [1, 10]}}\n"
                  "sources:\n"
                  "  - {name: 's${i}', table: 'same_${i}', repeat: {i: [1, 10]}}\n"
                  "  - {name: 'o${i}', table: 'own_${i}', repeat: {i: [1, 10]}}\n" TWO_BODIES);
    cr_assert_eq(f->desc.n_table, 11);
    for (int i = 0; i < 10; i++) {
        cr_expect_eq(f->desc.source[i].table, 0);
        cr_expect_eq(f->desc.table[f->desc.source[10 + i].table].x[1], i + 1.0);
    }
    tac_model_file_free(f);
}

Test(shared_tables, a_part_that_is_included_often_has_one_table)
{
    files f = {.name = {"part.yaml", "curve.csv"},
               .text = {"tables:\n  - {name: t, file: curve.csv}\n"
                        "  - {name: u, points: [[0, 1], [2, 3]]}\n"
                        "sources:\n  - {name: s, table: t}\n  - {name: v, table: u}\n"
                        "bodies:\n  - {name: a, mass: 1, inertia: [1, 1, 1]}\n",
                        CURVE}};
    tac_diag diag;
    tac_model_file *m = read_with(&f,
                                  "include:\n"
                                  "  - {file: part.yaml, name: 'p${i}', repeat: {i: [1, 500]}}\n",
                                  &diag);
    cr_assert_not_null(m, "%s", diag.text);
    cr_expect_eq(f.asked[1], 1);
    cr_expect_eq(m->desc.n_table, 2);
    cr_expect_eq(m->desc.n_source, 1000);
    tac_model_file_free(m);
}

static void expect_bound(const char *text, const char *part)
{
    tac_limits limits = tac_default_limits;
    tac_diag diag;
    limits.work = 1000000;
    limits.memory = (size_t)16 << 20;
    cr_expect_null(tac_model_file_read_text("small.yaml", text, strlen(text), &limits, &diag), "%s",
                   part);
    cr_expect_not_null(strstr(diag.text, part), "%s", diag.text);
    cr_expect_not_null(strstr(diag.text, "--raise-bounds"), "%s", diag.text);
}

Test(shared_tables, work_that_is_repeated_has_a_bound)
{
    char text[8192], sum[4096] = "1";
    for (int i = 0; i < 1000; i++) {
        strcat(sum, "+1");
    }
    (void)snprintf(text, sizeof text,
                   "bodies:\n  - {name: 'a${i}', mass: '${%s}', inertia: [1, 1, 1], "
                   "repeat: {i: [1, 1000]}}\n",
                   sum);
    expect_bound(text, "small.yaml:1:1: more than 1e+06 letters of values and tables");

    expect_bound("tables:\n  - {name: 't${i}', repeat: {i: [1, 90000]}, points: [[0, '${1}'], "
                 "[1, '${2}'], [2, '${3}'], [3, '${4}'], [4, '${5}'], [5, '${6}']]}\n",
                 "letters of values and tables");
}

Test(shared_tables, memory_that_is_repeated_has_a_bound)
{
    expect_bound("bodies:\n  - {name: 'a${i}', mass: 1, inertia: [1, 1, 1], position: [0, 0, 0], "
                 "repeat: {i: [1, 40000]}}\n",
                 "small.yaml:1:1: ");
}

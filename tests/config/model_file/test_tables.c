#include <criterion/criterion.h>

#include "reading.h"

Test(tables, points_stand_in_the_file)
{
    tac_model_file *f = read_good("tables:\n"
                                  "  - {name: t, points: [[0, 1 mm], [\"${1/2}\", 2], [1, -3]],\n"
                                  "     interpolation: cubic}\n" TWO_BODIES);
    const tac_table_desc *t = &f->desc.table[0];
    cr_assert_eq(t->n, 3);
    cr_assert_eq(t->cubic, 1);
    cr_assert_eq(t->x[1], 0.5);
    cr_assert_eq(t->y[0], 0.001);
    cr_assert_eq(t->y[2], -3.0);
    tac_model_file_free(f);
}

Test(tables, csv_files_have_comments_a_header_and_columns)
{
    tac_model_file *f = read_good_file("files/tables.yaml");
    const tac_table_desc *t = &f->desc.table[0], *u = &f->desc.table[1];
    cr_assert_eq(t->n, 3);
    cr_assert_eq(t->cubic, 0);
    cr_assert_eq(t->x[1], 0.5);
    cr_assert_eq(t->y[0], 1e-3);
    cr_assert_eq(t->y[2], 3.0);
    cr_assert_eq(u->x[0], 1e-3);
    cr_assert_eq(u->y[2], 7.0);
    cr_assert_eq(f->n_file, 2, "the model and the file of both tables");
    tac_model_file_free(f);
}

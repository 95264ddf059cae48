// Drawings of dots: each lands in its cell, nothing outside the area.
#include <criterion/criterion.h>

#include "view/canvas.h"

static void expect_row(const tac_canvas *c, int row, const char *text)
{
    char out[3 * TAC_CANVAS_COLUMNS + 1];
    tac_canvas_row(c, row, out);
    cr_expect_str_eq(out, text);
}

Test(canvas, empty_cells_are_spaces)
{
    tac_canvas c;
    tac_canvas_clear(&c, 3, 1);
    expect_row(&c, 0, "   ");
}

Test(canvas, eight_dots_fill_a_cell)
{
    tac_canvas c;
    tac_canvas_clear(&c, 2, 1);
    for (int i = 0; i < 8; i++) {
        tac_canvas_dot(&c, i % 2, i / 2);
    }
    expect_row(&c, 0, "⣿ ");
}

Test(canvas, lines_reach_both_ends)
{
    tac_canvas c;
    tac_canvas_clear(&c, 2, 1);
    tac_canvas_line(&c, 0, 0, 3, 3, 1);
    expect_row(&c, 0, "⠑⢄");
    tac_canvas_clear(&c, 2, 1);
    tac_canvas_line(&c, 3, 3, 0, 0, 1);
    expect_row(&c, 0, "⠑⢄");
}

Test(canvas, dots_outside_are_cut)
{
    tac_canvas c;
    tac_canvas_clear(&c, 2, 1);
    tac_canvas_line(&c, -50, -50, -1, -1, 1);
    tac_canvas_dot(&c, 4, 0);
    tac_canvas_dot(&c, 0, 4);
    expect_row(&c, 0, "  ");
}

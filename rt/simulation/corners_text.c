#include "corners_text.h"

#include "printable.h"
#include "reach.h"

// A cubic through eight points of a sine's turn goes 4 % of its range beyond them.
static const double told_from = 0.05;

static void print_tables(FILE *out, const tac_simulation *s)
{
    for (int i = 0; i < s->file->desc.n_table; i++) {
        tac_table_beyond t = tac_find_table_beyond(s->model, i);
        if (t.by > told_from * t.range) {
            fprintf(out,
                    "table         '%s' goes %.3g beyond its points at %.6g, where all of them "
                    "are within %.3g;\n"
                    "              'interpolation: monotone' stays between them\n",
                    TAC_SHOWN(s->file->table_name[i]), t.by, t.at, t.range);
        }
    }
}

void tac_print_corners(FILE *out, const tac_simulation *s, double until)
{
    tac_drive_corners c = tac_find_drive_corners(s->model, until);
    if (c.n > 0) {
        fprintf(
            out,
            "corners       the rate of a drive jumps %d time%s, at most by %.3g %s, of joint "
            "'%s' at %.6g s:\n"
            "              an impulse, which its reaction shows as the mean force of that step; a "
            "smooth table has none\n",
            c.n, c.n == 1 ? "" : "s", c.by, c.turns ? "rad/s" : "m/s",
            TAC_SHOWN(s->file->joint_name[c.joint]), c.time);
    }
    print_tables(out, s);
}

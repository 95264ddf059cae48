#include "kinks.h"

#include <math.h>
#include <stdio.h>

#include "printable.h"

typedef struct search {
    double dt, first; // first: the earliest instant so far, or the end
    int source;       // that has it
} search;

static void look_at(search *s, int source, double t)
{
    double steps = t / s->dt;
    if (t > 0.0 && t < s->first && fabs(steps - rint(steps)) > 1e-6) {
        s->first = t;
        s->source = source;
    }
}

// Corners of a table, and its ends, outside of which it stays as it is.
static void look_at_table(search *s, int source, const tac_table_desc *t)
{
    for (int k = 0; k < t->n; k++) {
        bool is_end = k == 0 || k == t->n - 1;
        bool is_corner = !is_end && !t->cubic &&
                         (t->y[k] - t->y[k - 1]) * (t->x[k + 1] - t->x[k]) !=
                             (t->y[k + 1] - t->y[k]) * (t->x[k] - t->x[k - 1]);
        if (is_end || is_corner) {
            look_at(s, source, t->x[k]);
        }
    }
}

bool tac_kink_within_step(const tac_model_file *file, double dt, double end, char *out, size_t size)
{
    const tac_desc *d = &file->desc;
    search s = {.dt = dt, .first = end, .source = -1};
    for (int i = 0; i < d->n_source; i++) {
        const tac_source_desc *of = &d->source[i];
        if (of->kind == TAC_STEP) {
            look_at(&s, i, of->c[2]);
        } else if (of->kind == TAC_RAMP) {
            look_at(&s, i, of->c[2]);
            look_at(&s, i, of->c[3]);
        } else if (of->kind == TAC_CHIRP) {
            look_at(&s, i, of->c[4]);
            look_at(&s, i, of->c[4] + of->c[5]);
        } else if (of->kind == TAC_TABLE) {
            look_at_table(&s, i, &d->table[of->table]);
        }
    }
    if (s.source >= 0) {
        const char *name = file->source_name[s.source];
        snprintf(out, size, "%s%s%s changes its course at %.9g s, within a step of %.9g s",
                 *name ? "source '" : "a source", TAC_SHOWN(name), *name ? "'" : "", s.first, dt);
    }
    return s.source >= 0;
}

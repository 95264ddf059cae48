#include "kinks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

static int put_name(const tac_model_file *file, int source, char *out, size_t size)
{
    const char *name = file->source_name[source];
    int n = snprintf(out, size, "%s%s%s", *name ? "source '" : "a source", TAC_SHOWN(name),
                     *name ? "'" : "");
    return n < (int)size ? n : (int)size - 1;
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
        int n = put_name(file, s.source, out, size);
        snprintf(out + n, size - (size_t)n,
                 " changes its course at %.9g s, within a step of %.9g s", s.first, dt);
    }
    return s.source >= 0;
}

// What a chirp has come to, Hz.
static double frequency_at(const tac_source_desc *of, double end)
{
    double u = (end - of->c[4]) / of->c[5], share = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    double last = of->c[2] + share * (of->c[3] - of->c[2]);
    return u > 0.0 ? fmax(fabs(of->c[2]), fabs(last)) : 0.0;
}

static void use(bool *used, const int *source, int n)
{
    for (int k = 0; k < n; k++) {
        if (source[k] != TAC_NONE) {
            used[source[k]] = true;
        }
    }
}

// Sources that anything in the model asks for, by themselves or in a sum.
static void use_all(const tac_desc *d, bool *used)
{
    for (int i = 0; i < d->n_joint; i++) {
        use(used, &d->joint[i].drive_angle, 1);
        use(used, &d->joint[i].drive_displacement, 1);
    }
    for (int i = 0; i < d->n_spring; i++) {
        use(used, &d->spring[i].x0, 1);
        use(used, &d->spring[i].actuator, 1);
    }
    for (int i = 0; i < d->n_contact; i++) {
        use(used, &d->contact[i].offset, 1);
    }
    for (int i = 0; i < d->n_load; i++) {
        use(used, d->load[i].force, 3);
        use(used, d->load[i].torque, 3);
    }
    for (int i = 0; i < d->n_part; i++) {
        use(used, d->part[i].input, d->part[i].n_input);
    }
    for (int i = d->n_source - 1; i >= 0; i--) { // terms have a lower index than their sum
        const tac_source_desc *of = &d->source[i];
        if (of->kind == TAC_SUM && used[i]) {
            use(used, d->source_term + of->first_term, of->n_term);
        }
    }
}

double tac_unseen_source(const tac_model_file *file, double dt, double end, char *out, size_t size)
{
    const tac_desc *d = &file->desc;
    double most = 0.0;
    int source = -1, parts = 1;
    for (int i = 0; i < d->n_group; i++) {
        parts = d->group[i].substeps > parts ? d->group[i].substeps : parts;
    }
    bool *used = calloc((size_t)d->n_source + 1, sizeof *used);
    if (used) {
        use_all(d, used);
    }
    for (int i = 0; i < d->n_source; i++) {
        const tac_source_desc *of = &d->source[i];
        double frequency = of->kind == TAC_SINE    ? fabs(of->c[2])
                           : of->kind == TAC_CHIRP ? frequency_at(of, end)
                                                   : 0.0;
        bool is_seen = (used && !used[i]) || of->c[1] == 0.0 || 2.0 * frequency * dt / parts < 1.0;
        if (!is_seen && frequency > most) {
            most = frequency;
            source = i;
        }
    }
    free(used);
    if (source >= 0) {
        (void)put_name(file, source, out, size);
    }
    return most;
}

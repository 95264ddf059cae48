#include "bound.h"

#include <math.h>

#include "bounds.h"
#include "system/fail.h"

#define GIB (1024.0 * 1024.0 * 1024.0)
#define PROGRAM_BYTES (24.0 * 1024.0 * 1024.0) // what the program takes without a model

// Bytes of state and workspace, as they were measured over models and families of them.
enum { BODY_BYTES = 1100, ELEMENT_BYTES = 600, ROW_BYTES = 240 };

double tac_estimate_work(const tac_desc *d, const tac_tree *t, int order)
{
    const double copies = order == 2 ? 1 : order; // the step, and sequences of sub-steps beside it
    double bytes = (double)BODY_BYTES * d->n_body + (double)ELEMENT_BYTES * t->n_element;
    for (int i = 0; i < t->n_element; i++) {
        bytes += (double)ROW_BYTES * t->rows[i];
    }
    for (int i = 0; i < t->n_node; i++) { // fronts
        double rows = t->n_e[i] + t->n_r[i];
        bytes += (double)sizeof(double) * rows * rows;
    }
    return copies * bytes;
}

static int refuse(tac_simulation *s, const char *what, double asked, double bound,
                  const char *remedy)
{
    return tac_diag_say(&s->diag,
                        "%s: asks for %.3g %s, %.3g is the bound; %s, or raise the bounds by "
                        "'--raise-bounds %.0f'",
                        s->path, asked, what, bound * s->bounds, remedy, ceil(asked / bound));
}

static int bound_memory(tac_simulation *s, double work)
{
    double asked = PROGRAM_BYTES + (double)tac_model_file_memory(s->file) + (double)s->tree_size +
                   (double)s->model_size + work;
    double bound = (double)TAC_BOUND_MEMORY;
    return s->bounds == 0 || asked <= bound * s->bounds ||
           refuse(s, "GiB of memory", asked / GIB, bound / GIB, "make the model smaller");
}

int tac_bound_plan(tac_simulation *s)
{
    double total, critical;
    tac_tree_cost(s->tree, &total, &critical);
    s->model_size = tac_model_size(&s->file->desc, s->tree);
    return bound_memory(s, tac_estimate_work(&s->file->desc, s->tree, s->options.order)) &&
           (s->bounds == 0 || total <= TAC_BOUND_OPERATIONS * s->bounds ||
            refuse(s, "operations in every factorization", total, TAC_BOUND_OPERATIONS,
                   "connect fewer bodies to one"));
}

int tac_bound_work(tac_simulation *s)
{
    return bound_memory(s, (double)s->state_size + (double)s->work_size);
}

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
    // The step, and sequences of sub-steps beside it; of a damaged log the order may be any number, and is refused later.
    const double copies = order < 4 ? 2.0 * order - 3.0 : 4.0;
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

static int refuse(const tac_simulation *s, const char *what, double asked, double bound,
                  const char *remedy, tac_diag *diag)
{
    return tac_diag_say(diag,
                        "%s: asks for %.3g %s, %.3g is the bound; %s, or raise the bounds by "
                        "'--raise-bounds %.0f'",
                        s->path, asked, what, bound * s->bounds, remedy, ceil(asked / bound));
}

// Bytes of the file, which counts for its owner, tree, model, state and workspace.
static double model_bytes(const tac_simulation *s, double work)
{
    double file = s->borrows ? 0.0 : (double)tac_model_file_memory(s->file);
    return file + (double)s->tree_size + (double)s->model_size + work;
}

static int bound_memory(const tac_simulation *s, double bytes, const char *what, tac_diag *diag)
{
    double asked = PROGRAM_BYTES + bytes, bound = (double)TAC_BOUND_MEMORY;
    return s->bounds == 0 || asked <= bound * s->bounds ||
           refuse(s, what, asked / GIB, bound / GIB, "make the model smaller", diag);
}

// What coordinates of joints start with is found together.
static int bound_start(tac_simulation *s)
{
    double n = tac_count_held(&s->file->desc), operations = n * n * n / 3.0;
    return s->bounds == 0 || operations <= TAC_BOUND_OPERATIONS * s->bounds ||
           refuse(s, "operations to begin with", operations, TAC_BOUND_OPERATIONS,
                  "give fewer joints a position or rate", &s->diag);
}

int tac_bound_plan(tac_simulation *s)
{
    double total, critical;
    tac_tree_cost(s->tree, NULL, &total, &critical);
    s->model_size = tac_model_size(&s->file->desc, s->tree);
    double work = tac_estimate_work(&s->file->desc, s->tree, s->options.order);
    return bound_memory(s, model_bytes(s, work), "GiB of memory", &s->diag) &&
           (s->bounds == 0 || total <= TAC_BOUND_OPERATIONS * s->bounds ||
            refuse(s, "operations in every factorization", total, TAC_BOUND_OPERATIONS,
                   "connect fewer bodies to one", &s->diag)) &&
           bound_start(s);
}

int tac_bound_work(tac_simulation *s)
{
    return bound_memory(s, model_bytes(s, (double)s->state_size + (double)s->work_size),
                        "GiB of memory", &s->diag);
}

int tac_bound_recording(const tac_simulation *s, double bytes, tac_diag *diag)
{
    double model = model_bytes(s, (double)s->state_size + (double)s->work_size);
    return bound_memory(s, 2.0 * model + bytes, "GiB of memory to be recorded", diag);
}

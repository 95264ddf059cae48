#include "static_start.h"

#include <math.h>

#include "printable.h"
#include "reach.h"
#include "system/fail.h"

// The stiffest law so far, those on flexible bodies before others, and what it is called.
typedef struct stiffest {
    const char *name;
    double k; // N/m; of an angle over the square of the model's length
    bool on_flexible;
} stiffest;

static bool is_flexible(const tac_desc *d, const tac_frame *f)
{
    return f->body != TAC_GROUND && d->body[f->body].flex > 0;
}

static void look_at(const tac_desc *d, const tac_frame *a, const tac_frame *b, double k,
                    const char *name, stiffest *most)
{
    bool on_flexible = is_flexible(d, a) || is_flexible(d, b);
    bool more = on_flexible != most->on_flexible ? on_flexible : k > most->k;
    *most = more && k > 0.0 ? (stiffest){name, k, on_flexible} : *most;
}

static double steepest(const tac_desc *d, const tac_spring_desc *s)
{
    double k = 0.0;
    const tac_table_desc *t = s->spring_table == TAC_NONE ? NULL : &d->table[s->spring_table];
    for (int i = 1; t && i < t->n; i++) {
        k = fmax(k, fabs((t->y[i] - t->y[i - 1]) / (t->x[i] - t->x[i - 1])));
    }
    return s->k + k;
}

static stiffest find_stiffest(const tac_model_file *f, double length)
{
    const tac_desc *d = &f->desc;
    double area = length * length;
    stiffest most = {.name = NULL};
    for (int i = 0; i < d->n_spring; i++) {
        const tac_spring_desc *s = &d->spring[i];
        double k = steepest(d, s) / (s->coordinate == TAC_ANGLE ? area : 1.0);
        look_at(d, &s->a, &s->b, k, f->spring_name[i], &most);
    }
    for (int i = 0; i < d->n_bushing; i++) {
        const tac_bushing_desc *b = &d->bushing[i];
        double k = 0.0;
        for (int j = 0; j < 6; j++) {
            k = fmax(k, b->k[j] / (j < 3 ? 1.0 : area));
        }
        look_at(d, &b->a, &b->b, k, f->bushing_name[i], &most);
    }
    for (int i = 0; i < d->n_contact; i++) {
        const tac_contact_desc *c = &d->contact[i];
        look_at(d, &c->a, &c->b, c->k, f->contact_name[i], &most);
    }
    return most;
}

bool tac_static_start_refused(tac_simulation *s, tac_status status)
{
    bool restless = status.code == TAC_FLEXIBLE && isinf(status.value);
    if (!s->options.is_static || s->file->desc.n_flex == 0 ||
        (!restless &&
         (status.code != TAC_INCONSISTENT || !tac_start_closes(s->work, &s->state, s->input)))) {
        return false;
    }
    stiffest law = find_stiffest(s->file, tac_model_length(s->model));
    if (law.on_flexible) {
        (void)tac_diag_say(&s->diag,
                           "%s: 'start: static' finds no rest: '%s' is too stiff for the flexible "
                           "bodies it acts on, whose search for rest takes laws by their forces; "
                           "make it softer or a joint, or leave out 'start: static'",
                           s->path, TAC_SHOWN(law.name));
    } else {
        (void)tac_diag_say(
            &s->diag,
            "%s: 'start: static' finds no rest: loads bend flexible bodies farther than "
            "the search follows; make them less, or leave out 'start: static'",
            s->path);
    }
    return true;
}

#include "static_start.h"

#include <math.h>

#include "printable.h"
#include "reach.h"
#include "stiff.h"
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

// Stiffness of a law along a row, of what turns over an area.
static double stiffness_of(const tac_model *m, tac_subject law, int index, int row, double over)
{
    tac_law_slopes s = tac_slopes_of_law(m, law, index, row);
    return (s.stiffness + s.sided) / over;
}

static stiffest find_stiffest(const tac_model_file *f, const tac_model *m)
{
    const tac_desc *d = &f->desc;
    double length = tac_model_length(m), area = length * length;
    stiffest most = {.name = NULL};
    for (int i = 0; i < d->n_spring; i++) {
        const tac_spring_desc *s = &d->spring[i];
        double over = s->coordinate == TAC_ANGLE ? area : 1.0;
        look_at(d, &s->a, &s->b, stiffness_of(m, TAC_SPRING, i, 0, over), f->spring_name[i], &most);
    }
    for (int i = 0; i < d->n_bushing; i++) {
        const tac_bushing_desc *b = &d->bushing[i];
        double k = 0.0;
        for (int j = 0; j < 6; j++) {
            k = fmax(k, stiffness_of(m, TAC_BUSHING, i, j, j < 3 ? 1.0 : area));
        }
        look_at(d, &b->a, &b->b, k, f->bushing_name[i], &most);
    }
    for (int i = 0; i < d->n_contact; i++) {
        const tac_contact_desc *c = &d->contact[i];
        look_at(d, &c->a, &c->b, stiffness_of(m, TAC_CONTACT, i, 0, 1.0), f->contact_name[i],
                &most);
    }
    for (int i = 0; i < d->n_law; i++) {
        const tac_law_desc *l = &d->law[i];
        int rows = tac_law_row_count(l);
        double k = 0.0;
        for (int j = 0; j < rows; j++) {
            bool turns = rows == 6 ? j >= 3 : l->coordinate == TAC_ANGLE;
            k = fmax(k, stiffness_of(m, TAC_LAW, i, j, turns ? area : 1.0));
        }
        look_at(d, &l->a, &l->b, k, f->law_name[i], &most);
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
    stiffest law = find_stiffest(s->file, s->model);
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

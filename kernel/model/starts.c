#include "starts.h"

#include "element_types.h"
#include "model.h"

static int held_of(const tac_joint_desc *j)
{
    bool held = j->start.has_position || j->start.has_rate;
    return held ? tac_joint_type_width(tac_joint_type_of(j->kind)) : 0;
}

int tac_count_held(const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_joint; i++) {
        n += held_of(&d->joint[i]);
    }
    return n;
}

void tac_fill_held(tac_model *m, const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_joint; i++) {
        const tac_joint_start *s = &d->joint[i].start;
        for (int k = 0; k < held_of(&d->joint[i]); k++) {
            m->held[n++] = (tac_held){.element = i,
                                      .coordinate = k,
                                      .position = s->has_position,
                                      .rate = s->has_rate,
                                      .x = s->position[k],
                                      .xd = s->rate[k]};
        }
    }
}

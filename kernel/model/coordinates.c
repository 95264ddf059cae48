#include "coordinates.h"

#include "element_types.h"
#include "model.h"

// ---- starts --------------------------------------------------------------------------------------

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

// ---- efforts -------------------------------------------------------------------------------------

int tac_driving_source(const tac_joint_desc *j, int k)
{
    const tac_joint_type *type = tac_joint_type_of(j->kind);
    bool turns = type->driven[k].measure == TAC_ROW_ANGLE;
    return type->is_driven ? j->pose[k] : turns ? j->drive_angle : j->drive_displacement;
}

int tac_driven_count(const tac_joint_desc *j)
{
    const tac_joint_type *type = tac_joint_type_of(j->kind);
    int n = type->drives_row && j->drive_displacement != TAC_NONE;
    for (int k = 0; k < type->n_driven; k++) {
        n += tac_driving_source(j, k) != TAC_NONE;
    }
    return n;
}

static bool is_right(const tac_desc *d, const tac_effort_desc *e)
{
    if (e->element < 0 || e->coordinate >= TAC_N_COORDINATE) {
        return false;
    }
    if (e->what == TAC_SPRINGS) {
        return e->element < d->n_spring;
    }
    return e->what == TAC_JOINTS && e->element < d->n_joint &&
           tac_joint_type_own(tac_joint_type_of(d->joint[e->element].kind)) >= 0;
}

tac_status tac_check_effort_lists(const tac_desc *d)
{
    int n = 0, driven = 0, last = 0;
    for (int i = 0; i < d->n_joint; i++) {
        const tac_joint_desc *j = &d->joint[i];
        for (int k = 0; k < j->n_effort; k++) {
            if (!is_right(d, &j->effort[k])) {
                return tac_fail(TAC_BAD_INDEX, TAC_JOINT, i, j->effort[k].element);
            }
        }
        n += j->n_effort;
        driven += j->n_effort > 0 ? tac_driven_count(j) : 0;
        last = j->n_effort > 0 ? i : last;
    }
    return n == driven ? tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0)
                       : tac_fail(TAC_BAD_VALUE, TAC_JOINT, last, n);
}

int tac_count_efforts(const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_joint; i++) {
        n += d->joint[i].n_effort;
    }
    return n;
}

void tac_fill_efforts(tac_model *m, const tac_desc *d)
{
    int n = 0, driven = 0;
    for (int i = 0; i < d->n_joint; i++) {
        const tac_joint_desc *j = &d->joint[i];
        const tac_element *e = &m->element[i];
        for (int k = 0; k < j->n_effort; k++) {
            const tac_effort_desc *of = &j->effort[k];
            m->efforts.of[n].joint = i;
            m->efforts.of[n].element = m->element_first[of->what] + of->element;
            m->efforts.of[n++].coordinate = of->coordinate;
        }
        for (int row = 0; row < e->n_row && j->n_effort > 0; row++) {
            if (e->rows[row].drive != TAC_NONE) {
                m->efforts.of[driven].drive_joint = i;
                m->efforts.of[driven++].drive_row = e->row + row;
            }
        }
    }
}

tac_status tac_check_efforts(const tac_model *m)
{
    int why = m->flex.n_flexible > 0  ? TAC_EFFORT_FLEXIBLE
              : m->n_multirate > 0    ? TAC_EFFORT_BESIDE_STEPS
              : m->objects.n_part > 0 ? TAC_EFFORT_BESIDE_OBJECTS
                                      : 0;
    return m->efforts.n > 0 && why != 0
               ? tac_fail(TAC_NO_EFFORT, TAC_JOINT, m->efforts.of[0].joint, why)
               : tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

#include "links.h"

#include <math.h>

#include "base/thresholds.h"
#include "element_types.h"

// ---- what joints connect -------------------------------------------------------------------------

static int root_of(int *joined, int body)
{
    while (joined[body] != body) {
        body = joined[body] = joined[joined[body]];
    }
    return body;
}

static void join_two(tac_model *m, int a, int b)
{
    if (a < m->n_body && b < m->n_body) {
        m->bodies.joined[root_of(m->bodies.joined, a)] = root_of(m->bodies.joined, b);
    }
}

static void join(tac_model *m)
{
    for (int i = 0; i < m->n_body; i++) {
        m->bodies.joined[i] = i;
    }
    for (int i = 0; i < m->n_joint; i++) {
        join_two(m, m->element[i].body[0], m->element[i].body[1]);
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) { // all bodies of a coupler
        const tac_element *e = &m->element[i], *before = e - (e->follows > 0);
        for (int k = 0; k < 4; k++) {
            join_two(m, e->body[k / 2], before->body[k % 2]);
        }
    }
    for (int i = 0; i < m->n_body; i++) {
        m->bodies.joined[i] = root_of(m->bodies.joined, i);
    }
}

// ---- ropes ---------------------------------------------------------------------------------------

static int across(const tac_model *m, int joint, int body)
{
    const int *of = m->element[joint].body;
    return of[0] == body ? of[1] : of[0];
}

// The other joint of a body that has two; TAC_NONE of others.
static int other_joint(const tac_model *m, int body, int joint)
{
    int other = TAC_NONE, n = 1;
    for (int s = m->bodies.slot_first[body]; s < m->bodies.slot_first[body + 1]; s++) {
        int element = m->rows.row_element[m->bodies.slot_row[s]];
        if (element < m->n_joint && element != joint && element != other) {
            other = element;
            n++;
        }
    }
    return n == 2 ? other : TAC_NONE;
}

// Of a body with all that is welded to it, ground among it.
static double weight_of(const tac_model *m, int body)
{
    double sum = m->bodies.mass[body];
    for (int s = m->bodies.slot_first[body]; s < m->bodies.slot_first[body + 1]; s++) {
        int row = m->bodies.slot_row[s], element = m->rows.row_element[row];
        bool is_weld =
            element < m->n_joint && tac_joint_type_of(m->joint_kind[element])->n_coordinate == 0;
        if (is_weld && row == m->element[element].row) {
            int other = across(m, element, body);
            sum += other < m->n_body ? m->bodies.mass[other] : HUGE_VAL;
        }
    }
    return sum;
}

// Whether a rope that begins with a body behind a joint of a heavy one hangs on another heavy one, or on ground.
static bool is_held(const tac_model *m, int joint, int heavy, int body)
{
    double lightest = weight_of(m, body);
    for (int n = 0; n < m->n_body; n++) {
        joint = other_joint(m, body, joint);
        if (joint == TAC_NONE) {
            return false;
        }
        body = across(m, joint, body);
        if (body == heavy || body == m->n_body) {
            return body == m->n_body;
        }
        double weight = weight_of(m, body);
        if (tac_light_link * weight > lightest) {
            return true;
        }
        lightest = weight < lightest ? weight : lightest;
    }
    return false;
}

void tac_fill_links(tac_model *m)
{
    join(m);
    for (int i = 0; i < m->n_joint; i++) {
        const int *body = m->element[i].body;
        for (int side = 0; side < 2 && body[0] < m->n_body && body[1] < m->n_body; side++) {
            int heavy = body[side], other = body[1 - side];
            bool is_light = tac_light_link * weight_of(m, heavy) > weight_of(m, other);
            m->ropes |= is_light && is_held(m, i, heavy, other);
        }
    }
}

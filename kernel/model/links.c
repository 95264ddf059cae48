#include "links.h"

static const double light = 0.01;

// ---- what joints connect -------------------------------------------------------------------------

static int root_of(int *joined, int body)
{
    while (joined[body] != body) {
        body = joined[body] = joined[joined[body]];
    }
    return body;
}

static void join(tac_model *m)
{
    for (int i = 0; i < m->n_body; i++) {
        m->joined[i] = i;
    }
    for (int i = 0; i < m->n_joint; i++) {
        const int *body = m->element[i].body;
        if (body[0] < m->n_body && body[1] < m->n_body) {
            m->joined[root_of(m->joined, body[0])] = root_of(m->joined, body[1]);
        }
    }
    for (int i = 0; i < m->n_body; i++) {
        m->joined[i] = root_of(m->joined, i);
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
    for (int s = m->slot_first[body]; s < m->slot_first[body + 1]; s++) {
        int element = m->row_element[m->slot_row[s]];
        if (element < m->n_joint && element != joint && element != other) {
            other = element;
            n++;
        }
    }
    return n == 2 ? other : TAC_NONE;
}

// Whether a rope that begins with a body behind a joint of a heavy one hangs on another heavy one, or on ground.
static bool is_held(const tac_model *m, int joint, int heavy, int body)
{
    double lightest = m->mass[body];
    for (int n = 0; n < m->n_body; n++) {
        joint = other_joint(m, body, joint);
        if (joint == TAC_NONE) {
            return false;
        }
        body = across(m, joint, body);
        if (body == heavy || body == m->n_body) {
            return body == m->n_body;
        }
        if (light * m->mass[body] > lightest) {
            return true;
        }
        lightest = m->mass[body] < lightest ? m->mass[body] : lightest;
    }
    return false;
}

// Whether a body is welded to whatever it hangs between.
static bool is_welded(const tac_model *m, int body, int joint)
{
    int other = other_joint(m, body, joint);
    return other != TAC_NONE && m->joint_kind[joint] == TAC_FIXED &&
           m->joint_kind[other] == TAC_FIXED;
}

void tac_fill_links(tac_model *m, const tac_desc *d)
{
    join(m);
    for (int i = 0; i < m->n_joint; i++) {
        const int *body = m->element[i].body;
        for (int side = 0; side < 2 && body[0] < m->n_body && body[1] < m->n_body; side++) {
            int heavy = body[side], other = body[1 - side];
            bool is_light = light * m->mass[heavy] > m->mass[other] &&
                            (d->light_loose || !is_welded(m, other, i));
            m->ropes |= is_light && is_held(m, i, heavy, other);
        }
    }
    m->snaps = m->ropes && !d->snaps_open;
}

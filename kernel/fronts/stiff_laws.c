#include "stiff_laws.h"

#include "base/thresholds.h"
#include "model/law.h"
#include "workspace/single_access.h"

static bool is_far_too_stiff(const tac_workspace *w, const tac_element *e)
{
    double h = tac_whole_h(w), dt = 2.0 * sqrt(h);
    const double *of = w->m->rows.row_w + e->row;
    bool stiff = false;
    for (int k = 0; k < e->n_row && !tac_has_sides(e); k++) {
        stiff |= h * of[k] * tac_law_stiffness(w->m, e, k, dt) > tac_stiff_beyond_tension;
    }
    return stiff;
}

static bool is_too_stiff(const tac_workspace *w, const tac_element *e)
{
    double h = tac_whole_h(w), share = h * w->m->rows.row_w[e->row];
    return is_far_too_stiff(w, e) ||
           (tac_has_sides(e) && share * tac_steepest_slope(w->m, e) > tac_stiff_to_bounce);
}

static bool is_marked(const tac_workspace *w, int body, int field)
{
    return body<w->m->n_body && * tac_body_field(w, body, field)> 0.0;
}

// Whether a body was new to the mark.
static bool mark(const tac_workspace *w, int body, int field)
{
    static const double one = 1.0;
    bool is_new = body < w->m->n_body && !is_marked(w, body, field);
    if (is_new && field == B_ALL_FOLLOWS) {
        tac_let_follow(w, body);
    } else if (is_new) {
        tac_set_body(w, body, field, &one, 1);
    }
    return is_new;
}

// Either body of an element.
static bool mark_both(const tac_workspace *w, const tac_element *e, int field)
{
    bool is_first_new = mark(w, e->body[0], field), is_second_new = mark(w, e->body[1], field);
    return is_first_new || is_second_new;
}

// From either body of an element to the other.
static bool spread(const tac_workspace *w, const tac_element *e, int field)
{
    bool marked = is_marked(w, e->body[0], field) || is_marked(w, e->body[1], field);
    return marked && mark_both(w, e, field);
}

static void spread_all(const tac_workspace *w, int field)
{
    const tac_model *m = w->m;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < m->n_element; i++) {
            more |= spread(w, &m->element[i], field);
        }
        for (int i = m->n_element - 1; i >= 0; i--) {
            more |= spread(w, &m->element[i], field);
        }
    }
}

static void mark_mechanisms(const tac_workspace *w, int field,
                            bool is_stiff(const tac_workspace *w, const tac_element *e))
{
    const tac_model *m = w->m;
    bool any = false;
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i], *lead = tac_lead(m, e);
        any |= lead->law && is_stiff(w, lead) && mark_both(w, e, field);
    }
    if (any) {
        spread_all(w, field);
    }
}

void tac_share_stiff_laws(const tac_workspace *w, int body, double given[2])
{
    static const int field[2] = {B_ALL_FOLLOWS, B_SYMMETRIC};
    for (int k = 0; k < 2; k++) {
        if (given[k] > 0.0 && mark(w, body, field[k])) {
            spread_all(w, field[k]);
        }
        given[k] = *tac_body_field(w, body, field[k]);
    }
}

void tac_mark_stiff_laws(tac_workspace *w)
{
    mark_mechanisms(w, B_ALL_FOLLOWS, is_too_stiff);
    mark_mechanisms(w, B_SYMMETRIC, is_far_too_stiff);
}

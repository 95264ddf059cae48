#include "held.h"

#include "element_types.h"
#include "elementary.h"
#include "feature/submodel/carried.h"
#include "model/flexible.h"
#include "model/rows.h"
#include "responses.h"
#include "start.h"
#include "workspace/layers.h"
#include "workspace/single_access.h"
#include "workspace/stage_numbers.h"

// A held coordinate where the bodies are.
struct tac_held_row {
    tac_slot slot[2];
    double lack; // of its position, or of its rate
};

// Share of a push's work that moves bodies, not the start's compliance. Where joints and drives leave a coordinate free it
// is one, where they do not some 1e-8, the compliance itself.
static const double moves_bodies = 1e-4;

void tac_layout_holding(tac_holding *h, const tac_model *m, tac_arena *a)
{
    size_t n = (size_t)m->n_held;
    h->row = tac_take(a, n, sizeof *h->row);
    h->of = tac_take(a, n, sizeof *h->of);
    h->push = tac_take(a, n, sizeof *h->push);
    h->response = tac_take(a, n * n, sizeof *h->response);
}

bool tac_holds_start(const tac_workspace *w)
{
    return w->holding.is_on && w->m->n_held > 0;
}

// ---- coordinates -------------------------------------------------------------------------------

// Which coordinate of its joint a number is, and which of that.
static tac_coordinate_use use_of(const tac_model *m, const tac_held *h, int *part)
{
    const tac_joint_type *type = tac_joint_type_of(m->joint_kind[h->element]);
    int i = type->n_coordinate == 1 ? 0 : h->coordinate;
    *part = h->coordinate - i;
    return type->coordinate[i];
}

static double in_last_turn(double x)
{
    return x - 2.0 * TAC_PI * floor(x / (2.0 * TAC_PI) + 0.5);
}

static void measure(const tac_workspace *w, const tac_held *h, tac_held_kind kind,
                    struct tac_held_row *row)
{
    const tac_element *e = &w->m->element[h->element];
    tac_pose pose[2] = {tac_side_pose(w, e, 0), tac_side_pose(w, e, 1)};
    double x = 0.0, before = *tac_element_field(w, h->element, E_ANGLE);
    int part;
    tac_coordinate_use use = use_of(w->m, h, &part);
    switch (use.kind) {
    case TAC_SLIDE_ALONG:
    case TAC_TURN_ABOUT_Z:
        tac_coordinate_position(e, use.kind == TAC_SLIDE_ALONG ? TAC_SLIDE : TAC_ANGLE, use.axis,
                                &pose[0], &pose[1], before, &row->slot[0], &row->slot[1], &x);
        break;
    case TAC_CROSS_ANGLES:
        x = tac_cross_angle(e, part, pose, row->slot);
        x = h->x - in_last_turn(h->x - x);
        break;
    case TAC_LENGTH_OF: // have no start
    case TAC_ROTATION_VECTOR:
        break;
    }
    if (e->spins && kind == TAC_HELD_POSITION) { // a housing that turns leaves the angle
        row->slot[0].a = (vec3){0.0, 0.0, 0.0};
    }
    double rate = tac_slot_dot(&row->slot[0], pose[0].v, pose[0].w) +
                  tac_slot_dot(&row->slot[1], pose[1].v, pose[1].w);
    row->lack = kind == TAC_HELD_POSITION ? h->x - x : h->xd - rate;
}

// Those of a kind, measured. Returns how many.
static int list(tac_workspace *w, tac_held_kind kind)
{
    const tac_model *m = w->m;
    int n = 0;
    for (int i = 0; tac_holds_start(w) && i < m->n_held; i++) {
        if (kind == TAC_HELD_POSITION ? m->held[i].position : m->held[i].rate) {
            measure(w, &m->held[i], kind, &w->holding.row[n]);
            w->holding.of[n++] = i;
        }
    }
    w->holding.n = n;
    return n;
}

double tac_held_off(tac_workspace *w, tac_held_kind kind)
{
    double sum = 0.0;
    int n = list(w, kind);
    for (int k = 0; k < n; k++) {
        sum += w->holding.row[k].lack * w->holding.row[k].lack;
    }
    return sqrt(sum);
}

tac_status tac_worst_held(tac_workspace *w, tac_held_kind kind, double bound)
{
    tac_status status = tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    double worst = 1.0;
    int n = list(w, kind);
    for (int k = 0; k < n; k++) {
        const tac_held *h = &w->m->held[w->holding.of[k]];
        double size = fabs(kind == TAC_HELD_POSITION ? h->x : h->xd);
        double off = fabs(w->holding.row[k].lack) / (bound * (1.0 + size));
        if (!(off <= worst)) {
            worst = off;
            status = tac_fail(TAC_NO_START, TAC_JOINT, h->element, TAC_START_BEYOND);
        }
    }
    return status;
}

double tac_held_angle(const tac_workspace *w, const tac_element *e, double given)
{
    double angle = given;
    int part;
    for (int i = 0; tac_holds_start(w) && i < w->m->n_held; i++) {
        const tac_held *h = &w->m->held[i];
        const tac_element *j = &w->m->element[h->element];
        bool same = h->position && use_of(w->m, h, &part).kind == TAC_TURN_ABOUT_Z;
        for (int side = 0; side < 2; side++) {
            vec3 d = sub3(e->s[side], j->s[side]);
            quat p = e->q[side], q = j->q[side];
            same = same && e->body[side] == j->body[side] && !(norm3(d) > 0.0) &&
                   fabs(dotq(p, q)) >= 1.0 - 1e-15;
        }
        angle = same ? h->x : angle;
    }
    return angle;
}

tac_status tac_check_held(const tac_model *m)
{
    for (int i = 0; i < m->n_held; i++) {
        const tac_element *e = &m->element[m->held[i].element];
        for (int side = 0; side < 2; side++) {
            if (e->body[side] < m->n_body && tac_flexible_of(m, e->body[side]) != TAC_NONE) {
                return tac_fail(TAC_NO_START, TAC_JOINT, m->held[i].element, TAC_START_BENT);
            }
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

// ---- responses ---------------------------------------------------------------------------------

// Change of a coordinate by the last solve.
static double change(const tac_workspace *w, int k)
{
    const tac_element *e = &w->m->element[w->m->held[w->holding.of[k]].element];
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        vec3 l, a;
        tac_response_of(w, e->body[side], &l, &a);
        sum += tac_slot_dot(&w->holding.row[k].slot[side], l, a);
    }
    return sum;
}

static void push(tac_workspace *w, int k, double mu)
{
    const tac_element *e = &w->m->element[w->m->held[w->holding.of[k]].element];
    tac_push_along(w, e, w->holding.row[k].slot, mu);
}

void tac_push_held(tac_workspace *w)
{
    for (int k = 0; tac_holds_start(w) && k < w->holding.n; k++) {
        push(w, k, w->holding.push[k]);
    }
}

static double *at(const tac_workspace *w, int i, int k)
{
    return &w->holding.response[(size_t)i * (size_t)w->holding.n + (size_t)k];
}

static void find_responses(tac_workspace *w)
{
    for (int k = 0; k < w->holding.n; k++) {
        tac_clear_pushes(w);
        push(w, k, 1.0);
        tac_solve_start(w, k == 0 || tac_carries(w));
        for (int i = 0; i < w->holding.n; i++) {
            *at(w, i, k) = change(w, i);
        }
    }
}

// S = L D L^T, in its lower triangle, row by row: below the diagonal L D until all rows are there.
static void factor(tac_workspace *w)
{
    int n = w->holding.n;
    double *l = w->holding.push; // of the row at hand
    for (int i = 0; i < n; i++) {
        double *row = at(w, i, 0);
        for (int j = 0; j <= i; j++) {
            const double *other = at(w, j, 0);
            for (int k = 0; k < j; k++) {
                row[j] -= l[k] * other[k];
            }
            l[j] = row[j] / *at(w, j, j);
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            *at(w, i, k) /= *at(w, k, k);
        }
    }
}

// Whether a coordinate can be pushed while those before it stay: by L^T y = e_k, whose work is D_k.
static bool is_free(tac_workspace *w, int k)
{
    double *y = w->holding.push;
    tac_clear_pushes(w);
    for (int i = 0; i <= k; i++) {
        y[i] = i == k ? 1.0 : 0.0;
    }
    for (int j = k; j >= 0; j--) {
        const double *row = at(w, j, 0);
        for (int i = 0; i < j; i++) {
            y[i] -= row[i] * y[j];
        }
        push(w, j, y[j]);
    }
    tac_solve_start(w, tac_carries(w));
    double moved = tac_moved_energy(w), work = *at(w, k, k);
    return work > 0.0 && moved > moves_bodies * work;
}

// S mu = b, in place.
static void substitute(const tac_workspace *w, double *b)
{
    int n = w->holding.n;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            b[i] -= *at(w, i, k) * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        b[i] /= *at(w, i, i);
        for (int k = i + 1; k < n; k++) {
            b[i] -= *at(w, k, i) * b[k];
        }
    }
}

tac_status tac_hold(tac_workspace *w, tac_held_kind kind, bool looks)
{
    bool places = kind == TAC_HELD_POSITION;
    int n = list(w, kind);
    find_responses(w);
    factor(w);
    // bodies of sub-models have shares of the motion that are not seen here
    for (int k = 0; looks && w->m->objects.n_part == 0 && k < n; k++) {
        if (!is_free(w, k)) {
            int joint = w->m->held[w->holding.of[k]].element;
            return tac_fail(TAC_NO_START, TAC_JOINT, joint, TAC_START_DECIDED);
        }
    }
    tac_call_stage(w, places ? TAC_ELEMENTS_POSITION : TAC_ELEMENTS_VELOCITY, 0,
                   w->plan->g->n_cell);
    tac_all_bodies(w, places ? TAC_BODIES_POSITION : TAC_BODIES_VELOCITY);
    tac_solve_start(w, tac_carries(w));
    for (int k = 0; k < n; k++) {
        // velocities begin with those that the bodies have
        double rate = places ? 0.0 : w->m->held[w->holding.of[k]].xd - w->holding.row[k].lack;
        w->holding.push[k] = w->holding.row[k].lack - (change(w, k) - rate);
    }
    substitute(w, w->holding.push);
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

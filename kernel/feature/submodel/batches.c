#include "batches.h"

#include <math.h>
#include <string.h>

#include "parts.h"
#include "stiff.h"

static const tac_element *bushing_of(const tac_model *m, int part)
{
    return &m->element[m->element_first[TAC_BUSHINGS] + m->objects.parts[part].bushing];
}

static const tac_part_bodies *bodies_of(const tac_model *m, int part)
{
    return m->objects.parts[part].table ? m->objects.parts[part].table->bodies : NULL;
}

// One with bodies of its own hangs on one rigid body.
static bool hangs_well(const tac_model *m, int part)
{
    const tac_element *e = bushing_of(m, part);
    bool rigid = e->body[1] < m->n_body && tac_flexible_of(m, e->body[1]) == TAC_NONE;
    return !bodies_of(m, part) || (e->body[0] == m->n_body && rigid);
}

// ---- memory ------------------------------------------------------------------------------------

// Objects of one form have one solver in them: what the first has at hand steps the others too, so that a processor keeps one
// copy of it in its cache. One that is asked elsewhere brings no serialized model.
static const tac_part_bodies *solver_of(const tac_model *m, int part)
{
    const tac_part_table *own = m->objects.parts[part].table;
    bool has_piece = tac_part_form_of(own) != 0 && own->bodies->piece;
    for (int k = 0; k < part && has_piece; k++) {
        const tac_part_table *other = m->objects.parts[k].table;
        if (bodies_of(m, k) && tac_part_is_like(other, own) && other->bodies->piece) {
            return other->bodies;
        }
    }
    return own->bodies;
}

// With bodies on one carrier.
static bool are_neighbours(const tac_model *m, int one, int other)
{
    return bodies_of(m, one) && bodies_of(m, other) &&
           bushing_of(m, one)->body[1] == bushing_of(m, other)->body[1];
}

static int first_on_carrier(const tac_model *m, int part)
{
    int k = 0;
    while (k < part && !are_neighbours(m, k, part)) {
        k++;
    }
    return k;
}

typedef struct batch {
    int n, part[TAC_PART_MOST_ALIKE];
} batch;

// The batch of a part with bodies; batches of one object or form are filled one after another.
static batch batch_of(const tac_model *m, int part)
{
    batch to = {.n = 0};
    bool there = false;
    for (int k = 0; k < m->objects.n_part && !(there && to.n == TAC_PART_MOST_ALIKE); k++) {
        if (are_neighbours(m, part, k) &&
            tac_parts_step_together(&m->objects.parts[part], &m->objects.parts[k])) {
            to.n = to.n == TAC_PART_MOST_ALIKE ? 0 : to.n;
            to.part[to.n++] = k;
            there = there || k == part;
        }
    }
    return to;
}

static tac_part_setup setup_of(const tac_workspace *w, const batch *of)
{
    const tac_model *m = w->m;
    int body = bushing_of(m, of->part[0])->body[1];
    const mat3 *J = &m->bodies.J[body];
    tac_part_setup to = {.dt = w->o.dt,
                         .penalty = w->o.penalty,
                         .alpha = w->o.alpha,
                         .iterations = w->o.iterations,
                         .tangent_first = w->o.tangent == TAC_TANGENT_FIRST,
                         .laws_given = w->laws_given,
                         .mass = m->bodies.mass[body],
                         .J = {J->x.x, J->y.y, J->z.z, J->x.y, J->x.z, J->y.z},
                         .p = {m->bodies.p0[body].e0, m->bodies.p0[body].e1, m->bodies.p0[body].e2,
                               m->bodies.p0[body].e3},
                         .n = of->n};
    tac_put3(m->gravity, to.gravity);
    tac_put3(m->bodies.r0[body], to.r);
    tac_put3(m->bodies.v0[body], to.v);
    tac_put3(m->bodies.w0[body], to.w);
    for (int k = 0; k < of->n; k++) {
        const tac_element *e = bushing_of(m, of->part[k]);
        const double q[4] = {e->q[1].e0, e->q[1].e1, e->q[1].e2, e->q[1].e3};
        tac_put3(e->s[1], to.s[k]);
        memcpy(to.q[k], q, sizeof q);
        to.table[k] = m->objects.parts[of->part[k]].table;
    }
    return to;
}

// More than any machine has: what an object asks for beyond does not wrap around.
static const uint64_t most_memory = UINT64_C(1) << 48;

static void *take_memory(const tac_workspace *w, const batch *of, tac_arena *a)
{
    const tac_part_setup setup = setup_of(w, of);
    uint64_t size = solver_of(w->m, of->part[0])->size(&setup);
    return tac_take(a, size < most_memory ? size : most_memory, 1);
}

// Behind those that are on its carrier already.
static void link_batch(const tac_workspace *w, tac_part *p)
{
    tac_part *last = &w->part[p->first];
    while (last->next) {
        last = last->next;
    }
    last->next = last == p ? NULL : p;
}

static void place_in(const tac_workspace *w, const batch *of, int k)
{
    tac_part *p = &w->part[k];
    p->has_bodies = 1;
    p->next = NULL;
    p->first = first_on_carrier(w->m, k);
    p->batch = of->part[0];
    memcpy(p->alike, of->part, sizeof p->alike);
    for (int i = 0; i < of->n; i++) {
        p->place = of->part[i] == k ? i : p->place;
    }
    if (k == of->part[0]) {
        p->n = of->n;
        link_batch(w, p);
    }
}

void tac_layout_parts(tac_workspace *w, const tac_plan *p, tac_arena *a)
{
    const tac_model *m = w->m;
    w->part = tac_take(a, (size_t)m->objects.n_part, sizeof *w->part);
    w->carried = tac_take(a, (size_t)m->objects.n_part, sizeof *w->carried);
    w->cell_apart =
        tac_take(a, m->objects.n_part > 0 ? (size_t)p->g->n_cell : 0, sizeof *w->cell_apart);
    double *number =
        tac_take(a, m->objects.n_part > 0 ? (size_t)m->objects.part_at[m->objects.n_part] : 0,
                 sizeof *number);
    for (int k = 0; k < m->objects.n_part; k++) {
        const batch of = batch_of(m, k);
        bool is_first = of.n > 0 && of.part[0] == k;
        void *memory = is_first && hangs_well(m, k) ? take_memory(w, &of, a) : NULL;
        if (is_first && hangs_well(m, k) && w->carried) {
            w->carried[w->n_carried++] = k;
        }
        if (w->part) {
            w->part[k].number = number + m->objects.part_at[k];
            w->part[k].memory = memory;
        }
        if (w->part && of.n > 0) {
            place_in(w, &of, k);
        }
    }
}

static tac_cell_apart cell_apart(const tac_workspace *w, const tac_cell *c)
{
    for (int l = 0; l < c->n; l++) {
        int k = tac_element_part(w->m, &w->m->element[c->element[l]]);
        if (k == TAC_NONE || !bodies_of(w->m, k)) {
            return TAC_NOT_APART;
        }
    }
    return c->like->implicit ? TAC_APART_IN_TREE : TAC_APART_OUT_OF_TREE;
}

void tac_fill_parts(tac_workspace *w)
{
    for (int cell = 0; cell < w->plan->g->n_cell && w->m->objects.n_part > 0; cell++) {
        w->cell_apart[cell] = cell_apart(w, &w->plan->cell[cell]);
    }
    for (int k = 0; k < w->m->objects.n_part; k++) {
        w->part[k].element = w->m->element_first[TAC_BUSHINGS] + w->m->objects.parts[k].bushing;
        if (w->part[k].memory) {
            const batch of = batch_of(w->m, k);
            const tac_part_setup setup = setup_of(w, &of);
            w->part[k].bodies = solver_of(w->m, k);
            w->part[k].fails = !w->part[k].bodies->init(&setup, w->part[k].memory);
        }
    }
}

// ---- how sharp their laws are ------------------------------------------------------------------

bool tac_parts_have_sides(const tac_model *m)
{
    bool any = false;
    for (int k = 0; k < m->objects.n_part; k++) {
        any = any || tac_part_has_sides(m->objects.parts[k].table);
    }
    return any;
}

// Of one on this carrier, slope times mobility, at most, where it feels so many laws of the host there.
static double sharpness_on(const tac_model *m, const tac_element *e, double laws,
                           const tac_part_sharpness *s)
{
    int body = e->body[1];
    const mat3 *J = &m->bodies.J_inv[body];
    double lever = sqrt(s->turn) + norm3(e->s[1]) * sqrt(s->shift);
    double of_carrier =
        s->shift * m->bodies.mass_inv[body] + lever * lever * (J->x.x + J->y.y + J->z.z);
    return s->own + laws * of_carrier;
}

double tac_stiffest_in_part(const tac_model *m, int part)
{
    const tac_part_sharp *of = tac_part_sharp_of(m->objects.parts[part].table);
    bool has_sides = tac_part_has_sides(m->objects.parts[part].table) && hangs_well(m, part);
    return has_sides ? sharpness_on(m, bushing_of(m, part), 1.0, &of->sided) : 0.0;
}

void tac_sharpest_in_parts(const tac_model *m, double sharp[2])
{
    sharp[0] = sharp[1] = 0.0;
    for (int k = 0; k < m->objects.n_part; k++) {
        const tac_part_sharp *of = tac_part_sharp_of(m->objects.parts[k].table);
        if (of && hangs_well(m, k)) {
            const tac_element *e = bushing_of(m, k);
            double laws = m->rows.laws_on_body[e - m->element];
            double sided = sharpness_on(m, e, laws, &of->sided);
            double friction = sharpness_on(m, e, laws, &of->friction);
            sharp[0] = sided > sharp[0] ? sided : sharp[0];
            sharp[1] = friction > sharp[1] ? friction : sharp[1];
        }
    }
}

// ---- checks ------------------------------------------------------------------------------------

tac_status tac_check_parts(const tac_model *m, const tac_options *o)
{
    for (int k = 0; k < m->objects.n_part; k++) {
        bool method = o->order == 2 && o->acceleration == TAC_INDEX1;
        bool settles = o->is_static && m->flex.n_flexible > 0;
        int why = !method                      ? TAC_PART_METHOD
                  : m->n_multirate > 0         ? TAC_PART_BESIDE_STEPS
                  : !m->objects.parts[k].table ? TAC_PART_MISSING
                  : !hangs_well(m, k)          ? TAC_PART_MOUNTS
                  : settles && bodies_of(m, k) ? TAC_PART_STATIC
                                               : 0;
        if (why) {
            return tac_fail(TAC_PART, TAC_BUSHING, m->objects.parts[k].bushing, why);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

tac_status tac_check_built_parts(const tac_workspace *w)
{
    for (int k = 0; k < w->m->objects.n_part; k++) {
        if (w->part[k].fails) {
            return tac_fail(TAC_PART, TAC_BUSHING, w->m->objects.parts[k].bushing,
                            TAC_PART_UNBUILT);
        }
    }
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

// Rows of elements on vector lanes where the bodies are: values, rates, Jacobians, what they push, and the way
// through cells of elements.
#ifndef TAC_ELEMENT_ROWS_H
#define TAC_ELEMENT_ROWS_H

#include "element_lanes.h"

TAC_INLINE void find_bodies(const tac_workspace *w, const tac_cell *c, int pose, int n,
                            poses *collected, elementv *e)
{
    find_body(w, c, 0, pose, n, collected, e);
    find_body(w, c, 1, pose, n, collected, e);
}

TAC_STATIC void read_drives(const tac_workspace *w, const tac_cell *c, elementv *e)
{
    for (int k = 0; k < c->like->n_row; k++) {
        if (c->like->rows[k].drive == TAC_NONE) {
            continue;
        }
        for (int l = 0; l < L; l++) {
            const tac_signal *s = &w->step.signal[w->m->element[c->element[l]].rows[k].drive];
            e->drive[k].x = lane_put(e->drive[k].x, l, s->x);
            e->drive[k].xd = lane_put(e->drive[k].xd, l, s->xd);
            e->drive[k].xdd = lane_put(e->drive[k].xdd, l, s->xdd);
        }
    }
}

// Rows' values with their explicit rates, and Jacobians, where the bodies are. The multi-turn angle
// only at the end of the step or where a row needs it.
typedef struct valuesv {
    lane phi[TAC_MAX_ROWS], phi_t[TAC_MAX_ROWS];
} valuesv;

// What the body that carries a shaft turns about its axis in the step, as the trapezoidal rule has it.
TAC_INLINE lane carried_by(const tac_workspace *w, const tac_cell *c, const elementv *e)
{
    const tac_ref *r = &c->body[0];
    const double *at = w->fields.body + B_P0 * L;
    if (c->like->stacked) {
        return body_vector(e, 0, B_R).x - fetch(w->fields.body + B_R0 * L, r);
    }
    quatv from = {fetch(at, r), fetch(at + L, r), fetch(at + 2 * L, r), fetch(at + 3 * L, r)};
    vec3v psi = turned_byv(arc_between(from, load4(body_field(e, 0, B_P))));
    return dot3v(axis_in_body(e, 0, 2), psi);
}

// Angle of a shaft. At a start E_ANGLE0 is what the shaft's own angle lacks of it.
TAC_INLINE lane spun(const tac_workspace *w, const tac_cell *c, const elementv *e)
{
    lane own = body_vector(e, 1, B_R).x, from = field(e->k, E_ANGLE0);
    if (w->start.is_on) {
        return from + (c->like->stacked ? own - body_vector(e, 0, B_R).x : own);
    }
    lane moved = own - fetch(w->fields.body + B_R0 * L, &c->body[1]);
    return from + (moved - carried_by(w, c, e));
}

TAC_INLINE lane angle_of(const tac_workspace *w, const tac_cell *c, const elementv *e)
{
    return c->like->spins ? spun(w, c, e)
                          : twist(relative(e), field(e->k, w->start.is_on ? E_ANGLE : E_ANGLE0));
}

TAC_INLINE void place_rows(tac_workspace *w, int cell, tac_form form, int final, double *Ja,
                           double *Jb, valuesv *v)
{
    const tac_cell *c = &w->plan->cell[cell];
    double *k = element_at(w, cell);
    int turns = form == TAC_ANY && c->like->turns;
    int angle = form != TAC_BALL && c->like->angle != TAC_NONE && (final || turns);
    poses collected;
    elementv e;
    e.like = c->like;
    e.form = form;
    e.k = k;
    find_bodies(w, c, B_R, angle || turns ? TURN_FIELDS : PLACE_FIELDS, &collected, &e);
    e.angle = lane_set(0.0);
    if (angle) {
        e.angle = angle_of(w, c, &e);
        put(k, E_ANGLE, e.angle);
    }
    if (form == TAC_ANY) {
        read_drives(w, c, &e);
    }
    rows_position(&e, Ja, Jb, v->phi, v->phi_t);
}

// Known forms have no explicit rates.
TAC_INLINE void put_values(const tac_workspace *w, const tac_cell *c, tac_form form,
                           const valuesv *v)
{
    double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        put(row, R_PHI, v->phi[k]);
        if (form == TAC_ANY) {
            put(row, R_PHI_T, v->phi_t[k]);
        }
    }
}

// The same of both bodies.
typedef struct twov {
    partsv of[2];
} twov;

TAC_INLINE twov fetch_two(const tac_workspace *w, const tac_cell *c, int f_l, int f_a)
{
    const tac_ref *r = c->body;
    if (r[0].aligned & r[1].aligned) {
        const double *a = w->fields.body + r[0].first, *b = w->fields.body + r[1].first;
        return (twov){{{field3(a, f_l), field3(a, f_a)}, {field3(b, f_l), field3(b, f_a)}}};
    }
    return (twov){
        {{fetch3(w->fields.body + f_l * L, &r[0]), fetch3(w->fields.body + f_a * L, &r[0])},
         {fetch3(w->fields.body + f_l * L, &r[1]), fetch3(w->fields.body + f_a * L, &r[1])}}};
}

TAC_INLINE lane row_product(const tac_cell *c, tac_form form, int k, const double *Ja,
                            const double *Jb, const twov *x)
{
    return side_product(c, form, 0, k, Ja, &x->of[0]) + side_product(c, form, 1, k, Jb, &x->of[1]);
}

TAC_INLINE void element_product(const tac_workspace *w, const tac_cell *c, tac_form form, int f_l,
                                int f_a, const double *Ja, const double *Jb, lane *out)
{
    twov x = fetch_two(w, c, f_l, f_a);
    for (int k = 0; k < rows_in(c->like, form); k++) {
        out[k] = row_product(c, form, k, Ja, Jb, &x);
    }
}

TAC_INLINE void place_rates(tac_workspace *w, const tac_cell *c, tac_form form, const double *Ja,
                            const double *Jb)
{
    lane rate[TAC_MAX_ROWS];
    element_product(w, c, form, B_V, B_W, Ja, Jb, rate);
    double *row = row_at(w, c, 0);
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        put(row, R_RATE, form == TAC_ANY ? rate[k] + field(row, R_PHI_T) : rate[k]);
    }
}

// On both.
TAC_INLINE void react(double *out, const tac_cell *c, tac_form form, const lane *y,
                      const double *Ja, const double *Jb)
{
    react_on(out, c, form, 0, y, Ja);
    react_on(out, c, form, 1, y, Jb);
}

// The same for a field of the rows.
TAC_INLINE void react_field(tac_workspace *w, int cell, tac_form form, int f, const double *Ja,
                            const double *Jb)
{
    const tac_cell *c = &w->plan->cell[cell];
    const double *row = row_at(w, c, 0);
    lane y[TAC_MAX_ROWS];
    for (int k = 0; k < rows_in(c->like, form); k++, row += ROW) {
        y[k] = field(row, f);
    }
    react(reactions_in(w, c->scratch) + c->react, c, form, y, Ja, Jb);
}

// ---- cells --------------------------------------------------------------------------------------

// What a stage does with one cell of elements of a form.
typedef void cell_work(tac_workspace *w, int cell, tac_form form);

// Cells from i on that have a form; returns the first that has another.
TAC_INLINE int for_cells_like(tac_workspace *w, int i, int last, tac_form form, cell_work *one)
{
    const tac_cell *cell = w->plan->cell;
    do {
        one(w, i, form);
        i++;
    } while (i < last && cell[i].form == form);
    return i;
}

// One cell after the other, with the form as a constant.
TAC_INLINE void for_cells(tac_workspace *w, int first, int last, cell_work *one)
{
    for (int i = first; i < last;) {
        int form = w->plan->cell[i].form;
        if (form == TAC_BALL) {
            i = for_cells_like(w, i, last, TAC_BALL, one);
        } else if (form == TAC_HINGE) {
            i = for_cells_like(w, i, last, TAC_HINGE, one);
        } else if (form == TAC_CROSS) {
            i = for_cells_like(w, i, last, TAC_CROSS, one);
        } else {
            i = for_cells_like(w, i, last, TAC_ANY, one);
        }
    }
}

TAC_INLINE int is_joint(const tac_cell *c, tac_form form)
{
    return form != TAC_ANY || c->holds;
}

#endif

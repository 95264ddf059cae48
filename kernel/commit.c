// Before and after the stages: signals in, results judged and taken over.
#include "index3.h"

// Inputs and signals at the end of the step that leads to the given index.
void tac_latch(tac_work *w, const tac_state *s, const double *input, int64_t step)
{
    const tac_model *m = w->m;
    w->from = s;
    for (int i = 0; i < m->n_input; i++) {
        double now = input ? input[i] : m->input0[i];
        double *u = w->input + 3 * i;
        u[2] = step > 0 ? s->input[3 * i + 1] : now;
        u[1] = step > 0 ? s->input[3 * i] : now;
        u[0] = now;
    }
    w->end = (double)step * w->o.dt;
    tac_signals(m, w->end, 0.0, w->o.dt, w->input, w->signal);
}

void tac_load_state(tac_work *w, const tac_state *s)
{
    const vec3 zero = {0.0, 0.0, 0.0};
    for (int i = 0; i < w->m->n_body; i++) {
        tac_place_body(w, i, s->r[i], s->p[i]);
        tac_set_body_vec3(w, i, B_V, s->v[i]);
        tac_set_body_vec3(w, i, B_W, s->w[i]);
        tac_set_body_vec3(w, i, B_ACC, zero);
        tac_set_body_vec3(w, i, B_WD, zero);
    }
}

static double increment(const tac_work *w)
{
    double sum = 0.0;
    for (int i = 0; i < w->m->n_body; i++) {
        sum += w->increment[i];
    }
    return sqrt(sum);
}

// Energies and residual norms of the values just computed. The last stages have left the share of
// every body and element; they are summed in the order of the model.
void tac_measure(tac_work *w)
{
    const tac_model *m = w->m;
    tac_report r = {0};
    for (int i = 0; i < m->n_body; i++) {
        r.kinetic += w->kinetic[i];
        r.potential += w->potential[i];
    }
    for (int i = 0; i < m->n_element; i++) {
        const tac_residual *e = &w->residual[i];
        r.position += e->position;
        r.velocity += e->velocity;
        r.acceleration += e->acceleration;
        r.potential += w->energy[i];
    }
    r.position = sqrt(r.position);
    r.velocity = sqrt(r.velocity);
    r.acceleration = sqrt(r.acceleration);
    r.increment = increment(w);
    for (int k = 0; k < w->n_sequence; k++) {
        double last = increment(w->sequence[k]);
        r.increment = last > r.increment ? last : r.increment;
    }
    w->report = r;
}

// In rotations and in lengths of the model, whichever is larger.
static double increment_size(const tac_work *w, int i)
{
    double turn = norm3(tac_body_vec3(w, i, B_DELTA + 3));
    double shift = norm3(tac_body_vec3(w, i, B_DELTA)) / w->m->length;
    return turn > shift ? turn : shift;
}

static double travel_size(const tac_work *w, int i) // the same of the whole step's
{
    double turn = sqrt(*tac_body_field(w, i, B_TRAVEL));
    double shift = sqrt(*tac_body_field(w, i, B_TRAVEL + 1)) / w->m->length;
    return turn > shift ? turn : shift;
}

static int below_one(const double *check, int n)
{
    int well = 1;
    for (int l = 0; l < n; l++) {
        well &= check[l] <= 1.0;
    }
    return well;
}

// Whether the checks of all cells stay below one.
static int all_well(const tac_work *w)
{
    const tac_plan *p = w->plan;
    int well = 1, lanes = p->g->lanes;
    for (int i = 0; i < p->g->n_body_cell; i++) {
        well &= below_one(w->body + (i * TAC_BODY_FIELDS + B_CHECK) * lanes, p->body[i].n);
    }
    for (int i = 0; i < p->g->n_cell; i++) {
        well &= below_one(w->element + (i * TAC_ELEMENT_FIELDS + E_CHECK) * lanes, p->cell[i].n);
    }
    return well;
}

// What is wrong: the first value that is not finite, or the largest excess.
static tac_status worst_of(const tac_work *w)
{
    const tac_model *m = w->m;
    tac_status worst = {TAC_OK, TAC_NOTHING, 0, 1.0}; // in units of the bounds
    for (int i = 0; i < m->n_body; i++) {
        const int f[] = {B_R, B_V, B_W, B_ACC, B_WD};
        quat p = tac_body_quat(w, i);
        double sum = dotq(p, p);
        for (int k = 0; k < 5; k++) {
            sum += norm3(tac_body_vec3(w, i, f[k]));
        }
        if (!isfinite(sum)) {
            return tac_fail(TAC_NOT_FINITE, TAC_BODY, i, sum);
        }
        double last = increment_size(w, i) / tac_last_increment,
               any = travel_size(w, i) / tac_any_increment;
        double size = last > any ? last : any;
        if (size > worst.value) {
            worst = tac_fail(TAC_DIVERGED, TAC_BODY, i, size);
        }
    }
    for (int row = 0; row < m->n_row; row++) {
        const tac_element *e = &m->element[m->row_element[row]];
        tac_subject subject = (tac_subject)(TAC_JOINT + (int)e->what);
        double lambda = *tac_row_field(w, row, R_LAMBDA), phi = *tac_row_field(w, row, R_PHI);
        if (!isfinite(lambda)) {
            return tac_fail(TAC_NOT_FINITE, subject, e->index, lambda);
        }
        double open = m->row_compliant[row] ? 0.0 : fabs(phi) / (m->length * tac_open_joint);
        if (open > worst.value) {
            worst = tac_fail(TAC_DIVERGED, subject, e->index, open);
        }
    }
    return worst;
}

tac_status tac_judge(const tac_work *w)
{
    for (int k = 0; k < w->n_sequence; k++) {
        tac_status status = tac_judge(w->sequence[k]);
        if (status.code != TAC_OK) {
            return status;
        }
    }
    return all_well(w) ? tac_fail(TAC_OK, TAC_NOTHING, 0, 1.0) : worst_of(w);
}

void tac_commit_inputs(const tac_work *w)
{
    for (int i = 0; i < 3 * w->m->n_input; i++) {
        w->to.input[i] = w->input[i];
    }
}

void tac_commit(tac_work *w, tac_state *s)
{
    const tac_grouping *g = w->plan->g;
    w->to = *s;
    w->run->bodies.commit(w, 0, g->n_body_cell);
    w->run->elements.commit(w, 0, g->n_cell);
    tac_commit_inputs(w);
}

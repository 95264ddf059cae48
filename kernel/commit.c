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
        tac_place_body(w, i, s->body[i].r, s->body[i].p);
        tac_set_body_vec3(w, i, B_V, s->body[i].v);
        tac_set_body_vec3(w, i, B_W, s->body[i].w);
        tac_set_body_vec3(w, i, B_ACC, zero);
        tac_set_body_vec3(w, i, B_WD, zero);
    }
}

// Sums of n items with so many fields each. Every fourth item goes to the same partial sum, so that
// additions need not wait for each other; the order depends on n alone.
enum { STRANDS = 4, MOST_FIELDS = 3 };

static inline void sum_fields(const double *x, int n, int fields, double *sum)
{
    double strand[STRANDS * MOST_FIELDS] = {0.0};
    int all = n * fields, across = STRANDS * fields, i = 0;
    for (; i + across <= all; i += across) {
        for (int k = 0; k < across; k++) {
            strand[k] += x[i + k];
        }
    }
    for (int k = 0; i + k < all; k++) {
        strand[k] += x[i + k];
    }
    for (int f = 0; f < fields; f++) {
        sum[f] = 0.0;
        for (int k = f; k < across; k += fields) {
            sum[f] += strand[k];
        }
    }
}

static double sum_of(const double *x, int n)
{
    double sum;
    sum_fields(x, n, 1, &sum);
    return sum;
}

double tac_last_increment_of(const tac_work *w, int copy)
{
    double sum[2];
    if (w->m->copies == 1) {
        sum_fields(w->increment, w->m->n_body, 1, sum);
    } else {
        sum_fields(w->increment, w->m->n_body / 2, 2, sum);
    }
    return sqrt(sum[copy]);
}

// Energies and residual norms of the values just computed. The last stages have left the share of
// every body and element.
void tac_measure(tac_work *w)
{
    const tac_model *m = w->m;
    double residual[3];
    tac_report r = {.kinetic = sum_of(w->kinetic, m->n_body)};
    r.potential = sum_of(w->potential, m->n_body) + sum_of(w->energy, m->n_element);
    sum_fields((const double *)w->residual, m->n_element, 3, residual);
    r.position = sqrt(residual[0]);
    r.velocity = sqrt(residual[1]);
    r.acceleration = sqrt(residual[2]);
    r.increment = tac_last_increment_of(w, 0);
    for (int k = 0; k < w->n_sequence; k++) {
        const tac_work *sub = w->sequence[k];
        double last = sub->in_pair ? sub->last : tac_last_increment_of(sub, 0);
        r.increment = last > r.increment ? last : r.increment;
    }
    w->report = r;
}

double tac_increment_size(const tac_work *w, int body, int squares)
{
    const double *square = tac_body_field(w, body, squares);
    double turn = sqrt(square[0]), shift = sqrt(square[w->plan->g->lanes]) / w->m->length;
    return turn > shift ? turn : shift;
}

// Every `apart`th lane from the first on.
static inline int below_one(const double *check, int first, int n, int apart)
{
    int well = 1;
    for (int l = first; l < n; l += apart) {
        well &= check[l] <= 1.0;
    }
    return well;
}

static inline int well_in(const tac_work *w, int copy, int apart)
{
    const tac_plan *p = w->plan;
    int well = 1, lanes = p->g->lanes;
    for (int i = 0; i < p->g->n_body_cell; i++) {
        const double *check = w->body + (i * TAC_BODY_FIELDS + B_CHECK) * lanes;
        well &= below_one(check, copy, p->body[i].n, apart);
    }
    for (int i = 0; i < p->g->n_cell; i++) {
        const double *check = w->element + (i * TAC_ELEMENT_FIELDS + E_CHECK) * lanes;
        well &= below_one(check, copy, p->cell[i].n, apart);
    }
    return well;
}

// Whether the checks of all cells stay below one. Lanes of copies alternate.
static int all_well(const tac_work *w, int copy)
{
    return w->m->copies == 1 ? well_in(w, 0, 1) : well_in(w, copy, 2);
}

// What is wrong: the first value that is not finite, or the largest excess.
static tac_status worst_of(const tac_work *w, int copy)
{
    const tac_model *m = w->m;
    tac_status worst = {TAC_OK, TAC_NOTHING, 0, 1.0}; // in units of the bounds
    for (int i = copy; i < m->n_body; i += m->copies) {
        const int f[] = {B_R, B_V, B_W, B_ACC, B_WD};
        quat p = tac_body_quat(w, i);
        double sum = dotq(p, p);
        for (int k = 0; k < 5; k++) {
            sum += norm3(tac_body_vec3(w, i, f[k]));
        }
        if (!isfinite(sum)) {
            return tac_fail(TAC_NOT_FINITE, TAC_BODY, i / m->copies, sum);
        }
        double last = tac_increment_size(w, i, B_LAST) / tac_last_increment,
               any = tac_increment_size(w, i, B_TRAVEL) / tac_any_increment;
        double size = last > any ? last : any;
        if (size > worst.value) {
            worst = tac_fail(TAC_DIVERGED, TAC_BODY, i / m->copies, size);
        }
    }
    for (int row = 0; row < m->n_row; row++) {
        const tac_element *e = &m->element[m->row_element[row]];
        if (tac_copy_of(m, m->row_element[row]) != copy) {
            continue;
        }
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

tac_status tac_judge_copy(const tac_work *w, int copy)
{
    return all_well(w, copy) ? tac_fail(TAC_OK, TAC_NOTHING, 0, 1.0) : worst_of(w, copy);
}

tac_status tac_judge(const tac_work *w)
{
    for (int k = 0; k < w->n_sequence; k++) {
        const tac_work *sub = w->sequence[k];
        tac_status status = sub->in_pair ? sub->outcome : tac_judge_copy(sub, 0);
        if (status.code != TAC_OK) {
            return status;
        }
    }
    return tac_judge_copy(w, 0);
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

#include "parts.h"

#include <string.h>

#include "base/pick.h"
#include "base/thresholds.h"
#include "model/law.h"
#include "part.h"
#include "workspace/single_access.h"

// ---- what a part is asked ----------------------------------------------------------------------

static tac_part_mount mount_of(const tac_workspace *w, const tac_element *e, int side)
{
    tac_pose body = tac_side_pose(w, e, side);
    vec3 s = mul3(body.A, e->s[side]), spin = mul3(body.A, body.w);
    mat3 A = mulm3(body.A, e->R[side]);
    tac_part_mount to;
    tac_put3(add3(body.r, s), to.r);
    tac_put3(add3(body.v, cross3(spin, s)), to.v);
    tac_put3(spin, to.w);
    tac_put3(A.x, to.A[0]);
    tac_put3(A.y, to.A[1]);
    tac_put3(A.z, to.A[2]);
    return to;
}

static void fill_call(const tac_workspace *w, const tac_part *p, const tac_part_desc *of,
                      tac_part_call *call, double *input)
{
    const tac_element *e = &w->m->element[p->element];
    const tac_signal *signal = tac_signals_for(w, p->element);
    for (int k = 0; k < of->n_input; k++) {
        input[k] = of->input[k] == TAC_NONE ? 0.0 : signal[of->input[k]].x;
    }
    call->t = w->step.end;
    call->dt = w->o.dt;
    call->parameter = of->parameter;
    call->input = input;
    call->a = mount_of(w, e, 0);
    call->b = mount_of(w, e, 1);
}

// x (3) along the axes of a mount.
static void turn3(const tac_part_mount *a, const double *x, double *to)
{
    for (int i = 0; i < 3; i++) {
        to[i] = a->A[0][i] * x[0] + a->A[1][i] * x[1] + a->A[2][i] * x[2];
    }
}

// An answer along the axes of mount a, which a law between two bodies turns with: so multipliers that go on from one
// iteration to the next turn with it as well.
static void turn_to_a(const tac_part_mount *a, tac_part_answer *answer)
{
    double turned[6][6];
    for (int i = 1; i < 6; i++) {
        for (int j = 0; j < i; j++) {
            answer->stiffness[i][j] = answer->stiffness[j][i];
        }
    }
    for (int i = 0; i < 6; i++) {
        turn3(a, answer->stiffness[i], turned[i]);
        turn3(a, answer->stiffness[i] + 3, turned[i] + 3);
    }
    for (int j = 0; j < 6; j++) {
        for (int half = 0; half < 6; half += 3) {
            const double column[3] = {turned[half][j], turned[half + 1][j], turned[half + 2][j]};
            double to[3];
            turn3(a, column, to);
            for (int i = 0; i < 3; i++) {
                answer->stiffness[half + i][j] = to[i];
            }
        }
    }
    for (int half = 0; half < 6; half += 3) {
        double to[3];
        turn3(a, answer->wrench + half, to);
        memcpy(answer->wrench + half, to, sizeof to);
    }
}

// Answers for where the mounts are now. A start asks for the state first, and what a step would make of it does not
// stay.
static void ask(tac_workspace *w, tac_part *p, tac_part_answer *answer)
{
    const tac_model *m = w->m;
    int k = tac_element_part(m, &m->element[p->element]);
    const tac_part_desc *of = &m->objects.parts[k];
    double input[TAC_PART_MOST_VALUES], begun[TAC_PART_MOST_STATE] = {0.0};
    tac_part_call call;
    fill_call(w, p, of, &call, input);
    for (int i = 0; i < tac_part_size(of); i++) {
        p->number[i] = 0.0;
    }
    *answer = (tac_part_answer){.to = p->number, .output = p->number + of->n_state};
    call.from = w->step.from->part + m->objects.part_at[k];
    if (w->start.is_on) {
        double left[TAC_PART_MOST_STATE] = {0.0};
        call.from = left;
        if (of->table->start) {
            of->table->start(&call, answer);
        }
        memcpy(begun, p->number, (size_t)of->n_state * sizeof *begun);
        *answer = (tac_part_answer){.to = left, .output = p->number + of->n_state};
        call.from = begun;
        for (int i = 0; i < of->n_output; i++) {
            answer->output[i] = 0.0;
        }
        of->table->step(&call, answer);
    } else {
        of->table->step(&call, answer);
    }
    turn_to_a(&call.a, answer);
    memcpy(p->wrench, answer->wrench, sizeof p->wrench);
    w->shares.energy[p->element] = answer->energy;
}

// ---- its rows ----------------------------------------------------------------------------------

// S = L D L^T; rows without stiffness are left free, and so are all of them at a start.
void tac_factor_part(tac_part *p, double S[6][6])
{
    for (int j = 0; j < 6; j++) {
        double given = S[j][j], pivot = given;
        for (int k = 0; k < j; k++) {
            pivot -= p->L[j][k] * p->L[j][k] * p->D[k];
        }
        int held = pivot > tac_least_pivot * given;
        p->D[j] = pick(held, pivot, 0.0);
        p->L[j][j] = 1.0;
        for (int i = j + 1; i < 6; i++) {
            double sum = S[j][i];
            for (int k = 0; k < j; k++) {
                sum -= p->L[i][k] * p->L[j][k] * p->D[k];
            }
            p->L[i][j] = pick(held, sum / pick(held, pivot, 1.0), 0.0);
        }
    }
}

static void factor(const tac_workspace *w, tac_part *p, tac_part_answer *answer)
{
    for (int i = 0; i < 6 && w->start.is_on; i++) {
        for (int j = i; j < 6; j++) {
            answer->stiffness[i][j] = 0.0;
        }
    }
    tac_factor_part(p, answer->stiffness);
}

// Of numbers along the axes of mount a those of its rows, and back.
void tac_to_part_rows(const tac_part *p, double *x)
{
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < i; k++) {
            x[i] -= p->L[i][k] * x[k];
        }
    }
}

static void from_rows(const tac_part *p, double *x)
{
    for (int i = 5; i >= 0; i--) {
        for (int k = 0; k < i; k++) {
            x[i] += p->L[i][k] * x[k];
        }
    }
}

// What its rows are to carry.
static void force(const tac_part *p, double *f)
{
    for (int i = 0; i < 6; i++) {
        f[i] = -p->wrench[i];
    }
    tac_to_part_rows(p, f);
}

static void read_rows(const tac_workspace *w, const tac_part *p, int field, double *x)
{
    int row = w->m->element[p->element].row;
    for (int k = 0; k < 6; k++) {
        x[k] = *tac_row_field(w, row + k, field);
    }
}

static void write_rows(const tac_workspace *w, const tac_part *p, int field, const double *x)
{
    int row = w->m->element[p->element].row;
    for (int k = 0; k < 6; k++) {
        *tac_row_field(w, row + k, field) = x[k];
    }
}

// Jacobians of a side at mount b's place: bodies move there as one with what they carry.
static void find_slots(const tac_workspace *w, const tac_part *p, int side, tac_slot slot[6])
{
    const tac_element *e = &w->m->element[p->element];
    tac_pose a = tac_side_pose(w, e, 0), b = tac_side_pose(w, e, 1), body = side == 0 ? a : b;
    mat3 axes = mulm3(a.A, e->R[0]);
    vec3 at = add3(b.r, mul3(b.A, e->s[1])), s = tmul3(body.A, sub3(at, body.r));
    double sign = side == 0 ? -1.0 : 1.0;
    for (int k = 0; k < 6; k++) {
        vec3 f = mul3(axes, (vec3){p->L[0][k], p->L[1][k], p->L[2][k]});
        vec3 n = mul3(axes, (vec3){p->L[3][k], p->L[4][k], p->L[5][k]});
        slot[k].l = scale3(sign, f);
        slot[k].a = scale3(sign, add3(cross3(s, tmul3(body.A, f)), tmul3(body.A, n)));
    }
}

static void put_slots(const tac_workspace *w, const tac_part *p, int side, const tac_slot slot[6])
{
    int lanes = w->plan->g->lanes, linear;
    double *a = w->fields.J + tac_slots_at(w, w->m->element[p->element].row, side, &linear);
    for (int k = 0; k < 6; k++, a += 3 * lanes) {
        const double own[3] = {slot[k].a.x, slot[k].a.y, slot[k].a.z};
        const double along[3] = {slot[k].l.x, slot[k].l.y, slot[k].l.z};
        for (int f = 0; f < 3; f++) {
            a[f * lanes] = own[f];
            if (k < 3) {
                a[linear + f * lanes] = along[f];
            }
        }
    }
}

// ---- stages ------------------------------------------------------------------------------------

static vec3 side_vec3(const tac_workspace *w, const tac_element *e, int side, int field)
{
    int lanes = w->plan->g->lanes, interface = e->interface[side];
    const double *at = w->fields.body + (interface == TAC_NONE ? w->plan->body_at[e->body[side]]
                                                               : w->plan->interface_at[interface]);
    const double *p = at + field * lanes;
    return (vec3){p[0], p[lanes], p[2 * lanes]};
}

// Minus what its rows are of two fields of the bodies: velocities, or accelerations.
static void keep(const tac_workspace *w, const tac_part *p, tac_slot slot[2][6], int linear,
                 int angular)
{
    const tac_element *e = &w->m->element[p->element];
    for (int k = 0; k < 6; k++) {
        double sum = 0.0;
        for (int side = 0; side < 2; side++) {
            sum += tac_slot_dot(&slot[side][k], side_vec3(w, e, side, linear),
                                side_vec3(w, e, side, angular));
        }
        *tac_row_field(w, e->row + k, R_ADD) = -sum;
    }
}

// Hands its rows to the linear problem.
void tac_put_part_slots(const tac_workspace *w, const tac_part *p, tac_slot slot[2][6])
{
    put_slots(w, p, 0, slot[0]);
    put_slots(w, p, 1, slot[1]);
}

void tac_put_part_compliances(const tac_workspace *w, const tac_part *p)
{
    const tac_element *e = &w->m->element[p->element];
    for (int k = 0; k < 6; k++) {
        double *compliance = tac_row_field(w, e->row + k, R_C);
        double most = w->h * *tac_row_field(w, e->row + k, R_W) * tac_free_times;
        double own = 1.0 / pick(p->D[k] > 0.0, p->D[k], 1.0);
        *compliance = pick((p->D[k] > 0.0) & (own < most), own, most);
    }
}

// Multipliers push on the bodies.
static void push(const tac_workspace *w, const tac_part *p, tac_slot slot[2][6],
                 const double *lambda)
{
    int lanes = w->plan->g->lanes;
    for (int side = 0; side < 2; side++) {
        vec3 l = {0.0, 0.0, 0.0}, a = l;
        for (int k = 0; k < 6; k++) {
            l = axpy3(lambda[k], slot[side][k].l, l);
            a = axpy3(lambda[k], slot[side][k].a, a);
        }
        double *to = tac_told_by(w, p->element, side) + SIDE_FORCE * lanes;
        const double all[6] = {l.x, l.y, l.z, a.x, a.y, a.z};
        for (int f = 0; f < 6; f++) {
            to[f * lanes] = all[f];
        }
    }
    write_rows(w, p, R_LAMBDA, lambda);
}

// States have multipliers along the axes of mount a.
void tac_part_predict(tac_workspace *w, tac_part *p)
{
    (void)w;
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < i; k++) {
            p->L[i][k] = 0.0;
        }
    }
}

// Multipliers go on from the last iteration, as those of any law.
static void iterate(tac_workspace *w, tac_part *p, int fresh)
{
    tac_part_answer answer;
    tac_slot slot[2][6];
    double lambda[6], f[6];
    ask(w, p, &answer);
    read_rows(w, p, R_LAMBDA, lambda);
    if (fresh) {
        from_rows(p, lambda);
        factor(w, p, &answer);
        tac_to_part_rows(p, lambda);
    }
    find_slots(w, p, 0, slot[0]);
    find_slots(w, p, 1, slot[1]);
    if (fresh) {
        tac_put_part_slots(w, p, slot);
        tac_put_part_compliances(w, p);
    }
    push(w, p, slot, lambda);
    force(p, f);
    for (int k = 0; k < 6; k++) {
        double *row = tac_row_field(w, w->m->element[p->element].row + k, 0);
        int lanes = w->plan->g->lanes;
        row[R_ADD * lanes] = (f[k] - lambda[k]) * row[R_C * lanes];
    }
}

void tac_part_newton(tac_workspace *w, tac_part *p)
{
    iterate(w, p, 1);
}

void tac_part_again(tac_workspace *w, tac_part *p)
{
    iterate(w, p, 0);
}

// Velocities are changed in the metric that has its stiffness; it keeps its rates.
void tac_part_velocity(tac_workspace *w, tac_part *p)
{
    tac_part_answer answer;
    tac_slot slot[2][6];
    ask(w, p, &answer);
    factor(w, p, &answer);
    find_slots(w, p, 0, slot[0]);
    find_slots(w, p, 1, slot[1]);
    tac_put_part_slots(w, p, slot);
    tac_put_part_compliances(w, p);
    keep(w, p, slot, B_V, B_W);
}

// Its last answer of a step, at the velocities that the step ends with.
void tac_part_acceleration(tac_workspace *w, tac_part *p)
{
    const tac_element *e = &w->m->element[p->element];
    tac_part_answer answer;
    tac_slot slot[2][6];
    double f[6];
    ask(w, p, &answer);
    find_slots(w, p, 0, slot[0]);
    find_slots(w, p, 1, slot[1]);
    force(p, f);
    push(w, p, slot, f);
    keep(w, p, slot, B_ACC, B_WD);
    for (int k = 0; k < 6 && w->laws_given; k++) { // its force is given
        double *compliance = tac_row_field(w, e->row + k, R_C);
        *compliance = w->h * *tac_row_field(w, e->row + k, R_W) * tac_free_times;
        *tac_row_field(w, e->row + k, R_ADD) = 0.0;
    }
}

// A number that is not finite fails the step.
void tac_part_residual(tac_workspace *w, tac_part *p)
{
    const tac_part_desc *of =
        &w->m->objects.parts[tac_element_part(w->m, &w->m->element[p->element])];
    double sum = w->shares.energy[p->element];
    for (int k = 0; k < 6; k++) {
        sum += p->wrench[k];
    }
    for (int k = 0; k < tac_part_size(of); k++) {
        sum += p->number[k];
    }
    w->shares.element[p->element][S_BAD] += pick(0.0 * sum == 0.0, 0.0, 1.0);
}

void tac_part_commit(tac_workspace *w, tac_part *p)
{
    const tac_element *e = &w->m->element[p->element];
    int k = tac_element_part(w->m, e);
    double lambda[6];
    read_rows(w, p, R_LAMBDA, lambda);
    from_rows(p, lambda);
    memcpy(w->step.to.lambda + e->row, lambda, sizeof lambda);
    memcpy(w->step.to.part + w->m->objects.part_at[k], p->number,
           (size_t)tac_part_size(&w->m->objects.parts[k]) * sizeof *p->number);
}

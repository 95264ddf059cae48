#include "carried.h"

#include <string.h>

#include "base/pick.h"
#include "fronts/light_parts.h"
#include "fronts/stiff_laws.h"
#include "fronts/tension.h"
#include "workspace/single_access.h"

static const tac_part_table *table_of(const tac_workspace *w, const tac_part *p)
{
    return w->m->objects.parts[tac_element_part(w->m, &w->m->element[p->element])].table;
}

static int carrier_of(const tac_workspace *w, const tac_part *p)
{
    return w->m->element[p->element].body[1];
}

// ---- up ----------------------------------------------------------------------------------------

// Tells the carrier n numbers from a field on, and ground nothing.
static void tell(const tac_workspace *w, const tac_part *p, int first, const double *value, int n)
{
    int lanes = w->plan->g->lanes;
    double *a = tac_told_by(w, p->element, 0) + first * lanes;
    double *b = tac_told_by(w, p->element, 1) + first * lanes;
    for (int f = 0; f < n; f++) {
        a[f * lanes] = 0.0;
        b[f * lanes] = value[f];
    }
}

// Tells the carrier a force and a torque more.
static void tell_more(const tac_workspace *w, const tac_part *p, const double value[6])
{
    double *to = tac_told_by(w, p->element, 1) + SIDE_FORCE * w->plan->g->lanes;
    for (int f = 0; f < 6; f++) {
        to[f * w->plan->g->lanes] += value[f];
    }
}

static void place_slots(const tac_workspace *w, const tac_part *p)
{
    tac_slot slot[2][6] = {{{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}}};
    for (int k = 0; k < 6; k++) {
        slot[1][k] =
            (tac_slot){{p->L[0][k], p->L[1][k], p->L[2][k]}, {p->L[3][k], p->L[4][k], p->L[5][k]}};
    }
    tac_put_part_slots(w, p, slot);
}

// Batches on a carrier, from its first part on; none for others, whose rows are not in the tree and carry nothing.
static tac_part *load_of(const tac_workspace *w, tac_part *p)
{
    return &w->part[p->first] == p ? p : NULL;
}

// Of a start: what joints of each sub-model are open by.
static void spread_open(tac_workspace *w, const tac_part *p)
{
    for (int i = 0; i < p->n && w->start.is_on; i++) {
        w->part[p->alike[i]].open = p->up.open[i];
        w->part[p->alike[i]].widest = p->up.widest[i];
    }
}

static void add_up(tac_part_up *sum, const tac_part_up *up)
{
    for (int i = 0; i < TAC_PART_TOLD; i++) {
        sum->told[i] += up->told[i];
    }
    for (int i = 0; i < 6; i++) {
        sum->k[i] += up->k[i];
        for (int j = i; j < 6; j++) {
            sum->K[i][j] += up->K[i][j];
        }
    }
}

void tac_carry_ahead(tac_workspace *w, tac_part *p, tac_part_solve solve)
{
    for (tac_part *c = load_of(w, p); c; c = c->next) {
        if (c->bodies->ahead) {
            c->bodies->ahead(c->memory, solve);
        }
    }
}

// The sum of what all say; of one it is what it says.
static tac_part_up *ask_all(tac_workspace *w, tac_part *load, tac_part_solve solve,
                            tac_part_up *sum)
{
    for (tac_part *c = load; c; c = c->next) {
        c->bodies->up(c->memory, solve, &c->up);
        spread_open(w, c);
    }
    if (!load->next) {
        return &load->up;
    }
    *sum = load->up;
    for (tac_part *c = load->next; c; c = c->next) {
        add_up(sum, &c->up);
    }
    return sum;
}

void tac_unknowns_before(const tac_workspace *w, int body, tac_part_solve solve, double x[6])
{
    static const int field[TAC_PART_SOLVES][2] = {
        [TAC_PART_VELOCITY] = {B_V, B_W}, [TAC_PART_ACCELERATION] = {B_ACC, B_WD}};
    for (int f = 0; f < 6; f++) {
        int at = field[solve][f / 3];
        x[f] = at > 0 ? *tac_body_field(w, body, at + f % 3) : 0.0;
    }
}

void tac_carry_up(tac_workspace *w, tac_part *p, tac_part_solve solve)
{
    int row = w->m->element[p->element].row, lanes = w->plan->g->lanes;
    bool given = w->laws_given && !w->start.is_on;
    bool fresh = solve != TAC_PART_AGAIN && (solve != TAC_PART_ACCELERATION || given);
    tac_part_up sum, *up;
    double x[6];
    if (!load_of(w, p)) {
        return;
    }
    up = ask_all(w, p, solve, &sum);
    if (fresh) {
        tac_factor_part(p, up->K);
        place_slots(w, p);
        tac_put_part_compliances(w, p);
    }
    tac_to_part_rows(p, up->k);
    tac_unknowns_before(w, carrier_of(w, p), solve, x);
    for (int k = 0; k < 6; k++) {
        double *at = tac_row_field(w, row + k, 0);
        at[R_LAMBDA * lanes] = 0.0;
        double before = 0.0; // Phi x
        for (int i = k; i < 6; i++) {
            before += p->L[i][k] * x[i];
        }
        at[R_ADD * lanes] = up->k[k] * at[R_C * lanes] - before;
    }
    tell(w, p, SIDE_FORCE, up->told, solve == TAC_PART_NEWTON ? TAC_PART_TOLD : 6);
}

// Where numbers of each sub-model of a batch are, in a step from s.
static void list_own(const tac_workspace *w, const tac_part *p, const tac_state *s,
                     tac_part_own own[TAC_PART_MOST_ALIKE])
{
    for (int i = 0; i < p->n; i++) {
        int k = p->alike[i];
        double *number = w->part[k].number;
        own[i] = (tac_part_own){.from = s->part + w->m->objects.part_at[k],
                                .to = number,
                                .output = number + w->m->objects.parts[k].n_state};
    }
}

// At the end of the step, then the means over it.
static void read_inputs(const tac_workspace *w, int part, double *input)
{
    const tac_part_desc *of = &w->m->objects.parts[part];
    const tac_signal *end = tac_signals_for(w, w->part[part].element);
    const tac_signal *mean = w->step.mean + (end - w->step.signal);
    for (int i = 0; i < of->n_input; i++) {
        int source = of->input[i];
        input[i] = source == TAC_NONE ? 0.0 : end[source].x;
        input[of->n_input + i] = source == TAC_NONE ? 0.0 : mean[source].x;
    }
}

static void begin(tac_workspace *w, tac_part *p, const tac_state *s, int64_t step, int starts)
{
    tac_part_own own[TAC_PART_MOST_ALIKE];
    double input[TAC_PART_MOST_ALIKE][2 * TAC_PART_MOST_VALUES];
    list_own(w, p, s, own);
    for (int i = 0; i < p->n; i++) {
        read_inputs(w, p->alike[i], input[i]);
        own[i].input = input[i];
    }
    if (starts && step == 0) {
        p->bodies->first(p->memory, own);
    }
    for (int i = 0; i < p->n && starts && step == 0; i++) {
        own[i].from = own[i].to;
    }
    p->bodies->begin(p->memory, own, (const double *)&s->body[carrier_of(w, p)], step, starts);
}

// ---- marks -------------------------------------------------------------------------------------

static void ask_mark(tac_workspace *w, int k, tac_part_marking what, double number[2])
{
    w->part[k].bodies->mark(w->part[k].memory, what, number);
}

static bool is_on(const tac_workspace *w, int k, int body)
{
    return w->part[k].memory && carrier_of(w, &w->part[k]) == body;
}

// Joints on a body that are left in sub-models but one.
static double left_in(const tac_workspace *w, int body, int but)
{
    double n = 0.0;
    for (int k = 0; k < w->m->objects.n_part; k++) {
        n += k != but && is_on(w, k, body) ? w->part[k].left : 0.0;
    }
    return n;
}

// Peels what lies here, then sub-models one after another; whether one of these has fewer joints left.
static bool peel(tac_workspace *w)
{
    bool less = false;
    for (int k = 0; k < w->m->objects.n_part; k++) {
        int body = carrier_of(w, &w->part[k]);
        if (w->part[k].memory) {
            tac_leave_tension(w, body, left_in(w, body, TAC_NONE));
        }
    }
    tac_peel_tension(w);
    for (int k = 0; k < w->m->objects.n_part; k++) {
        int body = carrier_of(w, &w->part[k]);
        double number[2] = {left_in(w, body, k)};
        if (w->part[k].memory) {
            number[0] += tac_tension_left(w, body);
            ask_mark(w, k, TAC_PART_PEELED, number);
            less = less || number[0] < w->part[k].left;
            w->part[k].left = number[0];
        }
    }
    return less;
}

static void add_loops(tac_workspace *w)
{
    for (int k = 0; k < w->m->objects.n_part; k++) {
        double own[2], more[2] = {0.0};
        if (w->part[k].memory) {
            int body = carrier_of(w, &w->part[k]);
            ask_mark(w, k, TAC_PART_LOOPED, more);
            tac_read_loops(w, body, own);
            own[0] += more[0];
            own[1] += more[1];
            tac_write_loops(w, body, own);
        }
    }
}

static void mark_tension(tac_workspace *w)
{
    tac_count_tension(w);
    for (int k = 0; k < w->m->objects.n_part; k++) {
        double number[2] = {0.0};
        if (w->part[k].memory) {
            ask_mark(w, k, TAC_PART_COUNTED, number);
            w->part[k].left = number[0];
        }
    }
    for (bool less = true; less;) {
        less = peel(w);
    }
    tac_count_loops(w);
    add_loops(w);
    tac_mark_loops(w);
    for (int k = 0; k < w->m->objects.n_part; k++) {
        double number[2];
        if (w->part[k].memory) {
            tac_read_loops(w, carrier_of(w, &w->part[k]), number);
            ask_mark(w, k, TAC_PART_MARKED, number);
        }
    }
}

// Whether a mark was new.
static bool share_stiff_laws(tac_workspace *w, int k)
{
    int body = carrier_of(w, &w->part[k]);
    double own[2] = {0.0}, number[2];
    tac_share_stiff_laws(w, body, own);
    memcpy(number, own, sizeof number);
    ask_mark(w, k, TAC_PART_STIFF, number);
    bool is_new = number[0] > own[0] || number[1] > own[1];
    tac_share_stiff_laws(w, body, number);
    return is_new;
}

// The first time that of the largest is found, the second time all have it.
static void share_lengths(tac_workspace *w)
{
    for (int time = 0; time < 2; time++) {
        for (int k = 0; k < w->m->objects.n_part; k++) {
            double number[2] = {w->length};
            if (w->part[k].memory) {
                ask_mark(w, k, TAC_PART_LENGTH, number);
                w->length = number[0];
            }
        }
    }
}

// Likewise, of what joints connect with each carrier.
static void share_heaviest(tac_workspace *w)
{
    for (int time = 0; time < 2; time++) {
        for (int k = 0; k < w->m->objects.n_part; k++) {
            if (w->part[k].memory) {
                int body = carrier_of(w, &w->part[k]);
                double number[2] = {0.0};
                tac_share_heaviest(w, body, number);
                ask_mark(w, k, TAC_PART_HEAVIEST, number);
                tac_share_heaviest(w, body, number);
            }
        }
    }
}

void tac_carry_marks(tac_workspace *w)
{
    if (!tac_carries(w)) {
        return;
    }
    share_lengths(w);
    share_heaviest(w);
    for (bool more = true; more;) {
        more = false;
        for (int k = 0; k < w->m->objects.n_part; k++) {
            more = (w->part[k].memory && share_stiff_laws(w, k)) || more;
        }
    }
    mark_tension(w);
}

bool tac_carries(const tac_workspace *w)
{
    bool any = false;
    for (int k = 0; k < w->m->objects.n_part; k++) {
        any = any || w->part[k].memory;
    }
    return any;
}

void tac_carry_start(tac_workspace *w, const tac_state *s, int64_t step)
{
    for (int k = 0; k < w->n_carried; k++) {
        begin(w, &w->part[w->carried[k]], s, step, 1);
    }
}

void tac_carry_predict(tac_workspace *w, tac_part *p)
{
    for (tac_part *c = load_of(w, p); c; c = c->next) {
        begin(w, c, w->step.from, *w->step.from->step + 1, 0);
    }
}

// ---- down --------------------------------------------------------------------------------------

// Unknowns of the carrier from what all that is on it tells it, sub-models by the rows of the first.
static void solve_carrier(const tac_workspace *w, int body, double x[6])
{
    int lanes = w->plan->g->lanes, lane = w->plan->g->body_lane[body];
    const tac_body_cell *c = &w->plan->body[w->plan->g->body_cell[body]];
    double sum[6] = {0.0};
    for (int k = 0; k < c->n_side; k++) {
        const tac_side *s = &c->side[k];
        const double *from =
            w->sweep.scratch[s->scratch] + (s->at.aligned ? s->at.first + lane : s->at.at[lane]);
        for (int f = 0; f < 6; f++) {
            sum[f] += from[(SIDE_FORCE + f) * lanes];
        }
    }
    double h = w->pace.h[0], mass_inv = *tac_body_field(w, body, B_MASS_INV);
    const double *K = tac_body_field(w, body, B_LEAF_INV);
    const double xx = K[0], yy = K[lanes], zz = K[2 * lanes], xy = K[3 * lanes], xz = K[4 * lanes],
                 yz = K[5 * lanes];
    const double turned[3] = {xx * sum[3] + xy * sum[4] + xz * sum[5],
                              xy * sum[3] + yy * sum[4] + yz * sum[5],
                              xz * sum[3] + yz * sum[4] + zz * sum[5]};
    for (int f = 0; f < 3; f++) {
        x[f] = *tac_body_field(w, body, B_X + f) - h * mass_inv * sum[f];
        x[3 + f] = *tac_body_field(w, body, B_X + 3 + f) - h * turned[f];
    }
}

// The reactions on the carrier are those of the rows, so that it is where the sub-models were told.
void tac_carry_down(tac_workspace *w, tac_part *p, tac_part_solve solve, int is_last)
{
    double x[6], turned[3] = {0.0}, aside[6] = {0.0};
    bool has_sides = false;
    solve_carrier(w, carrier_of(w, p), x);
    for (tac_part *c = p; c; c = c->next) {
        c->bodies->down(c->memory, solve, is_last, w->start.shorten, x, &c->down);
        for (int f = 0; f < 3 && is_last; f++) {
            turned[f] += c->down.turned[f];
        }
        for (int f = 0; f < 6; f++) {
            aside[f] += c->down.aside[f];
        }
        has_sides = has_sides || tac_part_has_sides(table_of(w, c));
    }
    if (has_sides && solve == TAC_PART_NEWTON) {
        tell_more(w, p, aside);
    }
    if (is_last) {
        tell(w, p, SIDE_TURNED, turned, 3);
    }
}

void tac_carry_moved(tac_workspace *w, tac_part *p)
{
    const double *from = tac_body_field(w, carrier_of(w, p), B_R);
    double motion[TAC_PART_MOTION];
    for (int k = 0; k < TAC_PART_MOTION - 1; k++) {
        motion[k] = from[k * w->plan->g->lanes];
    }
    motion[TAC_PART_MOTION - 1] = *tac_body_field(w, carrier_of(w, p), B_FOLLOW);
    p->bodies->move(p->memory, motion);
}

// ---- end ---------------------------------------------------------------------------------------

// Outputs that are not finite fail the step; what a state's numbers are its object knows.
static void check_outputs(const tac_workspace *w, tac_part *p, const tac_part_own *own)
{
    double sum = p->result.potential + p->result.kinetic;
    for (int i = 0; i < p->n; i++) {
        for (int k = 0; k < w->m->objects.parts[p->alike[i]].n_output; k++) {
            sum += own[i].output[k];
        }
    }
    double code = pick(0.0 * sum == 0.0, TAC_OK, TAC_NOT_FINITE);
    p->result.code = (int)pick(p->result.code == TAC_OK, code, p->result.code);
}

// The first on a carrier for all, and others have nothing.
void tac_carry_residual(tac_workspace *w, tac_part *p)
{
    double energy = 0.0;
    tac_share share = {0.0};
    for (tac_part *c = load_of(w, p); c; c = c->next) {
        tac_part_own own[TAC_PART_MOST_ALIKE];
        const tac_part_result *r = &c->result;
        list_own(w, c, w->step.from, own);
        c->bodies->end(c->memory, own, &c->result);
        check_outputs(w, c, own);
        energy += r->potential;
        share +=
            (tac_share){r->position, r->velocity, r->acceleration, r->code == TAC_OK ? 0.0 : 1.0};
    }
    w->shares.energy[p->element] = energy;
    w->shares.element[p->element] = share;
}

// What the sub-model is in doubt by is its carrier's.
void tac_carry_checked(tac_workspace *w, tac_part *p)
{
    int body = carrier_of(w, p);
    w->shares.body[body][S_INCREMENT] += p->result.increment;
    w->shares.body[body][S_KINETIC] += p->result.kinetic;
    for (int i = 0; i < 4; i++) {
        double own = w->shares.measure[body][i], inside = p->result.worst[i];
        w->shares.measure[body][i] = pick(inside > own, inside, own);
    }
}

static void commit_numbers(const tac_workspace *w, const tac_part *p)
{
    for (int i = 0; i < p->n; i++) {
        int k = p->alike[i];
        memcpy(w->step.to.part + w->m->objects.part_at[k], w->part[k].number,
               (size_t)tac_part_size(&w->m->objects.parts[k]) * sizeof *p->number);
    }
}

// Minus the wrench at mount b, along the axes of ground's mount.
void tac_carry_commit(tac_workspace *w, tac_part *p)
{
    const tac_element *e = &w->m->element[p->element];
    const double *x = w->part[p->batch].result.wrench[p->place];
    mat3 A = tac_body_rotation(w, e->body[1]);
    vec3 force = {x[0], x[1], x[2]}, torque = {x[3], x[4], x[5]};
    vec3 at_mount = sub3(mul3(A, torque), cross3(mul3(A, e->s[1]), force));
    vec3 f = tmul3(e->R[0], force), n = tmul3(e->R[0], at_mount);
    const double all[6] = {f.x, f.y, f.z, n.x, n.y, n.z};
    memcpy(w->step.to.lambda + e->row, all, sizeof all);
    for (const tac_part *c = load_of(w, p); c; c = c->next) {
        commit_numbers(w, c);
    }
}

#include "estimate.h"

#include <math.h>
#include <stdlib.h>

#include "doubt.h"
#include "system/fail.h"

// ---- runs ----------------------------------------------------------------------------------------

static bool open_run(tac_estimate *e, int k, tac_estimate_build *build, void *context)
{
    tac_estimate_run *r = &e->run[k];
    bool ok = build(context, &r->sim);
    e->n++;
    if (ok && k == 0) {
        e->dt = r->sim.options.dt;
        r->order = r->sim.options.order;
    }
    r->order = k < 2 || e->one_order ? e->run[0].order : e->run[0].order == 4 ? 2 : 4;
    r->parts = (k < 2 ? 1 : e->one_order ? 4 : 1) * (1 + k % 2);
    if (ok && tac_simulation_has_one_order(&r->sim)) {
        r->order = 4; // of Runge and Kutta
    } else {
        r->sim.options.order = r->order;
    }
    r->sim.options.dt = e->dt / r->parts;
    ok = ok && tac_simulation_prepare(&r->sim) && tac_simulation_start(&r->sim);
    if (!ok && k > 0) {
        e->run[0].sim.diag = r->sim.diag;
    }
    return ok;
}

// Where the other order does not follow the model with this step, as fast modes of flexible bodies, the order that
// was asked for goes on with a quarter and an eighth of the step.
static bool open_others(tac_estimate *e, tac_estimate_build *build, void *context)
{
    if (open_run(e, 2, build, context)) {
        return open_run(e, 3, build, context);
    }
    e->why = e->run[2].sim.diag;
    tac_simulation_close(&e->run[2].sim);
    e->run[2] = (tac_estimate_run){.order = 0};
    e->n = 2;
    e->one_order = true;
    return open_run(e, 2, build, context) && open_run(e, 3, build, context);
}

bool tac_estimate_open(tac_estimate *e, tac_estimate_build *build, void *context)
{
    *e = (tac_estimate){.n = 0};
    bool ok = open_run(e, 0, build, context) && open_run(e, 1, build, context);
    bool judged = ok && !tac_simulation_has_one_order(&e->run[0].sim);
    e->one_order = judged && e->run[0].order > 4; // no other order is better
    if (judged) {
        ok = e->one_order ? open_run(e, 2, build, context) && open_run(e, 3, build, context)
                          : open_others(e, build, context);
    }
    if (!ok) {
        return false;
    }
    e->finest = e->n == 2 || (e->run[0].order == 4 && !e->one_order) ? 1 : 3;
    e->length = tac_model_length(e->run[0].sim.model);
    int n = e->run[0].sim.file->desc.n_body;
    e->body = calloc((size_t)n + 1, sizeof *e->body);
    for (int i = 0; e->body && i < n; i++) {
        e->body[i].body = i;
    }
    return e->body ||
           tac_diag_say_memory(&e->run[0].sim.diag, "%s: not enough memory", e->run[0].sim.path);
}

void tac_estimate_close(tac_estimate *e)
{
    for (int k = 0; k < e->n; k++) {
        tac_simulation_close(&e->run[k].sim);
    }
    free(e->body);
    *e = (tac_estimate){.n = 0};
}

// ---- differences ---------------------------------------------------------------------------------

static double energy(const tac_simulation *s)
{
    return s->report.kinetic + s->report.potential;
}

static double angle_between(quat a, quat b)
{
    double along = fabs(a.e0 * b.e0 + a.e1 * b.e1 + a.e2 * b.e2 + a.e3 * b.e3);
    quat d = {a.e0 - b.e0, a.e1 - b.e1, a.e2 - b.e2, a.e3 - b.e3};
    quat s = {a.e0 + b.e0, a.e1 + b.e1, a.e2 + b.e2, a.e3 + b.e3};
    double apart = fmin(sqrt(dotq(d, d)), sqrt(dotq(s, s))); // also of small angles to all digits
    return along < 0.9 ? 2.0 * acos(along) : 4.0 * asin(0.5 * apart);
}

static void compare_bodies(tac_estimate *e, tac_estimate_run *r, const tac_simulation *fine)
{
    for (int i = 0; i < fine->file->desc.n_body; i++) {
        const tac_body_state *a = &r->sim.state.body[i], *b = &fine->state.body[i];
        double position = norm3(sub3(a->r, b->r)), angle = angle_between(a->p, b->p);
        r->off.position = fmax(r->off.position, position);
        r->off.angle = fmax(r->off.angle, angle);
        if (r == &e->run[0]) {
            e->body[i].position = fmax(e->body[i].position, position);
            e->body[i].angle = fmax(e->body[i].angle, angle);
        }
    }
}

// Rotation from b to a: 2 sin(angle/2) along its axis, world.
static vec3 turned(quat a, quat b)
{
    quat d = mulq(a, conjq(b));
    return scale3(d.e0 < 0.0 ? -2.0 : 2.0, (vec3){d.e1, d.e2, d.e3});
}

static double square(vec3 a)
{
    return dot3(a, a);
}

// The pair of order 2 beside the finest run, if there is one.
static const tac_estimate_run *second_order(const tac_estimate *e)
{
    const tac_estimate_run *pair = &e->run[2 - (e->finest - 1)];
    return e->n == 4 && !e->one_order && pair->order == 2 ? pair : NULL;
}

// With errors v h^2 of order 2 and u h^p of the finest run's, h the step: the differences to the finest are 4v - u and
// v - u, so that the first less four times the second is 3u, and halving changes (2^p - 1) u at the finest run's order.
static void compare_orders(tac_estimate *e, const tac_simulation *fine)
{
    const tac_estimate_run *pair = second_order(e), *coarse = &e->run[e->finest - 1];
    if (!pair || pair[0].stopped || pair[1].stopped || coarse->stopped) {
        return;
    }
    for (int i = 0; i < fine->file->desc.n_body; i++) {
        const tac_body_state *f = &fine->state.body[i], *a = &pair[0].sim.state.body[i],
                             *b = &pair[1].sim.state.body[i], *c = &coarse->sim.state.body[i];
        vec3 shift = sub3(sub3(a->r, f->r), scale3(4.0, sub3(b->r, f->r)));
        vec3 turn = sub3(turned(a->p, f->p), scale3(4.0, turned(b->p, f->p)));
        double by = 1.0 / (e->length * e->length);
        e->body[i].lacks += by * square(shift) + square(turn);
        e->body[i].change += by * square(sub3(c->r, f->r)) + square(turned(c->p, f->p));
    }
}

static void compare_joints(tac_estimate *e, tac_estimate_run *r, const tac_simulation *fine)
{
    for (int j = 0; j < fine->file->desc.n_joint; j++) {
        double a[6], b[6];
        tac_joint_reaction(r->sim.model, &r->sim.state, j, a);
        tac_joint_reaction(fine->model, &fine->state, j, b);
        vec3 force = {b[0], b[1], b[2]}, torque = {b[3], b[4], b[5]};
        e->force = fmax(e->force, norm3(force));
        e->torque = fmax(e->torque, norm3(torque));
        r->off.force = fmax(r->off.force, norm3(sub3((vec3){a[0], a[1], a[2]}, force)));
        r->off.torque = fmax(r->off.torque, norm3(sub3((vec3){a[3], a[4], a[5]}, torque)));
    }
}

bool tac_estimate_step(tac_estimate *e)
{
    int going = 0;
    for (int k = 0; k < e->n; k++) {
        tac_estimate_run *r = &e->run[k];
        for (int part = 0; part < r->parts && !r->stopped; part++) {
            r->stopped = tac_simulation_step(&r->sim).code != TAC_OK;
            (void)(r->stopped || tac_doubts_add(&r->doubts, &r->sim));
        }
        going += k != e->finest && !r->stopped;
    }
    const tac_simulation *fine = &e->run[e->finest].sim;
    if (e->run[e->finest].stopped || going == 0) {
        return false;
    }
    e->steps++;
    for (int k = 0; k < e->n; k++) {
        tac_estimate_run *r = &e->run[k];
        if (k != e->finest && !r->stopped) {
            compare_bodies(e, r, fine);
            compare_joints(e, r, fine);
            r->off.energy = fmax(r->off.energy, fabs(energy(&r->sim) - energy(fine)));
        }
    }
    compare_orders(e, fine);
    return true;
}

// ---- what follows from them ----------------------------------------------------------------------

double tac_estimate_size(const tac_estimate *e, const tac_step_error *error)
{
    return fmax(error->position / e->length, error->angle);
}

static double difference(const tac_estimate *e, int run)
{
    return e->run[run].stopped ? HUGE_VAL : tac_estimate_size(e, &e->run[run].off);
}

// Of the pair of runs that the finest does not belong to.
static double observed_power(const tac_estimate *e)
{
    int coarse = 2 - (e->finest - 1);
    double a = difference(e, coarse), b = difference(e, coarse + 1);
    return b > 0.0 && isfinite(b) ? isfinite(a) ? log2(a / b) : 1.0 : 0.0;
}

// The finest run's power as the body shows it whose difference at order 2 falls most cleanly (compare_orders), of those
// that halving the step changes by a good share of what it changes any; 0 without order 2 beside it. Where the finest
// run is no better than order 2, all bodies show the same low power; where order 2 still has other errors, some show less.
static double cleanest_power(const tac_estimate *e)
{
    double most = 0.0, least = HUGE_VAL;
    int n = second_order(e) ? e->run[0].sim.file->desc.n_body : 0;
    for (int i = 0; i < n; i++) {
        most = fmax(most, e->body[i].change);
    }
    for (int i = 0; i < n; i++) {
        const tac_body_error *b = &e->body[i];
        double ratio = b->change > tac_limit_value(TAC_LIMIT_ESTIMATE_SHARE) * most
                           ? sqrt(b->lacks / b->change)
                           : HUGE_VAL;
        least = fmin(least, ratio);
    }
    return least < HUGE_VAL ? fmin(4.0, log2(1.0 + 3.0 / least)) : 0.0;
}

// Of the finest run's order: what the order promises, unless the other order shows that it cannot be, or
// halving the step changes as much as the other order is off.
static double finest_power(const tac_estimate *e)
{
    if (e->n == 2) {
        return 4.0;
    }
    if (e->one_order) {
        return fmin(observed_power(e), (double)e->run[0].order);
    }
    int coarse = 2 - (e->finest - 1);
    double change = difference(e, e->finest - 1), others = difference(e, coarse + 1);
    double seen = observed_power(e);
    bool smooth = tac_model_unilateral(e->run[0].sim.model) == 0;
    bool better = change < 0.1 * others || (change < 0.5 * others && seen > 1.7);
    if (change < tac_limit_value(TAC_LIMIT_ESTIMATE_ROUNDING) || (smooth && better)) {
        return 4.0;
    }
    smooth = smooth && e->run[0].sim.file->desc.n_friction == 0;
    double cleanest = smooth ? cleanest_power(e) : 0.0;
    return cleanest > tac_limit_value(TAC_LIMIT_ESTIMATE_ORDER) ? cleanest : seen;
}

double tac_estimate_power(const tac_estimate *e, int order)
{
    double power =
        order == e->run[e->finest].order ? finest_power(e) : fmin(observed_power(e), (double)order);
    return power < tac_limit_value(TAC_LIMIT_ESTIMATE_POWER) ? 0.0 : power;
}

static tac_step_error scaled(tac_step_error a, double by)
{
    return (tac_step_error){a.position * by, a.angle * by, a.force * by, a.torque * by,
                            a.energy * by};
}

tac_step_error tac_estimate_error(const tac_estimate *e, int run)
{
    tac_step_error none = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
    if (e->run[run].stopped) {
        return none;
    }
    if (e->run[run].order != e->run[e->finest].order || run < e->finest - 1) {
        return e->run[run].off;
    }
    // the error falls by 2^power when the step is halved, and the change is their difference
    const tac_estimate_run *coarse = &e->run[e->finest - 1];
    double power = finest_power(e), share = exp2(power);
    if (power < tac_limit_value(TAC_LIMIT_ESTIMATE_POWER)) {
        return coarse->stopped ? none : coarse->off; // halving changes nothing for the better
    }
    return coarse->stopped ? none
                           : scaled(coarse->off, (run == e->finest ? 1.0 : share) / (share - 1.0));
}

// ---- choice --------------------------------------------------------------------------------------

// Steps of order 3 and 4 have 3 and 6 sub-steps and put them together.
static double price(int order, int parts)
{
    static const double of_order[] = {[2] = 1.0, [3] = 4.0, [4] = 7.0, [6] = 7.0};
    return of_order[order] * parts;
}

// Parts of the step that an order needs, 0: none does. Beyond what was run half of the bound is aimed at,
// with no more than the third power.
static int parts_for(const tac_estimate *e, int coarse, double error, double *expects)
{
    double size[2];
    for (int k = 0; k < 2; k++) {
        tac_step_error off = tac_estimate_error(e, coarse + k);
        *expects = size[k] = tac_estimate_size(e, &off);
        if (size[k] <= 0.7 * error &&
            !tac_doubts_any(&e->run[coarse + k].doubts, &e->run[coarse + k].sim)) {
            return e->run[coarse + k].parts;
        }
    }
    int base = e->run[isfinite(size[0]) ? coarse : coarse + 1].parts;
    double power = fmin(3.0, tac_estimate_power(e, e->run[coarse].order));
    double from = size[isfinite(size[0]) ? 0 : 1];
    double least = tac_doubts_any(&e->run[coarse + 1].doubts, &e->run[coarse + 1].sim)
                       ? e->run[coarse + 1].parts + 1.0
                       : 1.0;
    double parts =
        power > 0.0 && isfinite(from) && from > tac_limit_value(TAC_LIMIT_ESTIMATE_ROUNDING)
            ? base * ceil(pow(from / (0.5 * error), 1.0 / power))
            : HUGE_VAL;
    parts = fmax(parts, least);
    if (!(parts <= TAC_MOST_PARTS) || e->dt / parts < 1e-9) {
        return 0;
    }
    *expects = from * pow(base / parts, power);
    return (int)parts;
}

tac_step_choice tac_estimate_choose(const tac_estimate *e, double error)
{
    tac_step_choice best = {.order = 0};
    for (int coarse = 0; coarse < e->n; coarse += 2) {
        double expects = 0.0;
        int order = e->run[coarse].order, parts = parts_for(e, coarse, error, &expects);
        if (parts > 0 && (best.order == 0 || price(order, parts) < price(best.order, best.parts))) {
            best = (tac_step_choice){order, parts, e->dt / parts, expects};
        }
    }
    return best;
}

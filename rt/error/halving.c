#include "halving.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/fail.h"

// ---- runs ----------------------------------------------------------------------------------------

// The run with its step times `factor`; its options are those of s. An absolute penalty is taken with the square of the
// step, so that both runs hold their joints alike: as it is, half the step would converge worse than the whole.
static bool open_run(tac_simulation *run, const tac_simulation *s, double factor)
{
    tac_simulation_like(run, s);
    run->options.dt = factor * s->options.dt;
    run->options.alpha /= factor * factor;
    return tac_simulation_prepare(run) && tac_simulation_start(run);
}

static void widen(vec3 *low, vec3 *high, vec3 r)
{
    *low = (vec3){fmin(low->x, r.x), fmin(low->y, r.y), fmin(low->z, r.z)};
    *high = (vec3){fmax(high->x, r.x), fmax(high->y, r.y), fmax(high->z, r.z)};
}

// Diagonal of the box around all bodies and the joints on ground.
static double extent_of(const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    vec3 low = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < d->n_body; i++) {
        if (!d->body[i].shaft) {
            widen(&low, &high, s->state.body[i].r);
        }
    }
    for (int j = 0; j < d->n_joint; j++) {
        if (d->joint[j].a.body == TAC_GROUND) {
            widen(&low, &high, d->joint[j].a.s);
        }
        if (d->joint[j].b.body == TAC_GROUND) {
            widen(&low, &high, d->joint[j].b.s);
        }
    }
    return d->n_body > 0 ? norm3(sub3(high, low)) : 0.0;
}

static bool take_memory(tac_halving *h)
{
    size_t n = (size_t)h->n_body + 1;
    h->low = calloc(n, sizeof *h->low);
    h->high = calloc(n, sizeof *h->high);
    return (h->low && h->high) ||
           tac_diag_say_memory(&h->half.diag, "%s: not enough memory", h->half.path);
}

bool tac_halving_open(tac_halving *h, const tac_simulation *s, int64_t n_step)
{
    *h = (tac_halving){.dt = s->options.dt,
                       .n_step = n_step,
                       .n_body = s->file->desc.n_body,
                       .extent = extent_of(s)};
    if (!open_run(&h->half, s, 0.5) || !take_memory(h)) {
        return false;
    }
    h->twice_goes = n_step > 1 && open_run(&h->twice, s, 2.0);
    for (int i = 0; i < h->n_body; i++) {
        h->low[i] = h->high[i] = s->state.body[i].r;
    }
    return true;
}

void tac_halving_close(tac_halving *h)
{
    tac_simulation_close(&h->half);
    tac_simulation_close(&h->twice);
    free(h->low);
    free(h->high);
    *h = (tac_halving){.n_body = 0};
}

void tac_motion_of(const tac_simulation *s, tac_motion *motion)
{
    for (int i = 0; i < s->file->desc.n_body; i++) {
        const tac_body_state *b = &s->state.body[i];
        motion[i] = (tac_motion){b->r, b->p, b->v, b->w};
    }
}

// ---- differences ---------------------------------------------------------------------------------

double tac_angle_between(quat a, quat b)
{
    double along = fabs(a.e0 * b.e0 + a.e1 * b.e1 + a.e2 * b.e2 + a.e3 * b.e3);
    quat d = {a.e0 - b.e0, a.e1 - b.e1, a.e2 - b.e2, a.e3 - b.e3};
    quat s = {a.e0 + b.e0, a.e1 + b.e1, a.e2 + b.e2, a.e3 + b.e3};
    double apart = fmin(sqrt(dotq(d, d)), sqrt(dotq(s, s)));
    return along < 0.9 ? 2.0 * acos(along) : 4.0 * asin(0.5 * apart);
}

static bool is_shaft(const tac_simulation *s, int body)
{
    return s->file->desc.body[body].shaft;
}

static vec3 mean_shift(const tac_simulation *other, const tac_motion *motion, int n)
{
    vec3 sum = {0.0, 0.0, 0.0};
    int places = 0;
    for (int i = 0; i < n; i++) {
        if (!is_shaft(other, i)) {
            sum = add3(sum, sub3(motion[i].r, other->state.body[i].r));
            places++;
        }
    }
    return places > 0 ? scale3(1.0 / places, sum) : sum;
}

static void raise(tac_gap *gap, double value, int body, int64_t step)
{
    if (value > gap->value) {
        *gap = (tac_gap){value, body, step};
    }
}

// Of an angle that counts turns: off by so much of a radian, or of what it has turned where that is more.
static void compare_shaft(const tac_halving *h, const tac_simulation *other,
                          const tac_motion *motion, int i, tac_gap gap[TAC_GAP_MEASURES])
{
    double turned = fmax(1.0, h->high[i].x - h->low[i].x);
    const tac_body_state *b = &other->state.body[i];
    raise(&gap[TAC_GAP_ANGLE], fabs(motion[i].r.x - b->r.x) / turned, i, h->step);
    raise(&gap[TAC_GAP_SPIN], fabs(motion[i].v.x - b->v.x), i, h->step);
}

// Raises the gaps to those of an instant.
static void compare(const tac_halving *h, const tac_simulation *other, const tac_motion *motion,
                    tac_gap gap[TAC_GAP_MEASURES])
{
    vec3 mean = mean_shift(other, motion, h->n_body);
    for (int i = 0; i < h->n_body; i++) {
        const tac_body_state *b = &other->state.body[i];
        if (is_shaft(other, i)) {
            compare_shaft(h, other, motion, i, gap);
            continue;
        }
        vec3 shift = sub3(motion[i].r, b->r);
        raise(&gap[TAC_GAP_PLACE], norm3(shift), i, h->step);
        raise(&gap[TAC_GAP_APART], norm3(sub3(shift, mean)), i, h->step);
        raise(&gap[TAC_GAP_ANGLE], tac_angle_between(motion[i].p, b->p), i, h->step);
        raise(&gap[TAC_GAP_SPEED], norm3(sub3(motion[i].v, b->v)), i, h->step);
        raise(&gap[TAC_GAP_SPIN], norm3(sub3(motion[i].w, b->w)), i, h->step);
    }
}

// What the errors are measured against.
static void follow(tac_halving *h, const tac_motion *motion)
{
    for (int i = 0; i < h->n_body; i++) {
        double *fastest = is_shaft(&h->half, i) ? &h->fastest_spin : &h->fastest_speed;
        widen(&h->low[i], &h->high[i], motion[i].r);
        *fastest = fmax(*fastest, norm3(motion[i].v));
        h->fastest_spin = fmax(h->fastest_spin, norm3(motion[i].w));
    }
}

static bool make(tac_simulation *run, int steps)
{
    bool made = true;
    for (int k = 0; k < steps && made; k++) {
        made = tac_simulation_step(run).code == TAC_OK;
    }
    return made;
}

static void compare_half(tac_halving *h, const tac_motion *motion, tac_gap gap[TAC_GAP_MEASURES])
{
    double *bin = h->half_bin[tac_halving_bin(h, h->step)];
    compare(h, &h->half, motion, gap);
    for (int k = 0; k < TAC_GAP_MEASURES; k++) {
        raise(&h->half_gap[k], gap[k].value, gap[k].body, gap[k].step);
    }
    for (int k = 0; k < TAC_GAP_POSES; k++) {
        bin[k] = fmax(bin[k], gap[k].value);
    }
}

static void compare_twice(tac_halving *h, const tac_motion *motion, const tac_gap *half)
{
    tac_gap gap[TAC_GAP_MEASURES] = {{0.0, 0, 0}};
    int b = tac_halving_bin(h, h->step);
    compare(h, &h->twice, motion, gap);
    for (int k = 0; k < TAC_GAP_POSES; k++) {
        h->twice_gap[b][k] = fmax(h->twice_gap[b][k], gap[k].value);
        h->half_even[b][k] = fmax(h->half_even[b][k], half[k].value);
    }
}

void tac_halving_add(tac_halving *h, const tac_motion *motion)
{
    tac_gap half[TAC_GAP_MEASURES] = {{0.0, 0, 0}};
    if (h->half_stopped || h->step >= h->n_step) {
        return;
    }
    h->half_stopped = !make(&h->half, 2);
    if (h->half_stopped) {
        return;
    }
    h->step++;
    follow(h, motion);
    compare_half(h, motion, half);
    if (h->watch.see) {
        h->watch.see(h->watch.context, &h->half);
    }
    if (h->twice_goes && h->step % 2 == 0) {
        h->twice_goes = make(&h->twice, 1);
        if (h->twice_goes) {
            compare_twice(h, motion, half);
        }
    }
}

void tac_halving_put(tac_halving *h, const tac_simulation *s)
{
    tac_simulation *half = &h->half;
    double dt = *half->state.dt;
    memcpy(half->state.data, s->state.data, s->state.size);
    *half->state.dt = dt;
    *half->state.step *= 2;
    h->half_stopped = false;
}

// ---- bins ----------------------------------------------------------------------------------------

int tac_halving_bin(const tac_halving *h, int64_t step)
{
    return h->n_step <= TAC_ERROR_BINS
               ? (int)(step - 1)
               : (int)((double)(step - 1) * TAC_ERROR_BINS / (double)h->n_step);
}

int64_t tac_halving_bin_end(const tac_halving *h, int bin)
{
    double end = (double)(bin + 1) * (double)h->n_step / TAC_ERROR_BINS;
    return h->n_step <= TAC_ERROR_BINS ? bin + 1 : (int64_t)ceil(end);
}

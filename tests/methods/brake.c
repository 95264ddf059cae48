// A method that only the tests have: index-3, after whose steps the first body has lost a thousandth of its
// velocity. Its results are its own, so that a program that silently takes another method is found out.
#include "methods.h"

extern const tac_method brake_method;

static size_t state_size(const tac_model *m)
{
    return tac_index3.state_size(m);
}

static tac_status state_init(const tac_model *m, tac_state *s, void *mem, size_t size)
{
    return tac_index3.state_init(m, s, mem, size);
}

static size_t work_size(const tac_model *m, const tac_options *o)
{
    return tac_index3.work_size(m, o);
}

static tac_status work_init(const tac_model *m, const tac_options *o, tac_work **w, void *mem,
                            size_t size)
{
    return tac_index3.work_init(m, o, w, mem, size);
}

static tac_status start(tac_work *w, tac_state *s, const double *input, tac_start_report *r)
{
    return tac_index3.start(w, s, input, r);
}

static void begin(tac_work *w, const tac_state *s, const double *input, int iterations)
{
    tac_index3.begin(w, s, input, iterations);
}

static int phases(const tac_work *w, const tac_phase **list)
{
    return tac_index3.phases(w, list);
}

static tac_status end(tac_work *w, tac_state *s)
{
    tac_status status = tac_index3.end(w, s);
    if (status.code == TAC_OK) {
        vec3 *v = &s->body[0].v;
        *v = (vec3){0.999 * v->x, 0.999 * v->y, 0.999 * v->z};
    }
    return status;
}

static void report(const tac_work *w, tac_report *r)
{
    tac_index3.report(w, r);
}

static int iterations(const tac_desc *d)
{
    (void)d;
    return 4;
}

static const char *refuses(const tac_options *o)
{
    return o->iterations > 8 ? "method 'brake' takes at most 8 iterations: it wears" : NULL;
}

static const tac_takes takes = {
    .keys = 1U << TAC_KEY_ITERATIONS | 1U << TAC_KEY_DOUBT_LENGTH | 1U << TAC_KEY_DOUBT_ANGLE,
    .follows = TAC_FOLLOWS_SIDES,
    .closes = TAC_CLOSES_BY_NEWTON,
    .lacks = "which has one order and one tangent",
    .remedy = "loosen the brake",
    .advice = {[TAC_PLAIN] = {true, "on a slope", "stops what moves"}},
};

// cost, stretch and subtree are left out: nothing is known of what its steps cost.
const tac_method brake_method = {
    .name = "index-3 with a brake",
    .state_size = state_size,
    .state_init = state_init,
    .work_size = work_size,
    .work_init = work_init,
    .start = start,
    .begin = begin,
    .phases = phases,
    .end = end,
    .report = report,
    .iterations = iterations,
    .refuses = refuses,
    .takes = &takes,
};

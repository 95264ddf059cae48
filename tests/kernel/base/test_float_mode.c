// Steps compute in the mode of float_mode.h, whatever mode their caller is in.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "float_mode.h"
#include "prepared.h"

enum { LINKS = 700, STEPS = 5 };

// Links of 1 m on ball joints, horizontal at rest. What the ground does to them becomes less by the same
// factor from link to link: forces at the end would be less than a normal number.
static void start_chain(prepared *r, mechanism *m)
{
    tac_options o = options_with(1e-3, 3);
    mechanism_clear(m);
    m->d.gravity = (vec3){0.0, -9.81, 0.0};
    for (int i = 0; i < LINKS; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i + 0.5, 0.0, 0.0}, upright);
        add_joint(m, TAC_SPHERICAL, i == 0 ? TAC_GROUND : i - 1, i, (spot){{i, 0.0, 0.0}, upright});
    }
    prepared_start(r, &m->d, &o);
}

Test(float_mode, no_subnormal_number_is_left)
{
    mechanism *m = mechanism_new();
    prepared r;
    start_chain(&r, m);
    prepared_run(&r, STEPS);
    double least = 1.0;
    for (int i = 0; i < r.m->n_row; i++) {
        double force = fabs(r.s.lambda[i]);
        cr_expect_neq(fpclassify(force), FP_SUBNORMAL, "row %d: %g", i, force);
        least = force > 0.0 && force < least ? force : least;
    }
    cr_expect_lt(least, 1e9 * DBL_MIN, "%g", least); // the limit was reached
    prepared_close(&r);
    mechanism_free(m);
}

Test(float_mode, the_callers_mode_is_of_no_influence_and_comes_back)
{
    enum { UPWARD_KEPT = 0x5f80 }; // rounds up, keeps subnormal numbers
    mechanism *m = mechanism_new();
    prepared plain, other;
    start_chain(&plain, m);
    prepared_run(&plain, STEPS);
    start_chain(&other, m);
    unsigned before = _mm_getcsr();
    for (int i = 0; i < STEPS; i++) {
        _mm_setcsr(UPWARD_KEPT);
        tac_status status = tac_step(other.method, other.w, &other.s, NULL);
        unsigned left = _mm_getcsr();
        _mm_setcsr(before);
        cr_assert_eq(status.code, TAC_OK);
        cr_expect_eq(left & ~(unsigned)TAC_FLOAT_FLAGS, UPWARD_KEPT, "%#x", left);
    }
    cr_expect_eq(memcmp(plain.s.data, other.s.data, plain.s.size), 0);
    prepared_close(&plain);
    prepared_close(&other);
    mechanism_free(m);
}

#include "system/wall_clock.h"

#include <criterion/criterion.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

Test(wall_clock, an_anchor_is_one_moment_of_both_clocks)
{
    struct timespec before, after, utc;
    clock_gettime(CLOCK_MONOTONIC, &before);
    tac_wall_anchor a = tac_wall_anchor_take();
    clock_gettime(CLOCK_REALTIME, &utc);
    clock_gettime(CLOCK_MONOTONIC, &after);
    cr_expect_geq(a.monotonic, before.tv_sec * SECOND + before.tv_nsec);
    cr_expect_leq(a.monotonic, after.tv_sec * SECOND + after.tv_nsec);
    cr_expect_leq(a.utc, utc.tv_sec * SECOND + utc.tv_nsec);
    cr_expect_geq(a.uncertainty, 0);
    cr_expect_leq(2 * a.uncertainty, after.tv_sec * SECOND + after.tv_nsec -
                                         (before.tv_sec * SECOND + before.tv_nsec) + 1);
}

Test(wall_clock, a_step_is_told_from_a_clock_that_is_steered)
{
    const tac_wall_anchor a = {.monotonic = 100 * SECOND, .utc = 1000 * SECOND, .uncertainty = 50};
    tac_wall_anchor b = {.monotonic = 110 * SECOND, .utc = 1010 * SECOND, .uncertainty = 50};
    cr_expect_eq(tac_wall_step(&a, &b), 0);
    b.utc += 5000000; // 500 ppm of ten seconds
    cr_expect_eq(tac_wall_step(&a, &b), 0);
    b.utc = 1010 * SECOND - 3 * SECOND;
    cr_expect_eq(tac_wall_step(&a, &b), -3 * SECOND);
    b.utc = 1010 * SECOND + 20000000;
    cr_expect_eq(tac_wall_step(&a, &b), 20000000);
    b.uncertainty = 20000000; // its thread waited for its processor meanwhile
    cr_expect_eq(tac_wall_step(&a, &b), 0);
}

Test(wall_clock, texts_have_microseconds_and_any_year)
{
    char text[TAC_WALL_TEXT];
    cr_expect_str_eq(tac_wall_text(0, text), "1970-01-01T00:00:00.000000Z");
    cr_expect_str_eq(tac_wall_text(-1, text), "1969-12-31T23:59:59.999999Z");
    cr_expect_str_eq(tac_wall_text(INT64_C(1795940100123456789), text),
                     "2026-11-29T08:15:00.123456Z");
}

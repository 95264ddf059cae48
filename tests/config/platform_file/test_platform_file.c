// Platform files: what is left out has its default; units; lengths at home and parked.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "platform_file/platform_text.h"

#define DEG (M_PI / 180.0)

static tac_platform_file *platform_of(const char *text)
{
    tac_diag diag;
    tac_platform_file *f =
        tac_platform_file_read_text("p.yaml", text, strlen(text), &tac_default_limits, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    return f;
}

// Six vertical legs of 2 m at home: no platform that stands, but one that is easy to reckon.
#define HEAD                                                                         \
    "name: p\n"                                                                      \
    "source: {instance: car, specific_force: f, angular_rate: w}\n"                  \
    "sink: {instance: legs, legs: [a, b, c, d, e, g]}\n"                             \
    "platform:\n"                                                                    \
    "  base: [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [1, 1, 0], [2, 0, 0]]\n" \
    "  top: [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0], [1, 1, 0], [2, 0, 0]]\n"  \
    "  home: [0, 0, 2]\n"                                                            \
    "  park: [0, 0, 150 cm]\n"

Test(platform_file, defaults)
{
    tac_platform_file *f = platform_of(HEAD "legs: {shortest: 1, longest: 3, velocity: 1, "
                                            "acceleration: 5}\n");
    const tac_washout_options *w = &f->washout;
    cr_expect_str_eq(f->name, "p");
    cr_expect_eq(f->period_ns, 2000000);
    cr_expect_str_eq(f->source.instance, "car");
    cr_expect_str_eq(f->source.force, "f");
    cr_expect_str_eq(f->source.rate, "w");
    cr_expect_eq(f->source.max_age_ns, 100000000);
    cr_expect_eq(f->source.patience_ns, 5000000000);
    cr_expect_str_eq(f->sink.instance, "legs");
    cr_expect_str_eq(f->sink.leg[5], "g");
    cr_expect_eq(f->sink.max_age_ns, 200000000);
    cr_expect_eq(norm3(f->geometry.driver), 0.0);
    for (int i = 0; i < TAC_LEGS; i++) {
        cr_expect_eq(f->geometry.home_length[i], 2.0);
        cr_expect_eq(f->geometry.park_length[i], 1.5);
        cr_expect_eq(f->legs.zero[i], 2.0);
    }
    for (int i = 0; i < 3; i++) {
        cr_expect(w->force_scale[i] == 0.5 && w->force_limit[i] == 4.0);
        cr_expect(w->rate_scale[i] == 0.5 && fabs(w->rate_limit[i] - 20.0 * DEG) < 1e-15);
        cr_expect(w->move_frequency[i] == 0.4 && w->move_damping[i] == 1.0);
        cr_expect(w->move_drift[i] == 0.05);
        cr_expect(w->turn_frequency[i] == 0.1 && w->turn_damping[i] == 1.0);
    }
    cr_expect(w->tilt_frequency == 0.4 && w->tilt_damping == 1.0);
    cr_expect_float_eq(w->tilt_rate, 3.0 * DEG, 1e-15);
    cr_expect_float_eq(w->tilt_angle, 10.0 * DEG, 1e-15);
    cr_expect(f->ramps.engage == 5.0 && f->ramps.park == 8.0);
    cr_expect(f->ramps.brake == 0.5 && f->ramps.settle == 1.0);
    cr_expect(f->priority == 70 && f->core == -1 && f->lock_memory == 1);
    tac_platform_file_free(f);
}

Test(platform_file, everything_given)
{
    tac_platform_file *f = platform_of(
        HEAD "  driver: [0, 10 mm, 1]\n"
             "legs: {shortest: 100 cm, longest: 3, velocity: 500 mm/s, acceleration: 5,\n"
             "       zero: 1200 mm}\n"
             "period: 5 ms\n"
             "washout:\n"
             "  force: {scale: [0.1, 0.2, 0.3], limit: [1, 2, 3]}\n"
             "  rate: {scale: 1, limit: [10 deg/s, 0.2, 0.3]}\n"
             "  translation: {frequency: [1, 2, 3], damping: 0.7, drift: 0}\n"
             "  rotation: {frequency: 0.5 Hz, damping: [1, 1.1, 1.2]}\n"
             "  tilt: {frequency: 0.6, damping: 0.8, rate: 5 deg/s, angle: 8 deg}\n"
             "ramps: {engage: 100 ms, park: 1 min, brake: 20 ms, settle: 2}\n"
             "thread: {priority: 0, core: 3, lock_memory: false}\n");
    const tac_washout_options *w = &f->washout;
    cr_expect_float_eq(f->geometry.driver.y, 0.01, 1e-15);
    cr_expect_eq(f->legs.zero[3], 1.2);
    cr_expect_eq(f->legs.velocity, 0.5);
    cr_expect_eq(f->period_ns, 5000000);
    cr_expect(w->force_scale[1] == 0.2 && w->force_limit[2] == 3.0);
    cr_expect_float_eq(w->rate_limit[0], 10.0 * DEG, 1e-15);
    cr_expect(w->rate_limit[2] == 0.3 && w->rate_scale[2] == 1.0);
    cr_expect(w->move_frequency[2] == 3.0 && w->move_damping[2] == 0.7 && w->move_drift[0] == 0.0);
    cr_expect(w->turn_frequency[0] == 0.5 && w->turn_damping[2] == 1.2);
    cr_expect(w->tilt_frequency == 0.6 && w->tilt_damping == 0.8);
    cr_expect_float_eq(w->tilt_angle, 8.0 * DEG, 1e-15);
    const double ramps[] = {f->ramps.engage, f->ramps.park, f->ramps.brake, f->ramps.settle};
    const double given[] = {0.1, 60.0, 0.02, 2.0};
    for (int i = 0; i < 4; i++) {
        cr_expect_float_eq(ramps[i], given[i], 1e-12);
    }
    cr_expect(f->priority == 0 && f->core == 3 && f->lock_memory == 0);
    tac_platform_file_free(f);
}

Test(platform_file, shipped_platform_reads)
{
    tac_diag diag;
    tac_platform_file *f =
        tac_platform_file_read(TAC_SOURCE_DIR "/config/platforms/motion_platform.yaml", &diag);
    cr_assert_not_null(f, "%s", diag.text);
    // within the stroke and the speed that the rig of the stand-in takes
    for (int i = 0; i < TAC_LEGS; i++) {
        cr_expect_gt(f->legs.shortest, f->legs.zero[i] - 0.3);
        cr_expect_lt(f->legs.longest, f->legs.zero[i] + 0.3);
    }
    cr_expect_lt(f->legs.velocity, 0.6);
    tac_platform_file_free(f);
}

// The section `washout` of a platform file.
#include "washout.h"

#include <stdio.h>

#include "elementary.h"
#include "reader/items.h"
#include "reader/times.h"
#include "values.h"

#define DEG (TAC_PI / 180.0)

// The discrete filters are true to the file's up to here: this share of the cycles' rate.
#define MOST_SHARE 0.05

static const tac_real_range scale_range = {0.0, 10.0, "from 0 to 10"};
static const tac_real_range damping_range = {0.1, 10.0, "from 0.1 to 10"};

static const tac_node *section(const tac_place *p, const tac_node *washout, const char *key,
                               const char *const *keys)
{
    char what[32];
    const tac_node *map = washout ? tac_find(washout, key) : NULL;
    (void)snprintf(what, sizeof what, "'%s'", key);
    if (map) {
        tac_check_plain_map(p, map, what, keys);
    }
    return map;
}

// What the driver's signals are multiplied with, and where they are cut.
static void read_inputs(const tac_place *p, const tac_node *washout, tac_washout_options *w)
{
    static const char *const keys[] = {"scale", "limit", NULL};
    static const tac_real_range force_range = {0.0, 100.0, "from 0 to 100 m/s^2"};
    static const tac_real_range rate_range = {0.0, 10.0, "from 0 to 10 rad/s"};
    const tac_node *force = section(p, washout, "force", keys);
    const tac_node *rate = section(p, washout, "rate", keys);
    tac_platform_axes(p, force, "scale", TAC_Q_NUMBER, scale_range, 0.5, w->force_scale);
    tac_platform_axes(p, force, "limit", TAC_Q_ACCELERATION, force_range, 4.0, w->force_limit);
    tac_platform_axes(p, rate, "scale", TAC_Q_NUMBER, scale_range, 0.5, w->rate_scale);
    tac_platform_axes(p, rate, "limit", TAC_Q_ANGULAR_VELOCITY, rate_range, 20.0 * DEG,
                      w->rate_limit);
}

static void read_translation(const tac_place *p, const tac_node *washout, tac_real_range range,
                             tac_washout_options *w)
{
    static const char *const keys[] = {"frequency", "damping", "drift", NULL};
    const tac_node *map = section(p, washout, "translation", keys);
    char text[64];
    const tac_real_range drift_range = {0.0, range.most, text};
    (void)snprintf(text, sizeof text, "from 0 (none) to %.6g Hz", range.most);
    tac_platform_axes(p, map, "frequency", TAC_Q_FREQUENCY, range, 0.4, w->move_frequency);
    tac_platform_axes(p, map, "damping", TAC_Q_NUMBER, damping_range, 1.0, w->move_damping);
    tac_platform_axes(p, map, "drift", TAC_Q_FREQUENCY, drift_range, 0.05, w->move_drift);
}

static void read_rotation(const tac_place *p, const tac_node *washout, tac_real_range range,
                          tac_washout_options *w)
{
    static const char *const keys[] = {"frequency", "damping", NULL};
    const tac_node *map = section(p, washout, "rotation", keys);
    tac_platform_axes(p, map, "frequency", TAC_Q_FREQUENCY, range, 0.1, w->turn_frequency);
    tac_platform_axes(p, map, "damping", TAC_Q_NUMBER, damping_range, 1.0, w->turn_damping);
}

static void read_tilt(const tac_place *p, const tac_node *washout, tac_real_range range,
                      tac_washout_options *w)
{
    static const char *const keys[] = {"frequency", "damping", "rate", "angle", NULL};
    static const tac_real_range rate_range = {0.0, 1.0, "from 0 to 1 rad/s"};
    static const tac_real_range angle_range = {0.0, 45.0 * DEG, "from 0 to 45 deg"};
    const tac_node *map = section(p, washout, "tilt", keys);
    w->tilt_frequency = tac_platform_number(p, map, "frequency", TAC_Q_FREQUENCY, range, 0.4);
    w->tilt_damping = tac_platform_number(p, map, "damping", TAC_Q_NUMBER, damping_range, 1.0);
    w->tilt_rate =
        tac_platform_number(p, map, "rate", TAC_Q_ANGULAR_VELOCITY, rate_range, 3.0 * DEG);
    w->tilt_angle = tac_platform_number(p, map, "angle", TAC_Q_ANGLE, angle_range, 10.0 * DEG);
}

void tac_platform_read_washout(const tac_place *p, tac_platform_file *f)
{
    static const char *const keys[] = {"force", "rate", "translation", "rotation", "tilt", NULL};
    const tac_node *washout = tac_find(p->in->root, "washout");
    char text[96];
    const tac_real_range range = {1e-3, MOST_SHARE * 1e9 / (double)f->period_ns, text};
    (void)snprintf(text, sizeof text,
                   "from 0.001 Hz to a twentieth of the rate of the cycles, %.6g Hz", range.most);
    if (washout) {
        tac_check_plain_map(p, washout, "'washout'", keys);
    }
    read_inputs(p, washout, &f->washout);
    read_translation(p, washout, range, &f->washout);
    read_rotation(p, washout, range, &f->washout);
    read_tilt(p, washout, range, &f->washout);
}

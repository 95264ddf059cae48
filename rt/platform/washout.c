#include "washout.h"

#include <math.h>
#include <string.h>

#include "elementary.h"

// The rates of the angles are w turned by a matrix with 1 / cos(pitch). Tilt and rotation together stay
// far below this with any sensible file; beyond it the factor is kept.
#define LEAST_COSINE 0.5

static double within(double x, double limit)
{
    return x > limit ? limit : x < -limit ? -limit : x;
}

// Scaled and cut; not a number counts as zero.
static vec3 condition(vec3 v, const double scale[3], const double limit[3])
{
    double x[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        x[i] = isfinite(x[i]) ? within(scale[i] * x[i], limit[i]) : 0.0;
    }
    return (vec3){x[0], x[1], x[2]};
}

// Angle with this sine, in [-pi/2, pi/2].
static double arcsine(double s)
{
    s = within(s, 1.0);
    return tac_atan2(s, sqrt((1.0 - s) * (1.0 + s)));
}

void tac_washout_init(tac_washout *w, const tac_washout_options *options, double dt)
{
    memset(w, 0, sizeof *w);
    w->is = *options;
    w->dt = dt;
    for (int i = 0; i < 3; i++) {
        tac_first_order_init(&w->drift[i], options->move_drift[i]);
        tac_second_order_init(&w->move[i], options->move_frequency[i], options->move_damping[i]);
        tac_second_order_init(&w->turn[i], options->turn_frequency[i], options->turn_damping[i]);
    }
    for (int i = 0; i < 2; i++) {
        tac_second_order_init(&w->tilt[i], options->tilt_frequency, options->tilt_damping);
    }
}

void tac_washout_reset(tac_washout *w)
{
    for (int i = 0; i < 3; i++) {
        tac_first_order_reset(&w->drift[i]);
        tac_second_order_reset(&w->move[i]);
        tac_second_order_reset(&w->turn[i]);
    }
    for (int i = 0; i < 2; i++) {
        tac_second_order_reset(&w->tilt[i]);
    }
    w->roll = w->pitch = 0.0;
    w->pose = (tac_platform_pose){.roll = 0.0};
}

// Translation: what gravity on the tilted platform does not give yet, in the base's axes.
static vec3 move(tac_washout *w, vec3 a)
{
    mat3 R = tac_platform_rotation(&w->pose);
    vec3 felt = {a.x, a.y, a.z + TAC_GRAVITY};
    vec3 f = mul3(R, felt);
    double u[3] = {f.x, f.y, f.z - TAC_GRAVITY}; // R f_L - g
    for (int i = 0; i < 3; i++) {
        double high = tac_first_order_step(&w->drift[i], u[i], w->dt);
        tac_second_order_step(&w->move[i], high, w->dt);
    }
    return (vec3){w->move[0].y, w->move[1].y, w->move[2].y};
}

// Tilt coordination: the level part of the sustained force becomes a part of gravity. A platform with
// roll and pitch feels g (-sin pitch, cos pitch sin roll, cos pitch cos roll).
static void tilt(tac_washout *w, vec3 a)
{
    tac_second_order_step(&w->tilt[0], a.x, w->dt);
    tac_second_order_step(&w->tilt[1], a.y, w->dt);
    double most = w->is.tilt_angle, step = w->is.tilt_rate * w->dt;
    double pitch = within(-arcsine(tac_second_order_low(&w->tilt[0]) / TAC_GRAVITY), most);
    double level = TAC_GRAVITY * tac_sincos(pitch).cos;
    double roll = within(arcsine(tac_second_order_low(&w->tilt[1]) / level), most);
    w->pitch += within(pitch - w->pitch, step);
    w->roll += within(roll - w->roll, step);
}

// Rotation: rates of the three angles that turn the platform with w.
static vec3 turn(tac_washout *w, vec3 rate)
{
    tac_sincos_pair r = tac_sincos(w->pose.roll), p = tac_sincos(w->pose.pitch);
    double yaw = (r.sin * rate.y + r.cos * rate.z) / fmax(p.cos, LEAST_COSINE);
    double u[3] = {rate.x + p.sin * yaw, r.cos * rate.y - r.sin * rate.z, yaw};
    for (int i = 0; i < 3; i++) {
        tac_second_order_step(&w->turn[i], u[i], w->dt);
    }
    return (vec3){w->turn[0].v, w->turn[1].v, w->turn[2].v};
}

void tac_washout_step(tac_washout *w, vec3 force, vec3 rate)
{
    force.z -= TAC_GRAVITY;
    vec3 a = condition(force, w->is.force_scale, w->is.force_limit);
    vec3 position = move(w, a);
    vec3 angle = turn(w, condition(rate, w->is.rate_scale, w->is.rate_limit));
    tilt(w, a);
    w->pose.position = position;
    w->pose.roll = w->roll + angle.x;
    w->pose.pitch = w->pitch + angle.y;
    w->pose.yaw = angle.z;
}

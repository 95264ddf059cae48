#include "limits.h"

#include <math.h>

// Kept back of each limit for rounding. Velocity and acceleration are differences of lengths for whoever
// looks at them, with errors of some 1e-16 m over dt and dt^2; the stroke has no such errors.
#define KEPT_BACK 1e-6
#define KEPT_BACK_STROKE 1e-9

#define ON_TARGET 1e-6 // m; farther away a leg counts as limited

tac_leg_limits tac_leg_limits_make(double shortest, double longest, double velocity,
                                   double acceleration, double dt)
{
    double margin = KEPT_BACK_STROKE * (longest - shortest);
    return (tac_leg_limits){.dt = dt,
                            .shortest = shortest + margin,
                            .longest = longest - margin,
                            .velocity = velocity * (1.0 - KEPT_BACK),
                            .change = acceleration * dt * (1.0 - KEPT_BACK)};
}

static double between(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

// The largest velocity v >= 0 with dt v + stop(v) <= room, braking by a per step.
static double fastest(double room, double a, double dt)
{
    if (!(room > 0.0)) {
        return 0.0;
    }
    // n whole steps of braking follow: a dt n (n + 1) / 2 <= room < a dt (n + 1) (n + 2) / 2
    double n = floor(0.5 * (sqrt(1.0 + 8.0 * room / (a * dt)) - 1.0));
    return (room / dt + 0.5 * a * n * (n + 1.0)) / (n + 1.0);
}

void tac_leg_reset(tac_leg *leg, const tac_leg_limits *l, double length)
{
    leg->length = between(length, l->shortest, l->longest);
    leg->velocity = 0.0;
    leg->target = leg->length;
}

// Moves with the wanted velocity as far as the limits allow. What is allowed is never empty: braking
// keeps the invariant, but for rounding, which must not turn it into speeding up.
static void move(tac_leg *leg, const tac_leg_limits *l, double wanted)
{
    double a = l->change, v = leg->velocity;
    double up = fastest(l->longest - leg->length, a, l->dt);
    double down = fastest(leg->length - l->shortest, a, l->dt);
    double w = between(wanted, -l->velocity, l->velocity);
    w = between(w, -down, up);
    w = between(w, v - a, v + a);
    leg->length += w * l->dt;
    leg->velocity = w;
}

int tac_leg_follow(tac_leg *leg, const tac_leg_limits *l, double target)
{
    if (!isfinite(target)) {
        tac_leg_brake(leg, l);
        return 1;
    }
    double inside = between(target, l->shortest, l->longest);
    double speed = between((inside - leg->target) / l->dt, -l->velocity, l->velocity);
    double behind = inside - speed * l->dt - leg->length;
    double nearer = fastest(fabs(behind), 0.5 * l->change, l->dt);
    move(leg, l, speed + copysign(nearer, behind));
    leg->target = inside;
    return fabs(leg->length - target) > ON_TARGET;
}

void tac_leg_brake(tac_leg *leg, const tac_leg_limits *l)
{
    move(leg, l, 0.0);
    leg->target = leg->length;
}

#include "motion.h"

#include <math.h>
#include <string.h>

#define AT_REST 1e-6 // m/s, far below anything a leg can resolve
#define AT_PARK 1e-5 // m, more than what the limits keep back of the longest stroke

void tac_motion_init(tac_motion *m, const tac_platform_file *f)
{
    memset(m, 0, sizeof *m);
    m->is = f;
    m->dt = (double)f->period_ns * 1e-9;
    m->limits = tac_leg_limits_make(f->legs.shortest, f->legs.longest, f->legs.velocity,
                                    f->legs.acceleration, m->dt);
    tac_washout_init(&m->washout, &f->washout, m->dt);
    tac_motion_place(m, f->geometry.park_length);
    for (int i = 0; i < TAC_LEGS; i++) {
        m->extremes[i] = (tac_leg_extremes){(double)INFINITY, -(double)INFINITY, 0.0, 0.0};
    }
}

void tac_motion_place(tac_motion *m, const double length[TAC_LEGS])
{
    const double *park = m->is->geometry.park_length;
    for (int i = 0; i < TAC_LEGS; i++) {
        tac_leg_reset(&m->leg[i], &m->limits, isfinite(length[i]) ? length[i] : park[i]);
    }
}

void tac_motion_begin(tac_motion *m, tac_platform_state state)
{
    if (state == TAC_PLATFORM_ENGAGED) {
        return; // goes on as it was
    }
    m->t = 0.0;
    for (int i = 0; i < TAC_LEGS; i++) {
        m->from[i] = m->leg[i].target = m->leg[i].length;
        m->speed[i] = m->leg[i].velocity;
    }
    if (state == TAC_PLATFORM_ENGAGING) {
        tac_washout_reset(&m->washout);
    }
}

// From 0 to 1 within the time, smooth to the second derivative at both ends.
static double blend(double t, double time)
{
    double s = t < time ? t / time : 1.0;
    return s * s * s * (10.0 + s * (6.0 * s - 15.0));
}

// Where a leg would be if it were left alone.
static double glide(const tac_motion *m, int i)
{
    double time = m->is->ramps.brake;
    double t = m->t < time ? m->t : time;
    return m->from[i] + m->speed[i] * t * (1.0 - 0.5 * t / time);
}

// The lengths that the state is about; returns their share in the reference.
static double state_lengths(tac_motion *m, tac_platform_state state, vec3 force, vec3 rate,
                            double length[TAC_LEGS])
{
    const tac_platform_file *f = m->is;
    memcpy(length, f->geometry.park_length, sizeof f->geometry.park_length);
    switch (state) {
    case TAC_PLATFORM_ENGAGING:
    case TAC_PLATFORM_ENGAGED:
        tac_washout_step(&m->washout, force, rate);
        tac_platform_inverse(&f->geometry, &m->washout.pose, length);
        return state == TAC_PLATFORM_ENGAGED ? 1.0 : blend(m->t, f->ramps.engage);
    case TAC_PLATFORM_PARKING:
        return blend(m->t, f->ramps.park);
    case TAC_PLATFORM_PARKED:
    case TAC_PLATFORM_STOPPED:
        return 1.0;
    case TAC_PLATFORM_WAITING:
    case TAC_PLATFORM_HOLDING:
    case TAC_PLATFORM_STOPPING:
    case TAC_PLATFORM_STATES:
        break;
    }
    return 0.0;
}

static void account(tac_leg_extremes *e, const tac_leg *before, const tac_leg *after, double dt)
{
    e->shortest = fmin(e->shortest, after->length);
    e->longest = fmax(e->longest, after->length);
    e->velocity = fmax(e->velocity, fabs(after->velocity));
    e->acceleration = fmax(e->acceleration, fabs(after->velocity - before->velocity) / dt);
}

void tac_motion_step(tac_motion *m, tac_platform_state state, vec3 force, vec3 rate)
{
    double length[TAC_LEGS];
    int limited = 0;
    m->t += m->dt;
    double share = state_lengths(m, state, force, rate, length);
    for (int i = 0; i < TAC_LEGS; i++) {
        tac_leg before = m->leg[i];
        if (state == TAC_PLATFORM_STOPPING) {
            tac_leg_brake(&m->leg[i], &m->limits);
        } else {
            double mixed = (1.0 - share) * glide(m, i) + share * length[i];
            limited |= tac_leg_follow(&m->leg[i], &m->limits, share < 1.0 ? mixed : length[i]);
        }
        account(&m->extremes[i], &before, &m->leg[i], m->dt);
    }
    m->limited += limited;
}

int tac_motion_is_at_rest(const tac_motion *m)
{
    int rests = 1;
    for (int i = 0; i < TAC_LEGS; i++) {
        rests &= fabs(m->leg[i].velocity) < AT_REST;
    }
    return rests;
}

int tac_motion_is_parked(const tac_motion *m)
{
    int there = tac_motion_is_at_rest(m);
    for (int i = 0; i < TAC_LEGS; i++) {
        there &= fabs(m->leg[i].length - m->is->geometry.park_length[i]) < AT_PARK;
    }
    return there;
}

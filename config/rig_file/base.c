#include "base.h"

#include <math.h>
#include <stdio.h>

#include "reader/items.h"
#include "reader/maps.h"
#include "reader/times.h"
#include "reader/values.h"

enum {
    LEAST_STEP_NS = 1000,     // below, the clock's own resolution shows
    MOST_SUBSTEPS = 1000,     // more mean that step and period were mixed up
    DEFAULT_MARGIN_NS = 50000 // covers the wake-up latency of a quiet machine
};

#define MOST_PERIOD_NS INT64_C(10000000000)

// ---- solver --------------------------------------------------------------------------------------

static void read_solver(const tac_place *p, tac_options *o)
{
    const tac_node *root = p->in->root;
    o->iterations = tac_count_or(p, root, "iterations", 1, 50, o->iterations);
    o->order = tac_count_or(p, root, "order", 2, 6, o->order);
    if (tac_find(root, "penalty") && tac_find(root, "alpha")) {
        tac_refuse_key(p->rd, root, "alpha",
                       "'alpha' and 'penalty' exclude each other; remove one");
    }
    if (tac_find(root, "penalty")) {
        o->penalty = tac_number_or(p, root, "penalty", TAC_Q_NUMBER, 0.0);
        tac_check_above_zero(p, root, "penalty", o->penalty);
        o->alpha = 0.0;
    }
    if (tac_find(root, "alpha")) {
        o->alpha = tac_number_or(p, root, "alpha", TAC_Q_NUMBER, 0.0);
        tac_check_above_zero(p, root, "alpha", o->alpha);
    }
    o->acceleration = (tac_acceleration_mode)tac_map_choice(p, root, TAC_MAP_SOLVER, "acceleration",
                                                            (int)o->acceleration);
    o->tangent = (tac_tangent)tac_map_choice(p, root, TAC_MAP_SOLVER, "tangent", (int)o->tangent);
    o->doubt_length = tac_number_or(p, root, "doubt_length", TAC_Q_LENGTH, o->doubt_length);
    if (tac_find(root, "doubt_length")) {
        tac_check_above_zero(p, root, "doubt_length", o->doubt_length);
    }
    o->doubt_angle = tac_number_or(p, root, "doubt_angle", TAC_Q_ANGLE, o->doubt_angle);
    tac_check_above_zero(p, root, "doubt_angle", o->doubt_angle);
}

// ---- period --------------------------------------------------------------------------------------

int64_t tac_rig_period(double dt, int substeps)
{
    double ns = dt * 1e9 * substeps;
    double whole = floor(ns + 0.5);

    // a decimal time of at most 10 s is off by less than 4 units in the last place, 1e-5 ns
    return fabs(ns - whole) < 1e-4 ? (int64_t)whole : 0;
}

static void check_step(const tac_place *p, const tac_rig_file *f)
{
    const tac_node *root = p->in->root, *step = tac_find(root, "step");
    double dt = f->solver.dt;
    const tac_node *at = step ? step : tac_find(root, "model");
    if (!(dt >= LEAST_STEP_NS * 1e-9 && dt <= 1.0)) {
        tac_refuse(p->rd, at, "'step' must be between 1 us and 1 s, not %.9g s%s", dt,
                   step ? "" : " as in the model; give one here");
    }
    if (tac_rig_period(dt, f->substeps) == 0) {
        tac_refuse(p->rd, at,
                   "'step' times 'substeps' is %.12g ns, which the clock cannot keep; make it a "
                   "whole number, such as a step of %.12g us",
                   dt * 1e9 * f->substeps, floor(dt * 1e9 + 0.5) / 1e3);
    }
}

static void check_period(const tac_place *p, const tac_rig_file *f)
{
    const tac_node *root = p->in->root;
    const char *key = tac_find(root, "substeps") ? "substeps"
                      : tac_find(root, "step")   ? "step"
                                                 : "model";
    char text[40];
    if (f->period_ns < TAC_RIG_LEAST_PERIOD_NS || f->period_ns > MOST_PERIOD_NS) {
        tac_refuse_key(p->rd, root, key,
                       "the period, 'step' times 'substeps', must be between 10 us and 10 s, "
                       "not %s",
                       tac_time_text(text, sizeof text, f->period_ns));
    }
}

static double read_duration(const tac_place *p, int64_t period_ns)
{
    const tac_node *root = p->in->root, *node = tac_find(root, "duration");
    if (!node) {
        return 0.0;
    }
    double duration = tac_number(p, node, "duration", TAC_Q_TIME), most = 1e9;
    if (!(duration >= (double)period_ns * 1e-9 && duration <= most)) {
        tac_refuse(p->rd, node,
                   "'duration' must be between one period and 1e9 s, not '%.40s'; leave it out to "
                   "run until stopped",
                   node->text);
    }
    return duration;
}

void tac_rig_read_base(const tac_place *p, tac_rig_file *f)
{
    const tac_node *root = p->in->root;
    read_solver(p, &f->solver);
    f->solver.dt = tac_number_or(p, root, "step", TAC_Q_TIME, f->solver.dt);
    f->substeps = tac_count_or(p, root, "substeps", 1, MOST_SUBSTEPS, 1);
    check_step(p, f);
    f->period_ns = tac_rig_period(f->solver.dt, f->substeps);
    check_period(p, f);
    f->duration = read_duration(p, f->period_ns);
}

// ---- defaults ------------------------------------------------------------------------------------

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

void tac_rig_set_defaults(tac_rig_file *f)
{
    int64_t period = f->period_ns;
    f->speed = 1.0;
    f->workers = 1;
    for (int i = 0; i < TAC_MAX_WORKERS; i++) {
        f->core[i] = -1;
    }
    f->helper_core = -1;
    f->priority = 80; // above interrupt threads (50), below the kernel's own watchdogs (99)
    f->lock_memory = 1;
    f->margin_ns = smaller(DEFAULT_MARGIN_NS, period / 4);
    f->publish_offset_ns = -1;
    f->policy = (tac_policy_options){
        .kind = TAC_SKIP,
        .period_ns = period,
        .bucket_limit = 10,
        .max_skip = 10,
        .max_burst = (int)larger(10, INT64_C(100000000) / period),
        .degrade_to = 1,
        .recover_after = 100,
        .start_cycles = (int)larger(3, smaller(100, INT64_C(1000000000) / period)),
    };
    f->watchdog_ns = larger(INT64_C(100000000), 20 * period);
    f->tick = (tac_tick_options){
        .kind = TAC_TICK_CLOCK,
        .bandwidth = 1.0 < 1e8 / (double)period ? 1.0 : 1e8 / (double)period,
        .lock_ns = period / 20,
        .lost_ns = 10 * period,
    };
    f->log_divisor = 1;
    f->trace_stages = 1;
}

// ---- speed ---------------------------------------------------------------------------------------

static bool refuse_speed(const tac_rig_file *f, double speed, int64_t period, const char *why,
                         tac_diag *diag)
{
    char text[40];
    (void)snprintf(diag->text, sizeof diag->text, "%s: at --speed %g a period lasts %s, %s",
                   f->name, speed, tac_time_text(text, sizeof text, period), why);
    return false;
}

bool tac_rig_set_speed(tac_rig_file *f, double speed, tac_diag *diag)
{
    double wanted = f->solver.dt * f->substeps * 1e9 / speed;
    int64_t period = wanted < 2.0 * (double)MOST_PERIOD_NS ? (int64_t)(wanted + 0.5) : INT64_MAX;
    int64_t answer = 0;
    for (int i = 0; i < f->n_process; i++) {
        answer = larger(answer, f->process[i].wait_ns);
    }
    if (period < TAC_RIG_LEAST_PERIOD_NS || period > MOST_PERIOD_NS) {
        return refuse_speed(f, speed, period, "and it must be between 10 us and 10 s", diag);
    }
    if (f->tick.kind != TAC_TICK_CLOCK && speed != 1.0) {
        return refuse_speed(f, speed, period, "and a device gives the tick: it sets the speed",
                            diag);
    }
    if (f->publish_offset_ns >= period) {
        return refuse_speed(f, speed, period, "and 'publish: {offset}' must be less", diag);
    }
    if (answer > period) {
        return refuse_speed(f, speed, period, "and 'wait' of a process must be at most that", diag);
    }
    f->speed = speed;
    f->period_ns = period;
    f->policy.period_ns = period;
    f->margin_ns = smaller(f->margin_ns, period);
    return true;
}

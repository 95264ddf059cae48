// Setup of the executive: everything that is taken before time starts, and given back after it.
#include "executive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "monitor/monitor_segment.h"
#include "simulation/variables.h"
#include "system/fail.h"
#include "system/stop_signal.h"
#include "team/schedule_text.h"
#include "team/worker_trial.h"

#define MAX_CYCLES 1e15

static int no_memory(tac_executive *e, const char *what)
{
    return tac_diag_say_memory(&e->diag, "tactus: not enough memory for the %s", what);
}

// One more zeroed block, aligned as the kernel wants it and never empty.
static void *take(tac_executive *e, size_t size)
{
    size_t whole = (size / TAC_ALIGN + 1) * TAC_ALIGN;
    void *block = aligned_alloc(TAC_ALIGN, whole);
    if (block) {
        memset(block, 0, whole);
        e->block[e->n_block++] = block;
    }
    return block;
}

// ---- model ---------------------------------------------------------------------------------------

static int prepare_model(tac_executive *e)
{
    tac_simulation *s = e->sim;
    s->options = e->rig->solver;
    int ok = tac_simulation_prepare(s) && tac_simulation_start(s);
    // a start that a process did not answer to its end is none
    bool blamed = tac_apart_blame(e->apart, &e->diag);
    if (!ok && !blamed) {
        e->diag = s->diag;
    }
    if (blamed) {
        const tac_diag why = e->diag;
        e->diag = (tac_diag){0};
        (void)tac_diag_say(&e->diag, "no start without its processes; start the run again: %s",
                           why.text);
    }
    e->flags.stopped = blamed && tac_stop_signal() != 0;
    return ok && !blamed;
}

// Copies of t = 0, and the inputs to come.
static int keep_start(tac_executive *e)
{
    const tac_simulation *s = e->sim;
    size_t inputs = (size_t)s->file->desc.n_input * sizeof *s->input;
    e->initial = take(e, s->state.size);
    e->initial_input = take(e, inputs);
    e->next_input = take(e, inputs);
    if (!e->initial || !e->initial_input || !e->next_input) {
        return no_memory(e, "copy of the start");
    }
    memcpy(e->initial, s->state.data, s->state.size);
    if (inputs > 0) {
        memcpy(e->initial_input, s->input, inputs);
        memcpy(e->next_input, s->input, inputs);
    }
    return 1;
}

// ---- time ----------------------------------------------------------------------------------------

// Cycles until the end of the run.
static int64_t count_cycles(const tac_rig_file *rig)
{
    if (!(rig->duration > 0.0)) {
        return -1;
    }
    double period = rig->solver.dt * rig->substeps; // of simulation time
    double n = floor(rig->duration / period + 0.5);
    return n < 1.0 ? 1 : n > MAX_CYCLES ? (int64_t)MAX_CYCLES : (int64_t)n;
}

// As many of the workers asked for as the plan expects to pay and, on cores that are known, do.
static int choose_workers(tac_executive *e, const int *core)
{
    const tac_schedule all = tac_simulation_schedule(e->sim, e->rig->workers);
    tac_worker_trial t = {.workers = e->rig->workers};
    if (!e->rig->share_always) {
        t.workers = tac_schedule_workers(&all);
        t = core ? tac_worker_trial_run(e->sim, core, t.workers) : t;
    }
    tac_schedule_text(e->sim, e->rig, &t, e->schedule, sizeof e->schedule);
    return t.workers;
}

static int prepare_team(tac_executive *e, const int *core, int oversubscribed)
{
    const tac_simulation *s = e->sim;
    const tac_phase *phase;
    int n = s->method->phases(s->work, &phase);
    // before t = 0 a process is waited for in sleep, which tells nothing of its time
    e->workers = choose_workers(e, oversubscribed || e->apart ? NULL : core);
    const tac_schedule schedule = tac_simulation_schedule(s, e->workers);
    tac_team_options o = {.members = e->workers,
                          .oversubscribed = oversubscribed,
                          .schedule = e->rig->share_always ? NULL : &schedule,
                          .wait_limit_ns = e->rig->watchdog_ns};
    size_t size = tac_team_size(&o, n);
    void *block = take(e, size);
    e->team = block ? tac_team_init(&o, phase, n, block, size) : NULL;
    return e->team || no_memory(e, "team of threads");
}

int tac_executive_open(tac_executive *e, tac_rig_file *rig, tac_simulation *sim,
                       const tac_clock *clock, const int *core, int oversubscribed)
{
    memset(e, 0, sizeof *e);
    e->rig = rig;
    e->sim = sim;
    e->clock = clock;
    e->tick.socket = -1;
    e->cycles_left = count_cycles(rig);
    // processes find what they share by the name, which only the claim gives
    int ok = rig->n_process == 0 || (tac_claim_take(&e->claim, rig->name, &e->diag) &&
                                     tac_apart_open(&e->apart, rig, core, sim->file, &e->diag));
    ok = ok && prepare_model(e) && keep_start(e) && prepare_team(e, core, oversubscribed) &&
         (tac_variables_open(sim, &e->variable, &e->n_variable) ||
          no_memory(e, "names of the variables")) &&
         tac_outputs_open(&e->outputs, rig, sim, &e->diag) &&
         (tac_faults_open(&e->faults, rig) || no_memory(e, "faults")) &&
         tac_tick_open(&e->tick, &rig->tick, rig->period_ns, &e->diag);
    // last: only a process that can run shows itself, and only with its name for itself
    ok = ok && (e->claim.held || tac_claim_take(&e->claim, rig->name, &e->diag));
    e->monitor = ok ? tac_monitor_new(rig->name, rig->model_path, rig->period_ns) : NULL;
    ok = ok && (e->monitor || no_memory(e, "monitor"));
    e->shown = ok ? tac_monitor_create(rig->name, rig->model_path, rig->period_ns, &e->diag) : NULL;
    if (e->shown) {
        tac_apart_go(e->apart);
    }
    ok = e->shown &&
         tac_signal_binding_open(&e->binding, rig, sim, e->variable, e->n_variable, &e->diag);
    if (ok) { // for those who look for signals
        (void)snprintf(e->monitor->unshared, sizeof e->monitor->unshared, "%.191s",
                       e->binding.note);
        memcpy(e->shown->unshared, e->monitor->unshared, sizeof e->shown->unshared);
    }
    return ok;
}

void tac_executive_close(tac_executive *e)
{
    tac_signal_binding_close(&e->binding);
    tac_faults_close(&e->faults);
    if (e->shown) {
        tac_monitor_remove(e->shown, e->rig->name);
    }
    free(e->monitor);
    tac_apart_close(e->apart);
    tac_claim_release(&e->claim);
    tac_tick_close(&e->tick);
    tac_outputs_close(&e->outputs);
    tac_variables_close(e->variable, e->n_variable);
    for (int i = 0; i < e->n_block; i++) {
        free(e->block[i]);
    }
    memset(e, 0, sizeof *e);
    e->tick.socket = -1;
}

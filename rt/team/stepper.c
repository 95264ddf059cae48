#include "stepper.h"

#include <stdlib.h>
#include <unistd.h>

#include "arena.h"

#define WAIT_LIMIT_NS 60000000000 // no deadline waits here

static void *serve(void *worker)
{
    const tac_stepper_worker *w = worker;
    tac_team_serve(w->team, w->member, &tac_real_clock, 0, 0);
    return NULL;
}

static int open_team(tac_stepper *p, int members, int least)
{
    const tac_phase *phase;
    int n = p->sim->method->phases(p->sim->work, &phase);
    const tac_schedule schedule = tac_simulation_schedule(p->sim, members);
    const tac_team_options o = {.members = members,
                                .oversubscribed = members > sysconf(_SC_NPROCESSORS_ONLN),
                                .wait_limit_ns = WAIT_LIMIT_NS,
                                .schedule = least > 0 ? NULL : &schedule,
                                .least_stretch = least};
    size_t size = tac_team_size(&o, n), whole = (size / TAC_ALIGN + 1) * TAC_ALIGN;
    void *block = aligned_alloc(TAC_ALIGN, whole);
    p->team = block ? tac_team_init(&o, phase, n, block, size) : NULL;
    if (!p->team) {
        free(block);
    }
    p->worker = calloc((size_t)members, sizeof *p->worker);
    return p->team && p->worker;
}

int tac_stepper_open(tac_stepper *p, tac_simulation *s, int workers, int least)
{
    *p = (tac_stepper){.sim = s, .n_worker = 1};
    if (workers == 0) {
        return 1;
    }
    int ok = open_team(p, workers, least);
    for (int k = 1; ok && k < workers; k++) {
        tac_stepper_worker *w = &p->worker[k];
        w->team = p->team;
        w->member = k;
        ok = pthread_create(&w->thread, NULL, serve, w) == 0;
        p->n_worker += ok;
    }
    return ok;
}

void tac_stepper_close(tac_stepper *p)
{
    if (p->team) {
        tac_team_quit(p->team);
    }
    for (int k = 1; k < p->n_worker; k++) {
        pthread_join(p->worker[k].thread, NULL);
    }
    free(p->worker);
    free(p->team);
    *p = (tac_stepper){0};
}

static int run_phases(tac_stepper *p, int iterations)
{
    const tac_simulation *s = p->sim;
    const tac_phase *list;
    if (p->team) {
        return tac_team_step(p->team, iterations, NULL, NULL);
    }
    int n = s->method->phases(s->work, &list);
    for (int i = 0; i < n; i++) {
        const tac_phase *phase = &list[i];
        if (iterations == 0 || phase->iteration <= iterations) {
            phase->run(phase->work, phase->first, phase->first + phase->n);
        }
    }
    return 1;
}

tac_status tac_stepper_step(tac_stepper *p, int iterations)
{
    tac_simulation *s = p->sim;
    s->method->begin(s->work, &s->state, s->input, iterations);
    if (!run_phases(p, iterations)) {
        return tac_fail(TAC_NOT_FINITE, TAC_NOTHING, 0, 0.0);
    }
    tac_status status = s->method->end(s->work, &s->state);
    if (status.code == TAC_OK) {
        s->method->report(s->work, &s->report);
    }
    return status;
}

#include "replay_stepper.h"

int tac_stepper_open(tac_stepper *p, tac_simulation *s, int workers)
{
    *p = (tac_stepper){s, workers};
    return workers == 1;
}

void tac_stepper_close(tac_stepper *p)
{
    p->sim = NULL;
}

static void run_phases(const tac_simulation *s, int iterations)
{
    const tac_phase *list;
    int n = s->method->phases(s->work, &list);
    for (int i = 0; i < n; i++) {
        const tac_phase *p = &list[i];
        if (iterations == 0 || p->iteration <= iterations) {
            p->run(p->work, p->first, p->first + p->n);
        }
    }
}

tac_status tac_stepper_step(tac_stepper *p, int iterations)
{
    tac_simulation *s = p->sim;
    s->method->begin(s->work, &s->state, s->input);
    run_phases(s, iterations);
    tac_status status = s->method->end(s->work, &s->state);
    if (status.code == TAC_OK) {
        s->method->report(s->work, &s->report);
    }
    return status;
}

#include "problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

static const double penalty = 1e9; // sigma is kept here, and its compliance taken away

static bool lay_out(problem *p)
{
    tac_arena counted = {NULL, 0};
    tac_formulation_layout(&p->f, p->sim.model, &counted);
    p->block = aligned_alloc(TAC_ALIGN, counted.used);
    p->y = calloc((size_t)tac_formulation_most(p->sim.model), sizeof *p->y);
    if (!p->block || !p->y) {
        return false;
    }
    memset(p->block, 0, counted.used);
    tac_arena a = {p->block, 0};
    tac_formulation_layout(&p->f, p->sim.model, &a);
    return true;
}

bool problem_open(problem *p, const char *model, bool momenta, tac_coordinate_set of)
{
    *p = (problem){0};
    bool good = tac_simulation_read(&p->sim, model);
    p->sim.options.lanes = 1;
    p->sim.options.penalty = penalty;
    good = good && tac_simulation_prepare(&p->sim) && tac_simulation_start(&p->sim);
    if (!good || !lay_out(p)) {
        fprintf(stderr, "%s\n", good ? "not enough memory" : p->sim.diag.text);
        return false;
    }
    tac_formulation *f = &p->f;
    tac_formulation_init(f, p->sim.work->space, momenta, of);
    tac_formulation_at(f, 0.0, 0.0, p->sim.options.dt, p->sim.state.input);
    memcpy(f->angle, p->sim.state.angle, (size_t)f->m->n_angle * sizeof *f->angle);
    for (int i = 0; i < f->m->n_body; i++) {
        const tac_body_state *b = &p->sim.state.body[i];
        f->pose[i] = (tac_pose){b->r, rotation(b->p), b->p, b->v, b->w};
    }
    tac_formulation_read(f, p->y);
    return true;
}

void problem_close(problem *p)
{
    free(p->block);
    free(p->y);
    tac_simulation_close(&p->sim);
}

void problem_derivative(problem *p, double t, const double *y, double *yd)
{
    p->calls++;
    tac_formulation_at(&p->f, t, 0.0, p->sim.options.dt, p->sim.state.input);
    tac_formulation_derivative(&p->f, y, yd);
}

tac_report problem_report(problem *p, double t, double *y)
{
    tac_report r;
    tac_formulation_at(&p->f, t, 0.0, p->sim.options.dt, p->sim.state.input);
    tac_formulation_settle(&p->f, false, y, &r);
    return r;
}

double problem_largest_sigma(const problem *p)
{
    double most = 0.0;
    for (int row = 0; row < p->f.m->n_row; row++) {
        most = fmax(most, fabs(p->f.sigma[row]));
    }
    return most;
}

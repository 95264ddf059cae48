// How long do four tyres take, forces and moments?
//   bench-tyres [MODEL]          MODEL: of one tyre or more, the first of which is asked
//
// A cell of four lanes where the program has them, else four cells of one, is asked again and again with slips of a car
// that turns, brakes and drives, as a step asks it: in three iterations and twice at its end. Times are of the shortest
// and of the middle one of many rounds.
#ifdef __AVX2__
#define TAC_LANES 4
#endif
#include <math.h>
#include <stdio.h>

#include "element/law.h"
#include "simulation/simulation.h"
#include "system/exit.h"
#include "timing.h"

enum { ROUNDS = 300, STEPS = 200, ASKED = 5 };

// Values and rates of the rows in a call, another slip in every lane.
typedef struct rows {
    lane x[TAC_LAW_ROWS], v[TAC_LAW_ROWS], pushed[TAC_LAW_ROWS], z0[TAC_LAW_STATES];
} rows;

static lane spread(double from, double by)
{
    lane x = lane_set(from);
    for (int l = 0; l < TAC_LANES; l++) {
        x = lane_put(x, l, from + by * l);
    }
    return x;
}

static rows rows_of(int call, double radius)
{
    rows r;
    double turn = sin(0.01 * call), brake = cos(0.013 * call), zero = 0.0;
    for (int k = 0; k < TAC_LAW_ROWS; k++) {
        r.x[k] = r.v[k] = r.pushed[k] = lane_set(zero);
    }
    for (int k = 0; k < TAC_LAW_STATES; k++) {
        r.z0[k] = lane_set(zero);
    }
    r.x[0] = spread(0.94 * radius, 1e-3);
    r.x[1] = lane_set(0.97 * radius);
    r.x[3] = r.x[4] = spread(0.02 * turn, 1e-3);
    r.x[5] = lane_set(1.0);
    r.v[1] = spread(0.5 * brake, 0.1);
    r.v[2] = spread(turn, 0.05);
    r.v[4] = lane_set(20.0 / radius);
    r.z0[0] = spread(0.01 * brake, 1e-4);
    r.z0[1] = spread(0.01 * turn, 1e-4);
    return r;
}

// ns of a step of four tyres.
static double time_of(const tac_law_self *self, const tac_law_lanes *on, double radius, lane *sum)
{
    lane z1[TAC_LAW_STATES];
    tac_law_force f;
    int cells = 4 / TAC_LANES;
    int64_t begin = timing_now();
    for (int i = 0; i < STEPS; i++) {
        rows r = rows_of(i, radius);
        tac_law_step step = {.dt = lane_set(1e-3), .passed = lane_set(1e-3)};
        step.x1 = r.x;
        step.v1 = r.v;
        step.pushed = r.pushed;
        step.z0 = r.z0;
        for (int k = 0; k < ASKED * cells; k++) {
            step.z1 = k % ASKED < 3 ? NULL : z1;
            on->at_end(self, &step, &f);
            r.v[2] += 1e-12 * f.f[2]; // the next call waits for this one
        }
        *sum += f.f[1];
    }
    return (double)(timing_now() - begin) / STEPS;
}

static int run(const tac_desc *d, const tac_model *m)
{
    (void)m;
    const tac_law_desc *l = &d->law[0];
    const tac_law_type *law = tac_type_of_law(l)->law;
    const tac_table_desc *t = &d->table[l->table[0]];
    const tac_curve curve = {.n = t->n, .x = t->x, .y = t->y};
    const tac_curve *table[TAC_LAW_TABLES * TAC_LANES];
    lane number[TAC_LAW_NUMBERS], sum = lane_set(0.0);
    static double ns[ROUNDS];
    for (int i = 0; i < TAC_LAW_TABLES * TAC_LANES; i++) {
        table[i] = &curve;
    }
    for (int k = 0; k < TAC_LAW_NUMBERS; k++) {
        number[k] = lane_set(l->number[k]);
    }
    const tac_law_self self = {TAC_LANES, 1, number, number, table, 1};
    double radius = t->y[1];
    for (int i = 0; i < ROUNDS; i++) {
        ns[i] = time_of(&self, law->on[TAC_LAW_WIDTH], radius, &sum);
    }
    timing_sort(ns, ROUNDS);
    printf("four tyres on %d lanes: %.2f us per step, %.2f in the middle; %.0f ns per question\n",
           TAC_LANES, 1e-3 * ns[0], 1e-3 * ns[ROUNDS / 2], ns[0] / ASKED);
    return lane_get(sum, 0) == lane_get(sum, 0) ? TAC_EXIT_OK : 1;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "tests/golden/models/tyres.yaml";
    tac_simulation s;
    if (!tac_simulation_read(&s, path) || !tac_simulation_prepare(&s)) {
        fprintf(stderr, "%s\n", s.diag.text);
        return 2;
    }
    return run(&s.file->desc, s.model);
}

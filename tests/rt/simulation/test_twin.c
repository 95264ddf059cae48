// Sequences of sub-steps side by side in vector lanes: every shipped small mechanism keeps its bits at
// orders 3 and 4, whether one worker makes all sequences together, each alone as several workers do,
// or with one lane, where there is no side by side.
#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <string.h>

#include "lanes.h"
#include "model/plan/twin.h"
#include "simulation/simulation.h"
#include "workspace/work.h"

enum { STEPS = 60 };

static int open_with(tac_simulation *s, const char *path, int order, int lanes)
{
    cr_assert(tac_simulation_read(s, path), "%s", s->diag.text);
    s->options.order = order;
    s->options.lanes = lanes;
    if (s->file->desc.n_flex > 0) { // these orders ask for steps that resolve all modes
        s->options.dt = 3e-6;
    }
    return tac_simulation_prepare(s) && tac_simulation_start(s);
}

// Inputs that change from step to step.
static void move_inputs(tac_simulation *s, int step)
{
    for (int i = 0; i < s->file->desc.n_input; i++) {
        s->input[i] = s->file->desc.input[i].value + 1e-3 * ((step * 7 + i) % 11);
    }
}

// A step whose items run one by one, the last first.
static tac_status step_apart(tac_simulation *s)
{
    const tac_phase *phase;
    s->method->begin(s->work, &s->state, s->input, 0);
    int n = s->method->phases(s->work, &phase);
    for (int k = 0; k < n; k++) {
        for (int i = phase[k].n - 1; i >= 0; i--) {
            phase[k].run(phase[k].work, phase[k].first + i, phase[k].first + i + 1);
        }
    }
    tac_status status = s->method->end(s->work, &s->state);
    s->method->report(s->work, &s->report);
    return status;
}

static int same_status(tac_status a, tac_status b)
{
    return a.code == b.code && a.subject == b.subject && a.index == b.index &&
           (a.value == b.value || (isnan(a.value) && isnan(b.value)));
}

static int same(const tac_simulation *a, const tac_simulation *b)
{
    return memcmp(a->state.data, b->state.data, a->state.size) == 0 &&
           memcmp(&a->report, &b->report, sizeof a->report) == 0;
}

typedef struct ways {
    tac_simulation together, apart, one_lane;
} ways;

static void open_ways(ways *s, const char *path, int order)
{
    cr_assert(open_with(&s->together, path, order, TAC_TWIN_LANES) &&
                  open_with(&s->apart, path, order, TAC_TWIN_LANES) &&
                  open_with(&s->one_lane, path, order, 1),
              "%s", path);
}

static void close_ways(ways *s)
{
    tac_simulation_close(&s->together);
    tac_simulation_close(&s->apart);
    tac_simulation_close(&s->one_lane);
}

// One step in every way; 0 when it fails.
static int step_all(ways *s, const char *path, int step)
{
    tac_status a = tac_simulation_step(&s->together), b = step_apart(&s->apart),
               c = tac_simulation_step(&s->one_lane);
    cr_expect(same_status(a, b) && same_status(a, c), "%s, step %d: codes %d, %d, %d", path, step,
              (int)a.code, (int)b.code, (int)c.code);
    cr_expect(a.code != TAC_OK || same(&s->together, &s->apart), "%s, step %d, apart", path, step);
    cr_expect(a.code != TAC_OK || same(&s->together, &s->one_lane), "%s, step %d, one lane", path,
              step);
    return a.code == TAC_OK;
}

typedef struct seen {
    int paired, loops, laws, drives, inputs;
} seen;

static void look(seen *n, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    if (!s->work->space->sequences.twin) {
        return;
    }
    n->paired++;
    n->loops += d->n_joint > d->n_body;
    n->laws += d->n_spring + d->n_bushing + d->n_friction + d->n_contact > 0;
    for (int i = 0; i < d->n_joint; i++) {
        n->drives +=
            d->joint[i].drive_angle != TAC_NONE || d->joint[i].drive_displacement != TAC_NONE;
    }
    n->inputs += d->n_input > 0;
}

static void compare(const char *path, int order, seen *n)
{
    ways s;
    open_ways(&s, path, order);
    look(n, &s.together);
    cr_expect_null(s.one_lane.work->space->sequences.twin);
    int ok = 1;
    for (int step = 0; ok && step < STEPS && s.together.file->desc.n_body <= TAC_TWIN_BODIES;
         step++) {
        move_inputs(&s.together, step);
        move_inputs(&s.apart, step);
        move_inputs(&s.one_lane, step);
        ok = step_all(&s, path, step);
    }
    close_ways(&s);
}

Test(pair, shipped_models_keep_their_bits)
{
    if (tac_widest_lanes() < TAC_TWIN_LANES) {
        cr_skip("the processor has one lane");
    }
    glob_t all = {0};
    seen n = {0};
    cr_assert_eq(glob("config/models/*.yaml", 0, NULL, &all), 0);
    cr_assert_eq(glob("config/models/examples/*.yaml", GLOB_APPEND, NULL, &all), 0);
    for (size_t i = 0; i < all.gl_pathc; i++) {
        compare(all.gl_pathv[i], 3, &n);
        compare(all.gl_pathv[i], 4, &n);
    }
    globfree(&all);
    cr_log_info("%d side by side: %d loops, %d with laws, %d drives, %d with inputs", n.paired,
                n.loops, n.laws, n.drives, n.inputs);
    cr_expect(n.paired >= 50 && n.loops > 10 && n.laws > 10 && n.drives > 0 && n.inputs > 0);
}

// The same item is blamed, whichever way the step fails; the state stands.
Test(pair, failures_are_those_of_single_sequences)
{
    if (tac_widest_lanes() < TAC_TWIN_LANES) {
        cr_skip("the processor has one lane");
    }
    const char *const path = "config/models/p6_ur5e.yaml";
    for (int order = 3; order <= 4; order++) {
        for (int body = 0; body < 6; body++) {
            ways s;
            open_ways(&s, path, order);
            tac_simulation *all[] = {&s.together, &s.apart, &s.one_lane};
            cr_assert(step_all(&s, path, 0));
            for (int k = 0; k < 3; k++) {
                all[k]->state.body[body].w.x += body % 2 ? 1e5 : (double)NAN;
            }
            cr_expect_not(step_all(&s, path, 1), "order %d, body %d", order, body);
            close_ways(&s);
        }
    }
}

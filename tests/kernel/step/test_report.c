// The report of a step: sums over runs of bodies and elements, and checks that notice any one value.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "doubt.h"
#include "lanes.h"
#include "prepared.h"
#include "random_model.h"

enum { LINKS = 300, FREE = 70 };

// A chain that swings, beside bodies that fly.
static void add_chain_and_free_bodies(mechanism *m)
{
    m->d.gravity = (vec3){0.0, 0.0, -9.81};
    for (int i = 0; i < LINKS; i++) {
        add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i + 0.5, 0.0, 0.0}, upright);
        add_joint(m, TAC_SPHERICAL, i == 0 ? TAC_GROUND : i - 1, i, (spot){{i, 0.0, 0.0}, upright});
    }
    for (int i = 0; i < FREE; i++) {
        int body = add_body(m, 2.0, (vec3){1.0, 2.0, 2.5}, (vec3){i, 5.0, 0.0}, upright);
        m->body[body].v = (vec3){0.1 * i, 1.0, 0.0};
        m->body[body].w = (vec3){0.0, 0.01 * i, 1.0};
    }
}

static void expect_each_once(const int *first, const int *item, int n_sum_group, int n)
{
    int *seen = calloc((size_t)n + 1, sizeof *seen);
    for (int i = first[0]; i < first[n_sum_group]; i++) {
        seen[item[i]]++;
    }
    for (int i = 0; i < n; i++) {
        cr_expect_eq(seen[i], 1, "item %d", i);
    }
    cr_expect_eq(first[n_sum_group], n);
    free(seen);
}

static void expect_runs(const tac_model *m)
{
    expect_each_once(m->sums.sum_body_first, m->sums.sum_body, tac_sum_group_count(m), m->n_body);
    expect_each_once(m->sums.sum_element_first, m->sums.sum_element, tac_sum_group_count(m),
                     m->n_element);
    for (int k = 0; k < TAC_WIDTHS; k++) {
        const tac_grouping *g = &m->grouping[k];
        expect_each_once(g->sum_first, g->sum_group, g->n_block + 1, tac_sum_group_count(m));
        for (int block = 0; block < g->n_block; block++) {
            for (int i = g->sum_first[block]; i < g->sum_first[block + 1]; i++) {
                int group = g->sum_group[i];
                for (int b = m->sums.sum_body_first[group]; b < m->sums.sum_body_first[group + 1];
                     b++) {
                    int cell = g->body_cell[m->sums.sum_body[b]];
                    cr_expect(cell >= g->block_body[block] && cell < g->block_body[block + 1]);
                }
                for (int e = m->sums.sum_element_first[group];
                     e < m->sums.sum_element_first[group + 1]; e++) {
                    int cell = g->element_cell[m->sums.sum_element[e]];
                    cr_expect(cell >= g->block_cell[block] && cell < g->block_cell[block + 1]);
                }
            }
        }
    }
}

Test(report, runs_hold_every_body_and_element_once)
{
    mechanism *m = mechanism_new();
    rng g = {11};
    int pairs = 0;
    for (int k = 0; k < 40; k++) {
        random_anything(m, &g, 40);
        tac_options o = options_with(1e-3, 2);
        o.order = 2 + k % 3;
        prepared r;
        prepared_open(&r, &m->d, &o);
        expect_runs(r.m);
        if (r.m->twin) {
            pairs++;
            cr_expect_eq(r.m->twin->sums.n_sum_group, 2 * r.m->sums.n_sum_group);
            expect_each_once(r.m->twin->sums.sum_body_first, r.m->twin->sums.sum_body,
                             tac_sum_group_count(r.m->twin), r.m->twin->n_body);
        }
        prepared_close(&r);
    }
    cr_expect_gt(pairs, 0);
    mechanism_free(m);
}

// Most is added up where it is computed: of a chain all but the joints above the runs.
Test(report, blocks_add_up_what_lies_in_them)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 2);
    prepared r;
    add_chain_and_free_bodies(m);
    prepared_open(&r, &m->d, &o);
    expect_runs(r.m);
    const tac_grouping *g = r.w->space->plan->g;
    cr_expect_geq(g->n_block, 4);
    cr_expect_geq(r.m->sums.n_sum_group, (LINKS + FREE) / 8);
    cr_expect_leq(g->sum_first[g->n_block + 1] - g->sum_first[g->n_block],
                  1 + r.m->sums.n_sum_group / 8);
    prepared_close(&r);
    mechanism_free(m);
}

Test(report, sums_are_those_over_all_bodies)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(1e-3, 3);
    prepared r;
    add_chain_and_free_bodies(m);
    prepared_start(&r, &m->d, &o);
    prepared_run(&r, 5);
    double kinetic = 0.0, potential = 0.0;
    for (int i = 0; i < r.m->n_body; i++) {
        const tac_body_state *b = &r.s.body[i];
        const double *J = m->body[i].J;
        kinetic += 0.5 * r.m->bodies.mass[i] * dot3(b->v, b->v);
        kinetic += 0.5 * (J[0] * b->w.x * b->w.x + J[1] * b->w.y * b->w.y + J[2] * b->w.z * b->w.z);
        potential -= r.m->bodies.mass[i] * dot3(r.m->gravity, b->r);
    }
    tac_report report = prepared_report(&r);
    cr_expect_float_eq(report.kinetic, kinetic, 1e-12 * kinetic);
    cr_expect_float_eq(report.potential, potential, 1e-12 * fmax(1.0, fabs(potential)));
    cr_expect(report.position > 0.0 && report.position < 1e-5, "%g", report.position);
    prepared_close(&r);
    mechanism_free(m);
}

static void expect_bad(prepared *r, double *value, double bad, tac_code code, const char *what,
                       int i)
{
    double before = *value;
    *value = bad;
    tac_status status = tac_step(r->method, r->w, &r->s, NULL);
    cr_expect_eq(status.code, code, "%s %d, %d lanes: %d", what, i, r->o.lanes, status.code);
    *value = before;
    prepared_run(r, 1);
}

// Whichever body or joint of many it is, in lanes of any number.
Test(report, one_bad_value_is_noticed)
{
    mechanism *m = mechanism_new();
    add_chain_and_free_bodies(m);
    for (int k = 0; k < TAC_WIDTHS && tac_widths[k] <= tac_widest_lanes(); k++) {
        tac_options o = options_with(1e-3, 2);
        o.lanes = tac_widths[k];
        prepared r;
        prepared_start(&r, &m->d, &o);
        for (int i = 0; i < LINKS + FREE; i += 23) {
            expect_bad(&r, &r.s.body[i].v.y, (double)NAN, TAC_NOT_FINITE, "body", i);
        }
        for (int i = 0; i < r.m->n_row; i += 61) {
            expect_bad(&r, &r.s.lambda[i], (double)NAN, TAC_NOT_FINITE, "multiplier", i);
        }
        expect_bad(&r, &r.s.body[LINKS / 2].r.y, 40.0, TAC_DIVERGED, "link", LINKS / 2);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// Bodies stay where they are as far as they can: no increment tells.
Test(report, an_open_joint_is_noticed)
{
    mechanism *m = mechanism_new();
    spot wall = {{3.0, 0.0, 0.0}, upright}, end = {{0.5, 0.0, 0.0}, upright};
    add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){0.0, 0.0, 0.0}, upright);
    add_joint(m, TAC_FIXED, TAC_GROUND, 0, (spot){{0.0, 0.0, 0.0}, upright});
    int rod = add_joint_between(m, TAC_ROD, TAC_GROUND, wall, 0, end);
    m->joint[rod].drive_displacement = add_input(m, 2.5);
    for (int order = 2; order <= 4; order++) {
        tac_options o = options_with(1e-3, 3);
        o.order = order;
        prepared r;
        prepared_start(&r, &m->d, &o);
        prepared_run(&r, 3);
        const double longer = 4.5;
        tac_status status = tac_step(r.method, r.w, &r.s, &longer);
        cr_expect(status.code == TAC_DIVERGED && status.subject == TAC_JOINT, "order %d", order);
        prepared_close(&r);
    }
    mechanism_free(m);
}

// A free body and its copies side by side have no joints to tell their lanes by.
Test(report, any_number_of_free_bodies)
{
    mechanism *m = mechanism_new();
    for (int n = 1; n <= 20; n++) {
        mechanism_clear(m);
        for (int i = 0; i < n; i++) {
            add_body(m, 1.0, (vec3){1.0, 1.0, 1.0}, (vec3){i, 0.0, 0.0}, upright);
            m->body[i].v = (vec3){0.0, 1.0, 0.0};
        }
        for (int order = 2; order <= 4; order++) {
            tac_options o = options_with(1e-3, 2);
            o.order = order;
            prepared r;
            prepared_start(&r, &m->d, &o);
            prepared_run(&r, 3);
            cr_expect_float_eq(prepared_report(&r).kinetic, 0.5 * n, 1e-12, "%d bodies", n);
            prepared_close(&r);
        }
    }
    mechanism_free(m);
}

// ---- measures of doubt -------------------------------------------------------------------------

static double arm(const prepared *r, int body)
{
    double most = 0.0;
    for (int i = 0; i < r->m->n_element; i++) {
        const tac_element *e = &r->m->element[i];
        for (int side = 0; side < 2; side++) {
            most = e->body[side] == body ? fmax(most, norm3(e->s[side])) : most;
        }
    }
    return most;
}

// One body after another, of a plain step.
Test(report, worst_is_the_largest_of_all_bodies)
{
    mechanism *m = mechanism_new();
    tac_options o = options_with(5e-3, 2);
    prepared r;
    add_chain_and_free_bodies(m);
    prepared_start(&r, &m->d, &o);
    for (int i = 0; i < TAC_MEASURES; i++) {
        cr_expect_eq(prepared_report(&r).worst[i].body, TAC_NONE, "none at the start");
    }
    prepared_run(&r, 7);
    tac_report report = prepared_report(&r);
    double most[TAC_BODY_MEASURES] = {0.0};
    int body[TAC_BODY_MEASURES] = {TAC_NONE, TAC_NONE, TAC_NONE, TAC_NONE};
    for (int i = 0; i < r.m->n_body; i++) {
        const double *last = tac_body_field(r.w->space, i, B_LAST);
        double turn = sqrt(last[0]), shift = sqrt(last[r.w->space->plan->g->lanes]);
        const double value[] = {shift + turn * arm(&r, i), turn, o.dt * norm3(r.s.body[i].w),
                                *tac_body_field(r.w->space, i, B_STIFF)};
        for (int k = 0; k < TAC_BODY_MEASURES; k++) {
            body[k] = value[k] > most[k] ? i : body[k];
            most[k] = fmax(most[k], value[k]);
        }
    }
    for (int k = TAC_BODY_MEASURES; k < TAC_MEASURES; k++) {
        cr_expect_eq(report.worst[k].body, TAC_NONE, "no body is flexible or has friction");
    }
    for (int k = 0; k < TAC_BODY_MEASURES; k++) {
        cr_expect_gt(most[k], 0.0);
        cr_expect_float_eq(report.worst[k].value, most[k], 1e-12 * most[k], "%d", k);
        cr_expect_eq(report.worst[k].body, body[k], "%d", k);
    }
    prepared_close(&r);
    mechanism_free(m);
}

// The same of sub-steps in lanes side by side as of one after another; every sub-step counts.
Test(report, worst_is_the_same_in_any_lanes)
{
    mechanism *m = mechanism_new();
    rng g = {17};
    int compared = 0;
    for (int k = 0; k < 60; k++) {
        random_anything(m, &g, k % 4 ? 6 : 90);
        tac_report one[12];
        for (int width = 0; width < TAC_WIDTHS && tac_widths[width] <= tac_widest_lanes();
             width++) {
            tac_options o = options_with(2e-3, 1 + k % 3);
            o.order = 2 + k / 3 % 3;
            o.lanes = tac_widths[width];
            prepared r;
            prepared_open(&r, &m->d, &o);
            tac_status started = r.method->start(r.w, &r.s, NULL, &r.started);
            for (int n = 0; n < 12 && started.code == TAC_OK; n++) {
                if (tac_step(r.method, r.w, &r.s, NULL).code != TAC_OK) {
                    break;
                }
                tac_report now = prepared_report(&r);
                one[n] = width == 0 ? now : one[n];
                for (int i = 0; i < TAC_MEASURES; i++) {
                    cr_expect(now.worst[i].value == one[n].worst[i].value &&
                                  now.worst[i].body == one[n].worst[i].body,
                              "model %d, step %d, measure %d, %d lanes", k, n, i, o.lanes);
                }
                compared += width > 0;
            }
            prepared_close(&r);
        }
    }
    cr_expect(tac_widest_lanes() == 1 || compared > 300, "%d", compared);
    mechanism_free(m);
}

Test(report, doubt_begins_above_its_limits)
{
    tac_options o = tac_default_options();
    const tac_method *const method[] = {&tac_index3, &tac_canonical}; // measures are of one or both
    for (int i = 0; i < TAC_MEASURES; i++) {
        bool begins = false;
        for (int k = 0; k < 2; k++) {
            tac_report r = {0};
            double limit = tac_doubt_limit(method[k], &o, (tac_doubt)i, TAC_BY_STEPS);
            r.worst[i].value = limit;
            cr_expect_not(tac_in_doubt(method[k], &o, &r, TAC_BY_STEPS), "%d", i);
            r.worst[i].value = limit > 0.0 ? 1.001 * limit : 1e-9;
            begins |= tac_in_doubt(method[k], &o, &r, TAC_BY_STEPS);
        }
        cr_expect(begins, "%d", i);
    }
    o.doubt_length = 1e-6;
    o.doubt_angle = 1e-5;
    cr_expect_eq(tac_doubt_limit(&tac_index3, &o, TAC_LAST_SHIFT, TAC_BY_STEPS), 1e-6);
    cr_expect_eq(tac_doubt_limit(&tac_index3, &o, TAC_LAST_TURN, TAC_BY_STEPS), 1e-5);
}

// test: canonical.carriers unit
// Carriers with the canonical step: mechanisms move as by rows, hold their joints as tightly, with the same bits in
// any lanes, whatever is renewed within a step and after a state was put back.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grouped.h"
#include "lanes.h"
#include "method/canonical/curved_laws.h"

static tac_options canonical_options(int order)
{
    tac_options o = options_with(1e-3, 3);
    o.order = order;
    return o;
}

// Number k of random mechanisms with groups.
static void open_groups(grouped *x, int k)
{
    grouped_open(x, 9000u + (uint64_t)k);
    x->method = &tac_canonical;
    x->drives = k % 5 == 0;
    random_groups(x);
    for (int more = 0; more < (k % 10 == 9 ? 8 : 0); more++) { // several blocks
        random_groups(x);
    }
    turn_all(x);
}

// ---- motion ------------------------------------------------------------------------------------

typedef struct seen {
    int carried, redundant, good;
    double far, position, velocity; // m; largest residuals over those by rows
} seen;

static void compare(seen *n, const outcome *one, const outcome *rows, int k)
{
    double shift;
    (void)apart(one, rows, &shift);
    n->good++;
    n->redundant += rows->rank.rank < rows->rank.rows;
    n->far = fmax(n->far, shift);
    n->position = fmax(n->position, one->report.position / (rows->report.position + 1e-13));
    n->velocity = fmax(n->velocity, one->report.velocity / (rows->report.velocity + 1e-11));
    cr_expect_leq(shift, 1e-8, "%d: %g m", k, shift);
    cr_expect(one->report.position <= 2.0 * rows->report.position + 1e-13 &&
                  one->report.velocity <= 2.0 * rows->report.velocity + 1e-11,
              "%d: joints open by %g and %g, by rows %g and %g", k, one->report.position,
              one->report.velocity, rows->report.position, rows->report.velocity);
}

Test(carriers, groups_move_as_by_rows_with_the_same_bits_in_any_lanes)
{
    seen n = {0};
    for (int k = 0; k < 60; k++) {
        grouped x;
        open_groups(&x, k);
        tac_options o = canonical_options(2 + 2 * (k % 3));
        o.lanes = 1;
        outcome *rows = run(&x, o, 0, TOGETHER, 5), *one = run(&x, o, 1, TOGETHER, 5);
        cr_expect_eq(rows->code, one->code, "%d: codes %d and %d", k, (int)rows->code,
                     (int)one->code);
        cr_expect_eq(one->rank.rank, rows->rank.rank);
        n.carried += one->n_carrier > 0;
        if (rows->code == TAC_OK && one->code == TAC_OK && one->n_carrier > 0) {
            compare(&n, one, rows, k);
        }
        cr_expect(same_in_lanes(&x, o, one, 5), "%d", k);
        drop(rows);
        drop(one);
        mechanism_free(x.m);
    }
    cr_log_info("%d of 60 carried, %d stepped, %d redundant; %g m, residuals %g and %g times",
                n.carried, n.good, n.redundant, n.far, n.position, n.velocity);
    cr_expect(n.carried >= 40 && n.good >= 30 && n.redundant >= 15, "%d, %d, %d", n.carried, n.good,
              n.redundant);
}

// ---- factors that are renewed ------------------------------------------------------------------

// The state after some steps with the units renewed that depend on curved laws, or with all of them. Whether that
// is part of them, and there are carriers.
static bool renew(const grouped *x, int lanes, bool all, unsigned char **state, size_t *size)
{
    prepared r;
    tac_options o = canonical_options(2);
    o.lanes = lanes;
    prepared_start_with(&r, &tac_canonical, &x->m->d, &o);
    tac_workspace *w = r.w->space;
    int fresh = 0, n_unit = w->plan->g->n_unit;
    for (int i = 0; i < n_unit; i++) {
        fresh += tac_fresh_units(w)[i];
        tac_fresh_units(w)[i] |= all;
    }
    for (int i = 0; i < 5; i++) {
        (void)tac_step(r.method, r.w, &r.s, NULL);
    }
    bool some = fresh > 0 && fresh < n_unit && r.m->n_carrier > 0;
    *size = r.s.size;
    *state = aligned_block(r.s.size);
    memcpy(*state, r.s.data, r.s.size);
    prepared_close(&r);
    return some;
}

// Friction too sharp for one factorization, on some of the carriers.
Test(carriers, factors_that_stay_are_those_that_would_be_made)
{
    int partly = 0;
    for (int k = 0; k < 40; k++) {
        grouped x;
        open_groups(&x, 5 * k + 4); // drives may lock
        x.m->d.n_contact = 0;
        for (int i = 0; i < x.m->d.n_friction; i++) {
            x.m->friction[i].v0 = i == 0 ? 1e-4 : 100.0;
        }
        for (int lanes = 1; lanes <= tac_widest_lanes(); lanes += lanes == 1 ? 3 : 4) {
            unsigned char *some, *every;
            size_t size;
            partly += renew(&x, lanes, false, &some, &size);
            (void)renew(&x, lanes, true, &every, &size);
            cr_expect_eq(memcmp(some, every, size), 0, "%d, %d lanes", k, lanes);
            free(some);
            free(every);
        }
        mechanism_free(x.m);
    }
    cr_expect_geq(partly, 20, "%d", partly);
}

// ---- states that are put back ------------------------------------------------------------------

static tac_code steps(prepared *r, int n)
{
    tac_code code = TAC_OK;
    for (int i = 0; i < n && code == TAC_OK; i++) {
        code = tac_step(r->method, r->w, &r->s, NULL).code;
    }
    return code;
}

// Into work that has seen no other.
Test(carriers, a_restored_state_goes_on_with_the_same_bits)
{
    int good = 0;
    for (int k = 0; k < 30; k++) {
        grouped x;
        open_groups(&x, 5 * k + 4);
        tac_options o = canonical_options(2 + 2 * (k % 3));
        prepared r, other;
        prepared_start_with(&r, &tac_canonical, &x.m->d, &o);
        prepared_open_as(&other, &tac_canonical, &x.m->d, &o);
        if (r.m->n_carrier > 0 && steps(&r, 5) == TAC_OK) {
            memcpy(other.s.data, r.s.data, r.s.size);
            if (steps(&r, 5) == TAC_OK) {
                good++;
                (void)steps(&other, 5);
                cr_expect_eq(memcmp(other.s.data, r.s.data, r.s.size), 0, "%d", k);
            }
        }
        prepared_close(&r);
        prepared_close(&other);
        mechanism_free(x.m);
    }
    cr_expect_geq(good, 15, "%d", good);
}

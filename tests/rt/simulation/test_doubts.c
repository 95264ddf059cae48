// Doubts of a whole run: an energy that changes although nothing may change it.
#include "simulation/doubts.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct run {
    tac_simulation s;
    tac_doubts doubts;
} run;

static void open_run(run *r, const char *path)
{
    *r = (run){0};
    cr_assert(tac_simulation_read(&r->s, path) && tac_simulation_prepare(&r->s) &&
                  tac_simulation_start(&r->s),
              "%s", r->s.diag.text);
}

// A step after which the kinetic energy is said to be so many times what it is.
static void make_step(run *r, double times)
{
    cr_assert_eq(tac_simulation_step(&r->s).code, TAC_OK, "%s", r->s.diag.text);
    r->s.report.kinetic *= times;
    tac_doubts_add(&r->doubts, &r->s);
}

Test(doubts, energy_that_grows_is_said)
{
    char text[TAC_DOUBT_TEXT];
    run r;
    open_run(&r, "config/models/m9_spinning_top.yaml");
    for (int i = 0; i < 20; i++) {
        make_step(&r, 1.0);
    }
    cr_expect_not(tac_doubts_any(&r.doubts, &r.s));
    make_step(&r, 1.005);
    cr_expect_not(tac_doubts_any(&r.doubts, &r.s));
    make_step(&r, 1.02);
    cr_expect(tac_doubts_any(&r.doubts, &r.s));
    tac_doubts_describe(&r.doubts, &r.s, text, sizeof text);
    cr_expect_not_null(strstr(text, "all 22 steps together: the energy grows by 0."), "%s", text);
    cr_expect_not_null(strstr(text, "nothing drives, pushes or damps"), "%s", text);
    tac_simulation_close(&r.s);
}

// Who sets a parameter during a run may give it energy.
Test(doubts, a_parameter_that_is_set_ends_the_balance)
{
    run r;
    open_run(&r, "config/models/examples/bouncing_ball.yaml");
    make_step(&r, 1.0);
    make_step(&r, 2.0);
    int was_said = tac_doubts_any(&r.doubts, &r.s);
    tac_parameter stiffness = {.subject = TAC_CONTACT, .index = 0, .field = 0};
    double value = 0.0;
    cr_assert_eq(tac_parameter_get(r.s.model, stiffness, &value).code, TAC_OK);
    cr_expect_neq(tac_simulation_tune(&r.s, stiffness, -1.0).code, TAC_OK);
    cr_expect_eq(tac_doubts_any(&r.doubts, &r.s), was_said, "what was refused changes nothing");
    cr_expect_eq(tac_simulation_tune(&r.s, stiffness, 0.5 * value).code, TAC_OK);
    cr_expect_not(tac_doubts_any(&r.doubts, &r.s));
    cr_expect(was_said);
    tac_simulation_close(&r.s);
}

// What is said of before stays.
Test(doubts, a_state_that_is_put_in_place_is_no_gain)
{
    run r;
    open_run(&r, "config/models/m9_spinning_top.yaml");
    make_step(&r, 1.0);
    tac_doubts_go_on(&r.doubts);
    make_step(&r, 1.5);
    cr_expect_not(tac_doubts_any(&r.doubts, &r.s));
    make_step(&r, 1.6);
    cr_expect(tac_doubts_any(&r.doubts, &r.s));
    tac_doubts_go_on(&r.doubts);
    make_step(&r, 1.0);
    cr_expect(tac_doubts_any(&r.doubts, &r.s));
    tac_simulation_close(&r.s);
}

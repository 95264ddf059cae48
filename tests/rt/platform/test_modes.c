// Every state against every event, and what must hold along any way through them.
#include <criterion/criterion.h>
#include <string.h>

#include "platform/modes.h"
#include "shipped.h"

// ---- the table -------------------------------------------------------------------------------------

typedef enum event {
    NOTHING, // both instances run, the legs move, no ramp is over
    ENGAGE,
    ENGAGE_WITHOUT_SOURCE,
    HOLD,
    PARK,
    STOP,
    RESET,
    SOURCE_LOST,
    PATIENCE_OVER,
    SINK_LOST,
    ENDING,
    ARRIVED, // at rest, parked, every ramp is over
    EVENTS
} event;

// W waiting, p parking, P parked, e engaging, E engaged, h holding, s stopping, S stopped.
static const char letter[] = "WpPeEhsS";

// . done, k no sink, v no source, L latched, n not stopped, y not parked yet, m nothing moves.
static const char answer_letter[] = ".kvLnym!";

typedef struct row {
    tac_platform_state state;
    int is_latched, is_held_by_hand;
    const char *next, *answer; // (EVENTS), in the order of the events
} row;

// clang-format off
static const row table[] = {
    //                                 source   source sink
    //                           engage  hold stop   lost    ending
    //                        nothing |  v  | park | reset | patience | arrived
    {TAC_PLATFORM_WAITING,  0, 0, "pppppppppWpp", ".kkkk.n....."},
    {TAC_PLATFORM_WAITING,  1, 0, "pppppppppWpp", ".LLLk.y....."},
    {TAC_PLATFORM_PARKING,  0, 0, "pephpspppWpP", "..v...n....."},
    {TAC_PLATFORM_PARKING,  1, 0, "pppppspppWpS", ".LLL..y....."},
    {TAC_PLATFORM_PARKED,   0, 0, "PePPPSPPPWPP", "..vm..n....."},
    {TAC_PLATFORM_ENGAGING, 0, 0, "eehhpsehhWpE", "..v...n....."},
    {TAC_PLATFORM_ENGAGED,  0, 0, "EEhhpsEhhWpE", "..v...n....."},
    {TAC_PLATFORM_HOLDING,  0, 0, "eehhpsehpWpe", "..v...n....."},
    {TAC_PLATFORM_HOLDING,  0, 1, "hehhpshhhWph", "..v...n....."},
    {TAC_PLATFORM_STOPPING, 1, 0, "sssssssssWsp", ".LLL..y....."},
    {TAC_PLATFORM_STOPPED,  1, 0, "SSSSSSPSSWSS", ".LLL........"},
};
// clang-format on

enum { LONG = 1000000 }; // cycles, beyond every ramp

static tac_modes modes_of(const row *r, const tac_platform_file *f)
{
    tac_modes m;
    tac_modes_init(&m, f, 0);
    m.state = r->state;
    m.is_latched = r->is_latched;
    m.is_held_by_hand = r->is_held_by_hand;
    return m;
}

static tac_modes_input input_of(event e, tac_modes *m)
{
    static const tac_platform_verb verb[EVENTS] = {
        [ENGAGE] = TAC_PLATFORM_DO_ENGAGE, [ENGAGE_WITHOUT_SOURCE] = TAC_PLATFORM_DO_ENGAGE,
        [HOLD] = TAC_PLATFORM_DO_HOLD,     [PARK] = TAC_PLATFORM_DO_PARK,
        [STOP] = TAC_PLATFORM_DO_STOP,     [RESET] = TAC_PLATFORM_DO_RESET};
    m->sourceless = e == PATIENCE_OVER ? LONG : 0;
    m->cycles = m->resting = e == ARRIVED ? LONG : 0;
    return (tac_modes_input){.verb = verb[e],
                             .has_source = e != ENGAGE_WITHOUT_SOURCE && e != SOURCE_LOST &&
                                           e != PATIENCE_OVER,
                             .has_sink = e != SINK_LOST,
                             .is_parked = e == ARRIVED,
                             .is_at_rest = e == ARRIVED,
                             .is_ending = e == ENDING};
}

Test(modes, every_state_and_every_event)
{
    tac_platform_file *f = read_shipped();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        cr_assert_eq(strlen(table[i].next), EVENTS);
        cr_assert_eq(strlen(table[i].answer), EVENTS);
        for (int e = 0; e < EVENTS; e++) {
            tac_modes m = modes_of(&table[i], f);
            tac_modes_input in = input_of((event)e, &m);
            tac_platform_answer answer = tac_modes_step(&m, &in);
            cr_expect_eq(letter[m.state], table[i].next[e], "row %zu (%s), event %d leads to %s", i,
                         tac_platform_state_name[table[i].state], e,
                         tac_platform_state_name[m.state]);
            cr_expect_eq(answer_letter[answer], table[i].answer[e], "row %zu (%s), event %d: %s", i,
                         tac_platform_state_name[table[i].state], e,
                         tac_platform_answer_text[answer]);
            int stays = table[i].is_latched && !(e == RESET && m.state == TAC_PLATFORM_PARKED);
            cr_expect_eq(m.is_latched, stays || e == STOP, "row %zu, event %d", i, e);
        }
    }
    tac_platform_file_free(f);
}

Test(modes, nothing_begins_to_move_when_the_end_is_near)
{
    tac_platform_file *f = read_shipped();
    static const tac_platform_verb verb[] = {TAC_PLATFORM_DO_ENGAGE, TAC_PLATFORM_DO_HOLD};
    for (int k = 0; k < 2; k++) {
        tac_modes m = modes_of(&table[4], f);
        tac_modes_input in = {.verb = verb[k], .has_source = 1, .has_sink = 1, .is_ending = 1};
        cr_expect_eq(tac_modes_step(&m, &in), TAC_ANSWER_ENDING);
        cr_expect_eq(m.state, TAC_PLATFORM_PARKED);
    }
    tac_platform_file_free(f);
}

// ---- ways ------------------------------------------------------------------------------------------

static const tac_modes_input both = {.has_source = 1, .has_sink = 1};

// Steps until the state changes; returns how many that took.
static int64_t steps_to(tac_modes *m, tac_modes_input in, tac_platform_state state)
{
    int64_t n = 0;
    for (; m->state != state; n++) {
        cr_assert_lt(n, LONG, "never %s, still %s", tac_platform_state_name[state],
                     tac_platform_state_name[m->state]);
        (void)tac_modes_step(m, &in);
        in.verb = TAC_PLATFORM_DO_NONE;
    }
    return n;
}

Test(modes, an_emergency_stop_settles_parks_and_waits_for_its_reset)
{
    tac_platform_file *f = read_shipped();
    tac_modes m = modes_of(&table[6], f);
    tac_modes_input in = both;
    in.verb = TAC_PLATFORM_DO_STOP;
    cr_expect_eq(steps_to(&m, in, TAC_PLATFORM_STOPPING), 1);
    in = both;
    for (int k = 0; k < 5000; k++) { // while the legs move it does not settle
        (void)tac_modes_step(&m, &in);
    }
    cr_expect_eq(m.state, TAC_PLATFORM_STOPPING);
    in.is_at_rest = 1;
    cr_expect_eq(steps_to(&m, in, TAC_PLATFORM_PARKING), 500); // 1 s
    in.is_parked = 1;
    cr_expect_eq(steps_to(&m, in, TAC_PLATFORM_STOPPED), 3000); // 6 s
    in.verb = TAC_PLATFORM_DO_RESET;
    cr_expect_eq(steps_to(&m, in, TAC_PLATFORM_PARKED), 1);
    in.verb = TAC_PLATFORM_DO_ENGAGE;
    cr_expect_eq(steps_to(&m, in, TAC_PLATFORM_ENGAGED), 1 + 2000); // 4 s
    cr_expect_eq(m.why, TAC_WHY_DONE);
    tac_platform_file_free(f);
}

Test(modes, a_lost_source_is_waited_for_then_the_platform_parks)
{
    tac_platform_file *f = read_shipped();
    tac_modes m = modes_of(&table[6], f);
    tac_modes_input in = {.has_sink = 1};
    cr_expect_eq(steps_to(&m, in, TAC_PLATFORM_HOLDING), 1);
    cr_expect_eq(m.why, TAC_WHY_SOURCE_LOST);
    cr_expect_eq(steps_to(&m, both, TAC_PLATFORM_ENGAGING), 1);
    cr_expect_eq(m.why, TAC_WHY_SOURCE_BACK);
    (void)steps_to(&m, in, TAC_PLATFORM_HOLDING);
    cr_expect_eq(steps_to(&m, in, TAC_PLATFORM_PARKING), 2500 - 1); // 5 s
    cr_expect_eq(m.why, TAC_WHY_PATIENCE);
    tac_platform_file_free(f);
}

Test(modes, who_is_eager_engages_once_unless_somebody_decides)
{
    tac_platform_file *f = read_shipped();
    for (int k = 0; k < 2; k++) {
        tac_modes m;
        tac_modes_input in = both;
        tac_modes_init(&m, f, 1);
        (void)steps_to(&m, in, TAC_PLATFORM_PARKING);
        in.verb = k ? TAC_PLATFORM_DO_PARK : TAC_PLATFORM_DO_NONE;
        in.is_parked = in.is_at_rest = 1;
        (void)steps_to(&m, in, TAC_PLATFORM_PARKED);
        in.verb = TAC_PLATFORM_DO_NONE;
        for (int i = 0; i < 5000; i++) {
            (void)tac_modes_step(&m, &in);
        }
        cr_expect_eq(m.state, k ? TAC_PLATFORM_PARKED : TAC_PLATFORM_ENGAGED);
    }
    tac_platform_file_free(f);
}

// ---- any way ---------------------------------------------------------------------------------------

// From (row) to (column) in one cycle; the picture in docs/platform.md. Through waiting every state may
// be left, and stopping is entered from all that move.
static const char *const edges[TAC_PLATFORM_STATES] = {
    [TAC_PLATFORM_WAITING] = "Wp",    [TAC_PLATFORM_PARKING] = "WpPSehs",
    [TAC_PLATFORM_PARKED] = "WPeS",   [TAC_PLATFORM_ENGAGING] = "WeEhps",
    [TAC_PLATFORM_ENGAGED] = "WEhps", [TAC_PLATFORM_HOLDING] = "Whpes",
    [TAC_PLATFORM_STOPPING] = "Wsp",  [TAC_PLATFORM_STOPPED] = "WSP",
};

Test(modes, any_way_keeps_the_promises)
{
    tac_platform_file *f = read_shipped();
    uint64_t seed = 21;
    tac_modes m;
    tac_modes_input in = both;
    int seen[TAC_PLATFORM_STATES][TAC_PLATFORM_STATES] = {{0}}, n_seen = 0;
    tac_modes_init(&m, f, 1);
    m.engage = m.park = m.settle = m.patience = 20; // short, so that all is reached often
    for (int k = 0; k < 3000000; k++) {
        in.verb = one_in(&seed, 10) ? (tac_platform_verb)(int)chance(&seed, 0, TAC_PLATFORM_VERBS)
                                    : TAC_PLATFORM_DO_NONE;
        in.has_source = one_in(&seed, 50) ? !in.has_source : in.has_source;
        in.has_sink = one_in(&seed, in.has_sink ? 200 : 20) ? !in.has_sink : in.has_sink;
        in.is_at_rest = one_in(&seed, 30) ? !in.is_at_rest : in.is_at_rest;
        in.is_parked = in.is_at_rest && !one_in(&seed, 5);
        in.is_ending = one_in(&seed, 300) ? !in.is_ending : in.is_ending;
        tac_modes before = m;
        tac_platform_answer answer = tac_modes_step(&m, &in);
        cr_assert_not_null(strchr(edges[before.state], letter[m.state]), "%s to %s",
                           tac_platform_state_name[before.state], tac_platform_state_name[m.state]);
        n_seen += !seen[before.state][m.state];
        seen[before.state][m.state] = 1;

        int follows = m.state == TAC_PLATFORM_ENGAGING || m.state == TAC_PLATFORM_ENGAGED;
        cr_assert(in.has_sink == (m.state != TAC_PLATFORM_WAITING));
        cr_assert(!m.is_latched || !(follows || m.state == TAC_PLATFORM_HOLDING));
        cr_assert(!follows || in.has_source);
        cr_assert(!follows || !in.is_ending);
        cr_assert(m.state != TAC_PLATFORM_STOPPING || m.is_latched);
        cr_assert((m.state == TAC_PLATFORM_STOPPED) <= m.is_latched);
        if (in.verb == TAC_PLATFORM_DO_STOP) { // nothing can refuse it
            cr_assert(answer == TAC_ANSWER_DONE && m.is_latched);
        }
        if (before.is_latched && !m.is_latched) {
            cr_assert(in.verb == TAC_PLATFORM_DO_RESET && before.state == TAC_PLATFORM_STOPPED);
        }
    }
    int drawn = 0;
    for (int i = 0; i < TAC_PLATFORM_STATES; i++) {
        drawn += (int)strlen(edges[i]);
    }
    cr_expect_eq(n_seen, drawn, "%d of %d edges were gone along", n_seen, drawn);
    tac_platform_file_free(f);
}

// Schedules: who gets which items, what that is estimated to bring, and that small models stay alone.
#include <criterion/criterion.h>

#include "schedule.h"

// ---- a method of given costs -------------------------------------------------------------------

enum { MOST_PHASES = 4, MOST_ITEMS = 100 };

static tac_phase list[MOST_PHASES];
static double price[MOST_PHASES][MOST_ITEMS], serial;
static int n_list;

static int phases(const tac_work *w, const tac_phase **out)
{
    (void)w;
    *out = list;
    return n_list;
}

static double cost(const tac_work *w, const tac_phase *phase, int item)
{
    (void)w;
    return phase ? price[phase - list][item - phase->first] : serial;
}

static const tac_method priced = {.phases = phases, .cost = cost};
// One worker takes half of the sum.
static double split(const tac_work *w, const tac_phase *phase, int first, int last)
{
    double sum = 0.0;
    for (int i = first; i < last; i++) {
        sum += cost(w, phase, i);
    }
    return phase->together && last - first == phase->n ? 0.5 * sum : sum;
}

static const tac_method joined = {.phases = phases, .cost = cost, .stretch = split};
static const tac_method unpriced = {.phases = phases};

// n items of one price each, the first one's number being 7.
static void add(int n, double each)
{
    for (int i = 0; i < n; i++) {
        price[n_list][i] = each;
    }
    list[n_list++] = (tac_phase){.name = "phase", .first = 7, .n = n, .worth = 2};
}

static tac_schedule with(int workers, double barrier)
{
    return (tac_schedule){&priced, NULL, workers, barrier};
}

// ---- cuts --------------------------------------------------------------------------------------

Test(schedule, equal_items_are_cut_evenly)
{
    int cut[5];
    add(8, 100.0);
    const tac_schedule s = with(4, 1.0);
    cr_expect_eq(tac_schedule_cut(&s, &list[0], cut, NULL), 4);
    for (int k = 0; k <= 4; k++) {
        cr_expect_eq(cut[k], 7 + 2 * k);
    }
}

Test(schedule, a_dear_item_is_a_stretch_of_its_own)
{
    int cut[3];
    add(10, 100.0);
    price[0][0] = 900.0;
    const tac_schedule s = with(2, 1.0);
    cr_expect_eq(tac_schedule_cut(&s, &list[0], cut, NULL), 2);
    cr_expect_eq(cut[0], 7);
    cr_expect_eq(cut[1], 8);
    cr_expect_eq(cut[2], 17);
}

Test(schedule, stretches_cover_every_item_once)
{
    add(97, 0.0);
    for (int i = 0; i < 97; i++) {
        price[0][i] = 1.0 + (i * 37) % 11;
    }
    for (int workers = 1; workers <= TAC_SCHEDULE_MOST; workers++) {
        int cut[TAC_SCHEDULE_MOST + 1];
        const tac_schedule s = with(workers, 0.1);
        int parts = tac_schedule_cut(&s, &list[0], cut, NULL);
        cr_expect(parts >= 1 && parts <= workers);
        cr_expect_eq(cut[0], 7);
        cr_expect_eq(cut[workers], 104);
        for (int k = 0; k < workers; k++) {
            cr_expect_leq(cut[k], cut[k + 1]);
            cr_expect(k < parts || cut[k] == cut[k + 1], "worker %d of %d parts", k, parts);
        }
    }
}

Test(schedule, phases_of_one_cut_are_cut_like_the_first)
{
    int cut[3], other[3];
    for (int p = 0; p < 3; p++) {
        add(10, 100.0);
        list[p].cut = p == 1 ? 0 : 1;
    }
    price[0][0] = 900.0;
    price[2][9] = 900.0;
    const tac_schedule s = with(2, 1.0);
    cr_expect_eq(tac_schedule_cut(&s, &list[0], cut, NULL), 2);
    cr_expect_eq(tac_schedule_cut(&s, &list[2], other, NULL), 2);
    cr_expect_eq(cut[1], 8);
    cr_expect_eq(other[1], 8);
    cr_expect_eq(tac_schedule_cut(&s, &list[1], other, NULL), 2);
    cr_expect_eq(other[1], 12);
}

Test(schedule, a_phase_cheaper_than_its_barrier_stays_with_the_first_worker)
{
    int cut[5];
    add(8, 100.0);
    const tac_schedule near = with(4, 300.0), far = with(4, 500.0);
    cr_expect_gt(tac_schedule_cut(&near, &list[0], cut, NULL), 1, "800 against 400 + 300");
    cr_expect_eq(tac_schedule_cut(&far, &list[0], cut, NULL), 1, "800 against 400 + 500");
    cr_expect_eq(cut[1], 15);
    cr_expect_eq(cut[4], 15);
}

Test(schedule, more_workers_than_pay_are_not_asked)
{
    int cut[65];
    add(64, 100.0);
    const tac_schedule s = with(64, 400.0);
    int parts = tac_schedule_cut(&s, &list[0], cut, NULL);
    // 6400 / n + 400 (1 + (n - 2) / 4) is least at n = 8
    cr_expect_eq(parts, 8);
}

// Two workers take as long as one that has all items, three are faster.
Test(schedule, items_that_one_worker_makes_together_are_shared_if_that_is_faster_still)
{
    int cut[4];
    add(6, 1000.0);
    list[0].together = 1;
    const tac_schedule two = {&joined, NULL, 2, 1.0}, three = {&joined, NULL, 3, 1.0};
    cr_expect_eq(tac_schedule_alone(&two, &list[0]), 3000.0);
    cr_expect_eq(tac_schedule_cut(&two, &list[0], cut, NULL), 1);
    cr_expect_eq(tac_schedule_cut(&three, &list[0], cut, NULL), 3);
    cr_expect_eq(tac_schedule_forecast(&two).time, 3000.0);
    cr_expect_eq(tac_schedule_workers(&two), 1);
    cr_expect_eq(tac_schedule_workers(&three), 3);
    list[0].together = 0;
    cr_expect_eq(tac_schedule_cut(&two, &list[0], cut, NULL), 2);
}

Test(schedule, without_costs_phases_are_cut_as_items_are_worth)
{
    int cut[9];
    add(9, 100.0);
    const tac_schedule s = {&unpriced, NULL, 8, 1.0};
    cr_expect_eq(tac_schedule_cut(&s, &list[0], cut, NULL), 4, "9 items, 2 a worker");
    cr_expect_eq(tac_schedule_workers(&s), 8);
}

// ---- forecasts ---------------------------------------------------------------------------------

Test(schedule, forecast_is_the_sum_by_hand)
{
    serial = 50.0;
    add(4, 100.0); // shared: 200 and a barrier instead of 400
    add(1, 300.0); // cannot be
    add(3, 10.0);  // is not worth it
    const tac_schedule one = with(1, 20.0), two = with(2, 20.0);
    tac_forecast f = tac_schedule_forecast(&one);
    cr_expect_eq(f.work, 50.0 + 400.0 + 300.0 + 30.0);
    cr_expect_eq(f.serial, 50.0);
    cr_expect_eq(f.span, 50.0 + 100.0 + 300.0 + 10.0);
    cr_expect_eq(f.time, f.work);
    cr_expect_eq(f.barriers, 0);
    f = tac_schedule_forecast(&two);
    cr_expect_eq(f.time, 50.0 + 200.0 + 20.0 + 300.0 + 30.0);
    cr_expect_eq(f.barriers, 1);
}

Test(schedule, the_chosen_number_of_workers_pays_and_no_larger_one_does)
{
    add(64, 100.0);
    const tac_schedule none = with(1, 100.0), some = with(64, 100.0), dear = with(64, 6000.0);
    cr_expect_eq(tac_schedule_workers(&none), 1);
    cr_expect_eq(tac_schedule_workers(&dear), 1);
    int n = tac_schedule_workers(&some);
    cr_assert(n > 1 && n < 64);
    const tac_schedule chosen = with(n, 100.0);
    double time = tac_schedule_forecast(&chosen).time;
    for (int workers = 1; workers <= 64; workers++) {
        const tac_schedule s = with(workers, 100.0);
        double other = tac_schedule_forecast(&s).time;
        cr_expect(workers >= n || time < (workers == 1 ? 0.8 : 1.0) * other, "%d", workers);
        cr_expect(workers <= n || other >= 0.8 * time, "%d", workers);
    }
}

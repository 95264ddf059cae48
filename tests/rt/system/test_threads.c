// Threads and cores: what was wished, what was granted, and that every thread computes alike.
#include <criterion/criterion.h>
#include <fenv.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "system/cores.h"
#include "system/preempt.h"
#include "system/threads.h"

typedef struct seen {
    char name[16];
    int round, signals_blocked, core_count;
    double flushed;
} seen;

static void *look(void *argument)
{
    seen *s = argument;
    sigset_t set;
    cpu_set_t cores;
    pthread_getname_np(pthread_self(), s->name, sizeof s->name);
    pthread_sigmask(SIG_BLOCK, NULL, &set);
    s->signals_blocked = sigismember(&set, SIGTERM) && sigismember(&set, SIGUSR1);
    pthread_getaffinity_np(pthread_self(), sizeof cores, &cores);
    s->core_count = CPU_COUNT(&cores);
    s->round = fegetround();
    volatile double tiny = 2.2250738585072014e-308;
    s->flushed = tiny / 2.0;
    return NULL;
}

static seen start_and_join(tac_thread *t)
{
    seen s = {0};
    tac_diag diag = {0};
    t->run = look;
    t->argument = &s;
    cr_assert(tac_thread_start(t, &diag), "%s", diag.text);
    pthread_join(t->id, NULL);
    return s;
}

Test(threads, have_name_core_and_float_mode)
{
    int wish = -1, core, helper = -1, oversubscribed;
    tac_diag diag = {0};
    cr_assert(tac_choose_cores(&wish, 1, NULL, &core, &helper, &oversubscribed, &diag), "%s",
              diag.text);
    fesetround(FE_UPWARD); // threads inherit the mode of their creator
    tac_thread t = {.name = "a-test-thread", .core = core};
    seen s = start_and_join(&t);
    fesetround(FE_TONEAREST);
    cr_assert_str_eq(s.name, "a-test-thread");
    cr_assert_eq(s.core_count, 1);
    cr_assert_eq(t.got_core, core);
    cr_assert_eq(s.round, FE_TONEAREST);
    cr_assert_eq(s.flushed, 0.0);
    cr_assert(s.signals_blocked);
    cr_assert_str_eq(t.refused, "");
}

Test(threads, a_refused_core_and_priority_are_said)
{
    tac_thread t = {.name = "wishful", .core = 1023, .priority = 120};
    start_and_join(&t);
    cr_assert_eq(t.got_core, -1);
    cr_assert_eq(t.got_priority, 0);
    cr_assert(strstr(t.refused, "not pinned to core 1023"), "%s", t.refused);
    cr_assert(strstr(t.refused, "no SCHED_FIFO 120"), "%s", t.refused);
}

Test(cores, a_core_that_does_not_exist_is_refused)
{
    int wish[] = {-1, 9999}, core[2], helper = -1, oversubscribed;
    tac_diag diag = {0};
    cr_assert_not(tac_choose_cores(wish, 2, NULL, core, &helper, &oversubscribed, &diag));
    cr_assert(strstr(diag.text, "core 9999"), "%s", diag.text);
    helper = 9998;
    wish[1] = -1;
    diag.text[0] = '\0';
    cr_assert_not(tac_choose_cores(wish, 2, NULL, core, &helper, &oversubscribed, &diag));
    cr_assert(strstr(diag.text, "core 9998"), "%s", diag.text);
}

Test(cores, members_share_only_when_there_are_too_few)
{
    enum { MANY = 64 };
    int wish[MANY], core[MANY], helper, oversubscribed;
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    for (int i = 0; i < MANY; i++) {
        wish[i] = -1;
    }
    for (int n = 1; n <= MANY; n++) {
        tac_diag diag = {0};
        helper = -1;
        cr_assert(tac_choose_cores(wish, n, NULL, core, &helper, &oversubscribed, &diag));
        int shared = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                shared |= core[i] == core[j];
            }
        }
        cr_assert_eq(shared, oversubscribed);
        cr_assert(n > online || !shared, "%d members on %ld cores", n, online);
        cr_assert_geq(helper, 0);
    }
}

Test(cores, wishes_are_kept_and_avoided_by_the_others)
{
    int free_choice[] = {-1, -1}, first[2], core[2], helper = -1, oversubscribed;
    tac_diag diag = {0};
    cr_assert(tac_choose_cores(free_choice, 2, NULL, first, &helper, &oversubscribed, &diag));
    int wish[] = {-1, first[0]};
    helper = -1;
    cr_assert(tac_choose_cores(wish, 2, NULL, core, &helper, &oversubscribed, &diag));
    cr_assert_eq(core[1], first[0]);
    cr_assert(core[0] != first[0] || oversubscribed);
}

Test(cores, those_of_other_executives_come_last)
{
    int wish = -1, first, core, helper = -1, oversubscribed;
    tac_diag diag = {0};
    if (sysconf(_SC_NPROCESSORS_ONLN) < 2) {
        cr_skip_test("one core only");
    }
    cr_assert(tac_choose_cores(&wish, 1, NULL, &first, &helper, &oversubscribed, &diag));
    static tac_core_users others;
    others = (tac_core_users){.n = 1, .user = {{.core = first, .trusted = true}}};
    cr_assert(tac_choose_cores(&wish, 1, &others, &core, &helper, &oversubscribed, &diag));
    cr_assert_neq(core, first);
    cr_assert_not(oversubscribed);
    others.user[0].trusted = false; // a stranger drives nobody away from a good core
    cr_assert(tac_choose_cores(&wish, 1, &others, &core, &helper, &oversubscribed, &diag));
    cr_assert_eq(core, first);
    others.user[0].trusted = true;
    wish = first; // who names a core gets it
    cr_assert(tac_choose_cores(&wish, 1, &others, &core, &helper, &oversubscribed, &diag));
    cr_assert_eq(core, first);
}

Test(cores, workers_without_a_core_are_left_out_unless_they_are_wanted)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    static tac_rig_file rig;
    for (int i = 0; i < TAC_MAX_WORKERS; i++) {
        rig.core[i] = -1;
    }
    rig.workers = TAC_MAX_WORKERS;
    tac_limit_workers(&rig);
    int distinct = rig.workers;
    cr_expect(distinct >= 1 && distinct <= online);
    rig.workers = TAC_MAX_WORKERS;
    rig.workers_auto = 1;
    tac_limit_workers(&rig);
    cr_expect_eq(rig.workers, distinct > 1 ? distinct - 1 : 1, "one is left to the helpers");
    rig = (tac_rig_file){.workers = TAC_MAX_WORKERS, .share_always = 1, .core = {-1}};
    tac_limit_workers(&rig);
    cr_expect_eq(rig.workers, TAC_MAX_WORKERS);
    rig = (tac_rig_file){.workers = 3, .core = {-1, -1, 9999}};
    tac_limit_workers(&rig);
    cr_expect_eq(rig.workers, 3, "who names cores wants them");
}

Test(preempt, a_thread_that_sleeps_is_seen_and_one_that_does_not_is_not)
{
    tac_preempt_watch();
    if (tac_preempt_seen() < 0) {
        cr_skip_test("no restartable sequences here");
    }
    int seen_asleep = 0, quiet = 0;
    for (int i = 0; i < 100; i++) {
        tac_preempt_watch();
        usleep(100);
        seen_asleep += tac_preempt_seen() == 1;
        tac_preempt_watch();
        quiet += tac_preempt_seen() == 0;
    }
    cr_assert_eq(seen_asleep, 100);
    cr_assert_gt(quiet, 50); // a busy machine may interrupt a few
}

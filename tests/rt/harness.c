#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "loop/loop.h"
#include "system/cores.h"

// ---- clock ---------------------------------------------------------------------------------------

static int64_t fake_now(void *context)
{
    fake_clock *f = context;
    return f->now += 20;
}

static void fake_sleep(void *context, int64_t t)
{
    fake_clock *f = context;
    int64_t sleep = f->sleeps++;
    if (f->script) {
        f->script(f->script_context, sleep);
    }
    f->now = f->now > t ? f->now : t;
    f->now += sleep == f->late_at ? f->late_ns : 0;
}

void fake_clock_init(fake_clock *f)
{
    *f = (fake_clock){.now = 1000000000, .late_at = -1};
    f->clock = (tac_clock){fake_now, fake_sleep, f};
}

// ---- method --------------------------------------------------------------------------------------

fault the_fault = {.first = -1, .last = -1};

static tac_method faulty_method;
static tac_phase *faulty_phases;
static void (*delayed_run)(tac_work *, int, int);
static int delayed_first; // first item of the delayed phase

static int concerned(void)
{
    int64_t step = atomic_load(&the_fault.step) - 1;
    return the_fault.first >= 0 && step >= the_fault.first && step <= the_fault.last;
}

static int64_t real_now(void)
{
    return tac_real_clock.now(NULL);
}

static void waste(int64_t ns)
{
    if (the_fault.clock) {
        the_fault.clock->now += ns;
        return;
    }
    for (int64_t end = real_now() + ns; real_now() < end;) {
    }
}

static void slow_run(tac_work *w, int first, int last)
{
    int mine = (first != delayed_first) == the_fault.worker;
    if (mine && concerned()) {
        atomic_fetch_add(&the_fault.hits, 1);
        if (the_fault.during) {
            the_fault.during(the_fault.context);
        }
        waste(the_fault.delay_ns);
        int64_t end = real_now() + the_fault.hang_ns;
        while (the_fault.hang_ns > 0 && real_now() < end && !atomic_load(&the_fault.release)) {
        }
    }
    delayed_run(w, first, last);
}

static void faulty_begin(tac_work *w, const tac_state *s, const double *input, int iterations)
{
    atomic_fetch_add(&the_fault.step, 1);
    tac_index3.begin(w, s, input, iterations);
}

static tac_status faulty_end(tac_work *w, tac_state *s)
{
    if (the_fault.refuse && concerned()) {
        atomic_fetch_add(&the_fault.hits, 1);
        return tac_fail(TAC_DIVERGED, TAC_BODY, 0, 1.0);
    }
    return tac_index3.end(w, s);
}

static int faulty_list(const tac_work *w, const tac_phase **list)
{
    const tac_phase *original;
    int n = tac_index3.phases(w, &original);
    *list = faulty_phases;
    if (faulty_phases) { // whoever has asked before keeps it
        return n;
    }
    faulty_phases = malloc((size_t)n * sizeof *faulty_phases);
    memcpy(faulty_phases, original, (size_t)n * sizeof *faulty_phases);
    delayed_run = faulty_phases[the_fault.phase].run;
    delayed_first = faulty_phases[the_fault.phase].first;
    faulty_phases[the_fault.phase].run = slow_run;
    *list = faulty_phases;
    return n;
}

static const tac_method *make_faulty(void)
{
    faulty_method = tac_index3;
    faulty_method.begin = faulty_begin;
    faulty_method.end = faulty_end;
    faulty_method.phases = faulty_list;
    atomic_store(&the_fault.step, 0);
    return &faulty_method;
}

// ---- executive -----------------------------------------------------------------------------------

int harness_read(harness *h, const char *path)
{
    static int count;
    tac_diag diag = {0};
    memset(h, 0, sizeof *h);
    h->rig = tac_rig_file_read(path, &diag);
    if (!h->rig) {
        printf("%s\n", diag.text);
        return 0;
    }
    snprintf(h->rig->name, sizeof h->rig->name, "test.%d.%d", (int)getpid(), count++);
    h->rig->duration = 0.0;
    h->rig->share_always = 1; // small models too
    h->rig->policy.start_cycles = 0;
    if (!tac_simulation_read(&h->sim, h->rig->model_path)) {
        printf("%s\n", h->sim.diag.text);
        return 0;
    }
    return 1;
}

int harness_open(harness *h, const tac_clock *clock, int faulty)
{
    int oversubscribed;
    free(faulty_phases);
    faulty_phases = NULL;
    h->sim.method = faulty ? make_faulty() : &tac_index3;
    h->helper_core = -1;
    if (!tac_choose_cores(h->rig->core, h->rig->workers, NULL, h->core, &h->helper_core,
                          &oversubscribed, &h->e.diag) ||
        !tac_executive_open(&h->e, h->rig, &h->sim, clock, NULL, oversubscribed)) {
        printf("%s\n", h->e.diag.text);
        return 0;
    }
    return 1;
}

void harness_close(harness *h)
{
    tac_executive_close(&h->e);
    tac_simulation_close(&h->sim);
    tac_rig_file_free(h->rig);
}

void harness_run(harness *h, int64_t n)
{
    h->e.cycles_left = n;
    tac_executive_cycle(&h->e);
}

// ---- threads -------------------------------------------------------------------------------------

void harness_hurry(tac_rig_file *rig)
{
    rig->period_ns = rig->policy.period_ns = 1000;
    rig->margin_ns = 0;
    rig->policy.kind = TAC_COUNT;
    rig->policy.bucket_limit = 0;
    rig->priority = 0;
    rig->lock_memory = 0;
    rig->watchdog_ns = 60000000000;
}

int harness_start(harness *h, tac_run_threads *threads)
{
    tac_failure why = {.kind = TAC_FAILED_INPUT};
    if (!tac_run_threads_start(threads, &h->e, h->core, h->helper_core, &why)) {
        printf("%s\n", why.diag.text);
        return 0;
    }
    tac_run_threads_open_gate(threads);
    return 1;
}

int harness_finish(tac_run_threads *threads, int milliseconds)
{
    int by_itself = tac_run_threads_have_ended(threads, milliseconds);
    return tac_run_threads_end(threads) && by_itself;
}

int harness_counters_add_up(const harness *h)
{
    tac_counters n;
    // a busy machine may take the writer's core in the middle
    for (int ms = 0; !tac_monitor_counters(h->e.monitor, &n); ms++) {
        if (ms == 10000) {
            puts("counters are being written for 10 s");
            return 0;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    int64_t causes = 0;
    for (int i = TAC_ON_TIME + 1; i < TAC_N_CAUSE; i++) {
        causes += n.cause[i];
    }
    int ok = n.cycles == n.on_time + n.missed && causes == n.missed;
    if (!ok) {
        printf("%lld cycles, %lld on time, %lld missed, %lld causes\n", (long long)n.cycles,
               (long long)n.on_time, (long long)n.missed, (long long)causes);
    }
    return ok;
}

void *plain_state(const char *path, const tac_options *o, int64_t n, size_t *size)
{
    tac_simulation s;
    void *bits = NULL;
    if (tac_simulation_read(&s, path)) {
        s.options = *o;
        int ok = tac_simulation_prepare(&s) && tac_simulation_start(&s);
        for (int64_t k = 0; k < n && ok && tac_simulation_step(&s).code == TAC_OK; k++) {
        }
        if (ok) {
            *size = s.state.size;
            bits = malloc(s.state.size);
            memcpy(bits, s.state.data, s.state.size);
        }
    }
    if (!bits) {
        printf("%s\n", s.diag.text);
    }
    tac_simulation_close(&s);
    return bits;
}

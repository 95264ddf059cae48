#include "run_report.h"

#include <string.h>

#include "loop/safe_state.h"
#include "printable.h"
#include "simulation/describe.h"

enum { BAR = 50 }; // characters of the longest bar

// ---- start ---------------------------------------------------------------------------------------

static const char *policy_name(tac_policy_kind kind)
{
    static const char *const name[] = {[TAC_COUNT] = "count",
                                       [TAC_SKIP] = "skip",
                                       [TAC_SLIP] = "slip",
                                       [TAC_DEGRADE] = "degrade",
                                       [TAC_STOP] = "stop"};
    return name[kind];
}

static void print_timing(const tac_rig_file *rig)
{
    printf("period        %.6g us, %d solver step%s of %.6g us with %d iterations\n",
           (double)rig->period_ns * 1e-3, rig->substeps, rig->substeps > 1 ? "s" : "",
           rig->solver.dt * 1e6, rig->solver.iterations);
    if (rig->speed != 1.0) {
        printf("speed         %g times real time; times to live, rates of commands and other times "
               "stay "
               "in wall time\n",
               rig->speed);
    }
    if (rig->pure_spin) {
        puts("wake          never sleeps");
    } else {
        printf("wake          sleeps until %.6g us before the release, then spins\n",
               (double)rig->margin_ns * 1e-3);
    }
    if (rig->publish_offset_ns >= 0) {
        printf("publish       %.6g us after the release\n", (double)rig->publish_offset_ns * 1e-3);
    }
    printf("on a miss     %s; safe state at ", policy_name(rig->policy.kind));
    if (rig->policy.bucket_limit > 0) {
        printf("%d in the leaky bucket", rig->policy.bucket_limit);
    } else {
        printf("no number of misses");
    }
    printf(", or when a step takes %.6g ms\n", (double)rig->watchdog_ns * 1e-6);
}

static void print_tick(const tac_tick_options *o)
{
    if (o->kind == TAC_TICK_SHM) {
        printf("tick          shared memory %s, loop of %.4g Hz\n", TAC_SHOWN(o->shm),
               o->bandwidth);
    } else if (o->kind == TAC_TICK_UDP) {
        printf("tick          UDP %s, port %d, from %s", TAC_SHOWN(o->udp.host), o->udp.port,
               o->from_anybody ? "anybody" : TAC_SHOWN(o->from.host));
        if (o->from.port != 0) {
            printf(", port %d", o->from.port);
        }
        printf(", loop of %.4g Hz\n", o->bandwidth);
    }
}

static double us(int64_t ns)
{
    return (double)ns * 1e-3;
}

void tac_print_run_start(const tac_run_threads *c, int oversubscribed)
{
    const tac_executive *e = c->executive;
    const tac_rig_file *rig = e->rig;
    const tac_desc *d = &e->sim->file->desc;
    printf("rig           %s, model %s: %d bodies, %d joints\n", TAC_SHOWN(rig->name),
           TAC_SHOWN(rig->model_path), d->n_body, d->n_joint);
    tac_print_given(stdout, e->sim->file);
    if (tac_start_corrected(&e->sim->start)) {
        tac_print_start(stdout, e->sim->file, &e->sim->start);
    }
    printf("method        %s\n", e->sim->method->name);
    print_timing(rig);
    print_tick(&rig->tick);
    printf("workers       %s\n", e->schedule);
    for (int i = 0; i < rig->n_process; i++) {
        printf("process       %s has %d sub-model%s, %g us for all answers of a step\n",
               TAC_SHOWN(rig->process[i].name), rig->process[i].n_part,
               rig->process[i].n_part == 1 ? "" : "s", us(rig->process[i].wait_ns));
    }
    puts("threads");
    tac_run_threads_print(c);
    if (oversubscribed) {
        puts("note          more threads than cores: the bits stay the same, the time does not");
    }
    printf("memory        %s\n", !rig->lock_memory ? "not locked, as the rig wishes"
                                 : c->refused[0]   ? c->refused
                                                   : "locked; processor kept out of deep idle");
    if (e->binding.note[0] != '\0') {
        printf("exchange      nothing is shared: %s\n", TAC_SHOWN(e->binding.note));
    }
    printf("control       %s\n", TAC_SHOWN(tac_control_place(c->control)));
    printf("start phase   %d cycles, %.6g s\n", rig->policy.start_cycles,
           (double)rig->policy.start_cycles * (double)rig->period_ns * 1e-9);
    fflush(stdout);
}

// ---- while running -------------------------------------------------------------------------------

static const char *state_name(const tac_executive *e)
{
    static const char *const name[] = {[TAC_RUN_STARTING] = "starting",
                                       [TAC_RUN_PAUSED] = "paused",
                                       [TAC_RUN_RUNNING] = "running",
                                       [TAC_RUN_SAFE] = "safe state",
                                       [TAC_RUN_STOPPED] = "stopped"};
    return name[atomic_load(&e->monitor->state)];
}

void tac_describe_run(const tac_executive *e, char *out, size_t size)
{
    const tac_monitor *m = e->monitor;
    tac_counters n;
    if (!tac_monitor_counters(m, &n)) {
        snprintf(out, size, "%s, counters are just being written", state_name(e));
        return;
    }
    snprintf(out, size,
             "%s, t = %.3f s, %lld cycles, %lld missed, %lld steps in doubt, step p99 %.1f us, "
             "wake p99 %.1f us, "
             "least slack %.1f us",
             state_name(e), (double)n.steps * e->rig->solver.dt, (long long)n.cycles,
             (long long)n.missed, (long long)n.doubtful, us(tac_histogram_quantile(&m->step, 0.99)),
             us(tac_histogram_quantile(&m->wake, 0.99)), us(atomic_load(&m->slack.min)));
    const tac_record_state record = tac_record_read(&m->recording);
    size_t end = strlen(out);
    if (tac_record_is_bad(&record) && end + 3 < size) {
        (void)memcpy(out + end, ", ", 3);
        (void)tac_record_describe(&record, out + end + 2, size - end - 2);
    }
}

void tac_print_run_status(const tac_executive *e, FILE *out)
{
    char line[512];
    tac_describe_run(e, line, sizeof line);
    fprintf(out, "\r\033[K%s", line);
    fflush(out);
}

// ---- end -----------------------------------------------------------------------------------------

static void print_quantiles(FILE *out, const char *name, const tac_histogram *h)
{
    fprintf(out, "%-14s%10.1f%10.1f%10.1f%10.1f%10.1f%10.1f\n", name, us(atomic_load(&h->min)),
            us(tac_histogram_quantile(h, 0.5)), us(tac_histogram_quantile(h, 0.9)),
            us(tac_histogram_quantile(h, 0.99)), us(tac_histogram_quantile(h, 0.999)),
            us(atomic_load(&h->max)));
}

enum { N_GROUP = TAC_HISTOGRAM_BUCKETS / TAC_HISTOGRAM_LINEAR, FIRST_GROUP = 6 };

// Values in the buckets of one power of two; the first one shown holds everything below 1024 ns.
static int64_t group_count(const tac_histogram *h, int group)
{
    int64_t n = 0;
    int first = group == FIRST_GROUP ? 0 : group * TAC_HISTOGRAM_LINEAR;
    for (int i = first; i < (group + 1) * TAC_HISTOGRAM_LINEAR; i++) {
        n += atomic_load(&h->count[i]);
    }
    return n;
}

// One bar per power of two that holds something or lies between two that do.
static void print_bars(FILE *out, const char *name, const tac_histogram *h)
{
    int first = N_GROUP, last = -1;
    int64_t most = 1;
    for (int g = FIRST_GROUP; g < N_GROUP; g++) {
        int64_t n = group_count(h, g);
        first = n > 0 && first == N_GROUP ? g : first;
        last = n > 0 ? g : last;
        most = n > most ? n : most;
    }
    fprintf(out, "\n%s\n", name);
    for (int g = first; g <= last; g++) {
        char bar[BAR + 1];
        int64_t n = group_count(h, g);
        int length = (int)((n * BAR + most - 1) / most);
        memset(bar, '#', (size_t)length);
        bar[length] = '\0';
        fprintf(out, "  below %9.1f us %10lld %s\n",
                us(tac_histogram_edge((g + 1) * TAC_HISTOGRAM_LINEAR)), (long long)n, bar);
    }
}

static void print_counters(FILE *out, const tac_counters *n, const tac_executive *e)
{
    fprintf(out, "\ncycles        %lld = %lld on time + %lld missed", (long long)n->cycles,
            (long long)n->on_time, (long long)n->missed);
    fprintf(out, "; %lld periods skipped, grid shifted by %.6g us\n", (long long)n->skipped,
            us(e->policy.slipped_ns));
    fprintf(out, "misses        %lld", (long long)n->missed);
    for (int i = TAC_ON_TIME + 1; i < TAC_N_CAUSE; i++) {
        fprintf(out, "%s%lld %s", i == TAC_ON_TIME + 1 ? " = " : " + ", (long long)n->cause[i],
                tac_cause_name((tac_cause)i));
    }
    fprintf(out, "\nstart phase   %lld cycles, %lld missed\n", (long long)n->start_cycles,
            (long long)n->missed_at_start);
    long long steps = n->cycles > 0 ? n->steps : 0; // those of the start phase are thrown away
    fprintf(out, "simulated     %.9g s in %lld steps\n", (double)steps * e->rig->solver.dt, steps);
    char doubt[TAC_DOUBT_TEXT];
    tac_doubts_describe(&e->doubts, e->sim, doubt, sizeof doubt);
    fprintf(out, "doubt         %s\n", *doubt ? doubt : "none");
}

static void print_tick_end(FILE *out, const tac_tick *t)
{
    if (t->cell && !tac_pll_fits(&t->pll)) {
        fprintf(
            out,
            "tick          not locked: the device's period is %.3g of the rig's by its numbers, "
            "%.6g ms and %.6g ms; number a tick per period, or change 'step' or 'substeps'\n",
            t->pll.ratio, t->pll.ratio * t->pll.period * 1e-6, t->pll.period * 1e-6);
    } else if (t->cell) {
        fprintf(out,
                "tick          %s; phase error %.1f us, the device's period is %+.1f ppm off\n",
                t->pll.missing  ? "lost"
                : t->pll.locked ? "locked"
                                : "not locked",
                t->pll.smooth * 1e-3, 1e6 * t->pll.drift / t->pll.period);
    }
    uint64_t others = atomic_load(&t->others);
    if (others > 0) {
        fprintf(out, "              %llu packets of other senders or sizes were no ticks\n",
                (unsigned long long)others);
    }
}

static void print_log(FILE *out, const tac_run_threads *c)
{
    const tac_rig_file *rig = c->executive->rig;
    if (rig->log_path) {
        fprintf(out, "log           %s: %lld records, %lld lost\n", TAC_SHOWN(rig->log_path),
                (long long)atomic_load(&c->writer.lines), (long long)atomic_load(&c->writer.lost));
    }
}

// What clients have cost the cycle thread; nothing when they were honest.
static void print_faults(FILE *out, const tac_executive *e)
{
    tac_exchange_faults f = {0};
    if (e->binding.x) {
        tac_exchange_get_faults(e->binding.x, &f);
    }
    if (f.faults > 0) {
        fprintf(out,
                "clients       %lld page faults of the cycle thread while clients changed their "
                "command files, most at place %d; places taken away: %lld\n",
                (long long)f.faults, f.worst, (long long)f.renewed);
    }
}

// A cycle of several steps ends with the first that is not made.
static const char *of_cycle(const tac_executive *e, const char *of_one, const char *of_several)
{
    return e->rig->substeps > 1 ? of_several : of_one;
}

// Cycles without a step, for a process that did not answer; nothing when all did. Returns how many.
static int64_t print_processes(FILE *out, const tac_executive *e)
{
    int64_t all = 0;
    for (int i = 0; i < e->rig->n_process; i++) {
        for (int fault = TAC_APART_WELL + 1; fault < TAC_APART_FAULTS; fault++) {
            int64_t n = tac_apart_count(e->apart, i, (tac_apart_fault)fault);
            all += n;
            if (n > 0) {
                fprintf(out, "process       %s: %lld %s, %s\n", TAC_SHOWN(e->rig->process[i].name),
                        (long long)n, of_cycle(e, "steps not made", "cycles cut short"),
                        tac_apart_fault_name((tac_apart_fault)fault));
            }
        }
    }
    return all;
}

static void print_verdict(FILE *out, const tac_counters *n, const tac_executive *e,
                          int64_t without_step)
{
    tac_safe_reason reason = tac_safe_state(e);
    int rearmed = atomic_load(&e->flags.rearmed);
    if (reason == TAC_SAFE_NONE && rearmed > 0) {
        fprintf(out, "verdict       SAFE STATE: entered and rearmed %d times, last for: %s\n",
                rearmed, tac_safe_reason_name(e->left));
    } else if (reason != TAC_SAFE_NONE) {
        char why[200];
        tac_safe_state_describe(e, why, sizeof why);
        fprintf(out, "verdict       SAFE STATE: %s", why);
        if (reason == TAC_SAFE_DIVERGED) {
            char text[1280];
            tac_simulation_explain(e->sim, e->failure, text, sizeof text);
            fprintf(out, ": %s", text);
        } else if (reason == TAC_SAFE_APART) {
            char text[512];
            tac_apart_describe(e->apart, e->at_fault, e->fault, text, sizeof text);
            fprintf(out, ": %s", text);
        }
        fputc('\n', out);
    } else if (without_step > 0) {
        fprintf(out, "verdict       BEHIND: %lld of %lld %s\n", (long long)without_step,
                (long long)n->cycles, of_cycle(e, "steps were not made", "cycles were cut short"));
    } else if (n->missed > 0) {
        fprintf(out, "verdict       MISSED %lld of %lld deadlines (%.3g %%)\n",
                (long long)n->missed, (long long)n->cycles,
                100.0 * (double)n->missed / (double)n->cycles);
    } else if (n->cycles == 0) {
        fputs("verdict       NONE: stopped before t = 0\n", out);
    } else {
        fprintf(out, "verdict       ON TIME: every one of %lld deadlines was met\n",
                (long long)n->cycles);
    }
}

static void print_lookout(FILE *out, const tac_monitor *m)
{
    int64_t taken = atomic_load(&m->taken), renewed = atomic_load(&m->renewed);
    if (taken > 0) {
        fprintf(out, "taken         priority or core of a thread, %lld times, by others\n",
                (long long)taken);
    }
    if (renewed > 0) {
        fprintf(out, "made anew     %lld files that others had removed or cut short\n",
                (long long)renewed);
    }
}

void tac_print_run_end(const tac_run_threads *c, FILE *out)
{
    const tac_executive *e = c->executive;
    const tac_monitor *m = e->monitor;
    tac_counters n = {0};
    tac_monitor_counters(m, &n);
    fprintf(out, "\n%-14s%10s%10s%10s%10s%10s%10s\n", "in us", "min", "p50", "p90", "p99", "p99.9",
            "max");
    print_quantiles(out, "wake latency", &m->wake);
    print_quantiles(out, "step time", &m->step);
    print_quantiles(out, "overhead", &m->overhead);
    print_quantiles(out, "slack", &m->slack);
    print_quantiles(out, "publish jitter", &m->publish_jitter);
    print_bars(out, "wake latency", &m->wake);
    print_bars(out, "step time", &m->step);
    print_counters(out, &n, e);
    print_tick_end(out, &e->tick);
    print_faults(out, e);
    print_lookout(out, m);
    print_log(out, c);
    print_verdict(out, &n, e, print_processes(out, e));
}

#include "team.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "arena.h"
#include "float_mode.h"
#include "rig_file.h"

enum {
    CLOCK_EVERY = 64, // spins between two looks at the clock, some microseconds
    PATIENCE = 16,    // spins member 0 waits for a worker to begin; an order travels faster
    PHASE_BITS = 16,  // of an order; the number of the order has the other 48
    MAX_PHASES = (1 << PHASE_BITS) - 1
};

#define NAP 1000000    // ns, sleep of a worker without an announced release
#define DOZE 100000000 // ns, longest sleep without looking whether the team has quit

// What a worker says, alone on its cache line. Even: nothing runs here; 2 n when its stretch of order
// n is done or taken over. Odd: 2 n - 1 while the worker runs its stretch of order n.
typedef struct member_line {
    _Alignas(TAC_ALIGN) _Atomic uint64_t at;
} member_line;

struct tac_team {
    // written by member 0, watched by spinning workers
    _Alignas(TAC_ALIGN) _Atomic uint64_t order; // number << PHASE_BITS | phase
    _Atomic int64_t release;                    // as announced
    _Atomic int quit;

    // constant after init
    _Alignas(TAC_ALIGN) tac_team_options o;
    const tac_phase *phase; // (n_phase)
    int n_phase;
    int *parts;        // members that share the phase                    (n_phase)
    int *cut;          // first item of every member's stretch            (n_phase, members + 1)
    member_line *line; // the first one is unused                         (members)

    // of member 0
    _Alignas(TAC_ALIGN) uint64_t number; // of the last order
    uint64_t absent;                     // bit k: worker k had not begun its last stretch in time
    _Atomic int64_t taken;
};

// ---- the schedule ------------------------------------------------------------------------------

static void layout(tac_team *t, const tac_team_options *o, int n_phase, tac_arena *a)
{
    tac_take(a, 1, sizeof *t); // the team itself comes first
    t->parts = tac_take(a, (size_t)n_phase, sizeof *t->parts);
    t->cut = tac_take(a, (size_t)n_phase * ((size_t)o->members + 1), sizeof *t->cut);
    t->line = tac_take(a, (size_t)o->members, sizeof *t->line);
}

size_t tac_team_size(const tac_team_options *o, int n_phase)
{
    tac_team counted;
    tac_arena a = {0};
    layout(&counted, o, n_phase, &a);
    return a.used;
}

// As many members as have enough items, with stretches that differ by one item at most.
static int cut_evenly(const tac_team_options *o, const tac_phase *phase, int *cut)
{
    int worth = phase->worth > 0 ? phase->worth : 1;
    int parts = phase->n / (o->least_stretch ? o->least_stretch : worth);
    parts = parts < o->members ? parts : o->members;
    parts = parts > 1 ? parts : 1;
    for (int k = 0; k <= o->members; k++) {
        int part = k < parts ? k : parts;
        cut[k] = phase->first + (int)((int64_t)phase->n * part / parts);
    }
    return parts;
}

static void cut_phase(tac_team *t, int p)
{
    const tac_phase *phase = &t->phase[p];
    int *cut = &t->cut[p * (t->o.members + 1)];
    t->parts[p] = t->o.schedule ? tac_schedule_cut(t->o.schedule, phase, cut, NULL)
                                : cut_evenly(&t->o, phase, cut);
}

tac_team *tac_team_init(const tac_team_options *o, const tac_phase *phase, int n_phase, void *mem,
                        size_t size)
{
    int in_range = o->members >= 1 && o->members <= TAC_MAX_WORKERS && o->wait_limit_ns > 0 &&
                   o->least_stretch >= 0 && n_phase >= 0 && n_phase <= MAX_PHASES &&
                   (!o->schedule || o->schedule->workers == o->members);
    if (!in_range || tac_misaligned(mem) || size < tac_team_size(o, n_phase)) {
        return NULL;
    }
    memset(mem, 0, size);
    tac_team *t = mem;
    tac_arena a = {.base = mem};
    layout(t, o, n_phase, &a);
    t->o = *o;
    t->phase = phase;
    t->n_phase = n_phase;
    for (int p = 0; p < n_phase; p++) {
        cut_phase(t, p);
    }
    t->o.schedule = NULL; // the caller's
    return t;
}

int tac_team_cut(const tac_team *t, int phase, int member)
{
    return t->cut[phase * (t->o.members + 1) + member];
}

static void run_stretch(const tac_team *t, int p, int member)
{
    const tac_phase *phase = &t->phase[p];
    phase->run(phase->work, tac_team_cut(t, p, member), tac_team_cut(t, p, member + 1));
}

static void breathe(const tac_team *t)
{
    if (t->o.oversubscribed) {
        sched_yield();
    } else {
        tac_pause();
    }
}

// ---- member 0 ----------------------------------------------------------------------------------

static uint64_t look(const tac_team *t, int member)
{
    // acquire: what the worker wrote during its stretch comes with the number that says it is done
    return atomic_load_explicit(&t->line[member].at, memory_order_acquire);
}

static int has_begun(const tac_team *t, int member)
{
    return look(t, member) >= 2 * t->number - 1;
}

int tac_team_idle(const tac_team *t)
{
    for (int k = 1; k < t->o.members; k++) {
        if (look(t, k) % 2 != 0) {
            return 0;
        }
    }
    return 1;
}

int64_t tac_team_taken(const tac_team *t)
{
    return atomic_load_explicit(&t->taken, memory_order_relaxed); // a count, nothing depends on it
}

static void give_order(tac_team *t, int p)
{
    t->number++;
    // release: the work memory as all phases so far left it comes with the order
    atomic_store_explicit(&t->order, t->number << PHASE_BITS | (uint64_t)p, memory_order_release);
}

// Runs the stretch of a worker that has not begun. A short wait first, unless it was absent before.
static void take_over(tac_team *t, int p, int member)
{
    uint64_t bit = (uint64_t)1 << member;
    for (int i = t->absent & bit ? PATIENCE : 0; i < PATIENCE && !has_begun(t, member); i++) {
        breathe(t);
    }
    uint64_t seen = look(t, member);
    t->absent &= ~bit;
    // relaxed: the exchange decides who runs the stretch and publishes nothing; what the stretch
    // reads was written before the order, by this thread or by workers it has waited for
    if (seen < 2 * t->number - 1 &&
        atomic_compare_exchange_strong_explicit(&t->line[member].at, &seen, 2 * t->number,
                                                memory_order_relaxed, memory_order_relaxed)) {
        t->absent |= bit;
        atomic_store_explicit(&t->taken, tac_team_taken(t) + 1, memory_order_relaxed); // as above
        run_stretch(t, p, member);
    }
}

// Waits until every worker's stretch is done; 0 at the limit.
static int gather(const tac_team *t, int parts)
{
    int64_t limit = 0;
    unsigned spins = 0;
    for (int k = 1; k < parts; k++) {
        while (look(t, k) != 2 * t->number) {
            if (++spins % CLOCK_EVERY == 0) {
                int64_t now = tac_now_ns();
                limit = limit ? limit : now + t->o.wait_limit_ns;
                if (now >= limit) {
                    return 0;
                }
            }
            breathe(t);
        }
    }
    return 1;
}

static int share_phase(tac_team *t, int p)
{
    give_order(t, p);
    run_stretch(t, p, 0);
    for (int k = 1; k < t->parts[p]; k++) {
        take_over(t, p, k);
    }
    return gather(t, t->parts[p]);
}

int tac_team_step(tac_team *t, int iterations, tac_phase_hook *hook, void *context)
{
    if (!tac_team_idle(t)) {
        return 0;
    }
    for (int p = 0; p < t->n_phase; p++) {
        const tac_phase *phase = &t->phase[p];
        if (iterations > 0 && phase->iteration > iterations) {
            continue;
        }
        if (hook) {
            hook(context, phase, p);
        }
        if (t->parts[p] == 1) {
            run_stretch(t, p, 0);
        } else if (!share_phase(t, p)) {
            return 0;
        }
    }
    return 1;
}

// ---- workers -----------------------------------------------------------------------------------

// Claims and runs the member's stretch of the present order; 0 when there is nothing to do.
static int obey(tac_team *t, int member)
{
    // acquire: with the order comes everything written before it
    uint64_t order = atomic_load_explicit(&t->order, memory_order_acquire);
    uint64_t number = order >> PHASE_BITS;
    int p = (int)(order & MAX_PHASES);
    _Atomic uint64_t *at = &t->line[member].at;
    // relaxed: only takeovers change it besides this thread, and the exchange below notices them
    uint64_t idle = atomic_load_explicit(at, memory_order_relaxed);
    // relaxed: as in take_over; an order that was taken over, perhaps long ago, fails here
    if (idle >= 2 * number || member >= t->parts[p] ||
        !atomic_compare_exchange_strong_explicit(at, &idle, 2 * number - 1, memory_order_relaxed,
                                                 memory_order_relaxed)) {
        return 0;
    }
    run_stretch(t, p, member);
    // release: the results are visible before member 0 sees that they are done
    atomic_store_explicit(at, 2 * number, memory_order_release);
    return 1;
}

static int has_quit(const tac_team *t)
{
    return atomic_load_explicit(&t->quit, memory_order_relaxed); // says nothing about other memory
}

static void sleep_until(const tac_team *t, const tac_clock *clock, int64_t wake)
{
    for (int64_t now = clock->now(clock->context); now < wake && !has_quit(t);
         now = clock->now(clock->context)) {
        clock->sleep_until(clock->context, wake - now > DOZE ? now + DOZE : wake);
    }
}

void tac_team_serve(tac_team *t, int member, const tac_clock *clock, int64_t margin_ns,
                    int pure_spin)
{
    int64_t seen = 0, idle_since = -1;
    unsigned spins = 0;
    (void)tac_set_float_mode();
    while (!has_quit(t)) {
        // relaxed: a time, nothing else comes with it
        int64_t release = atomic_load_explicit(&t->release, memory_order_relaxed);
        if (obey(t, member)) {
            idle_since = -1;
        } else if (!pure_spin && release != seen) {
            seen = release;
            sleep_until(t, clock, release - margin_ns);
            int64_t now = clock->now(clock->context);
            idle_since = now > release ? now : release;
        } else if (!pure_spin && ++spins % CLOCK_EVERY == 0) {
            int64_t now = clock->now(clock->context);
            idle_since = idle_since < 0 ? now : idle_since;
            if (now - idle_since > t->o.wait_limit_ns) {
                clock->sleep_until(clock->context, now + NAP);
            }
        }
        breathe(t);
    }
}

void tac_team_next_release(tac_team *t, int64_t release)
{
    atomic_store_explicit(&t->release, release, memory_order_relaxed); // as in tac_team_serve
}

void tac_team_quit(tac_team *t)
{
    atomic_store_explicit(&t->quit, 1, memory_order_relaxed); // as in has_quit
}

#include "timing.h"

#include <string.h>

#include "reader/address.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"

#define TAC_LOOPBACK "127.0.0.1"

static bool is_word(const tac_node *node, const char *word)
{
    return node->kind == TAC_SCALAR && strcmp(node->text, word) == 0;
}

// ---- threads -------------------------------------------------------------------------------------

static void read_core_list(const tac_place *p, const tac_node *list, tac_rig_file *f)
{
    int n = 0;
    for (const tac_entry *e = list->first; e; e = e->next, n++) {
        if (n == f->workers) {
            tac_refuse(p->rd, e->value,
                       "'cores' has %d entries but 'workers' is %d; remove some or raise 'workers'",
                       list->n, f->workers);
        }
        f->core[n] = tac_core(p, e->value, "core");
        for (int i = 0; i < n && f->core[n] >= 0; i++) {
            if (f->core[i] == f->core[n]) {
                tac_refuse(p->rd, e->value, "core %d is given twice; each worker needs its own",
                           f->core[n]);
            }
        }
    }
    if (n < f->workers) {
        tac_refuse(p->rd, list,
                   "'cores' has %d entries but 'workers' is %d; give one per worker, or auto", n,
                   f->workers);
    }
}

void tac_rig_read_threads(const tac_place *p, tac_rig_file *f)
{
    static const char *const keys[] = {"workers",  "share",       "cores", "helper_core",
                                       "priority", "lock_memory", NULL};
    static const char *const share[] = {"planned", "always"};
    const tac_node *map = tac_find(p->in->root, "threads");
    if (!map) {
        return;
    }
    tac_check_plain_map(p, map, "'threads'", keys);
    const tac_node *workers = tac_find(map, "workers"), *cores = tac_find(map, "cores");
    const tac_node *helper = tac_find(map, "helper_core"), *sharing = tac_find(map, "share");
    if (cores && cores->kind == TAC_LIST) {
        tac_check_plain_list(p, cores, "cores");
        f->workers = cores->n > 1 ? cores->n < TAC_MAX_WORKERS ? cores->n : TAC_MAX_WORKERS : 1;
    }
    f->workers_auto = workers && is_word(workers, "auto");
    if (f->workers_auto && (!cores || cores->kind != TAC_LIST)) {
        f->workers = TAC_MAX_WORKERS;
    } else if (workers && !f->workers_auto) {
        f->workers = tac_integer(p, workers, "workers", 1, TAC_MAX_WORKERS);
    }
    if (sharing) {
        f->share_always = tac_choice(p, sharing, "share", share, 2);
    }
    if (cores && cores->kind == TAC_LIST) {
        read_core_list(p, cores, f);
    } else if (cores && !is_word(cores, "auto")) {
        tac_refuse_kind(p, cores, "cores", "a list of core numbers, or auto");
    }
    if (helper) {
        f->helper_core = tac_core(p, helper, "helper_core");
    }
    f->priority = tac_count_or(p, map, "priority", 0, 99, f->priority);
    f->lock_memory = tac_truth_or(p, map, "lock_memory", f->lock_memory);
}

// ---- wake and publish ----------------------------------------------------------------------------

void tac_rig_read_wake(const tac_place *p, tac_rig_file *f)
{
    static const char *const keys[] = {"margin", "spin", NULL};
    const tac_node *map = tac_find(p->in->root, "wake");
    if (!map) {
        return;
    }
    tac_check_plain_map(p, map, "'wake'", keys);
    tac_time_range within = {0, f->period_ns, "the period"};
    f->pure_spin = tac_truth_or(p, map, "spin", 0);
    if (f->pure_spin && tac_find(map, "margin")) {
        tac_refuse_key(p->rd, map, "margin",
                       "'margin' has no effect with 'spin: true', which never sleeps; remove one");
    }
    f->margin_ns = tac_time_ns(p, map, "margin", within, f->margin_ns);
}

void tac_rig_read_publish(const tac_place *p, tac_rig_file *f)
{
    static const char *const keys[] = {"offset", NULL};
    const tac_node *node = tac_find(p->in->root, "publish");
    if (!node || is_word(node, "asap")) {
        return;
    }
    if (node->kind != TAC_MAP) {
        tac_refuse_kind(p, node, "publish", "asap or {offset: TIME}");
    }
    tac_check_plain_map(p, node, "'publish'", keys);
    (void)tac_need(p, node, "offset", "'publish'");

    // at the deadline itself every output would be a coin toss
    tac_time_range within = {1000, f->period_ns - 1, "less than the period"};
    f->publish_offset_ns = tac_time_ns(p, node, "offset", within, 0);
}

// ---- policy and watchdog -------------------------------------------------------------------------

static const char *const policy_words[] = {
    [TAC_COUNT] = "count",     [TAC_SKIP] = "skip", [TAC_SLIP] = "slip",
    [TAC_DEGRADE] = "degrade", [TAC_STOP] = "stop",
};

enum { N_POLICY = sizeof policy_words / sizeof *policy_words };

// "desk" is for machines that are nobody's rig: what is late is dropped and counted, and nothing ends the run.
static tac_policy_kind read_kind(const tac_place *p, const tac_node *node, tac_policy_options *o)
{
    const char *words[N_POLICY + 1];
    memcpy(words, policy_words, sizeof policy_words);
    words[N_POLICY] = "desk";
    int kind = tac_choice(p, node, "policy", words, N_POLICY + 1);
    if (kind < N_POLICY) {
        return (tac_policy_kind)kind;
    }
    o->bucket_limit = o->max_skip = 0;
    return TAC_SKIP;
}

static bool catches_up(tac_policy_kind kind)
{
    return kind == TAC_COUNT || kind == TAC_DEGRADE;
}

// How late a policy that catches up may do so at once, and what becomes of the rest.
static void read_burst(const tac_place *p, const tac_node *map, tac_policy_options *o)
{
    static const char *const words[] = {"skip", "safe"}, *const keys[] = {"max_burst", "beyond"};
    for (int i = 0; i < 2; i++) {
        if (tac_find(map, keys[i]) && !catches_up(o->kind)) {
            tac_refuse_key(p->rd, map, keys[i],
                           "'%s' has no effect with policy '%s', which never catches up; remove it "
                           "or use 'count' or 'degrade'",
                           keys[i], policy_words[o->kind]);
        }
    }
    o->max_burst = tac_count_or(p, map, "max_burst", 1, TAC_MOST_COUNT, o->max_burst);
    const tac_node *beyond = tac_find(map, "beyond");
    o->beyond_safe = beyond && tac_choice(p, beyond, "beyond", words, 2) == 1;
}

// Keys that only one policy looks at would otherwise be ignored in silence.
static void check_key_of(const tac_place *p, const tac_node *map, const char *key,
                         tac_policy_kind kind, tac_policy_kind needed)
{
    if (tac_find(map, key) && kind != needed) {
        tac_refuse_key(p->rd, map, key,
                       "'%s' has no effect with policy '%s'; remove it or use '%s'", key,
                       policy_words[kind], policy_words[needed]);
    }
}

static void check_degradation(const tac_place *p, const tac_node *map, const tac_rig_file *f)
{
    const tac_node *to = map->kind == TAC_MAP ? tac_find(map, "degrade_to") : NULL;
    if (f->policy.kind != TAC_DEGRADE || f->policy.degrade_to < f->solver.iterations) {
        return;
    }
    if (f->solver.iterations == 1) {
        tac_refuse(p->rd, map,
                   "one iteration cannot become fewer; use another policy or set "
                   "'iterations' to at least 2");
    }
    tac_refuse(p->rd, to ? to : map,
               "'degrade_to' must be less than the %d iterations of a normal step",
               f->solver.iterations);
}

void tac_rig_read_policy(const tac_place *p, tac_rig_file *f)
{
    static const char *const keys[] = {"kind",   "bucket",     "max_skip",      "max_burst",
                                       "beyond", "degrade_to", "recover_after", "start_cycles",
                                       "rearm",  NULL};
    const tac_node *map = tac_find(p->in->root, "policy");
    tac_policy_options *o = &f->policy;
    if (!map) {
        return;
    }
    if (map->kind != TAC_MAP) {
        o->kind = read_kind(p, map, o);
        check_degradation(p, map, f);
        return;
    }
    tac_check_plain_map(p, map, "'policy'", keys);
    f->may_rearm = tac_truth_or(p, map, "rearm", 0);
    const tac_node *kind = tac_find(map, "kind");
    o->kind = !kind ? o->kind : read_kind(p, kind, o);
    check_key_of(p, map, "max_skip", o->kind, TAC_SKIP);
    check_key_of(p, map, "degrade_to", o->kind, TAC_DEGRADE);
    check_key_of(p, map, "recover_after", o->kind, TAC_DEGRADE);
    o->bucket_limit = tac_count_or(p, map, "bucket", 0, TAC_MOST_COUNT, o->bucket_limit);
    o->max_skip = tac_count_or(p, map, "max_skip", 0, TAC_MOST_COUNT, o->max_skip);
    read_burst(p, map, o);
    o->degrade_to = tac_count_or(p, map, "degrade_to", 1, 50, o->degrade_to);
    o->recover_after = tac_count_or(p, map, "recover_after", 1, TAC_MOST_COUNT, o->recover_after);
    o->start_cycles = tac_count_or(p, map, "start_cycles", 0, TAC_MOST_COUNT, o->start_cycles);
    check_degradation(p, map, f);
}

void tac_rig_read_watchdog(const tac_place *p, tac_rig_file *f)
{
    tac_time_range range = {2 * f->period_ns, TAC_HOUR_NS, NULL};
    f->watchdog_ns = tac_time_ns(p, p->in->root, "watchdog", range, f->watchdog_ns);
}

// ---- tick ----------------------------------------------------------------------------------------

static const char *read_segment_name(const tac_place *p, const tac_node *node)
{
    const char *name = tac_text(p, node, "shm");
    if (name[0] != '/' || !tac_is_name(name + 1)) {
        tac_refuse(p->rd, node,
                   "'%.70s' is not the name of a shared-memory segment; write '/' and up to 64 "
                   "letters, digits, '_', '-' and '.'",
                   name);
    }
    return name;
}

// A port alone is one of this machine; packets of a network come in where the file says, from whom it says.
static void read_udp(const tac_place *p, const tac_node *udp, const tac_node *from,
                     tac_tick_options *t)
{
    t->kind = TAC_TICK_UDP;
    if (tac_is_number(udp)) {
        t->udp = (tac_udp_address){.host = TAC_LOOPBACK,
                                   .port = tac_integer(p, udp, "udp", 1, 65535),
                                   .line = udp->line,
                                   .column = udp->column};
        t->from = t->udp;
        t->from.port = 0;
    } else {
        t->udp = tac_read_address(p, udp, "udp", 1);
        if (t->udp.host[0] == '\0') {
            tac_refuse(p->rd, udp, "'udp' needs a host: HOST:PORT, or PORT for " TAC_LOOPBACK);
        }
        if (!from) {
            tac_refuse(p->rd, udp, "whose packets are taken? add 'from': HOST, HOST:PORT or any");
        }
    }
    t->from_anybody = from && !tac_read_sender(p, from, "from", &t->from);
}

static void read_loop(const tac_place *p, const tac_node *map, tac_rig_file *f)
{
    tac_tick_options *t = &f->tick;
    int64_t period = f->period_ns;

    // a loop faster than a tenth of the tick rate follows the jitter instead of the clock
    const tac_node *bandwidth = tac_find(map, "bandwidth");
    double most = 1e8 / (double)period;
    if (bandwidth) {
        t->bandwidth = tac_number(p, bandwidth, "bandwidth", TAC_Q_FREQUENCY);
        if (!(t->bandwidth > 0.0 && t->bandwidth <= most)) {
            tac_refuse(p->rd, bandwidth,
                       "'bandwidth' must be above 0 and at most %g Hz (a tenth of the tick rate), "
                       "not '%.40s'",
                       most, bandwidth->text);
        }
    }
    t->lock_ns = tac_time_ns(p, map, "lock", (tac_time_range){1000, period / 2, "half the period"},
                             t->lock_ns);
    t->lost_ns =
        tac_time_ns(p, map, "lost", (tac_time_range){2 * period, TAC_HOUR_NS, NULL}, t->lost_ns);
}

void tac_rig_read_tick(const tac_place *p, tac_rig_file *f)
{
    static const char *const keys[] = {"shm", "udp", "from", "bandwidth", "lock", "lost", NULL};
    const tac_node *map = tac_find(p->in->root, "tick");
    if (!map || is_word(map, "clock")) {
        return;
    }
    if (map->kind != TAC_MAP) {
        tac_refuse_kind(p, map, "tick", "clock, {shm: /NAME} or {udp: PORT}");
    }
    tac_check_plain_map(p, map, "'tick'", keys);
    const tac_node *shm = tac_find(map, "shm"), *udp = tac_find(map, "udp");
    const tac_node *from = tac_find(map, "from");
    if (!shm == !udp) {
        tac_refuse(p->rd, map, "'tick' takes its ticks from one place; give either 'shm' or 'udp'");
    }
    if (shm && from) {
        tac_refuse_key(p->rd, map, "from", "'from' has no effect with 'shm'; remove it");
    }
    if (shm) {
        f->tick.kind = TAC_TICK_SHM;
        f->tick.shm = read_segment_name(p, shm);
    } else {
        read_udp(p, udp, from, &f->tick);
    }
    read_loop(p, map, f);
}

#include "doctor_cores.h"

#include <errno.h>
#include <string.h>

#include "doctor_checks.h"

#define CPU "/sys/devices/system/cpu/cpu%d/"

// Where interrupts and helpers may go: "0", or "" when no core is left.
static const char *rest_text(const tac_patient *p, char *text, size_t size)
{
    text[0] = '\0';
    return tac_core_set_count(&p->rest) > 0 ? tac_core_set_text(&p->rest, text, size) : text;
}

// 1 when the cores are known, otherwise the finding says why not.
static int knows_cores(const tac_patient *p, tac_finding *f)
{
    if (!p->knows_cores) {
        tac_unknown(f, "/sys/devices/system/cpu/online cannot be read");
    }
    return p->knows_cores;
}

// ---------------------------------------------------------------- existence

static void refuse_cores(tac_finding *f, const tac_core_set *bad, const char *why, const char *fix)
{
    char text[128];
    tac_found(f, TAC_HEALTH_UNUSABLE, "core%s %s %s", tac_core_set_count(bad) == 1 ? "" : "s",
              tac_core_set_text(bad, text, sizeof text), why);
    tac_meaning(f, "The executive refuses to start: a thread cannot be pinned to such a core.");
    tac_fix(f, "%s", fix);
}

void tac_check_cores(const tac_patient *p, tac_finding *f)
{
    char line[512], online[128];
    tac_core_set allowed;
    if (!knows_cores(p, f)) {
        return;
    }
    tac_core_set missing = tac_core_set_without(&p->chosen, &p->online);
    if (tac_core_set_count(&missing) > 0) {
        refuse_cores(f, &missing, "of the rig not online",
                     "threads: {cores: auto}   # in the rig file");
        return;
    }
    if (tac_machine_field(p->c->root, "/proc/self/status", "Cpus_allowed_list", line,
                          sizeof line)) {
        tac_core_set_parse(line, &allowed);
        tac_core_set barred = tac_core_set_without(&p->chosen, &allowed);
        if (tac_core_set_count(&barred) > 0) {
            refuse_cores(f, &barred, "not allowed to this process (taskset, cgroup)",
                         "run outside the restriction   # AllowedCPUs= or CPUAffinity= of the "
                         "service, taskset, container");
            return;
        }
    }
    const char *all = tac_core_set_text(&p->online, online, sizeof online);
    int spare = tac_core_set_count(&p->rest);
    int enough = p->workers <= tac_core_set_count(&p->online) && spare > 0;
    tac_found(f, enough ? TAC_HEALTH_GOOD : TAC_HEALTH_DEGRADED,
              "%d worker%s on %s; online %s, %d left for helpers", p->workers,
              p->workers == 1 ? "" : "s", p->chosen_text, all, spare);
    tac_meaning(f, enough
                       ? "Every worker has a core, and everything else has one, too."
                       : "Threads have to share cores: results stay correct, but steps take longer "
                         "and the watchdog may come late.");
    if (!enough) {
        tac_fix(f, "threads: {workers: %d}   # in the rig file",
                tac_core_set_count(&p->online) > 1 ? tac_core_set_count(&p->online) - 1 : 1);
    }
}

// ---------------------------------------------------------------- boot options

void tac_check_isolation(const tac_patient *p, tac_finding *f)
{
    char isolated[128], list[128];
    if (!knows_cores(p, f)) {
        return;
    }
    tac_core_set open = tac_core_set_without(&p->chosen, &p->isolated);
    (void)tac_core_set_text(&p->isolated, isolated, sizeof isolated);
    if (tac_core_set_count(&open) == 0) {
        tac_found(f, TAC_HEALTH_GOOD, "%s isolated (all isolated cores: %s)", p->chosen_text,
                  isolated);
        tac_meaning(f, "The scheduler puts no other thread there.");
        return;
    }
    tac_found(f, TAC_HEALTH_DEGRADED, "%s not isolated (isolated cores: %s)", p->chosen_text,
              isolated);
    tac_meaning(f, "Other threads run there between cycles: they empty the caches, and kernel work "
                   "they cause delays the next wake-up.");
    (void)tac_core_set_text(&p->chosen, list, sizeof list);
    tac_fix(f,
            "sudo sed -i 's/^GRUB_CMDLINE_LINUX=\"/&isolcpus=managed_irq,domain,%s nohz_full=%s "
            "rcu_nocbs=%s /' /etc/default/grub && sudo update-grub && sudo reboot",
            list, list, list);
}

void tac_check_nohz(const tac_patient *p, tac_finding *f)
{
    char line[256], text[128];
    tac_core_set free_of_tick = {0};
    if (!knows_cores(p, f)) {
        return;
    }
    int known =
        tac_machine_line(p->c->root, line, sizeof line, "/sys/devices/system/cpu/nohz_full");
    tac_core_set_parse(known ? line : "", &free_of_tick);
    tac_core_set ticking = tac_core_set_without(&p->chosen, &free_of_tick);
    if (tac_core_set_count(&ticking) == 0) {
        tac_found(f, TAC_HEALTH_GOOD, "stopped while one thread runs (nohz_full %.40s)", line);
        tac_meaning(f, "The scheduler's tick does not interrupt a step.");
        return;
    }
    tac_found(f, TAC_HEALTH_DEGRADED, "ticks on %s (nohz_full: %s)", p->chosen_text,
              !known ? "not in this kernel" : tac_core_set_text(&free_of_tick, text, sizeof text));
    tac_meaning(f, "The scheduler's tick interrupts a step 100 to 1000 times a second, for some "
                   "microseconds each.");
    (void)tac_core_set_text(&p->chosen, text, sizeof text);
    tac_fix(f, "boot %swith nohz_full=%s rcu_nocbs=%s   # see isolation",
            known ? "" : "a kernel that can (Debian's) ", text, text);
}

// ---------------------------------------------------------------- interrupts

typedef struct irq_search {
    const tac_patient *p;
    int n_read, n_hit;
    char numbers[160], names[160]; // of those on chosen cores
    size_t used_numbers, used_names;
    const char *irq;
} irq_search;

// Handlers are folders beside the files of an interrupt.
static int add_handler(void *context, const char *name)
{
    irq_search *s = context;
    char path[320];
    (void)snprintf(path, sizeof path, "/proc/irq/%.20s/%.200s/.", s->irq, name);
    if (!tac_machine_has(s->p->c->root, "%s", path)) {
        return 1;
    }
    int wrote = snprintf(s->names + s->used_names, sizeof s->names - s->used_names, "%s%.40s",
                         s->used_names > 0 ? ", " : "", name);
    if (wrote > 0 && (size_t)wrote < sizeof s->names - s->used_names) {
        s->used_names += (size_t)wrote;
    } else {
        s->names[s->used_names] = '\0';
    }
    return 1;
}

static void note_hit(irq_search *s)
{
    int wrote = snprintf(s->numbers + s->used_numbers, sizeof s->numbers - s->used_numbers,
                         "%s%.20s", s->used_numbers > 0 ? " " : "", s->irq);
    if (wrote > 0 && (size_t)wrote < sizeof s->numbers - s->used_numbers) {
        s->used_numbers += (size_t)wrote;
    } else {
        s->numbers[s->used_numbers] = '\0';
    }
    char folder[64];
    (void)snprintf(folder, sizeof folder, "/proc/irq/%.20s", s->irq);
    (void)tac_machine_each(s->p->c->root, folder, add_handler, s);
    s->n_hit++;
}

static int look_at_interrupt(void *context, const char *irq)
{
    irq_search *s = context;
    char line[512];
    tac_core_set goes_to;
    const char *root = s->p->c->root;
    if (irq[0] < '0' || irq[0] > '9') {
        return 1;
    }
    int known =
        tac_machine_line(root, line, sizeof line, "/proc/irq/%s/effective_affinity_list", irq) ||
        tac_machine_line(root, line, sizeof line, "/proc/irq/%s/smp_affinity_list", irq);
    if (!known) {
        return 1;
    }
    s->n_read++;
    s->irq = irq;
    tac_core_set_parse(line, &goes_to);
    tac_core_set hit = tac_core_set_common(&goes_to, &s->p->chosen);
    if (tac_core_set_count(&hit) > 0) {
        note_hit(s);
    }
    return 1;
}

typedef struct process_search {
    const char *root, *name;
    int found;
} process_search;

static int look_at_process(void *context, const char *pid)
{
    process_search *s = context;
    char name[64];
    s->found = pid[0] >= '1' && pid[0] <= '9' &&
               tac_machine_line(s->root, name, sizeof name, "/proc/%s/comm", pid) &&
               strcmp(name, s->name) == 0;
    return !s->found;
}

void tac_check_interrupts(const tac_patient *p, tac_finding *f)
{
    irq_search s = {.p = p};
    process_search balancer = {p->c->root, "irqbalance", 0};
    char rest[128];
    if (!knows_cores(p, f)) {
        return;
    }
    if (!tac_machine_each(p->c->root, "/proc/irq", look_at_interrupt, &s) || s.n_read == 0) {
        tac_unknown(f, "/proc/irq shows no interrupts");
        return;
    }
    (void)tac_machine_each(p->c->root, "/proc", look_at_process, &balancer);
    const char *moved = balancer.found ? "; irqbalance runs and may move others there" : "";
    if (s.n_hit == 0) {
        tac_found(f, balancer.found ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD, "none of %d on %s%s",
                  s.n_read, p->chosen_text, moved);
        tac_meaning(f, "Devices do not interrupt a step.");
    } else {
        tac_found(f, TAC_HEALTH_DEGRADED, "%d of %d on %s: %s%s", s.n_hit, s.n_read, p->chosen_text,
                  s.used_names > 0 ? s.names : s.numbers, moved);
        tac_meaning(f,
                    "Each of these devices may interrupt a step for some to some hundred "
                    "microseconds. Interrupts the kernel manages cannot be moved; see isolation.");
    }
    const char *stop = balancer.found ? "sudo systemctl disable --now irqbalance" : "";
    rest_text(p, rest, sizeof rest);
    if (s.n_hit > 0 && rest[0] != '\0') {
        tac_fix(f,
                "%s%ssudo sh -c 'for i in %s; do echo %s > /proc/irq/$i/smp_affinity_list; done'",
                stop, balancer.found ? "; " : "", s.numbers, rest);
    } else {
        tac_fix(f, "%s", stop);
    }
}

// ---------------------------------------------------------------- power

void tac_check_governor(const tac_patient *p, tac_finding *f)
{
    char governor[64];
    tac_core_set slow = {0};
    int n_known = 0;
    if (!knows_cores(p, f)) {
        return;
    }
    for (int i = 0; i < TAC_MAX_CORES; i++) {
        int known = p->chosen.has[i] && tac_machine_line(p->c->root, governor, sizeof governor,
                                                         CPU "cpufreq/scaling_governor", i);
        n_known += known;
        slow.has[i] = known && strcmp(governor, "performance") != 0;
    }
    if (n_known == 0) {
        tac_unknown(f, "this system does not control the frequency of %s%s", p->chosen_text,
                    p->is_virtual ? "; the host does" : "");
        tac_meaning(f, "A core that slows down between cycles makes the next step longer.");
        return;
    }
    int n_slow = tac_core_set_count(&slow);
    tac_found(f, n_slow > 0 ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD,
              n_slow > 0 ? "the governor of %s is not 'performance' everywhere"
                         : "governor 'performance' on %s",
              p->chosen_text);
    tac_meaning(f, n_slow > 0
                       ? "The core slows down between cycles and takes up to milliseconds to "
                         "speed up: the same step takes two to four times as long."
                       : "Steps take the same time in every cycle.");
    if (n_slow > 0) {
        tac_fix(f, "sudo cpupower frequency-set -g performance");
    }
}

// Wake-up time of the deepest idle state that is not switched off, us; -1: none known.
static long long deepest_state(const tac_patient *p, int core, char *name, size_t size)
{
    long long deepest = -1;
    for (int k = 0; k < 32; k++) {
        long long latency = 0, off = 0;
        if (!tac_machine_number(p->c->root, &latency, CPU "cpuidle/state%d/latency", core, k)) {
            continue;
        }
        (void)tac_machine_number(p->c->root, &off, CPU "cpuidle/state%d/disable", core, k);
        if (off == 0 && latency > deepest) {
            deepest = latency;
            if (!tac_machine_line(p->c->root, name, size, CPU "cpuidle/state%d/name", core, k)) {
                (void)snprintf(name, size, "state %d", k);
            }
        }
    }
    return deepest;
}

void tac_check_idle(const tac_patient *p, tac_finding *f)
{
    char name[64] = "", other[64];
    long long worst = -1;
    int refused = p->c->probe->latency_error;
    if (!knows_cores(p, f)) {
        return;
    }
    for (int i = 0; i < TAC_MAX_CORES; i++) {
        long long us = p->chosen.has[i] ? deepest_state(p, i, other, sizeof other) : -1;
        if (us > worst) {
            worst = us;
            memcpy(name, other, sizeof name);
        }
    }
    if (worst < 0) {
        tac_unknown(f, "this system does not control idle states%s",
                    p->is_virtual ? "; the host does" : "");
        return;
    }
    int bad = worst > 10 && refused != 0;
    tac_found(f, bad ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD,
              "deepest state %.40s wakes in %lld us; /dev/cpu_dma_latency %s%s%s", name, worst,
              refused == 0 ? "can be held" : "cannot be held (",
              refused == 0 ? "" : strerror(refused), refused == 0 ? "" : ")");
    tac_meaning(f, refused == 0 ? "The executive keeps cores out of deep states while it runs."
                   : bad        ? "A core that fell asleep wakes up to this much late, every cycle."
                                : "Shallow enough to wake in time.");
    if (bad) {
        tac_fix(f, "sudo chmod o+rw /dev/cpu_dma_latency   # or run as root");
    }
}

// ---------------------------------------------------------------- siblings

void tac_check_smt(const tac_patient *p, tac_finding *f)
{
    char line[256], text[128];
    tac_core_set siblings = {0};
    int n_known = 0;
    if (!knows_cores(p, f)) {
        return;
    }
    for (int i = 0; i < TAC_MAX_CORES; i++) {
        tac_core_set same;
        if (!p->chosen.has[i] || !tac_machine_line(p->c->root, line, sizeof line,
                                                   CPU "topology/thread_siblings_list", i)) {
            continue;
        }
        n_known++;
        tac_core_set_parse(line, &same);
        same.has[i] = 0;
        for (int k = 0; k < TAC_MAX_CORES; k++) {
            siblings.has[k] |= same.has[k] && p->online.has[k];
        }
    }
    if (n_known == 0) {
        tac_unknown(f, "the topology of %s cannot be read", p->chosen_text);
        return;
    }
    if (tac_core_set_count(&siblings) == 0) {
        tac_found(f, TAC_HEALTH_GOOD, "%s with no sibling online", p->chosen_text);
        tac_meaning(f, "No other thread shares the execution units.%s",
                    p->is_virtual ? " What the host does is not visible." : "");
        return;
    }
    tac_found(f, TAC_HEALTH_DEGRADED, "%s shared with logical core%s %s", p->chosen_text,
              tac_core_set_count(&siblings) == 1 ? "" : "s",
              tac_core_set_text(&siblings, text, sizeof text));
    tac_meaning(f,
                "Whatever runs on the sibling takes up to half of the execution units and of the "
                "first cache: step times double and scatter.");
    tac_fix(f, "echo off | sudo tee /sys/devices/system/cpu/smt/control");
}

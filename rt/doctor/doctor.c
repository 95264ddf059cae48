#include "doctor.h"

#include <stdarg.h>
#include <string.h>

#include "doctor_checks.h"
#include "doctor_cores.h"
#include "doctor_kernel.h"
#include "doctor_limits.h"
#include "doctor_memory.h"

static const struct {
    const char *name;
    tac_doctor_check *run;
} checks[] = {
    {"rig", tac_check_rig},
    {"error", tac_check_error},
    {"kernel", tac_check_kernel},
    {"wake-up", tac_check_wake_up},
    {"rt-permission", tac_check_fifo},
    {"rt-throttling", tac_check_throttling},
    {"quota", tac_check_quota},
    {"memory-lock", tac_check_locking},
    {"cores", tac_check_cores},
    {"cpuset", tac_check_cpuset},
    {"isolation", tac_check_isolation},
    {"timer-tick", tac_check_nohz},
    {"interrupts", tac_check_interrupts},
    {"frequency", tac_check_governor},
    {"idle-states", tac_check_idle},
    {"smt", tac_check_smt},
    {"clock-source", tac_check_clock_source},
    {"time-sync", tac_check_time_sync},
    {"huge-pages", tac_check_huge_pages},
    {"memory", tac_check_memory},
    {"shared-memory", tac_check_shared_memory},
    {"virtual", tac_check_virtual},
    {"tracing", tac_check_lttng},
    {"running-rigs", tac_check_running},
};

enum { N_CHECK = sizeof checks / sizeof *checks };
_Static_assert((int)N_CHECK <= (int)TAC_MAX_FINDINGS, "room for all findings");

// ---------------------------------------------------------------- cores

// All cores the rig names; the open ones in the order of the executive's choice.
static tac_core_set choose(const tac_patient *p, const tac_rig_file *rig)
{
    tac_core_set chosen = {0};
    int open = p->workers;
    for (int i = 0; rig != NULL && i < rig->workers; i++) {
        if (rig->core[i] >= 0 && rig->core[i] < TAC_MAX_CORES) {
            chosen.has[rig->core[i]] = 1;
            open--;
        }
    }
    tac_core_set isolated = tac_core_set_common(&p->isolated, &p->open), first = {0};
    if (tac_core_set_first(&p->open) >= 0) {
        first.has[tac_core_set_first(&p->open)] = 1;
    }
    tac_core_set busy = tac_core_set_without(&p->open, &first);
    const tac_core_set *by_rank[] = {&isolated, &busy, &first};
    for (int rank = 0; rank < 3; rank++) {
        for (int i = 0; i < TAC_MAX_CORES && open > 0; i++) {
            if (by_rank[rank]->has[i] && !chosen.has[i]) {
                chosen.has[i] = 1;
                open--;
            }
        }
    }
    return chosen;
}

static int is_virtual(const char *root)
{
    char flags[4096];
    int guest = tac_machine_field(root, "/proc/cpuinfo", "flags", flags, sizeof flags) &&
                strstr(flags, " hypervisor") != NULL;
    return guest || tac_machine_has(root, "/sys/hypervisor/type");
}

static tac_patient admit(const tac_doctor_case *c)
{
    tac_patient p = {.c = c, .period = 1000000, .workers = 1, .priority = 80};
    if (c->rig != NULL) {
        p.period = c->rig->period_ns;
        p.workers = c->rig->workers;
        p.priority = c->rig->priority;
        p.spins = c->rig->pure_spin;
    }
    char line[512], text[100];
    p.knows_cores = tac_machine_line(c->root, line, sizeof line, "/sys/devices/system/cpu/online");
    tac_core_set_parse(p.knows_cores ? line : "", &p.online);
    int has = tac_machine_line(c->root, line, sizeof line, "/sys/devices/system/cpu/isolated");
    tac_core_set_parse(has ? line : "", &p.isolated);
    p.open = p.online;
    if (tac_machine_field(c->root, "/proc/self/status", "Cpus_allowed_list", line, sizeof line)) {
        tac_core_set started = {0}, usual = tac_core_set_without(&p.online, &p.isolated);
        tac_core_set_parse(line, &started);
        tac_core_set left_out = tac_core_set_without(&usual, &started);
        if (tac_core_set_count(&started) > 0 && tac_core_set_count(&left_out) > 0) {
            p.open = tac_core_set_common(&p.online, &started);
        }
    }
    p.is_virtual = is_virtual(c->root);
    p.chosen = choose(&p, c->rig);
    p.rest = tac_core_set_without(&p.online, &p.chosen);
    (void)snprintf(p.chosen_text, sizeof p.chosen_text, "core%s %s",
                   tac_core_set_count(&p.chosen) == 1 ? "" : "s",
                   tac_core_set_text(&p.chosen, text, sizeof text));
    return p;
}

int tac_doctor_first_core(const char *root, const tac_rig_file *rig)
{
    tac_patient p = admit(&(tac_doctor_case){.root = root, .rig = rig});
    int named = rig != NULL ? rig->core[0] : -1;
    return named >= 0 ? named : tac_core_set_first(&p.chosen);
}

// ---------------------------------------------------------------- all checks

int tac_doctor_run(const tac_doctor_case *c, tac_finding finding[TAC_MAX_FINDINGS])
{
    tac_patient p = admit(c);
    int n = 0;
    for (int i = 0; i < N_CHECK; i++) {
        finding[n] = (tac_finding){.check = checks[i].name};
        checks[i].run(&p, &finding[n]);
        n += finding[n].found[0] != '\0'; // a check may have nothing to say
    }
    return n;
}

tac_health tac_doctor_verdict(const tac_finding *finding, int n)
{
    tac_health worst = TAC_HEALTH_GOOD;
    for (int i = 0; i < n; i++) {
        if (finding[i].health != TAC_HEALTH_UNKNOWN && finding[i].health > worst) {
            worst = finding[i].health;
        }
    }
    return worst;
}

#include "doctor_limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GROUPS "/sys/fs/cgroup"

enum { PATH = 400 };

// ---- groups --------------------------------------------------------------------------------------

// Whether a word is in a list with commas, as "cpu" in "cpu,cpuacct".
static bool is_listed(const char *list, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, word, n) == 0 && (at[n] == ',' || at[n] == '\0')) {
            return true;
        }
    }
    return false;
}

// The line "ID:CONTROLLERS:PATH" of the process that has the controller; of v2, "0::PATH", when controller is "". The
// folder of its group below the root, without a slash at its end.
static bool find_group(const char *root, const char *controller, char folder[PATH])
{
    char path[PATH], line[PATH];
    bool found = false;
    (void)snprintf(path, sizeof path, "%s/proc/self/cgroup", root);
    FILE *f = fopen(path, "re");
    while (f && !found && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        char *list = strchr(line, ':'), *group = list ? strchr(list + 1, ':') : NULL;
        if (!group) {
            continue;
        }
        *group++ = '\0';
        list++;
        found = *controller == '\0' ? *list == '\0' : is_listed(list, controller);
        if (found) {
            (void)snprintf(folder, PATH, GROUPS "%s%.150s%.200s", *list != '\0' ? "/" : "", list,
                           strcmp(group, "/") == 0 ? "" : group);
        }
    }
    if (f) {
        (void)fclose(f);
    }
    return found;
}

// The group above; false at the top.
static bool go_up(char folder[PATH], size_t top)
{
    char *end = strrchr(folder, '/');
    if (!end || (size_t)(end - folder) < top) {
        return false;
    }
    *end = '\0';
    return true;
}

// ---- where it was started ------------------------------------------------------------------------

tac_setting tac_doctor_setting(const char *root)
{
    static const char *const engines[] = {"docker", "containerd", "kubepods", "libpod", "lxc"};
    char folder[PATH] = "";
    if (tac_machine_has(root, "/.dockerenv") || tac_machine_has(root, "/run/.containerenv")) {
        return TAC_SETTING_CONTAINER;
    }
    if (!find_group(root, "", folder) && !find_group(root, "name=systemd", folder)) {
        (void)find_group(root, "cpu", folder);
    }
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        if (strstr(folder, engines[i])) {
            return TAC_SETTING_CONTAINER;
        }
    }
    return strstr(folder, "/system.slice/") ? TAC_SETTING_SERVICE : TAC_SETTING_LOGIN;
}

static void fix_for(const tac_patient *p, tac_finding *f, const char *login, const char *service,
                    const char *container)
{
    static const char *const where[] = {"", "in the unit: ", "in the container's start: "};
    const char *const what[] = {login, service, container};
    tac_setting s = tac_doctor_setting(p->c->root);
    tac_fix(f, "%s%s", where[s], what[s]);
}

const char *tac_doctor_denial(const char *root, int capability, char *text, size_t size)
{
    char value[64];
    static const char status[] = "/proc/self/status";
    bool known = tac_machine_field(root, status, "CapEff", value, sizeof value);
    bool lacks = known && !(strtoull(value, NULL, 16) >> capability & 1U);
    bool filtered =
        tac_machine_field(root, status, "Seccomp", value, sizeof value) && atoi(value) == 2;
    (void)snprintf(text, size, "%s%s%s", lacks ? ", without " : "",
                   !lacks                          ? ""
                   : capability == CAPABILITY_NICE ? "CAP_SYS_NICE"
                                                   : "CAP_IPC_LOCK",
                   filtered ? ", under a seccomp filter" : "");
    return text;
}

// ---- quota ---------------------------------------------------------------------------------------

typedef struct quota {
    bool known; // there is a controller that could have one
    double cores;
    long long us, period;
    char group[PATH]; // whose it is
} quota;

static void take_quota(quota *q, long long us, long long period, const char *group)
{
    if (us > 0 && period > 0 && (q->us == 0 || (double)us / (double)period < q->cores)) {
        q->us = us;
        q->period = period;
        q->cores = (double)us / (double)period;
        (void)snprintf(q->group, sizeof q->group, "%s", group);
    }
}

static void read_v2(const char *root, quota *q)
{
    char folder[PATH], line[128];
    if (!find_group(root, "", folder)) {
        return;
    }
    do {
        long long us = 0, period = 100000;
        if (tac_machine_line(root, line, sizeof line, "%s/cpu.max", folder)) {
            q->known = true;
            if (sscanf(line, "%lld %lld", &us, &period) >= 1) { // "max" is none
                take_quota(q, us, period, folder);
            }
        }
    } while (go_up(folder, sizeof GROUPS - 1));
}

static void read_v1(const char *root, quota *q)
{
    char folder[PATH];
    if (!find_group(root, "cpu", folder)) {
        return;
    }
    do {
        long long us = 0, period = 100000;
        if (tac_machine_number(root, &us, "%s/cpu.cfs_quota_us", folder)) {
            q->known = true;
            (void)tac_machine_number(root, &period, "%s/cpu.cfs_period_us", folder);
            take_quota(q, us, period, folder);
        }
    } while (go_up(folder, sizeof GROUPS));
}

void tac_check_quota(const tac_patient *p, tac_finding *f)
{
    quota q = {0};
    read_v2(p->c->root, &q);
    read_v1(p->c->root, &q);
    if (q.us == 0) {
        if (q.known) {
            tac_found(f, TAC_HEALTH_GOOD, "none in its cgroups");
            tac_meaning(f, "The threads of a rig may compute as long as they have to.");
        }
        return;
    }
    bool is_fifo = p->priority > 0 && p->c->probe->fifo_error == 0;
    bool tight = q.cores < (double)p->workers + (is_fifo ? 0.0 : 1.0);
    tac_found(f,
              !tight    ? TAC_HEALTH_GOOD
              : is_fifo ? TAC_HEALTH_DEGRADED
                        : TAC_HEALTH_UNUSABLE,
              "%lld us in every %lld us (%.3g cores), of the cgroup %.200s", q.us, q.period,
              q.cores, q.group);
    tac_meaning(f,
                "Threads with ordinary scheduling that used it up stand still for up to %lld us%s.",
                q.period,
                is_fifo ? "; SCHED_FIFO is not under it, the helpers that write and answer are"
                        : ": without SCHED_FIFO the cycle thread is one of them");
    if (tight) {
        fix_for(p, f,
                "sudo systemctl set-property user-$(id -u).slice CPUQuota=   # or where it was set",
                "CPUQuota=   # systemctl edit, then restart",
                "leave --cpus and --cpu-quota out (compose: no 'cpus:'), or give more than "
                "the rig's threads");
    }
}

// ---- cores ---------------------------------------------------------------------------------------

// The cpuset of the process's group, "" where there is none.
static void read_cpuset(const char *root, char *text, size_t size, char group[PATH])
{
    text[0] = '\0';
    if (find_group(root, "cpuset", group)) {
        if (!tac_machine_line(root, text, size, "%s/cpuset.effective_cpus", group) &&
            !tac_machine_line(root, text, size, "%s/cpuset.cpus", group)) {
            text[0] = '\0';
        }
    } else if (!find_group(root, "", group) ||
               !tac_machine_line(root, text, size, "%s/cpuset.cpus.effective", group)) {
        text[0] = '\0';
    }
}

void tac_check_cpuset(const tac_patient *p, tac_finding *f)
{
    char text[256], group[PATH] = "", allowed[256], missing[128];
    tac_core_set set, may = {0};
    read_cpuset(p->c->root, text, sizeof text, group);
    tac_core_set_parse(text, &set);
    bool has_may = tac_machine_field(p->c->root, "/proc/self/status", "Cpus_allowed_list", allowed,
                                     sizeof allowed);
    tac_core_set_parse(has_may ? allowed : "", &may);
    if (tac_core_set_count(&set) == 0 && tac_core_set_count(&may) == 0) {
        return;
    }
    // a cpuset forbids; an affinity is where it was started, which the rig may leave by naming cores
    tac_core_set lacks =
        tac_core_set_count(&set) > 0 ? tac_core_set_without(&p->chosen, &set) : (tac_core_set){{0}};
    if (tac_core_set_count(&lacks) > 0) {
        tac_found(f, TAC_HEALTH_UNUSABLE, "core%s %s not in the cpuset %.100s of %.200s",
                  tac_core_set_count(&lacks) == 1 ? "" : "s",
                  tac_core_set_text(&lacks, missing, sizeof missing), text, group);
        tac_meaning(f, "The executive refuses a core that it may not use.");
        fix_for(p, f, "name other cores in the rig, or move the shell to another cgroup",
                "AllowedCPUs= with the rig's cores",
                "--cpuset-cpus with the rig's cores (compose: cpuset:)");
        return;
    }
    tac_core_set usable = tac_core_set_count(&set) > 0 ? set : p->online;
    tac_core_set left_out = tac_core_set_without(&usable, &may);
    left_out = tac_core_set_without(&left_out, &p->isolated); // which nobody is started on
    bool narrowed = has_may && tac_core_set_count(&left_out) > 0;
    tac_found(f, TAC_HEALTH_GOOD, "cores %.100s of the cpuset%s%.60s",
              text[0] != '\0' ? text : "of the machine", narrowed ? ", started on " : "",
              narrowed ? allowed : "");
    tac_meaning(f, narrowed
                       ? "Cores that the rig leaves open are chosen among those it was started on."
                       : "All cores of the rig may be used.");
}

// ---- budgets of real-time threads ----------------------------------------------------------------

bool tac_doctor_rt_group(const char *root, long long *runtime, long long *period, char *group,
                         size_t size)
{
    char folder[PATH];
    bool found = false;
    if (!find_group(root, "cpu", folder)) {
        return false;
    }
    do {
        long long us, of = 1000000;
        if (tac_machine_number(root, &us, "%s/cpu.rt_runtime_us", folder)) {
            (void)tac_machine_number(root, &of, "%s/cpu.rt_period_us", folder);
            of = of > 0 ? of : 1000000;
            if (!found || (double)us / (double)of < (double)*runtime / (double)*period) {
                *runtime = us;
                *period = of;
                (void)snprintf(group, size, "%s", folder);
            }
            found = true;
        }
    } while (go_up(folder, sizeof GROUPS));
    return found;
}

// ---- what runs -----------------------------------------------------------------------------------

void tac_check_running(const tac_patient *p, tac_finding *f)
{
    const char *taken = p->c->taken;
    if (!taken) {
        return;
    }
    if (*taken == '\0') {
        tac_found(f, TAC_HEALTH_GOOD, "nothing was taken from the threads of those that run");
        tac_meaning(f, "They have the priority and the cores that they were given at the start.");
        return;
    }
    tac_found(f, TAC_HEALTH_DEGRADED, "%.380s", taken);
    tac_meaning(f, "Somebody has changed their scheduling while they run: chrt, taskset, a cpuset "
                   "that was shrunk, a daemon that balances.");
    tac_fix(f, "chrt -a -p PID and taskset -a -p PID show it; start the rig again");
}

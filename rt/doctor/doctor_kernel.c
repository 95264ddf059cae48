#include "doctor_kernel.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "doctor_checks.h"
#include "doctor_limits.h"

// ---------------------------------------------------------------- preemption

// Mode of a kernel that chooses it at boot: the word in brackets of debugfs, else what the command
// line asks for; "" when neither tells.
static void dynamic_mode(const tac_patient *p, char *mode, size_t size)
{
    char line[4096];
    mode[0] = '\0';
    if (tac_machine_line(p->c->root, line, sizeof line, "/sys/kernel/debug/sched/preempt")) {
        const char *open = strchr(line, '(');
        if (open != NULL) {
            (void)snprintf(mode, size, "%.*s", (int)strcspn(open + 1, ")"), open + 1);
        }
    } else if (tac_machine_line(p->c->root, line, sizeof line, "/proc/cmdline")) {
        const char *asked = strstr(line, "preempt=");
        if (asked != NULL && (asked == line || asked[-1] == ' ')) {
            (void)snprintf(mode, size, "%.*s", (int)strcspn(asked + 8, " "), asked + 8);
        }
    }
}

static void describe_kernel(const char *version, const char *mode, tac_finding *f)
{
    int is_dynamic = strstr(version, "PREEMPT_DYNAMIC") != NULL;
    const char *release = strncmp(version, "Linux version ", 14) == 0 ? version + 14 : version;
    int length = (int)strcspn(release, " ");
    if (is_dynamic) {
        tac_found(f, TAC_HEALTH_DEGRADED, "Linux %.*s, preemption chosen at boot: %s", length,
                  release, mode[0] != '\0' ? mode : "mode not readable");
    } else {
        tac_found(f, TAC_HEALTH_DEGRADED, "Linux %.*s, %s", length, release,
                  strstr(version, "PREEMPT") != NULL ? "preemptible (PREEMPT), not real-time"
                                                     : "not preemptible inside the kernel");
    }
}

void tac_check_kernel(const tac_patient *p, tac_finding *f)
{
    char version[512], mode[32];
    long long flag = 0;
    if (!tac_machine_line(p->c->root, version, sizeof version, "/proc/version")) {
        tac_unknown(f, "%s", version);
        tac_meaning(f, "The wake-up check below measures what counts.");
        return;
    }
    int is_rt = tac_machine_number(p->c->root, &flag, "/sys/kernel/realtime") && flag == 1;
    if (is_rt || strstr(version, "PREEMPT_RT") != NULL) {
        const char *release = strncmp(version, "Linux version ", 14) == 0 ? version + 14 : version;
        tac_found(f, TAC_HEALTH_GOOD, "Linux %.*s, real-time (PREEMPT_RT)",
                  (int)strcspn(release, " "), release);
        tac_meaning(f,
                    "Interrupt handlers and most of the kernel can be preempted; wake-up latency "
                    "is bounded.");
        return;
    }
    dynamic_mode(p, mode, sizeof mode);
    describe_kernel(version, mode, f);
    tac_meaning(f,
                "Interrupt handlers and kernel sections run to their end before the cycle thread "
                "does: mostly some microseconds, without a bound.%s",
                strcmp(mode, "full") == 0 || mode[0] == '\0'
                    ? ""
                    : " In this mode system calls of other programs delay it, too.");
    tac_fix(f, "sudo apt-get install linux-image-rt-amd64 && sudo reboot   # at least: boot with "
               "preempt=full");
}

void tac_check_wake_up(const tac_patient *p, tac_finding *f)
{
    const tac_probe *q = p->c->probe;
    char p50[32], p99[32], most[32], period[32], core[32] = "any core";
    if (q->n_wake == 0) {
        tac_unknown(f, "no wake-ups were measured");
        return;
    }
    tac_health h = q->wake_p99 > p->period / 2 ? TAC_HEALTH_UNUSABLE
                   : q->wake_max > p->period / 4 || q->wake_p50 > p->period / 10
                       ? TAC_HEALTH_DEGRADED
                       : TAC_HEALTH_GOOD;
    if (q->wake_core >= 0) {
        (void)snprintf(core, sizeof core, "core %d", q->wake_core);
    }
    tac_found(f, h, "%d timed sleeps on %s with %s: median %s, 99 %% below %s, worst %s late",
              q->n_wake, core, q->wake_fifo ? "SCHED_FIFO" : "ordinary scheduling",
              tac_doctor_time(p50, sizeof p50, q->wake_p50),
              tac_doctor_time(p99, sizeof p99, q->wake_p99),
              tac_doctor_time(most, sizeof most, q->wake_max));
    tac_meaning(
        f,
        "The worst took %.0f %% of the period of %s before a step could begin. A short look: "
        "rare peaks need hours under load to show.",
        100.0 * (double)q->wake_max / (double)p->period,
        tac_doctor_time(period, sizeof period, p->period));
    if (h != TAC_HEALTH_GOOD) {
        tac_fix(f, "sudo cyclictest -m -p 80 -i 1000 -D 10m   # after the changes below; rt-tests");
    }
}

// ---------------------------------------------------------------- scheduling

// The budget of the process's own group, where the kernel has such (CONFIG_RT_GROUP_SCHED): the whole of real-time
// threads there stops when it is used up. True when it decides.
static bool check_group(const tac_patient *p, tac_finding *f)
{
    long long runtime = 0, period = 1;
    char group[256];
    if (!tac_doctor_rt_group(p->c->root, &runtime, &period, group, sizeof group) || runtime < 0 ||
        10 * runtime >= 9 * period) {
        return false;
    }
    tac_setting s = tac_doctor_setting(p->c->root);
    tac_found(f, TAC_HEALTH_UNUSABLE, "%lld of %lld us for real-time threads of the cgroup %.150s",
              runtime, period, group);
    tac_meaning(f,
                runtime == 0
                    ? "SCHED_FIFO is refused in this group, whatever limits and rights say."
                    : "Once its threads have computed for %lld us they stand still for up to %lld "
                      "us.",
                runtime, period - runtime);
    if (s == TAC_SETTING_CONTAINER) {
        tac_fix(f, "in the container's start: --cpu-rt-runtime=950000 (dockerd with "
                   "--cpu-rt-runtime), or a kernel without RT_GROUP_SCHED");
    } else {
        tac_fix(f,
                "echo 950000 | sudo tee %.150s/cpu.rt_runtime_us   # those above it first; or "
                "start it in the root group",
                group);
    }
    return true;
}

void tac_check_throttling(const tac_patient *p, tac_finding *f)
{
    long long runtime = 0, period = 1000000;
    char line[256];
    if (!tac_machine_number(p->c->root, &runtime, "/proc/sys/kernel/sched_rt_runtime_us")) {
        (void)tac_machine_line(p->c->root, line, sizeof line,
                               "/proc/sys/kernel/sched_rt_runtime_us");
        tac_unknown(f, "%s", line);
        return;
    }
    (void)tac_machine_number(p->c->root, &period, "/proc/sys/kernel/sched_rt_period_us");
    if (check_group(p, f)) {
        return;
    }
    if (runtime < 0 || runtime >= period) {
        tac_found(f, TAC_HEALTH_GOOD, "off (kernel.sched_rt_runtime_us = %lld)", runtime);
        tac_meaning(f, "Real-time threads are never stopped. One that does not end would keep its "
                       "core; the watchdog ends it.");
        return;
    }
    int matters = runtime == 0 || p->spins;
    tac_found(f,
              runtime == 0 ? TAC_HEALTH_UNUSABLE
              : matters    ? TAC_HEALTH_DEGRADED
                           : TAC_HEALTH_GOOD,
              "%lld of %lld us for real-time threads", runtime, period);
    tac_meaning(f,
                matters ? "A core that computes without pause loses %lld us of every %lld us to "
                          "ordinary threads; spinning rigs miss a deadline each time."
                        : "Only a core busy all the time would be stopped, for %lld us of every "
                          "%lld us; this rig sleeps between cycles.",
                period - runtime, period);
    if (matters) {
        tac_fix(f, "sudo sysctl -w kernel.sched_rt_runtime_us=-1");
    }
}

static void limit_text(char *text, size_t size, int64_t limit)
{
    (void)snprintf(text, size, limit < 0 ? "unlimited" : "%lld", (long long)limit);
}

void tac_check_fifo(const tac_patient *p, tac_finding *f)
{
    const tac_probe *q = p->c->probe;
    char limit[32];
    limit_text(limit, sizeof limit, q->priority_limit);
    if (p->priority == 0) {
        tac_found(f, TAC_HEALTH_DEGRADED, "not asked for: the rig sets priority 0");
        tac_meaning(f, "Any program may take the core from the cycle thread, for milliseconds.");
        tac_fix(f, "threads: {priority: 80}   # in the rig file");
        return;
    }
    if (q->fifo_error == 0) {
        tac_found(f, TAC_HEALTH_GOOD, "SCHED_FIFO priority %d was granted (limit %s)",
                  q->fifo_priority, limit);
        tac_meaning(f, "No ordinary program can take the core from the cycle thread.");
        return;
    }
    char why[80];
    tac_found(f, TAC_HEALTH_UNUSABLE, "SCHED_FIFO priority %d was refused (%s; limit %s%s)",
              q->fifo_priority, strerror(q->fifo_error), limit,
              tac_doctor_denial(p->c->root, CAPABILITY_NICE, why, sizeof why));
    tac_meaning(f, "Any program may take the core from the cycle thread, for milliseconds: no "
                   "deadline can be relied on.");
    long long runtime = 0, period = 1;
    char group[256];
    if (tac_doctor_rt_group(p->c->root, &runtime, &period, group, sizeof group) && runtime == 0) {
        tac_fix(f, "give the cgroup a budget first, see rt-throttling");
        return;
    }
    switch (tac_doctor_setting(p->c->root)) {
    case TAC_SETTING_LOGIN:
        tac_fix(f, "echo \"$USER - rtprio 99\" | sudo tee -a /etc/security/limits.d/tactus.conf   "
                   "# then log in again; or run as a service, or as root");
        return;
    case TAC_SETTING_SERVICE:
        tac_fix(f, "in the unit: LimitRTPRIO=99, and no RestrictRealtime=   # as tactus@.service");
        return;
    case TAC_SETTING_CONTAINER:
        tac_fix(f, "in the container's start: --cap-add SYS_NICE --ulimit rtprio=99%s",
                strstr(why, "seccomp") ? "; a profile that allows sched_setscheduler" : "");
        return;
    }
}

// ---------------------------------------------------------------- time

static int is_slow_clock(const char *name)
{
    static const char *const slow[] = {"hpet", "acpi_pm", "jiffies", "refined-jiffies", "pit"};
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++) {
        if (strcmp(name, slow[i]) == 0) {
            return 1;
        }
    }
    return 0;
}

void tac_check_clock_source(const tac_patient *p, tac_finding *f)
{
    static const char base[] = "/sys/devices/system/clocksource/clocksource0";
    char name[256], others[256], cost[32];
    int64_t read = p->c->probe->clock_read;
    if (!tac_machine_line(p->c->root, name, sizeof name, "%s/current_clocksource", base)) {
        tac_unknown(f, "%s", name);
        return;
    }
    int bad = is_slow_clock(name) || read > 500;
    tac_found(f, bad ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD, "%.40s%s%s%s", name,
              read > 0 ? ", " : "", read > 0 ? tac_doctor_time(cost, sizeof cost, read) : "",
              read > 0 ? " per reading" : "");
    tac_meaning(f, bad ? "Every reading of the clock is slow, and a cycle makes about ten."
                       : "Read in user space, without a system call.");
    int has = tac_machine_line(p->c->root, others, sizeof others, "%s/available_clocksource", base);
    if (bad && has && strncmp(others, "tsc", 3) == 0 && strcmp(name, "tsc") != 0) {
        tac_fix(f, "echo tsc | sudo tee %s/current_clocksource", base);
    } else if (bad) {
        tac_fix(f,
                "boot with tsc=reliable   # if the processor's TSC is constant, see /proc/cpuinfo");
    }
}

void tac_check_time_sync(const tac_patient *p, tac_finding *f)
{
    const tac_probe *q = p->c->probe;
    double rate = q->rate_ppm;
    char period[32];
    if (q->time_error != 0) {
        tac_unknown(f, "adjtimex failed (%s)", strerror(q->time_error));
        return;
    }
    int bad = fabs(rate) > 500.0;
    tac_found(f, bad ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD, "%s; rate corrected by %.3g ppm",
              q->time_synchronised ? "synchronised" : "no time service has synchronised the clock",
              rate);
    char off[80] = "";
    if (rate != 0.0) {
        (void)snprintf(off, sizeof off, " At this rate a period of %s is %.3g ns %s.",
                       tac_doctor_time(period, sizeof period, p->period),
                       fabs(rate) * 1e-6 * (double)p->period, rate < 0.0 ? "longer" : "shorter");
    }
    tac_meaning(
        f,
        "Steps of the wall clock never reach the cycle: CLOCK_MONOTONIC does not jump, it is "
        "only run faster or slower.%s%s",
        off, bad ? " Devices with clocks of their own drift away by as much." : "");
    if (bad) {
        tac_fix(f, "sudo chronyc makestep   # before the run; and 'maxslewrate 500' in "
                   "/etc/chrony/chrony.conf");
    }
}

// ---------------------------------------------------------------- virtual machines

// Share of time the host ran something else since the start, percent; -1 unknown.
static double stolen(const char *root)
{
    char line[512];
    long long t[8] = {0};
    if (!tac_machine_line(root, line, sizeof line, "/proc/stat") ||
        sscanf(line, "cpu %lld %lld %lld %lld %lld %lld %lld %lld", &t[0], &t[1], &t[2], &t[3],
               &t[4], &t[5], &t[6], &t[7]) != 8) {
        return -1.0;
    }
    long long sum = 0;
    for (int i = 0; i < 8; i++) {
        sum += t[i];
    }
    return sum > 0 ? 100.0 * (double)t[7] / (double)sum : -1.0;
}

void tac_check_virtual(const tac_patient *p, tac_finding *f)
{
    char vendor[128], share[64] = "stolen time unknown";
    double percent = stolen(p->c->root);
    if (percent >= 0.0) {
        (void)snprintf(share, sizeof share, "%.2f %% of time taken by the host", percent);
    }
    if (!p->is_virtual) {
        tac_found(f, percent > 0.0 ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD,
                  "no hypervisor announces itself; %s", share);
        tac_meaning(f, "Cores belong to this system alone.");
        return;
    }
    int known = tac_machine_line(p->c->root, vendor, sizeof vendor, "/sys/class/dmi/id/sys_vendor");
    tac_found(f, TAC_HEALTH_DEGRADED, "virtual machine%s%.60s%s; %s", known ? " (" : "",
              known ? vendor : "", known ? ")" : "", share);
    tac_meaning(
        f, "The host may stop a virtual core at any moment; nothing inside can prevent that or "
           "bound it.");
    tac_fix(f, "pin virtual cores on the host   # libvirt: virsh vcpupin, real-time priority with "
               "<vcpusched>, or use a machine of your own");
}

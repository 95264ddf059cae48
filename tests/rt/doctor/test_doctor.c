// Findings on made-up machines, and how they are shown.
#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "doctor/doctor_print.h"
#include "doctor/doctor_probe.h"
#include "fake_machine.h"
#include "system/machine.h"

// ---------------------------------------------------------------- expectations

static tac_finding finding[TAC_MAX_FINDINGS];
static int n_finding;

static void examine(const tac_rig_file *rig, const tac_probe *probe)
{
    tac_doctor_case c = {.root = fake_root, .rig = rig, .need = 64 << 20, .probe = probe};
    n_finding = tac_doctor_run(&c, finding);
}

static const tac_finding *find(const char *check)
{
    for (int i = 0; i < n_finding; i++) {
        if (strcmp(finding[i].check, check) == 0) {
            return &finding[i];
        }
    }
    cr_assert_fail("no check '%s'", check);
    return NULL;
}

static void expect(const char *check, tac_health h, const char *found, const char *fix)
{
    const tac_finding *f = find(check);
    cr_expect_eq(f->health, h, "%s is %s: %s", check, tac_health_name(f->health), f->found);
    cr_expect_not_null(strstr(f->found, found), "%s found '%s', not '%s'", check, f->found, found);
    cr_expect(fix[0] == '\0' ? f->fix[0] == '\0' : strstr(f->fix, fix) != NULL,
              "%s proposes '%s', not '%s'", check, f->fix, fix);
}

static void look(const char *check, tac_health h, const char *found, const char *fix)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    examine(&rig, &probe);
    expect(check, h, found, fix);
}

TestSuite(doctor, .init = fake_good, .fini = fake_remove);
TestSuite(doctor_empty, .init = fake_empty, .fini = fake_remove);

// ---------------------------------------------------------------- verdicts

Test(doctor, a_prepared_machine_is_good)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    examine(&rig, &probe);
    for (int i = 0; i < n_finding; i++) {
        cr_expect_eq(finding[i].health, TAC_HEALTH_GOOD, "%s: %s", finding[i].check,
                     finding[i].found);
        cr_expect_neq(finding[i].meaning[0], '\0', "%s means nothing", finding[i].check);
    }
    cr_expect_eq(tac_doctor_verdict(finding, n_finding), TAC_HEALTH_GOOD);
    expect("kernel", TAC_HEALTH_GOOD, "real-time", "");
    expect("isolation", TAC_HEALTH_GOOD, "core 2 isolated", "");
}

Test(doctor, caches_are_found_by_their_level)
{
    cr_expect_eq(tac_machine_cache(fake_root, 2), 0, "nobody says");
    fake_put(CPU "cpu0/cache/index0/level", "1\n");
    fake_put(CPU "cpu0/cache/index0/type", "Data\n");
    fake_put(CPU "cpu0/cache/index0/size", "48K\n");
    fake_put(CPU "cpu0/cache/index1/level", "1\n");
    fake_put(CPU "cpu0/cache/index1/type", "Instruction\n");
    fake_put(CPU "cpu0/cache/index1/size", "32K\n");
    fake_put(CPU "cpu0/cache/index2/level", "2\n");
    fake_put(CPU "cpu0/cache/index2/type", "Unified\n");
    fake_put(CPU "cpu0/cache/index2/size", "2M\n");
    cr_expect_eq(tac_machine_cache(fake_root, 1), 48 << 10);
    cr_expect_eq(tac_machine_cache(fake_root, 2), 2 << 20);
    cr_expect_eq(tac_machine_cache(fake_root, 3), 0);
}

Test(doctor_empty, a_machine_without_files_is_unknown_and_not_a_crash)
{
    tac_probe probe = fake_probe();
    examine(NULL, &probe);
    static const char *const unknown[] = {
        "kernel",      "cores", "isolation",     "timer-tick",   "interrupts", "frequency",
        "idle-states", "smt",   "rt-throttling", "clock-source", "huge-pages", "memory"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        const tac_finding *f = find(unknown[i]);
        cr_expect_eq(f->health, TAC_HEALTH_UNKNOWN, "%s: %s", f->check, f->found);
        cr_expect_eq(strncmp(f->found, "unknown, because ", 17), 0, "%s", f->found);
    }
    cr_expect_eq(tac_doctor_verdict(finding, n_finding), TAC_HEALTH_GOOD);
    cr_expect_eq(tac_doctor_first_core(fake_root, NULL), -1);
}

Test(doctor_empty, a_failed_probe_is_unknown_or_unusable_and_not_a_crash)
{
    tac_probe probe = {.fifo_error = EPERM,
                       .fifo_priority = 80,
                       .lock_error = ENOMEM,
                       .latency_error = EACCES,
                       .time_error = EPERM,
                       .shm_error = ENOENT};
    examine(NULL, &probe);
    expect("wake-up", TAC_HEALTH_UNKNOWN, "no wake-ups", "");
    expect("rt-permission", TAC_HEALTH_UNUSABLE, "Operation not permitted", "rtprio 99");
    expect("memory-lock", TAC_HEALTH_DEGRADED, "Cannot allocate memory", "memlock unlimited");
    expect("time-sync", TAC_HEALTH_UNKNOWN, "adjtimex", "");
    expect("shared-memory", TAC_HEALTH_UNUSABLE, "No such file", "mount");
    cr_expect_eq(tac_doctor_verdict(finding, n_finding), TAC_HEALTH_UNUSABLE);
}

Test(doctor, nonsense_in_files_is_no_crash)
{
    static const char *const path[] = {"/proc/version",
                                       "/proc/stat",
                                       "/proc/meminfo",
                                       "/proc/cpuinfo",
                                       "/proc/sys/kernel/sched_rt_runtime_us",
                                       CPU "online",
                                       CPU "isolated",
                                       CPU "nohz_full",
                                       CPU "cpu2/topology/thread_siblings_list",
                                       CPU "cpu2/cpuidle/state1/latency",
                                       "/proc/irq/1/effective_affinity_list"};
    static const char *const text[] = {"",  "\n",  "4294967295-0,,99999999999999999999",
                                       "-", "x:y", "\xff\xfe%s%n"};
    tac_probe probe = fake_probe();
    for (size_t k = 0; k < sizeof text / sizeof *text; k++) {
        for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
            fake_put(path[i], text[k]);
            examine(NULL, &probe);
            cr_expect_gt(n_finding, 15);
        }
    }
}

// ---------------------------------------------------------------- kernel and scheduling

Test(doctor, kernels_are_told_apart)
{
    fake_drop("/sys/kernel/realtime");
    fake_put("/proc/version", "Linux version 6.1 (x) #1 SMP PREEMPT_DYNAMIC Debian\n");
    fake_put("/sys/kernel/debug/sched/preempt", "none (voluntary) full \n");
    look("kernel", TAC_HEALTH_DEGRADED, "chosen at boot: voluntary", "linux-image-rt");
    fake_put("/sys/kernel/debug/sched/preempt", "none voluntary (full)\n");
    look("kernel", TAC_HEALTH_DEGRADED, "chosen at boot: full", "linux-image-rt");
    fake_drop("/sys/kernel/debug/sched/preempt");
    fake_put("/proc/cmdline", "quiet preempt=full root=/dev/sda\n");
    look("kernel", TAC_HEALTH_DEGRADED, "chosen at boot: full", "linux-image-rt");
    fake_put("/proc/cmdline", "quiet nopreempt=full\n");
    look("kernel", TAC_HEALTH_DEGRADED, "mode not readable", "linux-image-rt");
    fake_put("/proc/version", "Linux version 6.1 (x) #1 SMP PREEMPT Debian\n");
    look("kernel", TAC_HEALTH_DEGRADED, "preemptible", "linux-image-rt");
    fake_put("/proc/version", "Linux version 6.1 (x) #1 SMP Debian\n");
    look("kernel", TAC_HEALTH_DEGRADED, "not preemptible", "linux-image-rt");
    fake_put("/proc/version", "Linux version 6.1 (x) #1 SMP PREEMPT_RT Debian\n");
    look("kernel", TAC_HEALTH_GOOD, "real-time", "");
}

Test(doctor, wake_ups_are_judged_by_the_period)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    rig.period_ns = 40000;
    examine(&rig, &probe);
    expect("wake-up", TAC_HEALTH_DEGRADED, "worst 12 us", "cyclictest");
    rig.period_ns = 9000;
    examine(&rig, &probe);
    expect("wake-up", TAC_HEALTH_UNUSABLE, "99 % below 5 us", "cyclictest");
}

Test(doctor, throttling_matters_to_those_who_spin)
{
    fake_put("/proc/sys/kernel/sched_rt_runtime_us", "950000\n");
    look("rt-throttling", TAC_HEALTH_GOOD, "950000 of 1000000 us", "");
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    rig.pure_spin = 1;
    examine(&rig, &probe);
    expect("rt-throttling", TAC_HEALTH_DEGRADED, "950000", "sched_rt_runtime_us=-1");
    fake_put("/proc/sys/kernel/sched_rt_runtime_us", "0\n");
    look("rt-throttling", TAC_HEALTH_UNUSABLE, "0 of", "sched_rt_runtime_us=-1");
}

Test(doctor, a_rig_may_do_without_priority_and_locking)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    rig.priority = 0;
    rig.lock_memory = 0;
    probe.fifo_error = EPERM;
    examine(&rig, &probe);
    expect("rt-permission", TAC_HEALTH_DEGRADED, "not asked for", "priority: 80");
    expect("memory-lock", TAC_HEALTH_DEGRADED, "not asked for", "lock_memory: true");
}

Test(doctor, slow_clocks)
{
    fake_put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
    look("clock-source", TAC_HEALTH_DEGRADED, "hpet", "echo tsc");
    fake_put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "kvm-clock\n");
    look("clock-source", TAC_HEALTH_GOOD, "kvm-clock, 20 ns", "");
    tac_probe probe = fake_probe();
    probe.clock_read = 1500;
    examine(NULL, &probe);
    expect("clock-source", TAC_HEALTH_DEGRADED, "1.5 us per reading", "tsc");
}

Test(doctor, fast_slewing_is_degraded)
{
    tac_probe probe = fake_probe();
    examine(NULL, &probe);
    cr_expect_not_null(strstr(find("time-sync")->meaning, "12.5 ns longer"), "%s",
                       find("time-sync")->meaning);
    probe.rate_ppm = 900.0;
    examine(NULL, &probe);
    expect("time-sync", TAC_HEALTH_DEGRADED, "900 ppm", "chronyc");
}

Test(doctor, virtual_machines_and_stolen_time)
{
    fake_put("/proc/stat", "cpu  100 0 100 700 0 0 0 100 0 0\n");
    look("virtual", TAC_HEALTH_DEGRADED, "10.00 %", "");
    fake_put("/proc/cpuinfo", "flags\t\t: fpu hypervisor tsc\n");
    fake_put("/sys/class/dmi/id/sys_vendor", "QEMU\n");
    look("virtual", TAC_HEALTH_DEGRADED, "virtual machine (QEMU); 10.00 %", "host");
}

// ---------------------------------------------------------------- cores

Test(doctor, cores_are_chosen_from_the_isolated_ones)
{
    tac_rig_file rig = fake_rig();
    rig.workers = 2;
    cr_expect_eq(tac_doctor_first_core(fake_root, &rig), 2);
    fake_put(CPU "isolated", "\n");
    cr_expect_eq(tac_doctor_first_core(fake_root, &rig), 1);
    rig.core[0] = 0;
    cr_expect_eq(tac_doctor_first_core(fake_root, &rig), 0);
    fake_put(CPU "online", "0\n");
    rig.core[0] = -1;
    cr_expect_eq(tac_doctor_first_core(fake_root, &rig), 0);
}

Test(doctor, cores_that_cannot_be_had_are_unusable)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    rig.core[0] = 7;
    examine(&rig, &probe);
    expect("cores", TAC_HEALTH_UNUSABLE, "core 7 of the rig not online", "auto");
    fake_put("/proc/self/status", "Cpus_allowed_list:\t0-1\n");
    rig.core[0] = 3;
    examine(&rig, &probe);
    expect("cores", TAC_HEALTH_UNUSABLE, "core 3 not allowed", "taskset");
}

Test(doctor, more_workers_than_cores_share)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    rig.workers = 4;
    examine(&rig, &probe);
    expect("cores", TAC_HEALTH_DEGRADED, "4 workers on cores 0-3", "workers: 3");
    rig.workers = 9;
    examine(&rig, &probe);
    expect("cores", TAC_HEALTH_DEGRADED, "9 workers", "workers: 3");
}

Test(doctor, cores_without_boot_options)
{
    fake_put(CPU "isolated", "\n");
    fake_put(CPU "nohz_full", "(null)\n");
    look("isolation", TAC_HEALTH_DEGRADED, "core 1 not isolated", "isolcpus=managed_irq,domain,1 ");
    look("timer-tick", TAC_HEALTH_DEGRADED, "nohz_full: none", "nohz_full=1");
    fake_drop(CPU "nohz_full");
    look("timer-tick", TAC_HEALTH_DEGRADED, "not in this kernel", "Debian");
}

Test(doctor, interrupts_on_the_cores_are_named_and_moved)
{
    fake_put("/proc/irq/24/smp_affinity_list", "0-3\n");
    fake_put("/proc/irq/24/effective_affinity_list", "2\n");
    fake_put("/proc/irq/24/nvme0q1/actions", "");
    fake_put("/proc/irq/30/smp_affinity_list", "1-2\n");
    fake_put("/proc/irq/default_smp_affinity", "f\n");
    look("interrupts", TAC_HEALTH_DEGRADED, "2 of 3 on core 2: nvme0q1",
         "for i in 24 30; do echo 0-1,3");
    fake_put("/proc/77/comm", "irqbalance\n");
    look("interrupts", TAC_HEALTH_DEGRADED, "irqbalance runs", "disable --now irqbalance; sudo sh");
}

Test(doctor, many_interrupts_still_make_one_line)
{
    for (int i = 100; i < 400; i++) {
        char path[128];
        snprintf(path, sizeof path, "/proc/irq/%d/smp_affinity_list", i);
        fake_put(path, "0-3\n");
        snprintf(path, sizeof path, "/proc/irq/%d/a-device-with-a-long-name-%d/actions", i, i);
        fake_put(path, "");
    }
    look("interrupts", TAC_HEALTH_DEGRADED, "300 of 301 on core 2", "for i in 100 101");
    cr_expect_not_null(strstr(find("interrupts")->fix, "; do echo 0-1,3"));
}

Test(doctor, power_saving)
{
    fake_put_core(2, "cpufreq/scaling_governor", "powersave\n");
    look("frequency", TAC_HEALTH_DEGRADED, "core 2", "performance");
    fake_drop(CPU "cpu2/cpufreq/scaling_governor");
    look("frequency", TAC_HEALTH_UNKNOWN, "does not control the frequency", "");

    look("idle-states", TAC_HEALTH_GOOD, "C6 wakes in 133 us; /dev/cpu_dma_latency can be held",
         "");
    tac_probe probe = fake_probe();
    probe.latency_error = EACCES;
    examine(NULL, &probe);
    expect("idle-states", TAC_HEALTH_DEGRADED, "cannot be held (Permission denied)", "chmod");
    fake_put_core(2, "cpuidle/state1/disable", "1\n");
    examine(NULL, &probe);
    expect("idle-states", TAC_HEALTH_GOOD, "POLL wakes in 0 us", "");
}

Test(doctor, siblings_matter_while_they_are_online)
{
    fake_put_core(2, "topology/thread_siblings_list", "2,6\n");
    look("smt", TAC_HEALTH_GOOD, "no sibling online", "");
    fake_put(CPU "online", "0-7\n");
    look("smt", TAC_HEALTH_DEGRADED, "core 2 shared with logical core 6", "smt/control");
}

// ---------------------------------------------------------------- memory and tracing

Test(doctor, memory_and_shared_memory)
{
    fake_put("/proc/meminfo", "MemAvailable:    100000 kB\n");
    look("memory", TAC_HEALTH_DEGRADED, "98 MiB available", "ps aux");
    fake_put("/proc/meminfo", "MemAvailable:    10000 kB\n");
    look("memory", TAC_HEALTH_UNUSABLE, "10 MiB available, about 64.0 MiB needed", "ps aux");
    tac_probe probe = fake_probe();
    probe.shm_free = 4096;
    examine(NULL, &probe);
    expect("shared-memory", TAC_HEALTH_UNUSABLE, "0 of 4096 MiB free", "remount");
}

Test(doctor, huge_pages_by_force)
{
    fake_put("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n");
    look("huge-pages", TAC_HEALTH_DEGRADED, "[always]", "madvise");
}

Test(doctor, a_session_daemon_counts_while_it_lives)
{
    look("tracing", TAC_HEALTH_GOOD, "no LTTng", "lttng-sessiond");
    fake_put("/run/lttng/lttng-sessiond.pid", "4711\n");
    look("tracing", TAC_HEALTH_GOOD, "no LTTng", "lttng-sessiond");
    fake_put("/proc/4711/comm", "lttng-sessiond\n");
    look("tracing", TAC_HEALTH_GOOD, "an LTTng session daemon runs", "");
}

Test(doctor, a_missing_tracing_library_matters_to_rigs_that_ask_for_it)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    for (int asks = 0; asks < 2; asks++) {
        rig.trace = asks;
        tac_doctor_case c = {
            .root = fake_root, .rig = &rig, .no_tracer = "it is not found", .probe = &probe};
        n_finding = tac_doctor_run(&c, finding);
        expect("tracing", asks ? TAC_HEALTH_UNUSABLE : TAC_HEALTH_GOOD,
               "not available: it is not found", "install tactus anew");
    }
}

Test(doctor, a_rig_that_cannot_run_is_unusable)
{
    tac_probe probe = fake_probe();
    tac_rig_file rig = fake_rig();
    tac_doctor_case c = {
        .root = fake_root, .rig = &rig, .rig_problem = "m.yaml: 100 % wrong", .probe = &probe};
    n_finding = tac_doctor_run(&c, finding);
    expect("rig", TAC_HEALTH_UNUSABLE, "m.yaml: 100 % wrong", "");
    cr_expect_eq(tac_doctor_verdict(finding, n_finding), TAC_HEALTH_UNUSABLE);
}

// ---------------------------------------------------------------- output

static void print_to(char *text, size_t size, int json)
{
    FILE *out = fmemopen(text, size, "w");
    cr_assert_not_null(out);
    if (json) {
        tac_doctor_print_json("a \"rig\".yaml", finding, n_finding, out);
    } else {
        tac_doctor_print(finding, n_finding, out);
    }
    fclose(out);
}

Test(doctor, text_and_json_show_every_check)
{
    static char text[1 << 16], json[1 << 16];
    tac_probe probe = fake_probe();
    probe.fifo_error = EPERM;
    examine(NULL, &probe);
    print_to(text, sizeof text, 0);
    print_to(json, sizeof json, 1);
    for (int i = 0; i < n_finding; i++) {
        char member[64];
        snprintf(member, sizeof member, "\"check\":\"%s\"", finding[i].check);
        cr_expect_not_null(strstr(text, finding[i].check));
        cr_expect_not_null(strstr(json, member), "%s", member);
    }
    cr_expect_not_null(strstr(text, "\nunusable: 19 good, 0 degraded, 1 unusable, 0 unknown\n"),
                       "%s", strrchr(text, '\n') > text + 80 ? strrchr(text, '\n') - 80 : text);
    cr_expect_not_null(strstr(json, "{\"rig\":\"a \\\"rig\\\".yaml\",\"verdict\":\"unusable\""));
}

Test(doctor, sentences_stay_inside_the_page)
{
    static char text[1 << 16];
    tac_probe probe = fake_probe();
    examine(NULL, &probe);
    print_to(text, sizeof text, 0);
    for (char *line = strtok(text, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        cr_expect(strlen(line) <= 100 || strstr(line, "-> ") != NULL, "%s", line);
    }
}

// ---------------------------------------------------------------- probing

Test(doctor_probe, leaves_numbers_that_make_sense)
{
    tac_probe p;
    tac_doctor_probe(&p, 0, -1, 1000000, 20000000, 1 << 16);
    cr_expect_eq(p.n_wake, 20);
    cr_expect_geq(p.wake_p50, 0);
    cr_expect_leq(p.wake_p50, p.wake_p99);
    cr_expect_leq(p.wake_p99, p.wake_max);
    cr_expect_eq(p.wake_fifo, 0);
    cr_expect_eq(p.wake_core, -1);
    cr_expect_gt(p.clock_read, 0);
    tac_doctor_probe(&p, 80, 100000, 1000000, 0, 1 << 16);
    cr_expect_eq(p.n_wake, 0);
    cr_expect_eq(p.wake_core, -1);
}

// ---------------------------------------------------------------- sets of cores

Test(machine, sets_of_cores_read_as_written)
{
    static const char *const list[] = {"0-3,5,7-8", "2", "0-1023", "none"};
    for (int i = 0; i < 4; i++) {
        tac_core_set set;
        char text[64];
        tac_core_set_parse(list[i], &set);
        cr_expect_str_eq(tac_core_set_text(&set, text, sizeof text), list[i]);
    }
}

// ---- what a group may use -------------------------------------------------------------------------

Test(doctor, quotas_are_found_in_both_versions_of_groups_and_above)
{
    tac_rig_file rig = fake_rig();
    tac_probe probe = fake_probe();
    {
        fake_put("/proc/self/cgroup", "0::/user.slice/user-1000.slice\n");
        fake_put("/sys/fs/cgroup/user.slice/cpu.max", "20000 100000\n");
        fake_put("/sys/fs/cgroup/user.slice/user-1000.slice/cpu.max", "max 100000\n");
        examine(&rig, &probe);
        expect("quota", TAC_HEALTH_DEGRADED,
               "20000 us in every 100000 us (0.2 cores), of the cgroup "
               "/sys/fs/cgroup/user.slice",
               "set-property user-");
    }
    probe.fifo_error = EPERM;
    {
        examine(&rig, &probe);
        expect("quota", TAC_HEALTH_UNUSABLE, "0.2 cores", "CPUQuota=");
    }
    {
        fake_put("/proc/self/cgroup",
                 "4:cpu,cpuacct:/docker/abc\n3:cpuset:/docker/abc\n1:name=systemd:/docker/abc\n");
        fake_put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "20000\n");
        fake_put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_period_us", "100000\n");
        examine(&rig, &probe);
        expect("quota", TAC_HEALTH_UNUSABLE, "20000 us in every 100000 us",
               "leave --cpus and --cpu-quota out");
        expect("rt-permission", TAC_HEALTH_UNUSABLE, "was refused",
               "--cap-add SYS_NICE --ulimit rtprio=99");
    }
    {
        fake_put("/sys/fs/cgroup/cpu,cpuacct/docker/abc/cpu.cfs_quota_us", "-1\n");
        examine(&rig, &probe);
        expect("quota", TAC_HEALTH_GOOD, "none", "");
    }
}

Test(doctor, budgets_of_real_time_groups_are_no_good_throttling)
{
    tac_rig_file rig = fake_rig();
    tac_probe probe = fake_probe();
    fake_put("/proc/self/cgroup", "4:cpu,cpuacct:/user/1000\n");
    {
        fake_put("/sys/fs/cgroup/cpu,cpuacct/user/1000/cpu.rt_runtime_us", "20000\n");
        fake_put("/sys/fs/cgroup/cpu,cpuacct/user/1000/cpu.rt_period_us", "1000000\n");
        examine(&rig, &probe);
        expect("rt-throttling", TAC_HEALTH_UNUSABLE,
               "20000 of 1000000 us for real-time threads of the cgroup",
               "/user/1000/cpu.rt_runtime_us");
    }
    probe.fifo_error = EPERM;
    {
        fake_put("/sys/fs/cgroup/cpu,cpuacct/user/1000/cpu.rt_runtime_us", "0\n");
        examine(&rig, &probe);
        expect("rt-throttling", TAC_HEALTH_UNUSABLE, "0 of 1000000 us", "rt_runtime_us");
        expect("rt-permission", TAC_HEALTH_UNUSABLE, "was refused",
               "give the cgroup a budget first");
    }
}

Test(doctor, cores_outside_of_the_cpuset_and_where_it_was_started_are_named)
{
    tac_rig_file rig = fake_rig();
    tac_probe probe = fake_probe();
    rig.core[0] = 3;
    {
        fake_put("/proc/self/cgroup", "0::/system.slice/rig.service\n");
        fake_put("/sys/fs/cgroup/system.slice/rig.service/cpuset.cpus.effective", "0-1\n");
        examine(&rig, &probe);
        expect("cpuset", TAC_HEALTH_UNUSABLE, "core 3 not in the cpuset 0-1",
               "in the unit: AllowedCPUs=");
    }
    {
        fake_put("/sys/fs/cgroup/system.slice/rig.service/cpuset.cpus.effective", "0-3\n");
        fake_put("/proc/self/status", "Name:\tx\nCpus_allowed_list:\t1\n");
        examine(&rig, &probe);
        expect("cpuset", TAC_HEALTH_GOOD, "cores 0-3 of the cpuset, started on 1", "");
    }
    rig.core[0] = -1;
    cr_expect_eq(tac_doctor_first_core(fake_root, &rig), 1,
                 "open cores are those it was started on");
}

Test(doctor, what_refuses_a_right_is_named_and_changed_where_it_was_set)
{
    tac_rig_file rig = fake_rig();
    tac_probe probe = fake_probe();
    probe.fifo_error = probe.lock_error = EPERM;
    fake_put("/proc/self/status", "CapEff:\t00000000a80425fb\nSeccomp:\t2\n");
    fake_put("/.dockerenv", "");
    {
        examine(&rig, &probe);
        expect("rt-permission", TAC_HEALTH_UNUSABLE, "without CAP_SYS_NICE, under a seccomp filter",
               "--cap-add SYS_NICE");
        expect("memory-lock", TAC_HEALTH_DEGRADED, "without CAP_IPC_LOCK",
               "--cap-add IPC_LOCK --ulimit memlock=-1");
    }
    fake_drop("/.dockerenv");
    fake_put("/proc/self/cgroup", "0::/system.slice/rig.service\n");
    {
        examine(&rig, &probe);
        expect("rt-permission", TAC_HEALTH_UNUSABLE, "was refused", "in the unit: LimitRTPRIO=99");
        expect("memory-lock", TAC_HEALTH_DEGRADED, "was refused", "LimitMEMLOCK=infinity");
    }
}

Test(doctor, what_was_taken_from_running_rigs_is_found)
{
    tac_probe probe = fake_probe();
    tac_doctor_case c = {.root = fake_root, .need = 64 << 20, .probe = &probe, .taken = ""};
    n_finding = tac_doctor_run(&c, finding);
    expect("running-rigs", TAC_HEALTH_GOOD, "nothing was taken", "");
    c.taken = "'car' lacks priority (2 times)";
    n_finding = tac_doctor_run(&c, finding);
    expect("running-rigs", TAC_HEALTH_DEGRADED, "'car' lacks priority (2 times)", "chrt");
}

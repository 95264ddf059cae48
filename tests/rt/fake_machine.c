#include "fake_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char fake_root[] = "/tmp/tactus-doctor-XXXXXX";

// A machine that cannot be made up ends the test.
static void need(int good, const char *what)
{
    if (!good) {
        perror(what);
        abort();
    }
}

void fake_put(const char *path, const char *text)
{
    char name[512];
    snprintf(name, sizeof name, "%s%s", fake_root, path);
    for (char *c = strchr(name + 1, '/'); c != NULL; c = strchr(c + 1, '/')) {
        *c = '\0';
        (void)mkdir(name, 0755);
        *c = '/';
    }
    FILE *f = fopen(name, "w");
    need(f != NULL, name);
    fputs(text, f);
    fclose(f);
}

void fake_drop(const char *path)
{
    char name[512];
    snprintf(name, sizeof name, "%s%s", fake_root, path);
    need(unlink(name) == 0, name);
}

void fake_put_core(int core, const char *file, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, CPU "cpu%d/%s", core, file);
    fake_put(path, text);
}

void fake_empty(void)
{
    need(mkdtemp(fake_root) != NULL, fake_root);
}

void fake_good(void)
{
    fake_empty();
    fake_put("/proc/version", "Linux version 6.1.0-rt (x) #1 SMP PREEMPT_RT Debian\n");
    fake_put("/sys/kernel/realtime", "1\n");
    fake_put("/proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu tsc constant_tsc\n");
    fake_put("/proc/stat", "cpu  100 0 100 1000 0 0 0 0 0 0\n");
    fake_put("/proc/meminfo", "MemTotal: 8000000 kB\nMemAvailable:    4000000 kB\n");
    fake_put("/proc/self/status", "Name:\ttactus\nCpus_allowed_list:\t0-3\n");
    fake_put("/proc/sys/kernel/sched_rt_runtime_us", "-1\n");
    fake_put("/proc/sys/kernel/sched_rt_period_us", "1000000\n");
    fake_put(CPU "online", "0-3\n");
    fake_put(CPU "isolated", "2-3\n");
    fake_put(CPU "nohz_full", "2-3\n");
    fake_put("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    fake_put("/sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet\n");
    fake_put("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    fake_put("/proc/irq/1/smp_affinity_list", "0-3\n");
    fake_put("/proc/irq/1/effective_affinity_list", "0\n");
    fake_put("/proc/irq/1/i8042/actions", "");
    for (int i = 0; i < 4; i++) {
        char siblings[16];
        snprintf(siblings, sizeof siblings, "%d\n", i);
        fake_put_core(i, "cpufreq/scaling_governor", "performance\n");
        fake_put_core(i, "topology/thread_siblings_list", siblings);
        fake_put_core(i, "cpuidle/state0/name", "POLL\n");
        fake_put_core(i, "cpuidle/state0/latency", "0\n");
        fake_put_core(i, "cpuidle/state1/name", "C6\n");
        fake_put_core(i, "cpuidle/state1/latency", "133\n");
        fake_put_core(i, "cpuidle/state1/disable", "0\n");
    }
}

void fake_remove(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", fake_root);
    need(system(command) == 0, command);
}

tac_probe fake_probe(void)
{
    return (tac_probe){.fifo_priority = 80,
                       .priority_limit = 99,
                       .lock_bytes = 64 << 20,
                       .lock_limit = -1,
                       .n_wake = 1000,
                       .wake_fifo = 1,
                       .wake_core = 2,
                       .wake_p50 = 3000,
                       .wake_p99 = 5000,
                       .wake_max = 12000,
                       .clock_read = 20,
                       .time_synchronised = 1,
                       .rate_ppm = -12.5,
                       .shm_size = INT64_C(1) << 32,
                       .shm_free = INT64_C(1) << 31};
}

tac_rig_file fake_rig(void)
{
    tac_rig_file rig = {.name = "rig",
                        .period_ns = 1000000,
                        .workers = 1,
                        .helper_core = -1,
                        .priority = 80,
                        .lock_memory = 1};
    for (int i = 0; i < TAC_MAX_WORKERS; i++) {
        rig.core[i] = -1;
    }
    return rig;
}

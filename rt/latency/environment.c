#include "environment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "build.h"
#include "system/machine.h"

static void line_of(char *text, size_t size, const char *path)
{
    if (!tac_machine_line("", text, size, "%s", path)) {
        snprintf(text, size, "unknown");
    }
}

static void read_processor(tac_environment *e)
{
    char flags[8192];
    if (!tac_machine_field("", "/proc/cpuinfo", "model name", e->cpu, sizeof e->cpu)) {
        snprintf(e->cpu, sizeof e->cpu, "unknown");
    }
    e->virtual_machine = tac_machine_field("", "/proc/cpuinfo", "flags", flags, sizeof flags) &&
                         strstr(flags, " hypervisor") != NULL;
    e->cores = sysconf(_SC_NPROCESSORS_ONLN);
}

void tac_environment_read(tac_environment *e, int core)
{
    char path[128];
    struct utsname system;
    *e = (tac_environment){.cores = 0};
    read_processor(e);
    uname(&system);
    snprintf(e->kernel, sizeof e->kernel, "%s %s %s", system.sysname, system.release,
             system.version);
    line_of(e->cmdline, sizeof e->cmdline, "/proc/cmdline");
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_governor", core);
    line_of(e->governor, sizeof e->governor, path);
    line_of(e->clocksource, sizeof e->clocksource,
            "/sys/devices/system/clocksource/clocksource0/current_clocksource");
    time_t now = time(NULL);
    struct tm utc;
    strftime(e->time, sizeof e->time, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

void tac_environment_print(const tac_environment *e, FILE *f)
{
    double load = 0.0;
    (void)getloadavg(&load, 1);
    fprintf(f, "%s, %ld cores%s, %s, load %.1f\n", e->cpu, e->cores,
            e->virtual_machine ? " of a virtual machine" : "", e->kernel, load);
}

void tac_environment_put(const tac_environment *e, tac_json *j)
{
    tac_json_text(j, "cpu", e->cpu);
    tac_json_whole(j, "cores", e->cores);
    tac_json_truth(j, "virtual_machine", e->virtual_machine);
    tac_json_text(j, "kernel", e->kernel);
    tac_json_text(j, "cmdline", e->cmdline);
    tac_json_text(j, "governor", e->governor);
    tac_json_text(j, "clocksource", e->clocksource);
    tac_json_text(j, "time", e->time);
    tac_json_text(j, "compiler", TAC_COMPILER);
    tac_json_text(j, "flags", TAC_BUILD_FLAGS);
    tac_json_text(j, "version", TAC_VERSION);
}

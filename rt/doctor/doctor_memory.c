#include "doctor_memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "doctor_checks.h"
#include "doctor_limits.h"

static double mib(int64_t bytes)
{
    return (double)bytes / (1024.0 * 1024.0);
}

// ---------------------------------------------------------------- rig

void tac_check_rig(const tac_patient *p, tac_finding *f)
{
    const tac_rig_file *rig = p->c->rig;
    char period[32];
    if (rig == NULL) {
        return;
    }
    if (p->c->rig_problem != NULL) {
        tac_found(f, TAC_HEALTH_UNUSABLE, "%.380s", p->c->rig_problem);
        tac_meaning(f, "The executive refuses to start.");
        return;
    }
    tac_found(f, TAC_HEALTH_GOOD, "%s: period %s, %d worker%s, about %.1f MiB", rig->name,
              tac_doctor_time(period, sizeof period, rig->period_ns), rig->workers,
              rig->workers == 1 ? "" : "s", mib(p->c->need));
    tac_meaning(f, "The rig file and its model are read without complaint.");
}

// What the step is worth, before time starts.
void tac_check_error(const tac_patient *p, tac_finding *f)
{
    const char *line = p->c->error;
    if (p->c->rig == NULL || line == NULL) {
        return;
    }
    bool large = p->c->error_large;
    tac_found(f, large ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD, "%.380s", line);
    tac_meaning(f, large ? "The motion is not the model's: deadlines are kept for wrong results."
                         : "By runs with half and twice the step, inputs at their values.");
    if (large) {
        tac_fix(f, "take a shorter period, or method and step that 'tactus check' advises");
    }
}

// ---------------------------------------------------------------- memory

void tac_check_locking(const tac_patient *p, tac_finding *f)
{
    const tac_probe *q = p->c->probe;
    char limit[48];
    (void)snprintf(limit, sizeof limit, q->lock_limit < 0 ? "unlimited" : "%.1f MiB",
                   mib(q->lock_limit));
    if (p->c->rig != NULL && !p->c->rig->lock_memory) {
        tac_found(f, TAC_HEALTH_DEGRADED, "not asked for: the rig sets lock_memory: false");
        tac_meaning(f, "The kernel may take pages away; getting one back from disk takes "
                       "milliseconds.");
        tac_fix(f, "threads: {lock_memory: true}   # in the rig file");
        return;
    }
    if (q->lock_error == 0) {
        tac_found(f, TAC_HEALTH_GOOD, "%.1f MiB were locked (limit %s)", mib(q->lock_bytes), limit);
        tac_meaning(f, "Memory stays resident: no page fault during a step.");
        return;
    }
    char why[80];
    tac_found(f, TAC_HEALTH_DEGRADED, "locking %.1f MiB was refused (%s; limit %s%s)",
              mib(q->lock_bytes), strerror(q->lock_error), limit,
              tac_doctor_denial(p->c->root, CAPABILITY_LOCK, why, sizeof why));
    tac_meaning(f,
                "The kernel may take pages away under memory pressure; getting one back takes from "
                "microseconds to, from disk, milliseconds.");
    switch (tac_doctor_setting(p->c->root)) {
    case TAC_SETTING_LOGIN:
        tac_fix(f, "echo \"$USER - memlock unlimited\" | sudo tee -a "
                   "/etc/security/limits.d/tactus.conf   # then log in again; or run as a "
                   "service, or as root");
        return;
    case TAC_SETTING_SERVICE:
        tac_fix(f, "in the unit: LimitMEMLOCK=infinity   # as tactus@.service");
        return;
    case TAC_SETTING_CONTAINER:
        tac_fix(f, "in the container's start: --cap-add IPC_LOCK --ulimit memlock=-1");
        return;
    }
}

void tac_check_huge_pages(const tac_patient *p, tac_finding *f)
{
    static const char path[] = "/sys/kernel/mm/transparent_hugepage/enabled";
    char line[256];
    if (!tac_machine_line(p->c->root, line, sizeof line, "%s", path)) {
        tac_unknown(f, "%s", line);
        return;
    }
    int always = strstr(line, "[always]") != NULL;
    tac_found(f, always ? TAC_HEALTH_DEGRADED : TAC_HEALTH_GOOD, "%.60s", line);
    tac_meaning(f, always ? "The kernel collects pages into large ones in the background and stops "
                            "threads that touch them meanwhile."
                          : "The kernel does not move the executive's pages.");
    if (always) {
        tac_fix(f, "echo madvise | sudo tee %s", path);
    }
}

void tac_check_memory(const tac_patient *p, tac_finding *f)
{
    char text[64];
    if (!tac_machine_field(p->c->root, "/proc/meminfo", "MemAvailable", text, sizeof text)) {
        tac_unknown(f, "/proc/meminfo has no MemAvailable");
        return;
    }
    int64_t available = 1024 * (int64_t)strtoll(text, NULL, 10), need = p->c->need;
    tac_health h = available < need       ? TAC_HEALTH_UNUSABLE
                   : available < 2 * need ? TAC_HEALTH_DEGRADED
                                          : TAC_HEALTH_GOOD;
    tac_found(f, h, "%.0f MiB available, about %.1f MiB needed", mib(available), mib(need));
    tac_meaning(
        f, h == TAC_HEALTH_UNUSABLE ? "Locking fails, or the kernel ends a process to make room."
           : h == TAC_HEALTH_DEGRADED
               ? "Locked memory leaves little for anything else; the kernel starts to search "
                 "for pages, which costs every program time."
               : "Everything can be locked with room to spare.");
    if (h != TAC_HEALTH_GOOD) {
        tac_fix(f, "ps aux --sort=-rss | head   # and end what is not needed");
    }
}

void tac_check_shared_memory(const tac_patient *p, tac_finding *f)
{
    enum { NEED = 4 << 20 }; // monitor and exchange, with room to spare
    const tac_probe *q = p->c->probe;
    if (q->shm_error != 0) {
        tac_found(f, TAC_HEALTH_UNUSABLE, "/dev/shm cannot be used (%s)", strerror(q->shm_error));
        tac_meaning(f, "The monitor cannot be created, so the executive refuses to start.");
        tac_fix(f, "sudo mount -t tmpfs -o size=64m tmpfs /dev/shm");
        return;
    }
    int bad = q->shm_free < NEED;
    tac_found(f, bad ? TAC_HEALTH_UNUSABLE : TAC_HEALTH_GOOD, "/dev/shm: %.0f of %.0f MiB free",
              mib(q->shm_free), mib(q->shm_size));
    tac_meaning(f, bad ? "Monitor and exchange do not fit, so the executive refuses to start."
                       : "Monitor and exchange fit.");
    if (bad) {
        tac_fix(f, "sudo mount -o remount,size=256m /dev/shm");
    }
}

// ---------------------------------------------------------------- tracing

// Name of the folder below root when a session daemon that is alive keeps its socket there.
static int has_daemon(const char *root, const char *folder)
{
    char pid[32], name[64];
    return tac_machine_line(root, pid, sizeof pid, "%s/lttng-sessiond.pid", folder) &&
           tac_machine_line(root, name, sizeof name, "/proc/%s/comm", pid) &&
           strncmp(name, "lttng-sess", 10) == 0;
}

void tac_check_lttng(const tac_patient *p, tac_finding *f)
{
    if (p->c->no_tracer) {
        int asked = p->c->rig && p->c->rig->trace;
        tac_found(f, asked ? TAC_HEALTH_UNUSABLE : TAC_HEALTH_GOOD, "not available: %.300s",
                  p->c->no_tracer);
        tac_meaning(f, asked ? "The rig asks for tracing, so the executive refuses to start."
                             : "Rigs run; one that asks for tracing is refused.");
        tac_fix(f, "install tactus anew, with its library folder");
        return;
    }
    char own[300] = "";
    const char *folder[] = {"/run/lttng", "/var/run/lttng", own};
    if (p->c->home != NULL) {
        (void)snprintf(own, sizeof own, "%.256s/.lttng", p->c->home);
    }
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) {
        if (folder[i][0] != '\0' && has_daemon(p->c->root, folder[i])) {
            tac_found(f, TAC_HEALTH_GOOD, "an LTTng session daemon runs (%.200s)", folder[i]);
            tac_meaning(
                f, "Cycles can be traced, where a rig, --trace or `tactus ctl NAME trace on` "
                   "asks for it; recording costs about a tenth of a microsecond per event. Use "
                   "a read timer, or waking the consumer adds latency peaks.");
            return;
        }
    }
    tac_found(f, TAC_HEALTH_GOOD, "no LTTng session daemon runs");
    tac_meaning(f, "The tracing library can be loaded; there is just nobody to record events.");
    tac_fix(f, "lttng-sessiond --daemonize   # only to record a trace");
}

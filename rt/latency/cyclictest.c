#include "cyclictest.h"

#include <inttypes.h>
#include <string.h>

#include "latency.h"
#include "system/fail.h"
#include "system/process.h"

// Longest latency that it tells apart, in ns; its own limit. One millisecond is far beyond what the
// quantiles compare.
#define HISTOGRAM "--histogram=1000000"

static int fail(tac_diag *diag, const char *text)
{
    return tac_diag_say(diag, "cyclictest: %s", text);
}

typedef struct totals { // of the lines that begin with '#'
    int64_t total, max, overflows;
    int seen; // "# Total:"
} totals;

static void take_comment(totals *t, const char *line)
{
    int64_t n;
    if (sscanf(line, "# Total: %" SCNd64, &n) == 1) {
        t->total = n;
        t->seen = 1;
    } else if (sscanf(line, "# Max Latencies: %" SCNd64, &n) == 1) {
        t->max = n;
    } else if (sscanf(line, "# Histogram Overflows: %" SCNd64, &n) == 1) {
        t->overflows = n;
    }
}

int tac_cyclictest_parse(FILE *in, tac_histogram *h, tac_diag *diag)
{
    char line[256], last[256] = "nothing printed";
    totals t = {0};
    int64_t counted = 0, ns, n;
    while (fgets(line, sizeof line, in)) {
        if (line[0] == '#') {
            take_comment(&t, line);
        } else if (sscanf(line, "%" SCNd64 " %" SCNd64, &ns, &n) == 2 && n >= 0) {
            tac_histogram_add_times(h, ns, n);
            counted += n;
        } else if (line[0] != '\n') {
            line[strcspn(line, "\n")] = '\0';
            snprintf(last, sizeof last, "%s", line);
        }
    }
    if (!t.seen || counted == 0) {
        return fail(diag, last);
    }
    if (t.total != counted && t.total != counted + t.overflows) {
        return fail(diag, "its histogram does not add up");
    }
    tac_histogram_add_times(h, t.max, t.overflows);
    return 1;
}

int tac_cyclictest_run(const tac_cyclictest_options *o, tac_histogram *h, tac_diag *diag)
{
    char core[16], priority[16], period[24], loops[24];
    snprintf(core, sizeof core, "%d", o->core);
    snprintf(priority, sizeof priority, "%d", o->priority);
    snprintf(period, sizeof period, "%" PRId64, o->period_ns / 1000);
    snprintf(loops, sizeof loops, "%" PRId64, o->loops);
    const char *const argv[] = {"cyclictest",  "--quiet",
                                "--mlockall",  "--nsecs",
                                "--threads=1", "-a",
                                core,          "-p",
                                priority,      o->priority > 0 ? "--policy=fifo" : "--policy=other",
                                "-i",          period,
                                "-l",          loops,
                                HISTOGRAM,     NULL};
    tac_process p;
    if (!tac_process_start(&p, argv, TAC_PROCESS_READ)) {
        return fail(diag, "cannot be started");
    }
    int ok = tac_cyclictest_parse(p.out, h, diag);
    int code = tac_process_end(&p);
    return ok && (code == 0 || fail(diag, "ended with an error"));
}

int tac_cyclictest_version(char *text, int size)
{
    const char *const argv[] = {"cyclictest", "--help", NULL};
    tac_process p;
    if (!tac_process_start(&p, argv, TAC_PROCESS_READ)) {
        return 0;
    }
    char line[128];
    int found = 0;
    while (fgets(line, sizeof line, p.out)) {
        if (!found && strncmp(line, "cyclictest V", 12) == 0) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(text, (size_t)size, "%s", line);
            found = 1;
        }
    }
    (void)tac_process_end(&p);
    return found;
}

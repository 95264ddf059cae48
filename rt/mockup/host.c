#include "host.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "printable.h"
#include "session_log.h"
#include "start_values.h"
#include "system/clock.h"
#include "system/fail.h"

enum { LINES_FROM = 200, MOST_MULTIPLE = 10000 };

#define NEAR 1e-6 // of a step, that two are taken for equal

// ---- lines and the end ---------------------------------------------------------------------------

void tac_host_say(const tac_mockup_host *h, const char *format, ...)
{
    char line[1536], text[1200];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    int n = snprintf(line, sizeof line, "%s: %s\n", h->command, TAC_SHOWN(text));
    (void)!write(h->lines, line, (size_t)(n < (int)sizeof line ? n : (int)sizeof line - 1));
}

void tac_host_leave(const tac_mockup_host *h, int code)
{
    atomic_store_explicit(&h->page->left, code + 1, memory_order_release);
    _exit(code);
}

void tac_host_starts(const tac_mockup_host *h, bool starts)
{
    atomic_store_explicit(&h->page->since, tac_now_ns(), memory_order_relaxed);
    atomic_store_explicit(&h->page->running, !starts, memory_order_release);
}

// From here on the FMU's own output goes nowhere, or with --log to standard error, and lines by another descriptor.
static void take_streams(tac_mockup_host *h)
{
    int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    int own = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, LINES_FROM);
    h->lines = own >= 0 ? own : STDERR_FILENO;
    if (nowhere >= 0) {
        (void)dup2(nowhere, STDIN_FILENO);
        (void)dup2(h->logs_all ? STDERR_FILENO : nowhere, STDOUT_FILENO);
        (void)dup2(h->logs_all ? STDERR_FILENO : nowhere, STDERR_FILENO);
    }
    tac_session_log_to(h->lines, h->logs_all, h->opened.path);
}

// ---- start ---------------------------------------------------------------------------------------

bool tac_host_read(tac_mockup_host *h)
{
    h->lines = STDERR_FILENO;
    if (tac_is_fmu_file(h->path)) {
        h->file = tac_fmu_file_read(h->path, &h->diag);
        if (!h->file) {
            return false;
        }
    }
    const char *fmu = h->file ? h->file->fmu : h->path;
    h->session = (tac_session){
        .mockup = &h->opened.mockup, .folder = h->folder, .logs_all = h->logs_all, .page = h->page};
    if (!tac_opened_read(&h->opened, fmu, &h->diag) || !tac_opened_can_run(&h->opened, &h->diag)) {
        return false;
    }
    const tac_finding *fault = tac_first_finding(&h->opened.found, TAC_FAULT);
    if (fault && !h->quiet) {
        char text[1024];
        tac_opened_say(&h->opened, fault, text, sizeof text);
        tac_host_say(h, "%s; it is run all the same, 'tactus fmu-info' says all", text);
    }
    tac_diag why = {.text = ""};
    h->session.platform = h->opened.platform;
    return tac_start_values(&h->opened.mockup, h->file, h->set, h->n_set, &h->session, &why) ||
           tac_diag_say(&h->diag, "%s: %s", h->path, why.text);
}

static bool unpack(tac_mockup_host *h)
{
    int folder = open(h->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) {
        return tac_diag_say_errno(&h->diag, errno, "%s: %s", h->folder, strerror(errno));
    }
    bool good = tac_fmu_archive_unpack(h->opened.archive, h->opened.platform, folder, &h->diag);
    close(folder);
    return good;
}

bool tac_host_load(tac_mockup_host *h, const tac_coupled_signal *signal, int n, bool all_outputs)
{
    tac_diag why = {.text = ""};
    h->coupling = (tac_coupling){.mockup = &h->opened.mockup,
                                 .signal = signal,
                                 .n_signal = n,
                                 .file = h->file,
                                 .all_outputs = all_outputs};
    if (!tac_coupling_open(&h->coupling, &why)) {
        return tac_diag_say(&h->diag, "%s%s%s", h->file ? "" : h->path, h->file ? "" : ": ",
                            why.text);
    }
    if (!unpack(h)) {
        return false;
    }
    take_streams(h);
    h->has_run = true;
    return tac_session_open(&h->session) ||
           tac_diag_say(&h->diag, "%s: %s", h->opened.path, h->session.line);
}

// ---- steps ---------------------------------------------------------------------------------------

// Whether a is a whole number of b.
static bool is_multiple(double a, double b)
{
    double n = nearbyint(a / b);
    return n >= 1.0 && fabs(a / b - n) < NEAR * n;
}

// The step inside of the FMU, 0: it says none, or any will do.
static double own_step(const tac_mockup *m)
{
    return m->own_step > 0.0 ? m->own_step : !m->varies_step && !isnan(m->step) ? m->step : 0.0;
}

static bool choose_by_rate(tac_mockup_host *h, double dt, double rate, int64_t *steps)
{
    double n = 1.0 / (rate * dt);
    *steps = (int64_t)nearbyint(n);
    if (*steps >= 1 && fabs(n - (double)*steps) < NEAR * n) {
        return true;
    }
    double low = floor(n) < 1.0 ? 1.0 : floor(n);
    return tac_diag_say(&h->diag,
                        "%s: a rate of %.9g Hz is no whole number of steps of %.9g s; take %.9g or "
                        "%.9g Hz",
                        h->path, rate, dt, 1.0 / (low * dt), 1.0 / ((low + 1.0) * dt));
}

bool tac_host_choose_step(tac_mockup_host *h, double dt, int64_t unit, double rate, int64_t *steps)
{
    double own = own_step(&h->opened.mockup);
    rate = rate > 0.0 ? rate : h->file ? h->file->rate : 0.0;
    if (rate > 0.0) {
        if (!choose_by_rate(h, dt, rate, steps)) {
            return false;
        }
        double step = (double)*steps * dt;
        if (own > 0.0 && !is_multiple(step, own)) {
            tac_host_say(h, "%s: steps of %.9g s are no multiple of those inside, %.9g s", h->path,
                         step, own);
        }
        return true;
    }
    for (int64_t k = 1; own > 0.0 && k <= MOST_MULTIPLE; k++) {
        if (is_multiple((double)(k * unit) * dt, own)) {
            *steps = k * unit;
            return true;
        }
    }
    if (own > 0.0) {
        tac_host_say(h, "%s: no number of steps of %.9g s is a multiple of those inside, %.9g s",
                     h->path, (double)unit * dt, own);
    }
    *steps = unit;
    return true;
}

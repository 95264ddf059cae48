#include "steps.h"

#include <math.h>
#include <stdio.h>

#include "held.h"
#include "library/caller.h"

// How far a time of an importer may be from a multiple of the step: importers add up steps.
static bool is_near(double t, double there, double dt)
{
    return fabs(t - there) <= 1e-6 * dt + 4.0 * 2.22e-16 * fabs(t);
}

static int64_t count(const tac_fmi_component *c, double t, double h, char *line, size_t size)
{
    double dt = tactus_dt(c->model), end = t + h, now = tactus_time(c->instance);
    double n = floor(end / dt + 0.5);
    if (!isfinite(end) || !(h > 0.0)) {
        (void)snprintf(line, size,
                       "a communication step is longer than 0 s, not %.17g s from %.17g s", h, t);
        return -1;
    }
    if (!is_near(t, now, dt)) {
        (void)snprintf(line, size, "the instance is at %.17g s, not at %.17g s", now, t);
        return -1;
    }
    if (!is_near(end, n * dt, dt) || n > 9e15 || n <= (double)tactus_steps(c->instance)) {
        double below = floor(h / dt);
        (void)snprintf(
            line, size,
            "a communication step of %.17g s is no multiple of the model's step of %.17g s; take "
            "%.17g s or %.17g s, or export the model with another step",
            h, dt, (below > 0.0 ? below : 1.0) * dt, (below + 1.0) * dt);
        return -1;
    }
    if (c->has_stop && end > c->stop && !is_near(end, c->stop, dt)) {
        (void)snprintf(line, size, "a step to %.17g s goes beyond the stop time of %.17g s", end,
                       c->stop);
        return -1;
    }
    return (int64_t)n - tactus_steps(c->instance);
}

int64_t tac_fmi_count_steps(const tac_fmi_component *c, double t, double h, char *line, size_t size)
{
    tac_text_mode was = tac_enter_library();
    int64_t n = count(c, t, h, line, size);
    tac_leave_library(was);
    return n;
}

bool tac_fmi_takes(const tac_fmu_variable *v, double value)
{
    tac_text_mode was = tac_enter_library();
    bool takes = isfinite(value) && value >= v->least;
    tac_leave_library(was);
    return takes;
}

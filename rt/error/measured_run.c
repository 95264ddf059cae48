#include "measured_run.h"

#include <math.h>

#include "doubt.h"
#include "price.h"
#include "printable.h"
#include "simulation/gaps.h"
#include "simulation/kinks.h"

void tac_error_begin(tac_error_run *r, const tac_error_options *o, const tac_simulation *s,
                     int64_t n_step, tac_doubts *doubts)
{
    tac_diag why = {0};
    bool asked = o->most > 0.0 && isfinite(o->most);
    r->bounds =
        o->most > 0.0 ? (tac_error_bounds){o->most, o->most, 0.0} : tac_error_default_bounds();
    if (o->check == TAC_CHECK_OFF || n_step == 0 || s->file->desc.n_body == 0) {
        return;
    }
    r->needed = asked;
    if (o->check == TAC_CHECK_ON && !asked && !tac_error_affordable(s, n_step)) {
        snprintf(
            r->why, sizeof r->why,
            "the run takes %.1e operations, the runs beside it two and a half times as many, and "
            "as much memory twice; --error-check always measures it",
            tac_step_price(s) * (double)n_step);
        return;
    }
    if (tac_beside_begin(&r->beside, s, n_step, &why)) {
        r->beside.halving.watch = o->watch; // its thread looks after the first step
        doubts->by = TAC_BY_ERROR;
    } else {
        snprintf(r->why, sizeof r->why, "half the step cannot be run: %s", TAC_SHOWN(why.text));
    }
}

void tac_error_finish(tac_error_run *r, const tac_simulation *s)
{
    tac_beside_wait(&r->beside);
    if (r->beside.open && r->beside.halving.step > 0) {
        r->error = tac_find_error(&r->beside.halving, s);
        r->measured = true;
    }
}

void tac_error_end(tac_error_run *r)
{
    tac_beside_end(&r->beside);
}

double tac_error_factor(const tac_error_run *r)
{
    double share = exp2(r->error.promised);
    return r->measured && share > 1.0 ? share / (share - 1.0) : 0.0;
}

// What is in no difference of the runs.
static void print_gaps(const tac_error_run *r, const tac_simulation *s, FILE *out)
{
    const tac_desc *d = &s->file->desc;
    const char *between = "; not covered: ";
    double dt = s->options.dt, end = dt * (double)r->beside.halving.step;
    char name[96];
    tac_gap_of_table gap = tac_find_table_gap(s->file, s->method, dt, end);
    if (gap.share > tac_limit_value(TAC_LIMIT_UNSEEN_PEAK)) {
        fprintf(out, "%stable of source '%s' has a peak of %.2g s between steps", between,
                TAC_SHOWN(s->file->source_name[gap.source]), gap.width);
        between = ", ";
    }
    if (tac_unseen_source(s->file, dt, end, name, sizeof name) > 0.0) {
        fprintf(out, "%s%s is faster than steps see", between, name);
        between = ", ";
    }
    int hidden = 0;
    for (int i = 0; i < d->n_part; i++) {
        hidden += d->part[i].table && d->part[i].table->bodies != NULL;
    }
    if (hidden > 0) {
        fprintf(out, "%sbodies of %d compiled sub-model%s", between, hidden, hidden > 1 ? "s" : "");
        between = ", ";
    }
    if (d->n_flex > 0) {
        fprintf(out, "%smodes of flexible bodies", between);
    }
}

void tac_error_say(const tac_error_run *r, const tac_simulation *s, FILE *out)
{
    if (r->measured) {
        fputs("error         ", out);
        tac_error_print(&r->error, s, &r->bounds, out);
        print_gaps(r, s, out);
        fputc('\n', out);
    } else if (r->why[0] != '\0') {
        fprintf(out, "error         not measured: %s\n", r->why);
    }
}

static bool half_stopped(const tac_error_run *r)
{
    return r->beside.open && r->beside.halving.half_stopped;
}

// A bound was asked for, and nothing says whether it is kept.
static bool is_missed(const tac_error_run *r)
{
    return r->needed && !r->measured && r->why[0] != '\0';
}

bool tac_error_doubtful(const tac_error_run *r)
{
    return half_stopped(r) || is_missed(r) ||
           (r->measured && tac_error_too_large(&r->error, &r->bounds));
}

bool tac_error_warn(const tac_error_run *r, const tac_simulation *s, const tac_doubts *doubts,
                    FILE *out)
{
    char text[1024] = "";
    if (half_stopped(r)) {
        snprintf(text, sizeof text, "results are in doubt: half the step does not get there: %s",
                 TAC_SHOWN(r->beside.halving.half.diag.text));
    } else if (is_missed(r)) {
        snprintf(
            text, sizeof text,
            "results are in doubt: --max-error asks for their error, which is not measured: %s",
            r->why);
    } else if (r->measured) {
        char cause[TAC_DOUBT_TEXT];
        tac_doubts_cause(doubts, s, cause, sizeof cause);
        tac_error_describe(&r->error, s, &r->bounds, cause, text, sizeof text);
    }
    if (*text) {
        fprintf(out, "tactus: %s: %s\n", TAC_SHOWN(s->path), text);
    }
    return *text != '\0';
}

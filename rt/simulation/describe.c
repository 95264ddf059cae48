#include "describe.h"

#include <math.h>
#include <stdio.h>

// A start closer to its constraints than this is rounding of the file's numbers.
#define START_ROUNDING 1e-9

const char *tac_element_name(const tac_model_file *f, int element)
{
    const tac_desc *d = &f->desc;
    const int n[] = {d->n_joint, d->n_spring, d->n_bushing, d->n_friction, d->n_contact};
    const char *const *const name[] = {f->joint_name, f->spring_name, f->bushing_name,
                                       f->friction_name, f->contact_name};
    int c = 0;
    while (c < 4 && element >= n[c]) {
        element -= n[c++];
    }
    return name[c][element];
}

void tac_describe_status(const tac_model_file *f, tac_status status, char *out, size_t size)
{
    static const char *const kinds[] = {
        [TAC_NOTHING] = NULL,          [TAC_BODY] = "body",       [TAC_JOINT] = "joint",
        [TAC_SPRING] = "spring",       [TAC_BUSHING] = "bushing", [TAC_FRICTION] = "friction",
        [TAC_CONTACT] = "contact",     [TAC_LOAD] = "load",       [TAC_SOURCE] = "source",
        [TAC_TABLE_SUBJECT] = "table", [TAC_SENSOR] = "sensor",   [TAC_INPUT_SUBJECT] = "input",
    };
    const char *const *const names[] = {
        [TAC_NOTHING] = NULL,
        [TAC_BODY] = f->body_name,
        [TAC_JOINT] = f->joint_name,
        [TAC_SPRING] = f->spring_name,
        [TAC_BUSHING] = f->bushing_name,
        [TAC_FRICTION] = f->friction_name,
        [TAC_CONTACT] = f->contact_name,
        [TAC_LOAD] = f->load_name,
        [TAC_SOURCE] = f->source_name,
        [TAC_TABLE_SUBJECT] = NULL,
        [TAC_SENSOR] = f->sensor_name,
        [TAC_INPUT_SUBJECT] = f->input_name,
    };
    const char *kind = kinds[status.subject];
    const char *const *name = names[status.subject];
    char item[320] = "", value[64] = "";
    if (kind && name && name[status.index][0] != '\0') {
        snprintf(item, sizeof item, ": %s '%s'", kind, name[status.index]);
    } else if (kind) {
        snprintf(item, sizeof item, ": %s number %d", kind, status.index + 1);
    }
    if (status.value != 0.0) {
        const char *format = status.code == TAC_DIVERGED       ? " (%g times what a step may leave)"
                             : status.code == TAC_INCONSISTENT ? " (off by %g m or rad)"
                                                               : " (%g)";
        // the sign of what is no number says nothing
        snprintf(value, sizeof value, format, isnan(status.value) ? (double)NAN : status.value);
    }
    snprintf(out, size, "%s%s%s", tac_code_text(status.code), item, value);
}

int tac_start_corrected(const tac_start_report *r)
{
    return r->residual_before > START_ROUNDING || r->velocity_before > START_ROUNDING;
}

void tac_print_start(FILE *out, const tac_model_file *f, const tac_start_report *r)
{
    if (!tac_start_corrected(r)) {
        fprintf(out,
                "start         as given: constraints hold to %.2g in position, %.2g in velocity\n",
                r->residual_before, r->velocity_before);
        return;
    }
    fprintf(out,
            "start         corrected: constraints were off by %.3g, now %.2g (%d iterations)\n",
            r->residual_before, r->residual_after, r->iterations);
    if (r->max_shift > 0.0) {
        fprintf(out, "              largest shift %.3g m of body '%s', largest turn %.3g rad\n",
                r->max_shift, f->body_name[r->shifted_body], r->max_turn);
    }
    fprintf(out, "              velocities were off by %.3g, changed by %.3g m/s and %.3g rad/s\n",
            r->velocity_before, r->max_velocity_change, r->max_spin_change);
}

#include "estimate_text.h"

#include <inttypes.h>

#include "kinks.h"
#include "printable.h"

enum { WORST_BODIES = 5 };

static double size_of(const tac_estimate *e, const tac_body_error *b)
{
    const tac_step_error error = {.position = b->position, .angle = b->angle};
    return tac_estimate_size(e, &error);
}

static void print_runs(const tac_estimate *e, FILE *out)
{
    fprintf(out,
            "estimate      largest errors of %d runs side by side over %" PRId64
            " steps of %.6g s, by the step alone\n",
            e->n, e->steps, e->dt);
    fprintf(out, "  %5s %12s %12s %12s %12s %12s %12s\n", "order", "step, s", "position", "angle",
            "force", "torque", "energy");
    for (int k = 0; k < e->n; k++) {
        const tac_estimate_run *r = &e->run[k];
        tac_step_error off = tac_estimate_error(e, k);
        if (r->stopped) {
            fprintf(out, "  %5d %12.6g %s\n", r->order, e->dt / r->parts,
                    TAC_SHOWN(r->sim.diag.text));
            continue;
        }
        fprintf(out, "  %5d %12.6g %12.2e %12.2e %12.2e %12.2e %12.2e%s\n", r->order,
                e->dt / r->parts, off.position / e->length, off.angle, off.force, off.torque,
                off.energy, tac_doubts_any(&r->doubts, &r->sim) ? "  in doubt" : "");
    }
    fprintf(
        out,
        "  position in lengths of the model, %.6g m (the longest way from a centre of mass to a "
        "joint or force element); angle in rad;\n  force and torque of joints in N and N m, of "
        "at most %.3g and %.3g; energy in J\n",
        e->length, e->force, e->torque);
    if (e->one_order && e->why.text[0] != '\0') {
        fprintf(out, "one order     the other one cannot: %s\n", TAC_SHOWN(e->why.text));
    }
    for (int k = 0; k < (e->one_order ? 1 : e->n); k += 2) {
        double power = tac_estimate_power(e, e->run[k].order);
        if (power > 0.0) {
            fprintf(out, "order %d       falls with power %.2f of the step%s\n", e->run[k].order,
                    power, k + 1 == e->finest && power == 4.0 ? ", as its order promises" : "");
        } else {
            fprintf(out, "order %d       does not fall with the step\n", e->run[k].order);
        }
    }
}

// The largest ones first, by selection.
static void print_bodies(tac_estimate *e, FILE *out)
{
    int n = e->run[0].sim.file->desc.n_body;
    tac_step_error off = tac_estimate_error(e, 0);
    double part = e->run[0].off.position + e->run[0].off.angle;
    double by = part > 0.0 && !e->run[0].stopped ? (off.position + off.angle) / part : 1.0;
    fprintf(out, "worst bodies  at order %d and %.6g s\n", e->run[0].order, e->dt);
    for (int k = 0; k < n && k < WORST_BODIES; k++) {
        for (int i = k + 1; i < n; i++) {
            if (size_of(e, &e->body[i]) > size_of(e, &e->body[k])) {
                tac_body_error other = e->body[k];
                e->body[k] = e->body[i];
                e->body[i] = other;
            }
        }
        fprintf(out, "  %-24s position %.2e, angle %.2e rad\n",
                TAC_SHOWN(e->run[0].sim.file->body_name[e->body[k].body]),
                by * e->body[k].position / e->length, by * e->body[k].angle);
    }
}

bool tac_estimate_kink(const tac_estimate *e, double dt, char *out, size_t size)
{
    return tac_kink_within_step(e->run[0].sim.file, dt, (double)e->steps * e->dt, out, size);
}

int tac_estimate_hidden(const tac_estimate *e)
{
    const tac_desc *d = &e->run[0].sim.file->desc;
    int n = 0;
    for (int i = 0; i < d->n_part; i++) {
        n += d->part[i].table->bodies != NULL;
    }
    return n;
}

static void print_limits(const tac_estimate *e, FILE *out)
{
    const tac_simulation *s = &e->run[0].sim;
    char kink[256];
    if (tac_estimate_kink(e, e->dt, kink, sizeof kink)) {
        fprintf(out, "not estimated what it costs that %s\n", kink);
    }
    if (tac_estimate_hidden(e) > 0) {
        fprintf(
            out,
            "not estimated how bodies of compiled sub-models move: %d of these, see their files\n",
            tac_estimate_hidden(e));
    }
    if (s->file->desc.n_input > 0) {
        fprintf(out, "not estimated what inputs do: all %d are held at their values, see --input\n",
                s->file->desc.n_input);
    }
    if (tac_model_unilateral(s->model) > 0) {
        fputs("contacts      begin and end within steps: errors need not fall evenly\n", out);
    }
}

void tac_estimate_print(tac_estimate *e, double error, FILE *out)
{
    print_runs(e, out);
    print_bodies(e, out);
    print_limits(e, out);
    tac_step_choice best = tac_estimate_choose(e, error);
    if (best.order > 0) {
        fprintf(out, "for %-9.3g order %d with a step of %.9g s, error about %.2g\n", error,
                best.order, best.dt, best.expects);
    } else {
        fprintf(out,
                "for %-9.3g no step does: the errors do not fall with the step to that, as of "
                "chaotic motions%s; take a shorter --duration or a larger --error\n",
                error,
                tac_estimate_kink(e, e->dt, NULL, 0) ? " and where a source changes its course"
                                                     : "");
    }
}

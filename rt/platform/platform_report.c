#include "platform_report.h"

#include <inttypes.h>
#include <math.h>

#include "controller.h"
#include "elementary.h"
#include "printable.h"

#define DEG (TAC_PI / 180.0)

// ---- file ----------------------------------------------------------------------------------------

static int is_within(const tac_platform_file *f, const tac_platform_pose *pose)
{
    double length[TAC_LEGS];
    int within = 1;
    tac_platform_inverse(&f->geometry, pose, length);
    for (int i = 0; i < TAC_LEGS; i++) {
        within &= length[i] >= f->legs.shortest && length[i] <= f->legs.longest;
    }
    return within;
}

static tac_platform_pose along(int axis, double x)
{
    double p[6] = {0.0};
    p[axis] = x;
    return (tac_platform_pose){{p[0], p[1], p[2]}, p[3], p[4], p[5]};
}

// How far the platform can go from home along one axis alone, in steps.
static double reach(const tac_platform_file *f, int axis, double step)
{
    enum { MOST = 1000 };
    int n = 0;
    while (n < MOST) {
        tac_platform_pose pose = along(axis, (n + 1) * step);
        if (!is_within(f, &pose)) {
            break;
        }
        n++;
    }
    return n * step;
}

static void print_reach(const tac_platform_file *f, FILE *out)
{
    static const char *const name[] = {"x", "y", "z", "roll", "pitch", "yaw"};
    double stroke = f->legs.longest - f->legs.shortest;
    for (int i = 0; i < 6; i++) {
        int turns = i >= 3;
        double step = turns ? 0.1 * DEG : stroke / 500.0, unit = turns ? DEG : 1e-3;
        fprintf(out, "  %-6s %8.1f to %.1f %s\n", name[i], reach(f, i, -step) / unit,
                reach(f, i, step) / unit, turns ? "deg" : "mm");
    }
}

static void print_axes(FILE *out, const char *name, const double x[3], double unit,
                       const char *text)
{
    fprintf(out, "  %-22s %.6g, %.6g, %.6g%s\n", name, x[0] / unit, x[1] / unit, x[2] / unit, text);
}

static void print_washout(const tac_washout_options *w, FILE *out)
{
    fputs("washout, x, y, z\n", out);
    print_axes(out, "force scale", w->force_scale, 1.0, "");
    print_axes(out, "force limit", w->force_limit, 1.0, " m/s^2");
    print_axes(out, "rate scale", w->rate_scale, 1.0, "");
    print_axes(out, "rate limit", w->rate_limit, DEG, " deg/s");
    print_axes(out, "translation", w->move_frequency, 1.0, " Hz, second order");
    print_axes(out, "drift", w->move_drift, 1.0, " Hz, first order");
    print_axes(out, "rotation", w->turn_frequency, 1.0, " Hz, second order");
    fprintf(out, "  %-22s %.6g Hz, at most %.6g deg and %.6g deg/s\n", "tilt", w->tilt_frequency,
            w->tilt_angle / DEG, w->tilt_rate / DEG);
}

void tac_platform_print_file(const tac_platform_file *f, FILE *out)
{
    fprintf(out, "platform %s, %.6g ms\n  source %s: %s, %s\n  sink %s:", TAC_SHOWN(f->name),
            (double)f->period_ns * 1e-6, TAC_SHOWN(f->source.instance), TAC_SHOWN(f->source.force),
            TAC_SHOWN(f->source.rate), TAC_SHOWN(f->sink.instance));
    for (int i = 0; i < TAC_LEGS; i++) {
        fprintf(out, " %s", TAC_SHOWN(f->sink.leg[i]));
    }
    fprintf(out,
            "\nlegs %.6g to %.6g m, %.6g m/s, %.6g m/s^2\n"
            "  leg       home      park  commanded as 0, m\n",
            f->legs.shortest, f->legs.longest, f->legs.velocity, f->legs.acceleration);
    for (int i = 0; i < TAC_LEGS; i++) {
        fprintf(out, "  %d   %9.6f %9.6f %9.6f\n", i + 1, f->geometry.home_length[i],
                f->geometry.park_length[i], f->legs.zero[i]);
    }
    fputs("reach from home along one axis alone\n", out);
    print_reach(f, out);
    print_washout(&f->washout, out);
}

// ---- run -----------------------------------------------------------------------------------------

static void print_port(tac_controller *c, const char *what, const char *instance,
                       const tac_instance_port_story *story, FILE *out)
{
    pthread_mutex_lock(&c->telling);
    fprintf(out, "  %-6s %s: attached %" PRIu64 ", lost %" PRIu64 "\n", what, TAC_SHOWN(instance),
            story->attached, story->lost);
    pthread_mutex_unlock(&c->telling);
}

void tac_controller_report(tac_controller *c, FILE *out)
{
    const tac_platform_legs *l = &c->file->legs;
    tac_snapshot p;
    if (!tac_snapshot_look(&c->loop.ring, &p)) {
        return;
    }
    fprintf(out, "platform %s: %s, %s\n", TAC_SHOWN(c->file->name),
            tac_platform_state_name[p.state], tac_platform_why_text[p.why]);
    fprintf(out, "  cycles %" PRId64 ", skipped %" PRId64 ", latest %.1f us, limited %" PRId64 "\n",
            p.cycle, p.missed, (double)p.latest * 1e-3, p.limited);
    print_port(c, "source", c->file->source.instance, &c->source, out);
    print_port(c, "sink", c->file->sink.instance, &c->sink, out);
    fprintf(out, "  commands applied %" PRIu64 ", rejected %" PRIu64 ", clamped %" PRIu64 "\n",
            p.applied, p.rejected, p.clamped);
    fprintf(out, "  %-7s %9s %9s %9s %9s\n", "leg", "shortest", "longest", "velocity",
            "acceleration");
    fprintf(out, "  %-7s %9.6f %9.6f %9.6f %9.6f\n", "limits", l->shortest, l->longest, l->velocity,
            l->acceleration);
    for (int i = 0; i < TAC_LEGS && isfinite(p.extremes[i].shortest); i++) {
        const tac_leg_extremes *e = &p.extremes[i];
        fprintf(out, "  %-7d %9.6f %9.6f %9.6f %9.6f\n", i + 1, e->shortest, e->longest,
                e->velocity, e->acceleration);
    }
    fflush(out);
}

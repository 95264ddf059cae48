// Contacts that the step resolves and contacts that it does not: what comes back, what is created.
#include <math.h>

#include "page.h"
#include "section.h"
#include "trial.h"

#define MODELS "../../tests/accuracy/models/"
#define MOST_GAIN 1e-6       // of a drop, by one contact
#define MOST_STACK_GAIN 1e-4 // of what the stack can fall
#define MOST_DAMPED_GAIN 1e-9
#define LEAST_ORDER 1.9

static const double gravity = 9.81;

// What the program sets in a model.
typedef struct setting {
    double k, c, dt, lift;
    int order;
} setting;

enum { MOST_BODIES = 2, MOST_CONTACTS = 3 };

// Heavier bodies than the first are `heavy` kg. The model of the solver is made from copies of the file's.
static int open_contacts(trial *t, const char *root, const char *model, setting s, double heavy)
{
    if (!trial_read(t, root, model)) {
        return 0;
    }
    t->o = trial_options(s.dt, s.order);
    tac_desc *d = &t->file->desc, original = *d;
    tac_body_desc body[MOST_BODIES];
    tac_contact_desc contact[MOST_CONTACTS];
    for (int i = 0; i < d->n_contact; i++) {
        contact[i] = d->contact[i];
        contact[i].k = s.k;
        contact[i].damping = s.c;
    }
    for (int i = 0; i < d->n_body; i++) {
        body[i] = d->body[i];
        body[i].r.z += s.lift;
        body[i].mass = i > 0 ? heavy : body[i].mass;
    }
    d->body = body;
    d->contact = contact;
    int good = trial_start(t);
    *d = original;
    return good;
}

// ---- rebounds ------------------------------------------------------------------------------------

typedef struct range {
    double least, most;
} range;

static void widen(range *r, double x)
{
    r->least = x < r->least ? x : r->least;
    keep_worst(&r->most, x);
}

// Height over the drop to which the ball flies up after its first impact; the most of the first three.
static void drop_ball(const char *root, setting s, range *first, range *all)
{
    trial t;
    int good = open_contacts(&t, root, MODELS "ball", s, 0.0), impacts = 0;
    double last = 0.0, end = 9.0 * sqrt(2.0 * s.lift / gravity) + 100.0 * s.dt;
    for (double time = s.dt; good && time < end && impacts < 4; time += s.dt) {
        good = trial_to(&t, time);
        const tac_body_state *b = &t.state.body[0];
        int turned = last <= 0.0 && b->v.z > 0.0, free = b->r.z > 0.05 && b->v.z > 0.0;
        double height = (b->r.z - 0.05 + b->v.z * b->v.z / (2.0 * gravity)) / s.lift;
        impacts += turned;
        last = b->v.z;
        if (free && impacts > 0) {
            widen(all, height);
            if (impacts == 1) {
                widen(first, height);
            }
        }
    }
    if (!good) {
        keep_worst(&all->most, HUGE_VAL);
    }
    trial_close(&t);
}

static void rebounds(const char *root)
{
    static const double k[] = {1e4, 1e5, 1e6, 1e7, 1e8, 1e10}, dt[] = {1e-3, 10e-3};
    static const double drop[] = {0.1, 1.0}, damping[] = {0.0, 0.1, 0.3};
    page_table("order|damping, s/m|least of the first rebound|most of any, less 1");
    for (int order = 2; order <= 4; order++) {
        for (int c = 0; c < 3; c++) {
            range first = {HUGE_VAL, 0.0}, all = {HUGE_VAL, 0.0};
            for (int i = 0; i < 6 * 2 * 2 * 3; i++) {
                setting s = {k[i % 6], damping[c], dt[i / 6 % 2], drop[i / 12 % 2], order};
                s.lift += sqrt(2.0 * gravity * s.lift) * s.dt * (i / 24) / 3.0; // phase
                drop_ball(root, s, &first, &all);
            }
            page_print("| %d | %g | %.3f | %+.1e |\n", order, damping[c], first.least,
                       all.most - 1.0);
            page_judge(
                all.most <= 1.0 + MOST_GAIN && (damping[c] > 0.0 || first.least > 0.97),
                "order %d, damping %g: %.3f to 1 %+.1e of the drop, required at most 1 + %g%s",
                order, damping[c], first.least, all.most - 1.0, MOST_GAIN,
                damping[c] > 0.0 ? "" : " and at least 0.97");
        }
    }
}

// ---- order ---------------------------------------------------------------------------------------

static double height_after(const char *root, int order, double dt)
{
    trial t;
    int good = open_contacts(&t, root, MODELS "ball", (setting){1e4, 0.0, dt, 0.1, order}, 0.0);
    double z = good && trial_to(&t, 0.6) ? t.state.body[0].r.z : HUGE_VAL;
    trial_close(&t);
    return z;
}

static void orders(const char *root)
{
    enum { STEPS = 4 };
    double exact = height_after(root, 2, 4e-3 / 512.0);
    page_table("order|4 ms|2 ms|1 ms|0.5 ms|seen");
    for (int order = 2; order <= 4; order++) {
        double error[STEPS];
        page_print("| %d |", order);
        for (int i = 0; i < STEPS; i++) {
            error[i] = fabs(height_after(root, order, 4e-3 / (1 << i)) - exact);
            page_print(" %.1e |", error[i]);
        }
        double seen = order_between(error[0], error[2]) / 2.0;
        page_print(" %.1f |\n", seen);
        page_judge(seen >= LEAST_ORDER && error[2] < 1e-4,
                   "order %d: %.1f seen from 4 to 1 ms, %.1e m at 1 ms, required %g and 1e-4",
                   order, seen, error[2], LEAST_ORDER);
    }
}

// ---- energy --------------------------------------------------------------------------------------

// The largest energy above that of the start, J.
static double gain(const char *root, const char *model, setting s, double heavy, double duration)
{
    trial t;
    double most = 0.0;
    int good = open_contacts(&t, root, model, s, heavy);
    for (double time = s.dt; good && time < duration; time += s.dt) {
        good = trial_to(&t, time);
        keep_worst(&most, trial_energy(&t) - t.energy);
    }
    trial_close(&t);
    return good ? most : HUGE_VAL;
}

static void stacks(const char *root)
{
    static const double k[] = {1e4, 1e6, 1e8, 1e10}, heavy[] = {1.0, 100.0, 1e4};
    page_table("upper mass|damping, s/m|order 2|order 3|order 4");
    for (int i = 0; i < 3; i++) {
        for (double c = 0.0; c < 0.4; c += 0.3) {
            double all = 0.0;
            page_print("| %g | %g |", heavy[i], c);
            for (int order = 2; order <= 4; order++) {
                double worst = 0.0;
                for (int j = 0; j < 8; j++) {
                    setting s = {k[j % 4], c, j < 4 ? 1e-3 : 10e-3, 0.0, order};
                    double got = gain(root, MODELS "stack", s, heavy[i], 2.0);
                    keep_worst(&worst, got / (gravity * (0.1 + 0.3 * heavy[i])));
                }
                page_print(" %.0e |", worst);
                keep_worst(&all, worst);
            }
            page_print("\n");
            double bound = c > 0.0 ? MOST_DAMPED_GAIN : MOST_STACK_GAIN;
            page_judge(all < bound,
                       "stack of 1 and %g kg, damping %g: gains %.0e, required below %g", heavy[i],
                       c, all, bound);
        }
    }
}

static void plates(const char *root)
{
    static const double dt[] = {1e-3, 10e-3};
    page_table("k, N/m|order 2, 1 ms|10 ms|order 3, 1 ms|10 ms|order 4, 1 ms|10 ms");
    double worst = 0.0;
    for (double k = 1e4; k < 2e8; k *= 100.0) {
        page_print("| %.0e |", k);
        for (int i = 0; i < 6; i++) {
            setting s = {k, 0.0, dt[i % 2], 0.0, 2 + i / 2};
            double got = gain(root, MODELS "plate", s, 0.0, 5.0) / (gravity * 10.0 * 0.2);
            page_print(" %.0e |", got);
            keep_worst(&worst, got);
        }
        page_print("\n");
    }
    page_judge(worst < MOST_STACK_GAIN, "tumbling plate: gains %.0e, required below %g", worst,
               MOST_STACK_GAIN);
}

void contacts_section(const char *root)
{
    rebounds(root);
    orders(root);
    stacks(root);
    plates(root);
}

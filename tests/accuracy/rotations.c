// What turns fast: rotors on and off their axis, a reaction wheel, a free body, tops. What is kept is kept exactly by
// the mechanism, so that errors are seen without a reference.
#include <math.h>
#include <stdio.h>

#include "page.h"
#include "section.h"
#include "trial.h"
#include "vec.h"

#define MODELS "../../tests/accuracy/models/"

// Bounds, in the units of the tables.
#define SPIN 1e-10         // relative, on the axis
#define SPIN_OFF_AXIS 1e-9 // up to 6000 rpm
#define SPIN_FAST 1e-6     // above
#define ANGLE 1e-10        // rad per step
#define HOUSE 1e-9         // rad
#define TUMBLING 1e-10     // relative
#define NOD 1.494          // s, of the top at 40 rad/s
#define TOP_MEAN 1e-4      // J of 20
#define TOP_ENERGY 2e-3    // J of 3952

// A parameter of a model, or two; empty: as in the file.
typedef struct given {
    char text[2][32];
} given;

static int open_model(trial *t, const char *root, const char *model, const given *g, double dt,
                      int order)
{
    const char *const text[] = {g->text[0], g->text[1]};
    tac_given all = {.text = text, .n = (g->text[0][0] != '\0') + (g->text[1][0] != '\0')};
    if (!trial_read_given(t, root, model, &all)) {
        return 0;
    }
    t->o = trial_options(dt, order);
    return trial_start(t);
}

typedef double measure(const trial *t);

// The largest size of a measure after any step of this time.
static double worst_of(trial *t, int good, double duration, measure *of)
{
    double worst = 0.0;
    for (double time = t->o.dt; good && time < duration + 0.5 * t->o.dt; time += t->o.dt) {
        good = trial_to(t, time);
        keep_worst(&worst, fabs(of(t)));
    }
    return good ? worst : HUGE_VAL;
}

static double spin_lost(const trial *t) // of the last body, about its axis
{
    int i = t->file->desc.n_body - 1;
    return t->state.body[i].w.z / t->file->desc.body[i].w.z - 1.0;
}

static double turn(const trial *t) // of the first body, from where it was
{
    quat q = mulq(conjq(t->file->desc.body[0].p), t->state.body[0].p);
    return 2.0 * atan2(sqrt(q.e1 * q.e1 + q.e2 * q.e2 + q.e3 * q.e3), fabs(q.e0));
}

static double energy_lost(const trial *t)
{
    return trial_energy(t) - t->energy;
}

// ---- rotors --------------------------------------------------------------------------------------

static double rotor(const char *root, double rpm, double off, int order)
{
    trial t;
    given g;
    snprintf(g.text[0], sizeof g.text[0], "spin=%g rpm", rpm);
    snprintf(g.text[1], sizeof g.text[1], "e=%g", off);
    int good = open_model(&t, root, MODELS "rotor", &g, 1e-3, order);
    double worst = worst_of(&t, good, 10.0, spin_lost);
    trial_close(&t);
    return worst;
}

static void rotors(const char *root)
{
    static const double rpm[] = {300.0, 3000.0, 6000.0, 20000.0};
    page_table("rpm|off its axis, mm|order 2|order 3|order 4");
    for (int i = 0; i < 8; i++) {
        double off = i % 2 * 1e-3, all = 0.0,
               bound = i % 2 == 0 ? SPIN
                       : i < 6    ? SPIN_OFF_AXIS
                                  : SPIN_FAST;
        page_print("| %g | %g |", rpm[i / 2], 1e3 * off);
        for (int order = 2; order <= 4; order++) {
            double lost = rotor(root, rpm[i / 2], off, order);
            page_print(" %.0e |", lost);
            keep_worst(&all, lost);
        }
        page_print("\n");
        page_judge(all <= bound, "%g rpm, %g mm off: %.0e of the spin at most, required %g",
                   rpm[i / 2], 1e3 * off, all, bound);
    }
}

// After whole turns, and one step that turns too far.
static void rotor_angles(const char *root)
{
    const given too_fast = {{"spin=50000 rpm", ""}};
    double all = 0.0;
    trial t;
    for (int order = 2; order <= 4; order++) {
        int good = open_model(&t, root, MODELS "rotor", &(given){{"", ""}}, 1e-3, order) &&
                   trial_to(&t, 10.0);
        keep_worst(&all, good ? turn(&t) / 1e4 : HUGE_VAL);
        trial_close(&t);
    }
    page_judge(all <= ANGLE,
               "6000 rpm: angle off by %.0e rad per step after 1000 turns, required %g", all,
               ANGLE);
    int refused = 0;
    for (int order = 2; order <= 4; order++) {
        refused += open_model(&t, root, MODELS "rotor", &too_fast, 1e-3, order) &&
                   !trial_to(&t, 1e-3) && t.status.code == TAC_TURNS_TOO_FAR;
        trial_close(&t);
    }
    page_judge(refused == 3, "50000 rpm, 5.2 rad per step: refused in the first step");
}

// ---- satellite, free body, tops ------------------------------------------------------------------

static void satellite(const char *root)
{
    page_table("satellite, order|turn of the house, rad|spin of the wheel lost");
    for (int order = 2; order <= 4; order++) {
        trial t;
        double house = 0.0, wheel = 0.0;
        int good = open_model(&t, root, MODELS "satellite", &(given){{"", ""}}, 1e-3, order);
        for (int i = 1; good && i <= 10000; i++) {
            good = trial_to(&t, 1e-3 * i);
            keep_worst(&house, turn(&t));
            keep_worst(&wheel, fabs(spin_lost(&t)));
        }
        page_print("| %d | %.0e | %.0e |\n", order, house, wheel);
        page_judge(good && house <= HOUSE && wheel <= SPIN,
                   "order %d: house turns by %.0e rad, wheel loses %.0e, required %g and %g", order,
                   house, wheel, HOUSE, SPIN);
        trial_close(&t);
    }
}

// Angular momentum in the world, of a body with principal axes.
static vec3 momentum(quat p, vec3 w, const double J[6])
{
    return mul3(rotation(p), (vec3){J[0] * w.x, J[1] * w.y, J[2] * w.z});
}

static double momentum_lost(const trial *t)
{
    const tac_body_desc *b = &t->file->desc.body[0];
    vec3 first = momentum(b->p, b->w, b->J),
         now = momentum(t->state.body[0].p, t->state.body[0].w, b->J);
    return sqrt(dot3(sub3(now, first), sub3(now, first)) / dot3(first, first));
}

static void tumbling(const char *root)
{
    page_table("tumbling body, order|energy lost|momentum lost");
    for (int order = 2; order <= 4; order++) {
        trial t;
        double momentum = 0.0;
        int good = open_model(&t, root, MODELS "tumbling", &(given){{"", ""}}, 10e-3, order);
        momentum = worst_of(&t, good, 20.0, momentum_lost);
        double energy = t.lost / t.energy;
        page_print("| %d | %.0e | %.0e |\n", order, energy, momentum);
        page_judge(energy <= TUMBLING && momentum <= TUMBLING,
                   "order %d: %.0e of the energy, %.0e of the momentum, required %g", order, energy,
                   momentum, TUMBLING);
        trial_close(&t);
    }
}

// Mean of the energy over two nods.
static double mean_energy(trial *t)
{
    const int n = (int)(2.0 * NOD / t->o.dt + 0.5);
    double sum = 0.0, begin = trial_time(t);
    int good = t->status.code == TAC_OK;
    for (int i = 1; good && i <= n; i++) {
        good = trial_to(t, begin + i * t->o.dt);
        sum += energy_lost(t);
    }
    return good ? sum / n : HUGE_VAL;
}

// What the mean of the energy has lost after this time.
static double mean_lost(trial *t, int good, double duration)
{
    double first = good ? mean_energy(t) : HUGE_VAL;
    good = good && trial_to(t, duration - 2.0 * NOD);
    return good ? mean_energy(t) - first : HUGE_VAL;
}

static void tops(const char *root)
{
    const given slow = {{"spin=40", ""}};
    page_table("top, order|40 rad/s, 100 s: mean energy, J|most, J|6000 rpm, 4 s: energy, J");
    for (int order = 2; order <= 4; order++) {
        trial t;
        int good = open_model(&t, root, MODELS "top", &slow, 1e-3, order);
        double mean = mean_lost(&t, good, 100.0), most = t.lost;
        trial_close(&t);
        good = open_model(&t, root, MODELS "top", &(given){{"", ""}}, 1e-3, order);
        double fast = worst_of(&t, good, 4.0, energy_lost);
        trial_close(&t);
        page_print("| %d | %+.0e | %.0e | %.0e |\n", order, mean, most, fast);
        page_judge(
            fabs(mean) <= TOP_MEAN && fast <= TOP_ENERGY,
            "order %d: %+.0e J in the mean after 100 s, required %g; %.0e J of 3952, required %g",
            order, mean, TOP_MEAN, fast, TOP_ENERGY);
    }
}

void rotations_section(const char *root)
{
    rotors(root);
    rotor_angles(root);
    satellite(root);
    tumbling(root);
    tops(root);
}

// Light links that hold heavy ones: chains of eight with a mass ratio of 1e4 that fall from level.
#include <math.h>

#include "page.h"
#include "section.h"
#include "trial.h"

#define MODELS "../../tests/accuracy/models/"
#define HORIZON 10.0      // s
#define MOST_ENERGY 200.0 // J

// Promised is order 2 of the chain with the heavy end.
static void run(const char *root, const char *what, const char *model, double dt, int order,
                int promised)
{
    trial t;
    tac_options o = trial_options(dt, order);
    int good = trial_open(&t, root, model, &o), whole = good && trial_to(&t, HORIZON);
    page_print("| %s | %g | %d | %s | %s | %s | %.0e |\n", what, 1e3 * dt, order,
               cell("%.3f", good ? trial_time(&t) : 0.0, !whole),
               cell("%.0f", (double)t.doubtful, t.doubtful > 0), cell("%.2g", t.lost, whole),
               t.kinetic);
    const char *ends = whole ? t.doubtful > 0 ? "in doubt" : "not in doubt" : "refused";
    int right = whole && t.lost <= MOST_ENERGY;
    if (promised) {
        page_judge(right && t.doubtful == 0,
                   "%s, %g ms, order 2: %s, energy off by %.2g J, required: no doubt and %g", what,
                   1e3 * dt, ends, t.lost, MOST_ENERGY);
    } else {
        page_judge(good && (right || !whole || t.doubtful > 0),
                   "%s, %g ms, order %d: %s%s, required: right, in doubt or refused", what,
                   1e3 * dt, order, ends, right ? ", right" : "");
    }
    trial_close(&t);
}

void heavy_section(const char *root)
{
    static const char *const what[] = {"last", "every second"};
    static const char *const model[] = {MODELS "heavy_last", MODELS "heavy_second"};
    page_table(
        "heavy links|step, ms|order|refused at, s|steps in doubt|energy, J|kinetic energy, J");
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 6; k++) {
            run(root, what[i], model[i], k < 3 ? 1e-3 : 2e-3, 2 + k % 3, i == 0 && k % 3 == 0);
        }
    }
}

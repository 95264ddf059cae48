#include "verdicts.h"

#include <string.h>

// Smallest and largest of something, and how many of how many are above one.
typedef struct range {
    double least, most;
    int above, n;
} range;

static const range nothing = {.least = HUGE_VAL, .most = -HUGE_VAL};

static void widen(range *r, double x)
{
    r->least = fmin(r->least, x);
    r->most = fmax(r->most, x);
    r->above += x > 1.0;
    r->n++;
}

static double ratio(const outcome of[N_FORM], double (*value)(const outcome *of))
{
    return value(&of[DCA]) / value(&of[HDCA]);
}

static double calls(const outcome *of)
{
    return (double)of->calls;
}

static double energy(const outcome *of)
{
    return of->energy;
}

static double us_per_call(const outcome *of)
{
    return 1e6 * of->seconds / (double)of->calls;
}

// Ratios DCA over HDCA over loops first .. last - 1 and tolerances from .. to - 1.
static range ratios(const comparison *c, integrator_kind kind, int set, int first, int last,
                    int from, int to, double (*value)(const outcome *of))
{
    range r = nothing;
    for (int loop = first; loop < last; loop++) {
        for (int tol = from; tol < to; tol++) {
            widen(&r, ratio(c->run[loop][kind][tol][set], value));
        }
    }
    return r;
}

static void put(FILE *f, const char *statement, const char *comes_out, const char *found)
{
    fprintf(f, "| %s | %s | %s |\n", statement, comes_out, found);
}

static void put_velocities(const comparison *c, FILE *f)
{
    range of[N_FORM] = {nothing, nothing};
    const outcome *all = &c->run[0][0][0][0][0];
    for (int i = 0; i < N_LOOP * N_INTEGRATOR * N_TOLERANCE * N_SET * N_FORM; i++) {
        widen(&of[i % N_FORM], all[i].velocity);
    }
    char found[600];
    snprintf(found, sizeof found, "HDCA at most %.0e, at every tolerance; DCA %.0e to %.0e",
             of[HDCA].most, of[DCA].least, of[DCA].most);
    put(f, "velocity constraints are satisfied within the numerical accuracy by HDCA, not by DCA",
        of[HDCA].most < 1e-12 && of[DCA].least > 1e-12 ? "yes" : "no", found);
}

// Power of time with which positions open between the first and the last mark.
static double power(const outcome growth[N_MARK])
{
    return log(growth[N_MARK - 1].position / growth[0].position) / log(mark[N_MARK - 1] / mark[0]);
}

static void put_positions(const comparison *c, FILE *f)
{
    char found[600];
    double dca[N_SET], hdca[N_SET];
    for (int set = 0; set < N_SET; set++) {
        dca[set] = power(c->growth[set][DCA]);
        hdca[set] = power(c->growth[set][HDCA]);
    }
    snprintf(found, sizeof found,
             "M4, %g to %g s: DCA with t^%.1f on bodies, t^%.1f on joints; HDCA t^%.1f, t^%.1f, a "
             "factor of "
             "%.0f and %.0f less at the end",
             mark[0], mark[N_MARK - 1], dca[0], dca[1], hdca[0], hdca[1],
             c->growth[0][DCA][N_MARK - 1].position / c->growth[0][HDCA][N_MARK - 1].position,
             c->growth[1][DCA][N_MARK - 1].position / c->growth[1][HDCA][N_MARK - 1].position);
    bool good = fmin(dca[0], dca[1]) > 1.6 && fmax(hdca[0], hdca[1]) < 1.2;
    put(f, "position errors of DCA diverge quadratically in time, the drift of HDCA is negligible",
        good ? "yes" : "in part", found);
}

static void put_energy(const comparison *c, FILE *f)
{
    range of[N_SET];
    char found[600];
    for (int set = 0; set < N_SET; set++) {
        of[set] = ratios(c, DORMAND_PRINCE_45, set, 0, N_LOOP, 3, 4, energy);
    }
    snprintf(
        found, sizeof found,
        "DCA over HDCA %.0f to %.0f on bodies; on joints, which the paper integrates, %.2f to %.1f",
        of[0].least, of[0].most, of[1].least, of[1].most);
    put(f, "HDCA preserves energy better in all cases (ode45, 1e-6)",
        of[0].least > 1.0 && of[1].least > 1.0 ? "yes"
        : of[0].least > 1.0                    ? "on bodies yes, on joints no"
                                               : "no",
        found);
}

static void put_calls(const comparison *c, FILE *f)
{
    char found[600];
    range b = ratios(c, DORMAND_PRINCE_45, 0, 0, N_LOOP, 0, N_TOLERANCE, calls);
    range j = ratios(c, DORMAND_PRINCE_45, 1, 0, N_LOOP, 0, N_TOLERANCE, calls);
    snprintf(found, sizeof found,
             "calls of DCA over HDCA %.2f to %.2f on bodies, %.2f to %.2f on joints", b.least,
             b.most, j.least, j.most);
    put(f, "ode45: HDCA is in most cases dearer",
        2 * (b.above + j.above) < b.n + j.n ? "yes" : "no", found);
    range bodies = ratios(c, ADAMS, 0, 0, N_LOOP, N_TOLERANCE - 1, N_TOLERANCE, calls);
    range joints = ratios(c, ADAMS, 1, 0, N_LOOP, N_TOLERANCE - 1, N_TOLERANCE, calls);
    b = ratios(c, ADAMS, 0, 0, N_LOOP, 0, N_TOLERANCE, calls);
    j = ratios(c, ADAMS, 1, 0, N_LOOP, 0, N_TOLERANCE, calls);
    snprintf(found, sizeof found,
             "at 1e-9 %.2f to %.2f on bodies, %.2f to %.2f on joints; of all tolerances %d of %d "
             "are above 1 on "
             "bodies, %d of %d on joints",
             bodies.least, bodies.most, joints.least, joints.most, b.above, b.n, j.above, j.n);
    put(f, "ode113: HDCA is cheaper, most at 1e-9",
        bodies.least > 1.0 && joints.least > 1.0 ? "yes"
        : bodies.least > 1.0                     ? "on bodies, at 1e-9"
                                                 : "no",
        found);
    b = ratios(c, BOGACKI_SHAMPINE_23, 0, 0, 2, 0, N_TOLERANCE, calls);
    j = ratios(c, BOGACKI_SHAMPINE_23, 1, 0, 2, 0, N_TOLERANCE, calls);
    range third = ratios(c, BOGACKI_SHAMPINE_23, 0, 2, 3, 0, N_TOLERANCE, calls);
    snprintf(found, sizeof found,
             "M4 and M5: %.2f to %.2f on bodies, %.2f to %.2f on joints; M6: %.2f to %.2f", b.least,
             b.most, j.least, j.most, third.least, third.most);
    put(f, "ode23: HDCA is cheaper in cases 1 and 2, a little dearer in case 3",
        2 * (b.above + j.above) > b.n + j.n ? "yes" : "not reproduced", found);
}

static void put_time(const comparison *c, FILE *f)
{
    char found[600];
    double us[N_LOOP][N_FORM] = {{0.0}};
    int least = 0, most = 0;
    for (int i = 0; i < N_LOOP * N_FORM; i++) { // of the runs with most calls
        us[i / N_FORM][i % N_FORM] =
            us_per_call(&c->run[i / N_FORM][BOGACKI_SHAMPINE_23][N_TOLERANCE - 1][0][i % N_FORM]);
    }
    snprintf(found, sizeof found,
             "us per call on bodies, HDCA and DCA: M4 %.1f and %.1f, M5 %.1f and %.1f, M6 %.1f and "
             "%.1f; one "
             "factorization and two solves each",
             us[0][HDCA], us[0][DCA], us[1][HDCA], us[1][DCA], us[2][HDCA], us[2][DCA]);
    put(f, "a call takes less time with HDCA in cases 1 and 2, about the same in case 3",
        us[0][DCA] > 1.1 * us[0][HDCA] && us[1][DCA] > 1.1 * us[1][HDCA] ? "yes"
                                                                         : "no, they are alike",
        found);
    double total[N_INTEGRATOR] = {0.0};
    for (int i = 0; i < N_INTEGRATOR * N_LOOP; i++) {
        total[i % N_INTEGRATOR] += calls(&c->run[i / N_INTEGRATOR][i % N_INTEGRATOR][3][1][HDCA]);
    }
    for (int k = 1; k < N_INTEGRATOR; k++) {
        least = total[k] < total[least] ? k : least;
        most = total[k] > total[most] ? k : most;
    }
    snprintf(found, sizeof found,
             "calls at 1e-6, HDCA on joints, three loops: %s %.0f, %s %.0f, %s %.0f",
             integrator_name[0], total[0], integrator_name[1], total[1], integrator_name[2],
             total[2]);
    put(f, "ode23 is much slower than the others, ode113 the fastest",
        least == ADAMS && most == BOGACKI_SHAMPINE_23 ? "yes" : "no", found);
}

static void put_sigma(const comparison *c, FILE *f)
{
    char found[600], rate[N_SET][100];
    const outcome *at = c->growth[0][HDCA];
    for (int set = 0; set < N_SET; set++) {
        const outcome *h = c->growth[set][HDCA], *d = c->growth[set][DCA], *h1 = h + N_MARK - 1,
                      *d1 = d + N_MARK - 1;
        snprintf(rate[set], sizeof rate[set], "%.0f to %.0f (DCA %.0f to %.0f)", calls(h) / h->t,
                 calls(h1) / h1->t, calls(d) / d->t, calls(d1) / d1->t);
    }
    snprintf(found, sizeof found,
             "M4: %.0f N s after %g s, %.0f after %g; calls per second over these times on bodies "
             "%s, on joints %s",
             at[0].sigma, mark[0], at[N_MARK - 1].sigma, mark[N_MARK - 1], rate[0], rate[1]);
    put(f, "sigma may grow indefinitely, which may lead to numerical errors",
        calls(&at[N_MARK - 1]) / at[N_MARK - 1].t > 1.2 * calls(at) / at->t ? "yes" : "no", found);
    snprintf(found, sizeof found,
             "it scales sigma and leaves D sigma, which is what is added and subtracted again. Set "
             "to zero after "
             "every step (P := M v) it cannot grow: Runge-Kutta 4 at 4 ms loses %.1e J in 100 s, "
             "kept %.1e",
             c->fixed[1].reset, c->fixed[1].kept);
    put(f, "scaling the subspace D could circumvent this", "no", found);
    snprintf(found, sizeof found,
             "on bodies, to the order of the difference (table below); on joints sigma of tree "
             "joints is no impulse, "
             "only that of cut ones");
    put(f, "constraint forces are the derivative of sigma", "in part", found);
}

void verdicts_put(const comparison *c, FILE *f)
{
    fputs("| the paper says | comes out | here |\n| --- | --- | --- |\n", f);
    put_velocities(c, f);
    put_positions(c, f);
    put_energy(c, f);
    put_calls(c, f);
    put_time(c, f);
    put_sigma(c, f);
}

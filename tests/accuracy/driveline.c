// A driveline under a constant torque for a minute, against its one equation of motion.
#include <math.h>

#include "observe.h"
#include "page.h"
#include "section.h"
#include "trial.h"

#define MODEL "../../tests/accuracy/models/driveline"

// Of models/driveline.yaml.
static const double torque = 0.115, inertia[] = {0.004, 0.003, 0.008}; // N m, kg m^2
static const double alpha = 20.0, beta = 15.0; // angles of the universal joints, degrees
static const double pi = 3.14159265358979323846;

// Required of orders 2, 3 and 4: rad of 13795, J of 1586.
static const double most_angle[] = {[2] = 3.0, [3] = 0.2, [4] = 0.02};
static const double most_energy[] = {[2] = 15.0, [3] = 2.0, [4] = 0.2};

enum { ROWS = 3 };

static const double at[ROWS] = {20.0, 40.0, 60.0}; // s

// J1 + J2 r1^2 + J3 r2^2 at an angle of the first shaft; a joint's yoke lies across the plane of its shafts at 0.
static double reduced_inertia(double theta)
{
    double a = alpha * pi / 180.0, b = beta * pi / 180.0, s = sin(theta), c = cos(theta);
    double r1 = cos(a) / (1.0 - sin(a) * sin(a) * s * s);
    double second = atan2(cos(a) * s, c), s2 = sin(second);
    double r2 = r1 * cos(b) / (1.0 - sin(b) * sin(b) * s2 * s2);
    return inertia[0] + inertia[1] * r1 * r1 + inertia[2] * r2 * r2;
}

// Angles from rest: with theta = s^2, ds/dt = sqrt(torque / (2 J(theta))), by Runge-Kutta steps.
static double rate(double s)
{
    return sqrt(torque / (2.0 * reduced_inertia(s * s)));
}

static void solve(double theta[ROWS])
{
    const double h = 1e-4;
    double s = 0.0;
    for (int row = 0, i = 1; row < ROWS; i++) {
        double k1 = rate(s), k2 = rate(s + 0.5 * h * k1), k3 = rate(s + 0.5 * h * k2),
               k4 = rate(s + h * k3);
        s += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        if (i == (int)(at[row] / h + 0.5)) {
            theta[row++] = s * s;
        }
    }
}

static double angle_of(const trial *t) // of the first shaft in its bearing
{
    double q[TAC_MAX_COORDINATES], qd[TAC_MAX_COORDINATES];
    (void)tac_joint_coordinates(t->model, &t->state, 0, q, qd);
    return q[0];
}

void driveline_section(const char *root)
{
    double exact[ROWS];
    solve(exact);
    page_table("order|20 s, rad|40 s, rad|60 s, rad|energy less work, J");
    page_print("| one equation | %.3f | %.3f | %.3f | - |\n", exact[0], exact[1], exact[2]);
    for (int order = 2; order <= 4; order++) {
        trial t;
        tac_options o = trial_options(1e-3, order);
        int good = trial_open(&t, root, MODEL, &o);
        double energy = 0.0, off = HUGE_VAL;
        page_print("| %d |", order);
        for (int row = 0, i = 1; row < ROWS; i++) {
            good = good && trial_to(&t, i * 1e-3);
            keep_worst(&energy, good ? fabs(t.report.kinetic - torque * angle_of(&t)) : HUGE_VAL);
            if (i == (int)(1e3 * at[row])) {
                off = good ? angle_of(&t) - exact[row] : HUGE_VAL;
                page_print(" %+.1e |", off);
                row++;
            }
        }
        page_print(" %.0e |\n", energy);
        page_judge(fabs(off) <= most_angle[order] && energy <= most_energy[order],
                   "order %d: %+.1e rad of %.0f after 60 s, %.0e J of %.0f, required %g and %g",
                   order, off, exact[2], energy, torque * exact[2], most_angle[order],
                   most_energy[order]);
        trial_close(&t);
    }
}

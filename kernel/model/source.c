// Functions of time with their first and second derivative, evaluated once per step.
#include "source.h"

#include "base/pick.h"
#include "elementary.h"

// Sine and cosine end at 1e9 rad, which a source of 1 kHz reaches in two days: whole turns are taken
// off beforehand, once there are many. What is left is as exact as the time is.
static double in_last_turn(double phase, double cycles)
{
    static const double many = 1e6, no_fraction = 1e15;
    double known = pick(fabs(cycles) < no_fraction, cycles, 0.0);
    double part = known - (double)(int64_t)known;
    return pick(fabs(cycles) > many, 2.0 * TAC_PI * part, phase);
}

static tac_signal sine(double amplitude, double offset, double phase, double rate, double rate_dot)
{
    tac_sincos_pair p = tac_sincos(phase);
    return (tac_signal){offset + amplitude * p.sin, amplitude * rate * p.cos,
                        amplitude * (rate_dot * p.cos - rate * rate * p.sin)};
}

// Instantaneous frequency c2 + (c3 - c2) u / T inside the sweep, c3 afterwards.
static tac_signal chirp(const double *c, double t)
{
    double u = t - c[4], T = c[5], sweep = (c[3] - c[2]) / T;
    int before = u < 0.0;
    double in = pick(u < T, u, T), after = u - in;
    double cycles = c[2] * in + 0.5 * sweep * in * in + c[3] * after;
    double rate = 2.0 * TAC_PI * (c[2] + sweep * in);
    double rate_dot = pick(u < T, 2.0 * TAC_PI * sweep, 0.0);
    double phase = in_last_turn(2.0 * TAC_PI * cycles, cycles);
    tac_signal s = sine(c[1], c[0], pick(before, 0.0, phase), rate, rate_dot);
    return (tac_signal){pick(before, c[0], s.x), pick(before, 0.0, s.xd), pick(before, 0.0, s.xdd)};
}

static tac_signal ramp(const double *c, double t)
{
    double slope = (c[1] - c[0]) / (c[3] - c[2]);
    int before = t < c[2], after = !before & (t >= c[3]);
    double inside = c[0] + slope * (t - c[2]);
    return (tac_signal){pick(before, c[0], pick(after, c[1], inside)),
                        pick(before | after, 0.0, slope), 0.0};
}

// Outside the table a source keeps the end value.
static tac_signal from_table(const tac_curve *table, const double *c, double t)
{
    double first = table->x[0], last = table->x[table->n - 1];
    double inside = pick((t >= first) & (t <= last), c[1], 0.0);
    tac_curve_value v = tac_curve_eval(table, pick(t < first, first, pick(t > last, last, t)));
    return (tac_signal){c[0] + c[1] * v.y, inside * v.dy, inside * v.ddy};
}

// Inputs arrive once per step: the parabola through the last three, `ahead` before the last.
static tac_signal from_input(const double *u, const double *c, double ahead, double dt)
{
    double d1 = (3.0 * u[0] - 4.0 * u[1] + u[2]) / (2.0 * dt);
    double d2 = (u[0] - 2.0 * u[1] + u[2]) / (dt * dt);
    double x = u[0] - ahead * (d1 - 0.5 * ahead * d2);
    return (tac_signal){c[0] + c[1] * x, c[1] * (d1 - ahead * d2), c[1] * d2};
}

void tac_signals(const tac_model *m, double end, double ahead, double dt, const double *history,
                 tac_signal *out)
{
    double t = end - ahead;
    for (int i = 0; i < m->n_source; i++) {
        const tac_source_desc *s = &m->source[i];
        const double *c = s->c;
        switch (s->kind) {
        case TAC_STEP:
            out[i] = (tac_signal){pick(t >= c[2], c[1], c[0]), 0.0, 0.0};
            break;
        case TAC_RAMP:
            out[i] = ramp(c, t);
            break;
        case TAC_SINE: {
            double rate = 2.0 * TAC_PI * c[2];
            out[i] = sine(c[1], c[0], in_last_turn(rate * t, c[2] * t) + c[3], rate, 0.0);
            break;
        }
        case TAC_CHIRP:
            out[i] = chirp(c, t);
            break;
        case TAC_TABLE:
            out[i] = from_table(&m->table[s->table], c, t);
            break;
        case TAC_SUM: {
            tac_signal sum = {0.0, 0.0, 0.0};
            for (int k = 0; k < s->n_term; k++) {
                tac_signal term = out[m->source_term[s->first_term + k]];
                sum = (tac_signal){sum.x + term.x, sum.xd + term.xd, sum.xdd + term.xdd};
            }
            out[i] = (tac_signal){c[0] + c[1] * sum.x, c[1] * sum.xd, c[1] * sum.xdd};
            break;
        }
        case TAC_INPUT:
            out[i] = from_input(history + 3 * s->input, c, ahead, dt);
            break;
        case TAC_CONSTANT:
            out[i] = (tac_signal){c[0], 0.0, 0.0};
            break;
        case TAC_N_SOURCE_KIND:
            break;
        }
    }
}

// Functions of time with their first and second derivative, evaluated once per step, and their
// means over it.
#include "source.h"

#include "base/pick.h"
#include "elementary.h"

// Sine and cosine end at 1e9 rad, which a source of 1 kHz reaches in two days: whole turns are
// taken off beforehand, once there are many. What is left is as exact as the time is.
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

static double sine_phase(const double *c, double t)
{
    return in_last_turn(2.0 * TAC_PI * c[2] * t, c[2] * t) + c[3];
}

// Instantaneous frequency c2 + (c3 - c2) u / T inside the sweep, c3 afterwards.
typedef struct sweep {
    double u, in, slope, phase; // phase 0 before it begins
} sweep;

static sweep sweep_at(const double *c, double t)
{
    double u = t - c[4], T = c[5], slope = (c[3] - c[2]) / T;
    double in = pick(u < T, u, T), after = u - in;
    double cycles = c[2] * in + 0.5 * slope * in * in + c[3] * after;
    double phase = in_last_turn(2.0 * TAC_PI * cycles, cycles);
    return (sweep){u, in, slope, pick(u < 0.0, 0.0, phase)};
}

static tac_signal chirp(const double *c, double t)
{
    sweep w = sweep_at(c, t);
    int before = w.u < 0.0;
    double rate = 2.0 * TAC_PI * (c[2] + w.slope * w.in);
    double rate_dot = pick(w.u < c[5], 2.0 * TAC_PI * w.slope, 0.0);
    tac_signal s = sine(c[1], c[0], w.phase, rate, rate_dot);
    return (tac_signal){pick(before, c[0], s.x), pick(before, 0.0, s.xd), pick(before, 0.0, s.xdd)};
}

static double chirp_value(const double *c, double t)
{
    sweep w = sweep_at(c, t);
    return pick(w.u < 0.0, c[0], c[0] + c[1] * tac_sincos(w.phase).sin);
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

// Values alone, at t, which is so much before the last of the inputs.
static void values_at(const tac_model *m, double t, double ahead, double dt, const double *history,
                      tac_signal *out)
{
    for (int i = 0; i < m->n_source; i++) {
        const tac_source_desc *s = &m->source[i];
        const double *c = s->c;
        switch (s->kind) {
        case TAC_STEP:
            out[i].x = pick(t >= c[2], c[1], c[0]);
            break;
        case TAC_RAMP:
            out[i].x = ramp(c, t).x;
            break;
        case TAC_SINE:
            out[i].x = c[0] + c[1] * tac_sincos(sine_phase(c, t)).sin;
            break;
        case TAC_CHIRP:
            out[i].x = chirp_value(c, t);
            break;
        case TAC_TABLE:
            out[i].x = from_table(&m->table[s->table], c, t).x;
            break;
        case TAC_SUM: {
            double sum = 0.0;
            for (int k = 0; k < s->n_term; k++) {
                sum += out[m->source_term[s->first_term + k]].x;
            }
            out[i].x = c[0] + c[1] * sum;
            break;
        }
        case TAC_INPUT:
            out[i].x = from_input(history + 3 * s->input, c, ahead, dt).x;
            break;
        case TAC_CONSTANT:
            out[i].x = c[0];
            break;
        case TAC_N_SOURCE_KIND:
            break;
        }
    }
}

// At t, which is so much before the last of the inputs.
static void signals_at(const tac_model *m, double t, double ahead, double dt, const double *history,
                       tac_signal *out)
{
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
        case TAC_SINE:
            out[i] = sine(c[1], c[0], sine_phase(c, t), 2.0 * TAC_PI * c[2], 0.0);
            break;
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

void tac_signals(const tac_model *m, double end, double ahead, double dt, const double *history,
                 tac_signal *out)
{
    signals_at(m, end - ahead, ahead, dt, history, out);
}

// ---- over a step -------------------------------------------------------------------------------

// From t0 to t1.
typedef struct span {
    double t0, t1, middle, length;
} span;

static double held_within(double t, double low, double high)
{
    return pick(t < low, low, pick(t > high, high, t));
}

static double mean_of_step(const double *c, const span *s)
{
    double after = (s->t1 - held_within(c[2], s->t0, s->t1)) / s->length;
    return c[0] * (1.0 - after) + c[1] * after;
}

static double mean_of_ramp(const double *c, const span *s)
{
    double from = held_within(s->t0, c[2], c[3]), to = held_within(s->t1, c[2], c[3]);
    double slope = (c[1] - c[0]) / (c[3] - c[2]), inside = (to - from) / s->length;
    double after = (s->t1 - held_within(c[3], s->t0, s->t1)) / s->length;
    double between = c[0] + slope * (0.5 * (from + to) - c[2]);
    return c[0] * (1.0 - inside - after) + between * inside + c[1] * after;
}

// sin(h) / h times the value in the middle, h half of the phase that the step takes.
static double mean_of_sine(const double *c, const span *s)
{
    double rate = 2.0 * TAC_PI * c[2], half = 0.5 * rate * s->length;
    double phase = sine_phase(c, s->middle);
    double known = pick(fabs(half) < 1e9, half, 0.0);
    double part = pick(half != 0.0, tac_sincos(known).sin / pick(half != 0.0, half, 1.0), 1.0);
    return c[0] + c[1] * part * tac_sincos(phase).sin;
}

// Gauss points of a parabola of fifth order; sweeps have no closed form.
static double mean_of_chirp(const double *c, const span *s)
{
    double away = 0.5 * sqrt(0.6) * s->length;
    double sides = chirp_value(c, s->middle - away) + chirp_value(c, s->middle + away);
    return (5.0 * sides + 8.0 * chirp_value(c, s->middle)) / 18.0;
}

// Exact for cubics: within a segment from three values, else from the table's integral.
static double mean_of_table(const tac_curve *table, const double *c, const span *s)
{
    double first = table->x[0], last = table->x[table->n - 1];
    double from = held_within(s->t0, first, last), to = held_within(s->t1, first, last);
    tac_curve_value a = tac_curve_eval(table, from), b = tac_curve_eval(table, to);
    tac_curve_value m = tac_curve_eval(table, 0.5 * (from + to));
    double length = to - from, before = held_within(first, s->t0, s->t1) - s->t0;
    double after = s->t1 - held_within(last, s->t0, s->t1);
    int one = (a.segment == b.segment) & (length > 0.0);
    double area = pick(one, length * ((a.y + b.y + 4.0 * m.y) / 6.0), b.Y - a.Y);
    int inside = (before == 0.0) & (after == 0.0);
    double all = pick(inside, 0.0, before * table->y[0] + after * table->y[table->n - 1]);
    return c[0] + c[1] * ((area + all) / s->length);
}

// Of inputs that are known at steps alone the mean between two of them is that of both.
static double mean_of(const tac_model *m, const tac_source_desc *source, const span *s,
                      const tac_inputs *inputs, const double ends[2], const tac_signal *mean)
{
    const double *c = source->c;
    switch (source->kind) {
    case TAC_CONSTANT:
    case TAC_N_SOURCE_KIND:
        break;
    case TAC_STEP:
        return mean_of_step(c, s);
    case TAC_RAMP:
        return mean_of_ramp(c, s);
    case TAC_SINE:
        return mean_of_sine(c, s);
    case TAC_CHIRP:
        return mean_of_chirp(c, s);
    case TAC_TABLE:
        return mean_of_table(&m->table[source->table], c, s);
    case TAC_SUM: {
        double sum = 0.0;
        for (int k = 0; k < source->n_term; k++) {
            sum += mean[m->source_term[source->first_term + k]].x;
        }
        return c[0] + c[1] * sum;
    }
    case TAC_INPUT:
        return inputs->mean ? c[0] + c[1] * inputs->mean[source->input] : 0.5 * (ends[0] + ends[1]);
    }
    return c[0];
}

void tac_step_signals(const tac_model *m, const tac_signal_span *of, double dt,
                      const tac_inputs *inputs, const tac_signal *end, tac_signal *mean,
                      tac_signal *push)
{
    double length = of->end - of->start;
    const span s = {of->start, of->end, 0.5 * (of->start + of->end), length};
    values_at(m, of->start, of->ahead, dt, inputs->history, push);
    for (int i = 0; i < m->n_source; i++) {
        const tac_signal last = end[i]; // which may lie where the mean will
        if (m->source[i].kind == TAC_CONSTANT) {
            mean[i] = push[i] = last;
            continue;
        }
        const double ends[2] = {push[i].x, last.x};
        double start = push[i].x, x = mean_of(m, &m->source[i], &s, inputs, ends, mean);
        mean[i] = (tac_signal){x, (last.x - start) / length, 0.0};
        push[i] = (tac_signal){2.0 * x - start, last.xd, last.xdd};
    }
}

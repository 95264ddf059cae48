// Powers are products and functions come from kernel/include/elementary.h: same bits everywhere.
#include "algebra.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "elementary.h"

#define MAX_POWER 1024.0 // exponents beyond would overflow anything but numbers close to 1

static const char *set(tac_value *result, double x)
{
    *result = (tac_value){1, {x, 0.0, 0.0}, NULL};
    return NULL;
}

const tac_unit tac_written_number = {"", TAC_Q_NUMBER, 1.0, 1.0};

// Of a sum or of the larger one: what both measure.
static const tac_unit *unit_of_both(tac_value a, tac_value b)
{
    bool agree = a.unit && b.unit && a.unit->quantity == b.unit->quantity;
    return a.unit == &tac_written_number   ? b.unit
           : b.unit == &tac_written_number ? a.unit
           : agree                         ? a.unit
                                           : NULL;
}

// ---- operators -----------------------------------------------------------------------------------

const char *tac_add(tac_value a, double sign, tac_value b, tac_value *sum)
{
    if (a.n != b.n) {
        return "a number and a vector cannot be added";
    }
    const tac_unit *unit = unit_of_both(a, b);
    *sum = a;
    sum->unit = unit;
    for (int i = 0; i < a.n; i++) {
        sum->x[i] += sign * b.x[i];
    }
    return NULL;
}

const char *tac_multiply(tac_value a, tac_value b, tac_value *product)
{
    if (a.n == 3 && b.n == 3) {
        return "the product of two vectors is dot(a, b) or cross(a, b)";
    }
    double s = a.n == 3 ? b.x[0] : a.x[0];
    *product = a.n == 3 ? a : b;
    product->unit = NULL; // written numbers often have a unit in mind
    for (int i = 0; i < product->n; i++) {
        product->x[i] *= s;
    }
    return NULL;
}

const char *tac_divide(tac_value a, tac_value b, tac_value *quotient)
{
    if (b.n == 3) {
        return "a vector cannot stand under '/'";
    }
    if (b.x[0] == 0.0) {
        return "division by zero";
    }
    *quotient = a;
    quotient->unit = NULL;
    for (int i = 0; i < a.n; i++) {
        quotient->x[i] /= b.x[0];
    }
    return NULL;
}

const char *tac_power(tac_value a, tac_value b, tac_value *power)
{
    if (a.n == 3 || b.n == 3) {
        return "'^' takes numbers, not vectors";
    }
    double n = fabs(b.x[0]);
    if (!(n <= MAX_POWER) || n != floor(n)) {
        return "the exponent of '^' must be a whole number up to 1024";
    }
    if (b.x[0] < 0.0 && a.x[0] == 0.0) {
        return "division by zero";
    }
    double result = 1.0, square = a.x[0];
    for (int k = (int)n; k > 0; k /= 2) {
        if (k % 2 == 1) {
            result *= square;
        }
        square *= square;
    }
    return set(power, b.x[0] < 0.0 ? 1.0 / result : result);
}

// ---- functions of numbers ------------------------------------------------------------------------

static const char *f_sin(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    return set(result, tac_sincos(a.x[0]).sin);
}

static const char *f_cos(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    return set(result, tac_sincos(a.x[0]).cos);
}

static const char *f_tan(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    tac_sincos_pair s = tac_sincos(a.x[0]);
    return set(result, s.sin / s.cos);
}

static const char *f_asin(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    if (!(fabs(a.x[0]) <= 1.0)) {
        return "asin needs a number from -1 to 1";
    }
    return set(result, tac_atan2(a.x[0], sqrt((1.0 - a.x[0]) * (1.0 + a.x[0]))));
}

static const char *f_acos(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    if (!(fabs(a.x[0]) <= 1.0)) {
        return "acos needs a number from -1 to 1";
    }
    return set(result, tac_atan2(sqrt((1.0 - a.x[0]) * (1.0 + a.x[0])), a.x[0]));
}

static const char *f_atan2(tac_value a, tac_value b, tac_value *result)
{
    return set(result, tac_atan2(a.x[0], b.x[0]));
}

static const char *f_sqrt(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    if (!(a.x[0] >= 0.0)) {
        return "sqrt needs a number that is not negative";
    }
    return set(result, sqrt(a.x[0]));
}

static const char *f_abs(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    *result = (tac_value){1, {fabs(a.x[0]), 0.0, 0.0}, a.unit};
    return NULL;
}

static const char *f_min(tac_value a, tac_value b, tac_value *result)
{
    double x = a.x[0] < b.x[0] ? a.x[0] : b.x[0];
    *result = (tac_value){1, {x, 0.0, 0.0}, unit_of_both(a, b)};
    return NULL;
}

static const char *f_max(tac_value a, tac_value b, tac_value *result)
{
    double x = a.x[0] > b.x[0] ? a.x[0] : b.x[0];
    *result = (tac_value){1, {x, 0.0, 0.0}, unit_of_both(a, b)};
    return NULL;
}

// ---- functions of vectors ------------------------------------------------------------------------

static double dot(tac_value a, tac_value b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static const char *f_dot(tac_value a, tac_value b, tac_value *result)
{
    return set(result, dot(a, b));
}

static const char *f_cross(tac_value a, tac_value b, tac_value *result)
{
    *result = (tac_value){3,
                          {a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                           a.x[0] * b.x[1] - a.x[1] * b.x[0]},
                          NULL};
    return NULL;
}

static const char *f_norm(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    return set(result, sqrt(dot(a, a)));
}

static const char *f_unit(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    double length = sqrt(dot(a, a));
    if (!(length > 0.0)) {
        return "unit needs a vector that is not zero";
    }
    *result = (tac_value){3, {a.x[0] / length, a.x[1] / length, a.x[2] / length}, NULL};
    return NULL;
}

static const char *f_floor(tac_value a, tac_value b, tac_value *result)
{
    (void)b;
    return set(result, floor(a.x[0]));
}

// Has the sign of the divisor, as angles and positions in a row want it; exact.
static const char *f_mod(tac_value a, tac_value b, tac_value *result)
{
    double by = b.x[0], rest = fmod(a.x[0], by);
    if (by == 0.0) {
        return "mod by zero";
    }
    return set(result, rest != 0.0 && (rest < 0.0) != (by < 0.0) ? rest + by : rest);
}

const tac_function *tac_function_find(const char *name, size_t length)
{
    static const tac_function functions[] = {
        {"sin", 1, 1, f_sin},   {"cos", 1, 1, f_cos},   {"tan", 1, 1, f_tan},
        {"asin", 1, 1, f_asin}, {"acos", 1, 1, f_acos}, {"atan2", 2, 1, f_atan2},
        {"sqrt", 1, 1, f_sqrt}, {"abs", 1, 1, f_abs},   {"min", 0, 1, f_min},
        {"max", 0, 1, f_max},   {"dot", 2, 3, f_dot},   {"cross", 2, 3, f_cross},
        {"norm", 1, 3, f_norm}, {"unit", 1, 3, f_unit}, {"floor", 1, 1, f_floor},
        {"mod", 2, 1, f_mod},
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        const tac_function *f = &functions[i];
        if (strlen(f->name) == length && memcmp(f->name, name, length) == 0) {
            return f;
        }
    }
    return NULL;
}

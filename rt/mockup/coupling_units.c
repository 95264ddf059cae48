#include "coupling_units.h"

#include <string.h>

#include "fmu/fmu_units.h"
#include "mockup_read.h"
#include "units.h"

enum { KG, M, S, AMPERE, KELVIN, MOL, CANDELA, RAD };

typedef struct measure { // SI value = factor * value + offset
    int power[TAC_BASE_UNITS];
    double factor, offset;
} measure;

// A unit by the names of this program, also where powers are written as FMI has them: "N.m", "m/s2".
static bool measure_of_name(const char *name, measure *out)
{
    char text[TAC_FMU_UNIT] = "";
    size_t n = 0;
    for (const char *c = name; *c != '\0' && n + 3 < sizeof text; c++) {
        bool is_power = *c >= '2' && *c <= '9' && n > 0 && text[n - 1] != '^';
        if (is_power) {
            text[n++] = '^';
        }
        text[n++] = *c == '.' ? '*' : *c;
    }
    const tac_unit *u = tac_unit_find(name, strlen(name), TAC_Q_ANY);
    u = u ? u : tac_unit_find(text, n, TAC_Q_ANY);
    int power[TAC_FMU_BASE];
    double factor;
    if (!u || !tac_fmu_unit_powers(tac_quantity_si(u->quantity), power, &factor)) {
        return false;
    }
    *out = (measure){.power = {[KG] = power[0], [M] = power[1], [S] = power[2], [RAD] = power[3]},
                     .factor = factor * u->times / u->over};
    return true;
}

static bool measure_of_variable(const tac_mockup *m, const tac_mockup_variable *v, measure *out)
{
    const tac_mockup_unit *u = tac_mockup_unit_of(m, v);
    if (!u || !u->has_base) {
        return measure_of_name(v->unit, out);
    }
    *out = (measure){.factor = u->factor, .offset = u->offset};
    memcpy(out->power, u->exponent, sizeof out->power);
    return u->factor != 0.0;
}

tac_unit_match tac_units_match(const tac_mockup *m, const tac_mockup_variable *v,
                               const char *signal_unit, double *scale, double *offset)
{
    measure from, to;
    *scale = 1.0;
    *offset = 0.0;
    if (!v->unit || *v->unit == '\0' || *signal_unit == '\0' || strcmp(v->unit, signal_unit) == 0) {
        return TAC_UNITS_FIT;
    }
    if (!measure_of_variable(m, v, &from) || !measure_of_name(signal_unit, &to)) {
        return TAC_UNITS_UNKNOWN;
    }
    for (int i = 0; i < TAC_BASE_UNITS; i++) {
        if (i != RAD && from.power[i] != to.power[i]) { // an angle counts as a number
            return TAC_UNITS_DIFFER;
        }
    }
    *scale = from.factor / to.factor;
    *offset = from.offset / to.factor;
    return TAC_UNITS_FIT;
}

#include "fmu_units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"

static const char *const base_name[TAC_FMU_BASE] = {"kg", "m", "s", "rad"};

typedef struct unit_symbol {
    const char *name;
    int power[TAC_FMU_BASE];
    double factor;
} unit_symbol;

static const unit_symbol symbols[] = {
    {"kg", {1, 0, 0, 0}, 1.0},           {"m", {0, 1, 0, 0}, 1.0},    {"s", {0, 0, 1, 0}, 1.0},
    {"rad", {0, 0, 0, 1}, 1.0},          {"N", {1, 1, -2, 0}, 1.0},   {"J", {1, 2, -2, 0}, 1.0},
    {"W", {1, 2, -3, 0}, 1.0},           {"Pa", {1, -1, -2, 0}, 1.0}, {"Hz", {0, 0, -1, 0}, 1.0},
    {"rev", {0, 0, 0, 1}, 2.0 * TAC_PI},
};

const char *tac_fmu_unit_name(const char *unit, char name[TAC_FMU_UNIT])
{
    size_t n = 0;
    for (; *unit && n + 1 < TAC_FMU_UNIT; unit++) {
        if (*unit != '^') {
            name[n++] = *unit == '*' ? '.' : *unit;
        }
    }
    name[n] = '\0';
    return name;
}

// Adds powers of the symbol that a text begins with; returns how many letters it has, 0: it is not known.
static size_t add_symbol(const char *text, int sign, int power[TAC_FMU_BASE], double *factor)
{
    size_t letters = strcspn(text, "*/^");
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        const unit_symbol *s = &symbols[i];
        if (strlen(s->name) == letters && strncmp(s->name, text, letters) == 0) {
            int exponent = text[letters] == '^' ? sign * atoi(text + letters + 1) : sign;
            for (int k = 0; k < TAC_FMU_BASE; k++) {
                power[k] += exponent * s->power[k];
            }
            *factor *= exponent < 0 ? 1.0 / s->factor : s->factor;
            return letters + strcspn(text + letters, "*/");
        }
    }
    return 0;
}

bool tac_fmu_unit_powers(const char *unit, int power[TAC_FMU_BASE], double *factor)
{
    int sign = 1;
    size_t n;
    memset(power, 0, TAC_FMU_BASE * sizeof *power);
    *factor = 1.0;
    for (const char *at = unit; (n = add_symbol(at, sign, power, factor)) > 0; at += n + 1) {
        sign = at[n] == '/' ? -1 : sign;
        if (at[n] == '\0') {
            return true;
        }
    }
    return false;
}

void tac_fmu_unit_define(const char *unit, FILE *out)
{
    char name[TAC_FMU_UNIT];
    int power[TAC_FMU_BASE];
    double factor;
    (void)tac_fmu_unit_powers(unit, power, &factor);
    fprintf(out, "    <Unit name=\"%s\"><BaseUnit", tac_fmu_unit_name(unit, name));
    for (int k = 0; k < TAC_FMU_BASE; k++) {
        if (power[k] != 0) {
            fprintf(out, " %s=\"%d\"", base_name[k], power[k]);
        }
    }
    if (factor != 1.0) {
        fprintf(out, " factor=\"%.17g\"", factor);
    }
    fputs("/>", out);
    if (strcmp(unit, "rad") == 0) {
        fprintf(out, "<DisplayUnit name=\"deg\" factor=\"%.17g\"/>", 180.0 / TAC_PI);
    }
    fputs("</Unit>\n", out);
}

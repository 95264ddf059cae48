#include "units.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "elementary.h"
#include "words.h"

static const tac_unit units[] = {
    {"m", TAC_Q_LENGTH, 1, 1},
    {"mm", TAC_Q_LENGTH, 1, 1000},
    {"cm", TAC_Q_LENGTH, 1, 100},
    {"km", TAC_Q_LENGTH, 1000, 1},
    {"um", TAC_Q_LENGTH, 1, 1e6},
    {"in", TAC_Q_LENGTH, 254, 10000},
    {"ft", TAC_Q_LENGTH, 3048, 10000},
    {"kg", TAC_Q_MASS, 1, 1},
    {"g", TAC_Q_MASS, 1, 1000},
    {"t", TAC_Q_MASS, 1000, 1},
    {"lb", TAC_Q_MASS, 45359237, 1e8},
    {"s", TAC_Q_TIME, 1, 1},
    {"ms", TAC_Q_TIME, 1, 1000},
    {"us", TAC_Q_TIME, 1, 1e6},
    {"min", TAC_Q_TIME, 60, 1},
    {"h", TAC_Q_TIME, 3600, 1},
    {"rad", TAC_Q_ANGLE, 1, 1},
    {"deg", TAC_Q_ANGLE, TAC_PI, 180},
    {"rev", TAC_Q_ANGLE, 2 * TAC_PI, 1},
    {"mrad", TAC_Q_ANGLE, 1, 1000},
    {"rad/s", TAC_Q_ANGULAR_VELOCITY, 1, 1},
    {"deg/s", TAC_Q_ANGULAR_VELOCITY, TAC_PI, 180},
    {"rpm", TAC_Q_ANGULAR_VELOCITY, TAC_PI, 30},
    {"Hz", TAC_Q_FREQUENCY, 1, 1},
    {"kHz", TAC_Q_FREQUENCY, 1000, 1},
    {"rpm", TAC_Q_FREQUENCY, 1, 60},
    {"m/s", TAC_Q_VELOCITY, 1, 1},
    {"mm/s", TAC_Q_VELOCITY, 1, 1000},
    {"km/h", TAC_Q_VELOCITY, 10, 36},
    {"m/s^2", TAC_Q_ACCELERATION, 1, 1},
    {"N", TAC_Q_FORCE, 1, 1},
    {"kN", TAC_Q_FORCE, 1000, 1},
    {"N*m", TAC_Q_TORQUE, 1, 1},
    {"kN*m", TAC_Q_TORQUE, 1000, 1},
    {"N*mm", TAC_Q_TORQUE, 1, 1000},
    {"N/m", TAC_Q_STIFFNESS, 1, 1},
    {"kN/m", TAC_Q_STIFFNESS, 1000, 1},
    {"N/mm", TAC_Q_STIFFNESS, 1000, 1},
    {"N*m/rad", TAC_Q_ROT_STIFFNESS, 1, 1},
    {"N*m/deg", TAC_Q_ROT_STIFFNESS, 180, TAC_PI},
    {"N*s/m", TAC_Q_DAMPING, 1, 1},
    {"kN*s/m", TAC_Q_DAMPING, 1000, 1},
    {"N*s/mm", TAC_Q_DAMPING, 1000, 1},
    {"N*m*s/rad", TAC_Q_ROT_DAMPING, 1, 1},
    {"N*m*s/deg", TAC_Q_ROT_DAMPING, 180, TAC_PI},
    {"kg*m^2", TAC_Q_INERTIA, 1, 1},
    {"g*mm^2", TAC_Q_INERTIA, 1, 1e9},
    {"kg*mm^2", TAC_Q_INERTIA, 1, 1e6},
    {"kg/m^3", TAC_Q_DENSITY, 1, 1},
    {"g/cm^3", TAC_Q_DENSITY, 1000, 1},
    {"m^2", TAC_Q_AREA, 1, 1},
    {"cm^2", TAC_Q_AREA, 1, 10000},
    {"mm^2", TAC_Q_AREA, 1, 1e6},
    {"m/rev", TAC_Q_LEAD, 1, 1},
    {"mm/rev", TAC_Q_LEAD, 1, 1000},
    {"m/rad", TAC_Q_LEAD, 2 * TAC_PI, 1},
    {"s/m", TAC_Q_CONTACT_DAMPING, 1, 1},
    {"Pa", TAC_Q_PRESSURE, 1, 1},
    {"MPa", TAC_Q_PRESSURE, 1e6, 1},
    {"GPa", TAC_Q_PRESSURE, 1e9, 1},
    {"N/mm^2", TAC_Q_PRESSURE, 1e6, 1},
};

enum { N_UNIT = sizeof units / sizeof units[0] };

const tac_unit *tac_unit_find(const char *name, size_t length, tac_quantity quantity)
{
    for (int i = 0; i < N_UNIT; i++) {
        bool fits = quantity == TAC_Q_ANY || quantity == units[i].quantity;
        if (fits && strlen(units[i].name) == length && memcmp(units[i].name, name, length) == 0) {
            return &units[i];
        }
    }
    return NULL;
}

// Spellings that people try; the plural of words is found as well.
static const char *const spelled[][2] = {
    {"metre", "m"},        {"meter", "m"},        {"millimetre", "mm"},
    {"millimeter", "mm"},  {"centimetre", "cm"},  {"centimeter", "cm"},
    {"kilometre", "km"},   {"kilometer", "km"},   {"inch", "in"},
    {"inche", "in"},       {"foot", "ft"},        {"feet", "ft"},
    {"kilogram", "kg"},    {"kilo", "kg"},        {"gram", "g"},
    {"tonne", "t"},        {"ton", "t"},          {"pound", "lb"},
    {"second", "s"},       {"sec", "s"},          {"millisecond", "ms"},
    {"msec", "ms"},        {"microsecond", "us"}, {"minute", "min"},
    {"hour", "h"},         {"radian", "rad"},     {"degree", "deg"},
    {"revolution", "rev"}, {"hertz", "Hz"},       {"newton", "N"},
    {"kilonewton", "kN"},  {"pascal", "Pa"},      {"Nm", "N*m"},
    {"kNm", "kN*m"},       {"Nmm", "N*mm"},       {"Nm/rad", "N*m/rad"},
    {"Nm/deg", "N*m/deg"}, {"Ns/m", "N*s/m"},     {"Nms/rad", "N*m*s/rad"},
    {"kgm^2", "kg*m^2"},   {"kgm2", "kg*m^2"},    {"kg*m2", "kg*m^2"},
    {"m/s2", "m/s^2"},     {"m/s/s", "m/s^2"},    {"kmh", "km/h"},
    {"kph", "km/h"},       {"kg/m3", "kg/m^3"},   {"g/cm3", "g/cm^3"},
    {"m2", "m^2"},         {"cm2", "cm^2"},       {"mm2", "mm^2"},
    {"N/mm2", "N/mm^2"}};

const char *tac_unit_meant(const char *text, tac_quantity quantity)
{
    size_t length = strlen(text),
           stem = length > 1 && text[length - 1] == 's' ? length - 1 : length;
    for (size_t i = 0; i < sizeof spelled / sizeof *spelled; i++) {
        size_t n = strlen(spelled[i][0]);
        bool is_it = (n == length || n == stem) && strncasecmp(spelled[i][0], text, n) == 0;
        if (is_it && tac_unit_find(spelled[i][1], strlen(spelled[i][1]), quantity)) {
            return spelled[i][1];
        }
    }
    for (int i = 0; i < N_UNIT; i++) { // Kg, MM
        if (units[i].quantity == quantity && strcasecmp(units[i].name, text) == 0) {
            return units[i].name;
        }
    }
    return NULL;
}

const tac_unit *tac_unit_at(int i)
{
    return i < N_UNIT ? &units[i] : NULL;
}

const char *tac_quantity_word(tac_quantity quantity)
{
    static const char *const word[TAC_N_QUANTITY] = {
        [TAC_Q_NUMBER] = "number",
        [TAC_Q_LENGTH] = "length",
        [TAC_Q_MASS] = "mass",
        [TAC_Q_TIME] = "time",
        [TAC_Q_ANGLE] = "angle",
        [TAC_Q_ANGULAR_VELOCITY] = "angular_velocity",
        [TAC_Q_FREQUENCY] = "frequency",
        [TAC_Q_VELOCITY] = "velocity",
        [TAC_Q_ACCELERATION] = "acceleration",
        [TAC_Q_FORCE] = "force",
        [TAC_Q_TORQUE] = "torque",
        [TAC_Q_STIFFNESS] = "stiffness",
        [TAC_Q_ROT_STIFFNESS] = "rotational_stiffness",
        [TAC_Q_DAMPING] = "damping",
        [TAC_Q_ROT_DAMPING] = "rotational_damping",
        [TAC_Q_INERTIA] = "inertia",
        [TAC_Q_DENSITY] = "density",
        [TAC_Q_AREA] = "area",
        [TAC_Q_LEAD] = "lead",
        [TAC_Q_CONTACT_DAMPING] = "contact_damping",
        [TAC_Q_PRESSURE] = "pressure",
        [TAC_Q_ANY] = "any",
    };
    return word[quantity];
}

const char *tac_quantity_si(tac_quantity quantity)
{
    int i = 0;
    while (i < N_UNIT && (units[i].quantity != quantity || units[i].times != units[i].over)) {
        i++;
    }
    return i < N_UNIT ? units[i].name : "";
}

const char *tac_quantity_text(tac_quantity quantity)
{
    static const char *const text[] = {
        [TAC_Q_NUMBER] = "a plain number",
        [TAC_Q_LENGTH] = "a length",
        [TAC_Q_MASS] = "a mass",
        [TAC_Q_TIME] = "a time",
        [TAC_Q_ANGLE] = "an angle",
        [TAC_Q_ANGULAR_VELOCITY] = "an angular velocity",
        [TAC_Q_FREQUENCY] = "a frequency",
        [TAC_Q_VELOCITY] = "a velocity",
        [TAC_Q_ACCELERATION] = "an acceleration",
        [TAC_Q_FORCE] = "a force",
        [TAC_Q_TORQUE] = "a torque",
        [TAC_Q_STIFFNESS] = "a stiffness",
        [TAC_Q_ROT_STIFFNESS] = "a rotational stiffness",
        [TAC_Q_DAMPING] = "a damping",
        [TAC_Q_ROT_DAMPING] = "a rotational damping",
        [TAC_Q_INERTIA] = "a moment of inertia",
        [TAC_Q_DENSITY] = "a density",
        [TAC_Q_AREA] = "an area",
        [TAC_Q_LEAD] = "a lead",
        [TAC_Q_CONTACT_DAMPING] = "a contact damping",
        [TAC_Q_PRESSURE] = "a pressure or modulus",
        [TAC_Q_ANY] = "a number",
    };
    return text[quantity];
}

void tac_unit_list(tac_quantity quantity, char *text, size_t size)
{
    const char *fitting[N_UNIT];
    int n = 0;
    for (int i = 0; i < N_UNIT; i++) {
        if (units[i].quantity == quantity) {
            fitting[n++] = units[i].name;
        }
    }
    (void)tac_word_list(text, size, fitting, n);
}

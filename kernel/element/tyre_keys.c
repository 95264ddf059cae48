// Coefficients of tyres by their keys, and what follows from them.
#include "tyre.h"

#include <math.h>
#include <stddef.h>

#include "elementary.h"

#define ROW(section, key, otherwise, unit, use) {#section, #key, otherwise, unit, use},

static const tac_tyre_key keys[TAC_TYRE_N] = {TAC_TYRE_COEFFICIENTS(ROW)[OLD] = {.name = "OLD"},
                                              [Q_FZ1] = {.name = "Q_FZ1"},
                                              [TAN_ALPMIN] = {.name = "TAN_ALPMIN"},
                                              [TAN_ALPMAX] = {.name = "TAN_ALPMAX"},
                                              [FITTYP] = {.name = "FITTYP"},
                                              [RIGHT] = {.name = "RIGHT"},
                                              [TMEASY_X] = {.name = "TMEASY_X"},
                                              [TMEASY_Y] = {.name = "TMEASY_Y"},
                                              [TMEASY_TRAIL] = {.name = "TMEASY_TRAIL"}};
_Static_assert((int)TAC_TYRE_N <= (int)TAC_MOST_TYRE_NUMBERS, "a file has room for them");

int tac_tyre_number_count(void)
{
    return TAC_TYRE_N;
}

const tac_tyre_key *tac_tyre_key_of(int i)
{
    return &keys[i];
}

static char upper(char c)
{
    return (char)(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
}

const tac_tyre_key *tac_tyre_key_called(const char *name, int *i)
{
    for (*i = 0; *i < TAC_TYRE_N; (*i)++) {
        const char *a = name, *b = keys[*i].name;
        while (b && *a && upper(*a) == *b) {
            a++;
            b++;
        }
        if (b && *a == *b) {
            return &keys[*i];
        }
    }
    return NULL;
}

static double tangent(double x)
{
    tac_sincos_pair p = tac_sincos(x);
    return p.sin / p.cos;
}

// A coefficient of the other version keeps the value that makes nothing of it.
static void drop_other_version(double *c)
{
    tac_tyre_use other = c[OLD] > 0.5 ? TAC_TYRE_OF_61 : TAC_TYRE_OF_52; // TMeasy has none of both
    for (int k = 0; k < TAC_TYRE_OF_FILE; k++) {
        c[k] = keys[k].use == other ? keys[k].otherwise : c[k];
    }
    if (c[OLD] > 0.5) {
        c[NOMPRES] = 0.0; // it knows no pressure
    }
}

static const char *wrong_range(const double *c, const char **key)
{
    static const int range[][2] = {
        {PRESMIN, PRESMAX}, {FZMIN, FZMAX}, {KPUMIN, KPUMAX}, {ALPMIN, ALPMAX}, {CAMMIN, CAMMAX}};
    for (size_t i = 0; i < sizeof range / sizeof *range; i++) {
        *key = keys[range[i][1]].name;
        if (!(c[range[i][0]] < c[range[i][1]])) {
            return "must be above the least value of its section";
        }
    }
    *key = fabs(c[ALPMIN]) > fabs(c[ALPMAX]) ? "ALPMIN" : "ALPMAX";
    return fmax(fabs(c[ALPMIN]), fabs(c[ALPMAX])) < 1.57
               ? NULL
               : "must be an angle below 90 degrees; see ANGLE of [UNITS]";
}

static const char *wrong_size(const double *c, const char **key)
{
    static const int positive[] = {UNLOADED_RADIUS, FNOMIN, VERTICAL_STIFFNESS, LONGVL, LFZO};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++) {
        *key = keys[positive[i]].name;
        if (!(c[positive[i]] > 0.0)) {
            return "must be above zero";
        }
    }
    static const int other[] = {PCX1, PDX1, PKX1, PCY1, PDY1, PKY1, PKY2};
    for (size_t i = 0; i < sizeof other / sizeof *other && c[OLD] < 1.5; i++) {
        *key = keys[other[i]].name;
        if (c[other[i]] == 0.0) {
            return "must not be zero";
        }
    }
    static const int carcass[] = {LONGITUDINAL_STIFFNESS, LATERAL_STIFFNESS};
    for (int i = 0; i < 2; i++) {
        bool has_length = c[OLD] > 0.5 && c[i ? PTY1 : PTX1] != 0.0;
        *key = keys[carcass[i]].name;
        if (!has_length && !(c[carcass[i]] > 0.0)) {
            return "must be above zero: it says how far the tyre has to roll until it pushes";
        }
    }
    return NULL;
}

const char *tac_tyre_complete(double *c, const char **key)
{
    const char *wrong = wrong_size(c, key);
    wrong = wrong ? wrong : wrong_range(c, key);
    if (wrong) {
        return wrong;
    }
    drop_other_version(c);
    double linear = c[VERTICAL_STIFFNESS] * c[UNLOADED_RADIUS] / c[FNOMIN];
    double square = linear * linear - 4.0 * c[Q_FZ2];
    *key = "Q_FZ2";
    if (!(square > 0.0)) {
        return "is too large for VERTICAL_STIFFNESS: the tyre would carry FNOMIN nowhere";
    }
    c[Q_FZ1] = sqrt(square);
    c[TAN_ALPMIN] = tangent(c[ALPMIN]);
    c[TAN_ALPMAX] = tangent(c[ALPMAX]);
    return NULL;
}

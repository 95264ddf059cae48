// A beam without mass between two points, with tension, torsion, bending and shear (Timoshenko). Seen from its middle its
// stiffness has no coupling: with both ends carried on stiffly to there,
//   EA/L along z, 12 EI/(L^3 (1 + phi)) across, GJ/L about z, EI/L about x and y,  phi = 12 EI/(G A shear L^2)
// Rotations of its ends against each other are small: twice the vector part of q_ab, as of bushings. Its damping is a time
// times its stiffness.
#include "element/law.h"
#include "element_types.h"

enum { YOUNG, SHEAR_MODULUS, AREA, AREA_X, AREA_Y, TORSION, SHEAR_X, SHEAR_Y, LENGTH, DAMPING };

// Across, against a force that bends with I and is carried by a part of the area.
#define ACROSS(E, G, A, I, part, L) \
    (12.0 * (E) * (I) /             \
     ((L) * (L) * (L) * (1.0 + 12.0 * (E) * (I) / ((G) * (A) * (part) * (L) * (L)))))

static void at(const tac_law_self *s, const tac_law_instant *i, tac_law_force *out)
{
    const lane *n = s->number;
    lane E = n[YOUNG], G = n[SHEAR_MODULUS], A = n[AREA], L = n[LENGTH], energy = lane_set(0.0);
    // a force along x bends about y
    lane k[6] = {ACROSS(E, G, A, n[AREA_Y], n[SHEAR_X], L),
                 ACROSS(E, G, A, n[AREA_X], n[SHEAR_Y], L),
                 E * A / L,
                 E * n[AREA_X] / L,
                 E * n[AREA_Y] / L,
                 G * n[TORSION] / L};
    for (int row = 0; row < 6; row++) {
        lane c = n[DAMPING] * k[row], x = i->x[row];
        out->f[row] = k[row] * x + c * i->v[row];
        out->fx[row] = k[row];
        out->fv[row] = c;
        energy += 0.5 * k[row] * x * x;
    }
    out->energy = energy;
}

#if TAC_LANES == 1
#define LANES tac_beam_lanes_1
#elif TAC_LANES == 4
#define LANES tac_beam_lanes_4
#else
#define LANES tac_beam_lanes_8
#endif

extern const tac_law_lanes tac_beam_lanes_1, tac_beam_lanes_4, tac_beam_lanes_8;
const tac_law_lanes LANES = {.at = at};

#if TAC_LANES == 1
static tac_law_bounds bounds(const double *number, const tac_curve *const *table, int row)
{
    const double *n = number;
    double E = n[YOUNG], G = n[SHEAR_MODULUS], A = n[AREA], L = n[LENGTH];
    const double k[6] = {ACROSS(E, G, A, n[AREA_Y], n[SHEAR_X], L),
                         ACROSS(E, G, A, n[AREA_X], n[SHEAR_Y], L),
                         E * A / L,
                         E * n[AREA_X] / L,
                         E * n[AREA_Y] / L,
                         G * n[TORSION] / L};
    (void)table;
    return (tac_law_bounds){.stiffest = k[row],
                            .softest = k[row],
                            .most_damping = n[DAMPING] * k[row],
                            .least_damping = n[DAMPING] * k[row],
                            .limit = HUGE_VAL};
}

static const tac_law_type law = {.word = "beam",
                                 .n_row = 6,
                                 .n_number = 10,
                                 TAC_LAW_PLACES,
                                 .bounds = bounds,
                                 .on = {&tac_beam_lanes_1, &tac_beam_lanes_4, &tac_beam_lanes_8}};

// ---- in model files ----------------------------------------------------------------------------

#define ABOVE_ZERO(called, text, of, k)                                             \
    {                                                                               \
        .name = (called), .help = (text), .kind = TAC_KEY_NUMBER, .quantity = (of), \
        .otherwise = TAC_NEEDED, .range = TAC_ABOVE_ZERO, .at = TAC_LAW_NUMBER(k),  \
        .flags = TAC_KEY_TUNABLE                                                    \
    }
#define PART(called, text, k)                                                               \
    {                                                                                       \
        .name = (called), .help = (text), .kind = TAC_KEY_NUMBER, .quantity = TAC_Q_NUMBER, \
        .range = TAC_ABOVE_ZERO, .value = 5.0 / 6.0, .at = TAC_LAW_NUMBER(k)                \
    }

static const tac_key keys[] = {
    ABOVE_ZERO("E", "Young's modulus", TAC_Q_PRESSURE, YOUNG),
    ABOVE_ZERO("G", "shear modulus", TAC_Q_PRESSURE, SHEAR_MODULUS),
    ABOVE_ZERO("area", "of the section", TAC_Q_AREA, AREA),
    ABOVE_ZERO("Ix", "second moment of area about x of its frame, m^4", TAC_Q_NUMBER, AREA_X),
    ABOVE_ZERO("Iy", "second moment of area about y, m^4", TAC_Q_NUMBER, AREA_Y),
    ABOVE_ZERO("torsion", "torsion constant, m^4", TAC_Q_NUMBER, TORSION),
    PART("shear_x", "part of the area that carries a force along x; 1e9: it does not shear",
         SHEAR_X),
    PART("shear_y", "the same along y", SHEAR_Y),
    {.name = "length",
     .help = "of the beam",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_LENGTH,
     .otherwise = TAC_OR_DISTANCE,
     .range = TAC_ABOVE_ZERO,
     .at = TAC_LAW_NUMBER(LENGTH)},
    {.name = "damping",
     .help = "damping per stiffness",
     .kind = TAC_KEY_NUMBER,
     .quantity = TAC_Q_TIME,
     .range = TAC_FROM_ZERO,
     .at = TAC_LAW_NUMBER(DAMPING),
     .flags = TAC_KEY_TUNABLE},
    TAC_IMPLICIT_KEY(tac_law_desc),
};

const tac_force_type tac_beam_type = {
    .type = {.word = "beam",
             .called = "a beam",
             .help = "elastic beam without mass from `at` of the first body to `at2` of the second",
             .placing = TAC_PLACED_BETWEEN,
             .two_points = true,
             .coincident = "the ends of a beam must differ",
             TAC_KEYS(keys)},
    .is = TAC_LAWS,
    .any_coordinate = true,
    .in_the_middle = true,
    .law = &law,
};
#endif

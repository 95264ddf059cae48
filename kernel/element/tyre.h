// Coefficients of a tyre, as property files (.tir) have them: a list that readers, formulas and tests
// go through.
//
// In a description they are the values of a table, in this order (tac_law_desc.table); its points are 0, 1, 2 and so
// on. All are in SI units. Formulas have them by the names that files and books have.
#ifndef TAC_TYRE_H
#define TAC_TYRE_H

#include "element_types.h"

// Section, key, value where it is missing, unit, use.
#define TAC_TYRE_COEFFICIENTS(X)                                                    \
    X(MODEL, LONGVL, 16.7, TAC_TYRE_SPEED, TAC_TYRE_OF_ALL)                         \
    X(DIMENSION, UNLOADED_RADIUS, 0.0, TAC_TYRE_LENGTH, TAC_TYRE_NEEDED)            \
    X(DIMENSION, WIDTH, 0.0, TAC_TYRE_LENGTH, TAC_TYRE_OF_ALL)                      \
    X(DIMENSION, RIM_RADIUS, 0.0, TAC_TYRE_LENGTH, TAC_TYRE_OF_ALL)                 \
    X(OPERATING_CONDITIONS, INFLPRES, 0.0, TAC_TYRE_PRESSURE, TAC_TYRE_OF_ALL)      \
    X(OPERATING_CONDITIONS, NOMPRES, 0.0, TAC_TYRE_PRESSURE, TAC_TYRE_OF_ALL)       \
    X(VERTICAL, FNOMIN, 0.0, TAC_TYRE_FORCE, TAC_TYRE_NEEDED)                       \
    X(VERTICAL, VERTICAL_STIFFNESS, 0.0, TAC_TYRE_STIFFNESS, TAC_TYRE_NEEDED)       \
    X(VERTICAL, VERTICAL_DAMPING, 0.0, TAC_TYRE_DAMPING, TAC_TYRE_OF_ALL)           \
    X(VERTICAL, BREFF, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                       \
    X(VERTICAL, DREFF, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                       \
    X(VERTICAL, FREFF, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                       \
    X(VERTICAL, Q_RE0, 1.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                       \
    X(VERTICAL, Q_V1, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                        \
    X(VERTICAL, Q_V2, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                        \
    X(VERTICAL, Q_FZ2, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                       \
    X(VERTICAL, Q_FCX, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                       \
    X(VERTICAL, Q_FCY, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                       \
    X(VERTICAL, PFZ1, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)                        \
    X(STRUCTURAL, LONGITUDINAL_STIFFNESS, 0.0, TAC_TYRE_STIFFNESS, TAC_TYRE_OF_ALL) \
    X(STRUCTURAL, LATERAL_STIFFNESS, 0.0, TAC_TYRE_STIFFNESS, TAC_TYRE_OF_ALL)      \
    X(STRUCTURAL, PCFX1, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61)                      \
    X(STRUCTURAL, PCFX2, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61)                      \
    X(STRUCTURAL, PCFX3, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61)                      \
    X(STRUCTURAL, PCFY1, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61)                      \
    X(STRUCTURAL, PCFY2, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61)                      \
    X(STRUCTURAL, PCFY3, 0.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61)                      \
    X(INFLATION_PRESSURE_RANGE, PRESMIN, 1.0, TAC_TYRE_PRESSURE, TAC_TYRE_OF_ALL)   \
    X(INFLATION_PRESSURE_RANGE, PRESMAX, 1e9, TAC_TYRE_PRESSURE, TAC_TYRE_OF_ALL)   \
    X(VERTICAL_FORCE_RANGE, FZMIN, 0.0, TAC_TYRE_FORCE, TAC_TYRE_OF_ALL)            \
    X(VERTICAL_FORCE_RANGE, FZMAX, 1e9, TAC_TYRE_FORCE, TAC_TYRE_OF_ALL)            \
    X(LONG_SLIP_RANGE, KPUMIN, -100.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)            \
    X(LONG_SLIP_RANGE, KPUMAX, 100.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_ALL)             \
    X(SLIP_ANGLE_RANGE, ALPMIN, -1.5, TAC_TYRE_ANGLE, TAC_TYRE_OF_ALL)              \
    X(SLIP_ANGLE_RANGE, ALPMAX, 1.5, TAC_TYRE_ANGLE, TAC_TYRE_OF_ALL)               \
    X(INCLINATION_ANGLE_RANGE, CAMMIN, -1.5, TAC_TYRE_ANGLE, TAC_TYRE_OF_ALL)       \
    X(INCLINATION_ANGLE_RANGE, CAMMAX, 1.5, TAC_TYRE_ANGLE, TAC_TYRE_OF_ALL)        \
    TAC_TYRE_SCALES(X)                                                              \
    TAC_TYRE_LONGITUDINAL(X)                                                        \
    TAC_TYRE_OVERTURNING(X)                                                         \
    TAC_TYRE_LATERAL(X)                                                             \
    TAC_TYRE_ROLLING(X)                                                             \
    TAC_TYRE_ALIGNING(X)

#define TAC_TYRE_SCALE(X, key, use) X(SCALING_COEFFICIENTS, key, 1.0, TAC_TYRE_NUMBER, use)
#define TAC_TYRE_SCALES(X)                    \
    TAC_TYRE_SCALE(X, LFZO, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_SCALE(X, LCX, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LMUX, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_SCALE(X, LEX, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LKX, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LHX, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LVX, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LGAX, TAC_TYRE_OF_52)   \
    TAC_TYRE_SCALE(X, LCY, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LMUY, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_SCALE(X, LEY, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LKY, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LKYC, TAC_TYRE_OF_61)   \
    TAC_TYRE_SCALE(X, LKZC, TAC_TYRE_OF_61)   \
    TAC_TYRE_SCALE(X, LHY, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LVY, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LGAY, TAC_TYRE_OF_52)   \
    TAC_TYRE_SCALE(X, LTR, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LRES, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_SCALE(X, LGAZ, TAC_TYRE_OF_52)   \
    TAC_TYRE_SCALE(X, LXAL, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_SCALE(X, LYKA, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_SCALE(X, LVYKA, TAC_TYRE_OF_ALL) \
    TAC_TYRE_SCALE(X, LS, TAC_TYRE_OF_ALL)    \
    TAC_TYRE_SCALE(X, LSGKP, TAC_TYRE_OF_52)  \
    TAC_TYRE_SCALE(X, LSGAL, TAC_TYRE_OF_52)  \
    TAC_TYRE_SCALE(X, LMX, TAC_TYRE_OF_ALL)   \
    TAC_TYRE_SCALE(X, LVMX, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_SCALE(X, LMY, TAC_TYRE_OF_ALL)

#define TAC_TYRE_LONG(X, key, use) X(LONGITUDINAL_COEFFICIENTS, key, 0.0, TAC_TYRE_NUMBER, use)
#define TAC_TYRE_LONGITUDINAL(X)            \
    TAC_TYRE_LONG(X, PCX1, TAC_TYRE_NEEDED) \
    TAC_TYRE_LONG(X, PDX1, TAC_TYRE_NEEDED) \
    TAC_TYRE_LONG(X, PDX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PDX3, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PEX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PEX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PEX3, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PEX4, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PKX1, TAC_TYRE_NEEDED) \
    TAC_TYRE_LONG(X, PKX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PKX3, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PHX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PHX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PVX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PVX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, RBX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, RBX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, RBX3, TAC_TYRE_OF_61)  \
    TAC_TYRE_LONG(X, RCX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, REX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, REX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, RHX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_LONG(X, PTX1, TAC_TYRE_OF_52)  \
    TAC_TYRE_LONG(X, PTX2, TAC_TYRE_OF_52)  \
    TAC_TYRE_LONG(X, PTX3, TAC_TYRE_OF_52)  \
    TAC_TYRE_LONG(X, PPX1, TAC_TYRE_OF_61)  \
    TAC_TYRE_LONG(X, PPX2, TAC_TYRE_OF_61)  \
    TAC_TYRE_LONG(X, PPX3, TAC_TYRE_OF_61)  \
    TAC_TYRE_LONG(X, PPX4, TAC_TYRE_OF_61)

#define TAC_TYRE_OVER(X, key, use) X(OVERTURNING_COEFFICIENTS, key, 0.0, TAC_TYRE_NUMBER, use)
#define TAC_TYRE_OVERTURNING(X)             \
    TAC_TYRE_OVER(X, QSX1, TAC_TYRE_OF_ALL) \
    TAC_TYRE_OVER(X, QSX2, TAC_TYRE_OF_ALL) \
    TAC_TYRE_OVER(X, QSX3, TAC_TYRE_OF_ALL) \
    TAC_TYRE_OVER(X, QSX4, TAC_TYRE_OF_61)  \
    TAC_TYRE_OVER(X, QSX5, TAC_TYRE_OF_61)  \
    TAC_TYRE_OVER(X, QSX6, TAC_TYRE_OF_61)  \
    TAC_TYRE_OVER(X, QSX7, TAC_TYRE_OF_61)  \
    TAC_TYRE_OVER(X, QSX8, TAC_TYRE_OF_61)  \
    TAC_TYRE_OVER(X, QSX9, TAC_TYRE_OF_61)  \
    TAC_TYRE_OVER(X, QSX10, TAC_TYRE_OF_61) \
    TAC_TYRE_OVER(X, QSX11, TAC_TYRE_OF_61) \
    TAC_TYRE_OVER(X, PPMX1, TAC_TYRE_OF_61)

#define TAC_TYRE_LAT(X, key, use) X(LATERAL_COEFFICIENTS, key, 0.0, TAC_TYRE_NUMBER, use)
#define TAC_TYRE_LATERAL(X)                                             \
    TAC_TYRE_LAT(X, PCY1, TAC_TYRE_NEEDED)                              \
    TAC_TYRE_LAT(X, PDY1, TAC_TYRE_NEEDED)                              \
    TAC_TYRE_LAT(X, PDY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PDY3, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PEY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PEY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PEY3, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PEY4, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PEY5, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PKY1, TAC_TYRE_NEEDED)                              \
    TAC_TYRE_LAT(X, PKY2, TAC_TYRE_NEEDED)                              \
    TAC_TYRE_LAT(X, PKY3, TAC_TYRE_OF_ALL)                              \
    X(LATERAL_COEFFICIENTS, PKY4, 2.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61) \
    TAC_TYRE_LAT(X, PKY5, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PKY6, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PKY7, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PHY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PHY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PHY3, TAC_TYRE_OF_52)                               \
    TAC_TYRE_LAT(X, PVY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PVY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PVY3, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PVY4, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RBY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RBY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RBY3, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RBY4, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, RCY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, REY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, REY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RHY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RHY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RVY1, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RVY2, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RVY3, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RVY4, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RVY5, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, RVY6, TAC_TYRE_OF_ALL)                              \
    TAC_TYRE_LAT(X, PTY1, TAC_TYRE_OF_52)                               \
    TAC_TYRE_LAT(X, PTY2, TAC_TYRE_OF_52)                               \
    TAC_TYRE_LAT(X, PPY1, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PPY2, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PPY3, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PPY4, TAC_TYRE_OF_61)                               \
    TAC_TYRE_LAT(X, PPY5, TAC_TYRE_OF_61)

#define TAC_TYRE_ROLL(X, key, use) X(ROLLING_COEFFICIENTS, key, 0.0, TAC_TYRE_NUMBER, use)
#define TAC_TYRE_ROLLING(X)                                             \
    TAC_TYRE_ROLL(X, QSY1, TAC_TYRE_OF_ALL)                             \
    TAC_TYRE_ROLL(X, QSY2, TAC_TYRE_OF_ALL)                             \
    TAC_TYRE_ROLL(X, QSY3, TAC_TYRE_OF_ALL)                             \
    TAC_TYRE_ROLL(X, QSY4, TAC_TYRE_OF_ALL)                             \
    TAC_TYRE_ROLL(X, QSY5, TAC_TYRE_OF_61)                              \
    TAC_TYRE_ROLL(X, QSY6, TAC_TYRE_OF_61)                              \
    X(ROLLING_COEFFICIENTS, QSY7, 1.0, TAC_TYRE_NUMBER, TAC_TYRE_OF_61) \
    TAC_TYRE_ROLL(X, QSY8, TAC_TYRE_OF_61)

#define TAC_TYRE_ALIGN(X, key, use) X(ALIGNING_COEFFICIENTS, key, 0.0, TAC_TYRE_NUMBER, use)
#define TAC_TYRE_ALIGNING(X)                  \
    TAC_TYRE_ALIGN(X, QBZ1, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QBZ2, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QBZ3, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QBZ4, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QBZ5, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QBZ9, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QBZ10, TAC_TYRE_OF_ALL) \
    TAC_TYRE_ALIGN(X, QCZ1, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ1, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ2, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ3, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ4, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ6, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ7, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ8, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ9, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QDZ10, TAC_TYRE_OF_61)  \
    TAC_TYRE_ALIGN(X, QDZ11, TAC_TYRE_OF_61)  \
    TAC_TYRE_ALIGN(X, QEZ1, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QEZ2, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QEZ3, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QEZ4, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QEZ5, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QHZ1, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QHZ2, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QHZ3, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, QHZ4, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, SSZ1, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, SSZ2, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, SSZ3, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, SSZ4, TAC_TYRE_OF_ALL)  \
    TAC_TYRE_ALIGN(X, PPZ1, TAC_TYRE_OF_61)   \
    TAC_TYRE_ALIGN(X, PPZ2, TAC_TYRE_OF_61)

#define TAC_TYRE_ENUM(section, key, otherwise, unit, use) key,
enum {
    TAC_TYRE_COEFFICIENTS(TAC_TYRE_ENUM) TAC_TYRE_OF_FILE,
    // what follows from them
    OLD = TAC_TYRE_OF_FILE, // 1: of 5.2, 0: of 6.1, 2: of TMeasy
    Q_FZ1,
    TAN_ALPMIN,
    TAN_ALPMAX,
    // what files say of themselves
    FITTYP,
    RIGHT, // 1: of a file for the right side of a vehicle
    // TMeasy: at the nominal load and at twice that, slope at zero, slip and force of the peak, slip and force from
    // where it slides; and lever, its slip where it vanishes first, and where it is zero
    TMEASY_X,
    TMEASY_Y = TMEASY_X + 10,
    TMEASY_TRAIL = TMEASY_Y + 10,
    TAC_TYRE_N = TMEASY_TRAIL + 6
};

#endif

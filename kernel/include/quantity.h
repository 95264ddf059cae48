// What a number measures. Its units and their names are in config/include/units.h.
#ifndef TAC_QUANTITY_H
#define TAC_QUANTITY_H

typedef enum tac_quantity {
    TAC_Q_NUMBER, // without unit
    TAC_Q_LENGTH,
    TAC_Q_MASS,
    TAC_Q_TIME,
    TAC_Q_ANGLE,
    TAC_Q_ANGULAR_VELOCITY,
    TAC_Q_FREQUENCY,
    TAC_Q_VELOCITY,
    TAC_Q_ACCELERATION,
    TAC_Q_FORCE,
    TAC_Q_TORQUE,
    TAC_Q_STIFFNESS,
    TAC_Q_ROT_STIFFNESS,
    TAC_Q_DAMPING,
    TAC_Q_ROT_DAMPING,
    TAC_Q_INERTIA,
    TAC_Q_DENSITY,
    TAC_Q_AREA,
    TAC_Q_LEAD,
    TAC_Q_CONTACT_DAMPING,
    TAC_Q_PRESSURE, // elastic moduli
    TAC_Q_ANY,      // parameters, tables, named sources: any unit; rpm counts as angular velocity
    TAC_N_QUANTITY
} tac_quantity;

#endif

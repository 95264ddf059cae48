// How fast a mode of a flexible body is with a step of the trapezoidal rule.
//
// The rule keeps a mode that it does not resolve ringing, beyond omega dt of three with another sign in every step, and what
// bodies turn in a step feeds that: slender rods in violent motion gained energy until they flew apart. A mode has a mass
// of one. With one of (omega dt / 1.5)^2 and its stiffness as it is, it is as soft under a load as before and has a
// frequency of 1.5 over the step; with some damping it comes to its place within some steps. What it gets is of second
// order in the step.
#ifndef TAC_MODAL_PACE_H
#define TAC_MODAL_PACE_H

typedef struct tac_modal_pace {
    double mass; // >= 1
    double zeta; // ratio of damping that goes with omega: 2 zeta omega times the rate is the force
} tac_modal_pace;

// omega in rad/s, its ratio of damping, and a step in s. Mass of one and that ratio up to omega dt of one.
tac_modal_pace tac_pace_of_mode(double omega, double zeta, double dt);

#endif

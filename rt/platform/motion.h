// What the legs do in each state: one reference length per leg, and the limiter behind it.
//
// Changes of state are soft because they happen between lengths. When a state begins, every leg has
// a length and a velocity; left alone it would glide to a standstill within the braking time. The new
// state's own lengths (park position, or the washed-out motion) are blended in along
// s(t) = 10 t^3 - 15 t^4 + 6 t^5, so that the reference has no step and no kink and, its ends being
// within the stroke, does not leave it. An emergency stop uses no reference: the legs brake.
#ifndef TAC_MOTION_H
#define TAC_MOTION_H

#include "kinematics.h"
#include "limits.h"
#include "modes.h"
#include "washout.h"

typedef struct tac_leg_extremes { // of what was commanded
    double shortest, longest, velocity, acceleration;
} tac_leg_extremes;

typedef struct tac_motion {
    const tac_platform_file *is;
    double dt;
    tac_leg_limits limits;
    tac_washout washout;
    tac_leg leg[TAC_LEGS];
    double from[TAC_LEGS], speed[TAC_LEGS]; // when the state began
    double t;                               // s since then
    tac_leg_extremes extremes[TAC_LEGS];
    int64_t limited; // cycles in which a limit kept a leg from its reference
} tac_motion;

void tac_motion_init(tac_motion *m, const tac_platform_file *f);

// The legs stand still at these lengths; not finite ones count as parked.
void tac_motion_place(tac_motion *m, const double length[TAC_LEGS]);

// A new state begins where the legs are now.
void tac_motion_begin(tac_motion *m, tac_platform_state state);

// One cycle in a state other than waiting: the new lengths stand in m->leg.
void tac_motion_step(tac_motion *m, tac_platform_state state, vec3 force, vec3 rate);

int tac_motion_is_at_rest(const tac_motion *m);
int tac_motion_is_parked(const tac_motion *m); // at rest in the parking position

#endif

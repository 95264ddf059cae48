// The last stage before the legs: whatever is asked for, the lengths that leave it keep stroke,
// velocity and acceleration.
//
// A leg has a length x and a velocity v; one step makes x += v' dt with |v'| <= V and
// |v' - v| <= A dt =: a. Braking from v by a per step covers
//   stop(v) = dt ((v - a) + (v - 2 a) + ...) = dt (n v - a n (n + 1) / 2),  n = floor(v / a)
// and the invariant is that both ends stay out of its reach, x + stop(v) <= longest and likewise
// downwards. It holds at rest; braking keeps it, because stop(v) shrinks by exactly the way that is
// covered; and every other velocity is taken only up to the one that keeps it, the root of
// dt v + stop(v) = room, which is closed form too. So there is always a way on, for any input: steps,
// noise, not a number. A millionth of velocity and acceleration, and a billionth of the stroke, are
// kept back for rounding.
//
// Within that a leg follows its target: in the target's own frame it approaches by the same rule with
// half the acceleration, so that it arrives without overshoot; a target that keeps the limits
// is met exactly, in the same step.
#ifndef TAC_LIMITS_H
#define TAC_LIMITS_H

typedef struct tac_leg_limits {
    double dt;                // s
    double shortest, longest; // m
    double velocity;          // m/s, the velocity that may be used
    double change;            // m/s per step: a
} tac_leg_limits;

typedef struct tac_leg {
    double length, velocity;
    double target; // of the last step
} tac_leg;

tac_leg_limits tac_leg_limits_make(double shortest, double longest, double velocity,
                                   double acceleration, double dt);

// At rest at this length, moved into the stroke if need be.
void tac_leg_reset(tac_leg *leg, const tac_leg_limits *l, double length);

// One step towards the target. Returns 1 when the limits kept it away.
int tac_leg_follow(tac_leg *leg, const tac_leg_limits *l, double target);

// One step of the hardest braking.
void tac_leg_brake(tac_leg *leg, const tac_leg_limits *l);

#endif

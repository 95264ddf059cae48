// Classical washout: what the driver of the vehicle feels becomes a motion of the platform that feels
// alike and always comes back.
//
//   f --> scale, cut --> f_L --> R f_L - g --> high-pass --> integrated twice --> position
//                         |        ^
//                         |        | attitude R of the platform, of the step before
//                         +--> low-pass --> angle of gravity --> rate limit --+
//   w --> scale, cut --> rates of the angles --> high-pass --> integrated ----+--> attitude
//
// The structure is that of Reid and Nahon, Flight Simulation Motion-Base Drive Algorithms, part 1
// (UTIAS Report 296, 1985), with z up: x forward, y left, a level driver at rest feels
// f = (0, 0, g), and a positive pitch lowers the nose. Transfer functions: docs/platform.md.
//
// Everything is bounded by the file's scales and limits whatever comes in; an input that is not
// finite counts as rest.
#ifndef TAC_WASHOUT_H
#define TAC_WASHOUT_H

#include "filter.h"
#include "kinematics.h"
#include "platform_file.h"

typedef struct tac_washout {
    tac_washout_options is;
    double dt;
    tac_first_order drift[3];
    tac_second_order move[3], turn[3];
    tac_second_order tilt[2]; // low-passed f_x and f_y
    double roll, pitch;       // of tilt coordination, after the rate limit
    tac_platform_pose pose;   // the result, relative to home
} tac_washout;

void tac_washout_init(tac_washout *w, const tac_washout_options *options, double dt);

// The platform at home, at rest.
void tac_washout_reset(tac_washout *w);

// One step: specific force and angular rate in the driver's axes. The result stands in w->pose.
void tac_washout_step(tac_washout *w, vec3 force, vec3 rate);

#endif

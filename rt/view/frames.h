// Pictures of a moving mechanism at a few instants, side by side in the terminal.
//
// The view looks along the horizontal axis in which the mechanism is thinnest, with gravity
// pointing down; all pictures share one scale. Links are lines from centres of mass to joints,
// rods are lines, beams bent ones, springs are dotted, ground joints are crosses. A table with energy and residuals
// of the same instants goes with them.
#ifndef TAC_FRAMES_H
#define TAC_FRAMES_H

#include <stdint.h>
#include <stdio.h>

#include "simulation/flexible_frames.h"
#include "simulation/simulation.h"

typedef struct tac_frame_shot {
    double t; // s
    vec3 *r;  // of bodies, then of frames on flexible ones
    quat *p;  // likewise
    tac_report report;
} tac_frame_shot;

typedef struct tac_frames {
    int n, taken;         // pictures wanted and taken
    int64_t n_step;       // steps of the whole run
    tac_frame_shot *shot; // (n)
    void *poses;          // storage of all shots
    tac_flexible_frames flexible;
} tac_frames;

// Memory for n pictures spread evenly over n_step steps; returns 0 when there is none.
int tac_frames_init(tac_frames *f, const tac_simulation *s, int n, int64_t n_step);
void tac_frames_free(tac_frames *f);

// Takes a picture when the simulation has reached the step of the next one.
void tac_frames_take(tac_frames *f, const tac_simulation *s);

void tac_frames_print(const tac_frames *f, const tac_simulation *s, FILE *out);

#endif

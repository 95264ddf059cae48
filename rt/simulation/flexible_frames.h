// Frames on flexible bodies, where their modes put them: interfaces, and points along beams. They are what a bent body
// is drawn by.
//
// Names are those of the body and the interface, "rod.a", or a number from the first end, "rod.1"; where a body or a
// frame before has that name, with a "_" behind.
#ifndef TAC_FLEXIBLE_FRAMES_H
#define TAC_FLEXIBLE_FRAMES_H

#include "visual.h"

typedef struct tac_flexible_frame {
    char *name;
    int body, n;       // its modes
    size_t mode;       // where their coordinates begin in the modes of a state
    vec3 s;            // at rest, from the body's origin, body axes, m
    double *phi, *psi; // displacement and small rotation per mode            (3 x n)
} tac_flexible_frame;

typedef struct tac_flexible_frames {
    tac_flexible_frame *frame; // (n) of the bodies in their order, interfaces first
    int n;
    size_t n_mode; // of all bodies
    int *first;    // of a body: its first interface, TAC_NONE: it is rigid  (n_body)
    int n_body;
} tac_flexible_frames;

// Owns all that it holds. False without memory; to be closed all the same.
bool tac_flexible_frames_open(tac_flexible_frames *f, const tac_model_file *file);
void tac_flexible_frames_close(tac_flexible_frames *f); // a zeroed one is fine

// Where a frame is on a body at r, p; q are the coordinates of the body's modes, NULL: all zero.
//   cost     6 n multiplications; no allocation
void tac_flexible_frame_at(const tac_flexible_frame *f, vec3 r, quat p, const double *q, vec3 *to_r,
                           quat *to_p);

// The same in a state.
void tac_flexible_frame_in(const tac_flexible_frame *f, const tac_state *s, vec3 *to_r, quat *to_p);

// Poses of all bodies, then of all frames, in a state: r and Euler parameters, seven numbers each. Returns what is behind.
double *tac_put_poses(const tac_flexible_frames *f, const tac_state *s, double *to);

// Which frame a side of an element is on, TAC_NONE: the body itself, or ground.
int tac_flexible_frame_of(const tac_flexible_frames *f, const tac_frame *at);

// Points of a beam, in order from end to end: at most `most` of them. Returns their number.
int tac_flexible_frames_along(const tac_flexible_frames *f, int body, int *frame, int most);

#endif

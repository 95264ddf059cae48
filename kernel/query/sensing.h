// What several sensors have in common.
#ifndef TAC_SENSING_H
#define TAC_SENSING_H

#include "model/flexible.h"
#include "model/rows.h"
#include "model/tables.h"

// A frame of a sensor as it moves, world axes.
typedef struct tac_sensed {
    vec3 r;
    quat q;
    mat3 X; // axes
    vec3 v, w;
} tac_sensed;

static inline tac_sensed tac_sensed_frame(const tac_model *m, const tac_state *s,
                                          const tac_frame *f)
{
    tac_pose pose = tac_state_pose_of(m, s, f->body, f->interface);
    vec3 lever = mul3(pose.A, f->s), w = mul3(pose.A, pose.w);
    return (tac_sensed){.r = add3(pose.r, lever),
                        .q = mulq(pose.p, f->q),
                        .X = mulm3(pose.A, rotation(f->q)),
                        .v = add3(pose.v, cross3(w, lever)),
                        .w = w};
}

// Acceleration of its origin, and angular acceleration.
static inline void tac_sensed_acceleration(const tac_model *m, const tac_state *s,
                                           const tac_frame *f, vec3 *a, vec3 *wd)
{
    tac_pose pose = tac_state_pose_of(m, s, f->body, f->interface);
    vec3 lever = mul3(pose.A, f->s), w = mul3(pose.A, pose.w);
    *a = *wd = (vec3){0.0, 0.0, 0.0};
    if (f->body != TAC_GROUND) {
        tac_state_acceleration(m, s, f->body, f->interface, a, wd);
        *wd = mul3(pose.A, *wd);
    }
    *a = add3(*a, add3(cross3(*wd, lever), cross3(w, cross3(w, lever))));
}

// The element that a sensor is about.
static inline const tac_element *tac_sensed_element(const tac_model *m, const tac_sensor_desc *d)
{
    return &m->element[m->element_first[d->what] + d->element];
}

// Writes three numbers; returns the place behind them.
static inline double *tac_put3(double *out, vec3 a)
{
    out[0] = a.x;
    out[1] = a.y;
    out[2] = a.z;
    return out + 3;
}

// A vector in the axes that the sensor asks for: world axes, or those of a frame.
static inline vec3 tac_in_axes(const tac_sensor_desc *d, mat3 X, vec3 world)
{
    return d->in_frame ? tmul3(X, world) : world;
}

#endif

// A flexible body and its interfaces in the fields that elements read.
#ifndef TAC_FLEXIBLE_INTERFACES_H
#define TAC_FLEXIBLE_INTERFACES_H

#include "flexible.h"
#include "single_access.h"

// Of a body's fields.
typedef struct tac_motion {
    vec3 r, v, w, a, wd;
    quat p;
} tac_motion;

static inline tac_motion tac_flex_motion(const tac_workspace *w, int body)
{
    return (tac_motion){.r = tac_body_vec3(w, body, B_R),
                        .v = tac_body_vec3(w, body, B_V),
                        .w = tac_body_vec3(w, body, B_W),
                        .a = tac_body_vec3(w, body, B_ACC),
                        .wd = tac_body_vec3(w, body, B_WD),
                        .p = tac_body_quat(w, body, B_P)};
}

// Places, velocities and accelerations; p is unit.
void tac_set_flex_motion(tac_workspace *w, int body, const tac_motion *at);

// Pose of an interface, in the fields of the step's end (B_R) or start (B_R0).
void tac_set_flex_pose(tac_workspace *w, int interface, int field, const tac_pose *at);
// Where all interfaces are on the body (b->now), their poses and rates: whenever q has changed.
void tac_set_flex_interfaces(tac_workspace *w, tac_flex_body *b);
// The same where rates alone have.
void tac_set_flex_rates(tac_workspace *w, const tac_flex_body *b);
// x of the linear problem at the interfaces, with what accelerations have besides.
void tac_set_flex_unknown(tac_workspace *w, const tac_flex_body *b, bool quad);
// Accelerations of the body as those of its interfaces; factors are of where it is.
void tac_set_flex_accelerations(tac_workspace *w, const tac_flex_body *b);

// What a stage of index-3 does with a flexible body.
typedef void tac_flex_work(tac_workspace *w, tac_flex_body *b);

#endif

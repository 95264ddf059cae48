// A flexible body and its interfaces in the fields that elements read.
#ifndef TAC_INDEX3_FLEXIBLE_INTERFACES_H
#define TAC_INDEX3_FLEXIBLE_INTERFACES_H

#include "stages/flexible.h"

// Of a body's fields, before a stage of rigid bodies changes them.
typedef struct tac_motion {
    vec3 r, v, w, a, wd;
    quat p;
} tac_motion;

tac_motion tac_flex_motion(const tac_workspace *w, int body);
void tac_set_flex_motion(tac_workspace *w, int body, const tac_motion *at);

// Sum of the shapes (3, n) times x.
static inline vec3 tac_flex_shapes(const double *a, int n, const double *x)
{
    vec3 sum = {0.0, 0.0, 0.0};
    for (int j = 0; j < n; j++) {
        sum.x += a[j] * x[j];
        sum.y += a[n + j] * x[j];
        sum.z += a[2 * n + j] * x[j];
    }
    return sum;
}

// Pose of an interface, in the fields of the step's end (B_R) or start (B_R0).
void tac_set_flex_pose(tac_workspace *w, int interface, int field, const tac_pose *at);
// Poses and rates of all interfaces, where the body is.
void tac_set_flex_interfaces(tac_workspace *w, tac_flex_body *b);
// x of the linear problem at the interfaces, with what accelerations have besides.
void tac_set_flex_unknown(tac_workspace *w, const tac_flex_body *b, bool quad);
// Accelerations of the body as those of its interfaces; factors are of where it is.
void tac_set_flex_accelerations(tac_workspace *w, const tac_flex_body *b);

// What a stage of index-3 does with a flexible body, after that of rigid bodies has run over it.
typedef void tac_flex_work(tac_workspace *w, tac_flex_body *b, const tac_motion *before);

#endif

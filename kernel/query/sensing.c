#include "sensing.h"

tac_sensed tac_sensed_frame(const tac_model *m, const tac_state *s, const tac_frame *f)
{
    tac_pose pose = tac_state_pose_of(m, s, f->body, f->interface);
    vec3 lever = mul3(pose.A, f->s), w = mul3(pose.A, pose.w);
    return (tac_sensed){.r = add3(pose.r, lever),
                        .q = mulq(pose.p, f->q),
                        .X = mulm3(pose.A, rotation(f->q)),
                        .v = add3(pose.v, cross3(w, lever)),
                        .w = w};
}

void tac_sensed_acceleration(const tac_model *m, const tac_state *s, const tac_frame *f, vec3 *a,
                             vec3 *wd)
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

const tac_element *tac_sensed_element(const tac_model *m, const tac_sensor_desc *d)
{
    return &m->element[m->element_first[d->what] + d->element];
}

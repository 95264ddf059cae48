#include "kinematics.h"

#include "elementary.h"

mat3 tac_platform_rotation(const tac_platform_pose *pose)
{
    tac_sincos_pair r = tac_sincos(pose->roll), p = tac_sincos(pose->pitch);
    tac_sincos_pair y = tac_sincos(pose->yaw);
    return (mat3){
        {y.cos * p.cos, y.cos * p.sin * r.sin - y.sin * r.cos,
         y.cos * p.sin * r.cos + y.sin * r.sin},
        {y.sin * p.cos, y.sin * p.sin * r.sin + y.cos * r.cos,
         y.sin * p.sin * r.cos - y.cos * r.sin},
        {-p.sin, p.cos * r.sin, p.cos * r.cos},
    };
}

void tac_platform_inverse(const tac_platform_geometry *g, const tac_platform_pose *pose,
                          double length[TAC_LEGS])
{
    mat3 R = tac_platform_rotation(pose);
    vec3 c = add3(add3(g->home, pose->position), g->driver);
    for (int i = 0; i < TAC_LEGS; i++) {
        vec3 joint = add3(c, mul3(R, sub3(g->top[i], g->driver)));
        length[i] = norm3(sub3(joint, g->base[i]));
    }
}

// Force and torque of a joint on its second body.
#include "observe.h"
#include "query/sensing.h"
#include "sensor_types.h"

static const char *const axes[] = {"world", "joint"};

static const tac_key keys[] = {
    {.name = "axes",
     .help = "of the components; `joint`: of the second frame",
     .kind = TAC_KEY_WORD,
     TAC_WORDS(axes),
     .at = offsetof(tac_sensor_desc, in_frame)},
    {.name = "at",
     .help = "point of the second body about which the torque is, at the initial configuration in "
             "the file's frame; default the joint's",
     .kind = TAC_KEY_POINT},
};

static const tac_column columns[] = {{"fx", "N", 0},   {"fy", "N", 0},   {"fz", "N", 0},
                                     {"tx", "N*m", 0}, {"ty", "N*m", 0}, {"tz", "N*m", 0}};

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    const tac_element *e = tac_sensed_element(m, d);
    double world[6];
    tac_joint_reaction(m, s, d->element, world);
    tac_pose pb = tac_state_pose(m, s, e, 1);
    mat3 X = mulm3(pb.A, e->R[1]);
    vec3 force = {world[0], world[1], world[2]}, torque = {world[3], world[4], world[5]};
    if (d->elsewhere) {
        vec3 joint = add3(pb.r, mul3(pb.A, e->s[1])), point = tac_sensed_frame(m, s, &d->a).r;
        torque = add3(torque, cross3(sub3(joint, point), force));
    }
    tac_put3(out, tac_in_axes(d, X, force));
    tac_put3(out + 3, tac_in_axes(d, X, torque));
}

const tac_sensor_type tac_reaction_sensor = {
    .type = {.word = "reaction",
             .called = "a reaction sensor",
             .help = "force and torque of a joint on its second body",
             .placing = TAC_PLACED_AT_JOINT,
             TAC_KEYS(keys)},
    TAC_COLUMNS(columns),
    .measure = measure,
};

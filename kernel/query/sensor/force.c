// What a spring, bushing, friction, contact or part carries.
#include "model/law.h"
#include "observe.h"
#include "query/sensing.h"
#include "sensor_types.h"

// Of a bushing, against what it is displaced and turned by, axes of its first frame: its rows of rotation push less than
// their multipliers, by the energy that they have.
static void bushing_force(const tac_model *m, const tac_state *s, const tac_sensor_desc *d,
                          const tac_element *e, double *out)
{
    double on_second[6];
    tac_element_reaction(m, s, d->what, d->element, on_second);
    mat3 axes = mulm3(tac_state_pose(m, s, e, 0).A, e->R[0]);
    for (int k = 0; k < 2; k++) {
        const double *of = on_second + 3 * k;
        vec3 along = tmul3(axes, (vec3){-of[0], -of[1], -of[2]});
        out[3 * k] = along.x + 0.0; // no negative zeros
        out[3 * k + 1] = along.y + 0.0;
        out[3 * k + 2] = along.z + 0.0;
    }
}

static int width(const tac_model *m, const tac_sensor_desc *s)
{
    return tac_sensed_element(m, s)->n_row;
}

// Of one row that of its coordinate; a bushing has three forces, then three torques; else it depends.
static tac_column column_of(const tac_desc *d, const tac_sensor_desc *s, int k, int all)
{
    tac_coordinate along = s->what == TAC_SPRINGS     ? d->spring[s->element].coordinate
                           : s->what == TAC_FRICTIONS ? d->friction[s->element].coordinate
                           : s->what == TAC_LAWS      ? d->law[s->element].coordinate
                                                      : TAC_DISTANCE;
    bool turns = all == 6 ? k >= 3 : along == TAC_ANGLE;
    return (tac_column){.name = "f", .unit = turns ? "N*m" : "N", .number = all > 1 ? k + 1 : 0};
}

static void measure(const tac_model *m, const tac_state *s, const tac_report *r,
                    const tac_sensor_desc *d, double *out)
{
    (void)r;
    const tac_element *e = tac_sensed_element(m, d);
    if (tac_element_part(m, e) != TAC_NONE) {
        tac_element_reaction(m, s, d->what, d->element, out);
        return;
    }
    if (e->n_row == 6) {
        bushing_force(m, s, d, e, out);
        return;
    }
    for (int k = 0; k < e->n_row; k++) {
        out[k] = s->lambda[e->row + k];
    }
}

const tac_sensor_type tac_force_sensor = {
    .type = {.word = "force",
             .called = "a force sensor",
             .help = "what a force element carries, against its coordinate: above zero a spring "
                     "pulls together, and an `actuator` has the other sign; of a part force and "
                     "torque on the second mount, world axes",
             .placing = TAC_PLACED_AT_FORCE},
    .width = width,
    .column_of = column_of,
    .columns = "`f`, or `f1 ... f6`",
    .measure = measure,
};

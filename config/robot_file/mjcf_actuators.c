#include "mjcf_actuators.h"

#include <math.h>
#include <string.h>

#include "mjcf_equality.h"

typedef struct affine { // force = gain u + b[0] + b[1] length + b[2] speed
    double gain, b[3];
} affine;

// False for a law that is not linear, or has a state of its own.
static bool read_general(const tac_mjcf_element *e, affine *f)
{
    const char *gain = tac_mjcf_text(e, "gaintype"), *bias = tac_mjcf_text(e, "biastype"),
               *dynamics = tac_mjcf_text(e, "dyntype");
    double g[10] = {1.0}, b[10] = {0.0};
    (void)tac_mjcf_values(e, "gainprm", 1, 10, g);
    (void)tac_mjcf_values(e, "biasprm", 1, 10, b);
    *f = (affine){g[0], {0.0, 0.0, 0.0}};
    if (bias && strcmp(bias, "affine") == 0) {
        memcpy(f->b, b, sizeof f->b);
    } else if (bias && strcmp(bias, "none") != 0) {
        return false;
    }
    return (!gain || strcmp(gain, "fixed") == 0) && (!dynamics || strcmp(dynamics, "none") == 0);
}

static bool read_law(const tac_mjcf_element *e, affine *f)
{
    const tac_xml_node *node = e->node;
    *f = (affine){1.0, {0.0, 0.0, 0.0}};
    if (tac_robot_is(node, "motor")) {
        return true;
    }
    if (tac_robot_is(node, "general")) {
        return read_general(e, f);
    }
    if (tac_robot_is(node, "position")) {
        const double kp = tac_mjcf_value(e, "kp", 1.0), kv = tac_mjcf_value(e, "kv", 0.0);
        *f = (affine){kp, {0.0, -kp, -kv}};
        return !tac_mjcf_text(e, "dampratio") && tac_mjcf_value(e, "timeconst", 0.0) == 0.0;
    }
    if (tac_robot_is(node, "velocity")) {
        const double kv = tac_mjcf_value(e, "kv", 1.0);
        *f = (affine){kv, {0.0, 0.0, -kv}};
        return true;
    }
    return false;
}

static int add_input(tac_mjcf *m, const tac_mjcf_element *e, const char *name)
{
    tac_robot *r = m->r;
    double range[2] = {0.0};
    const bool has_range = tac_mjcf_values(e, "ctrlrange", 2, 2, range);
    const bool is_limited = tac_mjcf_limited(e, "ctrllimited", has_range) && range[0] < range[1];
    *(tac_robot_input *)tac_robot_add(r, &r->input, sizeof(tac_robot_input)) =
        (tac_robot_input){.name = name,
                          .node = e->node,
                          .is_limited = is_limited,
                          .least = range[0],
                          .most = range[1]};
    return r->input.n - 1;
}

// On a joint, whose length is gear times what the file calls its coordinate.
static void add_motor(tac_mjcf *m, const tac_mjcf_element *e, const affine *f, int input, int joint,
                      double gear)
{
    tac_robot *r = m->r;
    double range[2] = {0.0};
    const bool has_range = tac_mjcf_values(e, "forcerange", 2, 2, range);
    const bool is_bounded = tac_mjcf_limited(e, "forcelimited", has_range) && range[0] < range[1];
    const double zero = tac_robot_joint_at(r, joint)->zero;
    const tac_robot_motor motor = {
        .joint = joint,
        .input = input,
        .gain = gear * f->gain,
        .offset = gear * (f->b[0] + f->b[1] * gear * zero),
        .stiffness = -f->b[1] * gear * gear,
        .damping = -f->b[2] * gear * gear,
        .is_bounded = is_bounded,
        .least = fmin(gear * range[0], gear * range[1]),
        .most = fmax(gear * range[0], gear * range[1]),
    };
    *(tac_robot_motor *)tac_robot_add(r, &r->motor, sizeof motor) = motor;
}

static bool turns_or_slides(const tac_robot *r, int joint)
{
    const tac_robot_joint_type type = tac_robot_joint_at(r, joint)->type;
    return type == TAC_ROBOT_REVOLUTE || type == TAC_ROBOT_PRISMATIC;
}

// The joints that it acts on, with factors; 0: what it acts on is not taken.
static int find_transmission(tac_mjcf *m, tac_xml_node *node, tac_robot_term *term)
{
    tac_robot *r = m->r;
    const char *joint = tac_robot_attribute(node, "joint");
    joint = joint ? joint : tac_robot_attribute(node, "jointinparent"); // the same for one axis
    const char *tendon = joint ? NULL : tac_robot_attribute(node, "tendon");
    if (joint) {
        const int found = tac_robot_find_joint(r, joint);
        if (found < 0) {
            tac_robot_refuse(r, node, "there is no joint '%.80s'; add it", joint);
        }
        *term = (tac_robot_term){found, 1.0, TAC_ROBOT_NO_TABLE};
        return turns_or_slides(r, found) ? 1 : 0;
    }
    return tendon ? tac_mjcf_fixed_tendon(m, tendon, term) : 0;
}

static void read_actuator(tac_mjcf *m, tac_xml_node *node)
{
    tac_robot *r = m->r;
    const tac_mjcf_element e = tac_mjcf_element_of(m, node, node->name, NULL);
    const char *name = tac_robot_attribute(node, "name");
    m->n_motor++;
    if (!name || name[0] == '\0') {
        name = tac_robot_print(r, " actuator%d", m->n_motor);
    }
    affine f;
    tac_robot_term term[TAC_ROBOT_TERMS];
    const bool is_linear = read_law(&e, &f);
    const int n = is_linear ? find_transmission(m, node, term) : 0;
    const bool is_spring = f.b[1] != 0.0 || f.b[2] != 0.0;
    if (n == 0 || f.b[1] > 0.0 || f.b[2] > 0.0 || (n > 1 && is_spring)) {
        tac_robot_tell(r, node, "actuator '%.80s' (<%.40s>%s) is not taken", name, node->name,
                       !is_linear ? ", with a law or a state of its own" : "");
        tac_robot_see_all(node);
        return;
    }
    double gear[6] = {1.0};
    (void)tac_mjcf_values(&e, "gear", 1, 6, gear);
    const int input = add_input(m, &e, name);
    for (int k = 0; k < n; k++) {
        add_motor(m, &e, &f, input, term[k].joint, gear[0] * term[k].factor);
    }
}

void tac_mjcf_actuators(tac_mjcf *m)
{
    for (tac_xml_node *a = tac_robot_child(m->root, "actuator"); a; a = tac_robot_next(a)) {
        for (tac_xml_node *c = a->first; c; c = c->next) {
            read_actuator(m, c);
        }
    }
}

// The text of a model: joints, couplers, inputs and forces.
#include "robot_yaml_joints.h"

#include <math.h>
#include <string.h>

#include "yaml_text.h"

// ---- joints --------------------------------------------------------------------------------------

static const char *const type_word[] = {"fixed",       "revolute", "prismatic",
                                        "spherical",   "planar",   "universal",
                                        "cylindrical", "screw",    "free"};

static const char *body_word(tac_robot *r, int link)
{
    return link < 0 ? "ground" : tac_robot_link_at(r, link)->said;
}

// Stops of joints between light bodies are tables, which are as stiff as they say whatever the bodies weigh.
static bool has_table(const tac_robot_joint *j)
{
    return j->said && j->stop != 0.0;
}

#define ROUNDED 0.01 // rad or m, in which such a stop gets its stiffness

static void put_stop_table(const tac_robot_joint *j, FILE *out)
{
    const double low = j->lower - j->rest, high = j->upper - j->rest; // of what the spring has
    double point[6][2];
    int n = 0;
    for (int k = 2; k >= 0 && j->has_lower; k--, n++) {
        point[n][0] = low - k * ROUNDED;
        point[n][1] = -j->stop * k * ROUNDED;
    }
    for (int k = 0; k <= 2 && j->has_upper; k++, n++) {
        point[n][0] = high + k * ROUNDED;
        point[n][1] = j->stop * k * ROUNDED;
    }
    if (!j->has_lower || !j->has_upper) { // level on the other side
        point[n][0] = j->has_lower ? low + 1.0 : high - 1.0;
        point[n][1] = 0.0;
        const double last[2] = {point[n][0], point[n][1]};
        for (int k = n; k > 0 && !j->has_lower; k--) {
            memcpy(point[k], point[k - 1], sizeof last);
        }
        memcpy(point[j->has_lower ? n : 0], last, sizeof last);
        n++;
    }
    fprintf(out, "  - {name: %s.stop, interpolation: monotone, points: [", j->said);
    for (int k = 0; k < n; k++) {
        fputs(k > 0 ? ", " : "", out);
        tac_yaml_list(out, point[k], 2, 1.0);
    }
    fputs("]}\n", out);
}

static void put_stops(const tac_robot_joint *j, FILE *out)
{
    if (has_table(j)) {
        return;
    }
    if (j->has_lower && j->has_upper) {
        const double x[2] = {j->lower, j->upper};
        fputs(", limits: ", out);
        tac_yaml_list(out, x, 2, 0.0);
    } else if (j->has_lower || j->has_upper) {
        fprintf(out, ", limits: {%s: ", j->has_lower ? "lower" : "upper");
        tac_yaml_number(out, j->has_lower ? j->lower : j->upper, 0.0);
        fputc('}', out);
    }
}

static void put_joint(tac_robot *r, const tac_robot_joint *j, FILE *out)
{
    const bool has_axis = j->type != TAC_ROBOT_FIXED && j->type != TAC_ROBOT_SPHERICAL;
    fprintf(out, "  - {name: %s, type: %s, bodies: [%s, %s], at: ", j->said, type_word[j->type],
            body_word(r, j->parent), body_word(r, j->child));
    tac_yaml_vector(out, j->at, r->size);
    if (j->has_at2) {
        fputs(", at2: ", out);
        tac_yaml_vector(out, j->at2, r->size);
    }
    if (has_axis) {
        fputs(", axis: ", out);
        tac_yaml_vector(out, j->axis, 1.0);
    }
    if (j->type == TAC_ROBOT_UNIVERSAL) {
        fputs(", axis2: ", out);
        tac_yaml_vector(out, j->axis2, 1.0);
    }
    tac_yaml_named(out, "lead", j->lead);
    put_stops(j, out);
    tac_yaml_named(out, "armature", j->armature);
    tac_yaml_named(out, "position", j->start);
    fputc('}', out);
    if (j->name[0] != ' ' && strcmp(j->name, j->said) != 0) {
        fputs(" # ", out);
        tac_yaml_comment(r, out, j->name);
    }
    fputc('\n', out);
}

static void put_joints(tac_robot *r, FILE *out)
{
    bool first = true;
    for (int k = 0; k < r->joint.n; k++) {
        if (tac_robot_joint_at(r, k)->said) {
            fputs(first ? "\njoints:\n" : "", out);
            put_joint(r, tac_robot_joint_at(r, k), out);
            first = false;
        }
    }
}

static void put_term(const tac_robot *r, const tac_robot_term *t, FILE *out)
{
    fprintf(out, "{joint: %s", tac_robot_joint_at(r, t->joint)->said);
    if (t->factor != 1.0) {
        fputs(", factor: ", out);
        tac_yaml_number(out, t->factor, 0.0);
    }
    if (t->table != TAC_ROBOT_NO_TABLE) {
        fprintf(out, ", table: %s", ((const tac_robot_table *)r->table.data)[t->table].said);
    }
    fputc('}', out);
}

static void put_offset(const tac_robot_coupler *c, FILE *out)
{
    fputs(", offset: ", out);
    tac_yaml_number(out, c->offset, 0.0);
}

static void put_coupler(tac_robot *r, const tac_robot_coupler *c, FILE *out)
{
    fprintf(out, "  - {name: %s, ", c->said);
    if (!c->is_law && c->n_term == 2 && c->term[1].table == TAC_ROBOT_NO_TABLE &&
        c->term[0].factor == 1.0) {
        fprintf(out, "type: ratio, joints: [%s, %s], ratio: ",
                tac_robot_joint_at(r, c->term[0].joint)->said,
                tac_robot_joint_at(r, c->term[1].joint)->said);
        tac_yaml_number(out, -c->term[1].factor, 0.0);
        tac_yaml_named(out, "offset", c->offset);
    } else {
        fputs("terms: [", out);
        for (int k = 0; k < c->n_term; k++) {
            fputs(k > 0 ? ", " : "", out);
            put_term(r, &c->term[k], out);
        }
        fputc(']', out);
        if (c->is_law) {
            tac_yaml_named(out, "stiffness", c->stiffness);
            tac_yaml_named(out, "damping", c->damping);
        }
        if (c->has_offset) {
            put_offset(c, out);
        }
    }
    fputs("}\n", out);
}

static void put_couplers(tac_robot *r, FILE *out)
{
    bool first = true;
    for (int k = 0; k < r->coupler.n; k++) {
        const tac_robot_coupler *c = &((const tac_robot_coupler *)r->coupler.data)[k];
        if (c->said) {
            fputs(first ? "\ncouplers:\n" : "", out);
            put_coupler(r, c, out);
            first = false;
        }
    }
}

// ---- forces --------------------------------------------------------------------------------------

static bool has_force(const tac_robot_joint *j)
{
    return has_table(j) ||
           (j->said && (j->damping != 0.0 || j->friction != 0.0 || j->stiffness != 0.0));
}

static void put_force(const tac_robot_joint *j, FILE *out)
{
    const bool slides = j->type == TAC_ROBOT_PRISMATIC;
    if (j->type == TAC_ROBOT_SPHERICAL) {
        fprintf(out, "  - {name: %s.damping, type: bushing, joint: %s, damping: [0, 0, 0", j->said,
                j->said);
        for (int k = 0; k < 3; k++) {
            fputs(", ", out);
            tac_yaml_number(out, j->damping, 0.0);
        }
        fputs("]}\n", out);
        return;
    }
    if (j->friction != 0.0) {
        fprintf(out, "  - {name: %s.friction, type: friction, joint: %s", j->said, j->said);
        tac_yaml_named(out, "coulomb", j->friction);
        tac_yaml_named(out, "viscous", j->stiffness == 0.0 ? j->damping : 0.0);
        fputs("}\n", out);
    }
    if (has_table(j) || j->stiffness != 0.0 || (j->damping != 0.0 && j->friction == 0.0)) {
        fprintf(out, "  - {name: %s.%s, type: %s, joint: %s", j->said,
                j->stiffness != 0.0 ? "spring"
                : has_table(j)      ? "stop"
                                    : "damping",
                slides ? "sliding_spring" : "rotational_spring", j->said);
        tac_yaml_named(out, "stiffness", j->stiffness);
        tac_yaml_named(out, "damping",
                       j->friction == 0.0 || j->stiffness != 0.0 ? j->damping : 0.0);
        tac_yaml_named(out, slides ? "free_length" : "free_angle", j->rest);
        if (has_table(j)) {
            fprintf(out, ", spring_table: %s.stop", j->said);
        }
        fputs("}\n", out);
    }
}

// The source of a motor: its input times a scale and with an offset, within the limits of the input.
static void put_source(const tac_robot *r, const tac_robot_motor *m, double scale, double offset,
                       FILE *out)
{
    const tac_robot_input *input = &((const tac_robot_input *)r->input.data)[m->input];
    const double a = scale * input->least + offset, b = scale * input->most + offset;
    fputs(input->is_limited ? "{limit: " : "", out);
    fprintf(out, "{input: %s", input->said);
    if (scale != 1.0) {
        fputs(", scale: ", out);
        tac_yaml_number(out, scale, 0.0);
    }
    tac_yaml_named(out, "offset", offset);
    fputc('}', out);
    if (input->is_limited) {
        fputs(", lower: ", out);
        tac_yaml_number(out, fmin(a, b), 0.0);
        fputs(", upper: ", out);
        tac_yaml_number(out, fmax(a, b), 0.0);
        fputc('}', out);
    }
}

// A law with a largest force is a servo.
static void put_servo(const tac_robot *r, const tac_robot_motor *m, FILE *out)
{
    const double by = m->stiffness != 0.0 ? m->stiffness : m->damping;
    fprintf(out, "type: servo, joint: %s", tac_robot_joint_at(r, m->joint)->said);
    tac_yaml_named(out, "stiffness", m->stiffness);
    tac_yaml_named(out, "damping", m->damping);
    tac_yaml_named(out, "limit", fmax(-m->least, m->most));
    fputs(m->stiffness != 0.0 ? ", position: " : ", velocity: ", out);
    put_source(r, m, m->gain / by, m->offset / by, out);
}

enum { MOST_LETTERS = 64 }; // of a name

static void put_motor(const tac_robot *r, const tac_robot_motor *m, FILE *out)
{
    const tac_robot_joint *j = tac_robot_joint_at(r, m->joint);
    const bool slides = j->type == TAC_ROBOT_PRISMATIC, is_spring = m->stiffness != 0.0;
    const char *input = ((const tac_robot_input *)r->input.data)[m->input].said;
    if (strlen(input) + strlen(j->said) < MOST_LETTERS) {
        fprintf(out, "  - {name: %s.%s, ", input, j->said);
    } else {
        fprintf(out, "  - {name: %s.%d, ", input, m->joint);
    }
    if (m->is_bounded && (is_spring || m->damping != 0.0)) {
        put_servo(r, m, out);
        fputs("}\n", out);
        return;
    }
    fprintf(out, "type: %s, joint: %s", slides ? "sliding_spring" : "rotational_spring", j->said);
    tac_yaml_named(out, "stiffness", m->stiffness);
    tac_yaml_named(out, "damping", m->damping);
    if (is_spring) {
        fputs(slides ? ", free_length: " : ", free_angle: ", out);
        put_source(r, m, m->gain / m->stiffness, m->offset / m->stiffness, out);
    } else {
        fputs(m->is_bounded ? ", actuator: {limit: " : ", actuator: ", out);
        put_source(r, m, m->gain, m->offset, out);
    }
    if (m->is_bounded && !is_spring) {
        fputs(", lower: ", out);
        tac_yaml_number(out, m->least, 0.0);
        fputs(", upper: ", out);
        tac_yaml_number(out, m->most, 0.0);
        fputc('}', out);
    }
    fputs("}\n", out);
}

static void put_forces(tac_robot *r, FILE *out)
{
    bool first = true;
    for (int k = 0; k < r->joint.n; k++) {
        if (has_force(tac_robot_joint_at(r, k))) {
            fputs(first ? "\nforces:\n" : "", out);
            put_force(tac_robot_joint_at(r, k), out);
            first = false;
        }
    }
    for (int k = 0; k < r->motor.n; k++) {
        if (!tac_robot_joint_at(r, ((const tac_robot_motor *)r->motor.data)[k].joint)->said) {
            continue;
        }
        fputs(first ? "\nforces:\n" : "", out);
        put_motor(r, &((const tac_robot_motor *)r->motor.data)[k], out);
        first = false;
    }
}

static void put_tables(const tac_robot *r, FILE *out)
{
    bool first = true;
    for (int k = 0; k < r->table.n; k++) {
        const tac_robot_table *t = &((const tac_robot_table *)r->table.data)[k];
        fprintf(out, "%s  - name: %s\n    interpolation: cubic\n    points: [",
                first ? "\ntables:\n" : "", t->said);
        for (int i = 0; i < TAC_ROBOT_POINTS; i++) {
            fputs(i > 0 ? ", " : "", out);
            tac_yaml_list(out, t->point[i], 2, 0.0);
        }
        fputs("]\n", out);
        first = false;
    }
    for (int k = 0; k < r->joint.n; k++) {
        if (has_table(tac_robot_joint_at(r, k))) {
            fputs(first ? "\ntables:\n" : "", out);
            put_stop_table(tac_robot_joint_at(r, k), out);
            first = false;
        }
    }
}

static void put_inputs(tac_robot *r, FILE *out)
{
    fputs(r->input.n > 0 ? "\ninputs:\n" : "", out);
    for (int k = 0; k < r->input.n; k++) {
        const tac_robot_input *i = &((const tac_robot_input *)r->input.data)[k];
        fprintf(out, "  - {name: %s, value: 0}", i->said);
        if (i->name[0] != ' ' && strcmp(i->name, i->said) != 0) {
            fputs(" # ", out);
            tac_yaml_comment(r, out, i->name);
        }
        fputc('\n', out);
    }
}

void tac_robot_write_joints(tac_robot *r, FILE *out)
{
    put_tables(r, out);
    put_inputs(r, out);
    put_joints(r, out);
    put_couplers(r, out);
    put_forces(r, out);
}

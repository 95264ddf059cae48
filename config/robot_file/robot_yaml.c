// The text of a model: short lines for people, with numbers that lose no more than rounding.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "robot_yaml.h"

#define ROUNDING 1e-15 // of a number's scale: what arithmetic on it leaves

// ---- numbers and texts ---------------------------------------------------------------------------

// The shortest number within rounding of what it is measured by; 0: exactly x.
static void put(FILE *out, double x, double scale)
{
    char text[40];
    const double near = ROUNDING * scale;
    if (fabs(x) <= near) {
        fputs("0", out);
        return;
    }
    for (int digits = 1; digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, x);
        if (fabs(strtod(text, NULL) - x) <= near) {
            break;
        }
    }
    fputs(text, out);
}

static void put_list(FILE *out, const double *x, int n, double scale)
{
    fputc('[', out);
    for (int k = 0; k < n; k++) {
        fputs(k > 0 ? ", " : "", out);
        put(out, x[k], scale);
    }
    fputc(']', out);
}

static void put_vector(FILE *out, vec3 v, double scale)
{
    const double x[3] = {v.x, v.y, v.z};
    put_list(out, x, 3, scale);
}

// One line that YAML takes anywhere, or between quotes; `${` is no expression in it.
static void put_text(tac_robot *r, FILE *out, const char *text, bool quoted)
{
    char *shown = tac_robot_take(r, strlen(text) + 1, 1);
    (void)tac_printable(shown, strlen(text) + 1, text);
    for (const char *c = shown; *c != '\0'; c++) {
        if (quoted && (*c == '"' || *c == '\\')) {
            fputc('\\', out);
        }
        fputc(quoted && *c == '$' && c[1] == '{' ? '?' : *c, out);
    }
}

static void put_quoted(tac_robot *r, FILE *out, const char *text)
{
    fputc('"', out);
    put_text(r, out, text, true);
    fputc('"', out);
}

static void put_comment(tac_robot *r, FILE *out, const char *text)
{
    put_text(r, out, text, false);
}

static bool is_identity(quat q)
{
    return fabs(q.e1) <= ROUNDING && fabs(q.e2) <= ROUNDING && fabs(q.e3) <= ROUNDING;
}

static void put_orientation(FILE *out, quat q)
{
    vec3 rpy;
    if (tac_robot_to_rpy(q, &rpy)) {
        fputs("{rpy: ", out);
        put_vector(out, rpy, 1.0);
    } else {
        const double e[4] = {q.e0, q.e1, q.e2, q.e3};
        fputs("{quaternion: ", out);
        put_list(out, e, 4, 1.0);
    }
    fputc('}', out);
}

static bool is_at_origin(tac_robot *r, vec3 p)
{
    return norm3(p) <= ROUNDING * r->size;
}

// ---- looks ---------------------------------------------------------------------------------------

static void put_shape(tac_robot *r, const tac_robot_look *l, FILE *out)
{
    switch (l->kind) {
    case TAC_ROBOT_BOX:
        fputs("box: {size: ", out);
        put_vector(out, l->size, 0.0);
        break;
    case TAC_ROBOT_CYLINDER:
    case TAC_ROBOT_CAPSULE:
        fputs(l->kind == TAC_ROBOT_CYLINDER ? "cylinder: {radius: " : "capsule: {radius: ", out);
        put(out, l->size.x, 0.0);
        fputs(", length: ", out);
        put(out, l->size.y, r->size);
        break;
    case TAC_ROBOT_SPHERE:
        fputs("sphere: {radius: ", out);
        put(out, l->size.x, 0.0);
        break;
    case TAC_ROBOT_MESH:
        fputs("mesh: {file: ", out);
        put_quoted(r, out, l->mesh);
        if (l->size.x != 1.0) {
            fputs(", scale: ", out);
            put(out, l->size.x, 0.0);
        }
        break;
    }
    fputc('}', out);
}

static void put_look(tac_robot *r, const tac_robot_look *l, FILE *out)
{
    fputc('{', out);
    put_shape(r, l, out);
    if (!is_at_origin(r, l->at.p)) {
        fputs(", position: ", out);
        put_vector(out, l->at.p, r->size);
    }
    if (!is_identity(l->at.q)) {
        fputs(", orientation: ", out);
        put_orientation(out, l->at.q);
    }
    if (l->has_color) {
        fputs(", color: ", out);
        put_list(out, l->color, 3, 0.0);
    }
    fputs("}\n", out);
}

enum { MOST_LOOKS = 1000 }; // of a body, as models have them

static void put_looks(tac_robot *r, const tac_robot_look *l, const char *indent, FILE *out)
{
    if (!l) {
        return;
    }
    fprintf(out, "%svisual:%s", indent, l->next ? "\n" : " ");
    for (int n = 0; l && n < MOST_LOOKS; l = l->next, n++) {
        if (l->next || n > 0) {
            fprintf(out, "%s  - ", indent);
        }
        put_look(r, l, out);
    }
}

// ---- bodies --------------------------------------------------------------------------------------

static void put_inertia(const tac_robot_solid *s, FILE *out)
{
    double six[6], largest = 0.0, off = 0.0;
    tac_robot_six(s->J, six);
    for (int k = 0; k < 6; k++) {
        largest = fmax(largest, fabs(six[k]));
        off = k >= 3 ? fmax(off, fabs(six[k])) : off;
    }
    fputs("    inertia: ", out);
    put_list(out, six, off > ROUNDING * largest ? 6 : 3, largest);
    fputc('\n', out);
}

static void put_body(tac_robot *r, const tac_robot_link *l, FILE *out)
{
    const tac_robot_link *from = l->relative >= 0 ? tac_robot_link_at(r, l->relative) : NULL;
    const tac_robot_pose at =
        from ? tac_robot_pose_in(tac_robot_pose_back(from->in_world), l->in_world) : l->in_world;
    fprintf(out, "  - name: %s", l->said);
    if (strcmp(l->name, l->said) != 0) {
        fputs(" # ", out);
        put_comment(r, out, l->name);
    }
    fputc('\n', out);
    if (l->with) {
        fputs("    # with ", out);
        put_comment(r, out, l->with);
        fputc('\n', out);
    }
    if (from) {
        fprintf(out, "    relative_to: %s\n", from->said);
    }
    if (!is_at_origin(r, at.p)) {
        fputs("    position: ", out);
        put_vector(out, at.p, r->size);
        fputc('\n', out);
    }
    if (!is_identity(at.q)) {
        fputs("    orientation: ", out);
        put_orientation(out, at.q);
        fputc('\n', out);
    }
    fputs("    mass: ", out);
    put(out, l->solid.mass, l->solid.mass);
    if (norm3(l->solid.com) > ROUNDING * r->size) {
        fputs("\n    center_of_mass: ", out);
        put_vector(out, l->solid.com, r->size);
    }
    fputc('\n', out);
    put_inertia(&l->solid, out);
    put_looks(r, l->look, "    ", out);
}

static void put_bodies(tac_robot *r, FILE *out)
{
    fputs("\nbodies:\n", out);
    for (int i = 0; i < r->link.n; i++) {
        if (tac_robot_link_at(r, i)->said) {
            put_body(r, tac_robot_link_at(r, i), out);
        }
    }
    if (r->ground_look) {
        fputc('\n', out);
        put_looks(r, r->ground_look, "", out);
    }
}

// ---- joints --------------------------------------------------------------------------------------

static const char *const type_word[] = {"fixed",       "revolute", "prismatic",
                                        "spherical",   "planar",   "universal",
                                        "cylindrical", "screw",    "free"};

static const char *body_word(tac_robot *r, int link)
{
    return link < 0 ? "ground" : tac_robot_link_at(r, link)->said;
}

static void put_stops(const tac_robot_joint *j, FILE *out)
{
    if (j->has_lower && j->has_upper) {
        const double x[2] = {j->lower, j->upper};
        fputs(", limits: ", out);
        put_list(out, x, 2, 0.0);
    } else if (j->has_lower || j->has_upper) {
        fprintf(out, ", limits: {%s: ", j->has_lower ? "lower" : "upper");
        put(out, j->has_lower ? j->lower : j->upper, 0.0);
        fputc('}', out);
    }
}

static void put_named(FILE *out, const char *key, double x)
{
    if (x != 0.0) {
        fprintf(out, ", %s: ", key);
        put(out, x, 0.0);
    }
}

static void put_joint(tac_robot *r, const tac_robot_joint *j, FILE *out)
{
    const bool has_axis = j->type != TAC_ROBOT_FIXED && j->type != TAC_ROBOT_SPHERICAL;
    fprintf(out, "  - {name: %s, type: %s, bodies: [%s, %s], at: ", j->said, type_word[j->type],
            body_word(r, j->parent), body_word(r, j->child));
    put_vector(out, j->at, r->size);
    if (has_axis) {
        fputs(", axis: ", out);
        put_vector(out, j->axis, 1.0);
    }
    if (j->type == TAC_ROBOT_UNIVERSAL) {
        fputs(", axis2: ", out);
        put_vector(out, j->axis2, 1.0);
    }
    put_named(out, "lead", j->lead);
    put_stops(j, out);
    put_named(out, "armature", j->armature);
    put_named(out, "position", j->start);
    fputc('}', out);
    if (strcmp(j->name, j->said) != 0) {
        fputs(" # ", out);
        put_comment(r, out, j->name);
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

static void put_coupler(tac_robot *r, const tac_robot_coupler *c, FILE *out)
{
    fprintf(out, "  - {name: %s, ", c->said);
    if (c->n_term == 2 && c->term[1].table == TAC_ROBOT_NO_TABLE && c->term[0].factor == 1.0) {
        fprintf(out, "type: ratio, joints: [%s, %s], ratio: ",
                tac_robot_joint_at(r, c->term[0].joint)->said,
                tac_robot_joint_at(r, c->term[1].joint)->said);
        put(out, -c->term[1].factor, 0.0);
        put_named(out, "offset", c->offset);
    } else {
        fputs("terms: [", out);
        for (int k = 0; k < c->n_term; k++) {
            const tac_robot_term *t = &c->term[k];
            fprintf(out, "%s{joint: %s", k > 0 ? ", " : "", tac_robot_joint_at(r, t->joint)->said);
            if (t->factor != 1.0) {
                put_named(out, "factor", t->factor);
            }
            if (t->table != TAC_ROBOT_NO_TABLE) {
                fprintf(out, ", table: %s",
                        ((const tac_robot_table *)r->table.data)[t->table].said);
            }
            fputc('}', out);
        }
        fputs("], offset: ", out);
        put(out, c->offset, 0.0);
    }
    fputs("}\n", out);
}

static void put_couplers(tac_robot *r, FILE *out)
{
    fputs(r->coupler.n > 0 ? "\ncouplers:\n" : "", out);
    for (int k = 0; k < r->coupler.n; k++) {
        put_coupler(r, &((const tac_robot_coupler *)r->coupler.data)[k], out);
    }
}

// ---- forces --------------------------------------------------------------------------------------

static bool has_force(const tac_robot_joint *j)
{
    return j->said && (j->damping != 0.0 || j->friction != 0.0 || j->stiffness != 0.0);
}

static void put_force(const tac_robot_joint *j, FILE *out)
{
    const bool slides = j->type == TAC_ROBOT_PRISMATIC;
    if (j->friction != 0.0) {
        fprintf(out, "  - {name: %s.friction, type: friction, joint: %s", j->said, j->said);
        put_named(out, "coulomb", j->friction);
        put_named(out, "viscous", j->stiffness == 0.0 ? j->damping : 0.0);
        fputs("}\n", out);
    }
    if (j->stiffness != 0.0 || (j->damping != 0.0 && j->friction == 0.0)) {
        fprintf(out, "  - {name: %s.%s, type: %s, joint: %s", j->said,
                j->stiffness != 0.0 ? "spring" : "damping",
                slides ? "sliding_spring" : "rotational_spring", j->said);
        put_named(out, "stiffness", j->stiffness);
        put_named(out, "damping", j->damping);
        put_named(out, slides ? "free_length" : "free_angle", j->rest);
        fputs("}\n", out);
    }
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
}

// ---- the whole -----------------------------------------------------------------------------------

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void put_head(tac_robot *r, FILE *out)
{
    const tac_robot_note *note = r->note.data;
    fputs("# ", out);
    put_comment(r, out, last_part(r->request->path));
    fprintf(out, ", %s, read by tactus import.", r->format);
    if (r->held > 0.0) {
        fputs(" Fixed to ground: ", out);
        fprintf(out, "%.9g kg.", r->held);
    }
    fputs(r->note.n > 0 ? "\n# Not taken or changed, by line:\n" : "\n", out);
    for (int i = 0; i < r->note.n; i++) {
        fprintf(out, "#   %d", note[i].line[0]);
        if (note[i].n > 1) {
            fprintf(out, " and %d more", note[i].n - 1);
        }
        fputs(": ", out);
        put_comment(r, out, note[i].text);
        fputc('\n', out);
    }
}

void tac_robot_write(tac_robot *r, FILE *out)
{
    put_head(r, out);
    if (r->title[0] != '\0') {
        fputs("title: ", out);
        put_quoted(r, out, r->title);
        fputc('\n', out);
    }
    if (r->has_gravity) {
        fputs("gravity: ", out);
        put_vector(out, r->gravity, 0.0);
        fputc('\n', out);
    }
    if (r->step > 0.0) {
        fputs("step: ", out);
        put(out, r->step, 0.0);
        fputc('\n', out);
    }
    put_bodies(r, out);
    put_joints(r, out);
    put_couplers(r, out);
    put_forces(r, out);
}

// The text of a model: head, bodies and looks.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robot_yaml.h"
#include "robot_yaml_joints.h"
#include "yaml_text.h"

static bool is_identity(quat q)
{
    return fabs(q.e1) <= TAC_ROUNDING && fabs(q.e2) <= TAC_ROUNDING && fabs(q.e3) <= TAC_ROUNDING;
}

static void put_orientation(FILE *out, quat q)
{
    vec3 rpy;
    if (tac_robot_to_rpy(q, &rpy)) {
        fputs("{rpy: ", out);
        tac_yaml_vector(out, rpy, 1.0);
    } else {
        const double e[4] = {q.e0, q.e1, q.e2, q.e3};
        fputs("{quaternion: ", out);
        tac_yaml_list(out, e, 4, 1.0);
    }
    fputc('}', out);
}

static bool is_at_origin(tac_robot *r, vec3 p)
{
    return norm3(p) <= TAC_ROUNDING * r->size;
}

// ---- looks ---------------------------------------------------------------------------------------

static void put_shape(tac_robot *r, const tac_robot_look *l, FILE *out)
{
    switch (l->kind) {
    case TAC_ROBOT_BOX:
        fputs("box: {size: ", out);
        tac_yaml_vector(out, l->size, 0.0);
        break;
    case TAC_ROBOT_CYLINDER:
    case TAC_ROBOT_CAPSULE:
        fputs(l->kind == TAC_ROBOT_CYLINDER ? "cylinder: {radius: " : "capsule: {radius: ", out);
        tac_yaml_number(out, l->size.x, 0.0);
        fputs(", length: ", out);
        tac_yaml_number(out, l->size.y, l->size.y);
        break;
    case TAC_ROBOT_SPHERE:
        fputs("sphere: {radius: ", out);
        tac_yaml_number(out, l->size.x, 0.0);
        break;
    case TAC_ROBOT_MESH:
        fputs("mesh: {file: ", out);
        tac_yaml_quoted(r, out, l->mesh);
        if (l->size.x != 1.0) {
            fputs(", scale: ", out);
            tac_yaml_number(out, l->size.x, 0.0);
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
        tac_yaml_vector(out, l->at.p, r->size);
    }
    if (!is_identity(l->at.q)) {
        fputs(", orientation: ", out);
        put_orientation(out, l->at.q);
    }
    if (l->has_color) {
        fputs(", color: ", out);
        tac_yaml_list(out, l->color, 3, 0.0);
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
    tac_yaml_list(out, six, off > TAC_ROUNDING * largest ? 6 : 3, largest);
    fputc('\n', out);
}

static void put_body(tac_robot *r, const tac_robot_link *l, FILE *out)
{
    const tac_robot_link *from = l->relative >= 0 ? tac_robot_link_at(r, l->relative) : NULL;
    const tac_robot_pose at =
        from ? tac_robot_pose_in(tac_robot_pose_back(from->in_world), l->in_world) : l->in_world;
    fprintf(out, "  - name: %s", l->said);
    if (l->name[0] != ' ' && strcmp(l->name, l->said) != 0) {
        fputs(" # ", out);
        tac_yaml_comment(r, out, l->name);
    }
    fputc('\n', out);
    if (l->with) {
        fputs("    # with ", out);
        tac_yaml_comment(r, out, l->with);
        fputc('\n', out);
    }
    if (from) {
        fprintf(out, "    relative_to: %s\n", from->said);
    }
    if (!is_at_origin(r, at.p)) {
        fputs("    position: ", out);
        tac_yaml_vector(out, at.p, r->size);
        fputc('\n', out);
    }
    if (!is_identity(at.q)) {
        fputs("    orientation: ", out);
        put_orientation(out, at.q);
        fputc('\n', out);
    }
    fputs("    mass: ", out);
    tac_yaml_number(out, l->solid.mass, l->solid.mass);
    if (norm3(l->solid.com) > TAC_ROUNDING * r->size) {
        fputs("\n    center_of_mass: ", out);
        tac_yaml_vector(out, l->solid.com, r->size);
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
    tac_yaml_comment(r, out, last_part(r->request->path));
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
        tac_yaml_comment(r, out, note[i].text);
        fputc('\n', out);
    }
}

void tac_robot_write(tac_robot *r, FILE *out)
{
    put_head(r, out);
    if (r->title[0] != '\0') {
        fputs("title: ", out);
        tac_yaml_quoted(r, out, r->title);
        fputc('\n', out);
    }
    if (r->has_gravity) {
        fputs("gravity: ", out);
        tac_yaml_vector(out, r->gravity, 0.0);
        fputc('\n', out);
    }
    fputs(r->assembles ? "assemble: true\n" : "", out);
    if (r->step > 0.0) {
        fputs("step: ", out);
        tac_yaml_number(out, r->step, 0.0);
        fputc('\n', out);
    }
    put_bodies(r, out);
    tac_robot_write_joints(r, out);
}

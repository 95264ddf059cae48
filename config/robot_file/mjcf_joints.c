#include "mjcf_joints.h"

#include <math.h>
#include <string.h>

static tac_robot_joint_type read_type(const tac_mjcf_element *e, bool is_free)
{
    static const struct {
        const char *word;
        tac_robot_joint_type type;
    } all[] = {{"hinge", TAC_ROBOT_REVOLUTE},
               {"slide", TAC_ROBOT_PRISMATIC},
               {"ball", TAC_ROBOT_SPHERICAL},
               {"free", TAC_ROBOT_FREE}};
    const char *word = is_free ? "free" : tac_mjcf_text(e, "type");
    for (size_t i = 0; word && i < sizeof all / sizeof *all; i++) {
        if (strcmp(word, all[i].word) == 0) {
            return all[i].type;
        }
    }
    if (word) {
        tac_robot_refuse(e->m->r, e->node,
                         "a joint has the type '%.40s'; there are hinge, slide, "
                         "ball and free",
                         word);
    }
    return TAC_ROBOT_REVOLUTE;
}

// Of hinges and slides: what acts on their coordinate. Angles are in the file's unit.
static void read_laws(const tac_mjcf_element *e, tac_robot_joint *j)
{
    const tac_mjcf *m = e->m;
    const bool turns = j->type == TAC_ROBOT_REVOLUTE;
    const double unit = turns ? tac_mjcf_angle(m, 1.0) : 1.0;
    double range[2] = {0.0}, x[3] = {0.0};
    const bool has_range = tac_mjcf_values(e, "range", 2, 2, range);
    j->zero = unit * tac_mjcf_value(e, "ref", 0.0);
    if (tac_mjcf_limited(e, "limited", has_range)) {
        j->has_lower = j->has_upper = true;
        j->lower = unit * range[0] - j->zero;
        j->upper = unit * range[1] - j->zero;
    }
    if (j->has_lower && !(j->lower < j->upper)) {
        tac_robot_tell(m->r, e->node, "the range of joint '%.80s' leaves no way; not taken",
                       j->name);
        j->has_lower = j->has_upper = false;
    }
    (void)tac_mjcf_values(e, "damping", 1, 3, x);
    j->damping = x[0];
    double k[3] = {0.0};
    (void)tac_mjcf_values(e, "stiffness", 1, 3, k);
    j->stiffness = k[0];
    if (x[1] != 0.0 || x[2] != 0.0 || k[1] != 0.0 || k[2] != 0.0) {
        tac_robot_tell(m->r, e->node, "stiffness and damping of joint '%.80s' are taken as linear",
                       j->name);
    }
    j->rest = unit * tac_mjcf_value(e, "springref", 0.0) - j->zero;
    j->armature = tac_mjcf_value(e, "armature", 0.0);
    j->friction = tac_mjcf_value(e, "frictionloss", 0.0);
    if (j->damping < 0.0 || j->stiffness < 0.0 || j->armature < 0.0 || j->friction < 0.0) {
        tac_robot_refuse(m->r, e->node,
                         "damping, stiffness, armature and frictionloss of joint "
                         "'%.80s' are not below zero; correct them",
                         j->name);
    }
    if (j->zero != 0.0) {
        tac_robot_tell(m->r, e->node,
                       "the coordinate of joint '%.80s' is %g less than in the file, "
                       "its 'ref'",
                       j->name, j->zero);
    }
}

static void read_joint(tac_mjcf *m, const tac_mjcf_joint *from, int parent, int child,
                       tac_robot_pose at)
{
    tac_robot *r = m->r;
    const tac_mjcf_element e = tac_mjcf_element_of(m, from->node, "joint", from->child_class);
    const char *name = tac_robot_attribute(from->node, "name");
    m->n_joint++;
    if (!name || name[0] == '\0') {
        name = tac_robot_print(r, " joint%d", m->n_joint); // no name of the file begins like that
    }
    double p[3] = {0.0}, a[3] = {0.0, 0.0, 1.0};
    const tac_robot_joint_type type = read_type(&e, from->is_free);
    if (type != TAC_ROBOT_FREE) {
        (void)tac_mjcf_values(&e, "pos", 3, 3, p);
        (void)tac_mjcf_values(&e, "axis", 3, 3, a);
    }
    const vec3 axis = tac_robot_unit((vec3){a[0], a[1], a[2]});
    if (!(norm3(axis) > 0.0)) {
        tac_robot_refuse(r, from->node, "the axis of joint '%.80s' is zero; give it a direction",
                         name);
    }
    const tac_robot_pose frame = tac_robot_pose_in(at, from->at);
    tac_robot_joint *j = tac_robot_new_joint(r, name, from->node);
    j->type = type;
    j->parent = parent;
    j->child = child;
    j->at = tac_robot_point_in(frame, (vec3){p[0], p[1], p[2]});
    j->axis = tac_robot_vector_in(frame, axis);
    if (type == TAC_ROBOT_REVOLUTE || type == TAC_ROBOT_PRISMATIC) {
        read_laws(&e, j);
    } else if (type == TAC_ROBOT_SPHERICAL) {
        j->damping = tac_mjcf_value(&e, "damping", 0.0);
    }
    tac_robot_link_at(r, child)->joint = r->joint.n - 1;
}

static int add_link(tac_mjcf *m, const char *name, tac_xml_node *node, tac_robot_pose at)
{
    tac_robot_link *l = tac_robot_new_link(m->r, name, node);
    l->in_world = at;
    return m->r->link.n - 1;
}

// ---- two slides and a hinge ----------------------------------------------------------------------

// Whether anything beside the tree of bodies names a joint.
static bool is_named(const tac_xml_node *node, const char *name)
{
    for (const tac_xml_node *c = node->first; c; c = c->next) {
        if (tac_robot_is(c, "worldbody") || tac_robot_is(c, "default")) {
            continue;
        }
        for (int i = 0; i < c->n_attribute; i++) {
            if (strncmp(c->attribute[i].name, "joint", 5) == 0 &&
                strcmp(c->attribute[i].value, name) == 0) {
                return true;
            }
        }
        if (is_named(c, name)) {
            return true;
        }
    }
    return false;
}

static bool is_plain(const tac_mjcf *m, const tac_robot_joint *j)
{
    return !j->has_lower && !j->has_upper && j->damping == 0.0 && j->stiffness == 0.0 &&
           j->armature == 0.0 && j->friction == 0.0 && !is_named(m->root, j->name);
}

#define SQUARE 1e-9 // cosine between axes that are normal to each other

// Three joints, the last ones, of which two slide and one turns about the normal of both ways, with nothing on them: one
// planar joint between the parent of the first and the child of the last.
static bool make_planar(tac_mjcf *m, int first_link)
{
    tac_robot *r = m->r;
    tac_robot_joint *j = tac_robot_joint_at(r, r->joint.n - 3);
    int hinge = -1, slide[3], n = 0;
    for (int k = 0; k < 3; k++) {
        if (j[k].type == TAC_ROBOT_PRISMATIC) {
            slide[n++] = k;
        } else if (j[k].type == TAC_ROBOT_REVOLUTE) {
            hinge = k;
        }
        if (!is_plain(m, &j[k])) {
            return false;
        }
    }
    if (n != 2 || hinge < 0 || fabs(dot3(j[slide[0]].axis, j[slide[1]].axis)) > SQUARE ||
        fabs(dot3(j[slide[0]].axis, j[hinge].axis)) > SQUARE ||
        fabs(dot3(j[slide[1]].axis, j[hinge].axis)) > SQUARE) {
        return false;
    }
    tac_robot_joint planar = j[hinge];
    planar.type = TAC_ROBOT_PLANAR;
    planar.parent = j[0].parent;
    planar.child = first_link;
    tac_robot_tell(r, planar.node,
                   "joints '%.60s', '%.60s' and '%.60s' are one planar joint with "
                   "coordinates of its own",
                   j[0].name, j[1].name, j[2].name);
    tac_robot_link *last = tac_robot_link_at(r, r->link.n - 1);
    *tac_robot_link_at(r, first_link) = *last; // in the place of the two links between
    r->link.n -= 2;
    r->joint.n -= 2;
    j[0] = planar;
    tac_robot_link_at(r, first_link)->joint = r->joint.n - 1;
    tac_robot_link_at(r, first_link)->holder = first_link;
    return true;
}

int tac_mjcf_chain(tac_mjcf *m, const char *name, tac_xml_node *node, int parent, tac_robot_pose at,
                   const tac_mjcf_joint *joint, int n)
{
    tac_robot *r = m->r;
    if (n == 0) {
        const int link = add_link(m, name, node, at);
        tac_robot_joint *j = tac_robot_new_joint(r, tac_robot_print(r, " %s held", name), node);
        *j = (tac_robot_joint){.name = j->name,
                               .node = node,
                               .type = TAC_ROBOT_FIXED,
                               .parent = parent,
                               .child = link};
        tac_robot_link_at(r, link)->joint = r->joint.n - 1;
        return link;
    }
    int link = parent;
    for (int k = 0; k < n; k++) {
        const bool is_last = k == n - 1;
        const int next =
            add_link(m, is_last ? name : tac_robot_print(r, "%s/%d", name, k + 1), node, at);
        read_joint(m, &joint[k], link, next, at);
        if (n > 1 && tac_robot_joint_at(r, r->joint.n - 1)->type == TAC_ROBOT_FREE) {
            tac_robot_refuse(r, joint[k].node,
                             "body '%.80s' has a free joint and others; a free "
                             "joint stands alone",
                             name);
        }
        link = next;
    }
    if (n == 3 && make_planar(m, link - 2)) {
        link -= 2;
    }
    return link;
}

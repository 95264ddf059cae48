// The tree of bodies, each with its joints, geoms and sites.
#include "mjcf_read.h"

#include <math.h>
#include <string.h>

#include "inertias.h"
#include "mjcf_actuators.h"
#include "mjcf_equality.h"
#include "mjcf_geom.h"
#include "mjcf_joints.h"

static const tac_robot_solid nothing = {
    0.0, {0.0, 0.0, 0.0}, {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};

typedef struct body { // while it is read
    tac_mjcf *m;
    int link;              // ground: the world
    tac_robot_pose at;     // in the world
    bool has_inertial;     // that counts
    tac_robot_solid solid; // so far
    tac_robot_list joint;  // tac_mjcf_joint
} body;

// What holds elements: a body, or a frame in one.
typedef struct holder {
    tac_xml_node *node;
    tac_robot_pose at; // in the body
    const char *child_class;
} holder;

static holder in_frame(tac_mjcf *m, const holder *h, tac_xml_node *frame)
{
    const tac_mjcf_element e = tac_mjcf_element_of(m, frame, "frame", h->child_class);
    const char *child_class = tac_robot_attribute(frame, "childclass");
    (void)tac_robot_attribute(frame, "name");
    return (holder){frame, tac_robot_pose_in(h->at, tac_mjcf_pose(&e)),
                    child_class ? child_class : h->child_class};
}

// ---- joints, before anything else of a body ------------------------------------------------------

static void find_joints(body *b, const holder *h)
{
    for (tac_xml_node *c = h->node->first; c; c = c->next) {
        if (tac_robot_is(c, "frame")) {
            const holder inner = in_frame(b->m, h, c);
            find_joints(b, &inner);
        }
        const bool is_free = tac_robot_is(c, "freejoint");
        if (is_free || tac_robot_is(c, "joint")) {
            if (b->link < 0) {
                tac_robot_refuse(b->m->r, c, "a joint of the world; put it into a <body>");
            }
            const tac_mjcf_joint j = {c, h->at, h->child_class, is_free};
            *(tac_mjcf_joint *)tac_robot_add(b->m->r, &b->joint, sizeof j) = j;
        }
    }
}

// ---- masses --------------------------------------------------------------------------------------

static tac_robot_solid read_inertial(tac_mjcf *m, tac_xml_node *node, tac_robot_pose at)
{
    tac_robot *r = m->r;
    const tac_mjcf_element e = tac_mjcf_element_of(m, node, "inertial", NULL);
    double six[6] = {0.0}, x[6];
    const double mass = tac_robot_need_value(r, node, "mass");
    if (mass < 0.0) {
        tac_robot_refuse(r, node, "a mass is below zero: %g; correct it", mass);
    }
    if (tac_mjcf_values(&e, "fullinertia", 6, 6, x)) {
        memcpy(six, x, sizeof six);
    } else if (tac_mjcf_values(&e, "diaginertia", 3, 3, x)) {
        memcpy(six, x, 3 * sizeof *six);
    } else if (mass > 0.0) {
        tac_robot_refuse(r, node,
                         "<inertial> has neither 'diaginertia' nor 'fullinertia'; add one");
    }
    return tac_robot_solid_in(tac_robot_pose_in(at, tac_mjcf_pose(&e)),
                              (tac_robot_solid){mass, {0.0, 0.0, 0.0}, tac_robot_inertia(six)});
}

static void find_inertial(body *b, const holder *h)
{
    for (tac_xml_node *c = h->node->first; c; c = c->next) {
        if (!tac_robot_is(c, "inertial") || b->link < 0) {
            continue;
        }
        if (b->m->from_geom == TAC_MJCF_ALWAYS) {
            tac_robot_tell(b->m->r, c, "<inertial> is not taken: masses follow from geoms");
            tac_robot_see_all(c);
            continue;
        }
        b->has_inertial = true;
        b->solid = read_inertial(b->m, c, h->at);
    }
}

// ---- geoms and sites -----------------------------------------------------------------------------

static void read_site(body *b, const holder *h, tac_xml_node *node)
{
    const char *name = tac_robot_attribute(node, "name");
    const tac_mjcf_element e = tac_mjcf_element_of(b->m, node, "site", h->child_class);
    if (name) {
        const tac_mjcf_site s = {name, b->link, tac_robot_pose_in(h->at, tac_mjcf_pose(&e)), node};
        *(tac_mjcf_site *)tac_robot_add(b->m->r, &b->m->site, sizeof s) = s;
    }
    node->seen = false; // until something asks for it
}

static void read_contents(body *b, const holder *h)
{
    tac_mjcf *m = b->m;
    for (tac_xml_node *c = h->node->first; c; c = c->next) {
        if (tac_robot_is(c, "geom")) {
            const bool counts = !b->has_inertial && m->from_geom != TAC_MJCF_NEVER;
            b->solid = tac_robot_solid_sum(
                b->solid, tac_mjcf_geom(m, c, h->child_class, b->link, h->at, counts));
        } else if (tac_robot_is(c, "site")) {
            read_site(b, h, c);
        } else if (tac_robot_is(c, "frame")) {
            const holder inner = in_frame(m, h, c);
            read_contents(b, &inner);
        }
    }
}

// ---- bodies --------------------------------------------------------------------------------------

static void read_body(tac_mjcf *m, tac_xml_node *node, int parent, tac_robot_pose at,
                      const char *child_class);

static void read_bodies(body *b, const holder *h)
{
    for (tac_xml_node *c = h->node->first; c; c = c->next) {
        if (tac_robot_is(c, "frame")) {
            const holder inner = in_frame(b->m, h, c);
            read_bodies(b, &inner);
        } else if (tac_robot_is(c, "body")) {
            read_body(b->m, c, b->link, tac_robot_pose_in(b->at, h->at), h->child_class);
        }
    }
}

static void read_body(tac_mjcf *m, tac_xml_node *node, int parent, tac_robot_pose at,
                      const char *child_class)
{
    tac_robot *r = m->r;
    const char *own = tac_robot_attribute(node, "childclass"),
               *name = tac_robot_attribute(node, "name");
    const tac_mjcf_element e = tac_mjcf_element_of(m, node, "body", NULL);
    body b = {.m = m, .at = tac_robot_pose_in(at, tac_mjcf_pose(&e)), .solid = nothing};
    const holder h = {node, tac_robot_no_pose, own ? own : child_class};
    if (!name || name[0] == '\0') {
        name = tac_robot_print(r, " body%d", m->n_body + 1); // no name of the file begins like that
    }
    m->n_body++;
    find_joints(&b, &h);
    b.link = tac_mjcf_chain(m, name, node, parent, b.at, b.joint.data, b.joint.n);
    find_inertial(&b, &h);
    read_contents(&b, &h);
    tac_mjcf_bound(m, &b.solid);
    tac_robot_link_at(r, b.link)->solid = b.solid;
    read_bodies(&b, &h);
}

static void scale_masses(tac_mjcf *m)
{
    double sum = 0.0;
    for (int i = 0; i < m->r->link.n; i++) {
        sum += tac_robot_link_at(m->r, i)->solid.mass;
    }
    for (int i = 0; i < m->r->link.n && m->total_mass > 0.0 && sum > 0.0; i++) {
        tac_robot_solid *s = &tac_robot_link_at(m->r, i)->solid;
        *s = tac_robot_times(m->total_mass / sum, *s);
    }
}

static void read_world(tac_mjcf *m, tac_xml_node *node)
{
    body world = {.m = m, .link = TAC_ROBOT_GROUND, .at = tac_robot_no_pose, .solid = nothing};
    const holder h = {node, tac_robot_no_pose, NULL};
    node->seen = true;
    find_joints(&world, &h);
    read_contents(&world, &h);
    read_bodies(&world, &h);
}

void tac_robot_read_mjcf(tac_robot *r, tac_xml_node *root)
{
    tac_mjcf m = {.r = r, .root = root};
    const char *title = tac_robot_attribute(root, "model");
    r->title = title ? title : "";
    tac_mjcf_open(&m);
    bool has_world = false;
    for (tac_xml_node *c = root->first; c; c = c->next) {
        if (tac_robot_is(c, "worldbody")) {
            has_world = true;
            read_world(&m, c);
        }
    }
    if (!has_world || r->link.n == 0) {
        tac_robot_refuse(r, root, "the model has no <body> in a <worldbody>; add one");
    }
    scale_masses(&m);
    tac_mjcf_equalities(&m);
    tac_mjcf_actuators(&m);
    tac_mjcf_close(&m);
}

#include "mjcf_equality.h"

#include <math.h>
#include <string.h>

#include "elementary.h"

// Names a thing that may have none.
static const char *name_of(tac_mjcf *m, tac_xml_node *node, const char *kind, int n)
{
    const char *name = tac_robot_attribute(node, "name");
    return name && name[0] != '\0' ? name : tac_robot_print(m->r, " %s%d", kind, n);
}

static int find_body(tac_mjcf *m, tac_xml_node *node, const char *attribute, bool is_needed)
{
    const char *name = tac_robot_attribute(node, attribute);
    if (!name && is_needed) {
        (void)tac_robot_need(m->r, node, attribute);
    }
    if (!name || strcmp(name, "world") == 0) {
        return TAC_ROBOT_GROUND;
    }
    const int found = tac_robot_find_link(m->r, name);
    if (found < 0) {
        tac_robot_refuse(m->r, node, "there is no body '%.80s'; add it", name);
    }
    return found;
}

static tac_robot_pose world_pose(const tac_mjcf *m, int link)
{
    return link < 0 ? tac_robot_no_pose : tac_robot_link_at(m->r, link)->in_world;
}

static const tac_mjcf_site *find_site(tac_mjcf *m, tac_xml_node *node, const char *attribute)
{
    const char *name = tac_robot_attribute(node, attribute);
    const tac_mjcf_site *s = m->site.data;
    for (int i = 0; name && i < m->site.n; i++) {
        if (strcmp(s[i].name, name) == 0) {
            s[i].node->seen = true;
            return &s[i];
        }
    }
    if (name) {
        tac_robot_refuse(m->r, node, "there is no site '%.80s'; add it", name);
    }
    return NULL;
}

// ---- connect and weld ----------------------------------------------------------------------------

static void close_by_sites(tac_mjcf *m, tac_robot_joint *j, const tac_mjcf_site *a,
                           const tac_mjcf_site *b)
{
    const tac_robot_pose pa = tac_robot_pose_in(world_pose(m, a->link), a->at),
                         pb = tac_robot_pose_in(world_pose(m, b->link), b->at);
    j->parent = a->link;
    j->child = b->link;
    j->at = pa.p;
    j->at2 = pb.p;
    j->has_at2 = norm3(sub3(pa.p, pb.p)) > 1e-12;
    m->r->assembles = m->r->assembles || (j->has_at2 && j->type == TAC_ROBOT_SPHERICAL);
    if (j->type == TAC_ROBOT_FIXED && (j->has_at2 || fabs(dotq(pa.q, pb.q)) < 1.0 - 1e-12)) {
        tac_robot_tell(m->r, j->node,
                       "weld '%.80s' holds its bodies where they begin, not site on "
                       "site",
                       j->name);
        j->has_at2 = false;
    }
}

static void close_loop(tac_mjcf *m, tac_xml_node *node, tac_robot_joint_type type, int n)
{
    tac_robot *r = m->r;
    const tac_mjcf_element e = tac_mjcf_element_of(m, node, "equality", NULL);
    tac_robot_joint *j = tac_robot_new_joint(r, name_of(m, node, "equality", n), node);
    j->type = type;
    j->closes = true;
    const tac_mjcf_site *a = find_site(m, node, "site1"), *b = a ? find_site(m, node, "site2") : a;
    if (a && b) {
        close_by_sites(m, j, a, b);
        return;
    }
    double x[3] = {0.0}, pose[7] = {0.0};
    j->parent = find_body(m, node, "body1", true);
    j->child = find_body(m, node, "body2", false);
    if (type == TAC_ROBOT_SPHERICAL) {
        (void)tac_robot_need(r, node, "anchor");
        (void)tac_robot_values(r, node, "anchor", 3, x);
        j->at = tac_robot_point_in(world_pose(m, j->parent), (vec3){x[0], x[1], x[2]});
        return;
    }
    const tac_robot_pose child = world_pose(m, j->child),
                         now = tac_robot_pose_in(tac_robot_pose_back(world_pose(m, j->parent)),
                                                 child);
    (void)tac_mjcf_text(&e, "anchor"); // where torques are weighed
    j->at = child.p;
    if (tac_robot_values(r, node, "relpose", 7, pose) &&
        pose[3] * pose[3] + pose[4] * pose[4] + pose[5] * pose[5] + pose[6] * pose[6] > 0.0) {
        const quat q = unitq((quat){pose[3], pose[4], pose[5], pose[6]});
        const vec3 p = {pose[0], pose[1], pose[2]};
        if (norm3(sub3(p, now.p)) > 1e-6 || fabs(dotq(q, now.q)) < 1.0 - 1e-12) {
            tac_robot_tell(r, node,
                           "weld '%.80s' holds its bodies where they begin, not at its "
                           "'relpose'",
                           j->name);
        }
    }
}

// ---- joints that follow joints -------------------------------------------------------------------

static int find_coordinate(tac_mjcf *m, tac_xml_node *node, const char *attribute)
{
    const char *name = tac_robot_attribute(node, attribute);
    const int found = name ? tac_robot_find_joint(m->r, name) : -1;
    if (name && found < 0) {
        tac_robot_refuse(m->r, node, "there is no joint '%.80s'; add it", name);
    }
    const tac_robot_joint_type type =
        found < 0 ? TAC_ROBOT_FREE : tac_robot_joint_at(m->r, found)->type;
    if (name && type != TAC_ROBOT_REVOLUTE && type != TAC_ROBOT_PRISMATIC) {
        tac_robot_refuse(m->r, node, "joint '%.80s' is no hinge and no slide; name another", name);
    }
    return found;
}

// The polynomial over the range of a joint, or a turn and a half either way.
static int add_table(tac_mjcf *m, const tac_robot_joint *j, const double a[5])
{
    tac_robot *r = m->r;
    tac_robot_table *t = tac_robot_add(r, &r->table, sizeof *t);
    const double low = j->has_lower                    ? j->lower
                       : j->type == TAC_ROBOT_REVOLUTE ? -3.0 * TAC_PI
                                                       : -2.0,
                 high = j->has_upper ? j->upper : -low;
    t->said = tac_robot_print(r, "polynomial%d", r->table.n);
    for (int k = 0; k < TAC_ROBOT_POINTS; k++) {
        const double x = low + (high - low) * k / (TAC_ROBOT_POINTS - 1);
        t->point[k][0] = x;
        t->point[k][1] = a[0] + x * (a[1] + x * (a[2] + x * (a[3] + x * a[4])));
    }
    return r->table.n - 1;
}

static void couple(tac_mjcf *m, tac_xml_node *node, int n)
{
    tac_robot *r = m->r;
    double a[5] = {0.0, 1.0, 0.0, 0.0, 0.0};
    const int y = (tac_robot_need(r, node, "joint1"), find_coordinate(m, node, "joint1")),
              x = find_coordinate(m, node, "joint2");
    if (x == y) {
        tac_robot_refuse(r, node, "<joint> has one joint twice; name two");
    }
    const char *text = tac_robot_attribute(node, "polycoef");
    if (text) {
        (void)tac_robot_numbers(r, node, "'polycoef'", text, 1, 5, a);
    }
    const bool is_linear = x < 0 || (a[2] == 0.0 && a[3] == 0.0 && a[4] == 0.0);
    const int table = is_linear ? TAC_ROBOT_NO_TABLE : add_table(m, tac_robot_joint_at(r, x), a);
    tac_robot_coupler *c = tac_robot_add(r, &r->coupler, sizeof *c);
    *c = (tac_robot_coupler){.name = name_of(m, node, "equality", n),
                             .node = node,
                             .n_term = x < 0 ? 1 : 2,
                             .has_offset = true,
                             .offset = is_linear ? a[0] : 0.0};
    c->term[0] = (tac_robot_term){y, 1.0, TAC_ROBOT_NO_TABLE};
    c->term[1] = (tac_robot_term){x, is_linear ? -a[1] : -1.0, table};
    if (a[4] != 0.0 && !is_linear) {
        tac_robot_tell(r, node, "a polynomial of the fourth power becomes a spline of %d points",
                       TAC_ROBOT_POINTS);
    }
}

static void read_equality(tac_mjcf *m, tac_xml_node *node, int n)
{
    const tac_mjcf_element e = tac_mjcf_element_of(m, node, "equality", NULL);
    const char *active = tac_mjcf_text(&e, "active");
    if (active && strcmp(active, "false") == 0) {
        tac_robot_tell(m->r, node, "<%.40s> is not active; not taken", node->name);
        tac_robot_see_all(node);
    } else if (tac_robot_is(node, "connect")) {
        close_loop(m, node, TAC_ROBOT_SPHERICAL, n);
    } else if (tac_robot_is(node, "weld")) {
        close_loop(m, node, TAC_ROBOT_FIXED, n);
    } else if (tac_robot_is(node, "joint")) {
        couple(m, node, n);
    } else {
        node->seen = false;
    }
}

// ---- tendons -------------------------------------------------------------------------------------

static int read_terms(tac_mjcf *m, tac_xml_node *tendon, tac_robot_term *term)
{
    int n = 0;
    for (tac_xml_node *c = tac_robot_child(tendon, "joint"); c; c = tac_robot_next(c)) {
        if (n == TAC_ROBOT_TERMS) {
            tac_robot_tell(m->r, c, "a tendon of more than %d joints is not taken",
                           TAC_ROBOT_TERMS);
            return 0;
        }
        (void)tac_robot_need(m->r, c, "joint");
        int before = 0;
        const int joint = find_coordinate(m, c, "joint");
        while (before < n && term[before].joint != joint) {
            before++;
        }
        if (before < n) {
            term[before].factor += tac_robot_need_value(m->r, c, "coef");
            continue;
        }
        term[n] = (tac_robot_term){find_coordinate(m, c, "joint"),
                                   tac_robot_need_value(m->r, c, "coef"), TAC_ROBOT_NO_TABLE};
        n++;
    }
    return n;
}

int tac_mjcf_fixed_tendon(tac_mjcf *m, const char *name, tac_robot_term *term)
{
    for (tac_xml_node *t = tac_robot_child(m->root, "tendon"); t; t = tac_robot_next(t)) {
        for (tac_xml_node *f = tac_robot_child(t, "fixed"); f; f = tac_robot_next(f)) {
            const char *own = tac_robot_attribute(f, "name");
            if (own && strcmp(own, name) == 0) {
                return read_terms(m, f, term);
            }
        }
    }
    return 0;
}

// A fixed tendon with a stiffness or a damping is a spring on a sum of coordinates.
static void read_fixed(tac_mjcf *m, tac_xml_node *node, int n)
{
    const tac_mjcf_element e = tac_mjcf_element_of(m, node, "tendon", NULL);
    const char *name = name_of(m, node, "tendon", n);
    const double k = tac_mjcf_value(&e, "stiffness", 0.0), c = tac_mjcf_value(&e, "damping", 0.0);
    double length[2] = {-1.0, -1.0}, zero = 0.0;
    const int given = tac_mjcf_values(&e, "springlength", 1, 2, length);
    tac_robot_coupler law = {
        .name = name, .node = node, .is_law = true, .stiffness = k, .damping = c};
    law.n_term = read_terms(m, node, law.term);
    if (law.n_term == 0 || (k <= 0.0 && c <= 0.0)) {
        return;
    }
    for (int i = 0; i < law.n_term; i++) {
        zero += law.term[i].factor * tac_robot_joint_at(m->r, law.term[i].joint)->zero;
    }
    law.has_offset = given && length[0] >= 0.0;
    law.offset = length[0] - zero;
    if (length[1] > length[0]) {
        tac_robot_tell(m->r, node, "tendon '%.80s' has no slack: it springs from %g on", name,
                       length[0]);
    }
    *(tac_robot_coupler *)tac_robot_add(m->r, &m->r->coupler, sizeof law) = law;
}

void tac_mjcf_equalities(tac_mjcf *m)
{
    int n = 0;
    for (tac_xml_node *e = tac_robot_child(m->root, "equality"); e; e = tac_robot_next(e)) {
        for (tac_xml_node *c = e->first; c; c = c->next) {
            read_equality(m, c, ++n);
        }
    }
    n = 0;
    for (tac_xml_node *t = tac_robot_child(m->root, "tendon"); t; t = tac_robot_next(t)) {
        for (tac_xml_node *f = tac_robot_child(t, "fixed"); f; f = tac_robot_next(f)) {
            read_fixed(m, f, ++n);
        }
    }
}

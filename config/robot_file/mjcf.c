// MJCF: files in files, the compiler, options, and classes of defaults.
#include <math.h>
#include <string.h>

#include "elementary.h"
#include "mjcf.h"

// ---- files in files ------------------------------------------------------------------------------

static const char *beside(tac_robot *r, const char *file)
{
    const char *path = r->request->path, *slash = strrchr(path, '/');
    return file[0] == '/' || !slash
               ? file
               : tac_robot_print(r, "%.*s%s", (int)(slash + 1 - path), path, file);
}

static tac_xml_node *open_file(tac_mjcf *m, tac_xml_node *node)
{
    const char *file = tac_robot_need(m->r, node, "file");
    const char *const *known = m->file.data;
    tac_diag diag = {0};
    for (int i = 0; i < m->file.n; i++) {
        if (strcmp(known[i], file) == 0) {
            tac_robot_refuse(m->r, node, "'%.200s' is included already; a file may be once", file);
        }
    }
    *(const char **)tac_robot_add(m->r, &m->file, sizeof file) = file;
    tac_xml_node *root = m->r->request->include(m->r->request->context, beside(m->r, file), &diag);
    if (!root && diag.no_memory) {
        tac_robot_refuse_memory(m->r);
    }
    if (!root) {
        tac_robot_refuse(m->r, node, "included here: %.800s", diag.text);
    }
    return root;
}

// Puts what is in the root of a file in the place of the element that includes it.
static void splice(tac_xml_node *parent, tac_xml_node *before, tac_xml_node *node,
                   tac_xml_node *root)
{
    tac_xml_node *first = root->first ? root->first : node->next;
    for (tac_xml_node *c = root->first; c; c = c->next) {
        c->parent = parent;
    }
    if (root->last) {
        root->last->next = node->next;
    }
    if (before) {
        before->next = first;
    } else {
        parent->first = first;
    }
    if (!node->next) {
        parent->last = root->last ? root->last : before;
    }
    root->first = root->last = NULL;
}

static void include_all(tac_mjcf *m, tac_xml_node *parent, int depth)
{
    if (depth > TAC_XML_MOST_DEPTH) {
        tac_robot_refuse(m->r, parent,
                         "elements lie in each other deeper than %d; that is no robot",
                         TAC_XML_MOST_DEPTH);
    }
    tac_xml_node *before = NULL;
    for (tac_xml_node *c = parent->first; c;) {
        if (!tac_robot_is(c, "include")) {
            include_all(m, c, depth + 1);
            before = c;
            c = c->next;
            continue;
        }
        c->seen = true;
        splice(parent, before, c, open_file(m, c));
        c = before ? before->next : parent->first;
    }
}

// ---- classes -------------------------------------------------------------------------------------

static int find_class(const tac_mjcf *m, const char *name)
{
    const tac_mjcf_class *c = m->class_.data;
    tac_robot_work(m->r, m->class_.n);
    for (int i = 0; name && i < m->class_.n; i++) {
        if (strcmp(c[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static void read_class(tac_mjcf *m, tac_xml_node *node, int parent)
{
    const char *own = tac_robot_attribute(node, "class");
    if (!own && parent >= 0) {
        tac_robot_refuse(m->r, node, "<default> in <default> has no 'class'; add it");
    }
    const int i = m->class_.n;
    *(tac_mjcf_class *)tac_robot_add(m->r, &m->class_, sizeof(tac_mjcf_class)) =
        (tac_mjcf_class){parent < 0 ? "main" : own, parent, node};
    node->seen = true;
    for (tac_xml_node *c = node->first; c; c = c->next) {
        c->seen = true;
        if (tac_robot_is(c, "default")) {
            read_class(m, c, i);
        }
    }
}

// ---- elements with defaults ----------------------------------------------------------------------

tac_mjcf_element tac_mjcf_element_of(tac_mjcf *m, tac_xml_node *node, const char *kind,
                                     const char *child_class)
{
    node->seen = true;
    const char *own = tac_robot_attribute(node, "class");
    if (own && find_class(m, own) < 0 && strcmp(own, "main") != 0) {
        tac_robot_refuse(m->r, node, "there is no class '%.80s' of defaults; add a <default>", own);
    }
    return (tac_mjcf_element){m, node, kind, own ? own : child_class};
}

typedef struct looked_for {
    const char *kind, *name;
} looked_for;

static void note_look(tac_mjcf *m, const char *kind, const char *name)
{
    const looked_for *l = m->looked.data;
    for (int i = 0; i < m->looked.n; i++) {
        if (l[i].name == name && strcmp(l[i].kind, kind) == 0) {
            return;
        }
    }
    *(looked_for *)tac_robot_add(m->r, &m->looked, sizeof *l) = (looked_for){kind, name};
}

static const char *in_class(tac_xml_node *class_, const char *kind, const char *name)
{
    const char *found = NULL;
    for (tac_xml_node *c = class_->first; c && !found; c = c->next) {
        found = tac_robot_is(c, kind) ? tac_robot_attribute(c, name) : NULL;
    }
    return found;
}

const char *tac_mjcf_text(const tac_mjcf_element *e, const char *name)
{
    tac_mjcf *m = e->m;
    const tac_mjcf_class *c = m->class_.data;
    const char *found = tac_robot_attribute(e->node, name);
    note_look(m, e->kind, name);
    int at = find_class(m, e->class_ ? e->class_ : "main");
    while (!found && at >= 0) {
        tac_robot_work(m->r, m->class_.n);
        for (int i = 0; i < m->class_.n && !found; i++) { // of one name in several files
            found = strcmp(c[i].name, c[at].name) == 0 ? in_class(c[i].node, e->kind, name) : NULL;
        }
        at = c[at].parent;
    }
    return found;
}

bool tac_mjcf_values(const tac_mjcf_element *e, const char *name, int least, int n, double *x)
{
    const char *text = tac_mjcf_text(e, name);
    if (text) {
        (void)tac_robot_numbers(e->m->r, e->node,
                                tac_robot_print(e->m->r, "'%s' of <%.60s>", name, e->node->name),
                                text, least, n, x);
    }
    return text != NULL;
}

double tac_mjcf_value(const tac_mjcf_element *e, const char *name, double otherwise)
{
    (void)tac_mjcf_values(e, name, 1, 1, &otherwise);
    return otherwise;
}

bool tac_mjcf_limited(const tac_mjcf_element *e, const char *name, bool has_range)
{
    const char *text = tac_mjcf_text(e, name);
    if (!text || strcmp(text, "auto") == 0) {
        return has_range && e->m->auto_limits;
    }
    if (strcmp(text, "true") != 0 && strcmp(text, "false") != 0) {
        tac_robot_refuse(e->m->r, e->node, "'%s' is '%.40s'; there are true, false and auto", name,
                         text);
    }
    return has_range && text[0] == 't';
}

// ---- places --------------------------------------------------------------------------------------

double tac_mjcf_angle(const tac_mjcf *m, double x)
{
    return m->is_degree ? x * (TAC_PI / 180.0) : x;
}

static vec3 unit_of(const tac_mjcf_element *e, const char *name, const double *x)
{
    const vec3 v = {x[0], x[1], x[2]};
    if (!(norm3(v) > 0.0)) {
        tac_robot_refuse(e->m->r, e->node, "'%s' of <%.60s> is zero; give it a direction", name,
                         e->node->name);
    }
    return tac_robot_unit(v);
}

static quat from_euler(const tac_mjcf_element *e, const double *x)
{
    quat q = {1.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++) {
        const char letter = e->m->euler[k];
        const int axis = (letter | 0x20) - 'x';
        const quat one =
            tac_robot_about((vec3){axis == 0, axis == 1, axis == 2}, tac_mjcf_angle(e->m, x[k]));
        q = letter >= 'x' ? mulq(q, one) : mulq(one, q); // upper case: about axes that stay
    }
    return q;
}

static quat read_axes(const tac_mjcf_element *e)
{
    double x[6] = {0.0};
    if (tac_mjcf_values(e, "quat", 4, 4, x)) {
        const quat q = {x[0], x[1], x[2], x[3]};
        if (!(dotq(q, q) > 0.0)) {
            tac_robot_refuse(e->m->r, e->node, "'quat' of <%.60s> is zero; give it a rotation",
                             e->node->name);
        }
        return unitq(q);
    }
    if (tac_mjcf_values(e, "axisangle", 4, 4, x)) {
        return tac_robot_about(unit_of(e, "axisangle", x), tac_mjcf_angle(e->m, x[3]));
    }
    if (tac_mjcf_values(e, "xyaxes", 6, 6, x)) {
        const vec3 a = unit_of(e, "xyaxes", x), b = {x[3], x[4], x[5]};
        const vec3 across = axpy3(-dot3(a, b), a, b);
        const double square[3] = {across.x, across.y, across.z};
        const vec3 y = unit_of(e, "xyaxes", square);
        return tac_robot_from_axes(a, y, cross3(a, y));
    }
    if (tac_mjcf_values(e, "zaxis", 3, 3, x)) {
        return tac_robot_onto(2, unit_of(e, "zaxis", x));
    }
    if (tac_mjcf_values(e, "euler", 3, 3, x)) {
        return from_euler(e, x);
    }
    return (quat){1.0, 0.0, 0.0, 0.0};
}

tac_robot_pose tac_mjcf_pose(const tac_mjcf_element *e)
{
    double p[3] = {0.0};
    (void)tac_mjcf_values(e, "pos", 3, 3, p);
    return (tac_robot_pose){read_axes(e), {p[0], p[1], p[2]}};
}

// ---- compiler and options ------------------------------------------------------------------------

static void read_euler(tac_mjcf *m, tac_xml_node *node)
{
    const char *text = tac_robot_attribute(node, "eulerseq");
    if (text && (strlen(text) != 3 || strspn(text, "xyzXYZ") != 3)) {
        tac_robot_refuse(m->r, node, "'eulerseq' is '%.20s'; it has three of xyzXYZ", text);
    }
    m->euler = text ? text : m->euler;
}

static void read_from_geom(tac_mjcf *m, tac_xml_node *node)
{
    const char *text = tac_robot_attribute(node, "inertiafromgeom");
    if (text) {
        m->from_geom = strcmp(text, "true") == 0    ? TAC_MJCF_ALWAYS
                       : strcmp(text, "false") == 0 ? TAC_MJCF_NEVER
                                                    : TAC_MJCF_AUTO;
    }
}

static void read_compiler(tac_mjcf *m, tac_xml_node *node)
{
    tac_robot *r = m->r;
    const char *angle = tac_robot_attribute(node, "angle"),
               *coordinate = tac_robot_attribute(node, "coordinate"),
               *asset = tac_robot_attribute(node, "assetdir"),
               *mesh = tac_robot_attribute(node, "meshdir");
    if (coordinate && strcmp(coordinate, "local") != 0) {
        tac_robot_refuse(r, node,
                         "coordinate=\"%.20s\" is of MuJoCo before 2.3.4 and not read; save "
                         "the model with that one in local coordinates",
                         coordinate);
    }
    if (angle && strcmp(angle, "radian") != 0 && strcmp(angle, "degree") != 0) {
        tac_robot_refuse(r, node, "'angle' is '%.20s'; there are radian and degree", angle);
    }
    m->is_degree = angle ? angle[0] == 'd' : m->is_degree;
    m->mesh_dir = mesh ? mesh : asset ? asset : m->mesh_dir;
    m->auto_limits = tac_robot_truth(r, node, "autolimits", m->auto_limits);
    m->balances = tac_robot_truth(r, node, "balanceinertia", m->balances);
    m->strips_path = tac_robot_truth(r, node, "strippath", m->strips_path);
    m->least_mass = tac_robot_value(r, node, "boundmass", m->least_mass);
    m->least_inertia = tac_robot_value(r, node, "boundinertia", m->least_inertia);
    m->total_mass = tac_robot_value(r, node, "settotalmass", m->total_mass);
    (void)tac_robot_values(r, node, "inertiagrouprange", 2, m->group);
    read_euler(m, node);
    read_from_geom(m, node);
}

static void read_option(tac_mjcf *m, tac_xml_node *node)
{
    tac_robot *r = m->r;
    r->gravity = tac_robot_vector(r, node, "gravity", r->gravity);
    r->step = tac_robot_value(r, node, "timestep", r->step);
    if (r->step != 0.0 && !(r->step >= 1e-9 && r->step <= 1.0)) {
        tac_robot_refuse(r, node, "'timestep' is %g s; it must be between 1 ns and 1 s", r->step);
    }
    tac_xml_node *flag = tac_robot_child(node, "flag");
    const char *gravity = flag ? tac_robot_attribute(flag, "gravity") : NULL;
    if (gravity && strcmp(gravity, "disable") == 0) {
        r->gravity = (vec3){0.0, 0.0, 0.0};
    }
}

void tac_mjcf_open(tac_mjcf *m)
{
    m->r->has_gravity = true;
    m->r->gravity = (vec3){0.0, 0.0, -9.81};
    m->is_degree = m->auto_limits = true;
    m->from_geom = TAC_MJCF_AUTO;
    m->euler = "xyz";
    m->mesh_dir = "";
    m->group[1] = 5.0;
    include_all(m, m->root, 0);
    for (tac_xml_node *c = m->root->first; c; c = c->next) {
        if (tac_robot_is(c, "compiler")) {
            c->seen = true;
            read_compiler(m, c);
        } else if (tac_robot_is(c, "option")) {
            c->seen = true;
            read_option(m, c);
        } else if (tac_robot_is(c, "default")) {
            read_class(m, c, -1);
        }
    }
    m->r->has_gravity = norm3(sub3(m->r->gravity, (vec3){0.0, 0.0, -9.81})) > 0.0;
}

void tac_mjcf_close(tac_mjcf *m)
{
    const tac_mjcf_class *c = m->class_.data;
    const looked_for *l = m->looked.data;
    for (int i = 0; i < m->class_.n; i++) {
        for (tac_xml_node *e = c[i].node->first; e; e = e->next) {
            for (int k = 0; k < m->looked.n; k++) {
                if (strcmp(l[k].kind, e->name) == 0) {
                    (void)tac_robot_attribute(e, l[k].name);
                }
            }
        }
    }
}

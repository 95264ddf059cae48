// From a description and its tree to the tables of a model.
#include "tables.h"

#include <string.h>

#include "alignment.h"
#include "carriers.h"
#include "coordinates.h"
#include "element/laws.h"
#include "element/roads.h"
#include "element/tyre.h"
#include "element_types.h"
#include "flexible.h"
#include "law.h"
#include "links.h"
#include "mobility.h"
#include "nodes.h"
#include "observe.h"
#include "rows.h"
#include "substepped.h"
#include "tree_elements.h"
#include "welds.h"

// ---- layout ------------------------------------------------------------------------------------

static bool has_angle(const tac_desc *d, int element)
{
    if (element < d->n_joint) {
        return tac_joint_type_has_coordinate(tac_joint_type_of(d->joint[element].kind),
                                             TAC_TURN_ABOUT_Z);
    }
    int i = element - d->n_joint;
    if (i < d->n_spring) {
        return d->spring[i].coordinate == TAC_ANGLE;
    }
    i -= d->n_spring + d->n_bushing;
    if (i >= 0 && i < d->n_friction) {
        return d->friction[i].coordinate == TAC_ANGLE;
    }
    i -= d->n_friction + d->n_contact;
    if (i >= 0 && i < d->n_law) {
        return tac_type_of_law(&d->law[i])->law->n_row == 1 && d->law[i].coordinate == TAC_ANGLE;
    }
    i -= d->n_law;
    return i >= 0 && d->term[i].coordinate == TAC_ANGLE;
}

tac_table_sizes tac_measure_tables(const tac_desc *d, const tac_tree *t)
{
    tac_table_sizes n = {0};
    n.body = (size_t)d->n_body;
    n.element = (size_t)t->n_element;
    n.law = n.element - (size_t)d->n_joint;
    for (int i = 0; i < t->n_element; i++) {
        n.row += (size_t)t->rows[i];
        n.angle += (size_t)has_angle(d, i);
    }
    n.slot = 2 * n.row;
    n.node = (size_t)t->n_node;
    for (int i = 0; i < t->n_node; i++) {
        n.node_row += (size_t)(t->n_e[i] + t->n_r[i]);
    }
    n.level = (size_t)t->height + 2;
    n.carrier = (size_t)t->n_carrier;
    for (int i = 0; t->by_rows && i < t->n_node; i++) {
        n.rows_node_row += (size_t)(t->by_rows->n_e[i] + t->by_rows->n_r[i]);
    }
    n.rows_level = t->by_rows ? (size_t)t->by_rows->height + 2 : 0;
    n.source = (size_t)d->n_source;
    n.term = (size_t)d->n_source_term;
    n.table = (size_t)d->n_table;
    for (int i = 0; i < d->n_table; i++) {
        n.point += d->table[i].n > 0 ? (size_t)d->table[i].n : 0;
    }
    n.input = (size_t)d->n_input;
    n.sensor = (size_t)d->n_sensor;
    n.load = (size_t)d->n_load;
    return n;
}

static void layout_bodies(tac_model *m, const tac_table_sizes *n, tac_arena *a)
{
    m->bodies.mass = tac_take(a, n->body, sizeof *m->bodies.mass);
    m->bodies.mass_inv = tac_take(a, n->body, sizeof *m->bodies.mass_inv);
    m->bodies.shaft = tac_take(a, n->body, sizeof *m->bodies.shaft);
    m->bodies.shaft_first = tac_take(a, n->body + 2, sizeof *m->bodies.shaft_first);
    m->bodies.shaft_of = tac_take(a, n->body, sizeof *m->bodies.shaft_of);
    m->bodies.J = tac_take(a, n->body, sizeof *m->bodies.J);
    m->bodies.J_inv = tac_take(a, n->body, sizeof *m->bodies.J_inv);
    m->bodies.arm = tac_take(a, n->body, sizeof *m->bodies.arm);
    m->bodies.r0 = tac_take(a, n->body, sizeof *m->bodies.r0);
    m->bodies.v0 = tac_take(a, n->body, sizeof *m->bodies.v0);
    m->bodies.w0 = tac_take(a, n->body, sizeof *m->bodies.w0);
    m->bodies.p0 = tac_take(a, n->body, sizeof *m->bodies.p0);
    m->bodies.group = tac_take(a, n->body, sizeof *m->bodies.group);
    m->bodies.joined = tac_take(a, n->body, sizeof *m->bodies.joined);
    m->bodies.swings = tac_take(a, n->body, sizeof *m->bodies.swings);
    m->bodies.heaviest = tac_take(a, 2 * n->body, sizeof *m->bodies.heaviest);
    m->bodies.n_law = tac_take(a, n->body + 1, sizeof *m->bodies.n_law);
    m->bodies.slot_first = tac_take(a, n->body + 2, sizeof *m->bodies.slot_first);
    m->bodies.slot_row = tac_take(a, n->slot, sizeof *m->bodies.slot_row);
    m->bodies.load_first = tac_take(a, n->body + 1, sizeof *m->bodies.load_first);
    m->bodies.load_of = tac_take(a, n->load, sizeof *m->bodies.load_of);
    m->isolated.isolated_first = tac_take(a, n->body + 1, sizeof *m->isolated.isolated_first);
    m->isolated.isolated_body = tac_take(a, n->body, sizeof *m->isolated.isolated_body);
}

static void layout_parts(tac_model *m, const tac_desc *d, tac_arena *a)
{
    size_t inputs = 0, parameters = 0;
    for (int i = 0; i < d->n_part; i++) {
        inputs += d->part[i].n_input > 0 ? (size_t)d->part[i].n_input : 0;
        parameters += d->part[i].n_parameter > 0 ? (size_t)d->part[i].n_parameter : 0;
    }
    m->objects.parts = tac_take(a, (size_t)d->n_part, sizeof *m->objects.parts);
    m->objects.part_at =
        tac_take(a, d->n_part > 0 ? (size_t)d->n_part + 1 : 0, sizeof *m->objects.part_at);
    m->objects.part_input = tac_take(a, inputs, sizeof *m->objects.part_input);
    m->objects.part_parameter = tac_take(a, parameters, sizeof *m->objects.part_parameter);
}

static void layout_elements(tac_model *m, const tac_table_sizes *n, const tac_desc *d, tac_arena *a)
{
    m->element = tac_take(a, n->element + n->carrier, sizeof *m->element);
    m->joint_kind = tac_take(a, (size_t)d->n_joint, sizeof *m->joint_kind);
    m->rows.row_element =
        tac_take(a, n->row + TAC_UNKNOWNS * n->carrier, sizeof *m->rows.row_element);
    m->rows.row_slot = tac_take(a, 2 * n->row, sizeof *m->rows.row_slot);
    m->rows.row_compliant = tac_take(a, n->row, sizeof *m->rows.row_compliant);
    m->rows.row_w = tac_take(a, n->row, sizeof *m->rows.row_w);
    m->rows.row_push = tac_take(a, 2 * n->row, sizeof *m->rows.row_push);
    m->rows.weld = tac_take(a, 2 * n->law, sizeof *m->rows.weld);
    m->rows.weld_list = tac_take(a, n->body + 1, sizeof *m->rows.weld_list);
    m->rows.laws_on_body = tac_take(a, n->element, sizeof *m->rows.laws_on_body);
    m->laws.spring = tac_take(a, (size_t)d->n_spring, sizeof *m->laws.spring);
    m->laws.bushing = tac_take(a, (size_t)d->n_bushing, sizeof *m->laws.bushing);
    m->laws.friction = tac_take(a, (size_t)d->n_friction, sizeof *m->laws.friction);
    m->laws.contact = tac_take(a, (size_t)d->n_contact, sizeof *m->laws.contact);
    m->laws.law = tac_take(a, (size_t)d->n_law, sizeof *m->laws.law);
    m->couplers.coupler = tac_take(a, (size_t)d->n_coupler, sizeof *m->couplers.coupler);
    m->couplers.term = tac_take(a, (size_t)d->n_term, sizeof *m->couplers.term);
    m->laws.load = tac_take(a, n->load, sizeof *m->laws.load);
    m->n_held = tac_count_held(d);
    m->held = tac_take(a, (size_t)m->n_held, sizeof *m->held);
    m->efforts.n = tac_count_efforts(d);
    m->efforts.of = tac_take(a, (size_t)m->efforts.n, sizeof *m->efforts.of);
    layout_parts(m, d, a);
}

static void layout_signals(tac_model *m, const tac_table_sizes *n, tac_arena *a)
{
    m->signals.source = tac_take(a, n->source, sizeof *m->signals.source);
    m->signals.source_term = tac_take(a, n->term, sizeof *m->signals.source_term);
    m->signals.table = tac_take(a, n->table, sizeof *m->signals.table);
    m->signals.table_point =
        tac_take(a, TAC_CURVE_ARRAYS * n->point, sizeof *m->signals.table_point);
    m->signals.input0 = tac_take(a, n->input, sizeof *m->signals.input0);
    m->signals.sensor = tac_take(a, n->sensor, sizeof *m->signals.sensor);
}

static void layout_tree(tac_model *m, const tac_table_sizes *n, tac_arena *a)
{
    size_t groups = n->body + 1 + (size_t)tac_mechanism_count(m);
    tac_layout_nodes(m, n, a);
    m->sums.sum_body_first = tac_take(a, groups, sizeof *m->sums.sum_body_first);
    m->sums.sum_body = tac_take(a, n->body, sizeof *m->sums.sum_body);
    m->sums.sum_element_first = tac_take(a, groups, sizeof *m->sums.sum_element_first);
    m->sums.sum_element = tac_take(a, n->element, sizeof *m->sums.sum_element);
    m->sums.mechanism = tac_take(a, groups, sizeof *m->sums.mechanism);
}

tac_model *tac_layout_tables(const tac_table_sizes *n, const tac_desc *d, tac_arena *a)
{
    tac_model *memory = tac_take(a, 1, sizeof *memory);
    tac_model m = {.n_angle = (int)n->angle,
                   .n_row = (int)n->row,
                   .n_slot = (int)n->slot,
                   .copies = 1,
                   .sums.beside = d->wants.beside > 1 ? d->wants.beside : 1};
    layout_bodies(&m, n, a);
    layout_elements(&m, n, d, a);
    layout_signals(&m, n, a);
    m.laws.roads.road = tac_take(a, (size_t)d->roads.n, sizeof *m.laws.roads.road);
    m.laws.roads.data = tac_take(a, tac_road_data_size(d), sizeof *m.laws.roads.data);
    layout_tree(&m, n, a);
    tac_layout_flexible(&m, d, a);
    if (memory) {
        *memory = m;
    }
    return memory;
}

// ---- bodies and elements -----------------------------------------------------------------------

mat3 tac_inverse3(mat3 A)
{
    vec3 c0 = cross3(A.y, A.z), c1 = cross3(A.z, A.x), c2 = cross3(A.x, A.y);
    double inv = 1.0 / dot3(A.x, c0);
    return (mat3){scale3(inv, c0), scale3(inv, c1), scale3(inv, c2)};
}

static void fill_bodies(tac_model *m, const tac_desc *d)
{
    for (int i = 0; i < d->n_body; i++) {
        const tac_body_desc *b = &d->body[i];
        m->bodies.mass[i] = b->mass;
        m->bodies.mass_inv[i] = 1.0 / b->mass;
        m->bodies.shaft[i] = b->shaft;
        m->bodies.J[i] = tac_symmetric(b->J);
        m->bodies.J_inv[i] = tac_inverse3(m->bodies.J[i]);
        m->bodies.r0[i] = b->r;
        m->bodies.p0[i] = unitq(b->p);
        m->bodies.v0[i] = b->v;
        m->bodies.w0[i] = b->w;
        m->bodies.group[i] = b->group;
    }
    // loads by body
    for (int i = 0, n = 0; i < d->n_body; i++) {
        m->bodies.load_first[i] = n;
        for (int k = 0; k < d->n_load; k++) {
            if (d->load[k].at.body == i) {
                m->bodies.load_of[n++] = k;
            }
        }
        m->bodies.load_first[i + 1] = n;
    }
}

static void place(tac_model *m, tac_element *e, const tac_frame *a, const tac_frame *b)
{
    const tac_frame *f[2] = {a, b};
    e->spins = b->body != TAC_GROUND && m->bodies.shaft[b->body];
    e->stacked = e->spins && a->body != TAC_GROUND && m->bodies.shaft[a->body];
    for (int k = 0; k < 2; k++) {
        e->body[k] = f[k]->body == TAC_GROUND ? m->n_body : f[k]->body;
        e->s[k] = f[k]->s;
        e->q[k] = unitq(f[k]->q);
        e->R[k] = rotation(e->q[k]);
        int flexible = tac_flexible_of(m, e->body[k]);
        double reach = norm3(f[k]->s);
        e->interface[k] = TAC_NONE;
        if (flexible != TAC_NONE) {
            const tac_flexible *of = &m->flex.flexible[flexible];
            e->interface[k] = of->interface + f[k]->interface;
            reach = norm3(add3(of->modes->s[f[k]->interface], f[k]->s));
        }
        if (f[k]->body != TAC_GROUND) {
            double *arm = &m->bodies.arm[f[k]->body];
            *arm = reach > *arm ? reach : *arm;
            m->length = reach > m->length ? reach : m->length;
        }
    }
}

static double inertia_of(const tac_desc *d, int body)
{
    const double *J = d->body[body].J;
    return J[0] + J[1] + J[2];
}

// Along axes of which side the moment lies that keeps two axes parallel. The moment of an unbalanced rotor turns with
// it: along the rotor's own axes it is the same at the start of a step and at its end, and iterations, which push along
// the start what the tree solves at the end, find it at once. Ground is the heaviest.
static int side_of_moments(const tac_desc *d, const tac_joint_desc *j)
{
    int a = j->a.body, b = j->b.body;
    bool lighter = b != TAC_GROUND && (a == TAC_GROUND || inertia_of(d, b) < inertia_of(d, a));
    return !(d->wants.flags & TAC_MOMENTS_ON_FIRST) && lighter;
}

static void take_law(tac_model *m, tac_element *e, const tac_law_type *law)
{
    tac_take_law(m, e, law);
    e->law_flags = e->law->flags;
    e->implicit = e->implicit || (e->law_flags & TAC_LAW_IMPLICIT);
}

static void rows_of_wrench(tac_element *e)
{
    for (int k = 0; k < 6; k++) {
        e->rows[k] = (tac_row){k < 3 ? ROW_SLIDE : ROW_TURN, k % 3, 0, TAC_NONE, 0, false};
    }
    e->n_row = 6;
    e->turns = true;
}

static void rows_of_wheel(tac_model *m, const tac_desc *d, const tac_law_desc *l, tac_element *e)
{
    int road = tac_road_of_law(l);
    for (int k = 0; k < 6; k++) {
        e->rows[k] = (tac_row){ROW_WHEEL, k, 0, TAC_NONE, 0, false};
    }
    e->n_row = 6;
    e->lead = tac_type_of_law(l)->lever(l, d->table);
    e->length = d->table[l->table[0]].y[WIDTH];
    e->road = road == TAC_NONE ? NULL : &m->laws.roads.road[road];
}

static void rows_of_mixture(tac_model *m, const tac_law_desc *l, tac_element *e)
{
    for (int k = 0; k < 6; k++) {
        e->rows[k] = (tac_row){ROW_MIXED, k, 0, TAC_NONE, 0, false};
    }
    e->n_row = 6;
    e->turns = true;
    e->mix = &m->signals.table[l->table[0]];
}

static void rows_of_skid(tac_model *m, const tac_desc *d, const tac_law_desc *l, tac_element *e)
{
    const tac_contact_desc *c = &d->contact[l->contact - 1];
    for (int k = 0; k < 2; k++) {
        e->rows[k] = (tac_row){ROW_SKID, k, 0, TAC_NONE, 0, false};
    }
    e->n_row = 2;
    e->lead = c->radius;
    e->loader = m->element_first[TAC_CONTACTS] + l->contact - 1;
    e->road = c->road ? &m->laws.roads.road[c->road - 1] : NULL;
}

// Bodies with steps of their own follow no sides.
static void fill_law(tac_model *m, const tac_desc *d, const tac_law_desc *l, tac_element *e)
{
    const tac_law_type *law = tac_type_of_law(l)->law;
    bool at_instants = (d->wants.flags & TAC_LAWS_AT_INSTANTS) != 0 ||
                       tac_substepped_group(d, l->a.body) != TAC_NONE ||
                       tac_substepped_group(d, l->b.body) != TAC_NONE;
    law = at_instants && law->at_instants ? law->at_instants : law;
    if (tac_type_of_law(l)->on_road) {
        rows_of_wheel(m, d, l, e);
    } else if (tac_type_of_law(l)->mixes) {
        rows_of_mixture(m, l, e);
    } else if (l->contact) {
        rows_of_skid(m, d, l, e);
    } else if (law->n_row == 1) {
        tac_rows_of_coordinate(e, l->coordinate);
    } else {
        rows_of_wrench(e);
    }
    place(m, e, &l->a, &l->b);
    e->implicit = l->implicit;
    take_law(m, e, law);
}

static void fill_element(tac_model *m, const tac_desc *d, tac_element *e)
{
    int i = e->index;
    double length = m->length;
    e->implicit = true;
    e->loader = TAC_NONE;
    switch (e->what) {
    case TAC_JOINTS:
        m->joint_kind[i] = d->joint[i].kind;
        tac_rows_of_joint(e, &d->joint[i], side_of_moments(d, &d->joint[i]));
        place(m, e, &d->joint[i].a, &d->joint[i].b);
        break;
    case TAC_SPRINGS:
        tac_rows_of_coordinate(e, d->spring[i].coordinate);
        place(m, e, &d->spring[i].a, &d->spring[i].b);
        e->implicit = d->spring[i].implicit;
        take_law(m, e, tac_law_type_of(e->what, tac_spring_is_unilateral(d, &d->spring[i])));
        break;
    case TAC_BUSHINGS:
        rows_of_wrench(e);
        place(m, e, &d->bushing[i].a, &d->bushing[i].b);
        e->implicit = tac_bushing_is_implicit(d, i);
        take_law(m, e, tac_law_type_of(e->what, false));
        if (tac_bushing_has_bodies(
                d, &d->bushing[i])) { // its elements have levers, its mount has none
            m->length = length;
        }
        break;
    case TAC_FRICTIONS:
        tac_rows_of_coordinate(e, d->friction[i].coordinate);
        e->loader = d->friction[i].loaded_by - 1;
        place(m, e, &d->friction[i].a, &d->friction[i].b);
        take_law(m, e, tac_law_type_of(e->what, d->friction[i].hold > 0.0));
        break;
    case TAC_TERMS:
        tac_rows_of_term(e, &d->term[i]);
        place(m, e, &d->term[i].a, &d->term[i].b);
        e->curve = d->term[i].table == TAC_NONE ? NULL : &m->signals.table[d->term[i].table];
        break;
    case TAC_CONTACTS:
        if (d->contact[i].road) {
            tac_rows_of_road(e, &m->laws.roads.road[d->contact[i].road - 1]);
        } else {
            tac_rows_of_coordinate(e, TAC_SLIDE);
        }
        place(m, e, &d->contact[i].a, &d->contact[i].b);
        take_law(m, e, tac_law_type_of(e->what, false));
        break;
    case TAC_LAWS:
        fill_law(m, d, &d->law[i], e);
        break;
    }
}

static void fill_elements(tac_model *m, const tac_desc *d)
{
    const int count[TAC_CLASSES] = {d->n_joint,   d->n_spring, d->n_bushing, d->n_friction,
                                    d->n_contact, d->n_law,    d->n_term};
    int n = 0, angle = 0;
    for (int what = 0; what < TAC_CLASSES; what++) {
        m->element_first[what] = n;
        for (int i = 0; i < count[what]; i++, n++) {
            tac_element *e = &m->element[n];
            e->what = (tac_element_class)what;
            e->index = i;
            e->angle = has_angle(d, n) ? angle++ : TAC_NONE;
            fill_element(m, d, e);
        }
    }
    m->length = m->length > 0.0 ? m->length : 1.0;
    tac_fill_couplers(m, d);
}

// Rows in the order of elimination, explicit elements last: the rows a node eliminates are
// contiguous. Slots of a body follow the same order.
static void number_rows(tac_model *m, const tac_tree *t)
{
    int row = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < t->n_element; k++) {
            int i = pass == 0 ? t->order[k] : k;
            if (i == TAC_NONE || (pass == 1 && t->home[i] != TAC_NONE)) {
                continue;
            }
            tac_element *e = &m->element[i];
            e->row = row;
            for (int r = 0; r < e->n_row; r++, row++) {
                m->rows.row_element[row] = i;
                m->rows.row_compliant[row] = !tac_holds(e);
                m->n_law_row += pass == 0 && !tac_holds(e);
            }
        }
        m->n_tree_row = pass == 0 ? row : m->n_tree_row;
    }
}

static void number_slots(tac_model *m)
{
    for (int row = 0; row < m->n_row; row++) { // count, shifted by one
        const tac_element *e = &m->element[m->rows.row_element[row]];
        m->bodies.slot_first[e->body[0] + 1]++;
        m->bodies.slot_first[e->body[1] + 1]++;
    }
    for (int i = 0; i <= m->n_body; i++) {
        m->bodies.slot_first[i + 1] += m->bodies.slot_first[i];
    }
    // hand out in row order; slot_first is advanced and put back
    for (int row = 0; row < m->n_row; row++) {
        tac_element *e = &m->element[m->rows.row_element[row]];
        for (int side = 0; side < 2; side++) {
            int slot = m->bodies.slot_first[e->body[side]]++;
            m->rows.row_slot[2 * row + side] = slot;
            m->bodies.slot_row[slot] = row;
            if (row == e->row) {
                e->slot[side] = slot;
            }
        }
    }
    for (int i = m->n_body + 1; i > 0; i--) {
        m->bodies.slot_first[i] = m->bodies.slot_first[i - 1];
    }
    m->bodies.slot_first[0] = 0;
}

// ---- signals, laws, sensors --------------------------------------------------------------------

static void copy(void *to, const void *from, int n, size_t size)
{
    if (n > 0) {
        memcpy(to, from, (size_t)n * size);
    }
}

static void fill_curves(tac_model *m, const tac_desc *d)
{
    double *points = m->signals.table_point;
    for (int i = 0; i < d->n_table; i++) {
        const tac_table_desc *t = &d->table[i];
        m->signals.table[i] = tac_curve_make(t->n, t->x, t->y, t->cubic, points);
        points += TAC_CURVE_ARRAYS * t->n;
    }
}

// Blocks have their values behind all inputs.
static void number_blocks(tac_model *m)
{
    for (int i = 0; i < m->signals.n_source; i++) {
        tac_source_desc *s = &m->signals.source[i];
        const tac_source_type *type = tac_source_type_of(s->kind);
        if (type->run) {
            s->input = m->signals.n_input + m->signals.n_block++;
            s->memory = m->signals.n_block_memory;
            m->signals.n_block_memory += type->n_memory ? type->n_memory(s) : 0;
        }
        if (type->senses && m->signals.n_sensor > 0) {
            int width = tac_sensor_width(m, s->sensor);
            m->signals.widest_sensed =
                width > m->signals.widest_sensed ? width : m->signals.widest_sensed;
        }
    }
}

static void fill_signals(tac_model *m, const tac_desc *d)
{
    copy(m->laws.spring, d->spring, d->n_spring, sizeof *m->laws.spring);
    copy(m->laws.bushing, d->bushing, d->n_bushing, sizeof *m->laws.bushing);
    for (int i = 0; i < d->n_bushing; i++) { // a part says its wrench, whatever these are
        for (int k = 0; k < 6 && m->laws.bushing[i].part > 0; k++) {
            m->laws.bushing[i].k[k] = m->laws.bushing[i].c[k] = 0.0;
        }
    }
    copy(m->laws.friction, d->friction, d->n_friction, sizeof *m->laws.friction);
    copy(m->laws.contact, d->contact, d->n_contact, sizeof *m->laws.contact);
    copy(m->laws.law, d->law, d->n_law, sizeof *m->laws.law);
    copy(m->laws.load, d->load, d->n_load, sizeof *m->laws.load);
    copy(m->signals.source, d->source, d->n_source, sizeof *m->signals.source);
    copy(m->signals.source_term, d->source_term, d->n_source_term, sizeof *m->signals.source_term);
    copy(m->signals.sensor, d->sensor, d->n_sensor, sizeof *m->signals.sensor);
    for (int i = 0; i < d->n_input; i++) {
        m->signals.input0[i] = d->input[i].value;
    }
    fill_curves(m, d);
    number_blocks(m);
}

static void fill_parts(tac_model *m, const tac_desc *d)
{
    int *input = m->objects.part_input;
    double *parameter = m->objects.part_parameter;
    m->objects.n_part = d->n_part;
    for (int i = 0; i < d->n_part; i++) {
        tac_part_desc *p = &m->objects.parts[i];
        *p = d->part[i];
        copy(input, p->input, p->n_input, sizeof *input);
        copy(parameter, p->parameter, p->n_parameter, sizeof *parameter);
        p->input = input;
        p->parameter = parameter;
        input += p->n_input;
        parameter += p->n_parameter;
        m->objects.part_at[i + 1] = m->objects.part_at[i] + tac_part_size(p);
    }
}

// The element of a slot if it is a law and the slot its first, else NULL.
static const tac_element *law_at(const tac_model *m, int slot)
{
    int row = m->bodies.slot_row[slot];
    const tac_element *e = &m->element[m->rows.row_element[row]];
    return row == e->row && m->rows.row_compliant[row] ? e : NULL;
}

// Laws on a body add up; a bushing counts once, its rows have directions of their own.
static void count_laws_on_bodies(tac_model *m)
{
    for (int i = 0; i < m->n_body; i++) {
        double n = 0.0;
        for (int slot = m->bodies.slot_first[i]; slot < m->bodies.slot_first[i + 1]; slot++) {
            n += law_at(m, slot) ? 1.0 : 0.0;
        }
        m->bodies.n_law[i] = n;
        for (int slot = m->bodies.slot_first[i]; slot < m->bodies.slot_first[i + 1]; slot++) {
            const tac_element *e = law_at(m, slot);
            if (e && m->rows.laws_on_body[e - m->element] < n) {
                m->rows.laws_on_body[e - m->element] = n;
            }
        }
    }
}

bool tac_is_mass(const tac_element *e)
{
    return (e->law_flags & TAC_LAW_INERTIA) != 0;
}

static bool has_kicks(const tac_model *m)
{
    bool has = false;
    for (int i = 0; i < m->signals.n_source; i++) {
        has = has || tac_source_type_of(m->signals.source[i].kind)->kick;
    }
    return has && tac_has_drive(m);
}

void tac_fill_tables(tac_model *m, const tac_desc *d, const tac_tree *t)
{
    m->gravity = d->gravity;
    m->n_body = d->n_body;
    m->n_element = t->n_element;
    m->n_joint = d->n_joint;
    m->laws.n_spring = d->n_spring;
    m->laws.n_bushing = d->n_bushing;
    m->laws.n_friction = d->n_friction;
    m->n_left = d->n_friction;
    for (int i = 0; i < d->n_spring; i++) {
        m->n_left = d->spring[i].damper_table != TAC_NONE ? d->n_friction + d->n_spring : m->n_left;
    }
    m->laws.n_contact = d->n_contact;
    m->laws.n_law = d->n_law;
    m->couplers.n_coupler = d->n_coupler;
    m->couplers.n_term = d->n_term;
    m->couplers.first_term = t->n_element - d->n_term;
    m->laws.n_load = d->n_load;
    m->signals.n_source = d->n_source;
    m->signals.n_table = d->n_table;
    m->signals.n_input = d->n_input;
    m->signals.n_sensor = d->n_sensor;
    fill_bodies(m, d);
    tac_fill_flexible(m, d);
    m->laws.roads.n_road = d->roads.n;
    tac_make_roads(d, m->signals.table, m->laws.roads.road, m->laws.roads.data);
    fill_elements(m, d);
    tac_fill_held(m, d);
    tac_align_joints(m);
    number_rows(m, t);
    tac_fill_efforts(m, d);
    number_slots(m);
    tac_fill_links(m);
    tac_fill_swings(m, d);
    tac_fill_welds(m, d);
    tac_number_unknowns(m, t);
    tac_fill_flexible_sides(m, d);
    count_laws_on_bodies(m);
    tac_fill_nodes(m, t);
    fill_signals(m, d);
    m->signals.kicks = has_kicks(m);
    m->laws.moved = tac_moves_numbers(m);
    for (int i = m->n_joint; i < m->n_element; i++) {
        m->laws.masses = m->laws.masses || tac_is_mass(&m->element[i]);
    }
    for (int i = 0; i < d->n_friction; i++) {
        m->laws.loaded = m->laws.loaded || d->friction[i].loaded_by > 0;
    }
    for (int i = 0; i < d->n_law; i++) {
        m->laws.loaded = m->laws.loaded || d->law[i].contact > 0;
    }
    fill_parts(m, d);
    tac_fill_flexible_parts(m, d);
    tac_sum_couplers(m);
    tac_weigh_rows(m);
}

#include "serialized.h"

#include <string.h>

#include "apart.h"
#include "apart_cost.h"
#include "element/renumber.h"
#include "model/law.h"
#include "model/mobility.h"
#include "step/memory.h"

// ---- reading -----------------------------------------------------------------------------------

// Of one of several that are side by side: the serialized model that it is, where its mount is, in the world and on the carrier, and
// what stands before it.
typedef struct copy {
    const tac_serialized *of;
    int k; // which it is
    int carrier;
    vec3 r, s;
    quat q, own;
} copy;

static copy copy_of(const tac_serialized *p, const tac_part_setup *setup, int k)
{
    const tac_part_table *table = setup->table[k];
    copy c = {.of = table ? table->bodies->piece : p,
              .k = k,
              .carrier = setup->n * p->n[TAC_SERIALIZED_BODIES]};
    const double *s = setup->s[k], *q = setup->q[k];
    quat body = unitq((quat){setup->p[0], setup->p[1], setup->p[2], setup->p[3]});
    c.s = (vec3){s[0], s[1], s[2]};
    c.own = unitq((quat){q[0], q[1], q[2], q[3]});
    c.q = mulq(body, c.own);
    c.r = add3((vec3){setup->r[0], setup->r[1], setup->r[2]}, mul3(rotation(body), c.s));
    return c;
}

// What is ground to the sub-model is the carrier, but for the world.
static void move_frame(const tac_renumbering *r, tac_frame *f)
{
    const copy *c = r->context;
    if (f->world) {
        f->s = add3(c->r, mul3(rotation(c->q), f->s));
        f->q = unitq(mulq(c->q, f->q));
    } else if (f->body == TAC_GROUND) {
        f->body = c->carrier;
        f->s = add3(c->s, mul3(rotation(c->own), f->s));
        f->q = unitq(mulq(c->own, f->q));
    } else {
        f->body += r->before[TAC_ITEMS_BODIES];
    }
}

// Groups of a copy follow one that is all of it.
static int group_of(const copy *c, int group)
{
    return c->k * (1 + c->of->n[TAC_SERIALIZED_GROUPS]) + (group == TAC_NONE ? 0 : 1 + group);
}

static void move_body(const copy *c, tac_body_desc *b)
{
    mat3 R = rotation(c->q);
    b->r = add3(c->r, mul3(R, b->r));
    b->v = mul3(R, b->v);
    quat p = unitq(mulq(c->q, b->p));
    b->p = p.e0 < 0.0 ? scaleq(-1.0, p) : p; // of the two the one that a start uses
    b->group = group_of(c, b->group);
}

static const tac_items items_of[TAC_SERIALIZED_ARRAYS] = {
    [TAC_SERIALIZED_BODIES] = TAC_ITEMS_BODIES,
    [TAC_SERIALIZED_GROUPS] = TAC_ITEMS_GROUPS,
    [TAC_SERIALIZED_JOINTS] = TAC_ITEMS_JOINTS,
    [TAC_SERIALIZED_SPRINGS] = TAC_ITEMS_SPRINGS,
    [TAC_SERIALIZED_BUSHINGS] = TAC_ITEMS_BUSHINGS,
    [TAC_SERIALIZED_FRICTIONS] = TAC_ITEMS_FRICTIONS,
    [TAC_SERIALIZED_CONTACTS] = TAC_ITEMS_CONTACTS,
    [TAC_SERIALIZED_LAWS] = TAC_ITEMS_LAWS,
    [TAC_SERIALIZED_LOADS] = TAC_ITEMS_LOADS,
    [TAC_SERIALIZED_SOURCES] = TAC_ITEMS_SOURCES,
    [TAC_SERIALIZED_TERMS] = TAC_ITEMS_SOURCE_TERMS,
    [TAC_SERIALIZED_TABLES] = TAC_ITEMS_TABLES,
    [TAC_SERIALIZED_INPUTS] = TAC_ITEMS_INPUTS,
    [TAC_SERIALIZED_SENSORS] = TAC_ITEMS_SENSORS,
    [TAC_SERIALIZED_COUPLERS] = TAC_ITEMS_COUPLERS,
    [TAC_SERIALIZED_COUPLED] = TAC_ITEMS_TERMS,
};

// Numbers of items of a copy, among those of all copies.
static tac_renumbering numbers_of(const copy *c)
{
    tac_renumbering r = {.frame = move_frame, .context = c};
    for (int i = 0; i < TAC_SERIALIZED_ARRAYS; i++) {
        if (i != TAC_SERIALIZED_POINTS) { // which nothing names
            r.before[items_of[i]] = c->k * c->of->n[i];
        }
    }
    return r;
}

static void move_items(const copy *c, tac_serialized_array array, unsigned char *to, size_t size)
{
    const tac_renumbering r = numbers_of(c);
    for (int i = 0; i < c->of->n[array]; i++, to += size) {
        if (array == TAC_SERIALIZED_BODIES) {
            move_body(c, (tac_body_desc *)(void *)to);
        } else {
            tac_renumber(&r, items_of[array], to);
        }
    }
}

// An array of all copies, one after another.
static void *copies(const tac_serialized *p, const tac_part_setup *setup,
                    tac_serialized_array array, size_t size, tac_arena *a)
{
    size_t n = (size_t)p->n[array], more = array == TAC_SERIALIZED_BODIES; // and the carrier
    unsigned char *to = tac_take(a, (size_t)setup->n * n + more, size);
    for (int k = 0; k < setup->n && to; k++) {
        copy c = copy_of(p, setup, k);
        unsigned char *own = to + (size_t)k * n * size;
        memcpy(own, c.of->data + c.of->at[array], n * size);
        move_items(&c, array, own, size);
    }
    return to;
}

static tac_body_desc carrier_of(const tac_part_setup *setup)
{
    tac_body_desc b = {.mass = setup->mass,
                       .r = {setup->r[0], setup->r[1], setup->r[2]},
                       .p = {setup->p[0], setup->p[1], setup->p[2], setup->p[3]},
                       .v = {setup->v[0], setup->v[1], setup->v[2]},
                       .w = {setup->w[0], setup->w[1], setup->w[2]},
                       .group = TAC_NONE};
    memcpy(b.J, setup->J, sizeof b.J);
    return b;
}

static const tac_table_desc *tables_of(const tac_serialized *p, const tac_part_setup *setup,
                                       tac_arena *a)
{
    int n = p->n[TAC_SERIALIZED_TABLES];
    tac_table_desc *to = copies(p, setup, TAC_SERIALIZED_TABLES, sizeof *to, a);
    for (int k = 0; k < setup->n && to; k++) {
        const tac_serialized *own = copy_of(p, setup, k).of;
        const double *point = (const void *)(own->data + own->at[TAC_SERIALIZED_POINTS]);
        for (tac_table_desc *t = to + k * n; t < to + (k + 1) * n; t++) {
            t->x = point;
            t->y = point + t->n;
            point += 2 * t->n;
        }
    }
    return to;
}

static const tac_group_desc *groups_of(const tac_serialized *p, const tac_part_setup *setup,
                                       tac_arena *a)
{
    int n = p->n[TAC_SERIALIZED_GROUPS];
    tac_group_desc *to = tac_take(a, (size_t)(setup->n * (1 + n)), sizeof *to);
    for (int k = 0; k < setup->n && to; k++) {
        copy c = copy_of(p, setup, k);
        const tac_group_desc *own = (const void *)(c.of->data + c.of->at[TAC_SERIALIZED_GROUPS]);
        to[group_of(&c, TAC_NONE)] = (tac_group_desc){.parent = TAC_NONE};
        for (int i = 0; i < n; i++) {
            to[group_of(&c, i)] = (tac_group_desc){.parent = group_of(&c, own[i].parent)};
        }
    }
    return to;
}

tac_desc tac_serialized_read(const tac_serialized *p, const tac_part_setup *setup, tac_arena *a)
{
    const int *n = p->n, most = setup->n;
    tac_body_desc *body = copies(p, setup, TAC_SERIALIZED_BODIES, sizeof(tac_body_desc), a);
    if (body) {
        body[most * n[TAC_SERIALIZED_BODIES]] = carrier_of(setup);
    }
    return (tac_desc){
        .gravity = {setup->gravity[0], setup->gravity[1], setup->gravity[2]},
        .n_body = most * n[TAC_SERIALIZED_BODIES] + 1,
        .n_joint = most * n[TAC_SERIALIZED_JOINTS],
        .n_spring = most * n[TAC_SERIALIZED_SPRINGS],
        .n_bushing = most * n[TAC_SERIALIZED_BUSHINGS],
        .n_friction = most * n[TAC_SERIALIZED_FRICTIONS],
        .n_contact = most * n[TAC_SERIALIZED_CONTACTS],
        .n_law = most * n[TAC_SERIALIZED_LAWS],
        .n_load = most * n[TAC_SERIALIZED_LOADS],
        .n_source = most * n[TAC_SERIALIZED_SOURCES],
        .n_source_term = most * n[TAC_SERIALIZED_TERMS],
        .n_table = most * n[TAC_SERIALIZED_TABLES],
        .n_input = most * n[TAC_SERIALIZED_INPUTS],
        .n_sensor = most * n[TAC_SERIALIZED_SENSORS],
        .n_coupler = most * n[TAC_SERIALIZED_COUPLERS],
        .n_term = most * n[TAC_SERIALIZED_COUPLED],
        .body = body,
        .joint = copies(p, setup, TAC_SERIALIZED_JOINTS, sizeof(tac_joint_desc), a),
        .spring = copies(p, setup, TAC_SERIALIZED_SPRINGS, sizeof(tac_spring_desc), a),
        .bushing = copies(p, setup, TAC_SERIALIZED_BUSHINGS, sizeof(tac_bushing_desc), a),
        .friction = copies(p, setup, TAC_SERIALIZED_FRICTIONS, sizeof(tac_friction_desc), a),
        .contact = copies(p, setup, TAC_SERIALIZED_CONTACTS, sizeof(tac_contact_desc), a),
        .law = copies(p, setup, TAC_SERIALIZED_LAWS, sizeof(tac_law_desc), a),
        .load = copies(p, setup, TAC_SERIALIZED_LOADS, sizeof(tac_load_desc), a),
        .source = copies(p, setup, TAC_SERIALIZED_SOURCES, sizeof(tac_source_desc), a),
        .source_term = copies(p, setup, TAC_SERIALIZED_TERMS, sizeof(int), a),
        .table = tables_of(p, setup, a),
        .input = copies(p, setup, TAC_SERIALIZED_INPUTS, sizeof(tac_input_desc), a),
        .sensor = copies(p, setup, TAC_SERIALIZED_SENSORS, sizeof(tac_sensor_desc), a),
        .coupler = copies(p, setup, TAC_SERIALIZED_COUPLERS, sizeof(tac_coupler_desc), a),
        .term = copies(p, setup, TAC_SERIALIZED_COUPLED, sizeof(tac_term_desc), a),
        .group = groups_of(p, setup, a),
        .n_group = most * (1 + n[TAC_SERIALIZED_GROUPS]),
        .carriers = 2,
    };
}

// ---- numbers of a serialized model ------------------------------------------------------------------------

tac_options tac_serialized_options(const tac_serialized *p, const tac_part_setup *setup)
{
    tac_options o = tac_default_options();
    o.dt = setup->dt;
    o.penalty = setup->penalty;
    o.alpha = setup->alpha;
    o.iterations = setup->iterations;
    o.tangent = setup->tangent_first ? TAC_TANGENT_FIRST : TAC_TANGENT_FULL;
    o.lanes = p->of[setup->n - 1].lanes;
    return o;
}

size_t tac_serialized_work_size(const tac_model *m, int n, const tac_options *o)
{
    tac_arena a = {NULL, 0};
    (void)tac_layout_apart(m, n, o, &a);
    return a.used;
}

bool tac_serialized_cost(const tac_model *m, int n, const tac_options *o, void *memory,
                         tac_part_cost *cost)
{
    tac_arena a = {memory, 0};
    tac_apart *apart = tac_layout_apart(m, n, o, &a);
    bool whole = tac_fill_apart(apart);
    tac_apart_cost(apart, cost);
    return whole;
}

// Of laws whose force only falls: they have sides as others do.
static const double any_sharpness = 1e-100;

static double larger_of(double a, double b)
{
    return a > b ? a : b;
}

// Welds count nothing: a body that is welded to the carrier moves as easily as it does alone where the carrier is light.
static double sharpness(const tac_model *m, int element, double slope)
{
    const tac_element *e = &m->element[element];
    return tac_weight_with_laws(m, e, tac_mobility_alone(m, e)) * slope;
}

void tac_serialized_sharpness(const tac_model *m, double sharp[2])
{
    sharp[0] = m->n_unilateral > 0 ? any_sharpness : 0.0;
    sharp[1] = 0.0;
    for (int i = m->n_joint; i < m->n_element; i++) {
        const tac_element *e = &m->element[i];
        tac_steepness s = tac_steepness_of_law(m, e, 0);
        if (tac_has_sides(e)) {
            sharp[0] = larger_of(sharp[0], sharpness(m, i, s.sided));
        } else if (e->law_flags & TAC_LAW_RESISTS) {
            sharp[1] = larger_of(sharp[1], sharpness(m, i, s.damping));
        }
    }
}

size_t tac_serialized_state_size(const tac_model *m)
{
    return tac_apart_state_size(m, 1);
}

#include "piece.h"

#include <string.h>

#include "apart.h"
#include "index3/index3.h"

// ---- writing -----------------------------------------------------------------------------------

// Items member by member into zeroed memory: what lies between members, and addresses of this process, would be other
// bytes every time.

static void put_frame(tac_frame *to, const tac_frame *f)
{
    to->body = f->body;
    to->s = f->s;
    to->q = f->q;
}

static void put_body(void *at, const void *from)
{
    tac_body_desc *to = at;
    const tac_body_desc *b = from;
    to->mass = b->mass;
    memcpy(to->J, b->J, sizeof to->J);
    to->r = b->r;
    to->p = b->p;
    to->v = b->v;
    to->w = b->w;
    to->group = 0; // all in one
}

static void put_joint(void *at, const void *from)
{
    tac_joint_desc *to = at;
    const tac_joint_desc *j = from;
    to->kind = j->kind;
    put_frame(&to->a, &j->a);
    put_frame(&to->b, &j->b);
    to->length = j->length;
    to->lead = j->lead;
    to->drive_angle = j->drive_angle;
    to->drive_displacement = j->drive_displacement;
    to->group = TAC_NONE;
}

static void put_spring(void *at, const void *from)
{
    tac_spring_desc *to = at;
    const tac_spring_desc *s = from;
    to->coordinate = s->coordinate;
    put_frame(&to->a, &s->a);
    put_frame(&to->b, &s->b);
    to->k = s->k;
    to->c = s->c;
    to->x0 = s->x0;
    to->actuator = s->actuator;
    to->spring_table = s->spring_table;
    to->damper_table = s->damper_table;
    to->implicit = s->implicit;
}

static void put_bushing(void *at, const void *from)
{
    tac_bushing_desc *to = at;
    const tac_bushing_desc *b = from;
    put_frame(&to->a, &b->a);
    put_frame(&to->b, &b->b);
    memcpy(to->k, b->k, sizeof to->k);
    memcpy(to->c, b->c, sizeof to->c);
    to->implicit = b->implicit;
}

static void put_load(void *at, const void *from)
{
    tac_load_desc *to = at;
    const tac_load_desc *l = from;
    put_frame(&to->at, &l->at);
    to->in_body = l->in_body;
    memcpy(to->force, l->force, sizeof to->force);
    memcpy(to->torque, l->torque, sizeof to->torque);
}

static void put_source(void *at, const void *from)
{
    tac_source_desc *to = at;
    const tac_source_desc *s = from;
    to->kind = s->kind;
    memcpy(to->c, s->c, sizeof to->c);
    to->table = s->table;
    to->input = s->input;
    to->first_term = s->first_term;
    to->n_term = s->n_term;
}

static void put_term(void *at, const void *from)
{
    *(int *)at = *(const int *)from;
}

static void put_table(void *at, const void *from)
{
    tac_table_desc *to = at;
    const tac_table_desc *t = from;
    to->n = t->n;
    to->cubic = t->cubic;
}

static void put_input(void *at, const void *from)
{
    ((tac_input_desc *)at)->value = ((const tac_input_desc *)from)->value;
}

static void put_sensor(void *at, const void *from)
{
    tac_sensor_desc *to = at;
    const tac_sensor_desc *s = from;
    to->kind = s->kind;
    put_frame(&to->a, &s->a);
    put_frame(&to->b, &s->b);
    to->in_frame = s->in_frame;
    to->what = s->what;
    to->element = s->element;
}

typedef void put_item(void *at, const void *from);

static bool add(tac_piece *p, tac_piece_array array, const void *items, int n, size_t size,
                put_item *put, size_t *used)
{
    size_t bytes = (size_t)n * size, at = *used;
    if (bytes > TAC_PIECE_MOST || at > TAC_PIECE_MOST - bytes) {
        return false;
    }
    p->n[array] = n;
    p->at[array] = (uint32_t)at;
    for (size_t i = 0; i < (size_t)n; i++) {
        put(p->data + at + i * size, (const unsigned char *)items + i * size);
    }
    *used = (at + bytes + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN;
    return true;
}

static bool add_points(tac_piece *p, const tac_desc *d, size_t *used)
{
    bool fits = true;
    p->at[TAC_PIECE_POINTS] = (uint32_t)*used;
    for (int i = 0; i < d->n_table && fits; i++) {
        const double *const of[2] = {d->table[i].x, d->table[i].y};
        size_t bytes = (size_t)d->table[i].n * sizeof(double);
        for (int k = 0; k < 2 && fits; k++) {
            fits = bytes <= TAC_PIECE_MOST && *used <= TAC_PIECE_MOST - bytes;
            if (fits) {
                memcpy(p->data + *used, of[k], bytes);
                *used += bytes;
                p->n[TAC_PIECE_POINTS] += d->table[i].n;
            }
        }
    }
    *used = (*used + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN;
    return fits;
}

bool tac_piece_write(tac_piece *p, const tac_desc *d)
{
    size_t used = 0;
    return add(p, TAC_PIECE_BODIES, d->body, d->n_body, sizeof *d->body, put_body, &used) &&
           add(p, TAC_PIECE_JOINTS, d->joint, d->n_joint, sizeof *d->joint, put_joint, &used) &&
           add(p, TAC_PIECE_SPRINGS, d->spring, d->n_spring, sizeof *d->spring, put_spring,
               &used) &&
           add(p, TAC_PIECE_BUSHINGS, d->bushing, d->n_bushing, sizeof *d->bushing, put_bushing,
               &used) &&
           add(p, TAC_PIECE_LOADS, d->load, d->n_load, sizeof *d->load, put_load, &used) &&
           add(p, TAC_PIECE_SOURCES, d->source, d->n_source, sizeof *d->source, put_source,
               &used) &&
           add(p, TAC_PIECE_TERMS, d->source_term, d->n_source_term, sizeof *d->source_term,
               put_term, &used) &&
           add(p, TAC_PIECE_TABLES, d->table, d->n_table, sizeof *d->table, put_table, &used) &&
           add_points(p, d, &used) &&
           add(p, TAC_PIECE_INPUTS, d->input, d->n_input, sizeof *d->input, put_input, &used) &&
           add(p, TAC_PIECE_SENSORS, d->sensor, d->n_sensor, sizeof *d->sensor, put_sensor, &used);
}

// ---- reading -----------------------------------------------------------------------------------

typedef struct place { // of the mount: in the world, and on the carrier
    vec3 r;
    quat q;
    vec3 s;
    quat own;
    int carrier;
} place;

static place place_of(const tac_piece *p, const tac_part_setup *setup)
{
    place m = {.carrier = p->n[TAC_PIECE_BODIES]};
    quat body = unitq((quat){setup->p[0], setup->p[1], setup->p[2], setup->p[3]});
    mat3 A = rotation(body);
    m.s = (vec3){setup->s[0], setup->s[1], setup->s[2]};
    m.own = unitq((quat){setup->q[0], setup->q[1], setup->q[2], setup->q[3]});
    m.q = mulq(body, m.own);
    m.r = add3((vec3){setup->r[0], setup->r[1], setup->r[2]}, mul3(A, m.s));
    return m;
}

// What is ground to the sub-model is the carrier.
static void move_frame(const place *m, tac_frame *f)
{
    if (f->body == TAC_GROUND) {
        f->body = m->carrier;
        f->s = add3(m->s, mul3(rotation(m->own), f->s));
        f->q = unitq(mulq(m->own, f->q));
    }
}

static void move_body(const place *m, tac_body_desc *b)
{
    mat3 R = rotation(m->q);
    b->r = add3(m->r, mul3(R, b->r));
    b->v = mul3(R, b->v);
    b->p = unitq(mulq(m->q, b->p));
}

static void *copy(const tac_piece *p, tac_piece_array array, size_t more, size_t size, tac_arena *a)
{
    void *to = tac_take(a, (size_t)p->n[array] + more, size);
    if (to) {
        memcpy(to, p->data + p->at[array], (size_t)p->n[array] * size);
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

// What moves with the carrier.
typedef struct moved {
    tac_body_desc *body;
    tac_joint_desc *joint;
    tac_spring_desc *spring;
    tac_bushing_desc *bushing;
    tac_sensor_desc *sensor;
    tac_table_desc *table; // whose points are the piece's
} moved;

static void move_all(const tac_piece *p, const tac_part_setup *setup, const moved *d)
{
    const place m = place_of(p, setup);
    const double *point = (const double *)(const void *)(p->data + p->at[TAC_PIECE_POINTS]);
    for (int i = 0; i < p->n[TAC_PIECE_BODIES]; i++) {
        move_body(&m, &d->body[i]);
    }
    for (int i = 0; i < p->n[TAC_PIECE_JOINTS]; i++) {
        move_frame(&m, &d->joint[i].a);
        move_frame(&m, &d->joint[i].b);
    }
    for (int i = 0; i < p->n[TAC_PIECE_SPRINGS]; i++) {
        move_frame(&m, &d->spring[i].a);
        move_frame(&m, &d->spring[i].b);
    }
    for (int i = 0; i < p->n[TAC_PIECE_BUSHINGS]; i++) {
        move_frame(&m, &d->bushing[i].a);
        move_frame(&m, &d->bushing[i].b);
    }
    for (int i = 0; i < p->n[TAC_PIECE_SENSORS]; i++) {
        move_frame(&m, &d->sensor[i].a);
        move_frame(&m, &d->sensor[i].b);
    }
    for (int i = 0; i < p->n[TAC_PIECE_TABLES]; i++) {
        d->table[i].x = point;
        d->table[i].y = point + d->table[i].n;
        point += 2 * d->table[i].n;
    }
    d->body[m.carrier] = carrier_of(setup);
}

tac_desc tac_piece_read(const tac_piece *p, const tac_part_setup *setup, tac_arena *a)
{
    const moved d = {.body = copy(p, TAC_PIECE_BODIES, 1, sizeof *d.body, a),
                     .joint = copy(p, TAC_PIECE_JOINTS, 0, sizeof *d.joint, a),
                     .spring = copy(p, TAC_PIECE_SPRINGS, 0, sizeof *d.spring, a),
                     .bushing = copy(p, TAC_PIECE_BUSHINGS, 0, sizeof *d.bushing, a),
                     .sensor = copy(p, TAC_PIECE_SENSORS, 0, sizeof *d.sensor, a),
                     .table = copy(p, TAC_PIECE_TABLES, 0, sizeof *d.table, a)};
    static const tac_group_desc all = {.parent = TAC_NONE};
    const int *n = p->n;
    if (a->base) {
        move_all(p, setup, &d);
    }
    return (tac_desc){
        .gravity = {setup->gravity[0], setup->gravity[1], setup->gravity[2]},
        .n_body = n[TAC_PIECE_BODIES] + 1,
        .n_joint = n[TAC_PIECE_JOINTS],
        .n_spring = n[TAC_PIECE_SPRINGS],
        .n_bushing = n[TAC_PIECE_BUSHINGS],
        .n_load = n[TAC_PIECE_LOADS],
        .n_source = n[TAC_PIECE_SOURCES],
        .n_source_term = n[TAC_PIECE_TERMS],
        .n_table = n[TAC_PIECE_TABLES],
        .n_input = n[TAC_PIECE_INPUTS],
        .n_sensor = n[TAC_PIECE_SENSORS],
        .body = d.body,
        .joint = d.joint,
        .spring = d.spring,
        .bushing = d.bushing,
        .load = (const void *)(p->data + p->at[TAC_PIECE_LOADS]),
        .source = (const void *)(p->data + p->at[TAC_PIECE_SOURCES]),
        .source_term = (const void *)(p->data + p->at[TAC_PIECE_TERMS]),
        .table = d.table,
        .input = (const void *)(p->data + p->at[TAC_PIECE_INPUTS]),
        .sensor = d.sensor,
        .group = &all,
        .n_group = 1,
        .carriers = 2,
    };
}

tac_options tac_piece_options(const tac_piece *p, const tac_part_setup *setup)
{
    tac_options o = tac_default_options();
    o.dt = setup->dt;
    o.penalty = setup->penalty;
    o.alpha = setup->alpha;
    o.iterations = setup->iterations;
    o.tangent = setup->tangent_first ? TAC_TANGENT_FIRST : TAC_TANGENT_FULL;
    o.lanes = p->lanes;
    return o;
}

size_t tac_piece_work_size(const tac_model *m, const tac_options *o)
{
    tac_arena a = {NULL, 0};
    (void)tac_layout_apart(m, o, &a);
    return a.used;
}

size_t tac_piece_state_size(const tac_model *m)
{
    tac_arena a = {NULL, 0};
    tac_state s;
    tac_layout_state(&s, m, &a);
    return s.size / sizeof(double);
}

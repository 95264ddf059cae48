// What a sub-model is as data: serialized.h.
#include <string.h>

#include "serialized.h"

// What was written with another layout is not read.
_Static_assert(sizeof(tac_body_desc) + sizeof(tac_group_desc) + sizeof(tac_joint_desc) +
                       sizeof(tac_spring_desc) + sizeof(tac_bushing_desc) +
                       sizeof(tac_friction_desc) + sizeof(tac_contact_desc) + sizeof(tac_law_desc) +
                       sizeof(tac_load_desc) + sizeof(tac_source_desc) + sizeof(tac_table_desc) +
                       sizeof(tac_input_desc) + sizeof(tac_sensor_desc) + sizeof(tac_coupler_desc) +
                       sizeof(tac_term_desc) ==
                   2428,
               "another layout of items is another TAC_SERIALIZED_MAGIC");

// Items member by member into zeroed memory: what lies between members, and addresses of this process, would be other
// bytes every time.

static void put_frame(tac_frame *to, const tac_frame *f)
{
    to->body = f->body;
    to->s = f->s;
    to->q = f->q;
    to->world = f->world;
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
    to->group = b->group;
}

static void put_group(void *at, const void *from)
{
    ((tac_group_desc *)at)->parent = ((const tac_group_desc *)from)->parent;
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
    memcpy(to->pose, j->pose, sizeof to->pose);
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
    to->k_by = s->k_by;
    to->c_by = s->c_by;
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
    memcpy(to->k_by, b->k_by, sizeof to->k_by);
    memcpy(to->c_by, b->c_by, sizeof to->c_by);
    to->implicit = b->implicit;
}

static void put_friction(void *at, const void *from)
{
    tac_friction_desc *to = at;
    const tac_friction_desc *f = from;
    to->coordinate = f->coordinate;
    put_frame(&to->a, &f->a);
    put_frame(&to->b, &f->b);
    to->coulomb = f->coulomb;
    to->viscous = f->viscous;
    to->v0 = f->v0;
    to->coulomb_by = f->coulomb_by;
    to->viscous_by = f->viscous_by;
    to->hold = f->hold;
    to->hold_damping = f->hold_damping;
    to->sticking = f->sticking;
    to->sticking_rate = f->sticking_rate;
    to->bearing = f->bearing;
    to->loaded_by = f->loaded_by;
}

static void put_contact(void *at, const void *from)
{
    tac_contact_desc *to = at;
    const tac_contact_desc *c = from;
    put_frame(&to->a, &c->a);
    put_frame(&to->b, &c->b);
    to->radius = c->radius;
    to->k = c->k;
    to->damping = c->damping;
    to->offset = c->offset;
}

static void put_law(void *at, const void *from)
{
    tac_law_desc *to = at;
    const tac_law_desc *l = from;
    to->type = l->type;
    to->coordinate = l->coordinate;
    put_frame(&to->a, &l->a);
    put_frame(&to->b, &l->b);
    memcpy(to->number, l->number, sizeof to->number);
    memcpy(to->number_by, l->number_by, sizeof to->number_by);
    memcpy(to->source, l->source, sizeof to->source);
    memcpy(to->table, l->table, sizeof to->table);
    to->implicit = l->implicit;
    to->contact = l->contact;
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
    to->repeats = s->repeats;
    to->input = s->input;
    memcpy(to->operand, s->operand, sizeof to->operand);
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
    to->elsewhere = s->elsewhere;
    to->what = s->what;
    to->element = s->element;
}

static void put_coupler(void *at, const void *from)
{
    tac_coupler_desc *to = at;
    const tac_coupler_desc *c = from;
    to->first_term = c->first_term;
    to->n_term = c->n_term;
    to->offset = c->offset;
    to->k = c->k;
    to->c = c->c;
    to->backlash = c->backlash;
    to->pulls = c->pulls;
    to->gives = c->gives;
}

static void put_coupled(void *at, const void *from)
{
    tac_term_desc *to = at;
    const tac_term_desc *t = from;
    to->coordinate = t->coordinate;
    put_frame(&to->a, &t->a);
    put_frame(&to->b, &t->b);
    to->factor = t->factor;
    to->table = t->table;
}

typedef void put_item(void *at, const void *from);

static bool add(tac_serialized *p, tac_serialized_array array, const void *items, int n,
                size_t size, put_item *put, size_t *used)
{
    size_t bytes = (size_t)n * size, at = *used;
    if (bytes > TAC_SERIALIZED_MOST || at > TAC_SERIALIZED_MOST - bytes) {
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

static bool add_points(tac_serialized *p, const tac_desc *d, size_t *used)
{
    bool fits = true;
    p->at[TAC_SERIALIZED_POINTS] = (uint32_t)*used;
    for (int i = 0; i < d->n_table && fits; i++) {
        const double *const of[2] = {d->table[i].x, d->table[i].y};
        size_t bytes = (size_t)d->table[i].n * sizeof(double);
        for (int k = 0; k < 2 && fits; k++) {
            fits = bytes <= TAC_SERIALIZED_MOST && *used <= TAC_SERIALIZED_MOST - bytes;
            if (fits) {
                memcpy(p->data + *used, of[k], bytes);
                *used += bytes;
                p->n[TAC_SERIALIZED_POINTS] += d->table[i].n;
            }
        }
    }
    *used = (*used + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN;
    return fits;
}

bool tac_serialized_write(tac_serialized *p, const tac_desc *d)
{
    size_t used = 0;
    return add(p, TAC_SERIALIZED_BODIES, d->body, d->n_body, sizeof *d->body, put_body, &used) &&
           add(p, TAC_SERIALIZED_GROUPS, d->group, d->n_group, sizeof *d->group, put_group,
               &used) &&
           add(p, TAC_SERIALIZED_JOINTS, d->joint, d->n_joint, sizeof *d->joint, put_joint,
               &used) &&
           add(p, TAC_SERIALIZED_SPRINGS, d->spring, d->n_spring, sizeof *d->spring, put_spring,
               &used) &&
           add(p, TAC_SERIALIZED_BUSHINGS, d->bushing, d->n_bushing, sizeof *d->bushing,
               put_bushing, &used) &&
           add(p, TAC_SERIALIZED_FRICTIONS, d->friction, d->n_friction, sizeof *d->friction,
               put_friction, &used) &&
           add(p, TAC_SERIALIZED_CONTACTS, d->contact, d->n_contact, sizeof *d->contact,
               put_contact, &used) &&
           add(p, TAC_SERIALIZED_LAWS, d->law, d->n_law, sizeof *d->law, put_law, &used) &&
           add(p, TAC_SERIALIZED_LOADS, d->load, d->n_load, sizeof *d->load, put_load, &used) &&
           add(p, TAC_SERIALIZED_SOURCES, d->source, d->n_source, sizeof *d->source, put_source,
               &used) &&
           add(p, TAC_SERIALIZED_TERMS, d->source_term, d->n_source_term, sizeof *d->source_term,
               put_term, &used) &&
           add(p, TAC_SERIALIZED_TABLES, d->table, d->n_table, sizeof *d->table, put_table,
               &used) &&
           add_points(p, d, &used) &&
           add(p, TAC_SERIALIZED_INPUTS, d->input, d->n_input, sizeof *d->input, put_input,
               &used) &&
           add(p, TAC_SERIALIZED_SENSORS, d->sensor, d->n_sensor, sizeof *d->sensor, put_sensor,
               &used) &&
           add(p, TAC_SERIALIZED_COUPLERS, d->coupler, d->n_coupler, sizeof *d->coupler,
               put_coupler, &used) &&
           add(p, TAC_SERIALIZED_COUPLED, d->term, d->n_term, sizeof *d->term, put_coupled, &used);
}

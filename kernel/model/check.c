// Whether a description makes sense: every number finite and in range, every index inside.
#include "check.h"

#include "coordinates.h"
#include "element/law.h"
#include "element/roads.h"
#include "element_types.h"
#include "flexible_check.h"
#include "part.h"
#include "sensor_types.h"
#include "substepped.h"
#include "tables.h"

static const tac_status good = {TAC_OK, TAC_NOTHING, 0, 0.0};

static bool finite3(vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static bool unit(quat q)
{
    return fabs(dotq(q, q) - 1.0) < 1e-9; // false for NaN
}

static bool frame_ok(const tac_frame *f)
{
    return finite3(f->s) && unit(f->q);
}

static bool source_ok(const tac_desc *d, int source)
{
    return source >= TAC_NONE && source < d->n_source;
}

static bool table_ok(const tac_desc *d, int table)
{
    return table >= TAC_NONE && table < d->n_table;
}

static tac_status check_body(const tac_body_desc *b, int i)
{
    bool ok = b->mass > 0.0 && isfinite(b->mass) && finite3(b->r) && finite3(b->v) &&
              finite3(b->w) && unit(b->p);
    // positive definite by the leading minors
    const double *J = b->J;
    double minor = J[0] * J[1] - J[3] * J[3];
    double det = J[0] * (J[1] * J[2] - J[5] * J[5]) - J[3] * (J[3] * J[2] - J[5] * J[4]) +
                 J[4] * (J[3] * J[5] - J[1] * J[4]);
    ok = ok && J[0] > 0.0 && minor > 0.0 && det > 0.0 && isfinite(det);
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_BODY, i, b->mass);
}

static tac_status check_joint(const tac_desc *d, int i)
{
    const tac_joint_desc *j = &d->joint[i];
    bool posed = true;
    for (int k = 0; tac_joint_type_of(j->kind)->is_driven && k < 6; k++) {
        posed = posed && j->pose[k] != TAC_NONE && source_ok(d, j->pose[k]);
    }
    if (!posed || !source_ok(d, j->drive_angle) || !source_ok(d, j->drive_displacement)) {
        return tac_fail(TAC_BAD_INDEX, TAC_JOINT, i, 0.0);
    }
    bool ok = frame_ok(&j->a) && frame_ok(&j->b) && isfinite(j->lead) && isfinite(j->length);
    // one that stands on another comes after it
    bool stands = j->a.body < 0 || j->a.body >= d->n_body || !d->body[j->a.body].shaft;
    bool has_shaft = j->b.body >= 0 && j->b.body < d->n_body && d->body[j->b.body].shaft;
    ok = ok && (stands || (has_shaft && j->a.body < j->b.body));
    ok = ok && has_shaft == tac_joint_type_has_row(tac_joint_type_of(j->kind), TAC_ROW_ASIDE);
    for (int k = 0; k < TAC_MOST_STARTS; k++) {
        ok = ok && isfinite(j->start.position[k]) && isfinite(j->start.rate[k]);
    }
    bool has_start = j->start.has_position || j->start.has_rate;
    ok = ok && (!has_start || tac_joint_type_width(tac_joint_type_of(j->kind)) <= TAC_MOST_STARTS);
    bool needs_length = tac_joint_type_has_row(tac_joint_type_of(j->kind), TAC_ROW_DISTANCE);
    ok = ok && (!needs_length || j->length > 0.0 || j->drive_displacement != TAC_NONE);
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_JOINT, i, j->length);
}

// ---- forces, by the keys of their types ----------------------------------------------------------

static bool number_ok(const tac_key *key, double x)
{
    switch (key->range) {
    case TAC_FROM_ZERO:
        return isfinite(x) && x >= 0.0;
    case TAC_ABOVE_ZERO:
        return isfinite(x) && x > 0.0;
    case TAC_ANY_VALUE:
        break;
    }
    return isfinite(x);
}

static bool value_ok(const tac_key *key, const void *at)
{
    const double *x = at;
    bool ok = key->kind != TAC_KEY_COORDINATE || *(const tac_coordinate *)at < TAC_N_COORDINATE;
    for (int i = 0; key->kind == TAC_KEY_NUMBER && i < (key->n > 1 ? key->n : 1); i++) {
        ok = ok && number_ok(key, x[i]);
    }
    return ok;
}

static bool index_ok(const tac_desc *d, const tac_key *key, const char *item)
{
    const int *x = (const void *)(item + key->at);
    bool is_source = key->kind == TAC_KEY_SOURCE || key->kind == TAC_KEY_DRIVE;
    bool ok = (key->kind != TAC_KEY_TABLE || table_ok(d, *x)) &&
              (key->kind != TAC_KEY_INPUT || (*x >= 0 && *x < d->n_input));
    if (key->kind == TAC_KEY_TYRE) {
        ok = ok && *x >= 0 && *x < d->n_table && d->table[*x].n == tac_tyre_number_count();
    }
    if (key->kind == TAC_KEY_TABLE && key->otherwise == TAC_NEEDED) {
        ok = ok && *x != TAC_NONE;
    }
    const int *by = (const void *)(item + key->source_at);
    for (int i = 0; key->flags & TAC_KEY_OR_SOURCE && i < (key->n > 1 ? key->n : 1); i++) {
        ok = ok && by[i] >= 0 && source_ok(d, by[i] - 1);
    }
    for (int i = 0; i < (is_source ? 1 : key->kind == TAC_KEY_SOURCES ? 3 : 0); i++) {
        ok = ok && source_ok(d, x[i]);
    }
    return ok;
}

// Elements of one class: where they are, and where frames are in one.
typedef struct elements {
    tac_subject subject;
    tac_element_class is;
    const void *data;
    size_t size, a, b;
    int n;
} elements;

static const tac_force_type *type_of(const elements *of, const void *item)
{
    return of->is == TAC_LAWS ? tac_type_of_law(item) : tac_force_type_in(of->is);
}

static tac_status check_element(const tac_desc *d, const elements *of, int i)
{
    const char *item = (const char *)of->data + (size_t)i * of->size;
    const tac_type *type = &type_of(of, item)->type;
    for (int k = 0; k < type->n_key; k++) {
        if (!index_ok(d, &type->key[k], item)) {
            return tac_fail(TAC_BAD_INDEX, of->subject, i, k);
        }
    }
    for (int k = 0; k < type->n_key; k++) {
        const tac_key *key = &type->key[k];
        const void *at = item + key->at;
        if (!value_ok(key, at)) {
            double x = key->kind == TAC_KEY_NUMBER ? *(const double *)at : 0.0;
            return tac_fail(TAC_BAD_VALUE, of->subject, i, x);
        }
    }
    bool ok = frame_ok((const void *)(item + of->a)) && frame_ok((const void *)(item + of->b));
    return ok ? good : tac_fail(TAC_BAD_VALUE, of->subject, i, 0.0);
}

static bool has_numbers(const tac_desc *d, int table, int n)
{
    return table >= 0 && table < d->n_table && d->table[table].n == n;
}

// What laws without a description of their own may be: what rubs, and what tells how much iterations have left, have
// places of their own in steps, and what is taken over a step has one row, or slides on a contact.
static bool law_ok(const tac_desc *d, const tac_law_desc *l)
{
    bool known = l->own || (l->type >= 0 && l->type < tac_force_type_count());
    const tac_force_type *type = known ? tac_type_of_law(l) : NULL;
    const tac_law_type *law = type && type->is == TAC_LAWS ? type->law : NULL;
    const tac_law_lanes *one = law ? law->on[0] : NULL;
    bool slides = law && law->flags & TAC_LAW_SLIDES;
    bool tables = !type || !type->mixes ||
                  (has_numbers(d, l->table[0], TAC_LOWER6 + TAC_SYMMETRIC6) &&
                   has_numbers(d, l->table[1], TAC_SYMMETRIC6));
    bool contact = slides ? l->contact > 0 && l->contact <= d->n_contact : l->contact == 0;
    return one && !one->left && !(law->flags & TAC_LAW_RESISTS) && contact && tables &&
           (law->n_row == 1 || !one->over || slides);
}

// What keys do not say: coordinates of springs, bodies of loads, parts.
static tac_status check_rest(const tac_desc *d)
{
    for (int i = 0; i < d->n_spring; i++) {
        if (d->spring[i].coordinate >= TAC_N_COORDINATE) {
            return tac_fail(TAC_BAD_VALUE, TAC_SPRING, i, d->spring[i].coordinate);
        }
    }
    for (int i = 0; i < d->n_bushing; i++) {
        if (d->bushing[i].part < 0 || d->bushing[i].part > d->n_part) {
            return tac_fail(TAC_BAD_INDEX, TAC_BUSHING, i, d->bushing[i].part);
        }
    }
    for (int i = 0; i < d->n_friction; i++) {
        if (d->friction[i].loaded_by < 0 || d->friction[i].loaded_by > d->n_joint) {
            return tac_fail(TAC_BAD_INDEX, TAC_FRICTION, i, d->friction[i].loaded_by);
        }
    }
    for (int i = 0; i < d->n_law; i++) {
        const tac_law_desc *l = &d->law[i];
        bool known = law_ok(d, l);
        if (!known || l->coordinate >= TAC_N_COORDINATE) {
            return tac_fail(known ? TAC_BAD_VALUE : TAC_BAD_INDEX, TAC_LAW, i, l->type);
        }
    }
    for (int i = 0; i < d->n_load; i++) {
        if (d->load[i].at.body < 0 || d->load[i].at.body >= d->n_body) {
            return tac_fail(TAC_BAD_INDEX, TAC_LOAD, i, d->load[i].at.body);
        }
    }
    return good;
}

#define PLACE(type, a, b) sizeof(type), offsetof(type, a), offsetof(type, b)

static tac_status check_forces(const tac_desc *d)
{
    const elements all[] = {
        {TAC_SPRING, TAC_SPRINGS, d->spring, PLACE(tac_spring_desc, a, b), d->n_spring},
        {TAC_BUSHING, TAC_BUSHINGS, d->bushing, PLACE(tac_bushing_desc, a, b), d->n_bushing},
        {TAC_FRICTION, TAC_FRICTIONS, d->friction, PLACE(tac_friction_desc, a, b), d->n_friction},
        {TAC_CONTACT, TAC_CONTACTS, d->contact, PLACE(tac_contact_desc, a, b), d->n_contact},
        {TAC_LAW, TAC_LAWS, d->law, PLACE(tac_law_desc, a, b), d->n_law},
        {TAC_LOAD, TAC_JOINTS, d->load, PLACE(tac_load_desc, at, at), d->n_load},
    };
    tac_status s = check_rest(d);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        for (int i = 0; s.code == TAC_OK && i < all[k].n; i++) {
            s = check_element(d, &all[k], i);
        }
    }
    return s;
}

// ---- signals and sensors -------------------------------------------------------------------------

static bool terms_ok(const tac_desc *d, int i)
{
    const tac_source_desc *s = &d->source[i];
    bool ok = s->first_term >= 0 && s->n_term >= 0 && s->n_term <= d->n_source_term - s->first_term;
    for (int k = 0; ok && k < s->n_term; k++) {
        int term = d->source_term[s->first_term + k];
        ok = term >= 0 && term < i;
    }
    return ok;
}

static tac_status check_source(const tac_desc *d, int i)
{
    const tac_source_desc *s = &d->source[i];
    if ((int)s->kind < 0 || (int)s->kind >= tac_source_type_count()) {
        return tac_fail(TAC_BAD_INDEX, TAC_SOURCE, i, 0.0);
    }
    const tac_source_type *of = tac_source_type_of(s->kind);
    bool ok = true;
    for (int k = 0; k < of->type.n_key; k++) {
        const tac_key *key = &of->type.key[k];
        bool lacks = key->kind == TAC_KEY_SOURCE && key->otherwise == TAC_NEEDED &&
                     *(const int *)(const void *)((const char *)s + key->at) == TAC_NONE;
        if (lacks || !index_ok(d, key, (const char *)s) ||
            ((key->kind == TAC_KEY_TERMS || key->kind == TAC_KEY_TERM) && !terms_ok(d, i))) {
            return tac_fail(TAC_BAD_INDEX, TAC_SOURCE, i, 0.0);
        }
        ok = ok && value_ok(key, (const char *)s + key->at);
    }
    for (int k = 0; k < 4; k++) {
        if (tac_operand(s, k) >= i) {
            return tac_fail(TAC_BAD_INDEX, TAC_SOURCE, i, s->operand[k]);
        }
    }
    if (of->senses && d->n_sensor > 0 && (s->sensor < 0 || s->sensor >= d->n_sensor)) {
        return tac_fail(TAC_BAD_INDEX, TAC_SOURCE, i, s->sensor);
    }
    for (int k = 0; k < 6; k++) {
        ok = ok && isfinite(s->c[k]);
    }
    const char *key;
    ok = ok && !(of->wrong && of->wrong(s, &key));
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_SOURCE, i, s->c[0]);
}

static tac_status check_table(const tac_table_desc *t, int i)
{
    bool ok = t->n >= 2;
    for (int k = 0; ok && k < t->n; k++) {
        ok = isfinite(t->x[k]) && isfinite(t->y[k]) && (k == 0 || t->x[k] > t->x[k - 1]);
    }
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_TABLE_SUBJECT, i, t->n);
}

static tac_status check_couplers(const tac_desc *d)
{
    for (int i = 0; i < d->n_coupler; i++) {
        const tac_coupler_desc *c = &d->coupler[i];
        if (!source_ok(d, c->offset)) {
            return tac_fail(TAC_BAD_INDEX, TAC_COUPLER, i, c->offset);
        }
        if (!(c->k >= 0.0 && c->c >= 0.0 && c->backlash >= 0.0 &&
              isfinite(c->k + c->c + c->backlash)) ||
            (tac_coupler_has_sides(c) && !(c->k > 0.0))) {
            return tac_fail(TAC_BAD_VALUE, TAC_COUPLER, i, c->backlash);
        }
        for (int k = c->first_term; k < c->first_term + c->n_term; k++) {
            const tac_term_desc *t = &d->term[k];
            if (!table_ok(d, t->table)) {
                return tac_fail(TAC_BAD_INDEX, TAC_COUPLER, i, t->table);
            }
            bool ok = frame_ok(&t->a) && frame_ok(&t->b) && isfinite(t->factor) &&
                      t->factor != 0.0 && t->coordinate < TAC_N_COORDINATE;
            if (!ok || (t->table != TAC_NONE && !d->table[t->table].cubic)) {
                return tac_fail(TAC_BAD_VALUE, TAC_COUPLER, i, t->factor);
            }
        }
    }
    return good;
}

static int class_count(const tac_desc *d, tac_element_class what)
{
    switch (what) {
    case TAC_JOINTS:
        return d->n_joint;
    case TAC_TERMS:
        return d->n_coupler;
    case TAC_SPRINGS:
        return d->n_spring;
    case TAC_BUSHINGS:
        return d->n_bushing;
    case TAC_FRICTIONS:
        return d->n_friction;
    case TAC_CONTACTS:
        return d->n_contact;
    case TAC_LAWS:
        return d->n_law;
    }
    return 0;
}

static bool on_a_body(const tac_desc *d, const tac_frame *f)
{
    return f->body >= TAC_GROUND && f->body < d->n_body && frame_ok(f);
}

static bool sensor_is_placed(const tac_desc *d, const tac_sensor_desc *s)
{
    switch (tac_sensor_type_of(s->kind)->type.placing) {
    case TAC_PLACED_ON_BODY:
    case TAC_PLACED_ON_FLEXIBLE:
        return on_a_body(d, &s->a);
    case TAC_PLACED_FROM_TO:
        return on_a_body(d, &s->a) && on_a_body(d, &s->b);
    case TAC_PLACED_AT_JOINT:
        return s->what == TAC_JOINTS && s->element >= 0 && s->element < d->n_joint;
    case TAC_PLACED_AT_FORCE:
        return s->what <= TAC_LAWS && s->element >= 0 && s->element < class_count(d, s->what) &&
               (!tac_sensor_type_of(s->kind)->type.of_tyre ||
                (s->what == TAC_LAWS && tac_type_of_law(&d->law[s->element])->on_road));
    case TAC_PLACED_AT_PART:
        return s->element >= 0 && s->element < d->n_part && s->output >= 0 &&
               s->output < d->part[s->element].n_output;
    case TAC_PLACED_AT_COUPLER:
        return s->what == TAC_TERMS && s->element >= 0 && s->element < d->n_coupler;
    case TAC_PLACED_IN_FLEXIBLE: // flexible_check.h
    case TAC_PLACED_NOWHERE:
    case TAC_PLACED_AT_JOINTS:
    case TAC_PLACED_AS_ROAD:
    case TAC_PLACED_AT_CONTACT:
    case TAC_PLACED_IN_TIME: // no place of sensors
        return s->what <= TAC_LAWS;
    case TAC_PLACED_BETWEEN:
    case TAC_PLACED_BETWEEN_OR_BY:
    case TAC_PLACED_BY_JOINT:
    case TAC_PLACED_AT_LOAD:
    case TAC_PLACED_ON_AXIS:
    case TAC_N_PLACING:
        break;
    }
    return false;
}

static tac_status check_sensor(const tac_desc *d, int i)
{
    const tac_sensor_desc *s = &d->sensor[i];
    bool ok = (int)s->kind < tac_sensor_type_count() && sensor_is_placed(d, s);
    return ok ? good : tac_fail(TAC_BAD_INDEX, TAC_SENSOR, i, s->element);
}

static bool within(int n, int most)
{
    return n >= 0 && n <= most;
}

static tac_status check_parts(const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_bushing; i++) {
        n += d->bushing[i].part > 0;
    }
    if (n != d->n_part) {
        return tac_fail(TAC_BAD_INDEX, TAC_NOTHING, 0, n);
    }
    for (int i = 0; i < d->n_part; i++) {
        const tac_part_desc *p = &d->part[i];
        int bushing = p->bushing;
        bool ok = bushing >= 0 && bushing < d->n_bushing && d->bushing[bushing].part == 1 + i &&
                  within(p->n_state, p->table && !p->table->bodies ? TAC_PART_MOST_STATE
                                                                   : TAC_PART_MOST_KEPT) &&
                  within(p->n_output, TAC_PART_MOST_VALUES) &&
                  within(p->n_input, TAC_PART_MOST_VALUES) &&
                  within(p->n_parameter, TAC_PART_MOST_VALUES);
        for (int k = 0; ok && k < p->n_input; k++) {
            ok = source_ok(d, p->input[k]);
        }
        if (!ok) {
            return tac_fail(TAC_BAD_INDEX, TAC_NOTHING, 0, i);
        }
        for (int k = 0; k < p->n_parameter; k++) {
            if (!isfinite(p->parameter[k])) {
                return tac_fail(TAC_BAD_VALUE, TAC_BUSHING, bushing, p->parameter[k]);
            }
        }
    }
    return good;
}

tac_status tac_check_desc(const tac_desc *d)
{
    tac_status s = good;
    for (int i = 0; s.code == TAC_OK && i < d->n_body; i++) {
        s = check_body(&d->body[i], i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_joint; i++) {
        s = check_joint(d, i);
    }
    s = s.code == TAC_OK ? check_forces(d) : s;
    s = s.code == TAC_OK ? check_couplers(d) : s;
    for (int i = 0; s.code == TAC_OK && i < d->n_source; i++) {
        s = check_source(d, i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_table; i++) {
        s = check_table(&d->table[i], i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_sensor; i++) {
        s = check_sensor(d, i);
    }
    s = s.code == TAC_OK ? tac_check_effort_lists(d) : s;
    for (int i = 0; s.code == TAC_OK && i < d->n_input; i++) {
        s = isfinite(d->input[i].value) ? s : tac_fail(TAC_BAD_VALUE, TAC_INPUT_SUBJECT, i, 0.0);
    }
    if (s.code == TAC_OK && !finite3(d->gravity)) {
        s = tac_fail(TAC_BAD_VALUE, TAC_NOTHING, 0, 0.0);
    }
    s = s.code == TAC_OK ? tac_check_roads(d) : s;
    s = s.code == TAC_OK ? check_parts(d) : s;
    s = s.code == TAC_OK ? tac_check_flexible(d) : s;
    return s.code == TAC_OK ? tac_check_substepped(d) : s;
}

#include "tune.h"

#include <float.h>
#include <math.h>

#include "element_types.h"
#include "tables.h"

// The parameters of laws are the numbers of their keys that may be set.
static const char *const source_fields[] = {"offset", "gain"};

enum { N_SOURCE_FIELD = sizeof source_fields / sizeof *source_fields };

static const tac_subject subjects[] = {TAC_SPRING, TAC_BUSHING, TAC_FRICTION,     TAC_CONTACT,
                                       TAC_LAW,    TAC_COUPLER, TAC_TERM_SUBJECT, TAC_SOURCE};

enum { N_SUBJECT = sizeof subjects / sizeof *subjects };

tac_subject tac_tunable_subject(int i)
{
    return i < N_SUBJECT ? subjects[i] : TAC_NOTHING;
}

// Items of a subject, with the class of laws that they are.
typedef struct items {
    char *data;
    size_t size;
    int n;
} items;

static tac_element_class class_of(tac_subject subject)
{
    switch (subject) {
    case TAC_SPRING:
        return TAC_SPRINGS;
    case TAC_BUSHING:
        return TAC_BUSHINGS;
    case TAC_FRICTION:
        return TAC_FRICTIONS;
    case TAC_CONTACT:
        return TAC_CONTACTS;
    case TAC_LAW:
        return TAC_LAWS;
    case TAC_COUPLER:
        return TAC_TERMS;
    case TAC_NOTHING:
    case TAC_BODY:
    case TAC_JOINT:
    case TAC_TERM_SUBJECT:
    case TAC_LOAD:
    case TAC_SOURCE:
    case TAC_TABLE_SUBJECT:
    case TAC_SENSOR:
    case TAC_INPUT_SUBJECT:
    case TAC_ROAD:
        break;
    }
    return TAC_JOINTS; // which have none
}

static items items_of(const tac_model *m, tac_element_class is)
{
    switch (is) {
    case TAC_SPRINGS:
        return (items){(char *)m->laws.spring, sizeof *m->laws.spring, m->laws.n_spring};
    case TAC_BUSHINGS:
        return (items){(char *)m->laws.bushing, sizeof *m->laws.bushing, m->laws.n_bushing};
    case TAC_FRICTIONS:
        return (items){(char *)m->laws.friction, sizeof *m->laws.friction, m->laws.n_friction};
    case TAC_CONTACTS:
        return (items){(char *)m->laws.contact, sizeof *m->laws.contact, m->laws.n_contact};
    case TAC_LAWS:
        return (items){(char *)m->laws.law, sizeof *m->laws.law, m->laws.n_law};
    case TAC_TERMS:
        return (items){(char *)m->couplers.coupler, sizeof *m->couplers.coupler,
                       m->couplers.n_coupler};
    case TAC_JOINTS:
        break;
    }
    return (items){NULL, 0, 0};
}

// The key that has the field, and which of its numbers that is; NULL: there is no such field.
static const tac_key *key_of(const tac_type *type, int field, int *number)
{
    for (int i = 0; i < type->n_key && field >= 0; i++) {
        const tac_key *key = &type->key[i];
        int n = !(key->flags & TAC_KEY_TUNABLE) ? 0 : key->n > 1 ? key->n : 1;
        if (field < n) {
            *number = field;
            return key;
        }
        field -= n;
    }
    return NULL;
}

// The type of a law, of n of them; NULL where none has parameters.
static const tac_type *type_of(tac_element_class is, const tac_law_desc *law, int n, int i)
{
    switch (is) {
    case TAC_LAWS:
        return i >= 0 && i < n ? &tac_type_of_law(&law[i])->type : NULL;
    case TAC_SPRINGS:
    case TAC_BUSHINGS:
    case TAC_FRICTIONS:
    case TAC_CONTACTS:
        return &tac_force_type_in(is)->type;
    case TAC_TERMS:
        return &tac_coupler_type.type;
    case TAC_JOINTS:
        break;
    }
    return NULL;
}

const char *tac_parameter_name(const tac_desc *d, tac_parameter p)
{
    if (p.subject == TAC_SOURCE) {
        return p.field >= 0 && p.field < N_SOURCE_FIELD ? source_fields[p.field] : NULL;
    }
    if (p.subject == TAC_TERM_SUBJECT) { // of a term
        return p.field == 0 ? "factor" : NULL;
    }
    int number = 0;
    const tac_type *type = type_of(class_of(p.subject), d->law, d->n_law, p.index);
    const tac_key *key = type ? key_of(type, p.field, &number) : NULL;
    return !key ? NULL : key->n > 1 ? key->word[number] : key->name;
}

// Whether the coordinate that a law acts on is an angle.
static bool acts_on_angle(const tac_desc *d, tac_parameter p)
{
    switch (class_of(p.subject)) {
    case TAC_SPRINGS:
        return d->spring[p.index].coordinate == TAC_ANGLE;
    case TAC_FRICTIONS:
        return d->friction[p.index].coordinate == TAC_ANGLE;
    case TAC_LAWS:
        return d->law[p.index].coordinate == TAC_ANGLE;
    case TAC_BUSHINGS:
    case TAC_CONTACTS:
    case TAC_TERMS:
    case TAC_JOINTS:
        break;
    }
    return false;
}

tac_quantity tac_parameter_quantity(const tac_desc *d, tac_parameter p)
{
    int number = 0;
    const tac_type *type = type_of(class_of(p.subject), d->law, d->n_law, p.index);
    const tac_key *key = type ? key_of(type, p.field, &number) : NULL;
    return key ? tac_key_quantity(key, number, acts_on_angle(d, p)) : TAC_Q_ANY;
}

static double least_of(tac_parameter p, const tac_law_desc *law, int n)
{
    if (p.subject == TAC_SOURCE || p.subject == TAC_TERM_SUBJECT) {
        return -HUGE_VAL;
    }
    int number = 0;
    const tac_type *type = type_of(class_of(p.subject), law, n, p.index);
    const tac_key *key = type ? key_of(type, p.field, &number) : NULL;
    return key && key->range == TAC_ABOVE_ZERO ? DBL_MIN : 0.0;
}

double tac_parameter_least(const tac_desc *d, tac_parameter p)
{
    return least_of(p, d->law, d->n_law);
}

// Where a parameter lives, NULL when there is no such parameter.
static double *locate(const tac_model *m, tac_parameter p)
{
    if (p.subject ==
        TAC_SOURCE) { // c0 and c1: the value of a constant, offset and amplitude of the others
        bool has = p.index >= 0 && p.index < m->signals.n_source && p.field >= 0 &&
                   p.field < N_SOURCE_FIELD;
        return has ? &m->signals.source[p.index].c[p.field] : NULL;
    }
    if (p.subject == TAC_TERM_SUBJECT) {
        bool has = p.index >= 0 && p.index < m->couplers.n_term && p.field == 0;
        return has ? &m->couplers.term[p.index].factor : NULL;
    }
    int number = 0;
    tac_element_class is = class_of(p.subject);
    const tac_type *type = type_of(is, m->laws.law, m->laws.n_law, p.index);
    const tac_key *key = type ? key_of(type, p.field, &number) : NULL;
    items of = items_of(m, is);
    if (!key || p.index < 0 || p.index >= of.n) {
        return NULL;
    }
    return (double *)(void *)(of.data + (size_t)p.index * of.size + key->at) + number;
}

tac_status tac_parameter_get(const tac_model *m, tac_parameter p, double *value)
{
    const double *at = locate(m, p);
    if (!at) {
        return tac_fail(TAC_BAD_INDEX, p.subject, p.index, p.field);
    }
    *value = *at;
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

tac_status tac_parameter_set(tac_model *m, tac_parameter p, double value)
{
    double *at = locate(m, p);
    if (!at) {
        return tac_fail(TAC_BAD_INDEX, p.subject, p.index, p.field);
    }
    if (!isfinite(value) || value < least_of(p, m->laws.law, m->laws.n_law)) {
        return tac_fail(TAC_BAD_VALUE, p.subject, p.index, value);
    }
    *at = value;
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

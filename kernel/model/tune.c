#include "tune.h"

#include "tables.h"

static const char *const spring_fields[] = {"stiffness", "damping"};
static const char *const bushing_fields[] = {
    "stiffness_x", "stiffness_y", "stiffness_z", "stiffness_rx", "stiffness_ry", "stiffness_rz",
    "damping_x",   "damping_y",   "damping_z",   "damping_rx",   "damping_ry",   "damping_rz"};
static const char *const friction_fields[] = {"coulomb", "viscous"};
static const char *const contact_fields[] = {"stiffness", "damping"};
static const char *const source_fields[] = {"offset", "gain"};

typedef struct fields {
    const char *const *name;
    int n;
} fields;

#define FIELDS(list) ((fields){list, (int)(sizeof(list) / sizeof *(list))})

static fields fields_of(tac_subject subject)
{
    switch (subject) {
    case TAC_SPRING:
        return FIELDS(spring_fields);
    case TAC_BUSHING:
        return FIELDS(bushing_fields);
    case TAC_FRICTION:
        return FIELDS(friction_fields);
    case TAC_CONTACT:
        return FIELDS(contact_fields);
    case TAC_SOURCE: // c0 and c1: the value of a constant, offset and amplitude of the others
        return FIELDS(source_fields);
    case TAC_NOTHING:
    case TAC_BODY:
    case TAC_JOINT:
    case TAC_LOAD:
    case TAC_TABLE_SUBJECT:
    case TAC_INPUT_SUBJECT:
    case TAC_SENSOR:
        break;
    }
    return (fields){NULL, 0};
}

const char *tac_parameter_name(tac_subject subject, int field)
{
    fields f = fields_of(subject);
    return field >= 0 && field < f.n ? f.name[field] : NULL;
}

// Where a parameter lives, NULL when there is no such parameter.
static double *locate(const tac_model *m, tac_parameter p)
{
    int counts[] = {[TAC_SPRING] = m->n_spring,
                    [TAC_BUSHING] = m->n_bushing,
                    [TAC_FRICTION] = m->n_friction,
                    [TAC_CONTACT] = m->n_contact,
                    [TAC_SOURCE] = m->n_source};
    fields f = fields_of(p.subject);
    if (p.field < 0 || p.field >= f.n || p.index < 0 || p.index >= counts[p.subject]) {
        return NULL;
    }
    switch (p.subject) {
    case TAC_SPRING:
        return p.field == 0 ? &m->spring[p.index].k : &m->spring[p.index].c;
    case TAC_BUSHING:
        return p.field < 6 ? &m->bushing[p.index].k[p.field] : &m->bushing[p.index].c[p.field - 6];
    case TAC_FRICTION:
        return p.field == 0 ? &m->friction[p.index].coulomb : &m->friction[p.index].viscous;
    case TAC_CONTACT:
        return p.field == 0 ? &m->contact[p.index].k : &m->contact[p.index].damping;
    case TAC_SOURCE:
        return &m->source[p.index].c[p.field];
    case TAC_NOTHING:
    case TAC_BODY:
    case TAC_JOINT:
    case TAC_LOAD:
    case TAC_TABLE_SUBJECT:
    case TAC_INPUT_SUBJECT:
    case TAC_SENSOR:
        break;
    }
    return NULL;
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
    if (!isfinite(value) || (p.subject != TAC_SOURCE && value < 0.0)) {
        return tac_fail(TAC_BAD_VALUE, p.subject, p.index, value);
    }
    *at = value;
    return tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
}

#include "kinks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doubt.h"
#include "element_types.h"
#include "known_parts.h"
#include "printable.h"
#include "serialized.h"

static int put_name(const tac_model_file *file, int source, char *out, size_t size)
{
    const char *name = file->source_name[source];
    int n = snprintf(out, size, "%s%s%s", *name ? "source '" : "a source", TAC_SHOWN(name),
                     *name ? "'" : "");
    return n < (int)size ? n : (int)size - 1;
}

// Steps that a body takes in one of the whole.
static int steps_of(const tac_desc *d, int body)
{
    int group = body == TAC_GROUND ? TAC_NONE : d->body[body].group;
    while (group != TAC_NONE && d->group[group].substeps <= 1) {
        group = d->group[group].parent;
    }
    return group == TAC_NONE ? 1 : d->group[group].substeps;
}

// The fewest of what is between two frames; what is on ground takes those of the other.
static int steps_between(const tac_desc *d, const tac_frame *a, const tac_frame *b)
{
    int first = steps_of(d, a->body), second = steps_of(d, b->body);
    return a->body == TAC_GROUND                     ? second
           : b->body == TAC_GROUND || first < second ? first
                                                     : second;
}

// steps: the fewest by which anything that asks for a source sees it; 0: nothing does.
static void use(int *steps, const int *source, int n, int by)
{
    for (int k = 0; k < n; k++) {
        if (source[k] != TAC_NONE) {
            int *of = &steps[source[k]];
            *of = *of == 0 || by < *of ? by : *of;
        }
    }
}

// The same of sources that add to numbers, 1 + each.
static void use_by(int *steps, const int *by, int n, int fewest)
{
    for (int k = 0; k < n; k++) {
        int source = by[k] - 1;
        use(steps, &source, 1, fewest);
    }
}

static void use_drives(const tac_desc *d, int *steps)
{
    for (int i = 0; i < d->n_joint; i++) {
        const tac_joint_desc *j = &d->joint[i];
        use(steps, &j->drive_angle, 1, steps_between(d, &j->a, &j->b));
        use(steps, &j->drive_displacement, 1, steps_between(d, &j->a, &j->b));
        if (tac_joint_type_of(j->kind)->is_driven) {
            use(steps, j->pose, 6, steps_between(d, &j->a, &j->b));
        }
    }
}

static void use_laws(const tac_desc *d, int *steps)
{
    for (int i = 0; i < d->n_spring; i++) {
        const tac_spring_desc *s = &d->spring[i];
        use(steps, &s->x0, 1, steps_between(d, &s->a, &s->b));
        use(steps, &s->actuator, 1, steps_between(d, &s->a, &s->b));
        use_by(steps, &s->k_by, 1, steps_between(d, &s->a, &s->b));
        use_by(steps, &s->c_by, 1, steps_between(d, &s->a, &s->b));
    }
    for (int i = 0; i < d->n_bushing; i++) {
        const tac_bushing_desc *b = &d->bushing[i];
        use_by(steps, b->k_by, 6, steps_between(d, &b->a, &b->b));
        use_by(steps, b->c_by, 6, steps_between(d, &b->a, &b->b));
    }
    for (int i = 0; i < d->n_friction; i++) {
        const tac_friction_desc *f = &d->friction[i];
        use_by(steps, &f->coulomb_by, 1, steps_between(d, &f->a, &f->b));
        use_by(steps, &f->viscous_by, 1, steps_between(d, &f->a, &f->b));
    }
    for (int i = 0; i < d->n_contact; i++) {
        const tac_contact_desc *c = &d->contact[i];
        use(steps, &c->offset, 1, steps_between(d, &c->a, &c->b));
    }
    for (int i = 0; i < d->n_law; i++) {
        const tac_law_desc *l = &d->law[i];
        use(steps, l->source, TAC_LAW_SOURCES, steps_between(d, &l->a, &l->b));
        use_by(steps, l->number_by, TAC_LAW_NUMBERS, steps_between(d, &l->a, &l->b));
    }
    for (int i = 0; i < d->n_load; i++) {
        const tac_load_desc *l = &d->load[i];
        use(steps, l->force, 3, steps_of(d, l->at.body));
        use(steps, l->torque, 3, steps_of(d, l->at.body));
    }
    for (int i = 0; i < d->n_part; i++) {
        const tac_bushing_desc *b = &d->bushing[d->part[i].bushing];
        use(steps, d->part[i].input, d->part[i].n_input, steps_between(d, &b->a, &b->b));
    }
}

void tac_steps_of_sources(const tac_desc *d, bool drives_alone, int *steps)
{
    use_drives(d, steps);
    if (!drives_alone) {
        use_laws(d, steps);
    }
    for (int i = d->n_source - 1; i >= 0; i--) { // terms have a lower index than their sum
        const tac_source_desc *of = &d->source[i];
        if (steps[i] > 0) {
            use(steps, d->source_term + of->first_term, of->n_term, steps[i]);
            for (int k = 0; k < 4; k++) {
                int operand = tac_operand(of, k);
                use(steps, &operand, 1, tac_source_type_of(of->kind)->run ? 1 : steps[i]);
            }
        }
    }
}

// The fastest source of a description that steps do not see, and which; 0. Without memory for it, that any may be.
static double unseen_in(const tac_desc *d, double dt, double end, int *source)
{
    double most = 0.0;
    int *steps = calloc((size_t)d->n_source + 1, sizeof *steps);
    if (steps) {
        tac_steps_of_sources(d, false, steps);
    }
    for (int i = 0; i < d->n_source; i++) {
        const tac_source_desc *of = &d->source[i];
        const tac_source_type *type = tac_source_type_of(of->kind);
        double frequency = type->fastest ? type->fastest(of, end) : 0.0;
        int by = steps ? steps[i] : 1;
        bool is_seen = by == 0 || frequency * dt / by < tac_limit_value(TAC_LIMIT_UNSEEN);
        if (!is_seen && frequency > most) {
            most = frequency;
            *source = i;
        }
    }
    free(steps);
    return most;
}

static const void *items_of(const tac_serialized *p, tac_serialized_array array)
{
    return p->data + p->at[array];
}

// What in a compiled sub-model has sources, of one that this program's like has compiled.
static bool desc_of_object(const tac_part_table *t, tac_desc *d)
{
    bool has = t && t->bodies && t->bodies->piece;
    const tac_serialized *p = has ? t->bodies->piece : NULL;
    if (!has || memcmp(p->magic, TAC_SERIALIZED_MAGIC, sizeof p->magic) != 0) {
        return false;
    }
    *d = (tac_desc){.n_body = p->n[TAC_SERIALIZED_BODIES],
                    .n_group = p->n[TAC_SERIALIZED_GROUPS],
                    .n_joint = p->n[TAC_SERIALIZED_JOINTS],
                    .n_spring = p->n[TAC_SERIALIZED_SPRINGS],
                    .n_contact = p->n[TAC_SERIALIZED_CONTACTS],
                    .n_law = p->n[TAC_SERIALIZED_LAWS],
                    .n_load = p->n[TAC_SERIALIZED_LOADS],
                    .n_source = p->n[TAC_SERIALIZED_SOURCES],
                    .n_source_term = p->n[TAC_SERIALIZED_TERMS],
                    .body = items_of(p, TAC_SERIALIZED_BODIES),
                    .group = items_of(p, TAC_SERIALIZED_GROUPS),
                    .joint = items_of(p, TAC_SERIALIZED_JOINTS),
                    .spring = items_of(p, TAC_SERIALIZED_SPRINGS),
                    .contact = items_of(p, TAC_SERIALIZED_CONTACTS),
                    .law = items_of(p, TAC_SERIALIZED_LAWS),
                    .load = items_of(p, TAC_SERIALIZED_LOADS),
                    .source = items_of(p, TAC_SERIALIZED_SOURCES),
                    .source_term = items_of(p, TAC_SERIALIZED_TERMS)};
    return true;
}

double tac_unseen_source(const tac_model_file *file, double dt, double end, char *out, size_t size)
{
    int source = TAC_NONE, inner = TAC_NONE;
    double most = unseen_in(&file->desc, dt, end, &source);
    if (most > 0.0) {
        (void)put_name(file, source, out, size);
    }
    for (int i = 0; i < file->desc.n_part; i++) {
        tac_desc d;
        const tac_part_table *table = tac_model_file_parts(file)[i].known.table;
        double of = desc_of_object(table, &d) ? unseen_in(&d, dt, end, &inner) : 0.0;
        if (of > most) {
            most = of;
            (void)snprintf(out, size, "a source in part '%s'",
                           TAC_SHOWN(file->bushing_name[file->desc.part[i].bushing]));
        }
    }
    return most;
}

// Laws of a model as their functions want them (element/law.h): numbers, tables and signals of
// several elements side by side.
#ifndef TAC_LAW_LANE_H
#define TAC_LAW_LANE_H

#include "element/laws.h"
#include "source.h"
#include "tables.h"

typedef struct tac_law_ask {
    const tac_law_type *type;
    const tac_law_lanes *on;
    tac_law_self self;
    lane number[TAC_LAW_NUMBERS];
    const tac_curve *table[TAC_LAW_TABLES * TAC_LANES];
    const void *first;  // description of the first element of the class
    int at[TAC_LANES];  // those of the lanes, in doubles from there
    int own[TAC_LANES]; // signals of the lanes' copies
} tac_law_ask;

// Descriptions of a class, and their size.
static inline const void *tac_law_descs(const tac_model *m, tac_element_class what, size_t *size)
{
    switch (what) {
    case TAC_SPRINGS:
        *size = sizeof *m->spring;
        return m->spring;
    case TAC_BUSHINGS:
        *size = sizeof *m->bushing;
        return m->bushing;
    case TAC_FRICTIONS:
        *size = sizeof *m->friction;
        return m->friction;
    case TAC_CONTACTS:
        *size = sizeof *m->contact;
        return m->contact;
    case TAC_JOINTS: // have no law
    case TAC_TERMS:
        break;
    }
    *size = 0;
    return NULL;
}
_Static_assert(sizeof(tac_spring_desc) % sizeof(double) == 0 &&
                   sizeof(tac_bushing_desc) % sizeof(double) == 0 &&
                   sizeof(tac_friction_desc) % sizeof(double) == 0 &&
                   sizeof(tac_contact_desc) % sizeof(double) == 0,
               "they are found as numbers");

TAC_INLINE void ask_tables(const tac_model *m, tac_law_ask *q)
{
    q->self.tabled = 0;
    for (int k = 0; k < q->type->n_table; k++) {
        for (int l = 0; l < TAC_LANES; l++) {
            int table = ((const int *)q->first)[2 * q->at[l] + q->type->table_at[k]];
            q->table[k * TAC_LANES + l] = table == TAC_NONE ? NULL : &m->table[table];
            q->self.tabled |= table == TAC_NONE ? 0 : 1 << k;
        }
    }
}

// The type of law of elements like one, and where their descriptions begin; returns the size of one
// in doubles.
TAC_INLINE int ask_type(const tac_model *m, const tac_element *like, tac_law_ask *q)
{
    size_t size;
    q->type = like->law;
    q->on = q->type->on[TAC_LAW_WIDTH];
    q->first = tac_law_descs(m, like->what, &size);
    return (int)(size / sizeof(double));
}

TAC_INLINE void ask_numbers(const tac_model *m, int n, tac_law_ask *q)
{
    for (int k = 0; k < q->type->n_number; k++) {
        q->number[k] = lane_gather((const double *)q->first + q->type->number_at[k], q->at);
    }
    ask_tables(m, q);
    q->self.n = n;
    q->self.copies = m->copies;
    q->self.number = q->number;
    q->self.table = q->table;
}

// Laws of n elements like `like`; lanes beyond them repeat some.
TAC_INLINE void ask_laws(const tac_model *m, const tac_element *like, const int *element, int n,
                         tac_law_ask *q)
{
    int size = ask_type(m, like, q);
    for (int l = 0; l < TAC_LANES; l++) {
        q->at[l] = size * m->element[element[l]].index;
        q->own[l] = tac_copy_of(m, element[l]) * m->n_source;
    }
    ask_numbers(m, n, q);
}

// The law of one element, with the signals of its copy.
TAC_INLINE void ask_law(const tac_model *m, const tac_element *e, tac_law_ask *q)
{
    int size = ask_type(m, e, q);
    for (int l = 0; l < TAC_LANES; l++) {
        q->at[l] = size * e->index;
        q->own[l] = 0;
    }
    ask_numbers(m, 1, q);
}

// Sources of its laws among the signals of an instant; forces among others.
TAC_INLINE void ask_sources_of(const tac_law_ask *q, const tac_signal *signal,
                               const tac_signal *force, tac_sig *in)
{
    static const tac_signal none = {0.0, 0.0, 0.0};
    for (int k = 0; k < q->type->n_source; k++) {
        const tac_signal *of[TAC_LANES], *all = q->type->pushes >> k & 1u ? force : signal;
        for (int l = 0; l < TAC_LANES; l++) {
            int source = ((const int *)q->first)[2 * q->at[l] + q->type->source_at[k]];
            of[l] = source == TAC_NONE ? &none : &all[q->own[l] + source];
        }
        in[k].x = in[k].xd = in[k].xdd = lane_set(0.0);
        for (int l = 0; l < TAC_LANES; l++) {
            in[k].x = lane_put(in[k].x, l, of[l]->x);
            if (q->type->has_rates) {
                in[k].xd = lane_put(in[k].xd, l, of[l]->xd);
                in[k].xdd = lane_put(in[k].xdd, l, of[l]->xdd);
            }
        }
    }
}

TAC_INLINE void ask_sources(const tac_law_ask *q, const tac_signal *signal, tac_sig *in)
{
    ask_sources_of(q, signal, signal, in);
}

#endif

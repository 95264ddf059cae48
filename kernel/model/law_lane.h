// Laws of a model as their functions want them (element/law.h): numbers, tables and signals of
// several elements side by side.
#ifndef TAC_LAW_LANE_H
#define TAC_LAW_LANE_H

#include "element/laws.h"
#include "source.h"
#include "tables.h"

// Who is asked, about what stays all step long.
typedef struct tac_asked {
    const tac_law_type *type;
    const tac_law_lanes *on;
    tac_law_self self;
} tac_asked;

// Numbers and tables of several laws side by side.
typedef struct tac_law_numbers {
    lane number[TAC_LAW_NUMBERS];
    const tac_curve *table[TAC_LAW_TABLES * TAC_LANES];
    int tabled; // as in tac_law_self
} tac_law_numbers;

// Where these are.
typedef struct tac_law_places {
    const void *first;  // description of the first element of the class
    int at[TAC_LANES];  // those of the lanes, in doubles from there
    int own[TAC_LANES]; // signals of the lanes' copies
} tac_law_places;

typedef struct tac_law_ask {
    tac_asked asked;
    tac_law_numbers numbers;
    tac_law_places places;
    lane last[TAC_LAW_NUMBERS]; // numbers at the end of the step, where sources move them
} tac_law_ask;

// Descriptions of a class, and their size.
static inline const void *tac_law_descs(const tac_model *m, tac_element_class what, size_t *size)
{
    switch (what) {
    case TAC_SPRINGS:
        *size = sizeof *m->laws.spring;
        return m->laws.spring;
    case TAC_BUSHINGS:
        *size = sizeof *m->laws.bushing;
        return m->laws.bushing;
    case TAC_FRICTIONS:
        *size = sizeof *m->laws.friction;
        return m->laws.friction;
    case TAC_CONTACTS:
        *size = sizeof *m->laws.contact;
        return m->laws.contact;
    case TAC_LAWS:
        *size = sizeof *m->laws.law;
        return m->laws.law;
    case TAC_TERMS: // of a coupler
        *size = sizeof *m->couplers.coupler;
        return m->couplers.coupler;
    case TAC_JOINTS: // have no law
        break;
    }
    *size = 0;
    return NULL;
}
_Static_assert(sizeof(tac_spring_desc) % sizeof(double) == 0 &&
                   sizeof(tac_bushing_desc) % sizeof(double) == 0 &&
                   sizeof(tac_friction_desc) % sizeof(double) == 0 &&
                   sizeof(tac_contact_desc) % sizeof(double) == 0 &&
                   sizeof(tac_law_desc) % sizeof(double) == 0 &&
                   sizeof(tac_coupler_desc) % sizeof(double) == 0,
               "they are found as numbers");

TAC_INLINE void ask_tables(const tac_model *m, const tac_law_type *type, const tac_law_places *p,
                           tac_law_numbers *out)
{
    out->tabled = 0;
    for (int k = 0; k < type->n_table; k++) {
        for (int l = 0; l < TAC_LANES; l++) {
            int table = ((const int *)p->first)[2 * p->at[l] + type->table_at[k]];
            out->table[k * TAC_LANES + l] = table == TAC_NONE ? NULL : &m->signals.table[table];
            out->tabled |= table == TAC_NONE ? 0 : 1 << k;
        }
    }
}

TAC_INLINE void ask_numbers(const tac_model *m, const tac_law_type *type, const tac_law_places *p,
                            tac_law_numbers *out)
{
    for (int k = 0; k < type->n_number; k++) {
        out->number[k] = lane_gather((const double *)p->first + type->number_at[k], p->at);
    }
    ask_tables(m, type, p, out);
}

// Numbers as sources move them, at the instant of the signals or by their mean; none gets below zero by that.
TAC_INLINE void move_numbers(const tac_law_type *type, const tac_law_places *p,
                             const tac_signal *signal, lane *number)
{
    const int *index = p->first;
    for (int k = 0; k < type->n_number; k++) {
        if (!type->number_by[k]) {
            continue;
        }
        number[k] = lane_gather((const double *)p->first + type->number_at[k], p->at);
        for (int l = 0; l < TAC_LANES; l++) {
            int by = index[2 * p->at[l] + type->number_by[k]];
            double more = by ? signal[p->own[l] + by - 1].x : 0.0, is = lane_get(number[k], l);
            int stays = (by == 0) | (is + more > 0.0); // what no source moves may be below zero
            number[k] = lane_put(number[k], l, pick(stays, is + more, 0.0));
        }
    }
}

// Where elements like `like` have theirs.
TAC_INLINE void find_places(const tac_model *m, const tac_element *like, const int *element,
                            tac_law_places *p)
{
    size_t size;
    p->first = tac_law_descs(m, like->what, &size);
    for (int l = 0; l < TAC_LANES; l++) {
        p->at[l] = (int)(size / sizeof(double)) * m->element[element[l]].index;
        p->own[l] = tac_copy_of(m, element[l]) * m->signals.n_source;
    }
}

// The law of n elements like `like`; lanes beyond them repeat some.
TAC_INLINE void ask_with(const tac_model *m, const tac_element *like, int n,
                         const tac_law_numbers *numbers, tac_asked *of)
{
    of->type = like->law;
    of->on = of->type->on[TAC_LAW_WIDTH];
    of->self = (tac_law_self){
        n, m->copies, numbers->number, numbers->number, numbers->table, numbers->tabled};
}

TAC_INLINE void ask_laws(const tac_model *m, const tac_element *like, const int *element, int n,
                         tac_law_ask *q)
{
    find_places(m, like, element, &q->places);
    ask_numbers(m, like->law, &q->places, &q->numbers);
    ask_with(m, like, n, &q->numbers, &q->asked);
}

// The law of one element, with the signals of its copy.
TAC_INLINE void ask_law(const tac_model *m, const tac_element *e, tac_law_ask *q)
{
    size_t size;
    q->places.first = tac_law_descs(m, e->what, &size);
    for (int l = 0; l < TAC_LANES; l++) {
        q->places.at[l] = (int)(size / sizeof(double)) * tac_law_index(e);
        q->places.own[l] = 0;
    }
    ask_numbers(m, e->law, &q->places, &q->numbers);
    ask_with(m, e, 1, &q->numbers, &q->asked);
}

// Numbers that sources move: over a step, and at its end.
TAC_INLINE void move_law(const tac_model *m, tac_law_ask *q, const tac_signal *over,
                         const tac_signal *end)
{
    if (m->laws.moved || m->laws.loaded) {
        const tac_law_type *type = q->asked.type;
        for (int k = 0; k < type->n_number; k++) {
            q->last[k] = q->numbers.number[k];
        }
        move_numbers(type, &q->places, end, q->last);
        move_numbers(type, &q->places, over, q->numbers.number);
        q->asked.self.last = q->last;
    }
}

// Source k of laws among the signals of an instant.
TAC_INLINE tac_sig ask_source(const tac_law_type *type, const tac_law_places *p, int k,
                              const tac_signal *signal)
{
    static const tac_signal none = {0.0, 0.0, 0.0};
    const tac_signal *of[TAC_LANES];
    tac_sig in = {lane_set(0.0), lane_set(0.0), lane_set(0.0)};
    for (int l = 0; l < TAC_LANES; l++) {
        int source = ((const int *)p->first)[2 * p->at[l] + type->source_at[k]];
        of[l] = source == TAC_NONE ? &none : &signal[p->own[l] + source];
    }
    for (int l = 0; l < TAC_LANES; l++) {
        in.x = lane_put(in.x, l, of[l]->x);
        if (type->has_rates) {
            in.xd = lane_put(in.xd, l, of[l]->xd);
            in.xdd = lane_put(in.xdd, l, of[l]->xdd);
        }
    }
    return in;
}

TAC_INLINE void ask_sources(const tac_law_ask *q, const tac_signal *signal, tac_sig *in)
{
    for (int k = 0; k < q->asked.type->n_source; k++) {
        in[k] = ask_source(q->asked.type, &q->places, k, signal);
    }
}

#endif

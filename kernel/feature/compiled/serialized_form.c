// Which serialized models can be in one description, and what of them meets the world: serialized.h.
#include "model/law.h"
#include "serialized.h"

// FNV-1a, of words.
static void mix(uint64_t *sum, int64_t word)
{
    *sum = (*sum ^ (uint64_t)word) * UINT64_C(0x100000001b3);
    *sum ^= *sum >> 32;
}

static void mix_element(uint64_t *sum, const tac_element *e)
{
    const int64_t own[] = {(int64_t)e->what,  e->body[0], e->body[1],           e->n_row,
                           e->implicit,       e->turns,   e->angle == TAC_NONE, e->hangs,
                           !tac_has_sides(e), e->follows, e->followers,         e->curve == NULL};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        mix(sum, own[i]);
    }
    for (const tac_row *r = e->rows; r < e->rows + e->n_row; r++) {
        const int64_t row[] = {(int64_t)r->kind, r->i, r->j, r->drive == TAC_NONE, r->parallel};
        for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
            mix(sum, row[i]);
        }
    }
}

static const void *items(const tac_serialized *p, tac_serialized_array array)
{
    return p->data + p->at[array];
}

typedef void seen_frames(uint64_t *sum, const tac_frame *a, const tac_frame *b);

static void mix_frames(uint64_t *sum, const tac_frame *a, const tac_frame *b)
{
    mix(sum, 2 * a->world + b->world);
}

static void count_frames(uint64_t *sum, const tac_frame *a, const tac_frame *b)
{
    *sum += a->world || b->world;
}

// Frames of all elements: what is on the carrier, and what in the world, is both ground to the model.
static void over_frames(uint64_t *sum, const tac_serialized *p, seen_frames *see)
{
    const tac_joint_desc *joint = items(p, TAC_SERIALIZED_JOINTS);
    const tac_spring_desc *spring = items(p, TAC_SERIALIZED_SPRINGS);
    const tac_bushing_desc *bushing = items(p, TAC_SERIALIZED_BUSHINGS);
    const tac_friction_desc *friction = items(p, TAC_SERIALIZED_FRICTIONS);
    const tac_contact_desc *contact = items(p, TAC_SERIALIZED_CONTACTS);
    const tac_law_desc *law = items(p, TAC_SERIALIZED_LAWS);
    const tac_term_desc *term = items(p, TAC_SERIALIZED_COUPLED);
    for (int i = 0; i < p->n[TAC_SERIALIZED_JOINTS]; i++) {
        see(sum, &joint[i].a, &joint[i].b);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_SPRINGS]; i++) {
        see(sum, &spring[i].a, &spring[i].b);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_BUSHINGS]; i++) {
        see(sum, &bushing[i].a, &bushing[i].b);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_FRICTIONS]; i++) {
        see(sum, &friction[i].a, &friction[i].b);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_CONTACTS]; i++) {
        see(sum, &contact[i].a, &contact[i].b);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_LAWS]; i++) {
        see(sum, &law[i].a, &law[i].b);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_COUPLED]; i++) {
        see(sum, &term[i].a, &term[i].b);
    }
}

bool tac_serialized_is_in_world(const tac_serialized *p)
{
    uint64_t n = 0;
    over_frames(&n, p, count_frames);
    return n > 0;
}

uint64_t tac_serialized_form(const tac_serialized *p, const tac_model *m)
{
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    const tac_load_desc *load = items(p, TAC_SERIALIZED_LOADS);
    const tac_table_desc *table = items(p, TAC_SERIALIZED_TABLES);
    const tac_law_desc *law = items(p, TAC_SERIALIZED_LAWS);
    for (int i = 0; i < TAC_SERIALIZED_ARRAYS; i++) {
        mix(&sum, p->n[i]);
    }
    for (int i = 0; i < m->n_element; i++) {
        mix_element(&sum, &m->element[i]);
    }
    over_frames(&sum, p, mix_frames);
    for (int i = 0; i < p->n[TAC_SERIALIZED_LOADS]; i++) {
        mix(&sum, load[i].at.body);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_LAWS]; i++) {
        mix(&sum, law[i].type);
    }
    for (int i = 0; i < p->n[TAC_SERIALIZED_TABLES]; i++) {
        mix(&sum, 2 * table[i].n + table[i].cubic);
    }
    mix(&sum, p->n_output);
    mix(&sum, p->n_state);
    for (int n = 0; n < TAC_PART_MOST_ALIKE; n++) {
        mix(&sum, (int64_t)p->of[n].memory);
    }
    return sum;
}

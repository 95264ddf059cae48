#include "side_by_side.h"

#include <stdlib.h>
#include <string.h>

#include "beside.h"
#include "lanes.h"

// Blocks of memory, each of what the kernel asks for.
enum { DESCRIPTION, TREE, MODEL, STATE, WORK, INPUTS, PLACES, BLOCKS };

struct tac_side_by_side {
    int n;
    const tac_method *method;
    tac_options options;
    const tac_simulation *first; // the shape of each
    tac_desc desc;
    tac_tree *tree;
    tac_model *model;
    tac_state state;
    tac_work *work;
    double *input;                           // of all
    bool stands;                             // the state is that of the simulations
    tac_place_beside place[TAC_MOST_BESIDE]; // (n)
    void *block[BLOCKS];
};

// Mechanisms with more bodies fill vectors by themselves.
enum { MOST_BODIES = 64 };

int tac_side_by_side_count(const tac_simulation *s)
{
    int widest = s->options.lanes == 0 ? tac_widest_lanes() : s->options.lanes;
    bool alone = s->method->is_offline || s->file->desc.n_body == 0 ||
                 s->file->desc.n_body > MOST_BODIES || tac_stands_alone(&s->file->desc, s->model);
    return alone || widest < 4 ? 1 : widest;
}

static void *take(tac_side_by_side *b, int block, size_t size)
{
    size_t whole = (size + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN;
    b->block[block] = aligned_alloc(TAC_ALIGN, whole > 0 ? whole : TAC_ALIGN);
    if (b->block[block]) {
        memset(b->block[block], 0, whole);
    }
    return b->block[block];
}

static bool describe(tac_side_by_side *b, const tac_desc *const *of)
{
    tac_arena count = {NULL, 0};
    (void)tac_describe_beside(of, b->n, &count);
    tac_arena arena = {take(b, DESCRIPTION, count.used), 0};
    if (arena.base) {
        b->desc = tac_describe_beside(of, b->n, &arena);
    }
    return arena.base;
}

static bool made(tac_status status)
{
    return status.code == TAC_OK;
}

static bool find_places(tac_side_by_side *b)
{
    tac_arena count = {NULL, 0};
    for (int pass = 0; pass < 2; pass++) {
        tac_arena arena = {pass == 0 ? NULL : take(b, PLACES, count.used), 0};
        if (pass == 1 && !arena.base) {
            return false;
        }
        for (int i = 0; i < b->n; i++) {
            b->place[i] = tac_find_place_beside(b->model, &b->state, i, b->first->model,
                                                &b->first->state, &arena);
        }
        count = arena;
    }
    return true;
}

static bool build(tac_side_by_side *b)
{
    size_t size = tac_tree_size(&b->desc);
    void *at = take(b, TREE, size);
    if (!at || !made(tac_tree_init(&b->tree, &b->desc, at, size))) {
        return false;
    }
    size = tac_model_size(&b->desc, b->tree);
    at = take(b, MODEL, size);
    if (!at || !made(tac_model_init(&b->model, &b->desc, b->tree, at, size))) {
        return false;
    }
    size = b->method->state_size(b->model);
    at = take(b, STATE, size);
    if (!at || !made(b->method->state_init(b->model, &b->state, at, size))) {
        return false;
    }
    size = b->method->work_size(b->model, &b->options);
    at = take(b, WORK, size);
    size_t inputs = (size_t)b->desc.n_input * sizeof *b->input;
    b->input = take(b, INPUTS, inputs);
    return at && b->input &&
           made(b->method->work_init(b->model, &b->options, &b->work, at, size)) && find_places(b);
}

tac_side_by_side *tac_side_by_side_open(const tac_simulation *const *of, int n)
{
    const tac_desc *desc[TAC_MOST_BESIDE];
    tac_side_by_side *b = n <= TAC_MOST_BESIDE ? calloc(1, sizeof *b) : NULL;
    if (!b) {
        return NULL;
    }
    *b = (tac_side_by_side){
        .n = n, .method = (*of)->method, .options = (*of)->options, .first = *of};
    for (int i = 0; i < n; i++) {
        desc[i] = &of[i]->file->desc;
    }
    if (!describe(b, desc) || !build(b)) {
        tac_side_by_side_close(b);
        return NULL;
    }
    return b;
}

void tac_side_by_side_close(tac_side_by_side *b)
{
    for (int i = 0; b && i < BLOCKS; i++) {
        free(b->block[i]);
    }
    free(b);
}

// How many of the items that have parameters are of one of them.
static int items_of(const tac_desc *d, tac_subject subject)
{
    const struct {
        tac_subject subject;
        int n;
    } items[] = {{TAC_SPRING, d->n_spring},     {TAC_BUSHING, d->n_bushing},
                 {TAC_FRICTION, d->n_friction}, {TAC_CONTACT, d->n_contact},
                 {TAC_LAW, d->n_law},           {TAC_COUPLER, d->n_coupler},
                 {TAC_TERM_SUBJECT, d->n_term}, {TAC_SOURCE, d->n_source}};
    int n = 0;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        n = items[i].subject == subject ? items[i].n : n;
    }
    return n;
}

void tac_side_by_side_tune(tac_side_by_side *b, int which, tac_parameter p, double value)
{
    p.index += which * items_of(&b->first->file->desc, p.subject);
    (void)tac_parameter_set(b->model, p, value);
}

// ---- steps ---------------------------------------------------------------------------------------

// Whose state and inputs a place has: where there is none those of another one, which nobody reads.
static const tac_simulation *in_place(const tac_side_by_side *b, tac_simulation *const *s,
                                      int place)
{
    const tac_simulation *of = s[place];
    for (int i = 0; i < b->n && !of; i++) {
        of = s[i];
    }
    return of;
}

static void put_all(tac_side_by_side *b, tac_simulation *const *s)
{
    for (int i = 0; i < b->n; i++) {
        tac_put_beside(&b->place[i], &b->state, &in_place(b, s, i)->state);
    }
}

static bool step_together(tac_side_by_side *b, tac_simulation *const *s)
{
    int n_input = b->desc.n_input / b->n;
    for (int i = 0; i < b->n && n_input > 0; i++) {
        memcpy(b->input + i * n_input, in_place(b, s, i)->input,
               (size_t)n_input * sizeof *b->input);
    }
    tac_status all = tac_step(b->method, b->work, &b->state, b->input);
    tac_report report;
    (void)tac_outcome_beside(b->work, 0, &report);
    return made(all) && !report.uncombined;
}

void tac_side_by_side_step(tac_side_by_side *b, tac_simulation *const *s, bool begins,
                           tac_status *status)
{
    if (begins || !b->stands) {
        put_all(b, s);
    }
    b->stands = step_together(b, s);
    for (int i = 0; i < b->n; i++) {
        tac_report report;
        if (s[i] && b->stands) {
            status[i] = tac_outcome_beside(b->work, i, &report);
            tac_take_beside(&b->place[i], &b->state, &s[i]->state);
            tac_simulation_take_report(s[i], &report);
        } else if (s[i]) {
            status[i] = tac_simulation_step(s[i]);
        }
    }
}

#include "prepared.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "methods.h"

void *aligned_block(size_t size)
{
    size_t whole = (size + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN; // no byte to spare
    void *block = aligned_alloc(TAC_ALIGN, whole > 0 ? whole : TAC_ALIGN);
    cr_assert_not_null(block);
    return block;
}

static void expect_ok(tac_status s, const char *what)
{
    cr_assert_eq(s.code, TAC_OK, "%s: %s (subject %d, index %d, value %g)", what,
                 tac_code_text(s.code), (int)s.subject, s.index, s.value);
}

tac_options options_with(double dt, int iterations)
{
    tac_options o = tac_default_options();
    o.dt = dt;
    o.iterations = iterations;
    return o;
}

// Programs of tests run with another method by TACTUS_TEST_METHOD.
void prepared_open(prepared *r, const tac_desc *d, const tac_options *o)
{
    const char *word = getenv("TACTUS_TEST_METHOD");
    const tac_method *method = word ? tac_method_of_word(word) : &tac_index3;
    cr_assert_not_null(method);
    prepared_open_as(r, method, d, o);
}

void prepared_open_as(prepared *r, const tac_method *method, const tac_desc *d,
                      const tac_options *o)
{
    *r = (prepared){.method = method, .o = *o};
    size_t size = tac_tree_size(d);
    r->block[0] = aligned_block(size);
    expect_ok(tac_tree_init(&r->tree, d, r->block[0], size), "tree");
    tac_desc described = *d;
    described.wants.flags = method->takes->wants | (o->order > 2 ? TAC_PAIRED : 0);
    size = tac_model_size(&described, r->tree);
    r->block[1] = aligned_block(size);
    expect_ok(tac_model_init(&r->m, &described, r->tree, r->block[1], size), "model");
    size = r->method->work_size(r->m, o);
    r->block[2] = aligned_block(size);
    expect_ok(r->method->work_init(r->m, o, &r->w, r->block[2], size), "work");
    size = r->method->state_size(r->m);
    r->block[3] = aligned_block(size);
    expect_ok(r->method->state_init(r->m, &r->s, r->block[3], size), "state");
}

void prepared_close(prepared *r)
{
    for (int i = 0; i < 4; i++) {
        free(r->block[i]);
    }
}

void prepared_start(prepared *r, const tac_desc *d, const tac_options *o)
{
    prepared_open(r, d, o);
    expect_ok(r->method->start(r->w, &r->s, NULL, &r->started), "start");
}

void prepared_start_with(prepared *r, const tac_method *method, const tac_desc *d,
                         const tac_options *o)
{
    prepared_open_as(r, method, d, o);
    expect_ok(r->method->start(r->w, &r->s, NULL, &r->started), "start");
}

void prepared_run(prepared *r, int n)
{
    for (int i = 0; i < n; i++) {
        expect_ok(tac_step(r->method, r->w, &r->s, NULL), "step");
    }
}

void run_items(const tac_phase *phase, int first, int last)
{
    phase->run(phase->work, first, last);
}

tac_state state_copy(const prepared *r)
{
    tac_state s;
    size_t size = r->method->state_size(r->m);
    expect_ok(r->method->state_init(r->m, &s, aligned_block(size), size), "state");
    memcpy(s.data, r->s.data, r->s.size);
    return s;
}

// Steps swap the halves of its memory.
void state_free(tac_state *s)
{
    free((uintptr_t)s->data < (uintptr_t)s->spare ? s->data : s->spare);
}

tac_report prepared_report(const prepared *r)
{
    tac_report report;
    r->method->report(r->w, &report);
    return report;
}

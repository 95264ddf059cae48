#include <criterion/criterion.h>
#include <string.h>

#include "reading.h"

static int source_named(const tac_model_file *f, const char *name)
{
    for (int i = 0; i < f->desc.n_source; i++) {
        if (strcmp(f->source_name[i], name) == 0) {
            return i;
        }
    }
    cr_assert_fail("no source '%s'", name);
    return TAC_NONE;
}

static void expect_source(const tac_model_file *f, const char *name, tac_source_kind kind,
                          double c0, double c1, double c2, double c3, double c4, double c5)
{
    const tac_source_desc *s = &f->desc.source[source_named(f, name)];
    const double c[6] = {c0, c1, c2, c3, c4, c5};
    cr_assert_eq(s->kind, kind, "%s", name);
    for (int i = 0; i < 6; i++) {
        cr_assert_eq(s->c[i], c[i], "%s: c[%d] = %g", name, i, s->c[i]);
    }
}

Test(sources, every_map_fills_the_constants_of_its_kind)
{
    tac_model_file *f = read_good(
        "tables: [{name: t, points: [[0, 0], [1, 1]]}]\n"
        "inputs: [{name: u, value: 20 mm}]\n"
        "sources:\n"
        "  - {name: constant, constant: 3}\n"
        "  - {name: step, step: {at: 5 ms, from: 1, to: 2}}\n"
        "  - {name: ramp, ramp: {start: 1, end: 3, from: -1, to: 4 mm}}\n"
        "  - {name: sine, sine: {amplitude: 2, frequency: 120 rpm, phase: 0.5 rad, offset: 7}}\n"
        "  - {name: chirp, chirp: {amplitude: 2, from: 1, to: 3 kHz, start: 1, duration: 8}}\n"
        "  - {name: table, table: t, scale: 2, offset: 1}\n"
        "  - {name: input, input: u, scale: 3}\n" TWO_BODIES);
    expect_source(f, "constant", TAC_CONSTANT, 3, 0, 0, 0, 0, 0);
    expect_source(f, "step", TAC_STEP, 1, 2, 0.005, 0, 0, 0);
    expect_source(f, "ramp", TAC_RAMP, -1, 0.004, 1, 3, 0, 0);
    expect_source(f, "sine", TAC_SINE, 7, 2, 2, 0.5, 0, 0);
    expect_source(f, "chirp", TAC_CHIRP, 0, 2, 1, 3000, 1, 8);
    expect_source(f, "table", TAC_TABLE, 1, 2, 0, 0, 0, 0);
    expect_source(f, "input", TAC_INPUT, 0, 3, 0, 0, 0, 0);
    cr_assert_eq(f->desc.source[source_named(f, "table")].table, 0);
    cr_assert_eq(f->desc.source[source_named(f, "input")].input, 0);
    cr_assert_eq(f->desc.input[0].value, 0.02);
    cr_assert_str_eq(f->input_name[0], "u");
    tac_model_file_free(f);
}

Test(sources, terms_come_before_their_sum_in_any_order_of_the_file)
{
    tac_model_file *f = read_good("sources:\n"
                                  "  - {name: s, sum: [t, 2, {sum: [u, t]}]}\n"
                                  "  - {name: t, sum: [u, 1]}\n"
                                  "  - {name: u, constant: 4}\n" TWO_BODIES);
    cr_assert_eq(f->desc.n_source_term, 7);
    for (int i = 0; i < f->desc.n_source; i++) {
        const tac_source_desc *s = &f->desc.source[i];
        for (int k = 0; k < s->n_term; k++) {
            cr_assert_lt(f->desc.source_term[s->first_term + k], i);
        }
    }
    const tac_source_desc *s = &f->desc.source[source_named(f, "s")];
    cr_assert_eq(s->n_term, 3);
    cr_assert_eq(s->c[1], 1.0);
    cr_assert_eq(f->desc.source_term[s->first_term], source_named(f, "t"));
    tac_model_file_free(f);
}

Test(sources, a_named_source_is_read_once_however_often_it_is_used)
{
    tac_model_file *f = read_good("sources: [{name: s, constant: 4}]\n" TWO_BODIES "forces:\n"
                                  "  - {name: p, type: load, body: a, force: [s, s, s]}\n"
                                  "  - {name: q, type: load, body: b, force: [s, 0, 5]}\n");
    cr_assert_eq(f->desc.n_source, 2);
    cr_assert_eq(f->desc.load[0].force[0], f->desc.load[1].force[0]);
    cr_assert_eq(f->desc.load[1].force[1], TAC_NONE);
    cr_assert_str_eq(f->source_name[1], "");
    tac_model_file_free(f);
}

Test(sources, in_place_the_key_decides_the_unit)
{
    expect_refusal("bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}]\n"
                   "joints:\n"
                   "  - {name: j, type: revolute, bodies: [ground, a], at: [0, 0, 0],\n"
                   "     drive: {sine: {amplitude: 3 mm, frequency: 1}}}\n",
                   "'amplitude' must be an angle but 'mm' is a length");
}

Test(sources, a_long_chain_in_order_is_no_deep_nesting)
{
    tac_model_file *f = read_good(
        "sources:\n"
        "  - {name: s0, constant: 1}\n"
        "  - {repeat: {k: [1, 1000]}, name: \"s${k}\", sum: [\"s${k - 1}\", 1]}\n" TWO_BODIES);
    cr_assert_eq(f->desc.n_source, 2001);
    tac_model_file_free(f);
}

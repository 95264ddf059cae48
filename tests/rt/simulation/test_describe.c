// Sentences about results: items appear under their names in the model.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "simulation/describe.h"

static const char *const body_name[] = {"crank", "rod"};
static const char *const joint_name[] = {"J1"};
static const char *const spring_name[] = {"coil"};
static const char *const contact_name[] = {"floor"};
static const char *const source_name[] = {""};
static const tac_joint_desc joint[] = {{.kind = TAC_SCREW}};

static tac_model_file file(void)
{
    return (tac_model_file){
        .desc = {.n_body = 2, .n_joint = 1, .n_spring = 1, .n_contact = 1, .joint = joint},
        .body_name = body_name,
        .joint_name = joint_name,
        .spring_name = spring_name,
        .contact_name = contact_name,
        .source_name = source_name,
    };
}

static void expect_status(tac_status status, const char *ending)
{
    tac_model_file f = file();
    char text[256], expected[256];
    tac_describe_status(&f, status, text, sizeof text);
    snprintf(expected, sizeof expected, "%s%s", tac_code_text(status.code), ending);
    cr_expect_str_eq(text, expected);
}

Test(describe, status_names_the_item)
{
    expect_status(tac_fail(TAC_BAD_VALUE, TAC_BODY, 1, -2.5), ": body 'rod' (-2.5)");
    expect_status(tac_fail(TAC_NOT_FINITE, TAC_JOINT, 0, 0.0), ": joint 'J1'");
    expect_status(tac_fail(TAC_NOT_FINITE, TAC_BODY, 1, -(double)NAN), ": body 'rod' (nan)");
}

Test(describe, items_without_name_are_counted_from_one)
{
    expect_status(tac_fail(TAC_BAD_INDEX, TAC_SOURCE, 0, 0.0), ": source number 1");
    expect_status(tac_fail(TAC_BAD_INDEX, TAC_TABLE_SUBJECT, 2, 0.0), ": table number 3");
}

Test(describe, status_without_item_is_the_bare_reason)
{
    expect_status(tac_fail(TAC_BAD_OPTION, TAC_NOTHING, 0, 0.0), "");
}

Test(describe, long_reasons_are_cut)
{
    tac_model_file f = file();
    char text[8];
    tac_describe_status(&f, tac_fail(TAC_BAD_VALUE, TAC_BODY, 1, 1.0), text, sizeof text);
    cr_expect_lt(strlen(text), sizeof text);
}

Test(describe, elements_follow_class_by_class)
{
    tac_model_file f = file();
    cr_expect_str_eq(tac_element_name(&f, 0), "J1");
    cr_expect_str_eq(tac_element_name(&f, 1), "coil");
    cr_expect_str_eq(tac_element_name(&f, 2), "floor");
}

Test(describe, rounding_is_no_correction)
{
    tac_start_report r = {.residual_before = 1e-15, .velocity_before = 1e-14};
    cr_expect(!tac_start_corrected(&r));
    r.velocity_before = 1e-3;
    cr_expect(tac_start_corrected(&r));
}

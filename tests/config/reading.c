#include "reading.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

tac_model_file *read_good(const char *text)
{
    tac_diag diag;
    tac_model_file *f =
        tac_model_file_read_text("test.yaml", text, strlen(text), &tac_default_limits, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    cr_assert_str_empty(diag.text);
    return f;
}

tac_model_file *read_good_file(const char *path)
{
    char full[1024];
    tac_diag diag;
    (void)snprintf(full, sizeof full, "%s/tests/config/%s", TAC_SOURCE_DIR, path);
    tac_model_file *f = tac_model_file_read(full, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    return f;
}

void expect_refusal(const char *text, const char *part)
{
    tac_diag diag;
    tac_model_file *f =
        tac_model_file_read_text("test.yaml", text, strlen(text), &tac_default_limits, &diag);
    cr_assert_null(f);
    cr_assert_not_null(strstr(diag.text, part), "'%s' not in '%s'", part, diag.text);
}

void expect_vec3(vec3 found, double x, double y, double z)
{
    double error = norm3(sub3(found, (vec3){x, y, z}));
    cr_assert(error < ROUNDING * (1.0 + norm3(found)), "[%.17g, %.17g, %.17g], not [%g, %g, %g]",
              found.x, found.y, found.z, x, y, z);
}

void expect_rotation(quat found, double e0, double e1, double e2, double e3)
{
    double along = fabs(dotq(found, unitq((quat){e0, e1, e2, e3})));
    cr_assert(fabs(along - 1.0) < ROUNDING, "[%g, %g, %g, %g], not [%g, %g, %g, %g]", found.e0,
              found.e1, found.e2, found.e3, e0, e1, e2, e3);
}

vec3 origin_of(const tac_model_file *f, const tac_frame *frame)
{
    if (frame->body == TAC_GROUND) {
        return frame->s;
    }
    const tac_body_desc *b = &f->desc.body[frame->body];
    return add3(b->r, mul3(rotation(b->p), frame->s));
}

quat axes_of(const tac_model_file *f, const tac_frame *frame)
{
    return frame->body == TAC_GROUND ? frame->q : mulq(f->desc.body[frame->body].p, frame->q);
}

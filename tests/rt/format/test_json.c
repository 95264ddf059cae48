// JSON text: commas, escapes, and what happens at the end of the buffer.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "format/json.h"

Test(json, nesting_and_commas)
{
    char text[256];
    tac_json j;
    tac_json_begin(&j, text, sizeof text);
    tac_json_open(&j, NULL, '{');
    tac_json_whole(&j, "a", -3);
    tac_json_open(&j, "list", '[');
    tac_json_real(&j, NULL, 0.1);
    tac_json_real(&j, NULL, (double)NAN);
    tac_json_open(&j, NULL, '{');
    tac_json_close(&j, '}');
    tac_json_close(&j, ']');
    tac_json_truth(&j, "yes", 1);
    tac_json_null(&j, "none");
    tac_json_close(&j, '}');
    cr_expect_str_eq(text, "{\"a\":-3,\"list\":[0.1,null,{}],\"yes\":true,\"none\":null}");
    cr_expect_not(j.full);
}

Test(json, text_is_escaped_and_keys_have_no_blanks)
{
    char text[128];
    tac_json j;
    tac_json_begin(&j, text, sizeof text);
    tac_json_open(&j, NULL, '{');
    tac_json_text(&j, "a key", "quote \" back \\ line \n end");
    tac_json_close(&j, '}');
    cr_expect_str_eq(text, "{\"a_key\":\"quote \\\" back \\\\ line \\u000a end\"}");
}

Test(json, any_bytes_are_valid_and_control_nothing)
{
    char text[256];
    tac_json j;
    tac_json_begin(&j, text, sizeof text);
    tac_json_text(&j, NULL,
                  "\xc2\x9b"
                  "31m \x9b \xff\xe2\x82 \xe2\x80\xae \xe2\x82\xac \xf0\x9f\x99\x82 \x7f");
    cr_expect_str_eq(text, "\"\\u009b31m \\ufffd \\ufffd\\ufffd\\ufffd \\u202e \xe2\x82\xac "
                           "\xf0\x9f\x99\x82 \\u007f\"");
}

Test(json, a_full_buffer_stays_ended)
{
    char text[16];
    tac_json j;
    memset(text, 'x', sizeof text);
    tac_json_begin(&j, text, sizeof text);
    for (int i = 0; i < 100; i++) {
        tac_json_whole(&j, NULL, 12345);
    }
    cr_expect(j.full);
    cr_expect_lt(strlen(text), sizeof text);
}

// JSON that is read: values, escapes, what is skipped, and that a mistake stays.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/base64.h"
#include "format/json_read.h"

static tac_json_cursor over(const char *text)
{
    return (tac_json_cursor){.at = text, .end = text + strlen(text)};
}

Test(json_read, values_in_their_order)
{
    tac_json_cursor c = over(" { \"a\" : [1, -2.5e3 ,null] , \"b\":\"x\", \"c\":{} } ");
    char key[4], text[8];
    double sum = 0.0;
    int n = 0;
    for (bool more = tac_json_enter(&c, '{'); more; more = tac_json_more(&c, '}')) {
        tac_json_key(&c, key, sizeof key);
        if (strcmp(key, "a") == 0) {
            for (bool item = tac_json_enter(&c, '['); item; item = tac_json_more(&c, ']')) {
                double x = tac_json_number(&c);
                n += isnan(x) ? 10 : 1;
                sum += isnan(x) ? 0.0 : x;
            }
        } else if (strcmp(key, "b") == 0) {
            tac_json_string(&c, text, sizeof text);
        } else {
            cr_expect_not(tac_json_enter(&c, '{'));
        }
    }
    cr_expect(tac_json_is_done(&c));
    cr_expect_eq(n, 12);
    cr_expect_float_eq(sum, -2499.0, 0.0);
    cr_expect_str_eq(text, "x");
}

static void expect_text(const char *json, const char *wanted)
{
    tac_json_cursor c = over(json);
    char text[16];
    tac_json_string(&c, text, sizeof text);
    cr_expect_str_eq(text, wanted);
    cr_expect(tac_json_is_done(&c), "%s", json);
}

Test(json_read, texts)
{
    expect_text("\"\"", "");
    expect_text("\"a\\\"b\\\\c\\/d\\n\"", "a\"b\\c/d\n");
    expect_text("\"\\u0041\\u00e4\\u20ac\\ud83d\"", "Aä€?");
    expect_text("\"ä€\"", "ä€");
    expect_text("\"0123456789abcdefgh\"", "0123456789abcde");   // cut off
    expect_text("\"0123456789abcd\\u20ac\"", "0123456789abcd"); // not within a character
}

Test(json_read, skips_any_value_and_refuses_what_is_none)
{
    static const char *const good[] = {
        "1", "null", "\"]\\\"\"", "[]", "[[[{\"a\":\"}\"}]],2]", "{\"a\":{}}"};
    static const char *const bad[] = {"",   "[",      "{\"a\":", "]",    ",",
                                      "\"", "\"\\\"", "1 2",     "[1]]", "{}{"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        tac_json_cursor c = over(good[i]);
        tac_json_skip(&c);
        cr_expect(tac_json_is_done(&c), "%s", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        tac_json_cursor c = over(bad[i]);
        tac_json_skip(&c);
        cr_expect_not(tac_json_is_done(&c), "%s", bad[i]);
    }
}

Test(json_read, a_mistake_stays)
{
    tac_json_cursor c = over("[1,x,2]");
    int n = 0;
    for (bool more = tac_json_enter(&c, '['); more; more = tac_json_more(&c, ']')) {
        (void)tac_json_number(&c);
        n++;
    }
    cr_expect_eq(n, 2);
    cr_expect(c.bad);
    cr_expect(isnan(tac_json_number(&c)));
    cr_expect_not(tac_json_is_done(&c));
}

Test(json_read, base64_reads_back)
{
    const unsigned char bytes[] = {0, 255, 1, 128, 77, 3, 9};
    for (size_t n = 0; n <= sizeof bytes; n++) {
        size_t size = 99;
        char *text = tac_base64(bytes, n);
        unsigned char *again = tac_base64_read(text, strlen(text), &size);
        cr_assert_not_null(again);
        cr_expect_eq(size, n);
        cr_expect_arr_eq(again, bytes, n);
        free(text);
        free(again);
    }
    size_t size;
    cr_expect_null(tac_base64_read("AA-A", 4, &size));
    cr_expect_null(tac_base64_read("A\0AA", 4, &size));
}

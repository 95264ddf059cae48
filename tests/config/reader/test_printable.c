// Text from elsewhere, as it is shown.
#include <criterion/criterion.h>
#include <string.h>

#include "printable.h"

Test(printable, control_letters_and_broken_utf8_become_question_marks)
{
    static const struct {
        const char *text, *shown;
    } cases[] = {{"plain", "plain"},
                 {"", ""},
                 {"\x1b[31mred\a\r\n\t", "?[31mred????"},
                 {"\x7f\x01", "??"},
                 {"\xc2\x9b"
                  "31m",
                  "??31m"}, // C1: a terminal may take it for ESC [
                 {"\x9b"
                  "31m\xff",
                  "?31m?"},
                 {"\xed\xa0\x80|\xc0\xaf|\xf4\x90\x80\x80", "???|??|????"},
                 {"\xe2\x80\xa8\xe2\x80\xa9", "??????"},
                 {"txt.\xe2\x80\xaelmay \xd8\x9c\xe2\x81\xa6", "txt.???lmay ?????"}, // other order
                 {"c\xe2\x80\x8b"
                  "a\xc2\xadr\xef\xbb\xbf\xe2\x81\xa3",
                  "c???a??r??????"}, // not to be seen
                 {"Grad \xc2\xb0, \xe2\x82\xac, \xf0\x9f\x9a\x97",
                  "Grad \xc2\xb0, \xe2\x82\xac, \xf0\x9f\x9a\x97"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char out[64];
        cr_expect_str_eq(tac_printable(out, sizeof out, cases[i].text), cases[i].shown);
        cr_expect_str_eq(TAC_SHOWN(cases[i].text), cases[i].shown);
    }
}

Test(printable, what_does_not_fit_ends_with_a_whole_character)
{
    char out[5];
    cr_expect_str_eq(tac_printable(out, sizeof out, "abcdef"), "abcd");
    cr_expect_str_eq(tac_printable(out, sizeof out, "abcd"), "abcd");
    cr_expect_str_eq(tac_printable(out, sizeof out, "ab\xe2\x82\xac"), "ab");
    cr_expect_str_eq(tac_printable(out, sizeof out, "a\xe2\x82\xac!"), "a\xe2\x82\xac");
    cr_expect_str_eq(tac_printable(out, 1, "abc"), "");
}

Test(printable, no_text_is_an_empty_one)
{
    char out[8];
    cr_expect_str_eq(tac_printable(out, sizeof out, NULL), "");
}

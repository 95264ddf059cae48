#include "diag.h"

#include <criterion/criterion.h>
#include <string.h>

__attribute__((format(printf, 5, 6))) static void set(tac_diag *d, const char *file, int line,
                                                      int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(d, file, line, column, format, arguments);
    va_end(arguments);
}

Test(diag, the_first_error_stays)
{
    tac_diag d = {0};
    set(&d, "a.yaml", 3, 4, "first %d", 1);
    set(&d, "b.yaml", 5, 6, "second");
    cr_assert_str_eq(d.text, "a.yaml:3:4: first 1");
}

Test(diag, whatever_is_quoted_the_line_is_one_printable_line)
{
    tac_diag d = {0};
    set(&d, "a\n.yaml", 1, 1, "'%s'", "x\ny\x01\x7f\xff\xc3\xa9\xe2\x80\xa8\xc2\x85");
    cr_assert_str_eq(d.text, "a?.yaml:1:1: 'x?y?"
                             "?"
                             "?\xc3\xa9?"
                             "?"
                             "?"
                             "?"
                             "?'");
}

Test(diag, long_texts_are_cut_and_long_paths_keep_their_end)
{
    char path[3000], text[5000];
    memset(path, 'p', sizeof path);
    memcpy(path + sizeof path - 9, "/end.yml", 9);
    memset(text, 't', sizeof text);
    text[sizeof text - 1] = '\0';
    tac_diag d = {0};
    set(&d, path, 1, 2, "%s", text);
    cr_assert_eq(strlen(d.text), sizeof d.text - 1);
    cr_assert_not_null(strstr(d.text, "/end.yml:1:2: ttt"));
}

Test(diag, distance_counts_single_changes)
{
    cr_assert_eq(tac_name_distance("mass", "mass"), 0);
    cr_assert_eq(tac_name_distance("mas", "mass"), 1);
    cr_assert_eq(tac_name_distance("masss", "mass"), 1);
    cr_assert_eq(tac_name_distance("mess", "mass"), 1);
    cr_assert_eq(tac_name_distance("amss", "mass"), 1);
    cr_assert_eq(tac_name_distance("", "mass"), 4);
    cr_assert_eq(tac_name_distance("kitten", "sitting"), 3);
}

Test(diag, short_names_are_not_near_everything)
{
    cr_assert(tac_name_is_near("revolut", tac_name_distance("revolut", "revolute")));
    cr_assert(!tac_name_is_near("w", tac_name_distance("w", "x")));
    cr_assert(!tac_name_is_near("ball", tac_name_distance("ball", "planar")));
}

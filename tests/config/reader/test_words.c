#include "words.h"

#include <criterion/criterion.h>

static const char *const words[] = {"mast", "mass", "most", "length"};

Test(words, the_nearest_word_is_found_by_its_place)
{
    cr_assert_eq(tac_nearest_index("lenght", words, 4), 3);
    cr_assert_str_eq(tac_nearest_word("lenght", words, 4), "length");
}

Test(words, words_that_are_not_near_are_not_found)
{
    cr_assert_eq(tac_nearest_index("stiffness", words, 4), -1);
    cr_assert_null(tac_nearest_word("stiffness", words, 4));
    cr_assert_null(tac_nearest_word("mass", words, 0));
}

Test(words, of_equally_near_words_the_lowest_rank_stays_then_the_first)
{
    tac_nearest best = {.text = "mas"};
    tac_nearest_offer(&best, "mast", 2);
    tac_nearest_offer(&best, "mass", 2);
    cr_assert_str_eq(best.word, "mast");
    tac_nearest_offer(&best, "masc", 1);
    cr_assert_str_eq(best.word, "masc");
    tac_nearest_offer(&best, "mas", 9);
    cr_assert_str_eq(best.word, "mas");
}

Test(words, lists_of_words_are_cut_where_the_text_is_full)
{
    char text[40], few[12];
    cr_assert_str_eq(tac_word_list(text, sizeof text, words, 3), "mast, mass or most");
    cr_assert_str_eq(tac_word_list(few, sizeof few, words, 4), "mast, mass,");
    cr_assert_str_empty(tac_word_list(text, sizeof text, words, 0));
}

// Command-line arguments: order, values, and messages that name the remedy.
#include <criterion/criterion.h>

#include "command/args.h"

enum { DT, EVERY, MODE, QUIET };

static const tac_option options[] = {
    [DT] = {"dt", "TIME", ""},
    [EVERY] = {"every", "N", ""},
    [MODE] = {"mode", "WORD", ""},
    [QUIET] = {"quiet", NULL, ""},
};

static tac_args parse(int argc, char **argv)
{
    return (tac_args){
        .command = "tactus sim", .option = options, .n_option = 4, .argc = argc, .argv = argv};
}

#define ARGS(...)                 \
    char *argv[] = {__VA_ARGS__}; \
    tac_args a = parse((int)(sizeof argv / sizeof *argv), argv)

Test(args, options_stand_before_and_after_plain_arguments)
{
    ARGS("--dt", "0.5", "model.yaml", "--quiet", "--every=3");
    cr_expect_eq(tac_args_next(&a), DT);
    cr_expect_str_eq(a.value, "0.5");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_PLAIN);
    cr_expect_str_eq(a.value, "model.yaml");
    cr_expect_eq(tac_args_next(&a), QUIET);
    cr_expect_eq(tac_args_next(&a), EVERY);
    cr_expect_str_eq(a.value, "3");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_END);
    cr_expect_eq(tac_args_next(&a), TAC_ARG_END);
}

Test(args, two_dashes_end_the_options)
{
    ARGS("--quiet", "--", "--dt");
    cr_expect_eq(tac_args_next(&a), QUIET);
    cr_expect_eq(tac_args_next(&a), TAC_ARG_PLAIN);
    cr_expect_str_eq(a.value, "--dt");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_END);
}

Test(args, a_single_dash_is_a_plain_argument)
{
    ARGS("-");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_PLAIN);
    cr_expect_str_eq(a.value, "-");
}

Test(args, negative_numbers_are_plain_arguments)
{
    static const char *const value[] = {"-1.5", "-.5,2", "-0"};
    ARGS("-1.5", "-.5,2", "-0", "-.x");
    for (int i = 0; i < 3; i++) {
        cr_expect_eq(tac_args_next(&a), TAC_ARG_PLAIN);
        cr_expect_str_eq(a.value, value[i]);
    }
    cr_expect_eq(tac_args_next(&a), TAC_ARG_BAD);
}

Test(args, misspelled_options_get_the_nearest_one)
{
    ARGS("--evry", "3");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_BAD);
    cr_expect_str_eq(a.error, "tactus sim: unknown option '--evry'; did you mean '--every'?");
}

Test(args, foreign_options_point_to_the_help)
{
    ARGS("--xylophone");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_BAD);
    cr_expect_str_eq(a.error,
                     "tactus sim: unknown option '--xylophone'; 'tactus sim --help' lists them");
}

Test(args, short_options_are_unknown)
{
    ARGS("-q");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_BAD);
}

Test(args, a_missing_value_is_named)
{
    ARGS("--dt");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_BAD);
    cr_expect_str_eq(a.error, "tactus sim: --dt needs a value: --dt TIME");
}

Test(args, an_option_is_no_value)
{
    ARGS("--dt", "--quiet");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_BAD);
}

Test(args, a_flag_takes_no_value)
{
    ARGS("--quiet=yes");
    cr_expect_eq(tac_args_next(&a), TAC_ARG_BAD);
    cr_expect_str_eq(a.error, "tactus sim: --quiet takes no value");
}

static int real(const char *text, double *x)
{
    tac_args a = {.command = "tactus sim", .name = "dt", .value = text};
    return tac_args_real(&a, TAC_Q_TIME, 0.0, 100.0, x);
}

Test(args, numbers_carry_units)
{
    double x = 0.0;
    cr_expect(real("0.25", &x));
    cr_expect_eq(x, 0.25);
    cr_expect(real("5 ms", &x));
    cr_expect_eq(x, 0.005);
    cr_expect(real("1min", &x));
    cr_expect_eq(x, 60.0);
    cr_expect(real("1e-3 s", &x));
    cr_expect_eq(x, 0.001);
}

Test(args, bad_numbers_are_refused)
{
    double x = 7.0;
    const char *const bad[] = {"", "abc", "5 mm", "5 5", "nan", "-1", "101", "2 min", "ms", "--"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!real(bad[i], &x), "'%s' was taken", bad[i]);
    }
    cr_expect_eq(x, 7.0);
}

Test(args, whole_numbers_have_no_fraction)
{
    long long n = 0;
    tac_args a = {.command = "tactus sim", .name = "every", .value = "12"};
    cr_expect(tac_args_whole(&a, 1, 50, &n));
    cr_expect_eq(n, 12);
    const char *const bad[] = {"0", "51", "1.5", "x", "1e99"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        a.value = bad[i];
        cr_expect(!tac_args_whole(&a, 1, 50, &n), "'%s' was taken", bad[i]);
    }
    cr_expect_str_eq(a.error, "tactus sim: --every needs a whole number from 1 to 50, not '1e99'");
}

Test(args, words_come_from_a_list)
{
    const char *const words[] = {"one", "two"};
    int index = -1;
    tac_args a = {.command = "tactus sim", .name = "mode", .value = "two"};
    cr_expect(tac_args_word(&a, words, 2, &index));
    cr_expect_eq(index, 1);
    a.value = "three";
    cr_expect(!tac_args_word(&a, words, 2, &index));
    cr_expect_str_eq(a.error, "tactus sim: --mode must be 'one' or 'two', not 'three'");
}

// Command-line arguments: order, values, and messages that name the remedy.
#include <criterion/criterion.h>

#include "args/args.h"

typedef struct settings {
    const char *plain[3];
    double dt;
    int every, mode, lanes;
    int64_t from, window[2];
    const char *csv, *out;
    tac_texts input;
    bool quiet;
    int looked; // times at --mode
} settings;

static bool look(tac_args *a, void *context)
{
    settings *set = context;
    set->looked++;
    return set->mode != 2 || tac_args_fail(a, "not '%s' today", a->value);
}

static bool take_own(tac_args *a, void *context)
{
    return tac_args_whole(a, -5, 5, &((settings *)context)->from);
}

static const char *const modes[] = {"one", "two", "three"};
static const char *const widths[] = {"1", "4", "8"};

static const tac_option options[] = {
    {"dt", "TIME", "", TAC_ARG_REAL(settings, dt, TAC_Q_TIME, 0.0, 100.0)},
    {"every", "N", "", TAC_ARG_WHOLE(settings, every, 1, 50)},
    {"far", "N", "", TAC_ARG_WHOLE(settings, from, 0, 1LL << 40)},
    {"mode", "WORD", "", TAC_ARG_WORD(settings, mode, modes), .take = look},
    {"lanes", "N", "", TAC_ARG_NUMBER(settings, lanes, widths)},
    {"window", "A:B", "", TAC_ARG_WINDOW(settings, window)},
    {"csv", "FILE", "", TAC_ARG_TEXT(settings, csv)},
    {"input", "NAME=X", "", TAC_ARG_TEXTS(settings, input)},
    {"own", "N", "", TAC_ARG_OWN(take_own)},
    {"quiet", NULL, "", TAC_ARG_FLAG(settings, quiet)},
    {"out", "FILE", "", TAC_ARG_TEXT(settings, out)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .most = 3,
    .plain = TAC_ARG_AT(settings, plain[0], const char *),
    .surplus = "'%1$s' is too much, after '%2$s'",
};

static settings set;
static tac_args args;

static bool read_with(const tac_syntax *s, int argc, char **argv)
{
    set = (settings){.mode = -1};
    args = (tac_args){.command = "tactus sim", .argc = argc, .argv = argv};
    return tac_args_read(&args, s, &set);
}

#define READ(...) \
    read_with(&syntax, sizeof((char *[]){__VA_ARGS__}) / sizeof(char *), (char *[]){__VA_ARGS__})

// Reading has failed, and this is what it says.
static void expect_error(bool good, const char *line)
{
    cr_expect(!good);
    cr_expect_str_eq(args.error, line);
}

Test(args, options_stand_before_and_after_plain_arguments)
{
    cr_assert(READ("--dt", "0.5", "model.yaml", "--quiet", "--every=3"), "%s", args.error);
    cr_expect_eq(set.dt, 0.5);
    cr_expect_eq(args.n_plain, 1);
    cr_expect_str_eq(set.plain[0], "model.yaml");
    cr_expect(set.quiet);
    cr_expect_eq(set.every, 3);
    cr_expect_eq(args.given, 1u << 0 | 1u << 1 | 1u << 9);
}

Test(args, none_are_fine_where_none_are_needed)
{
    cr_expect(read_with(&syntax, 0, NULL));
    cr_expect_eq(args.given, 0);
}

Test(args, out_has_a_letter_where_there_is_such_an_option)
{
    cr_assert(READ("-o", "a.so", "-1"), "%s", args.error);
    cr_expect_str_eq(set.out, "a.so");
    cr_expect_str_eq(set.plain[0], "-1");
    expect_error(READ("-o"), "tactus sim: --out needs a value: --out FILE");
    expect_error(READ("-q"), "tactus sim: unknown option '-q'; 'tactus sim --help' lists them");
    cr_expect(!read_with(&(tac_syntax){.most = 0}, 2, (char *[]){"-o", "a.so"}));
}

Test(args, two_dashes_end_the_options)
{
    cr_assert(READ("--quiet", "--", "--dt"));
    cr_expect(set.quiet);
    cr_expect_str_eq(set.plain[0], "--dt");
}

Test(args, a_single_dash_is_a_plain_argument)
{
    cr_assert(READ("-"));
    cr_expect_str_eq(set.plain[0], "-");
}

Test(args, negative_numbers_are_plain_arguments)
{
    static const char *const value[] = {"-1.5", "-.5,2", "-0"};
    cr_assert(READ("-1.5", "-.5,2", "-0"));
    for (int i = 0; i < 3; i++) {
        cr_expect_str_eq(set.plain[i], value[i]);
    }
    cr_expect(!READ("-.x"));
}

Test(args, plain_arguments_are_counted)
{
    static const tac_syntax two = {.least = 2,
                                   .most = 3,
                                   .plain = TAC_ARG_AT(settings, plain[0], const char *),
                                   .missing = "one more; try '%s --help'"};
    char *argv[] = {"a"};
    expect_error(READ("a", "b", "c", "d"), "tactus sim: 'd' is too much, after 'a'");
    expect_error(read_with(&two, 1, argv), "tactus sim: one more; try 'tactus sim --help'");
}

Test(args, misspelled_options_get_the_nearest_one)
{
    expect_error(READ("--evry", "3"),
                 "tactus sim: unknown option '--evry'; did you mean '--every'?");
}

Test(args, foreign_options_point_to_the_help)
{
    expect_error(READ("--xylophone"),
                 "tactus sim: unknown option '--xylophone'; 'tactus sim --help' lists them");
}

Test(args, short_options_are_unknown)
{
    cr_expect(!READ("-q"));
}

Test(args, a_missing_value_is_named)
{
    expect_error(READ("--dt"), "tactus sim: --dt needs a value: --dt TIME");
}

Test(args, an_option_is_no_value)
{
    cr_expect(!READ("--dt", "--quiet"));
}

Test(args, a_flag_takes_no_value)
{
    expect_error(READ("--quiet=yes"), "tactus sim: --quiet takes no value");
}

Test(args, the_last_value_counts_and_lists_keep_all)
{
    cr_assert(READ("--csv", "a", "--csv=b", "--csv", "-", "--input", "x=1", "--input=y=2"));
    cr_expect_str_eq(set.csv, "-");
    cr_assert_eq(set.input.n, 2);
    cr_expect_str_eq(set.input.text[0], "x=1");
    cr_expect_str_eq(set.input.text[1], "y=2");
}

Test(args, numbers_carry_units)
{
    static char *const text[] = {"0.25", "5 ms", "1min", "1e-3 s"};
    static const double value[] = {0.25, 0.005, 60.0, 0.001};
    for (int i = 0; i < 4; i++) {
        cr_expect(READ("--dt", text[i]));
        cr_expect_eq(set.dt, value[i]);
    }
}

Test(args, bad_numbers_are_refused)
{
    static char *const bad[] = {"", "abc", "5 mm", "5 5", "nan", "-1", "101", "2 min", "ms", "--"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!READ("--dt", bad[i]), "'%s' was taken", bad[i]);
        cr_expect_eq(set.dt, 0.0);
    }
}

Test(args, whole_numbers_have_no_fraction)
{
    static char *const bad[] = {"0", "51", "1.5", "x", "1e99"};
    cr_expect(READ("--every", "12", "--far=1e12"));
    cr_expect_eq(set.every, 12);
    cr_expect_eq(set.from, 1000000000000);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!READ("--every", bad[i]), "'%s' was taken", bad[i]);
        cr_expect_eq(set.every, 0);
    }
    cr_expect_str_eq(args.error,
                     "tactus sim: --every needs a whole number from 1 to 50, not '1e99'");
}

Test(args, words_come_from_a_list)
{
    cr_expect(READ("--mode", "two", "--lanes", "8"));
    cr_expect_eq(set.mode, 1);
    cr_expect_eq(set.lanes, 8);
    expect_error(READ("--mode", "four"),
                 "tactus sim: --mode must be 'one' or 'two' or 'three', not 'four'");
    expect_error(READ("--lanes=2"), "tactus sim: --lanes must be '1' or '4' or '8', not '2'");
}

Test(args, windows_are_two_steps)
{
    static char *const bad[] = {"3", "7:3", "-1:3", "1:2x", ":", "1:"};
    cr_expect(READ("--window", "3:7"));
    cr_expect_eq(set.window[0], 3);
    cr_expect_eq(set.window[1], 7);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!READ("--window", bad[i]), "'%s' was taken", bad[i]);
    }
    cr_expect_str_eq(args.error, "tactus sim: --window needs two steps A:B, not '1:'");
}

Test(args, functions_look_at_values_and_take_their_own)
{
    cr_expect(READ("--mode", "one", "--own", "-3"));
    cr_expect_eq(set.looked, 1);
    cr_expect_eq(set.from, -3);
    expect_error(READ("--mode", "three"), "tactus sim: not 'three' today");
    expect_error(READ("--own=6"), "tactus sim: --own needs a whole number from -5 to 5, not '6'");
}

Test(args, help_is_asked_for_among_options_only)
{
    cr_expect(tac_args_want_help(2, (char *[]){"a", "--help"}));
    cr_expect(tac_args_want_help(1, (char *[]){"-h"}));
    cr_expect(!tac_args_want_help(2, (char *[]){"--", "--help"}));
}

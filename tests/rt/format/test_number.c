// program: needs=tests-locale
// test: rt.number unit env=LOCPATH=@build/tests/locale,LSAN_OPTIONS=suppressions=tests/rt/format/locale.supp:print_suppressions=0
// Numbers as text: nothing is lost, nothing is longer than it must be.
#include <criterion/criterion.h>
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"

static void expect(double x, const char *text)
{
    char out[TAC_NUMBER_SIZE];
    int length = tac_number_print(x, out);
    cr_expect_str_eq(out, text);
    cr_expect_eq(length, (int)strlen(text));
}

Test(number, common_values_are_short)
{
    expect(0.1, "0.1");
    expect(-0.25, "-0.25");
    expect(0.001, "0.001");
    expect(1e-9, "1e-09");
    expect(1e300, "1e+300");
    expect(1.0 / 3.0, "0.3333333333333333");
    expect(0.1 + 0.2, "0.30000000000000004");
    expect(9.81, "9.81");
}

Test(number, whole_values_have_no_point)
{
    expect(0.0, "0");
    expect(-0.0, "-0");
    expect(7.0, "7");
    expect(-1200.0, "-1200");
    expect(999999999999999.0, "999999999999999");
    expect(1e15, "1e+15");
}

Test(number, special_values_are_spelled_out)
{
    expect((double)NAN, "nan");
    expect(-(double)NAN, "nan");
    expect((double)INFINITY, "inf");
    expect(-(double)INFINITY, "-inf");
}

// Marsaglia's xorshift, so that every run sees the same bit patterns.
static uint64_t next_pattern(uint64_t *x)
{
    *x ^= *x << 13;
    *x ^= *x >> 7;
    *x ^= *x << 17;
    return *x;
}

Test(number, any_bit_pattern_survives)
{
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 200000; i++) {
        uint64_t pattern = next_pattern(&seed);
        double x;
        memcpy(&x, &pattern, sizeof x);
        char out[TAC_NUMBER_SIZE];
        int length = tac_number_print(x, out);
        cr_assert(length < TAC_NUMBER_SIZE);
        double back = strtod(out, NULL);
        int same = isnan(x) ? isnan(back) : memcmp(&x, &back, sizeof x) == 0;
        cr_assert(same, "%s is not %a", out, x);
    }
}

Test(number, limits_survive)
{
    const double limit[] = {DBL_MAX, DBL_MIN, DBL_TRUE_MIN, -DBL_MAX, DBL_EPSILON};
    for (size_t i = 0; i < sizeof limit / sizeof *limit; i++) {
        char out[TAC_NUMBER_SIZE];
        tac_number_print(limit[i], out);
        cr_expect_eq(strtod(out, NULL), limit[i], "%s", out);
    }
}

Test(number, no_shorter_text_is_the_same_number)
{
    // a number of 15 or fewer digits keeps them
    uint64_t seed = 2463534242u;
    for (int i = 0; i < 20000; i++) {
        char given[32], out[TAC_NUMBER_SIZE];
        snprintf(given, sizeof given, "0.%05d", (int)(next_pattern(&seed) % 99999) + 1);
        double x = strtod(given, NULL);
        tac_number_print(x, out);
        cr_assert_leq(strlen(out), strlen(given), "%s became %s", given, out);
    }
}

Test(number, locale_does_not_change_the_point)
{
    cr_assert(setlocale(LC_ALL, "de_DE.UTF-8"), "no locale was made: apt-get install locales");
    cr_assert_str_eq(localeconv()->decimal_point, ",");
    expect(0.5, "0.5");
    expect(0.1 + 0.2, "0.30000000000000004");
}

static void expect_below(double x, int digits, const char *text)
{
    char out[64];
    double below = tac_number_below(x, digits);
    snprintf(out, sizeof out, "%.*g", digits, below);
    cr_expect_str_eq(out, text, "%.17g became %s", x, out);
    cr_expect_leq(below, x * (1.0 + 1e-14));
}

Test(number, below_is_cut_and_what_is_short_stays)
{
    expect_below(3.059, 2, "3");
    expect_below(0.00019099, 3, "0.00019");
    expect_below(0.000795775, 3, "0.000795");
    expect_below(99.999, 3, "99.9");
    expect_below(123456.0, 3, "1.23e+05");
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 20000; i++) {
        uint64_t pattern = next_pattern(&seed);
        char given[32];
        snprintf(given, sizeof given, "%d.%02de%d", (int)(pattern % 9) + 1,
                 (int)(pattern / 9 % 100), (int)(pattern / 900 % 13) - 9);
        double x = strtod(given, NULL);
        snprintf(given, sizeof given, "%.3g", x);
        expect_below(x, 3, given);
    }
}

Test(number, parser_takes_whole_finite_numbers_only)
{
    double x = 5.0;
    cr_expect(tac_number_parse("-1.5e3", &x));
    cr_expect_eq(x, -1500.0);
    const char *const bad[] = {"", " ", "1x", "x", "1 2", "nan", "inf", "-inf", "1e999", "1,5"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect(!tac_number_parse(bad[i], &x), "'%s' was taken", bad[i]);
    }
    cr_expect_eq(x, -1500.0);
}

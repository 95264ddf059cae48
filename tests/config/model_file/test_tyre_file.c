// Property files of tyres as they are read, and the Magic Formula of their coefficients, against forces, moments,
// lengths of relaxation and radii that were computed with thirty digits (tests/reference/v1_magic_formula).
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "element/law/magic_formula.h"
#include "element/law/tyre_vertical.h"
#include "reading.h"

enum { MOST_COLUMNS = 13 };

static const double bound = 1e-9; // of 1 + |value|

static const char *const text_of_model =
    "bodies: [{name: w, mass: 1, inertia: [1, 1, 1], position: [0, 0, 0.3]}]\n"
    "forces: [{name: t, type: tyre, bodies: [ground, w], at: [0, 0, 0.3], axis: [0, 1, 0], "
    "file: %s/tests/reference/%s}]\n";

static tac_model_file *read_tyre(const char *file)
{
    char text[1024];
    (void)snprintf(text, sizeof text, text_of_model, TAC_SOURCE_DIR, file);
    return read_good(text);
}

static const double *coefficients(const tac_model_file *f)
{
    const tac_table_desc *t = &f->desc.table[f->desc.law[0].table[0]];
    cr_assert_eq(t->n, TAC_TYRE_N);
    return t->y;
}

static FILE *open_reference(const char *file)
{
    char path[512], header[512];
    (void)snprintf(path, sizeof path, "%s/tests/reference/v1_magic_formula/%s", TAC_SOURCE_DIR,
                   file);
    FILE *in = fopen(path, "r");
    cr_assert_not_null(in, "%s", path);
    cr_assert_not_null(fgets(header, sizeof header, in));
    return in;
}

// Numbers of a row; false behind the last. A first column of words is skipped.
static bool next_row(FILE *in, bool has_word, int n, double *x)
{
    char line[1024], *at = line;
    if (!fgets(line, sizeof line, in)) {
        return false;
    }
    at = has_word ? strchr(line, ',') + 1 : line;
    for (int i = 0; i < n; i++, at++) {
        x[i] = strtod(at, &at);
    }
    return true;
}

static void check(double got, double expected, const char *what, int row)
{
    cr_expect(fabs(got - expected) <= bound * (1.0 + fabs(expected)),
              "%s of row %d: %.17g, not %.17g", what, row, got, expected);
}

static void check_formula(const char *tyre, const char *reference, int rows)
{
    static const char *const names[] = {"Fx", "Fy", "Mx", "My", "Mz", "sigma_x", "sigma_y"};
    enum { KAPPA, ALPHA, GAMMA, LOAD, PRESSURE, SPEED, OUT };
    tac_model_file *f = read_tyre(tyre);
    const double *c = coefficients(f);
    FILE *in = open_reference(reference);
    double x[MOST_COLUMNS];
    int n = 0;
    for (; next_row(in, true, MOST_COLUMNS, x); n++) {
        tac_tyre_slip s = {.kappa = x[KAPPA],
                           .tan_alpha = tan(x[ALPHA]),
                           .gamma = x[GAMMA],
                           .sine = sin(x[GAMMA]),
                           .load = x[LOAD],
                           .pressure = c[NOMPRES] > 0.0 ? x[PRESSURE] / c[NOMPRES] : 1.0,
                           .speed = x[SPEED],
                           .direction = 1.0,
                           .grip_x = 1.0,
                           .grip_y = 1.0,
                           .old = c[OLD] > 0.5,
                           .recent = c[OLD] < 0.5};
        tac_tyre_loaded loaded;
        tac_tyre_forces got;
        tac_tyre_load(c, &s, &loaded);
        tac_magic_formula(c, &s, &loaded, &got);
        const double all[] = {got.Fx, got.Fy,          got.Mx,         got.My,
                              got.Mz, loaded.length_x, loaded.length_y};
        for (int k = 0; k < 7; k++) {
            check(all[k], x[OUT + k], names[k], n);
        }
    }
    cr_assert_eq(n, rows);
    (void)fclose(in);
    tac_model_file_free(f);
}

Test(tyre_file, magic_formula_6_1_is_the_reference)
{
    check_formula("v1_magic_formula/tyre_a.tir", "reference_mf61.csv", 941);
}

Test(tyre_file, magic_formula_5_2_is_the_reference)
{
    check_formula("v1_magic_formula/tyre_c_mf52.tir", "reference_mf52.csv", 793);
}

Test(tyre_file, radii_are_the_reference)
{
    enum { LOAD, PRESSURE, SPIN, FX, FY, FREE, ROLLING, DEFLECTION, N };
    tac_model_file *f = read_tyre("v1_magic_formula/tyre_a.tir");
    const double *c = coefficients(f);
    FILE *in = open_reference("radius.csv");
    double x[N];
    int n = 0;
    for (; next_row(in, false, N, x); n++) {
        double p = x[PRESSURE] / c[NOMPRES];
        tac_tyre_spring s = tac_tyre_carries(c, x[DEFLECTION], p, x[SPIN], x[FX], x[FY]);
        cr_expect_lt(fabs(tac_tyre_free_radius(c, x[SPIN]) - x[FREE]), 1e-10, "row %d", n);
        cr_expect_lt(fabs(tac_tyre_rolling_radius(c, x[LOAD], p, x[SPIN]) - x[ROLLING]), 1e-10,
                     "row %d", n);
        double off = (s.factor * s.elastic - x[LOAD]) / (s.factor * s.by_deflection);
        cr_expect_lt(fabs(off), 1e-10, "row %d: %g m", n, off);
    }
    cr_assert_eq(n, 120);
    (void)fclose(in);
    tac_model_file_free(f);
}

// Two readers: of one text with units of its own, in other letters, without what may be missing.
static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    cr_assert_not_null(out);
    (void)fputs(text, out);
    (void)fclose(out);
}

static const char *const small =
    "[MODEL]\nFITTYP = 61 $ which\nTYRESIDE = 'RIGHT'\nLONGVL = %s\n[DIMENSION]\nUNLOADED_RADIUS = "
    "%s\n"
    "[VERTICAL]\nFNOMIN = %s\nVERTICAL_STIFFNESS = %s\nVERTICAL_DAMPING = %s\n[STRUCTURAL]\n"
    "LONGITUDINAL_STIFFNESS = %s\nLATERAL_STIFFNESS = %s\n[OPERATING_CONDITIONS]\nNOMPRES = %s\n"
    "[SLIP_ANGLE_RANGE]\nALPMAX = %s\n"
    "[LONGITUDINAL_COEFFICIENTS]\nPCX1 = 1.6\nPDX1 = 1.1\nPKX1 = 20\n[LATERAL_COEFFICIENTS]\n"
    "PCY1 = 1.4\nPDY1 = 1\nPKY1 = -17\nPKY2 = 1.7\n%s";

static tac_model_file *read_small(const char *const value[9], const char *rest)
{
    char path[] = "/tmp/tyre_file_XXXXXX.tir", text[2048], model[512];
    int file = mkstemps(path, 4);
    cr_assert_geq(file, 0);
    (void)close(file);
    (void)snprintf(text, sizeof text, small, value[0], value[1], value[2], value[3], value[4],
                   value[5], value[6], value[7], value[8], rest);
    write_file(path, text);
    (void)snprintf(
        model, sizeof model,
        "bodies: [{name: w, mass: 1, inertia: [1, 1, 1]}]\nforces: [{name: t, type: tyre, "
        "bodies: [ground, w], at: [0, 0, 0.3], axis: [0, 1, 0], file: %s}]\n",
        path);
    tac_model_file *f = read_good(model);
    (void)unlink(path);
    return f;
}

Test(tyre_file, units_of_the_file_are_those_of_its_values)
{
    static const char *const si[] = {
        "16.7", "0.3", "4000", "200000", "50", "300000", "100000", "220000", "0.5235987755982988"};
    static const char *const own[] = {"16.7", "300", "4", "0.2", "5e-2", "0.3", "0.1", "2.2", "30"};
    tac_model_file *a = read_small(si, "");
    tac_model_file *b =
        read_small(own, "[units]\nlength = 'mm' ! all of them\nFORCE = kN\nTime = \"millisecond\"\n"
                        "ANGLE = 'degrees'\nPRESSURE = 'bar'\n[TABLE]\n{a b}\n 1 2\n 3 4\n"
                        "[ALIGNING_COEFFICIENTS]\nQBZ1 =\n");
    const double *x = coefficients(a), *y = coefficients(b);
    for (int k = 0; k < TAC_TYRE_N; k++) {
        // what is missing has a value in SI units
        const char *name = tac_tyre_key_of(k)->name;
        cr_expect(fabs(x[k] - y[k]) <= 1e-12 * (1e-3 + fabs(x[k])), "%s: %g and %g", name, x[k],
                  y[k]);
    }
    cr_expect_eq(x[RIGHT], 1.0);
    cr_expect_eq(x[PKY4], 2.0);
    tac_model_file_free(a);
    tac_model_file_free(b);
}

Test(tyre_file, tyres_of_one_file_share_a_table)
{
    tac_model_file *f = read_good(
        "bodies: [{name: a, mass: 1, inertia: [1, 1, 1]}, {name: b, mass: 1, inertia: [1, 1, 1]}]\n"
        "forces:\n"
        "  - {name: t, type: tyre, bodies: [ground, a], at: [0, 0, 0.3], axis: [0, 1, 0],\n"
        "     file: tests/reference/v7_single_track/tyre_s.tir}\n"
        "  - {name: u, type: tyre, bodies: [ground, b], at: [0, 0, 0.3], axis: [0, 1, 0],\n"
        "     file: tests/reference/v7_single_track/tyre_s.tir, side: right}\n");
    cr_expect_eq(f->desc.n_table, 1);
    cr_expect_eq(f->desc.law[0].table[0], f->desc.law[1].table[0]);
    cr_expect_neq(f->desc.law[0].number[0], f->desc.law[1].number[0]);
    cr_expect_eq(f->n_file, 2);
    tac_model_file_free(f);
}

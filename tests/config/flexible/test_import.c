// Files of other programs' flexible bodies: what is read is what they were made of, and nothing is read silently that
// would be wrong. The files of this folder, imports/rod.SID_FEM and imports/rod.fem, are written here.
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "flexible/beam.h"
#include "flexible/import_text.h"
#include "flexible/modal_body.h"

static char path[64];

static FILE *new_file(const char *end)
{
    (void)snprintf(path, sizeof path, "/tmp/tactus-import-XXXXXX%s", end);
    int file = mkstemps(path, (int)strlen(end));
    cr_assert(file >= 0);
    return fdopen(file, "w");
}

// ---- bodies --------------------------------------------------------------------------------------

static unsigned seed = 1;

static double random_number(void) // -1 to 1
{
    seed = 1664525u * seed + 1013904223u;
    return (double)(seed >> 8) / 8388608.0 - 1.0;
}

enum { MODES = 4, POINTS = 25 };

// Mass points with any shapes: a general body, K in it too.
static tac_modal points(tac_pool *pool, double *K)
{
    tac_modal m;
    vec3 at[POINTS], first = {0.0, 0.0, 0.0};
    double dm[POINTS], N[3 * MODES], B[MODES * MODES];
    memset(&m, 0, sizeof m);
    cr_assert(tac_modal_take(pool, MODES, 2, &m));
    for (int i = 0; i < POINTS; i++) {
        dm[i] = 1.5 + random_number();
        at[i] = (vec3){random_number(), 0.7 * random_number(), 0.4 * random_number()};
        m.mass += dm[i];
        first = axpy3(dm[i], at[i], first);
    }
    for (int i = 0; i < POINTS; i++) {
        vec3 s = sub3(at[i], scale3(1.0 / m.mass, first));
        for (int j = 0; j < 3 * MODES; j++) {
            N[j] = 0.1 * random_number();
        }
        tac_modal_add_mass(&m, dm[i], s, N);
        const double J[6] = {s.y * s.y + s.z * s.z,
                             s.z * s.z + s.x * s.x,
                             s.x * s.x + s.y * s.y,
                             -s.x * s.y,
                             -s.x * s.z,
                             -s.y * s.z};
        for (int k = 0; k < 6; k++) {
            m.J[k] += dm[i] * J[k];
        }
    }
    for (int i = 0; i < 2; i++) {
        m.point[i].s = (vec3){random_number(), random_number(), random_number()};
        m.point[i].name = i == 0 ? "n3" : "n7";
        for (int j = 0; j < 3 * MODES; j++) {
            m.point[i].phi[j] = random_number();
            m.point[i].psi[j] = random_number();
        }
    }
    for (int i = 0; i < MODES * MODES; i++) {
        B[i] = random_number();
    }
    for (int i = 0; i < MODES; i++) {
        for (int j = 0; j < MODES; j++) {
            K[i * MODES + j] = i == j ? 50.0 : 0.0;
            for (int k = 0; k < MODES; k++) {
                K[i * MODES + j] += 20.0 * B[i * MODES + k] * B[j * MODES + k];
            }
        }
    }
    m.com = (vec3){0.3, -0.2, 0.1};
    return m;
}

// A steel rod, 0.3 m x 8 x 10 mm.
static tac_modal rod(tac_pool *pool)
{
    double w = 0.008, h = 0.01;
    const tac_beam b = {.length = 0.3,
                        .elements = 16,
                        .area = w * h,
                        .Iy = w * h * h * h / 12.0,
                        .Iz = h * w * w * w / 12.0,
                        .torsion = 7e-10,
                        .E = 2e11,
                        .G = 7.7e10,
                        .density = 7870.0,
                        .modes = 8,
                        .n_point = 2,
                        .x = {0.0, 0.3}};
    tac_modal m;
    cr_assert_eq(tac_beam_reduce(&b, pool, &m), TAC_BEAM_OK);
    m.com = (vec3){0.15, 0.0, 0.0}; // the file's frame is at the first end
    m.point[0].name = "n3";
    m.point[1].name = "n7";
    return m;
}

// ---- writers -------------------------------------------------------------------------------------

typedef struct variant {
    bool mode_last;    // m1(row, column, mode)
    bool yz_before_xz; // in Oe
    double damping;    // De = damping * Ke
} variant;

static void open_taylor(FILE *out, const char *name, int order, int rows, int columns, int n,
                        int structure)
{
    fprintf(out, "%s\n order = %d\n nrow = %d\n ncol = %d\n nq = %d\n nqn = 0\n structure = %d\n",
            name, order, rows, columns, n, structure);
}

static void put0(FILE *out, int i, int j, double x)
{
    fprintf(out, " m0( %d, %d) = %.17g\n", i + 1, j + 1, x);
}

static void put1(FILE *out, const variant *v, int i, int k, int j, double x)
{
    fprintf(out, " m1( %d, %d, %d) = %.17g\n", i + 1, (v->mode_last ? j : k) + 1,
            (v->mode_last ? k : j) + 1, x);
}

static void put_shapes(FILE *out, const char *name, const double *x, int n)
{
    open_taylor(out, name, 0, 3, n, n, 3);
    for (int i = 0; i < 3 * n; i++) {
        put0(out, i / n, i % n, x[i]);
    }
    fprintf(out, "end %s\n", name);
}

static void put_square(FILE *out, const char *name, int n, const double *x, double factor,
                       int structure)
{
    open_taylor(out, name, 0, n, n, 0, structure);
    for (int i = 0; i < n * n; i++) {
        if (structure != 2 || i % n <= i / n) {
            put0(out, i / n, i % n, factor * x[i]);
        }
    }
    fprintf(out, "end %s\n", name);
}

// int (s + N q)_k N_l dm about the file's frame, at first order of mode `mode` or (-1) at rest.
static double z(const tac_modal *m, int mode, int k, int l, int j)
{
    static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2}, turned[9] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
    const double c[3] = {m->com.x, m->com.y, m->com.z};
    int n = m->n, kl = 3 * k + l;
    if (mode < 0) {
        return m->I[kl * n + j] + c[k] * m->Ct[l * n + j];
    }
    const double *S = m->S + (size_t)(at[kl] * n * n);
    return turned[kl] ? S[j * n + mode] : S[mode * n + j];
}

static double inertia1(const tac_modal *m, int j, int a, int b) // J.m1
{
    double trace = z(m, -1, 0, 0, j) + z(m, -1, 1, 1, j) + z(m, -1, 2, 2, j);
    return (a == b ? 2.0 * trace : 0.0) - z(m, -1, a, b, j) - z(m, -1, b, a, j);
}

static double centrifugal(const tac_modal *m, int mode, int j, int a, int b)
{
    double trace = z(m, mode, 0, 0, j) + z(m, mode, 1, 1, j) + z(m, mode, 2, 2, j);
    return a == b ? z(m, mode, a, a, j) - trace : z(m, mode, a, b, j) + z(m, mode, b, a, j);
}

static void write_sid(FILE *out, const tac_modal *m, const double *K, const variant *v)
{
    static const int a[2][6] = {{0, 1, 2, 0, 0, 1}, {0, 1, 2, 0, 1, 0}},
                     b[2][6] = {{0, 1, 2, 1, 2, 2}, {0, 1, 2, 1, 2, 2}};
    static const int label[2] = {3, 7};
    const double c[3] = {m->com.x, m->com.y, m->com.z},
                 cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    int n = m->n;
    fprintf(out, "%d %d Geo_Stiff= no\npart\nnew modal\nrefmod\n mass = %.17gD+00\n nelastq = %d\n",
            m->n_point, n, m->mass, n);
    for (int j = 0; j < n; j++) {
        fprintf(out, " ielastq( %d) = Eigen Mode %d : %.3f Hz\n", j + 1, j + 1,
                m->omega[j] / 6.2831853);
    }
    fprintf(out, "end refmod\nframe\n");
    for (int i = 0; i < m->n_point; i++) {
        const vec3 s = add3(m->point[i].s, m->com);
        const double x[3] = {s.x, s.y, s.z};
        fprintf(out, "new node = %d\nrframe = body ref\n", label[i]);
        open_taylor(out, "origin", 1, 3, 1, n, 3);
        for (int k = 0; k < 3; k++) {
            put0(out, k, 0, x[k]);
            for (int j = 0; j < n; j++) {
                put1(out, v, k, j, 0, m->point[i].phi[k * n + j]);
            }
        }
        fprintf(out, "end origin\n");
        put_shapes(out, "phi", m->point[i].phi, n);
        put_shapes(out, "psi", m->point[i].psi, n);
        fprintf(
            out,
            "AP\n order = 0\n m0( 1, 1) = 1\n m0( 2, 2) = 1\n m0( 3, 3) = 1\nend AP\nend node\n");
    }
    fprintf(out, "end frame\n");
    open_taylor(out, "mdCM", 1, 3, 1, n, 3);
    for (int k = 0; k < 3; k++) {
        put0(out, k, 0, m->mass * c[k]);
        for (int j = 0; j < n; j++) {
            put1(out, v, k, j, 0, m->Ct[k * n + j]);
        }
    }
    fprintf(out, "end mdCM\n");
    const double J[9] = {m->J[0], m->J[3], m->J[4], m->J[3], m->J[1],
                         m->J[5], m->J[4], m->J[5], m->J[2]};
    open_taylor(out, "J", 1, 3, 3, n, 2);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k <= i; k++) {
            put0(out, i, k, J[3 * i + k] + m->mass * ((i == k ? cc : 0.0) - c[i] * c[k]));
            for (int j = 0; j < n; j++) {
                put1(out, v, i, j, k, inertia1(m, j, i, k));
            }
        }
    }
    fprintf(out, "end J\n");
    open_taylor(out, "Ct", 0, n, 3, n, 3);
    for (int j = 0; j < 3 * n; j++) {
        put0(out, j / 3, j % 3, m->Ct[j % 3 * n + j / 3]);
    }
    fprintf(out, "end Ct\n");
    open_taylor(out, "Cr", 1, n, 3, n, 3);
    for (int mode = -1; mode < n; mode++) {
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < 3; k++) {
                int p = (k + 1) % 3, q = (k + 2) % 3;
                double x = z(m, mode, p, q, j) - z(m, mode, q, p, j);
                if (mode < 0) {
                    put0(out, j, k, x);
                } else {
                    put1(out, v, j, mode, k, x);
                }
            }
        }
    }
    fprintf(out, "end Cr\n");
    double *Me = calloc((size_t)(n * n), sizeof *Me);
    for (int i = 0; i < n * n; i++) {
        Me[i] = tac_modal_mass(m, i / n, i % n);
    }
    put_square(out, "Me", n, Me, 1.0, 2);
    free(Me);
    fprintf(out, "Gr\n order = 0\n m0( 1, 1) = 7\nend Gr\nGe\n order = 0\nend Ge\n");
    open_taylor(out, "Oe", 1, n, 6, n, 3);
    for (int mode = -1; mode < n; mode++) {
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < 6; k++) {
                double x = centrifugal(m, mode, j, a[v->yz_before_xz][k], b[v->yz_before_xz][k]);
                if (mode < 0) {
                    put0(out, j, k, x);
                } else {
                    put1(out, v, j, mode, k, x);
                }
            }
        }
    }
    fprintf(out, "end Oe\nksigma\n order = 0\n nrow = %d\n ncol = 1\n structure = 0\nend ksigma\n",
            n);
    put_square(out, "Ke", n, K, 1.0, 2);
    put_square(out, "De", n, K, v->damping, 3);
    fprintf(out, "end modal\nend part\n");
}

static void put_row(FILE *out, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        fprintf(out, " %.17g%s", x[i], i + 1 == n ? "\n" : "");
    }
}

// The rod with its 17 points as nodes and their lumped masses.
static void write_fem(FILE *out, const tac_modal *m, const double *K)
{
    int n = m->n, nodes = m->n_station + 2;
    const tac_modal_point *at[20];
    at[0] = &m->point[0];
    for (int i = 0; i < m->n_station; i++) {
        at[1 + i] = &m->station[i];
    }
    at[nodes - 1] = &m->point[1];
    fprintf(
        out,
        "** MBDyn MODAL DATA FILE\n** NODE SET \"ALL\"\n**\n** RECORD GROUP 1, HEADER\n** "
        "REVISION, NODE, NORMAL, ATTACHMENT, CONSTRAINT, REJECTED MODES.\n REV0 %d 2 %d 0 0\n**\n",
        nodes, n - 2);
    fprintf(out, "** RECORD GROUP 2, FINITE ELEMENT NODE LIST\n");
    for (int i = 0; i < nodes; i++) {
        fprintf(out, " %d%s", i + 1, i % 4 == 3 || i + 1 == nodes ? "\n" : "");
    }
    for (int k = 0; k < 3; k++) {
        fprintf(out, "**\n** RECORD GROUP %d, NODAL %c COORDINATES\n", 5 + k, "XYZ"[k]);
        for (int i = 0; i < nodes; i++) {
            const vec3 s = add3(at[i]->s, m->com);
            fprintf(out, "%.17g\n", k == 0 ? s.x : k == 1 ? s.y : s.z);
        }
    }
    fprintf(out, "**\n** RECORD GROUP 8, MODE SHAPES\n");
    for (int j = 0; j < n; j++) {
        fprintf(out, "**    NORMAL MODE SHAPE # %d\n", j + 1);
        for (int i = 0; i < nodes; i++) {
            double six[6];
            for (int k = 0; k < 3; k++) {
                six[k] = at[i]->phi[k * n + j];
                six[3 + k] = at[i]->psi[k * n + j];
            }
            put_row(out, six, 6);
        }
    }
    fprintf(out, "**\n** RECORD GROUP 9, MODAL MASS MATRIX\n");
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            fprintf(out, " %d%s", i == j, j + 1 == n ? "\n" : "");
        }
    }
    fprintf(out, "**\n** RECORD GROUP 10, MODAL STIFFNESS MATRIX\n");
    for (int i = 0; i < n; i++) {
        put_row(out, K + i * n, n);
    }
    fprintf(out, "**\n** RECORD GROUP 11, DIAGONAL OF LUMPED MASS MATRIX\n");
    for (int i = 0; i < nodes; i++) {
        double part = (i == 0 || i + 1 == nodes ? 1.0
                       : i % 2                  ? 4.0
                                                : 2.0) /
                      (3.0 * (nodes - 1)),
               dm = m->mass * part; // Simpson's rule
        double w = 0.008, h = 0.01;
        const double six[6] = {
            dm, dm, dm, dm * (w * w + h * h) / 12.0, dm * h * h / 12.0, dm * w * w / 12.0};
        put_row(out, six, 6);
    }
    fprintf(out, "**\n** RECORD GROUP 12, RIGID BODY INERTIA MATRIX\n%.17g\n", m->mass);
    put_row(out, &m->com.x, 3);
    const double J[9] = {m->J[0], 0.0, 0.0, 0.0, m->J[1], 0.0, 0.0, 0.0, m->J[2]};
    for (int i = 0; i < 3; i++) {
        put_row(out, J + 3 * i, 3);
    }
    fprintf(out, "**\n** RECORD GROUP 13, MODAL DAMPING MATRIX\n");
    for (int i = 0; i < n; i++) {
        double row[16] = {0.0};
        row[i] = 0.02 * sqrt(K[i * n + i]);
        put_row(out, row, n);
    }
    fprintf(out, "**\n");
}

static double *stiffness(const tac_modal *m, tac_pool *pool)
{
    double *K = tac_pool_take(pool, (size_t)(m->n * m->n), sizeof *K);
    for (int i = 0; i < m->n; i++) {
        K[i * m->n + i] = m->omega[i] * m->omega[i];
    }
    return K;
}

// ---- reading -------------------------------------------------------------------------------------

static tac_modal *read_back(tac_diag *diag)
{
    const tac_import what = {.path = path};
    *diag = (tac_diag){0};
    tac_modal *m =
        strstr(path, ".fem") ? tac_import_mbdyn(&what, diag) : tac_import_sid(&what, diag);
    (void)unlink(path);
    return m;
}

static void expect_all(const char *what, const double *got, const double *wanted, size_t n,
                       double tolerance)
{
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, fabs(wanted[i]));
    }
    for (size_t i = 0; i < n; i++) {
        cr_expect(fabs(got[i] - wanted[i]) <= tolerance * fmax(largest, 1e-9),
                  "%s %zu: %.17g, not %.17g", what, i, got[i], wanted[i]);
    }
}

static void expect_same(const tac_modal *got, const tac_modal *wanted, double tolerance)
{
    size_t n = (size_t)wanted->n;
    cr_assert_eq(got->n, wanted->n);
    cr_assert_eq(got->n_point, wanted->n_point);
    expect_all("mass", &got->mass, &wanted->mass, 1, tolerance);
    expect_all("com", &got->com.x, &wanted->com.x, 3, tolerance);
    expect_all("J", got->J, wanted->J, 6, tolerance);
    expect_all("omega", got->omega, wanted->omega, n, tolerance);
    expect_all("Ct", got->Ct, wanted->Ct, 3 * n, tolerance);
    expect_all("I", got->I, wanted->I, 9 * n, tolerance);
    expect_all("S", got->S, wanted->S, 6 * n * n, tolerance);
    for (int i = 0; i < got->n_point; i++) {
        cr_expect_str_eq(got->point[i].name, wanted->point[i].name);
        expect_all("s", &got->point[i].s.x, &wanted->point[i].s.x, 3, tolerance);
        expect_all("phi", got->point[i].phi, wanted->point[i].phi, 3 * n, tolerance);
        expect_all("psi", got->point[i].psi, wanted->point[i].psi, 3 * n, tolerance);
    }
}

// Any body, in a frame that is not in its centre of mass, by each way of writing.
Test(import, standard_input_data_are_those_of_the_mass_points_they_were_made_of)
{
    for (int i = 0; i < 4; i++) {
        tac_pool pool = {.limit = SIZE_MAX};
        double K[MODES * MODES], own[MODES * MODES];
        const variant v = {i & 1, i & 2, 0.01};
        tac_modal m = points(&pool, K);
        tac_diag diag = {0};
        FILE *out = new_file(".SID_FEM");
        write_sid(out, &m, K, &v);
        fclose(out);
        tac_modal *got = read_back(&diag);
        cr_assert(got, "%s", diag.text);
        memcpy(own, K, sizeof own);
        tac_import_text t = {.diag = &diag, .path = "own", .pool = &pool};
        cr_assert(tac_import_uncouple(&t, own, NULL, &m), "%s", diag.text);
        expect_same(got, &m, 1e-9);
        cr_expect_not(got->is_native);
        for (int j = 0; j < MODES; j++) {
            cr_expect_float_eq(got->zeta[j], 0.005 * m.omega[j], 1e-9 * m.omega[j]);
        }
        tac_modal_free(got);
        tac_pool_free(&pool);
    }
}

static void compare_file(const char *name)
{
    char line[2][512];
    FILE *a = fopen(path, "r"), *b = fopen(name, "r");
    cr_assert(a && b, "%s is not there", name);
    int n = 0;
    while (fgets(line[0], sizeof line[0], a)) {
        n++;
        cr_assert(fgets(line[1], sizeof line[1], b), "%s ends at line %d", name, n);
        cr_assert_str_eq(line[0], line[1], "%s, line %d", name, n);
    }
    cr_expect(!fgets(line[1], sizeof line[1], b), "%s has more than %d lines", name, n);
    fclose(a);
    fclose(b);
}

Test(import, a_rod_of_standard_input_data_is_the_rod_of_the_generator)
{
    tac_pool pool = {.limit = SIZE_MAX};
    tac_diag diag;
    tac_modal m = rod(&pool);
    const variant v = {false, false, 0.0};
    FILE *out = new_file(".SID_FEM");
    write_sid(out, &m, stiffness(&m, &pool), &v);
    fclose(out);
    compare_file("tests/config/flexible/imports/rod.SID_FEM");
    tac_modal *got = read_back(&diag);
    cr_assert(got, "%s", diag.text);
    cr_expect(got->is_native);
    expect_same(got, &m, 1e-9);
    tac_modal_free(got);
    tac_pool_free(&pool);
}

Test(import, a_rod_of_mbdyn_has_the_modes_of_the_generator_and_about_its_integrals)
{
    tac_pool pool = {.limit = SIZE_MAX};
    tac_diag diag;
    tac_modal m = rod(&pool);
    FILE *out = new_file(".fem");
    write_fem(out, &m, stiffness(&m, &pool));
    fclose(out);
    compare_file("tests/config/flexible/imports/rod.fem");
    tac_modal *got = read_back(&diag);
    cr_assert(got, "%s", diag.text);
    size_t n = (size_t)m.n;
    cr_assert_eq(got->n, m.n);
    cr_assert_eq(got->n_point, 17);
    expect_all("omega", got->omega, m.omega, n, 1e-9);
    expect_all("mass", &got->mass, &m.mass, 1, 1e-12);
    expect_all("J", got->J, m.J, 6, 1e-12);
    expect_all("phi", got->point[16].phi, m.point[1].phi, 3 * n, 1e-9);
    expect_all("I", got->I, m.I, 9 * n, 0.05);
    expect_all("S", got->S, m.S, 6 * n * n, 0.05);
    for (size_t j = 0; j < n; j++) {
        cr_expect_float_eq(tac_modal_mass(got, (int)j, (int)j), 1.0, 1e-12);
        cr_expect_float_eq(got->zeta[j], 0.01, 1e-9);
    }
    tac_modal_free(got);
    tac_pool_free(&pool);
}

// ---- noise ---------------------------------------------------------------------------------------

static char *text_of(const char *name, size_t *size)
{
    FILE *in = fopen(name, "r");
    cr_assert(in, "%s", name);
    char *text = malloc(1 << 20);
    *size = fread(text, 1, 1 << 20, in);
    fclose(in);
    return text;
}

// Letters, lines and ends that are wrong: a body, or one line with a place.
static void make_noise(const char *name, const char *end)
{
    static const char letters[] = "0 9-.,()=eD*\nx\t~";
    size_t size;
    char *whole = text_of(name, &size);
    int refused = 0;
    for (int round = 0; round < 400; round++) {
        tac_diag diag;
        FILE *out = new_file(end);
        size_t length =
            round % 4 == 0 ? (size_t)(0.5 * (1.0 + random_number()) * (double)size) : size;
        char *text = malloc(size);
        memcpy(text, whole, size);
        for (int i = 0; i <= round % 5; i++) {
            size_t at = (size_t)(0.499 * (1.0 + random_number()) * (double)size);
            text[at] = letters[(unsigned)(seed >> 9) % (sizeof letters - 1)];
        }
        fwrite(text, 1, length, out);
        fclose(out);
        free(text);
        char place[80];
        (void)snprintf(place, sizeof place, "%s:", path);
        tac_modal *m = read_back(&diag);
        if (!m) {
            refused++;
            cr_expect(strncmp(diag.text, place, strlen(place)) == 0 && !strchr(diag.text, '\n'),
                      "%s", diag.text);
        }
        tac_modal_free(m);
    }
    cr_expect(refused > 100, "%d", refused);
    free(whole);
}

Test(import, damaged_files_are_refused_with_a_line)
{
    make_noise("tests/config/flexible/imports/rod.SID_FEM", ".SID_FEM");
    make_noise("tests/config/flexible/imports/rod.fem", ".fem");
}

// ---- what is not read ----------------------------------------------------------------------------

static void expect_refusal(const char *name, const char *end, const char *what, const char *instead,
                           const char *line)
{
    size_t size;
    tac_diag diag;
    char *whole = text_of(name, &size);
    whole[size] = '\0';
    char *at = strstr(whole, what);
    cr_assert(at, "%s", what);
    FILE *out = new_file(end);
    fwrite(whole, 1, (size_t)(at - whole), out);
    fputs(instead, out);
    fputs(at + strlen(what), out);
    fclose(out);
    tac_modal *m = read_back(&diag);
    cr_assert_not(m, "%s", instead);
    cr_expect(strstr(diag.text, line), "'%s' is not in: %s", line, diag.text);
    free(whole);
}

Test(import, what_is_not_read_is_refused_by_name)
{
    static const char sid[] = "tests/config/flexible/imports/rod.SID_FEM",
                      fem[] = "tests/config/flexible/imports/rod.fem";
    expect_refusal(sid, ".SID_FEM", "Geo_Stiff= no", "Geo_Stiff= yes", "geometric stiffness");
    expect_refusal(sid, ".SID_FEM", "end Ct", " m1( 1, 1, 1) = 2\nend Ct",
                   "Ct has terms of first order");
    expect_refusal(sid, ".SID_FEM", "end phi", " m1( 1, 1, 1) = 2\nend phi", "phi of node 3");
    expect_refusal(sid, ".SID_FEM", "end ksigma", " m0( 1, 1) = 2\nend ksigma",
                   "ksigma is not zero");
    expect_refusal(sid, ".SID_FEM", "end Oe", " m1( 1, 1, 1) = 2\nend Oe", "Oe.m1 and Me");
    expect_refusal(sid, ".SID_FEM", "end De", " m0( 1, 2) = 2\n m0( 2, 1) = 2\nend De",
                   "couples modes 1 and 2");
    expect_refusal(sid, ".SID_FEM", "body ref", "node 1", "only 'body ref'");
    expect_refusal(sid, ".SID_FEM", "nelastq = 8", "nelastq = 7", "outside of");
    expect_refusal(sid, ".SID_FEM", "\nKe\n", "\nKx\n", "'Kx' is not known");
    expect_refusal(fem, ".fem", "GROUP 13, MODAL DAMPING", "GROUP 19, STRESS", "stress stiffening");
    expect_refusal(fem, ".fem", "GROUP 11,", "GROUP 14,", "record group 11 is missing");
    expect_refusal(fem, ".fem", "GROUP 6,", "GROUP 5,", "group 5 is there twice");
    expect_refusal(fem, ".fem", " REV0 17 2", " REV0 18 2", "numbers are wanted");
    expect_refusal(fem, ".fem", "** RECORD GROUP 5",
                   "** RECORD GROUP 3, INITIAL\n 0 0 0 0 0 0 0 1\n** RECORD GROUP 5",
                   "group 3 has a start");
}

Test(import, what_would_be_written_behind_its_end_is_refused)
{
    static const char sid[] = "tests/config/flexible/imports/rod.SID_FEM",
                      fem[] = "tests/config/flexible/imports/rod.fem";
    // modes after matrices of fewer were taken
    expect_refusal(sid, ".SID_FEM", "\nframe\n",
                   "\nrefmod\n mass = 1\n nelastq = 200\nend refmod\nframe\n",
                   "'refmod' is there twice");
    expect_refusal(sid, ".SID_FEM", "end refmod\n", "end refmod\nCt\n structure = 4\nend Ct\n",
                   "'Ct' is not square");
    expect_refusal(sid, ".SID_FEM", "end phi", " structure = 4\nend phi", "'phi' is not square");
    static const char *const groups[] = {"-100000000",           "-47",   "0", "20",
                                         "99999999999999999999", "HEADER"};
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        char instead[64];
        (void)snprintf(instead, sizeof instead, "** RECORD GROUP %s", groups[i]);
        expect_refusal(fem, ".fem", "** RECORD GROUP 5", instead, "is not known");
    }
}

Test(import, plain_files_alone_are_read)
{
    static const char *const others[] = {"/dev/zero", "/tmp", "/proc/self/fd"};
    tac_modal *(*const read[])(const tac_import *, tac_diag *) = {tac_import_mbdyn, tac_import_sid};
    (void)snprintf(path, sizeof path, "/tmp/tactus-import-%ld.fem", (long)getpid());
    cr_assert_eq(mkfifo(path, 0600), 0);
    for (size_t i = 0; i < 4; i++) {
        for (int k = 0; k < 2; k++) {
            tac_diag diag = {0};
            const tac_import what = {.path = i < 3 ? others[i] : path};
            cr_assert_not(read[k](&what, &diag));
            cr_expect(strstr(diag.text, "is no plain file"), "%s", diag.text);
        }
    }
    (void)unlink(path);
}

Test(import, names_of_interfaces_are_those_that_models_take)
{
    static const char *const names[] = {"a: b=1", "a\nb=1", "\"=1", "ground=1", "=1", "-a=1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        tac_diag diag = {0};
        const tac_import what = {.path = "tests/config/flexible/imports/rod.fem",
                                 .interface = &names[i],
                                 .n_interface = 1};
        cr_assert_not(tac_import_mbdyn(&what, &diag), "%s", names[i]);
        cr_expect(strstr(diag.text, "has no name") || strstr(diag.text, "inertial body"), "%s",
                  diag.text);
    }
}

// What YAML would take for something else: a number, a truth, an end of a quotation.
Test(import, names_and_titles_are_written_as_text)
{
    static const char *const names[] = {"1e3=1", "true=17"};
    tac_diag diag = {0};
    const tac_import what = {
        .path = "tests/config/flexible/imports/rod.fem", .interface = names, .n_interface = 2};
    char *text = NULL;
    size_t size;
    tac_modal *m = tac_import_mbdyn(&what, &diag);
    cr_assert(m, "%s", diag.text);
    FILE *out = open_memstream(&text, &size);
    cr_assert(tac_modal_write(m, "a \"b\" \\ c\nd: e", out));
    fclose(out);
    cr_expect(strstr(text, "\nsource: \"a \\\"b\\\" \\\\ c?d: e\"\n"), "%s", text);
    cr_expect(strstr(text, "- name: \"1e3\"\n") && strstr(text, "- name: \"true\"\n"));
    free(text);
    tac_modal_free(m);
}

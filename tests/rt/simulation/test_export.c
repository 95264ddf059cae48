// program: links=PkgConfig::MATIO,PkgConfig::HDF5 beside=tactus-hdf5
// Exported tables: what a reader of the file finds is what the rows held, bit for bit.
#include <criterion/criterion.h>
#include <errno.h>
#include <hdf5.h>
#include <matio.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "log/results.h"
#include "log_fixture.h"
#include "simulation/export.h"

#define MODEL "config/models/vehicle.yaml" // parts, inputs, several kinds of joints

enum { STEPS = 1100 }; // more than a chunk

static char log_path[64], csv_path[64], hdf5_path[64];

static void begin(void)
{
    snprintf(log_path, sizeof log_path, "/tmp/tactus-export-%d.tlog", (int)getpid());
    snprintf(csv_path, sizeof csv_path, "/tmp/tactus-export-%d.csv", (int)getpid());
    snprintf(hdf5_path, sizeof hdf5_path, "/tmp/tactus-export-%d.mat", (int)getpid());
}

static void end(void)
{
    unlink(log_path);
    unlink(csv_path);
    unlink(hdf5_path);
}

// The motion, or the sensors, in both formats.
static void export(const tac_log_window *window, bool sensors)
{
    void (*add)(tac_export *, const char *, tac_table_format) =
        sensors ? tac_export_sensors : tac_export_motion;
    const recipe r = {.model = MODEL, .steps = STEPS, .full = 1};
    tac_log l;
    tac_diag diag = {0};
    tac_export out = {0};
    add(&out, csv_path, TAC_TABLE_BY_NAME);
    add(&out, hdf5_path, TAC_TABLE_BY_NAME);
    cr_assert(record(log_path, &r));
    cr_assert(tac_log_open(&l, log_path, &diag));
    cr_assert(tac_log_export_results(&l, window, NULL, TAC_TIME_SIMULATED, &out, &diag), "%s",
              diag.text);
    cr_assert(tac_export_close(&out));
    tac_log_close(&l);
}

// ---- the CSV file, as numbers ----------------------------------------------------------------------

typedef struct table {
    char *text;
    char **name;   // (n)
    double *value; // (n, rows)
    size_t n, rows;
    size_t found; // columns that were met
} table;

static table read_csv(void)
{
    table t = {0};
    size_t size;
    t.text = (char *)read_bytes(csv_path, &size);
    t.text[size] = '\0';
    for (char *at = t.text; *at; at++) {
        t.rows += *at == '\n';
        t.n += *at == ',' && t.rows == 0;
    }
    cr_assert(t.rows > 1 && t.rows < 100000);
    t.n++;
    t.rows--;
    t.name = calloc(t.n, sizeof *t.name);
    t.value = calloc(t.n * t.rows, sizeof *t.value);
    char *at = t.text;
    for (size_t k = 0; k < t.n; k++) {
        t.name[k] = at;
        at += strcspn(at, ",\n");
        *at++ = '\0';
    }
    for (size_t i = 0; i < t.n * t.rows; i++) {
        t.value[i % t.n * t.rows + i / t.n] = strtod(at, &at);
        at++;
    }
    return t;
}

static void free_table(table *t)
{
    free(t->text);
    free(t->name);
    free(t->value);
}

static const double *find_column(table *t, const char *name)
{
    for (size_t k = 0; k < t->n; k++) {
        if (strcmp(t->name[k], name) == 0) {
            t->found++;
            return t->value + k * t->rows;
        }
    }
    return NULL;
}

// ---- HDF5 ----------------------------------------------------------------------------------------

static void read_text(hid_t object, const char *attribute, char *out, size_t size)
{
    hid_t a = H5Aopen(object, attribute, H5P_DEFAULT), type = H5Aget_type(a);
    cr_assert_lt(H5Tget_size(type), size);
    memset(out, 0, size);
    cr_assert_geq(H5Aread(a, type, out), 0);
    H5Tclose(type);
    H5Aclose(a);
}

static herr_t compare_column(hid_t file, const char *path, const H5O_info_t *info, void *context)
{
    table *t = context;
    char column[256], class[32];
    if (info->type != H5O_TYPE_DATASET) {
        return 0;
    }
    hid_t set = H5Dopen2(file, path, H5P_DEFAULT), space = H5Dget_space(set);
    hsize_t size[2];
    read_text(set, "column", column, sizeof column);
    read_text(set, "MATLAB_class", class, sizeof class);
    cr_assert_str_eq(class, "double");
    cr_assert_eq(H5Sget_simple_extent_dims(space, size, NULL), 2);
    cr_assert_eq(size[0], 1);
    cr_assert_eq(size[1], t->rows);
    double *value = calloc(t->rows, sizeof *value);
    cr_assert_geq(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value), 0);
    const double *expected = find_column(t, column);
    cr_assert_not_null(expected, "%s", column);
    cr_expect_eq(memcmp(value, expected, t->rows * sizeof *value), 0, "%s", column);
    free(value);
    H5Sclose(space);
    H5Dclose(set);
    return 0;
}

static void expect_same_bits(bool sensors)
{
    const tac_log_window all = {0, -1};
    export(&all, sensors);
    table t = read_csv();
    cr_assert_eq(t.rows, STEPS + 1, "with the start");
    hid_t file = H5Fopen(hdf5_path, H5F_ACC_RDONLY, H5P_DEFAULT);
    cr_assert_geq(file, 0);
    cr_assert_geq(H5Ovisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, compare_column, &t), 0);
    cr_expect_eq(t.found, t.n, "%zu of %zu columns", t.found, t.n);
    H5Fclose(file);
    free_table(&t);
}

Test(export, hdf5_holds_the_bits_of_the_csv, .init = begin, .fini = end)
{
    expect_same_bits(false);
}

Test(export, hdf5_of_sensors_as_well, .init = begin, .fini = end)
{
    expect_same_bits(true);
}

// ---- MATLAB --------------------------------------------------------------------------------------

static void expect_variable(const matvar_t *v, const double *expected, size_t n)
{
    cr_assert_not_null(v);
    cr_assert_eq(v->class_type, MAT_C_DOUBLE);
    cr_assert_eq(v->dims[0], n, "one column of %zu rows", v->dims[0]);
    cr_assert_eq(v->dims[1], 1);
    cr_expect_eq(memcmp(v->data, expected, n * sizeof *expected), 0);
}

// A reader of MAT-files takes it for one: structures with fields, columns of doubles.
Test(export, hdf5_says_units_and_where_it_comes_from, .init = begin, .fini = end)
{
    const tac_log_window all = {0, -1};
    export(&all, false);
    static const char *const unit[][2] = {{"/t", "s"}, {"/energy/kinetic", "J"}};
    char text[256];
    hid_t file = H5Fopen(hdf5_path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t root = H5Gopen2(file, "/", H5P_DEFAULT);
    cr_assert_geq(root, 0);
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) {
        hid_t set = H5Dopen2(file, unit[i][0], H5P_DEFAULT);
        cr_assert_geq(set, 0, "%s", unit[i][0]);
        read_text(set, "unit", text, sizeof text);
        cr_assert_str_eq(text, unit[i][1]);
        H5Dclose(set);
    }
    static const char *const note[] = {"title", "model", "model_hash", "method", "step", "tactus"};
    for (size_t i = 0; i < sizeof note / sizeof *note; i++) {
        read_text(root, note[i], text, sizeof text);
        cr_assert_str_not_empty(text, "%s", note[i]);
    }
    H5Gclose(root);
    H5Fclose(file);
}

Test(export, loads_as_a_mat_file, .init = begin, .fini = end)
{
    const tac_log_window window = {100, 120};
    export(&window, false);
    table t = read_csv();
    cr_assert_eq(t.rows, 21);
    mat_t *file = Mat_Open(hdf5_path, MAT_ACC_RDONLY);
    cr_assert_not_null(file);
    cr_assert_eq(Mat_GetVersion(file), MAT_FT_MAT73);
    matvar_t *time = Mat_VarRead(file, "t"), *energy = Mat_VarRead(file, "energy"),
             *input = Mat_VarRead(file, "front_left");
    expect_variable(time, find_column(&t, "t"), t.rows);
    cr_assert_not_null(energy);
    cr_assert_eq(energy->class_type, MAT_C_STRUCT);
    expect_variable(Mat_VarGetStructFieldByName(energy, "kinetic", 0),
                    find_column(&t, "energy.kinetic"), t.rows);
    expect_variable(Mat_VarGetStructFieldByName(input, "input", 0),
                    find_column(&t, "front_left.input"), t.rows);
    Mat_VarFree(time);
    Mat_VarFree(energy);
    Mat_VarFree(input);
    Mat_Close(file);
    free_table(&t);
}

// ---- names and failures ---------------------------------------------------------------------------

static double read_first(hid_t file, const char *path)
{
    double value = -1.0;
    hid_t set = H5Dopen2(file, path, H5P_DEFAULT);
    cr_assert_geq(set, 0, "%s", path);
    cr_assert_geq(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, &value), 0);
    H5Dclose(set);
    return value;
}

// Names that MATLAB does not take, and names that become the same one.
Test(export, gives_every_column_a_name_of_its_own, .init = begin, .fini = end)
{
    static const char *const name[] = {"a-b.x", "a_b.x", "7up.x", "arm", "arm.x", "x"};
    static const char *const place[] = {"/a_b/x", "/a_b/x_2", "/x7up/x", "/arm", "/arm_2/x", "/x"};
    const double row[] = {1, 2, 3, 4, 5, 6};
    tac_hdf5 f;
    cr_assert(tac_hdf5_open(&f, hdf5_path));
    const tac_row_sink t = tac_hdf5_table(&f, 0);
    for (int i = 0; i < 6; i++) {
        tac_row_sink_name(&t, name[i], "");
    }
    cr_assert(tac_row_sink_end_row(&t));
    tac_row_sink_numbers(&t, row, 6);
    cr_assert(tac_row_sink_end_row(&t));
    cr_assert(tac_hdf5_close(&f));
    cr_assert(tac_hdf5_close(&f), "a second close is harmless");
    hid_t file = H5Fopen(hdf5_path, H5F_ACC_RDONLY, H5P_DEFAULT);
    for (int i = 0; i < 6; i++) {
        cr_expect_eq(read_first(file, place[i]), row[i], "%s", name[i]);
    }
    H5Fclose(file);
}

Test(export, says_what_cannot_be_written, .init = begin, .fini = end)
{
    tac_hdf5 f;
    cr_expect_not(tac_hdf5_open(&f, "/no/such/folder/x.mat"));
    cr_expect_not(tac_hdf5_close(&f));
    cr_expect_neq(f.error, 0);
}

// Rows go to the file chunk by chunk, so the lack of room is said while they come, not at the end.
Test(export, says_early_that_there_is_no_room, .init = begin, .fini = end)
{
    const struct rlimit room = {32768, 32768};
    int n = 0;
    tac_hdf5 f;
    cr_assert(tac_hdf5_open(&f, hdf5_path));
    const tac_row_sink t = tac_hdf5_table(&f, 0);
    tac_row_sink_name(&t, "x", "");
    cr_assert(tac_row_sink_end_row(&t));
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &room), 0);
    do {
        const double x = rand();
        tac_row_sink_numbers(&t, &x, 1);
    } while (tac_row_sink_end_row(&t) && ++n < 100000);
    cr_expect_lt(n, 20000, "after %d rows", n);
    cr_expect_not(tac_hdf5_close(&f));
    cr_expect_eq(f.error, EFBIG);
}

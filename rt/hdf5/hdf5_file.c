// The library that writes tables as HDF5 files, loaded on demand: format/hdf5_table.h says what is in them. Decision 0016.
#include <errno.h>
#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/hdf5_table.h"
#include "system/memory_room.h"

#define ROWS 1024          // of a chunk
#define USER_BLOCK 512     // bytes before the HDF5 file: the head of a MAT-file
#define MAT_TEXT 116       // bytes of its text
#define MAT_VERSION 0x0200 // and the mark of the byte order at the end
#define PACKING 1          // of zlib
#define MAX_NAME 512
#define MOST_ALIKE 9999 // columns whose names become the same one

enum { ROOM_MIB = 8 }; // at a time: HDF5 crashes where it gets no memory, and starts with 5 MiB

typedef struct hdf5_table {
    struct hdf5_file *of;
    hid_t *column; // data sets                                              (n_column)
    double *value; // rows that are not written yet             (n_column, rows of a chunk)
    size_t n_column, capacity;
    size_t cell;        // next column of the current row
    size_t n_row, kept; // written, and kept in value
    int is_named;       // the row of names has ended
} hdf5_table;

typedef struct hdf5_file {
    hid_t file, row;        // a chunk in memory
    hid_t property, access; // of data sets: chunks and packing; no cache
    char *path;
    hdf5_table table[TAC_HDF5_TABLES];
    int error; // errno of the first failure, 0 while all is well
} hdf5_file;

static int fail(hdf5_file *f)
{
    f->error = f->error ? f->error : errno ? errno : EIO;
    return 0;
}

// Before HDF5 is called in a way that takes memory.
static int has_room(hdf5_file *f)
{
    if (tac_memory_has_room((size_t)ROOM_MIB << 20)) {
        return 1;
    }
    errno = ENOMEM;
    return fail(f);
}

// ---- names ---------------------------------------------------------------------------------------

// A part of a name as MATLAB takes it: letters, digits and '_', a letter first, at most 63 of them.
static void clean_part(const char *part, size_t n, char out[64])
{
    size_t k = 0;
    for (size_t i = 0; i < n && k < 60; i++) {
        int c = (unsigned char)part[i];
        int letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        int digit = c >= '0' && c <= '9';
        if (k == 0 && !letter) {
            out[k++] = 'x';
        }
        out[k++] = letter || digit ? (char)c : '_';
    }
    out[k] = '\0';
}

static int mark(hid_t object, const char *name, const char *text)
{
    hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    int ok = H5Tset_size(type, strlen(text) > 0 ? strlen(text) : 1) >= 0;
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    ok = ok && attribute >= 0 && H5Awrite(attribute, type, text) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
    return ok;
}

// The name, with a number behind it from the second of the same name on.
static void number_name(const char *name, int number, char out[64])
{
    snprintf(out, 64, number > 1 ? "%.56s_%d" : "%s", name, number);
}

// The group of that name below another, new or not, with a number when a data set has the name.
static hid_t enter_group(hid_t above, const char *part)
{
    char name[64];
    for (int number = 1; number <= MOST_ALIKE; number++) {
        number_name(part, number, name);
        if (H5Lexists(above, name, H5P_DEFAULT) <= 0) {
            hid_t group = H5Gcreate2(above, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
            return group >= 0 && mark(group, "MATLAB_class", "struct") ? group : H5I_INVALID_HID;
        }
        hid_t group = H5Oopen(above, name, H5P_DEFAULT);
        if (H5Iget_type(group) == H5I_GROUP) {
            return group;
        }
        H5Oclose(group);
    }
    return H5I_INVALID_HID;
}

static hid_t create_column(hdf5_file *f, hid_t group, const char *part, const char *column)
{
    const hsize_t none[] = {1, 0}, most[] = {1, H5S_UNLIMITED};
    char name[64];
    int number = 1;
    number_name(part, number, name);
    while (H5Lexists(group, name, H5P_DEFAULT) > 0 && number < MOST_ALIKE) {
        number_name(part, ++number, name);
    }
    hid_t space = H5Screate_simple(2, none, most);
    hid_t set = H5Dcreate2(group, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, f->property, f->access);
    H5Sclose(space);
    if (set < 0 || !mark(set, "MATLAB_class", "double") || !mark(set, "column", column)) {
        fail(f);
    }
    return set;
}

static hid_t place_column(hdf5_file *f, const char *column)
{
    hid_t group = H5Gopen2(f->file, "/", H5P_DEFAULT);
    const char *part = column;
    char name[64];
    for (size_t n; part[n = strcspn(part, "./")] != '\0'; part += n + 1) {
        clean_part(part, n, name);
        hid_t below = enter_group(group, name);
        H5Oclose(group);
        group = below;
    }
    clean_part(part, strlen(part), name);
    hid_t set = group >= 0 ? create_column(f, group, name, column) : H5I_INVALID_HID;
    if (group >= 0) {
        H5Oclose(group);
    }
    return set;
}

// ---- rows ----------------------------------------------------------------------------------------

static void add_column(void *to, const char *prefix, const char *text)
{
    hdf5_table *t = to;
    hdf5_file *f = t->of;
    char column[MAX_NAME];
    if (f->error || !has_room(f)) {
        return;
    }
    if (t->n_column == t->capacity) {
        size_t capacity = t->capacity ? 2 * t->capacity : 64;
        hid_t *bigger = realloc(t->column, capacity * sizeof *bigger);
        if (!bigger) {
            fail(f);
            return;
        }
        t->column = bigger;
        t->capacity = capacity;
    }
    snprintf(column, sizeof column, "%s%s", prefix, text);
    hid_t set = place_column(f, column);
    if (set < 0) {
        fail(f);
        return;
    }
    t->column[t->n_column++] = set;
}

// Marks the data set that came last.
static void add_unit(void *to, const char *unit)
{
    const hdf5_table *t = to;
    hdf5_file *f = t->of;
    if (f->error == 0 && t->n_column > 0 && has_room(f) &&
        !mark(t->column[t->n_column - 1], "unit", unit)) {
        fail(f);
    }
}

// Marks the whole.
static void add_note(void *to, const char *key, const char *text)
{
    hdf5_file *f = ((hdf5_table *)to)->of;
    hid_t root =
        f->error == 0 && has_room(f) ? H5Gopen2(f->file, "/", H5P_DEFAULT) : H5I_INVALID_HID;
    if (root >= 0) {
        (void)(mark(root, key, text) || fail(f));
        H5Gclose(root);
    }
}

static void add_numbers(void *to, const double *x, int n)
{
    hdf5_table *t = to;
    for (int i = 0; i < n && t->cell < t->n_column && t->value; i++) {
        t->value[t->cell++ * ROWS + t->kept] = x[i];
    }
}

static int write_column(const hdf5_table *t, size_t k)
{
    const hsize_t from[] = {0, t->n_row}, size[] = {1, t->kept}, all[] = {1, t->n_row + t->kept};
    if (H5Dset_extent(t->column[k], all) < 0) {
        return 0;
    }
    const hsize_t zero[] = {0, 0};
    hid_t space = H5Dget_space(t->column[k]);
    int ok = H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, size, NULL) >= 0 &&
             H5Sselect_hyperslab(t->of->row, H5S_SELECT_SET, zero, NULL, size, NULL) >= 0 &&
             H5Dwrite(t->column[k], H5T_NATIVE_DOUBLE, t->of->row, space, H5P_DEFAULT,
                      t->value + k * ROWS) >= 0;
    H5Sclose(space);
    return ok;
}

static void write_kept(hdf5_table *t)
{
    hdf5_file *f = t->of;
    for (size_t k = 0; k < t->n_column && t->kept > 0 && f->error == 0; k++) {
        if (has_room(f) && !write_column(t, k)) {
            fail(f);
        }
    }
    t->n_row += t->kept;
    t->kept = 0;
}

static int end_row(void *to)
{
    hdf5_table *t = to;
    hdf5_file *f = t->of;
    if (!t->is_named) {
        t->is_named = 1;
        t->value = calloc(t->n_column + 1, ROWS * sizeof *t->value);
        return (t->value && f->error == 0) || fail(f);
    }
    t->cell = 0;
    if (++t->kept == ROWS) {
        write_kept(t);
    }
    return f->error == 0;
}

static tac_row_sink table(void *file, int k)
{
    hdf5_table *t = &((hdf5_file *)file)->table[k];
    t->of = file;
    return (tac_row_sink){t, add_column, add_numbers, end_row, add_unit, add_note};
}

// ---- structures ----------------------------------------------------------------------------------

typedef struct fields { // names in a group
    hvl_t *name;        // (n)
    size_t n, capacity;
} fields;

static herr_t add_field(hid_t group, const char *name, const H5L_info_t *info, void *context)
{
    fields *f = context;
    (void)group;
    (void)info;
    if (f->n < f->capacity) {
        f->name[f->n++] = (hvl_t){strlen(name), strdup(name)};
    }
    return 0;
}

static int write_fields(hid_t group, const fields *f)
{
    const hsize_t size[] = {f->n};
    hid_t letter = H5Tcopy(H5T_C_S1), type = H5Tvlen_create(letter);
    hid_t space = H5Screate_simple(1, size, NULL);
    hid_t a = H5Acreate2(group, "MATLAB_fields", type, space, H5P_DEFAULT, H5P_DEFAULT);
    int ok = a >= 0 && H5Awrite(a, type, f->name) >= 0;
    if (a >= 0) {
        H5Aclose(a);
    }
    H5Sclose(space);
    H5Tclose(type);
    H5Tclose(letter);
    return ok;
}

// Readers find the fields of a structure in a list. A structure with too many fields for an attribute
// goes without the list, which MATLAB itself takes as well.
static herr_t list_fields(hid_t file, const char *path, const H5O_info_t *info, void *unused)
{
    H5G_info_t about;
    (void)unused;
    if (info->type != H5O_TYPE_GROUP || strcmp(path, ".") == 0) {
        return 0;
    }
    hid_t group = H5Gopen2(file, path, H5P_DEFAULT);
    H5Gget_info(group, &about);
    fields f = {.name = calloc((size_t)about.nlinks + 1, sizeof(hvl_t)),
                .capacity = (size_t)about.nlinks};
    if (f.name) {
        H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, add_field, &f);
        (void)write_fields(group, &f);
    }
    for (size_t i = 0; i < f.n; i++) {
        free(f.name[i].p);
    }
    free(f.name);
    H5Gclose(group);
    return 0;
}

// ---- file ----------------------------------------------------------------------------------------

static int create_file(hdf5_file *f)
{
    const hsize_t chunk[] = {1, ROWS};
    if (!has_room(f)) {
        return 0;
    }
    errno = 0;
    (void)H5dont_atexit(); // HDF5 crashes at the exit of a process whose file found no room
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL); // errors are told by our own lines
    hid_t creation = H5Pcreate(H5P_FILE_CREATE);
    f->row = H5Screate_simple(2, chunk, NULL);
    f->property = H5Pcreate(H5P_DATASET_CREATE);
    f->access = H5Pcreate(H5P_DATASET_ACCESS);
    int ok = H5Pset_userblock(creation, USER_BLOCK) >= 0 &&
             H5Pset_chunk(f->property, 2, chunk) >= 0 && H5Pset_shuffle(f->property) >= 0 &&
             H5Pset_deflate(f->property, PACKING) >= 0 &&
             H5Pset_chunk_cache(f->access, 1, 0, 1.0) >= 0; // no cache: chunks come whole
    f->file = ok ? H5Fcreate(f->path, H5F_ACC_TRUNC, creation, H5P_DEFAULT) : H5I_INVALID_HID;
    H5Pclose(creation);
    return f->file >= 0 || fail(f);
}

// The head that makes MATLAB take it; HDF5 leaves these bytes alone.
static int write_head(const char *path)
{
    char head[USER_BLOCK] = {0};
    FILE *out = fopen(path, "r+b");
    if (!out) {
        return 0;
    }
    int n = snprintf(head, MAT_TEXT, "MATLAB 7.3 MAT-file, written by Tactus. HDF5 schema 1.00 .");
    memset(head + n, ' ', (size_t)(MAT_TEXT - n));
    head[MAT_TEXT + 8] = MAT_VERSION & 0xff;
    head[MAT_TEXT + 9] = MAT_VERSION >> 8;
    head[MAT_TEXT + 10] = 'I';
    head[MAT_TEXT + 11] = 'M';
    int ok = fwrite(head, 1, sizeof head, out) == sizeof head;
    return fclose(out) == 0 && ok;
}

static int close_file(void *file)
{
    hdf5_file *f = file;
    for (int i = 0; i < TAC_HDF5_TABLES; i++) {
        f->table[i].of = f;
        write_kept(&f->table[i]);
        free(f->table[i].value); // room for what HDF5 still has to write
    }
    for (int i = 0; i < TAC_HDF5_TABLES; i++) {
        for (size_t k = 0; k < f->table[i].n_column; k++) {
            H5Dclose(f->table[i].column[k]);
        }
        free(f->table[i].column);
    }
    if (f->property > 0) {
        H5Pclose(f->property);
        H5Pclose(f->access);
        H5Sclose(f->row);
    }
    if (f->file > 0) {
        (void)H5Ovisit(f->file, H5_INDEX_NAME, H5_ITER_NATIVE, list_fields, NULL);
        if (H5Fclose(f->file) < 0 || !write_head(f->path)) {
            fail(f);
        }
    }
    int error = f->error;
    free(f->path);
    free(f);
    return error;
}

static void *create(const char *path, int *error)
{
    hdf5_file *f = calloc(1, sizeof *f);
    char *copy = strdup(path);
    *error = ENOMEM;
    if (!f || !copy) {
        free(f);
        free(copy);
        return NULL;
    }
    f->path = copy;
    if (!create_file(f)) {
        *error = close_file(f);
        return NULL;
    }
    *error = 0;
    return f;
}

__attribute__((visibility("default"))) const tac_hdf5_library tac_hdf5_files = {
    {TAC_HDF5_LAYOUT, sizeof(tac_row_sink)}, create, table, close_file};

#include "table_file.h"
#include "system/files.h"

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool ends_in(const char *path, const char *suffix)
{
    size_t n = strlen(path), length = strlen(suffix);
    return n > length && strcmp(path + n - length, suffix) == 0;
}

static bool is_hdf5(const tac_table_file *t)
{
    return t->format == TAC_TABLE_HDF5 ||
           (t->format == TAC_TABLE_BY_NAME &&
            (ends_in(t->path, ".h5") || ends_in(t->path, ".hdf5") || ends_in(t->path, ".mat")));
}

bool tac_table_open(tac_table_file *t)
{
    return is_hdf5(t) ? tac_hdf5_open(&t->hdf5, t->path) : tac_csv_open(&t->csv, t->path);
}

static tac_row_sink whole(tac_table_file *t)
{
    return is_hdf5(t) ? tac_hdf5_table(&t->hdf5, 0) : tac_csv_table(&t->csv);
}

// ---- chosen columns ------------------------------------------------------------------------------

// Whether one of the patterns fits the name, or what it is a value of: "arm" is "arm.x" as well.
static bool is_wanted(const char *only, const char *name)
{
    char pattern[128];
    for (size_t n; *only != '\0'; only += n + (only[n] == ',')) {
        n = strcspn(only, ",");
        (void)snprintf(pattern, sizeof pattern, "%.*s", (int)(n < 127 ? n : 127), only);
        size_t length = strlen(pattern);
        if (fnmatch(pattern, name, 0) == 0 ||
            (strncmp(name, pattern, length) == 0 && strchr(".[", name[length]) && name[length])) {
            return true;
        }
    }
    return false;
}

static bool is_date(const char *name)
{
    return strcmp(name, "utc") == 0 || strcmp(name, "tai") == 0;
}

static void choose_name(void *to, const char *prefix, const char *text)
{
    tac_table_file *t = to;
    char name[256];
    (void)snprintf(name, sizeof name, "%s%s", prefix, text);
    if (t->chosen.n == t->chosen.room) {
        int room = t->chosen.room > 0 ? 2 * t->chosen.room : 256;
        unsigned char *more = realloc(t->chosen.keep, (size_t)room);
        t->chosen.no_memory |= !more;
        t->chosen.keep = more ? more : t->chosen.keep;
        t->chosen.room = more ? room : t->chosen.room;
    }
    bool wanted = is_wanted(t->only, name), is_time = strcmp(name, "t") == 0 || is_date(name);
    if (t->chosen.n < t->chosen.room) {
        t->chosen.keep[t->chosen.n++] = wanted || is_time;
    }
    t->chosen.any |= wanted;
    if (wanted || is_time) {
        const tac_row_sink sink = whole(t);
        tac_row_sink_name(&sink, prefix, text);
    }
}

static void choose_numbers(void *to, const double *x, int n)
{
    tac_table_file *t = to;
    const tac_row_sink sink = whole(t);
    for (int i = 0; i < n; i++, t->chosen.at++) {
        if (t->chosen.at < t->chosen.n && t->chosen.keep[t->chosen.at]) {
            tac_row_sink_numbers(&sink, &x[i], 1);
        }
    }
}

static void choose_unit(void *to, const char *unit)
{
    const tac_table_file *t = to;
    const tac_row_sink sink = whole(to);
    if (sink.unit && t->chosen.n > 0 && t->chosen.keep[t->chosen.n - 1]) {
        sink.unit(sink.to, unit);
    }
}

static void choose_note(void *to, const char *key, const char *text)
{
    const tac_row_sink sink = whole(to);
    tac_row_sink_note(&sink, key, text);
}

static int choose_end(void *to)
{
    tac_table_file *t = to;
    const tac_row_sink sink = whole(t);
    t->chosen.named = true;
    t->chosen.at = 0;
    return tac_row_sink_end_row(&sink) && t->chosen.any && !t->chosen.no_memory;
}

tac_row_sink tac_table_sink(tac_table_file *t)
{
    return t->only ? (tac_row_sink){t,          choose_name, choose_numbers,
                                    choose_end, choose_unit, choose_note}
                   : whole(t);
}

bool tac_table_beside(tac_table_file *t, int k, tac_row_sink *sink)
{
    bool has = is_hdf5(t);
    *sink = has ? tac_hdf5_table(&t->hdf5, k) : (tac_row_sink){0};
    return has;
}

bool tac_table_close(tac_table_file *t)
{
    bool chosen = !t->chosen.named || t->chosen.any;
    free(t->chosen.keep);
    t->chosen.keep = NULL;
    t->chosen.n = t->chosen.room = 0;
    return (is_hdf5(t) ? tac_hdf5_close(&t->hdf5) : tac_csv_close(&t->csv)) && chosen;
}

const char *tac_table_why(const tac_table_file *t)
{
    if (t->only && t->chosen.named && !t->chosen.any) {
        return "no column has one of the names of --only";
    }
    if (is_hdf5(t) && t->hdf5.why[0] != '\0') {
        return t->hdf5.why;
    }
    return tac_output_error(is_hdf5(t) ? t->hdf5.error : t->csv.error);
}

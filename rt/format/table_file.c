#include "table_file.h"
#include "system/files.h"

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

tac_row_sink tac_table_sink(tac_table_file *t)
{
    return is_hdf5(t) ? tac_hdf5_table(&t->hdf5) : tac_csv_table(&t->csv);
}

bool tac_table_close(tac_table_file *t)
{
    return is_hdf5(t) ? tac_hdf5_close(&t->hdf5) : tac_csv_close(&t->csv);
}

const char *tac_table_why(const tac_table_file *t)
{
    if (is_hdf5(t) && t->hdf5.why[0] != '\0') {
        return t->hdf5.why;
    }
    return tac_output_error(is_hdf5(t) ? t->hdf5.error : t->csv.error);
}

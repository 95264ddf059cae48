#include "export.h"

#include <stdio.h>
#include <string.h>

#include "printable.h"
#include "record.h"

static int begin(tac_export *e, const tac_simulation *s)
{
    e->begun = 1;
    if (e->csv) {
        tac_row_sink t = tac_csv_table(&e->to_csv);
        if (!tac_csv_open(&e->to_csv, e->csv) || !tac_record_motion_header(&t, s)) {
            return 0;
        }
    }
    if (e->hdf5) {
        tac_row_sink t = tac_hdf5_table(&e->to_hdf5);
        return tac_hdf5_open(&e->to_hdf5, e->hdf5) && tac_record_motion_header(&t, s);
    }
    return 1;
}

int tac_export_row(tac_export *e, const tac_simulation *s)
{
    if (!e->begun) {
        e->failed = !begin(e, s);
    }
    if (e->csv && !e->failed) {
        tac_row_sink t = tac_csv_table(&e->to_csv);
        e->failed = !tac_record_motion(&t, s);
    }
    if (e->hdf5 && !e->failed) {
        tac_row_sink t = tac_hdf5_table(&e->to_hdf5);
        e->failed = !tac_record_motion(&t, s);
    }
    return !e->failed;
}

int tac_export_close(tac_export *e)
{
    int ok = 1;
    if (e->csv && e->begun && !tac_csv_close(&e->to_csv)) {
        fprintf(stderr, "tactus: '%s' cannot be written: %s\n", TAC_SHOWN(e->csv),
                strerror(e->to_csv.error));
        ok = 0;
    }
    if (e->hdf5 && e->begun && !tac_hdf5_close(&e->to_hdf5)) {
        fprintf(stderr, "tactus: '%s' cannot be written: %s\n", TAC_SHOWN(e->hdf5),
                strerror(e->to_hdf5.error));
        ok = 0;
    }
    return ok;
}

#include "signal_table.h"

#include "log/capture.h"

bool tac_signal_table_open(tac_signal_table *t, const char *path, const tac_log_header *h,
                           tac_export *e, tac_diag *diag)
{
    *t = (tac_signal_table){.rig = tac_log_rig(h, diag)};
    if (!t->rig) {
        return false;
    }
    if (t->rig->exchange.n_state + t->rig->exchange.n_command == 0) {
        return tac_diag_say(diag, "the rig in the log shares no signals");
    }
    tac_export_other(e, path, tac_signal_rows_source(&t->rows, t->rig));
    return true;
}

bool tac_signal_table_close(tac_signal_table *t, tac_diag *diag)
{
    bool good = t->rows.diag.text[0] == '\0';
    if (!good) {
        *diag = t->rows.diag;
    }
    tac_signal_rows_close(&t->rows);
    tac_rig_file_free(t->rig);
    *t = (tac_signal_table){0};
    return good;
}

#include "signal_table.h"

#include "log/capture.h"

bool tac_signal_table_open(tac_signal_table *t, const char *path, const tac_log_header *h,
                           tac_export *e, tac_diag *diag)
{
    t->rig = t->rig ? t->rig : tac_log_rig(h, diag);
    if (!t->rig) {
        return false;
    }
    if (t->rig->exchange.n_state + t->rig->exchange.n_command == 0) {
        return tac_diag_say(diag, "the rig in the log shares no signals");
    }
    tac_export_other(e, path, tac_signal_rows_source(&t->rows, t->rig));
    return true;
}

void tac_signal_table_beside(tac_signal_table *t, const tac_log_header *h, tac_export *e)
{
    tac_diag unwanted = {0};
    static const char causes[] =
        "0 on time; 1 woken late; 2 computed long; 3 published late; 4 blocked";
    t->rig = t->rig ? t->rig : tac_log_rig(h, &unwanted);
    if (t->rig && t->rig->exchange.n_state + t->rig->exchange.n_command > 0) {
        e->rig.signals = tac_signal_rows_beside(&t->beside, t->rig);
    }
    e->rig.has_clock = tac_log_period(h) > 0;
    e->rig.causes = causes;
}

bool tac_signal_table_close(tac_signal_table *t, tac_diag *diag)
{
    const tac_signal_rows *wrong = t->rows.diag.text[0] != '\0' ? &t->rows : &t->beside;
    bool good = wrong->diag.text[0] == '\0';
    if (!good) {
        *diag = wrong->diag;
    }
    tac_signal_rows_close(&t->rows);
    tac_signal_rows_close(&t->beside);
    tac_rig_file_free(t->rig);
    *t = (tac_signal_table){0};
    return good;
}

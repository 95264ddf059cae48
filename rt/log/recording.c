#include "recording.h"

#include <stdio.h>

tac_exit tac_recording_start(tac_recording *r, const char *path, const tac_simulation *s,
                             const tac_log_origin *origin, const tac_log_writer_options *o,
                             tac_diag *diag)
{
    tac_log_header header;
    *r = (tac_recording){0};
    tac_exit code = tac_log_header_capture(&header, s, origin, diag);
    if (code == TAC_EXIT_OK) {
        r->writer = tac_log_writer_open(path, &header, o, diag);
        code = r->writer ? TAC_EXIT_OK : tac_exit_of(diag, TAC_EXIT_OUTPUT);
    }
    tac_log_header_free(&header);
    if (r->writer && pthread_create(&r->thread, NULL, tac_log_writer_run, r->writer) != 0) {
        snprintf(diag->text, sizeof diag->text, "tactus: no thread for the recording");
        (void)tac_log_writer_close(r->writer, &(tac_log_totals){0});
        r->writer = NULL;
        code = TAC_EXIT_MEMORY;
    }
    return code;
}

void tac_recording_step(tac_recording *r, const tac_simulation *s, int failed)
{
    if (r->writer) {
        tac_log_step(r->writer, s, 0, failed);
    }
}

int tac_recording_stop(tac_recording *r, tac_log_totals *totals)
{
    *totals = (tac_log_totals){0};
    if (!r->writer) {
        return 1;
    }
    tac_log_writer_quit(r->writer);
    pthread_join(r->thread, NULL);
    int complete = tac_log_writer_close(r->writer, totals);
    r->writer = NULL;
    return complete;
}

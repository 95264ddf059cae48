#include "recording.h"

#include "capture.h"
#include "writer_memory.h"

int tac_recording_start(tac_recording *r, const char *path, const tac_simulation *s,
                        const tac_log_origin *origin, const tac_log_writer_options *o,
                        tac_failure *why)
{
    tac_log_header header;
    *r = (tac_recording){0};
    if (!tac_log_bound(s, origin->full, o, &why->diag)) {
        return 0;
    }
    int ok = tac_log_header_capture(&header, s, origin, &why->diag);
    if (ok) {
        r->writer = tac_log_writer_open(path, &header, o, &why->diag);
        ok = r->writer || tac_failed_output(why);
    }
    tac_log_header_free(&header);
    if (ok && pthread_create(&r->thread, NULL, tac_log_writer_run, r->writer) != 0) {
        ok = tac_diag_say_memory(&why->diag, "tactus: no thread for the recording");
        (void)tac_log_writer_close(r->writer, &(tac_log_totals){0});
        r->writer = NULL;
    }
    return ok;
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

#include "store_commands.h"

#include <errno.h>
#include <stdio.h>

#include "pieces.h"
#include "store_ring.h"
#include "system/clock.h"
#include "system/files.h"

static int refuse(char *why, size_t size, const char *text)
{
    snprintf(why, size, "%s", text);
    return 0;
}

int tac_log_store_start(tac_log_store *s, int64_t step, char *why, size_t size)
{
    if (s->how.has_ring && s->mode != TAC_RECORD_OFF) {
        return tac_log_store_trigger(s, step, "start", why, size) && (s->until = INT64_MAX);
    }
    if (s->mode != TAC_RECORD_OFF) {
        return refuse(why, size, "it is recorded already");
    }
    s->follows = 0;
    if (s->how.has_ring) {
        tac_store_set_mode(s, TAC_RECORD_WAITING);
    } else if (!tac_store_open_piece(s, step)) {
        return refuse(why, size, tac_output_error(s->file.error));
    } else {
        tac_store_set_mode(s, TAC_RECORD_WRITING);
    }
    return 1;
}

int tac_log_store_stop(tac_log_store *s, int64_t step, const uint64_t *state, char *why,
                       size_t size)
{
    if (s->mode == TAC_RECORD_OFF || s->mode == TAC_RECORD_WAITING) {
        return refuse(why, size, "nothing is recorded at the moment");
    }
    if (s->how.has_ring && s->mode == TAC_RECORD_FAILING) { // what waits is tried once more
        s->retry = 0;
        tac_store_flush(s);
        tac_store_lose_ring(s);
    }
    int failing = s->mode == TAC_RECORD_FAILING;
    if (s->how.has_ring) {
        tac_store_end_asked(s, step, state);
    } else {
        int ended = !tac_pieces_is_open(s) || tac_pieces_end(s, step, state);
        failing |= !ended;
        tac_store_set_mode(s, TAC_RECORD_OFF);
        (void)tac_pieces_keep(s);
    }
    s->is_gap = 0;
    return !failing || refuse(why, size, "stopped; its end is lost: the disk did not take it");
}

int tac_log_store_split(tac_log_store *s, int64_t step, const uint64_t *state, char *why,
                        size_t size)
{
    if (s->mode != TAC_RECORD_WRITING || !tac_pieces_is_open(s)) {
        return refuse(why, size, "no piece is written at the moment");
    }
    if (s->piece.records == 0) {
        return refuse(why, size, "nothing is in the piece yet");
    }
    if (!tac_pieces_follow(s, step, state)) {
        return refuse(why, size, tac_output_error(errno));
    }
    (void)tac_pieces_keep(s);
    tac_store_show(s);
    return 1;
}

int tac_log_store_trigger(tac_log_store *s, int64_t step, const char *text, char *why, size_t size)
{
    if (!s->how.has_ring || s->mode == TAC_RECORD_OFF) {
        return refuse(why, size,
                      s->how.has_ring ? "it is stopped; start it first"
                                      : "the rig has no ring: 'record: {ring: ...}'");
    }
    tac_log_note_row n = {.kind = TAC_LOG_TRIGGER, .step = step, .monotonic = tac_now_ns()};
    snprintf(n.text, sizeof n.text, "%s", text);
    int64_t until = n.monotonic + s->how.after_ns;
    tac_store_forget_old(s, n.monotonic);
    s->until = until > s->until ? until : s->until;
    s->follows = 0;
    s->mode = s->mode == TAC_RECORD_WAITING ? TAC_RECORD_WRITING : s->mode;
    tac_store_flush(s);
    tac_log_store_note(s, &n);
    tac_store_show(s);
    return s->mode == TAC_RECORD_WRITING || refuse(why, size, tac_output_error(s->first_error));
}

int tac_log_store_mark(tac_log_store *s, int64_t step, const char *text, char *why, size_t size)
{
    tac_log_note_row n = {.kind = TAC_LOG_MARK, .step = step, .monotonic = tac_now_ns()};
    snprintf(n.text, sizeof n.text, "%s", text);
    if (s->mode == TAC_RECORD_OFF) {
        return refuse(why, size, "nothing is recorded at the moment");
    }
    tac_log_store_note(s, &n);
    if (tac_pieces_is_open(s) && s->file.error != 0) {
        return refuse(why, size, tac_output_error(s->file.error));
    }
    s->now.state.marks++;
    tac_store_show(s);
    return 1;
}

void tac_log_store_condition(tac_log_store *s, int64_t step, const char *text)
{
    char why[256];
    int64_t until = tac_now_ns() + s->how.after_ns;
    if (tac_log_store_is_asked_for(s)) {
        s->until = until > s->until ? until : s->until;
    } else {
        (void)tac_log_store_trigger(s, step, text, why, sizeof why);
    }
}

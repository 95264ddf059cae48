#include "note.h"

#include <string.h>

#include "format.h"

size_t tac_log_note_put(const tac_log_note_row *n, unsigned char out[TAC_LOG_NOTE_MOST])
{
    size_t length = strnlen(n->text, TAC_LOG_NOTE_TEXT - 1);
    const uint64_t head[4] = {(uint64_t)n->kind, (uint64_t)n->step, (uint64_t)n->monotonic, length};
    tac_log_put_words(out, head, 4);
    for (int i = 0; i < TAC_LOG_NOTE_WORDS; i++) {
        tac_log_put(out + 32 + 8 * (size_t)i, (uint64_t)n->word[i], 8);
    }
    memcpy(out + TAC_LOG_NOTE_HEAD, n->text, length);
    return TAC_LOG_NOTE_HEAD + length;
}

int tac_log_note_get(const unsigned char *bytes, size_t size, tac_log_note_row *n)
{
    uint64_t head[4 + TAC_LOG_NOTE_WORDS];
    *n = (tac_log_note_row){.text = ""};
    if (size < TAC_LOG_NOTE_HEAD || size >= TAC_LOG_NOTE_MOST) {
        return 0;
    }
    tac_log_get_words(bytes, head, 4 + TAC_LOG_NOTE_WORDS);
    if (head[0] == 0 || head[0] >= TAC_LOG_N_NOTE || head[3] != size - TAC_LOG_NOTE_HEAD) {
        return 0;
    }
    n->kind = (tac_log_note_kind)head[0];
    n->step = (int64_t)head[1];
    n->monotonic = (int64_t)head[2];
    for (int i = 0; i < TAC_LOG_NOTE_WORDS; i++) {
        n->word[i] = (int64_t)head[4 + i];
    }
    memcpy(n->text, bytes + TAC_LOG_NOTE_HEAD, (size_t)head[3]);
    return 1;
}

tac_log_note_row tac_log_note_anchor(const tac_wall_anchor *a, int64_t step)
{
    return (tac_log_note_row){.kind = TAC_LOG_CLOCK,
                              .step = step,
                              .monotonic = a->monotonic,
                              .word = {a->utc, a->uncertainty, a->tai_offset, a->error}};
}

tac_wall_anchor tac_log_note_anchor_of(const tac_log_note_row *n)
{
    return (tac_wall_anchor){.monotonic = n->monotonic,
                             .utc = n->word[0],
                             .uncertainty = n->word[1],
                             .tai_offset = n->word[2],
                             .error = n->word[3]};
}

const char *tac_log_note_name(tac_log_note_kind kind)
{
    static const char *const name[TAC_LOG_N_NOTE] = {[TAC_LOG_MARK] = "mark",
                                                     [TAC_LOG_GAP] = "gap",
                                                     [TAC_LOG_TRIGGER] = "trigger",
                                                     [TAC_LOG_CLOCK] = "clock",
                                                     [TAC_LOG_CLOCK_STEP] = "clock step"};
    return kind > 0 && kind < TAC_LOG_N_NOTE ? name[kind] : "unknown";
}

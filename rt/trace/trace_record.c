#include "trace_record.h"

#include <string.h>

// A record is its head, then so many bytes: numbers as they lie in memory, words with the byte 0 at their end.
typedef struct record_head {
    uint32_t kind, size;
} record_head;

enum { MOST_NAME = 64, MOST_TEXT = 256 }; // letters

typedef struct writer {
    size_t n;
    char byte[TAC_TRACE_RECORD];
} writer;

static void put(writer *w, const void *from, size_t size)
{
    memcpy(w->byte + w->n, from, size);
    w->n += size;
}

static void put_word(writer *w, const char *word, size_t most)
{
    put(w, word, strnlen(word, most));
    put(w, "", 1);
}

static void send(FILE *out, tac_trace_record_kind kind, const writer *w)
{
    record_head head = {(uint32_t)kind, (uint32_t)w->n};
    (void)fwrite(&head, sizeof head, 1, out);
    (void)fwrite(w->byte, 1, w->n, out);
}

void tac_trace_record_event(FILE *out, const tac_trace_event *e)
{
    _Static_assert(TAC_TRACE_FIELDS * (MOST_NAME + MOST_TEXT + 32) + 2 * MOST_NAME <
                       TAC_TRACE_RECORD,
                   "the largest event has room");
    writer w;
    w.n = 0;
    put(&w, &e->time, sizeof e->time);
    put(&w, &e->n_field, sizeof e->n_field);
    put_word(&w, e->name, MOST_NAME);
    for (int i = 0; i < e->n_field; i++) {
        const tac_trace_field *f = &e->field[i];
        char has_text = f->text != NULL;
        put(&w, &f->whole, sizeof f->whole);
        put(&w, &f->real, sizeof f->real);
        put(&w, &has_text, 1);
        put_word(&w, f->name, MOST_NAME);
        put_word(&w, has_text ? f->text : "", MOST_TEXT);
    }
    send(out, TAC_TRACE_RECORD_EVENT, &w);
}

void tac_trace_record_discarded(FILE *out, int64_t n)
{
    writer w;
    w.n = 0;
    put(&w, &n, sizeof n);
    send(out, TAC_TRACE_RECORD_DISCARDED, &w);
}

void tac_trace_record_end(FILE *out, tac_trace_outcome outcome, const char *text)
{
    writer w;
    int32_t number = (int32_t)outcome;
    w.n = 0;
    put(&w, &number, sizeof number);
    put_word(&w, text, sizeof((tac_trace_record *)0)->text - 1);
    send(out, TAC_TRACE_RECORD_END, &w);
}

typedef struct reader { // what is left of a record
    const char *at, *end;
    bool failed;
} reader;

static void take(reader *r, void *to, size_t size)
{
    memset(to, 0, size);
    r->failed = r->failed || (size_t)(r->end - r->at) < size;
    if (!r->failed) {
        memcpy(to, r->at, size);
        r->at += size;
    }
}

static const char *take_word(reader *r)
{
    const char *word = r->at;
    size_t left = (size_t)(r->end - r->at), n = r->failed ? left : strnlen(word, left);
    if (n == left) {
        r->failed = true;
        return "";
    }
    r->at += n + 1;
    return word;
}

static void take_event(reader *r, tac_trace_event *e)
{
    int n = 0;
    take(r, &e->time, sizeof e->time);
    take(r, &n, sizeof n);
    e->name = take_word(r);
    e->n_field = 0;
    r->failed = r->failed || n < 0 || n > TAC_TRACE_FIELDS;
    for (int i = 0; i < n && !r->failed; i++) {
        tac_trace_field *f = &e->field[e->n_field++];
        char has_text;
        take(r, &f->whole, sizeof f->whole);
        take(r, &f->real, sizeof f->real);
        take(r, &has_text, 1);
        f->name = take_word(r);
        f->text = take_word(r);
        f->text = has_text ? f->text : NULL;
    }
}

static void take_end(reader *r, tac_trace_record *to)
{
    int32_t number;
    take(r, &number, sizeof number);
    r->failed = r->failed || number < TAC_TRACE_COMPLETE || number > TAC_TRACE_NONE;
    to->outcome = r->failed ? TAC_TRACE_NONE : (tac_trace_outcome)number;
    (void)snprintf(to->text, sizeof to->text, "%s", take_word(r));
}

bool tac_trace_record_next(FILE *in, tac_trace_record *r)
{
    record_head head;
    if (fread(&head, sizeof head, 1, in) != 1 || head.size > sizeof r->byte ||
        fread(r->byte, 1, head.size, in) != head.size) {
        return false;
    }
    reader left = {r->byte, r->byte + head.size, false};
    r->kind = (tac_trace_record_kind)head.kind;
    switch (r->kind) {
    case TAC_TRACE_RECORD_EVENT:
        take_event(&left, &r->event);
        break;
    case TAC_TRACE_RECORD_DISCARDED:
        take(&left, &r->discarded, sizeof r->discarded);
        break;
    case TAC_TRACE_RECORD_END:
        take_end(&left, r);
        break;
    }
    bool is_known = r->kind >= TAC_TRACE_RECORD_EVENT && r->kind <= TAC_TRACE_RECORD_END;
    return is_known && !left.failed && left.at == left.end;
}

#include "record.h"

#include <stdlib.h>
#include <string.h>

#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"
#include "words.h"

#define SECOND_NS INT64_C(1000000000)
#define LEAST_PIECE ((int64_t)1 << 16) // bytes: below, a recording is all headers
#define LEAST_RING ((int64_t)1 << 20)
#define MOST_RING ((int64_t)1 << 36)
#define MOST_BYTES ((int64_t)1 << 50)
#define DEFAULT_RING ((int64_t)64 << 20)

// ---- bytes ---------------------------------------------------------------------------------------

typedef struct size_unit {
    const char *word;
    double bytes;
} size_unit;

static const size_unit units[] = {{"", 1.0},       {"B", 1.0},         {"kB", 1e3},
                                  {"MB", 1e6},     {"GB", 1e9},        {"TB", 1e12},
                                  {"KiB", 1024.0}, {"MiB", 1048576.0}, {"GiB", 1073741824.0}};

// "100 MB"; negative when it is none.
static double parse_bytes(const char *text)
{
    char *end = NULL;
    double x = strtod(text, &end);
    if (end == text || !(x >= 0.0)) {
        return -1.0;
    }
    end += strspn(end, " ");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(end, units[i].word) == 0) {
            return x * units[i].bytes;
        }
    }
    return -1.0;
}

static int64_t bytes_or(const tac_place *p, const tac_node *map, const char *key, int64_t least,
                        int64_t most, int64_t otherwise)
{
    const tac_node *node = tac_find(map, key);
    if (!node) {
        return otherwise;
    }
    const char *text = tac_text(p, node, key);
    double x = parse_bytes(text);
    if (x < 0.0) {
        tac_refuse(p->rd, node,
                   "'%s' must be a number of bytes such as 100 MB or 2 GiB, not '%.40s'", key,
                   text);
    }
    if (!(x >= (double)least && x <= (double)most)) {
        tac_refuse(p->rd, node, "'%s' must be between %.10g and %.10g bytes, not '%.40s'", key,
                   (double)least, (double)most, text);
    }
    return (int64_t)x;
}

// ---- triggers ------------------------------------------------------------------------------------

static void check_signal(const tac_place *p, const tac_node *node, const tac_exchange_rig *x,
                         const char *name)
{
    int n = x->n_state + x->n_command;
    const char **names = tac_reader_take(p->rd, (size_t)n, sizeof *names);
    for (int i = 0; i < n; i++) {
        names[i] = i < x->n_state ? x->state[i].name : x->command[i - x->n_state].name;
        if (strcmp(names[i], name) == 0) {
            return;
        }
    }
    const char *nearest = tac_nearest_word(name, names, n);
    if (nearest) {
        tac_refuse(p->rd, node, "the rig shares no signal '%.80s'; did you mean '%s'?", name,
                   nearest);
    }
    tac_refuse(p->rd, node, "the rig shares no signal '%.80s'; list it in 'exchange'", name);
}

static void read_signal(const tac_place *p, const tac_node *map, const tac_rig_file *f,
                        tac_trigger_options *t)
{
    static const char *const keys[] = {"signal", "above", "below", NULL};
    tac_check_plain_map(p, map, "a trigger", keys);
    const tac_node *signal = tac_need(p, map, "signal", "a trigger");
    const tac_node *above = tac_find(map, "above"), *below = tac_find(map, "below");
    t->kind = TAC_TRIGGER_SIGNAL;
    t->signal = tac_text(p, signal, "signal");
    if (p->rd->limits.reads_files) {
        check_signal(p, signal, &f->exchange, t->signal);
    }
    if (!above == !below) {
        tac_refuse(p->rd, map, "a trigger by a signal needs a limit: either 'above' or 'below'");
    }
    t->below = below != NULL;
    t->limit = tac_number(p, above ? above : below, above ? "above" : "below", TAC_Q_NUMBER);
}

static void read_triggers(const tac_place *p, const tac_node *list, tac_rig_file *f)
{
    static const char *const words[] = {[TAC_TRIGGER_MISS] = "miss", [TAC_TRIGGER_SAFE] = "safe"};
    tac_record_options *o = &f->record;
    tac_check_plain_list(p, list, "triggers");
    for (const tac_entry *e = list->first; e; e = e->next) {
        if (o->n_trigger == TAC_MAX_TRIGGERS) {
            tac_refuse(p->rd, e->value, "more than %d triggers", TAC_MAX_TRIGGERS);
        }
        tac_trigger_options *t = &o->trigger[o->n_trigger++];
        if (e->value->kind == TAC_MAP) {
            read_signal(p, e->value, f, t);
        } else {
            t->kind = (tac_trigger_kind)tac_choice(p, e->value, "triggers", words, 2);
        }
    }
}

// ---- section -------------------------------------------------------------------------------------

static void read_split(const tac_place *p, const tac_node *map, tac_record_options *o)
{
    static const char *const keys[] = {"size", "time", NULL};
    const tac_time_range range = {SECOND_NS, 24 * TAC_HOUR_NS, NULL};
    tac_check_plain_map(p, map, "'split'", keys);
    o->split_bytes = bytes_or(p, map, "size", LEAST_PIECE, MOST_BYTES, 0);
    o->split_ns = tac_time_ns(p, map, "time", range, 0);
    if (o->split_bytes == 0 && o->split_ns == 0) {
        tac_refuse(p->rd, map, "'split' needs 'size' or 'time'");
    }
}

static void read_ring(const tac_place *p, const tac_node *map, tac_record_options *o)
{
    static const char *const keys[] = {"before", "after", "memory", NULL};
    const tac_time_range range = {0, 24 * TAC_HOUR_NS, NULL};
    tac_check_plain_map(p, map, "'ring'", keys);
    o->has_ring = 1;
    o->before_ns = tac_time_ns(p, map, "before", range, 60 * SECOND_NS);
    o->after_ns = tac_time_ns(p, map, "after", range, 10 * SECOND_NS);
    o->ring_bytes = bytes_or(p, map, "memory", LEAST_RING, MOST_RING, DEFAULT_RING);
}

static void read_keep(const tac_place *p, const tac_node *map, tac_record_options *o)
{
    static const char *const keys[] = {"pieces", "free", NULL};
    tac_check_plain_map(p, map, "'keep'", keys);
    o->keep_pieces = tac_count_or(p, map, "pieces", 1, TAC_MOST_PIECES, 0);
    o->keep_free = bytes_or(p, map, "free", 1, MOST_BYTES, 0);
    if (o->keep_pieces == 1 && !o->has_ring) {
        tac_refuse_key(
            p->rd, map, "pieces",
            "one piece would be removed as soon as the next one begins; keep 2 at least");
    }
    if (o->keep_pieces == 0 && o->keep_free == 0) {
        tac_refuse(p->rd, map, "'keep' needs 'pieces' or 'free'");
    }
}

static void check_together(const tac_place *p, const tac_node *map, const tac_record_options *o)
{
    int has_pieces = o->split_bytes > 0 || o->split_ns > 0 || o->has_ring;
    if (tac_find(map, "keep") && !has_pieces) {
        tac_refuse_key(p->rd, map, "keep",
                       "'keep' removes old pieces, and there is one alone; add 'split' or 'ring'");
    }
    if (tac_find(map, "triggers") && !o->has_ring) {
        tac_refuse_key(p->rd, map, "triggers",
                       "'triggers' have no effect without 'ring', which they have written");
    }
}

void tac_rig_read_record(const tac_place *p, tac_rig_file *f)
{
    static const char *const keys[] = {"file", "on_error", "start",    "split",
                                       "ring", "keep",     "triggers", NULL};
    static const char *const errors[] = {
        [TAC_RECORD_CONTINUE] = "continue", [TAC_RECORD_SAFE] = "safe", [TAC_RECORD_STOP] = "stop"};
    static const char *const starts[] = {"recording", "stopped"};
    const tac_node *map = tac_find(p->in->root, "record");
    tac_record_options *o = &f->record;
    if (!map) {
        return;
    }
    tac_check_plain_map(p, map, "'record'", keys);
    const tac_node *file = tac_find(map, "file"), *error = tac_find(map, "on_error");
    const tac_node *start = tac_find(map, "start"), *split = tac_find(map, "split");
    const tac_node *ring = tac_find(map, "ring"), *keep = tac_find(map, "keep");
    o->is_given = 1;
    o->path = file ? tac_text(p, file, "file") : NULL;
    o->on_error = error ? (tac_record_on_error)tac_choice(p, error, "on_error", errors, 3) : 0;
    o->starts_stopped = start && tac_choice(p, start, "start", starts, 2) == 1;
    if (split) {
        read_split(p, split, o);
    }
    if (ring) {
        read_ring(p, ring, o);
    }
    if (keep) {
        read_keep(p, keep, o);
    }
    check_together(p, map, o);
    if (tac_find(map, "triggers")) {
        read_triggers(p, tac_find(map, "triggers"), f);
    }
}

#include "playback_reader.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "printable.h"

enum { MOST_MERGED = 4096, PAUSED = 1 };

// ---- memory --------------------------------------------------------------------------------------

static bool is_good(const tac_playback_header *h, uint64_t size)
{
    uint64_t words = TAC_PLAYBACK_ROW_HEAD + (uint64_t)TAC_PLAYBACK_POSE * h->n_body +
                     (uint64_t)TAC_PLAYBACK_FORCE * h->n_force + (uint64_t)h->n_value;
    return h->magic == TAC_PLAYBACK_MAGIC && h->size == size && h->n_value <= TAC_PLAYBACK_VALUES &&
           h->n_force <= TAC_PLAYBACK_FORCES && h->row_words == words && h->every > 0 &&
           h->value_at <= size && h->scene_at <= size &&
           h->n_value * sizeof(tac_playback_value) <= size - h->value_at &&
           h->scene_size <= size - h->scene_at && h->miss_at <= size &&
           TAC_PLAYBACK_MISSES * sizeof(int64_t) <= size - h->miss_at && h->row_at <= size &&
           h->error_at <= h->row_at && h->error_every > 0 &&
           h->most_error * (words - TAC_PLAYBACK_ROW_HEAD) * sizeof(double) <=
               h->row_at - h->error_at &&
           h->most_row > 0 && h->most_row <= (size - h->row_at) / (words * sizeof(double));
}

bool tac_playback_reader_open(tac_playback_reader *p, int descriptor)
{
    struct stat about;
    void *at = MAP_FAILED;
    bool good = fstat(descriptor, &about) == 0 &&
                pread(descriptor, &p->head, sizeof p->head, 0) == (ssize_t)sizeof p->head &&
                is_good(&p->head, (uint64_t)about.st_size);
    if (good) {
        at = mmap(NULL, p->head.size, PROT_READ, MAP_SHARED, descriptor, 0);
    }
    close(descriptor);
    p->at = at == MAP_FAILED ? NULL : at;
    p->head.name[sizeof p->head.name - 1] = '\0';
    p->head.path[sizeof p->head.path - 1] = '\0';
    p->head.note[sizeof p->head.note - 1] = '\0';
    p->head.method[sizeof p->head.method - 1] = '\0';
    p->head.version[sizeof p->head.version - 1] = '\0';
    return p->at != NULL;
}

static const tac_playback_header *live(const tac_playback_reader *p)
{
    return (const tac_playback_header *)(const void *)p->at;
}

tac_playback_value tac_playback_value_of(const tac_playback_reader *p, uint32_t i)
{
    tac_playback_value v;
    memcpy(&v, p->at + p->head.value_at + i * sizeof v, sizeof v);
    v.name[sizeof v.name - 1] = v.unit[sizeof v.unit - 1] = '\0';
    return v;
}

int64_t tac_playback_rows(const tac_playback_reader *p)
{
    // acquire: with the number come the rows
    uint64_t n = atomic_load_explicit(&live(p)->n_row, memory_order_acquire);
    return (int64_t)(n < p->head.most_row ? n : p->head.most_row);
}

const double *tac_playback_row(const tac_playback_reader *p, int64_t row)
{
    return (const double *)(const void *)(p->at + p->head.row_at) +
           (uint64_t)row * p->head.row_words;
}

static int64_t word_at(const tac_playback_reader *p, int64_t row, int word)
{
    int64_t value;
    memcpy(&value, tac_playback_row(p, row) + word, sizeof value);
    return value;
}

static uint64_t count_misses(const tac_playback_reader *p)
{
    // acquire: with the number come the misses
    uint64_t n = atomic_load_explicit(&live(p)->n_miss, memory_order_acquire);
    return n < TAC_PLAYBACK_MISSES ? n : TAC_PLAYBACK_MISSES;
}

int64_t tac_playback_miss(const tac_playback_reader *p, int64_t i)
{
    int64_t step = -1;
    if (i >= 0 && (uint64_t)i < count_misses(p)) {
        memcpy(&step, p->at + p->head.miss_at + (size_t)i * sizeof step, sizeof step);
    }
    return step;
}

bool tac_playback_error(const tac_playback_reader *p, tac_playback_error_about *out)
{
    const tac_playback_header *h = live(p);
    // acquire: with it come the errors
    bool there = atomic_load_explicit(&h->measured, memory_order_acquire) != 0;
    *out = (tac_playback_error_about){.by = 0.0};
    if (there) {
        memcpy(out->text, h->error, sizeof out->text);
        out->text[sizeof out->text - 1] = '\0';
        out->by = h->error_by;
        out->in_doubt = h->in_doubt != 0;
        out->n = h->n_error < p->head.most_error ? h->n_error : p->head.most_error;
    }
    return there;
}

const double *tac_playback_half_row(const tac_playback_reader *p, uint32_t k)
{
    return (const double *)(const void *)(p->at + p->head.error_at) +
           (uint64_t)k * (p->head.row_words - TAC_PLAYBACK_ROW_HEAD);
}

// ---- messages ------------------------------------------------------------------------------------

typedef struct telling {
    const tac_playback_reader *p;
    uint32_t id;
    const char *scene;
} telling;

static void put_head(tac_json *j, const telling *t, const char *type)
{
    tac_json_text(j, "type", type);
    tac_json_text(j, "name", t->p->head.name);
    tac_json_whole(j, "source", t->id);
}

static void put_about(tac_json *j, void *context)
{
    const telling *t = context;
    const tac_playback_header *h = &t->p->head;
    tac_json_open(j, NULL, '{');
    put_head(j, t, "about");
    tac_json_real(j, "dt", h->dt);
    tac_json_text(j, "model", TAC_SHOWN(h->path));
    tac_json_whole(j, "left_out", (int64_t)h->left_out);
    tac_json_open(j, "playback", '{');
    tac_json_whole(j, "every", h->every);
    tac_json_whole(j, "last_step", h->last_step);
    tac_json_truth(j, "is_log", h->is_log != 0);
    tac_json_text(j, "method", h->method);
    tac_json_text(j, "version", h->version);
    tac_json_text(j, "note", h->note);
    tac_json_close(j, '}');
    tac_json_open(j, "values", '[');
    for (uint32_t i = 0; i < h->n_value; i++) {
        const tac_playback_value v = tac_playback_value_of(t->p, i);
        tac_json_open(j, NULL, '{');
        tac_json_text(j, "name", TAC_SHOWN(v.name));
        tac_json_text(j, "unit", TAC_SHOWN(v.unit));
        tac_json_close(j, '}');
    }
    tac_json_close(j, ']');
    tac_json_text(j, "scene", t->scene);
    tac_json_close(j, '}');
}

tac_message *tac_playback_about(const tac_playback_reader *p, uint32_t id)
{
    char *scene = calloc(1, p->head.scene_size + 1);
    if (!scene) {
        return NULL;
    }
    memcpy(scene, p->at + p->head.scene_at, p->head.scene_size);
    tac_message *m = tac_message_json(put_about, &(telling){p, id, scene});
    free(scene);
    return m;
}

static bool solver_lives(const tac_playback_reader *p)
{
    int32_t solver = atomic_load_explicit(&live(p)->solver, memory_order_relaxed);
    return solver <= 0 || kill(solver, 0) == 0 || errno != ESRCH; // 0: it has not begun
}

bool tac_playback_has_ended(const tac_playback_reader *p)
{
    // acquire: with the state come the last rows
    return atomic_load_explicit(&live(p)->state, memory_order_acquire) != TAC_PLAYBACK_COMPUTES ||
           !solver_lives(p);
}

static void put_status(tac_json *j, void *context)
{
    static const char *const word[] = {"computing", "computed", "diverged", "stopped"};
    const telling *t = context;
    char why[sizeof live(t->p)->why];
    bool lives = solver_lives(t->p);
    // acquire: with the state comes why
    uint32_t state = atomic_load_explicit(&live(t->p)->state, memory_order_acquire);
    state = state <= TAC_PLAYBACK_STOPPED ? state : TAC_PLAYBACK_STOPPED;
    bool killed = state == TAC_PLAYBACK_COMPUTES && !lives;
    memcpy(why, live(t->p)->why, sizeof why);
    why[sizeof why - 1] = '\0';
    tac_json_open(j, NULL, '{');
    put_head(j, t, "status");
    tac_json_truth(j, "attached", 1);
    bool is_recorded = state == TAC_PLAYBACK_WHOLE && t->p->head.is_log;
    tac_json_text(j, "state",
                  is_recorded ? "recorded" : word[killed ? TAC_PLAYBACK_STOPPED : state]);
    tac_json_text(j, "why",
                  killed                           ? "the solver has ended before the motion did"
                  : state == TAC_PLAYBACK_COMPUTES ? ""
                                                   : TAC_SHOWN(why));
    tac_json_whole(j, "rows", tac_playback_rows(t->p));
    tac_json_whole(j, "misses", (int64_t)count_misses(t->p));
    tac_playback_error_about error;
    if (tac_playback_error(t->p, &error)) {
        tac_json_text(j, "error", TAC_SHOWN(error.text));
        tac_json_truth(j, "in_doubt", error.in_doubt);
    }
    tac_json_whole(j, "diverged", state == TAC_PLAYBACK_DIVERGED ? live(t->p)->diverged_step : -1);
    tac_json_close(j, '}');
}

tac_message *tac_playback_status(const tac_playback_reader *p, uint32_t id)
{
    return tac_message_json(put_status, &(telling){p, id, NULL});
}

// ---- frames --------------------------------------------------------------------------------------

static int64_t within(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

static void fill_values(const tac_playback_reader *p, tac_message *m, int64_t from, int64_t to)
{
    const uint32_t n = p->head.n_value;
    const uint64_t skip = p->head.row_words - n;
    double *newest = tac_frame_values(m, 0), *least = tac_frame_values(m, 1),
           *most = tac_frame_values(m, 2);
    memcpy(newest, tac_playback_row(p, to) + skip, n * sizeof *newest);
    memcpy(least, newest, n * sizeof *least);
    memcpy(most, newest, n * sizeof *most);
    for (int64_t row = from; row < to; row++) {
        const double *value = tac_playback_row(p, row) + skip;
        for (uint32_t k = 0; k < n; k++) {
            least[k] = fmin(least[k], value[k]);
            most[k] = fmax(most[k], value[k]);
        }
    }
}

tac_message *tac_playback_frame(const tac_playback_reader *p, uint32_t id, int64_t from, int64_t to)
{
    const tac_playback_header *h = &p->head;
    int64_t n = tac_playback_rows(p);
    tac_message *m =
        n > 0 ? tac_message_new(tac_frame_size(h->n_body, h->n_force, h->n_value)) : NULL;
    if (!m) {
        return NULL;
    }
    to = within(to, 0, n - 1);
    from = within(from, to < MOST_MERGED ? 0 : to - MOST_MERGED, to);
    const double *row = tac_playback_row(p, to);
    *(tac_frame_head *)(void *)m->bytes =
        (tac_frame_head){.kind = TAC_FRAME,
                         .source = id,
                         .step = word_at(p, to, TAC_PLAYBACK_STEP),
                         .time = row[TAC_PLAYBACK_TIME],
                         .pose_step = word_at(p, to, TAC_PLAYBACK_STEP),
                         .pose_time = row[TAC_PLAYBACK_TIME],
                         .run_state = PAUSED,
                         .n_pose = h->n_body,
                         .n_value = h->n_value,
                         .merged = (uint32_t)(to - from + 1),
                         .n_force = h->n_force};
    memcpy(tac_frame_poses(m), row + TAC_PLAYBACK_ROW_HEAD,
           (h->row_words - TAC_PLAYBACK_ROW_HEAD - h->n_value) * sizeof(double));
    fill_values(p, m, from, to);
    return m;
}

// By halves: as many rows as there are, whoever asks, take no longer than a frame.
int64_t tac_playback_find(const tac_playback_reader *p, int64_t step)
{
    int64_t n = tac_playback_rows(p), least = 0, most = n - 1;
    while (least < most) {
        int64_t middle = least + (most - least) / 2;
        if (word_at(p, middle, TAC_PLAYBACK_LARGEST) < step) {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    return n > 0 ? least : -1;
}

int64_t tac_playback_miss_after(const tac_playback_reader *p, int64_t step)
{
    int64_t miss = 0;
    for (int64_t i = 0; (miss = tac_playback_miss(p, i)) >= 0; i++) {
        if (miss > step) {
            return tac_playback_find(p, miss);
        }
    }
    return -1;
}

#include "playback_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "scene/page_text.h"
#include "scene/scene.h"
#include "simulation/sensor_columns.h"

#define MOST_BYTES 536870912      // of rows
#define MOST_ERROR_BYTES 33554432 // of errors

static uint64_t up_64(uint64_t n)
{
    return (n + 63) / 64 * 64;
}

static uint64_t error_words(const tac_playback_header *h)
{
    return h->row_words - TAC_PLAYBACK_ROW_HEAD;
}

static tac_playback_header lay_out(const tac_simulation *s, int64_t steps, size_t scene_size,
                                   int n_body, int n_force)
{
    int total = tac_sensor_total(s->model);
    tac_playback_header h = {
        .magic = TAC_PLAYBACK_MAGIC,
        .n_body = (uint32_t)n_body,
        .n_force = (uint32_t)n_force,
        .n_value = (uint32_t)(total < TAC_PLAYBACK_VALUES ? total : TAC_PLAYBACK_VALUES),
        .left_out = (uint64_t)(total > TAC_PLAYBACK_VALUES ? total - TAC_PLAYBACK_VALUES : 0),
        .scene_size = scene_size,
        .last_step = steps,
        .dt = s->options.dt};
    h.row_words = TAC_PLAYBACK_ROW_HEAD + (uint64_t)TAC_PLAYBACK_POSE * h.n_body +
                  (uint64_t)TAC_PLAYBACK_FORCE * h.n_force + (uint64_t)h.n_value;
    uint64_t fits = MOST_BYTES / (h.row_words * sizeof(double));
    fits = fits < 2 ? 2 : fits;
    h.every = 1 + steps / (int64_t)fits;
    h.most_row = (uint64_t)(steps / h.every) + 1;
    h.value_at = up_64(sizeof h);
    h.scene_at = up_64(h.value_at + h.n_value * sizeof(tac_playback_value));
    h.miss_at = up_64(h.scene_at + scene_size);
    h.error_at = up_64(h.miss_at + TAC_PLAYBACK_MISSES * sizeof(int64_t));
    uint64_t errors = MOST_ERROR_BYTES / (h.row_words * sizeof(double));
    errors = errors < 2 ? 2 : errors > TAC_PLAYBACK_ERRORS ? TAC_PLAYBACK_ERRORS : errors;
    h.error_every = (int64_t)((h.most_row + errors - 1) / errors);
    h.most_error = (uint32_t)((h.most_row + (uint64_t)h.error_every - 1) / (uint64_t)h.error_every);
    h.row_at = up_64(h.error_at + h.most_error * error_words(&h) * sizeof(double));
    h.size = h.row_at + h.most_row * h.row_words * sizeof(double);
    return h;
}

static void name_values(tac_playback_header *h, const tac_simulation *s)
{
    tac_playback_value *value = (tac_playback_value *)(void *)((char *)h + h->value_at);
    uint32_t n = 0;
    for (int i = 0; i < s->file->desc.n_sensor; i++) {
        for (int k = 0; k < tac_sensor_width(s->model, i) && n < h->n_value; k++, n++) {
            const tac_sensor_column c = tac_sensor_column_of(s, i, k);
            snprintf(value[n].name, sizeof value[n].name, "%s%s%s", s->file->sensor_name[i],
                     *c.name ? "." : "", c.name);
            snprintf(value[n].unit, sizeof value[n].unit, "%s", c.unit);
        }
    }
}

// The name of a file without folder and ending, in letters that a request can hold.
static void name_of(const char *path, char *name, size_t size)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    const char *dot = strrchr(base, '.');
    int n = dot && dot > base ? (int)(dot - base) : (int)strlen(base);
    snprintf(name, size, "%.*s", n, base);
    for (char *c = name; *c; c++) {
        bool good = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                    (*c >= '0' && *c <= '9') || *c == '-' || *c == '_' || *c == '.';
        *c = good ? *c : '_';
    }
}

static bool map(tac_playback_file *p, const tac_playback_header *h, tac_diag *diag)
{
    p->descriptor = memfd_create("tactus-playback", 0);
    if (p->descriptor < 0 || ftruncate(p->descriptor, (off_t)h->size) != 0) {
        return tac_diag_say_errno(diag, errno, "no memory of %llu bytes for rows",
                                  (unsigned long long)h->size);
    }
    void *at =
        mmap(NULL, h->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, p->descriptor, 0);
    if (at == MAP_FAILED) {
        return tac_diag_say_errno(diag, errno, "no memory of %llu bytes for rows",
                                  (unsigned long long)h->size);
    }
    p->head = at;
    memcpy(at, h, sizeof *h);
    return true;
}

static bool open_scratch(tac_playback_scratch *w, const tac_simulation *s)
{
    w->sensor = calloc((size_t)tac_sensor_total(s->model) + 1, sizeof *w->sensor);
    if (!w->sensor || !tac_force_reader_open(&w->forces, &s->file->desc, s->model)) {
        return false;
    }
    w->left = calloc((size_t)w->forces.n_left + 1, sizeof *w->left);
    return w->left != NULL;
}

static void close_scratch(tac_playback_scratch *w)
{
    free(w->sensor);
    tac_force_reader_close(&w->forces);
    free(w->left);
}

bool tac_playback_open(tac_playback_file *p, const char *path, const tac_simulation *s,
                       int64_t steps, const tac_file_source *files, tac_diag *diag)
{
    *p = (tac_playback_file){.descriptor = -1};
    tac_scene *c = tac_scene_open(s, files, diag);
    if (!c) {
        return false;
    }
    tac_json_buffer scene = {0};
    bool good = tac_json_fill(&scene, tac_put_page_scene, c);
    int n_body = c->n_body;
    tac_scene_close(c);
    if (!good || !open_scratch(&p->run, s) || !open_scratch(&p->half, s) ||
        !tac_flexible_frames_open(&p->frames, s->file)) {
        free(scene.text);
        return tac_diag_say_memory(diag, "not enough memory for what is drawn");
    }
    tac_playback_header h = lay_out(s, steps, (size_t)scene.n, n_body, p->run.forces.n);
    name_of(path, h.name, sizeof h.name);
    snprintf(h.path, sizeof h.path, "%s", path);
    good = map(p, &h, diag);
    if (good) {
        name_values(p->head, s);
        memcpy((char *)p->head + h.scene_at, scene.text, (size_t)scene.n);
    }
    free(scene.text);
    return good;
}

void tac_playback_close(tac_playback_file *p)
{
    if (p->head) {
        munmap(p->head, p->head->size);
        close(p->descriptor);
    }
    close_scratch(&p->run);
    close_scratch(&p->half);
    tac_flexible_frames_close(&p->frames);
    *p = (tac_playback_file){.descriptor = -1};
}

// ---- rows ----------------------------------------------------------------------------------------

static bool begin(void *context, const tac_simulation *s, const tac_file_source *files,
                  tac_failure *why)
{
    (void)s, (void)files, (void)why;
    const tac_playback_file *p = context;
    atomic_store_explicit(&p->head->solver, (int32_t)getpid(), memory_order_relaxed);
    return true;
}

// A row behind its head: poses, forces, values.
static void fill(const tac_playback_file *p, tac_playback_scratch *w, const tac_simulation *s,
                 double *at)
{
    const tac_playback_header *h = p->head;
    const double *poses = at;
    at = tac_put_poses(&p->frames, &s->state, at);
    tac_force_reader_leave(&w->forces, &s->state, w->left);
    tac_force_reader_compute(&w->forces, poses, w->left, at);
    at += (size_t)h->n_force * TAC_PLAYBACK_FORCE;
    tac_sense(s->model, &s->state, &s->report, w->sensor);
    memcpy(at, w->sensor, h->n_value * sizeof *at);
}

static double *row_at(const tac_playback_header *h, uint64_t n)
{
    return (double *)(void *)((char *)h + h->row_at) + n * h->row_words;
}

static double *error_at(const tac_playback_header *h, uint64_t n)
{
    return (double *)(void *)((char *)h + h->error_at) + n * error_words(h);
}

static bool row(void *context, const tac_simulation *s, double t, tac_failure *why)
{
    tac_playback_file *p = context;
    tac_playback_header *h = p->head;
    uint64_t n = atomic_load_explicit(&h->n_row, memory_order_relaxed); // it is ours alone
    (void)t, (void)why; // a page shows the time of the simulation
    if (n == h->most_row) {
        return true; // steps that a log repeats, after a reset
    }
    double *at = row_at(h, n);
    const int64_t step = *s->state.step;
    p->largest = n == 0 || step > p->largest ? step : p->largest;
    memcpy(at + TAC_PLAYBACK_STEP, &step, sizeof step);
    memcpy(at + TAC_PLAYBACK_LARGEST, &p->largest, sizeof p->largest);
    at[TAC_PLAYBACK_TIME] = tac_simulation_time(s);
    fill(p, &p->run, s, at + TAC_PLAYBACK_ROW_HEAD);
    // release: with the number comes the row
    atomic_store_explicit(&h->n_row, n + 1, memory_order_release);
    return true;
}

static bool finish(void *context, tac_failure *why)
{
    (void)context, (void)why;
    return true;
}

void tac_playback_export(tac_playback_file *p, tac_export *e)
{
    e->every = p->head->every;
    tac_export_file(e, (tac_export_writer){begin, row, finish, p, NULL, NULL});
}

void tac_playback_half(void *context, const tac_simulation *half)
{
    tac_playback_file *p = context;
    tac_playback_header *h = p->head;
    const int64_t step = *half->state.step / 2, n = step / h->every;
    const uint64_t sample = (uint64_t)(n / h->error_every);
    if (step % h->every != 0 || n % h->error_every != 0 || sample >= h->most_error) {
        return;
    }
    if (h->n_error == 0) { // both begin with the same state
        memcpy(error_at(h, 0), row_at(h, 0) + TAC_PLAYBACK_ROW_HEAD,
               error_words(h) * sizeof(double));
    }
    fill(p, &p->half, half, error_at(h, sample));
    h->n_error = (uint32_t)sample + 1;
}

void tac_playback_measured(tac_playback_file *p, double by, bool in_doubt, const char *text)
{
    p->head->error_by = by;
    p->head->in_doubt = in_doubt;
    snprintf(p->head->error, sizeof p->head->error, "%s", text);
    // release: with it come the errors
    atomic_store_explicit(&p->head->measured, 1, memory_order_release);
}

void tac_playback_miss(tac_playback_file *p, int64_t step)
{
    tac_playback_header *h = p->head;
    uint64_t n = atomic_load_explicit(&h->n_miss, memory_order_relaxed);
    if (n < TAC_PLAYBACK_MISSES) {
        memcpy((char *)h + h->miss_at + n * sizeof step, &step, sizeof step);
        // release: with the number comes the miss
        atomic_store_explicit(&h->n_miss, n + 1, memory_order_release);
    }
}

void tac_playback_end(tac_playback_file *p, tac_playback_state state, int64_t diverged_step,
                      const char *why)
{
    p->head->diverged_step = diverged_step;
    snprintf(p->head->why, sizeof p->head->why, "%s", why);
    // release: with the state comes the rest
    atomic_store_explicit(&p->head->state, (uint32_t)state, memory_order_release);
}

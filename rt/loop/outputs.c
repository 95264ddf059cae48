#include "outputs.h"

#include <stdlib.h>
#include <string.h>

#include "io/slot.h"
#include "monitor/cycle.h"
#include "observe.h"
#include "system/fail.h"
#include "words.h"

enum {
    READ_ATTEMPTS = 100, // each fails only when three frames came while one was copied
    SLOTS = 4,
};

// Words of a frame: the step, then the values.
static size_t words_of(const tac_output_group *g)
{
    return (size_t)g->n_value + 1;
}

static _Atomic uint64_t *slot_of(const tac_output_group *g, uint64_t number)
{
    return g->slot + number % SLOTS * (words_of(g) + 1);
}

// ---- setup ---------------------------------------------------------------------------------------

static int find_sensor(const tac_simulation *s, const char *name)
{
    for (int i = 0; i < s->file->desc.n_sensor; i++) {
        if (strcmp(s->file->sensor_name[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static int first_value(const tac_simulation *s, int sensor)
{
    int first = 0;
    for (int i = 0; i < sensor; i++) {
        first += tac_sensor_width(s->model, i);
    }
    return first;
}

static int take_group(tac_output_group *g, int n_value)
{
    g->n_value = n_value;
    g->from = calloc((size_t)n_value + 1, sizeof *g->from);
    g->word = calloc(words_of(g), sizeof *g->word);
    g->slot = calloc(SLOTS * (words_of(g) + 1), sizeof *g->slot);
    return g->from && g->word && g->slot;
}

static int no_memory(tac_diag *diag)
{
    return tac_diag_say_memory(diag, "tactus: not enough memory for the outputs");
}

static int no_sensor(const tac_group_options *g, const char *name, const tac_simulation *s,
                     tac_diag *diag)
{
    int nearest = tac_nearest_index(name, s->file->sensor_name, s->file->desc.n_sensor);
    return tac_diag_say(diag, "%s has no sensor '%s', which group '%s' publishes%s%s%s", s->path,
                        name, g->name, nearest >= 0 ? "; did you mean '" : "",
                        nearest >= 0 ? s->file->sensor_name[nearest] : "",
                        nearest >= 0 ? "'?" : "");
}

static int open_group(tac_output_group *g, const tac_group_options *o, const tac_simulation *s,
                      tac_diag *diag)
{
    *g = (tac_output_group){.name = o->name, .divisor = o->divisor, .phase = o->phase};
    int n = 0;
    for (int i = 0; i < o->n_sensor; i++) {
        int sensor = find_sensor(s, o->sensor[i]);
        if (sensor < 0) {
            return no_sensor(o, o->sensor[i], s, diag);
        }
        n += tac_sensor_width(s->model, sensor);
    }
    if (!take_group(g, n)) {
        return no_memory(diag);
    }
    int k = 0;
    for (int i = 0; i < o->n_sensor; i++) {
        int sensor = find_sensor(s, o->sensor[i]);
        int first = first_value(s, sensor);
        for (int j = 0; j < tac_sensor_width(s->model, sensor); j++) {
            g->from[k++] = first + j;
        }
    }
    return 1;
}

static int open_all(tac_output_group *g, int n, tac_diag *diag)
{
    *g = (tac_output_group){.name = "all", .divisor = 1};
    if (!take_group(g, n)) {
        return no_memory(diag);
    }
    for (int k = 0; k < n; k++) {
        g->from[k] = k;
    }
    return 1;
}

int tac_outputs_open(tac_outputs *o, const tac_rig_file *rig, const tac_simulation *s,
                     tac_diag *diag)
{
    *o = (tac_outputs){0};
    int total = tac_sensor_total(s->model);
    int n_group = rig->n_group > 0 ? rig->n_group : 1;
    size_t size = (size_t)n_group * sizeof *o->group; // a multiple of the alignment of a group
    o->group = aligned_alloc(_Alignof(tac_output_group), size);
    o->all = calloc((size_t)total + 1, sizeof *o->all);
    if (!o->group || !o->all) {
        return no_memory(diag);
    }
    memset(o->group, 0, size);
    o->n_group = n_group;
    o->used = total > 0;
    int ok = rig->n_group > 0 || open_all(&o->group[0], total, diag);
    for (int i = 0; i < rig->n_group && ok; i++) {
        ok = open_group(&o->group[i], &rig->group[i], s, diag);
    }
    return ok;
}

void tac_outputs_close(tac_outputs *o)
{
    for (int i = 0; i < o->n_group; i++) {
        free(o->group[i].from);
        free(o->group[i].word);
        free((void *)o->group[i].slot);
    }
    free(o->group);
    free(o->all);
    *o = (tac_outputs){0};
}

// ---- writing -------------------------------------------------------------------------------------

static int due(const tac_output_group *g, int64_t cycle)
{
    return cycle >= g->phase && tac_cycle_is_due(cycle, g->divisor, g->phase);
}

static void write_frame(tac_output_group *g, const double *all, int64_t step)
{
    // relaxed: no other thread writes it
    uint64_t number = atomic_load_explicit(&g->newest, memory_order_relaxed) + 1;
    memcpy(&g->word[0], &step, sizeof step);
    for (int k = 0; k < g->n_value; k++) {
        memcpy(&g->word[1 + k], &all[g->from[k]], sizeof *all);
    }
    tac_slot_write(slot_of(g, number), number, g->word, words_of(g));
    // release: with the number comes the complete frame
    atomic_store_explicit(&g->newest, number, memory_order_release);
}

const double *tac_outputs_sense(tac_outputs *o, const tac_simulation *s)
{
    if (!o->sensed) {
        tac_sense(s->model, &s->state, &s->report, o->all);
        o->sensed = 1;
    }
    return o->all;
}

void tac_outputs_publish(tac_outputs *o, const tac_simulation *s, int64_t cycle)
{
    o->sensed = 0;
    for (int i = 0; i < o->n_group && o->used; i++) {
        if (due(&o->group[i], cycle)) {
            write_frame(&o->group[i], tac_outputs_sense(o, s), *s->state.step);
        }
    }
}

// ---- reading -------------------------------------------------------------------------------------

int tac_outputs_read(const tac_outputs *o, int group, uint64_t *frame)
{
    const tac_output_group *g = &o->group[group];
    for (int attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
        // acquire: the frame of that number is complete
        uint64_t number = atomic_load_explicit(&g->newest, memory_order_acquire);
        if (number > 0 && tac_slot_read(slot_of(g, number), number, frame, words_of(g))) {
            if (atomic_load_explicit(&o->safe, memory_order_acquire)) {
                memset(frame + 1, 0, (size_t)g->n_value * sizeof *frame);
            }
            return 1;
        }
    }
    return 0;
}

#include "view.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "io/slot.h"
#include "segment.h"
#include "system/fail.h"
#include "system/mapping_guard.h"
#include "system/ring_memory.h"

#define NS INT64_C(1000000000)
enum { HEAD = sizeof(tac_state_head) / TAC_WORD };

// ---- life ----------------------------------------------------------------------------------------

static uint32_t pose_words(const tac_exchange_options *o)
{
    return (uint32_t)o->n_body * TAC_POSE_WORDS;
}

// Of a slot, in both rings.
static uint32_t slot_bytes(const tac_exchange_options *o)
{
    uint32_t forces = (uint32_t)o->n_force * TAC_WRENCH_WORDS;
    uint32_t behind = (uint32_t)o->n_left > forces ? (uint32_t)o->n_left : forces;
    return tac_up_64(TAC_SLOT_HEAD + (pose_words(o) + behind) * TAC_WORD);
}

static uint64_t slots_at(const tac_exchange_options *o)
{
    return (sizeof(tac_view_header) + o->scene_size + 63) / 64 * 64;
}

uint64_t tac_view_size(const tac_exchange_options *o)
{
    if (o->n_body < 1 || o->n_body > TAC_MAX_VIEW_BODIES || o->scene_size > TAC_MAX_SCENE ||
        o->n_force > TAC_MAX_VIEW_FORCES) {
        return 0;
    }
    return slots_at(o) + TAC_SLOTS * (uint64_t)slot_bytes(o);
}

static int take_memory(tac_view *v, const tac_state_header *h, const tac_exchange_options *o)
{
    uint32_t slot = slot_bytes(o);
    v->stride = slot / TAC_WORD;
    v->words = HEAD + pose_words(o) + (size_t)o->n_left;
    v->shown_words = HEAD + pose_words(o) + (size_t)o->n_force * TAC_WRENCH_WORDS;
    v->n_body = o->n_body;
    v->n_force = o->n_force;
    v->forces = o->forces;
    v->context = o->context;
    v->every = (uint64_t)((NS / TAC_VIEW_RATE + h->period_ns - 1) / h->period_ns);
    v->every = v->every > 0 ? v->every : 1;
    v->ring = tac_ring_memory(TAC_SLOTS * (size_t)slot);
    v->frame = calloc(v->words, sizeof *v->frame);
    v->copy = calloc(v->words, sizeof *v->copy);
    v->shown = calloc(v->shown_words, sizeof *v->shown);
    return v->ring && v->frame && v->copy && v->shown;
}

static tac_view_header fill_header(const tac_state_header *h, const tac_exchange_options *o)
{
    return (tac_view_header){.magic = TAC_VIEW_MAGIC,
                             .byte_order = TAC_BYTE_ORDER_MARK,
                             .major = TAC_LAYOUT_MAJOR,
                             .minor = TAC_LAYOUT_MINOR,
                             .size = h->view_size,
                             .header_size = sizeof(tac_view_header),
                             .n_body = (uint32_t)o->n_body,
                             .n_slot = TAC_SLOTS,
                             .slot_size = slot_bytes(o),
                             .slot_offset = slots_at(o),
                             .scene_offset = sizeof(tac_view_header),
                             .scene_size = o->scene_size,
                             .generation = h->generation,
                             .n_force = (uint32_t)o->n_force};
}

int tac_view_open(tac_view *v, const tac_state_header *h, const tac_exchange_options *o,
                  tac_diag *diag)
{
    char name[TAC_SEGMENT_NAME];
    tac_new_segment made;
    *v = (tac_view){0};
    if (h->view_size == 0) {
        return 1;
    }
    if (!take_memory(v, h, o)) {
        return tac_diag_say_memory(diag, "not enough memory for the view of exchange '%s'",
                                   h->instance);
    }
    tac_view_segment_name(h->instance, name);
    v->segment = tac_segment_create(name, h->view_size, 0644, &made);
    if (!v->segment) {
        return tac_diag_say(diag, "%s: no %llu bytes of shared memory: %s", name,
                            (unsigned long long)h->view_size, strerror(errno));
    }
    close(made.file);
    v->segment_size = h->view_size;
    const tac_view_header head = fill_header(h, o);
    memcpy(v->segment, &head, sizeof head);
    memcpy((unsigned char *)v->segment + head.scene_offset, o->scene, o->scene_size);
    v->slots = (_Atomic uint64_t *)(void *)((unsigned char *)v->segment + head.slot_offset);
    return tac_shared_put(made.fresh, name + 1, diag);
}

void tac_view_unlink(const char *instance)
{
    char name[TAC_SEGMENT_NAME];
    tac_view_segment_name(instance, name);
    (void)shm_unlink(name);
}

void tac_view_close(tac_view *v, const char *instance)
{
    if (v->segment) {
        tac_view_unlink(instance);
        tac_guard_remove(v->segment);
        munmap(v->segment, v->segment_size);
    }
    free((void *)v->ring);
    free(v->frame);
    free(v->copy);
    free(v->shown);
    *v = (tac_view){0};
}

// ---- cycle thread --------------------------------------------------------------------------------

static _Atomic uint64_t *on_the_way(const tac_view *v, uint64_t number)
{
    return v->ring + number % TAC_SLOTS * v->stride;
}

double *tac_view_begin(tac_view *v, uint64_t frame, const tac_state_head *head)
{
    if (!v->segment || frame == v->last ||
        (v->last > 0 && frame - v->last < v->every && head->run_state == v->state)) {
        return NULL;
    }
    v->last = frame;
    v->state = head->run_state;
    memcpy(v->frame, head, sizeof *head);
    return (double *)(void *)(v->frame + HEAD);
}

void tac_view_put(tac_view *v)
{
    uint64_t number = ++v->number;
    tac_slot_write(on_the_way(v, number), number, v->frame, v->words);
    // release: with the number comes the view
    atomic_store_explicit(&v->put, number, memory_order_release);
}

// ---- helper --------------------------------------------------------------------------------------

static void show(tac_view *v)
{
    const size_t poses = HEAD + (size_t)v->n_body * TAC_POSE_WORDS;
    const double *pose = (const double *)(const void *)(v->copy + HEAD);
    memcpy(v->shown, v->copy, poses * sizeof *v->shown);
    if (v->n_force > 0) {
        v->forces(v->context, pose, (const double *)(const void *)(v->copy + poses),
                  (double *)(void *)(v->shown + poses));
    }
}

void tac_view_follow(tac_view *v)
{
    if (!v->segment) {
        return;
    }
    // acquire: with the number comes the view
    uint64_t number = atomic_load_explicit(&v->put, memory_order_acquire);
    if (number == v->taken ||
        !tac_slot_read(on_the_way(v, number), number, v->copy, v->words)) { // a newer one is coming
        return;
    }
    v->taken = number;
    show(v);
    tac_slot_write(v->slots + number % TAC_SLOTS * v->stride, number, v->shown, v->shown_words);
    // release: a reader that sees the number finds the view
    atomic_store_explicit(&v->segment->newest, number, memory_order_release);
}

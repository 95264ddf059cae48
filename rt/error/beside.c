#include "beside.h"

#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "system/clock.h"
#include "system/fail.h"

// Bytes of motion that lie between the run and the thread; steps of the largest models are few then.
enum { RING_BYTES = 1 << 21, LEAST_ROWS = 4, MOST_ROWS = 4096 };

static tac_motion *row_of(const tac_beside *b, int64_t step)
{
    return b->row + (step % b->n_row) * b->halving.n_body;
}

// Steps that are handed over together, so that neither side wakes for every one of them.
static int64_t batch(const tac_beside *b)
{
    return b->n_row / 4;
}

// ---- the thread ----------------------------------------------------------------------------------

// Waits for steps; how many there are, 0 at the end.
static int64_t await_steps(tac_beside *b)
{
    pthread_mutex_lock(&b->lock);
    while (b->put - b->taken < batch(b) && !b->over) {
        pthread_cond_wait(&b->more, &b->lock);
    }
    int64_t n = b->put - b->taken;
    pthread_mutex_unlock(&b->lock);
    return n < batch(b) ? n : batch(b);
}

static void *compare_all(void *argument)
{
    tac_beside *b = argument;
    for (int64_t n = await_steps(b), at = 0; n > 0; n = await_steps(b)) {
        for (int64_t k = 0; k < n; k++) {
            tac_halving_add(&b->halving, row_of(b, at++));
        }
        pthread_mutex_lock(&b->lock);
        b->taken += n;
        pthread_cond_signal(&b->room);
        pthread_mutex_unlock(&b->lock);
    }
    return NULL;
}

// ---- the run -------------------------------------------------------------------------------------

static bool take_ring(tac_beside *b, tac_diag *why)
{
    size_t row = (size_t)b->halving.n_body * sizeof *b->row;
    size_t n = row > 0 ? RING_BYTES / row : MOST_ROWS;
    b->n_row = (int)(n < LEAST_ROWS ? LEAST_ROWS : n > MOST_ROWS ? MOST_ROWS : n);
    b->row = malloc((size_t)b->n_row * row + 1);
    return b->row ||
           tac_diag_say_memory(why, "%s: not enough memory", TAC_SHOWN(b->halving.half.path));
}

bool tac_beside_begin(tac_beside *b, const tac_simulation *s, int64_t n_step, tac_diag *why)
{
    *b = (tac_beside){.open = true};
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->more, NULL);
    pthread_cond_init(&b->room, NULL);
    bool opened = tac_halving_open(&b->halving, s, n_step);
    if (!opened) {
        *why = b->halving.half.diag;
    }
    if (!opened || !take_ring(b, why)) {
        tac_beside_end(b);
        return false;
    }
    b->thread = (tac_thread){.name = "error", .core = -1, .run = compare_all, .argument = b};
    b->threaded = tac_thread_start(&b->thread, &(tac_diag){0});
    return true;
}

static void await_room(tac_beside *b)
{
    double begin = tac_now_s();
    while (b->n_row - (b->put - b->taken) < batch(b)) {
        pthread_cond_wait(&b->room, &b->lock);
    }
    b->waited += tac_now_s() - begin;
}

void tac_beside_add(tac_beside *b, const tac_simulation *s)
{
    if (!b->open) {
        return;
    }
    tac_motion_of(s, row_of(b, b->put)); // there is room: that of the last step was waited for
    if (!b->threaded) {
        double begin = tac_now_s();
        tac_halving_add(&b->halving, row_of(b, b->put++));
        b->waited += tac_now_s() - begin;
        return;
    }
    pthread_mutex_lock(&b->lock);
    b->put++;
    if (b->put % batch(b) == 0) {
        pthread_cond_signal(&b->more);
    }
    if (b->put - b->taken == b->n_row) {
        await_room(b);
    }
    pthread_mutex_unlock(&b->lock);
}

void tac_beside_wait(tac_beside *b)
{
    if (b->open && b->threaded) {
        double begin = tac_now_s();
        pthread_mutex_lock(&b->lock);
        b->over = true;
        pthread_cond_signal(&b->more);
        pthread_mutex_unlock(&b->lock);
        pthread_join(b->thread.id, NULL);
        b->threaded = false;
        b->waited += tac_now_s() - begin;
    }
}

void tac_beside_end(tac_beside *b)
{
    if (!b->open) {
        return;
    }
    tac_beside_wait(b);
    tac_halving_close(&b->halving);
    free(b->row);
    pthread_mutex_destroy(&b->lock);
    pthread_cond_destroy(&b->more);
    pthread_cond_destroy(&b->room);
    *b = (tac_beside){.open = false};
}

#include "message.h"

#include <libwebsockets.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/layout.h"

tac_message *tac_message_new(size_t size)
{
    tac_message *m = calloc(1, sizeof *m);
    unsigned char *room = m ? calloc(1, LWS_PRE + size) : NULL;
    if (!room) {
        free(m);
        return NULL;
    }
    *m = (tac_message){
        .users = 1, .is_binary = true, .size = size, .room = room, .bytes = room + LWS_PRE};
    return m;
}

tac_message *tac_message_behind(const void *head, size_t n,
                                void (*write)(tac_json *j, void *context), void *context)
{
    tac_json_buffer b = {0};
    tac_message *m = NULL;
    if (tac_json_fill(&b, write, context)) {
        m = tac_message_new(n + (size_t)b.n);
    }
    if (m) {
        memcpy(m->bytes, head, n);
        memcpy(m->bytes + n, b.text, (size_t)b.n);
        m->is_binary = n > 0;
    }
    free(b.text);
    return m;
}

tac_message *tac_message_json(void (*write)(tac_json *j, void *context), void *context)
{
    return tac_message_behind("", 0, write, context);
}

tac_message *tac_message_share(tac_message *m)
{
    if (m) {
        m->users++;
    }
    return m;
}

void tac_message_drop(tac_message *m)
{
    if (m && --m->users == 0) {
        free(m->room);
        free(m);
    }
}

// ---- frames --------------------------------------------------------------------------------------

_Static_assert(sizeof(tac_frame_head) == 64, "as docs/views.md says");

static size_t place_words(uint32_t n_pose, uint32_t n_force)
{
    return (size_t)n_pose * TAC_POSE_WORDS + (size_t)n_force * TAC_WRENCH_WORDS;
}

size_t tac_frame_size(uint32_t n_pose, uint32_t n_force, uint32_t n_value)
{
    return sizeof(tac_frame_head) +
           (place_words(n_pose, n_force) + (size_t)n_value * 3) * sizeof(double);
}

double *tac_frame_poses(tac_message *m)
{
    return (double *)(void *)(m->bytes + sizeof(tac_frame_head));
}

double *tac_frame_values(tac_message *m, int row)
{
    const tac_frame_head *h = (const tac_frame_head *)(const void *)m->bytes;
    return tac_frame_poses(m) + place_words(h->n_pose, h->n_force) + (size_t)row * h->n_value;
}

static tac_message *copy(const tac_message *m)
{
    tac_message *c = tac_message_new(m->size);
    if (c) {
        memcpy(c->bytes, m->bytes, m->size);
    }
    return c;
}

tac_message *tac_frame_merge(tac_message *older, tac_message *newer)
{
    const tac_frame_head *o = (const tac_frame_head *)(const void *)older->bytes;
    const tac_frame_head *n = (const tac_frame_head *)(const void *)newer->bytes;
    tac_message *m = older->size == newer->size && o->source == n->source &&
                             o->n_value == n->n_value && o->n_pose == n->n_pose &&
                             o->n_force == n->n_force
                         ? copy(newer)
                         : NULL;
    if (m) {
        double *least = tac_frame_values(m, 1), *most = tac_frame_values(m, 2);
        const double *was_least = tac_frame_values(older, 1),
                     *was_most = tac_frame_values(older, 2);
        for (uint32_t k = 0; k < n->n_value; k++) {
            least[k] = fmin(least[k], was_least[k]);
            most[k] = fmax(most[k], was_most[k]);
        }
        ((tac_frame_head *)(void *)m->bytes)->merged += o->merged;
        tac_message_drop(newer);
    }
    tac_message_drop(older);
    return m ? m : newer;
}

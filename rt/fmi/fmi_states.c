#include "fmi_states.h"

#include <stdlib.h>
#include <string.h>

#include "held.h"
#include "library/identity.h"

#define MAGIC 0x3145544154534d46u // "FMSTATE1" where the low byte comes first

// In front of the bytes of the instance.
typedef struct state_head {
    uint64_t magic, size, checksum; // of all that follows, the checksum as 0
    uint64_t state;
    uint64_t is_set_up, has_stop, dirty;
    double stop;
} state_head;

static size_t whole_size(const tac_fmi_component *c)
{
    return sizeof(state_head) + c->size;
}

static uint64_t checksum_of(const void *bytes, size_t size)
{
    state_head head;
    memcpy(&head, bytes, sizeof head);
    head.checksum = 0;
    uint64_t sum = tac_library_hash(0, &head, sizeof head);
    return tac_library_hash(sum, (const char *)bytes + sizeof head, size - sizeof head);
}

// Whether bytes are a state of this component's model, whole and unchanged.
static bool is_good(const tac_fmi_component *c, const void *bytes, size_t size)
{
    state_head head;
    if (!bytes || size != whole_size(c)) {
        return false;
    }
    memcpy(&head, bytes, sizeof head);
    return head.magic == MAGIC && head.size == size && head.checksum == checksum_of(bytes, size);
}

static tac_fmi_status refuse_bytes(tac_fmi_component *c)
{
    return tac_fmi_refuse(c, "these bytes are no state of this FMU, or they are damaged");
}

tac_fmi_status tac_fmi_take_state(tac_fmi_component *c, void **state)
{
    char *bytes = *state ? *state : malloc(whole_size(c));
    if (!bytes) {
        return tac_fmi_refuse(c, "not enough memory for a state");
    }
    state_head head = {.magic = MAGIC,
                       .size = whole_size(c),
                       .state = (uint64_t)c->state,
                       .is_set_up = c->is_set_up,
                       .has_stop = c->has_stop,
                       .dirty = c->dirty,
                       .stop = c->has_stop ? c->stop : 0.0};
    memcpy(bytes, &head, sizeof head);
    (void)tactus_save(c->instance, bytes + sizeof head, c->size);
    head.checksum = checksum_of(bytes, whole_size(c));
    memcpy(bytes, &head, sizeof head);
    *state = bytes;
    return TAC_FMI_OK;
}

tac_fmi_status tac_fmi_put_state(tac_fmi_component *c, const void *state)
{
    state_head head;
    if (!is_good(c, state, whole_size(c))) {
        return refuse_bytes(c);
    }
    memcpy(&head, state, sizeof head);
    if (tactus_restore(c->instance, (const char *)state + sizeof head, c->size) != TACTUS_OK) {
        return tac_fmi_refuse(c, "%s", tactus_text(c->instance));
    }
    c->state = (tac_fmi_state)head.state;
    c->is_set_up = head.is_set_up != 0;
    c->has_stop = head.has_stop != 0;
    c->dirty = head.dirty != 0;
    c->stop = head.stop;
    return TAC_FMI_OK;
}

void tac_fmi_free_state(void **state)
{
    if (state) {
        free(*state);
        *state = NULL;
    }
}

tac_fmi_status tac_fmi_state_size(tac_fmi_component *c, const void *state, size_t *size)
{
    *size = whole_size(c);
    return state ? TAC_FMI_OK : tac_fmi_refuse(c, "no state is given");
}

tac_fmi_status tac_fmi_pack_state(tac_fmi_component *c, const void *state, void *bytes, size_t size)
{
    if (!state || size < whole_size(c)) {
        return tac_fmi_refuse(c,
                              state ? "a serialized state needs %zu bytes, not %zu"
                                    : "no state is given to be put into %zu of %zu bytes",
                              whole_size(c), size);
    }
    memcpy(bytes, state, whole_size(c));
    return TAC_FMI_OK;
}

tac_fmi_status tac_fmi_unpack_state(tac_fmi_component *c, const void *bytes, size_t size,
                                    void **state)
{
    if (!is_good(c, bytes, size)) {
        return refuse_bytes(c);
    }
    char *copy = malloc(size);
    if (!copy) {
        return tac_fmi_refuse(c, "not enough memory for a state");
    }
    memcpy(copy, bytes, size);
    *state = copy;
    return TAC_FMI_OK;
}

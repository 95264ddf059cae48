// States as bytes: a header, what the instance carries, the state of the kernel, all values.
#include <stddef.h>
#include <string.h>

#include "caller.h"
#include "identity.h"
#include "instance.h"

#define MAGIC 0x3145544154534354u // "TCSTATE1" where the low byte comes first

// Of numbers alone, with padding that is zero.
typedef struct saved_head {
    uint64_t magic, size, model, checksum; // of all bytes, this one as 0
    int64_t started, tuned, energy_rule;
    double first_energy, most_kinetic;
    tac_report report;
    tac_doubts doubts;
} saved_head;

static size_t values_size(const tactus_model *m)
{
    size_t n = 0;
    for (int kind = 0; kind < TACTUS_KINDS; kind++) {
        n += (size_t)m->values.n[kind] * sizeof(double);
    }
    return n;
}

size_t tactus_state_size(const tactus_model *m)
{
    return sizeof(saved_head) + m->base.state.size + values_size(m);
}

// Bytes are in order: head, state of the kernel, values of each kind.
static uint64_t checksum_of(saved_head head, const char *bytes, size_t size)
{
    head.checksum = 0;
    uint64_t sum = tac_library_hash(0, &head, sizeof head);
    return tac_library_hash(sum, bytes + sizeof head, size - sizeof head);
}

int tactus_save(tactus *t, void *bytes, size_t size)
{
    const tactus_model *m = t->model;
    char *at = bytes;
    saved_head head;
    t->text[0] = '\0';
    if (size < tactus_state_size(m)) {
        return tac_instance_say(t, TACTUS_WRONG,
                                "a state needs as many bytes as tactus_state_size says");
    }
    memset(&head, 0, sizeof head);
    head.magic = MAGIC;
    head.size = tactus_state_size(m);
    head.model = m->hash;
    head.started = t->started;
    head.tuned = t->tuned;
    head.energy_rule = (int64_t)t->sim.energy.rule;
    head.first_energy = t->sim.first_energy;
    head.most_kinetic = t->sim.most_kinetic;
    memcpy(&head.report, &t->sim.report, sizeof head.report);
    memcpy(&head.doubts, &t->doubts, sizeof head.doubts);
    tac_doubts_go_on(&head.doubts);
    at += sizeof head;
    memcpy(at, t->sim.state.data, t->sim.state.size);
    at += t->sim.state.size;
    for (int kind = 0; kind < TACTUS_KINDS; kind++) {
        size_t n = (size_t)m->values.n[kind] * sizeof(double);
        memcpy(at, t->value[kind], n);
        at += n;
    }
    head.checksum = checksum_of(head, bytes, head.size);
    memcpy(bytes, &head, sizeof head);
    return TACTUS_OK;
}

// What is wrong with bytes; NULL: nothing.
static const char *find_wrong(const tactus_model *m, const saved_head *head, const char *bytes,
                              size_t size)
{
    size_t whole = tactus_state_size(m);
    if (head->magic != MAGIC) {
        return "these bytes are no state of this version of libtactus";
    }
    if (head->model != m->hash || head->size != whole) {
        return "the state is that of another model, or of this one with other files, parameters "
               "or solver";
    }
    return size < whole || checksum_of(*head, bytes, whole) != head->checksum
               ? "the state is damaged: its checksum or its length is wrong"
               : NULL;
}

static void take_values(tactus *t, const char *at)
{
    for (int kind = 0; kind < TACTUS_KINDS; kind++) {
        const tactus_model *m = t->model;
        for (int i = 0; i < m->values.n[kind]; i++, at += sizeof(double)) {
            double x;
            memcpy(&x, at, sizeof x);
            tac_instance_put(t, kind, i, x);
        }
    }
}

static void take_state(tactus *t, const saved_head *head, const char *bytes)
{
    tac_simulation *s = &t->sim;
    memcpy(s->state.data, bytes + sizeof *head, s->state.size);
    take_values(t, bytes + sizeof *head + s->state.size);
    t->started = head->started != 0;
    t->tuned = head->tuned != 0;
    s->energy.rule = (tac_energy_rule)head->energy_rule;
    s->first_energy = head->first_energy;
    s->most_kinetic = head->most_kinetic;
    s->report = head->report;
    t->doubts = head->doubts;
}

int tactus_restore(tactus *t, const void *bytes, size_t size)
{
    saved_head head = {0};
    t->text[0] = '\0';
    if (size >= sizeof head) {
        memcpy(&head, bytes, sizeof head);
    }
    const char *wrong = find_wrong(t->model, &head, bytes, size);
    if (wrong) {
        return tac_instance_say(t, TACTUS_WRONG, wrong);
    }
    tac_text_mode was = tac_enter_library();
    take_state(t, &head, bytes);
    tac_leave_library(was);
    return TACTUS_OK;
}

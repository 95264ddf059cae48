// fuzz: seeds=config/bridges
// libFuzzer target: any bytes as a bridge file. Nothing may crash or leak, a refusal is exactly one
// line, and what is accepted keeps the promises of packet.h and bridge_file.h.
// Seeds: config/bridges and tests/config/malformed_bridges.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bridge_file/bridge_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int is_sound_text(const tac_packet_layout *l)
{
    int values = 0;
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        int is_number = f->kind == TAC_FIELD_SIGNAL || f->kind == TAC_FIELD_COUNTER ||
                        f->kind == TAC_FIELD_FRAME;
        if (is_number && (!f->print || f->print[0] != '%' || !f->text || !f->behind)) {
            return 0;
        }
        values += f->kind == TAC_FIELD_SIGNAL ? tac_field_values(f) : 0;
    }
    return values == l->n_value && values > 0 && l->separator[0] != '\0' && l->end &&
           (!l->counter || l->counter_step > 0);
}

static int is_sound_bit(const tac_packet_layout *l, int i)
{
    const tac_packet_field *f = &l->field[i];
    while (l->field[i].mask != 0) { // back to the number that it is a bit of
        i--;
    }
    return l->field[i].kind == TAC_FIELD_BITS && l->field[i].at == f->at &&
           l->field[i].size == f->size && (f->mask & ~(UINT64_MAX >> (64 - 8 * f->size))) == 0;
}

static int is_sound_layout(const tac_packet_layout *l)
{
    if (l->is_text) {
        return is_sound_text(l);
    }
    int at = 0, values = 0;
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        if (f->mask != 0) {
            if (!is_sound_bit(l, i) || f->value != values++) {
                return 0;
            }
            continue;
        }
        if (f->at != at || f->size < 1) {
            return 0;
        }
        at += f->size;
        if (f->kind == TAC_FIELD_SIGNAL) {
            if (f->value != values ||
                f->size != tac_field_values(f) * tac_wire_types[f->type].size ||
                !(f->minimum <= f->maximum)) {
                return 0;
            }
            values += tac_field_values(f);
        }
    }
    return at == l->size && at <= TAC_PACKET_MOST && values == l->n_value && values > 0 &&
           (!l->counter || l->counter_step > 0) &&
           (!l->checksum || (l->from >= 0 && l->from < l->to && l->to <= l->size));
}

static int is_sound_send(const tac_bridge_flow *f)
{
    const tac_bridge_json *j = &f->send.json;
    int good = f->peer.port > 0 && f->send.every >= 1 && f->send.max_age_ns > 0;
    for (int i = 0; i < j->n_field && good; i++) {
        good = j->field[i].signal[0] != '\0' && j->field[i].over > 0.0;
    }
    return good && (j->enabled || is_sound_layout(&f->send.packet));
}

static int keeps_promises(const tac_bridge_file *b)
{
    int good = b->name[0] != '\0' && b->instance[0] != '\0' && b->n_flow >= 1 &&
               b->n_flow <= TAC_BRIDGE_MOST_FLOWS;
    for (int i = 0; i < b->n_flow && good; i++) {
        const tac_bridge_flow *f = &b->flow[i];
        good = (f->send.enabled || f->receive.enabled) && (!f->send.enabled || is_sound_send(f)) &&
               (!f->receive.enabled || (f->local.port > 0 && f->receive.timeout_ns > 0 &&
                                        is_sound_layout(&f->receive.packet)));
    }
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tac_limits limits = {
        .memory = (size_t)64 << 20, .items = 2000, .work = 1 << 28, .reads_files = 0};
    tac_diag diag;
    tac_bridge_file *f =
        tac_bridge_file_read_text("fuzz.yaml", (const char *)data, size, &limits, &diag);
    if ((!f) != (diag.text[0] != '\0') || strchr(diag.text, '\n') ||
        (!f && strncmp(diag.text, "fuzz.yaml:", 10) != 0) || (f && !keeps_promises(f))) {
        abort();
    }
    tac_bridge_file_free(f);
    return 0;
}

// Bridge files: what is left out has its default; addresses, sizes and places of fields.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bridge_file/bridge_text.h"

static tac_bridge_file *bridge_of(const char *text)
{
    tac_diag diag;
    tac_bridge_file *f =
        tac_bridge_file_read_text("bridge.yaml", text, strlen(text), &tac_default_limits, &diag);
    cr_assert_not_null(f, "%s", diag.text);
    return f;
}

#define HEAD "name: b\ninstance: i\nflows:\n"

Test(bridge_file, defaults)
{
    tac_bridge_file *f = bridge_of(HEAD "- {name: f, local: 5001, peer: 'host:5000',\n"
                                        "   send: {packet: [{signal: a, type: f32}]},\n"
                                        "   receive: {timeout: 1 s, packet: [{signal: c, type: "
                                        "i16}]}}\n");
    const tac_bridge_flow *flow = &f->flow[0];
    cr_expect_str_eq(f->name, "b");
    cr_expect_str_eq(f->instance, "i");
    cr_expect_eq(f->n_flow, 1);
    cr_expect_str_eq(flow->local.host, "");
    cr_expect_eq(flow->local.port, 5001);
    cr_expect_str_eq(flow->peer.host, "host");
    cr_expect_eq(flow->dscp, 0);
    cr_expect_eq(flow->send.period_ns, 0);
    cr_expect_eq(flow->send.every, 1);
    cr_expect_eq(flow->send.max_age_ns, 100000000);
    cr_expect_eq(flow->receive.timeout_ns, 1000000000);
    cr_expect_str_eq(flow->receive.from.host, "host");
    cr_expect_eq(flow->receive.from.port, 5000);
    cr_expect_eq(flow->receive.from_anybody, 0);
    const tac_packet_field *out = &flow->send.packet.field[0], *in = flow->receive.packet.field;
    cr_expect(out->is_big == 0 && out->scale == 1.0 && out->offset == 0.0 && out->rejects == 0);
    cr_expect(out->maximum == tac_wire_types[TAC_WIRE_F32].maximum);
    cr_expect(isinf(in->minimum) && isinf(in->maximum));
    cr_expect_str_eq(in->unit, "");
    cr_expect_eq(in->count, 0);
    cr_expect_null(flow->send.packet.counter);
    cr_expect_null(flow->send.packet.checksum);
    tac_bridge_file_free(f);
}

Test(bridge_file, addresses)
{
    tac_bridge_file *f =
        bridge_of(HEAD "- {name: f, local: '[::]:7', peer: '[fe80::1%eth0]:5000',\n"
                       "   receive: {from: '[fe80::1%eth0]', timeout: 1 s,\n"
                       "             packet: [{signal: c, type: u8}]}}\n"
                       "- {name: g, local: ':8',\n"
                       "   receive: {from: any, timeout: 1 s,\n"
                       "             packet: [{signal: d, type: u8}]}}\n");
    cr_expect_str_eq(f->flow[0].local.host, "::");
    cr_expect_eq(f->flow[0].local.port, 7);
    cr_expect_str_eq(f->flow[0].peer.host, "fe80::1%eth0");
    cr_expect_eq(f->flow[0].peer.port, 5000);
    cr_expect_str_eq(f->flow[0].receive.from.host, "fe80::1%eth0");
    cr_expect_eq(f->flow[0].receive.from.port, 0);
    cr_expect_str_eq(f->flow[1].local.host, "");
    cr_expect_eq(f->flow[1].local.port, 8);
    cr_expect_eq(f->flow[1].receive.from_anybody, 1);
    tac_bridge_file_free(f);
}

Test(bridge_file, fields_stand_one_behind_the_other)
{
    tac_bridge_file *f =
        bridge_of(HEAD "- name: f\n"
                       "  peer: 10.0.0.2:5000\n"
                       "  send:\n"
                       "    every: 5\n"
                       "    endian: big\n"
                       "    packet:\n"
                       "    - {constant: 0XFF, type: i8}\n"
                       "    - {padding: 3}\n"
                       "    - {signal: a, count: 3, first: 2, type: i16, unit: mm, min: -5}\n"
                       "    - {counter: 2, type: u8, modulo: 16}\n"
                       "    - {signal: b, type: f64, endian: little, outside: reject}\n"
                       "    - {checksum: crc16-modbus, from: 4, to: end}\n");
    const tac_packet_layout *l = &f->flow[0].send.packet;
    static const int at[] = {0, 1, 4, 10, 11, 19};
    cr_assert_eq(l->n_field, 6);
    for (int i = 0; i < 6; i++) {
        cr_expect_eq(l->field[i].at, at[i]);
    }
    cr_expect_eq(l->size, 21);
    cr_expect_eq(l->n_value, 4);
    cr_expect_eq(l->field[0].bits, 0xff);
    cr_expect(l->field[2].first == 2 && l->field[2].count == 3 && l->field[2].value == 0);
    cr_expect(l->field[2].minimum == -5.0 && l->field[2].maximum == 32767.0);
    cr_expect(l->field[2].times / l->field[2].over == 1e-3);
    cr_expect(l->field[4].value == 3 && l->field[4].rejects && !l->field[4].is_big);
    cr_expect(l->field[2].is_big);
    cr_expect_eq(l->counter, &l->field[3]);
    cr_expect(l->counter_step == 2 && l->counter_modulo == 16);
    cr_expect(l->method == TAC_CRC16_MODBUS && l->from == 4 && l->to == 21);
    cr_expect_eq(l->checksum->line, 15);
    tac_bridge_file_free(f);
}

Test(bridge_file, shipped_bridges_read)
{
    static const char *const path[] = {"config/bridges/car.yaml",
                                       "config/bridges/platform_link.yaml"};
    tac_diag diag;
    for (int i = 0; i < 2; i++) {
        char full[512];
        (void)snprintf(full, sizeof full, "%s/%s", TAC_SOURCE_DIR, path[i]);
        tac_bridge_file *f = tac_bridge_file_read(full, &diag);
        cr_expect_not_null(f, "%s", diag.text);
        tac_bridge_file_free(f);
    }
}

#include "bridge_report.h"

#include <inttypes.h>
#include <stdio.h>

#include "bridge.h"
#include "printable.h"
#include "system/clock.h"

static double passed(const tac_bridge *b)
{
    return (double)(tac_now_ns() - b->begin) * 1e-9;
}

// ---- counters ------------------------------------------------------------------------------------

static void print_count(FILE *out, const char *name, uint64_t n)
{
    fprintf(out, "    %-16s %" PRIu64 "\n", name, n);
}

static void print_size(const tac_packet_layout *l, FILE *out)
{
    if (l->is_text) {
        fputs("text", out);
    } else {
        fprintf(out, "%d bytes", l->size);
    }
}

static void print_flow(const tac_flow *f, FILE *out)
{
    const tac_bridge_flow *is = f->is;
    char text[TAC_UDP_TEXT] = "anybody";
    if (is->send.enabled) {
        tac_udp_text(&f->udp.peer, text);
        fprintf(out, "  %s, ", TAC_SHOWN(is->name));
        if (is->send.json.enabled) {
            fprintf(out, "JSON to %s\n", text);
        } else {
            print_size(&is->send.packet, out);
            fprintf(out, " to %s\n", text);
        }
        for (int i = TAC_SENT; i < TAC_RECEIVED; i++) {
            print_count(out, tac_flow_count_name[i], f->count[i]);
        }
        print_count(out, "failed", f->udp.failed);
        print_count(out, "unreachable", f->udp.unreachable);
    }
    if (is->receive.enabled) {
        if (!is->receive.from_anybody) {
            tac_udp_text(&f->udp.from.name, text);
        }
        fprintf(out, "  %s, ", TAC_SHOWN(is->name));
        print_size(&is->receive.packet, out);
        fprintf(out, " from %s\n", is->receive.from_anybody ? "anybody" : text);
        for (int i = TAC_RECEIVED; i < TAC_FLOW_COUNTS; i++) {
            print_count(out, tac_flow_count_name[i], f->count[i]);
        }
        print_count(out, "gaps", f->sequence.gaps);
        print_count(out, "missing", f->sequence.missing);
    }
}

void tac_bridge_report(const tac_bridge *b, FILE *out)
{
    const tac_io_account *a = &b->link.account;
    fprintf(out, "bridge %s, %.3f s\n  instance %s\n", TAC_SHOWN(b->file->name), passed(b),
            TAC_SHOWN(b->file->instance));
    print_count(out, "attached", b->link.attached);
    print_count(out, "lost", b->link.lost);
    if (b->link.mode == TAC_IO_COMMAND) {
        print_count(out, "frames applied", a->applied);
        print_count(out, "frames rejected", a->rejected);
        print_count(out, "values limited", a->limited);
    }
    for (int i = 0; i < b->n_flow; i++) {
        print_flow(&b->flow[i], out);
    }
    fflush(out);
}

// "12 s legs: sent 6000, received 5990 applied 5990 missing 2 wrong 0"
void tac_bridge_print_line(const tac_bridge *b, FILE *out)
{
    fprintf(out, "%.0f s, %s\n", passed(b), b->link.io ? "attached" : "waiting");
    for (int i = 0; i < b->n_flow; i++) {
        const tac_flow *f = &b->flow[i];
        uint64_t wrong = 0;
        for (int k = TAC_WRONG_SENDER; k <= TAC_WRONG_VALUE; k++) {
            wrong += f->count[k];
        }
        fprintf(out, "  %s:", TAC_SHOWN(f->is->name));
        if (f->is->send.enabled) {
            fprintf(out, " sent %" PRIu64 ", failed %" PRIu64 ", unreachable %" PRIu64,
                    f->count[TAC_SENT], f->udp.failed, f->udp.unreachable);
        }
        if (f->is->receive.enabled) {
            fprintf(out,
                    "%s received %" PRIu64 ", applied %" PRIu64 ", missing %" PRIu64
                    ", wrong %" PRIu64 "%s",
                    f->is->send.enabled ? ";" : "", f->count[TAC_RECEIVED], f->count[TAC_APPLIED],
                    f->sequence.missing, wrong, f->is_fresh ? "" : ", silent");
        }
        fputc('\n', out);
    }
    fflush(out);
}

// ---- layouts -------------------------------------------------------------------------------------

static void describe_field(const tac_packet_layout *l, const tac_packet_field *f, FILE *out)
{
    switch (f->kind) {
    case TAC_FIELD_SIGNAL:
        fprintf(out, "%s", TAC_SHOWN(f->signal));
        if (f->count > 1) {
            fprintf(out, "[%d..%d]", f->first, f->first + f->count - 1);
        } else if (f->count == 1) {
            fprintf(out, "[%d]", f->first);
        }
        if (f->mask != 0) {
            fprintf(out, ", bit 0x%" PRIx64, f->mask);
            break;
        }
        fprintf(out, "%s%s, times %.9g plus %.9g", f->unit[0] != '\0' ? " in " : "",
                TAC_SHOWN(f->unit), f->scale, f->offset);
        break;
    case TAC_FIELD_CONSTANT:
        fprintf(out, "constant 0x%0*" PRIx64, 2 * f->size, f->bits);
        break;
    case TAC_FIELD_PADDING:
        fputs("padding", out);
        break;
    case TAC_FIELD_COUNTER:
        fprintf(out, "counter, step %" PRIu64, l->counter_step);
        break;
    case TAC_FIELD_FRAME:
        fprintf(out, "frame's %s", tac_frame_parts[f->part]);
        break;
    case TAC_FIELD_BITS:
        fprintf(out, "single bits, constant ones 0x%0*" PRIx64, 2 * f->size, f->bits);
        break;
    case TAC_FIELD_TEXT:
        fprintf(out, "text '%s'", TAC_SHOWN(f->text));
        break;
    case TAC_FIELD_SKIP:
        fputs("left out", out);
        break;
    case TAC_FIELD_CHECKSUM:
        fprintf(out, "%s of bytes %d to %d", tac_checksums[l->method].name, l->from, l->to - 1);
        break;
    }
    fputc('\n', out);
}

// A packet of text, a line per field.
static void print_text_layout(const char *flow, const char *what, const tac_packet_layout *l,
                              FILE *out)
{
    fprintf(out, "%s %s text\n", TAC_SHOWN(flow), what);
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        if (f->print) {
            fprintf(out, "  %s%s%s  ", TAC_SHOWN(f->text), f->print, TAC_SHOWN(f->behind));
        } else {
            fputs("  ", out);
        }
        describe_field(l, f, out);
    }
}

static void print_layout(const char *flow, const char *what, const tac_packet_layout *l, FILE *out)
{
    if (l->is_text) {
        print_text_layout(flow, what, l, out);
        return;
    }
    fprintf(out, "%s %s, %d bytes\n", TAC_SHOWN(flow), what, l->size);
    for (int i = 0; i < l->n_field; i++) {
        const tac_packet_field *f = &l->field[i];
        int is_bytes = f->kind == TAC_FIELD_PADDING || f->kind == TAC_FIELD_TEXT;
        fprintf(out, "  %4d %4d  %-4s %-6s  ", f->at, f->size,
                is_bytes ? "" : tac_wire_types[f->type].name,
                is_bytes || tac_wire_types[f->type].size == 1 ? ""
                : f->is_big                                   ? "big"
                                                              : "little");
        describe_field(l, f, out);
    }
}

static void print_signals(const char *flow, const tac_bridge_json *j, FILE *out)
{
    fprintf(out, "%s sends JSON, %s\n", TAC_SHOWN(flow),
            j->n_field == 0 ? "all signals" : "signals");
    for (int i = 0; i < j->n_field; i++) {
        const tac_packet_field *f = &j->field[i];
        fprintf(out, "  %s%s%s\n", TAC_SHOWN(f->signal), f->unit[0] != '\0' ? " in " : "",
                TAC_SHOWN(f->unit));
    }
}

void tac_bridge_print_layouts(const tac_bridge_file *file, FILE *out)
{
    for (int i = 0; i < file->n_flow; i++) {
        const tac_bridge_flow *f = &file->flow[i];
        if (f->send.json.enabled) {
            print_signals(f->name, &f->send.json, out);
        } else if (f->send.enabled) {
            print_layout(f->name, "sends", &f->send.packet, out);
        }
        if (f->receive.enabled) {
            print_layout(f->name, "receives", &f->receive.packet, out);
        }
    }
}

// The layout as text against layout.txt: a change there is a new version of the layout.
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "io/check.h"
#include "io/layout.h"

#define FIELD(type, field)                                                        \
    fprintf(out, "%-20s %-14s %4zu %4zu\n", #type, #field, offsetof(type, field), \
            sizeof(((type *)0)->field))

static void state_header(FILE *out)
{
    fprintf(out, "tac_state_header %zu\n", sizeof(tac_state_header));
    FIELD(tac_state_header, magic);
    FIELD(tac_state_header, byte_order);
    FIELD(tac_state_header, major);
    FIELD(tac_state_header, minor);
    FIELD(tac_state_header, size);
    FIELD(tac_state_header, header_size);
    FIELD(tac_state_header, n_signal);
    FIELD(tac_state_header, signal_size);
    FIELD(tac_state_header, signal_offset);
    FIELD(tac_state_header, n_client);
    FIELD(tac_state_header, client_size);
    FIELD(tac_state_header, client_offset);
    FIELD(tac_state_header, n_slot);
    FIELD(tac_state_header, slot_size);
    FIELD(tac_state_header, slot_offset);
    FIELD(tac_state_header, n_event);
    FIELD(tac_state_header, event_size);
    FIELD(tac_state_header, event_offset);
    FIELD(tac_state_header, state_size);
    FIELD(tac_state_header, command_size);
    FIELD(tac_state_header, mask_size);
    FIELD(tac_state_header, command_segment);
    FIELD(tac_state_header, hash);
    FIELD(tac_state_header, generation);
    FIELD(tac_state_header, pid);
    FIELD(tac_state_header, start);
    FIELD(tac_state_header, dt);
    FIELD(tac_state_header, period_ns);
    FIELD(tac_state_header, instance);
    FIELD(tac_state_header, newest);
    FIELD(tac_state_header, events);
    FIELD(tac_state_header, step);
    FIELD(tac_state_header, heartbeat);
    FIELD(tac_state_header, run_state);
    FIELD(tac_state_header, ready);
    FIELD(tac_state_header, history_size);
    FIELD(tac_state_header, value_offset);
    FIELD(tac_state_header, value_size);
    FIELD(tac_state_header, view_size);
    FIELD(tac_state_header, pid_space);
}

static void signals_and_accounts(FILE *out)
{
    fprintf(out, "tac_value_entry %zu\n", sizeof(tac_value_entry));
    FIELD(tac_value_entry, name);
    FIELD(tac_value_entry, unit);
    FIELD(tac_value_entry, model);
    fprintf(out, "tac_signal_entry %zu\n", sizeof(tac_signal_entry));
    FIELD(tac_signal_entry, name);
    FIELD(tac_signal_entry, unit);
    FIELD(tac_signal_entry, direction);
    FIELD(tac_signal_entry, type);
    FIELD(tac_signal_entry, rows);
    FIELD(tac_signal_entry, columns);
    FIELD(tac_signal_entry, offset);
    FIELD(tac_signal_entry, fallback);
    FIELD(tac_signal_entry, minimum);
    FIELD(tac_signal_entry, maximum);
    FIELD(tac_signal_entry, rate);
    FIELD(tac_signal_entry, safe);
    FIELD(tac_signal_entry, ttl);
    FIELD(tac_signal_entry, echo);
    fprintf(out, "tac_client_account %zu\n", sizeof(tac_client_account));
    FIELD(tac_client_account, state);
    FIELD(tac_client_account, pid);
    FIELD(tac_client_account, start);
    FIELD(tac_client_account, attached);
    FIELD(tac_client_account, reason);
    FIELD(tac_client_account, applied);
    FIELD(tac_client_account, rejected);
    FIELD(tac_client_account, stale);
    FIELD(tac_client_account, limited);
    FIELD(tac_client_account, torn);
    FIELD(tac_client_account, taken);
    FIELD(tac_client_account, events_taken);
    FIELD(tac_client_account, applied_step);
}

static void command_header(FILE *out)
{
    fprintf(out, "tac_command_header %zu\n", sizeof(tac_command_header));
    FIELD(tac_command_header, magic);
    FIELD(tac_command_header, byte_order);
    FIELD(tac_command_header, major);
    FIELD(tac_command_header, minor);
    FIELD(tac_command_header, size);
    FIELD(tac_command_header, header_size);
    FIELD(tac_command_header, place);
    FIELD(tac_command_header, n_slot);
    FIELD(tac_command_header, slot_size);
    FIELD(tac_command_header, slot_offset);
    FIELD(tac_command_header, n_event);
    FIELD(tac_command_header, event_size);
    FIELD(tac_command_header, event_offset);
    FIELD(tac_command_header, payload_size);
    FIELD(tac_command_header, mask_size);
    FIELD(tac_command_header, hash);
    FIELD(tac_command_header, generation);
    FIELD(tac_command_header, instance);
    FIELD(tac_command_header, claimed);
    FIELD(tac_command_header, pid);
    FIELD(tac_command_header, version);
    FIELD(tac_command_header, start);
    FIELD(tac_command_header, client_hash);
    FIELD(tac_command_header, name);
    FIELD(tac_command_header, heartbeat);
    FIELD(tac_command_header, newest);
    FIELD(tac_command_header, events);
    FIELD(tac_command_header, pid_space);
}

static void history_header(FILE *out)
{
    fprintf(out, "tac_history_header %zu\n", sizeof(tac_history_header));
    FIELD(tac_history_header, magic);
    FIELD(tac_history_header, byte_order);
    FIELD(tac_history_header, major);
    FIELD(tac_history_header, minor);
    FIELD(tac_history_header, size);
    FIELD(tac_history_header, header_size);
    FIELD(tac_history_header, n_slot);
    FIELD(tac_history_header, slot_size);
    FIELD(tac_history_header, slot_offset);
    FIELD(tac_history_header, state_size);
    FIELD(tac_history_header, hash);
    FIELD(tac_history_header, generation);
    FIELD(tac_history_header, newest);
    FIELD(tac_history_header, left_out);
}

static void view(FILE *out)
{
    fprintf(out, "tac_view_header %zu\n", sizeof(tac_view_header));
    FIELD(tac_view_header, magic);
    FIELD(tac_view_header, byte_order);
    FIELD(tac_view_header, major);
    FIELD(tac_view_header, minor);
    FIELD(tac_view_header, size);
    FIELD(tac_view_header, header_size);
    FIELD(tac_view_header, n_body);
    FIELD(tac_view_header, n_slot);
    FIELD(tac_view_header, slot_size);
    FIELD(tac_view_header, slot_offset);
    FIELD(tac_view_header, scene_offset);
    FIELD(tac_view_header, scene_size);
    FIELD(tac_view_header, generation);
    FIELD(tac_view_header, n_force);
    FIELD(tac_view_header, newest);
}

static void slots_and_events(FILE *out)
{
    fprintf(out, "tac_state_head %zu\n", sizeof(tac_state_head));
    FIELD(tac_state_head, step);
    FIELD(tac_state_head, cycle);
    FIELD(tac_state_head, time);
    FIELD(tac_state_head, stamp);
    FIELD(tac_state_head, run_state);
    fprintf(out, "tac_command_head %zu\n", sizeof(tac_command_head));
    FIELD(tac_command_head, step);
    fprintf(out, "tac_log_event %zu\ntac_client_event %zu\n", sizeof(tac_log_event),
            sizeof(tac_client_event));
    fprintf(out, "constants %llx %llx %llx %x %d.%d %d %d %d %d\n", TAC_STATE_MAGIC,
            TAC_COMMAND_MAGIC, TAC_HISTORY_MAGIC, TAC_BYTE_ORDER_MARK, TAC_LAYOUT_MAJOR,
            TAC_LAYOUT_MINOR, TAC_SLOTS, TAC_LOG_EVENTS, TAC_CLIENT_EVENTS, TAC_SLOT_HEAD);
}

Test(layout, is_the_one_that_was_published)
{
    char text[16384] = {0}, wanted[16384] = {0};
    FILE *out = fmemopen(text, sizeof text, "w");
    state_header(out);
    signals_and_accounts(out);
    command_header(out);
    history_header(out);
    view(out);
    slots_and_events(out);
    fclose(out);

    const char *path = TAC_SOURCE_DIR "/tests/rt/io/layout.txt";
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    size_t n = fread(wanted, 1, sizeof wanted - 1, file);
    fclose(file);
    cr_assert(n > 0 && strcmp(text, wanted) == 0, "the layout differs from %s; it is now:\n%s",
              path, text);
}

Test(layout, hash_is_the_published_function)
{
    cr_assert_eq(tac_fnv1a("", 0), 0xcbf29ce484222325ULL);
    cr_assert_eq(tac_fnv1a("a", 1), 0xaf63dc4c8601ec8cULL);
    cr_assert_eq(tac_fnv1a("foobar", 6), 0x85944171f73967e8ULL);
}

// ---- sizes ---------------------------------------------------------------------------------------

static const tac_state_header good = {.magic = TAC_STATE_MAGIC,
                                      .byte_order = TAC_BYTE_ORDER_MARK,
                                      .major = TAC_LAYOUT_MAJOR,
                                      .minor = TAC_LAYOUT_MINOR,
                                      .size = TAC_MAX_SEGMENT,
                                      .header_size = sizeof(tac_state_header),
                                      .n_signal = 1,
                                      .signal_size = TAC_MAX_ITEM,
                                      .signal_offset = 4096,
                                      .n_client = 1,
                                      .client_size = TAC_MAX_ITEM,
                                      .client_offset = 8192,
                                      .n_slot = TAC_SLOTS,
                                      .slot_size = 2 * TAC_MAX_PAYLOAD,
                                      .slot_offset = 1 << 20,
                                      .n_event = 1,
                                      .event_size = sizeof(tac_log_event),
                                      .event_offset = 1024,
                                      .state_size = TAC_MAX_PAYLOAD,
                                      .command_size = 8,
                                      .mask_size = 8,
                                      .command_segment = TAC_MAX_SEGMENT,
                                      .dt = 1e-3,
                                      .period_ns = 1000000,
                                      .pid = 1,
                                      .history_size = TAC_MAX_SEGMENT};

static int is_state(tac_state_header h)
{
    return tac_io_check_state_header(&h, h.size, NULL) == TAC_IO_OK;
}

// A file may be sparse: what it claims costs its owner nothing, and whoever reads it memory, all of it at once in a
// program that locks its own.
Test(layout, larger_than_any_executive_makes_is_refused)
{
    tac_state_header huge[] = {good, good, good, good, good, good};
    huge[0].size += TAC_WORD;
    huge[1].size = (uint64_t)1 << 40;
    huge[2].state_size += TAC_WORD;
    huge[3].command_size = TAC_MAX_PAYLOAD + TAC_WORD;
    huge[4].signal_size += TAC_WORD;
    huge[5].client_size += TAC_WORD;
    cr_expect(is_state(good));
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        cr_expect(!is_state(huge[i]), "%zu", i);
    }
    tac_state_header named = good;
    named.state_size = 8;
    named.value_offset = 16384;
    named.value_size = TAC_MAX_ITEM;
    cr_expect(is_state(named));
    named.value_size += 8;
    cr_expect(!is_state(named));
}

Test(layout, larger_files_beside_the_state_are_refused)
{
    for (uint64_t more = 0; more <= 4096; more += 4096) {
        tac_state_header s = good;
        s.history_size += more;
        s.command_segment += more;
        const tac_history_header h = {.magic = TAC_HISTORY_MAGIC,
                                      .byte_order = TAC_BYTE_ORDER_MARK,
                                      .major = TAC_LAYOUT_MAJOR,
                                      .minor = TAC_LAYOUT_MINOR,
                                      .size = s.history_size,
                                      .header_size = sizeof h,
                                      .n_slot = 16,
                                      .slot_size = 2 * TAC_MAX_PAYLOAD,
                                      .slot_offset = sizeof h,
                                      .state_size = TAC_MAX_PAYLOAD};
        cr_expect_eq(tac_io_check_history_header(&s, &h, h.size, NULL),
                     more ? TAC_IO_DAMAGED : TAC_IO_OK);
        const tac_command_header c = {.magic = TAC_COMMAND_MAGIC,
                                      .byte_order = TAC_BYTE_ORDER_MARK,
                                      .major = TAC_LAYOUT_MAJOR,
                                      .minor = TAC_LAYOUT_MINOR,
                                      .size = s.command_segment,
                                      .header_size = sizeof c,
                                      .n_slot = TAC_SLOTS,
                                      .slot_size = 128,
                                      .slot_offset = 4096,
                                      .n_event = 1,
                                      .event_size = sizeof(tac_client_event),
                                      .event_offset = 1024,
                                      .payload_size = 8,
                                      .mask_size = 8};
        cr_expect_eq(tac_io_check_command_header(&s, &c, c.size, NULL),
                     more ? TAC_IO_DAMAGED : TAC_IO_OK);
    }
}

#include "events.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "fault_kind.h"
#include "io/layout.h"
#include "monitor/cycle.h"
#include "monitor/monitor.h"
#include "system/fail.h"

// ---- counting ------------------------------------------------------------------------------------

static uint32_t low(uint64_t word)
{
    return (uint32_t)word;
}

static uint32_t high(uint64_t word)
{
    return (uint32_t)(word >> 32);
}

static void count_event(tac_log_event_counts *n, const uint64_t *row)
{
    enum { N_CLIENT = sizeof n->client / sizeof *n->client };
    if (row[0] < TAC_LOG_N_EVENT_CODE) {
        n->code[row[0]]++;
    }
    if (row[0] == TAC_LOG_CLIENT && low(row[1]) < N_CLIENT) {
        double left_out;
        memcpy(&left_out, &row[3], sizeof left_out);
        n->client[low(row[1])] += low(row[1]) == 0 ? (int64_t)left_out : 1;
    }
}

int tac_log_count_events(tac_log *l, tac_log_event_counts *n, tac_diag *diag)
{
    tac_log_cursor c;
    *n = (tac_log_event_counts){0};
    tac_log_cursor_open(&c, l);
    for (const uint64_t *row; (row = tac_log_cursor_next(&c, TAC_LOG_N_KIND));) {
        tac_log_kind kind = (tac_log_kind)c.block.kind[c.at - 1];
        if (kind == TAC_LOG_EVENT) {
            count_event(n, row);
        }
        n->degraded += kind == TAC_LOG_STEP && low(row[TAC_LOG_AT_HOW]) != 0;
        n->failed += kind == TAC_LOG_STEP && (high(row[TAC_LOG_AT_HOW]) & TAC_LOG_FAILED);
        n->restores += kind == TAC_LOG_RESTORE;
    }
    return tac_log_cursor_end(&c, diag);
}

// ---- as a table ----------------------------------------------------------------------------------

// Line k of a text of lines, "" when there is none.
static void copy_line(const char *text, uint64_t k, char *out, size_t size)
{
    while (k-- > 0 && (text = strchr(text, '\n'))) {
        text++;
    }
    snprintf(out, size, "%.*s", text ? (int)strcspn(text, "\n") : 0, text ? text : "");
}

typedef struct line { // of the table
    const char *what;
    char item[TAC_LOG_ITEM];
    double value;
} line;

static void describe_client(const tac_log_header *h, const uint64_t *row, line *at)
{
    static const char *const what[] = {[0] = "left out",
                                       [TAC_EVENT_ATTACHED] = "attached",
                                       [TAC_EVENT_GONE] = "gone",
                                       [TAC_EVENT_REJECTED] = "rejected",
                                       [TAC_EVENT_ENGAGED] = "engaged",
                                       [TAC_EVENT_STALE] = "stale",
                                       [TAC_EVENT_STATE] = "run state",
                                       [TAC_EVENT_GAP] = "seconds without a cycle"};
    uint32_t kind = low(row[1]);
    char signal[160] = "";
    at->what = kind < sizeof what / sizeof *what ? what[kind] : "unknown";
    if (low(row[2]) != UINT32_MAX && kind != 0) {
        copy_line(tac_log_text(h, "signals"), low(row[2]), signal, sizeof signal);
    }
    if (high(row[1]) != UINT32_MAX && kind != 0) {
        snprintf(at->item, sizeof at->item, "client %u%s%s", high(row[1]), *signal ? " " : "",
                 signal);
    } else {
        snprintf(at->item, sizeof at->item, "%s", signal); // what was written by control
    }
    at->value =
        kind == TAC_EVENT_REJECTED || kind == TAC_EVENT_STATE ? (double)high(row[2]) : at->value;
}

static void describe_fault(const tac_log_header *h, const uint64_t *row, line *at)
{
    char signal[160];
    copy_line(tac_log_text(h, "signals"), high(row[1]), signal, sizeof signal);
    snprintf(at->item, sizeof at->item, "%s %s",
             low(row[1]) < TAC_N_FAULT_KIND ? tac_fault_name[low(row[1])] : "unknown", signal);
    memcpy(&at->value, &row[3], sizeof at->value);
}

static void describe(const tac_log_header *h, const uint64_t *row, line *at)
{
    static const char *const what[TAC_LOG_N_EVENT_CODE] = {[0] = "unknown",
                                                           [TAC_LOG_PARAMETER] = "parameter",
                                                           [TAC_LOG_RESET] = "reset",
                                                           [TAC_LOG_RUN_STATE] = "run state",
                                                           [TAC_LOG_SKIPPED] = "skipped",
                                                           [TAC_LOG_SAFE] = "safe state",
                                                           [TAC_LOG_SLIPPED] = "slipped",
                                                           [TAC_LOG_DEGRADED] = "degraded",
                                                           [TAC_LOG_CLIENT] = "client",
                                                           [TAC_LOG_REARM] = "rearm",
                                                           [TAC_LOG_FAULT] = "fault",
                                                           [TAC_LOG_FAULT_OVER] = "fault over",
                                                           [TAC_LOG_APART] = "apart",
                                                           [TAC_LOG_TAKEN] = "taken"};
    *at = (line){.what = what[row[0] < TAC_LOG_N_EVENT_CODE ? row[0] : 0], .value = (double)row[1]};
    switch (row[0]) {
    case TAC_LOG_PARAMETER:
        copy_line(tac_log_text(h, "parameters"), row[1], at->item, sizeof at->item);
        memcpy(&at->value, &row[3], sizeof at->value);
        break;
    case TAC_LOG_SAFE:
    case TAC_LOG_REARM:
        snprintf(at->item, sizeof at->item, "%s",
                 tac_safe_reason_name((tac_safe_reason)(row[1] % TAC_N_SAFE_REASON)));
        break;
    case TAC_LOG_TAKEN:
        snprintf(at->item, sizeof at->item, "%s%s%s%s", row[1] == 0 ? "all is back" : "",
                 row[1] & TAC_LACK_PRIORITY ? "priority " : "",
                 row[1] & TAC_LACK_CORE ? "core " : "", row[1] & TAC_LACK_NAME ? "name" : "");
        memcpy(&at->value, &row[3], sizeof at->value);
        break;
    case TAC_LOG_APART:
        snprintf(at->item, sizeof at->item, "process %u", low(row[1]));
        memcpy(&at->value, &row[3], sizeof at->value);
        break;
    case TAC_LOG_FAULT:
    case TAC_LOG_FAULT_OVER:
        describe_fault(h, row, at);
        break;
    case TAC_LOG_CLIENT:
        memcpy(&at->value, &row[3], sizeof at->value);
        describe_client(h, row, at);
        break;
    }
}

void tac_log_event_tell(const tac_log_header *h, tac_log_kind kind, const uint64_t *row,
                        char item[TAC_LOG_ITEM], tac_export_event *out)
{
    line at = {.what = "restore"};
    if (kind == TAC_LOG_EVENT) {
        describe(h, row, &at);
    }
    memcpy(item, at.item, TAC_LOG_ITEM);
    *out = (tac_export_event){.what = at.what, .item = item, .value = at.value};
}

int tac_log_export_events(tac_log *l, const tac_log_window *window, tac_csv *out, tac_diag *diag)
{
    static const char *const column[] = {"step", "event", "item", "value"};
    tac_log_cursor c;
    for (int i = 0; i < 4; i++) {
        tac_csv_text(out, "", column[i]);
    }
    int ok = tac_csv_end_row(out);
    tac_log_cursor_open(&c, l);
    for (const uint64_t *row; ok && (row = tac_log_cursor_next(&c, TAC_LOG_N_KIND));) {
        tac_log_kind kind = (tac_log_kind)c.block.kind[c.at - 1];
        line at = {.what = "restore"};
        if ((kind != TAC_LOG_EVENT && kind != TAC_LOG_RESTORE) ||
            !tac_log_is_inside(window, c.step)) {
            continue;
        }
        if (kind == TAC_LOG_EVENT) {
            describe(&l->header, row, &at);
        }
        char step[24];
        snprintf(step, sizeof step, "%" PRId64, c.step);
        tac_csv_text(out, "", step);
        tac_csv_text(out, at.what, "");
        tac_csv_text(out, at.item, "");
        tac_csv_number(out, at.value);
        ok = tac_csv_end_row(out);
    }
    if (!tac_log_cursor_end(&c, diag)) {
        return 0;
    }
    return ok || tac_diag_say(diag, "not all could be written");
}

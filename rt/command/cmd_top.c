// tactus top: a running instance on the terminal: state, slack, misses by cause, clients, signals.
//
// The screen is made from the monitor segment and, where the rig shares signals, from the exchange;
// reading disturbs neither.
#include <ncurses.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "monitor/monitor.h"
#include "monitor/monitor_segment.h"
#include "printable.h"
#include "signal_words.h"
#include "system/stop_signal.h"

enum { REFRESH_MS = 200, BARS = 12, NAME_WIDTH = 28 };

typedef struct settings {
    const char *name;
    bool once;
} settings;

static const tac_option options[] = {
    {"once", NULL, "print the screen once and leave; also without a terminal",
     TAC_ARG_FLAG(settings, once)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, name, const char *),
    .missing = TAC_NO_INSTANCE,
    .surplus = TAC_SURPLUS,
};

typedef struct screen {
    int plain; // 1: printed line by line
    int line, lines;
} screen;

__attribute__((format(printf, 2, 3))) static void put(screen *s, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tac_make_printable(text);
    if (s->plain) {
        puts(text);
    } else if (s->line < s->lines) {
        mvaddnstr(s->line, 0, text, COLS);
        clrtoeol();
    }
    s->line++;
}

// ---- monitor -------------------------------------------------------------------------------------

static const char *condition_name(const tac_io_health *health)
{
    return health->condition == TAC_IO_SAFE
               ? "safe state"
               : tac_io_condition_name((tac_io_condition)health->condition);
}

static void show_counters(screen *s, const tac_monitor *m)
{
    tac_counters c;
    tac_io_health health;
    tac_monitor_health(m, &health);
    char process[48] = "not seen from here";
    if (health.pid > 0) {
        snprintf(process, sizeof process, "%d", health.pid);
    }
    put(s, "%.*s  %s  process %s  period %.9g us", TAC_RIG_NAME - 1, m->name,
        condition_name(&health), process, (double)m->period_ns * 1e-3);
    if (tac_condition_exit(&health) != TAC_EXIT_OK) {
        put(s, "%s", health.text);
    }
    if (!tac_monitor_counters(m, &c)) {
        put(s, "counters are just being written");
        return;
    }
    put(s, "cycles %lld  on time %lld  missed %lld  skipped %lld  steps %lld  in doubt %lld",
        (long long)c.cycles, (long long)c.on_time, (long long)c.missed, (long long)c.skipped,
        (long long)c.steps, (long long)c.doubtful);
    int32_t lacks = atomic_load_explicit(&m->lacks, memory_order_relaxed);
    int64_t taken = atomic_load_explicit(&m->taken, memory_order_relaxed);
    if (lacks != 0 || taken > 0) {
        put(s, "taken from its threads %lld times%s%s%s%s", (long long)taken,
            lacks != 0 ? "; lacks" : "", lacks & TAC_LACK_PRIORITY ? " priority" : "",
            lacks & TAC_LACK_CORE ? " core" : "", lacks & TAC_LACK_NAME ? " name" : "");
    }
    char causes[256];
    size_t at = 0;
    for (int k = TAC_ON_TIME + 1; k < TAC_N_CAUSE; k++) {
        int n = snprintf(causes + at, sizeof causes - at, "  %lld %s", (long long)c.cause[k],
                         tac_cause_name((tac_cause)k));
        at += n > 0 && (size_t)n < sizeof causes - at ? (size_t)n : 0;
    }
    put(s, "misses%s", causes);
    const tac_record_state record = tac_record_read(&m->recording);
    if (record.mode != TAC_RECORD_NONE) {
        put(s, "%s", tac_record_describe(&record, causes, sizeof causes));
    }
}

// Values between two edges, rows of equal width from the smallest to the 99.9 % value.
static void show_histogram(screen *s, const char *title, const tac_histogram *h)
{
    static const char blocks[] = "##################################################";
    int64_t count[BARS], most = 1;
    const tac_histogram_rows rows = tac_histogram_count(h, 0.999, count, BARS);
    for (int i = 0; i < BARS; i++) {
        most = count[i] > most ? count[i] : most;
    }
    put(s, "%s, us", title);
    for (int i = 0; i < BARS; i++) {
        put(s, "%9.1f %.*s", (double)(rows.low + i * rows.width) * 1e-3,
            (int)((double)(sizeof blocks - 1) * (double)count[i] / (double)most), blocks);
    }
}

// ---- exchange ------------------------------------------------------------------------------------

static void show_clients(screen *s, const tac_io *io)
{
    tac_io_info info;
    tac_io_get_info(io, &info);
    put(s, "%s", "");
    put(s, "client      pid   applied  rejected     stale   clamped      torn");
    for (int i = 0; i < (int)info.clients; i++) {
        tac_io_account a;
        (void)tac_io_get_account(io, i, &a);
        if (a.active) {
            put(s, "%6d %8d %9llu %9llu %9llu %9llu %9llu", i, a.pid, (unsigned long long)a.applied,
                (unsigned long long)a.rejected, (unsigned long long)a.stale,
                (unsigned long long)a.limited, (unsigned long long)a.torn);
        }
    }
}

static void show_signals(screen *s, tac_io *io)
{
    (void)tac_io_read(io); // an older frame will do
    put(s, "%s", "");
    put(s, "signals");
    for (int i = 0; i < tac_io_count(io); i++) {
        tac_io_signal signal;
        char values[160];
        (void)tac_io_describe(io, i, &signal);
        tac_signal_words_values(io, i, values, sizeof values);
        put(s, "%c %-*s %-6s %s", signal.direction == TAC_IO_COMMANDED ? '<' : '>', NAME_WIDTH,
            signal.name, signal.unit, values);
    }
}

static void show(screen *s, const tac_monitor *m, tac_io *io)
{
    s->line = 0;
    show_counters(s, m);
    put(s, "%s", "");
    show_histogram(s, "slack", &m->slack);
    if (io) {
        show_clients(s, io);
        show_signals(s, io);
    }
}

// ---- run -----------------------------------------------------------------------------------------

static void show_until_key(const tac_monitor *m, tac_io *io)
{
    screen s = {0};
    initscr();
    cbreak();
    noecho();
    curs_set(0);
    timeout(REFRESH_MS);
    int key = ERR;
    while (!tac_stop_signal() && key != 'q') {
        s.lines = LINES - 1;
        show(&s, m, io);
        clrtobot();
        mvaddnstr(LINES - 1, 0, "q leaves", COLS);
        refresh();
        key = getch();
    }
    endwin();
}

static int run_top(tac_args *a)
{
    settings set = {0};
    tac_diag diag = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    const tac_monitor *m = tac_monitor_attach(set.name, &diag);
    if (!m) {
        tac_args_fail(a, "%s", diag.text);
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_io *io = tac_io_attach(set.name, TAC_IO_READ, NULL, NULL); // a rig need not share signals
    if (set.once || !isatty(STDOUT_FILENO)) {
        screen s = {.plain = 1};
        show(&s, m, io);
    } else {
        tac_stop_catch();
        show_until_key(m, io);
    }
    tac_io_health health;
    tac_monitor_health(m, &health);
    tac_io_detach(io);
    tac_monitor_close(m);
    return set.once ? tac_condition_exit(&health) : TAC_EXIT_OK;
}

const tac_command tac_command_top = {
    .name = "top",
    .arguments = "NAME [options]",
    .summary = "watch a running instance: slack, misses, clients, signals",
    .syntax = &syntax,
    .run = run_top,
};

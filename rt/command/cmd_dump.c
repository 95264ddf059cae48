// tactus dump: writes the signals of a running instance as a table, one row per frame.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "format/csv.h"
#include "format/progress.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/output.h"
#include "system/stop_signal.h"

#define SILENCE_S 1.0 // without a frame, after which the instance is asked whether it lives

typedef struct settings {
    const char *name, *path;
    double duration; // negative: no limit
    int every;
} settings;

static const tac_option options[] = {
    {"csv", "FILE", "where to write; - is standard output (required)",
     TAC_ARG_TEXT(settings, path)},
    {"duration", "TIME", "stop after so long (default: at the end of the instance)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 0.0, 1e9)},
    {"every", "N", "only every Nth frame (default 1)",
     TAC_ARG_WHOLE(settings, every, 1, 1000000000)},
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

static void write_header(tac_csv *csv, const tac_io *io)
{
    static const char *const first[] = {"frame", "cycle", "step", "t"};
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        tac_csv_text(csv, "", first[i]);
    }
    for (int i = 0; i < tac_io_count(io); i++) {
        tac_io_signal s;
        (void)tac_io_describe(io, i, &s);
        int n = s.rows * s.columns;
        for (int k = 0; k < n; k++) {
            char element[16] = "";
            if (n > 1) {
                snprintf(element, sizeof element, "[%d]", k);
            }
            tac_csv_text(csv, s.name, element);
        }
    }
    (void)tac_csv_end_row(csv);
}

static int write_frame(tac_csv *csv, const tac_io *io)
{
    tac_io_frame f;
    tac_io_get_frame(io, &f);
    const double first[] = {(double)f.number, (double)f.cycle, (double)f.step, f.time};
    tac_csv_numbers(csv, first, 4);
    for (int i = 0; i < tac_io_count(io); i++) {
        tac_io_signal s;
        (void)tac_io_describe(io, i, &s);
        for (int k = 0; k < s.rows * s.columns; k++) {
            tac_csv_number(csv, tac_io_value(io, i, k));
        }
    }
    return tac_csv_end_row(csv);
}

// Rows until the end; *missed counts frames that came and went between two looks.
static tac_io_status write_rows(tac_csv *csv, tac_io *io, const settings *set, uint64_t *missed)
{
    double begin = tac_now_s();
    uint64_t last = 0;
    tac_io_status status = TAC_IO_OK;
    while (!tac_stop_signal() && !csv->error &&
           (set->duration < 0.0 || tac_now_s() - begin < set->duration)) {
        tac_io_frame f;
        status = tac_io_wait(io, TAC_IO_PERIOD, SILENCE_S);
        if (status == TAC_IO_STALE) {
            continue; // the instance is paused or slow
        }
        if (status != TAC_IO_OK) {
            return status;
        }
        tac_io_get_frame(io, &f);
        *missed += last > 0 ? f.number - last - 1 : 0;
        last = f.number;
        if (f.number % (uint64_t)set->every == 0) {
            (void)write_frame(csv, io);
        }
    }
    return TAC_IO_OK;
}

static int dump(tac_args *a, tac_io *io, const settings *set)
{
    tac_csv csv = {0};
    uint64_t missed = 0;
    if (!tac_csv_open(&csv, set->path)) {
        fprintf(stderr, "%s: '%s' cannot be written: %s\n", a->command, TAC_SHOWN(set->path),
                strerror(csv.error ? csv.error : errno));
        return TAC_EXIT_OUTPUT;
    }
    write_header(&csv, io);
    (void)write_rows(&csv, io, set, &missed);
    if (!tac_csv_close(&csv)) {
        fprintf(stderr, "%s: '%s' cannot be written: %s\n", a->command, TAC_SHOWN(set->path),
                strerror(csv.error));
        return TAC_EXIT_OUTPUT;
    }
    if (missed > 0) {
        fprintf(stderr, "%s: %llu frames came faster than they could be written\n", a->command,
                (unsigned long long)missed);
    }
    return TAC_EXIT_OK;
}

static int run_dump(tac_args *a)
{
    settings set = {.duration = -1.0, .every = 1};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (!set.path) {
        tac_args_fail(a, "--csv FILE is needed; - is standard output");
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_output_bind(TAC_OUTPUT_UNTIL_STOP);
    tac_stop_catch();
    tac_io *io = tac_signal_words_attach(a, set.name, TAC_IO_READ);
    if (!io) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    int code = dump(a, io, &set);
    tac_io_detach(io);
    return code;
}

const tac_command tac_command_dump = {
    .name = "dump",
    .arguments = "NAME --csv FILE [options]",
    .summary = "write the signals of a running instance, one row per frame",
    .syntax = &syntax,
    .run = run_dump,
};

// tactus dump: writes the signals of a running instance as a table, one row per frame.
#include <stdio.h>

#include "command.h"
#include "format/progress.h"
#include "frame_tables.h"
#include "output_options.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/output.h"
#include "system/stop_signal.h"

#define SILENCE_S 1.0 // without a frame, after which the instance is asked whether it lives

typedef struct settings {
    const char *name;
    tac_output_options output;
    double duration; // negative: no limit
} settings;

static const tac_option options[] = {
    {"duration", "TIME", "stop after so long (default: at the end of the instance)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 0.0, 1e9)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_output_option, TAC_N_OUTPUT_OPTION, offsetof(settings, output)}},
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, name, const char *),
    .missing = TAC_NO_INSTANCE,
    .surplus = TAC_SURPLUS,
};

typedef struct losses {
    uint64_t frames;      // that could not be had any more
    uint64_t first, last; // of the first of their gaps
} losses;

// Rows until the end.
static void write_rows(tac_frame_tables *out, tac_io *io, const settings *set, losses *lost)
{
    double begin = tac_now_s();
    uint64_t last = 0;
    while (!tac_stop_signal() && !out->failed &&
           (set->duration < 0.0 || tac_now_s() - begin < set->duration)) {
        tac_io_frame f;
        tac_io_status status = tac_io_history_next(io, TAC_IO_PERIOD, SILENCE_S, &lost->frames);
        if (status == TAC_IO_STALE) {
            continue; // the instance is paused or slow
        }
        if (status != TAC_IO_OK) {
            return;
        }
        tac_io_get_frame(io, &f);
        if (lost->first == 0 && last > 0 && f.number > last + 1) {
            lost->first = last + 1;
            lost->last = f.number - 1;
        }
        last = f.number;
        (void)tac_frame_tables_row(out, io);
    }
}

static void say_losses(const tac_args *a, const losses *lost)
{
    fprintf(stderr, "%s: %llu frames are lost: they were overwritten before they could be read",
            a->command, (unsigned long long)lost->frames);
    if (lost->first > 0) {
        fprintf(stderr, "; the first gap: frames %llu to %llu", (unsigned long long)lost->first,
                (unsigned long long)lost->last);
    }
    fputs("\n", stderr);
}

static int dump(tac_args *a, tac_io *io, const settings *set)
{
    tac_frame_tables out;
    losses lost = {0};
    tac_io_error error;
    if (tac_io_history_open(io, &error) != TAC_IO_OK) {
        fprintf(stderr, "%s: no history, slow moments lose frames: %s\n", a->command,
                TAC_SHOWN(error.text));
    }
    if (tac_frame_tables_open(&out, &set->output, io)) {
        write_rows(&out, io, set, &lost);
    }
    tac_exit code = tac_frame_tables_close(&out, a->command);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    if (lost.frames > 0) {
        say_losses(a, &lost);
        return TAC_EXIT_OUTPUT;
    }
    return TAC_EXIT_OK;
}

static int run_dump(tac_args *a)
{
    settings set = {.duration = -1.0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (!tac_output_wanted(&set.output)) {
        tac_args_fail(a, "--csv FILE is needed; - is standard output; or --hdf5 or --sensors");
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    const char *output[TAC_N_OUTPUT];
    tac_output_files(&set.output, output);
    if (!tac_command_apart(a, output, TAC_N_OUTPUT)) {
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
    .arguments = "NAME --csv|--hdf5|--sensors FILE",
    .summary = "write the signals of a running instance, one row per frame",
    .syntax = &syntax,
    .more = "A row is a frame: --csv and --hdf5 hold all signals, --sensors those that come from\n"
            "sensors; --every counts frames.\n\n",
    .run = run_dump,
};

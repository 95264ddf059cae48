// tactus dump: writes the signals of a running instance as a table, one row per frame.
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "command.h"
#include "format/progress.h"
#include "frame_tables.h"
#include "output_options.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/output.h"
#include "system/stop_signal.h"

#define SILENCE_S 0.25 // without a frame, after which the instance is asked how it is
#define REST_NS 10000000
#define DEPTH_S 1.0 // of a history in front of which one may rest

typedef struct settings {
    const char *name;
    tac_output_options output;
    double duration; // negative: no limit
    double last;     // s of what is kept already, before that; 0: none
} settings;

static const tac_option options[] = {
    {"duration", "TIME", "stop after so long (default: at the end of the instance)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 0.0, 1e9)},
    {"last", "TIME",
     "the time up to now, as far as the instance has kept it, and no more unless --duration",
     TAC_ARG_REAL(settings, last, TAC_Q_TIME, 1e-6, 1e9)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_output_option, TAC_N_TABLE_OPTION, offsetof(settings, output)}},
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

// Whether the history keeps frames for so long that nobody has to look for each of them at once.
static bool may_rest(const tac_io *io)
{
    tac_io_info info;
    tac_io_get_info(io, &info);
    return (double)tac_io_history_depth(io) * (double)info.period_ns * 1e-9 >= DEPTH_S;
}

typedef struct rows {
    tac_io *io;
    tac_frame_tables out;
    bool rests;
    uint64_t last; // number of the frame of the last row
    uint64_t n_row;
    losses lost;
    double heard; // when the last frame came
    bool said;    // that none come
} rows;

// The next frame, and STALE after a while without one: the instance is paused or slow, or there is none yet.
static tac_io_status next(rows *r)
{
    tac_io_status status =
        tac_io_history_next(r->io, TAC_IO_PERIOD, r->rests ? 0.0 : SILENCE_S, &r->lost.frames);
    if (r->rests && status == TAC_IO_STALE) {
        (void)nanosleep(&(struct timespec){.tv_nsec = REST_NS}, NULL);
    }
    return status;
}

// While no frame comes: says once that the instance is late. False when it is dead or has ended.
static bool look(rows *r, const char *command)
{
    tac_io_health health;
    if (tac_now_s() - r->heard < SILENCE_S) {
        return true;
    }
    r->heard = tac_now_s();
    tac_io_get_health(r->io, &health);
    if (health.condition == TAC_IO_LATE && !r->said) {
        (void)tac_condition_say(command, &health);
        r->said = true;
    }
    return health.condition != TAC_IO_DEAD && health.condition != TAC_IO_STOPPED;
}

static void write_row(rows *r)
{
    tac_io_frame f;
    tac_io_get_frame(r->io, &f);
    if (r->lost.first == 0 && r->last > 0 && f.number > r->last + 1) {
        r->lost.first = r->last + 1;
        r->lost.last = f.number - 1;
    }
    r->last = f.number;
    r->n_row++;
    (void)tac_frame_tables_row(&r->out, r->io);
}

// Frames that came up to now: those of the last rest, and of all the time that a slow machine is behind.
static void catch_up(rows *r)
{
    tac_io_frame newest;
    if (tac_io_read(r->io) != TAC_IO_OK) {
        return;
    }
    tac_io_get_frame(r->io, &newest);
    while (r->last < newest.number && !r->out.failed &&
           tac_io_history_next(r->io, TAC_IO_PERIOD, SILENCE_S, &r->lost.frames) == TAC_IO_OK) {
        write_row(r);
    }
}

// Rows until the end.
static void write_rows(rows *r, const settings *set, const char *command)
{
    double begin = tac_now_s();
    r->heard = begin;
    while (!tac_stop_signal() && !r->out.failed &&
           (set->duration < 0.0 || tac_now_s() - begin < set->duration)) {
        tac_io_status status = next(r);
        if (status == TAC_IO_STALE && look(r, command)) {
            continue;
        }
        if (status != TAC_IO_OK) {
            break;
        }
        write_row(r);
        r->heard = tac_now_s();
        r->said = false;
    }
    if (r->rests) {
        catch_up(r);
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

// How it is with the instance at the end. Without a duration its own end is what was waited for.
static tac_exit say_end(const tac_args *a, const tac_io *io, const settings *set)
{
    tac_io_health health;
    tac_io_get_health(io, &health);
    return health.condition == TAC_IO_STOPPED && set->duration < 0.0
               ? TAC_EXIT_OK
               : tac_condition_say(a->command, &health);
}

// Goes back by the time that was asked for, or to the oldest frame, and writes the rows up to now.
static void write_last(rows *r, const tac_args *a, double seconds)
{
    tac_io_info info;
    tac_io_frame f;
    tac_io_get_info(r->io, &info);
    if (tac_io_read(r->io) != TAC_IO_OK) {
        return;
    }
    tac_io_get_frame(r->io, &f);
    double wanted = ceil(seconds * 1e9 / (double)info.period_ns), kept = (double)f.number;
    tac_io_history_seek(r->io, wanted < kept ? f.number - (uint64_t)wanted + 1 : 0);
    catch_up(r);
    double missing = wanted - (double)r->n_row;
    if (missing > 1.0) {
        fprintf(stderr, "%s: the instance has kept %.3g s of the %.3g s\n", a->command,
                (double)r->n_row * (double)info.period_ns * 1e-9, seconds);
    }
}

static int dump(tac_args *a, tac_io *io, const settings *set)
{
    rows r = {.io = io};
    tac_io_error error;
    if (tac_io_history_open(io, &error) != TAC_IO_OK) {
        fprintf(stderr, "%s: no history, slow moments lose frames: %s\n", a->command,
                TAC_SHOWN(error.text));
    }
    r.rests = may_rest(io);
    if (tac_frame_tables_open(&r.out, &set->output, io)) {
        if (set->last > 0.0) {
            write_last(&r, a, set->last);
        }
        if (set->last == 0.0 || set->duration >= 0.0) {
            write_rows(&r, set, a->command);
        }
    }
    tac_exit code = tac_frame_tables_close(&r.out, a->command);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    if (r.lost.frames > 0) {
        say_losses(a, &r.lost);
    }
    code = say_end(a, io, set);
    return r.lost.frames > 0 && code != TAC_EXIT_GONE ? TAC_EXIT_OUTPUT : code;
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
    tac_exit reason;
    tac_io *io = tac_signal_words_attach(a, set.name, TAC_IO_READ, &reason);
    if (!io) {
        return tac_command_fail(reason, a->error);
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

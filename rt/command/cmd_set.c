// tactus set: commands a signal of a running instance, once or for a while.
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "format/number.h"
#include "format/progress.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/stop_signal.h"

enum { MAX_VALUES = 64, ANSWER_S = 2, BEAT_NS = 1000000 };

typedef struct settings {
    const char *word[3]; // instance, signal, values
    double duration;
    int64_t step;
    double value[MAX_VALUES];
    int n_value;
} settings;

static const tac_option options[] = {
    {"for", "TIME",
     "stay and repeat it so long (default: leave once it is in effect; the signal then goes "
     "to its fallback after its time-to-live)",
     TAC_ARG_REAL(settings, duration, TAC_Q_TIME, 0.0, 1e9)},
    {"at", "STEP", "wait until so many steps are done, take effect then (default: at once)",
     TAC_ARG_WHOLE(settings, step, 0, 1LL << 40)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 3,
    .most = 3,
    .plain = TAC_ARG_AT(settings, word[0], const char *),
    .missing = "an instance, a signal and its value are needed",
    .surplus = TAC_SURPLUS,
};

// "1.5" or "1,2,3".
static int parse_values(tac_args *a, const char *text, settings *set)
{
    while (set->n_value < MAX_VALUES) {
        char number[64];
        size_t n = strcspn(text, ",");
        snprintf(number, sizeof number, "%.*s", (int)(n < 63 ? n : 63), text);
        if (n >= sizeof number || !tac_number_parse(number, &set->value[set->n_value])) {
            return tac_args_fail(a, "'%s' is not a number; values are in the unit of the signal",
                                 number);
        }
        set->n_value++;
        if (text[n] == '\0') {
            return 1;
        }
        text += n + 1;
    }
    return tac_args_fail(a, "more than %d values", MAX_VALUES);
}

static int send(tac_args *a, tac_io *io, const tac_signal_word *word, const settings *set)
{
    int n = word->element < 0 ? word->about.rows * word->about.columns : 1;
    if (word->about.direction != TAC_IO_COMMANDED) {
        return tac_args_fail(a, "'%s' is a state; only commands can be set", word->about.name);
    }
    if (n != set->n_value) {
        return tac_args_fail(a, "'%s' takes %d value%s, not %d", word->about.name, n,
                             n == 1 ? "" : "s", set->n_value);
    }
    for (int i = 0; i < n; i++) {
        (void)tac_io_set(io, word->signal, word->element < 0 ? i : word->element, set->value[i]);
    }
    return tac_io_send(io, set->step) == TAC_IO_OK || tac_args_fail(a, "the instance has ended");
}

static void pause_shortly(void)
{
    const struct timespec pause = {.tv_nsec = BEAT_NS};
    nanosleep(&pause, NULL);
}

static int is_settled(const tac_io_account *a)
{
    return a->applied > 0 || a->rejected > 0 || a->stale > 0;
}

// Waits until the frame is in effect, since a frame that waits for its step goes with its client, and then
// the duration of the settings. Returns 1 when the frame was taken.
static int stay(tac_args *a, tac_io *io, const settings *set, tac_io_account *account)
{
    double begin = tac_now_s(), effect = 0.0;
    uint64_t first = tac_io_sent(io);
    while (!tac_stop_signal() && (!is_settled(account) ||
                                  (account->applied > 0 && tac_now_s() - effect < set->duration))) {
        pause_shortly();
        effect = is_settled(account) ? effect : tac_now_s();
        (void)tac_io_get_account(io, tac_io_place(io), account);
        // once it is in effect, frames rather than heartbeats: they also bring a lost signal back
        tac_io_status status = account->applied > 0 ? tac_io_send(io, 0) : tac_io_heartbeat(io);
        if (status != TAC_IO_OK) {
            return tac_args_fail(a, "the instance has ended");
        }
        if (account->taken < first && tac_now_s() - begin > ANSWER_S) {
            return tac_args_fail(a, "the instance does not look at commands");
        }
    }
    return is_settled(account) || tac_args_fail(a, "stopped before it took effect");
}

static int command_signal(tac_args *a, tac_io *io, const char *name, const settings *set)
{
    tac_signal_word word;
    tac_io_account account = {0};
    if (!tac_signal_words_find(a, io, name, &word) || !send(a, io, &word, set) ||
        !stay(a, io, set, &account)) {
        return 0;
    }
    if (account.rejected > 0) {
        return tac_args_fail(a, "rejected: another client commands '%s'", word.about.name);
    }
    if (account.stale > 0 && account.applied == 0) {
        return tac_args_fail(a, "step %lld is over", (long long)set->step);
    }
    if (account.limited > 0) {
        fprintf(stderr, "%s: clamped to the range of '%s'\n", a->command,
                TAC_SHOWN(word.about.name));
    }
    return 1;
}

static int run_set(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set) || !parse_values(a, set.word[2], &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_stop_catch();
    tac_io *io = tac_signal_words_attach(a, set.word[0], TAC_IO_COMMAND);
    int good = io && command_signal(a, io, set.word[1], &set);
    tac_io_detach(io);
    return good ? TAC_EXIT_OK : tac_command_fail(TAC_EXIT_INPUT, a->error);
}

const tac_command tac_command_set = {
    .name = "set",
    .arguments = "NAME SIGNAL VALUE [options]",
    .summary = "command a signal of a running instance; arrays as 1,2,3",
    .syntax = &syntax,
    .run = run_set,
    .more = "The value is in the unit of the signal and lasts as long as this command and the "
            "signal's\n"
            "time-to-live. 'tactus ctl NAME write SIGNAL=VALUE ...' writes in SI, several at once, "
            "to stay.\n\n",
};

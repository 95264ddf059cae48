// tactus set: commands a signal of a running instance, once or for a while.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "format/number.h"
#include "format/progress.h"
#include "format/unit_value.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/stop_signal.h"

#define LOOK_S 0.1 // between two looks at how it is with the instance
#define LATE_S 0.5 // beyond its period, that a command waits for an instance

enum { MAX_VALUES = 64, ANSWER_S = 2, BEAT_NS = 1000000 };

typedef struct settings {
    const char *word[3]; // instance, signal, values
    double duration;
    int64_t step;
    double value[MAX_VALUES];
    char unit[MAX_VALUES][TAC_UNIT_TEXT]; // "": that of the signal
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

// "1.5" or "1,2,3 mm", each with a unit or without one.
static int parse_values(tac_args *a, const char *text, settings *set)
{
    while (set->n_value < MAX_VALUES) {
        char number[64];
        size_t n = strcspn(text, ",");
        snprintf(number, sizeof number, "%.*s", (int)(n < 63 ? n : 63), text);
        if (n >= sizeof number ||
            !tac_unit_value_parse(number, &set->value[set->n_value], set->unit[set->n_value])) {
            return tac_args_fail(
                a, "'%s' is not a number; values are in the unit of the signal, or have their own",
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

// The value in the unit of the signal.
static int convert(tac_args *a, const tac_io *io, const tac_signal_word *word, int element,
                   const char *unit, double *value)
{
    tac_io_value_about about;
    (void)tac_io_describe_value(io, word->signal, element, &about);
    if (unit[0] == '\0') {
        return 1;
    }
    double factor;
    if (!tac_unit_factor(unit, about.unit, &factor)) {
        return tac_args_fail(a, "'%s' is in %s, which '%s' is not a unit of", word->about.name,
                             about.unit[0] != '\0' ? about.unit : "no unit", unit);
    }
    *value *= factor;
    return 1;
}

static int send(tac_args *a, tac_io *io, const tac_signal_word *word, settings *set)
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
        int element = word->element < 0 ? i : word->element;
        if (!convert(a, io, word, element, set->unit[i], &set->value[i])) {
            return 0;
        }
        (void)tac_io_set(io, word->signal, element, set->value[i]);
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

// Whether commands take effect now; otherwise why not, and the exit code.
static tac_exit check_instance(tac_args *a, const tac_io *io)
{
    tac_io_health health;
    tac_io_get_health(io, &health);
    tac_exit code = tac_condition_exit(&health);
    if (code == TAC_EXIT_OK || (code == TAC_EXIT_LATE && health.late < LATE_S)) {
        return TAC_EXIT_OK;
    }
    tac_args_fail(a, "%s%s", health.text,
                  code == TAC_EXIT_SAFE ? ", in which no command takes effect" : "");
    return code;
}

// Waits until the frame is in effect, since a frame that waits for its step goes with its client, and then
// the duration of the settings, as long as it is well with the instance. OK when the frame was taken.
static tac_exit stay(tac_args *a, tac_io *io, const settings *set, tac_io_account *account)
{
    double begin = tac_now_s(), effect = 0.0, looked = begin;
    uint64_t first = tac_io_sent(io);
    while (!tac_stop_signal() && (!is_settled(account) ||
                                  (account->applied > 0 && tac_now_s() - effect < set->duration))) {
        pause_shortly();
        double now = tac_now_s();
        effect = is_settled(account) ? effect : now;
        (void)tac_io_get_account(io, tac_io_place(io), account);
        // once it is in effect, frames rather than heartbeats: they also bring a lost signal back
        tac_io_status status = account->applied > 0 ? tac_io_send(io, 0) : tac_io_heartbeat(io);
        tac_exit code =
            status != TAC_IO_OK || now - looked > LOOK_S ? check_instance(a, io) : TAC_EXIT_OK;
        looked = now - looked > LOOK_S ? now : looked;
        if (code != TAC_EXIT_OK) {
            return code;
        }
        if (status != TAC_IO_OK) {
            tac_args_fail(a, "the instance has ended");
            return TAC_EXIT_GONE;
        }
        if (account->taken < first && now - begin > ANSWER_S) {
            tac_args_fail(a, "the instance does not look at commands");
            return TAC_EXIT_LATE;
        }
    }
    tac_args_fail(a, "stopped before it took effect");
    return is_settled(account) ? TAC_EXIT_OK : TAC_EXIT_INPUT;
}

// The values beyond the range, each with the range and what became of it.
static void say_clamped(const tac_args *a, const tac_io *io, const tac_signal_word *word,
                        const settings *set)
{
    const tac_io_signal *s = &word->about;
    for (int i = 0; i < set->n_value; i++) {
        double value = set->value[i], kept = fmin(fmax(value, s->minimum), s->maximum);
        if (kept != value) {
            tac_io_value_about about;
            char given[TAC_NUMBER_SIZE], low[TAC_NUMBER_SIZE], high[TAC_NUMBER_SIZE],
                now[TAC_NUMBER_SIZE];
            (void)tac_io_describe_value(io, word->signal, word->element < 0 ? i : word->element,
                                        &about);
            tac_number_print(value, given);
            tac_number_print(s->minimum, low);
            tac_number_print(s->maximum, high);
            tac_number_print(kept, now);
            const char *unit = about.unit, *gap = unit[0] != '\0' ? " " : "";
            fprintf(stderr, "%s: clamped to the range of '%s', %s..%s%s%s: %s%s%s became %s%s%s\n",
                    a->command, TAC_SHOWN(about.name), low, high, gap, unit, given, gap, unit, now,
                    gap, unit);
        }
    }
}

static tac_exit command_signal(tac_args *a, tac_io *io, const char *name, settings *set)
{
    tac_signal_word word;
    tac_io_account account = {0};
    tac_exit code = check_instance(a, io);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    if (!tac_signal_words_find(a, io, name, &word) || !send(a, io, &word, set)) {
        return TAC_EXIT_INPUT;
    }
    code = stay(a, io, set, &account);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    if (account.rejected > 0) {
        code = check_instance(a, io);
        if (code == TAC_EXIT_OK) {
            tac_args_fail(a, "rejected: another client commands '%s'", word.about.name);
        }
        return code != TAC_EXIT_OK ? code : TAC_EXIT_INPUT;
    }
    if (account.stale > 0 && account.applied == 0) {
        tac_args_fail(a, "step %lld is over", (long long)set->step);
        return TAC_EXIT_INPUT;
    }
    if (account.limited > 0) {
        say_clamped(a, io, &word, set);
        return TAC_EXIT_CLAMPED;
    }
    return TAC_EXIT_OK;
}

static int run_set(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set) || !parse_values(a, set.word[2], &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_stop_catch();
    tac_exit code;
    tac_io *io = tac_signal_words_attach(a, set.word[0], TAC_IO_COMMAND, &code);
    code = io ? command_signal(a, io, set.word[1], &set) : code;
    tac_io_detach(io);
    return code == TAC_EXIT_OK || code == TAC_EXIT_CLAMPED ? (int)code
                                                           : tac_command_fail(code, a->error);
}

const tac_command tac_command_set = {
    .name = "set",
    .arguments = "NAME SIGNAL VALUE [options]",
    .summary = "command a signal of a running instance; arrays as 1,2,3",
    .syntax = &syntax,
    .run = run_set,
    .more = "The value is in the unit of the signal, or has one of its own (20mm), and lasts as "
            "long as\n"
            "this command and the signal's time-to-live. 'tactus ctl NAME write SIGNAL=VALUE ...' "
            "writes in SI, several at once, "
            "to stay.\n\n",
};

// tactus fmu-run: an FMU as a client of a running instance. Its code runs in a process of its own, which this one watches.
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "cosim/watched_run.h"
#include "format/number.h"
#include "system/stop_signal.h"

enum { MOST_SET = 1000, WORD = 96 };

typedef struct settings {
    const char *path, *instance, *client;
    double rate, timeout, wait;
    tac_texts set;
    int restarts;
    bool log, quiet;
} settings;

static const tac_option options[] = {
    {"name", "NAME", "the instance", TAC_ARG_TEXT(settings, instance)},
    {"rate", "FREQUENCY",
     "steps of the FMU per second of the instance, such as '1 kHz' (default: one per frame, or as "
     "seldom as the FMU's own step asks for)",
     TAC_ARG_REAL(settings, rate, TAC_Q_FREQUENCY, 1e-3, 1e6)},
    {"set", "VARIABLE=VALUE", "a parameter or start value; may be repeated",
     TAC_ARG_TEXTS(settings, set)},
    {"client", "NAME", "what it is called in the instance (default: fmu-run)",
     TAC_ARG_TEXT(settings, client)},
    {"timeout", "TIME", "one call of the FMU that takes longer has it killed (default 1 s)",
     TAC_ARG_REAL(settings, timeout, TAC_Q_TIME, 1e-3, 3600.0)},
    {"restarts", "N", "how often an FMU that crashed, hung or failed is started anew (default 0)",
     TAC_ARG_WHOLE(settings, restarts, 0, 1000000)},
    {"wait", "TIME", "for an instance that is not there yet (default 0)",
     TAC_ARG_REAL(settings, wait, TAC_Q_TIME, 0.0, 1e6)},
    {"log", NULL, "show all that the FMU logs and prints", TAC_ARG_FLAG(settings, log)},
    {"quiet", NULL, "print nothing but what went wrong", TAC_ARG_FLAG(settings, quiet)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = "no FMU given; try '%s --help'",
    .surplus = "one FMU at a time, not '%2$s' and '%1$s'",
};

typedef struct words {
    char instance[WORD + 16], client[WORD + 16], rate[64], patience[64], command[64];
    char set[MOST_SET][600];
    const char *word[MOST_SET + 16];
} words;

static bool check(tac_args *a, const settings *set)
{
    if (!set->instance) {
        return tac_args_fail(a, "which instance? add '--name NAME'; 'tactus list' knows those that "
                                "run");
    }
    if (strlen(set->instance) >= WORD || strlen(set->client) >= WORD) {
        return tac_args_fail(a, "a name has more than %d letters", WORD - 1);
    }
    for (int i = 0; i < set->set.n; i++) {
        if (strlen(set->set.text[i]) > 590 || i >= MOST_SET) {
            return tac_args_fail(a,
                                 "--set '%.40s...' is too long, or one too many; put it into a "
                                 "file (docs/fmi.md)",
                                 set->set.text[i]);
        }
    }
    return true;
}

static void list_words(words *w, const settings *set, const char *command)
{
    char number[TAC_NUMBER_SIZE];
    int n = 0;
    (void)snprintf(w->command, sizeof w->command, "command=%s", command);
    (void)snprintf(w->instance, sizeof w->instance, "instance=%s", set->instance);
    (void)snprintf(w->client, sizeof w->client, "client=%s", set->client);
    tac_number_print(set->rate, number);
    (void)snprintf(w->rate, sizeof w->rate, "rate=%s", number);
    tac_number_print(set->wait, number);
    (void)snprintf(w->patience, sizeof w->patience, "patience=%s", number);
    const char *const first[] = {w->command, w->instance, w->client, w->rate, w->patience};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        w->word[n++] = first[i];
    }
    for (int i = 0; i < set->set.n; i++) {
        (void)snprintf(w->set[i], sizeof w->set[i], "set=%s", set->set.text[i]);
        w->word[n++] = w->set[i];
    }
    if (set->quiet) {
        w->word[n++] = "quiet";
    }
    if (set->log) {
        w->word[n++] = "log";
    }
    w->word[n] = NULL;
}

static int run_fmu_run(tac_args *a)
{
    static settings set;
    static words w;
    set = (settings){.client = "fmu-run", .timeout = 1.0};
    if (!tac_args_read(a, &syntax, &set) || !check(a, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    list_words(&w, &set, a->command);
    const tac_watched_run run = {.command = a->command,
                                 .path = set.path,
                                 .words = w.word,
                                 .timeout = set.timeout,
                                 .restarts = set.restarts};
    tac_stop_catch();
    return tac_watched_run_go(&run);
}

const tac_command tac_command_fmu_run = {
    .name = "fmu-run",
    .arguments = "FILE.fmu|FILE.yaml --name NAME [options]",
    .summary = "an FMU reads and commands signals of a running instance",
    .syntax = &syntax,
    .run = run_fmu_run,
    .more = "Variables of the FMU are coupled to signals of the same name, or as a file says "
            "(docs/fmi.md).\n\n",
};

// tactus signals: the dictionary of a running instance with live values; without a name, the
// instances. tactus get: one of the values.
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "format/number.h"
#include "monitor/instance_table.h"
#include "printable.h"
#include "signal_words.h"

enum { VALUE_WIDTH = 60 };

typedef struct settings {
    const char *word[2]; // instance, signal
    bool values, units;
} settings;

// ---- signals -------------------------------------------------------------------------------------

static const char *shape(const tac_io_signal *s, char text[24])
{
    snprintf(text, 24, "%dx%d", s->rows, s->columns);
    return s->rows * s->columns == 1 ? "1" : text;
}

// "-10..10, 5/s, 20 steps, then ramp to 0"
static void print_limits(const tac_io_signal *s)
{
    static const char *const fallback[] = {"hold", "ramp to ", "zero"};
    char low[TAC_NUMBER_SIZE], high[TAC_NUMBER_SIZE], rate[TAC_NUMBER_SIZE], safe[TAC_NUMBER_SIZE];
    tac_number_print(s->minimum, low);
    tac_number_print(s->maximum, high);
    tac_number_print(s->rate, rate);
    tac_number_print(s->safe, safe);
    printf("  %s..%s", low, high);
    if (isfinite(s->rate)) {
        printf(", %s/s", rate);
    }
    if (s->ttl > 0) {
        printf(", %u steps, then %s%s", s->ttl, fallback[s->fallback],
               s->fallback == TAC_IO_RAMP ? safe : "");
    }
}

// The unit of all values of a signal, "mixed" where they differ, "-" for none.
static void find_unit(const tac_io *io, int i, int n, tac_io_value_about *out)
{
    (void)tac_io_describe_value(io, i, 0, out);
    for (int k = 1; k < n; k++) {
        tac_io_value_about other;
        (void)tac_io_describe_value(io, i, k, &other);
        if (strcmp(out->unit, other.unit) != 0) {
            snprintf(out->unit, sizeof out->unit, "mixed");
            return;
        }
    }
    if (out->unit[0] == '\0') {
        snprintf(out->unit, sizeof out->unit, "-");
    }
}

static void print_signal(const tac_io *io, int i)
{
    tac_io_signal s;
    tac_io_value_about first;
    char values[VALUE_WIDTH], text[24];
    (void)tac_io_describe(io, i, &s);
    tac_signal_words_values(io, i, values, sizeof values);
    find_unit(io, i, s.rows * s.columns, &first);
    printf("%-7s %-28s %-5s %-8s %s", s.direction == TAC_IO_COMMANDED ? "command" : "state",
           TAC_SHOWN(s.name), shape(&s, text), TAC_SHOWN(first.unit), values);
    if (s.direction == TAC_IO_COMMANDED) {
        print_limits(&s);
    }
    putchar('\n');
}

// One line per value, under the name that everything knows it by.
static void print_values(const tac_io *io, int i)
{
    tac_io_signal s;
    (void)tac_io_describe(io, i, &s);
    for (int k = 0; k < s.rows * s.columns; k++) {
        tac_io_value_about about;
        char number[TAC_NUMBER_SIZE];
        (void)tac_io_describe_value(io, i, k, &about);
        tac_number_print(tac_io_value(io, i, k), number);
        printf("%-36s %-8s %s\n", TAC_SHOWN(about.name),
               about.unit[0] ? TAC_SHOWN(about.unit) : "-", number);
    }
}

static const tac_option signals_options[] = {
    {"values", NULL, "one line per value, with its name and unit", TAC_ARG_FLAG(settings, values)},
};

static const tac_syntax signals_syntax = {
    .option = signals_options,
    .n_option = sizeof signals_options / sizeof *signals_options,
    .most = 1,
    .plain = TAC_ARG_AT(settings, word[0], const char *),
    .surplus = TAC_SURPLUS,
};

static int run_signals(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &signals_syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (!set.word[0]) {
        return tac_instance_table_print();
    }
    tac_exit code;
    tac_io *io = tac_signal_words_attach(a, set.word[0], TAC_IO_READ, &code);
    if (!io) {
        return tac_command_fail(code, a->error);
    }
    for (int i = 0; i < tac_io_count(io); i++) {
        if (set.values) {
            print_values(io, i);
        } else {
            print_signal(io, i);
        }
    }
    code = tac_signal_words_condition(a, io);
    tac_io_detach(io);
    return code;
}

const tac_command tac_command_signals = {
    .name = "signals",
    .arguments = "[NAME] [options]",
    .summary = "signals of a running instance with live values; the instances",
    .syntax = &signals_syntax,
    .run = run_signals,
};

// ---- get -----------------------------------------------------------------------------------------

static const tac_option get_options[] = {
    {"units", NULL, "print the unit behind each value, as on a terminal",
     TAC_ARG_FLAG(settings, units)},
};

static const tac_syntax get_syntax = {
    .option = get_options,
    .n_option = sizeof get_options / sizeof *get_options,
    .least = 2,
    .most = 2,
    .plain = TAC_ARG_AT(settings, word[0], const char *),
    .missing = "an instance and a signal are needed",
    .surplus = TAC_SURPLUS,
};

static int run_get(tac_args *a)
{
    settings set = {0};
    tac_signal_word word;
    if (!tac_args_read(a, &get_syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_exit code;
    tac_io *io = tac_signal_words_attach(a, set.word[0], TAC_IO_READ, &code);
    if (!io || !tac_signal_words_find(a, io, set.word[1], &word)) {
        tac_io_detach(io);
        return tac_command_fail(code, a->error);
    }
    // one value per line, and without its unit where it is no person who reads it
    char number[TAC_NUMBER_SIZE];
    for (int i = 0; i < word.about.rows * word.about.columns; i++) {
        if (word.element < 0 || word.element == i) {
            tac_io_value_about about;
            (void)tac_io_describe_value(io, word.signal, i, &about);
            tac_number_print(tac_io_value(io, word.signal, i), number);
            bool unit = about.unit[0] != '\0' && (set.units || isatty(STDOUT_FILENO));
            printf("%s%s%s\n", number, unit ? " " : "", unit ? TAC_SHOWN(about.unit) : "");
        }
    }
    code = tac_signal_words_condition(a, io);
    tac_io_detach(io);
    return code;
}

const tac_command tac_command_get = {
    .name = "get",
    .arguments = "NAME SIGNAL [options]",
    .summary = "value of a signal, in its unit; SIGNAL may end in .z or [ELEMENT]",
    .syntax = &get_syntax,
    .run = run_get,
};

// tactus play: plays a table, or the inputs of a recording, into a running instance.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/number.h"
#include "play/player.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/stop_signal.h"

#define LOOK_S 0.1 // between two looks at how it is with the instance
#define LATE_S 0.5 // beyond its period, that a player waits for an instance
#define SAY_S 1.0  // between two lines about what is refused or clamped

enum { MOST_COLUMNS = 256, LIST = 400 };

typedef struct settings {
    const char *word[2]; // instance, file
    double speed;
    int64_t loops;
    const char *start, *columns; // NULL: at once, all
    bool on_lines, quiet;
} settings;

static const tac_option options[] = {
    {"loops", "N", "play it so many times, one after the other; 0: until it is stopped (default 1)",
     TAC_ARG_WHOLE(settings, loops, 0, 1LL << 40)},
    {"speed", "X", "stretch time: 2 plays twice as fast (default 1)",
     TAC_ARG_REAL(settings, speed, TAC_Q_NUMBER, 1e-3, 1e3)},
    {"start", "SIGNAL>VALUE",
     "wait until the signal is over the value, or under it with <; it may have a unit (default: "
     "begin at once)",
     TAC_ARG_TEXT(settings, start)},
    {"lines", NULL, "join rows by lines (default: a row holds until the next one)",
     TAC_ARG_FLAG(settings, on_lines)},
    {"columns", "A,B,...", "play these columns alone (default: all that are commands)",
     TAC_ARG_TEXT(settings, columns)},
    {"quiet", NULL, "print nothing but errors and what is refused or clamped",
     TAC_ARG_FLAG(settings, quiet)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 2,
    .most = 2,
    .plain = TAC_ARG_AT(settings, word[0], const char *),
    .missing = "an instance and a table or recording are needed",
    .surplus = TAC_SURPLUS,
};

typedef struct play {
    settings set;
    tac_args *a;
    tac_io *io;
    tac_stimulus stimulus;
    tac_player player;
    tac_diag diag;
    tac_player_counts said; // up to the last line
    int64_t jumps;
    double looked, told; // s
} play;

// ---- start ---------------------------------------------------------------------------------------

// "speed>20 km/h".
static bool find_start(play *p)
{
    tac_player_start *s = &p->player.start;
    tac_signal_word word;
    tac_io_value_about about;
    char unit[TAC_UNIT_TEXT];
    const char *text = p->set.start;
    size_t n = text ? strcspn(text, "<>") : 0;
    if (!text) {
        return true;
    }
    while (n > 0 && text[n - 1] == ' ') {
        n--;
    }
    const char *sign = text + strcspn(text, "<>");
    const char *number = *sign != '\0' ? sign + 1 + strspn(sign + 1, " ") : "";
    if (n == 0 || n >= sizeof s->name || !tac_unit_value_parse(number, &s->limit, unit)) {
        return tac_args_fail(p->a, "'--start %s' must be SIGNAL>VALUE or SIGNAL<VALUE", text);
    }
    memcpy(s->name, text, n);
    s->name[n] = '\0';
    s->over = *sign == '>';
    if (!tac_signal_words_find(p->a, p->io, s->name, &word)) {
        return false;
    }
    if (word.element < 0 && word.about.rows * word.about.columns > 1) {
        return tac_args_fail(p->a, "'%s' has several values; name one, such as %s[0]", s->name,
                             s->name);
    }
    s->signal = word.signal;
    s->element = word.element < 0 ? 0 : word.element;
    (void)tac_io_describe_value(p->io, s->signal, s->element, &about);
    double factor = 1.0;
    if (unit[0] != '\0' && !tac_unit_factor(unit, about.unit, &factor)) {
        return tac_args_fail(p->a, "'%s' is in %s, which '%s' is not a unit of", s->name,
                             about.unit[0] != '\0' ? about.unit : "no unit", unit);
    }
    s->limit *= factor;
    return true;
}

// Names of --columns, in a copy that they point into.
static bool split_columns(play *p, char *copy, const char *wanted[MOST_COLUMNS], int *n)
{
    *n = 0;
    for (char *rest = copy, *name; copy && (name = strsep(&rest, ","));) {
        if (*n == MOST_COLUMNS) {
            return tac_args_fail(p->a, "at most %d names after --columns", (int)MOST_COLUMNS);
        }
        wanted[(*n)++] = name;
    }
    return true;
}

static tac_exit fail(play *p)
{
    (void)tac_command_refuse(&p->diag, TAC_EXIT_INPUT);
    return tac_exit_of(&p->diag, TAC_EXIT_INPUT);
}

static tac_exit bind_to(play *p, const char *const *wanted, int n_wanted)
{
    char left_out[LIST];
    if (!tac_player_bind(&p->player, &p->stimulus, wanted, n_wanted, left_out, sizeof left_out,
                         &p->diag) ||
        !tac_stimulus_read(&p->stimulus, &p->diag)) {
        return fail(p);
    }
    if (left_out[0] != '\0' && !p->set.quiet) {
        fprintf(stderr, "%s: no commands of '%s', left out: %s\n", p->a->command,
                TAC_SHOWN(p->set.word[0]), TAC_SHOWN(left_out));
    }
    if (p->set.loops > 1 && !(tac_stimulus_length(&p->stimulus) > 0.0)) {
        tac_args_fail(p->a, "'%s' has one row, which takes no time; it cannot be played %lld times",
                      p->set.word[1], (long long)p->set.loops);
        return (tac_exit)tac_command_fail(TAC_EXIT_INPUT, p->a->error);
    }
    return find_start(p) ? TAC_EXIT_OK : (tac_exit)tac_command_fail(TAC_EXIT_INPUT, p->a->error);
}

static tac_exit bind_columns(play *p)
{
    const char *wanted[MOST_COLUMNS];
    int n_wanted;
    char *copy = p->set.columns ? strdup(p->set.columns) : NULL;
    if (p->set.columns && !copy) {
        return (tac_exit)tac_command_fail(TAC_EXIT_MEMORY, "tactus play: not enough memory");
    }
    tac_exit code = split_columns(p, copy, wanted, &n_wanted)
                        ? bind_to(p, wanted, n_wanted)
                        : (tac_exit)tac_command_fail(TAC_EXIT_INPUT, p->a->error);
    free(copy);
    return code;
}

// ---- what is said --------------------------------------------------------------------------------

static void say_clamped(const play *p, uint64_t n)
{
    const tac_player *r = &p->player;
    const tac_player_signal *s = &r->signal[r->clamped];
    char given[TAC_NUMBER_SIZE], low[TAC_NUMBER_SIZE], high[TAC_NUMBER_SIZE];
    const char *gap = s->unit[0] != '\0' ? " " : "";
    tac_number_print(r->beyond, given);
    tac_number_print(s->about.minimum, low);
    tac_number_print(s->about.maximum, high);
    fprintf(stderr, "%s: clamped %llu value%s to the range; '%s', %s..%s%s%s, was to be %s%s%s\n",
            p->a->command, (unsigned long long)n, n == 1 ? "" : "s", TAC_SHOWN(s->name), low, high,
            gap, TAC_SHOWN(s->unit), given, gap, TAC_SHOWN(s->unit));
}

static void say_refused(const play *p, uint64_t n)
{
    bool taken = p->player.refused[0] != '\0';
    fprintf(stderr, "%s: refused %llu time%s%s%s%s\n", p->a->command, (unsigned long long)n,
            n == 1 ? "" : "s", taken ? "; another client commands '" : "",
            taken ? TAC_SHOWN(p->player.refused) : "", taken ? "'" : "");
}

static void say_news(play *p)
{
    tac_player_look(&p->player);
    const tac_player_counts *now = &p->player.count;
    if (now->clamped > p->said.clamped) {
        say_clamped(p, now->clamped - p->said.clamped);
    }
    if (now->refused > p->said.refused) {
        say_refused(p, now->refused - p->said.refused);
    }
    if (p->player.jumps > p->jumps) {
        fprintf(stderr, "%s: the time of '%s' went back; going on from here\n", p->a->command,
                TAC_SHOWN(p->set.word[0]));
    }
    p->jumps = p->player.jumps;
    p->said = *now;
}

static void say_begin(const play *p)
{
    const tac_player *r = &p->player;
    if (p->set.quiet) {
        return;
    }
    printf("playing %s, %zu rows of %d signal%s, %g s", TAC_SHOWN(p->set.word[1]),
           p->stimulus.n_row, p->stimulus.n, p->stimulus.n == 1 ? "" : "s",
           tac_stimulus_length(&p->stimulus));
    if (r->start.name[0] != '\0') {
        printf(", when '%s' is %s %g", TAC_SHOWN(r->start.name), r->start.over ? "over" : "under",
               r->start.limit);
    }
    puts("");
    fflush(stdout);
}

static void say_end(const play *p)
{
    const tac_player *r = &p->player;
    if (!p->set.quiet) {
        printf("%s at %g s: %llu frames; values clamped: %llu, times refused: %llu\n",
               r->state == TAC_PLAYER_DONE ? "done" : "stopped", r->position,
               (unsigned long long)r->count.frames, (unsigned long long)r->count.clamped,
               (unsigned long long)r->count.refused);
    }
}

// ---- playing -------------------------------------------------------------------------------------

// Whether commands take effect now; otherwise says why not.
static tac_exit check_instance(const play *p)
{
    tac_io_health health;
    tac_io_get_health(p->io, &health);
    tac_exit code = tac_condition_exit(&health);
    if (code == TAC_EXIT_OK || (code == TAC_EXIT_LATE && health.late < LATE_S)) {
        return TAC_EXIT_OK;
    }
    fprintf(stderr, "%s: %s%s\n", p->a->command, TAC_SHOWN(health.text),
            code == TAC_EXIT_SAFE ? ", in which no command takes effect" : "");
    return code;
}

static tac_exit tend(play *p, double now)
{
    tac_exit code = TAC_EXIT_OK;
    if (now - p->looked > LOOK_S) {
        p->looked = now;
        code = check_instance(p);
    }
    if (now - p->told > SAY_S) {
        p->told = now;
        say_news(p);
    }
    return code;
}

static tac_exit play_all(play *p)
{
    tac_exit code = TAC_EXIT_OK;
    p->told = tac_now_s();
    while (code == TAC_EXIT_OK && !tac_stop_signal()) {
        tac_player_state state = tac_player_next(&p->player);
        if (state == TAC_PLAYER_DONE) {
            break;
        }
        code = tend(p, tac_now_s());
        if (state == TAC_PLAYER_GONE && code == TAC_EXIT_OK) {
            code = check_instance(p);
            code = code == TAC_EXIT_OK ? TAC_EXIT_GONE : code;
        }
    }
    tac_player_let_go(&p->player);
    say_news(p);
    say_end(p);
    if (code != TAC_EXIT_OK) {
        return code;
    }
    return p->player.count.refused > 0   ? TAC_EXIT_INPUT
           : p->player.count.clamped > 0 ? TAC_EXIT_CLAMPED
                                         : TAC_EXIT_OK;
}

static tac_exit play_file(play *p)
{
    tac_exit code;
    if (!tac_stimulus_open(&p->stimulus, p->set.word[1], &p->diag)) {
        return fail(p);
    }
    p->io = tac_signal_words_attach(p->a, p->set.word[0], TAC_IO_COMMAND, &code);
    if (!p->io) {
        return (tac_exit)tac_command_fail(code, p->a->error);
    }
    p->player = (tac_player){
        .io = p->io, .speed = p->set.speed, .loops = p->set.loops, .on_lines = p->set.on_lines};
    code = bind_columns(p);
    if (code == TAC_EXIT_OK) {
        code = check_instance(p);
    }
    if (code != TAC_EXIT_OK) {
        return code;
    }
    say_begin(p);
    return play_all(p);
}

static int run_play(tac_args *a)
{
    play p = {.set = {.speed = 1.0, .loops = 1}, .a = a};
    if (!tac_args_read(a, &syntax, &p.set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_stop_catch();
    tac_exit code = play_file(&p);
    tac_player_close(&p.player);
    tac_stimulus_close(&p.stimulus);
    tac_io_detach(p.io);
    return (int)code;
}

const tac_command tac_command_play = {
    .name = "play",
    .arguments = "NAME FILE.csv|LOG [options]",
    .summary = "play a table, or the inputs of a recording, into a running instance",
    .syntax = &syntax,
    .run = run_play,
    .more = "A table has a line of names, then a line of numbers per row: the time (t, in s), and "
            "commands\n"
            "of the instance in their units, or in those that stand behind a name: "
            "front_left [mm].\n"
            "The first row is sent at once. Time is that of the instance. At the end, and when it "
            "is\n"
            "stopped, the signals are given back.\n\n",
};

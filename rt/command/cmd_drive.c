// tactus drive: a person at the keys of a terminal drives a running instance.
//
// A terminal tells that a key goes down, and again and again while it is held, never that it goes up: a pedal is down for
// a while after each time, a longer one after the first, since a terminal waits before it repeats.
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "format/number.h"
#include "format/unit_value.h"
#include "printable.h"
#include "signal_words.h"
#include "system/clock.h"
#include "system/stop_signal.h"

#define SHOW_S 0.1   // between two lines of the dashboard
#define LATE_S 0.5   // beyond its period, that a driver waits for an instance
#define FIRST_S 0.6  // that a key holds when it goes down
#define AGAIN_S 0.15 // when it is repeated
#define PRESS 3.0    // per second: how fast a pedal goes down or up
#define TURN 2.0     // per second: the wheel, by what it may turn at that speed
#define FAST 8.0     // m/s, at which the wheel turns half as far

enum { EVERY_MS = 20, BAR = 10, KEYS = 64 };
enum { THROTTLE, BRAKE, STEERING, PERSON, GEAR, AUTOPILOT, N_COMMANDS };
enum { UP, DOWN, LEFT, RIGHT, N_KEYS };

static const char *const names[] = {"throttle", "brake", "steering", "person", "gear", "autopilot"};

typedef struct settings {
    const char *word[1]; // instance
} settings;

static const tac_syntax syntax = {
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, word[0], const char *),
    .missing = TAC_NO_INSTANCE,
    .surplus = TAC_SURPLUS,
};

typedef struct driver {
    tac_io *io;
    int signal[N_COMMANDS], speed; // -1: there is none
    tac_io_signal about[N_COMMANDS];
    char unit[TAC_UNIT_TEXT]; // of the speed
    double metres;            // per second, of 1 of its speed
    double until[N_KEYS];     // s, of the clock: so long a key is down
    double pedal[2], wheel;   // 0 to 1; -1 at the right to 1
    double at, shown;         // s, of the last step, of the last line
    int gear;                 // 0: nobody has shifted yet, else 1 or -1
    bool lets, is_over;       // the driver of the model drive; the person has left
} driver;

// ---- signals -------------------------------------------------------------------------------------

static bool find_signals(tac_args *a, driver *d)
{
    for (int k = 0; k < N_COMMANDS; k++) {
        int i = tac_io_find(d->io, names[k]);
        bool good = i >= 0 && tac_io_describe(d->io, i, &d->about[k]) == TAC_IO_OK &&
                    d->about[k].direction == TAC_IO_COMMANDED &&
                    d->about[k].rows * d->about[k].columns == 1;
        d->signal[k] = good ? i : -1;
    }
    if (d->signal[THROTTLE] < 0 || d->signal[STEERING] < 0) {
        return tac_args_fail(a, "its rig has no command '%s', so that it cannot be driven",
                             names[d->signal[THROTTLE] < 0 ? THROTTLE : STEERING]);
    }
    tac_io_value_about about;
    d->speed = tac_io_find(d->io, "speed");
    if (d->speed >= 0 && tac_io_describe_value(d->io, d->speed, 0, &about) == TAC_IO_OK) {
        snprintf(d->unit, sizeof d->unit, "%s", about.unit);
        (void)(about.unit[0] != '\0' && tac_unit_factor(about.unit, "m/s", &d->metres));
    }
    return true;
}

static double speed_of(const driver *d)
{
    return d->speed >= 0 ? tac_io_value(d->io, d->speed, 0) : 0.0;
}

static double most(double edge)
{
    return isfinite(edge) ? edge : 1.0;
}

static void put(driver *d, int command, double value)
{
    if (d->signal[command] >= 0) {
        (void)tac_io_set(d->io, d->signal[command], 0, value);
    }
}

static tac_io_status send(driver *d)
{
    for (int k = 0; k < N_COMMANDS; k++) {
        if (d->signal[k] >= 0) {
            (void)tac_io_release(d->io, d->signal[k]);
        }
    }
    if (d->lets) {
        put(d, AUTOPILOT, 1.0);
    } else {
        const tac_io_signal *s = &d->about[STEERING];
        put(d, THROTTLE, d->pedal[THROTTLE] * most(d->about[THROTTLE].maximum));
        put(d, BRAKE, d->pedal[BRAKE] * most(d->about[BRAKE].maximum));
        put(d, STEERING, d->wheel * (d->wheel >= 0.0 ? most(s->maximum) : most(-s->minimum)));
        put(d, PERSON, 1.0);
    }
    if (d->gear != 0 && !d->lets) {
        put(d, GEAR, d->gear);
    }
    return tac_io_send(d->io, 0);
}

// ---- keys ----------------------------------------------------------------------------------------

static void press(driver *d, int key, double now)
{
    bool again = now < d->until[key];
    d->until[key] = fmax(d->until[key], now + (again ? AGAIN_S : FIRST_S));
    d->until[key ^ 1] = 0.0; // the other way is let go
}

static void take_key(driver *d, char key, double now)
{
    switch (key) {
    case 'w':
        press(d, UP, now);
        break;
    case 's':
    case ' ':
        press(d, DOWN, now);
        break;
    case 'a':
        press(d, LEFT, now);
        break;
    case 'd':
        press(d, RIGHT, now);
        break;
    case 'x':
        d->gear = d->gear == -1 ? 1 : -1;
        break;
    case 'p':
        d->lets = !d->lets && d->signal[AUTOPILOT] >= 0;
        break;
    case 'q':
        d->is_over = true;
        break;
    default:
        break;
    }
}

// Arrows come as ESC [ A to D.
static void take_keys(driver *d, const char *text, int n, double now)
{
    static const char arrow[] = "wsda";
    for (int i = 0; i < n; i++) {
        if (text[i] == '\033' && i + 2 < n && (text[i + 1] == '[' || text[i + 1] == 'O') &&
            text[i + 2] >= 'A' && text[i + 2] <= 'D') {
            take_key(d, arrow[text[i + 2] - 'A'], now);
            i += 2;
        } else if (text[i] == '\033' && n == 1) {
            d->is_over = true;
        } else {
            take_key(d, (char)(text[i] >= 'A' && text[i] <= 'Z' ? text[i] + 32 : text[i]), now);
        }
    }
}

// False: nobody is there any more.
static bool listen(driver *d)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    char text[KEYS];
    if (poll(&in, 1, EVERY_MS) > 0) {
        ssize_t n = read(STDIN_FILENO, text, sizeof text);
        if (n <= 0) {
            return false;
        }
        take_keys(d, text, (int)n, tac_now_s());
    }
    return !d->is_over;
}

// ---- driving -------------------------------------------------------------------------------------

static double towards(double x, double to, double by)
{
    return x + fmin(fmax(to - x, -by), by);
}

static void step(driver *d)
{
    double now = tac_now_s(), dt = fmin(now - d->at, 0.2), v = d->metres * speed_of(d) / FAST;
    double share = 1.0 / (1.0 + v * v);
    d->at = now;
    d->pedal[THROTTLE] = towards(d->pedal[THROTTLE], now < d->until[UP], PRESS * dt);
    d->pedal[BRAKE] = towards(d->pedal[BRAKE], now < d->until[DOWN], PRESS * dt);
    double turn = (now < d->until[LEFT]) - (now < d->until[RIGHT]);
    d->wheel = towards(d->wheel, turn * share, TURN * share * dt);
    d->wheel = fmin(fmax(d->wheel, -share), share);
}

static void show(driver *d)
{
    static const char full[BAR + 1] = "##########", none[BAR + 1] = "          ";
    int t = (int)lround(BAR * d->pedal[THROTTLE]), b = (int)lround(BAR * d->pedal[BRAKE]);
    if (d->at - d->shown < SHOW_S) {
        return;
    }
    d->shown = d->at;
    printf("\r%6.1f %s  throttle [%.*s%.*s]  brake [%.*s%.*s]  wheel %+4.0f %%  %s   ", speed_of(d),
           TAC_SHOWN(d->unit), t, full, BAR - t, none, b, full, BAR - b, none, 100.0 * d->wheel,
           d->lets         ? "its driver drives"
           : d->gear == -1 ? "backwards"
                           : "you drive");
    fflush(stdout);
}

static tac_exit drive(tac_args *a, driver *d)
{
    tac_io_account account = {0};
    bool on_screen = isatty(STDOUT_FILENO);
    d->at = tac_now_s();
    while (!tac_stop_signal() && listen(d)) {
        tac_io_health health;
        (void)tac_io_read(d->io);
        step(d);
        tac_io_get_health(d->io, &health);
        tac_exit code = tac_condition_exit(&health);
        if (code != TAC_EXIT_OK && !(code == TAC_EXIT_LATE && health.late < LATE_S)) {
            tac_args_fail(a, "%s", health.text);
            return code;
        }
        if (send(d) != TAC_IO_OK) {
            tac_args_fail(a, "the instance has ended");
            return TAC_EXIT_GONE;
        }
        (void)tac_io_get_account(d->io, tac_io_place(d->io), &account);
        if (account.rejected > 0) {
            tac_args_fail(a, "rejected: another client commands some of it");
            return TAC_EXIT_INPUT;
        }
        if (on_screen) {
            show(d);
        }
    }
    return TAC_EXIT_OK;
}

static int run_drive(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_stop_catch();
    tac_exit code;
    driver d = {.io = tac_signal_words_attach(a, set.word[0], TAC_IO_COMMAND, &code)};
    if (!d.io || !find_signals(a, &d)) {
        tac_io_detach(d.io);
        return tac_command_fail(d.io ? TAC_EXIT_INPUT : code, a->error);
    }
    struct termios before;
    bool is_terminal = tcgetattr(STDIN_FILENO, &before) == 0;
    if (is_terminal) { // keys come at once and are not shown
        struct termios keys = before;
        keys.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &keys);
        puts(
            "arrows or w a s d drive, space brakes, x changes the gear, p lets its driver drive, q "
            "leaves");
    }
    code = drive(a, &d);
    if (is_terminal) {
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &before);
        puts("");
    }
    tac_io_detach(d.io);
    return code == TAC_EXIT_OK ? (int)code : tac_command_fail(code, a->error);
}

const tac_command tac_command_drive = {
    .name = "drive",
    .arguments = "NAME",
    .summary = "drive a running instance by the keys of this terminal",
    .syntax = &syntax,
    .run = run_drive,
    .more = "Its rig has commands that are called 'throttle' and 'steering', and perhaps 'brake', "
            "'gear', 'person' and\n"
            "'autopilot'. Arrows or w a s d drive, space brakes, x changes the gear, p lets the "
            "driver of the model drive, q\n"
            "leaves. The page of 'tactus serve' is driven by a gamepad, too.\n\n",
};

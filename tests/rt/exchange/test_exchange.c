// Executive and client in one process: what goes out, what comes in, and when.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "exchange/supervisor.h"
#include "exchange/take.h"
#include "instance.h"

static void sleep_ms(int ms)
{
    struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static int same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static tac_io *attach(const instance *i, int mode)
{
    tac_io_error error;
    tac_io *io = tac_io_attach(i->name, mode, "test", &error);
    cr_assert_not_null(io, "%s", error.text);
    return io;
}

static void open_both(instance *i, tac_io **io, const char *tag)
{
    cr_assert(instance_open(i, tag, 4));
    *io = attach(i, TAC_IO_COMMAND);
    instance_cycle(i);
    cr_assert_eq(tac_io_read(*io), TAC_IO_OK);
}

static void close_both(instance *i, tac_io *io)
{
    tac_io_detach(io);
    instance_close(i);
}

static double in_effect(const instance *i, int signal)
{
    return tac_exchange_command(i->x, signal)[0];
}

static tac_io_account account(const tac_io *io)
{
    tac_io_account a;
    cr_assert_eq(tac_io_get_account(io, tac_io_place(io), &a), TAC_IO_OK);
    return a;
}

// ---- out -----------------------------------------------------------------------------------------

Test(exchange, dictionary_describes_the_signals)
{
    instance i;
    cr_assert(instance_open(&i, "dictionary", 0));
    tac_io *io = attach(&i, TAC_IO_READ);
    tac_io_signal s;
    cr_assert_eq(tac_io_count(io), N_SIGNAL);
    cr_assert_eq(tac_io_find(io, "ramp"), RAMP);
    cr_assert_eq(tac_io_find(io, "nothing"), -1);
    cr_assert_eq(tac_io_describe(io, RAMP, &s), TAC_IO_OK);
    cr_assert(strcmp(s.name, "ramp") == 0 && strcmp(s.unit, "rad") == 0);
    cr_assert(s.direction == TAC_IO_COMMANDED && s.rows == 1 && s.columns == 1);
    cr_assert(s.minimum == -1.0 && s.maximum == 1.0 && s.rate == 100.0 && s.safe == 0.5);
    cr_assert(s.fallback == TAC_IO_RAMP && s.ttl == TTL);
    cr_assert_eq(tac_io_describe(io, N_SIGNAL, &s), TAC_IO_INVALID);
    cr_assert_eq(tac_io_set(io, HOLD, 0, 1.0), TAC_IO_INVALID, "attached for reading only");
    close_both(&i, io);
}

Test(exchange, frames_hold_values_of_one_step)
{
    instance i;
    cr_assert(instance_open(&i, "frames", 0));
    tac_io *io = attach(&i, TAC_IO_READ);
    tac_io_frame f;
    cr_assert_eq(tac_io_read(io), TAC_IO_STALE, "nothing is published yet");
    cr_assert(isnan(tac_io_value(io, CLOCK, 0)));
    for (int k = 1; k <= 10; k++) {
        instance_cycle(&i);
        cr_assert_eq(tac_io_wait(io, TAC_IO_POLL, 0.0), TAC_IO_OK);
        tac_io_get_frame(io, &f);
        cr_assert(f.number == (uint64_t)k && f.step == k && f.cycle == k - 1 && f.run_state == 2);
        cr_assert(same_bits(tac_io_value(io, CLOCK, 0), k * 1e-3));
        cr_assert(same_bits(tac_io_value(io, LOAD, 113), k));
        cr_assert(same_bits(tac_io_value(io, KEEP, 0), 7.0));
        cr_assert(isnan(tac_io_value(io, LOAD, 114)) && isnan(tac_io_value(io, -1, 0)));
    }
    cr_assert_eq(tac_io_wait(io, TAC_IO_PERIOD, 0.005), TAC_IO_STALE);
    close_both(&i, io);
}

Test(exchange, safe_state_shows_safe_values)
{
    instance i;
    cr_assert(instance_open(&i, "safe", 0));
    tac_io *io = attach(&i, TAC_IO_READ);
    tac_state_head head = {.run_state = 3};
    tac_exchange_state(i.x, POSITION)[1] = 5.0;
    tac_exchange_publish(i.x, &head, 1);
    cr_assert_eq(tac_io_read(io), TAC_IO_OK);
    cr_assert(same_bits(tac_io_value(io, POSITION, 1), -1.0));
    close_both(&i, io);
}

// ---- in ------------------------------------------------------------------------------------------

Test(exchange, a_command_takes_effect_in_the_next_cycle)
{
    instance i;
    tac_io *io;
    tac_io_frame f;
    open_both(&i, &io, "latency");
    for (int k = 0; k < 100; k++) {
        tac_io_get_frame(io, &f);
        int64_t written_at = f.step;
        cr_assert_eq(tac_io_set(io, HOLD, 0, 0.01 * k), TAC_IO_OK);
        cr_assert_eq(tac_io_send(io, 0), TAC_IO_OK);
        instance_cycle(&i);
        cr_assert_eq(tac_io_read(io), TAC_IO_OK);
        tac_io_get_frame(io, &f);
        cr_assert_eq(f.step, written_at + 1);
        cr_assert(same_bits(tac_io_value(io, POSITION, 0), 0.01 * k), "effect of the command");
        cr_assert(same_bits(tac_io_value(io, HOLD, 0), 0.01 * k), "command in effect");
        cr_assert_eq(account(io).applied_step, written_at);
    }
    cr_assert_eq(account(io).applied, 100);
    close_both(&i, io);
}

Test(exchange, a_command_waits_for_its_step)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "future");
    tac_io_set(io, KEEP, 0, 1.0);
    tac_io_send(io, 5);
    for (int64_t step = 1; step < 10; step++) {
        cr_assert_eq(i.step, step);
        instance_cycle(&i); // takes at `step`
        cr_assert(same_bits(in_effect(&i, KEEP), step < 5 ? 7.0 : 1.0));
    }
    cr_assert_eq(account(io).applied_step, 5);
    // too late
    tac_io_set(io, KEEP, 0, 2.0);
    tac_io_send(io, 3);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, KEEP), 1.0));
    cr_assert_eq(account(io).stale, 1);
    close_both(&i, io);
}

Test(exchange, a_newer_frame_replaces_one_that_waits)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "replace");
    tac_io_set(io, KEEP, 0, 1.0);
    tac_io_send(io, 4);
    instance_cycle(&i);
    tac_io_set(io, KEEP, 0, 2.0);
    tac_io_send(io, 0);
    for (int k = 0; k < 5; k++) {
        instance_cycle(&i);
        cr_assert(same_bits(in_effect(&i, KEEP), 2.0));
    }
    close_both(&i, io);
}

Test(exchange, events_arrive_in_order_and_none_is_overtaken)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "events");
    for (int k = 0; k < TAC_CLIENT_EVENTS; k++) {
        cr_assert_eq(tac_io_put_event(io, ZERO, k % 3, k, k < 15 ? 0 : 3), TAC_IO_OK);
    }
    cr_assert_eq(tac_io_put_event(io, ZERO, 0, 1.0, 0), TAC_IO_BUSY);
    instance_cycle(&i);
    const double *zero = tac_exchange_command(i.x, ZERO);
    cr_assert(same_bits(zero[0], 12.0) && same_bits(zero[1], 13.0) && same_bits(zero[2], 14.0));
    cr_assert_eq(account(io).applied, 15);
    cr_assert_eq(tac_io_put_event(io, ZERO, 1, 99.0, 0), TAC_IO_OK);
    instance_cycle(&i);
    cr_assert(same_bits(zero[1], 99.0) && same_bits(zero[0], 12.0));
    instance_cycle(&i); // takes at step 3
    cr_assert(same_bits(zero[0], 15.0));
    cr_assert_eq(account(io).applied, 17);
    close_both(&i, io);
}

Test(exchange, range_and_rate_are_kept)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "limits");
    tac_io_set(io, HOLD, 0, 1e9);
    tac_io_set(io, RAMP, 0, 0.35);
    tac_io_send(io, 0);
    double last = 0.0;
    for (int k = 0; k < 4; k++) {
        instance_cycle(&i);
        tac_io_heartbeat(io);
        cr_assert(same_bits(in_effect(&i, HOLD), 10.0));
        double now = in_effect(&i, RAMP);
        cr_assert(now - last <= 0.1 + 1e-15 && now > last);
        last = now;
    }
    cr_assert(same_bits(last, 0.35));
    cr_assert_eq(account(io).limited, 1);
    close_both(&i, io);
}

// ---- wall time -----------------------------------------------------------------------------------

static void command_all(instance *i, tac_io *io)
{
    for (int k = 0; k < 12; k++) {
        tac_io_set(io, HOLD, 0, 4.0);
        tac_io_set(io, RAMP, 0, -0.73);
        tac_io_set(io, ZERO, 0, 8.0);
        tac_io_set(io, KEEP, 0, 3.0);
        tac_io_send(io, 0);
        instance_cycle(i);
    }
    cr_assert(same_bits(in_effect(i, RAMP), -0.73));
}

// Cycles that make up for a stall, one right after the other.
static void burst(instance *i, tac_io *io, int cycles)
{
    for (int k = 0; k < cycles; k++) {
        i->stall = -990000; // 10 us after the one before
        instance_cycle(i);
        if (io && k % 50 == 0) {
            tac_io_heartbeat(io);
        }
    }
}

Test(exchange, a_client_that_beats_is_kept_through_a_stall_and_its_burst)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "burst");
    command_all(&i, io);
    for (int k = 0; k < 150; k++) {
        tac_io_heartbeat(io);
    }
    i.stall = 600000000;
    instance_cycle(&i);
    burst(&i, NULL, 400); // 4 ms, in which a client need not beat
    cr_assert_eq(account(io).stale, 0);
    cr_assert(same_bits(in_effect(&i, ZERO), 8.0));
    close_both(&i, io);
}

Test(exchange, a_client_that_waited_for_a_frame_through_a_stall_has_time_to_answer)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "answers");
    command_all(&i, io);
    i.stall = 600000000;
    instance_cycle(&i);
    instance_cycle(&i);
    cr_assert_eq(account(io).stale, 0);
    tac_io_heartbeat(io);
    for (int k = 0; k < TTL; k++) {
        instance_cycle(&i);
        cr_assert(same_bits(in_effect(&i, ZERO), 8.0));
    }
    // and silence is silence after it
    instance_cycle(&i);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, ZERO), 0.0));
    close_both(&i, io);
}

Test(exchange, silence_is_measured_on_the_clock_whatever_the_steps)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "clock");
    command_all(&i, io);
    // three cycles of 2 ms are longer than 5 steps of 1 ms and half a cycle
    for (int k = 0; k < 2; k++) {
        i.stall = 1000000;
        instance_cycle(&i);
        cr_assert(same_bits(in_effect(&i, ZERO), 8.0));
    }
    i.stall = 1000000;
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, ZERO), 0.0));
    close_both(&i, io);
}

Test(exchange, a_rate_holds_in_wall_time_through_stalls_and_bursts)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "rate");
    tac_io_set(io, RAMP, 0, 1.0); // at 100 rad/s, 0.1 in a cycle of 1 ms
    tac_io_send(io, 0);
    instance_cycle(&i);
    double before = in_effect(&i, RAMP);
    cr_assert(same_bits(before, 0.1));
    i.stall = 600000000;
    instance_cycle(&i);
    cr_assert(in_effect(&i, RAMP) - before <= 0.1 + 1e-15, "no jump over what was missed");
    before = in_effect(&i, RAMP);
    int64_t begin = i.wall;
    burst(&i, io, 100);
    double passed =
        (double)(i.wall - begin) * 1e-9; // 1 ms, and half a cycle for the machine's unrest
    cr_assert(in_effect(&i, RAMP) - before <= 100.0 * (passed + 0.5e-3) + 1e-12);
    cr_assert(in_effect(&i, RAMP) > before);
    close_both(&i, io);
}

Test(exchange, unrest_of_a_machine_changes_no_value)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "unrest");
    tac_io_set(io, RAMP, 0, 1.0);
    tac_io_send(io, 0);
    double expected = 0.0;
    for (int k = 0; k < 8; k++) { // late by up to 0.4 ms, the next one so much nearer
        i.stall = k % 2 == 0 ? 400000 : -400000;
        instance_cycle(&i);
        tac_io_heartbeat(io);
        expected += 0.1;
        cr_assert(same_bits(in_effect(&i, RAMP), expected));
    }
    close_both(&i, io);
}

Test(exchange, silence_and_rates_stand_in_a_pause)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "pause");
    command_all(&i, io);
    tac_io_set(io, RAMP, 0, 1.0);
    tac_io_send(io, 0);
    i.is_paused = 1;
    instance_cycle(&i); // for the step before the pause
    double held = in_effect(&i, RAMP);
    for (int k = 0; k < 100; k++) {
        instance_cycle(&i);
    }
    cr_assert(same_bits(in_effect(&i, ZERO), 8.0));
    cr_assert(same_bits(in_effect(&i, RAMP), held));
    cr_assert_eq(account(io).stale, 0);
    i.is_paused = 0;
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, RAMP), held));
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, RAMP), held + 0.1));
    close_both(&i, io);
}

Test(exchange, commands_wait_in_the_safe_state_and_are_not_called_applied)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "safe");
    command_all(&i, io);
    uint64_t applied = account(io).applied, taken = account(io).taken;
    i.is_safe = 1;
    tac_io_set(io, KEEP, 0, 5.0);
    tac_io_send(io, 0);
    for (int k = 0; k < 4 * TTL; k++) {
        instance_cycle(&i);
    }
    cr_assert(account(io).applied == applied && account(io).taken == taken);
    cr_assert_eq(account(io).stale, 0);
    cr_assert(same_bits(in_effect(&i, KEEP), 3.0));
    i.is_safe = 0;
    instance_cycle(&i);
    cr_assert_eq(account(io).applied, applied + 1);
    cr_assert(same_bits(in_effect(&i, KEEP), 5.0));
    close_both(&i, io);
}

// ---- loss ----------------------------------------------------------------------------------------

// Every fallback, to the step and to the bit, whichever way the client is lost.
static void check_fallbacks(instance *i)
{
    // taken at step s with the last heartbeat: in effect while step - s <= TTL
    double ramp = in_effect(i, RAMP);
    for (int k = 1; k <= TTL; k++) {
        instance_cycle(i);
        cr_assert(same_bits(in_effect(i, HOLD), 4.0));
        cr_assert(same_bits(in_effect(i, RAMP), ramp));
        cr_assert(same_bits(in_effect(i, ZERO), 8.0));
    }
    for (int k = 0; k < 20; k++) {
        instance_cycle(i);
        double change = 0.5 - ramp;
        ramp = change > 0.1 ? ramp + 0.1 : change < -0.1 ? ramp - 0.1 : 0.5;
        cr_assert(same_bits(in_effect(i, HOLD), 4.0));
        cr_assert(same_bits(in_effect(i, RAMP), ramp));
        cr_assert(same_bits(in_effect(i, ZERO), 0.0));
        cr_assert(same_bits(in_effect(i, KEEP), 3.0));
    }
    cr_assert(same_bits(ramp, 0.5));
}

Test(exchange, a_silent_client_loses_its_signals_in_the_step_configured)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "silent");
    command_all(&i, io);
    check_fallbacks(&i);
    cr_assert_eq(account(io).stale, 3);
    // a heartbeat alone brings nothing back, a frame does
    tac_io_heartbeat(io);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, ZERO), 0.0));
    tac_io_send(io, 0);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, ZERO), 8.0));
    close_both(&i, io);
}

Test(exchange, a_client_that_left_loses_its_signals_in_the_same_step)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "left");
    command_all(&i, io);
    tac_io_detach(io);
    sleep_ms(4 * TAC_SUPERVISOR_MS);
    check_fallbacks(&i);
    instance_close(&i);
}

Test(exchange, signals_of_one_who_left_do_not_count_for_who_comes_next)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "next");
    command_all(&i, io);
    int place = tac_io_place(io);
    tac_io_detach(io);
    sleep_ms(4 * TAC_SUPERVISOR_MS);
    instance_cycle(&i);
    io = attach(&i, TAC_IO_COMMAND);
    cr_assert_eq(tac_io_place(io), place);
    for (int k = 0; k < 2 * TTL; k++) {
        instance_cycle(&i);
    }
    cr_assert(same_bits(in_effect(&i, ZERO), 0.0));
    cr_assert_eq(account(io).stale, 0);
    close_both(&i, io);
}

Test(exchange, heartbeats_keep_commands_alive)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "heartbeat");
    command_all(&i, io);
    for (int k = 0; k < 10; k++) {
        tac_io_heartbeat(io);
        for (int j = 0; j < TTL; j++) {
            instance_cycle(&i);
        }
        cr_assert(same_bits(in_effect(&i, ZERO), 8.0));
    }
    close_both(&i, io);
}

Test(exchange, a_released_signal_falls_back_at_once)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "release");
    command_all(&i, io);
    tac_io_release(io, ZERO);
    tac_io_send(io, 0);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, ZERO), 0.0));
    cr_assert(same_bits(in_effect(&i, HOLD), 4.0));
    close_both(&i, io);
}

// ---- clients -------------------------------------------------------------------------------------

Test(exchange, a_signal_belongs_to_one_client_at_a_time)
{
    instance i;
    tac_io *first, *second;
    open_both(&i, &first, "owner");
    second = attach(&i, TAC_IO_COMMAND);
    tac_io_set(first, HOLD, 0, 1.0);
    tac_io_send(first, 0);
    instance_cycle(&i);
    tac_io_set(second, HOLD, 0, 2.0);
    tac_io_set(second, KEEP, 0, 2.0);
    tac_io_send(second, 0);
    tac_io_heartbeat(first);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, HOLD), 1.0));
    cr_assert(same_bits(in_effect(&i, KEEP), 2.0));
    cr_assert_eq(account(second).rejected, 1);
    for (int k = 0; k <= TTL + 1; k++) {
        instance_cycle(&i);
    }
    tac_io_send(second, 0);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, HOLD), 2.0));
    tac_io_detach(second);
    close_both(&i, first);
}

static void wait_until_free(const instance *i, const tac_io *reader, int place)
{
    tac_io_account a = {.active = 1};
    for (int k = 0; k < 1000 && a.active; k++) {
        sleep_ms(5);
        cr_assert_eq(tac_io_get_account(reader, place, &a), TAC_IO_OK);
    }
    cr_assert_not(a.active, "place %d of %s", place, i->name);
}

Test(exchange, a_client_that_follows_another_finds_its_signals_free)
{
    instance i;
    tac_io *first, *second, *third, *reader;
    open_both(&i, &first, "follow");
    reader = attach(&i, TAC_IO_READ);
    second = attach(&i, TAC_IO_COMMAND);
    tac_io_set(second, KEEP, 0, 1.0);
    tac_io_send(second, 0);
    instance_cycle(&i);
    // both leave and the third comes before the executive's next cycle, in a place before the second's
    tac_io_detach(first);
    tac_io_detach(second);
    wait_until_free(&i, reader, 0);
    wait_until_free(&i, reader, 1);
    third = attach(&i, TAC_IO_COMMAND);
    cr_assert_eq(tac_io_place(third), 0);
    tac_io_set(third, KEEP, 0, 2.0);
    tac_io_send(third, 0);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, KEEP), 2.0));
    cr_assert_eq(account(third).rejected, 0);
    tac_io_detach(reader);
    close_both(&i, third);
}

Test(exchange, places_are_bounded_and_come_back)
{
    instance i;
    tac_io *io[4];
    tac_io_error error;
    cr_assert(instance_open(&i, "places", 4));
    for (int round = 0; round < 3; round++) {
        for (int k = 0; k < 4; k++) {
            io[k] = attach(&i, TAC_IO_COMMAND);
        }
        cr_assert_null(tac_io_attach(i.name, TAC_IO_COMMAND, "fifth", &error));
        cr_assert_eq(error.status, TAC_IO_FULL);
        for (int k = 0; k < 4; k++) {
            tac_io_detach(io[k]);
        }
        instance_cycle(&i);
    }
    instance_close(&i);
}

Test(exchange, the_log_tells_what_happened)
{
    instance i;
    tac_io *io;
    tac_io_event e;
    uint64_t number = 0;
    int seen[8] = {0};
    open_both(&i, &io, "log");
    tac_io_set(io, ZERO, 0, 1.0);
    tac_io_send(io, 0);
    for (int k = 0; k < 2 * TTL; k++) {
        instance_cycle(&i);
    }
    while (tac_io_next_event(io, &number, &e) == TAC_IO_OK) {
        seen[e.kind]++;
        cr_assert(e.kind != TAC_EVENT_STALE || (e.signal == ZERO && e.client == 0));
    }
    cr_assert(seen[TAC_EVENT_ATTACHED] == 1 && seen[TAC_EVENT_ENGAGED] == 1 &&
              seen[TAC_EVENT_STALE] == 1 && seen[TAC_EVENT_STATE] == 1);
    for (int k = 0; k < 1000; k++) {
        tac_exchange_log(i.x, TAC_EVENT_STATE, -1, -1, k, 0.0);
    }
    int left = 0;
    while (tac_io_next_event(io, &number, &e) == TAC_IO_OK) {
        left++;
    }
    cr_assert(left >= TAC_LOG_EVENTS - 1 && left <= TAC_LOG_EVENTS && e.code == 999);
    close_both(&i, io);
}

// ---- life ----------------------------------------------------------------------------------------

Test(exchange, one_name_has_one_living_owner)
{
    instance i, other;
    cr_assert(instance_open(&i, "unique", 1));
    cr_assert_not(instance_open(&other, "unique", 1));
    instance_close(&i);
    cr_assert(instance_open(&i, "unique", 1));
    instance_close(&i);
}

Test(exchange, clients_notice_the_end_and_a_new_generation)
{
    instance i;
    tac_io *io;
    tac_io_info before, after;
    open_both(&i, &io, "restart");
    tac_io_get_info(io, &before);
    cr_assert_eq(tac_io_check(io), TAC_IO_OK);
    instance_close(&i);
    cr_assert_eq(tac_io_check(io), TAC_IO_ENDED);
    cr_assert_eq(tac_io_wait(io, TAC_IO_PERIOD, 0.01), TAC_IO_ENDED);
    cr_assert_eq(tac_io_send(io, 0), TAC_IO_ENDED);
    cr_assert_eq(tac_io_read(io), TAC_IO_OK, "the last frame can still be read");
    cr_assert(instance_open(&i, "restart", 4));
    tac_io *again = attach(&i, TAC_IO_COMMAND);
    tac_io_get_info(again, &after);
    cr_assert(after.generation > before.generation);
    cr_assert_eq(tac_io_check(io), TAC_IO_ENDED, "the old handle stays at its end");
    tac_io_detach(again);
    close_both(&i, io);
}

Test(exchange, nothing_stays_behind)
{
    instance i;
    tac_io *io;
    char command[200];
    open_both(&i, &io, "leak");
    close_both(&i, io);
    snprintf(command, sizeof command, "! ls /dev/shm | grep -q test.leak.%d", (int)getpid());
    cr_assert_eq(system(command), 0);
}

// One that was killed had more places.
Test(exchange, what_a_killed_instance_left_is_removed)
{
    instance i;
    FILE *left;
    char command[200], path[128];
    snprintf(path, sizeof path, "/dev/shm/tactus.test.killed.%d.cmd.3", (int)getpid());
    cr_assert_not_null(left = fopen(path, "w"));
    fclose(left);
    cr_assert(instance_open(&i, "killed", 1));
    instance_close(&i);
    snprintf(command, sizeof command, "! ls /dev/shm | grep -q test.killed.%d", (int)getpid());
    cr_assert_eq(system(command), 0);
}

Test(exchange, instances_are_listed)
{
    instance i;
    char name[64][48];
    int found = 0;
    cr_assert(instance_open(&i, "listed", 0));
    int n = tac_io_list(name, 64);
    for (int k = 0; k < n && k < 64; k++) {
        found |= strcmp(name[k], i.name) == 0;
    }
    cr_assert(found);
    instance_close(&i);
    tac_io_error error;
    cr_assert_null(tac_io_attach(i.name, TAC_IO_READ, NULL, &error));
    cr_assert_eq(error.status, TAC_IO_NONE);
}

Test(exchange, time_that_starts_again_does_not_lose_clients)
{
    instance i;
    tac_io *io;
    open_both(&i, &io, "rewind");
    command_all(&i, io);
    i.step = 0;
    tac_io_send(io, 0);
    instance_cycle(&i);
    instance_cycle(&i);
    cr_assert(same_bits(in_effect(&i, ZERO), 8.0));
    for (int k = 0; k < TTL; k++) {
        instance_cycle(&i);
    }
    cr_assert(same_bits(in_effect(&i, ZERO), 0.0));
    close_both(&i, io);
}

// A client that writes anything it likes: counted, never obeyed, never fatal.
#include <criterion/criterion.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "exchange/segment.h"
#include "exchange/supervisor.h"
#include "exchange/take.h"
#include "instance.h"
#include "io/slot.h"

static void sleep_ms(int ms)
{
    struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static void open_hostile(instance *i, tac_io **io, tac_command_header **h, const char *tag)
{
    tac_io_error error;
    cr_assert(instance_open(i, tag, 2));
    *io = tac_io_attach(i->name, TAC_IO_COMMAND, "hostile", &error);
    cr_assert_not_null(*io, "%s", error.text);
    *h = instance_segment(i, tac_io_place(*io));
    cr_assert_not_null(*h);
    instance_cycle(i);
}

static uint64_t rejected(const instance *i, int place)
{
    return atomic_load(&i->x->account[place].rejected);
}

static int all_finite_and_in_range(const instance *i)
{
    int good = 1;
    for (int s = HOLD; s <= KEEP; s++) {
        const double *value = tac_exchange_command(i->x, s);
        for (int k = 0; k < (s == ZERO ? 3 : 1); k++) {
            good &= isfinite(value[k]);
        }
    }
    return good && fabs(tac_exchange_command(i->x, HOLD)[0]) <= 10.0 &&
           fabs(tac_exchange_command(i->x, RAMP)[0]) <= 1.0;
}

// A new client is served as if nothing had happened.
static void check_served(instance *i)
{
    tac_io_error error;
    tac_io *io = tac_io_attach(i->name, TAC_IO_COMMAND, "good", &error);
    cr_assert_not_null(io, "%s", error.text);
    for (int k = 0; k < 2 * TTL; k++) {
        instance_cycle(i);
    }
    tac_io_set(io, HOLD, 0, 2.5);
    tac_io_send(io, 0);
    instance_cycle(i);
    cr_assert_eq(tac_exchange_command(i->x, HOLD)[0], 2.5);
    tac_io_detach(io);
}

Test(hostile, garbage_in_every_byte_is_survived)
{
    instance i;
    tac_io *io;
    tac_command_header *h;
    open_hostile(&i, &io, &h, "garbage");
    unsigned char *byte = (unsigned char *)h;
    uint64_t random = 88172645463325252ULL;
    // the supervisor would end the game at the first byte of the claim, so it looks away
    tac_exchange_quit(i.x);
    pthread_join(i.supervisor, NULL);
    i.has_supervisor = 0;
    for (int round = 0; round < 4; round++) {
        for (size_t k = 0; k < i.x->command_segment; k++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            unsigned char before = byte[k];
            byte[k] = round == 0 ? 0xff : (unsigned char)random;
            tac_io_heartbeat(io);
            tac_io_set(io, HOLD, 0, 1.0);
            tac_io_send(io, 0);
            instance_cycle(&i);
            cr_assert(all_finite_and_in_range(&i), "byte %zu", k);
            byte[k] = round < 2 ? before : byte[k]; // later rounds leave the damage
        }
    }
    cr_assert(rejected(&i, 0) > 128);
    instance_unmap(&i, h);
    tac_io_detach(io);
    instance_close(&i);
}

Test(hostile, random_segments_are_survived)
{
    instance i;
    tac_io *io;
    tac_command_header *h;
    open_hostile(&i, &io, &h, "random");
    tac_exchange_quit(i.x);
    pthread_join(i.supervisor, NULL);
    i.has_supervisor = 0;
    uint64_t random = 88172645463325252ULL;
    uint64_t *word = (uint64_t *)h;
    for (int round = 0; round < 2000; round++) {
        // everything behind the part the executive compares
        for (size_t k = 16; k < i.x->command_segment / 8; k++) {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            word[k] = round % 2 ? random : random % 64;
        }
        atomic_store(&h->version, TAC_LAYOUT_VERSION);
        atomic_store(&h->client_hash, i.x->hash);
        // slots whose sequence numbers fit
        uint64_t newest = atomic_load(&h->newest);
        size_t stride = h->slot_size / 8;
        word[h->slot_offset / 8 + newest % 4 * stride] = 2 * newest;
        instance_cycle(&i);
        cr_assert(all_finite_and_in_range(&i), "round %d", round);
    }
    cr_assert(rejected(&i, 0) > 1000);
    instance_unmap(&i, h);
    tac_io_detach(io);
    instance_close(&i);
}

static void check_header_change(const char *tag, void (*change)(tac_command_header *),
                                tac_reject code)
{
    instance i;
    tac_io *io;
    tac_command_header *h;
    tac_io_event e = {0};
    uint64_t number = 0;
    open_hostile(&i, &io, &h, tag);
    change(h);
    tac_io_set(io, HOLD, 0, 1.0);
    tac_io_send(io, 0);
    instance_cycle(&i);
    cr_assert_eq(tac_exchange_command(i.x, HOLD)[0], 0.0, "%s: not obeyed", tag);
    cr_assert_eq(rejected(&i, 0), 1, "%s: counted", tag);
    while (e.kind != TAC_EVENT_REJECTED && tac_io_next_event(io, &number, &e) == TAC_IO_OK) {
    }
    cr_assert(e.kind == TAC_EVENT_REJECTED && e.code == (int)code, "%s: code %d", tag, e.code);
    instance_unmap(&i, h);
    tac_io_detach(io);
    sleep_ms(3 * TAC_SUPERVISOR_MS);
    check_served(&i);
    instance_close(&i);
}

static void change_magic(tac_command_header *h)
{
    h->magic++;
}

static void change_size(tac_command_header *h)
{
    h->size = UINT64_MAX;
}

static void change_slot_size(tac_command_header *h)
{
    h->slot_size = UINT32_MAX;
}

static void change_hash(tac_command_header *h)
{
    h->hash ^= 1;
}

static void change_client_hash(tac_command_header *h)
{
    atomic_store(&h->client_hash, 12345);
}

static void newer_version(tac_command_header *h)
{
    atomic_store(&h->version, TAC_LAYOUT_VERSION + 1);
}

static void older_version(tac_command_header *h)
{
    atomic_store(&h->version, TAC_LAYOUT_VERSION - 1);
}

Test(hostile, changed_headers_are_rejected_by_name)
{
    check_header_change("magic", change_magic, TAC_REJECT_HEADER);
    check_header_change("size", change_size, TAC_REJECT_HEADER);
    check_header_change("slot_size", change_slot_size, TAC_REJECT_HEADER);
    check_header_change("hash", change_hash, TAC_REJECT_HEADER);
    check_header_change("client_hash", change_client_hash, TAC_REJECT_HASH);
    check_header_change("newer", newer_version, TAC_REJECT_VERSION);
    check_header_change("older", older_version, TAC_REJECT_VERSION);
}

// A frame written around the library, which refuses such values itself.
static void write_frame(const instance *i, tac_command_header *h, uint64_t number, int64_t step,
                        uint64_t mask, double value)
{
    uint64_t word[7 + 1 + 6] = {(uint64_t)step};
    word[7] = mask;
    for (int k = 8; k < 14; k++) {
        memcpy(&word[k], &value, sizeof value);
    }
    _Atomic uint64_t *slot =
        (_Atomic uint64_t *)h + h->slot_offset / 8 + number % 4 * (h->slot_size / 8);
    tac_slot_write(slot, number, word, 7 + i->x->mask_words + i->x->n_command_value);
    atomic_fetch_add(&h->heartbeat, 1);
    atomic_store(&h->newest, number);
}

Test(hostile, values_masks_and_steps_are_checked)
{
    instance i;
    tac_io *io;
    tac_command_header *h;
    open_hostile(&i, &io, &h, "values");
    const struct {
        int64_t step;
        uint64_t mask;
        double value;
        int rejected;
    } bad[] = {
        {0, 15, NAN, 1},        {0, 15, INFINITY, 1}, {0, 15, -INFINITY, 1},
        {0, 16, 1.0, 1},        {0, ~0ULL, 1.0, 1},   {INT64_MAX, 1, 1.0, 1},
        {INT64_MIN, 1, 1.0, 1}, {-1, 1, 1.0, 1},      {1000000, 1, 1.0, 0},
    };
    uint64_t number = 1, before = 0;
    for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
        write_frame(&i, h, number++, bad[k].step, bad[k].mask, bad[k].value);
        instance_cycle(&i);
        cr_assert_eq((int)(rejected(&i, 0) - before), bad[k].rejected, "case %zu", k);
        cr_assert_eq(tac_exchange_command(i.x, HOLD)[0], 0.0, "case %zu", k);
        before = rejected(&i, 0);
    }
    instance_unmap(&i, h);
    tac_io_detach(io);
    instance_close(&i);
}

Test(hostile, huge_and_backward_counters_are_survived)
{
    instance i;
    tac_io *io;
    tac_command_header *h;
    open_hostile(&i, &io, &h, "counters");
    const uint64_t numbers[] = {UINT64_MAX, UINT64_MAX - 1, 1ULL << 63, 5, 1, 0, 1ULL << 62};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
        atomic_store(&h->newest, numbers[k]);
        atomic_store(&h->events, numbers[k]);
        instance_cycle(&i);
        cr_assert(all_finite_and_in_range(&i));
    }
    cr_assert(rejected(&i, 0) > 4);
    // one that fits its slot is a frame like any other
    atomic_store(&h->events, atomic_load(&i.x->account[0].events_taken));
    write_frame(&i, h, UINT64_MAX - 7, 0, 1, 1.5);
    instance_cycle(&i);
    cr_assert_eq(tac_exchange_command(i.x, HOLD)[0], 1.5);
    instance_unmap(&i, h);
    tac_io_detach(io);
    instance_close(&i);
}

Test(hostile, a_segment_cut_short_costs_its_client_the_place_and_nobody_else)
{
    instance i;
    tac_io_error error;
    cr_assert(instance_open(&i, "cut", 2));
    for (int round = 0; round < 5; round++) {
        tac_io *io = tac_io_attach(i.name, TAC_IO_COMMAND, "hostile", &error);
        cr_assert_not_null(io, "%s", error.text);
        instance_cycle(&i);
        char name[TAC_SEGMENT_NAME];
        tac_command_segment_name(i.name, tac_io_place(io), name);
        int file = shm_open(name, O_RDWR, 0);
        cr_assert_eq(ftruncate(file, round % 2 ? 0 : 4096), 0);
        close(file);
        for (int k = 0; k < 100; k++) {
            instance_cycle(&i);
        }
        sleep_ms(3 * TAC_SUPERVISOR_MS);
        tac_io_detach(io);
        check_served(&i);
    }
    instance_close(&i);
}

Test(hostile, a_free_place_that_was_written_over_comes_back)
{
    instance i;
    cr_assert(instance_open(&i, "scribbled", 1));
    for (int round = 0; round < 3; round++) {
        tac_command_header *h = instance_segment(&i, 0);
        memset(h, round == 0 ? 0 : round == 1 ? 0xff : 0x5a, round == 0 ? i.x->command_segment : 8);
        atomic_store(&h->claimed, 0);
        instance_unmap(&i, h);
        sleep_ms(3 * TAC_SUPERVISOR_MS);
        check_served(&i);
    }
    instance_close(&i);
}

Test(hostile, removed_and_replaced_files_come_back)
{
    instance i;
    char name[TAC_SEGMENT_NAME];
    cr_assert(instance_open(&i, "removed", 1));
    tac_command_segment_name(i.name, 0, name);
    cr_assert_eq(shm_unlink(name), 0);
    sleep_ms(3 * TAC_SUPERVISOR_MS);
    check_served(&i);
    sleep_ms(3 * TAC_SUPERVISOR_MS);
    shm_unlink(name);
    int file = shm_open(name, O_CREAT | O_RDWR, 0600);
    cr_assert_eq(ftruncate(file, 100), 0);
    close(file);
    sleep_ms(3 * TAC_SUPERVISOR_MS);
    check_served(&i);
    instance_close(&i);
}

Test(hostile, writing_to_the_state_faults_the_writer_only)
{
    instance i;
    char name[TAC_SEGMENT_NAME];
    cr_assert(instance_open(&i, "readonly", 1));
    instance_cycle(&i);
    tac_state_segment_name(i.name, name);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        int file = shm_open(name, O_RDONLY, 0);
        unsigned char *at = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
        signal(SIGSEGV, SIG_DFL);
        ((volatile unsigned char *)at)[200] = 1;
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    cr_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    check_served(&i);
    instance_close(&i);
}

// The executive believes nothing of what it shows: a place that looks free in the state segment is not taken away
// under the cycle thread, and events that were written over are recorded as they were.
Test(hostile, a_state_segment_that_was_written_over_decides_nothing)
{
    instance i;
    tac_io *io;
    tac_command_header *h;
    uint64_t number = 0, word[3];
    open_hostile(&i, &io, &h, "written_over");
    int place = tac_io_place(io);
    atomic_store(&i.x->account[place].state, TAC_CLIENT_FREE);
    atomic_store(&i.x->account[place].pid, 1);
    memset(i.x->log, 0xff, TAC_LOG_EVENTS * sizeof *i.x->log);
    uint32_t size = i.x->state->command_size;
    i.x->state->command_size = UINT32_MAX;
    char name[TAC_SEGMENT_NAME];
    tac_command_segment_name(i.name, place, name);
    shm_unlink(name);
    for (int k = 0; k < 200; k++) {
        sleep_ms(1);
        instance_cycle(&i);
    }
    i.x->state->command_size = size; // which clients do believe
    cr_assert(tac_exchange_next_event(i.x, &number, word));
    cr_assert_leq((uint32_t)word[0], TAC_EVENT_STATE, "kind %u", (uint32_t)word[0]);
    check_served(&i);
    instance_unmap(&i, h);
    tac_io_detach(io);
    instance_close(&i);
}

Test(hostile, a_claim_in_the_name_of_another_process_is_refused)
{
    instance i;
    cr_assert(instance_open(&i, "claim", 1));
    tac_command_header *h = instance_segment(&i, 0);
    atomic_store(&h->pid, 1); // without the lock and with the wrong start time
    atomic_store(&h->version, TAC_LAYOUT_VERSION);
    atomic_store(&h->client_hash, i.x->hash);
    atomic_store(&h->claimed, i.x->generation);
    sleep_ms(3 * TAC_SUPERVISOR_MS);
    cr_assert_eq(atomic_load(&i.x->account[0].reason), TAC_REJECT_OWNER);
    instance_unmap(&i, h);
    check_served(&i);
    instance_close(&i);
}

#include "send_command.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "alive.h"
#include "attach.h"
#include "handle.h"
#include "segment_file.h"
#include "slot.h"

enum {
    PAUSE_MS = 2,
    WAIT_FOR_PLACE_MS = 500,
    WAIT_FOR_ANSWER_MS = 2000,
    LATE_MS = 100,
    MORE_CLAIMS = 3
};

static tac_command_header *live(const tac_io *io)
{
    return (tac_command_header *)(void *)io->command;
}

static void pause_ms(void)
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000L};
    nanosleep(&pause, NULL);
}

// ---- a place -------------------------------------------------------------------------------------

static void let_go(tac_io *io)
{
    if (io->command) {
        tac_io_unguard_mapping(io->command);
        munmap(io->command, io->command_size);
    }
    if (io->file >= 0) {
        close(io->file); // and with it the lock
    }
    io->command = NULL;
    io->file = -1;
}

static tac_io_status map_command(tac_io *io, uint64_t size, tac_io_error *error)
{
    tac_command_header *h = &io->command_head;
    if (size < sizeof *h || pread(io->file, h, sizeof *h, 0) != (ssize_t)sizeof *h) {
        return tac_io_fail(error, TAC_IO_DAMAGED, "too short for a command segment");
    }
    tac_io_status status = tac_io_check_command_header(&io->head, h, size, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, io->file, 0);
    if (at == MAP_FAILED) {
        return tac_io_fail(error, TAC_IO_SYSTEM, "cannot be mapped: %s", strerror(errno));
    }
    io->command = at;
    io->command_size = size;
    return tac_io_guard_mapping(at, size) == TAC_IO_OK
               ? TAC_IO_OK
               : tac_io_fail(error, TAC_IO_SYSTEM, "not enough memory");
}

// Locks a place no client has; TAC_IO_FULL when one has it, or had it a moment ago, or when what lies there
// is none.
static tac_io_status try_place(tac_io *io, int place, tac_io_error *error)
{
    char name[TAC_IO_PATH];
    struct stat about;
    snprintf(name, sizeof name, "tactus.%s.cmd.%d", io->head.instance, place);
    io->file = tac_io_open_plain(name, O_RDWR, &about, error);
    if (io->file < 0) {
        return error->status == TAC_IO_SYSTEM ? TAC_IO_SYSTEM : TAC_IO_FULL;
    }
    // the lock is the claim; a file that lost its name meanwhile belongs to the past, and one of another
    // user than the instance's was not put there by the executive
    if (about.st_uid != io->owner || flock(io->file, LOCK_EX | LOCK_NB) != 0 ||
        fstat(io->file, &about) != 0 || about.st_nlink == 0) {
        return TAC_IO_FULL;
    }
    tac_io_status status = map_command(io, (uint64_t)about.st_size, error);
    // relaxed: under the lock no other client writes it
    if (status == TAC_IO_OK &&
        atomic_load_explicit(&live(io)->claimed, memory_order_relaxed) != 0) {
        return TAC_IO_FULL;
    }
    return status;
}

static tac_io_status find_place(tac_io *io, tac_io_error *error)
{
    int n = (int)io->head.n_client;
    if (n == 0) {
        return tac_io_fail(error, TAC_IO_FULL, "'%s' takes no commands", io->head.instance);
    }
    tac_io_error damage = {.status = TAC_IO_OK};
    for (int waited = 0; waited <= WAIT_FOR_PLACE_MS; waited += PAUSE_MS) {
        for (int place = 0; place < n; place++) {
            tac_io_status status = try_place(io, place, error);
            if (status == TAC_IO_OK) {
                io->place = place;
                return TAC_IO_OK;
            }
            let_go(io);
            if (status == TAC_IO_SYSTEM) {
                return status;
            }
            if (status != TAC_IO_FULL) {
                damage = *error; // the executive will put another file there
            }
        }
        pause_ms();
    }
    if (damage.status != TAC_IO_OK) {
        *error = damage;
        return damage.status;
    }
    return tac_io_fail(error, TAC_IO_FULL, "all %d places for commanding clients of '%s' are taken",
                       n, io->head.instance);
}

static void introduce(tac_io *io, const char *client)
{
    tac_command_header *h = live(io);
    int32_t pid = (int32_t)getpid();
    snprintf(h->name, sizeof h->name, "%s", client);
    // relaxed: the claim below carries all of it
    atomic_store_explicit(&h->pid, pid, memory_order_relaxed);
    atomic_store_explicit(&h->start, tac_pid_start(pid), memory_order_relaxed);
    atomic_store_explicit(&h->pid_space, tac_pid_space(), memory_order_relaxed);
    atomic_store_explicit(&h->version, (uint32_t)TAC_LAYOUT_VERSION, memory_order_relaxed);
    atomic_store_explicit(&h->client_hash, io->head.hash, memory_order_relaxed);
    // release: the supervisor that sees the claim sees who made it
    atomic_store_explicit(&h->claimed, io->head.generation, memory_order_release);
}

// TAC_IO_FULL: this client was so slow between lock and claim that its place was renewed.
static tac_io_status wait_for_answer(tac_io *io, tac_io_error *error)
{
    tac_client_account *a = tac_io_account_at(io, io->place);
    for (int waited = 0; waited <= WAIT_FOR_ANSWER_MS; waited += PAUSE_MS) {
        // acquire: who, and why not, come before the state
        uint32_t state = atomic_load_explicit(&a->state, memory_order_acquire);
        int mine = atomic_load_explicit(&a->pid, memory_order_relaxed) == (int32_t)getpid();
        if (mine && state == TAC_CLIENT_ACTIVE) {
            return TAC_IO_OK;
        }
        if (mine && state == TAC_CLIENT_REFUSED) {
            return tac_io_fail(error, TAC_IO_REFUSED, "'%s' refused this client (reason %u)",
                               io->head.instance,
                               atomic_load_explicit(&a->reason, memory_order_relaxed));
        }
        if (tac_io_check_state(io) != TAC_IO_OK) {
            return tac_io_fail(error, TAC_IO_ENDED, "'%s' has ended", io->head.instance);
        }
        if (tac_io_lost_place(io)) {
            return tac_io_fail(error, TAC_IO_FULL, "the place %d of '%s' was given away", io->place,
                               io->head.instance);
        }
        if (waited > LATE_MS && waited % LATE_MS < PAUSE_MS) {
            tac_io_health health;
            tac_io_get_health(io, &health);
            if (health.condition == TAC_IO_LATE) {
                return tac_io_fail(error, TAC_IO_STALE, "%s", health.text);
            }
        }
        pause_ms();
    }
    return tac_io_fail(error, TAC_IO_REFUSED, "'%s' does not answer", io->head.instance);
}

static tac_io_status claim_once(tac_io *io, const char *client, tac_io_error *error)
{
    tac_io_status status = find_place(io, error);
    if (status != TAC_IO_OK) {
        return status;
    }
    io->out_words = (TAC_SLOT_HEAD - TAC_WORD + io->command_head.payload_size) / TAC_WORD;
    free(io->out);
    io->out = calloc(io->out_words, sizeof *io->out);
    if (!io->out) {
        return tac_io_fail(error, TAC_IO_SYSTEM, "not enough memory");
    }
    introduce(io, client);
    return wait_for_answer(io, error);
}

enum { OWN_PAGE = 4096 };

// A page that holds 1 in this process, and zeros in those that fork off. NULL where the system has none.
static const volatile int *make_own_page(void)
{
    int *at = mmap(NULL, OWN_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
        return NULL;
    }
    if (madvise(at, OWN_PAGE, MADV_WIPEONFORK) != 0) {
        munmap(at, OWN_PAGE);
        return NULL;
    }
    *at = 1;
    return at;
}

tac_io_status tac_io_claim(tac_io *io, const char *client, tac_io_error *error)
{
    io->own = make_own_page();
    tac_io_status status = claim_once(io, client, error);
    for (int again = 0; again < MORE_CLAIMS && status == TAC_IO_FULL && io->command; again++) {
        let_go(io);
        status = claim_once(io, client, error);
    }
    return status;
}

void tac_io_leave(tac_io *io)
{
    struct stat about;
    // a file cut short by another process is not touched any more, nor the claim of the process that forked this one
    if (io->command && tac_io_is_own(io) && fstat(io->file, &about) == 0 &&
        (uint64_t)about.st_size == io->command_head.size) {
        // release: nothing of this client comes after it
        atomic_store_explicit(&live(io)->claimed, TAC_CLAIM_LEFT, memory_order_release);
    }
    let_go(io);
    if (io->own) {
        munmap((void *)io->own, OWN_PAGE);
        io->own = NULL;
    }
    free(io->out);
    io->out = NULL;
}

int tac_io_lost_place(const tac_io *io)
{
    struct stat about;
    return io->command && (fstat(io->file, &about) != 0 || about.st_nlink == 0 ||
                           (uint64_t)about.st_size != io->command_size);
}

// ---- commands ------------------------------------------------------------------------------------

static tac_io_status check_signal(const tac_io *io, int signal, int element)
{
    if (!io->command || signal < 0 || signal >= tac_io_count(io) || io->bit[signal] < 0) {
        return TAC_IO_INVALID;
    }
    const tac_signal_entry *e = &io->signal[signal];
    return element >= 0 && (uint64_t)element < (uint64_t)e->rows * e->columns ? TAC_IO_OK
                                                                              : TAC_IO_INVALID;
}

// Word of the mask, and of a value, in the frame being made.
static uint64_t *mask_word(const tac_io *io, int bit)
{
    return io->out + (TAC_SLOT_HEAD - TAC_WORD) / TAC_WORD + bit / 64;
}

static uint64_t *value_word(const tac_io *io, int signal, int element)
{
    return io->out + (TAC_SLOT_HEAD - TAC_WORD + io->signal[signal].offset) / TAC_WORD + element;
}

// The first value of a signal brings the others along, as they are in effect.
static void engage(tac_io *io, int signal)
{
    int bit = io->bit[signal];
    uint64_t *mask = mask_word(io, bit), one = 1ULL << (bit % 64);
    if (!(*mask & one)) {
        const tac_signal_entry *e = &io->signal[signal];
        int n = (int)(e->rows * e->columns);
        for (int i = 0; i < n && io->number > 0; i++) {
            double value = tac_io_value(io, signal, i);
            memcpy(value_word(io, signal, i), &value, sizeof value);
        }
        *mask |= one;
    }
}

tac_io_status tac_io_set(tac_io *io, int signal, int element, double value)
{
    tac_io_status status = check_signal(io, signal, element);
    if (status != TAC_IO_OK || !isfinite(value)) {
        return TAC_IO_INVALID;
    }
    engage(io, signal);
    memcpy(value_word(io, signal, element), &value, sizeof value);
    return TAC_IO_OK;
}

tac_io_status tac_io_release(tac_io *io, int signal)
{
    tac_io_status status = check_signal(io, signal, 0);
    if (status == TAC_IO_OK) {
        *mask_word(io, io->bit[signal]) &= ~(1ULL << (io->bit[signal] % 64));
    }
    return status;
}

// Whether this handle commands: attached for it, and by this process.
static tac_io_status check_own(const tac_io *io)
{
    return !io->command ? TAC_IO_INVALID : tac_io_is_own(io) ? TAC_IO_OK : TAC_IO_ENDED;
}

static tac_io_status beat(tac_io *io)
{
    // relaxed: the change is all it says
    atomic_store_explicit(&live(io)->heartbeat, ++io->beats, memory_order_relaxed);
    // relaxed: compared with what is known already
    return atomic_load_explicit(&tac_io_live(io)->ready, memory_order_relaxed) ==
                       io->head.generation &&
                   atomic_load_explicit(&live(io)->claimed, memory_order_relaxed) ==
                       io->head.generation // its own claim: 0 in a file that was cut
               ? TAC_IO_OK
               : TAC_IO_ENDED;
}

tac_io_status tac_io_heartbeat(tac_io *io)
{
    tac_io_status status = check_own(io);
    return status == TAC_IO_OK ? beat(io) : status;
}

tac_io_status tac_io_send(tac_io *io, int64_t step)
{
    tac_io_status own = check_own(io);
    if (own != TAC_IO_OK || step < 0) {
        return own != TAC_IO_OK ? own : TAC_IO_INVALID;
    }
    io->out[0] = (uint64_t)step;
    uint64_t number = ++io->sent;
    unsigned char *slot = io->command + io->command_head.slot_offset +
                          number % io->command_head.n_slot * (uint64_t)io->command_head.slot_size;
    tac_slot_write((_Atomic uint64_t *)(void *)slot, number, io->out, io->out_words);
    tac_io_status status = beat(io);
    // release: the executive that sees the number finds the frame, and the heartbeat that came with it
    atomic_store_explicit(&live(io)->newest, number, memory_order_release);
    return status;
}

tac_io_status tac_io_put_event(tac_io *io, int signal, int element, double value, int64_t step)
{
    if (check_signal(io, signal, element) != TAC_IO_OK || !isfinite(value) || step < 0) {
        return TAC_IO_INVALID;
    }
    if (!tac_io_is_own(io)) {
        return TAC_IO_ENDED;
    }
    // relaxed: an old number only makes the ring look fuller
    uint64_t taken =
        atomic_load_explicit(&tac_io_account_at(io, io->place)->events_taken, memory_order_relaxed);
    if (io->events - taken >= io->command_head.n_event) {
        return TAC_IO_BUSY;
    }
    uint64_t word[3] = {(uint64_t)step, (uint64_t)(uint32_t)signal | (uint64_t)element << 32, 0};
    memcpy(&word[2], &value, sizeof value);
    uint64_t number = ++io->events;
    unsigned char *at = io->command + io->command_head.event_offset +
                        number % io->command_head.n_event * (uint64_t)io->command_head.event_size;
    tac_slot_write((_Atomic uint64_t *)(void *)at, number, word, 3);
    tac_io_status status = beat(io);
    // release: the executive that sees the number finds the event
    atomic_store_explicit(&live(io)->events, number, memory_order_release);
    return status;
}

int tac_io_place(const tac_io *io)
{
    return io->command ? io->place : -1;
}

uint64_t tac_io_sent(const tac_io *io)
{
    return io->sent;
}

#include "supervisor.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "exchange_parts.h"
#include "io/alive.h"
#include "segment.h"

enum {
    PAUSE_NS = 100000, // waiting for the cycle thread to look away
    PATIENCE = 100,
    MOST_LOCKED = 2000 / TAC_SUPERVISOR_MS, // looks at a lock without a claim: two seconds
};

static void pause_for(long ns)
{
    const struct timespec pause = {.tv_nsec = ns};
    nanosleep(&pause, NULL);
}

// ---- handing over --------------------------------------------------------------------------------

// Takes a segment away from the cycle thread; 0 when that thread is still looking, try again later.
static int take_back(tac_exchange *x, tac_port *p)
{
    // sequentially consistent: see take_all
    atomic_store_explicit(&p->live, NULL, memory_order_seq_cst);
    uint64_t turn = atomic_load_explicit(&x->turn, memory_order_seq_cst);
    for (int i = 0; turn % 2 != 0 && i < PATIENCE; i++) {
        // acquire: the end of the look comes before what is done to the segment now
        if (atomic_load_explicit(&x->turn, memory_order_acquire) != turn) {
            return 1;
        }
        pause_for(PAUSE_NS);
    }
    return turn % 2 == 0;
}

static void hand_over(tac_port *p)
{
    uint64_t epoch = atomic_load_explicit(&p->epoch, memory_order_relaxed);
    // relaxed: the store below carries it
    atomic_store_explicit(&p->epoch, epoch + 1, memory_order_relaxed);
    // sequentially consistent, and with that a release: the cycle thread that sees the segment sees the rest
    atomic_store_explicit(&p->live, p->map, memory_order_seq_cst);
}

// ---- looking -------------------------------------------------------------------------------------

// The file is still the one under the name, and as long as it was.
static int is_whole(const tac_exchange *x, int place)
{
    const tac_port *p = &x->port[place];
    char name[TAC_SEGMENT_NAME], path[TAC_SEGMENT_NAME + 16];
    struct stat about, named;
    tac_command_segment_name(x->name, place, name);
    snprintf(path, sizeof path, "/dev/shm%s", name);
    return p->map && !tac_guard_hit(p->map) && fstat(p->file, &about) == 0 &&
           about.st_size == (off_t)x->command_segment && lstat(path, &named) == 0 &&
           named.st_ino == p->inode && named.st_dev == p->device;
}

// What the executive wrote before the file had its name is still there.
static int has_own_header(const tac_port *p)
{
    return memcmp(p->map, p->header, sizeof p->header) == 0;
}

// Whether no process holds the lock on the segment.
static int is_abandoned(const tac_port *p)
{
    if (flock(p->file, LOCK_EX | LOCK_NB) != 0) {
        return 0;
    }
    flock(p->file, LOCK_UN);
    return 1;
}

// A process of this namespace is looked at; of one of another only the lock tells.
static int is_seen_or_elsewhere(uint64_t pid_space, int32_t pid, int64_t start)
{
    uint64_t here = tac_pid_space();
    return (pid_space != 0 && here != 0 && pid_space != here) || tac_pid_lives(pid, start);
}

static tac_reject check_claim(const tac_exchange *x, const tac_port *p, uint64_t claimed)
{
    const tac_command_header *h = p->map;
    // relaxed: all of it was written before `claimed`, which was acquired
    uint32_t version = atomic_load_explicit(&h->version, memory_order_relaxed);
    uint64_t hash = atomic_load_explicit(&h->client_hash, memory_order_relaxed);
    int32_t pid = atomic_load_explicit(&h->pid, memory_order_relaxed);
    int64_t start = atomic_load_explicit(&h->start, memory_order_relaxed);
    uint64_t space = atomic_load_explicit(&h->pid_space, memory_order_relaxed);
    if (claimed != x->generation || !has_own_header(p)) {
        return TAC_REJECT_HEADER;
    }
    bool is_there = is_seen_or_elsewhere(space, pid, start) && !is_abandoned(p);
    return version != TAC_LAYOUT_VERSION ? TAC_REJECT_VERSION
           : hash != x->hash             ? TAC_REJECT_HASH
           : !is_there                   ? TAC_REJECT_OWNER
                                         : TAC_REJECT_NONE;
}

// ---- places --------------------------------------------------------------------------------------

static int is_active(const tac_exchange *x, int place)
{
    return x->port[place].state == TAC_CLIENT_ACTIVE && x->port[place].map;
}

static void set_state(tac_exchange *x, int place, tac_client_state state)
{
    x->port[place].state = state;
    // release: who is there, and why not, comes before
    atomic_store_explicit(&x->account[place].state, (uint32_t)state, memory_order_release);
}

static void let_in(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    tac_client_account *a = &x->account[place];
    // the cycle thread looks at nothing here before hand_over, so that no thread reads these
    _Atomic uint64_t *counter[] = {&a->applied, &a->rejected, &a->stale,       &a->limited,
                                   &a->torn,    &a->taken,    &a->events_taken};
    for (size_t i = 0; i < sizeof counter / sizeof counter[0]; i++) {
        atomic_store_explicit(counter[i], 0, memory_order_relaxed);
    }
    atomic_store_explicit(&a->applied_step, -1, memory_order_relaxed);
    atomic_store_explicit(&a->attached, atomic_load(&a->attached) + 1, memory_order_relaxed);
    p->pid = atomic_load(&p->map->pid);
    p->start = atomic_load(&p->map->start);
    p->pid_space = atomic_load(&p->map->pid_space);
    atomic_store_explicit(&a->pid, p->pid, memory_order_relaxed);
    atomic_store_explicit(&a->start, p->start, memory_order_relaxed);
    tac_fault_watch_begin(p);
    hand_over(p);
    set_state(x, place, TAC_CLIENT_ACTIVE); // a client that sees it is looked at by the next cycle
}

static void turn_away(tac_exchange *x, int place, tac_reject why)
{
    tac_client_account *a = &x->account[place];
    atomic_store_explicit(&a->reason, (uint32_t)why, memory_order_relaxed);
    atomic_store_explicit(&a->pid, atomic_load(&x->port[place].map->pid), memory_order_relaxed);
    set_state(x, place, TAC_CLIENT_REFUSED);
    x->port[place].refused = 1;
}

static void renew(tac_exchange *x, int place)
{
    tac_diag unwanted = {0};
    x->port[place].refused = 0;
    x->port[place].locked = 0;
    if (tac_port_renew(x, place, &unwanted)) { // otherwise again at the next look
        set_state(x, place, TAC_CLIENT_FREE);
    }
}

// Who has asked for a place that is free, before this look finds out who has left.
static void look_at_claim(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    p->claimed = 0;
    if (p->map && !is_active(x, place)) {
        // acquire: what the client said about itself comes before its claim
        p->claimed = atomic_load_explicit(&p->map->claimed, memory_order_acquire);
    }
}

// A client claims a place at once when it has locked it. One that does not, because it was stopped in
// between or never means to, keeps the place from everybody else: it gets two seconds, then a file that
// nobody knows any more.
static int is_withheld(tac_port *p)
{
    p->locked = p->claimed == 0 && !is_abandoned(p) ? p->locked + 1 : 0;
    return p->locked > MOST_LOCKED;
}

static void look_at_free(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    if (p->refused || !is_whole(x, place) || is_withheld(p)) {
        renew(x, place);
        return;
    }
    if (p->claimed == TAC_CLAIM_LEFT || (p->claimed == 0 && !has_own_header(p))) {
        renew(x, place); // no client could attach with a header that another has written over
    } else if (p->claimed != 0) {
        tac_reject why = check_claim(x, p, p->claimed);
        if (why == TAC_REJECT_NONE) {
            let_in(x, place);
        } else {
            turn_away(x, place, why);
        }
    }
}

// 0: the client has left, but the cycle thread is still looking at its segment.
static int look_at_active(tac_exchange *x, int place)
{
    tac_port *p = &x->port[place];
    tac_client_account *a = &x->account[place];
    int is_guilty = tac_fault_watch_is_guilty(x, p);
    int there = is_whole(x, place) && !is_guilty &&
                atomic_load_explicit(&p->map->claimed, memory_order_relaxed) == x->generation &&
                is_seen_or_elsewhere(p->pid_space, p->pid, p->start) && !is_abandoned(p);
    if (there) {
        return 1;
    }
    if (!take_back(x, p)) {
        return 0;
    }
    if (is_guilty) {
        atomic_store_explicit(&a->reason, TAC_REJECT_FAULTS, memory_order_relaxed);
        p->watch.renewed++;
    }
    renew(x, place);
    return 1;
}

// Claims, then leavers, then those who made the claims: whoever comes after somebody else has left
// finds the signals free, whatever their places.
void tac_exchange_supervise(tac_exchange *x)
{
    for (int place = 0; place < x->n_port; place++) {
        look_at_claim(x, place);
    }
    tac_fault_watch_look(x);
    int all_parted = 1;
    for (int place = 0; place < x->n_port; place++) {
        all_parted &= !is_active(x, place) || look_at_active(x, place);
    }
    for (int place = 0; place < x->n_port && all_parted; place++) {
        if (!is_active(x, place)) {
            look_at_free(x, place);
        }
    }
}

void *tac_exchange_supervisor(void *exchange)
{
    tac_exchange *x = exchange;
    while (!atomic_load_explicit(&x->quit, memory_order_acquire)) {
        tac_exchange_supervise(x);
        pause_for(TAC_SUPERVISOR_MS * 1000000L);
    }
    return NULL;
}

void tac_exchange_quit(tac_exchange *x)
{
    atomic_store_explicit(&x->quit, 1, memory_order_release);
}

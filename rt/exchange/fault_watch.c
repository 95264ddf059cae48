#include "fault_watch.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exchange_parts.h"

// Page faults of a thread of this process, small and large; -1 when they cannot be read.
static int64_t thread_faults(int thread)
{
    char path[48], text[1024];
    int64_t small, large;
    snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return -1;
    }
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    text[length > 0 ? length : 0] = '\0';
    // fields 10 and 12, counted behind the name, which may hold anything
    const char *after = strrchr(text, ')');
    return after && sscanf(after, ") %*c %*d %*d %*d %*d %*d %*u %" SCNd64 " %*u %" SCNd64, &small,
                           &large) == 2
               ? small + large
               : -1;
}

static int64_t time_of_change(const tac_port *p)
{
    struct stat about;
    return fstat(p->file, &about) == 0
               ? (int64_t)about.st_ctim.tv_sec * 1000000000 + about.st_ctim.tv_nsec
               : p->watch.changed;
}

void tac_fault_watch_begin(tac_port *p)
{
    p->watch.changed = time_of_change(p);
    p->watch.looks = 0;
}

void tac_fault_watch_look(tac_exchange *x)
{
    int thread = atomic_load_explicit(&x->thread, memory_order_relaxed);
    // relaxed: whether the start phase is over; the first cycle after it takes commands
    if (thread == 0 || atomic_load_explicit(&x->turn, memory_order_relaxed) == 0) {
        return;
    }
    int64_t before = x->faults;
    x->faults = thread_faults(thread);
    for (int place = 0; place < x->n_port; place++) {
        tac_port *p = &x->port[place];
        if (!atomic_load_explicit(&p->live, memory_order_relaxed)) {
            continue; // the cycle thread does not look there
        }
        int64_t changed = time_of_change(p);
        if (changed != p->watch.changed && before >= 0 && x->faults > before) {
            p->watch.looks++;
            p->watch.faults += x->faults - before;
        }
        p->watch.changed = changed;
    }
}

int tac_fault_watch_is_guilty(const tac_exchange *x, const tac_port *p)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return p->watch.looks > (int)((x->command_segment + page - 1) / page);
}

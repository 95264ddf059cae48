#include "lookout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "instance/shared_file.h"
#include "printable.h"

#define EVERY 500000000 // ns

enum { MOST_FILES = TAC_EXCHANGE_FILES + 1 };

typedef struct kept_file {
    tac_shared_segment segment;
    unsigned char *begin; // as it was made; NULL: of the monitor, which is copied
    size_t n;
} kept_file;

struct tac_lookout {
    tac_run_threads *threads;
    int64_t next;
    int lacks[TAC_MAX_WORKERS]; // of every thread of the team
    kept_file file[MOST_FILES];
    int n_file;
    bool said; // that files cannot be made anew
};

// ---- files ---------------------------------------------------------------------------------------

static void keep(tac_lookout *l, const char *kind, void *at, size_t size, size_t begin)
{
    kept_file *f = &l->file[l->n_file];
    tac_shared_name(l->threads->executive->rig->name, kind, f->segment.name);
    f->segment.at = at;
    f->segment.size = size;
    f->segment.mode = 0644;
    f->n = begin;
    f->begin = begin > 0 ? malloc(begin) : NULL;
    if (f->begin) {
        memcpy(f->begin, at, begin);
    }
    if ((begin == 0 || f->begin) && tac_shared_know(&f->segment)) {
        l->n_file++;
    } else {
        free(f->begin);
    }
}

static void keep_all(tac_lookout *l)
{
    const tac_executive *e = l->threads->executive;
    tac_exchange_file file[TAC_EXCHANGE_FILES];
    int n = e->binding.x ? tac_exchange_files(e->binding.x, file) : 0;
    for (int i = 0; i < n; i++) {
        keep(l, file[i].kind, file[i].at, file[i].size, file[i].begin);
    }
    keep(l, "monitor", e->shown, sizeof *e->shown, 0);
}

// The private monitor is what the shown one has to be; a counter that changes meanwhile comes with the next cycle.
static bool renew_monitor(const tac_executive *e, kept_file *f, tac_diag *diag)
{
    return tac_shared_renew(&f->segment, e->monitor, sizeof *e->monitor, diag);
}

static bool renew(tac_lookout *l, kept_file *f, tac_diag *diag)
{
    tac_executive *e = l->threads->executive;
    if (!f->begin) {
        return renew_monitor(e, f, diag);
    }
    if (e->binding.x && f->segment.at == l->file[0].segment.at) {
        tac_exchange_part(e->binding.x); // who has the old one attaches again
    }
    return tac_shared_renew(&f->segment, f->begin, f->n, diag);
}

static void count(_Atomic int64_t *counter)
{
    atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + 1,
                          memory_order_relaxed);
}

static void look_at_files(tac_lookout *l, const char *before, int *lacks)
{
    tac_executive *e = l->threads->executive;
    tac_diag diag = {0};
    if (!tac_claim_renew(&e->claim, &diag)) {
        *lacks |= TAC_LACK_NAME;
        if (!l->said) {
            fprintf(stderr, "%stactus: others have removed the files of '%s', and %s\n", before,
                    e->rig->name, TAC_SHOWN(diag.text));
        }
        l->said = true;
        return; // the files under the name are another's
    }
    for (int i = 0; i < l->n_file; i++) {
        kept_file *f = &l->file[i];
        if (tac_shared_is_whole(&f->segment)) {
            continue;
        }
        if (renew(l, f, &diag)) {
            count(&e->monitor->renewed);
            fprintf(stderr, "%stactus: /dev/shm/%s was removed or cut short; made anew%s\n", before,
                    f->segment.name, f->begin ? ", who had it attaches again" : "");
            l->said = false;
        } else if (!l->said) {
            fprintf(stderr, "%stactus: %s; others do not find '%s'\n", before, TAC_SHOWN(diag.text),
                    e->rig->name);
            l->said = true;
        }
    }
}

// ---- threads -------------------------------------------------------------------------------------

static void say_thread(const tac_thread *t, int lacks, int had, const char *before)
{
    if (lacks & ~had & TAC_LACKS_PRIORITY) {
        fprintf(
            stderr,
            "%stactus: SCHED_FIFO %d was taken from thread %s (%d); any process can delay it now\n",
            before, t->got_priority, t->name, t->tid);
    }
    if (lacks & ~had & TAC_LACKS_CORE) {
        fprintf(stderr, "%stactus: core %d was taken from thread %s (%d), which may wander now\n",
                before, t->got_core, t->name, t->tid);
    }
    if (had & ~lacks) {
        fprintf(stderr, "%stactus: thread %s (%d) has its %s again\n", before, t->name, t->tid,
                had & ~lacks & TAC_LACKS_PRIORITY ? "priority" : "core");
    }
}

static int look_at_threads(tac_lookout *l, const char *before)
{
    const tac_run_threads *c = l->threads;
    int all = 0;
    for (int i = 0; i < c->n_team; i++) {
        int lacks = tac_thread_lacks(&c->team[i]);
        say_thread(&c->team[i], lacks, l->lacks[i], before);
        if (lacks & ~l->lacks[i]) {
            count(&c->executive->monitor->taken);
        }
        l->lacks[i] = lacks;
        all |= (lacks & TAC_LACKS_PRIORITY ? TAC_LACK_PRIORITY : 0) |
               (lacks & TAC_LACKS_CORE ? TAC_LACK_CORE : 0);
    }
    return all;
}

// ---- looking -------------------------------------------------------------------------------------

tac_lookout *tac_lookout_open(tac_run_threads *c)
{
    tac_lookout *l = calloc(1, sizeof *l);
    if (l) {
        l->threads = c;
        keep_all(l);
    }
    return l;
}

void tac_lookout_close(tac_lookout *l)
{
    for (int i = 0; l && i < l->n_file; i++) {
        free(l->file[i].begin);
    }
    free(l);
}

void tac_lookout_look(tac_lookout *l, int64_t now, const char *before)
{
    if (!l || now < l->next) {
        return;
    }
    tac_executive *e = l->threads->executive;
    l->next = now + EVERY;
    // a hung step's threads were demoted on purpose
    int lacks = atomic_load(&e->flags.hung) ? 0 : look_at_threads(l, before);
    look_at_files(l, before, &lacks);
    // relaxed: each is a number of its own
    atomic_store_explicit(&e->monitor->lacks, lacks, memory_order_relaxed);
    atomic_store_explicit(&e->shown->lacks, lacks, memory_order_relaxed);
    atomic_store_explicit(&e->shown->taken, atomic_load(&e->monitor->taken), memory_order_relaxed);
    atomic_store_explicit(&e->shown->renewed, atomic_load(&e->monitor->renewed),
                          memory_order_relaxed);
}

#include "apart_host.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "apart_peer.h"
#include "exchange/segment.h"
#include "instance/shared_file.h"
#include "printable.h"
#include "system/clock.h"
#include "system/fail.h"
#include "system/mapping_guard.h"

// ---- making --------------------------------------------------------------------------------------

static void name_segment(const tac_apart_processes *a, const tac_apart_peer *p,
                         char out[TAC_SHARED_NAME])
{
    char kind[TAC_PROCESS_NAME + 8];
    snprintf(kind, sizeof kind, "%s.part", p->options->name);
    tac_shared_name(a->instance, kind, out);
}

_Static_assert((int)TAC_MAX_WORKERS <= (int)TAC_APART_CORES, "there is a place for every core");

_Static_assert((int)TAC_MAX_PROCESS_PARTS <= (int)TAC_APART_OBJECTS, "and for every object");

static void list_objects(const tac_apart_peer *p, const tac_model_file *model)
{
    tac_apart_segment *s = p->segment;
    for (int i = 0; i < p->options->n_part; i++) {
        const tac_model_part *part = &tac_model_file_parts(model)[p->options->part[i]];
        tac_apart_object *o = &s->object[s->n_object++];
        memcpy(o->hash, part->known.hash, sizeof o->hash);
        snprintf(o->path, sizeof o->path, "%s", part->path);
    }
}

static bool make_segment(tac_apart_peer *p, const tac_rig_file *rig, const int *core,
                         const tac_model_file *model, tac_diag *diag)
{
    char name[TAC_SHARED_NAME], slash[TAC_SHARED_NAME + 1];
    tac_new_segment made;
    name_segment(p->all, p, name);
    snprintf(slash, sizeof slash, "/%s", name);
    tac_apart_segment *s = tac_segment_create(slash, sizeof *s, 0660, &made);
    if (!s) {
        return tac_diag_say_errno(diag, errno, "process '%s': no shared memory: %s",
                                  p->options->name, strerror(errno));
    }
    p->segment = s;
    p->file = made.file;
    s->size = sizeof *s;
    s->period_ns = rig->period_ns;
    for (int i = 0; core && i < rig->workers; i++) {
        s->core[s->n_core++] = core[i];
    }
    list_objects(p, model);
    s->magic = TAC_APART_MAGIC;
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = TAC_APART_RUNS, .l_len = 1};
    if (fcntl(p->file, F_OFD_SETLK, &lock) != 0) {
        (void)tac_shared_remove(made.fresh);
        return tac_diag_say_errno(diag, errno, "process '%s': its segment cannot be locked: %s",
                                  p->options->name, strerror(errno));
    }
    if (!tac_shared_put(made.fresh, name, diag)) {
        (void)tac_shared_remove(made.fresh);
        return false;
    }
    return true;
}

// One for all sub-models of an object that a process has: so they are a batch as they would be here.
static const tac_part_table *stand_in_for(tac_apart_peer *p, const tac_part_table *object,
                                          const tac_model_part *model_part)
{
    for (int i = 0; i < p->n_stand_in; i++) {
        if (p->stand_in[i].object == object) {
            return &p->stand_in[i].table;
        }
    }
    tac_apart_stand_in *s = &p->stand_in[p->n_stand_in++];
    *s =
        (tac_apart_stand_in){.table = *object, .of = p, .model_part = model_part, .object = object};
    s->bodies = tac_apart_functions;
    s->bodies.sharp = tac_part_sharp_of(object);
    s->bodies.cost = tac_part_cost_of(object, 1); // it is waited for
    s->bodies.form = tac_part_form_of(object) ? object->bodies->form : NULL;
    s->bodies.in_world = tac_part_is_in_world(object) ? object->bodies->in_world : NULL;
    s->table.bodies = &s->bodies;
    return &s->table;
}

static void put_tables(tac_apart_peer *p, tac_model_file *model)
{
    tac_part_desc *part = (tac_part_desc *)(void *)model->desc.part; // the file's own
    for (int i = 0; i < p->options->n_part; i++) {
        int k = p->options->part[i];
        part[k].table = stand_in_for(p, part[k].table, &tac_model_file_parts(model)[k]);
    }
}

bool tac_apart_open(tac_apart_processes **to, const tac_rig_file *rig, const int *core,
                    tac_model_file *model, tac_diag *diag)
{
    tac_apart_processes *a = rig->n_process > 0 ? calloc(1, sizeof *a) : NULL;
    *to = a;
    if (!a) {
        return rig->n_process == 0 || tac_diag_say_memory(diag, "not enough memory for processes");
    }
    a->instance = rig->name;
    bool good = true;
    for (; a->n < rig->n_process && good; a->n++) {
        tac_apart_peer *p = &a->process[a->n];
        p->all = a;
        p->options = &rig->process[a->n];
        good = make_segment(p, rig, core, model, diag);
        if (good) {
            put_tables(p, model);
        }
    }
    return good;
}

void tac_apart_close(tac_apart_processes *a)
{
    for (int i = 0; a && i < a->n; i++) {
        tac_apart_peer *p = &a->process[i];
        char name[TAC_SHARED_NAME];
        if (p->segment) {
            name_segment(a, p, name);
            (void)tac_shared_remove(name);
            tac_guard_remove(p->segment);
            munmap(p->segment, sizeof *p->segment);
            close(p->file);
        }
        for (int k = 0; k < p->n_batch; k++) {
            free(p->batch[k]);
        }
    }
    free(a);
}

// ---- steps -----------------------------------------------------------------------------------------

void tac_apart_go(tac_apart_processes *a)
{
    if (a) {
        a->in_time = true;
        for (int i = 0; i < a->n; i++) {
            memset(a->process[i].count, 0, sizeof a->process[i].count);
        }
        tac_apart_begin_step(a, 0);
    }
}

// One that came since the last step has all that it needs, from the beginning of a step on and not before; one that lives
// no more is not asked.
static void meet(tac_apart_peer *p)
{
    atomic_store_explicit(&p->fault, TAC_APART_WELL, memory_order_relaxed);
    if (!tac_apart_has_come(p) ||
        p->epoch == atomic_load_explicit(&p->gone, memory_order_relaxed)) {
        (void)tac_apart_fail(p, TAC_APART_GONE);
    }
}

void tac_apart_begin_step(tac_apart_processes *a, int64_t next)
{
    for (int i = 0; a && i < a->n; i++) {
        meet(&a->process[i]);
    }
    if (a) {
        a->step_begin = tac_now_ns();
        a->step_next = next;
    }
}

tac_apart_fault tac_apart_fault_of_step(tac_apart_processes *a, int *process)
{
    for (int i = 0; a && i < a->n; i++) {
        int fault = atomic_load_explicit(&a->process[i].fault, memory_order_relaxed);
        if (fault != TAC_APART_WELL) {
            a->process[i].count[fault]++;
            *process = i;
            atomic_store_explicit(&a->trouble, i * TAC_APART_FAULTS + fault, memory_order_relaxed);
            return (tac_apart_fault)fault;
        }
    }
    if (a) {
        atomic_store_explicit(&a->trouble, TAC_APART_WELL, memory_order_relaxed);
    }
    return TAC_APART_WELL;
}

tac_apart_fault tac_apart_trouble(const tac_apart_processes *a, int *process)
{
    int trouble = a ? atomic_load_explicit(&a->trouble, memory_order_relaxed) : 0;
    *process = trouble / TAC_APART_FAULTS;
    return (tac_apart_fault)(trouble % TAC_APART_FAULTS);
}

void tac_apart_look(tac_apart_processes *a)
{
    for (int i = 0; a && i < a->n; i++) {
        tac_apart_peer *p = &a->process[i];
        uint64_t epoch = atomic_load_explicit(&p->segment->epoch, memory_order_acquire);
        if (epoch != 0 && !tac_apart_is_served(p)) {
            atomic_store_explicit(&p->gone, epoch, memory_order_relaxed);
        }
    }
}

// ---- words -----------------------------------------------------------------------------------------

bool tac_apart_blame(const tac_apart_processes *a, tac_diag *diag)
{
    for (int i = 0; a && i < a->n; i++) {
        int fault = atomic_load_explicit(&a->process[i].fault, memory_order_relaxed);
        if (fault != TAC_APART_WELL) {
            char text[512];
            tac_apart_describe(a, i, (tac_apart_fault)fault, text, sizeof text);
            *diag = (tac_diag){0};
            (void)tac_diag_say(diag, "%s", text);
            return true;
        }
    }
    return false;
}

int64_t tac_apart_count(const tac_apart_processes *a, int process, tac_apart_fault fault)
{
    return a && process < a->n ? a->process[process].count[fault] : 0;
}

const char *tac_apart_fault_name(tac_apart_fault fault)
{
    static const char *const names[TAC_APART_FAULTS] = {"well", "gone", "late", "garbage",
                                                        "too large"};
    return fault < TAC_APART_FAULTS ? names[fault] : "unknown";
}

// Whether others can still find what they share with the executive.
static bool is_whole(const tac_apart_peer *p)
{
    struct stat about;
    return fstat(p->file, &about) == 0 && about.st_nlink > 0 &&
           (uint64_t)about.st_size == sizeof *p->segment;
}

void tac_apart_describe(const tac_apart_processes *a, int process, tac_apart_fault fault, char *out,
                        size_t size)
{
    const tac_process_options *o = a->process[process].options;
    switch (fault) {
    case TAC_APART_GONE:
        if (!is_whole(&a->process[process])) {
            snprintf(out, size,
                     "the segment of the process '%s' was removed or cut off; start the run again, "
                     "and then: tactus part %s %s FILE...",
                     TAC_SHOWN(o->name), TAC_SHOWN(a->instance), TAC_SHOWN(o->name));
            break;
        }
        snprintf(out, size, "the process '%s' is not there; start it: tactus part %s %s FILE...",
                 TAC_SHOWN(o->name), TAC_SHOWN(a->instance), TAC_SHOWN(o->name));
        break;
    case TAC_APART_LATE:
        if (!a->in_time) {
            snprintf(out, size, "the process '%s' did not answer within %d s; see what stops it",
                     TAC_SHOWN(o->name), (int)(TAC_APART_PATIENCE_NS / 1000000000));
            break;
        }
        snprintf(out, size,
                 "the process '%s' did not answer within %g us of the step's start; give it a core "
                 "of its own, or "
                 "raise 'wait'",
                 TAC_SHOWN(o->name), (double)o->wait_ns * 1e-3);
        break;
    case TAC_APART_LARGE:
        snprintf(out, size,
                 "the process '%s' has sub-models with too many bodies; give it fewer of them, or "
                 "take them here",
                 TAC_SHOWN(o->name));
        break;
    case TAC_APART_WELL:
    case TAC_APART_GARBAGE:
    case TAC_APART_FAULTS:
        snprintf(out, size,
                 "the process '%s' gives answers that are none; see who else writes its segment, "
                 "and start it "
                 "again",
                 TAC_SHOWN(o->name));
        break;
    }
}

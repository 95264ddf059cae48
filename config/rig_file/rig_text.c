// The top level of a rig file: its name, its model, and the order of its sections.
#define _POSIX_C_SOURCE 200809L
#include "rig_text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base.h"
#include "clients.h"
#include "exchange.h"
#include "method_choice.h"
#include "processes.h"
#include "reader/document.h"
#include "reader/given_values.h"
#include "reader/items.h"
#include "reader/method_word.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "record.h"
#include "signals.h"
#include "timing.h"

typedef struct whole_rig { // what is read: the rig, and what is not part of its published struct
    tac_rig_file file;
    const tac_method *method;
    tac_given given; // to the model
} whole_rig;

typedef struct rig_reader {
    tac_reader rd;         // first: the reader of a place
    tac_model_file *model; // while the rig is read, NULL where files are not
} rig_reader;

const tac_method *tac_rig_file_method(const tac_rig_file *f)
{
    return ((const whole_rig *)(const void *)f)->method;
}

tac_given tac_rig_file_given(const tac_rig_file *f)
{
    return ((const whole_rig *)(const void *)f)->given;
}

// ---- name and model ------------------------------------------------------------------------------

static bool is_name_letter(char c, int first)
{
    char text[3] = {'x', c, '\0'};
    return tac_is_name(first ? text + 1 : text);
}

// "four_bar" of "rigs/four_bar.yaml"
static void name_after(tac_rig_file *f, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *stem = slash ? slash + 1 : path;
    const char *dot = strrchr(stem, '.');
    size_t length = dot && dot > stem ? (size_t)(dot - stem) : strlen(stem);
    size_t n = length < TAC_RIG_NAME - 1 ? length : TAC_RIG_NAME - 1;
    for (size_t i = 0; i < n; i++) {
        f->name[i] = stem[i];
        if (!is_name_letter(stem[i], i == 0)) {
            f->name[i] = i == 0 ? 'x' : '_';
        }
    }
    if (n == 0) {
        memcpy(f->name, "model", sizeof "model");
    }
}

static void read_name(const tac_place *p, tac_rig_file *f)
{
    const tac_node *root = p->in->root;
    const char *name = tac_new_name(p, root, "a rig");
    if (strlen(name) >= TAC_RIG_NAME) {
        tac_refuse(p->rd, tac_find(root, "name"), "'name' has more than %d letters; shorten it",
                   TAC_RIG_NAME - 1);
    }
    memcpy(f->name, name, strlen(name) + 1);
}

// Path of the model, relative to the rig.
static const char *find_model(const tac_place *p)
{
    const tac_node *node = tac_need(p, p->in->root, "model", "a rig");
    const char *path = tac_relative_path(p->rd, p->in->path, tac_text(p, node, "model"));
    if (p->rd->limits.reads_files && !p->rd->limits.source && access(path, R_OK) != 0) {
        tac_refuse(p->rd, node, "file '%.200s' cannot be opened (%s); check the path", path,
                   strerror(errno));
    }
    return path;
}

// A bad model's own line becomes the rig's.
static void open_model(rig_reader *r, whole_rig *w, const char *path)
{
    w->file.model_path = path;
    w->given = tac_copy_given(&r->rd);
    w->file.solver = tac_default_options();
    w->method = tac_methods[0].method;
    if (r->rd.limits.reads_files) {
        tac_diag diag;
        r->model = tac_model_file_read_given(path, r->rd.limits.source, r->rd.limits.given, &diag);
        if (!r->model) {
            r->rd.n_error += tac_diag_join(r->rd.diag, &diag);
            r->rd.is_final |= diag.no_memory;
            longjmp(r->rd.escape, 1);
        }
        w->file.solver = r->model->options;
        w->method = tac_model_file_method(r->model);
    }
}

// ---- top level -----------------------------------------------------------------------------------

// A file that names a model, as models do not.
static bool is_rig(const tac_node *root)
{
    return root->kind == TAC_MAP && tac_find(root, "model");
}

static bool is_model(const tac_node *root)
{
    return root->kind == TAC_MAP && !is_rig(root) &&
           (tac_find(root, "bodies") || tac_find(root, "include"));
}

static void check_root(const tac_place *p)
{
    static const char *const keys[] = {
        "name",   "model",    "title",    "step",     "substeps",     "iterations",  "penalty",
        "alpha",  "duration", "threads",  "wake",     "publish",      "policy",      "acceleration",
        "order",  "tangent",  "method",   "watchdog", "tick",         "groups",      "log",
        "dump",   "start",    "exchange", "trace",    "doubt_length", "doubt_angle", "processes",
        "record", "faults",   "clients",  NULL};
    tac_check_plain_map(p, p->in->root, "a rig", keys);
    const tac_node *title = tac_find(p->in->root, "title");
    if (title) {
        (void)tac_text(p, title, "title");
    }
}

static void read_start(const tac_place *p, tac_rig_file *f)
{
    static const char *const words[] = {"running", "paused"};
    const tac_node *start = tac_find(p->in->root, "start");
    static const char *const faults[] = {"refused", "allowed"};
    const tac_node *allowed = tac_find(p->in->root, "faults");
    f->faults_allowed = allowed && tac_choice(p, allowed, "faults", faults, 2) == 1;
    f->start_paused = start && tac_choice(p, start, "start", words, 2) == 1;
}

// Sections of a rig: each may have a mistake of its own.
typedef struct sections {
    rig_reader *r;
    whole_rig *w;
    void (*read)(const tac_place *p, tac_rig_file *f); // one that needs the rig alone
} sections;

static void read_section(const tac_place *p, void *out)
{
    const sections *s = out;
    s->read(p, &s->w->file);
}

static void read_model(const tac_place *p, void *out)
{
    const sections *s = out;
    open_model(s->r, s->w, find_model(p));
}

// A rig runs against the clock, and a recording of it must replay.
static void refuse_offline(const tac_place *p, const tac_method *method)
{
    const tac_node *root = p->in->root;
    const char *word = tac_method_word(method);
    if (method->is_offline && tac_find(root, "method")) {
        tac_refuse(p->rd, tac_find(root, "method"),
                   "the method '%s' is not for real time; take %s (tactus sim has '%s')", word,
                   tac_methods[0].word, word);
    } else if (method->is_offline) {
        tac_refuse(p->rd, tac_find(root, "model"),
                   "the model's method '%s' is not for real time; add 'method: %s' to the rig",
                   word, tac_methods[0].word);
    }
}

static void read_base(const tac_place *p, void *out)
{
    const sections *s = out;
    s->w->method = tac_read_method(p, p->in->root, s->w->method);
    refuse_offline(p, s->w->method);
    if (!p->rd->limits.source) { // rigs in logs have run
        tac_check_solver_keys(p, p->in->root, s->w->method);
    }
    if (s->r->model) {
        s->w->file.solver.iterations = tac_model_file_iterations(s->r->model, s->w->method);
    }
    tac_rig_read_base(p, &s->w->file);
}

static void read_groups(const tac_place *p, void *out)
{
    const sections *s = out;
    tac_rig_read_groups(p, &s->w->file, s->r->model);
}

static void read_processes(const tac_place *p, void *out)
{
    const sections *s = out;
    tac_rig_read_processes(p, &s->w->file, s->r->model);
}

static void read_exchange(const tac_place *p, void *out)
{
    const sections *s = out;
    tac_rig_read_exchange(p, &s->w->file, s->r->model);
}

#define ANY_PERIOD_NS INT64_C(1000000) // of a rig that is refused

static void read_rig(rig_reader *r, const tac_place *p, whole_rig *w)
{
    static void (*const alone[])(const tac_place *p, tac_rig_file *f) = {
        tac_rig_read_threads, tac_rig_read_outputs, tac_rig_read_trace};
    static void (*const timed[])(const tac_place *p, tac_rig_file *f) = {
        tac_rig_read_wake, tac_rig_read_publish, tac_rig_read_policy, tac_rig_read_watchdog,
        tac_rig_read_tick};
    sections s = {r, w, read_name};
    check_root(p);
    (void)tac_try(p, read_section, &s);
    bool has_model = tac_try(p, read_model, &s), has_base = has_model && tac_try(p, read_base, &s);
    w->file.period_ns = has_base ? w->file.period_ns : ANY_PERIOD_NS;
    tac_rig_set_defaults(&w->file);
    s.read = alone[0];
    (void)tac_try(p, read_section, &s);
    for (size_t i = 0; i < sizeof timed / sizeof *timed && has_base; i++) {
        s.read = timed[i];
        (void)tac_try(p, read_section, &s);
    }
    if (has_model) {
        (void)tac_try(p, read_groups, &s);
    }
    for (size_t i = 1; i < sizeof alone / sizeof *alone; i++) {
        s.read = alone[i];
        (void)tac_try(p, read_section, &s);
    }
    if (has_model) {
        (void)tac_try(p, read_exchange, &s);
        (void)tac_try(p, read_processes, &s);
        s.read = tac_rig_read_record;
        (void)tac_try(p, read_section, &s);
        s.read = tac_rig_read_clients;
        (void)tac_try(p, read_section, &s);
    }
    s.read = read_start;
    (void)tac_try(p, read_section, &s);
}

// A model without a rig: everything by default.
static void set_up_model(tac_reader *rd, tac_rig_file *f, const char *path)
{
    name_after(f, path);
    f->substeps = 1;
    f->period_ns = tac_rig_period(f->solver.dt, 1);
    if (f->period_ns < TAC_RIG_LEAST_PERIOD_NS) {
        tac_refuse_at(rd, path, 1, 1,
                      "a step of %.12g us cannot be the period of a clock; write a rig file with a "
                      "step of whole nanoseconds from 10 us to 1 s",
                      f->solver.dt * 1e6);
    }
    tac_rig_set_defaults(f);
}

static void read_file(tac_reader *rd, void *out)
{
    rig_reader *r = (rig_reader *)(void *)rd;
    whole_rig *w = out;
    tac_file in;
    tac_document_open(rd, &in);
    tac_place p = {rd, &in, NULL};
    if (is_model(in.root)) {
        open_model(r, w, in.path);
        set_up_model(rd, &w->file, in.path);
        tac_rig_share_sensors(&p, &w->file, r->model);
    } else {
        read_rig(r, &p, w);
    }
}

static void close_model(tac_reader *rd)
{
    tac_model_file_free(((rig_reader *)(void *)rd)->model);
}

// ---- interface -----------------------------------------------------------------------------------

static void look_for_model(tac_reader *rd, void *out)
{
    tac_file in;
    tac_document_open(rd, &in);
    *(bool *)out = is_rig(in.root);
}

int tac_is_rig_file(const char *path)
{
    static const tac_document any = {.size = sizeof(bool),
                                     .reader_size = sizeof(tac_reader),
                                     .empty = "a rig needs at least 'name' and 'model'",
                                     .read = look_for_model};
    bool *found = tac_document_read(&any, path, NULL, 0, &tac_default_limits, NULL);
    bool is = found && *found;
    tac_document_free(found);
    return is;
}

tac_rig_file *tac_rig_file_read_text(const char *path, const char *text, size_t size,
                                     const tac_limits *limits, tac_diag *diag)
{
    static const tac_document rig = {.size = sizeof(whole_rig),
                                     .reader_size = sizeof(rig_reader),
                                     .empty = "a rig needs at least 'name' and 'model'",
                                     .read = read_file,
                                     .close = close_model};
    return tac_document_read(&rig, path, text, size, limits, diag);
}

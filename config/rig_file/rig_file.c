#define _XOPEN_SOURCE 700
#include "rig_file.h"

#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "method_choice.h"
#include "reader/method_word.h"
#include "reader/times.h"
#include "reader/values.h"
#include "rig_parts.h"
#include "rig_text.h"

typedef struct whole_rig { // what tac_rig_file_free releases
    tac_rig_file file;
    const tac_method *method;
    tac_pool pool;
} whole_rig;

static whole_rig *whole(tac_rig_file *f)
{
    return (whole_rig *)(void *)f;
}

const tac_method *tac_rig_file_method(const tac_rig_file *f)
{
    return ((const whole_rig *)(const void *)f)->method;
}

typedef struct reading { // of one rig
    tac_reader rd;
    tac_rig_file *rig;
    tac_model_file *model; // while the rig is read, NULL where files are not
} reading;

// ---------------------------------------------------------------- name and model

static int is_name_letter(char c, int first)
{
    char text[3] = {'x', c, '\0'};
    return tac_is_name(first ? text + 1 : text);
}

// "four_bar" of "rigs/four_bar.yaml"
static void name_after(tac_rig_file *f, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *stem = slash != NULL ? slash + 1 : path;
    const char *dot = strrchr(stem, '.');
    size_t length = dot != NULL && dot > stem ? (size_t)(dot - stem) : strlen(stem);
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
    if (p->rd->limits.reads_files && access(path, R_OK) != 0) {
        tac_refuse(p->rd, node, "file '%.200s' cannot be opened (%s); check the path", path,
                   strerror(errno));
    }
    return path;
}

// A bad model's own line becomes the rig's.
static void open_model(reading *r, const char *path)
{
    r->rig->model_path = path;
    r->rig->solver = tac_default_options();
    whole(r->rig)->method = tac_methods[0].method;
    if (r->rd.limits.reads_files) {
        r->model = tac_model_file_read(path, r->rd.diag);
        if (r->model == NULL) {
            longjmp(r->rd.escape, 1);
        }
        r->rig->solver = r->model->options;
        whole(r->rig)->method = tac_model_file_method(r->model);
    }
}

// ---------------------------------------------------------------- top level

static const tac_node *parse(tac_reader *rd, const char *path, const char *text, size_t size)
{
    if (text == NULL) {
        size = tac_read_whole_file(rd, path, path, 1, 1);
        text = rd->text;
    }
    if (tac_is_blank(text, size)) {
        tac_refuse_at(rd, path, 1, 1, "the file is empty; a rig needs at least 'name' and 'model'");
    }
    return tac_yaml_parse(rd, path, text, size);
}

static int is_model(const tac_node *root)
{
    return root->kind == TAC_MAP && tac_find(root, "model") == NULL &&
           (tac_find(root, "bodies") != NULL || tac_find(root, "include") != NULL);
}

static void check_root(const tac_place *p)
{
    static const char *const keys[] = {
        "name",  "model",    "title",    "step",     "substeps", "iterations", "penalty",
        "alpha", "duration", "threads",  "wake",     "publish",  "policy",     "acceleration",
        "order", "tangent",  "method",   "watchdog", "tick",     "groups",     "log",
        "dump",  "start",    "exchange", "trace",    NULL};
    tac_check_plain_map(p, p->in->root, "a rig", keys);
    const tac_node *title = tac_find(p->in->root, "title");
    if (title != NULL) {
        (void)tac_text(p, title, "title");
    }
}

static void read_start(const tac_place *p, tac_rig_file *f)
{
    static const char *const words[] = {"running", "paused"};
    const tac_node *start = tac_find(p->in->root, "start");
    f->start_paused = start != NULL && tac_choice(p, start, "start", words, 2) == 1;
}

static void read_rig(reading *r, const tac_place *p)
{
    tac_rig_file *f = r->rig;
    check_root(p);
    read_name(p, f);
    open_model(r, find_model(p));
    whole(f)->method = tac_read_method(p, p->in->root, whole(f)->method);
    tac_rig_read_base(p, f);
    tac_rig_set_defaults(f);
    tac_rig_read_threads(p, f);
    tac_rig_read_wake(p, f);
    tac_rig_read_publish(p, f);
    tac_rig_read_policy(p, f);
    tac_rig_read_watchdog(p, f);
    tac_rig_read_tick(p, f);
    tac_rig_read_groups(p, f, r->model);
    tac_rig_read_outputs(p, f);
    tac_rig_read_trace(p, f);
    tac_rig_read_exchange(p, f, r->model);
    read_start(p, f);
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

static void read_file(reading *r, const char *path, const char *text, size_t size)
{
    tac_instance in = {.path = path, .real_path = "", .prefix = ""};
    path = tac_copy_text(&r->rd, path, strlen(path));
    in.path = path;
    in.root = parse(&r->rd, path, text, size);
    in.item = in.root;
    tac_place p = {&r->rd, &in, NULL};
    if (is_model(in.root)) {
        open_model(r, path);
        set_up_model(&r->rd, r->rig, path);
    } else {
        read_rig(r, &p);
    }
}

// ---------------------------------------------------------------- interface

// 1 when the rig is read, 0 when something refused it.
static int try_to_read(reading *r, const char *path, const char *text, size_t size)
{
    if (setjmp(r->rd.escape) != 0) {
        return 0;
    }
    read_file(r, path, text, size);
    return 1;
}

tac_rig_file *tac_rig_file_read_text(const char *path, const char *text, size_t size,
                                     const tac_limits *limits, tac_diag *diag)
{
    tac_diag unwanted;
    diag = diag != NULL ? diag : &unwanted;
    *diag = (tac_diag){0};
    whole_rig *w = calloc(1, sizeof *w);
    reading *r = calloc(1, sizeof *r);
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (w == NULL || r == NULL || plain == (locale_t)0) {
        tac_diag_no_memory(diag, TAC_TOO_LARGE, path);
        free(w);
        w = NULL;
    } else {
        // numbers are written with a point whatever the program's language
        locale_t before = uselocale(plain);
        r->rd.diag = diag;
        r->rd.path = path;
        r->rd.pool = &w->pool;
        r->rd.limits = *limits;
        r->rig = &w->file;
        w->pool.limit = limits->memory;
        int good = try_to_read(r, path, text, size);
        tac_reader_close(&r->rd);
        tac_model_file_free(r->model);
        (void)uselocale(before);
        if (!good) {
            tac_rig_file_free(&w->file);
            w = NULL;
        }
    }
    free(r);
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    return w != NULL ? &w->file : NULL;
}

tac_rig_file *tac_rig_file_read(const char *path, tac_diag *diag)
{
    return tac_rig_file_read_text(path, NULL, 0, &tac_default_limits, diag);
}

void tac_rig_file_free(tac_rig_file *f)
{
    if (f != NULL) {
        whole_rig *w = whole(f);
        tac_pool_free(&w->pool);
        free(w);
    }
}

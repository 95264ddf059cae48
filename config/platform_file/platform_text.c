// The top level of a platform file: instances, ramps and the thread of the controller.
#include "platform_text.h"

#include <string.h>

#include "mechanism.h"
#include "reader/document.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "values.h"
#include "washout.h"

enum {
    LEAST_PERIOD_NS = 100000, // below, an ordinary process does not wake up in time
    DEFAULT_PRIORITY = 70     // below the executives'
};

#define MS INT64_C(1000000)

static const tac_time_range age_range = {MS, TAC_HOUR_NS, NULL};

// ---- instances -----------------------------------------------------------------------------------

static const char *read_instance(const tac_place *p, const tac_node *map, const char *what)
{
    const tac_node *node = tac_need(p, map, "instance", what);
    const char *name = tac_text(p, node, "instance");
    if (!tac_is_name(name) || strlen(name) > 47) {
        tac_refuse(p->rd, node,
                   "'instance' is the name of a rig: up to 47 letters, digits, '_', '-' and '.'");
    }
    return name;
}

static const char *read_signal(const tac_place *p, const tac_node *node, const char *key)
{
    const char *name = tac_text(p, node, key);
    if (*name == '\0' || strlen(name) > 95) {
        tac_refuse(p->rd, node, "'%s' is the name of a signal: 1 to 95 letters", key);
    }
    return name;
}

static void read_source(const tac_place *p, tac_platform_source *s)
{
    static const char *const keys[] = {"instance", "specific_force", "angular_rate",
                                       "max_age",  "patience",       NULL};
    const tac_node *map = tac_need(p, p->in->root, "source", "a controller");
    tac_check_plain_map(p, map, "'source'", keys);
    s->instance = read_instance(p, map, "'source'");
    s->force = read_signal(p, tac_need(p, map, "specific_force", "'source'"), "specific_force");
    s->rate = read_signal(p, tac_need(p, map, "angular_rate", "'source'"), "angular_rate");
    s->max_age_ns = tac_time_ns(p, map, "max_age", age_range, 100 * MS);
    s->patience_ns = tac_time_ns(p, map, "patience", age_range, 5000 * MS);
}

static void read_sink(const tac_place *p, tac_platform_sink *s)
{
    static const char *const keys[] = {"instance", "legs", "max_age", NULL};
    const tac_node *map = tac_need(p, p->in->root, "sink", "a controller");
    tac_check_plain_map(p, map, "'sink'", keys);
    s->instance = read_instance(p, map, "'sink'");
    s->max_age_ns = tac_time_ns(p, map, "max_age", age_range, 200 * MS);
    const tac_node *list = tac_need(p, map, "legs", "'sink'");
    tac_check_plain_list(p, list, "legs");
    if (list->n != TAC_LEGS) {
        tac_refuse(p->rd, list, "'legs' must name %d signals, not %d", TAC_LEGS, list->n);
    }
    int n = 0;
    for (const tac_entry *e = list->first; e; e = e->next, n++) {
        s->leg[n] = read_signal(p, e->value, "legs");
        for (int i = 0; i < n; i++) {
            if (strcmp(s->leg[i], s->leg[n]) == 0) {
                tac_refuse(p->rd, e->value, "'%.80s' is named twice; each leg has its own signal",
                           s->leg[n]);
            }
        }
    }
}

// ---- the controller itself -----------------------------------------------------------------------

static void read_name(const tac_place *p, tac_platform_file *f)
{
    const tac_node *root = p->in->root, *title = tac_find(root, "title");
    if (title) {
        (void)tac_text(p, title, "title");
    }
    f->name = tac_new_name(p, root, "a controller");
    if (strlen(f->name) >= TAC_PLATFORM_NAME) {
        tac_refuse(p->rd, tac_find(root, "name"), "'name' has more than %d letters; shorten it",
                   TAC_PLATFORM_NAME - 1);
    }
}

// `tactus ctl` has to tell the three processes apart.
static void check_names(const tac_place *p, const tac_platform_file *f)
{
    const tac_node *root = p->in->root;
    if (strcmp(f->source.instance, f->sink.instance) == 0) {
        tac_refuse_key(p->rd, tac_find(root, "sink"), "instance",
                       "'source' and 'sink' are the same instance; a platform has its own");
    }
    if (strcmp(f->name, f->source.instance) == 0 || strcmp(f->name, f->sink.instance) == 0) {
        tac_refuse(p->rd, tac_find(root, "name"),
                   "an instance is called '%s' too; choose another name", f->name);
    }
}

static void read_ramps(const tac_place *p, tac_platform_ramps *r)
{
    static const char *const keys[] = {"engage", "park", "brake", "settle", NULL};
    const tac_node *map = tac_find(p->in->root, "ramps");
    if (map) {
        tac_check_plain_map(p, map, "'ramps'", keys);
    }
    r->engage = tac_platform_time(p, map, "engage", 5.0);
    r->park = tac_platform_time(p, map, "park", 8.0);
    r->brake = tac_platform_time(p, map, "brake", 0.5);
    r->settle = tac_platform_time(p, map, "settle", 1.0);
}

static void read_thread(const tac_place *p, tac_platform_file *f)
{
    static const char *const keys[] = {"priority", "core", "lock_memory", NULL};
    const tac_node *map = tac_find(p->in->root, "thread");
    f->priority = DEFAULT_PRIORITY;
    f->core = -1;
    f->lock_memory = true;
    if (!map) {
        return;
    }
    tac_check_plain_map(p, map, "'thread'", keys);
    const tac_node *core = tac_find(map, "core");
    f->priority = tac_count_or(p, map, "priority", 0, 99, DEFAULT_PRIORITY);
    f->lock_memory = tac_truth_or(p, map, "lock_memory", 1);
    if (core) {
        f->core = tac_core(p, core, "core");
    }
}

static void read_head(const tac_place *p, void *out)
{
    static const tac_time_range period_range = {LEAST_PERIOD_NS, 100 * MS, NULL};
    tac_platform_file *f = out;
    read_name(p, f);
    f->period_ns = tac_time_ns(p, p->in->root, "period", period_range, 2 * MS);
}

static void read_instances(const tac_place *p, void *out)
{
    tac_platform_file *f = out;
    read_source(p, &f->source);
    read_sink(p, &f->sink);
    check_names(p, f);
}

static void read_mechanism(const tac_place *p, void *out)
{
    tac_platform_read_geometry(p, out);
    tac_platform_read_legs(p, out);
}

static void read_washout(const tac_place *p, void *out)
{
    tac_platform_read_washout(p, out);
}

static void read_all_ramps(const tac_place *p, void *out)
{
    read_ramps(p, &((tac_platform_file *)out)->ramps);
}

static void read_own_thread(const tac_place *p, void *out)
{
    read_thread(p, out);
}

static void read_platform(const tac_place *p, tac_platform_file *f)
{
    static const char *const keys[] = {"name", "title",   "period", "source", "sink", "platform",
                                       "legs", "washout", "ramps",  "thread", NULL};
    static tac_section *const section[] = {read_head,    read_instances, read_mechanism,
                                           read_washout, read_all_ramps, read_own_thread};
    f->path = p->in->path;
    tac_check_plain_map(p, p->in->root, "a controller", keys);
    for (size_t i = 0; i < sizeof section / sizeof *section; i++) {
        bool good = tac_try(p, section[i], f);
        if (i == 0 && !good) { // names are compared with its name
            f->name = "";
        }
    }
}

// ---- interface -----------------------------------------------------------------------------------

static void read_file(tac_reader *rd, void *out)
{
    tac_file in;
    tac_document_open(rd, &in);
    tac_place p = {rd, &in, NULL};
    read_platform(&p, out);
}

tac_platform_file *tac_platform_file_read_text(const char *path, const char *text, size_t size,
                                               const tac_limits *limits, tac_diag *diag)
{
    static const tac_document platform = {
        .size = sizeof(tac_platform_file),
        .reader_size = sizeof(tac_reader),
        .empty = "a controller needs 'name', 'source', 'sink', 'platform' and 'legs'",
        .read = read_file};
    return tac_document_read(&platform, path, text, size, limits, diag);
}

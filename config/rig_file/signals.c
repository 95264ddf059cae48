#include "signals.h"

#include <string.h>

#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "words.h"

// ---- rate ----------------------------------------------------------------------------------------

void tac_rig_read_rate(const tac_place *p, const tac_node *map, int *divisor, int *phase)
{
    *divisor = tac_count_or(p, map, "divisor", 1, TAC_MOST_COUNT, 1);
    *phase = tac_count_or(p, map, "phase", 0, TAC_MOST_COUNT, 0);
    if (*phase >= *divisor) {
        tac_refuse(p->rd, tac_find(map, "phase"),
                   "'phase' must be less than the divisor %d, not %d", *divisor, *phase);
    }
}

// ---- groups --------------------------------------------------------------------------------------

void tac_rig_check_name(const tac_place *p, const tac_node *node, const char *what,
                        const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(names[i], name) == 0) {
            return;
        }
    }
    const char *nearest = tac_nearest_word(name, names, n);
    if (nearest) {
        tac_refuse(p->rd, node, "the model has no %s '%.80s'; did you mean '%s'?", what, name,
                   nearest);
    }
    tac_refuse(p->rd, node, "the model has no %s '%.80s'; add it there or correct the name", what,
               name);
}

static const char *read_sensor(const tac_place *p, const tac_node *node, const tac_model_file *m)
{
    const char *name = tac_text(p, node, "sensor");
    if (m) {
        tac_rig_check_name(p, node, "sensor", name, m->sensor_name, m->desc.n_sensor);
    }
    return name;
}

static void read_sensors(const tac_place *p, const tac_node *list, const tac_model_file *m,
                         tac_group_options *g)
{
    tac_check_plain_list(p, list, "sensors");
    if (list->n == 0) {
        tac_refuse(p->rd, list, "'sensors' is empty; list some, or leave it out to take all");
    }
    const char **name = tac_reader_take(p->rd, (size_t)list->n, sizeof *name);
    for (const tac_entry *e = list->first; e; e = e->next) {
        name[g->n_sensor] = read_sensor(p, e->value, m);
        for (int i = 0; i < g->n_sensor; i++) {
            if (strcmp(name[i], name[g->n_sensor]) == 0) {
                tac_refuse(p->rd, e->value, "sensor '%.80s' is given twice; remove one", name[i]);
            }
        }
        g->n_sensor++;
    }
    g->sensor = name;
}

static void take_all_sensors(const tac_place *p, const tac_model_file *m, tac_group_options *g)
{
    int n = m ? m->desc.n_sensor : 0;
    const char **name = tac_reader_take(p->rd, (size_t)n, sizeof *name);
    for (int i = 0; i < n; i++) {
        name[i] = tac_copy_text(p->rd, m->sensor_name[i], strlen(m->sensor_name[i]));
    }
    g->sensor = name;
    g->n_sensor = n;
}

static void read_group(const tac_place *p, const tac_node *item, tac_rig_file *f,
                       const tac_model_file *m)
{
    static const char *const keys[] = {"name", "divisor", "phase", "sensors", NULL};
    tac_check_plain_map(p, item, "a group", keys);
    tac_group_options *g = &f->group[f->n_group];
    g->name = tac_new_name(p, item, "a group");
    for (int i = 0; i < f->n_group; i++) {
        if (strcmp(f->group[i].name, g->name) == 0) {
            tac_refuse_key(p->rd, item, "name", "group '%s' already exists; choose another name",
                           g->name);
        }
    }
    tac_rig_read_rate(p, item, &g->divisor, &g->phase);
    const tac_node *sensors = tac_find(item, "sensors");
    if (sensors) {
        read_sensors(p, sensors, m, g);
    } else {
        take_all_sensors(p, m, g);
    }
    f->n_group++;
}

void tac_rig_read_groups(const tac_place *p, tac_rig_file *f, const tac_model_file *m)
{
    const tac_node *list = tac_find(p->in->root, "groups");
    if (!list) {
        return;
    }
    tac_check_plain_list(p, list, "groups");
    for (const tac_entry *e = list->first; e; e = e->next) {
        if (f->n_group == TAC_MAX_GROUPS) {
            tac_refuse(p->rd, e->value, "more than %d groups; merge those of the same divisor",
                       TAC_MAX_GROUPS);
        }
        read_group(p, e->value, f, m);
    }
}

// ---- what is written and traced ------------------------------------------------------------------

void tac_rig_read_trace(const tac_place *p, tac_rig_file *f)
{
    static const char *const keys[] = {"stages", NULL};
    const tac_node *map = tac_find(p->in->root, "trace");
    if (map) {
        tac_check_plain_map(p, map, "'trace'", keys);
        f->trace = 1;
        f->trace_stages = tac_truth_or(p, map, "stages", 1);
    }
}

void tac_rig_read_outputs(const tac_place *p, tac_rig_file *f)
{
    static const char *const log_keys[] = {"file", "divisor", "phase", NULL};
    static const char *const dump_keys[] = {"file", NULL};
    const tac_node *log = tac_find(p->in->root, "log"), *dump = tac_find(p->in->root, "dump");
    if (log) {
        tac_check_plain_map(p, log, "'log'", log_keys);
        f->log_path = tac_text(p, tac_need(p, log, "file", "'log'"), "file");
        tac_rig_read_rate(p, log, &f->log_divisor, &f->log_phase);
    }
    if (dump) {
        tac_check_plain_map(p, dump, "'dump'", dump_keys);
        f->dump_path = tac_text(p, tac_need(p, dump, "file", "'dump'"), "file");
    }
    if (log && dump && strcmp(f->log_path, f->dump_path) == 0) {
        tac_refuse_key(p->rd, dump, "file", "'%.80s' is the log already; choose another file",
                       f->dump_path);
    }
}

#include "processes.h"

#include <string.h>

#include "known_parts.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "words.h"

static const char *name_of(const tac_model_file *m, int part)
{
    return m->bushing_name[m->desc.part[part].bushing];
}

static bool is_sub_model(const tac_model_file *m, int part)
{
    const tac_part_table *table = m->desc.part[part].table;
    return !table || table->bodies;
}

static void refuse_unknown(const tac_place *p, const tac_node *node, const tac_model_file *m,
                           const char *name)
{
    const char **names = tac_reader_take(p->rd, (size_t)m->desc.n_part, sizeof *names);
    for (int k = 0; k < m->desc.n_part; k++) {
        names[k] = name_of(m, k);
    }
    const char *nearest = tac_nearest_word(name, names, m->desc.n_part);
    if (nearest) {
        tac_refuse(p->rd, node, "the model has no part '%.80s'; did you mean '%s'?", name, nearest);
    }
    tac_refuse(p->rd, node,
               "the model has no part '%.80s'; name forces of the type 'part' that are compiled "
               "sub-models",
               name);
}

// A part by its name; -1 where files are not read.
static int find_part(const tac_place *p, const tac_node *node, const tac_model_file *m)
{
    const char *name = tac_text(p, node, "part");
    int k = 0;
    if (!m) {
        return -1;
    }
    while (k < m->desc.n_part && strcmp(name_of(m, k), name) != 0) {
        k++;
    }
    if (k == m->desc.n_part) {
        refuse_unknown(p, node, m, name);
    }
    if (!is_sub_model(m, k)) {
        tac_refuse(p->rd, node,
                   "'%.80s' is a law without bodies, which is asked too often to live in another "
                   "process; name "
                   "compiled sub-models (tactus compile)",
                   name);
    }
    return k;
}

static void check_new(const tac_place *p, const tac_node *node, const tac_rig_file *f, int part)
{
    for (int i = 0; i <= f->n_process && i < TAC_MAX_PROCESSES; i++) {
        for (int k = 0; k < f->process[i].n_part; k++) {
            if (part >= 0 && f->process[i].part[k] == part) {
                tac_refuse(p->rd, node, "this part is in the process '%s' already; remove one",
                           f->process[i].name);
            }
        }
    }
}

static bool has_part(const tac_process_options *o, int part)
{
    bool found = false;
    for (int i = 0; i < o->n_part; i++) {
        found = found || o->part[i] == part;
    }
    return found;
}

// They are one compound, whose bits are not those of two.
static bool step_together(const tac_model_file *m, int one, int other)
{
    const tac_part_desc *a = &m->desc.part[one], *b = &m->desc.part[other];
    return tac_parts_step_together(a, b) &&
           m->desc.bushing[a->bushing].b.body == m->desc.bushing[b->bushing].b.body;
}

static void check_whole(const tac_place *p, const tac_node *list, const tac_model_file *m,
                        const tac_process_options *o)
{
    for (int i = 0; m && i < o->n_part; i++) {
        for (int k = 0; k < m->desc.n_part; k++) {
            if (step_together(m, o->part[i], k) && !has_part(o, k)) {
                tac_refuse(p->rd, list,
                           "'%.80s' steps together with '%.80s', which is like it and on the same "
                           "body; list both, or give one 'together: WORD' in the model",
                           name_of(m, k), name_of(m, o->part[i]));
            }
        }
    }
}

static void read_parts(const tac_place *p, const tac_node *list, const tac_model_file *m,
                       tac_rig_file *f)
{
    tac_process_options *o = &f->process[f->n_process];
    tac_check_plain_list(p, list, "parts");
    if (list->n == 0 || list->n > TAC_MAX_PROCESS_PARTS) {
        tac_refuse(p->rd, list, "'parts' has %d items; name one to %d compiled sub-models", list->n,
                   TAC_MAX_PROCESS_PARTS);
    }
    for (const tac_entry *e = list->first; e; e = e->next) {
        int part = find_part(p, e->value, m);
        check_new(p, e->value, f, part);
        o->part[o->n_part++] = part;
    }
    check_whole(p, list, m, o);
}

static void read_process(const tac_place *p, const tac_node *item, tac_rig_file *f,
                         const tac_model_file *m)
{
    static const char *const keys[] = {"name", "parts", "wait", NULL};
    tac_check_plain_map(p, item, "a process", keys);
    tac_process_options *o = &f->process[f->n_process];
    o->name = tac_new_name(p, item, "a process");
    if (strlen(o->name) >= TAC_PROCESS_NAME || strpbrk(o->name, "./")) {
        tac_refuse_key(p->rd, item, "name",
                       "'%.80s' cannot name a process; take at most %d letters without '.' and '/'",
                       o->name, TAC_PROCESS_NAME - 1);
    }
    for (int i = 0; i < f->n_process; i++) {
        if (strcmp(f->process[i].name, o->name) == 0) {
            tac_refuse_key(p->rd, item, "name", "process '%s' already exists; choose another name",
                           o->name);
        }
    }
    const tac_time_range within = {1000, f->period_ns, "the period"};
    o->wait_ns = tac_time_ns(p, item, "wait", within, f->period_ns / 2);
    read_parts(p, tac_need(p, item, "parts", "a process"), m, f);
    f->n_process++;
}

void tac_rig_read_processes(const tac_place *p, tac_rig_file *f, const tac_model_file *m)
{
    const tac_node *list = tac_find(p->in->root, "processes");
    if (!list) {
        return;
    }
    tac_check_plain_list(p, list, "processes");
    for (const tac_entry *e = list->first; e; e = e->next) {
        if (f->n_process == TAC_MAX_PROCESSES) {
            tac_refuse(p->rd, e->value, "more than %d processes; merge some", TAC_MAX_PROCESSES);
        }
        read_process(p, e->value, f, m);
    }
}

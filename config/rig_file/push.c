// Pushes: loads of the model whose components are inputs, for those who push a body by hand. Each component becomes a
// command with the limits of the push, which goes to zero soon after who pushes is silent.
#include "push.h"

#include <math.h>
#include <string.h>

#include "element_types.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"
#include "signals.h"

enum { VECTOR = 3, MOST_PUSHES = 64 };
#define SILENCE 0.3 // s: a browser sends ten times as often

int tac_rig_push_commands(const tac_place *p, const tac_node *map)
{
    const tac_node *list = tac_find(map, "push");
    if (!list) {
        return 0;
    }
    tac_check_plain_list(p, list, "push");
    if (list->n > MOST_PUSHES) {
        tac_refuse(p->rd, list, "more than %d pushes", MOST_PUSHES);
    }
    return 2 * VECTOR * (int)list->n;
}

// ---- the load ------------------------------------------------------------------------------------

// How many of three sources are an input as it is; of a component that is left out there is none.
static int count_inputs(const tac_model_file *m, const int *source)
{
    int n = 0;
    for (int k = 0; k < VECTOR; k++) {
        const tac_source_desc *s = source[k] == TAC_NONE ? NULL : &m->desc.source[source[k]];
        n += s && tac_source_has(s->kind, TAC_KEY_INPUT) && s->c[0] == 0.0 && s->c[1] == 1.0;
    }
    return n;
}

static int find_load(const tac_place *p, const tac_node *item, const tac_model_file *m)
{
    const tac_node *node = tac_need(p, item, "load", "a push");
    const char *name = tac_text(p, node, "load");
    tac_rig_check_name(p, node, "load", name, m->load_name, m->desc.n_load);
    int i = 0;
    while (strcmp(m->load_name[i], name) != 0) {
        i++;
    }
    const tac_load_desc *load = &m->desc.load[i];
    int n_torque = count_inputs(m, load->torque);
    if (load->in_body || load->at.body == TAC_GROUND) {
        tac_refuse(p->rd, node, "load '%.80s' has no axes of the world, which a push needs", name);
    }
    if (count_inputs(m, load->force) != VECTOR || (n_torque != 0 && n_torque != VECTOR)) {
        tac_refuse(p->rd, node,
                   "%s of load '%.80s' is not three inputs, as a push needs: [{input: A}, "
                   "{input: B}, {input: C}]",
                   count_inputs(m, load->force) != VECTOR ? "the force" : "the torque", name);
    }
    return i;
}

// ---- commands ------------------------------------------------------------------------------------

static void add_command(const tac_place *p, const tac_node *item, tac_exchange_rig *x,
                        tac_command_binding *command, const tac_command_binding *c)
{
    for (int i = 0; i < x->n_command + x->n_state; i++) {
        if (i < x->n_command && strcmp(command[i].input, c->input) == 0) {
            tac_refuse_key(p->rd, item, "load", "'%.80s' is commanded by '%s' already", c->input,
                           command[i].name);
        }
        if (i < x->n_command && strcmp(command[i].name, c->name) == 0) {
            tac_refuse_key(p->rd, item, "load", "signal '%.80s' already exists; rename it",
                           c->name);
        }
    }
    command[x->n_command++] = *c;
}

static void add_commands(const tac_place *p, const tac_node *item, tac_exchange_rig *x,
                         tac_command_binding *command, const tac_model_file *m, const int *source,
                         const tac_command_binding *like)
{
    for (int k = 0; k < VECTOR; k++) {
        const char *input = m->input_name[m->desc.source[source[k]].input];
        tac_command_binding c = *like;
        c.name = c.input = tac_copy_text(p->rd, input, strlen(input));
        add_command(p, item, x, command, &c);
    }
}

// What all of its commands have.
static tac_command_binding command_of(const char *unit, double most, int ttl)
{
    return (tac_command_binding){.scale = {unit, 1.0, 1.0, 1.0, 0.0},
                                 .minimum = -most,
                                 .maximum = most,
                                 .rate = (double)INFINITY,
                                 .fallback = TAC_SIGNAL_ZERO,
                                 .ttl = ttl,
                                 .expires = true};
}

static double read_most(const tac_place *p, const tac_node *item, const char *key, tac_quantity q)
{
    return tac_check_above_zero(p, item, key, tac_need_number(p, item, key, "a push", q));
}

static void read_push(const tac_place *p, const tac_node *item, tac_rig_file *f,
                      tac_command_binding *command, const tac_model_file *m, tac_push_rig *push)
{
    static const char *const keys[] = {"load", "force", "torque", "ttl", NULL};
    tac_exchange_rig *x = &f->exchange;
    tac_check_plain_map(p, item, "a push", keys);
    push->load = find_load(p, item, m);
    const tac_load_desc *load = &m->desc.load[push->load];
    push->force = read_most(p, item, "force", TAC_Q_FORCE);
    for (const tac_push_rig *other = x->push; other < push; other++) {
        if (m->desc.load[other->load].at.body == load->at.body) {
            tac_refuse_key(p->rd, item, "load", "body '%.80s' is pushed already",
                           m->body_name[load->at.body]);
        }
    }
    double silence = ceil(SILENCE / f->solver.dt - 1e-6);
    int least = silence < 1.0 ? 1 : silence > TAC_MOST_COUNT ? TAC_MOST_COUNT : (int)silence;
    int ttl = tac_count_or(p, item, "ttl", 1, TAC_MOST_COUNT, least);
    tac_command_binding like = command_of("N", push->force, ttl);
    push->command = x->n_command;
    add_commands(p, item, x, command, m, load->force, &like);
    if (count_inputs(m, load->torque) == VECTOR) {
        push->torque = read_most(p, item, "torque", TAC_Q_TORQUE);
        like = command_of("N*m", push->torque, ttl);
        add_commands(p, item, x, command, m, load->torque, &like);
    } else if (tac_find(item, "torque")) {
        tac_refuse(p->rd, tac_find(item, "torque"),
                   "the torque of load '%.80s' is not three inputs; leave 'torque' out, or make "
                   "them",
                   m->load_name[push->load]);
    }
}

void tac_rig_read_pushes(const tac_place *p, const tac_node *map, tac_rig_file *f,
                         tac_command_binding *command, const tac_model_file *m)
{
    const tac_node *list = tac_find(map, "push");
    if (!list || !m) {
        return;
    }
    tac_push_rig *push = tac_reader_take(p->rd, (size_t)list->n, sizeof *push);
    f->exchange.push = push;
    for (const tac_entry *e = list->first; e; e = e->next) {
        read_push(p, e->value, f, command, m, &push[f->exchange.n_push]);
        f->exchange.n_push++;
    }
}

#include "clients.h"

#include <string.h>

#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"

enum { DEFAULT_RESTARTS = 3, MOST_RESTARTS = 1000000 };

#define MS INT64_C(1000000)
#define LEAST_TIMEOUT_NS (1000 * MS) // a process that gets no processor hangs no less
#define TIMEOUT_PERIODS 10

static const tac_time_range timeouts = {MS, TAC_HOUR_NS, NULL};

// "controller" of "fmus/controller.fmu"
static const char *name_after(const tac_place *p, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *stem = slash ? slash + 1 : path;
    const char *dot = strrchr(stem, '.');
    return tac_copy_text(p->rd, stem, dot && dot > stem ? (size_t)(dot - stem) : strlen(stem));
}

static void read_values(const tac_place *p, const tac_node *item, tac_rig_client *c)
{
    const tac_node *map = tac_find(item, "set");
    if (!map) {
        return;
    }
    if (map->kind != TAC_MAP) {
        tac_refuse_kind(p, map, "set", "a map VARIABLE: VALUE");
    }
    if (map->n > TAC_MOST_CLIENT_SET) {
        tac_refuse(p->rd, map, "more than %d values; put them into a file of the FMU",
                   TAC_MOST_CLIENT_SET);
    }
    for (const tac_entry *e = map->first; e; e = e->next) {
        if (e->value->kind != TAC_SCALAR) {
            tac_refuse_kind(p, e->value, e->key, "one value; those of an array stand in quotes");
        }
        const char *begin = tac_join_text(p->rd, e->key, "=");
        c->set[c->n_set++] = tac_join_text(p->rd, begin, tac_text(p, e->value, e->key));
    }
}

static void read_name(const tac_place *p, const tac_node *item, const tac_rig_file *f,
                      tac_rig_client *c)
{
    const tac_node *given = tac_find(item, "name");
    const tac_node *at = given ? given : tac_find(item, "fmu");
    c->name = given ? tac_text(p, given, "name") : name_after(p, c->fmu);
    if (!tac_is_name(c->name) || strlen(c->name) >= TAC_RIG_CLIENT_NAME) {
        tac_refuse(p->rd, at,
                   "'%.80s' cannot name a client; give 'name', up to %d letters, digits, "
                   "'_', '-' and '.'",
                   c->name, TAC_RIG_CLIENT_NAME - 1);
    }
    for (int i = 0; i < f->n_client; i++) {
        if (strcmp(f->client[i].name, c->name) == 0) {
            tac_refuse(p->rd, at, "client '%s' already exists; give this one another 'name'",
                       c->name);
        }
    }
}

static void read_client(const tac_place *p, const tac_node *item, const tac_rig_file *f,
                        tac_rig_client *c)
{
    static const char *const keys[] = {"name", "fmu", "rate", "set", "timeout", "restarts", NULL};
    tac_check_plain_map(p, item, "a client", keys);
    const tac_node *fmu = tac_need(p, item, "fmu", "a client");
    c->fmu = tac_relative_path(p->rd, p->in->path, tac_text(p, fmu, "fmu"));
    read_name(p, item, f, c);
    c->rate = tac_number_or(p, item, "rate", TAC_Q_FREQUENCY, 0.0);
    if (tac_find(item, "rate") && !(c->rate >= 1e-3 && c->rate <= 1e6)) {
        tac_refuse_key(p->rd, item, "rate", "'rate' is a frequency from 0.001 Hz to 1 MHz");
    }
    int64_t usual = TIMEOUT_PERIODS * f->period_ns;
    usual = usual > LEAST_TIMEOUT_NS ? usual : LEAST_TIMEOUT_NS;
    c->timeout_ns = tac_time_ns(p, item, "timeout", timeouts, usual);
    c->restarts = tac_count_or(p, item, "restarts", 0, MOST_RESTARTS, DEFAULT_RESTARTS);
    read_values(p, item, c);
}

void tac_rig_read_clients(const tac_place *p, tac_rig_file *f)
{
    const tac_node *list = tac_find(p->in->root, "clients");
    if (!list) {
        return;
    }
    tac_check_plain_list(p, list, "clients");
    if (list->n > TAC_MAX_RIG_CLIENTS) {
        tac_refuse(p->rd, list, "more than %d clients; start others by 'tactus fmu-run'",
                   TAC_MAX_RIG_CLIENTS);
    }
    if (list->n > 0 && (!f->exchange.enabled || list->n > f->exchange.clients)) {
        tac_refuse(p->rd, list,
                   "%d client%s and %d places for them; list commands in 'exchange', and as many "
                   "'clients' there",
                   list->n, list->n == 1 ? "" : "s", f->exchange.enabled ? f->exchange.clients : 0);
    }
    f->client = tac_reader_take(p->rd, (size_t)list->n, sizeof *f->client);
    for (const tac_entry *e = list->first; e; e = e->next) {
        read_client(p, e->value, f, &f->client[f->n_client]);
        f->n_client++;
    }
}

#include <math.h>
#include <string.h>

#include "rig_file/rig_parts.h"
#include "values.h"

static void refuse_expression(const tac_place *p, const tac_node *node)
{
    if (node->kind == TAC_SCALAR && strstr(node->text, "${") != NULL) {
        tac_refuse(p->rd, node, "expressions such as '%.40s' belong to models; write the value",
                   node->text);
    }
}

void tac_rig_check_map(const tac_place *p, const tac_node *map, const char *what,
                       const char *const *keys)
{
    tac_check_keys(p, map, what, keys);
    for (const tac_entry *e = map->first; e != NULL; e = e->next) {
        refuse_expression(p, e->value);
    }
}

void tac_rig_check_list(const tac_place *p, const tac_node *list, const char *key)
{
    tac_check_list(p, list, key);
    for (const tac_entry *e = list->first; e != NULL; e = e->next) {
        refuse_expression(p, e->value);
    }
}

const char *tac_rig_time_text(char *text, size_t size, int64_t ns)
{
    double x = (double)ns;
    double size_of = fabs(x);
    if (ns == 0 || size_of >= 1e9) {
        (void)snprintf(text, size, "%.9g s", x / 1e9);
    } else if (size_of >= 1e6) {
        (void)snprintf(text, size, "%.9g ms", x / 1e6);
    } else {
        (void)snprintf(text, size, "%.9g us", x / 1e3);
    }
    return text;
}

int64_t tac_rig_time(const tac_place *p, const tac_node *map, const char *key, tac_rig_range range,
                     int64_t otherwise)
{
    const tac_node *node = tac_find(map, key);
    if (node == NULL) {
        return otherwise;
    }
    double x = tac_number(p, node, key, TAC_Q_TIME) * 1e9;
    double nearest = floor(x + 0.5);
    if (!(nearest >= (double)range.least && nearest <= (double)range.most)) {
        char least[40], most[40];
        tac_refuse(p->rd, node, "'%s' must be between %s and %s%s%s%s, not '%.40s'", key,
                   tac_rig_time_text(least, sizeof least, range.least),
                   tac_rig_time_text(most, sizeof most, range.most),
                   range.most_is != NULL ? " (" : "", range.most_is != NULL ? range.most_is : "",
                   range.most_is != NULL ? ")" : "", node->text);
    }
    return (int64_t)nearest;
}

int tac_rig_count(const tac_place *p, const tac_node *map, const char *key, int least, int most,
                  int otherwise)
{
    const tac_node *node = tac_find(map, key);
    return node == NULL ? otherwise : tac_integer(p, node, key, least, most);
}

void tac_rig_read_rate(const tac_place *p, const tac_node *map, int *divisor, int *phase)
{
    *divisor = tac_rig_count(p, map, "divisor", 1, TAC_RIG_MOST_DIVISOR, 1);
    *phase = tac_rig_count(p, map, "phase", 0, TAC_RIG_MOST_DIVISOR, 0);
    if (*phase >= *divisor) {
        tac_refuse(p->rd, tac_find(map, "phase"),
                   "'phase' must be less than the divisor %d, not %d", *divisor, *phase);
    }
}

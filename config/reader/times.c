#include "times.h"

#include <math.h>
#include <string.h>

#include "items.h"
#include "texts.h"
#include "values.h"

static void refuse_expression(const tac_place *p, const tac_node *node)
{
    if (node->kind == TAC_SCALAR && strstr(node->text, "${")) {
        tac_refuse(p->rd, node, "expressions such as '%.40s' belong to models; write the value",
                   node->text);
    }
}

void tac_check_plain_map(const tac_place *p, const tac_node *map, const char *what,
                         const char *const *keys)
{
    tac_check_keys(p, map, what, keys);
    for (const tac_entry *e = map->first; e; e = e->next) {
        refuse_expression(p, e->value);
    }
}

void tac_check_plain_list(const tac_place *p, const tac_node *list, const char *key)
{
    tac_check_list(p, list, key);
    for (const tac_entry *e = list->first; e; e = e->next) {
        refuse_expression(p, e->value);
    }
}

const char *tac_time_text(char *text, size_t size, int64_t ns)
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

int64_t tac_time_ns(const tac_place *p, const tac_node *map, const char *key, tac_time_range range,
                    int64_t otherwise)
{
    const tac_node *node = tac_find(map, key);
    if (!node) {
        return otherwise;
    }
    double x = tac_number(p, node, key, TAC_Q_TIME) * 1e9;
    double nearest = floor(x + 0.5);
    if (!(nearest >= (double)range.least && nearest <= (double)range.most)) {
        char least[40], most[40];
        tac_refuse(p->rd, node, "'%s' must be between %s and %s%s%s%s, not '%.40s'", key,
                   tac_time_text(least, sizeof least, range.least),
                   tac_time_text(most, sizeof most, range.most), range.most_is ? " (" : "",
                   range.most_is ? range.most_is : "", range.most_is ? ")" : "", node->text);
    }
    return (int64_t)nearest;
}

int tac_count_or(const tac_place *p, const tac_node *map, const char *key, int least, int most,
                 int otherwise)
{
    const tac_node *node = tac_find(map, key);
    return node ? tac_integer(p, node, key, least, most) : otherwise;
}

int tac_core(const tac_place *p, const tac_node *node, const char *key)
{
    static const char *const words[] = {"auto"};
    if (node->kind == TAC_SCALAR && !tac_is_number(node)) {
        (void)tac_choice(p, node, key, words, 1);
        return -1;
    }
    return tac_integer(p, node, key, 0, TAC_MOST_CORE);
}

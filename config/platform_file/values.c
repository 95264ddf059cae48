#include "values.h"

#include "reader/items.h"
#include "reader/times.h"
#include "reader/values.h"
#include "units.h"

#define LEAST_TIME_NS INT64_C(1000000)

static double check(const tac_place *p, const tac_node *node, const char *key, tac_real_range range,
                    double x)
{
    if (!(x >= range.least && x <= range.most)) {
        tac_refuse(p->rd, node, "'%s' must be %s", key, range.text);
    }
    return x;
}

double tac_platform_number(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                           tac_real_range range, double otherwise)
{
    const tac_node *node = map ? tac_find(map, key) : NULL;
    return node ? check(p, node, key, range, tac_number(p, node, key, q)) : otherwise;
}

void tac_platform_axes(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                       tac_real_range range, double otherwise, double out[3])
{
    const tac_node *node = map ? tac_find(map, key) : NULL;
    out[0] = out[1] = out[2] = otherwise;
    if (!node) {
        return;
    }
    if (node->kind == TAC_SCALAR) {
        out[0] = out[1] = out[2] = tac_number(p, node, key, q);
    } else {
        tac_numbers(p, node, key, 3, (tac_quantity[]){q, q, q}, out);
    }
    for (int i = 0; i < 3; i++) {
        (void)check(p, node, key, range, out[i]);
    }
}

double tac_platform_time(const tac_place *p, const tac_node *map, const char *key, double otherwise)
{
    static const tac_time_range any_time = {LEAST_TIME_NS, TAC_HOUR_NS, NULL};
    if (!map || !tac_find(map, key)) {
        return otherwise;
    }
    return (double)tac_time_ns(p, map, key, any_time, 0) * 1e-9;
}

#include "roads.h"

#include <math.h>
#include <string.h>

#include "sensor_types.h"

// ---- what cannot be ------------------------------------------------------------------------------

static const tac_status good = {TAC_OK, TAC_NOTHING, 0, 0.0};

static bool number_ok(const tac_key *key, double x)
{
    return isfinite(x) && (key->range != TAC_FROM_ZERO || x >= 0.0) &&
           (key->range != TAC_ABOVE_ZERO || x > 0.0);
}

static bool key_ok(const tac_desc *d, const tac_road_desc *r, const tac_key *key)
{
    const char *at = (const char *)r + key->at;
    const int *x = (const void *)at;
    bool ok = key->kind != TAC_KEY_NUMBER || number_ok(key, *(const double *)(const void *)at);
    int least = key->otherwise == TAC_NEEDED ? 0 : TAC_NONE;
    ok = ok && (key->kind != TAC_KEY_TABLE || (*x >= least && *x < d->n_table));
    ok = ok && (key->kind != TAC_KEY_SOURCE || (*x >= TAC_NONE && *x < d->n_source));
    return ok && (key->kind != TAC_KEY_INTEGER || (*x >= key->least && *x <= key->most));
}

static tac_status check_road(const tac_desc *d, int i)
{
    const tac_road_desc *r = &d->roads.road[i];
    if (r->kind < 0 || r->kind >= tac_road_type_count() || r->over < 0 || r->over > i) {
        return tac_fail(TAC_BAD_INDEX, TAC_ROAD, i, r->kind);
    }
    const tac_road_type *type = tac_road_type_of(r->kind);
    bool ok = isfinite(r->at.s.x) && isfinite(r->at.s.y) && isfinite(r->at.s.z) &&
              fabs(dotq(r->at.q, r->at.q) - 1.0) < 1e-9 && r->at.body >= TAC_GROUND &&
              r->at.body < d->n_body && r->n_data >= 0;
    for (int k = 0; k < type->type.n_key; k++) {
        ok = ok && key_ok(d, r, &type->type.key[k]);
    }
    for (int k = 0; ok && k < r->n_data; k++) {
        ok = isfinite(r->data[k]);
    }
    const char *key;
    ok = ok && !(type->wrong && type->wrong(r, &key));
    return ok ? good : tac_fail(TAC_BAD_VALUE, TAC_ROAD, i, 0.0);
}

// A source of a road, whose terms come before it, as those of sums do.
static bool source_ok(const tac_desc *d, const tac_source_desc *s)
{
    if (!tac_source_has(s->kind, TAC_KEY_TERM)) {
        return true;
    }
    bool ok = s->road > 0 && s->road <= d->roads.n && s->n_term == 2;
    return ok && !tac_road_type_of(d->roads.road[s->road - 1].kind)->by_signals;
}

static bool sensor_ok(const tac_desc *d, const tac_sensor_desc *s)
{
    const tac_type *type = &tac_sensor_type_of(s->kind)->type;
    bool has = false;
    for (int i = 0; i < type->n_key; i++) {
        has = has || type->key[i].kind == TAC_KEY_ROAD;
    }
    return !has || (s->road > 0 && s->road <= d->roads.n);
}

int tac_road_of_law(const tac_law_desc *l)
{
    const tac_type *type = &tac_type_of_law(l)->type;
    for (int i = 0; i < type->n_key; i++) {
        if (type->key[i].kind == TAC_KEY_ROAD) {
            return (int)*(const double *)(const void *)((const char *)l + type->key[i].at) - 1;
        }
    }
    return TAC_NONE;
}

// What signals say is not known where wheels are measured.
static bool law_ok(const tac_desc *d, const tac_law_desc *l)
{
    int road = tac_road_of_law(l);
    return road == TAC_NONE || (road >= 0 && road < d->roads.n &&
                                !tac_road_type_of(d->roads.road[road].kind)->by_signals);
}

tac_status tac_check_roads(const tac_desc *d)
{
    tac_status s = good;
    for (int i = 0; s.code == TAC_OK && i < d->roads.n; i++) {
        s = check_road(d, i);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_contact; i++) {
        int road = d->contact[i].road - 1;
        bool ok = road < d->roads.n && road >= TAC_NONE &&
                  (road < 0 || !tac_road_type_of(d->roads.road[road].kind)->by_signals);
        s = ok ? s : tac_fail(TAC_BAD_INDEX, TAC_CONTACT, i, road);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_law; i++) {
        s = law_ok(d, &d->law[i]) ? s : tac_fail(TAC_BAD_INDEX, TAC_LAW, i, 0.0);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_source; i++) {
        s = source_ok(d, &d->source[i]) ? s : tac_fail(TAC_BAD_INDEX, TAC_SOURCE, i, 0.0);
    }
    for (int i = 0; s.code == TAC_OK && i < d->n_sensor; i++) {
        s = sensor_ok(d, &d->sensor[i]) ? s : tac_fail(TAC_BAD_INDEX, TAC_SENSOR, i, 0.0);
    }
    return s;
}

// ---- tables --------------------------------------------------------------------------------------

static size_t size_of(const tac_road_desc *r)
{
    const tac_road_type *type = tac_road_type_of(r->kind);
    return type->size ? type->size(r) : 0;
}

size_t tac_road_data_size(const tac_desc *d)
{
    size_t n = 0;
    for (int i = 0; i < d->roads.n; i++) {
        n += (size_t)d->roads.road[i].n_data + size_of(&d->roads.road[i]);
    }
    return n;
}

void tac_make_roads(const tac_desc *d, const tac_curve *table, tac_road *road, double *data)
{
    for (int i = 0; i < d->roads.n; i++) {
        tac_road *r = &road[i];
        const tac_road_desc *of = &d->roads.road[i];
        *r = (tac_road){.type = tac_road_type_of(of->kind), .of = *of, .table = table};
        r->under = of->over ? &road[of->over - 1] : NULL;
        for (int k = 0; k < of->n_data; k++) {
            data[k] = of->data[k];
        }
        r->of.data = data;
        r->made = data + of->n_data;
        if (r->type->make) {
            r->type->make(&r->of, data + of->n_data);
        }
        data += (size_t)of->n_data + size_of(of);
    }
}

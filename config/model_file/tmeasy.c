// Tyres of which few numbers are known: the map `tmeasy` of a force of type `tyre`.
#include "tmeasy.h"

#include "element_types.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "reader/values.h"
#include "tyre_file.h"

enum { CURVE = 5, TRAIL = 3, LOADS = 2 };

typedef struct tmeasy {
    const tac_place *p;
    const tac_node *map;
    double c[TAC_MOST_TYRE_NUMBERS];
} tmeasy;

static void say(tmeasy *t, const char *name, double x)
{
    int k;
    if (tac_tyre_key_called(name, &k)) {
        t->c[k] = x;
    }
}

static double positive(const tmeasy *t, const char *key, tac_quantity q, bool needed,
                       double otherwise)
{
    const tac_node *node = needed ? tac_need(t->p, t->map, key, "'tmeasy'") : tac_find(t->map, key);
    double x = node ? tac_number(t->p, node, key, q) : otherwise;
    if (node && !(x >= 0.0 && (x > 0.0 || !needed))) {
        tac_refuse(t->p->rd, node, "'%s' must be %s, not %g", key,
                   needed ? "greater than zero" : "zero or more", x);
    }
    return x;
}

// Two lists of n numbers: at the nominal load, and at twice that.
static const tac_node *read_lists(const tmeasy *t, const char *key, int n, const tac_quantity *q,
                                  double *to)
{
    const tac_node *list = tac_find(t->map, key);
    if (list && (list->kind != TAC_LIST || list->n != LOADS)) {
        tac_refuse(t->p->rd, list,
                   "'%s' must be two lists of %d numbers: at the nominal load, and at twice that",
                   key, n);
    }
    for (const tac_entry *e = list ? list->first : NULL; e; e = e->next, to += n) {
        tac_numbers(t->p, e->value, key, n, q, to);
    }
    return list;
}

// Slope, slip and force of the peak, slip and force from where it slides.
static void read_curve(tmeasy *t, const char *key, const char *name)
{
    static const tac_quantity q[CURVE] = {TAC_Q_FORCE, TAC_Q_NUMBER, TAC_Q_FORCE, TAC_Q_NUMBER,
                                          TAC_Q_FORCE};
    int k;
    if (!tac_tyre_key_called(name, &k)) {
        return;
    }
    const tac_node *list = tac_need(t->p, t->map, key, "'tmeasy'");
    (void)read_lists(t, key, CURVE, q, t->c + k);
    for (int i = 0; i < LOADS; i++) {
        const double *x = t->c + k + i * CURVE;
        bool ordered = x[1] > 0.0 && x[3] > x[1] && x[2] > 0.0 && x[4] > 0.0 && x[4] <= x[2];
        if (!ordered || !(x[0] * x[1] >= 2.0 * x[2])) {
            tac_refuse(t->p->rd, list,
                       "'%s' must be [slope, slip and force of the peak, slip and force of "
                       "sliding], with slope * slip of the peak at least twice its force, more "
                       "slip where it slides and no more force",
                       key);
        }
    }
    if (!(2.0 * t->c[k + 2] > 0.5 * t->c[k + 2 + CURVE] && 2.0 * t->c[k] > 0.5 * t->c[k + CURVE])) {
        tac_refuse(t->p->rd, list, "'%s' must be less than four times as much at twice the load",
                   key);
    }
}

static void read_trail(tmeasy *t)
{
    static const tac_quantity q[TRAIL] = {TAC_Q_LENGTH, TAC_Q_NUMBER, TAC_Q_NUMBER};
    static const double none[LOADS * TRAIL] = {0.0, 0.2, 0.5, 0.0, 0.2, 0.5};
    int k;
    if (!tac_tyre_key_called("TMEASY_TRAIL", &k)) {
        return;
    }
    for (int i = 0; i < LOADS * TRAIL; i++) {
        t->c[k + i] = none[i];
    }
    const tac_node *list = read_lists(t, "trail", TRAIL, q, t->c + k);
    for (int i = 0; i < LOADS && list; i++) {
        const double *x = t->c + k + i * TRAIL;
        if (!(x[1] > 0.0 && x[2] > x[1])) {
            tac_refuse(t->p->rd, list,
                       "'trail' must be [lever, slip where it is lost first, slip from where there "
                       "is none], with rising slips");
        }
    }
}

int tac_read_tmeasy(const tac_place *p, const tac_node *map)
{
    static const char *const keys[] = {"radius",  "load",         "stiffness", "damping", "carcass",
                                       "rolling", "longitudinal", "lateral",   "trail",   NULL};
    tmeasy t = {.p = p, .map = map};
    tac_check_keys(p, map, "'tmeasy'", keys);
    for (int k = 0; k < tac_tyre_number_count(); k++) {
        t.c[k] = tac_tyre_key_of(k)->otherwise;
    }
    double load = positive(&t, "load", TAC_Q_FORCE, true, 0.0);
    double carcass[2] = {0.0};
    static const tac_quantity q[2] = {TAC_Q_STIFFNESS, TAC_Q_STIFFNESS};
    tac_numbers(p, tac_need(p, map, "carcass", "'tmeasy'"), "carcass", 2, q, carcass);
    say(&t, "UNLOADED_RADIUS", positive(&t, "radius", TAC_Q_LENGTH, true, 0.0));
    say(&t, "FNOMIN", load);
    say(&t, "VERTICAL_STIFFNESS", positive(&t, "stiffness", TAC_Q_STIFFNESS, true, 0.0));
    say(&t, "VERTICAL_DAMPING", positive(&t, "damping", TAC_Q_DAMPING, false, 0.0));
    say(&t, "LONGITUDINAL_STIFFNESS", carcass[0]);
    say(&t, "LATERAL_STIFFNESS", carcass[1]);
    say(&t, "QSY1", positive(&t, "rolling", TAC_Q_NUMBER, false, 0.0));
    say(&t, "FREFF", 1.0 / 3.0); // it rolls with the radius less a third of its deflection
    say(&t, "FZMAX", 2.2 * load);
    say(&t, "OLD", 2.0);
    read_curve(&t, "longitudinal", "TMEASY_X");
    read_curve(&t, "lateral", "TMEASY_Y");
    read_trail(&t);
    const char *key, *wrong = tac_tyre_complete(t.c, &key);
    if (wrong) {
        tac_refuse(p->rd, map, "'carcass' must be above zero in both directions");
    }
    return tac_add_numbers(p, "", t.c, tac_tyre_number_count());
}

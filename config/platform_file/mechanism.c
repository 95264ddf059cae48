// The sections `platform` and `legs` of a platform file: where the joints are, what the legs can do.
#include "mechanism.h"

#include <math.h>

#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"
#include "reader/values.h"
#include "units.h"
#include "values.h"

#define MOST_LENGTH 1000.0 // m, of anything: mistyped units end here
#define LEAST_STROKE 1e-3  // m

static const tac_real_range coordinate_range = {-MOST_LENGTH, MOST_LENGTH, "from -1000 to 1000 m"};
static const tac_real_range length_range = {1e-3, MOST_LENGTH, "from 1 mm to 1000 m"};

// ---- platform ------------------------------------------------------------------------------------

static vec3 read_point(const tac_place *p, const tac_node *node, const char *key)
{
    vec3 v = tac_vector(p, node, key, TAC_Q_LENGTH);
    if (!(fabs(v.x) <= MOST_LENGTH && fabs(v.y) <= MOST_LENGTH && fabs(v.z) <= MOST_LENGTH)) {
        tac_refuse(p->rd, node, "'%s' must be %s", key, coordinate_range.text);
    }
    return v;
}

static vec3 need_point(const tac_place *p, const tac_node *map, const char *key)
{
    return read_point(p, tac_need(p, map, key, "'platform'"), key);
}

static void read_joints(const tac_place *p, const tac_node *map, const char *key,
                        vec3 joint[TAC_LEGS])
{
    const tac_node *list = tac_need(p, map, key, "'platform'");
    int i = 0;
    tac_check_plain_list(p, list, key);
    if (list->n != TAC_LEGS) {
        tac_refuse(p->rd, list, "'%s' must have %d joints, not %d", key, TAC_LEGS, list->n);
    }
    for (const tac_entry *e = list->first; e; e = e->next) {
        joint[i++] = read_point(p, e->value, key);
    }
}

// Leg lengths of the level platform.
static void measure(const tac_platform_geometry *g, vec3 at, double length[TAC_LEGS])
{
    for (int i = 0; i < TAC_LEGS; i++) {
        length[i] = norm3(sub3(add3(at, g->top[i]), g->base[i]));
    }
}

void tac_platform_read_geometry(const tac_place *p, tac_platform_file *f)
{
    static const char *const keys[] = {"base", "top", "home", "park", "driver", NULL};
    const tac_node *map = tac_need(p, p->in->root, "platform", "a controller");
    tac_platform_geometry *g = &f->geometry;
    tac_check_plain_map(p, map, "'platform'", keys);
    read_joints(p, map, "base", g->base);
    read_joints(p, map, "top", g->top);
    g->home = need_point(p, map, "home");
    g->park = need_point(p, map, "park");
    if (tac_find(map, "driver")) {
        g->driver = need_point(p, map, "driver");
    }
    measure(g, g->home, g->home_length);
    measure(g, g->park, g->park_length);
}

// ---- legs ----------------------------------------------------------------------------------------

static double need_number(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                          tac_real_range range)
{
    (void)tac_need(p, map, key, "'legs'");
    return tac_platform_number(p, map, key, q, range, 0.0);
}

// Both positions must lie within the stroke of every leg.
static void check_stroke(const tac_place *p, const tac_platform_file *f, const char *key,
                         const double length[TAC_LEGS])
{
    for (int i = 0; i < TAC_LEGS; i++) {
        if (!(length[i] >= f->legs.shortest && length[i] <= f->legs.longest)) {
            tac_refuse_key(p->rd, tac_find(p->in->root, "platform"), key,
                           "'%s' needs leg %d to be %.6g m long, beyond its stroke from %.6g to "
                           "%.6g m; move it",
                           key, i + 1, length[i], f->legs.shortest, f->legs.longest);
        }
    }
}

// Which length is commanded as 0: that at home, or a given one.
static void read_zero(const tac_place *p, const tac_node *map, tac_platform_file *f)
{
    static const char *const word[] = {"home"};
    const tac_node *node = tac_find(map, "zero");
    bool is_home = !node || (node->kind == TAC_SCALAR && !tac_is_number(node));
    double zero = 0.0;
    if (!is_home) {
        zero = tac_platform_number(p, map, "zero", TAC_Q_LENGTH, coordinate_range, 0.0);
    } else if (node) {
        (void)tac_choice(p, node, "zero", word, 1);
    }
    for (int i = 0; i < TAC_LEGS; i++) {
        f->legs.zero[i] = is_home ? f->geometry.home_length[i] : zero;
    }
}

void tac_platform_read_legs(const tac_place *p, tac_platform_file *f)
{
    static const char *const keys[] = {"shortest", "longest",      "velocity",
                                       "zero",     "acceleration", NULL};
    static const tac_real_range velocity_range = {1e-3, 100.0, "from 1 mm/s to 100 m/s"};
    static const tac_real_range acceleration_range = {1e-3, 1000.0, "from 0.001 to 1000 m/s^2"};
    const tac_node *map = tac_need(p, p->in->root, "legs", "a controller");
    tac_platform_legs *l = &f->legs;
    tac_check_plain_map(p, map, "'legs'", keys);
    l->shortest = need_number(p, map, "shortest", TAC_Q_LENGTH, length_range);
    l->longest = need_number(p, map, "longest", TAC_Q_LENGTH, length_range);
    l->velocity = need_number(p, map, "velocity", TAC_Q_VELOCITY, velocity_range);
    l->acceleration = need_number(p, map, "acceleration", TAC_Q_ACCELERATION, acceleration_range);
    if (!(l->longest - l->shortest >= LEAST_STROKE)) {
        tac_refuse_key(p->rd, map, "longest", "'longest' must be at least 1 mm above 'shortest'");
    }
    check_stroke(p, f, "home", f->geometry.home_length);
    check_stroke(p, f, "park", f->geometry.park_length);
    read_zero(p, map, f);
}

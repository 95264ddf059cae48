#include "welds.h"

#include "element_types.h"

// ---- sub-models ----------------------------------------------------------------------------------

static int group_of(const tac_model *m, const tac_desc *d, int body)
{
    int group = body < m->n_body ? m->bodies.group[body] : TAC_NONE;
    return group >= 0 && group < d->n_group ? group : TAC_NONE; // of sub-steps there is none
}

static bool is_deeper(const tac_desc *d, int group, int around)
{
    while (group != TAC_NONE && group != around) {
        int parent = d->group[group].parent;
        group = parent >= 0 && parent < group ? parent : TAC_NONE; // parents come first
    }
    return group == around;
}

static bool is_around(const tac_desc *d, int group, int of)
{
    return group != of && is_deeper(d, of, group);
}

// ---- what is welded together -----------------------------------------------------------------------

typedef struct welded {
    int n; // 0: it does not move
    int *body;
} welded;

static bool has(const welded *all, int body)
{
    bool any = false;
    for (int i = 0; i < all->n; i++) {
        any = any || all->body[i] == body;
    }
    return any;
}

// The body across a weld by the first of its rows; TAC_NONE.
static int across(const tac_model *m, int slot, int body)
{
    int row = m->bodies.slot_row[slot], i = m->rows.row_element[row];
    const tac_element *e = &m->element[i];
    bool is_weld =
        i < m->n_joint && tac_joint_type_of(m->joint_kind[i])->n_coordinate == 0 && row == e->row;
    return is_weld ? e->body[e->body[0] == body] : TAC_NONE;
}

// list: room for all bodies.
static welded all_of(const tac_model *m, const tac_desc *d, int body, bool alone, int *list)
{
    welded all = {body < m->n_body, list};
    list[0] = body;
    for (int i = 0; i < all.n && !alone; i++) {
        int at = list[i], own = group_of(m, d, body);
        bool goes_on = group_of(m, d, at) == own;
        for (int s = m->bodies.slot_first[at]; s < m->bodies.slot_first[at + 1] && goes_on; s++) {
            int other = across(m, s, at);
            if (other == m->n_body) {
                all.n = 0;
                return all;
            }
            if (other != TAC_NONE && !is_around(d, own, group_of(m, d, other)) &&
                !has(&all, other)) {
                list[all.n++] = other;
            }
        }
    }
    return all;
}

// ---- as one body -----------------------------------------------------------------------------------

static vec3 centre_of(const tac_model *m, const welded *all, double mass)
{
    vec3 c = {0.0, 0.0, 0.0};
    for (int i = 0; i < all->n; i++) {
        c = add3(c, scale3(m->bodies.mass[all->body[i]] / mass, m->bodies.r0[all->body[i]]));
    }
    return c;
}

// Axes of a rotation A.
static mat3 inertia_of(const tac_model *m, const welded *all, vec3 c, mat3 A)
{
    const vec3 axis[3] = {{A.x.x, A.y.x, A.z.x}, {A.x.y, A.y.y, A.z.y}, {A.x.z, A.y.z, A.z.z}};
    vec3 row[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    for (int i = 0; i < all->n; i++) {
        int body = all->body[i];
        vec3 s = sub3(m->bodies.r0[body], c);
        mat3 R = rotation(m->bodies.p0[body]);
        for (int k = 0; k < 3; k++) {
            vec3 own = mul3(R, mul3(m->bodies.J[body], tmul3(R, axis[k])));
            vec3 away = sub3(scale3(dot3(s, s), axis[k]), scale3(dot3(s, axis[k]), s));
            row[k] = add3(row[k], tmul3(A, add3(own, scale3(m->bodies.mass[body], away))));
        }
    }
    return (mat3){row[0], row[1], row[2]};
}

static tac_weld as_one(const tac_model *m, const welded *all)
{
    tac_weld of = {0};
    double mass = 0.0;
    for (int i = 0; i < all->n; i++) {
        mass += m->bodies.mass[all->body[i]];
    }
    if (all->n == 1) {
        of = (tac_weld){.mass_inv = m->bodies.mass_inv[all->body[0]],
                        .J_inv = m->bodies.J_inv[all->body[0]]};
    } else if (all->n > 1) {
        mat3 A = rotation(m->bodies.p0[all->body[0]]);
        vec3 c = centre_of(m, all, mass);
        of.mass_inv = 1.0 / mass;
        of.J_inv = tac_inverse3(inertia_of(m, all, c, A));
        of.lever = tmul3(A, sub3(m->bodies.r0[all->body[0]], c));
    }
    return of;
}

static double mean_inertia(mat3 J)
{
    return (J.x.x + J.y.y + J.z.z) / 3.0;
}

// Of what swings, as much as is its own.
static double swinging_of(const tac_model *m, const welded *all)
{
    if (all->n <= 1) {
        return all->n;
    }
    double mass = 0.0;
    for (int i = 0; i < all->n; i++) {
        mass += m->bodies.mass[all->body[i]];
    }
    int body = all->body[0];
    mat3 J = inertia_of(m, all, centre_of(m, all, mass), rotation(m->bodies.p0[body]));
    return mean_inertia(m->bodies.J[body]) / mean_inertia(J);
}

void tac_fill_swings(tac_model *m, const tac_desc *d)
{
    for (int i = 0; i < m->n_body; i++) {
        welded all = all_of(m, d, i, false, m->rows.weld_list);
        m->bodies.swings[i] = swinging_of(m, &all);
    }
}

// What moves with both bodies of an element; returns whether something is welded to one.
static bool fill_weld(tac_model *m, const tac_desc *d, int element)
{
    const int *body = m->element[element].body;
    tac_weld *of = tac_weld_of(m, element);
    int group[2] = {group_of(m, d, body[0]), group_of(m, d, body[1])};
    bool one = false, some = false;
    for (int side = 0; side < 2; side++) {
        bool alone = is_around(d, group[side], group[1 - side]);
        welded all = all_of(m, d, body[side], alone, m->rows.weld_list);
        of[side] = as_one(m, &all);
        some |= all.n != (body[side] < m->n_body);
        one = one || has(&all, body[1 - side]);
    }
    for (int side = 0; side < 2 && one; side++) {
        of[side] = (tac_weld){0};
    }
    return some;
}

void tac_fill_welds(tac_model *m, const tac_desc *d)
{
    for (int i = m->n_joint; i < m->couplers.first_term; i++) {
        m->light_laws |= fill_weld(m, d, i);
    }
    for (int i = m->couplers.first_term; i < m->n_element; i++) { // which weigh their bodies once
        if (m->element[i].elastic) {
            (void)fill_weld(m, d, i);
        }
    }
}

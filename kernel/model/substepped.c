#include "substepped.h"

#include <string.h>

#include "tree_elements.h"

// ---- groups ------------------------------------------------------------------------------------

static bool has_steps(const tac_group_desc *g)
{
    return g->substeps > 1;
}

int tac_substepped_count(const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_group; i++) {
        n += has_steps(&d->group[i]);
    }
    return n;
}

// The innermost group with steps of its own around a group, or itself; parents come first.
static int around(const tac_desc *d, int group)
{
    int limit = d->n_group;
    while (group >= 0 && group < limit && !has_steps(&d->group[group])) {
        limit = group;
        group = d->group[group].parent;
    }
    return group >= 0 && group < limit ? group : TAC_NONE;
}

int tac_substepped_group(const tac_desc *d, int body)
{
    return body == TAC_GROUND ? TAC_NONE : around(d, d->body[body].group);
}

static int group_at(const tac_desc *d, int k)
{
    int i = 0;
    for (int n = 0; i < d->n_group; i++) {
        n += has_steps(&d->group[i]);
        if (n > k) {
            break;
        }
    }
    return i;
}

// ---- elements ----------------------------------------------------------------------------------

static void *copy_items(const void *from, int n, size_t size, tac_arena *a)
{
    void *to = tac_take(a, (size_t)n, size);
    if (to && n > 0) {
        memcpy(to, from, (size_t)n * size);
    }
    return to;
}

typedef struct taking {
    tac_substepped *s;
    const tac_desc *d;
    int *inner;    // new number of a body, TAC_NONE                           (d->n_body)
    int n_element; // elements taken
} taking;

static bool owns(const taking *t, int body)
{
    return body != TAC_GROUND && t->inner[body] != TAC_NONE && t->inner[body] < t->s->n_own;
}

static void add_body(taking *t, int body)
{
    if (body != TAC_GROUND && t->inner[body] == TAC_NONE) {
        t->s->body[t->s->desc.n_body] = body;
        t->inner[body] = t->s->desc.n_body++;
    }
}

static void renumber(const taking *t, tac_frame *f)
{
    f->body = f->body == TAC_GROUND ? TAC_GROUND : t->inner[f->body];
}

// Whether an element is the group's. Its frames are then on bodies by their new numbers; those outside become part of
// the border.
static bool takes(taking *t, int element, tac_frame *a, tac_frame *b)
{
    bool ours = owns(t, a->body) || owns(t, b->body);
    if (ours) {
        t->s->element[t->n_element++] = element;
        add_body(t, a->body);
        add_body(t, b->body);
        renumber(t, a);
        renumber(t, b);
    }
    return ours;
}

// Lists of all elements keep the group's.
static void keep_elements(taking *t, tac_joint_desc *joint, tac_spring_desc *spring,
                          tac_bushing_desc *bushing, tac_friction_desc *friction,
                          tac_contact_desc *contact)
{
    tac_desc *to = &t->s->desc;
    int element = 0;
    for (int i = 0; i < t->d->n_joint; i++, element++) {
        if (takes(t, element, &joint[i].a, &joint[i].b)) {
            joint[to->n_joint++] = joint[i];
        }
    }
    for (int i = 0; i < t->d->n_spring; i++, element++) {
        if (takes(t, element, &spring[i].a, &spring[i].b)) {
            spring[to->n_spring++] = spring[i];
        }
    }
    for (int i = 0; i < t->d->n_bushing; i++, element++) {
        if (takes(t, element, &bushing[i].a, &bushing[i].b)) {
            bushing[to->n_bushing++] = bushing[i];
        }
    }
    for (int i = 0; i < t->d->n_friction; i++, element++) {
        if (takes(t, element, &friction[i].a, &friction[i].b)) {
            friction[to->n_friction++] = friction[i];
        }
    }
    for (int i = 0; i < t->d->n_contact; i++, element++) {
        if (takes(t, element, &contact[i].a, &contact[i].b)) {
            contact[to->n_contact++] = contact[i];
        }
    }
}

static void keep_loads(taking *t, tac_load_desc *load)
{
    for (int i = 0; i < t->d->n_load; i++) {
        if (owns(t, load[i].at.body)) {
            tac_load_desc *to = &load[t->s->desc.n_load++];
            *to = load[i];
            renumber(t, &to->at);
        }
    }
}

static void keep_bodies(const tac_substepped *s, const tac_desc *d, tac_body_desc *body)
{
    for (int i = 0; i < s->desc.n_body; i++) {
        body[i] = d->body[s->body[i]];
        body[i].group = TAC_NONE;
    }
}

// ---- description -------------------------------------------------------------------------------

tac_desc tac_substepped_desc(const tac_substepped *s, const tac_desc *d)
{
    tac_desc desc = s->desc;
    desc.source = d->source;
    desc.source_term = d->source_term;
    desc.table = d->table;
    desc.input = d->input;
    return desc;
}

void tac_layout_substepped(tac_substepped *s, const tac_desc *d, int k, tac_arena *a)
{
    size_t n_body = (size_t)d->n_body;
    *s = (tac_substepped){.group = group_at(d, k), .desc = *d};
    s->n = d->group[s->group].substeps;
    s->desc.n_group = s->desc.n_sensor = s->desc.paired = s->desc.carriers = 0;
    s->body = tac_take(a, n_body, sizeof *s->body);
    s->element = tac_take(a, (size_t)tac_element_count(d), sizeof *s->element);
    taking t = {s, d, tac_take(a, n_body, sizeof *t.inner), 0};
    tac_body_desc *body = tac_take(a, n_body, sizeof *body);
    tac_joint_desc *joint = copy_items(d->joint, d->n_joint, sizeof *joint, a);
    tac_spring_desc *spring = copy_items(d->spring, d->n_spring, sizeof *spring, a);
    tac_bushing_desc *bushing = copy_items(d->bushing, d->n_bushing, sizeof *bushing, a);
    tac_friction_desc *friction = copy_items(d->friction, d->n_friction, sizeof *friction, a);
    tac_contact_desc *contact = copy_items(d->contact, d->n_contact, sizeof *contact, a);
    tac_load_desc *load = copy_items(d->load, d->n_load, sizeof *load, a);
    if (!a->base) {
        return;
    }
    s->desc.n_body = s->desc.n_joint = s->desc.n_spring = s->desc.n_bushing = 0;
    s->desc.n_friction = s->desc.n_contact = s->desc.n_load = 0;
    for (int i = 0; i < d->n_body; i++) {
        t.inner[i] = TAC_NONE;
    }
    for (int i = 0; i < d->n_body; i++) {
        if (tac_substepped_group(d, i) == s->group) {
            add_body(&t, i);
        }
    }
    s->n_own = s->desc.n_body;
    keep_elements(&t, joint, spring, bushing, friction, contact);
    keep_loads(&t, load);
    keep_bodies(s, d, body);
    s->desc.body = body;
    s->desc.joint = joint;
    s->desc.spring = spring;
    s->desc.bushing = bushing;
    s->desc.friction = friction;
    s->desc.contact = contact;
    s->desc.load = load;
}

// ---- what cannot be ------------------------------------------------------------------------------

static const tac_status good = {TAC_OK, TAC_NOTHING, 0, 0.0};

static tac_status refuse(tac_subject subject, int index, tac_no_substeps why)
{
    return tac_fail(TAC_SUBSTEPS, subject, index, why);
}

// An element of two bodies: of groups with steps of their own, one at most; `why` if it may be on none of these.
static tac_status check_element(const tac_desc *d, const tac_frame *a, const tac_frame *b,
                                tac_subject subject, int index, int why)
{
    int of_a = tac_substepped_group(d, a->body), of_b = tac_substepped_group(d, b->body);
    if (why && (of_a != TAC_NONE || of_b != TAC_NONE)) {
        return refuse(subject, index, (tac_no_substeps)why);
    }
    bool two = of_a != TAC_NONE && of_b != TAC_NONE && of_a != of_b;
    return two ? refuse(subject, index, TAC_BETWEEN_TWO) : good;
}

static tac_status check_elements(const tac_desc *d)
{
    tac_status s = good;
    for (int i = 0; i < d->n_joint && s.code == TAC_OK; i++) {
        s = check_element(d, &d->joint[i].a, &d->joint[i].b, TAC_JOINT, i, 0);
    }
    for (int i = 0; i < d->n_spring && s.code == TAC_OK; i++) {
        const tac_spring_desc *of = &d->spring[i];
        int why = tac_spring_is_one_sided(d, of) ? TAC_WITH_SIDES : 0;
        s = check_element(d, &of->a, &of->b, TAC_SPRING, i, why);
    }
    for (int i = 0; i < d->n_bushing && s.code == TAC_OK; i++) {
        s = check_element(d, &d->bushing[i].a, &d->bushing[i].b, TAC_BUSHING, i, 0);
    }
    for (int i = 0; i < d->n_friction && s.code == TAC_OK; i++) {
        const tac_friction_desc *of = &d->friction[i];
        s = check_element(d, &of->a, &of->b, TAC_FRICTION, i, TAC_WITH_FRICTION);
    }
    for (int i = 0; i < d->n_contact && s.code == TAC_OK; i++) {
        const tac_contact_desc *of = &d->contact[i];
        s = check_element(d, &of->a, &of->b, TAC_CONTACT, i, TAC_WITH_SIDES);
    }
    return s;
}

tac_status tac_check_substepped(const tac_desc *d)
{
    if (tac_substepped_count(d) == 0) {
        return good;
    }
    for (int i = 0; i < d->n_group; i++) {
        if (d->group[i].substeps < 0 || d->group[i].substeps > TAC_MOST_SUBSTEPS) {
            return tac_fail(TAC_BAD_VALUE, TAC_NOTHING, i, d->group[i].substeps);
        }
    }
    for (int i = 0; i < d->n_body; i++) {
        int group = tac_substepped_group(d, i);
        int parent = group == TAC_NONE ? TAC_NONE : d->group[group].parent;
        if (parent >= 0 && parent < group && around(d, parent) != TAC_NONE) {
            return refuse(TAC_BODY, i, TAC_WITHIN_ANOTHER);
        }
        if (d->body[i].flex > 0) {
            return refuse(TAC_BODY, i, TAC_WITH_FLEXIBLE);
        }
    }
    return check_elements(d);
}

#include "substepped.h"

#include "element/law.h"
#include "element_types.h"
#include "tree_elements.h"

// ---- groups ------------------------------------------------------------------------------------

static bool has_steps(const tac_group_desc *g)
{
    return g->substeps > 1;
}

static int count_groups(const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_group; i++) {
        n += has_steps(&d->group[i]);
    }
    return n;
}

int tac_substepped_count(const tac_desc *d)
{
    return d->n_body > TAC_MOST_SUBSTEPPED_BODIES ? 0 : count_groups(d);
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
    bool known = body >= 0 && body < d->n_body; // sizes are asked before indices are checked
    return known ? around(d, d->body[body].group) : TAC_NONE;
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

typedef struct item {
    tac_element_class what;
    int index; // in its class
    const tac_frame *a, *b;
} item;

static item element_at(const tac_desc *d, int i)
{
    if (i < d->n_joint) {
        return (item){TAC_JOINTS, i, &d->joint[i].a, &d->joint[i].b};
    }
    i -= d->n_joint;
    if (i < d->n_spring) {
        return (item){TAC_SPRINGS, i, &d->spring[i].a, &d->spring[i].b};
    }
    i -= d->n_spring;
    if (i < d->n_bushing) {
        return (item){TAC_BUSHINGS, i, &d->bushing[i].a, &d->bushing[i].b};
    }
    i -= d->n_bushing;
    if (i < d->n_friction) {
        return (item){TAC_FRICTIONS, i, &d->friction[i].a, &d->friction[i].b};
    }
    i -= d->n_friction;
    if (i < d->n_contact) {
        return (item){TAC_CONTACTS, i, &d->contact[i].a, &d->contact[i].b};
    }
    i -= d->n_contact;
    return (item){TAC_LAWS, i, &d->law[i].a, &d->law[i].b};
}

// A sub-model being taken out of a description.
typedef struct taking {
    tac_substepped *s;
    const tac_desc *d;
    tac_body_desc *body;
    tac_joint_desc *joint;
    tac_spring_desc *spring;
    tac_bushing_desc *bushing;
    tac_friction_desc *friction;
    tac_contact_desc *contact;
    tac_law_desc *law;
    tac_load_desc *load;
    tac_coupler_desc *coupler;
    tac_term_desc *term;
    int *inner;    // new number of a body, TAC_NONE                           (d->n_body)
    int n_element; // taken
} taking;

static bool owns(const taking *t, int body)
{
    return tac_substepped_group(t->d, body) == t->s->group;
}

static bool owns_one(const taking *t, const item *e)
{
    return owns(t, e->a->body) || owns(t, e->b->body);
}

// Whether a term of a coupler is on a body of the sub-model; then all are.
static bool owns_coupler(const taking *t, const tac_coupler_desc *c)
{
    bool owned = false;
    for (int i = c->first_term; i < c->first_term + c->n_term && i < t->d->n_term; i++) {
        owned = owned || owns(t, t->d->term[i].a.body) || owns(t, t->d->term[i].b.body);
    }
    return owned;
}

static int *count_of(tac_desc *d, tac_element_class what)
{
    switch (what) {
    case TAC_JOINTS:
        return &d->n_joint;
    case TAC_SPRINGS:
        return &d->n_spring;
    case TAC_BUSHINGS:
        return &d->n_bushing;
    case TAC_FRICTIONS:
        return &d->n_friction;
    case TAC_CONTACTS:
        return &d->n_contact;
    case TAC_LAWS:
        return &d->n_law;
    case TAC_TERMS:
        return &d->n_term;
    }
    return NULL;
}

static void count_items(taking *t)
{
    tac_desc *n = &t->s->desc;
    for (int i = 0; i < tac_element_count(t->d) - t->d->n_term; i++) {
        item e = element_at(t->d, i);
        if (owns_one(t, &e)) {
            ++*count_of(n, e.what);
        }
    }
    for (int i = 0; i < t->d->n_coupler; i++) {
        bool owned = owns_coupler(t, &t->d->coupler[i]);
        n->n_coupler += owned;
        n->n_term += owned ? t->d->coupler[i].n_term : 0;
    }
    for (int i = 0; i < t->d->n_load; i++) {
        n->n_load += owns(t, t->d->load[i].at.body);
    }
}

static void forget_counts(tac_desc *n)
{
    n->n_joint = n->n_spring = n->n_bushing = n->n_friction = n->n_contact = n->n_load = 0;
    n->n_law = n->n_coupler = n->n_term = 0;
}

// Bodies outside become interface bodies when they are met.
static int number_of(taking *t, int body)
{
    if (body != TAC_GROUND && t->inner[body] == TAC_NONE) {
        t->s->body[t->s->desc.n_body] = body;
        t->inner[body] = t->s->desc.n_body++;
    }
    return body == TAC_GROUND ? TAC_GROUND : t->inner[body];
}

// A frame on a body by its new number.
static tac_frame moved(taking *t, const tac_frame *f)
{
    tac_frame to = *f;
    to.body = number_of(t, f->body);
    return to;
}

static void take_element(taking *t, const item *e)
{
    tac_desc *n = &t->s->desc;
    const tac_frame a = moved(t, e->a), b = moved(t, e->b);
    int to = (*count_of(n, e->what))++;
    switch (e->what) {
    case TAC_JOINTS:
        t->joint[to] = t->d->joint[e->index];
        t->joint[to].a = a;
        t->joint[to].b = b;
        break;
    case TAC_SPRINGS:
        t->spring[to] = t->d->spring[e->index];
        t->spring[to].a = a;
        t->spring[to].b = b;
        break;
    case TAC_BUSHINGS:
        t->bushing[to] = t->d->bushing[e->index];
        t->bushing[to].a = a;
        t->bushing[to].b = b;
        break;
    case TAC_FRICTIONS:
        t->friction[to] = t->d->friction[e->index];
        t->friction[to].a = a;
        t->friction[to].b = b;
        break;
    case TAC_CONTACTS:
        t->contact[to] = t->d->contact[e->index];
        t->contact[to].a = a;
        t->contact[to].b = b;
        break;
    case TAC_LAWS:
        t->law[to] = t->d->law[e->index];
        t->law[to].a = a;
        t->law[to].b = b;
        break;
    case TAC_TERMS: // with their couplers
        break;
    }
}

static void take_coupler(taking *t, const tac_coupler_desc *c)
{
    tac_desc *n = &t->s->desc;
    tac_coupler_desc *to = &t->coupler[n->n_coupler++];
    *to = *c;
    to->first_term = n->n_term;
    for (int i = c->first_term; i < c->first_term + c->n_term; i++) {
        t->s->element[t->n_element++] = tac_element_count(t->d) - t->d->n_term + i;
        tac_term_desc term = t->d->term[i];
        term.a = moved(t, &term.a);
        term.b = moved(t, &term.b);
        t->term[n->n_term++] = term;
    }
}

static void take_items(taking *t)
{
    tac_substepped *s = t->s;
    for (int i = 0; i < t->d->n_body; i++) {
        t->inner[i] = TAC_NONE;
    }
    s->desc.n_body = 0;
    for (int i = 0; i < t->d->n_body; i++) {
        if (owns(t, i)) {
            number_of(t, i);
        }
    }
    s->n_own = s->desc.n_body;
    for (int i = 0; i < tac_element_count(t->d) - t->d->n_term; i++) {
        item e = element_at(t->d, i);
        if (owns_one(t, &e)) {
            s->element[t->n_element++] = i;
            take_element(t, &e);
        }
    }
    for (int i = 0; i < t->d->n_coupler; i++) {
        if (owns_coupler(t, &t->d->coupler[i])) {
            take_coupler(t, &t->d->coupler[i]);
        }
    }
    for (int i = 0; i < t->d->n_load; i++) {
        if (owns(t, t->d->load[i].at.body)) {
            tac_load_desc *to = &t->load[s->desc.n_load++];
            *to = t->d->load[i];
            to->at = moved(t, &to->at);
        }
    }
    for (int i = 0; i < s->desc.n_body; i++) {
        t->body[i] = t->d->body[s->body[i]];
        t->body[i].group = TAC_NONE;
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
    tac_desc *n = &s->desc;
    n->n_group = n->n_sensor = n->carriers = 0;
    n->wants = (tac_wants){
        .flags = (n->wants.flags | TAC_LAWS_AT_INSTANTS) & ~TAC_PAIRED};
    forget_counts(n);
    taking t = {.s = s, .d = d};
    count_items(&t);
    s->body = tac_take(a, n_body, sizeof *s->body);
    s->element = tac_take(a, (size_t)tac_element_count(n), sizeof *s->element);
    t.inner = tac_take(a, n_body, sizeof *t.inner);
    n->body = t.body = tac_take(a, n_body, sizeof *t.body);
    n->joint = t.joint = tac_take(a, (size_t)n->n_joint, sizeof *t.joint);
    n->spring = t.spring = tac_take(a, (size_t)n->n_spring, sizeof *t.spring);
    n->bushing = t.bushing = tac_take(a, (size_t)n->n_bushing, sizeof *t.bushing);
    n->friction = t.friction = tac_take(a, (size_t)n->n_friction, sizeof *t.friction);
    n->contact = t.contact = tac_take(a, (size_t)n->n_contact, sizeof *t.contact);
    n->law = t.law = tac_take(a, (size_t)n->n_law, sizeof *t.law);
    n->coupler = t.coupler = tac_take(a, (size_t)n->n_coupler, sizeof *t.coupler);
    n->term = t.term = tac_take(a, (size_t)n->n_term, sizeof *t.term);
    n->load = t.load = tac_take(a, (size_t)n->n_load, sizeof *t.load);
    if (a->base) {
        forget_counts(n);
        take_items(&t);
    }
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

// A coupler of one such sub-model may have one body outside, the housing, and ground.
static tac_status check_coupler(const tac_desc *d, int coupler)
{
    const tac_coupler_desc *c = &d->coupler[coupler];
    int group = TAC_NONE, outside = TAC_NONE;
    bool good_one = true;
    for (int i = 2 * c->first_term; i < 2 * (c->first_term + c->n_term); i++) {
        int body = i % 2 ? d->term[i / 2].b.body : d->term[i / 2].a.body;
        int of = tac_substepped_group(d, body);
        bool other = of == TAC_NONE ? outside != TAC_NONE && outside != body
                                    : group != TAC_NONE && group != of;
        good_one = good_one && (body == TAC_GROUND || !other);
        outside = of == TAC_NONE && body != TAC_GROUND ? body : outside;
        group = of == TAC_NONE ? group : of;
    }
    if (group != TAC_NONE && tac_coupler_has_sides(c)) {
        return refuse(TAC_COUPLER, coupler, TAC_WITH_SIDES);
    }
    return group == TAC_NONE || good_one ? good : refuse(TAC_COUPLER, coupler, TAC_COUPLED_ACROSS);
}

static int why_no_law(const tac_law_desc *l)
{
    const tac_law_type *law = tac_type_of_law(l)->law;
    const tac_law_type *own = law->at_instants ? law->at_instants : law;
    return own->flags & TAC_LAW_SIDES ? TAC_WITH_SIDES : own->n_state > 0 ? TAC_WITH_MEMORY : 0;
}

static tac_status check_elements(const tac_desc *d)
{
    tac_status s = good;
    for (int i = 0; i < d->n_joint && s.code == TAC_OK; i++) {
        int b = d->joint[i].b.body, why = b != TAC_GROUND && d->body[b].shaft ? TAC_WITH_SHAFT : 0;
        s = check_element(d, &d->joint[i].a, &d->joint[i].b, TAC_JOINT, i, why);
    }
    for (int i = 0; i < d->n_spring && s.code == TAC_OK; i++) {
        const tac_spring_desc *of = &d->spring[i];
        int why = tac_spring_is_unilateral(d, of) ? TAC_WITH_SIDES : 0;
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
    for (int i = 0; i < d->n_law && s.code == TAC_OK; i++) {
        s = check_element(d, &d->law[i].a, &d->law[i].b, TAC_LAW, i, why_no_law(&d->law[i]));
    }
    for (int i = 0; i < d->n_coupler && s.code == TAC_OK; i++) {
        s = check_coupler(d, i);
    }
    return s;
}

tac_status tac_check_substepped(const tac_desc *d)
{
    if (count_groups(d) == 0) {
        return good;
    }
    if (d->n_body > TAC_MOST_SUBSTEPPED_BODIES) {
        return refuse(TAC_NOTHING, 0, TAC_LARGE_MECHANISM);
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

#include "interfaces.h"

#include <math.h>
#include <string.h>

#include "bodies.h"
#include "reader/items.h"
#include "reader/texts.h"
#include "references.h"

#define REACH 1e-6 // of the body's length: a point is at an interface

typedef struct place { // an interface of a body
    int body, interface;
    double away; // m
} place;

static const char *text_of(const tac_place *p, const tac_node *node, const char *key)
{
    bool none =
        node->kind == TAC_SCALAR &&
        (node->text[0] == '\0' || strcmp(node->text, "~") == 0 || strcmp(node->text, "null") == 0);
    return none ? NULL : tac_text(p, node, key);
}

const tac_node *tac_interface_node(const tac_node *map, int i)
{
    const tac_node *one = tac_find(map, "interface"), *both = tac_find(map, "interfaces");
    if (both && both->kind == TAC_LIST && both->n == 2) {
        return i == 0 ? both->first->value : both->first->next->value;
    }
    return one ? one : map;
}

const char *tac_interface_name(const tac_place *p, const tac_node *map, int i)
{
    const tac_node *one = tac_find(map, "interface"), *both = tac_find(map, "interfaces");
    if (both && (both->kind != TAC_LIST || both->n != 2)) {
        tac_refuse(p->rd, both,
                   "'interfaces' must be two names [first, second], ~ for a rigid "
                   "body or to find it by its place");
    }
    if (both) {
        return text_of(p, tac_interface_node(map, i), "interfaces");
    }
    return one ? text_of(p, one, "interface") : NULL;
}

// The bodies that a reference may mean: all of a beam by its own name, else the one.
static void range_of(const tac_place *p, const tac_node *node, int index, int *first, int *end)
{
    const tac_flexible *f = tac_flexible_of(tac_model_of(p), index);
    *first = index;
    *end = index + 1;
    if (f->n > 1) {
        const char *const *name = tac_model_of(p)->body_name.data;
        bool is_part = !tac_is_ground(node) &&
                       strcmp(tac_full_name(p, tac_text(p, node, "body")), name[index]) == 0;
        if (!is_part) {
            *first = f->first;
            *end = f->first + f->n;
        }
    }
}

static vec3 at_rest(const tac_model_reader *model, int body, int interface)
{
    const tac_body_desc *b = (const tac_body_desc *)model->body.data + body;
    const tac_flexible *f = tac_flexible_of(model, body);
    return add3(b->r, mul3(rotation(b->p), f->modal->point[interface].s));
}

// Ends within a beam of several bodies have the names of neither.
static bool has_name(const tac_flexible *f, int body, int first, int end, int i, const char *name)
{
    bool inner = end - first > 1 &&
                 ((i == 0 && body > first) || (i == f->modal->n_point - 1 && body + 1 < end));
    return !inner && strcmp(f->name[i], name) == 0;
}

_Noreturn static void refuse_name(const tac_place *p, const tac_node *at, int index,
                                  const char *interface)
{
    const tac_model_reader *model = tac_model_of(p);
    const char *const *body = model->body_name.data;
    const tac_flexible *f = tac_flexible_of(model, index);
    char list[200] = "";
    for (int i = 0; i < f->modal->n_point && strlen(list) < 130; i++) {
        (void)strncat(list, i ? ", " : "", 3);
        (void)strncat(list, f->name[i], 60);
    }
    tac_refuse(p->rd, at, "'%.60s' has no interface '%.60s'; it has %s",
               f->beam ? f->beam : body[index], interface, list);
}

static place find_place(const tac_place *p, const tac_node *at, const tac_node *node, int index,
                        const vec3 *r, const char *interface)
{
    const tac_model_reader *model = tac_model_of(p);
    int first, end;
    range_of(p, node, index, &first, &end);
    place best = {.body = -1};
    for (int body = first; body < end; body++) {
        const tac_flexible *f = tac_flexible_of(model, body);
        for (int i = 0; i < f->modal->n_point; i++) {
            double away = r ? norm3(sub3(*r, at_rest(model, body, i))) : 0.0;
            bool fits = !interface || has_name(f, body, first, end, i, interface);
            if (fits && (best.body < 0 || away < best.away)) {
                best = (place){body, i, away};
            }
        }
    }
    if (best.body < 0) {
        refuse_name(p, at, index, interface);
    }
    return best;
}

static void refuse_rigid(const tac_place *p, const tac_node *at, int index)
{
    const char *const *name = tac_model_of(p)->body_name.data;
    tac_refuse(p->rd, at, "'%.60s' is rigid and has no interfaces; write ~ instead of the name",
               index == TAC_GROUND ? "the world" : name[index]);
}

vec3 tac_interface_place(const tac_place *p, const tac_node *at, const tac_node *body, int index,
                         const char *interface)
{
    if (!tac_flexible_of(tac_model_of(p), index)) {
        refuse_rigid(p, at, index);
    }
    place found = find_place(p, at, body, index, NULL, interface);
    return at_rest(tac_model_of(p), found.body, found.interface);
}

tac_frame tac_attach(const tac_place *p, const tac_node *at, const tac_node *body, int index,
                     vec3 r, quat q, const char *interface)
{
    const tac_model_reader *model = tac_model_of(p);
    const tac_flexible *f = tac_flexible_of(model, index);
    if (!f && interface) {
        refuse_rigid(p, at, index);
    }
    if (!f) {
        tac_frame rigid = tac_frame_on(model, index, r, q);
        rigid.world = tac_is_world(p, body);
        return rigid;
    }
    place found = find_place(p, at, body, index, &r, interface);
    double length = f->modal->length > 0.0 ? f->modal->length : 1.0;
    if (!interface && !(found.away <= REACH * length)) {
        const tac_flexible *near = tac_flexible_of(model, found.body);
        const char *const *name = model->body_name.data;
        tac_refuse(p->rd, at,
                   "no interface of '%.60s' is at this point; the nearest, '%.60s', is "
                   "%.4g m away: name it to hang on it by a rigid arm, or add one",
                   name[found.body], near->name[found.interface], found.away);
    }
    tac_frame frame = tac_frame_on(model, found.body, r, q);
    const tac_flexible *own = tac_flexible_of(model, found.body);
    frame.s = sub3(frame.s, own->modal->point[found.interface].s);
    frame.interface = found.interface;
    return frame;
}

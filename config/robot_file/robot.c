// What the readers of robots share: refusals, notes, memory, elements and their numbers.
#include "robot.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "reader/expr.h"

enum { MOST_NOTES = 1000 };

// ---- refusing and telling ------------------------------------------------------------------------

void tac_robot_refuse(tac_robot *r, const tac_xml_node *at, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(r->diag, at ? at->file : r->request->path, at ? at->line : 1, 1, format,
                 arguments);
    va_end(arguments);
    longjmp(r->escape, 1);
}

void tac_robot_refuse_memory(tac_robot *r)
{
    tac_diag_no_memory(r->diag, "%.400s:1:1: out of memory; make it smaller or free some",
                       r->request->path);
    longjmp(r->escape, 1);
}

#define MOST_WORK ((uint64_t)1 << 26)

void tac_robot_work(tac_robot *r, int n)
{
    r->work += (uint64_t)n;
    if (r->work > MOST_WORK) {
        tac_robot_refuse(r, NULL, "the file has too many names to look through; make it smaller");
    }
}

static tac_robot_note *find_note(tac_robot *r, const char *file, const char *text)
{
    tac_robot_note *note = r->note.data;
    uint32_t hash = 2166136261u; // FNV-1a
    for (const char *c = text; *c != '\0'; c++) {
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    }
    tac_robot_work(r, r->note.n);
    for (int i = 0; i < r->note.n; i++) {
        if (note[i].hash == hash && strcmp(note[i].text, text) == 0 &&
            strcmp(note[i].file, file) == 0) {
            return &note[i];
        }
    }
    if (r->note.n >= MOST_NOTES) {
        return NULL;
    }
    note = tac_robot_add(r, &r->note, sizeof *note);
    note->text = text;
    note->hash = hash;
    note->file = file;
    return note;
}

void tac_robot_tell(tac_robot *r, const tac_xml_node *at, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    tac_robot_note *note = find_note(r, at->file, tac_robot_print(r, "%s", text));
    if (!note) {
        return;
    }
    if (note->n == note->capacity) {
        const int more = 2 * note->capacity + 4;
        int *grown = tac_robot_take(r, (size_t)more, sizeof *grown);
        if (note->n > 0) {
            memcpy(grown, note->line, (size_t)note->n * sizeof *grown);
        }
        note->line = grown;
        note->capacity = more;
    }
    note->line[note->n++] = at->line;
}

void tac_robot_see_all(tac_xml_node *node)
{
    node->seen = true;
    for (int i = 0; i < node->n_attribute; i++) {
        node->attribute[i].seen = true;
    }
    for (tac_xml_node *c = node->first; c; c = c->next) { // as deep as trees may be
        tac_robot_see_all(c);
    }
}

void tac_robot_tell_unseen(tac_robot *r, tac_xml_node *root)
{
    for (int i = 0; i < root->n_attribute; i++) {
        if (!root->attribute[i].seen && strncmp(root->attribute[i].name, "xmlns", 5) != 0) {
            tac_robot_tell(r, root, "'%.60s' of <%.60s> is not taken", root->attribute[i].name,
                           root->name);
        }
    }
    for (tac_xml_node *c = root->first; c; c = c->next) {
        if (c->seen) {
            tac_robot_tell_unseen(r, c);
        } else {
            tac_robot_tell(r, c, "<%.60s> in <%.60s> is not taken", c->name, root->name);
        }
    }
}

// ---- memory --------------------------------------------------------------------------------------

void *tac_robot_take(tac_robot *r, size_t n, size_t size)
{
    void *new = tac_pool_take(&r->pool, n, size);
    if (!new) {
        tac_robot_refuse_memory(r);
    }
    return new;
}

const char *tac_robot_print(tac_robot *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = tac_robot_take(r, (size_t)(n > 0 ? n : 0) + 1, 1);
    va_start(arguments, format);
    (void)vsnprintf(text, (size_t)(n > 0 ? n : 0) + 1, format, arguments);
    va_end(arguments);
    return text;
}

void *tac_robot_add(tac_robot *r, tac_robot_list *list, size_t size)
{
    if (list->n == list->capacity) {
        const int more = 2 * list->capacity + 16;
        char *grown = tac_robot_take(r, (size_t)more, size);
        if (list->n > 0) {
            memcpy(grown, list->data, (size_t)list->n * size);
        }
        list->data = grown;
        list->capacity = more;
    }
    return (char *)list->data + (size_t)list->n++ * size;
}

// ---- links and joints ----------------------------------------------------------------------------

int tac_robot_find_link(tac_robot *r, const char *name)
{
    tac_robot_work(r, r->link.n);
    for (int i = 0; i < r->link.n; i++) {
        if (strcmp(tac_robot_link_at(r, i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int tac_robot_find_joint(tac_robot *r, const char *name)
{
    tac_robot_work(r, r->joint.n);
    for (int i = 0; i < r->joint.n; i++) {
        if (strcmp(tac_robot_joint_at(r, i)->name, name) == 0) {
            return i;
        }
    }
    return -1;
}

enum { MOST_LINKS = 5000 }; // names are compared one by one

tac_robot_link *tac_robot_new_link(tac_robot *r, const char *name, const tac_xml_node *node)
{
    const int before = tac_robot_find_link(r, name);
    if (before >= 0) {
        tac_robot_refuse(r, node, "link '%.80s' is there already, in line %d; rename one", name,
                         tac_robot_link_at(r, before)->node->line);
    }
    if (r->link.n >= MOST_LINKS) {
        tac_robot_refuse(r, node, "more than %d links; that is no robot", MOST_LINKS);
    }
    const int i = r->link.n;
    tac_robot_link *l = tac_robot_add(r, &r->link, sizeof *l);
    *l = (tac_robot_link){.name = name,
                          .node = node,
                          .in_world = tac_robot_no_pose,
                          .joint = -1,
                          .holder = i,
                          .relative = TAC_ROBOT_GROUND};
    return l;
}

tac_robot_joint *tac_robot_new_joint(tac_robot *r, const char *name, const tac_xml_node *node)
{
    const int before = tac_robot_find_joint(r, name);
    if (before >= 0) {
        tac_robot_refuse(r, node, "joint '%.80s' is there already, in line %d; rename one", name,
                         tac_robot_joint_at(r, before)->node->line);
    }
    if (r->joint.n >= MOST_LINKS) {
        tac_robot_refuse(r, node, "more than %d joints; that is no robot", MOST_LINKS);
    }
    tac_robot_joint *j = tac_robot_add(r, &r->joint, sizeof *j);
    *j = (tac_robot_joint){.name = name, .node = node};
    return j;
}

#define LARGEST_LOOK 1e9 // m

void tac_robot_look_at(tac_robot *r, int link, tac_robot_look look)
{
    const vec3 s = look.size;
    if (!(s.x < LARGEST_LOOK && s.y < LARGEST_LOOK && s.z < LARGEST_LOOK &&
          norm3(look.at.p) < LARGEST_LOOK)) {
        return; // nothing that a picture could hold
    }
    tac_robot_look *own = tac_robot_take(r, 1, sizeof *own);
    tac_robot_link *l = link >= 0 ? tac_robot_link_at(r, link) : NULL;
    tac_robot_look **first = l ? &l->look : &r->ground_look,
                   **last = l ? &l->last_look : &r->last_ground_look;
    *own = look;
    own->next = NULL;
    if (*last) {
        (*last)->next = own;
    } else {
        *first = own;
    }
    *last = own;
}

// ---- elements ------------------------------------------------------------------------------------

bool tac_robot_is(const tac_xml_node *node, const char *name)
{
    return strcmp(node->name, name) == 0;
}

static tac_xml_node *named(tac_xml_node *from, const char *name)
{
    while (from && !tac_robot_is(from, name)) {
        from = from->next;
    }
    if (from) {
        from->seen = true;
    }
    return from;
}

tac_xml_node *tac_robot_child(tac_xml_node *node, const char *name)
{
    return named(node->first, name);
}

tac_xml_node *tac_robot_next(tac_xml_node *node)
{
    return named(node->next, node->name);
}

tac_xml_node *tac_robot_only(tac_robot *r, tac_xml_node *node, const char *name)
{
    tac_xml_node *found = tac_robot_child(node, name);
    const tac_xml_node *second = found ? tac_robot_next(found) : NULL;
    if (second) {
        tac_robot_refuse(r, second, "a second <%.60s> in <%.60s>; remove one", name, node->name);
    }
    return found;
}

const char *tac_robot_attribute(tac_xml_node *node, const char *name)
{
    for (int i = 0; i < node->n_attribute; i++) {
        if (strcmp(node->attribute[i].name, name) == 0) {
            node->attribute[i].seen = true;
            return node->attribute[i].value;
        }
    }
    return NULL;
}

const char *tac_robot_need(tac_robot *r, tac_xml_node *node, const char *name)
{
    const char *text = tac_robot_attribute(node, name);
    if (!text || text[0] == '\0') {
        tac_robot_refuse(r, node, "<%.60s> has no '%s'; add it", node->name, name);
    }
    return text;
}

#define BLANKS " \t\r\n"

int tac_robot_numbers(tac_robot *r, const tac_xml_node *node, const char *what, const char *text,
                      int least, int most, double *x)
{
    int n = 0;
    const char *at = text + strspn(text, BLANKS);
    while (*at != '\0') {
        const char *end = at + strcspn(at, BLANKS), *from = at + (*at == '+');
        double value = 0.0;
        const bool good = tac_expr_number(&from, end, &value) && from == end && isfinite(value);
        if (!good && (strstr(at, "${") || strstr(at, "$("))) {
            tac_robot_refuse(r, node,
                             "%s is '%.60s'; xacro is not read, write what 'xacro FILE' makes of "
                             "it into a file",
                             what, text);
        }
        if (!good) {
            tac_robot_refuse(r, node, "%s is '%.60s'; '%.*s' is no finite number with a point",
                             what, text, (int)(end - at < 40 ? end - at : 40), at);
        }
        if (n == most) {
            tac_robot_refuse(r, node, "%s has more than %d number%s: '%.60s'", what, most,
                             most == 1 ? "" : "s", text);
        }
        x[n++] = value;
        at = end + strspn(end, BLANKS);
    }
    if (n < least) {
        tac_robot_refuse(r, node, "%s has %d number%s in place of %d; add what is missing", what, n,
                         n == 1 ? "" : "s", least);
    }
    return n;
}

bool tac_robot_values(tac_robot *r, tac_xml_node *node, const char *name, int n, double *x)
{
    const char *text = tac_robot_attribute(node, name);
    char what[160];
    if (!text) {
        return false;
    }
    (void)snprintf(what, sizeof what, "'%.60s' of <%.60s>", name, node->name);
    (void)tac_robot_numbers(r, node, what, text, n, n, x);
    return true;
}

double tac_robot_value(tac_robot *r, tac_xml_node *node, const char *name, double otherwise)
{
    (void)tac_robot_values(r, node, name, 1, &otherwise);
    return otherwise;
}

double tac_robot_need_value(tac_robot *r, tac_xml_node *node, const char *name)
{
    (void)tac_robot_need(r, node, name);
    return tac_robot_value(r, node, name, 0.0);
}

bool tac_robot_truth(tac_robot *r, tac_xml_node *node, const char *name, bool otherwise)
{
    const char *text = tac_robot_attribute(node, name);
    if (!text) {
        return otherwise;
    }
    if (strcmp(text, "true") == 0 || strcmp(text, "1") == 0) {
        return true;
    }
    if (strcmp(text, "false") != 0 && strcmp(text, "0") != 0) {
        tac_robot_refuse(r, node, "'%.60s' of <%.60s> is '%.40s', neither true nor false", name,
                         node->name, text);
    }
    return false;
}

vec3 tac_robot_vector(tac_robot *r, tac_xml_node *node, const char *name, vec3 otherwise)
{
    double x[3] = {otherwise.x, otherwise.y, otherwise.z};
    (void)tac_robot_values(r, node, name, 3, x);
    return (vec3){x[0], x[1], x[2]};
}

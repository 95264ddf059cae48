#include "page_scene.h"

#include <stdlib.h>
#include <string.h>

#include "format/base64.h"
#include "format/json_read.h"
#include "printable.h"

enum { KEY = 16, NAME = 256, MOST = 1 << 18 }; // the last: of anything

static const char *const kinds[] = {"box", "cylinder", "sphere", "capsule", "mesh"};
static const tac_visual_kind kind_of[] = {TAC_VISUAL_BOX, TAC_VISUAL_CYLINDER, TAC_VISUAL_SPHERE,
                                          TAC_VISUAL_CAPSULE, TAC_VISUAL_MESH};

// Room for one more behind n, zeroed; NULL without memory, which is a mistake as others are.
static void *one_more(tac_json_cursor *c, void *list, int n, size_t item)
{
    enum { FIRST = 8 };
    if (n == MOST) {
        c->bad = true;
        return NULL;
    }
    if (n >= FIRST && (n & (n - 1)) != 0) {
        return list;
    }
    void *more =
        n == 0 || n >= FIRST ? realloc(list, (n == 0 ? FIRST : 2 * (size_t)n) * item) : list;
    c->bad = c->bad || !more;
    return more;
}

// ---- parts ---------------------------------------------------------------------------------------

static void read_numbers(tac_json_cursor *c, double *x, int n)
{
    int i = 0;
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        double next = tac_json_number(c);
        c->bad = c->bad || i == n;
        if (i < n) {
            x[i++] = next;
        }
    }
    c->bad = c->bad || i < n;
}

static vec3 read_vector(tac_json_cursor *c)
{
    double x[3] = {0.0};
    read_numbers(c, x, 3);
    return (vec3){x[0], x[1], x[2]};
}

static quat read_rotation(tac_json_cursor *c)
{
    double x[4] = {0.0};
    read_numbers(c, x, 4);
    return (quat){x[0], x[1], x[2], x[3]};
}

// A whole number from -1 up.
static int read_index(tac_json_cursor *c, int end)
{
    double x = tac_json_number(c);
    if (!(x >= -1.0 && x < (double)end && floor(x) >= x)) {
        c->bad = true;
        return -1;
    }
    return (int)x;
}

static int read_body(tac_json_cursor *c, const tac_scene *s)
{
    int body = read_index(c, s->n_body);
    return body < 0 ? TAC_GROUND : body;
}

static char *read_name(tac_json_cursor *c)
{
    char text[NAME];
    tac_json_string(c, text, sizeof text);
    tac_make_printable(text); // also the half of a character at which it was cut off
    char *copy = strdup(text);
    c->bad = c->bad || !copy;
    return copy;
}

// ---- lists ---------------------------------------------------------------------------------------

static void read_bodies(tac_json_cursor *c, tac_scene *s)
{
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        char **name = one_more(c, s->body_name, s->n_body, sizeof *name);
        if (!name) {
            return;
        }
        s->body_name = name;
        s->body_name[s->n_body++] = read_name(c);
    }
}

static void read_solid(tac_json_cursor *c, const tac_scene *s, tac_visual *v)
{
    char key[KEY], kind[KEY] = "";
    int found = -1;
    *v = (tac_visual){
        .at = {.body = TAC_GROUND, .q = {1.0, 0.0, 0.0, 0.0}}, .mesh = TAC_NONE, .has_color = true};
    for (bool more = tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
        tac_json_key(c, key, sizeof key);
        if (strcmp(key, "body") == 0) {
            v->at.body = read_body(c, s);
        } else if (strcmp(key, "kind") == 0) {
            tac_json_string(c, kind, sizeof kind);
        } else if (strcmp(key, "size") == 0) {
            v->size = read_vector(c);
        } else if (strcmp(key, "r") == 0) {
            v->at.s = read_vector(c);
        } else if (strcmp(key, "q") == 0) {
            v->at.q = read_rotation(c);
        } else if (strcmp(key, "color") == 0) {
            read_numbers(c, v->color, 3);
        } else if (strcmp(key, "mesh") == 0) {
            v->mesh = read_index(c, INT32_MAX);
        } else {
            tac_json_skip(c);
        }
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        found = strcmp(kind, kinds[i]) == 0 ? (int)i : found;
    }
    c->bad = c->bad || found < 0;
    v->kind = found < 0 ? TAC_VISUAL_BOX : kind_of[found];
    v->mesh = v->kind == TAC_VISUAL_MESH ? v->mesh : TAC_NONE;
}

static void read_solids(tac_json_cursor *c, tac_scene *s)
{
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        tac_visual *solid = one_more(c, s->solid, s->n_solid, sizeof *solid);
        if (!solid) {
            return;
        }
        s->solid = solid;
        read_solid(c, s, &solid[s->n_solid++]);
    }
}

static tac_frame read_end(tac_json_cursor *c, const tac_scene *s)
{
    char key[KEY];
    tac_frame f = {.body = TAC_GROUND, .q = {1.0, 0.0, 0.0, 0.0}};
    for (bool more = tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
        tac_json_key(c, key, sizeof key);
        if (strcmp(key, "body") == 0) {
            f.body = read_body(c, s);
        } else if (strcmp(key, "r") == 0) {
            f.s = read_vector(c);
        } else {
            tac_json_skip(c);
        }
    }
    return f;
}

static void read_line(tac_json_cursor *c, const tac_scene *s, tac_scene_line *l)
{
    char key[KEY];
    const tac_frame ground = {.body = TAC_GROUND, .q = {1.0, 0.0, 0.0, 0.0}};
    *l = (tac_scene_line){.a = ground, .b = ground};
    for (bool more = tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
        tac_json_key(c, key, sizeof key);
        if (strcmp(key, "name") == 0 && !l->name) {
            l->name = read_name(c);
        } else if (strcmp(key, "a") == 0) {
            l->a = read_end(c, s);
        } else if (strcmp(key, "b") == 0) {
            l->b = read_end(c, s);
        } else if (strcmp(key, "radius") == 0) {
            l->radius = tac_json_number(c);
        } else if (strcmp(key, "color") == 0) {
            read_numbers(c, l->color, 3);
        } else {
            tac_json_skip(c);
        }
    }
    c->bad = c->bad || !l->name;
}

static void read_lines(tac_json_cursor *c, tac_scene *s)
{
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        tac_scene_line *line = one_more(c, s->line, s->n_line, sizeof *line);
        if (!line) {
            return;
        }
        s->line = line;
        read_line(c, s, &line[s->n_line++]);
    }
}

static int read_word(tac_json_cursor *c, const char *const *word, int n)
{
    char text[KEY];
    tac_json_string(c, text, sizeof text);
    for (int i = 0; i < n; i++) {
        if (strcmp(text, word[i]) == 0) {
            return i;
        }
    }
    c->bad = true;
    return 0;
}

static void read_force(tac_json_cursor *c, const tac_scene *s, tac_scene_force *f)
{
    static const char *const word[] = {"joint", "spring", "bushing", "friction", "contact"};
    char key[KEY];
    *f = (tac_scene_force){.place.at = {.body = TAC_GROUND, .q = {1.0, 0.0, 0.0, 0.0}}};
    for (bool more = tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
        tac_json_key(c, key, sizeof key);
        if (strcmp(key, "name") == 0 && !f->name) {
            f->name = read_name(c);
        } else if (strcmp(key, "kind") == 0) {
            f->place.what = (tac_element_class)read_word(c, word, sizeof word / sizeof *word);
        } else if (strcmp(key, "body") == 0) {
            f->place.at.body = read_body(c, s);
        } else if (strcmp(key, "r") == 0) {
            f->place.at.s = read_vector(c);
        } else if (strcmp(key, "radius") == 0) {
            f->place.radius = tac_json_number(c);
        } else {
            tac_json_skip(c);
        }
    }
    c->bad = c->bad || !f->name;
}

static void read_forces(tac_json_cursor *c, tac_scene *s)
{
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        tac_scene_force *force = one_more(c, s->force, s->n_force, sizeof *force);
        if (!force) {
            return;
        }
        s->force = force;
        read_force(c, s, &force[s->n_force++]);
    }
}

// The bytes of a list of items; NULL and a mistake when they are no whole number of at least one.
static void *read_bytes(tac_json_cursor *c, size_t item, size_t *n)
{
    const char *text;
    size_t length = tac_json_raw(c, &text), size = 0;
    void *bytes = tac_base64_read(text, length, &size);
    if (!bytes || size == 0 || size % item != 0 || size / item > UINT32_MAX) {
        c->bad = true;
        free(bytes);
        return NULL;
    }
    *n = size / item;
    return bytes;
}

static tac_mesh *read_mesh(tac_json_cursor *c)
{
    char key[KEY];
    tac_mesh *m = calloc(1, sizeof *m);
    for (bool more = m && tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
        tac_json_key(c, key, sizeof key);
        if (strcmp(key, "points") == 0 && !m->point) {
            m->point = read_bytes(c, sizeof *m->point, &m->n_point);
        } else if (strcmp(key, "corners") == 0 && !m->corner) {
            m->corner = read_bytes(c, sizeof *m->corner, &m->n_triangle);
        } else {
            tac_json_skip(c);
        }
    }
    c->bad = c->bad || !m || !m->point || !m->corner;
    for (size_t i = 0; !c->bad && i < 3 * m->n_triangle; i++) {
        c->bad = m->corner[i / 3][i % 3] >= m->n_point;
    }
    return m;
}

static void read_meshes(tac_json_cursor *c, tac_scene *s)
{
    for (bool more = tac_json_enter(c, '['); more; more = tac_json_more(c, ']')) {
        tac_mesh **mesh = one_more(c, s->mesh, s->n_mesh, sizeof *mesh);
        if (!mesh) {
            return;
        }
        s->mesh = mesh;
        s->mesh[s->n_mesh++] = read_mesh(c);
    }
}

// ---- the whole -----------------------------------------------------------------------------------

static void read_scene(tac_json_cursor *c, tac_scene *s)
{
    char key[KEY];
    for (bool more = tac_json_enter(c, '{'); more; more = tac_json_more(c, '}')) {
        tac_json_key(c, key, sizeof key);
        if (strcmp(key, "title") == 0 && !s->title) {
            s->title = read_name(c);
        } else if (strcmp(key, "up") == 0) {
            s->up = read_vector(c);
        } else if (strcmp(key, "size") == 0) {
            s->size = tac_json_number(c);
        } else if (strcmp(key, "bodies") == 0) {
            read_bodies(c, s);
        } else if (strcmp(key, "solids") == 0) {
            read_solids(c, s);
        } else if (strcmp(key, "lines") == 0) {
            read_lines(c, s);
        } else if (strcmp(key, "forces") == 0) {
            read_forces(c, s);
        } else if (strcmp(key, "meshes") == 0) {
            read_meshes(c, s);
        } else {
            tac_json_skip(c);
        }
    }
}

// Which solids a body has. They stand in the order of the bodies, those on ground last.
static bool find_firsts(tac_scene *s)
{
    int last = 0;
    s->first = calloc((size_t)s->n_body + 2, sizeof *s->first);
    for (int i = 0; s->first && i < s->n_solid; i++) {
        const tac_visual *v = &s->solid[i];
        int body = v->at.body == TAC_GROUND ? s->n_body : v->at.body;
        if (body < last || (v->kind == TAC_VISUAL_MESH && (v->mesh < 0 || v->mesh >= s->n_mesh))) {
            return false;
        }
        last = body;
        s->first[body + 1]++;
    }
    for (int i = 0; s->first && i <= s->n_body; i++) {
        s->first[i + 1] += s->first[i];
    }
    return s->first != NULL;
}

tac_scene *tac_page_scene_read(const char *text, size_t size)
{
    tac_json_cursor c = {.at = text, .end = text + size};
    tac_scene *s = calloc(1, sizeof *s);
    if (s) {
        read_scene(&c, s);
    }
    if (!s || !s->title || !tac_json_is_done(&c) || !find_firsts(s)) {
        tac_scene_close(s);
        return NULL;
    }
    return s;
}

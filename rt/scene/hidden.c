#include "hidden.h"

#include <math.h>
#include <stdlib.h>

enum {
    MOST = 6000,         // faces that are put in order by planes
    GROWTH = 40,         // times as many by splitting; then a face stays whole
    CANDIDATES = 32,     // planes that are tried
    LOOKED_AT = 512,     // faces that each is tried with
    PRICE_OF_SPLIT = 20, // by a face too many on one side
};

#define THICK 1e-7 // of a plane, by the size of the scene

typedef struct plane {
    vec3 n;
    double d;
} plane;

typedef struct pile { // lists that wait, the next one last
    int *list;        // heads; a list that is done is noted as -2 - head
    size_t n, room;
} pile;

typedef struct sorter {
    tac_faces *f;
    vec3 toward;
    double thick;
    size_t most;
    pile pile;
    int *order;
    size_t n_order, room_order;
    bool no_memory;
} sorter;

tac_face *tac_faces_add(tac_faces *f)
{
    if (f->n == f->room) {
        size_t room = f->room > 0 ? 2 * f->room : 1024;
        tac_face *more = realloc(f->face, room * sizeof *more);
        f->no_memory = f->no_memory || !more;
        if (!more) {
            return NULL;
        }
        f->face = more;
        f->room = room;
    }
    f->face[f->n] = (tac_face){.next = -1};
    return &f->face[f->n++];
}

// ---- lists ---------------------------------------------------------------------------------------

static bool push(int **list, size_t *n, size_t *room, int x)
{
    if (*n == *room) {
        size_t more = *room > 0 ? 2 * *room : 256;
        int *grown = realloc(*list, more * sizeof *grown);
        if (!grown) {
            return false;
        }
        *list = grown;
        *room = more;
    }
    (*list)[(*n)++] = x;
    return true;
}

static void wait_for(sorter *s, int head)
{
    s->no_memory |= !push(&s->pile.list, &s->pile.n, &s->pile.room, head);
}

static void put(sorter *s, int face)
{
    s->no_memory |= !push(&s->order, &s->n_order, &s->room_order, face);
}

static void prepend(sorter *s, int *head, int face)
{
    s->f->face[face].next = *head;
    *head = face;
}

// ---- planes --------------------------------------------------------------------------------------

static plane plane_of(const tac_face *g)
{
    const vec3 u = sub3(g->at[1], g->at[0]), v = sub3(g->at[2], g->at[0]);
    vec3 n = {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    double size = norm3(n);
    n = scale3(size > 0.0 ? 1.0 / size : 0.0, n);
    return (plane){n, dot3(n, g->at[0])};
}

static int corners(const tac_face *g)
{
    return g->width > 0.0 ? 2 : 3;
}

// Bits: 1 some of it is on the nearer side, 2 on the farther one.
static int sides(const sorter *s, const tac_face *g, plane p, double height[3])
{
    int on = 0;
    for (int i = 0; i < corners(g); i++) {
        height[i] = dot3(p.n, g->at[i]) - p.d;
        on |= height[i] > s->thick ? 1 : height[i] < -s->thick ? 2 : 0;
    }
    return on;
}

// How bad it is to divide a list by this plane.
static int price(const sorter *s, int head, plane p)
{
    int near = 0, far = 0, split = 0, n = 0;
    for (int i = head; i >= 0 && n < LOOKED_AT; i = s->f->face[i].next, n++) {
        double height[3];
        int on = sides(s, &s->f->face[i], p, height);
        near += on == 1;
        far += on == 2;
        split += on == 3;
    }
    return abs(near - far) + PRICE_OF_SPLIT * split;
}

// The first triangle of a list whose plane divides it well; -1: there are but lines.
static int choose(const sorter *s, int head)
{
    int best = -1, least = 0, n = 0;
    for (int i = head; i >= 0 && n < CANDIDATES; i = s->f->face[i].next) {
        if (s->f->face[i].width > 0.0) {
            continue;
        }
        int its = price(s, head, plane_of(&s->f->face[i]));
        if (best < 0 || its < least) {
            best = i;
            least = its;
        }
        n++;
    }
    return best;
}

// ---- splitting -----------------------------------------------------------------------------------

static vec3 between(vec3 a, vec3 b, double ha, double hb)
{
    return add3(a, scale3(ha / (ha - hb), sub3(b, a)));
}

static void give(sorter *s, int face, double height, int *near, int *far)
{
    prepend(s, height > 0.0 ? near : far, face);
}

static int like(sorter *s, int of, vec3 a, vec3 b, vec3 c)
{
    tac_face *g = tac_faces_add(s->f);
    if (!g) {
        s->no_memory = true;
        return -1;
    }
    const tac_face *from = &s->f->face[of];
    *g = (tac_face){{a, b, c}, from->width, from->color, -1};
    return (int)(s->f->n - 1);
}

static void split_line(sorter *s, int i, const double h[3], int *near, int *far)
{
    const tac_face g = s->f->face[i];
    vec3 m = between(g.at[0], g.at[1], h[0], h[1]);
    int other = like(s, i, m, g.at[1], g.at[1]);
    s->f->face[i].at[1] = m;
    give(s, i, h[0], near, far);
    if (other >= 0) {
        give(s, other, h[1], near, far);
    }
}

// One corner lies alone, or two lie on either side of the third, which is in the plane.
static void split_triangle(sorter *s, int i, const double h[3], int *near, int *far)
{
    const tac_face g = s->f->face[i];
    int alone = 0;
    for (int k = 0; k < 3; k++) {
        bool up = h[k] > 0.0, b = h[(k + 1) % 3] > 0.0, c = h[(k + 2) % 3] > 0.0;
        alone = up != b && up != c ? k : alone;
    }
    const vec3 a = g.at[alone], b = g.at[(alone + 1) % 3], c = g.at[(alone + 2) % 3];
    double ha = h[alone], hb = h[(alone + 1) % 3], hc = h[(alone + 2) % 3];
    vec3 ab = between(a, b, ha, hb), ac = between(a, c, ha, hc);
    s->f->face[i].at[0] = a;
    s->f->face[i].at[1] = ab;
    s->f->face[i].at[2] = ac;
    give(s, i, ha, near, far);
    int one = like(s, i, ab, b, c), two = like(s, i, ab, c, ac);
    if (one >= 0 && two >= 0) {
        give(s, one, fabs(hb) > fabs(hc) ? hb : hc, near, far);
        give(s, two, fabs(hb) > fabs(hc) ? hb : hc, near, far);
    }
}

static double middle(const sorter *s, const double h[3], const tac_face *g)
{
    (void)s;
    return g->width > 0.0 ? h[0] + h[1] : h[0] + h[1] + h[2];
}

static void divide(sorter *s, int head, int by)
{
    const plane p = plane_of(&s->f->face[by]);
    int near = -1, far = -1, on = -1;
    for (int i = head, next; i >= 0 && !s->no_memory; i = next) {
        tac_face *g = &s->f->face[i];
        double h[3];
        next = g->next;
        int where = i == by ? 0 : sides(s, g, p, h);
        if (where == 0) {
            prepend(s, &on, i);
        } else if (where != 3 || s->f->n + 2 > s->most) {
            prepend(s,
                    where == 3   ? (middle(s, h, g) > 0.0 ? &near : &far)
                    : where == 1 ? &near
                                 : &far,
                    i);
        } else if (g->width > 0.0) {
            split_line(s, i, h, &near, &far);
        } else {
            split_triangle(s, i, h, &near, &far);
        }
    }
    // what is drawn first waits last
    wait_for(s, near);
    wait_for(s, on >= 0 ? -2 - on : -1);
    wait_for(s, far);
}

// ---- by middles ----------------------------------------------------------------------------------

typedef struct depth {
    double of;
    int face;
} depth;

static int by_depth(const void *a, const void *b)
{
    const depth *x = a, *y = b;
    return x->of < y->of ? -1 : x->of > y->of ? 1 : (x->face > y->face) - (x->face < y->face);
}

// Takes n faces of a list, or of all (head -1), in the order of their middles.
static void put_by_middles(sorter *s, int head, size_t n)
{
    depth *d = calloc(n + 1, sizeof *d);
    s->no_memory |= !d;
    int i = head;
    for (size_t k = 0; d && k < n; k++) {
        int face = head < 0 ? (int)k : i;
        const tac_face *g = &s->f->face[face];
        const vec3 sum = g->width > 0.0 ? scale3(1.5, add3(g->at[0], g->at[1]))
                                        : add3(g->at[0], add3(g->at[1], g->at[2]));
        d[k] = (depth){dot3(s->toward, sum), face};
        i = head < 0 ? -1 : g->next;
    }
    if (d) {
        qsort(d, n, sizeof *d, by_depth);
    }
    for (size_t k = 0; d && k < n; k++) {
        put(s, d[k].face);
    }
    free(d);
}

static size_t length_of(const sorter *s, int head)
{
    size_t n = 0;
    for (int i = head; i >= 0; i = s->f->face[i].next) {
        n++;
    }
    return n;
}

// ---- all -----------------------------------------------------------------------------------------

static void put_by_planes(sorter *s)
{
    int all = -1;
    for (size_t i = 0; i < s->f->n; i++) {
        prepend(s, &all, (int)i);
    }
    wait_for(s, all);
    while (s->pile.n > 0 && !s->no_memory) {
        int head = s->pile.list[--s->pile.n];
        if (head < -1) { // in one plane: none hides another
            for (int i = -2 - head; i >= 0; i = s->f->face[i].next) {
                put(s, i);
            }
            continue;
        }
        int by = head < 0 ? -1 : choose(s, head);
        if (by >= 0) {
            divide(s, head, by);
        } else if (head >= 0) {
            put_by_middles(s, head, length_of(s, head));
        }
    }
}

static double size_of(const tac_faces *f)
{
    double most = 0.0;
    for (size_t i = 0; i < f->n; i++) {
        for (int k = 0; k < corners(&f->face[i]); k++) {
            most = fmax(most, norm3(sub3(f->face[i].at[k], f->face[0].at[0])));
        }
    }
    return most;
}

int *tac_faces_order(tac_faces *f, vec3 toward)
{
    sorter s = {.f = f, .toward = toward, .thick = THICK * size_of(f), .most = GROWTH * f->n};
    if (f->n <= MOST) {
        put_by_planes(&s);
    } else {
        put_by_middles(&s, -1, f->n);
    }
    s.no_memory |= !push(&s.order, &s.n_order, &s.room_order, -1); // never NULL
    free(s.pile.list);
    if (s.no_memory) {
        f->no_memory = true;
        free(s.order);
        return NULL;
    }
    return s.order;
}

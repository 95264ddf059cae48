#include "default_looks.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "element_types.h"
#include "format/distinct_names.h"
#include "road_looks.h"

#define BAR 0.04        // radius of a body's bars, by the longest of them
#define LINE 0.02       // radius of springs and rods, by their length at the start
#define THICKEST 0.004  // of them, by the size of the scene
#define BRACKET 0.02    // half an edge of a mark on ground, likewise
#define SIDE 2.0        // edge of a plane, likewise
#define THICK 0.004     // thickness of a plane, likewise
#define SHORTEST 1e-9   // of a bar, by the size of the scene: an arm out of rounding is none
#define OVERLAP 0.02    // of the way to the next piece of a beam
#define SAME_PLANE 1e-9 // sine of an angle, and a distance by the size, of planes that are one

enum { MOST_PLANES = 64 }; // more are not looked at one by one

typedef struct filling {
    tac_scene *c;
    const tac_model_file *f;
    tac_visuals looks;
    tac_pose *start; // of bodies and frames                    (n_body)
    bool *is_drawn;  // by the file or by a shape       (n_body)
    double *longest; // bar of the body, m              (n_body)
    size_t solid_room, line_room;
    tac_distinct_names names; // of lines
    vec3 low, high;           // of all points at the start
    bool no_memory;
} filling;

static const double grey[3] = {0.55, 0.58, 0.61}, pale[3] = {0.80, 0.83, 0.86},
                    dark[3] = {0.35, 0.38, 0.42}, asphalt[3] = {0.26, 0.27, 0.29};

// Colours of bodies one after the other: told apart in pictures without colours too, by their lightness.
static const double palette[][3] = {{0.29, 0.50, 0.76}, {0.95, 0.60, 0.25}, {0.33, 0.62, 0.44},
                                    {0.80, 0.33, 0.31}, {0.56, 0.44, 0.74}, {0.90, 0.78, 0.32},
                                    {0.23, 0.62, 0.63}};

static const double *color_of(int body)
{
    return body == TAC_GROUND ? grey : palette[(size_t)body % (sizeof palette / sizeof *palette)];
}

// ---- adding --------------------------------------------------------------------------------------

static void add_solid(filling *g, tac_visual v, const double *color)
{
    tac_scene *c = g->c;
    if ((size_t)c->n_solid == g->solid_room) {
        size_t room = g->solid_room > 0 ? 2 * g->solid_room : 64;
        tac_visual *more = realloc(c->solid, room * sizeof *more);
        g->no_memory = g->no_memory || !more;
        if (!more) {
            return;
        }
        c->solid = more;
        g->solid_room = room;
    }
    if (!v.has_color) {
        memcpy(v.color, color, sizeof v.color);
        v.has_color = true;
    }
    c->solid[c->n_solid++] = v;
}

static tac_pose start_pose(const filling *g, const tac_frame *at)
{
    return tac_scene_pose(g->start, at);
}

static void take_start(filling *g)
{
    const tac_scene *c = g->c;
    const tac_desc *d = &g->f->desc;
    for (int i = 0; i < d->n_body; i++) {
        g->start[i] = (tac_pose){d->body[i].r, d->body[i].p};
    }
    for (int i = 0; i < c->flexible.n; i++) {
        const tac_flexible_frame *k = &c->flexible.frame[i];
        const tac_body_desc *b = &d->body[k->body];
        tac_pose *to = &g->start[d->n_body + i];
        tac_flexible_frame_at(k, b->r, b->p, b->q, &to->r, &to->q);
    }
}

static double line_radius(const filling *g, const tac_frame *a, const tac_frame *b)
{
    double length = norm3(sub3(start_pose(g, b).r, start_pose(g, a).r));
    return fmin(length > 0.0 ? LINE * length : THICKEST * g->c->size, THICKEST * g->c->size);
}

static void add_line(filling *g, const char *name, const tac_frame *a, const tac_frame *b,
                     const double *color)
{
    tac_scene *c = g->c;
    if ((size_t)c->n_line == g->line_room) {
        size_t room = g->line_room > 0 ? 2 * g->line_room : 16;
        tac_scene_line *more = realloc(c->line, room * sizeof *more);
        g->no_memory = g->no_memory || !more;
        if (!more) {
            return;
        }
        c->line = more;
        g->line_room = room;
    }
    tac_scene_line *l = &c->line[c->n_line];
    *l = (tac_scene_line){.name = tac_distinct_name(&g->names, name), // a rod may have a spring's
                          .a = *a,
                          .b = *b,
                          .radius = line_radius(g, a, b)};
    memcpy(l->color, color, sizeof l->color);
    g->no_memory = g->no_memory || !l->name;
    c->n_line++;
}

// ---- size ----------------------------------------------------------------------------------------

static void widen(filling *g, vec3 x, double by)
{
    g->low = (vec3){fmin(g->low.x, x.x - by), fmin(g->low.y, x.y - by), fmin(g->low.z, x.z - by)};
    g->high =
        (vec3){fmax(g->high.x, x.x + by), fmax(g->high.y, x.y + by), fmax(g->high.z, x.z + by)};
}

// Mean radius of gyration as the radius of a ball of that mass.
static double ball_radius(const tac_body_desc *b)
{
    return sqrt(2.5 * (b->J[0] + b->J[1] + b->J[2]) / (3.0 * b->mass));
}

// Half the longest way through a solid.
static double reach(const tac_scene *c, const tac_visual *v)
{
    double most = 0.0;
    if (v->kind != TAC_VISUAL_MESH) {
        return 0.5 * norm3(v->size);
    }
    const tac_mesh *m = c->mesh[v->mesh];
    for (size_t i = 0; i < m->n_point; i++) {
        const vec3 x = {(double)m->point[i][0], (double)m->point[i][1], (double)m->point[i][2]};
        most = fmax(most, dot3(x, x));
    }
    return v->size.x * sqrt(most);
}

// A shaft is nowhere.
static bool is_shaft(const filling *g, int body)
{
    return body >= 0 && body < g->f->desc.n_body && g->f->desc.body[body].shaft;
}

static void widen_to_side(filling *g, const tac_frame *at)
{
    if (is_shaft(g, at->body)) {
        return;
    }
    widen(g, start_pose(g, at).r, 0.0);
    if (at->body != TAC_GROUND) {
        double *longest = &g->longest[at->body];
        *longest = fmax(*longest, norm3(at->s));
    }
}

// Calls visit for both frames of everything that holds two bodies together.
static void visit_side(filling *g, const tac_frame *at,
                       void (*visit)(filling *g, const tac_frame *at))
{
    const tac_frame own = tac_scene_side(g->c, at);
    visit(g, &own);
}

static void each_side(filling *g, void (*visit)(filling *g, const tac_frame *at))
{
    const tac_desc *d = &g->f->desc;
    for (int i = 0; i < d->n_joint; i++) {
        visit_side(g, &d->joint[i].a, visit);
        visit_side(g, &d->joint[i].b, visit);
    }
    for (int i = 0; i < d->n_spring; i++) {
        visit_side(g, &d->spring[i].a, visit);
        visit_side(g, &d->spring[i].b, visit);
    }
    for (int i = 0; i < d->n_bushing; i++) {
        visit_side(g, &d->bushing[i].a, visit);
        visit_side(g, &d->bushing[i].b, visit);
    }
}

static void measure(filling *g)
{
    const tac_desc *d = &g->f->desc;
    const vec3 first = d->body[0].r;
    g->low = g->high = first;
    for (int i = 0; i < d->n_body; i++) {
        if (!d->body[i].shaft) {
            widen(g, d->body[i].r, 0.0);
        }
    }
    each_side(g, widen_to_side);
    for (int i = 0; i < d->n_contact; i++) {
        const tac_frame b = tac_scene_side(g->c, &d->contact[i].b);
        widen(g, start_pose(g, &b).r, d->contact[i].radius);
    }
    for (int i = d->n_body; i < g->c->n_body; i++) {
        widen(g, g->start[i].r, 0.0);
    }
    for (int i = 0; i < g->looks.n; i++) {
        const tac_visual *v = &g->looks.visual[i];
        if (v->at.body == TAC_GROUND) { // may be the whole landscape
            continue;
        }
        widen(g, start_pose(g, &v->at).r, v->kind == TAC_VISUAL_MESH ? 0.0 : reach(g->c, v));
    }
    double size = norm3(sub3(g->high, g->low));
    for (int i = 0; i < g->looks.n && !(size > 0.0); i++) {
        size = 2.0 * reach(g->c, &g->looks.visual[i]);
    }
    g->c->size = size > 0.0 ? size : 4.0 * ball_radius(&d->body[0]);
}

// ---- bodies --------------------------------------------------------------------------------------

static void add_bar(filling *g, const tac_frame *at)
{
    int body = at->body;
    if (body == TAC_GROUND || g->is_drawn[body]) {
        return;
    }
    double l = norm3(at->s), radius = BAR * g->longest[body];
    if (l > radius && l > SHORTEST * g->c->size) {
        const tac_visual v = {
            .at = {.body = body,
                   .s = scale3(0.5, at->s),
                   .q = tac_scene_turn((vec3){0.0, 0.0, 1.0}, scale3(1.0 / l, at->s))},
            .kind = TAC_VISUAL_CAPSULE,
            .size = {radius, radius, l},
            .mesh = TAC_NONE};
        add_solid(g, v, color_of(body));
    }
}

static void add_ball(filling *g, int body, vec3 s, double radius)
{
    const tac_visual v = {.at = {.body = body, .s = s, .q = {1.0, 0.0, 0.0, 0.0}},
                          .kind = TAC_VISUAL_SPHERE,
                          .size = {radius, radius, radius},
                          .mesh = TAC_NONE};
    add_solid(g, v, color_of(body));
}

static void add_bodies(filling *g)
{
    const tac_desc *d = &g->f->desc;
    for (int i = 0; i < g->looks.n; i++) {
        add_solid(g, g->looks.visual[i], color_of(g->looks.visual[i].at.body));
    }
    each_side(g, add_bar);
    for (int i = 0; i < d->n_contact; i++) {
        const tac_contact_desc *k = &d->contact[i];
        const tac_frame b = tac_scene_side(g->c, &k->b);
        if (b.body != TAC_GROUND && !g->is_drawn[b.body] && k->radius > 0.0) {
            add_ball(g, b.body, b.s, k->radius);
            g->longest[b.body] = fmax(g->longest[b.body], k->radius);
        }
    }
    for (int i = 0; i < d->n_body; i++) { // where there is nothing else
        if (!g->is_drawn[i] && !(g->longest[i] > 0.0) && !is_shaft(g, i)) {
            add_ball(g, i, (vec3){0.0, 0.0, 0.0}, ball_radius(&d->body[i]));
        }
    }
}

// ---- flexible bodies -----------------------------------------------------------------------------

// A beam is drawn in pieces, each fixed to a frame on it; where two meet they overlap, so that no gap opens.
static void add_pieces(filling *g, const tac_visual_flexible *v)
{
    enum { MOST = 128 };
    const tac_flexible_frames *all = &g->c->flexible;
    int frame[MOST], n = tac_flexible_frames_along(all, v->body, frame, MOST);
    for (int i = 0; i < n; i++) {
        double x = all->frame[frame[i]].s.x, low = x, high = x;
        double before = i > 0 ? x - all->frame[frame[i - 1]].s.x : 0.0,
               after = i + 1 < n ? all->frame[frame[i + 1]].s.x - x : 0.0;
        low -= (0.5 + OVERLAP) * before;
        high += (0.5 + OVERLAP) * after;
        tac_visual piece = {.at = {.body = g->f->desc.n_body + frame[i],
                                   .s = {0.5 * (low + high) - x, 0.0, 0.0},
                                   .q = {1.0, 0.0, 0.0, 0.0}},
                            .kind = TAC_VISUAL_BOX,
                            .size = {high - low, 2.0 * v->half.y, 2.0 * v->half.z},
                            .mesh = TAC_NONE};
        if (v->is_round) {
            piece.kind = TAC_VISUAL_CYLINDER;
            piece.at.q = tac_scene_turn((vec3){0.0, 0.0, 1.0}, (vec3){1.0, 0.0, 0.0});
            piece.size = (vec3){v->half.y, v->half.y, high - low};
        }
        add_solid(g, piece, color_of(v->body));
    }
}

// A body of a modal file is drawn as lines from its middle to its interfaces.
static void add_spokes(filling *g, const tac_visual_flexible *v)
{
    const tac_frame middle = {v->body, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, 0, false};
    for (int i = 0; i < v->modal->n_point; i++) {
        int k = g->c->flexible.first[v->body] + i;
        const tac_frame end = {
            g->f->desc.n_body + k, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0, 0.0}, 0, false};
        add_line(g, g->c->flexible.frame[k].name, &middle, &end, color_of(v->body));
    }
}

static void add_flexible(filling *g)
{
    for (int i = 0; i < g->looks.n_flexible; i++) {
        const tac_visual_flexible *v = &g->looks.flexible[i];
        if (g->looks.is_given[v->body]) {
            continue;
        }
        g->is_drawn[v->body] = true;
        if (v->is_beam) {
            add_pieces(g, v);
        } else {
            add_spokes(g, v);
        }
    }
}

// ---- ground, planes, lines -----------------------------------------------------------------------

static void add_brackets(filling *g)
{
    const tac_desc *d = &g->f->desc;
    double edge = 2.0 * BRACKET * g->c->size;
    for (int i = 0; i < g->looks.n; i++) {
        if (g->looks.visual[i].at.body == TAC_GROUND) {
            return; // the file says what stands there
        }
    }
    for (int i = 0; i < d->n_joint; i++) {
        const tac_frame *side[2] = {&d->joint[i].a, &d->joint[i].b};
        for (int k = 0; k < 2; k++) {
            if (side[k]->body == TAC_GROUND) {
                const tac_visual v = {.at = *side[k],
                                      .kind = TAC_VISUAL_BOX,
                                      .size = {edge, edge, edge},
                                      .mesh = TAC_NONE};
                add_solid(g, v, dark);
            }
        }
    }
}

static bool is_same_plane(const filling *g, const tac_frame *a, const tac_frame *b)
{
    const vec3 n = col3(rotation(a->q), 2), m = col3(rotation(b->q), 2);
    const vec3 across = {n.y * m.z - n.z * m.y, n.z * m.x - n.x * m.z, n.x * m.y - n.y * m.x};
    return a->body == b->body && norm3(across) < SAME_PLANE && dot3(n, m) > 0.0 &&
           fabs(dot3(n, sub3(a->s, b->s))) < SAME_PLANE * g->c->size;
}

// Below the middle of what is drawn, seen along the normal.
static tac_frame plane_middle(const filling *g, const tac_frame *at)
{
    tac_frame f = *at;
    const vec3 n = col3(rotation(at->q), 2);
    if (at->body == TAC_GROUND) {
        vec3 middle = scale3(0.5, add3(g->low, g->high));
        f.s = sub3(middle, scale3(dot3(n, sub3(middle, at->s)), n));
    }
    f.s = sub3(f.s, scale3(0.5 * THICK * g->c->size, n));
    return f;
}

static void add_planes(filling *g)
{
    const tac_desc *d = &g->f->desc;
    tac_frame known[MOST_PLANES];
    int n = 0;
    double size = g->c->size;
    for (int i = 0; i < d->n_contact && n < MOST_PLANES; i++) {
        const tac_frame side = tac_scene_side(g->c, &d->contact[i].a), *at = &side;
        int k = 0;
        while (k < n && !is_same_plane(g, &known[k], at)) {
            k++;
        }
        if (k == n && (at->body == TAC_GROUND || !g->is_drawn[at->body])) {
            known[n++] = side;
            const tac_visual v = {.at = plane_middle(g, at),
                                  .kind = TAC_VISUAL_BOX,
                                  .size = {SIDE * size, SIDE * size, THICK * size},
                                  .mesh = TAC_NONE};
            add_solid(g, v, pale);
        }
    }
}

static void add_lines(filling *g)
{
    const tac_desc *d = &g->f->desc;
    for (int i = 0; i < d->n_spring; i++) {
        if (d->spring[i].coordinate == TAC_DISTANCE) {
            const tac_frame a = tac_scene_side(g->c, &d->spring[i].a),
                            b = tac_scene_side(g->c, &d->spring[i].b);
            add_line(g, g->f->spring_name[i], &a, &b, palette[2]);
        }
    }
    for (int i = 0; i < d->n_joint; i++) {
        if (tac_joint_type_of(d->joint[i].kind)->is_line) {
            const tac_frame a = tac_scene_side(g->c, &d->joint[i].a),
                            b = tac_scene_side(g->c, &d->joint[i].b);
            add_line(g, g->f->joint_name[i], &a, &b, dark);
        }
    }
}

// ---- roads ---------------------------------------------------------------------------------------

// Takes the mesh over.
static void add_mesh(filling *g, tac_mesh *mesh, const tac_frame *at, const double *color)
{
    tac_scene *c = g->c;
    tac_mesh **more = mesh ? realloc(c->mesh, ((size_t)c->n_mesh + 2) * sizeof *more) : NULL;
    if (!more) {
        g->no_memory = g->no_memory || mesh;
        tac_mesh_free(mesh);
        return;
    }
    c->mesh = more;
    c->mesh[c->n_mesh] = mesh;
    const tac_visual v = {
        .at = *at, .kind = TAC_VISUAL_MESH, .size = {1.0, 1.0, 1.0}, .mesh = c->n_mesh++};
    add_solid(g, v, color);
}

static void add_roads(filling *g)
{
    const tac_desc *d = &g->f->desc;
    for (int i = 0; i < d->roads.n; i++) {
        int n = tac_road_is_used(d, i) ? tac_road_pieces(d, i) : 0;
        for (int k = 0; k < n; k++) {
            tac_road_look look;
            g->no_memory = !tac_road_look_of(d, i, k, &look) || g->no_memory;
            add_mesh(g, look.asphalt, &d->roads.road[i].at, asphalt);
            add_mesh(g, look.paint, &d->roads.road[i].at, pale);
        }
    }
}

// Solids in the order of their bodies, those of a body in the order they came.
static void sort_solids(filling *g)
{
    tac_scene *c = g->c;
    tac_visual *sorted = calloc((size_t)c->n_solid + 1, sizeof *sorted);
    c->first = calloc((size_t)c->n_body + 3, sizeof *c->first);
    g->no_memory = g->no_memory || !sorted || !c->first;
    if (g->no_memory) {
        free(sorted);
        return;
    }
    int *at =
        c->first + 1; // where the next solid of a body goes; in the end where the next body begins
    for (int i = 0; i < c->n_solid; i++) {
        at[1 + (c->solid[i].at.body == TAC_GROUND ? c->n_body : c->solid[i].at.body)]++;
    }
    for (int i = 0; i <= c->n_body; i++) {
        at[i + 1] += at[i];
    }
    for (int i = 0; i < c->n_solid; i++) {
        int body = c->solid[i].at.body;
        sorted[at[body == TAC_GROUND ? c->n_body : body]++] = c->solid[i];
    }
    free(c->solid);
    c->solid = sorted;
}

bool tac_scene_fill(tac_scene *c, const tac_model_file *f)
{
    size_t n = (size_t)c->n_body;
    filling g = {.c = c, .f = f, .looks = tac_model_file_visuals(f)};
    g.is_drawn = calloc(n + 1, sizeof *g.is_drawn);
    g.longest = calloc(n + 1, sizeof *g.longest);
    g.start = calloc(n + 1, sizeof *g.start);
    g.no_memory = !g.is_drawn || !g.longest || !g.start;
    if (!g.no_memory) {
        memcpy(g.is_drawn, g.looks.is_given, (size_t)f->desc.n_body * sizeof *g.is_drawn);
        take_start(&g);
        for (int i = 0; i < g.looks.n; i++) {
            if (g.looks.visual[i].at.body != TAC_GROUND) {
                g.is_drawn[g.looks.visual[i].at.body] = true;
            }
        }
        measure(&g);
        add_flexible(&g);
        add_bodies(&g);
        add_brackets(&g);
        add_planes(&g);
        add_roads(&g);
        add_lines(&g);
        sort_solids(&g);
    }
    tac_distinct_end(&g.names);
    free(g.start);
    free(g.is_drawn);
    free(g.longest);
    return !g.no_memory;
}

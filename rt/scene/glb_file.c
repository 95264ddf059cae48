#include "glb_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/text_output.h"
#include "glb_layout.h"
#include "system/fail.h"

#define MOST_MOTION ((size_t)256 << 20) // bytes of pictures in memory
#define EARLY 1e-6                      // of an interval, that a picture may come before its time

typedef struct glb_file {
    FILE *out;
    tac_scene *scene;
    tac_glb_layout layout;
    tac_pose *pose, *start; // of bodies, now and at the first picture     (n_body)
    float *frame;           // pictures one after the other                (room, width)
    size_t n, room, width;
    double first, interval; // s
    double due;             // intervals from the first picture to the next one
    bool is_extra;          // the last picture is the newest row, before its time
} glb_file;

static bool no_memory(tac_failure *why)
{
    return tac_diag_say_memory(&why->diag, "tactus: not enough memory for the animation");
}

// ---- pictures ------------------------------------------------------------------------------------

static float *put3(float *at, vec3 v)
{
    at[0] = (float)v.x;
    at[1] = (float)v.y;
    at[2] = (float)v.z;
    return at + 3;
}

// Of the two quadruples for a rotation the one next to that of the picture before, so that the way between is the
// short one.
static float *put_rotation(float *at, quat q, const float *before)
{
    const float x[4] = {(float)q.e1, (float)q.e2, (float)q.e3, (float)q.e0};
    float cosine =
        before ? x[0] * before[0] + x[1] * before[1] + x[2] * before[2] + x[3] * before[3] : 1.0F;
    for (int i = 0; i < 4; i++) {
        at[i] = cosine < 0.0F ? -x[i] : x[i];
    }
    return at + 4;
}

static void take(glb_file *g, size_t row, double t)
{
    const tac_scene *c = g->scene;
    float *first = g->frame + row * g->width, *at = first;
    const float *before = row > 0 ? first - g->width : NULL;
    *at++ = (float)(t - g->first);
    for (int i = 0; i < c->n_body + c->n_line; i++) {
        tac_glb_bar bar = {.scale = {0.0, 0.0, 0.0}};
        if (i < c->n_body) {
            bar.at = g->pose[i];
        } else {
            bar = tac_glb_line(&c->line[i - c->n_body], g->pose);
        }
        at = put3(at, bar.at.r);
        at = put_rotation(at, bar.at.q, before ? before + (at - first) : NULL);
        at = i < c->n_body ? at : put3(at, bar.scale);
    }
}

// What is too large for a float would be infinite there.
static bool check(const glb_file *g, size_t row, double t, tac_failure *why)
{
    const tac_scene *c = g->scene;
    const float *x = g->frame + row * g->width + 1;
    for (int i = 0; i < c->n_body + c->n_line; i++) {
        for (int n = i < c->n_body ? 7 : 10; n > 0; n--, x++) {
            if (!isfinite(*x)) {
                return tac_diag_say(&why->diag,
                                    "tactus: glTF has lengths of up to 3.4e+38 m; '%s' is beyond "
                                    "at t = %g s",
                                    i < c->n_body ? c->body_name[i] : c->line[i - c->n_body].name,
                                    t);
            }
        }
    }
    return true;
}

// Every other picture goes.
static void thin_out(glb_file *g)
{
    size_t n = 0;
    for (size_t i = 0; i < g->n; i += 2) {
        memmove(g->frame + n++ * g->width, g->frame + i * g->width, g->width * sizeof *g->frame);
    }
    g->n = n;
    g->interval *= 2.0;
    g->due = (double)n;
}

// Room for one more picture and one that is extra.
static bool make_room(glb_file *g, tac_failure *why)
{
    if (g->n + 2 <= g->room) {
        return true;
    }
    size_t room = g->room > 0 ? 2 * g->room : 64;
    if (room > 64 && room * g->width * sizeof *g->frame > MOST_MOTION) {
        thin_out(g);
        return true;
    }
    float *more = realloc(g->frame, room * g->width * sizeof *g->frame);
    if (!more) {
        return no_memory(why);
    }
    g->frame = more;
    g->room = room;
    return true;
}

// Times that are one as floats would be no animation.
static bool is_later(const glb_file *g, size_t row, double t)
{
    return row == 0 || (float)(t - g->first) > g->frame[(row - 1) * g->width];
}

static bool row(void *context, const tac_simulation *s, double t, tac_failure *why)
{
    glb_file *g = ((tac_view_file *)context)->state;
    if (!make_room(g, why)) {
        return false;
    }
    tac_scene_poses(g->scene, &s->state, g->pose);
    if (g->n == 0) {
        g->first = t;
        memcpy(g->start, g->pose, (size_t)g->scene->n_body * sizeof *g->pose);
    }
    if (!is_later(g, g->n, t)) {
        return true;
    }
    take(g, g->n, t);
    if (!check(g, g->n, t, why)) {
        return false;
    }
    g->is_extra = t - g->first < (g->due - EARLY) * g->interval;
    if (!g->is_extra) {
        g->n++;
        g->due = floor((t - g->first) / g->interval + EARLY) + 1.0;
    }
    return true;
}

// ---- files ---------------------------------------------------------------------------------------

static void put_word(FILE *out, size_t x)
{
    const unsigned char bytes[4] = {(unsigned char)x, (unsigned char)(x >> 8),
                                    (unsigned char)(x >> 16), (unsigned char)(x >> 24)};
    fwrite(bytes, 1, sizeof bytes, out);
}

static void put_geometries(FILE *out, const tac_glb_layout *l)
{
    for (int i = 0; i < l->n_geometry; i++) {
        const tac_mesh *m = l->geometry[i].shape;
        fwrite(m->point, sizeof *m->point, m->n_point, out);
        fwrite(m->corner, sizeof *m->corner, m->n_triangle, out);
    }
}

static void put_column(FILE *out, const glb_file *g, size_t at, size_t width)
{
    for (size_t i = 0; i < g->layout.n_frame; i++) {
        fwrite(g->frame + i * g->width + at, sizeof *g->frame, width, out);
    }
}

static void put_motion(FILE *out, const glb_file *g)
{
    size_t at = 1;
    put_column(out, g, 0, 1);
    for (int i = 0; i < g->scene->n_body + g->scene->n_line; i++) {
        put_column(out, g, at, 3);
        put_column(out, g, at + 3, 4);
        at += 7;
        if (i >= g->scene->n_body) {
            put_column(out, g, at, 3);
            at += 3;
        }
    }
}

// Text and numbers of a layout, with the motion of g if there is one; false without memory.
static bool put_glb(FILE *out, tac_glb_layout *l, const glb_file *g)
{
    tac_json_buffer text = {0};
    if (!tac_json_fill(&text, tac_glb_text, l)) {
        free(text.text);
        return false;
    }
    size_t pad = (size_t)(-text.n & 3), binary = l->geometry_bytes + tac_glb_motion_bytes(l);
    fwrite("glTF", 1, 4, out);
    put_word(out, 2);
    put_word(out, 12 + 8 + (size_t)text.n + pad + (binary > 0 ? 8 + binary : 0));
    put_word(out, (size_t)text.n + pad);
    fwrite("JSON", 1, 4, out);
    fwrite(text.text, 1, (size_t)text.n, out);
    fwrite("   ", 1, pad, out);
    if (binary > 0) {
        put_word(out, binary);
        fwrite("BIN", 1, 4, out);
        put_geometries(out, l);
    }
    if (g) {
        put_motion(out, g);
    }
    free(text.text);
    return true;
}

char *tac_glb_of_mesh(tac_mesh *m, size_t *size)
{
    char none[] = "", *bytes = NULL;
    tac_visual solid = {.at = {.body = TAC_GROUND, .q = {1.0, 0.0, 0.0, 0.0}},
                        .kind = TAC_VISUAL_MESH,
                        .size = {1.0, 1.0, 1.0},
                        .color = {1.0, 1.0, 1.0}};
    int first[2] = {0, 1};
    const tac_scene scene = {.title = none,
                             .first = first,
                             .solid = &solid,
                             .n_solid = 1,
                             .mesh = &m, // only borrowed
                             .n_mesh = 1,
                             .up = {0.0, 1.0, 0.0}};
    tac_glb_layout l;
    FILE *out = open_memstream(&bytes, size);
    bool good = tac_glb_layout_open(&l, &scene) && out && put_glb(out, &l, NULL);
    good = out && fclose(out) == 0 && good;
    tac_glb_layout_close(&l);
    if (!good) {
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

// ---- as a file of an export ----------------------------------------------------------------------

static bool open_file(void *context, const tac_simulation *s, const tac_file_source *files,
                      tac_failure *why)
{
    tac_view_file *f = context;
    glb_file *g = calloc(1, sizeof *g);
    f->state = g;
    if (!g) {
        return no_memory(why);
    }
    g->interval = 1.0 / f->rate;
    g->scene = tac_scene_open(s, files, &why->diag);
    if (!g->scene) {
        return false;
    }
    size_t n = (size_t)g->scene->n_body;
    g->width = 1 + 7 * n + 10 * (size_t)g->scene->n_line;
    g->pose = calloc(n + 1, sizeof *g->pose);
    g->start = calloc(n + 1, sizeof *g->start);
    if (!g->pose || !g->start || !tac_glb_layout_open(&g->layout, g->scene)) {
        return no_memory(why);
    }
    g->out = tac_text_open(f->path);
    return g->out || tac_text_failed(f->path, why);
}

static bool write_all(glb_file *g, tac_failure *why)
{
    g->layout.n_frame = g->n + g->is_extra;
    if (g->layout.n_frame > 0) {
        g->layout.start = g->start;
        g->layout.last = g->frame[(g->layout.n_frame - 1) * g->width];
    }
    return put_glb(g->out, &g->layout, g) || no_memory(why);
}

static bool close_file(void *context, tac_failure *why)
{
    tac_view_file *f = context;
    glb_file *g = f->state;
    bool good = true;
    if (!g) {
        return true;
    }
    if (g->out) {
        good = write_all(g, why);
        good = (tac_text_close(g->out) || tac_text_failed(f->path, why)) && good;
    }
    tac_glb_layout_close(&g->layout);
    tac_scene_close(g->scene);
    free(g->pose);
    free(g->start);
    free(g->frame);
    free(g);
    f->state = NULL;
    return good;
}

void tac_export_glb(tac_export *e, tac_view_file *f)
{
    if (f->path) {
        tac_export_file(e, (tac_export_writer){open_file, row, close_file, f, NULL, NULL});
    }
}

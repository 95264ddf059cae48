#include "svg_file.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"
#include "format/text_output.h"
#include "printable.h"
#include "scene.h"
#include "shot.h"
#include "system/fail.h"

enum { PICTURES = 8, ACROSS = 4, KEPT = 64 };                // KEPT at most, evenly apart
enum { WIDTH = 260, HEIGHT = 220, CAPTION = 24, HEAD = 30 }; // units
#define MARGIN 12.0
#define THIN 0.15   // depth by width of what is looked at straight
#define TRAVELS 2.0 // its way by its size, from which on pictures go along
#define TURNED 0.5  // rad about the vertical
#define RAISED 0.35

typedef struct svg_file {
    FILE *out;
    const char *view; // "x", "y", "z", "oblique"; NULL: by what is seen
    tac_scene *scene;
    double t[KEPT + 1];  // the last one is that of the newest row
    tac_pose *pose;      // of bodies                          (KEPT + 1, n_body)
    int n;               // kept
    int64_t row, stride; // rows so far, and how many of them there are to one that is kept
} svg_file;

static bool no_memory(tac_failure *why)
{
    return tac_diag_say_memory(&why->diag, "tactus: not enough memory for the pictures");
}

static tac_pose *pose_of(const svg_file *g, int i)
{
    return g->pose + (size_t)i * (size_t)g->scene->n_body;
}

// ---- rows ----------------------------------------------------------------------------------------

static void copy_shot(svg_file *g, int to, int from)
{
    g->t[to] = g->t[from];
    memcpy(pose_of(g, to), pose_of(g, from), (size_t)g->scene->n_body * sizeof *g->pose);
}

static bool row(void *context, const tac_simulation *s, double t, tac_failure *why)
{
    svg_file *g = ((tac_view_file *)context)->state;
    (void)why;
    g->t[KEPT] = t;
    tac_scene_poses(g->scene, &s->state, pose_of(g, KEPT));
    if (g->row++ % g->stride != 0) {
        return true;
    }
    if (g->n == KEPT) { // every other one goes
        for (int i = 0; i < KEPT / 2; i++) {
            copy_shot(g, i, 2 * i);
        }
        g->n = KEPT / 2;
        g->stride *= 2;
    }
    copy_shot(g, g->n++, KEPT);
    return true;
}

// ---- pictures ------------------------------------------------------------------------------------

// Shots that are shown, those nearest to instants evenly apart. Returns their number.
static int choose(const svg_file *g, int chosen[PICTURES])
{
    int n = 0;
    double first = g->t[0], last = g->t[KEPT];
    for (int i = 0; i < PICTURES; i++) {
        double wanted = first + (last - first) * i / (PICTURES - 1);
        int best = KEPT;
        for (int k = 0; k < g->n; k++) {
            best = fabs(g->t[k] - wanted) < fabs(g->t[best] - wanted) ? k : best;
        }
        if (n == 0 || g->t[chosen[n - 1]] < g->t[best]) {
            chosen[n++] = best;
        }
    }
    return n;
}

static tac_camera along(vec3 right, vec3 up)
{
    const vec3 toward = {right.y * up.z - right.z * up.y, right.z * up.x - right.x * up.z,
                         right.x * up.y - right.y * up.x};
    return (tac_camera){.right = right, .up = up, .toward = toward, .scale = 1.0};
}

static tac_extent extent(const svg_file *g, const int *chosen, int n, const tac_camera *from)
{
    tac_extent e = {{1e300, 1e300}, {-1e300, -1e300}};
    for (int i = 0; i < n; i++) {
        tac_shot_widen(g->scene, pose_of(g, chosen[i]), from, &e);
    }
    return e;
}

// Turned about the vertical and raised.
static tac_camera oblique(tac_camera c)
{
    const tac_sincos_pair a = tac_sincos(TURNED), b = tac_sincos(RAISED);
    vec3 right = sub3(scale3(a.cos, c.right), scale3(a.sin, c.toward));
    vec3 toward = add3(scale3(a.sin, c.right), scale3(a.cos, c.toward));
    vec3 up = sub3(scale3(b.cos, c.up), scale3(b.sin, toward));
    return along(right, up);
}

// Along a coordinate axis, from its positive end, as --view says; another axis is up where that one is.
static tac_camera along_axis(const svg_file *g, char axis)
{
    const vec3 toward = {axis == 'x', axis == 'y', axis == 'z'};
    vec3 up = g->scene->up;
    if (fabs(dot3(up, toward)) > 0.5) {
        up = toward.y != 0.0 ? (vec3){0.0, 0.0, -1.0} : (vec3){0.0, 1.0, 0.0};
    }
    const vec3 right = {up.y * toward.z - up.z * toward.y, up.z * toward.x - up.x * toward.z,
                        up.x * toward.y - up.y * toward.x};
    return along(right, up);
}

// From where, whatever the scale.
static tac_camera choose_direction(const svg_file *g, const int *chosen, int n)
{
    vec3 up = g->scene->up;
    vec3 one = up.x == 0.0 ? (vec3){1.0, 0.0, 0.0} : (vec3){0.0, 1.0, 0.0};
    tac_camera c = along(one, up);
    tac_camera other = along(scale3(-1.0, c.toward), up);
    tac_extent wide = extent(g, chosen, n, &c), deep = extent(g, chosen, n, &other);
    double width = wide.high[0] - wide.low[0], depth = deep.high[0] - deep.low[0];
    if (depth > width) {
        c = other;
    }
    bool thin = !(fmin(width, depth) > THIN * fmax(width, depth));
    return g->view ? (*g->view == 'o' ? oblique(c) : along_axis(g, *g->view))
           : thin  ? c
                   : oblique(c);
}

static void widest(const tac_extent *e, double size[2])
{
    for (int i = 0; i < 2; i++) {
        size[i] = fmax(size[i], e->high[i] - e->low[i]);
    }
}

static void centre(tac_camera *c, const tac_extent *e)
{
    for (int i = 0; i < 2; i++) {
        c->middle[i] = 0.5 * (e->low[i] + e->high[i]);
    }
}

// One scale for all pictures. Of a mechanism that travels, whose way is much longer than it, each picture has it in its
// middle; else all show the same place.
static void choose_cameras(const svg_file *g, const int *chosen, int n, tac_camera camera[PICTURES])
{
    tac_camera c = choose_direction(g, chosen, n);
    const tac_extent way = extent(g, chosen, n, &c);
    double whole[2] = {0.0, 0.0}, one[2] = {0.0, 0.0}, least = 1e-6 * g->scene->size;
    widest(&way, whole);
    for (int i = 0; i < n; i++) {
        const tac_extent e = extent(g, &chosen[i], 1, &c);
        widest(&e, one);
    }
    bool travels = fmax(whole[0], whole[1]) > TRAVELS * fmax(one[0], one[1]);
    const double *size = travels ? one : whole;
    c.scale = fmin((WIDTH - 2.0 * MARGIN) / fmax(size[0], least),
                   (HEIGHT - 2.0 * MARGIN) / fmax(size[1], least));
    for (int i = 0; i < n; i++) {
        const tac_extent e = extent(g, &chosen[i], 1, &c);
        camera[i] = c;
        centre(&camera[i], travels ? &e : &way);
    }
}

static void put_escaped(FILE *out, const char *text)
{
    for (text = TAC_SHOWN(text); *text != '\0'; text++) {
        const char *name = *text == '<'   ? "&lt;"
                           : *text == '>' ? "&gt;"
                           : *text == '&' ? "&amp;"
                                          : NULL;
        if (name) {
            fputs(name, out);
        } else {
            fputc(*text, out);
        }
    }
}

static bool put_pictures(const svg_file *g, const tac_shot_shapes *shapes)
{
    int chosen[PICTURES], n = g->n > 0 ? choose(g, chosen) : 0;
    int across = n < ACROSS ? n : ACROSS, rows = (n + ACROSS - 1) / ACROSS;
    tac_camera camera[PICTURES];
    choose_cameras(g, chosen, n, camera);
    fprintf(g->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%%\" height=\"100%%\" "
            "fill=\"white\"/>\n<text x=\"%g\" y=\"20\" font-weight=\"bold\">",
            across * WIDTH, HEAD + rows * (HEIGHT + CAPTION), MARGIN);
    put_escaped(g->out, g->scene->title);
    fprintf(g->out,
            "</text>\n<defs><clipPath id=\"picture\"><rect x=\"%d\" y=\"%d\" width=\"%d\" "
            "height=\"%d\"/></clipPath></defs>\n",
            -WIDTH / 2, -HEIGHT / 2, WIDTH, HEIGHT);
    for (int i = 0; i < n; i++) {
        int x = i % ACROSS * WIDTH + WIDTH / 2,
            y = HEAD + i / ACROSS * (HEIGHT + CAPTION) + HEIGHT / 2;
        fprintf(g->out,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">t = %.4g s</text>\n"
                "<g transform=\"translate(%d %d)\"><g clip-path=\"url(#picture)\" "
                "stroke-width=\"0.7\" stroke-linejoin=\"round\">\n",
                x, y + HEIGHT / 2 + 16, g->t[chosen[i]], x, y);
        if (!tac_shot_write(g->out, g->scene, shapes, pose_of(g, chosen[i]), &camera[i], 0.0,
                            0.0)) {
            return false;
        }
        fputs("</g></g>\n", g->out);
    }
    fputs("</svg>\n", g->out);
    return true;
}

// Numbers of pictures have a point whatever the program's language.
static bool write_all(const svg_file *g, tac_failure *why)
{
    tac_shot_shapes shapes;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    bool good = tac_shot_shapes_open(&shapes, g->scene) && plain != (locale_t)0;
    if (good) {
        locale_t before = uselocale(plain);
        good = put_pictures(g, &shapes);
        (void)uselocale(before);
    }
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    tac_shot_shapes_close(&shapes);
    return good || no_memory(why);
}

// ---- as a file of an export ----------------------------------------------------------------------

static bool open_file(void *context, const tac_simulation *s, const tac_file_source *files,
                      tac_failure *why)
{
    tac_view_file *f = context;
    svg_file *g = calloc(1, sizeof *g);
    f->state = g;
    if (!g) {
        return no_memory(why);
    }
    g->stride = 1;
    g->view = f->view;
    g->scene = tac_scene_open(s, files, &why->diag);
    if (!g->scene) {
        return false;
    }
    g->pose = calloc((KEPT + 1) * (size_t)g->scene->n_body, sizeof *g->pose);
    if (!g->pose) {
        return no_memory(why);
    }
    g->out = tac_text_open(f->path);
    return g->out || tac_text_failed(f->path, why);
}

static bool close_file(void *context, tac_failure *why)
{
    tac_view_file *f = context;
    svg_file *g = f->state;
    bool good = true;
    if (!g) {
        return true;
    }
    if (g->out) {
        good = write_all(g, why);
        good = (tac_text_close(g->out) || tac_text_failed(f->path, why)) && good;
    }
    tac_scene_close(g->scene);
    free(g->pose);
    free(g);
    f->state = NULL;
    return good;
}

void tac_export_svg(tac_export *e, tac_view_file *f)
{
    if (f->path) {
        tac_export_file(e, (tac_export_writer){open_file, row, close_file, f, NULL, NULL});
    }
}

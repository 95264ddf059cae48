#define _XOPEN_SOURCE 700
#include "mesh_solid.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mesh.h"

static vec3 at(const double *point, int i)
{
    return (vec3){point[3 * i], point[3 * i + 1], point[3 * i + 2]};
}

// ---- volumes -------------------------------------------------------------------------------------

// Sums of tetrahedra from the first point, with their signs.
tac_robot_solid tac_robot_enclosed(const double *point, const int (*corner)[3], int n)
{
    const vec3 o = n > 0 ? at(point, corner[0][0]) : (vec3){0.0, 0.0, 0.0};
    double volume = 0.0;
    vec3 first = {0.0, 0.0, 0.0};
    double second[6] = {0.0}; // xx yy zz xy xz yz about o
    for (int i = 0; i < n; i++) {
        const vec3 a = sub3(at(point, corner[i][0]), o), b = sub3(at(point, corner[i][1]), o),
                   c = sub3(at(point, corner[i][2]), o), s = add3(a, add3(b, c));
        const double v = dot3(a, cross3(b, c)) / 6.0;
        volume += v;
        first = add3(first, scale3(0.25 * v, s));
        const double p[4][3] = {{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}, {s.x, s.y, s.z}};
        static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
        for (int e = 0; e < 6; e++) {
            double sum = 0.0;
            for (int k = 0; k < 4; k++) {
                sum += p[k][row[e]] * p[k][column[e]];
            }
            second[e] += v / 20.0 * sum;
        }
    }
    if (!(volume > 0.0)) {
        return (tac_robot_solid){0.0, o, {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    }
    const vec3 d = scale3(1.0 / volume, first);
    const double x[3] = {d.x, d.y, d.z};
    double C[6];
    static const int row[6] = {0, 1, 2, 0, 0, 1}, column[6] = {0, 1, 2, 1, 2, 2};
    for (int e = 0; e < 6; e++) {
        C[e] = second[e] - volume * x[row[e]] * x[column[e]];
    }
    const double six[6] = {C[1] + C[2], C[0] + C[2], C[0] + C[1], -C[3], -C[4], -C[5]};
    return (tac_robot_solid){volume, add3(o, d), tac_robot_inertia(six)};
}

// ---- convex hulls --------------------------------------------------------------------------------

typedef struct hull { // grows by a point at a time
    const double *point;
    int (*face)[3];
    int n, capacity;
    double near; // distance from a plane that is none
} hull;

static double above(const hull *h, const int *f, int i)
{
    const vec3 a = at(h->point, f[0]), b = at(h->point, f[1]), c = at(h->point, f[2]);
    return dot3(tac_robot_unit(cross3(sub3(b, a), sub3(c, a))), sub3(at(h->point, i), a));
}

static bool add_face(tac_robot *r, hull *h, int a, int b, int c)
{
    if (h->n == h->capacity) {
        const int more = 2 * h->capacity + 64;
        int(*grown)[3] = tac_robot_take(r, (size_t)more, sizeof *grown);
        if (h->n > 0) {
            memcpy(grown, h->face, (size_t)h->n * sizeof *grown);
        }
        h->face = grown;
        h->capacity = more;
    }
    h->face[h->n][0] = a;
    h->face[h->n][1] = b;
    h->face[h->n++][2] = c;
    return true;
}

// Four points of which none lies in a plane with the others, as four faces.
static bool begin(tac_robot *r, hull *h, int n)
{
    int p[4] = {0, 0, 0, 0};
    double most = 0.0;
    for (int i = 0; i < n; i++) {
        const double d = norm3(sub3(at(h->point, i), at(h->point, 0)));
        p[1] = d > most ? i : p[1];
        most = fmax(most, d);
    }
    h->near = 1e-10 * most;
    const vec3 o = at(h->point, 0), along = tac_robot_unit(sub3(at(h->point, p[1]), o));
    double best = 0.0;
    for (int i = 0; i < n; i++) {
        const double d = norm3(cross3(along, sub3(at(h->point, i), o)));
        p[2] = d > best ? i : p[2];
        best = fmax(best, d);
    }
    double deepest = 0.0;
    for (int i = 0; i < n && best > h->near; i++) {
        const double d = fabs(above(h, p, i));
        p[3] = d > deepest ? i : p[3];
        deepest = fmax(deepest, d);
    }
    if (!(deepest > h->near)) {
        return false;
    }
    if (above(h, p, p[3]) > 0.0) { // the fourth lies below the first three
        const int swap = p[1];
        p[1] = p[2];
        p[2] = swap;
    }
    return add_face(r, h, p[0], p[1], p[2]) && add_face(r, h, p[0], p[3], p[1]) &&
           add_face(r, h, p[1], p[3], p[2]) && add_face(r, h, p[2], p[3], p[0]);
}

static bool has_edge(const hull *h, const bool *is_seen, int n, int a, int b)
{
    for (int f = 0; f < n; f++) {
        for (int k = 0; k < 3 && is_seen[f]; k++) {
            if (h->face[f][k] == a && h->face[f][(k + 1) % 3] == b) {
                return true;
            }
        }
    }
    return false;
}

// Replaces the faces that see a point by a cone over their border.
static void take_point(tac_robot *r, hull *h, int i, bool *is_seen)
{
    const int n = h->n;
    bool any = false;
    for (int f = 0; f < n; f++) {
        is_seen[f] = above(h, h->face[f], i) > h->near;
        any = any || is_seen[f];
    }
    for (int f = 0; f < n && any; f++) {
        for (int k = 0; k < 3 && is_seen[f]; k++) {
            const int a = h->face[f][k], b = h->face[f][(k + 1) % 3];
            if (!has_edge(h, is_seen, n, b, a)) {
                (void)add_face(r, h, a, b, i);
            }
        }
    }
    int kept = 0;
    for (int f = 0; f < h->n && any; f++) {
        if (f >= n || !is_seen[f]) {
            memmove(h->face[kept++], h->face[f], sizeof *h->face);
        }
    }
    h->n = any ? kept : h->n;
}

enum { MOST_POINTS = 2000 }; // of a hull; the work goes with their square

int tac_robot_hull(tac_robot *r, const double *point, int n, int (**corner)[3])
{
    hull h = {.point = point};
    bool *is_seen = tac_robot_take(r, (size_t)8 * (size_t)n + 64, sizeof *is_seen);
    if (n < 4 || !begin(r, &h, n)) {
        return 0;
    }
    for (int i = 0; i < n && h.n < 4 * n + 16; i++) {
        take_point(r, &h, i, is_seen);
    }
    *corner = h.face;
    return h.n;
}

// ---- meshes of MJCF ------------------------------------------------------------------------------

const char *tac_mjcf_mesh_uri(tac_mjcf *m, const char *file)
{
    const char *slash = m->strips_path ? strrchr(file, '/') : NULL;
    file = slash ? slash + 1 : file;
    const size_t n = strlen(m->mesh_dir);
    return file[0] == '/' || n == 0 ? file
                                    : tac_robot_print(m->r, "%s%s%s", m->mesh_dir,
                                                      m->mesh_dir[n - 1] == '/' ? "" : "/", file);
}

// All bytes of a plain file and a zero, to be freed; NULL: errno says why.
static char *read_file(const char *path, size_t *size)
{
    struct stat about;
    const int in = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    char *bytes = NULL;
    if (in >= 0 && fstat(in, &about) == 0 && S_ISREG(about.st_mode) &&
        (uint64_t)about.st_size <= TAC_MESH_BYTES) {
        bytes = calloc((size_t)about.st_size + 1, 1);
        const ssize_t n = bytes ? read(in, bytes, (size_t)about.st_size) : -1;
        *size = n > 0 ? (size_t)n : 0;
    }
    if (in >= 0) {
        (void)close(in);
    }
    return bytes;
}

typedef struct surface {
    double *point; // (3 n_point)
    int (*corner)[3];
    int n_point, n;
} surface;

static surface read_surface(tac_mjcf *m, tac_xml_node *mesh, const char *file)
{
    tac_robot *r = m->r;
    const char *uri = tac_mjcf_mesh_uri(m, file), *path = r->request->path,
               *slash = strrchr(path, '/');
    const char *whole = uri[0] == '/' || !slash
                            ? uri
                            : tac_robot_print(r, "%.*s%s", (int)(slash + 1 - path), path, uri);
    size_t size = 0;
    tac_diag diag = {0};
    char *bytes = read_file(whole, &size);
    tac_mesh *found =
        bytes && tac_mesh_is_named(whole) ? tac_mesh_read(whole, bytes, size, &diag) : NULL;
    free(bytes);
    if (!found && diag.text[0] != '\0') {
        tac_robot_refuse(r, mesh, "a mass follows from a mesh that cannot be read: %.600s",
                         diag.text);
    }
    if (!found) {
        tac_robot_refuse(r, mesh,
                         "a mass follows from mesh '%.200s', which %s; give its body an "
                         "<inertial>, or add the file",
                         file, bytes ? "cannot be read (STL, OBJ and glTF are)" : "is not there");
    }
    surface s = {.n_point = (int)found->n_point, .n = (int)found->n_triangle};
    s.point = tac_pool_take(&r->pool, found->n_point * 3 + 1, sizeof *s.point);
    s.corner = tac_pool_take(&r->pool, found->n_triangle + 1, sizeof *s.corner);
    for (size_t i = 0; s.point && s.corner && i < found->n_point * 3; i++) {
        s.point[i] = (double)found->point[i / 3][i % 3];
    }
    for (size_t i = 0; s.point && s.corner && i < found->n_triangle * 3; i++) {
        s.corner[i / 3][i % 3] = (int)found->corner[i / 3][i % 3];
    }
    tac_mesh_free(found);
    if (!s.point || !s.corner) {
        tac_robot_refuse_memory(r);
    }
    return s;
}

// Points of the file itself, without triangles: their hull.
static surface read_points(tac_mjcf *m, tac_xml_node *mesh, const char *text, const char *faces)
{
    tac_robot *r = m->r;
    const int room = (int)(strlen(text) / 2) + 2;
    surface s = {.point = tac_robot_take(r, (size_t)room, sizeof *s.point)};
    s.n_point = tac_robot_numbers(r, mesh, "'vertex' of <mesh>", text, 12, room, s.point) / 3;
    if (!faces && s.n_point > MOST_POINTS) {
        tac_robot_refuse(r, mesh, "a hull of %d points; %d are the most, add 'face'", s.n_point,
                         MOST_POINTS);
    }
    if (!faces) {
        s.n = tac_robot_hull(r, s.point, s.n_point, &s.corner);
        return s;
    }
    const int most = (int)(strlen(faces) / 2) + 2;
    double *x = tac_robot_take(r, (size_t)most, sizeof *x);
    s.n = tac_robot_numbers(r, mesh, "'face' of <mesh>", faces, 3, most, x) / 3;
    s.corner = tac_robot_take(r, (size_t)s.n, sizeof *s.corner);
    for (int i = 0; i < 3 * s.n; i++) {
        if (!(x[i] >= 0.0 && x[i] < s.n_point)) {
            tac_robot_refuse(r, mesh, "'face' names point %g of %d; correct it", x[i], s.n_point);
        }
        s.corner[i / 3][i % 3] = (int)x[i];
    }
    return s;
}

tac_robot_solid tac_mjcf_mesh_solid(tac_mjcf *m, tac_xml_node *mesh)
{
    const tac_mjcf_element e = tac_mjcf_element_of(m, mesh, "mesh", NULL);
    const char *file = tac_mjcf_text(&e, "file"), *text = tac_mjcf_text(&e, "vertex"),
               *faces = tac_mjcf_text(&e, "face");
    if (!file && !text) {
        tac_robot_refuse(m->r, mesh, "<mesh> has neither 'file' nor 'vertex'; add one");
    }
    double scale[3] = {1.0, 1.0, 1.0}, p[3] = {0.0}, q[4] = {1.0, 0.0, 0.0, 0.0};
    (void)tac_mjcf_values(&e, "scale", 3, 3, scale);
    surface s = file ? read_surface(m, mesh, file) : read_points(m, mesh, text, faces);
    for (int i = 0; i < 3 * s.n_point; i++) {
        s.point[i] *= scale[i % 3];
    }
    tac_robot_solid solid = tac_robot_enclosed(s.point, (const int(*)[3])s.corner, s.n);
    if (scale[0] * scale[1] * scale[2] < 0.0) { // turned inside out
        for (int i = 0; i < s.n; i++) {
            const int swap = s.corner[i][1];
            s.corner[i][1] = s.corner[i][2];
            s.corner[i][2] = swap;
        }
        solid = tac_robot_enclosed(s.point, (const int(*)[3])s.corner, s.n);
    }
    if (!(solid.mass > 0.0)) {
        tac_robot_refuse(m->r, mesh,
                         "the mesh encloses no volume; close it, or give its body an "
                         "<inertial>");
    }
    (void)tac_mjcf_values(&e, "refpos", 3, 3, p);
    (void)tac_mjcf_values(&e, "refquat", 4, 4, q);
    const tac_robot_pose moved = {unitq((quat){q[0], q[1], q[2], q[3]}), {p[0], p[1], p[2]}};
    return tac_robot_solid_in(tac_robot_pose_back(moved), solid);
}

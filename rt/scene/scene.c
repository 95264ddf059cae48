#include "scene.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "default_looks.h"
#include "model_items.h"
#include "system/fail.h"
#include "system/files.h"

static bool no_memory(tac_diag *diag)
{
    return tac_diag_say_memory(diag, "tactus: not enough memory for what the model looks like");
}

// ---- meshes --------------------------------------------------------------------------------------

// The bytes of a plain file and a zero behind them, to be freed.
static char *read_whole(const tac_visual_mesh *m, size_t *size, tac_diag *diag)
{
    FILE *in = tac_open_plain(m->path);
    char *bytes = in ? malloc(TAC_MESH_BYTES + 2) : NULL;
    if (!in || !bytes) {
        (void)tac_diag_say_errno(diag, errno, "%s:%d:%d: file '%.200s' cannot be opened: %s", m->in,
                                 m->line, m->column, m->path, strerror(errno));
    } else {
        *size = fread(bytes, 1, TAC_MESH_BYTES + 1, in);
        bytes[*size] = '\0';
    }
    if (in) {
        fclose(in);
    }
    return bytes;
}

static tac_mesh *read_mesh(const tac_visual_mesh *m, const tac_file_source *files, tac_diag *diag)
{
    size_t size = 0;
    char *bytes = files ? NULL : read_whole(m, &size, diag);
    const char *found = files ? files->find(files->context, m->path, &size) : bytes;
    if (files && !found) {
        (void)tac_diag_say(diag, "%s:%d:%d: the log does not hold the mesh '%.200s'", m->in,
                           m->line, m->column, m->path);
    }
    tac_mesh *mesh = found ? tac_mesh_read(m->path, found, size, diag) : NULL;
    free(bytes);
    return mesh;
}

static bool read_meshes(tac_scene *c, const tac_visuals *looks, const tac_file_source *files,
                        tac_diag *diag)
{
    c->mesh = calloc((size_t)looks->n_mesh + 1, sizeof *c->mesh);
    if (!c->mesh) {
        return no_memory(diag);
    }
    for (; c->n_mesh < looks->n_mesh; c->n_mesh++) {
        c->mesh[c->n_mesh] = read_mesh(&looks->mesh[c->n_mesh], files, diag);
        if (!c->mesh[c->n_mesh]) {
            return false;
        }
    }
    return true;
}

// ---- poses ---------------------------------------------------------------------------------------

void tac_scene_poses(const tac_scene *c, const tac_state *state, tac_pose *body)
{
    int n = c->n_body - c->flexible.n;
    for (int i = 0; i < n; i++) {
        body[i] = (tac_pose){state->body[i].r, state->body[i].p};
    }
    for (int i = 0; i < c->flexible.n; i++) {
        tac_flexible_frame_in(&c->flexible.frame[i], state, &body[n + i].r, &body[n + i].q);
    }
}

tac_frame tac_scene_side(const tac_scene *c, const tac_frame *at)
{
    int i = c->flexible.n > 0 ? tac_flexible_frame_of(&c->flexible, at) : TAC_NONE;
    return i == TAC_NONE ? *at : (tac_frame){c->n_body - c->flexible.n + i, at->s, at->q, 0, false};
}

tac_pose tac_scene_pose(const tac_pose *body, const tac_frame *at)
{
    if (at->body == TAC_GROUND) {
        return (tac_pose){at->s, at->q};
    }
    const tac_pose *b = &body[at->body];
    return (tac_pose){add3(b->r, mul3(rotation(b->q), at->s)), mulq(b->q, at->q)};
}

quat tac_scene_turn(vec3 from, vec3 to)
{
    const quat twice = {1.0 + dot3(from, to), from.y * to.z - from.z * to.y,
                        from.z * to.x - from.x * to.z, from.x * to.y - from.y * to.x};
    double n =
        sqrt(twice.e0 * twice.e0 + twice.e1 * twice.e1 + twice.e2 * twice.e2 + twice.e3 * twice.e3);
    if (n > 1e-9) {
        return (quat){twice.e0 / n, twice.e1 / n, twice.e2 / n, twice.e3 / n};
    }
    // half a turn about an axis across
    const vec3 across =
        fabs(from.x) < 0.7 ? (vec3){0.0, -from.z, from.y} : (vec3){-from.y, from.x, 0.0};
    double l = norm3(across);
    return (quat){0.0, across.x / l, across.y / l, across.z / l};
}

// ---- scene ---------------------------------------------------------------------------------------

static bool copy_names(tac_scene *c, const tac_model_file *f)
{
    int n = f->desc.n_body;
    bool good = tac_flexible_frames_open(&c->flexible, f);
    c->title = strdup(f->title);
    c->body_name = calloc((size_t)n + (size_t)c->flexible.n + 1, sizeof *c->body_name);
    good = good && c->title && c->body_name;
    for (; good && c->n_body < n + c->flexible.n; c->n_body++) {
        int i = c->n_body;
        c->body_name[i] = strdup(i < n ? f->body_name[i] : c->flexible.frame[i - n].name);
        good = c->body_name[i] != NULL;
    }
    return good;
}

static const char *name_of_force(const tac_model_file *f, tac_force_place p)
{
    return tac_model_item_name(f, tac_subject_of_class(p.what), p.element);
}

static bool list_forces(tac_scene *c, const tac_model_file *f)
{
    int n = tac_force_count(&f->desc);
    c->force = calloc((size_t)n + 1, sizeof *c->force);
    for (; c->force && c->n_force < n; c->n_force++) {
        tac_force_place place = tac_force_place_of(&f->desc, c->n_force);
        char *name = strdup(name_of_force(f, place));
        place.at = tac_scene_side(c, &place.at);
        if (!name) {
            return false;
        }
        c->force[c->n_force] = (tac_scene_force){name, place};
    }
    return c->force != NULL;
}

static vec3 find_up(vec3 g)
{
    const double size[3] = {fabs(g.x), fabs(g.y), fabs(g.z)};
    int axis = size[0] > size[1] && size[0] > size[2] ? 0 : size[1] > size[2] ? 1 : 2;
    double sign = (axis == 0 ? g.x : axis == 1 ? g.y : g.z) > 0.0 ? -1.0 : 1.0;
    return (vec3){axis == 0 ? sign : 0.0, axis == 1 ? sign : 0.0, axis == 2 ? sign : 0.0};
}

tac_scene *tac_scene_open(const tac_simulation *s, const tac_file_source *files, tac_diag *diag)
{
    tac_scene *c = calloc(1, sizeof *c);
    const tac_visuals looks = tac_model_file_visuals(s->file);
    if (!c || !copy_names(c, s->file) || !list_forces(c, s->file)) {
        tac_scene_close(c);
        (void)no_memory(diag);
        return NULL;
    }
    c->up = find_up(s->file->desc.gravity);
    if (!read_meshes(c, &looks, files, diag) || !(tac_scene_fill(c, s->file) || no_memory(diag))) {
        tac_scene_close(c);
        return NULL;
    }
    return c;
}

void tac_scene_close(tac_scene *c)
{
    if (!c) {
        return;
    }
    for (int i = 0; i < c->n_body; i++) {
        free(c->body_name[i]);
    }
    for (int i = 0; i < c->n_line; i++) {
        free(c->line[i].name);
    }
    for (int i = 0; i < c->n_force; i++) {
        free(c->force[i].name);
    }
    for (int i = 0; i < c->n_mesh; i++) {
        tac_mesh_free(c->mesh[i]);
    }
    free(c->title);
    free(c->body_name);
    free(c->solid);
    free(c->first);
    free(c->line);
    free(c->force);
    free(c->mesh);
    tac_flexible_frames_close(&c->flexible);
    free(c);
}

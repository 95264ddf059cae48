#include "flexible_frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/distinct_names.h"

static double *copied(const double *x, size_t n)
{
    double *own = calloc(n + 1, sizeof *own);
    if (own && n > 0) {
        memcpy(own, x, n * sizeof *own);
    }
    return own;
}

static bool add(tac_flexible_frames *f, tac_distinct_names *names, const char *name,
                const tac_visual_flexible *v, const tac_modal_point *p, size_t mode)
{
    size_t n = 3 * (size_t)v->modal->n;
    tac_flexible_frame *to = &f->frame[f->n++];
    *to = (tac_flexible_frame){.name = tac_distinct_name(names, name),
                               .body = v->body,
                               .n = v->modal->n,
                               .mode = mode,
                               .s = p->s,
                               .phi = copied(p->phi, n),
                               .psi = copied(p->psi, n)};
    return to->name && to->phi && to->psi;
}

static bool add_body(tac_flexible_frames *f, tac_distinct_names *names, const char *body,
                     const tac_visual_flexible *v, size_t mode)
{
    char name[600];
    f->first[v->body] = f->n;
    for (int i = 0; i < v->modal->n_point; i++) {
        (void)snprintf(name, sizeof name, "%.280s.%.280s", body, v->name[i]);
        if (!add(f, names, name, v, &v->modal->point[i], mode)) {
            return false;
        }
    }
    for (int i = 0; i < v->modal->n_station; i++) {
        (void)snprintf(name, sizeof name, "%.280s.%d", body, i + 1);
        if (!add(f, names, name, v, &v->modal->station[i], mode)) {
            return false;
        }
    }
    return true;
}

bool tac_flexible_frames_open(tac_flexible_frames *f, const tac_model_file *file)
{
    const tac_visuals looks = tac_model_file_visuals(file);
    int n = 0;
    *f = (tac_flexible_frames){.n_body = file->desc.n_body};
    for (int i = 0; i < looks.n_flexible; i++) {
        n += looks.flexible[i].modal->n_point + looks.flexible[i].modal->n_station;
    }
    f->frame = calloc((size_t)n + 1, sizeof *f->frame);
    f->first = calloc((size_t)f->n_body + 1, sizeof *f->first);
    bool good = f->frame && f->first;
    tac_distinct_names names = {NULL};
    for (int i = 0; good && i < f->n_body; i++) {
        f->first[i] = TAC_NONE;
        good = n == 0 || tac_distinct_take(&names, file->body_name[i]);
    }
    for (int i = 0; good && i < looks.n_flexible; i++) {
        const tac_visual_flexible *v = &looks.flexible[i];
        good = add_body(f, &names, file->body_name[v->body], v, 3 * f->n_mode);
        f->n_mode += (size_t)v->modal->n;
    }
    tac_distinct_end(&names);
    return good;
}

void tac_flexible_frames_close(tac_flexible_frames *f)
{
    for (int i = 0; i < f->n; i++) {
        free(f->frame[i].name);
        free(f->frame[i].phi);
        free(f->frame[i].psi);
    }
    free(f->frame);
    free(f->first);
    *f = (tac_flexible_frames){0};
}

// ---- poses ---------------------------------------------------------------------------------------

static vec3 moved(const double *shape, int n, const double *q)
{
    double sum[3] = {0.0, 0.0, 0.0};
    for (int k = 0; k < 3; k++, shape += n) {
        for (int j = 0; j < n; j++) {
            sum[k] += shape[j] * q[j];
        }
    }
    return (vec3){sum[0], sum[1], sum[2]};
}

void tac_flexible_frame_at(const tac_flexible_frame *f, vec3 r, quat p, const double *q, vec3 *to_r,
                           quat *to_p)
{
    const vec3 still = {0.0, 0.0, 0.0};
    vec3 u = q ? scale3(0.5, moved(f->psi, f->n, q)) : still;
    vec3 s = q ? add3(f->s, moved(f->phi, f->n, q)) : f->s;
    *to_r = add3(r, mul3(rotation(p), s));
    *to_p = mulq(p, unitq((quat){1.0, u.x, u.y, u.z}));
}

void tac_flexible_frame_in(const tac_flexible_frame *f, const tac_state *s, vec3 *to_r, quat *to_p)
{
    const tac_body_state *b = &s->body[f->body];
    tac_flexible_frame_at(f, b->r, b->p, s->mode + f->mode, to_r, to_p);
}

static double *put_pose(double *to, vec3 r, quat p)
{
    const double pose[] = {r.x, r.y, r.z, p.e0, p.e1, p.e2, p.e3};
    memcpy(to, pose, sizeof pose);
    return to + sizeof pose / sizeof *pose;
}

double *tac_put_poses(const tac_flexible_frames *f, const tac_state *s, double *to)
{
    for (int i = 0; i < f->n_body; i++) {
        to = put_pose(to, s->body[i].r, s->body[i].p);
    }
    for (int i = 0; i < f->n; i++) {
        vec3 r;
        quat p;
        tac_flexible_frame_in(&f->frame[i], s, &r, &p);
        to = put_pose(to, r, p);
    }
    return to;
}

int tac_flexible_frame_of(const tac_flexible_frames *f, const tac_frame *at)
{
    bool is_flexible = at->body != TAC_GROUND && f->first[at->body] != TAC_NONE;
    return is_flexible ? f->first[at->body] + at->interface : TAC_NONE;
}

int tac_flexible_frames_along(const tac_flexible_frames *f, int body, int *frame, int most)
{
    int n = 0;
    for (int i = f->first[body]; i < f->n && f->frame[i].body == body && n < most; i++) {
        int k = n++;
        for (; k > 0 && f->frame[frame[k - 1]].s.x > f->frame[i].s.x; k--) {
            frame[k] = frame[k - 1];
        }
        frame[k] = i;
    }
    return n;
}

#include "page_text.h"

#include <stdlib.h>

#include "format/base64.h"

static const char *const kind_name[] = {[TAC_VISUAL_BOX] = "box",
                                        [TAC_VISUAL_CYLINDER] = "cylinder",
                                        [TAC_VISUAL_SPHERE] = "sphere",
                                        [TAC_VISUAL_CAPSULE] = "capsule",
                                        [TAC_VISUAL_MESH] = "mesh"};

static void put_numbers(tac_json *j, const char *key, const double *x, int n)
{
    tac_json_open(j, key, '[');
    for (int i = 0; i < n; i++) {
        tac_json_real(j, NULL, x[i]);
    }
    tac_json_close(j, ']');
}

static void put_vector(tac_json *j, const char *key, vec3 v)
{
    put_numbers(j, key, (const double[]){v.x, v.y, v.z}, 3);
}

static int body_of(const tac_frame *at)
{
    return at->body == TAC_GROUND ? -1 : at->body;
}

static void put_solid(tac_json *j, const tac_visual *v)
{
    const quat q = v->at.q;
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "body", body_of(&v->at));
    tac_json_text(j, "kind", kind_name[v->kind]);
    put_vector(j, "size", v->size);
    put_vector(j, "r", v->at.s);
    put_numbers(j, "q", (const double[]){q.e0, q.e1, q.e2, q.e3}, 4);
    put_numbers(j, "color", v->color, 3);
    tac_json_whole(j, "mesh", v->kind == TAC_VISUAL_MESH ? v->mesh : -1);
    tac_json_close(j, '}');
}

static void put_end(tac_json *j, const char *key, const tac_frame *at)
{
    tac_json_open(j, key, '{');
    tac_json_whole(j, "body", body_of(at));
    put_vector(j, "r", at->s);
    tac_json_close(j, '}');
}

static void put_line(tac_json *j, const tac_scene_line *l)
{
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", l->name);
    put_end(j, "a", &l->a);
    put_end(j, "b", &l->b);
    tac_json_real(j, "radius", l->radius);
    put_numbers(j, "color", l->color, 3);
    tac_json_close(j, '}');
}

static void put_force(tac_json *j, const tac_scene_force *f)
{
    static const char *const kind[] = {
        [TAC_JOINTS] = "joint",       [TAC_SPRINGS] = "spring",   [TAC_BUSHINGS] = "bushing",
        [TAC_FRICTIONS] = "friction", [TAC_CONTACTS] = "contact", [TAC_LAWS] = "law"};
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "name", f->name);
    tac_json_text(j, "kind", kind[f->place.what]);
    tac_json_whole(j, "body", body_of(&f->place.at));
    put_vector(j, "r", f->place.at.s);
    tac_json_real(j, "radius", f->place.radius);
    tac_json_close(j, '}');
}

static void put_push(tac_json *j, const tac_scene_push *p)
{
    tac_json_open(j, NULL, '{');
    tac_json_whole(j, "body", body_of(&p->at));
    put_vector(j, "r", p->at.s);
    tac_json_real(j, "force", p->force);
    tac_json_real(j, "torque", p->torque);
    tac_json_open(j, "inputs", '[');
    for (int k = 0; k < 6 && p->input[k]; k++) {
        tac_json_text(j, NULL, p->input[k]);
    }
    tac_json_close(j, ']');
    tac_json_close(j, '}');
}

static void put_bytes(tac_json *j, const char *key, const void *bytes, size_t size)
{
    char *text = tac_base64(bytes, size);
    tac_json_text(j, key, text ? text : "");
    free(text);
}

static void put_mesh(tac_json *j, const tac_mesh *m)
{
    tac_json_open(j, NULL, '{');
    put_bytes(j, "points", m->point, m->n_point * sizeof *m->point);
    put_bytes(j, "corners", m->corner, m->n_triangle * sizeof *m->corner);
    tac_json_close(j, '}');
}

static void put_pushes(tac_json *j, const tac_scene *c)
{
    if (c->n_push == 0) {
        return;
    }
    tac_json_open(j, "pushes", '[');
    for (int i = 0; i < c->n_push; i++) {
        put_push(j, &c->push[i]);
    }
    tac_json_close(j, ']');
}

void tac_put_page_scene(tac_json *j, void *scene)
{
    const tac_scene *c = scene;
    tac_json_open(j, NULL, '{');
    tac_json_text(j, "title", c->title);
    put_vector(j, "up", c->up);
    tac_json_real(j, "size", c->size);
    tac_json_open(j, "bodies", '[');
    for (int i = 0; i < c->n_body; i++) {
        tac_json_text(j, NULL, c->body_name[i]);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "solids", '[');
    for (int i = 0; i < c->n_solid; i++) {
        put_solid(j, &c->solid[i]);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "lines", '[');
    for (int i = 0; i < c->n_line; i++) {
        put_line(j, &c->line[i]);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "forces", '[');
    for (int i = 0; i < c->n_force; i++) {
        put_force(j, &c->force[i]);
    }
    tac_json_close(j, ']');
    tac_json_open(j, "meshes", '[');
    for (int i = 0; i < c->n_mesh; i++) {
        put_mesh(j, c->mesh[i]);
    }
    tac_json_close(j, ']');
    put_pushes(j, c);
    tac_json_close(j, '}');
}

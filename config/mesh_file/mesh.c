#define _XOPEN_SOURCE 700
#include "mesh.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "gltf.h"
#include "mesh_reader.h"
#include "obj.h"
#include "stl.h"
#include "text_mode.h"

typedef struct kind {
    const char *end;
    bool (*read)(tac_mesh_reader *r);
} kind;

static const kind kinds[] = {{".stl", tac_mesh_read_stl},
                             {".obj", tac_mesh_read_obj},
                             {".glb", tac_mesh_read_gltf},
                             {".gltf", tac_mesh_read_gltf}};

static const kind *kind_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof kinds / sizeof *kinds; i++) {
        if (strcasecmp(dot, kinds[i].end) == 0) {
            return &kinds[i];
        }
    }
    return NULL;
}

bool tac_mesh_is_named(const char *path)
{
    return kind_of(path) != NULL;
}

static bool read_kind(tac_mesh_reader *r)
{
    const kind *k = kind_of(r->path);
    if (!k) {
        return tac_mesh_refuse(r, 1,
                               "no mesh by its name; it must end in .stl, .obj, .glb or .gltf");
    }
    if (r->size > TAC_MESH_BYTES) {
        return tac_mesh_refuse(r, 1, "the mesh has more than %d MiB; make it coarser",
                               (int)(TAC_MESH_BYTES >> 20));
    }
    return k->read(r) && (r->mesh->n_triangle > 0 ||
                          tac_mesh_refuse(r, 1, "the mesh has no triangles; export them as well"));
}

tac_mesh *tac_mesh_read(const char *path, const char *bytes, size_t size, tac_diag *diag)
{
    tac_mesh_reader r = {.path = path, .text = bytes, .size = size, .diag = diag};
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    bool good = false;
    r.mesh = calloc(1, sizeof *r.mesh);
    if (!r.mesh || plain == (locale_t)0) {
        tac_diag_no_memory(diag, "%.400s:1:1: out of memory; free some", path);
    } else {
        locale_t before = uselocale(plain);
        tac_text_mode callers = tac_set_text_mode();
        good = read_kind(&r);
        tac_restore_text_mode(callers);
        (void)uselocale(before);
    }
    if (plain != (locale_t)0) {
        freelocale(plain);
    }
    if (!good) {
        tac_mesh_free(r.mesh);
        return NULL;
    }
    return r.mesh;
}

void tac_mesh_free(tac_mesh *m)
{
    if (m) {
        free(m->point);
        free(m->corner);
        free(m);
    }
}

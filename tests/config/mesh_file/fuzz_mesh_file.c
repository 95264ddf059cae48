// fuzz: seeds=tests/config/meshes
// libFuzzer target: any bytes as a mesh, of each kind. Nothing may crash or leak, a refusal is exactly one line,
// and what is read has corners that are there.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(const tac_mesh *m)
{
    for (size_t i = 0; i < m->n_point; i++) {
        for (int k = 0; k < 3; k++) {
            if (!isfinite(m->point[i][k])) {
                abort();
            }
        }
    }
    for (size_t i = 0; i < m->n_triangle; i++) {
        for (int k = 0; k < 3; k++) {
            if (m->corner[i][k] >= m->n_point) {
                abort();
            }
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = {"fuzz.stl", "fuzz.obj", "fuzz.glb"};
    char *text = malloc(size + 1);
    if (!text) {
        return 0;
    }
    if (size > 0) {
        memcpy(text, data, size);
    }
    text[size] = '\0';
    for (int i = 0; i < 3; i++) {
        tac_diag diag = {0};
        tac_mesh *m = tac_mesh_read(names[i], text, size, &diag);
        if ((!m) != (diag.text[0] != '\0') || strchr(diag.text, '\n') ||
            (!m && strncmp(diag.text, "fuzz.", 5) != 0)) {
            abort();
        }
        if (m) {
            look_at(m);
        }
        tac_mesh_free(m);
    }
    free(text);
    return 0;
}

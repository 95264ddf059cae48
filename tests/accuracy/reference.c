#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_LENGTH 16384 // the widest file has 112 columns of 25 characters

// Prefixes of included models do not count.
static int index_of(const char *name, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        const char *tail = strrchr(names[i], '/');
        if (strcmp(tail ? tail + 1 : names[i], name) == 0) {
            return i;
        }
    }
    return -1;
}

static column sensor_column(const char *name, int element, const tac_model_file *file,
                            const tac_model *model)
{
    // outputs of the sensors before it come first
    int sensor = index_of(name, file->sensor_name, file->desc.n_sensor), first = 0;
    if (sensor < 0 || element >= tac_sensor_width(model, sensor)) {
        return (column){COLUMN_SENSOR, -1, 0};
    }
    for (int i = 0; i < sensor; i++) {
        first += tac_sensor_width(model, i);
    }
    return (column){COLUMN_SENSOR, first + element, 0};
}

// Index -1 in the result: the model has no such thing.
static column resolve(char *name, const tac_model_file *file, const tac_model *model, int planar)
{
    static const char *const special[] = {"t", "E_kin", "E_pot", "E_tot", "cos_phi"};
    static const column special_column[] = {{COLUMN_IGNORED, 0, 0},
                                            {COLUMN_ENERGY, 0, 0},
                                            {COLUMN_ENERGY, 0, 1},
                                            {COLUMN_ENERGY, 0, 2},
                                            {COLUMN_REGULAR, 0, 0}};
    static const char *const state[] = {"x",  "y",  "z",  "e0", "e1", "e2", "e3",
                                        "vx", "vy", "vz", "wx", "wy", "wz"};
    static const char *const load[] = {"fx", "fy", "fz"};
    int i = index_of(name, special, 5);
    if (i >= 0) {
        return special_column[i];
    }

    // SENSOR[i], or the part after the last underscore of BODY_x and JOINT_fx
    char *bracket = strchr(name, '['), *part = strrchr(name, '_');
    if (bracket) {
        *bracket = '\0';
        return sensor_column(name, atoi(bracket + 1), file, model);
    }
    if (!part) {
        return (column){COLUMN_STATE, -1, 0};
    }
    *part++ = '\0';
    if ((i = index_of(part, state, 13)) >= 0) {
        return (column){COLUMN_STATE, index_of(name, file->body_name, file->desc.n_body), i};
    }
    i = index_of(part, load, 3);
    column_kind kind = planar && i == 2 ? COLUMN_IGNORED : COLUMN_LOAD;
    return (column){kind, i < 0 ? -1 : index_of(name, file->joint_name, file->desc.n_joint), i};
}

static int read_header(reference *ref, char *line, const char *path, const tac_model_file *file,
                       const tac_model *model, int planar)
{
    ref->n_column = 1;
    for (const char *c = line; *c; c++) {
        ref->n_column += *c == ',';
    }
    ref->columns = malloc((size_t)ref->n_column * sizeof *ref->columns);
    char *name = strtok(line, ",\n");
    for (int j = 0; j < ref->n_column && name; j++, name = strtok(NULL, ",\n")) {
        ref->columns[j] = resolve(name, file, model, planar);
        if (ref->columns[j].index < 0) {
            fprintf(stderr, "%s: column %d (%s): the model has no such name\n", path, j + 1, name);
            return 0;
        }
    }
    return 1;
}

int reference_read(reference *ref, const char *path, const tac_model_file *file,
                   const tac_model *model, int planar)
{
    static char line[LINE_LENGTH];
    *ref = (reference){0};
    FILE *in = fopen(path, "r");
    if (!in || !fgets(line, sizeof line, in)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 0;
    }
    int good = read_header(ref, line, path, file, model, planar);
    while (good && fgets(line, sizeof line, in)) {
        // one more row
        size_t first = (size_t)ref->n_row * (size_t)ref->n_column;
        ref->value = realloc(ref->value, (first + (size_t)ref->n_column) * sizeof *ref->value);
        char *at = line;
        for (int j = 0; j < ref->n_column; j++, at += *at == ',') {
            ref->value[first + (size_t)j] = strtod(at, &at);
        }
        ref->n_row++;
    }
    fclose(in);
    return good;
}

void reference_free(reference *ref)
{
    free(ref->value);
    free(ref->columns);
}

double reference_observe(const column *c, const tac_model *m, const tac_state *s,
                         const tac_report *r, const double *sensed)
{
    switch (c->kind) {
    case COLUMN_STATE: {
        vec3 x = s->body[c->index].r, v = s->body[c->index].v, w = s->body[c->index].w;
        quat p = s->body[c->index].p;
        return (double[]){
            x.x, x.y, x.z, p.e0, p.e1, p.e2, p.e3, v.x, v.y, v.z, w.x, w.y, w.z}[c->part];
    }
    case COLUMN_SENSOR:
        return sensed[c->index];
    case COLUMN_LOAD: {
        double load[6];
        tac_joint_reaction(m, s, c->index, load);
        return load[c->part];
    }
    case COLUMN_ENERGY:
        return (double[]){r->kinetic, r->potential, r->kinetic + r->potential}[c->part];
    case COLUMN_IGNORED:
    case COLUMN_REGULAR:
        break;
    }
    return 0.0;
}

#include "reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contender.h"
#include "measure.h"

enum { LINE_SIZE = 16384, MOST_COLUMNS = 256 };

#define REFERENCE_ACCURACY 1e-10

// ---- files -------------------------------------------------------------------------------------

// Which coordinate a column holds, -1: something else. NAME_x or NAME[0] of a body.
static int slot_of(const mechanism *m, const char *column)
{
    for (int i = 0; i < m->outline.n_body; i++) {
        const char *name = m->outline.body[i].name;
        size_t n = strlen(name);
        if (strncmp(column, name, n) != 0) {
            continue;
        }
        for (int k = 0; k < 3; k++) {
            const char plain[] = {'_', (char)('x' + k), '\0'};
            const char sensor[] = {'[', (char)('0' + k), ']', '\0'};
            if (strcmp(column + n, plain) == 0 || strcmp(column + n, sensor) == 0) {
                return 3 * i + k;
            }
        }
    }
    return -1;
}

// Puts one row where it belongs; times between those of the grid are left out.
static void put_row(reference *ref, const mechanism *m, const int *slot, int n_column, char *line)
{
    double t = strtod(line, &line), at = t / m->of->grid;
    int time = (int)(at + 0.5);
    if (time >= ref->n || fabs(at - time) > 1e-6) {
        return;
    }
    double *row = ref->r + (size_t)time * 3 * (size_t)m->outline.n_body;
    for (int j = 1; j < n_column && *line == ','; j++) {
        double x = strtod(line + 1, &line);
        if (slot[j] >= 0) {
            row[slot[j]] = x;
        }
    }
}

static int read_file(reference *ref, const mechanism *m, FILE *f)
{
    static char line[LINE_SIZE];
    int slot[MOST_COLUMNS], n = 0;
    if (!fgets(line, sizeof line, f)) {
        return 0;
    }
    for (char *name = strtok(line, ",\n"); name && n < MOST_COLUMNS; name = strtok(NULL, ",\n")) {
        slot[n++] = slot_of(m, name);
    }
    while (fgets(line, sizeof line, f)) {
        put_row(ref, m, slot, n, line);
    }
    return 1;
}

// At least one body is known at every time.
static int complete(const reference *ref, int n_body)
{
    size_t n = 3 * (size_t)n_body;
    for (int k = 0; k < ref->n; k++) {
        int known = 0;
        for (size_t i = 0; i < n; i++) {
            known += isfinite(ref->r[(size_t)k * n + i]);
        }
        if (known < 3) {
            return 0;
        }
    }
    return 1;
}

static int from_file(reference *ref, const mechanism *m, char why[WHY_SIZE])
{
    char path[128];
    snprintf(path, sizeof path, "tests/reference/%s.csv", m->of->reference);
    FILE *f = fopen(path, "r");
    int good = f && read_file(ref, m, f) && complete(ref, m->outline.n_body);
    if (f) {
        fclose(f);
    }
    if (!good) {
        snprintf(why, WHY_SIZE, "%s: cannot be read, or has not all times", path);
    }
    return good;
}

// ---- interface ---------------------------------------------------------------------------------

int reference_make(reference *ref, const mechanism *m, char why[WHY_SIZE])
{
    size_t n_body = (size_t)m->outline.n_body;
    *ref = (reference){.n = 1 + (int)(m->of->horizon / m->of->grid + 0.5)};
    size_t size = (size_t)ref->n * 3 * n_body;
    ref->r = malloc(size * sizeof *ref->r);
    if (!ref->r) {
        snprintf(why, WHY_SIZE, "not enough memory");
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        ref->r[i] = NONE;
    }
    return m->of->reference ? from_file(ref, m, why)
                            : measure_solve(m, &simbody_contenders[n_simbody_contenders - 1],
                                            REFERENCE_ACCURACY, ref->r, why);
}

void reference_free(reference *ref)
{
    free(ref->r);
    *ref = (reference){0};
}

double reference_distance(const reference *ref, int time, const double *x, int n_body)
{
    const double *at = ref->r + (size_t)time * 3 * (size_t)n_body;
    double worst = 0.0;
    for (int i = 0; i < 3 * n_body; i += 3) {
        double d = hypot(hypot(x[i] - at[i], x[i + 1] - at[i + 1]), x[i + 2] - at[i + 2]);
        if (!isfinite(x[i] + x[i + 1] + x[i + 2])) {
            return NONE;
        }
        worst = d > worst ? d : worst; // what is not known does not compare
    }
    return worst;
}

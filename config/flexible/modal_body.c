#include "modal_body.h"

#include <math.h>
#include <string.h>

#define NATIVE 1e-8      // of what a mode that moves the body has
#define CLEARLY 1.000001 // more than rounding

static double *take(tac_pool *pool, size_t n)
{
    return tac_pool_take(pool, n, sizeof(double));
}

bool tac_modal_take(tac_pool *pool, int n, int n_point, tac_modal *out)
{
    size_t w = (size_t)n;
    out->n = n;
    out->n_point = n_point;
    out->n_shown = n;
    out->omega = take(pool, w);
    out->Ct = take(pool, 3 * w);
    out->I = take(pool, 9 * w);
    out->S = take(pool, 6 * w * w);
    out->shown = take(pool, w * w);
    out->point = tac_pool_take(pool, (size_t)n_point, sizeof *out->point);
    bool good = out->omega && out->Ct && out->I && out->S && out->shown && out->point;
    for (int i = 0; good && i < n_point; i++) {
        out->point[i].phi = take(pool, 3 * w);
        out->point[i].psi = take(pool, 3 * w);
        good = out->point[i].phi && out->point[i].psi;
    }
    for (size_t i = 0; good && i < w; i++) {
        out->shown[i * w + i] = 1.0;
    }
    return good;
}

void tac_modal_add_mass(tac_modal *m, double dm, vec3 s, const double *N)
{
    static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
    const double at[3] = {s.x, s.y, s.z};
    size_t n = (size_t)m->n;
    for (size_t l = 0; l < 3; l++) {
        for (size_t j = 0; j < n; j++) {
            m->Ct[l * n + j] += dm * N[l * n + j];
            for (size_t k = 0; k < 3; k++) {
                m->I[(3 * k + l) * n + j] += dm * at[k] * N[l * n + j];
            }
        }
    }
    for (size_t b = 0; b < 6; b++) {
        const double *Nk = N + (size_t)pair[b][0] * n, *Nl = N + (size_t)pair[b][1] * n;
        double *S = m->S + b * n * n;
        for (size_t i = 0; i < n; i++) {
            for (size_t j = 0; j < n; j++) {
                S[i * n + j] += dm * Nk[i] * Nl[j];
            }
        }
    }
}

double tac_modal_mass(const tac_modal *m, int i, int j)
{
    size_t n = (size_t)m->n, nn = n * n, at = (size_t)i * n + (size_t)j;
    return m->S[at] + m->S[nn + at] + m->S[2 * nn + at];
}

// ---- signs ---------------------------------------------------------------------------------------

static void turn(double *row, size_t rows, size_t n, size_t mode)
{
    for (size_t k = 0; k < rows; k++) {
        row[k * n + mode] = -row[k * n + mode];
    }
}

static void turn_integrals(size_t n, size_t j, double *Ct, double *I, double *all_S)
{
    turn(Ct, 3, n, j);
    turn(I, 9, n, j);
    for (size_t b = 0; b < 6; b++) {
        double *S = all_S + b * n * n;
        turn(S, n, n, j); // its column, then its row; the diagonal twice
        for (size_t i = 0; i < n; i++) {
            S[j * n + i] = -S[j * n + i];
        }
    }
}

static void turn_points(const tac_modal_point *point, int n_point, size_t n, size_t j)
{
    for (int i = 0; i < n_point; i++) {
        const tac_flex_part_desc *part = point[i].beyond;
        turn(point[i].phi, 3, n, j);
        turn(point[i].psi, 3, n, j);
        if (part) {
            turn_integrals(n, j, (double *)part->Ct, (double *)part->I, (double *)part->S);
        }
    }
}

static void turn_mode(tac_modal *m, size_t j)
{
    size_t n = (size_t)m->n;
    turn_integrals(n, j, m->Ct, m->I, m->S);
    turn_points(m->point, m->n_point, n, j);
    turn_points(m->station, m->n_station, n, j);
}

void tac_modal_fix_signs(tac_modal *m)
{
    size_t n = (size_t)m->n;
    const tac_modal_point *first = &m->point[0];
    double scale = m->length > 0.0 ? m->length : 1.0;
    for (size_t j = 0; j < n; j++) {
        double largest = 0.0, deciding = 0.0;
        for (size_t k = 0; k < 6; k++) {
            double x = k < 3 ? first->phi[k * n + j] : scale * first->psi[(k - 3) * n + j];
            if (fabs(x) > CLEARLY * largest) {
                largest = fabs(x);
                deciding = x;
            }
        }
        if (deciding < 0.0) {
            turn_mode(m, j);
        }
    }
}

// ---- native form ---------------------------------------------------------------------------------

bool tac_modal_clean_native(tac_modal *m)
{
    size_t n = (size_t)m->n;
    double translation = NATIVE * sqrt(m->mass),
           rotation = NATIVE * sqrt(m->J[0] + m->J[1] + m->J[2]);
    m->is_native = false;
    for (size_t i = 0; i < 3 * n; i++) {
        if (!(fabs(m->Ct[i]) <= translation)) {
            return false;
        }
    }
    for (size_t k = 0; k < 3; k++) {
        for (size_t l = k + 1; l < 3; l++) {
            for (size_t j = 0; j < n; j++) {
                if (!(fabs(m->I[(3 * k + l) * n + j] - m->I[(3 * l + k) * n + j]) <= rotation)) {
                    return false;
                }
            }
        }
    }
    memset(m->Ct, 0, 3 * n * sizeof *m->Ct);
    for (size_t k = 0; k < 3; k++) {
        for (size_t l = k + 1; l < 3; l++) {
            for (size_t j = 0; j < n; j++) {
                double *a = &m->I[(3 * k + l) * n + j], *b = &m->I[(3 * l + k) * n + j];
                *a = *b = 0.5 * (*a + *b);
            }
        }
    }
    m->is_native = true;
    return true;
}

// ---- other shapes --------------------------------------------------------------------------------

static void recombine_rows(size_t rows, size_t n, size_t to, const double *old, const double *V,
                           double *new)
{
    for (size_t k = 0; k < rows; k++) {
        for (size_t j = 0; j < to; j++) {
            double sum = 0.0;
            for (size_t i = 0; i < n; i++) {
                sum += old[k * n + i] * V[i * to + j];
            }
            new[k * to + j] = sum;
        }
    }
}

bool tac_modal_recombine(tac_pool *pool, const tac_modal *old, const double *V, int n_new,
                         tac_modal *out)
{
    size_t n = (size_t)old->n, to = (size_t)n_new;
    tac_modal new = *old;
    double *half = take(pool, n * to);
    if (!half || !tac_modal_take(pool, n_new, old->n_point, &new)) {
        return false;
    }
    new.n_shown = old->n_shown;
    new.shown = take(pool, (size_t)old->n_shown * to);
    if (!new.shown) {
        return false;
    }
    recombine_rows(3, n, to, old->Ct, V, new.Ct);
    recombine_rows(9, n, to, old->I, V, new.I);
    recombine_rows((size_t)old->n_shown, n, to, old->shown, V, new.shown);
    for (int i = 0; i < old->n_point; i++) {
        new.point[i].name = old->point[i].name;
        new.point[i].s = old->point[i].s;
        recombine_rows(3, n, to, old->point[i].phi, V, new.point[i].phi);
        recombine_rows(3, n, to, old->point[i].psi, V, new.point[i].psi);
    }
    for (size_t b = 0; b < 6; b++) {
        recombine_rows(n, n, to, old->S + b * n * n, V, half);
        for (size_t i = 0; i < to; i++) {
            for (size_t j = 0; j < to; j++) {
                double sum = 0.0;
                for (size_t k = 0; k < n; k++) {
                    sum += V[k * to + i] * half[k * to + j];
                }
                new.S[b * to * to + i * to + j] = sum;
            }
        }
    }
    *out = new;
    return true;
}

void tac_modal_measure(tac_modal *m)
{
    m->length = 0.0;
    for (int i = 0; i < m->n_point; i++) {
        for (int j = 0; j < i; j++) {
            double d = norm3(sub3(m->point[i].s, m->point[j].s));
            m->length = d > m->length ? d : m->length;
        }
    }
}

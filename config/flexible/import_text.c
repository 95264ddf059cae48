#define _GNU_SOURCE
#include "import_text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "modal_body.h"
#include "reader/expr.h"
#include "reader/texts.h"
#include "symmetric.h"
#include "text_mode.h"

#define INDEPENDENT 1e-10 // what shapes before a shape must leave of it, squared
#define SOFTEST 1e-12     // of the largest frequency squared: below it is rigid motion
#define COUPLED 1e-6      // damping between two modes, by their own

// ---- lines ---------------------------------------------------------------------------------------

bool tac_import_refuse(tac_import_text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(t->diag, t->path, t->number > 0 ? t->number : 1, 1, format, arguments);
    va_end(arguments);
    return false;
}

bool tac_import_no_memory(tac_import_text *t)
{
    if (t->pool && t->pool->is_full) {
        return tac_import_refuse(t, TAC_IMPORT_TOO_LARGE, (int)(TAC_IMPORT_MEMORY >> 30));
    }
    tac_diag_no_memory(t->diag, "%.400s:1:1: out of memory; free some", t->path);
    return false;
}

FILE *tac_import_plain(const char *path)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    bool plain = file >= 0 && fstat(file, &about) == 0 && S_ISREG(about.st_mode);
    FILE *in = plain ? fdopen(file, "rb") : NULL;
    if (file >= 0 && !in) {
        int reason = plain ? errno : EINVAL;
        (void)close(file);
        errno = reason;
    }
    return in;
}

// All bytes of a plain file, as many as it says that it has.
static bool read_bytes(tac_import_text *t, FILE *in)
{
    struct stat about;
    if (fstat(fileno(in), &about) != 0) {
        return tac_import_refuse(t, "cannot be read (%s)", strerror(errno));
    }
    if (about.st_size > TAC_IMPORT_BYTES) {
        return tac_import_refuse(t, "the file has more than %d MiB; export fewer nodes or modes",
                                 TAC_IMPORT_BYTES >> 20);
    }
    size_t size = (size_t)about.st_size;
    t->text = malloc(size + 2);
    if (!t->text) {
        return tac_import_no_memory(t);
    }
    t->size = fread(t->text, 1, size + 1, in);
    if (ferror(in)) {
        return tac_import_refuse(t, "cannot be read (%s)", strerror(errno));
    }
    t->text[t->size] = '\0';
    return t->size <= size || tac_import_refuse(t, "grows while it is read; wait for its end");
}

bool tac_import_open(tac_import_text *t, const char *path, tac_pool *pool, tac_diag *diag)
{
    *t = (tac_import_text){.diag = diag, .path = path, .pool = pool};
    FILE *in = tac_import_plain(path);
    if (!in) {
        return errno == EINVAL
                   ? tac_import_refuse(t, "is no plain file; write what it gives into one")
                   : tac_import_refuse(t, "cannot be opened (%s); check the path", strerror(errno));
    }
    bool good = read_bytes(t, in);
    (void)fclose(in);
    t->next = t->text;
    return good && (!memchr(t->text, '\0', t->size) ||
                    tac_import_refuse(t, "the file is binary; export it as text"));
}

void tac_import_close(tac_import_text *t)
{
    free(t->text);
    *t = (tac_import_text){0};
}

bool tac_import_next(tac_import_text *t)
{
    if (*t->next == '\0') {
        return false;
    }
    t->line = t->next;
    size_t n = strcspn(t->line, "\n");
    t->next += n + (t->line[n] == '\n');
    t->line[n] = '\0';
    if (n > 0 && t->line[n - 1] == '\r') {
        t->line[n - 1] = '\0';
    }
    t->number++;
    return true;
}

bool tac_import_number(const char **at, double *x)
{
    char digits[64];
    const char *c = *at + strspn(*at, " \t,");
    size_t n = strcspn(c, " \t,");
    if (n == 0 || n >= sizeof digits) {
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        digits[i] = (char)(c[i] == 'D' || c[i] == 'd' ? 'e' : c[i]);
    }
    digits[n] = '\0';
    const char *from = digits + (digits[0] == '+'), *end = digits + n;
    bool good = tac_expr_number(&from, end, x) && from == end && isfinite(*x);
    *at = c + n;
    return good;
}

double *tac_import_take(tac_import_text *t, size_t n)
{
    double *x = tac_pool_take(t->pool, n + 1, sizeof *x);
    if (!x) {
        (void)tac_import_no_memory(t);
    }
    return x;
}

// ---- modes ---------------------------------------------------------------------------------------

static bool transform_damping(tac_import_text *t, const double *D, const double *V, tac_modal *m)
{
    int n = m->n;
    size_t w = (size_t)n;
    double *DV = tac_import_take(t, w * w), *own = tac_import_take(t, w * w);
    m->zeta = tac_import_take(t, w);
    if (!DV || !own || !m->zeta) {
        return false;
    }
    tac_product(n, n, n, D, V, DV);
    tac_product_transposed(n, n, n, V, DV, own);
    for (size_t i = 0; i < w; i++) {
        m->zeta[i] = own[i * w + i] / (2.0 * m->omega[i]);
        if (!(own[i * w + i] >= 0.0)) {
            return tac_import_refuse(t, "the damping of mode %d is below zero", (int)i + 1);
        }
        for (size_t j = 0; j < i; j++) {
            if (fabs(own[i * w + j]) > COUPLED * sqrt(own[i * w + i] * own[j * w + j])) {
                return tac_import_refuse(t,
                                         "the damping matrix couples modes %d and %d, which a "
                                         "modal file cannot say; export the body without damping "
                                         "and give 'damping' or 'rayleigh' in the model",
                                         (int)j + 1, (int)i + 1);
            }
        }
    }
    return true;
}

bool tac_import_uncouple(tac_import_text *t, double *K, const double *D, tac_modal *m)
{
    int n = m->n, row;
    size_t w = (size_t)n;
    double *M = tac_import_take(t, w * w), *V = tac_import_take(t, w * w),
           *lambda = tac_import_take(t, w);
    if (!M || !V || !lambda) {
        return false;
    }
    for (int i = 0; i < n * n; i++) {
        M[i] = tac_modal_mass(m, i / n, i % n);
    }
    t->number = 1;
    if (!tac_general_eigen(n, K, M, INDEPENDENT, lambda, V, &row)) {
        return tac_import_refuse(t,
                                 "shape %d is a combination of the shapes before it or has no "
                                 "mass; remove it from the export",
                                 row + 1);
    }
    if (!(lambda[0] > SOFTEST * lambda[n - 1])) {
        return tac_import_refuse(t,
                                 "a mode has no stiffness (%g of the largest): rigid motion is "
                                 "left in the shapes; remove it from the export",
                                 lambda[0] / lambda[n - 1]);
    }
    if (!tac_modal_recombine(t->pool, m, V, n, m)) {
        return tac_import_no_memory(t);
    }
    for (int i = 0; i < n; i++) {
        m->omega[i] = sqrt(lambda[i]);
    }
    if (D && !transform_damping(t, D, V, m)) {
        return false;
    }
    tac_modal_measure(m);
    tac_modal_fix_signs(m);
    (void)tac_modal_clean_native(m);
    return true;
}

// ---- interfaces ----------------------------------------------------------------------------------

static int find_label(const int *label, int n, const char *text)
{
    char *end;
    errno = 0;
    long wanted = strtol(text, &end, 10);
    for (int i = 0; i < n && end != text && *end == '\0' && errno == 0; i++) {
        if (label[i] == wanted) {
            return i;
        }
    }
    return -1;
}

const char *tac_import_name(tac_pool *pool, const char *from, const char *end, const char **name,
                            int k)
{
    size_t length = (size_t)(end - from);
    char *own = tac_pool_take(pool, length + 1, 1);
    name[k] = own;
    if (!own) {
        return NULL;
    }
    memcpy(own, from, length);
    for (int j = 0; j < k; j++) {
        if (strcmp(name[j], own) == 0) {
            return "is there twice; rename one";
        }
    }
    return !tac_is_name(own) ? "has no name; use up to 64 letters, digits, '_', '-' and '.', a "
                               "letter or digit first"
           : strcmp(own, "ground") == 0 ? "has the name of the inertial body; choose another"
                                        : NULL;
}

bool tac_import_choose(tac_import_text *t, const tac_import *i, const int *label, int n, int *index,
                       const char **name, int *n_point)
{
    int all = i->n_interface > 0 ? i->n_interface : n;
    t->number = 1;
    if (all > TAC_MOST_INTERFACES) {
        return tac_import_refuse(t,
                                 "the file has %d nodes and a body at most %d interfaces; choose "
                                 "them with --interface NAME=NODE",
                                 n, (int)TAC_MOST_INTERFACES);
    }
    for (int k = 0; k < all; k++) {
        const char *equal = i->n_interface > 0 ? strchr(i->interface[k], '=') : NULL;
        char numbered[16];
        index[k] = equal ? find_label(label, n, equal + 1) : k;
        if (index[k] < 0) {
            return tac_import_refuse(t, "there is no node '%.40s'; the nodes are numbered %d to %d",
                                     equal + 1, label[0], label[n - 1]);
        }
        (void)snprintf(numbered, sizeof numbered, "n%d", label[index[k]]);
        const char *from = equal ? i->interface[k] : numbered;
        const char *bad =
            tac_import_name(t->pool, from, equal ? equal : from + strlen(from), name, k);
        if (!name[k]) {
            return tac_import_no_memory(t);
        }
        if (bad) {
            return tac_import_refuse(t, "interface '%.70s' %s", name[k], bad);
        }
    }
    *n_point = all;
    return true;
}

// ---- running -------------------------------------------------------------------------------------

tac_modal *tac_import_run(const tac_import *i, tac_diag *diag,
                          bool (*read)(tac_import_text *t, const tac_import *i, tac_modal *m))
{
    tac_import_result *r = calloc(1, sizeof *r);
    tac_import_text t = {.diag = diag, .path = i->path};
    if (!r) {
        (void)tac_import_no_memory(&t);
        return NULL;
    }
    r->pool.limit = TAC_IMPORT_MEMORY;
    tac_text_mode callers = tac_set_text_mode();
    bool good = tac_import_open(&t, i->path, &r->pool, diag) && read(&t, i, &r->modal);
    tac_restore_text_mode(callers);
    tac_import_close(&t);
    if (!good) {
        tac_modal_free(&r->modal);
        return NULL;
    }
    return &r->modal;
}

void tac_modal_free(tac_modal *m)
{
    if (m) {
        tac_import_result *r = (tac_import_result *)(void *)m; // the first member
        tac_pool_free(&r->pool);
        free(r);
    }
}

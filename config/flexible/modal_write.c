// Modal files as modal_text.c reads them.
#include "modal_import.h"
#include "printable.h"

static void write_row(FILE *out, const double *x, int n)
{
    for (int i = 0; i < n; i++) {
        (void)fprintf(out, "%s%.17g", i ? ", " : "[", x[i] == 0.0 ? 0.0 : x[i]);
    }
    (void)fputs("]\n", out);
}

static void write_rows(FILE *out, const char *indent, const char *key, const double *x, int rows,
                       int n)
{
    (void)fprintf(out, "%s%s:\n", indent, key);
    for (int i = 0; i < rows; i++) {
        (void)fprintf(out, "%s  - ", indent);
        write_row(out, x + (size_t)i * (size_t)n, n);
    }
}

// A scalar of YAML, whatever its letters are.
static void write_text(FILE *out, const char *text)
{
    (void)fputc('"', out);
    for (const char *c = text; *c; c++) {
        (void)fprintf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    (void)fputs("\"\n", out);
}

bool tac_modal_write(const tac_modal *m, const char *title, FILE *out)
{
    static const char *const nine[] = {"xx", "xy", "xz", "yx", "yy", "yz", "zx", "zy", "zz"};
    static const char *const six[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
    size_t n = (size_t)m->n;
    const double com[3] = {m->com.x, m->com.y, m->com.z};
    (void)fprintf(out, "# %d modes", m->n);
    for (int i = 0; i < m->n; i++) {
        (void)fprintf(out, "%s %.6g", i ? "," : ":", m->omega[i]);
    }
    (void)fputs(" rad/s\nmodal: 1\nsource: ", out);
    write_text(out, TAC_SHOWN(title));
    (void)fprintf(out,
                  "form: %s\nmass: %.17g\ncenter_of_mass: ", m->is_native ? "native" : "general",
                  m->mass);
    write_row(out, com, 3);
    (void)fputs("inertia: ", out);
    write_row(out, m->J, 6);
    (void)fputs("stiffness: [", out);
    for (int i = 0; i < m->n; i++) {
        (void)fprintf(out, "%s%.17g", i ? ", " : "", m->omega[i] * m->omega[i]);
    }
    (void)fputs("]\n", out);
    if (m->zeta) {
        (void)fputs("damping: ", out);
        write_row(out, m->zeta, m->n);
    }
    write_rows(out, "", "Ct", m->Ct, 3, m->n);
    (void)fputs("I:\n", out);
    for (size_t k = 0; k < 9; k++) {
        (void)fprintf(out, "  %s: ", nine[k]);
        write_row(out, m->I + k * n, m->n);
    }
    (void)fputs("S:\n", out);
    for (size_t k = 0; k < 6; k++) {
        write_rows(out, "  ", six[k], m->S + k * n * n, m->n, m->n);
    }
    (void)fputs("interfaces:\n", out);
    for (int i = 0; i < m->n_point; i++) {
        const tac_modal_point *p = &m->point[i];
        const vec3 at = add3(p->s, m->com);
        const double position[3] = {at.x, at.y, at.z};
        (void)fputs("  - name: ", out);
        write_text(out, p->name);
        (void)fputs("    position: ", out);
        write_row(out, position, 3);
        write_rows(out, "    ", "displacement", p->phi, 3, m->n);
        write_rows(out, "    ", "rotation", p->psi, 3, m->n);
    }
    return !ferror(out);
}

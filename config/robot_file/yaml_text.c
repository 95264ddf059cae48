#include "yaml_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"

// ---- numbers and texts ---------------------------------------------------------------------------

void tac_yaml_number(FILE *out, double x, double scale)
{
    char text[40];
    const double near = TAC_ROUNDING * scale;
    if (fabs(x) <= near) {
        fputs("0", out);
        return;
    }
    int whole = 1; // digits in front of the point
    for (double left = fabs(x); left >= 10.0 && left < 1e7; left /= 10.0) {
        whole++;
    }
    for (int digits = whole; digits <= 17; digits++) {
        (void)snprintf(text, sizeof text, "%.*g", digits, x);
        if (fabs(strtod(text, NULL) - x) <= near) {
            break;
        }
    }
    fputs(text, out);
}

void tac_yaml_list(FILE *out, const double *x, int n, double scale)
{
    fputc('[', out);
    for (int k = 0; k < n; k++) {
        fputs(k > 0 ? ", " : "", out);
        tac_yaml_number(out, x[k], scale);
    }
    fputc(']', out);
}

void tac_yaml_vector(FILE *out, vec3 v, double scale)
{
    const double x[3] = {v.x, v.y, v.z};
    tac_yaml_list(out, x, 3, scale);
}

// One line that YAML takes anywhere, or between quotes; `${` is no expression in it.
static void put_text(tac_robot *r, FILE *out, const char *text, bool quoted)
{
    char *shown = tac_robot_take(r, strlen(text) + 1, 1);
    (void)tac_printable(shown, strlen(text) + 1, text);
    for (const char *c = shown; *c != '\0'; c++) {
        if (quoted && (*c == '"' || *c == '\\')) {
            fputc('\\', out);
        }
        fputc(quoted && *c == '$' && c[1] == '{' ? '?' : *c, out);
    }
}

void tac_yaml_quoted(tac_robot *r, FILE *out, const char *text)
{
    fputc('"', out);
    put_text(r, out, text, true);
    fputc('"', out);
}

void tac_yaml_comment(tac_robot *r, FILE *out, const char *text)
{
    put_text(r, out, text, false);
}

void tac_yaml_named(FILE *out, const char *key, double x)
{
    if (x != 0.0) {
        fprintf(out, ", %s: ", key);
        tac_yaml_number(out, x, 0.0);
    }
}

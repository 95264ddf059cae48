#include "fmu_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "printable.h"
#include "system/fail.h"

// ---- names ---------------------------------------------------------------------------------------

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// Whether n characters can stand as they are between dots of a structured name.
static bool is_identifier(const char *text, size_t n)
{
    bool good = n > 0 && is_letter(text[0]);
    for (size_t i = 1; i < n && good; i++) {
        good = is_letter(text[i]) || (text[i] >= '0' && text[i] <= '9');
    }
    return good;
}

// A name of a model as a structured name of FMI: sub-models and fields between dots, what is no identifier in
// apostrophes.
static void write_name(FILE *out, const char *name)
{
    for (bool first = true; first || *name; first = false) {
        size_t n = strcspn(name, "/.");
        const char *quote = is_identifier(name, n) ? "" : "'";
        fprintf(out, "%s%s%.*s%s", first ? "" : ".", quote, (int)n, name, quote);
        name += n + (name[n] != '\0');
    }
}

static char *structured(const char *name, size_t length, const char *field)
{
    char plain[512], *text = NULL;
    size_t size = 0;
    (void)snprintf(plain, sizeof plain, "%.*s%s", (int)length, name, field);
    FILE *out = open_memstream(&text, &size);
    if (out) {
        write_name(out, plain);
    }
    return out && fclose(out) == 0 ? text : NULL;
}

// ---- arrays --------------------------------------------------------------------------------------

// Three or four numbers of a sensor that are one array in FMI 3: their unit, how the first is called, what the array is.
typedef struct array_of {
    const char *unit, *first, *name;
    int n;
} array_of;

static const array_of arrays[] = {
    {"m", "x", ".position", 3},
    {"", "e0", ".orientation", 4},
    {"m/s", "vx", ".velocity", 3},
    {"rad/s", "wx", ".angular_velocity", 3},
    {"m/s^2", "ax", ".acceleration", 3},
    {"rad/s^2", "bx", ".angular_acceleration", 3},
    {"N", "fx", ".force", 3},
    {"N*m", "tx", ".torque", 3},
};

// The array that begins with this number of n that are left; NULL: it stands by itself.
static const array_of *find_array(const tac_value_about *about, int left)
{
    const char *column = strrchr(about->name, '.') + 1;
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        const array_of *a = &arrays[i];
        bool fits =
            a->n <= left && strcmp(column, a->first) == 0 && strcmp(about->unit, a->unit) == 0;
        for (int k = 1; k < a->n && fits; k++) {
            fits = about[k].sensor == about->sensor && strcmp(about[k].unit, a->unit) == 0;
        }
        if (fits) {
            return a;
        }
    }
    return NULL;
}

// ---- the list ------------------------------------------------------------------------------------

// Adds the variable that begins with value i; returns how many values it has, 0: no memory.
static int add(tac_fmu_list *l, const tac_values *v, tac_value_kind kind, int i,
               tac_fmi_version version)
{
    const tac_value_about *about = &v->about[kind][i];
    const array_of *array =
        version == TAC_FMI_3 && kind == TAC_VALUE_SENSOR ? find_array(about, v->n[kind] - i) : NULL;
    size_t length = array ? (size_t)(strrchr(about->name, '.') - about->name) : strlen(about->name);
    tac_fmu_variable *of = &l->variable[l->n++];
    *of = (tac_fmu_variable){.name = structured(about->name, length, array ? array->name : ""),
                             .kind = kind,
                             .first = i,
                             .n = array ? array->n : 1,
                             .unit = about->unit,
                             .start = about->value,
                             .least = about->least};
    return of->name ? of->n : 0;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

// Whether names are all different, `time` among them.
static int names_differ(const tac_fmu_list *l, tac_diag *diag)
{
    const char **name = malloc(((size_t)l->n + 1) * sizeof *name);
    int good = 1;
    if (!name) {
        return tac_diag_say_memory(diag, "not enough memory for the names of an FMU");
    }
    for (int i = 0; i < l->n; i++) {
        name[i] = l->variable[i].name;
    }
    name[l->n] = "time";
    qsort(name, (size_t)l->n + 1, sizeof *name, compare_names);
    for (int i = 0; i < l->n && good; i++) {
        good =
            strcmp(name[i], name[i + 1]) != 0 ||
            tac_diag_say(diag, "two variables of the FMU would be called '%s'; name one otherwise",
                         TAC_SHOWN(name[i]));
    }
    free(name);
    return good;
}

int tac_fmu_list_open(tac_fmu_list *l, const tac_values *v, tac_fmi_version version, tac_diag *diag)
{
    int all = v->n[TAC_VALUE_INPUT] + v->n[TAC_VALUE_PARAMETER] + v->n[TAC_VALUE_SENSOR];
    *l = (tac_fmu_list){calloc((size_t)all + 1, sizeof *l->variable), 0};
    int good = l->variable != NULL;
    for (int kind = 0; kind < TAC_VALUE_KINDS && good; kind++) {
        for (int i = 0, n = 1; i < v->n[kind] && n > 0; i += n) {
            n = add(l, v, (tac_value_kind)kind, i, version);
            good = n > 0;
        }
    }
    return good ? names_differ(l, diag)
                : tac_diag_say_memory(diag, "not enough memory for the variables of an FMU");
}

void tac_fmu_list_close(tac_fmu_list *l)
{
    for (int i = 0; i < l->n; i++) {
        free(l->variable[i].name);
    }
    free(l->variable);
    *l = (tac_fmu_list){NULL, 0};
}

const tac_fmu_variable *tac_fmu_find(const tac_fmu_list *l, unsigned reference)
{
    return reference > 0 && reference <= (unsigned)l->n ? &l->variable[reference - 1] : NULL;
}

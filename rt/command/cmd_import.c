// tactus import: what other programs know of a flexible body becomes a modal file.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "command.h"
#include "format/text_output.h"
#include "modal_import.h"

typedef struct settings {
    const char *path, *out;
    tac_texts interface;
    int modes;
} settings;

static const tac_option options[] = {
    {"out", "FILE", "the modal file to write, such as body.modal.yaml",
     TAC_ARG_TEXT(settings, out)},
    {"interface", "NAME=SET",
     "an interface: a set of nodes tied to a frame in its middle, or NAME=NODE; repeat it",
     TAC_ARG_TEXTS(settings, interface)},
    {"modes", "N", "of CalculiX: modes of the body (default: six per interface)",
     TAC_ARG_WHOLE(settings, modes, 1, TAC_MOST_MODES)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = "no file given: JOB.inp, BODY.SID_FEM or BODY.fem; try '%s --help'",
    .surplus = "one file at a time, not '%2$s' and '%1$s'",
};

static int write_modes(const tac_modal *m, const settings *set)
{
    const char *name = strrchr(set->path, '/');
    name = name ? name + 1 : set->path;
    tac_failure why = {.kind = TAC_FAILED_OUTPUT};
    FILE *out = tac_text_open(set->out);
    bool good = out && tac_modal_write(m, name, out);
    good = out && tac_text_close(out) && good;
    if (!good) {
        (void)tac_text_failed(set->out, &why);
        return tac_command_refuse(&why.diag, TAC_EXIT_OUTPUT);
    }
    printf("mass          %.6g kg, centre of mass %.6g %.6g %.6g m\n", m->mass, m->com.x, m->com.y,
           m->com.z);
    printf("modes         %d, from %.6g to %.6g rad/s\n", m->n, m->omega[0], m->omega[m->n - 1]);
    for (int i = 0; i < m->n_point; i++) {
        const vec3 at = add3(m->point[i].s, m->com);
        printf("%-13s %s at %.6g %.6g %.6g\n", i == 0 ? "interfaces" : "", m->point[i].name, at.x,
               at.y, at.z);
    }
    return TAC_EXIT_OK;
}

typedef tac_modal *import_fn(const tac_import *i, tac_diag *diag);

// Whose file it is, by its name.
static import_fn *reader_of(const char *path)
{
    static const struct {
        const char *end;
        import_fn *read;
    } all[] = {{".SID_FEM", tac_import_sid}, {".fem", tac_import_mbdyn}};
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        size_t n = strlen(all[i].end);
        if (length > n && strcasecmp(path + length - n, all[i].end) == 0) {
            return all[i].read;
        }
    }
    return tac_import_calculix;
}

static const char *complaint(const settings *set, import_fn *read)
{
    if (!set->out) {
        return "tactus import: no file to write; add '--out FILE'";
    }
    if (set->interface.n > TAC_MOST_INTERFACES ||
        (set->interface.n == 0 && read == tac_import_calculix)) {
        return "tactus import: one to 64 interfaces are needed: '--interface NAME=SET'";
    }
    if (set->modes > 0 && read != tac_import_calculix) {
        return "tactus import: the file has the modes it has; '--modes' is for matrices of "
               "CalculiX";
    }
    for (int i = 0; i < set->interface.n; i++) {
        const char *equal = strchr(set->interface.text[i], '=');
        if (!equal || equal == set->interface.text[i]) {
            return read == tac_import_calculix ? "tactus import: an interface is NAME=SET, the set "
                                                 "of its nodes in the input file"
                                               : "tactus import: an interface is NAME=NODE, the "
                                                 "number of its node in the file";
        }
    }
    return NULL;
}

static int run_import(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    import_fn *read = reader_of(set.path);
    const char *wrong = complaint(&set, read);
    if (wrong) {
        return tac_command_fail(TAC_EXIT_INPUT, wrong);
    }
    if (!tac_command_spares(a, set.path, set.out)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    tac_diag diag = {0};
    const tac_import what = {.path = set.path,
                             .interface = set.interface.text,
                             .n_interface = set.interface.n,
                             .modes = set.modes > 0 ? set.modes : 6 * set.interface.n};
    tac_modal *m = read(&what, &diag);
    int result = m ? write_modes(m, &set) : tac_command_refuse(&diag, TAC_EXIT_INPUT);
    tac_modal_free(m);
    return result;
}

const tac_command tac_command_import = {
    .name = "import",
    .arguments = "FILE --out FILE [options]",
    .summary = "make a modal file of a body of CalculiX, SID or MBDyn",
    .syntax = &syntax,
    .run = run_import,
};

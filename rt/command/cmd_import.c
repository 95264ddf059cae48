// tactus import: what other programs know of a flexible body becomes a modal file, a robot of URDF, MJCF or SDF a model.
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "command.h"
#include "format/text_output.h"
#include "modal_import.h"
#include "printable.h"
#include "robot/robot_model.h"

typedef struct settings {
    const char *path, *out;
    tac_texts interface;
    int modes;
    bool is_floating, mends;
} settings;

static const tac_option options[] = {
    {"out", "FILE", "the file to write: body.modal.yaml, or robot.yaml ('-': standard output)",
     TAC_ARG_TEXT(settings, out)},
    {"interface", "NAME=SET",
     "an interface: a set of nodes tied to a frame in its middle, or NAME=NODE; repeat it",
     TAC_ARG_TEXTS(settings, interface)},
    {"modes", "N", "of CalculiX: modes of the body (default: six per interface)",
     TAC_ARG_WHOLE(settings, modes, 1, TAC_MOST_MODES)},
    {"floating", NULL, "of a robot: a base that its file does not fix is free",
     TAC_ARG_FLAG(settings, is_floating)},
    {"mend-inertias", NULL,
     "of a robot: an inertia that no body has becomes the nearest possible, and is named",
     TAC_ARG_FLAG(settings, mends)},
};

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing =
        "no file given: ROBOT.urdf, MODEL.xml, MODEL.sdf, JOB.inp, BODY.SID_FEM or BODY.fem; "
        "try '%s --help'",
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
    if (set->is_floating || set->mends) {
        return "tactus import: '--floating' and '--mend-inertias' are for robots";
    }
    if (set->interface.n > TAC_MOST_INTERFACES ||
        (set->interface.n == 0 && read == tac_import_calculix)) {
        return "tactus import: the file is none of a robot, and modes are of one to 64 interfaces: "
               "add '--interface NAME=SET'";
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

// ---- robots ---------------------------------------------------------------------------------------

static int write_model(const tac_robot_text *text, const char *out)
{
    tac_failure why = {.kind = TAC_FAILED_OUTPUT};
    FILE *file = tac_text_open(out);
    bool good = file && fputs(text->model, file) >= 0;
    good = file && tac_text_close(file) && good;
    if (!good) {
        (void)tac_text_failed(out, &why);
        return tac_command_refuse(&why.diag, TAC_EXIT_OUTPUT);
    }
    return TAC_EXIT_OK;
}

static const char *plural(int n)
{
    return n == 1 ? "" : "s";
}

static void print_summary(const tac_robot_text *t, const char *out)
{
    printf("%-13s %s of %s\n", "model", TAC_SHOWN(out), t->format);
    printf("%-13s %d bod%s, %d joint%s, %d coupler%s\n", "has", t->n_body,
           t->n_body == 1 ? "y" : "ies", t->n_joint, plural(t->n_joint), t->n_coupler,
           plural(t->n_coupler));
    printf("%-13s %.9g kg", "mass", t->mass);
    if (t->held > 0.0) {
        printf(", and %.9g kg fixed to ground", t->held);
    }
    printf("\n%-13s %d thing%s, told above and in the file\n", "not taken", t->n_note,
           plural(t->n_note));
}

static int convert_robot(const char *path, const tac_robot_choice *choice)
{
    tac_robot_text text;
    tac_diag diag = {0};
    if (!tac_read_robot(path, choice, &text, &diag)) {
        return tac_command_refuse(&diag, TAC_EXIT_INPUT);
    }
    tac_command_tell(text.notes);
    // what is written can be read
    tac_model_file *f = tac_model_file_read_in_place(choice->out, text.model, strlen(text.model),
                                                     NULL, NULL, &diag);
    int code = f ? write_model(&text, choice->out) : tac_command_refuse(&diag, TAC_EXIT_INPUT);
    if (code == TAC_EXIT_OK && strcmp(choice->out, "-") != 0) {
        print_summary(&text, choice->out);
    }
    tac_model_file_free(f);
    tac_robot_text_free(&text);
    return code;
}

static int import_robot(const settings *set, tac_args *a)
{
    if (set->interface.n > 0 || set->modes > 0) {
        return tac_command_fail(TAC_EXIT_INPUT, "tactus import: this is a robot; '--interface' and "
                                                "'--modes' are for flexible bodies");
    }
    if (!tac_command_spares(a, set->path, set->out)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    const tac_robot_choice choice = {set->out, set->is_floating, set->mends};
    return convert_robot(set->path, &choice);
}

static int run_import(tac_args *a)
{
    settings set = {0};
    if (!tac_args_read(a, &syntax, &set)) {
        return tac_command_fail(TAC_EXIT_INPUT, a->error);
    }
    if (set.out && tac_is_robot_file(set.path)) {
        return import_robot(&set, a);
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
    .summary = "make a model of a robot, or a modal file of a flexible body",
    .more = "Robots are URDF, MJCF and SDF, by their content; bodies those of CalculiX, SID or "
            "MBDyn, by their names.\n\n",
    .syntax = &syntax,
    .run = run_import,
};

// tactus check: reads a model, assembles it and tells what it is.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "element_types.h"
#include "error/trial.h"
#include "model_options.h"
#include "part.h"
#include "printable.h"
#include "rank.h"
#include "scene/scene.h"
#include "simulation/advice.h"
#include "simulation/carriers.h"
#include "simulation/contacts.h"
#include "simulation/corners_text.h"
#include "simulation/describe.h"
#include "simulation/mode_list.h"
#include "simulation/parts.h"
#include "simulation/simulation.h"
#include "simulation/substeps.h"
#include "simulation/summary.h"
#include "simulation/tyres.h"
#include "system/machine.h"
#include "view/kept_view.h"

typedef struct settings {
    const char *path;
    tac_model_options model;
    double dt;            // s, to judge for; 0: as in the model
    const char *carriers; // NULL: as in the model
    int check;            // a try of the step, and of methods
} settings;

enum { TRIES, TRIES_NOTHING };
static const char *const checks[] = {[TRIES] = "on", [TRIES_NOTHING] = "off"};

static const tac_option options[] = {
    {"dt", "TIME", "step to judge for (default: as in the model)",
     TAC_ARG_REAL(settings, dt, TAC_Q_TIME, 1e-9, 1e3)},
    {TAC_OPTION_CARRIERS(settings, carriers)},
    {"error-check", "on|off", "try the step, and methods and steps to be advised (default on)",
     TAC_ARG_WORD(settings, check, checks)},
};

#define MAX_NAMES 12 // in one list

// Prints up to MAX_NAMES names, then how many more there are.
typedef struct name_list {
    int n;
} name_list;

static void list_name(name_list *l, const char *name)
{
    if (l->n < MAX_NAMES) {
        printf("%s%s", l->n ? ", " : "", name);
    }
    l->n++;
}

static void end_list(const name_list *l)
{
    if (l->n > MAX_NAMES) {
        printf(" and %d more", l->n - MAX_NAMES);
    }
    putchar('\n');
}

static void print_files(const tac_model_file *f)
{
    printf("model         %s\n", f->title[0] != '\0' ? TAC_SHOWN(f->title) : "(no title)");
    tac_print_given(stdout, f);
    for (int i = 0; i < f->n_file; i++) {
        printf("%-13s %s%s\n", i == 0 ? "files" : "", i == 0 ? "" : "  ",
               TAC_SHOWN(f->file_name[i]));
    }
}

static int depth_of(const tac_desc *d, int group)
{
    int depth = 0;
    while (d->group[group].parent != TAC_NONE) {
        group = d->group[group].parent;
        depth++;
    }
    return depth;
}

// Counted in one pass: a small file can include tens of thousands.
static int print_groups(const tac_model_file *f)
{
    typedef struct count {
        int bodies, joints;
    } count;
    const tac_desc *d = &f->desc;
    count *in = calloc((size_t)d->n_group + 1, sizeof *in); // the last one: at the top
    if (!in) {
        return TAC_EXIT_MEMORY;
    }
    for (int i = 0; i < d->n_body; i++) {
        in[d->body[i].group == TAC_NONE ? d->n_group : d->body[i].group].bodies++;
    }
    for (int j = 0; j < d->n_joint; j++) {
        in[d->joint[j].group == TAC_NONE ? d->n_group : d->joint[j].group].joints++;
    }
    for (int g = 0; g < d->n_group; g++) {
        printf("%-13s %*s%s: %d bodies, %d joints\n", g == 0 ? "sub-models" : "",
               2 * depth_of(d, g), "", f->group_name[g], in[g].bodies, in[g].joints);
    }
    free(in);
    return TAC_EXIT_OK;
}

// "3 springs" after what was printed before; the last letter only where there are several.
static void print_counted(int n, const char *what, const char *plural, int *printed)
{
    if (n > 0) {
        printf("%s%d %s%s", *printed ? ", " : "", n, what, n > 1 ? plural : "");
        *printed = 1;
    }
}

// Laws by the words of their types.
static void print_laws(const tac_desc *d, int *printed)
{
    for (int i = 0; i < d->n_law; i++) {
        const tac_force_type *type = tac_type_of_law(&d->law[i]);
        int n = 0, before = 0;
        for (int k = 0; k < d->n_law; k++) {
            bool same = tac_type_of_law(&d->law[k]) == type;
            n += same;
            before += same && k < i;
        }
        print_counted(before == 0 ? n : 0, type->type.word, "s", printed);
    }
}

// Those that the file names, and those that change; a number written in place is none to who wrote it.
static int count_sources(const tac_model_file *f)
{
    int n = 0;
    for (int i = 0; i < f->desc.n_source; i++) {
        n += f->source_name[i][0] != '\0' ||
             !tac_source_type_of(f->desc.source[i].kind)->never_changes;
    }
    return n;
}

static void print_counts(const tac_model_file *file)
{
    const tac_desc *d = &file->desc;
    printf("bodies        %d\n", d->n_body);
    printf("joints        %d", d->n_joint);
    int printed = 0;
    for (int kind = 0; kind < tac_joint_type_count(); kind++) {
        int n = 0;
        for (int j = 0; j < d->n_joint; j++) {
            n += (int)d->joint[j].kind == kind;
        }
        if (n > 0 && !printed) {
            printf(": ");
        }
        print_counted(n, tac_joint_kind_name((tac_joint_kind)kind), "", &printed);
    }
    if (d->n_coupler > 0) {
        printf("\ncouplers      %d", d->n_coupler);
    }
    int forces = d->n_spring + d->n_bushing + d->n_friction + d->n_contact + d->n_law + d->n_load;
    printf("\nforces        %d%s", forces, forces ? ": " : "");
    printed = 0;
    print_counted(d->n_spring, "spring", "s", &printed);
    print_counted(d->n_bushing - d->n_part, "bushing", "s", &printed);
    print_counted(d->n_friction, "friction", "s", &printed);
    print_counted(d->n_contact, "contact", "s", &printed);
    print_laws(d, &printed);
    print_counted(d->n_load, "load", "s", &printed);
    print_counted(d->n_part, "part", "s", &printed);
    printf("\nsignals       sources %d, tables %d, inputs %d, sensors %d\n", count_sources(file),
           d->n_table, d->n_input, d->n_sensor);
}

static int count_shafts(const tac_desc *d)
{
    int n = 0;
    for (int i = 0; i < d->n_body; i++) {
        n += d->body[i].shaft;
    }
    return n;
}

// Degrees of freedom, and the elements whose constraints follow from others.
static int print_rank(const tac_simulation *s)
{
    int *redundant = calloc((size_t)s->tree->n_element + 1, sizeof *redundant);
    if (!redundant) {
        return TAC_EXIT_MEMORY;
    }
    tac_rank rank = tac_count_rank(s->work, &s->state, redundant);
    int shared = s->file->desc.n_term - s->file->desc.n_coupler; // of terms behind the first ones
    int rows = tac_model_rows(s->model) - shared, held = tac_model_constraint_rows(s->model);
    int shafts = count_shafts(&s->file->desc); // each has one row that holds what it never does
    rows -= shafts;
    held -= shafts;
    printf("rows          %d: %d of constraints, %d compliant\n", rows, held, rows - held);
    char also[48] = "";
    (void)snprintf(also, sizeof also, " + %d shaft%s", shafts, shafts == 1 ? "" : "s");
    printf("freedom       %d degree%s of freedom: 6 x %d bodies%s - %d independent constraints\n",
           rank.freedom, rank.freedom == 1 ? "" : "s", s->file->desc.n_body - shafts,
           shafts > 0 ? also : "", rank.rank - shafts);
    int surplus = rank.rows - rank.rank;
    printf("redundant     %d constraint%s", surplus, surplus == 1 ? "" : "s");
    name_list list = {0};
    for (int e = 0; e < s->tree->n_element; e++) {
        if (redundant[e] > 0) {
            char name[256];
            snprintf(name, sizeof name, "%s%s (%d)", list.n ? "" : ", found at ",
                     tac_element_name(s->file, e), redundant[e]);
            list_name(&list, name);
        }
    }
    end_list(&list);
    const tac_tree *t = s->tree->by_rows ? s->tree->by_rows : s->tree;
    int at_interfaces = t->kept ? tac_redundant_at_interfaces(t, s->file, redundant) : 0;
    if (t->kept && at_interfaces >= 0) {
        printf(
            "interfaces    %d of them across interfaces of kept sub-models: a side by itself knows "
            "its "
            "own rows only\n",
            at_interfaces);
    }
    free(redundant);
    return at_interfaces < 0 ? TAC_EXIT_MEMORY : TAC_EXIT_OK;
}

static int print_kept(const tac_simulation *s)
{
    tac_tree_view view;
    int ok = !s->tree->kept || tac_tree_view_init(&view, s->tree, s->file);
    if (ok && s->tree->kept) {
        tac_print_kept(stdout, &view);
        tac_tree_view_free(&view);
    }
    return ok ? TAC_EXIT_OK : TAC_EXIT_MEMORY;
}

// Representative of the bodies that joints and forces connect; item n_body is ground.
static int find_root(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]]; // halve the path
        i = parent[i];
    }
    return i;
}

// A compiled sub-model is between ground and the one body that it meets, and holds nothing on ground but where it says so.
static bool is_sub_model(const tac_desc *d, int element)
{
    int bushing = element - d->n_joint - d->n_spring;
    int part = bushing >= 0 && bushing < d->n_bushing ? d->bushing[bushing].part : 0;
    const tac_part_table *table = part > 0 ? d->part[part - 1].table : NULL;
    return table && table->bodies && !tac_part_is_in_world(table);
}

// What floats has its momentum given back in every step, unless sub-models of it are compiled (kernel/step/momentum.c).
static void print_drifting(const tac_simulation *s, int *parent)
{
    const tac_desc *d = &s->file->desc;
    name_list list = {0};
    for (int i = 0; i < d->n_load; i++) {
        parent[find_root(parent, d->load[i].at.body)] = find_root(parent, d->n_body);
    }
    for (int i = 0; i < d->n_part; i++) {
        int body = d->bushing[d->part[i].bushing].b.body, root = find_root(parent, body);
        bool apart = is_sub_model(d, d->n_joint + d->n_spring + d->part[i].bushing);
        if (apart && body != TAC_GROUND && root != find_root(parent, d->n_body)) {
            printf("%s", list.n ? ""
                                : "note          angular momentum is kept to the order of the "
                                  "step only, for compiled sub-models of: ");
            list_name(&list, s->file->body_name[body]);
            parent[root] = find_root(parent, d->n_body); // is said once of a mechanism
        }
    }
    if (list.n > 0) {
        end_list(&list);
    }
}

static int print_floating(const tac_simulation *s)
{
    int n = s->file->desc.n_body;
    int *parent = calloc((size_t)n + 1, sizeof *parent);
    if (!parent) {
        return TAC_EXIT_MEMORY;
    }
    for (int i = 0; i <= n; i++) {
        parent[i] = i;
    }
    for (int e = 0; e < s->tree->n_element; e++) {
        const int *body = &s->tree->body[2 * e];
        int a = find_root(parent, body[0] == TAC_GROUND ? n : body[0]);
        int b = find_root(parent, body[1] == TAC_GROUND ? n : body[1]);
        parent[a] = is_sub_model(&s->file->desc, e) ? a : b;
    }
    name_list list = {0};
    for (int i = 0; i < n; i++) {
        if (find_root(parent, i) != find_root(parent, n)) {
            printf("%s", list.n ? "" : "note          not connected to ground: ");
            list_name(&list, s->file->body_name[i]);
        }
    }
    if (list.n > 0) {
        end_list(&list);
    }
    print_drifting(s, parent);
    free(parent);
    return TAC_EXIT_OK;
}

static void print_memory(const tac_simulation *s)
{
    const size_t size[] = {s->tree_size, s->model_size, s->state_size, s->work_size};
    static const char *const name[] = {"tree", "model", "state", "work"};
    size_t sum = 0;
    printf("memory        ");
    for (int i = 0; i < 4; i++) {
        printf("%s %.1f KiB, ", name[i], (double)size[i] / 1024.0);
        sum += size[i];
    }
    int n = s->file->desc.n_body;
    printf("%.0f bytes per body\n", n > 0 ? (double)sum / n : 0.0);
}

// Memory that a step reads and writes, against the cache that is a core's own.
static void print_working_set(const tac_simulation *s)
{
    double set = (double)(s->work_size + s->state_size) / 1024.0;
    long long cache = tac_machine_cache("", 2);
    cache = cache > 0 ? cache : sysconf(_SC_LEVEL2_CACHE_SIZE);
    printf("working set   %.1f KiB of work and state per step", set);
    if (cache > 0) {
        printf(", %.2f times the L2 cache of a core (%lld KiB)", set / ((double)cache / 1024.0),
               cache / 1024);
    }
    putchar('\n');
}

static void print_aligned(const tac_model *m)
{
    int n = tac_model_aligned(m);
    if (n > 0) {
        printf(
            "put in line   %d joint%s, which miss%s another one of the same bodies by a millionth "
            "or less\n",
            n, n == 1 ? "" : "s", n == 1 ? "es" : "");
    }
}

// ---- error and advice ----------------------------------------------------------------------------

// Operations of the trial of the step at hand: some tenths of a second.
#define TRIAL_OPERATIONS 2e8
#define TRIAL_SECONDS 10.0

static bool build_again(void *context, tac_simulation *s)
{
    const settings *set = context;
    const tac_given given = tac_model_options_given(&set->model);
    return tac_simulation_read_any(s, set->path, &given);
}

// What another method would have to be tried by: a file that can be read again, and nothing that one method alone follows.
static bool methods_are_tried(const tac_simulation *s, const settings *set)
{
    const tac_desc *d = &s->file->desc;
    struct stat file;
    return stat(set->path, &file) == 0 && S_ISREG(file.st_mode) && d->n_flex == 0 &&
           d->n_part == 0 && s->tree->n_substepped == 0 && d->n_body > 0;
}

// The error of the step at hand, and the method that a trial advises; without one, what rules say of methods.
static void print_trials(const tac_simulation *s, settings *set)
{
    tac_trial trial;
    tac_trial_table table = {.n = 0};
    if (set->check == TRIES) {
        tac_try_step(&trial, s, TRIAL_SECONDS, TRIAL_OPERATIONS);
        (void)tac_trial_say(&trial, s, stdout);
    }
    if (set->check == TRIES && methods_are_tried(s, set)) {
        tac_try_methods(&table, s, build_again, set);
    }
    if (table.n > 0) {
        tac_trial_advise(&table, stdout);
    } else {
        tac_print_advice(stdout, s);
    }
}

// Some first steps tell whether they have the order that was asked for.
static void try_order(tac_simulation *s)
{
    enum { STEPS = 20 };
    int n = 0, uncombined = 0, by = TAC_NONE;
    while (s->options.order > 2 && n < STEPS && tac_simulation_step(s).code == TAC_OK) {
        n++;
        uncombined += s->report.uncombined;
        by = s->report.uncombined ? s->report.uncombined_by : by;
    }
    s->diag = (tac_diag){0};
    tac_print_uncombined(stdout, s, uncombined, n, by);
}

static int describe(tac_simulation *s, settings *set)
{
    if (s->rig[0] != '\0') {
        printf("rig           %s: its model, with its method, step and solver\n",
               TAC_SHOWN(s->rig));
    }
    print_files(s->file);
    int code = print_groups(s->file);
    print_counts(s->file);
    tac_print_tyres(stdout, s);
    printf("method        %s\n", s->method->name);
    tac_print_carriers(stdout, s);
    tac_print_substeps(stdout, s);
    tac_print_parts(stdout, s);
    code = code == TAC_EXIT_OK ? print_kept(s) : code;
    code = code == TAC_EXIT_OK ? print_rank(s) : code;
    code = code == TAC_EXIT_OK ? print_floating(s) : code;
    if (code != TAC_EXIT_OK) {
        return tac_command_fail(code, "tactus: not enough memory");
    }
    print_aligned(s->model);
    tac_lock lock = tac_find_lock(s->work, &s->state);
    tac_print_lock(stdout, s->file, &lock);
    tac_print_inertias(stdout, s->file);
    tac_print_start(stdout, s->file, &s->start);
    tac_print_corners(stdout, s, HUGE_VAL);
    tac_print_modes(stdout, s);
    tac_print_contacts(stdout, s);
    tac_print_stiff_laws(stdout, s);
    print_trials(s, set);
    try_order(s);
    print_memory(s);
    print_working_set(s);
    return TAC_EXIT_OK;
}

// Meshes are read here as those do who draw them; who only computes does not look into them.
static int print_meshes(const tac_simulation *s)
{
    const tac_visuals looks = tac_model_file_visuals(s->file);
    tac_diag diag = {0};
    tac_scene *c = looks.n_mesh > 0 ? tac_scene_open(s, NULL, &diag) : NULL;
    if (looks.n_mesh > 0 && !c) {
        return tac_command_refuse(&diag, TAC_EXIT_INPUT);
    }
    for (int i = 0; i < looks.n_mesh; i++) {
        printf("%-13s %s: %zu triangles\n", i == 0 ? "meshes" : "", TAC_SHOWN(looks.mesh[i].path),
               c->mesh[i]->n_triangle);
    }
    tac_scene_close(c);
    return TAC_EXIT_OK;
}

static int check_model(tac_args *a, settings *set)
{
    tac_simulation s;
    const tac_given given = tac_model_options_given(&set->model);
    bool ok = tac_simulation_read_any(&s, set->path, &given);
    tac_command_tell(s.notes);
    tac_command_apply_method(&s, set->model.method);
    s.options.dt = set->dt > 0.0 ? set->dt : s.options.dt;
    ok = ok &&
         (tac_command_apply_carriers(a, &s, set->carriers) ||
          tac_diag_say(&s.diag, "%s", a->error)) &&
         tac_simulation_prepare(&s) && tac_simulation_start(&s);
    int result = ok ? describe(&s, set) : tac_command_refuse(&s.diag, TAC_EXIT_INPUT);
    result = result == TAC_EXIT_OK && ok ? print_meshes(&s) : result;
    tac_simulation_close(&s);
    return result;
}

static const tac_syntax syntax = {
    .option = options,
    .n_option = sizeof options / sizeof *options,
    .shared = {{tac_model_option, TAC_N_MODEL_OPTION, offsetof(settings, model)}},
    .least = 1,
    .most = 1,
    .plain = TAC_ARG_AT(settings, path, const char *),
    .missing = TAC_NO_MODEL,
    .surplus = TAC_TWO_MODELS,
};

static int run_check(tac_args *a)
{
    settings set = {0};
    return tac_args_read(a, &syntax, &set) ? check_model(a, &set)
                                           : tac_command_fail(TAC_EXIT_INPUT, a->error);
}

const tac_command tac_command_check = {
    .name = "check",
    .arguments = "MODEL|RIG [options]",
    .summary = "read and assemble a model, say what it is",
    .syntax = &syntax,
    .run = run_check,
};

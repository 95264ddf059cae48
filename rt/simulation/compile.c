#include "compile.h"

#include <ctype.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "describe.h"
#include "element_types.h"
#include "methods.h"
#include "printable.h"
#include "sensor_columns.h"
#include "serialized.h"
#include "system/fail.h"
#include "system/files.h"

// ---- what cannot be ------------------------------------------------------------------------------

static bool refuse(const tac_simulation *s, tac_diag *diag, const char *what, const char *name)
{
    return tac_diag_say(diag, "%s: cannot be compiled: %s%s%s%s", TAC_SHOWN(s->path), what,
                        *name ? " '" : "", TAC_SHOWN(name), *name ? "'" : "");
}

static bool is_ground(const tac_frame *a, const tac_frame *b)
{
    return (a->body == TAC_GROUND && !a->world) || (b->body == TAC_GROUND && !b->world);
}

static bool meets_ground(const tac_desc *d)
{
    bool meets = false;
    for (int i = 0; i < d->n_joint; i++) {
        meets = meets || is_ground(&d->joint[i].a, &d->joint[i].b);
    }
    for (int i = 0; i < d->n_spring; i++) {
        meets = meets || is_ground(&d->spring[i].a, &d->spring[i].b);
    }
    for (int i = 0; i < d->n_bushing; i++) {
        meets = meets || is_ground(&d->bushing[i].a, &d->bushing[i].b);
    }
    for (int i = 0; i < d->n_friction; i++) {
        meets = meets || is_ground(&d->friction[i].a, &d->friction[i].b);
    }
    for (int i = 0; i < d->n_contact; i++) {
        meets = meets || is_ground(&d->contact[i].a, &d->contact[i].b);
    }
    for (int i = 0; i < d->n_law; i++) {
        meets = meets || is_ground(&d->law[i].a, &d->law[i].b);
    }
    return meets;
}

static bool has_right_method(const tac_simulation *s, tac_diag *diag)
{
    bool right = (s->method->takes->follows & TAC_FOLLOWS_PARTS) != 0 && s->options.order == 2 &&
                 s->options.acceleration == TAC_INDEX1;
    const tac_named_method *m = tac_method_following(TAC_FOLLOWS_PARTS);
    char why[200];
    snprintf(why, sizeof why,
             "objects step with the method %s at order 2 and 'acceleration: index-1'; leave the "
             "solver to the model that takes the object",
             m ? m->word : tac_methods[0].word);
    return right || refuse(s, diag, why, "");
}

static bool can_be_compiled(const tac_simulation *s, tac_diag *diag)
{
    const tac_desc *d = &s->file->desc;
    const tac_model_file *f = s->file;
    for (int i = 0; i < d->n_body; i++) {
        if (d->body[i].flex > 0) {
            return refuse(s, diag, "it has a flexible body", f->body_name[i]);
        }
        if (d->body[i].shaft) {
            return refuse(s, diag, "it has a shaft", f->body_name[i]);
        }
    }
    for (int i = 0; i < d->n_group; i++) {
        if (d->group[i].substeps > 1) {
            return refuse(s, diag, "it has a sub-model with 'substeps'", f->group_name[i]);
        }
    }
    if (d->n_part > 0) {
        return refuse(s, diag, "it has a part of its own; name its file where the object is taken",
                      "");
    }
    for (int i = 0; i < d->n_law; i++) {
        if (d->law[i].own) {
            return refuse(s, diag, "it has the law of an object; leave that to the model",
                          f->law_name[i]);
        }
    }
    for (int i = 0; i < d->n_source; i++) {
        if (tac_source_type_of(d->source[i].kind)->run) {
            return refuse(s, diag, "an object runs no blocks; give it an input in place of source",
                          f->source_name[i]);
        }
    }
    for (int i = 0; i < d->n_joint; i++) {
        if (d->joint[i].a.world || d->joint[i].b.world) {
            return refuse(s, diag, "only forces may meet 'world', not the joint", f->joint_name[i]);
        }
        if (d->joint[i].n_effort > 0) {
            return refuse(s, diag, "an object finds no efforts; leave out 'effort_of' of joint",
                          f->joint_name[i]);
        }
        if (d->joint[i].start.has_position || d->joint[i].start.has_rate) {
            return refuse(s, diag,
                          "an object starts where its bodies are given; leave out 'position' and "
                          "'rate' of joint",
                          f->joint_name[i]);
        }
    }
    return has_right_method(s, diag) &&
           (meets_ground(d) ||
            refuse(s, diag, "nothing connects it with ground, which is the body it will hang on",
                   ""));
}

// ---- names -----------------------------------------------------------------------------------------

// A name as objects have it: letters, digits and underscores.
static bool put_name(char to[TAC_SERIALIZED_NAME], const char *name, const char *column)
{
    int n = snprintf(to, TAC_SERIALIZED_NAME, "%s%s%s", name, *column ? "_" : "", column);
    for (char *c = to; *c; c++) {
        *c = isalnum((unsigned char)*c) ? *c : '_';
    }
    return n > 0 && n < TAC_SERIALIZED_NAME;
}

static bool are_different(char (*name)[TAC_SERIALIZED_NAME], int n)
{
    bool different = true;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            different = different && strcmp(name[i], name[k]) != 0;
        }
    }
    return different;
}

static bool is_shown(const tac_model_file *f, const char *name)
{
    bool shown = f->n_exported < 0;
    for (int i = 0; i < f->n_exported && !shown; i++) {
        shown = strcmp(f->exported[i], name) == 0;
    }
    return shown;
}

// Sensors of sub-models stay inside, and those that the file does not export.
static int list_own(const tac_simulation *s, int *sensor)
{
    int n = 0;
    for (int i = 0; i < s->file->desc.n_sensor; i++) {
        const char *name = s->file->sensor_name[i];
        if (!strchr(name, '/') && is_shown(s->file, name)) {
            sensor[n++] = i;
        }
    }
    return n;
}

static bool put_outputs(tac_serialized *p, const tac_simulation *s, int sensor)
{
    bool fits = true;
    int width = tac_sensor_width(s->model, sensor);
    for (int k = 0; k < width && fits; k++) {
        tac_sensor_column c = tac_sensor_column_of(s, sensor, k);
        fits = p->n_output < TAC_PART_MOST_VALUES &&
               put_name(p->output.name[p->n_output], s->file->sensor_name[sensor], c.name);
        if (fits) {
            (void)snprintf(p->output.unit[p->n_output++], TAC_SERIALIZED_NAME, "%s", c.unit);
        }
    }
    return fits;
}

static bool put_names(tac_serialized *p, const tac_simulation *s, const int *sensor, int n_sensor,
                      tac_diag *diag)
{
    const tac_model_file *f = s->file;
    bool fits = f->desc.n_input <= TAC_PART_MOST_VALUES;
    for (int i = 0; i < f->desc.n_input && fits; i++) {
        if (!is_shown(f, f->input_name[i])) {
            return refuse(s, diag, "nobody could give what is not in 'export', its input",
                          f->input_name[i]);
        }
        fits = put_name(p->input.name[i], f->input_name[i], "");
    }
    for (int i = 0; i < n_sensor && fits; i++) {
        fits = put_outputs(p, s, sensor[i]);
    }
    if (!fits) {
        return refuse(s, diag,
                      "an object has at most 64 inputs and 64 numbers of sensors, with names of at "
                      "most 63 letters",
                      "");
    }
    return (are_different(p->input.name, f->desc.n_input) &&
            are_different(p->output.name, p->n_output)) ||
           refuse(s, diag, "two of its inputs or outputs have one name but for signs", "");
}

// Vectors of every processor that there are objects for; elimination gains by them however few bodies are alike.
enum { OBJECT_LANES = 4 };

// ---- the serialized model ---------------------------------------------------------------------------------------

static size_t whole_lines(size_t size)
{
    return (size + TAC_ALIGN - 1) / TAC_ALIGN * TAC_ALIGN;
}

static void *lines(size_t size)
{
    return aligned_alloc(TAC_ALIGN, whole_lines(size) + TAC_ALIGN);
}

// A carrier that stands in for that of a host, with n sub-models.
static tac_part_setup setup_on(const tac_simulation *s, int n, double mass, double inertia)
{
    tac_part_setup any = {.dt = s->options.dt,
                          .penalty = s->options.penalty,
                          .iterations = s->options.iterations,
                          .tangent_first = 1,
                          .mass = mass,
                          .J = {inertia, inertia, inertia},
                          .p = {1.0},
                          .n = n};
    for (int k = 0; k < n; k++) {
        any.q[k][0] = 1.0;
    }
    return any;
}

// What a batch takes; nothing where it cannot be built on this carrier, or there is no memory.
static void estimate_cost(tac_serialized *p, const tac_tree *tree, const tac_model *m, int n,
                          const tac_options *o)
{
    double path;
    tac_part_cost *cost = &p->cost[n - 1];
    void *memory = lines(p->of[n - 1].work);
    if (memory) {
        memset(memory, 0, p->of[n - 1].work);
        tac_serialized_cost(m, n, o, memory, cost);
        tac_tree_cost(tree, NULL, &cost->operations, &path);
    }
    free(memory);
}

static tac_status build(tac_serialized *p, const tac_desc *d, const tac_part_setup *setup,
                        void *memory[2], double sharp[2])
{
    tac_tree *tree;
    tac_model *model;
    tac_serialized_sizes *of = &p->of[setup->n - 1];
    const tac_options o = tac_serialized_options(p, setup);
    tac_status none = tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, 0.0);
    of->tree = whole_lines(tac_tree_size(d));
    memory[0] = lines(of->tree);
    tac_status status = memory[0] ? tac_tree_init(&tree, d, memory[0], of->tree) : none;
    if (status.code == TAC_OK) {
        of->model = whole_lines(tac_model_size(d, tree));
        memory[1] = lines(of->model);
        status = memory[1] ? tac_model_init(&model, d, tree, memory[1], of->model) : none;
    }
    if (status.code == TAC_OK) {
        of->work = tac_serialized_work_size(model, setup->n, &o);
        tac_serialized_sharpness(model, sharp);
        estimate_cost(p, tree, model, setup->n, &o);
        p->n_state = setup->n == 1 ? (int32_t)tac_serialized_state_size(model) : p->n_state;
    }
    return status;
}

// Sizes of an object's memory, and how sharp its laws are, from what it will build on a carrier.
static tac_status measure_on(tac_serialized *p, const tac_part_setup *setup, double sharp[2])
{
    tac_arena count = {NULL, 0};
    (void)tac_serialized_read(p, setup, &count);
    tac_arena a = {lines(count.used), 0};
    void *memory[2] = {NULL, NULL};
    tac_status status = tac_fail(TAC_TOO_SMALL, TAC_NOTHING, 0, 0.0);
    if (a.base) {
        tac_desc d = tac_serialized_read(p, setup, &a);
        status = build(p, &d, setup, memory, sharp);
    }
    tac_serialized_sizes *of = &p->of[setup->n - 1];
    of->memory = 2 * TAC_ALIGN + count.used + of->tree + of->model + of->work;
    free(memory[1]);
    free(memory[0]);
    free(a.base);
    return status;
}

// What laws have of their own on a carrier that nothing moves, and what one adds that moves as easily as can be: by its
// displacement, and by its rotation.
static tac_status measure_sharpness(tac_serialized *p, const tac_simulation *s)
{
    static const double heavy = 1e30, light = 1e-9;
    static const double carrier[3][2] = {{heavy, heavy}, {light, heavy}, {heavy, light}};
    double sharp[3][2] = {{0.0}};
    tac_status status = tac_fail(TAC_OK, TAC_NOTHING, 0, 0.0);
    for (int i = 0; i < 3 && status.code == TAC_OK; i++) {
        const tac_part_setup setup = setup_on(s, 1, carrier[i][0], carrier[i][1]);
        status = measure_on(p, &setup, sharp[i]);
    }
    tac_part_sharpness *of[2] = {&p->sharp.sided, &p->sharp.friction};
    for (int k = 0; k < 2; k++) {
        *of[k] = (tac_part_sharpness){sharp[0][k], light * sharp[1][k], light * sharp[2][k]};
    }
    return status;
}

static bool measure(tac_serialized *p, const tac_simulation *s, tac_diag *diag)
{
    tac_status status = measure_sharpness(p, s);
    for (int n = 1; n <= TAC_PART_MOST_ALIKE && status.code == TAC_OK; n++) {
        double sharp[2];
        const tac_part_setup setup = setup_on(s, n, 1.0, 1.0);
        status = measure_on(p, &setup, sharp);
    }
    if (status.code != TAC_OK) {
        return tac_diag_say(diag, "%s: cannot be compiled: %s", TAC_SHOWN(s->path),
                            tac_code_text(status.code));
    }
    p->form = tac_serialized_form(p, s->model);
    p->in_world = tac_serialized_is_in_world(p);
    return p->n_state <= TAC_PART_MOST_KEPT || refuse(s, diag, "it is too large", "");
}

// Sensors of the file itself.
typedef struct lists {
    tac_sensor_desc *sensor;
    int *own, n_own;
} lists;

static bool make_lists(lists *l, const tac_simulation *s)
{
    const tac_desc *d = &s->file->desc;
    l->own = calloc((size_t)d->n_sensor + 1, sizeof *l->own);
    l->sensor = calloc((size_t)d->n_sensor + 1, sizeof *l->sensor);
    if (!l->own || !l->sensor) {
        return false;
    }
    l->n_own = list_own(s, l->own);
    for (int i = 0; i < l->n_own; i++) {
        l->sensor[i] = d->sensor[l->own[i]];
    }
    return true;
}

// On one line: what of a title of several lines, or of its last newline, others would refuse.
static void put_title(tac_serialized *p, const char *title)
{
    (void)snprintf(p->title, sizeof p->title, "%s", title);
    for (char *c = p->title; *c; c++) {
        *c = iscntrl((unsigned char)*c) ? ' ' : *c;
    }
    for (size_t n = strlen(p->title); n > 0 && p->title[n - 1] == ' '; n--) {
        p->title[n - 1] = '\0';
    }
}

// Bodies are as given: the start of a host corrects them together with their carrier, as it does included ones.
static bool write_piece(tac_serialized *p, const tac_simulation *s, const lists *l, tac_diag *diag)
{
    tac_desc d = s->file->desc;
    d.sensor = l->sensor;
    d.n_sensor = l->n_own;
    if (d.roads.n > 0) {
        return refuse(s, diag, "it has roads, which an object has not; take out",
                      s->file->road_name[0]);
    }
    memcpy(p->magic, TAC_SERIALIZED_MAGIC, sizeof p->magic);
    put_title(p, s->file->title);
    for (int n = 1; n <= TAC_PART_MOST_ALIKE; n++) {
        p->of[n - 1].lanes = OBJECT_LANES;
    }
    if (!put_names(p, s, l->own, l->n_own, diag)) {
        return false;
    }
    return tac_serialized_write(p, &d)
               ? measure(p, s, diag)
               : refuse(s, diag, "it is too large: an object has room for 256 KiB", "");
}

static bool make_piece(tac_serialized *p, const tac_simulation *s, tac_diag *diag)
{
    lists l = {.n_own = 0};
    bool good = make_lists(&l, s) || tac_diag_say_memory(diag, "tactus compile: not enough memory");
    good = good && write_piece(p, s, &l, diag);
    free(l.own);
    free(l.sensor);
    return good;
}

static tac_serialized *empty_piece(void)
{
    tac_serialized *p = lines(sizeof *p);
    if (p) {
        memset(p, 0, sizeof *p);
    }
    return p;
}

// ---- files -------------------------------------------------------------------------------------------

static unsigned char *read_all(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    char *bytes = NULL, chunk[65536];
    FILE *all = in ? open_memstream(&bytes, size) : NULL;
    for (size_t n; all && (n = fread(chunk, 1, sizeof chunk, in)) > 0;) {
        (void)fwrite(chunk, 1, n, all);
    }
    bool good = all && !ferror(in);
    good = all && fclose(all) == 0 && good;
    if (in) {
        (void)fclose(in);
    }
    if (!good) {
        free(bytes);
        bytes = NULL;
    }
    return (unsigned char *)bytes;
}

// The only place of a word of 16 letters; NULL.
static unsigned char *find(unsigned char *bytes, size_t size, const char *word)
{
    unsigned char *at = memmem(bytes, size, word, 16);
    size_t left = at ? size - (size_t)(at - bytes) - 1 : 0;
    return at && !memmem(at + 1, left, word, 16) ? at : NULL;
}

static bool fill_template(unsigned char *bytes, size_t size, tac_serialized *p)
{
    p->form = XXH3_64bits_withSeed(bytes, size, p->form); // and of one solver
    unsigned char *piece = find(bytes, size, TAC_SERIALIZED_MAGIC);
    unsigned char *table = find(bytes, size, TAC_SERIALIZED_TABLE_MAGIC);
    if (!piece || !table || (size_t)(piece - bytes) + sizeof *p > size ||
        (size_t)(table - bytes) + sizeof(tac_serialized_table) > size) {
        return false;
    }
    const uint32_t n_input = (uint32_t)p->n[TAC_SERIALIZED_INPUTS],
                   n_output = (uint32_t)p->n_output, n_state = (uint32_t)p->n_state;
    const tac_input_desc *input = (const void *)(p->data + p->at[TAC_SERIALIZED_INPUTS]);
    unsigned char *value = table + offsetof(tac_serialized_table, input[0].value);
    memcpy(piece, p, sizeof *p);
    memcpy(table + offsetof(tac_serialized_table, table.n_input), &n_input, sizeof n_input);
    memcpy(table + offsetof(tac_serialized_table, table.n_output), &n_output, sizeof n_output);
    memcpy(table + offsetof(tac_serialized_table, table.n_state), &n_state, sizeof n_state);
    for (uint32_t i = 0; i < n_input; i++, value += sizeof(tac_part_value)) {
        memcpy(value, &input[i].value, sizeof(double));
    }
    return true;
}

static unsigned char *make_object(const tac_simulation *s, tac_serialized *p, const char *template,
                                  size_t *size, tac_diag *diag)
{
    if (!can_be_compiled(s, diag) || !make_piece(p, s, diag)) {
        return NULL;
    }
    unsigned char *bytes = read_all(template, size);
    if (!bytes) {
        (void)tac_diag_say(diag, "%s: cannot be read", TAC_SHOWN(template));
    } else if (!fill_template(bytes, *size, p)) {
        (void)tac_diag_say(diag, "%s: is no template of this version; install tactus again",
                           TAC_SHOWN(template));
        free(bytes);
        bytes = NULL;
    }
    return bytes;
}

static void put_list(FILE *out, const char *what, const tac_serialized_names *of, int n)
{
    fprintf(out, "\nenum {\n");
    for (int i = 0; i < n; i++) {
        fprintf(out, "    PART_%s_%s,%s%s\n", what, of->name[i], *of->unit[i] ? " // " : "",
                of->unit[i]);
    }
    fprintf(out, "    PART_%sS\n};\n", what);
}

static char *make_header(const tac_serialized *p, size_t *size, tac_diag *diag)
{
    char *text = NULL;
    FILE *to = open_memstream(&text, size);
    if (to) {
        fprintf(to, "// Inputs and outputs of a compiled part, in the order of part.h.\n");
        put_list(to, "INPUT", &p->input, p->n[TAC_SERIALIZED_INPUTS]);
        put_list(to, "OUTPUT", &p->output, p->n_output);
    }
    if (!to || fclose(to) != 0) {
        (void)tac_diag_say_memory(diag, "tactus compile: not enough memory");
        free(text);
        text = NULL;
    }
    return text;
}

// A file to be written; NULL: none.
typedef struct output {
    const char *path;
    const void *bytes;
    size_t size;
    mode_t mode;
    tac_successor new;
} output;

static bool begin(output *o, tac_failure *why)
{
    const char *kept = tac_keeps_its_place(o->path);
    if (kept) {
        return tac_diag_say(&why->diag, "%s: %s", TAC_SHOWN(o->path), kept);
    }
    if (!tac_begin_successor(&o->new, o->path, o->mode)) {
        (void)tac_diag_say_errno(&why->diag, errno, "%s: cannot be written: %s", TAC_SHOWN(o->path),
                                 tac_output_error(errno));
        return tac_failed_output(why);
    }
    return true;
}

static bool end(const output *o, bool good, tac_failure *why)
{
    if (!tac_end_successor(&o->new, o->path, good) && good) {
        (void)tac_diag_say_errno(&why->diag, errno, "%s: cannot be written: %s", TAC_SHOWN(o->path),
                                 tac_output_error(errno));
        return tac_failed_output(why);
    }
    return good;
}

// Both or none of them, but for what fails when they get their names. Who has the old object loaded keeps it.
static bool write_outputs(output o[2], tac_failure *why)
{
    int n = o[1].path ? 2 : 1, begun = 0;
    bool good = true;
    for (; begun < n && good; begun++) {
        good = begin(&o[begun], why);
        if (!good) {
            break;
        }
        good = tac_write_all(o[begun].new.fd, o[begun].bytes, o[begun].size);
        if (!good) {
            (void)tac_diag_say_errno(&why->diag, errno, "%s: cannot be written: %s",
                                     TAC_SHOWN(o[begun].path), tac_output_error(errno));
            (void)tac_failed_output(why);
        }
    }
    for (int i = begun - 1; i >= 0; i--) {
        good = end(&o[i], good, why);
    }
    return good;
}

bool tac_compile(const tac_simulation *s, const char *template, const char *out, const char *header,
                 tac_failure *why)
{
    tac_serialized *p = empty_piece();
    size_t size = 0, letters = 0;
    if (!p) {
        return tac_diag_say_memory(&why->diag, "tactus compile: not enough memory");
    }
    unsigned char *bytes = make_object(s, p, template, &size, &why->diag);
    char *text = bytes && header ? make_header(p, &letters, &why->diag) : NULL;
    output both[2] = {{.path = out, .bytes = bytes, .size = size, .mode = 0755},
                      {.path = header, .bytes = text, .size = letters, .mode = 0644}};
    bool good = bytes && (text || !header) && write_outputs(both, why);
    free(text);
    free(bytes);
    free(p);
    return good;
}

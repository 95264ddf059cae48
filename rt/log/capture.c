#include "capture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "build.h"
#include "format.h"
#include "format/number.h"
#include "header.h"
#include "part/loaded.h"
#include "printable.h"
#include "signals.h"
#include "solver_plan.h"
#include "system/fail.h"
#include "system/files.h"
#include "visual.h"

#define FILE_PREFIX "file/" // before the path of a file of the model
#define PART_PREFIX \
    "part/" // before the path of a part's object: what is known of it, never its bytes
#define RIG_PREFIX "rig/" // before that of the rig

typedef struct capture {
    tac_log_header *h;
    const tac_simulation *s;
    const tac_log_origin *o;
    tac_diag *diag;
} capture;

static int no_memory(tac_diag *diag)
{
    return tac_diag_say_memory(diag, "tactus: not enough memory to record");
}

// ---- capture -------------------------------------------------------------------------------------

static int add_text(capture *c, const char *name, const char *text)
{
    return tac_log_header_add(c->h, name, text, strlen(text));
}

static int add_words(capture *c, const char *name, const uint64_t *word, size_t n)
{
    unsigned char *bytes = malloc(8 * n + 1);
    if (!bytes) {
        return 0;
    }
    tac_log_put_words(bytes, word, n);
    int ok = tac_log_header_add(c->h, name, bytes, 8 * n);
    free(bytes);
    return ok;
}

static int add_parameters(capture *c)
{
    const tac_desc *d = &c->s->file->desc;
    size_t n = tac_log_parameter_count(d);
    uint64_t *word = calloc(n + 1, sizeof *word);
    if (!word) {
        return 0;
    }
    for (size_t k = 0; k < n; k++) {
        double value = 0.0;
        (void)tac_parameter_get(c->s->model, tac_log_parameter(d, k), &value);
        word[k] = tac_log_bits(value);
    }
    int ok = add_words(c, "parameter", word, n);
    free(word);
    return ok;
}

static int add_numbers(capture *c)
{
    const tac_desc *d = &c->s->file->desc;
    size_t n_input = (size_t)d->n_input, n_state = c->s->state.size / 8;
    uint64_t options[TAC_LOG_OPTIONS];
    tac_log_options_put(&c->s->options, options);
    const uint64_t shape[] = {n_input, n_state, tac_log_parameter_count(d), c->o->full != 0};
    const uint64_t clock[] = {(uint64_t)c->o->period_ns, (uint64_t)c->o->substeps};
    return add_words(c, "options", options, TAC_LOG_OPTIONS) && add_words(c, "shape", shape, 4) &&
           add_words(c, "clock", clock, 2) &&
           add_words(c, "input", (const uint64_t *)(const void *)c->o->input, n_input) &&
           add_words(c, "state", c->o->state, n_state) && add_parameters(c);
}

// The path of the outermost file, and what was given, a line each.
static int add_model(capture *c)
{
    const tac_given given = tac_model_file_given(c->s->file);
    char *lines = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&lines, &size);
    for (int i = 0; out && i < given.n; i++) {
        fprintf(out, "%s\n", given.text[i]);
    }
    int ok = out && fclose(out) == 0 && add_text(c, "model", c->s->file->file_name[0]) &&
             (given.n == 0 || add_text(c, "given", lines));
    free(lines);
    return ok;
}

// Of a run that was slower or faster than the clock.
static int add_speed(capture *c)
{
    char text[TAC_NUMBER_SIZE];
    tac_number_print(c->o->speed, text);
    return c->o->speed == 0.0 || c->o->speed == 1.0 || add_text(c, "speed", text);
}

static int add_texts(capture *c)
{
    char created[32];
    time_t now = time(NULL);
    struct tm utc;
    gmtime_r(&now, &utc);
    strftime(created, sizeof created, "%Y-%m-%dT%H:%M:%SZ", &utc);
    char *layout = tac_log_layout_text(c->s), *parameters = tac_log_parameters(c->s->file);
    char plan[TAC_LOG_PLAN_SIZE];
    tac_log_plan(c->s, plan);
    int ok = layout && parameters && add_text(c, "parameters", parameters) &&
             add_text(c, "plan", plan) &&
             add_text(c, "schedule", c->o->schedule ? c->o->schedule : "1") &&
             (!c->o->signals || add_text(c, "signals", c->o->signals)) &&
             add_text(c, "build", TAC_VERSION) && add_text(c, "compiler", TAC_COMPILER) &&
             add_text(c, "flags", TAC_BUILD_FLAGS) && add_text(c, "cpu", tac_log_cpu()) &&
             add_text(c, "created", created) && add_text(c, "method", c->s->method->name) &&
             add_text(c, "layout", layout) && add_speed(c) && add_model(c);
    free(layout);
    free(parameters);
    return ok;
}

static int add_file(capture *c, const char *prefix, const char *path)
{
    char *bytes = NULL, chunk[4096], *name = NULL;
    size_t size = 0, n;
    FILE *in = tac_open_plain(path), *all = open_memstream(&bytes, &size);
    int bad = !in, reason = errno;
    while (in && all && (n = fread(chunk, 1, sizeof chunk, in)) > 0) {
        fwrite(chunk, 1, n, all);
    }
    if (in && ferror(in)) {
        bad = 1;
        reason = errno;
    }
    if (in) {
        fclose(in);
    }
    int kept = all && !ferror(all);
    kept = all && fclose(all) == 0 && kept && bytes; // bytes only if they could grow until the end
    int ok = kept && asprintf(&name, "%s%s", prefix, path) >= 0 &&
             tac_log_header_add(c->h, name, bytes, size);
    free(name);
    free(bytes);
    if (bad && reason != ENOMEM) {
        return tac_diag_say(c->diag, "%s: cannot be read for the log: %s", path, strerror(reason));
    }
    return (ok && !bad) || no_memory(c->diag);
}

static int add_objects(capture *c, const tac_model_part *part, int n)
{
    for (int i = 0; i < n; i++) {
        char *name = NULL, *text = tac_part_text(&part[i].known);
        int ok = text && asprintf(&name, PART_PREFIX "%s", part[i].path) >= 0 &&
                 (tac_log_find(c->h, name) || add_text(c, name, text));
        free(name);
        free(text);
        if (!ok) {
            return no_memory(c->diag);
        }
    }
    return 1;
}

static int add_parts(capture *c)
{
    int n;
    const tac_model_part *law = tac_model_file_laws(c->s->file, &n);
    return add_objects(c, tac_model_file_parts(c->s->file), c->s->file->desc.n_part) &&
           add_objects(c, law, n);
}

// What the log holds must build the same start: files may have changed since they were read.
static int prove(capture *c)
{
    tac_simulation again;
    int built = tac_log_header_build(c->h, 0, &again);
    char *layout = built ? tac_log_layout_text(&again) : NULL;
    int same = layout && strcmp(layout, tac_log_text(c->h, "layout")) == 0 &&
               memcmp(again.state.data, c->o->state, again.state.size) == 0;
    if (!built) {
        (void)tac_diag_say_errno(c->diag, again.diag.no_memory ? ENOMEM : 0,
                                 "%s: the log would not build this model again: %s", c->s->path,
                                 again.diag.text);
    } else if (!layout) {
        (void)no_memory(c->diag);
    } else if (!same) {
        (void)tac_diag_say(c->diag,
                           "%s: the log would build another start; did a file of the model change?",
                           c->s->path);
    }
    free(layout);
    tac_simulation_close(&again);
    return same;
}

int tac_log_header_capture(tac_log_header *h, const tac_simulation *s, const tac_log_origin *o,
                           tac_diag *diag)
{
    *h = (tac_log_header){.bounds = s->bounds};
    capture c = {h, s, o, diag};
    h->shape = (tac_log_shape){(size_t)s->file->desc.n_input, s->state.size / 8,
                               tac_log_parameter_count(&s->file->desc), o->full != 0};
    int ok = (add_texts(&c) && add_numbers(&c)) || no_memory(diag);
    for (int i = 0; i < s->file->n_file && ok; i++) {
        ok = add_file(&c, FILE_PREFIX, s->file->file_name[i]);
    }
    const tac_visuals looks = tac_model_file_visuals(s->file);
    for (int i = 0; i < looks.n_mesh && ok; i++) {
        ok = add_file(&c, FILE_PREFIX, looks.mesh[i].path);
    }
    ok = ok && add_parts(&c);
    ok = ok && (!o->rig_path || add_file(&c, RIG_PREFIX, o->rig_path));
    return ok && prove(&c);
}

// ---- build ---------------------------------------------------------------------------------------

static const char *find_item(const tac_log_header *h, const char *prefix, const char *path,
                             size_t *size)
{
    size_t n = strlen(prefix);
    for (size_t i = 0; i < h->n; i++) {
        const tac_log_item *item = &h->item[i];
        if (strncmp(item->name, prefix, n) == 0 && strcmp(item->name + n, path) == 0) {
            *size = item->size;
            return (const char *)item->bytes;
        }
    }
    return NULL;
}

static const char *find_file(const void *header, const char *path, size_t *size)
{
    const char *bytes = find_item(header, FILE_PREFIX, path, size);
    return bytes ? bytes : find_item(header, RIG_PREFIX, path, size);
}

static bool find_part(const void *header, const char *path, tac_known_part *part, char *why,
                      size_t size)
{
    size_t length = 0;
    const char *text = find_item(header, PART_PREFIX, path, &length);
    if (!text) {
        (void)snprintf(why, size, "the log says nothing of the part");
        return false;
    }
    return tac_part_of_text(text, length, part, why, size);
}

tac_file_source tac_log_files(const tac_log_header *h)
{
    return (tac_file_source){.find = find_file, .context = h, .part = find_part};
}

int tac_log_options(const tac_log_header *h, tac_options *o)
{
    const tac_log_item *item = tac_log_find(h, "options");
    uint64_t word[TAC_LOG_OPTIONS];
    if (!item || item->size != sizeof word) {
        return 0;
    }
    tac_log_get_words(item->bytes, word, TAC_LOG_OPTIONS);
    return tac_log_options_get(word, o);
}

enum { LEAST_WORDS = 13 }; // of a body in a state: position and velocity

static int set_up(const tac_log_header *h, int lanes, tac_simulation *s)
{
    const tac_log_item *input = tac_log_find(h, "input");
    if (!tac_log_options(h, &s->options) || input->size != 8 * (size_t)s->file->desc.n_input) {
        return tac_diag_say(&s->diag, "the header of the log does not fit its model");
    }
    // no run ever had fewer words; a few lines may name a million bodies
    if (h->shape.n_state / LEAST_WORDS < (size_t)s->file->desc.n_body) {
        return tac_diag_say(&s->diag,
                            "the states of the log are too small for the %d bodies of its model",
                            s->file->desc.n_body);
    }
    const char *name = tac_log_text(h, "method");
    s->method = tac_method_of_name(name);
    if (!s->method) {
        return tac_diag_say(
            &s->diag,
            "the log was recorded with the method '%.60s', which this program does not have", name);
    }
    s->options.lanes = lanes;
    tac_log_get_words(input->bytes, (uint64_t *)(void *)s->input, input->size / 8);
    return tac_simulation_prepare(s) && tac_simulation_start(s);
}

// What was given, from the lines of the item; texts point into them. One too many is left to the model's reader.
static tac_given read_given(char *lines, const char *text[TAC_MOST_GIVEN + 1])
{
    int n = 0;
    for (char *line; n <= TAC_MOST_GIVEN && (line = strsep(&lines, "\n")) && *line;) {
        text[n++] = line;
    }
    return (tac_given){.text = text, .n = n};
}

int tac_log_header_build(const tac_log_header *h, int lanes, tac_simulation *s)
{
    tac_file_source source = tac_log_files(h); // only needed while the model is read
    const char *text[TAC_MOST_GIVEN + 1];
    char *lines = strdup(tac_log_text(h, "given"));
    *s = (tac_simulation){0};
    if (!lines) {
        return no_memory(&s->diag);
    }
    tac_given given = read_given(lines, text);
    given.bounds = h->bounds;
    const char *path = tac_log_text(h, "model");
    int ok = tac_simulation_read_given(s, path, &source, &given);
    s->path = ok ? s->file->file_name[0] : path;
    free(lines);
    return ok && set_up(h, lanes, s);
}

int64_t tac_log_period(const tac_log_header *h)
{
    const tac_log_item *item = tac_log_find(h, "clock");
    uint64_t word = 0;
    if (item && item->size >= 8) {
        tac_log_get_words(item->bytes, &word, 1);
    }
    return word < UINT64_C(3600000000000) ? (int64_t)word : 0;
}

tac_rig_file *tac_log_rig(const tac_log_header *h, tac_diag *diag)
{
    tac_file_source source = tac_log_files(h);
    const char *text[TAC_MOST_GIVEN + 1], *path = NULL;
    for (size_t i = 0; i < h->n && !path; i++) {
        path = strncmp(h->item[i].name, RIG_PREFIX, strlen(RIG_PREFIX)) == 0
                   ? h->item[i].name + strlen(RIG_PREFIX)
                   : NULL;
    }
    char *lines = path ? strdup(tac_log_text(h, "given")) : NULL;
    if (!path || !lines) {
        (void)(path ? no_memory(diag)
                    : tac_diag_say(diag, "no rig was recorded, so that no signals are known"));
        return NULL;
    }
    tac_given given = read_given(lines, text);
    given.bounds = h->bounds;
    tac_rig_file *rig = tac_rig_file_read_given(path, &source, &given, diag);
    free(lines);
    return rig;
}

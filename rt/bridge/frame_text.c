#include "frame_text.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "format/json.h"
#include "system/fail.h"

enum { FIRST_ROOM = 64 };

typedef struct tac_named_route {
    tac_route at;
    char name[sizeof((tac_io_value_about *)NULL)->name];
} named_route;

// ---- values --------------------------------------------------------------------------------------

static int make_room(tac_frame_text *t, const char *path, tac_diag *diag)
{
    int room = t->room > 0 ? 2 * t->room : FIRST_ROOM;
    if (t->n < t->room) {
        return 1;
    }
    named_route *more = realloc(t->value, (size_t)room * sizeof *more);
    if (!more) {
        return tac_diag_say_memory(diag, "%s: out of memory; free some", path);
    }
    t->value = more;
    t->room = room;
    return 1;
}

static int has(const tac_frame_text *t, int signal, int element)
{
    for (int i = 0; i < t->n; i++) {
        if (t->value[i].at.signal == signal && t->value[i].at.element == element) {
            return 1;
        }
    }
    return 0;
}

static int add_value(tac_frame_text *t, const tac_link *l, const char *path,
                     const tac_packet_field *f, int signal, int element, tac_diag *diag)
{
    tac_io_value_about about;
    if (!make_room(t, path, diag)) {
        return 0;
    }
    named_route *v = &t->value[t->n];
    if (!tac_link_route_value(l, path, f, signal, element, &v->at, diag)) {
        return 0;
    }
    (void)tac_io_describe_value(l->io, signal, element, &about);
    if (f->line > 0 && has(t, signal, element)) {
        tac_diag_say(diag, "%s:%d:%d: '%.90s' is named a second time; name it once", path, f->line,
                     f->column, about.name);
        return 0;
    }
    memcpy(v->name, about.name, sizeof v->name);
    t->n++;
    return 1;
}

static int add_field(tac_frame_text *t, const tac_link *l, const char *path,
                     const tac_packet_field *f, tac_diag *diag)
{
    int signal, first, n = tac_link_find(l, path, f, &signal, &first, diag);
    for (int i = 0; i < n; i++) {
        if (!add_value(t, l, path, f, signal, first + i, diag)) {
            return 0;
        }
    }
    return n > 0;
}

static int add_all(tac_frame_text *t, const tac_link *l, const char *path, tac_diag *diag)
{
    const tac_packet_field as_it_is = {.kind = TAC_FIELD_SIGNAL, .unit = ""};
    tac_io_signal s;
    int n = tac_io_count(l->io);
    for (int i = 0; i < n; i++) {
        (void)tac_io_describe(l->io, i, &s);
        for (int k = 0; k < s.rows * s.columns; k++) {
            if (!add_value(t, l, path, &as_it_is, i, k, diag)) {
                return 0;
            }
        }
    }
    return 1;
}

// ---- text ----------------------------------------------------------------------------------------

// With `worst` in place of the values, unless it is zero: the longest text there can be.
static void write_text(tac_json *j, const tac_frame_text *t, const tac_link *l,
                       const tac_io_frame *frame, double worst)
{
    tac_json_begin(j, t->text, TAC_FRAME_TEXT_MOST + 1);
    tac_json_open(j, NULL, '{');
    tac_json_real(j, "timestamp", frame->time);
    tac_json_text(j, "instance", l->instance);
    tac_json_whole(j, "number", (int64_t)frame->number);
    tac_json_whole(j, "step", frame->step);
    tac_json_whole(j, "cycle", frame->cycle);
    tac_json_whole(j, "run_state", frame->run_state);
    tac_json_open(j, "values", '{');
    for (int i = 0; i < t->n; i++) {
        const named_route *v = &t->value[i];
        tac_json_real(j, v->name, worst < 0.0 ? worst : tac_route_get(l, &v->at));
    }
    tac_json_close(j, '}');
    tac_json_close(j, '}');
}

static int fits(const tac_frame_text *t, const tac_link *l)
{
    const tac_io_frame worst = {.number = UINT64_C(1) << 63,
                                .step = INT64_MIN,
                                .cycle = INT64_MIN,
                                .time = -DBL_MAX,
                                .run_state = INT32_MIN};
    tac_json j;
    write_text(&j, t, l, &worst, -DBL_MAX); // -1.7976931348623157e+308: no number is longer
    return !j.full;
}

// ---- interface -----------------------------------------------------------------------------------

int tac_frame_text_route(tac_frame_text *t, const tac_link *l, const char *path,
                         const tac_bridge_json *wanted, tac_diag *diag)
{
    if (!wanted->enabled) {
        return 1;
    }
    t->n = 0;
    t->text = t->text ? t->text : malloc(TAC_FRAME_TEXT_MOST + 1);
    if (!t->text) {
        return tac_diag_say_memory(diag, "%s: out of memory; free some", path);
    }
    int good = wanted->n_field > 0 || add_all(t, l, path, diag);
    for (int i = 0; i < wanted->n_field && good; i++) {
        good = add_field(t, l, path, &wanted->field[i], diag);
    }
    if (good && !fits(t, l)) {
        return tac_diag_say(diag,
                            "%s: %d values of '%.48s' may need more than %d bytes of JSON; name "
                            "fewer by 'signals', in flows of their own",
                            path, t->n, l->instance, TAC_FRAME_TEXT_MOST);
    }
    return good;
}

int tac_frame_text_write(tac_frame_text *t, const tac_link *l, const tac_io_frame *frame)
{
    tac_json j;
    write_text(&j, t, l, frame, 0.0);
    return j.n;
}

void tac_frame_text_free(tac_frame_text *t)
{
    free(t->value);
    free(t->text);
}

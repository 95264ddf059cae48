#include "text_layout.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reader/items.h"
#include "reader/texts.h"
#include "reader/times.h"

enum { MOST_DIGITS = 99, MOST_LITERAL = 200, SPEC = 16 };

#define MOST_WHOLE 9007199254740992.0 // up to here a double holds every whole number

typedef struct text { // being read
    const tac_place *p;
    tac_packet_direction direction;
    tac_packet_layout *out;
} text;

// ---- formats -------------------------------------------------------------------------------------

// One conversion of printf, taken apart; its parts are put together again, so that nothing else gets to printf.
typedef struct spec {
    char flags[8];
    int width, precision; // -1: not given
    char kind;            // d x X f F e E g G
} spec;

static int take_digits(const char **c)
{
    int n = 0;
    for (; isdigit((unsigned char)**c); ++*c) {
        n = n > MOST_DIGITS ? n : 10 * n + (**c - '0');
    }
    return n;
}

// "%-8.3f" behind the percent sign; false when it is none.
static bool take_spec(const char **c, spec *s)
{
    int n = 0;
    *s = (spec){.width = -1, .precision = -1};
    while (**c != '\0' && strchr("-+ 0#", **c) && n < 6) {
        s->flags[n++] = *(*c)++;
    }
    s->width = isdigit((unsigned char)**c) ? take_digits(c) : -1;
    if (**c == '.') {
        ++*c;
        s->precision = take_digits(c);
    }
    while (**c == 'l' || **c == 'h') { // of C programs: the length of a number says nothing here
        ++*c;
    }
    s->kind = **c == 'i' || **c == 'u' ? 'd' : **c;
    *c += **c != '\0';
    return s->kind != '\0' && strchr("dxXfFeEgG", s->kind) && s->width <= MOST_DIGITS &&
           s->precision <= MOST_DIGITS;
}

static const char *put_together(const tac_place *p, const spec *s)
{
    char out[SPEC + 16];
    int n = snprintf(out, sizeof out, "%%%s", s->flags);
    if (s->width >= 0) {
        n += snprintf(out + n, sizeof out - (size_t)n, "%d", s->width);
    }
    if (s->precision >= 0) {
        n += snprintf(out + n, sizeof out - (size_t)n, ".%d", s->precision);
    }
    n += snprintf(out + n, sizeof out - (size_t)n, "%s%c", strchr("dxX", s->kind) ? "ll" : "",
                  s->kind);
    return tac_copy_text(p->rd, out, (size_t)n);
}

// What stands before and behind the conversion, with %% as one sign.
static const char *literal(const tac_place *p, const char *from, const char *to)
{
    char out[MOST_LITERAL + 1];
    size_t n = 0;
    for (; from < to && n < MOST_LITERAL; from++) {
        out[n++] = *from;
        from += from[0] == '%' && from[1] == '%';
    }
    return tac_copy_text(p->rd, out, n);
}

// The next single percent sign; the end when there is none.
static const char *find_percent(const char *c)
{
    for (; *c != '\0'; c++) {
        if (*c == '%' && c[1] != '%') {
            return c;
        }
        c += *c == '%';
    }
    return c;
}

static void read_format(const text *t, const tac_node *item, const char *otherwise,
                        tac_packet_field *f)
{
    const tac_node *node = tac_find(item, "format");
    const char *format = node ? tac_text(t->p, node, "format") : otherwise;
    const char *percent = find_percent(format), *c = percent + (*percent != '\0');
    spec s;
    if (*percent == '\0' || !take_spec(&c, &s) || *find_percent(c) != '\0' ||
        strlen(format) > MOST_LITERAL) {
        tac_refuse(t->p->rd, node ? node : item,
                   "'format' %.60s must hold one conversion of printf for a number, such as %%.3f, "
                   "%%d or %%04X",
                   format);
    }
    f->text = literal(t->p, format, percent);
    f->behind = literal(t->p, c, c + strlen(c));
    f->print = put_together(t->p, &s);
    f->number = s.kind == 'd'          ? TAC_TEXT_WHOLE
                : strchr("xX", s.kind) ? TAC_TEXT_HEX
                                       : TAC_TEXT_REAL;
    bool pads = s.width > 0 || strchr(s.flags, ' ');
    if (strstr(f->text, t->out->separator) || strstr(f->behind, t->out->separator) ||
        (pads && !strchr(s.flags, '0') && strcmp(t->out->separator, " ") == 0)) {
        tac_refuse(t->p->rd, node ? node : item,
                   "'format' %.60s would write the separator inside of a field", format);
    }
}

// ---- fields --------------------------------------------------------------------------------------

static void read_signal(const text *t, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"signal", "format", "first", "count",   "unit", "scale",
                                       "offset", "min",    "max",   "outside", NULL};
    tac_check_plain_map(t->p, item, "a signal", keys);
    f->type = TAC_WIRE_F64;
    read_format(t, item, "%.9g", f);
    tac_bridge_read_signal(t->p, item, t->direction, t->out, f);
    if (t->direction == TAC_PACKET_OUT && f->number != TAC_TEXT_REAL) {
        f->minimum = fmax(f->minimum, f->number == TAC_TEXT_HEX ? 0.0 : -MOST_WHOLE);
        f->maximum = fmin(f->maximum, MOST_WHOLE);
    }
}

static void read_constant(const text *t, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"text", NULL};
    tac_check_plain_map(t->p, item, "a text", keys);
    f->kind = TAC_FIELD_TEXT;
    f->text = tac_text(t->p, tac_find(item, "text"), "text");
    if (strstr(f->text, t->out->separator)) {
        tac_refuse(t->p->rd, item, "the text holds the separator; make fields of its parts");
    }
}

static void read_counter(const text *t, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"counter", "modulo", "format", NULL};
    const tac_place *p = t->p;
    tac_check_plain_map(p, item, "a counter", keys);
    if (t->out->counter) {
        tac_refuse(p->rd, item, "a second counter; a packet has one");
    }
    int step = tac_count_or(p, item, "counter", 1, TAC_MOST_COUNT, 1);
    int modulo =
        tac_count_or(p, item, "modulo", 4, TAC_MOST_COUNT, TAC_MOST_COUNT - TAC_MOST_COUNT % step);
    f->kind = TAC_FIELD_COUNTER;
    read_format(t, item, "%d", f);
    if (modulo % step != 0 || modulo / step < 4 || f->number == TAC_TEXT_REAL) {
        tac_refuse(p->rd, item,
                   "a counter is a whole number that takes at least 4 values and returns to its "
                   "first: its modulo divisible by its step");
    }
    t->out->counter_step = (uint64_t)step;
    t->out->counter_modulo = (uint64_t)modulo;
    t->out->counter = f;
}

static void read_frame(const text *t, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"frame", "format", NULL};
    const tac_place *p = t->p;
    tac_check_plain_map(p, item, "a frame's field", keys);
    if (t->direction == TAC_PACKET_IN) {
        tac_refuse(p->rd, item, "'frame' belongs to packets that are sent; use 'skip' here");
    }
    f->kind = TAC_FIELD_FRAME;
    f->part = (tac_frame_part)tac_choice(p, tac_find(item, "frame"), "frame", tac_frame_parts,
                                         TAC_FRAME_PARTS);
    read_format(t, item, f->part == TAC_FRAME_TIME ? "%.9g" : "%d", f);
    if (f->part != TAC_FRAME_TIME && f->number == TAC_TEXT_REAL) {
        tac_refuse(p->rd, tac_find(item, "format"), "%s is a whole number; use %%d",
                   tac_frame_parts[f->part]);
    }
}

static void read_skip(const text *t, const tac_node *item, tac_packet_field *f)
{
    static const char *const keys[] = {"skip", NULL};
    tac_check_plain_map(t->p, item, "'skip'", keys);
    f->kind = TAC_FIELD_SKIP;
    f->count = tac_count_or(t->p, item, "skip", 1, TAC_PACKET_MOST, 1);
}

typedef void field_reader(const text *t, const tac_node *item, tac_packet_field *f);

static field_reader *find_reader(const text *t, const tac_node *item)
{
    static const struct {
        const char *key;
        field_reader *read;
    } kinds[] = {{"signal", read_signal},
                 {"text", read_constant},
                 {"counter", read_counter},
                 {"frame", read_frame},
                 {"skip", read_skip}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && item->kind == TAC_MAP; i++) {
        if (tac_find(item, kinds[i].key)) {
            return kinds[i].read;
        }
    }
    tac_refuse(t->p->rd, item,
               "a field of a text must be a map with one of the keys signal, text, counter, frame "
               "or skip");
}

// ---- interface -----------------------------------------------------------------------------------

static const char *read_word(const tac_place *p, const tac_node *map, const char *key,
                             const char *otherwise, size_t least)
{
    const tac_node *node = tac_find(map, key);
    bool is_empty = node && node->kind == TAC_SCALAR && node->text[0] == '\0' && least == 0;
    const char *word = is_empty ? "" : node ? tac_text(p, node, key) : otherwise;
    if (strlen(word) < least || strlen(word) > 8) {
        tac_refuse(p->rd, node, "'%s' has %zu to 8 characters", key, least);
    }
    return word;
}

void tac_bridge_read_text_layout(const tac_place *p, const tac_node *map,
                                 tac_packet_direction direction, tac_packet_layout *out)
{
    const tac_node *list =
        tac_need(p, map, "fields", direction == TAC_PACKET_OUT ? "'send'" : "'receive'");
    tac_check_plain_list(p, list, "fields");
    out->is_text = true;
    out->separator = read_word(p, map, "separator", ",", 1);
    out->end = read_word(p, map, "end", "\n", 0);
    if (strstr(out->end, out->separator)) {
        tac_refuse(p->rd, tac_find(map, "end"), "'end' holds the separator");
    }
    out->size = TAC_PACKET_MOST;
    tac_packet_field *field = tac_reader_take(p->rd, (size_t)list->n, sizeof *field);
    const text t = {p, direction, out};
    for (const tac_entry *e = list->first; e; e = e->next) {
        tac_packet_field *f = &field[out->n_field++];
        f->line = e->value->line;
        f->column = e->value->column;
        find_reader(&t, e->value)(&t, e->value, f);
    }
    out->field = field;
    if (out->n_value == 0) {
        tac_refuse(p->rd, list, "the text holds no signal; add a field with the key 'signal'");
    }
}

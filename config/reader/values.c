#include "values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "items.h"
#include "omit.h"
#include "words.h"

// ---- expressions ---------------------------------------------------------------------------------

_Noreturn static void refuse_parameter(const tac_place *p, const tac_node *node, int column,
                                       const tac_expr_error *e)
{
    if (tac_omit_has(p->rd, e->unknown)) {
        tac_refuse_follower(p->rd, node);
    }
    const tac_node *all = p->in->root ? tac_find(p->in->root, "parameters") : NULL;
    if (all && all->kind == TAC_MAP && tac_find(all, e->unknown)) {
        tac_refuse_at(p->rd, node->file, node->line, column, "%s; define it earlier", e->what);
    }
    tac_nearest best = {.text = e->unknown};
    for (const tac_parameter_value *b = p->scope; b; b = b->next) {
        tac_nearest_offer(&best, b->name, 0);
    }
    if (!best.word) {
        tac_refuse_at(p->rd, node->file, node->line, column, "%s; define it under 'parameters'",
                      e->what);
    }
    tac_refuse_at(p->rd, node->file, node->line, column, "%s; did you mean '%s'?", e->what,
                  best.word);
}

tac_value tac_evaluate(const tac_place *p, const tac_node *node, const char *text,
                       const char **rest)
{
    const char *start = text + 2;
    const char *end = strchr(start, '}');
    if (!end) {
        tac_refuse(p->rd, node, "'%.60s' has no closing '}'; write ${...}", text);
    }
    tac_expr_error e;
    tac_value v = tac_expr_evaluate(start, (size_t)(end - start), p->scope, &e);
    tac_reader_work(p->rd, TAC_VALUE_WORK * (size_t)(end - start) + e.compared);
    if (e.what[0] == '\0') {
        *rest = end + 1;
        return v;
    }
    // blame the letter where the text stands as written, the node otherwise
    int column =
        node->text_column > 0 ? node->text_column + (int)(e.at - node->text) : node->column;
    if (e.unknown[0] != '\0') {
        refuse_parameter(p, node, column, &e);
    }
    tac_refuse_at(p->rd, node->file, node->line, column, "%s; correct the expression '%.*s'",
                  e.what, (int)(end - start < 80 ? end - start : 80), start);
}

// ---- numbers -------------------------------------------------------------------------------------

static const char *skip_blanks(const char *c)
{
    while (*c == ' ' || *c == '\t' || *c == '\n' || *c == '\r') {
        c++;
    }
    return c;
}

_Noreturn static void refuse_unit(const tac_place *p, const tac_node *node, const char *key,
                                  const char *unit, tac_quantity q)
{
    char fitting[160];
    tac_unit_list(q, fitting, sizeof fitting);
    const tac_unit *other = tac_unit_find(unit, strlen(unit), TAC_Q_ANY);
    if (q == TAC_Q_ANY) {
        tac_refuse(p->rd, node, "unknown unit '%.40s'; see the units in docs/model-format.md",
                   unit);
    }
    if (fitting[0] == '\0') {
        tac_refuse(p->rd, node, "'%s' has no unit but '%.40s' is given; write the number alone",
                   key, unit);
    }
    const char *meant = other ? NULL : tac_unit_meant(unit, q);
    if (meant) {
        tac_refuse(p->rd, node,
                   "'%s' must be %s but '%.40s' is not a known unit; did you mean '%s'?", key,
                   tac_quantity_text(q), unit, meant);
    }
    tac_refuse(p->rd, node, "'%s' must be %s but '%.40s' is %s; units that fit: %s", key,
               tac_quantity_text(q), unit,
               other ? tac_quantity_text(other->quantity) : "not a known unit", fitting);
}

// "45°": the sign is no unit here, with or without a blank; "°/s" neither.
static void refuse_degree_sign(const tac_place *p, const tac_node *node, const char *number,
                               const char *end, tac_quantity q)
{
    static const char *const signs[] = {"\xc2\xb0", "\xc2\xba",
                                        "\xcb\x9a"}; // degree, ordinal, ring
    const char *unit = skip_blanks(end);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        char deg[32];
        size_t length = strlen(signs[i]);
        bool is_sign = strncmp(unit, signs[i], length) == 0;
        int n = is_sign ? snprintf(deg, sizeof deg, "deg%s", unit + length) : 0;
        if (is_sign && n < (int)sizeof deg && tac_unit_find(deg, (size_t)n, q)) {
            tac_refuse(p->rd, node, "degrees are written with 'deg'; write '%.*s %s'",
                       (int)(end - number < 60 ? end - number : 60), number, deg);
        }
    }
}

static void apply_unit(const tac_place *p, const tac_node *node, const char *key, const char *unit,
                       tac_quantity q, tac_value *v)
{
    size_t length = strlen(unit);
    while (length > 0 && skip_blanks(unit + length - 1)[0] == '\0') {
        length--;
    }
    const tac_unit *u = tac_unit_find(unit, length, q);
    if (!u) {
        refuse_unit(p, node, key, tac_copy_text(p->rd, unit, length), q);
    }
    for (int i = 0; i < v->n; i++) {
        v->x[i] = v->x[i] * u->times / u->over;
    }
    v->unit = u;
}

// A parameter with a unit measures what that says: not a mass in kN, nor a length twice in mm. Angles are numbers, too.
static void check_expression(const tac_place *p, const tac_node *node, const char *key,
                             tac_quantity q, const char *unit, const tac_unit *has)
{
    bool none = !has || has == &tac_written_number;
    bool as_number = q == TAC_Q_NUMBER && !none && has->quantity == TAC_Q_ANGLE;
    if (!none && *unit != '\0') {
        tac_refuse(p->rd, node,
                   "'%s' has the unit '%.40s' behind what is in %s already; leave it out", key,
                   unit, has->name);
    }
    if (!none && q != TAC_Q_ANY && q != has->quantity && !as_number) {
        char fitting[160];
        tac_unit_list(q, fitting, sizeof fitting);
        tac_refuse(p->rd, node, "'%s' must be %s but '%.60s' is %s, in %s%s%s", key,
                   tac_quantity_text(q), node->text, tac_quantity_text(has->quantity), has->name,
                   fitting[0] ? "; units that fit: " : "", fitting);
    }
}

static void check_finite(const tac_place *p, const tac_node *node, const char *key, tac_value v)
{
    for (int i = 0; i < v.n; i++) {
        if (!isfinite(v.x[i])) {
            tac_refuse(p->rd, node, "'%s' is too large; numbers go up to 1e308", key);
        }
    }
}

// "2", "2 mm", "${a}", "${a} mm"
static tac_value scalar_value(const tac_place *p, const tac_node *node, const char *key,
                              tac_quantity q, const char *wanted)
{
    if (node->kind != TAC_SCALAR) {
        tac_refuse_kind(p, node, key, wanted);
    }
    const char *c = skip_blanks(node->text), *start = c;
    tac_reader_work(p->rd, TAC_VALUE_WORK * strlen(node->text));
    tac_value v = {1, {0.0, 0.0, 0.0}, NULL};
    if (c[0] == '$' && c[1] == '{') {
        v = tac_evaluate(p, node, c, &c);
        check_expression(p, node, key, q, skip_blanks(c), v.unit);
    } else if (!tac_expr_number(&c, c + strlen(c), &v.x[0])) {
        tac_refuse_kind(p, node, key, wanted);
    }
    check_finite(p, node, key, v);
    const char *unit = skip_blanks(c);
    if (*unit == '\0') {
        return v;
    }
    refuse_degree_sign(p, node, start, c, q);
    if (unit == c) { // something hangs on the number
        if (tac_unit_find(c, strlen(c), TAC_Q_ANY)) {
            tac_refuse(p->rd, node,
                       "a blank is missing before the unit in '%.60s'; write '%.*s %.20s'", start,
                       (int)(c - start < 60 ? c - start : 60), start, c);
        }
        tac_refuse_kind(p, node, key, wanted);
    }
    apply_unit(p, node, key, unit, q, &v);
    check_finite(p, node, key, v);
    return v;
}

bool tac_is_number(const tac_node *node)
{
    if (node->kind != TAC_SCALAR) {
        return false;
    }
    const char *c = skip_blanks(node->text);
    double x;
    if (c[0] == '$' && c[1] == '{') {
        const char *end = strchr(c, '}');
        c = !end ? c : end + 1;
    } else if (!tac_expr_number(&c, c + strlen(c), &x)) {
        return false;
    }
    return *c == '\0' || *c == ' ' || *c == '\t';
}

double tac_number(const tac_place *p, const tac_node *node, const char *key, tac_quantity q)
{
    tac_value v = scalar_value(p, node, key, q, tac_quantity_text(q));
    if (v.n != 1) {
        tac_refuse(p->rd, node, "'%s' must be %s, not a vector", key, tac_quantity_text(q));
    }
    return v.x[0];
}

int tac_integer(const tac_place *p, const tac_node *node, const char *key, int least, int most)
{
    double x = tac_number(p, node, key, TAC_Q_NUMBER);
    if (!(x >= least && x <= most) || x != floor(x)) {
        tac_refuse(p->rd, node, "'%s' must be a whole number from %d to %d", key, least, most);
    }
    return (int)x;
}

double tac_number_or(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                     double otherwise)
{
    const tac_node *node = tac_find(map, key);
    return node ? tac_number(p, node, key, q) : otherwise;
}

double tac_need_number(const tac_place *p, const tac_node *map, const char *key, const char *what,
                       tac_quantity q)
{
    return tac_number(p, tac_need(p, map, key, what), key, q);
}

double tac_check_above_zero(const tac_place *p, const tac_node *map, const char *key, double x)
{
    if (!(x > 0.0)) {
        const tac_node *node = tac_find(map, key);
        tac_refuse(p->rd, node ? node : map, "'%s' must be greater than zero, not %g", key, x);
    }
    return x;
}

double tac_check_from_zero(const tac_place *p, const tac_node *map, const char *key, double x)
{
    if (!(x >= 0.0)) {
        const tac_node *node = tac_find(map, key);
        tac_refuse(p->rd, node ? node : map, "'%s' must not be negative, not %g", key, x);
    }
    return x;
}

// ---- vectors -------------------------------------------------------------------------------------

static void list_values(const tac_place *p, const tac_node *list, const char *key, int n,
                        const tac_quantity *quantity, double *x)
{
    if (list->n != n) {
        tac_refuse(p->rd, list, "'%s' must have %d entries, not %d", key, n, list->n);
    }
    int i = 0;
    for (const tac_entry *e = list->first; e; e = e->next, i++) {
        x[i] = tac_number(p, e->value, key, quantity[i]);
    }
}

void tac_numbers(const tac_place *p, const tac_node *node, const char *key, int n,
                 const tac_quantity *quantity, double *x)
{
    char wanted[32];
    (void)snprintf(wanted, sizeof wanted, n == 3 ? "a vector [x, y, z]" : "a list of %d values", n);
    if (node->kind == TAC_MAP || (node->kind == TAC_SCALAR && n != 3)) {
        tac_refuse_kind(p, node, key, wanted);
    }
    if (node->kind == TAC_SCALAR) {
        tac_value v = scalar_value(p, node, key, quantity[0], wanted);
        if (v.n != 3) {
            tac_refuse(p->rd, node, "'%s' must be %s, not a number", key, wanted);
        }
        memcpy(x, v.x, sizeof v.x);
        return;
    }
    if (node->n != 2 || node->first->value->kind == TAC_SCALAR) {
        list_values(p, node, key, n, quantity, x);
        return;
    }

    // [[x, ...], unit]
    const tac_node *list = node->first->value, *unit = node->first->next->value;
    if (list->kind != TAC_LIST || unit->kind != TAC_SCALAR) {
        tac_refuse(p->rd, node, "'%s' must be %s or [[...], unit]", key, wanted);
    }
    tac_quantity plain[6] = {TAC_Q_NUMBER};
    list_values(p, list, key, n, plain, x);
    for (int i = 0; i < n; i++) {
        tac_value v = {1, {x[i], 0.0, 0.0}, NULL};
        apply_unit(p, unit, key, skip_blanks(unit->text), quantity[i], &v);
        check_finite(p, node, key, v);
        x[i] = v.x[0];
    }
}

vec3 tac_vector(const tac_place *p, const tac_node *node, const char *key, tac_quantity q)
{
    double x[3];
    tac_numbers(p, node, key, 3, (tac_quantity[]){q, q, q}, x);
    return (vec3){x[0], x[1], x[2]};
}

vec3 tac_vector_or(const tac_place *p, const tac_node *map, const char *key, tac_quantity q,
                   vec3 otherwise)
{
    const tac_node *node = tac_find(map, key);
    return node ? tac_vector(p, node, key, q) : otherwise;
}

vec3 tac_direction(const tac_place *p, const tac_node *node, const char *key)
{
    // scaled by the largest entry first, so that no square over- or underflows
    vec3 v = tac_vector(p, node, key, TAC_Q_NUMBER);
    double largest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
    if (!(largest > 0.0)) {
        tac_refuse(p->rd, node, "'%s' is zero; give a direction such as [0, 0, 1]", key);
    }
    v = (vec3){v.x / largest, v.y / largest, v.z / largest};
    double length = norm3(v);
    return (vec3){v.x / length, v.y / length, v.z / length};
}

tac_value tac_any_value(const tac_place *p, const tac_node *node, const char *key)
{
    if (node->kind == TAC_SCALAR) {
        return scalar_value(p, node, key, TAC_Q_ANY, "a number or vector");
    }
    vec3 v = tac_vector(p, node, key, TAC_Q_ANY);
    return (tac_value){3, {v.x, v.y, v.z}, NULL};
}

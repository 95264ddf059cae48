#include "expr.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "elementary.h"

#define MAX_NESTING 64 // parentheses, calls and signs inside each other

typedef struct parser {
    const char *at, *end;
    const tac_parameter_value *scope;
    tac_expr_error *e;
    int depth;
} parser;

static const tac_value zero = {1, {0.0, 0.0, 0.0}, NULL};

static tac_value parse_sum(parser *p);

__attribute__((format(printf, 3, 4))) static tac_value fail(parser *p, const char *at,
                                                            const char *format, ...)
{
    if (p->e->what[0] == '\0') {
        va_list arguments;
        va_start(arguments, format);
        (void)vsnprintf(p->e->what, sizeof p->e->what, format, arguments);
        va_end(arguments);
        p->e->at = at;
    }
    p->at = p->end; // nothing more to read
    return zero;
}

static bool failed(const parser *p)
{
    return p->e->what[0] != '\0';
}

// ---- letters and words ---------------------------------------------------------------------------

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static char next(parser *p) // the next letter that is not blank, '\0' at the end
{
    while (p->at < p->end &&
           (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')) {
        p->at++;
    }
    return p->at < p->end ? *p->at : '\0';
}

static bool accept(parser *p, char c)
{
    if (next(p) != c) {
        return false;
    }
    p->at++;
    return true;
}

static int ahead(const parser *p) // letters shown of what comes next
{
    return p->end - p->at < 20 ? (int)(p->end - p->at) : 20;
}

static bool expect(parser *p, char c)
{
    if (accept(p, c)) {
        return true;
    }
    if (p->at >= p->end) {
        fail(p, p->at, "'%c' is missing at the end", c);
    } else {
        fail(p, p->at, "'%c' expected before '%.*s'", c, ahead(p), p->at);
    }
    return false;
}

bool tac_expr_number(const char **at, const char *end, double *value)
{
    // decimal digits decide what belongs to the number; strtod only converts
    const char *c = *at;
    if (c < end && (*c == '+' || *c == '-')) {
        c++;
    }
    int digits = 0;
    for (; c < end && is_digit(*c); c++) {
        digits++;
    }
    if (c < end && *c == '.') {
        for (c++; c < end && is_digit(*c); c++) {
            digits++;
        }
    }
    if (digits == 0) {
        return false;
    }
    if (c < end && (*c == 'e' || *c == 'E')) {
        const char *x = c + 1;
        x += x < end && (*x == '+' || *x == '-');
        if (x < end && is_digit(*x)) {
            while (x < end && is_digit(*x)) {
                x++;
            }
            c = x;
        }
    }
    *value = strtod(*at, NULL);
    *at = c;
    return true;
}

const tac_parameter_value *tac_parameter_find(const tac_parameter_value *scope, const char *name,
                                              size_t length)
{
    for (; scope; scope = scope->next) {
        if (strlen(scope->name) == length && memcmp(scope->name, name, length) == 0) {
            return scope;
        }
    }
    return NULL;
}

// ---- calls ---------------------------------------------------------------------------------------

bool tac_expr_is_reserved(const char *name)
{
    return strcmp(name, "pi") == 0 || tac_function_find(name, strlen(name));
}

static tac_value number(double x)
{
    return (tac_value){1, {x, 0.0, 0.0}, &tac_written_number};
}

// The result of an operation, or its complaint.
static tac_value checked(parser *p, const char *at, const char *complaint, tac_value result)
{
    return !complaint ? result : fail(p, at, "%s", complaint);
}

static tac_value parse_call(parser *p, const char *at, const tac_function *f)
{
    tac_value first = zero, last = zero;
    int n = 0;
    do {
        last = parse_sum(p);
        if (!failed(p) && last.n != f->argument) {
            return fail(p, at, "%s takes %s", f->name,
                        f->argument == 3 ? "vectors [x, y, z]" : "numbers, not vectors");
        }
        if (n++ == 0) {
            first = last;
        } else if (f->n_argument == 0) {
            (void)f->call(first, last, &first);
        }
    } while (accept(p, ','));
    if (!expect(p, ')') || f->n_argument == 0) {
        return first;
    }
    if (n != f->n_argument) {
        return fail(p, at, "%s takes %d argument%s, not %d", f->name, f->n_argument,
                    f->n_argument == 1 ? "" : "s", n);
    }
    tac_value result = zero;
    const char *complaint = f->call(first, last, &result);
    return checked(p, at, complaint, result);
}

// ---- grammar -------------------------------------------------------------------------------------

static tac_value unknown_name(parser *p, const char *at, size_t length)
{
    char *name = p->e->unknown;
    (void)snprintf(name, sizeof p->e->unknown, "%.*s", (int)(length < 64 ? length : 64), at);
    if (!tac_function_find(at, length)) {
        return fail(p, at, "no parameter '%s'", name);
    }
    name[0] = '\0';
    return fail(p, at, "function '%.*s' needs its arguments in parentheses", (int)length, at);
}

static tac_value parse_name(parser *p)
{
    const char *start = p->at;
    while (p->at < p->end && (is_letter(*p->at) || is_digit(*p->at))) {
        p->at++;
    }
    size_t length = (size_t)(p->at - start);
    const tac_function *f = tac_function_find(start, length);
    if (next(p) == '(') {
        if (!f) {
            return fail(p, start, "no function '%.*s'", (int)(length < 40 ? length : 40), start);
        }
        p->at++;
        return parse_call(p, start, f);
    }
    if (length == 2 && memcmp(start, "pi", 2) == 0) {
        return number(TAC_PI);
    }
    const tac_parameter_value *b = tac_parameter_find(p->scope, start, length);
    for (const tac_parameter_value *c = p->scope; c != b; c = c->next) {
        p->e->compared++;
    }
    if (b) {
        return b->value;
    }
    return unknown_name(p, start, length);
}

static tac_value parse_vector(parser *p, const char *at)
{
    tac_value v = {3, {0.0, 0.0, 0.0}, NULL};
    for (int i = 0; i < 3; i++) {
        if (i > 0 && !expect(p, ',')) {
            return zero;
        }
        tac_value x = parse_sum(p);
        if (x.n != 1) {
            return fail(p, at, "the entries of a vector must be numbers");
        }
        v.x[i] = x.x[0];
    }
    return expect(p, ']') ? v : zero;
}

static tac_value parse_atom(parser *p)
{
    char c = next(p);
    const char *at = p->at;
    if (is_digit(c) || c == '.') {
        double x = 0.0;
        return tac_expr_number(&p->at, p->end, &x) ? number(x)
                                                   : fail(p, at, "a number expected at '.'");
    }
    if (is_letter(c)) {
        return parse_name(p);
    }
    if (accept(p, '(')) {
        tac_value v = parse_sum(p);
        return expect(p, ')') ? v : zero;
    }
    if (accept(p, '[')) {
        return parse_vector(p, at);
    }
    return c == '\0' ? fail(p, at, "a number, name or '(' is missing at the end")
                     : fail(p, at, "a number, name or '(' expected before '%.*s'", ahead(p), at);
}

static tac_value parse_part(parser *p)
{
    tac_value v = parse_atom(p);
    while (!failed(p) && next(p) == '.') {
        const char *at = p->at++;
        char c = next(p);
        if (v.n != 3 || c < 'x' || c > 'z') {
            return fail(p, at,
                        v.n != 3 ? "only vectors have .x, .y and .z"
                                 : "a vector has .x, .y and .z only");
        }
        p->at++;
        if (p->at < p->end && (is_letter(*p->at) || is_digit(*p->at))) {
            return fail(p, at, "a vector has .x, .y and .z only");
        }
        v = (tac_value){1, {v.x[c - 'x'], 0.0, 0.0}, v.unit};
    }
    return v;
}

static tac_value parse_sign(parser *p)
{
    next(p);
    if (++p->depth > MAX_NESTING) {
        return fail(p, p->at, "nested more than %d deep", MAX_NESTING);
    }
    tac_value v;
    if (accept(p, '+')) {
        v = parse_sign(p);
    } else if (accept(p, '-')) {
        v = parse_sign(p);
        v = (tac_value){v.n, {-v.x[0], -v.x[1], -v.x[2]}, v.unit};
    } else {
        v = parse_part(p);
        if (next(p) == '^') {
            const char *at = p->at++;
            tac_value exponent = parse_sign(p);
            const char *complaint = failed(p) ? NULL : tac_power(v, exponent, &v);
            v = checked(p, at, complaint, v);
        }
    }
    p->depth--;
    return v;
}

static tac_value parse_product(parser *p)
{
    tac_value v = parse_sign(p);
    for (;;) {
        char c = next(p);
        const char *at = p->at;
        if (failed(p) || (c != '*' && c != '/')) {
            return v;
        }
        p->at++;
        tac_value right = parse_sign(p);
        if (failed(p)) {
            return zero;
        }
        const char *complaint = c == '*' ? tac_multiply(v, right, &v) : tac_divide(v, right, &v);
        v = checked(p, at, complaint, v);
    }
}

static tac_value parse_sum(parser *p)
{
    tac_value v = parse_product(p);
    for (;;) {
        char c = next(p);
        const char *at = p->at;
        if (failed(p) || (c != '+' && c != '-')) {
            return v;
        }
        p->at++;
        tac_value right = parse_product(p);
        if (failed(p)) {
            return zero;
        }
        const char *complaint = tac_add(v, c == '+' ? 1.0 : -1.0, right, &v);
        v = checked(p, at, complaint, v);
    }
}

tac_value tac_expr_evaluate(const char *text, size_t length, const tac_parameter_value *scope,
                            tac_expr_error *e)
{
    e->what[0] = e->unknown[0] = '\0';
    e->compared = 0;
    parser p = {text, text + length, scope, e, 0};
    tac_value v = parse_sum(&p);
    if (!failed(&p) && next(&p) != '\0') {
        v = fail(&p, p.at, "an operator expected before '%.*s'", ahead(&p), p.at);
    }
    for (int i = 0; i < v.n; i++) {
        if (!failed(&p) && !isfinite(v.x[i])) {
            v = fail(&p, text, "the value overflows");
        }
    }
    return v;
}

#include "args.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"
#include "format/number.h"
#include "methods.h"
#include "words.h"

enum { MAX_OPTION = 64 }; // of one command

// What comes next when it is not the index of an option.
enum { END = -1, PLAIN = -2, WRONG = -3 };

bool tac_args_fail(tac_args *a, const char *format, ...)
{
    int n = snprintf(a->error, sizeof a->error, "%s: ", a->command);
    va_list list;
    va_start(list, format);
    vsnprintf(a->error + n, sizeof a->error - (size_t)n, format, list);
    va_end(list);
    return false;
}

// ---- options of a syntax ---------------------------------------------------------------------------

// Option i and where the struct begins that takes its value.
static const tac_option *option_at(const tac_syntax *s, int i, size_t *base)
{
    *base = 0;
    if (i < s->n_option) {
        return &s->option[i];
    }
    i -= s->n_option;
    for (int k = 0; k < TAC_MOST_SHARED; k++) {
        if (i < s->shared[k].n) {
            *base = s->shared[k].at;
            return &s->shared[k].option[i];
        }
        i -= s->shared[k].n;
    }
    return NULL;
}

const tac_option *tac_syntax_option(const tac_syntax *syntax, int i)
{
    size_t base;
    return option_at(syntax, i, &base);
}

// The one option that has a letter.
static const char out_letter[] = "-o";

// ---- one argument --------------------------------------------------------------------------------

// The option with the name that ends at its terminator or '='.
static int find_option(const tac_syntax *s, const char *name, size_t length)
{
    const tac_option *o;
    for (int i = 0; (o = tac_syntax_option(s, i)); i++) {
        if (strlen(o->name) == length && strncmp(o->name, name, length) == 0) {
            return i;
        }
    }
    return WRONG;
}

static int unknown_option(tac_args *a, const char *text)
{
    const tac_syntax *s = a->syntax;
    const char *names[MAX_OPTION];
    const tac_option *o;
    int n = 0;
    for (; n < MAX_OPTION && (o = tac_syntax_option(s, n)); n++) {
        names[n] = o->name;
    }
    char name[64];
    const char *bare = text + strspn(text, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    int nearest = tac_nearest_index(name, names, n);
    if (nearest >= 0) {
        tac_args_fail(a, "unknown option '%s'; did you mean '--%s'?", text, names[nearest]);
    } else {
        tac_args_fail(a, "unknown option '%s'; '%s --help' lists them", text, a->command);
    }
    return WRONG;
}

static int find_value(tac_args *a, const char *text)
{
    const char *name = text + 2;
    size_t length = strcspn(name, "=");
    int found = find_option(a->syntax, name, length);
    if (found < 0) {
        return unknown_option(a, text);
    }
    const tac_option *o = tac_syntax_option(a->syntax, found);
    a->name = o->name;
    a->value = name[length] == '=' ? name + length + 1 : NULL;
    if (!o->value && a->value) {
        tac_args_fail(a, "--%s takes no value", o->name);
        return WRONG;
    }
    if (o->value && !a->value) {
        if (a->at == a->argc || strncmp(a->argv[a->at], "--", 2) == 0) {
            tac_args_fail(a, "--%s needs a value: --%s %s", o->name, o->name, o->value);
            return WRONG;
        }
        a->value = a->argv[a->at++];
    }
    a->value = a->value ? a->value : "";
    return found;
}

// No option begins with a digit, so that '-1.5' and '-.5,2' are values.
static bool is_negative(const char *text)
{
    text += text[0] == '-' && text[1] == '.';
    return text[1] >= '0' && text[1] <= '9';
}

// Index of the next option, or one of the constants above.
static int next(tac_args *a)
{
    if (a->at < a->argc && !a->plain_only && strcmp(a->argv[a->at], "--") == 0) {
        a->plain_only = true;
        a->at++;
    }
    if (a->at >= a->argc) {
        return END;
    }
    const char *text = a->argv[a->at++];
    if (a->plain_only || text[0] != '-' || text[1] == '\0' || is_negative(text)) {
        a->name = NULL;
        a->value = text;
        return PLAIN;
    }
    if (strcmp(text, out_letter) == 0 && find_option(a->syntax, "out", 3) >= 0) {
        text = "--out";
    }
    return text[1] == '-' ? find_value(a, text) : unknown_option(a, text);
}

// ---- values --------------------------------------------------------------------------------------

// A number and, after it, a unit of the quantity.
static bool parse_quantity(const char *text, tac_quantity quantity, double *x)
{
    char number[64];
    size_t n = strspn(text, "0123456789+-.eE");
    const char *name = text + n + strspn(text + n, " ");
    if (*name == '\0') {
        return tac_number_parse(text, x);
    }
    const tac_unit *unit = tac_unit_find(name, strlen(name), quantity);
    snprintf(number, sizeof number, "%.*s", (int)n, text);
    if (!unit || n >= sizeof number || !tac_number_parse(number, x)) {
        return false;
    }
    *x = *x * unit->times / unit->over;
    return true;
}

static bool store_real(tac_args *a, const tac_option *o, double *x)
{
    double value;
    if (!parse_quantity(a->value, o->quantity, &value)) {
        char units[128];
        tac_unit_list(o->quantity, units, sizeof units);
        return tac_args_fail(a, "--%s needs %s, not '%s'%s%s", a->name,
                             tac_quantity_text(o->quantity), a->value, *units ? "; units are " : "",
                             units);
    }
    if (value < o->low || value > o->high) {
        char from[TAC_NUMBER_SIZE], to[TAC_NUMBER_SIZE];
        tac_number_print(o->low, from);
        tac_number_print(o->high, to);
        return tac_args_fail(a, "--%s must lie between %s and %s, not %s", a->name, from, to,
                             a->value);
    }
    *x = value;
    return true;
}

bool tac_args_whole(tac_args *a, int64_t low, int64_t high, int64_t *x)
{
    double value;
    if (!tac_number_parse(a->value, &value) || value < (double)low || value > (double)high ||
        value != (double)(int64_t)value) {
        return tac_args_fail(a, "--%s needs a whole number from %lld to %lld, not '%s'", a->name,
                             (long long)low, (long long)high, a->value);
    }
    *x = (int64_t)value;
    return true;
}

static bool store_whole(tac_args *a, const tac_option *o, void *x)
{
    int64_t value = 0;
    if (!tac_args_whole(a, (int64_t)o->low, (int64_t)o->high, &value)) {
        return false;
    }
    if (o->size == sizeof(int)) {
        *(int *)x = (int)value;
    } else {
        *(int64_t *)x = value;
    }
    return true;
}

static bool store_window(tac_args *a, int64_t window[2])
{
    long long first, last;
    int n = -1;
    if (sscanf(a->value, "%lld:%lld%n", &first, &last, &n) != 2 || a->value[n] != '\0' ||
        first < 0 || last < first) {
        return tac_args_fail(a, "--%s needs two steps A:B, not '%s'", a->name, a->value);
    }
    window[0] = first;
    window[1] = last;
    return true;
}

// Stores the index of the word, or the number that it is.
static bool store_word(tac_args *a, const tac_option *o, int *x)
{
    for (int i = 0; i < o->n_word; i++) {
        if (strcmp(a->value, o->word[i]) == 0) {
            *x = o->kind == TAC_OPTION_NUMBER ? (int)strtol(a->value, NULL, 10) : i;
            return true;
        }
    }
    char list[256] = "";
    for (int i = 0, at = 0; i < o->n_word && at < (int)sizeof list; i++) {
        at += snprintf(list + at, sizeof list - (size_t)at, "%s'%s'", i ? " or " : "", o->word[i]);
    }
    return tac_args_fail(a, "--%s must be %s, not '%s'", a->name, list, a->value);
}

static bool store_text(tac_args *a, tac_texts *list)
{
    if (list->n == TAC_MOST_TEXTS) {
        return tac_args_fail(a, "at most %d of --%s", TAC_MOST_TEXTS, a->name);
    }
    list->text[list->n++] = a->value;
    return true;
}

static bool store(tac_args *a, const tac_option *o, void *member)
{
    switch (o->kind) {
    case TAC_OPTION_OWN:
        return true;
    case TAC_OPTION_FLAG:
        *(bool *)member = true;
        return true;
    case TAC_OPTION_TEXT:
        *(const char **)member = a->value;
        return true;
    case TAC_OPTION_TEXTS:
        return store_text(a, member);
    case TAC_OPTION_REAL:
        return store_real(a, o, member);
    case TAC_OPTION_WHOLE:
        return store_whole(a, o, member);
    case TAC_OPTION_WORD:
    case TAC_OPTION_NUMBER:
        return store_word(a, o, member);
    case TAC_OPTION_WINDOW:
        return store_window(a, member);
    }
    return false;
}

// ---- all arguments -------------------------------------------------------------------------------

static bool take_option(tac_args *a, int found, void *settings)
{
    size_t base;
    const tac_option *o = option_at(a->syntax, found, &base);
    char *of_option = (char *)settings + base;
    a->given |= UINT64_C(1) << found;
    return store(a, o, of_option + o->at) && (!o->take || o->take(a, of_option));
}

static bool take_plain(tac_args *a, void *settings)
{
    const tac_syntax *s = a->syntax;
    const char **word = (const char **)((char *)settings + s->plain);
    if (s->take) {
        return s->take(a, settings);
    }
    if (a->n_plain == s->most) {
        return tac_args_fail(a, s->surplus, a->value, s->most > 0 ? word[0] : "");
    }
    word[a->n_plain] = a->value;
    return true;
}

bool tac_args_read(tac_args *a, const tac_syntax *syntax, void *settings)
{
    a->syntax = syntax;
    for (int found; (found = next(a)) != END;) {
        if (found == PLAIN) {
            if (!take_plain(a, settings)) {
                return false;
            }
            a->n_plain++;
        } else if (found < 0 || !take_option(a, found, settings)) {
            return false;
        }
    }
    return a->n_plain >= syntax->least || tac_args_fail(a, syntax->missing, a->command);
}

// ---- help ----------------------------------------------------------------------------------------

bool tac_args_want_help(int argc, char **argv)
{
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

// Methods that have what an option of their solver sets, where the first one of the table lacks it.
static void print_methods(const char *option)
{
    const char *before = "";
    int key = 0;
    while (key < TAC_SOLVER_KEYS && strcmp(tac_solver_key_word((tac_solver_key)key), option) != 0) {
        key++;
    }
    if (key == TAC_SOLVER_KEYS || tac_method_takes(tac_methods[0].method, (tac_solver_key)key)) {
        return;
    }
    for (const tac_named_method *m = tac_methods; m->word; m++) {
        if (tac_method_takes(m->method, (tac_solver_key)key)) {
            printf("%s%s", before, m->word);
            before = ", ";
        }
    }
    printf("%s", *before ? ": " : "");
}

void tac_syntax_print(const tac_syntax *s)
{
    const tac_option *o;
    for (int i = 0; (o = tac_syntax_option(s, i)); i++) {
        char left[64];
        const char *letter = strcmp(o->name, "out") == 0 ? "-o, " : "";
        snprintf(left, sizeof left, "%s--%s %s", letter, o->name, o->value ? o->value : "");
        printf("  %-32s ", left);
        print_methods(o->name);
        printf("%s\n", o->help);
    }
}

bool tac_syntax_takes_time(const tac_syntax *s)
{
    bool any = false;
    const tac_option *o;
    for (int i = 0; (o = tac_syntax_option(s, i)); i++) {
        any |= o->value && strcmp(o->value, "TIME") == 0;
    }
    return any;
}

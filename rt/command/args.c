#include "args.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "format/number.h"

#define MAX_OPTION 32 // of one command

int tac_args_fail(tac_args *a, const char *format, ...)
{
    int n = snprintf(a->error, sizeof a->error, "%s: ", a->command);
    va_list list;
    va_start(list, format);
    vsnprintf(a->error + n, sizeof a->error - (size_t)n, format, list);
    va_end(list);
    return 0;
}

// The option with the name that ends at its terminator or '='.
static int find_option(const tac_args *a, const char *name, size_t length)
{
    for (int i = 0; i < a->n_option; i++) {
        const char *candidate = a->option[i].name;
        if (strlen(candidate) == length && strncmp(candidate, name, length) == 0) {
            return i;
        }
    }
    return TAC_ARG_BAD;
}

static int unknown_option(tac_args *a, const char *text)
{
    const char *names[MAX_OPTION];
    for (int i = 0; i < a->n_option; i++) {
        names[i] = a->option[i].name;
    }
    char name[64];
    const char *bare = text + strspn(text, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    int nearest = tac_nearest_index(name, names, a->n_option);
    if (nearest >= 0) {
        tac_args_fail(a, "unknown option '%s'; did you mean '--%s'?", text, names[nearest]);
    } else {
        tac_args_fail(a, "unknown option '%s'; '%s --help' lists them", text, a->command);
    }
    return TAC_ARG_BAD;
}

static int take_option(tac_args *a, const char *text)
{
    const char *name = text + 2;
    size_t length = strcspn(name, "=");
    int found = find_option(a, name, length);
    if (found < 0) {
        return unknown_option(a, text);
    }
    const tac_option *o = &a->option[found];
    a->name = o->name;
    a->value = name[length] == '=' ? name + length + 1 : NULL;
    if (!o->value && a->value) {
        tac_args_fail(a, "--%s takes no value", o->name);
        return TAC_ARG_BAD;
    }
    if (o->value && !a->value) {
        if (a->at == a->argc || strncmp(a->argv[a->at], "--", 2) == 0) {
            tac_args_fail(a, "--%s needs a value: --%s %s", o->name, o->name, o->value);
            return TAC_ARG_BAD;
        }
        a->value = a->argv[a->at++];
    }
    return found;
}

// No option begins with a digit, so that '-1.5' and '-.5,2' are values.
static int is_negative(const char *text)
{
    text += text[0] == '-' && text[1] == '.';
    return text[1] >= '0' && text[1] <= '9';
}

int tac_args_next(tac_args *a)
{
    if (a->at < a->argc && !a->plain_only && strcmp(a->argv[a->at], "--") == 0) {
        a->plain_only = 1;
        a->at++;
    }
    if (a->at >= a->argc) {
        return TAC_ARG_END;
    }
    const char *text = a->argv[a->at++];
    if (a->plain_only || text[0] != '-' || text[1] == '\0' || is_negative(text)) {
        a->name = NULL;
        a->value = text;
        return TAC_ARG_PLAIN;
    }
    return text[1] == '-' ? take_option(a, text) : unknown_option(a, text);
}

// A number and, after it, a unit of the quantity.
static int parse_quantity(const char *text, tac_quantity quantity, double *x)
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
        return 0;
    }
    *x = *x * unit->times / unit->over;
    return 1;
}

int tac_args_real(tac_args *a, tac_quantity quantity, double low, double high, double *x)
{
    double value;
    if (!parse_quantity(a->value, quantity, &value)) {
        char units[128];
        tac_unit_list(quantity, units, sizeof units);
        return tac_args_fail(a, "--%s needs %s, not '%s'%s%s", a->name, tac_quantity_text(quantity),
                             a->value, *units ? "; units are " : "", units);
    }
    if (value < low || value > high) {
        char from[TAC_NUMBER_SIZE], to[TAC_NUMBER_SIZE];
        tac_number_print(low, from);
        tac_number_print(high, to);
        return tac_args_fail(a, "--%s must lie between %s and %s, not %s", a->name, from, to,
                             a->value);
    }
    *x = value;
    return 1;
}

int tac_args_whole(tac_args *a, long long low, long long high, long long *x)
{
    double value;
    if (!tac_number_parse(a->value, &value) || value < (double)low || value > (double)high ||
        value != (double)(long long)value) {
        return tac_args_fail(a, "--%s needs a whole number from %lld to %lld, not '%s'", a->name,
                             low, high, a->value);
    }
    *x = (long long)value;
    return 1;
}

int tac_args_window(tac_args *a, int64_t *from, int64_t *until)
{
    long long first, last;
    int n = -1;
    if (sscanf(a->value, "%lld:%lld%n", &first, &last, &n) != 2 || a->value[n] != '\0' ||
        first < 0 || last < first) {
        return tac_args_fail(a, "--%s needs two steps A:B, not '%s'", a->name, a->value);
    }
    *from = first;
    *until = last;
    return 1;
}

int tac_args_word(tac_args *a, const char *const *word, int n, int *index)
{
    for (int i = 0; i < n; i++) {
        if (strcmp(a->value, word[i]) == 0) {
            *index = i;
            return 1;
        }
    }
    char list[256] = "";
    for (int i = 0, at = 0; i < n && at < (int)sizeof list; i++) {
        at += snprintf(list + at, sizeof list - (size_t)at, "%s'%s'", i ? " or " : "", word[i]);
    }
    return tac_args_fail(a, "--%s must be %s, not '%s'", a->name, list, a->value);
}

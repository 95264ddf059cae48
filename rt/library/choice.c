#include "choice.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bounds.h"
#include "format/number.h"
#include "format/unit_value.h"
#include "methods.h"
#include "printable.h"
#include "system/fail.h"
#include "units.h"
#include "words.h"

static const char prefix[] = "solver.";

int tac_library_sort(tac_library_choice *c, const char *const *given, int n, tac_diag *diag)
{
    c->n_parameter = c->n_solver = 0;
    if (n > TAC_MOST_GIVEN) {
        return tac_diag_say(diag, "%d texts are given, at most %d are taken", n, TAC_MOST_GIVEN);
    }
    for (int i = 0; i < n; i++) {
        if (strncmp(given[i], prefix, sizeof prefix - 1) == 0) {
            c->solver[c->n_solver++] = given[i] + sizeof prefix - 1;
        } else {
            c->parameter[c->n_parameter++] = given[i];
        }
    }
    return 1;
}

// ---- words ---------------------------------------------------------------------------------------

static int take_method(tac_simulation *s, const char *text)
{
    enum { MOST = 64 };
    const char *word[MOST];
    char list[400];
    int n = 0;
    const tac_method *method = tac_method_of_word(text);
    if (method) {
        tac_simulation_take_method(s, method);
        return 1;
    }
    for (; n < MOST && tac_methods[n].word; n++) {
        word[n] = tac_methods[n].word;
    }
    return tac_diag_say(&s->diag, "unknown method '%s'; it must be %s", TAC_SHOWN(text),
                        tac_word_list(list, sizeof list, word, n));
}

// A whole number of an option that the method has.
static int take_whole(tac_simulation *s, const char *word, const char *text, int least, int most,
                      int *out)
{
    double x = 0.0;
    if (!tac_number_parse(text, &x) || x != floor(x) || x < least || x > most) {
        return tac_diag_say(&s->diag, "%s%s is a whole number from %d to %d, not '%s'", prefix,
                            word, least, most, TAC_SHOWN(text));
    }
    *out = (int)x;
    return 1;
}

static int belongs(tac_simulation *s, const char *word, tac_solver_key key)
{
    const tac_named_method *other = tac_method_with(key);
    return tac_method_takes(s->method, key) ||
           tac_diag_say(
               &s->diag, "the method '%s' has no '%s'; leave it out, or take solver.method=%s",
               tac_method_word(s->method), word, other ? other->word : tac_methods[0].word);
}

static int take_order(tac_simulation *s, const char *text)
{
    return belongs(s, "order", TAC_KEY_ORDER) &&
           take_whole(s, "order", text, 2, 6, &s->options.order);
}

static int take_iterations(tac_simulation *s, const char *text)
{
    return belongs(s, "iterations", TAC_KEY_ITERATIONS) &&
           take_whole(s, "iterations", text, 1, 50, &s->options.iterations);
}

static int take_lanes(tac_simulation *s, const char *text)
{
    int lanes = 0;
    return take_whole(s, "lanes", text, 1, 8, &lanes) &&
           (lanes == 1 || lanes == 4 || lanes == 8 ||
            tac_diag_say(&s->diag, "solver.lanes is 1, 4 or 8, not '%s'", TAC_SHOWN(text))) &&
           ((s->options.lanes = lanes), 1);
}

static int take_step(tac_simulation *s, const char *text)
{
    char unit[TAC_UNIT_TEXT];
    double value = 0.0;
    bool good = tac_unit_value_parse(text, &value, unit);
    const tac_unit *of = good && *unit ? tac_unit_find(unit, strlen(unit), TAC_Q_TIME) : NULL;
    value = of ? value * of->times / of->over : value;
    if (!good || (*unit && !of) || !(value >= 1e-9 && value <= 1e3)) {
        return tac_diag_say(&s->diag, "solver.step is a time from 1 ns to 1000 s, not '%s'",
                            TAC_SHOWN(text));
    }
    s->options.dt = value;
    return 1;
}

static int take_bounds(tac_simulation *s, const char *text)
{
    return take_whole(s, "bounds", text, 1, TAC_MOST_BOUNDS, &s->bounds);
}

typedef struct choice_word {
    const char *word;
    int (*take)(tac_simulation *s, const char *text);
} choice_word;

// In the order in which they are taken: what the method has is asked after it is known.
static const choice_word words[] = {{"method", take_method}, {"step", take_step},
                                    {"order", take_order},   {"iterations", take_iterations},
                                    {"lanes", take_lanes},   {"bounds", take_bounds}};

enum { N_WORD = sizeof words / sizeof *words };

// Which word a text "WORD=VALUE" has, and its value; -1: none.
static int word_of(const char *text, const char **value)
{
    size_t n = strcspn(text, "=");
    *value = text + n + 1;
    for (int i = 0; i < N_WORD && text[n] == '='; i++) {
        if (strlen(words[i].word) == n && strncmp(words[i].word, text, n) == 0) {
            return i;
        }
    }
    return -1;
}

static int known(const tac_library_choice *c, tac_diag *diag)
{
    const char *value, *list[N_WORD];
    char text[128];
    for (int i = 0; i < N_WORD; i++) {
        list[i] = words[i].word;
    }
    for (int i = 0; i < c->n_solver; i++) {
        if (word_of(c->solver[i], &value) < 0) {
            return tac_diag_say(diag, "'%s%s' is not known; behind '%s' stands %s, '=' and a value",
                                prefix, TAC_SHOWN(c->solver[i]), prefix,
                                tac_word_list(text, sizeof text, list, N_WORD));
        }
    }
    return 1;
}

int tac_library_bounds(const tac_library_choice *c)
{
    const char *value;
    double x = 0.0, bounds = 0.0;
    for (int i = 0; i < c->n_solver; i++) {
        int w = word_of(c->solver[i], &value);
        bool is_it = w >= 0 && words[w].take == take_bounds && tac_number_parse(value, &x);
        bounds = is_it && x >= 1.0 && x <= TAC_MOST_BOUNDS ? x : bounds;
    }
    return (int)bounds;
}

int tac_library_apply(const tac_library_choice *c, tac_simulation *s)
{
    const char *value;
    int good = known(c, &s->diag);
    for (int w = 0; w < N_WORD && good; w++) {
        for (int i = 0; i < c->n_solver && good; i++) {
            good = word_of(c->solver[i], &value) != w || words[w].take(s, value);
        }
    }
    return good;
}

#include "given_values.h"

#include <string.h>

#include "texts.h"
#include "words.h"

tac_given tac_copy_given(tac_reader *rd)
{
    const tac_given *given = rd->limits.given;
    int n = given ? given->n : 0;
    const char **text = tac_reader_take(rd, (size_t)n, sizeof *text);
    for (int i = 0; i < n; i++) {
        text[i] = tac_copy_text(rd, given->text[i], strlen(given->text[i]));
    }
    return (tac_given){text, n, given ? given->bounds : 0};
}

// Whether the text gives a parameter of that name.
static bool gives(const char *text, const char *name)
{
    size_t length = strlen(name);
    return strncmp(text, name, length) == 0 && text[length] == '=';
}

static void check_text(tac_reader *rd, const char *text, const char *const *name, int n,
                       const tac_node *at)
{
    char list[600];
    int known = 0;
    while (known < n && !gives(text, name[known])) {
        known++;
    }
    int length = (int)strcspn(text, "=");
    if (n == 0) {
        tac_refuse(rd, at, "the model has no parameters, '%.*s' neither", length, text);
    }
    if (known == n) {
        tac_refuse(rd, at, "the model has no parameter '%.*s'; it must be %s", length, text,
                   tac_word_list(list, sizeof list, name, n));
    }
}

void tac_check_given(tac_reader *rd, const tac_node *parameters, const tac_node *root)
{
    const tac_given *given = rd->limits.given;
    int n = 0;
    if (!given || given->n == 0) {
        return;
    }
    if (given->n > TAC_MOST_GIVEN) {
        tac_refuse(rd, root, "more than %d parameters are given", TAC_MOST_GIVEN);
    }
    const char **name = tac_reader_take(rd, parameters ? (size_t)parameters->n : 1, sizeof *name);
    for (const tac_entry *e = parameters ? parameters->first : NULL; e; e = e->next) {
        name[n++] = e->key;
    }
    for (int i = 0; i < given->n; i++) {
        check_text(rd, given->text[i], name, n, root);
    }
}

const tac_node *tac_given_value(tac_reader *rd, const char *name)
{
    const tac_given *given = rd->limits.given;
    for (int i = given ? given->n : 0; i-- > 0;) {
        if (gives(given->text[i], name)) {
            const char *file = tac_join_text(rd, "parameter ", name);
            const char *value = given->text[i] + strlen(name) + 1;
            if (tac_is_blank(value, strlen(value))) {
                tac_refuse_at(rd, file, 1, 1, "no value is given");
            }
            return tac_yaml_parse(rd, file, value, strlen(value));
        }
    }
    return NULL;
}

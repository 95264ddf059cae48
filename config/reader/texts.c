#include "texts.h"

#include <stdio.h>
#include <string.h>

#include "items.h"
#include "values.h"
#include "words.h"

static void add_text(char *to, size_t size, const char *text, size_t length)
{
    size_t used = strlen(to);
    if (length > size - 1 - used) {
        length = size - 1 - used;
    }
    memcpy(to + used, text, length);
    to[used + length] = '\0';
}

const char *tac_text(const tac_place *p, const tac_node *node, const char *key)
{
    enum { MAX_TEXT = 1024 };
    if (node->kind != TAC_SCALAR || node->text[0] == '\0') {
        tac_refuse_kind(p, node, key, "a text");
    }
    tac_reader_work(p->rd, TAC_VALUE_WORK * strlen(node->text));
    if (strlen(node->text) > MAX_TEXT / 2) {
        tac_refuse(p->rd, node, "'%s' has more than %d letters; shorten it", key, MAX_TEXT / 2);
    }
    const char *c = node->text, *dollar = strstr(c, "${");
    if (!dollar) {
        return c;
    }
    char text[MAX_TEXT] = "";
    for (; dollar; dollar = strstr(c, "${")) {
        add_text(text, sizeof text, c, (size_t)(dollar - c));
        tac_value v = tac_evaluate(p, node, dollar, &c);
        if (v.n != 1) {
            tac_refuse(p->rd, node, "'%s' takes numbers in ${...}, not vectors", key);
        }
        char digits[32];
        (void)snprintf(digits, sizeof digits, "%.15g", v.x[0] + 0.0); // + 0.0: no "-0"
        add_text(text, sizeof text, digits, strlen(digits));
    }
    add_text(text, sizeof text, c, strlen(c));
    return tac_copy_text(p->rd, text, strlen(text));
}

bool tac_is_blank(const char *text, size_t size)
{
    int in_comment = 0;
    for (size_t i = 0; i < size; i++) {
        in_comment = text[i] == '#' || (in_comment && text[i] != '\n');
        if (!in_comment && !strchr(" \t\r\n", text[i])) {
            return false;
        }
    }
    return true;
}

static bool is_word_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool tac_is_name(const char *text)
{
    int n = 0;
    for (; text[n] != '\0'; n++) {
        if (!is_word_letter(text[n]) && (n == 0 || !strchr("_-.", text[n]))) {
            return false;
        }
    }
    return n > 0 && n <= 64;
}

bool tac_is_identifier(const char *text)
{
    int n = 0;
    for (; text[n] != '\0'; n++) {
        if (!is_word_letter(text[n]) && text[n] != '_') {
            return false;
        }
    }
    return n > 0 && n <= 64 && !(text[0] >= '0' && text[0] <= '9');
}

const char *tac_new_name(const tac_place *p, const tac_node *item, const char *what)
{
    const tac_node *node = tac_need(p, item, "name", what);
    const char *name = tac_text(p, node, "name");
    if (!tac_is_name(name)) {
        tac_refuse(p->rd, node,
                   "'%.70s' is not a name; use up to 64 letters, digits, '_', '-' and '.', "
                   "a letter or digit first",
                   name);
    }
    if (strcmp(name, "ground") == 0) {
        tac_refuse(p->rd, node, "the name 'ground' is taken by the inertial body; choose another");
    }
    return name;
}

bool tac_truth_or(const tac_place *p, const tac_node *map, const char *key, bool otherwise)
{
    static const char *const words[] = {"false", "true"};
    const tac_node *node = tac_find(map, key);
    return node ? tac_choice(p, node, key, words, 2) : otherwise;
}

int tac_choice(const tac_place *p, const tac_node *node, const char *key, const char *const *words,
               int n)
{
    const char *text = tac_text(p, node, key);
    for (int i = 0; i < n; i++) {
        if (strcmp(words[i], text) == 0) {
            return i;
        }
    }
    const char *nearest = tac_nearest_word(text, words, n);
    if (nearest) {
        tac_refuse(p->rd, node, "unknown %s '%.60s'; did you mean '%s'?", key, text, nearest);
    }
    char list[400];
    tac_refuse(p->rd, node, "unknown %s '%.60s'; it must be %s", key, text,
               tac_word_list(list, sizeof list, words, n));
}

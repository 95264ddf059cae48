#include "tables.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TEXT = 256 };

// Without the marks of the manual.
static void print_plain(const char *text)
{
    for (; *text; text++) {
        if (*text != '`') {
            putchar(*text);
        }
    }
}

static void print_padded(const char *text, int width)
{
    int n = 0;
    for (const char *c = text; *c; c++) {
        n += *c != '`';
    }
    print_plain(text);
    printf("%*s", n < width ? width - n : 0, "");
}

void tac_print_types(void)
{
    for (int g = 0; g < TAC_N_TYPE_GROUP; g++) {
        printf("%s%s\n", g > 0 ? "\n" : "", tac_type_groups[g].section);
        for (int i = 0; i < tac_type_groups[g].count(); i++) {
            const tac_type *type = tac_type_groups[g].type(i);
            printf("  %-18s ", type->word);
            print_plain(type->help);
            putchar('\n');
        }
    }
}

static void print_keys(const tac_type *type)
{
    const tac_key *key;
    int wide = 0;
    for (int i = 0; (key = tac_key_of(type, i)); i++) {
        int n = (int)strlen(key->name);
        wide = n > wide ? n : wide;
    }
    for (int i = 0; (key = tac_key_of(type, i)); i++) {
        char value[MOST_TEXT], otherwise[MOST_TEXT];
        printf("  %-*s  ", wide, key->name);
        print_padded(tac_key_value_text(key, value, sizeof value), 28);
        putchar(' ');
        print_padded(tac_key_default_text(key, otherwise, sizeof otherwise), 22);
        putchar(' ');
        print_plain(key->help ? key->help : "");
        puts(key->flags & TAC_KEY_TUNABLE ? " (may be set during a run)" : "");
    }
}

int tac_print_type(const char *word)
{
    bool found = false;
    for (int g = 0; g < TAC_N_TYPE_GROUP; g++) {
        for (int i = 0; i < tac_type_groups[g].count(); i++) {
            const tac_type *type = tac_type_groups[g].type(i);
            char text[MOST_TEXT];
            if (strcmp(type->word, word) != 0) {
                continue;
            }
            printf("%s%s, of %s: ", found ? "\n" : "", word, tac_type_groups[g].section);
            print_plain(type->help);
            putchar('\n');
            print_keys(type);
            if (tac_type_columns(type, text, sizeof text)) {
                printf("  columns: ");
                print_plain(tac_type_columns(type, text, sizeof text));
                putchar('\n');
            }
            found = true;
        }
    }
    for (int i = 0; i < TAC_N_MAP; i++) {
        if (strcmp(tac_model_maps[i].word, word) == 0) {
            printf("%s%s, keys:\n", found ? "\n" : "", tac_model_maps[i].called);
            print_keys(&tac_model_maps[i]);
            found = true;
        }
    }
    return found;
}

// ---- the manual ----------------------------------------------------------------------------------

static bool is_same(const tac_key *a, const tac_key *b)
{
    return strcmp(a->name, b->name) == 0 && strcmp(a->help, b->help) == 0 && a->kind == b->kind &&
           a->quantity == b->quantity && a->turning == b->turning && a->otherwise == b->otherwise &&
           a->value == b->value && a->n == b->n && a->range == b->range && a->n_word == b->n_word;
}

// The key of a type that is the same as the given one; NULL.
static const tac_key *like(const tac_type *type, const tac_key *key)
{
    const tac_key *own;
    for (int i = 0; (own = tac_key_of(type, i)); i++) {
        if (is_same(own, key)) {
            return own;
        }
    }
    return NULL;
}

static bool is_listed(const tac_type_group *g, int before, const tac_key *key)
{
    bool any = false;
    for (int i = 0; i < before; i++) {
        any = any || like(g->type(i), key);
    }
    return any;
}

// The types that have a key; nothing where all have it.
static void print_owners(const tac_type_group *g, const tac_key *key)
{
    int n = 0;
    for (int i = 0; i < g->count(); i++) {
        n += like(g->type(i), key) != NULL;
    }
    for (int i = 0; i < g->count() && n < g->count(); i++) {
        if (like(g->type(i), key)) {
            printf(" `%s`", g->type(i)->word);
        }
    }
}

static void print_key(const tac_type_group *g, const tac_key *key)
{
    char value[MOST_TEXT], otherwise[MOST_TEXT];
    printf("| `%s` |", key->name);
    print_owners(g, key);
    printf(" | %s | %s | %s%s |\n", tac_key_value_text(key, value, sizeof value),
           tac_key_default_text(key, otherwise, sizeof otherwise), key->help,
           key->flags & TAC_KEY_TUNABLE ? "; may be set during a run" : "");
}

void tac_print_manual(const tac_type_group *g)
{
    char text[MOST_TEXT];
    bool columns = tac_type_columns(g->type(0), text, sizeof text) != NULL;
    puts(columns ? "| type | | columns |\n| --- | --- | --- |" : "| type | |\n| --- | --- |");
    for (int i = 0; i < g->count(); i++) {
        const tac_type *type = g->type(i);
        printf("| `%s` | %s |", type->word, type->help);
        if (columns) {
            printf(" %s |", tac_type_columns(type, text, sizeof text));
        }
        putchar('\n');
    }
    puts("\n| key | of | value | default | meaning |\n| --- | --- | --- | --- | --- |");
    for (int i = 0; i < g->count(); i++) {
        const tac_key *key;
        for (int k = 0; (key = tac_key_of(g->type(i), k)); k++) {
            if (!is_listed(g, i, key)) {
                print_key(g, key);
            }
        }
    }
}

void tac_print_map(const tac_type *map)
{
    puts("| key | value | default | meaning |\n| --- | --- | --- | --- |");
    for (int i = 0; i < map->n_key; i++) {
        char value[MOST_TEXT], otherwise[MOST_TEXT];
        const tac_key *key = &map->key[i];
        printf("| `%s` | %s | %s | %s |\n", key->name, tac_key_value_text(key, value, sizeof value),
               tac_key_default_text(key, otherwise, sizeof otherwise), key->help ? key->help : "");
    }
}

// `NAME.stiffness`, or the first and the last of several numbers.
static void print_variables(const tac_key *key)
{
    if (key->n > 1) {
        printf(" `NAME.%s` ... `NAME.%s`", key->word[0], key->word[key->n - 1]);
    } else {
        printf(" `NAME.%s`", key->name);
    }
}

void tac_print_tunable(void)
{
    puts("| type | variables |\n| --- | --- |");
    for (int g = 0; g < TAC_N_TYPE_GROUP; g++) {
        for (int i = 0; i < tac_type_groups[g].count(); i++) {
            const tac_type *type = tac_type_groups[g].type(i);
            int n = 0;
            for (int k = 0; k < type->n_key; k++) {
                if (type->key[k].flags & TAC_KEY_TUNABLE) {
                    if (n++ == 0) {
                        printf("| `%s` |", type->word);
                    }
                    print_variables(&type->key[k]);
                }
            }
            fputs(n > 0 ? " |\n" : "", stdout);
        }
    }
}

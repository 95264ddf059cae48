// Tables of types: what the loops over them rely on.
#include <criterion/criterion.h>

#include <string.h>

#include "element/law.h"
#include "element_types.h"
#include "sensor_types.h"

static const size_t size_of_class[] = {
    [TAC_JOINTS] = sizeof(tac_load_desc),      [TAC_SPRINGS] = sizeof(tac_spring_desc),
    [TAC_BUSHINGS] = sizeof(tac_bushing_desc), [TAC_FRICTIONS] = sizeof(tac_friction_desc),
    [TAC_CONTACTS] = sizeof(tac_contact_desc), [TAC_LAWS] = sizeof(tac_law_desc),
};

// Words may be numbers.
static bool is_number(const tac_key *key)
{
    return key->kind == TAC_KEY_NUMBER || (key->flags & TAC_KEY_IN_NUMBER) != 0;
}

static size_t size_of_value(const tac_key *key)
{
    size_t n = key->n > 1 ? (size_t)key->n : 1;
    return is_number(key)                 ? n * sizeof(double)
           : key->kind == TAC_KEY_SOURCES ? 3 * sizeof(int)
                                          : sizeof(int);
}

// A key has a name of its own in its type, says what it means, and its value lies in the description, apart from others.
static void check_type(const tac_type *type, size_t size)
{
    const tac_key *a, *b;
    cr_expect(type->word[0] && type->called[0] && type->help[0], "%s", type->word);
    for (int i = 0; (a = tac_key_of(type, i)); i++) {
        cr_expect(a->help && a->help[0], "%s.%s says nothing", type->word, a->name);
        cr_expect_eq(tac_find_key(type, a->name), a, "%s has '%s' twice", type->word, a->name);
        cr_expect(!tac_key_has_value(a) || a->at + size_of_value(a) <= size, "%s.%s", type->word,
                  a->name);
        cr_expect_eq(a->n_word > 0, a->word != NULL, "%s.%s", type->word, a->name);
        for (int k = 0; k < i && tac_key_has_value(a); k++) {
            b = tac_key_of(type, k);
            bool apart = !tac_key_has_value(b) || a->at >= b->at + size_of_value(b) ||
                         b->at >= a->at + size_of_value(a) ||
                         (a->kind == TAC_KEY_TYRE && b->kind == TAC_KEY_TYRE); // either of them
            cr_expect(apart, "%s.%s lies in %s", type->word, a->name, b->name);
        }
    }
    cr_expect_null(tac_find_key(type, "nothing"));
}

Test(types, have_keys_with_a_name_a_meaning_and_a_place)
{
    for (int i = 0; i < tac_joint_type_count(); i++) {
        check_type(&tac_joint_type_of((tac_joint_kind)i)->type, sizeof(tac_joint_desc));
    }
    for (int i = 0; i < tac_force_type_count(); i++) {
        const tac_force_type *f = tac_force_type_of(i);
        check_type(&f->type, size_of_class[f->is]);
    }
    for (int i = 0; i < tac_sensor_type_count(); i++) {
        check_type(&tac_sensor_type_of((tac_sensor_kind)i)->type, sizeof(tac_sensor_desc));
    }
}

// What a joint does not hold it leaves, but for the length that a rod holds and still tells; the body of a shaft has
// one freedom, and one that its joint holds.
Test(types, joints_hold_or_leave_six)
{
    for (int i = 0; i < tac_joint_type_count(); i++) {
        const tac_joint_type *t = tac_joint_type_of((tac_joint_kind)i);
        bool tells = tac_joint_type_has_coordinate(t, TAC_LENGTH_OF);
        int all = tac_joint_type_has_row(t, TAC_ROW_ASIDE) ? 2 : 6;
        cr_expect(tells || t->n_row + tac_joint_type_width(t) == all, "%s", t->type.word);
        cr_expect_leq(t->n_row + t->n_driven, TAC_MAX_ROWS_OF_JOINT, "%s", t->type.word);
    }
}

enum { MOST_PLACES = 16 };

// Places of a type's keys in a description, in the order of the keys.
typedef struct places {
    size_t number[MOST_PLACES], by[MOST_PLACES], source[MOST_PLACES], table[MOST_PLACES];
    int n_number, n_source, n_table;
} places;

static places places_of(const tac_type *type)
{
    places p = {.n_number = 0};
    for (int i = 0; i < type->n_key; i++) {
        const tac_key *key = &type->key[i];
        for (int k = 0; is_number(key) && k < (key->n > 1 ? key->n : 1); k++) {
            bool or_source = (key->flags & TAC_KEY_OR_SOURCE) != 0;
            p.by[p.n_number] = or_source ? key->source_at + (size_t)k * sizeof(int) : 0;
            p.number[p.n_number++] = key->at + (size_t)k * sizeof(double);
        }
        if (key->kind == TAC_KEY_SOURCE) {
            p.source[p.n_source++] = key->at;
        }
        bool again = p.n_table > 0 && p.table[p.n_table - 1] == key->at; // a file or a map
        if (key->kind == TAC_KEY_TABLE || key->kind == TAC_KEY_MATRIX ||
            (key->kind == TAC_KEY_TYRE && !again)) {
            p.table[p.n_table++] = key->at;
        }
    }
    return p;
}

// Marks which of the places a law reads; they come in the order of the keys.
static void check_order(const char *word, const unsigned char *at, int n_at, size_t unit,
                        const size_t *place, int n, int *read)
{
    int k = 0;
    for (int i = 0; i < n_at; i++, k++) {
        while (k < n && place[k] != at[i] * unit) {
            k++;
        }
        cr_assert_lt(k, n, "%s reads a place that no key fills, or out of order", word);
        read[k] = 1;
    }
}

static void check_all_read(const char *word, const int *read, int n)
{
    for (int k = 0; k < n; k++) {
        cr_expect(read[k], "%s: no law reads value %d of the keys", word, k);
    }
}

// Numbers of a law but for those that it fills in itself, which come last.
static int numbers_of_keys(const tac_law_type *law, const places *p)
{
    int n = law->n_number;
    for (bool own = law->complete != NULL; own && n > 0; n -= own) {
        for (int k = 0; k < p->n_number; k++) {
            own = own && p->number[k] != law->number_at[n - 1] * sizeof(double);
        }
    }
    return n;
}

// Sources are added to the numbers in whose place the keys take them.
static void check_moved(const char *word, const tac_law_type *law, const places *p)
{
    for (int i = 0; i < law->n_number; i++) {
        for (int k = 0; k < p->n_number; k++) {
            bool is = p->number[k] == law->number_at[i] * sizeof(double) && p->by[k] > 0;
            cr_expect(!is || law->number_by[i] * sizeof(int) == p->by[k], "%s: number %d", word, i);
        }
    }
}

// Laws of a type read their numbers, sources and tables in the order of the keys, all of them together.
Test(types, laws_have_the_numbers_of_their_keys)
{
    int n = 0;
    for (int i = 0; i < tac_force_type_count(); i++) {
        const tac_force_type *f = tac_force_type_of(i);
        const tac_law_type *law[2] = {f->law, f->other};
        const char *word = f->type.word;
        places p = places_of(&f->type);
        int number[MOST_PLACES] = {0}, source[MOST_PLACES] = {0}, table[MOST_PLACES] = {0};
        for (int k = 0; k < 2 && law[k]; k++, n++) {
            check_order(word, law[k]->number_at, numbers_of_keys(law[k], &p), sizeof(double),
                        p.number, p.n_number, number);
            check_moved(word, law[k], &p);
            check_order(word, law[k]->source_at, law[k]->n_source, sizeof(int), p.source,
                        p.n_source, source);
            check_order(word, law[k]->table_at, law[k]->n_table, sizeof(int), p.table, p.n_table,
                        table);
        }
        if (law[0]) {
            check_all_read(word, number, p.n_number);
            check_all_read(word, source, p.n_source);
            check_all_read(word, table, p.n_table);
        }
    }
    cr_expect_geq(n, 4);
}

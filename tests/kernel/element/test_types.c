// Tables of types: what the loops over them rely on.
#include <criterion/criterion.h>

#include <string.h>

#include "element/law.h"
#include "element_types.h"
#include "sensor_types.h"

static const size_t size_of_class[] = {
    [TAC_JOINTS] = sizeof(tac_load_desc),      [TAC_SPRINGS] = sizeof(tac_spring_desc),
    [TAC_BUSHINGS] = sizeof(tac_bushing_desc), [TAC_FRICTIONS] = sizeof(tac_friction_desc),
    [TAC_CONTACTS] = sizeof(tac_contact_desc),
};

static size_t size_of_value(const tac_key *key)
{
    size_t n = key->n > 1 ? (size_t)key->n : 1;
    return key->kind == TAC_KEY_NUMBER    ? n * sizeof(double)
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
                         b->at >= a->at + size_of_value(a);
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

// What a joint does not hold it leaves, but for the length that a rod holds and still tells.
Test(types, joints_hold_or_leave_six)
{
    for (int i = 0; i < tac_joint_type_count(); i++) {
        const tac_joint_type *t = tac_joint_type_of((tac_joint_kind)i);
        bool tells = tac_joint_type_has_coordinate(t, TAC_LENGTH_OF);
        cr_expect(tells || t->n_row + tac_joint_type_width(t) == 6, "%s", t->type.word);
        cr_expect_leq(t->n_row + t->n_driven, TAC_MAX_ROWS_OF_JOINT, "%s", t->type.word);
    }
}

static void check_order(const tac_type *type, const tac_law_type *law)
{
    int numbers = 0, sources = 0, tables = 0;
    for (int i = 0; i < type->n_key; i++) {
        const tac_key *key = &type->key[i];
        for (int k = 0; key->kind == TAC_KEY_NUMBER && k < (key->n > 1 ? key->n : 1); k++) {
            cr_expect_eq(law->number_at[numbers++] * sizeof(double),
                         key->at + (size_t)k * sizeof(double), "%s.%s", type->word, key->name);
        }
        if (key->kind == TAC_KEY_SOURCE) {
            cr_expect_eq(law->source_at[sources++] * sizeof(int), key->at, "%s.%s", type->word,
                         key->name);
        }
        if (key->kind == TAC_KEY_TABLE) {
            cr_expect_eq(law->table_at[tables++] * sizeof(int), key->at, "%s.%s", type->word,
                         key->name);
        }
    }
    cr_expect(numbers == law->n_number && sources == law->n_source && tables == law->n_table, "%s",
              type->word);
}

// A law reads its numbers, sources and tables in the order of the keys.
Test(types, laws_have_the_numbers_of_their_keys)
{
    int n = 0;
    for (int i = 0; i < tac_force_type_count(); i++) {
        const tac_force_type *f = tac_force_type_of(i);
        const tac_law_type *law[2] = {f->law, f->with_sides};
        for (int k = 0; k < 2 && law[k]; k++, n++) {
            check_order(&f->type, law[k]);
        }
    }
    cr_expect_geq(n, 4);
}

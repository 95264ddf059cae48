// The key `method` of model and rig files.
#include "method_word.h"

#include "items.h"
#include "takers.h"
#include "texts.h"

enum { MOST_METHODS = 64 };

const tac_method *tac_read_method(const tac_place *p, const tac_node *map,
                                  const tac_method *otherwise)
{
    const tac_node *method = tac_find(map, "method");
    const char *word[MOST_METHODS];
    int n = 0;
    if (!method) {
        return otherwise;
    }
    for (; n < MOST_METHODS && tac_methods[n].word; n++) {
        word[n] = tac_methods[n].word;
    }
    return tac_methods[tac_choice(p, method, "method", word, n)].method;
}

void tac_check_solver_keys(const tac_place *p, const tac_node *map, const tac_method *method)
{
    char takers[256], why[128];
    for (int key = 0; key < TAC_SOLVER_KEYS; key++) {
        const char *word = tac_solver_key_word((tac_solver_key)key);
        if (tac_find(map, word) && !tac_method_takes(method, (tac_solver_key)key)) {
            tac_refuse_key(p->rd, map, word, "'%s' belongs to %s, not to '%s'%s; remove it", word,
                           tac_takers(takers, sizeof takers, (tac_solver_key)key),
                           tac_method_word(method), tac_why_it_lacks(why, sizeof why, method));
        }
    }
}

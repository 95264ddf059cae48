// The key `method` of model and rig files.
#include "method_word.h"

#include "items.h"
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

void tac_check_modular_keys(const tac_place *p, const tac_node *map, const tac_method *method)
{
    static const char *const wrong[] = {"iterations", "order", "acceleration", "tangent"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong && method == &tac_modular; i++) {
        if (tac_find(map, wrong[i])) {
            tac_refuse_key(p->rd, map, wrong[i],
                           "'modular' is a step of order 4 without iterations, which has no '%s'; "
                           "remove it",
                           wrong[i]);
        }
    }
}

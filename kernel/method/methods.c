// The table of methods: a method is a folder and a line here.
#include "methods.h"

#include <stddef.h>

const tac_named_method tac_methods[] = {
    {"index3", &tac_index3},   {"canonical", &tac_canonical},
    {"modular", &tac_modular}, {"hdca", &tac_hdca},
    {"dca", &tac_dca},         {NULL, NULL},
};

// program: tactus-methods with=methods/brake.c,../rt/command/main.c
// The table of kernel/method/methods.c with a method more: linked in its place.
#include "methods.h"

#include <stddef.h>

extern const tac_method brake_method;

const tac_named_method tac_methods[] = {
    {"index3", &tac_index3},
    {"brake", &brake_method},
    {NULL, NULL},
};

#include "families.h"

#include <stdio.h>
#include <string.h>

#define LINK "position: [\"${k - 0.5}\", 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
#define CHAIN(joint)                                                         \
    "gravity: [0, -9.81, 0]\nparameters: {n: %d}\nbodies:\n"                 \
    "  - {repeat: {k: [1, \"${n}\"]}, name: \"L${k}\", " LINK "joints:\n"    \
    "  - {name: J1, type: " joint ", bodies: [ground, L1], at: [0, 0, 0]}\n" \
    "  - {repeat: {k: [2, \"${n}\"]}, name: \"J${k}\", type: " joint         \
    ", bodies: [\"L${k - 1}\", \"L${k}\"], at: [\"${k - 1}\", 0, 0]}\n"

// A regular polygon whose first side is the ground.
#define RING                                                                                     \
    "gravity: [0, -9.81, 0]\nparameters: {n: %d, s: \"${2 * pi / (n + 1)}\"}\nbodies:\n"         \
    "  - {repeat: {k: [1, \"${n}\"]}, name: \"L${k}\", mass: 1, inertia: [1, 1, 1], position: "  \
    "[\"${(cos(k * s) + cos((k + 1) * s)) / 2}\", \"${(sin(k * s) + sin((k + 1) * s)) / 2}\", "  \
    "0]}\njoints:\n"                                                                             \
    "  - {name: J1, type: revolute, bodies: [ground, L1], at: [\"${cos(s)}\", \"${sin(s)}\", "   \
    "0]}\n"                                                                                      \
    "  - {repeat: {k: [2, \"${n}\"]}, name: \"J${k}\", type: revolute, bodies: [\"L${k - 1}\", " \
    "\"L${k}\"], at: [\"${cos(k * s)}\", \"${sin(k * s)}\", 0]}\n"                               \
    "  - {name: end, type: revolute, bodies: [\"L${n}\", ground], at: [1, 0, 0]}\n"

// A tree of links, two on every link, all straight out in the middle of space.
#define TREE                                                                                    \
    "gravity: [0, -9.81, 0]\nparameters: {n: %d}\nbodies:\n"                                    \
    "  - {repeat: {k: [1, \"${n}\"]}, name: \"L${k}\", " LINK "joints:\n"                       \
    "  - {name: J1, type: spherical, bodies: [ground, L1], at: [0, 0, 0]}\n"                    \
    "  - {repeat: {k: [1, \"${(n - 1) / 2}\"]}, name: \"left${k}\", type: spherical, bodies: "  \
    "[\"L${k}\", \"L${2 * k}\"], at: [\"${2 * k - 1}\", 0, 0]}\n"                               \
    "  - {repeat: {k: [1, \"${(n - 1) / 2}\"]}, name: \"right${k}\", type: spherical, bodies: " \
    "[\"L${k}\", \"L${2 * k + 1}\"], at: [\"${2 * k}\", 0, 0]}\n"

const tac_family tac_families[TAC_FAMILIES] = {
    {"chain-spherical", CHAIN("spherical"), 2, 4096},
    {"chain-revolute", CHAIN("revolute"), 2, 4096},
    {"ring", RING, 7, 511},
    {"tree", TREE, 7, 1023},
};

const tac_family *tac_family_find(const char *name)
{
    for (int i = 0; i < TAC_FAMILIES; i++) {
        if (strcmp(tac_families[i].name, name) == 0) {
            return &tac_families[i];
        }
    }
    return NULL;
}

int tac_family_next(const tac_family *f, int n)
{
    return f->least % 2 ? 2 * n + 1 : 2 * n;
}

static const char *find_text(const void *context, const char *path, size_t *size)
{
    (void)path;
    *size = strlen(context);
    return context;
}

tac_file_source tac_family_write(const tac_family *f, int n, char text[TAC_FAMILY_SIZE])
{
    snprintf(text, TAC_FAMILY_SIZE, f->text, n);
    return (tac_file_source){.find = find_text, .context = text};
}

// What there is to see of a model whose file does not say it: bodies as their shape or as bars to their joints,
// spheres and planes of contacts, brackets on ground, springs and rods; and colours.
#ifndef TAC_DEFAULT_LOOKS_H
#define TAC_DEFAULT_LOOKS_H

#include "scene.h"

// Fills solids, lines and size of a scene that has names and meshes. False without memory.
bool tac_scene_fill(tac_scene *c, const tac_model_file *f);

#endif

// Where frames meet flexible bodies: interfaces by name or by position.
#ifndef TAC_INTERFACES_H
#define TAC_INTERFACES_H

#include "flexible.h"

// A frame of given pose in the world on a body: on a flexible one at the interface of that name, NULL: at the one
// that is there at rest. `at` is blamed; `body` is the node that names the body.
tac_frame tac_attach(const tac_place *p, const tac_node *at, const tac_node *body, int index,
                     vec3 r, quat q, const char *interface);

// World position of a named interface of the body; refuses a body without it.
vec3 tac_interface_place(const tac_place *p, const tac_node *at, const tac_node *body, int index,
                         const char *interface);

// The name under `interface` of a map, or entry i of `interfaces`; NULL: none is said.
const char *tac_interface_name(const tac_place *p, const tac_node *map, int i);

// Entry i of `interfaces`, `interface` or else the map: what to blame.
const tac_node *tac_interface_node(const tac_node *map, int i);

#endif

#include "references.h"

#include <string.h>

#include "exports.h"
#include "model_reader.h"
#include "reader/omit.h"
#include "reader/texts.h"

const char *tac_full_name(const tac_place *p, const char *name)
{
    return tac_join_text(p->rd, tac_instance_of(p)->prefix, name);
}

int tac_reference(const tac_place *p, const tac_node *node, const char *what,
                  const tac_names *names)
{
    const char *name = tac_text(p, node, what);
    int index = tac_names_find(names, tac_full_name(p, name));
    if (index >= 0) {
        tac_check_shown(p, node, name);
        return index;
    }
    if (tac_omit_has(p->rd, name)) {
        tac_refuse_follower(p->rd, node);
    }
    const char *nearest = tac_names_nearest(names, tac_instance_of(p)->prefix, name);
    if (nearest) {
        tac_refuse(p->rd, node, "no %s '%.80s'; did you mean '%s'?", what, name, nearest);
    }
    tac_refuse(p->rd, node, "no %s '%.80s'; define it or correct the name", what, name);
}

bool tac_is_ground(const tac_node *node)
{
    return node->kind == TAC_SCALAR && strcmp(node->text, "ground") == 0;
}

// A body of this name hides it.
static bool is_world_name(const tac_place *p, const tac_node *node)
{
    return node->kind == TAC_SCALAR && strcmp(node->text, "world") == 0 &&
           tac_names_find(&tac_model_of(p)->body_names, tac_full_name(p, "world")) < 0;
}

bool tac_is_world(const tac_place *p, const tac_node *node)
{
    return is_world_name(p, node) || (tac_is_ground(node) && tac_instance_of(p)->in_world);
}

int tac_body_reference(const tac_place *p, const tac_node *node)
{
    if (tac_is_ground(node)) {
        return tac_instance_of(p)->ground;
    }
    if (is_world_name(p, node)) {
        return TAC_GROUND;
    }
    return tac_reference(p, node, "body", &tac_model_of(p)->body_names);
}

#include "xml_find.h"

#include <string.h>

const char *tac_xml_get(const tac_xml_node *e, const char *name)
{
    for (int i = 0; e && i < e->n_attribute; i++) {
        if (strcmp(e->attribute[i].name, name) == 0) {
            return e->attribute[i].value;
        }
    }
    return NULL;
}

const tac_xml_node *tac_xml_child(const tac_xml_node *e, const char *name)
{
    const tac_xml_node *child = e ? e->first : NULL;
    while (child && strcmp(child->name, name) != 0) {
        child = child->next;
    }
    return child;
}

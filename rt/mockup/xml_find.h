// What is looked for in a tree of XML: attributes and children by their names.
#ifndef TAC_MOCKUP_XML_FIND_H
#define TAC_MOCKUP_XML_FIND_H

#include "xml_elements.h"

// The value of an attribute, NULL: the element has none of that name, or there is no element.
const char *tac_xml_get(const tac_xml_node *e, const char *name);

// The first child of that name, NULL: there is none.
const tac_xml_node *tac_xml_child(const tac_xml_node *e, const char *name);

#endif

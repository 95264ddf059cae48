// XML as a tree of elements that know their lines, by libxml2. Documents with a DOCTYPE are refused, and with them all
// entities of their own; nothing is fetched, and text between elements is left out.
#ifndef TAC_XML_TREE_H
#define TAC_XML_TREE_H

#include <stddef.h>

#include "diag.h"

typedef struct tac_xml {
    const char *name; // without a prefix
    int line;
    int n_attribute;
    const char **attribute; // name and value, alternately        (2 n_attribute)
    struct tac_xml *first, *last, *next;
} tac_xml;

enum {
    TAC_XML_BYTES = 64 << 20,
    TAC_XML_DEPTH = 64, // of elements within each other
};

// NULL with a line that begins with the name of the file.
const tac_xml *tac_xml_read(const char *bytes, size_t size, const char *file, tac_diag *diag);

// The value of an attribute, NULL: the element has none of that name, or there is no element.
const char *tac_xml_get(const tac_xml *e, const char *name);

// The first child of that name, NULL: there is none.
const tac_xml *tac_xml_child(const tac_xml *e, const char *name);

#endif

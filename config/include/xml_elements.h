// An XML file as a tree of elements that know where they stand and whether somebody looked at them.
//
// A parser outside (rt/xml) reports what it finds to the functions below; nothing here knows it. What is read marks
// elements and attributes as seen, so that what is left can be named.
#ifndef TAC_XML_ELEMENTS_H
#define TAC_XML_ELEMENTS_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

#define TAC_XML_MOST_BYTES ((size_t)64 << 20) // of a file
enum {
    TAC_XML_MOST_DEPTH = 256,       // of elements in elements
    TAC_XML_MOST_ELEMENTS = 1000000 // of a file
};

typedef struct tac_xml_attribute {
    const char *name, *value;
    bool seen;
} tac_xml_attribute;

typedef struct tac_xml_node {
    const char *name; // with its prefix, as it is written
    const char *
        text; // between its tags and outside of elements in it, without blanks around it; "" for none
    const char *file;
    int line; // where its tag begins
    bool seen;
    int n_attribute;
    tac_xml_attribute *attribute; // (n_attribute)
    struct tac_xml_node *parent, *first, *last, *next;
} tac_xml_node;

typedef struct tac_xml_tree tac_xml_tree;

// Begins an empty tree for the file of that path, which is copied. NULL without memory.
tac_xml_tree *tac_xml_tree_begin(const char *path);
void tac_xml_tree_free(tac_xml_tree *t); // NULL is fine

// What a parser found; false where the file is beyond a bound or memory is used up, which the diagnosis of the tree says.
// Attributes are names and values in turn, then NULL; NULL: none.
bool tac_xml_tree_element(tac_xml_tree *t, const char *name, const char *const *attributes,
                          int line);
bool tac_xml_tree_end(tac_xml_tree *t);
bool tac_xml_tree_text(tac_xml_tree *t, const char *text, size_t size);
const tac_diag *tac_xml_tree_diag(const tac_xml_tree *t);

tac_xml_node *tac_xml_tree_root(const tac_xml_tree *t); // NULL: there is none

#endif

// XML files, by a library of its own (rt/xml, libtactus-xml.so) that knows libxml2 and is loaded by the first one.
#ifndef TAC_XML_LIBRARY_H
#define TAC_XML_LIBRARY_H

#include "system/own_library.h"
#include "xml_elements.h"

enum { TAC_XML_LAYOUT = 1 };

typedef struct tac_xml_sink { // whom the parser tells; false ends it
    bool (*element)(void *context, const char *name, const char *const *attributes, int line);
    bool (*end)(void *context);
    bool (*text)(void *context, const char *text, size_t size);
    void *context;
} tac_xml_sink;

typedef struct tac_xml_error {
    int line, column;
    char what[240]; // a line; "" where the sink ended it
} tac_xml_error;

typedef struct tac_xml_library {
    tac_own_version version; // size: of a sink
    bool (*parse)(const char *bytes, size_t size, const tac_xml_sink *sink, tac_xml_error *error);
} tac_xml_library;

extern const tac_xml_library tac_xml_parser; // of the library: the only name looked up in it

// The tree of the bytes of the file of that path. Nothing outside of them is read: a DOCTYPE, with which entities come, is
// refused. NULL with a line in diag.
tac_xml_tree *tac_robot_xml(const char *path, const char *bytes, size_t size, tac_diag *diag);

#endif

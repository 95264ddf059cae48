// YAML text as a tree of nodes that know where they stand.
//
// libyaml does the scanning; this keeps of it what a model file may use: one document of maps,
// lists and scalars. Anchors and aliases share nodes, so a small file stays small in memory; an
// alias inside its own anchor, tags, several documents and repeated keys are refused.
#ifndef TAC_YAML_TREE_H
#define TAC_YAML_TREE_H

#include <stddef.h>

struct tac_reader;

typedef enum tac_node_kind { TAC_SCALAR, TAC_LIST, TAC_MAP } tac_node_kind;

typedef struct tac_node tac_node;

typedef struct tac_entry { // one item of a list or one key of a map, in the order of the file
    const char *key;       // NULL in lists
    int line, column;      // of the key
    tac_node *value;
    struct tac_entry *next;
} tac_entry;

struct tac_node {
    tac_node_kind kind;
    int line, column; // from 1
    const char *file;
    const char *text; // scalars, zero-terminated
    int text_column;  // column of text[0] where text stands in the file letter by letter, else 0
    int n;            // entries
    tac_entry *first;
};

#define TAC_MAX_FILE_BYTES ((size_t)64 << 20)
#define TAC_MAX_NODES (4 << 20) // of all files together
#define TAC_MAX_DEPTH 64        // of nested lists and maps
#define TAC_MAX_KEYS 4096       // of one map; keys are searched one by one
#define TAC_MAX_ANCHORS 1024    // of one file; searched one by one

// Reads a document; the text may go afterwards. Refuses through the reader.
const tac_node *tac_yaml_parse(struct tac_reader *rd, const char *file, const char *text,
                               size_t size);

#endif

#include "xml_tree.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kept.h"
#include "system/fail.h"

typedef struct builder {
    xmlParserCtxtPtr parser;
    tac_xml *open[TAC_XML_DEPTH]; // (depth)
    int depth;
    tac_xml *root;
    const char *file;
    tac_diag *diag;
    bool failed;
} builder;

static void fail(builder *b, int line, const char *what)
{
    if (!b->failed) {
        (void)tac_diag_say(b->diag, "%s:%d: %s", b->file, line, what);
    }
    b->failed = true;
    xmlStopParser(b->parser);
}

static void begin(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space,
                  int n_space, const xmlChar **spaces, int n, int n_default, const xmlChar **of)
{
    builder *b = context;
    (void)prefix, (void)space, (void)n_space, (void)spaces, (void)n_default;
    int line = xmlSAX2GetLineNumber(b->parser);
    if (b->depth == TAC_XML_DEPTH) {
        fail(b, line, "elements are nested too deeply");
        return;
    }
    tac_xml *e = tac_kept(1, sizeof *e);
    *e = (tac_xml){.name = tac_kept_text((const char *)name), .line = line, .n_attribute = n};
    e->attribute = tac_kept(2 * (size_t)n, sizeof *e->attribute);
    for (int i = 0; i < n; i++) { // name, prefix, space, begin and end of the value
        e->attribute[2 * i] = tac_kept_text((const char *)of[5 * i]);
        e->attribute[2 * i + 1] =
            tac_kept_letters((const char *)of[5 * i + 3], (size_t)(of[5 * i + 4] - of[5 * i + 3]));
    }
    tac_xml *parent = b->depth > 0 ? b->open[b->depth - 1] : NULL;
    if (parent) {
        *(parent->last ? &parent->last->next : &parent->first) = e;
        parent->last = e;
    } else {
        b->root = e;
    }
    b->open[b->depth++] = e;
}

static void end(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *space)
{
    builder *b = context;
    (void)name, (void)prefix, (void)space;
    b->depth -= b->depth > 0;
}

static void refuse_doctype(void *context, const xmlChar *name, const xmlChar *id,
                           const xmlChar *system)
{
    builder *b = context;
    (void)name, (void)id, (void)system;
    fail(b, xmlSAX2GetLineNumber(b->parser),
         "a DOCTYPE is not read: descriptions of FMUs have none; remove it");
}

// Of libxml2, in its words.
static void take_error(void *context, xmlErrorPtr error)
{
    builder *b = context;
    if (error->level >= XML_ERR_ERROR && !b->failed) {
        char text[300];
        (void)snprintf(text, sizeof text, "%s", error->message ? error->message : "is no XML");
        text[strcspn(text, "\n")] = '\0';
        fail(b, error->line, text);
    }
}

const tac_xml *tac_xml_read(const char *bytes, size_t size, const char *file, tac_diag *diag)
{
    builder b = {.file = file, .diag = diag};
    xmlSAXHandler handler = {.initialized = XML_SAX2_MAGIC,
                             .startElementNs = begin,
                             .endElementNs = end,
                             .internalSubset = refuse_doctype,
                             .serror = take_error};
    if (size > TAC_XML_BYTES) {
        (void)tac_diag_say(diag, "%s: has %zu bytes, more than %d", file, size, TAC_XML_BYTES);
        return NULL;
    }
    b.parser = xmlCreatePushParserCtxt(&handler, &b, NULL, 0, file);
    if (!b.parser) {
        (void)tac_diag_say_memory(diag, "%s: not enough memory", file);
        return NULL;
    }
    (void)xmlCtxtUseOptions(b.parser, XML_PARSE_NONET);
    (void)xmlParseChunk(b.parser, bytes, (int)size, 0);
    (void)xmlParseChunk(b.parser, bytes, 0, 1);
    if (!b.failed && (!b.parser->wellFormed || !b.root)) {
        fail(&b, 1, "is no XML");
    }
    xmlFreeParserCtxt(b.parser);
    return b.failed ? NULL : b.root;
}

const char *tac_xml_get(const tac_xml *e, const char *name)
{
    for (int i = 0; e && i < e->n_attribute; i++) {
        if (strcmp(e->attribute[2 * i], name) == 0) {
            return e->attribute[2 * i + 1];
        }
    }
    return NULL;
}

const tac_xml *tac_xml_child(const tac_xml *e, const char *name)
{
    const tac_xml *child = e ? e->first : NULL;
    while (child && strcmp(child->name, name) != 0) {
        child = child->next;
    }
    return child;
}

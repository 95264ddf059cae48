// The library that reads XML, loaded on demand: robot/xml_library.h.
#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robot/xml_library.h"

typedef struct reading {
    const tac_xml_sink *sink;
    tac_xml_error *error;
    xmlParserCtxtPtr parser;
    bool ended; // by the sink or a refusal
} reading;

static void stop(reading *r)
{
    r->ended = true;
    xmlStopParser(r->parser);
}

// The line where the tag at hand begins: a value of an attribute holds no '<'.
static int line_of_tag(const reading *r)
{
    const xmlParserInput *in = r->parser->input;
    int line = in->line;
    for (const xmlChar *c = in->cur; c > in->base && *c != '<'; c--) {
        line -= c != in->cur && *c == '\n';
    }
    return line;
}

static void begin_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
    reading *r = context;
    const char *const *pairs = (const char *const *)(const void *)attributes;
    if (!r->ended &&
        !r->sink->element(r->sink->context, (const char *)name, pairs, line_of_tag(r))) {
        stop(r);
    }
}

static void end_element(void *context, const xmlChar *name)
{
    reading *r = context;
    (void)name;
    if (!r->ended && !r->sink->end(r->sink->context)) {
        stop(r);
    }
}

static void take_text(void *context, const xmlChar *text, int size)
{
    reading *r = context;
    if (!r->ended && !r->sink->text(r->sink->context, (const char *)text, (size_t)size)) {
        stop(r);
    }
}

static void refuse_doctype(void *context, const xmlChar *name, const xmlChar *outside,
                           const xmlChar *system)
{
    reading *r = context;
    (void)name, (void)outside, (void)system;
    r->error->line = r->parser->input->line;
    r->error->column = 1;
    (void)snprintf(r->error->what, sizeof r->error->what,
                   "DOCTYPE and entities of a file's own are not read; remove them");
    stop(r);
}

static xmlEntityPtr find_entity(void *context, const xmlChar *name)
{
    (void)context;
    return xmlGetPredefinedEntity(name);
}

// Keeps the first mistake that makes the text no XML; one line without its end.
static void take_error(void *context, const char *format, ...)
{
    reading *r = context;
    const xmlError *found = xmlCtxtGetLastError(r->parser);
    (void)format;
    if (!found || found->level < XML_ERR_ERROR || r->error->what[0] != '\0' || r->ended ||
        found->domain == XML_FROM_NAMESPACE) {
        return;
    }
    r->error->line = found->line;
    r->error->column = found->int2;
    (void)snprintf(r->error->what, sizeof r->error->what, "%s",
                   found->message ? found->message : "not XML");
    for (char *c = r->error->what; *c != '\0'; c++) {
        *c = *c == '\n' ? ' ' : *c;
    }
    size_t n = strlen(r->error->what);
    while (n > 0 && r->error->what[n - 1] == ' ') {
        r->error->what[--n] = '\0';
    }
}

static void take_warning(void *context, const char *format, ...)
{
    (void)context, (void)format;
}

// A copy without a declaration of XML that says nothing but a version and UTF-8, which files of robots often have behind an
// empty line or with a version of their own; NULL: there is none, or it says more.
static char *without_declaration(const char *bytes, size_t size)
{
    const char *end = bytes + size, *at = bytes;
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n')) {
        at++;
    }
    const size_t left = (size_t)(end - at);
    const char *close =
        left > 6 && strncmp(at, "<?xml ", 6) == 0 ? memchr(at, '>', left < 200 ? left : 200) : NULL;
    char text[208] = "", *copy = NULL;
    if (close) {
        memcpy(text, at, (size_t)(close - at));
    }
    const char *encoding = strstr(text, "encoding");
    if (close && (!encoding || strstr(encoding, "utf-8") || strstr(encoding, "UTF-8"))) {
        copy = malloc(size + 1);
    }
    if (copy) {
        memcpy(copy, bytes, size);
        for (const char *c = at; c <= close; c++) { // lines stay where they are
            copy[c - bytes] = *c == '\n' ? '\n' : ' ';
        }
    }
    return copy;
}

static bool parse_document(const char *bytes, size_t size, const tac_xml_sink *sink,
                           tac_xml_error *error)
{
    // by SAX 1 names keep their prefixes, declared or not
    xmlSAXHandler handler = {.initialized = 1,
                             .internalSubset = refuse_doctype,
                             .getEntity = find_entity,
                             .startElement = begin_element,
                             .endElement = end_element,
                             .characters = take_text,
                             .cdataBlock = take_text,
                             .warning = take_warning,
                             .error = take_error,
                             .fatalError = take_error};
    reading r = {.sink = sink, .error = error};
    xmlInitParser();
    r.parser = xmlCreateMemoryParserCtxt(bytes, (int)size);
    if (!r.parser) {
        (void)snprintf(error->what, sizeof error->what, "there is nothing to read");
        return false;
    }
    xmlSAXHandlerPtr own = r.parser->sax;
    r.parser->sax = &handler;
    r.parser->userData = &r;
    (void)xmlCtxtUseOptions(r.parser, XML_PARSE_NONET);
    (void)xmlParseDocument(r.parser);
    bool good = r.parser->wellFormed && !r.ended && error->what[0] == '\0';
    r.parser->sax = own;
    xmlFreeParserCtxt(r.parser);
    return good;
}

static bool parse(const char *bytes, size_t size, const tac_xml_sink *sink, tac_xml_error *error)
{
    char *plain = without_declaration(bytes, size);
    const bool good = parse_document(plain ? plain : bytes, size, sink, error);
    free(plain);
    return good;
}

__attribute__((visibility("default")))
const tac_xml_library tac_xml_parser = {{TAC_XML_LAYOUT, sizeof(tac_xml_sink)}, parse};

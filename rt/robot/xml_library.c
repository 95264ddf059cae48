#include "xml_library.h"

#include <stdarg.h>

#include "system/fail.h"

static bool take_element(void *context, const char *name, const char *const *attributes, int line)
{
    return tac_xml_tree_element(context, name, attributes, line);
}

static bool take_end(void *context)
{
    return tac_xml_tree_end(context);
}

static bool take_text(void *context, const char *text, size_t size)
{
    return tac_xml_tree_text(context, text, size);
}

__attribute__((format(printf, 5, 6))) static void say(tac_diag *diag, const char *path, int line,
                                                      int column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tac_diag_set(diag, path, line, column, format, arguments);
    va_end(arguments);
}

tac_xml_tree *tac_robot_xml(const char *path, const char *bytes, size_t size, tac_diag *diag)
{
    const tac_own_version wanted = {TAC_XML_LAYOUT, sizeof(tac_xml_sink)};
    const tac_xml_library *xml = tac_own_table("libtactus-xml.so", "tac_xml_parser", wanted, diag);
    tac_xml_tree *t = xml ? tac_xml_tree_begin(path) : NULL;
    if (!t) {
        (void)(xml && tac_diag_say_memory(diag, "%s: not enough memory", path));
        return NULL;
    }
    tac_xml_error error = {0};
    const tac_xml_sink sink = {take_element, take_end, take_text, t};
    bool good = xml->parse(bytes, size, &sink, &error) && tac_xml_tree_root(t);
    if (!good && tac_xml_tree_diag(t)->text[0] != '\0') {
        (void)tac_diag_join(diag, tac_xml_tree_diag(t));
        diag->no_memory = tac_xml_tree_diag(t)->no_memory;
    } else if (!good) {
        say(diag, path, error.line > 0 ? error.line : 1, error.column > 0 ? error.column : 1,
            "%s; correct the XML", error.what[0] != '\0' ? error.what : "there is no element");
    }
    if (!good) {
        tac_xml_tree_free(t);
    }
    return good ? t : NULL;
}

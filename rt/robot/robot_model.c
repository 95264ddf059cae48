#include "robot_model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "printable.h"
#include "system/fail.h"
#include "system/files.h"
#include "xml_library.h"

// ---- bytes ---------------------------------------------------------------------------------------

static char *fail(tac_diag *diag, const char *path, const char *what)
{
    (void)tac_diag_say(diag, "%s:1:1: %s", TAC_SHOWN(path), what);
    return NULL;
}

// All bytes of a plain file; NULL with a line in diag.
static char *read_whole(const char *path, size_t *size, tac_diag *diag)
{
    struct stat about;
    FILE *in = tac_open_plain(path);
    if (!in || fstat(fileno(in), &about) != 0) {
        const char *why = strerror(errno);
        if (in) {
            (void)fclose(in);
        }
        (void)tac_diag_say(diag, "%s:1:1: the file cannot be opened (%s); check the path",
                           TAC_SHOWN(path), why);
        return NULL;
    }
    const bool fits = (uint64_t)about.st_size <= TAC_XML_MOST_BYTES;
    char *bytes = fits ? malloc((size_t)about.st_size + 1) : NULL;
    *size = bytes ? fread(bytes, 1, (size_t)about.st_size + 1, in) : 0;
    const bool good = bytes && !ferror(in) && *size <= (size_t)about.st_size;
    (void)fclose(in);
    if (good) {
        return bytes;
    }
    free(bytes);
    return !fits   ? fail(diag, path, "the file has more than 64 MiB; make it smaller")
           : bytes ? fail(diag, path, "cannot be read, or grows while it is; wait for its end")
                   : (tac_diag_say_memory(diag, "%s: not enough memory", TAC_SHOWN(path)), NULL);
}

bool tac_is_robot_file(const char *path)
{
    char begin[256];
    FILE *in = tac_open_plain(path);
    const size_t n = in ? fread(begin, 1, sizeof begin, in) : 0;
    if (in) {
        (void)fclose(in);
    }
    return tac_robot_is_xml(begin, n);
}

// ---- files in files ------------------------------------------------------------------------------

enum { MOST_FILES = 1000 }; // that a robot's file may include

typedef struct included { // trees that stay until the end
    tac_xml_tree *tree[MOST_FILES];
    int n;
    const tac_file_source *source;
} included;

static tac_xml_node *include(void *context, const char *path, tac_diag *diag)
{
    included *all = context;
    size_t size = 0;
    char *bytes = all->n == MOST_FILES
                      ? fail(diag, path, "more than 1000 files are included; put them together")
                  : all->source ? fail(diag, path,
                                       "a file in a robot's file is not there; record the model "
                                       "that 'tactus import' makes")
                                : read_whole(path, &size, diag);
    tac_xml_tree *t = bytes ? tac_robot_xml(path, bytes, size, diag) : NULL;
    free(bytes);
    if (!t) {
        return NULL;
    }
    all->tree[all->n++] = t;
    return tac_xml_tree_root(t);
}

static bool convert(const char *path, const char *bytes, size_t size,
                    const tac_robot_choice *choice, const tac_file_source *source,
                    tac_robot_text *text, tac_diag *diag)
{
    tac_xml_tree *t = tac_robot_xml(path, bytes, size, diag);
    included *all = calloc(1, sizeof *all);
    if (!all && t) {
        (void)tac_diag_say_memory(diag, "%s: not enough memory", TAC_SHOWN(path));
    }
    bool good = false;
    if (t && all) {
        all->source = source;
        const char *packages = getenv("ROS_PACKAGE_PATH"), *ament = getenv("AMENT_PREFIX_PATH"),
                   *models = getenv("GZ_SIM_RESOURCE_PATH");
        char listed[8192];
        (void)snprintf(listed, sizeof listed, "%s:%s:%s", ament ? ament : "",
                       packages ? packages : "", models ? models : "");
        const tac_robot_request request = {.path = path,
                                           .out = choice->out ? choice->out : path,
                                           .package_path = listed,
                                           .is_floating = choice->is_floating,
                                           .mends = choice->mends,
                                           .include = include,
                                           .context = all};
        good = tac_robot_convert(tac_xml_tree_root(t), &request, text, diag);
    }
    for (int i = 0; all && i < all->n; i++) {
        tac_xml_tree_free(all->tree[i]);
    }
    free(all);
    tac_xml_tree_free(t);
    return good;
}

// ---- interface -----------------------------------------------------------------------------------

bool tac_read_robot(const char *path, const tac_robot_choice *choice, tac_robot_text *text,
                    tac_diag *diag)
{
    size_t size = 0;
    char *bytes = read_whole(path, &size, diag);
    const bool good = bytes && convert(path, bytes, size, choice, NULL, text, diag);
    free(bytes);
    return good;
}

tac_model_file *tac_read_model_or_robot(const char *path, const tac_file_source *source,
                                        const tac_given *given, char **notes, tac_diag *diag)
{
    size_t size = 0;
    *notes = NULL;
    const char *found = source ? source->find(source->context, path, &size) : NULL;
    const bool is_robot = source ? found && tac_robot_is_xml(found, size) : tac_is_robot_file(path);
    if (!is_robot) {
        return tac_model_file_read_given(path, source, given, diag);
    }
    const tac_robot_choice plain = {0};
    tac_robot_text text = {0};
    tac_model_file *f = NULL;
    if (source ? convert(path, found, size, &plain, source, &text, diag)
               : tac_read_robot(path, &plain, &text, diag)) {
        f = tac_model_file_read_in_place(path, text.model, strlen(text.model), source, given, diag);
        *notes = f ? text.notes : NULL;
        text.notes = f ? NULL : text.notes;
    }
    tac_robot_text_free(&text);
    return f;
}

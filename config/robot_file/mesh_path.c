// Where the mesh of a robot lies: relative to its file, or in a package that is looked for.
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "mesh.h"
#include "mesh_path.h"

enum { PATH = 4096 };

static bool is_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static bool joined(char out[PATH], const char *a, size_t n, const char *between, const char *b)
{
    return snprintf(out, PATH, "%.*s%s%s", (int)n, a, between, b) < PATH && is_there(out);
}

// Letters of the folder of a path, with the slash.
static size_t folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

// `rest` is PACKAGE/PATH: in a folder of packages, with or without share/ in between.
static bool find_listed(const tac_robot *r, const char *rest, char out[PATH])
{
    const char *at = r->request->package_path ? r->request->package_path : "";
    while (*at != '\0') {
        const size_t n = strcspn(at, ":");
        const char *slash = strchr(rest, '/');
        const size_t name = slash ? (size_t)(slash - rest) : 0;
        const bool is_own = name > 0 && n > name && at[n - name - 1] == '/' &&
                            strncmp(at + n - name, rest, name) == 0;
        if (n > 0 && (joined(out, at, n, "/share/", rest) || joined(out, at, n, "/", rest) ||
                      (is_own && joined(out, at, n, "", slash)))) {
            return true;
        }
        at += n + (at[n] == ':');
    }
    return false;
}

// In a folder of the file or above, or in the package itself, by its name there.
static bool find_above(const tac_robot *r, const char *rest, char out[PATH])
{
    char *real = realpath(r->request->path, NULL);
    const char *slash = strchr(rest, '/');
    bool found = false;
    for (size_t n = real ? folder_of(real) : 0; n > 0 && !found; n = folder_of(real)) {
        real[n - 1] = '\0'; // the folder without its slash
        found = joined(out, real, n - 1, "/", rest);
        if (!found && slash) {
            const char *own = strrchr(real, '/');
            found = own && strlen(own + 1) == (size_t)(slash - rest) &&
                    strncmp(own + 1, rest, (size_t)(slash - rest)) == 0 &&
                    joined(out, real, n - 1, "", slash);
        }
    }
    free(real);
    return found;
}

static bool find(const tac_robot *r, const char *uri, char out[PATH])
{
    static const char *const packages[] = {"package://", "model://"};
    for (size_t i = 0; i < sizeof packages / sizeof *packages; i++) {
        const size_t n = strlen(packages[i]);
        if (strncmp(uri, packages[i], n) == 0) {
            return find_listed(r, uri + n, out) || find_above(r, uri + n, out);
        }
    }
    if (strncmp(uri, "file://", 7) == 0) {
        return joined(out, "", 0, "", uri + 7);
    }
    return uri[0] == '/' ? joined(out, "", 0, "", uri)
                         : joined(out, r->request->path, folder_of(r->request->path), "", uri);
}

// From the folder of the model file, where both are below a folder that is not the root.
static const char *from_model(tac_robot *r, const char *path)
{
    char folder[PATH], name[2 * PATH] = "";
    const char *out = r->request->out;
    (void)snprintf(folder, sizeof folder, "%.*s.", (int)folder_of(out), out);
    char *base = realpath(folder, NULL), *real = realpath(path, NULL);
    size_t same = 0;
    for (size_t k = 0; base && real && (base[k] == real[k] || base[k] == '\0'); k++) {
        same = real[k] == '/' && (base[k] == '/' || base[k] == '\0') ? k + 1 : same;
        if (base[k] == '\0' || real[k] == '\0') {
            break;
        }
    }
    if (base && real && same > 1) {
        const size_t length = strlen(base);
        for (size_t k = same; k <= length; k++) {
            if (k < length && (k == same || base[k] == '/')) {
                (void)strncat(name, "../", sizeof name - strlen(name) - 1);
            }
        }
        (void)strncat(name, real + same, sizeof name - strlen(name) - 1);
    }
    const char *said = tac_robot_print(r, "%s", name[0] != '\0' ? name : real ? real : path);
    free(base);
    free(real);
    return said;
}

// Whether a text of a model file can name it: expressions and control characters would change it.
static bool can_be_said(const char *path)
{
    for (const char *c = path; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f || (*c == '$' && c[1] == '{')) {
            return false;
        }
    }
    return true;
}

const char *tac_robot_mesh_path(tac_robot *r, const tac_xml_node *node, const char *uri)
{
    char path[PATH];
    struct stat about;
    if (!tac_mesh_is_named(uri)) {
        tac_robot_tell(r, node, "mesh '%.200s' is not shown: STL, OBJ and glTF are read", uri);
        return NULL;
    }
    if (!find(r, uri, path) || stat(path, &about) != 0) {
        tac_robot_tell(r, node, "mesh '%.200s' is not shown: there is no such file", uri);
        return NULL;
    }
    if (!can_be_said(path)) {
        tac_robot_tell(r, node, "mesh '%.200s' is not shown: its name has '${' or no letters", uri);
        return NULL;
    }
    r->mesh_bytes += (uint64_t)about.st_size;
    if (r->mesh_bytes > TAC_MESH_BYTES) {
        r->mesh_bytes -= (uint64_t)about.st_size;
        tac_robot_tell(r, node, "mesh '%.200s' is not shown: all of them have more than %d MiB",
                       uri, (int)(TAC_MESH_BYTES >> 20));
        return NULL;
    }
    return from_model(r, path);
}

const char *tac_robot_find_model(tac_robot *r, const char *uri)
{
    static const char *const file[] = {"", "/model.sdf"};
    char path[PATH];
    for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
        if (find(r, tac_robot_print(r, "%s%s", uri, file[i]), path)) {
            return tac_robot_print(r, "%s", path);
        }
    }
    return NULL;
}

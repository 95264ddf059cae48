#include "machine.h"

#include <dirent.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---------------------------------------------------------------- files

typedef struct file_path {
    char text[512];
    size_t root; // length of the root in front
} file_path;

static file_path join(const char *root, const char *format, va_list arguments)
{
    file_path p = {.root = strlen(root)};
    int used = snprintf(p.text, sizeof p.text, "%s", root);
    if (used >= 0 && (size_t)used < sizeof p.text) {
        (void)vsnprintf(p.text + used, sizeof p.text - (size_t)used, format, arguments);
    }
    p.root = p.root < strlen(p.text) ? p.root : strlen(p.text);
    return p;
}

static int read_line(const file_path *p, char *text, size_t size)
{
    FILE *f = fopen(p->text, "r");
    errno = f != NULL ? 0 : errno;
    char *got = f != NULL ? fgets(text, (int)size, f) : NULL;
    int reason = errno;
    if (f != NULL) {
        (void)fclose(f);
    }
    if (got == NULL) {
        (void)snprintf(text, size, "%s %s%s%s", p->text + p->root,
                       reason != 0 ? "cannot be read (" : "is empty",
                       reason != 0 ? strerror(reason) : "", reason != 0 ? ")" : "");
        return 0;
    }
    size_t n = strlen(text);
    while (n > 0 && strchr(" \t\r\n", text[n - 1]) != NULL) {
        text[--n] = '\0';
    }
    return 1;
}

int tac_machine_line(const char *root, char *text, size_t size, const char *path, ...)
{
    va_list arguments;
    va_start(arguments, path);
    file_path p = join(root, path, arguments);
    va_end(arguments);
    return read_line(&p, text, size);
}

int tac_machine_number(const char *root, long long *value, const char *path, ...)
{
    char text[64], *end;
    va_list arguments;
    va_start(arguments, path);
    file_path p = join(root, path, arguments);
    va_end(arguments);
    if (!read_line(&p, text, sizeof text)) {
        return 0;
    }
    errno = 0;
    long long x = strtoll(text, &end, 10);
    if (errno != 0 || end == text || *end != '\0') {
        return 0;
    }
    *value = x;
    return 1;
}

long long tac_machine_cache(const char *root, int level)
{
    enum { MOST = 8 };
    static const char folder[] = "/sys/devices/system/cpu/cpu0/cache";
    for (int i = 0; i < MOST; i++) {
        long long found = 0;
        char type[32], size[32], *unit;
        if (tac_machine_number(root, &found, "%s/index%d/level", folder, i) && found == level &&
            tac_machine_line(root, type, sizeof type, "%s/index%d/type", folder, i) &&
            strcmp(type, "Instruction") != 0 &&
            tac_machine_line(root, size, sizeof size, "%s/index%d/size", folder, i)) {
            long long n = strtoll(size, &unit, 10); // "1024K"
            return *unit == 'M' ? n << 20 : *unit == 'K' ? n << 10 : n;
        }
    }
    return 0;
}

int tac_machine_field(const char *root, const char *path, const char *key, char *text, size_t size)
{
    char name[512], line[4096];
    (void)snprintf(name, sizeof name, "%s%s", root, path);
    FILE *f = fopen(name, "r");
    int found = 0;
    while (f != NULL && !found && fgets(line, sizeof line, f) != NULL) {
        char *colon = strchr(line, ':');
        if (colon == NULL) {
            continue;
        }
        size_t n = (size_t)(colon - line);
        while (n > 0 && strchr(" \t", line[n - 1]) != NULL) {
            n--;
        }
        found = n == strlen(key) && strncmp(line, key, n) == 0;
        if (found) {
            const char *value = colon + 1 + strspn(colon + 1, " \t");
            (void)snprintf(text, size, "%.*s", (int)strcspn(value, "\r\n"), value);
        }
    }
    if (f != NULL) {
        (void)fclose(f);
    }
    return found;
}

int tac_machine_has(const char *root, const char *path, ...)
{
    va_list arguments;
    va_start(arguments, path);
    file_path p = join(root, path, arguments);
    va_end(arguments);
    return access(p.text, F_OK) == 0;
}

static int visible(const struct dirent *e)
{
    return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

int tac_machine_each(const char *root, const char *path, tac_machine_visit *visit, void *context)
{
    char name[512];
    struct dirent **entry;
    (void)snprintf(name, sizeof name, "%s%s", root, path);
    int n = scandir(name, &entry, visible, versionsort);
    if (n < 0) {
        return 0;
    }
    int go_on = 1;
    for (int i = 0; i < n; i++) {
        go_on = go_on && visit(context, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    return 1;
}

// ---------------------------------------------------------------- sets of cores

void tac_core_set_parse(const char *text, tac_core_set *set)
{
    *set = (tac_core_set){0};
    const char *c = text;
    while (*c >= '0' && *c <= '9') {
        char *end;
        long first = strtol(c, &end, 10), last = first;
        if (end[0] == '-' && end[1] >= '0' && end[1] <= '9') {
            last = strtol(end + 1, &end, 10);
        }
        for (long i = first; i <= last && i < TAC_MAX_CORES; i++) {
            set->has[i] = 1;
        }
        c = *end == ',' ? end + 1 : end;
    }
}

const char *tac_core_set_text(const tac_core_set *set, char *text, size_t size)
{
    size_t used = 0;
    (void)snprintf(text, size, "none");
    for (int i = 0; i < TAC_MAX_CORES && used < size; i++) {
        int first = i;
        if (!set->has[i]) {
            continue;
        }
        while (i + 1 < TAC_MAX_CORES && set->has[i + 1]) {
            i++;
        }
        const char *comma = used > 0 ? "," : "";
        int wrote = first == i ? snprintf(text + used, size - used, "%s%d", comma, i)
                               : snprintf(text + used, size - used, "%s%d-%d", comma, first, i);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return text;
}

int tac_core_set_count(const tac_core_set *set)
{
    int n = 0;
    for (int i = 0; i < TAC_MAX_CORES; i++) {
        n += set->has[i];
    }
    return n;
}

int tac_core_set_first(const tac_core_set *set)
{
    for (int i = 0; i < TAC_MAX_CORES; i++) {
        if (set->has[i]) {
            return i;
        }
    }
    return -1;
}

tac_core_set tac_core_set_without(const tac_core_set *a, const tac_core_set *b)
{
    tac_core_set c = {0};
    for (int i = 0; i < TAC_MAX_CORES; i++) {
        c.has[i] = a->has[i] && !b->has[i];
    }
    return c;
}

tac_core_set tac_core_set_common(const tac_core_set *a, const tac_core_set *b)
{
    tac_core_set c = {0};
    for (int i = 0; i < TAC_MAX_CORES; i++) {
        c.has[i] = a->has[i] && b->has[i];
    }
    return c;
}

#include "fmu_archive.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "kept.h"
#include "printable.h"
#include "system/fail.h"
#include "system/files.h"

enum { BLOCK = 1 << 16, GROWN = 1 << 20, UNIX_SHIFT = 16 };

struct tac_fmu_archive {
    const char *path;
    zip_t *zip;
    int n;
    const char **name; // (n)
    int64_t left;      // bytes that may still be unpacked
};

// ---- names ---------------------------------------------------------------------------------------

// Why an entry of that name is not unpacked, NULL: nothing is wrong with it.
static const char *fault_of_name(const char *name)
{
    size_t n = strlen(name);
    if (n == 0 || n >= TAC_ARCHIVE_NAME) {
        return "has no name, or one that is too long";
    }
    if (name[0] == '/' || (isalpha((unsigned char)name[0]) && name[1] == ':')) {
        return "is meant for a place of its own, outside of the archive";
    }
    for (const char *c = name; *c != '\0'; c++) {
        if (*c == '\\' || (unsigned char)*c < ' ' || *c == 0x7f) {
            return "has a backslash or a control character in its name";
        }
    }
    for (const char *part = name; *part != '\0';) {
        size_t length = strcspn(part, "/");
        if (length == 0 || part[length - 1] == '.') {
            return "has an empty part in its name, or one that ends with a dot";
        }
        part += length + (part[length] == '/');
    }
    return NULL;
}

// Links, devices and sockets, as archives of Unix tell.
static bool is_special(const tac_fmu_archive *a, int i)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    if (zip_file_get_external_attributes(a->zip, (zip_uint64_t)i, 0, &system, &attributes) != 0) {
        return true;
    }
    mode_t kind = (mode_t)(attributes >> UNIX_SHIFT) & S_IFMT;
    bool tells = system == ZIP_OPSYS_UNIX || system == ZIP_OPSYS_OS_X;
    return tells && kind != 0 && kind != S_IFREG && kind != S_IFDIR;
}

static int compare_names(const void *a, const void *b)
{
    const char *const *x = a, *const *y = b;
    return strcmp(*x, *y);
}

// Finds two entries of one name, also where one is a folder, or letters differ by their case.
static bool check_names(const tac_fmu_archive *a, tac_diag *diag)
{
    char **folded = tac_kept((size_t)a->n, sizeof *folded);
    bool good = true;
    for (int i = 0; i < a->n; i++) {
        size_t n = strlen(a->name[i]);
        folded[i] = tac_kept_letters(a->name[i], n - (a->name[i][n - 1] == '/'));
        for (char *c = folded[i]; *c != '\0'; c++) {
            *c = (char)tolower((unsigned char)*c);
        }
    }
    qsort((void *)folded, (size_t)a->n, sizeof *folded, compare_names);
    for (int i = 1; i < a->n && good; i++) {
        good =
            strcmp(folded[i], folded[i - 1]) != 0 ||
            tac_diag_say(diag, "%s: two entries have the name '%s'", a->path, TAC_SHOWN(folded[i]));
    }
    return good;
}

static bool check_entries(tac_fmu_archive *a, tac_diag *diag)
{
    for (int i = 0; i < a->n; i++) {
        const char *name = zip_get_name(a->zip, (zip_uint64_t)i, ZIP_FL_ENC_RAW);
        const char *fault = name ? fault_of_name(name) : "has no name";
        fault = !fault && is_special(a, i) ? "is a link, or no plain file" : fault;
        if (fault) {
            return tac_diag_say(diag, "%s: the entry '%s' %s", a->path, TAC_SHOWN(name ? name : ""),
                                fault);
        }
        a->name[i] = tac_kept_text(name);
    }
    return check_names(a, diag);
}

// ---- opening -------------------------------------------------------------------------------------

static bool check_file(const char *path, tac_diag *diag)
{
    struct stat about;
    if (stat(path, &about) != 0) {
        return tac_diag_say_errno(diag, errno, "%s: %s", path, strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) {
        return tac_diag_say(diag, "%s: is not a plain file", path);
    }
    return about.st_size <= TAC_ARCHIVE_BYTES ||
           tac_diag_say(diag, "%s: has more than %lld bytes", path, (long long)TAC_ARCHIVE_BYTES);
}

tac_fmu_archive *tac_fmu_archive_open(const char *path, tac_diag *diag)
{
    int error = 0;
    if (!check_file(path, diag)) {
        return NULL;
    }
    tac_fmu_archive *a = tac_kept(1, sizeof *a);
    *a = (tac_fmu_archive){.path = path, .left = TAC_ARCHIVE_BYTES};
    a->zip = zip_open(path, ZIP_RDONLY, &error);
    if (!a->zip) {
        zip_error_t why;
        zip_error_init_with_code(&why, error);
        (void)tac_diag_say(diag, "%s: is no archive that can be read: %s", path,
                           zip_error_strerror(&why));
        return NULL;
    }
    zip_int64_t n = zip_get_num_entries(a->zip, 0);
    if (n < 0 || n > TAC_ARCHIVE_ENTRIES) {
        (void)tac_diag_say(diag, "%s: has %lld entries, more than %d", path, (long long)n,
                           TAC_ARCHIVE_ENTRIES);
        return NULL;
    }
    a->n = (int)n;
    a->name = tac_kept((size_t)n, sizeof *a->name);
    return check_entries(a, diag) ? a : NULL;
}

int tac_fmu_archive_count(const tac_fmu_archive *a)
{
    return a->n;
}

const char *tac_fmu_archive_name(const tac_fmu_archive *a, int i)
{
    return a->name[i];
}

// ---- unpacking -----------------------------------------------------------------------------------

// Unpacks an entry block by block. take gets each of them; false, with a line where it is known, ends it.
typedef bool take_block(void *to, const char *bytes, size_t n);

static bool unpack(tac_fmu_archive *a, int i, take_block *take, void *to, tac_diag *diag)
{
    static char block[BLOCK];
    zip_stat_t about;
    zip_file_t *in = zip_fopen_index(a->zip, (zip_uint64_t)i, 0);
    if (!in || zip_stat_index(a->zip, (zip_uint64_t)i, 0, &about) != 0) {
        return tac_diag_say(diag, "%s: '%s' cannot be unpacked: %s", a->path, TAC_SHOWN(a->name[i]),
                            zip_strerror(a->zip));
    }
    int64_t total = 0;
    zip_int64_t n;
    bool good = true;
    while (good && (n = zip_fread(in, block, BLOCK)) > 0) {
        total += n;
        a->left -= n;
        if (a->left < 0) {
            good = tac_diag_say(diag, "%s: becomes more than %lld bytes", a->path,
                                (long long)TAC_ARCHIVE_BYTES);
        } else if (total > GROWN && total / TAC_ARCHIVE_RATIO > (int64_t)about.comp_size) {
            good = tac_diag_say(diag, "%s: '%s' becomes more than %d times as large", a->path,
                                TAC_SHOWN(a->name[i]), TAC_ARCHIVE_RATIO);
        } else {
            good = take(to, block, (size_t)n);
        }
    }
    if (good && n < 0) {
        good = tac_diag_say(diag, "%s: '%s' is damaged: %s", a->path, TAC_SHOWN(a->name[i]),
                            zip_file_strerror(in));
    }
    (void)zip_fclose(in);
    return good;
}

typedef struct memory {
    char *bytes;
    size_t n, most, capacity;
} memory;

static bool take_to_memory(void *to, const char *bytes, size_t n)
{
    memory *m = to;
    if (m->n + n > m->most) {
        return false;
    }
    if (m->n + n > m->capacity) {
        m->capacity = 2 * (m->n + n);
        char *more = realloc(m->bytes, m->capacity);
        if (!more) {
            return false;
        }
        m->bytes = more;
    }
    memcpy(m->bytes + m->n, bytes, n);
    m->n += n;
    return true;
}

char *tac_fmu_archive_load(tac_fmu_archive *a, const char *name, size_t most, size_t *size,
                           tac_diag *diag)
{
    for (int i = 0; i < a->n; i++) {
        if (strcmp(a->name[i], name) != 0) {
            continue;
        }
        memory m = {.bytes = tac_kept(BLOCK, 1), .most = most, .capacity = BLOCK};
        if (unpack(a, i, take_to_memory, &m, diag)) {
            *size = m.n;
            return m.bytes;
        }
        (void)tac_diag_say(diag, "%s: '%s' has more than %zu bytes", a->path, name, most);
        return NULL;
    }
    return NULL;
}

static bool take_to_file(void *to, const char *bytes, size_t n)
{
    return tac_write_all(*(const int *)to, bytes, n);
}

static bool is_below(const char *name, const char *folder)
{
    size_t n = strlen(folder);
    return strncmp(name, folder, n) == 0 && name[n] == '/';
}

static bool is_wanted(const char *name, const char *binaries)
{
    return strcmp(name, "modelDescription.xml") == 0 || is_below(name, binaries) ||
           is_below(name, "resources") || is_below(name, "documentation/licenses");
}

// The folder of an entry, made level by level; its last part is *rest. -1: errno says why.
static int make_folders(int folder, const char *name, const char **rest)
{
    int at = dup(folder);
    const char *slash;
    *rest = name;
    while (at >= 0 && (slash = strchr(*rest, '/'))) {
        char part[TAC_ARCHIVE_NAME];
        memcpy(part, *rest, (size_t)(slash - *rest));
        part[slash - *rest] = '\0';
        int made = mkdirat(at, part, 0700);
        int below = made == 0 || errno == EEXIST
                        ? openat(at, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
                        : -1;
        int reason = errno;
        close(at);
        errno = reason;
        at = below;
        *rest = slash + 1;
    }
    return at;
}

static bool write_entry(tac_fmu_archive *a, int i, int folder, tac_diag *diag)
{
    const char *last;
    int at = make_folders(folder, a->name[i], &last);
    bool is_folder = at >= 0 && *last == '\0';
    int file = at >= 0 && !is_folder
                   ? openat(at, last, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700)
                   : -1;
    bool good = is_folder || file >= 0;
    errno = good ? 0 : errno;
    good = good && (is_folder || unpack(a, i, take_to_file, &file, diag));
    int reason = errno;
    if (file >= 0) {
        good = close(file) == 0 && good;
    }
    if (at >= 0) {
        close(at);
    }
    return good || tac_diag_say(diag, "%s: '%s' cannot be unpacked: %s", a->path,
                                TAC_SHOWN(a->name[i]), strerror(reason));
}

bool tac_fmu_archive_unpack(tac_fmu_archive *a, const char *platform, int folder, tac_diag *diag)
{
    char binaries[64];
    bool good = true;
    (void)snprintf(binaries, sizeof binaries, "binaries/%s", platform);
    for (int i = 0; i < a->n && good; i++) {
        good = !is_wanted(a->name[i], binaries) || write_entry(a, i, folder, diag);
    }
    return good;
}

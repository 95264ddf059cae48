#include "part_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "elf_check.h"
#include "part_error.h"
#include "part_table.h"

// A descriptor of the file; -1 with a line.
static int open_trusted(const char *path, size_t *size, const tac_part_error *error)
{
    struct stat about;
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0 || fstat(file, &about) != 0) {
        (void)tac_part_say(error, "cannot be opened: %s; name a part's file", strerror(errno));
    } else if (!S_ISREG(about.st_mode)) {
        (void)tac_part_say(error, "is no plain file; name a part's file");
    } else if (about.st_uid != geteuid() && about.st_uid != 0) {
        (void)tac_part_say(error, "belongs to another user, %u; make it root's or your own",
                           about.st_uid);
    } else if (about.st_mode & (S_IWGRP | S_IWOTH)) {
        (void)tac_part_say(error, "can be written by others; run chmod go-w on it");
    } else if (about.st_size < 1 || (uint64_t)about.st_size > TAC_PART_MOST_BYTES) {
        (void)tac_part_say(error, "has %lld bytes; a part has at most %zu",
                           (long long)about.st_size, TAC_PART_MOST_BYTES);
    } else {
        *size = (size_t)about.st_size;
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

// Exactly n bytes, or not all with errno, 0 where the file ends before.
static bool copy_bytes(int from, int to, size_t n)
{
    char block[65536];
    while (n > 0) {
        const ssize_t got = read(from, block, n < sizeof block ? n : sizeof block);
        if (got <= 0) {
            errno = got == 0 ? 0 : errno;
            return false;
        }
        for (ssize_t done = 0, put; done < got; done += put) {
            put = write(to, block + done, (size_t)(got - done));
            if (put < 0) {
                return false;
            }
        }
        n -= (size_t)got;
    }
    return true;
}

// The bytes in memory that is a file of nobody's and cannot be changed any more; -1 with a line. Debuggers show its name.
static int sealed_copy(const char *path, size_t *size, const tac_part_error *error)
{
    const int file = open_trusted(path, size, error);
    if (file < 0) {
        return -1;
    }
    char name[128];
    const char *last = strrchr(path, '/');
    (void)snprintf(name, sizeof name, "%s", last ? last + 1 : path);
    const int copy = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    const bool copied = copy >= 0 && copy_bytes(file, copy, *size);
    if (!copied && errno == 0) {
        (void)tac_part_say(error, "was changed while it was read; try again");
    } else if (!copied) {
        (void)tac_part_say(error, "cannot be read into memory: %s; see to memory and limits",
                           strerror(errno));
    } else if (fcntl(copy, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) ==
               0) {
        close(file);
        return copy;
    } else {
        (void)tac_part_say(error, "cannot be sealed in memory: %s; see to the limits of the system",
                           strerror(errno));
    }
    close(file);
    if (copy >= 0) {
        close(copy);
    }
    return -1;
}

// Loads the copy, which has been checked, and asks for its table.
static bool load(tac_part_file *p, const tac_elf_image *e, const tac_part_error *error)
{
    char name[64];
    const struct link_map *map;
    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", p->copy);
    p->library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!p->library || dlinfo(p->library, RTLD_DI_LINKMAP, &map) != 0) {
        return tac_part_say(error, "cannot be loaded: %s" TAC_PART_ANEW, dlerror());
    }
    const tac_part_table *(*entry)(void);
    const uintptr_t base = map->l_addr, at = base + e->entry;
    memcpy(&entry, &at, sizeof entry);
    const tac_part_table *table = entry();
    p->table = tac_part_table_check(table, e, base, error) ? table : NULL;
    return p->table != NULL;
}

static bool check_and_load(tac_part_file *p, size_t size, const tac_part_error *error)
{
    tac_elf_image image;
    unsigned char *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, p->copy, 0);
    if (bytes == MAP_FAILED) {
        return tac_part_say(error, "cannot be mapped: %s; see to memory and limits",
                            strerror(errno));
    }
    const XXH128_hash_t hash = XXH3_128bits(bytes, size);
    p->hash[0] = hash.high64;
    p->hash[1] = hash.low64;
    const bool good = tac_elf_check(&image, bytes, size, error) && load(p, &image, error);
    munmap(bytes, size);
    return good;
}

static void release(tac_part_file *p)
{
    if (p->library) {
        (void)dlclose(p->library);
    }
    if (p->copy >= 0) {
        close(p->copy);
    }
    p->table = NULL;
    p->library = NULL;
    p->copy = -1;
}

bool tac_part_open(tac_part_file *p, const char *path, char *text, size_t text_size)
{
    const tac_part_error error = {path, text, text_size};
    size_t size;
    *p = (tac_part_file){.copy = -1};
    if (text_size > 0) {
        text[0] = '\0';
    }
    if (snprintf(p->path, sizeof p->path, "%s", path) >= (int)sizeof p->path) {
        return tac_part_say(&error, "is too long a path; name a shorter one");
    }
    p->copy = sealed_copy(path, &size, &error);
    if (p->copy >= 0 && check_and_load(p, size, &error)) {
        return true;
    }
    release(p);
    return false;
}

void tac_part_close(tac_part_file *p)
{
    if (p->library) {
        release(p);
    }
}
